"""All at once, turns, and the whole game: one generator for everything that goes on between two answers."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import rulewright.check.checked as c
from oracle.blocks import Blocks
from oracle.requests import EndPlay, EndTurn, EndTurns, Refused
from oracle.rules import Unit
from oracle.sentences import Steps
from oracle.state import Frame


class Walker(Blocks):
    """Walks through a game. The real run and every trial are Walkers; only who drives them differs."""

    # ---------- all at once, turns ----------

    def at_once(self, b: c.Block, f: Frame) -> Steps:
        """All decide on one state, seat by seat; then what they chose is done, seat by seat."""
        assert b.all_at_once is not None
        decisions = []
        for seat in self.domain(b.all_at_once, f):
            own = replace(f.copy(), me=seat)
            if b.picks or b.choose is not None:
                decision = yield from self.decide_apart(b, own)
            elif self.head(b, own):
                decision = None
            else:
                raise Refused(f"a need of {b.path} fails")
            decisions.append((own, decision))
        for own, decision in decisions:
            yield from self.carry_out(b, own, b.or_, decision)

    def decide_apart(self, b: c.Block, own: Frame) -> Steps:
        """One seat's decisions: they are tried with its own `do` on the common state."""
        if self.unit is not None:
            return (yield from self.decide(b, own, b.or_, {}))
        frozen = own.copy()
        self.decider = None
        begin = lambda w: w.asking_round(b, frozen.copy(), b.or_, {})  # noqa: E731
        self.unit = Unit(self.state.copy(), begin, [], self.quiet, self.meanwhile)
        try:
            return (yield from self.decide(b, own, b.or_, {}))
        finally:
            self.unit = None

    def turns(self, b: c.Block, f: Frame) -> Steps:
        assert b.turns is not None
        start = self.value(b.turns, f)
        outer = self.state.active, self.state.turns_left
        self.state.turns_left = None
        self.turn_depth += 1
        try:
            yield from self.turn_by_turn(b, f, self.match.from_player(start))
        except EndTurns:
            pass
        finally:
            self.turn_depth -= 1
            self.state.active, self.state.turns_left = outer

    def turn_by_turn(self, b: c.Block, f: Frame, order: tuple[int, ...]) -> Steps:
        done = 0
        while b.until or done < len(order):
            player = order[done % len(order)]
            self.state.active = player
            own = replace(f, me=player)
            if self.turn_depth == 1:
                self.begin_turn(player)
            with suppress(EndTurn):
                yield from self.decided(b, own)
            done += 1
            if not b.until:
                continue
            if self.state.turns_left is not None:
                self.state.turns_left -= 1
            else:
                reason = next((r for r in b.until if self.value(r.value, own)), None)
                if reason is not None:
                    self.end_reason = reason.name
                    self.state.turns_left = 0 if b.more is None else self.value(b.more, own)
            if self.state.turns_left is not None and self.state.turns_left <= 0:
                return

    def begin_turn(self, player: int) -> None:
        for name, variable in self.game.variables.items():
            if variable.resets_turn:
                self.state.variables[name] = self.start_of(variable)
        self.test_always(player)

    def start_of(self, variable: c.Variable) -> dict[Any, Any]:
        def first(key: Any) -> Any:
            if variable.start is None:
                return self.match.default(variable.type)
            return self.value(variable.start, self.key_frame(variable.keys, key))

        return {key: first(key) for key in self.cells(variable.keys)}

    def test_always(self, at_turn_of: int | None = None) -> None:
        """Tests the invariants: those for every pause, or those for the begin of a turn (in the real run only)."""
        if self.trial:
            return
        for line in self.game.always:
            if line.at_turn == (at_turn_of is not None) and not self.value(line.value, Frame(at_turn_of)):
                self.violations.append(line.name)
        if at_turn_of is None:
            self.before = self.state.copy()

    # ---------- the game ----------

    def lay_out(self) -> None:
        """Zones with their first content, variables at their start."""
        for name, zone in self.game.zones.items():
            self.state.zones[name] = {}
            for key in self.cells(zone.keys):
                gaps = self.at_most(name, key) if zone.shape == "row" and zone.at_most is not None else 0
                self.state.zones[name][key] = None if zone.shape == "slot" else (None,) * (gaps or 0)
        for name, zone in self.game.zones.items():
            for key in self.cells(zone.keys):
                for content in zone.holds:
                    f = self.key_frame(zone.keys, key)
                    for way in self.bound((content.bind,), f):
                        f.env.update(way)
                        for _ in range(self.value(content.number, f)):
                            self.put_in((name, key), way[content.bind.var])
        for name, variable in self.game.variables.items():
            self.state.variables[name] = self.start_of(variable)

    def whole_game(self) -> Steps:
        yield from self.body(self.game.setup, Frame())
        self.state.in_play = True
        try:
            yield from self.body(self.game.play, Frame())
        except EndPlay as end:
            self.end_reason = end.args[0]
        self.test_always()
        self.state.in_play = False
        yield from self.body(self.game.finish, Frame())

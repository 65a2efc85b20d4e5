"""Bodies, actions and what follows them: event rules, triggers of powers, state rules; units and trials."""

from dataclasses import dataclass, field
from typing import Any

import rulewright.check.checked as c
from oracle.requests import Complete, Fault, Refused
from oracle.sentences import Sentences, Steps
from oracle.state import Frame, Match, State


@dataclass
class Unit:
    """The stretch of play in which answers hang together: in flow one round of the outermost block that asks (or one
    asking sentence), or an action that `can` tries. It can be begun anew from the state at its start, and `log` holds
    what was answered since (answers, outcomes of chance, and horizons, in order)."""

    state: State
    begin: Any  # walker -> generator
    log: list[Any]
    quiet: int
    meanwhile: tuple[Any, ...]
    known: dict[Any, bool] = field(default_factory=dict)  # what trials found out, by the way they went


class Rules(Sentences):
    """Carries out bodies; how a block runs and asks is left to the next class."""

    def __init__(self, match: Match, state: State, search: Any, unit: Unit | None = None, *, trial: bool = False):
        super().__init__(match, state)
        self.search, self.unit, self.trial = search, unit, trial
        self.quiet = 0  # inside a whole routine, rule or trigger: no state rules
        self.meanwhile: tuple[tuple[c.Alternative, Frame], ...] = ()
        self.depth = 0  # running actions that a choose named
        self.stop_at_action_end = False
        self.turn_depth = 0
        self.end_reason: str | None = None
        self.violations: list[str] = []

    # ---------- units ----------

    def in_unit(self, f: Frame, begin: Any) -> Steps:
        """Runs `begin(walker, frame)`; in flow it opens a unit, so that its answers can be tried."""
        if self.unit is not None:
            return (yield from begin(self, f))
        frozen = f.copy()
        self.decider = None
        self.unit = Unit(self.state.copy(), lambda w: begin(w, frozen.copy()), [], self.quiet, self.meanwhile)
        try:
            return (yield from begin(self, f))
        finally:
            self.unit = None

    def can(self, actions: tuple[str, ...], f: Frame) -> bool:
        state = self.state.copy()
        me = f.me
        assert me is not None

        def begin(name: str) -> Any:
            return lambda w: w.chosen_action(name, me)

        found = [a for a in actions if self.action_exists(a)]
        return any(
            self.search.completes(Unit(state, begin(a), [], 0, self.meanwhile), me, at_action_end=True) for a in found
        )

    def action_exists(self, name: str) -> bool:
        only = self.game.actions[name].only
        return (only is None or self.value(only, Frame())) and self.exists(self.game.actions[name].id)

    # ---------- bodies ----------

    def body(self, body: tuple[c.Stmt, ...], f: Frame) -> Steps:
        for step in body:
            match step:
                case c.Sentence():
                    yield from self.whole_sentence(step, f)
                case c.Block():
                    yield from self.block(step, f)
                case c.CaseBody():
                    yield from self.body(self.case_body(step, f), f)
            yield from self.state_rules()

    def case_body(self, step: c.CaseBody, f: Frame) -> tuple[c.Stmt, ...]:
        by = self.value(step.by, f)
        return next((body for fits, body in step.cases if by in fits), step.otherwise)

    def whole_sentence(self, s: c.Sentence, f: Frame) -> Steps:
        if s.condition is not None and not self.value(s.condition, f):
            return
        for way in self.bound(s.each, f):  # all domains are fixed before the first round
            f.env.update(way)
            if isinstance(s.core, c.PickStmt) or (isinstance(s.core, c.Move) and s.core.order == "chosen"):
                yield from self.in_unit(f, lambda w, g: w.core(s.core, g, s.path))
                if isinstance(s.core, c.PickStmt):
                    assert s.core.pick.var in f.env
            else:
                yield from self.core(s.core, f, s.path)

    def other_core(self, core: c.Core, f: Frame, path: str) -> Steps:
        match core:
            case c.PickStmt():
                options = self.candidates(core.pick, f, ())
                f.env[core.pick.var] = yield from self.ask(f, "pick", core.pick.var.name, options)
            case c.RunRoutine():
                routine = self.game.routines[core.name]
                args = [self.value(a, f) for a in core.args]
                inner = Frame(f.me, dict(zip(routine.params, args, strict=True)), this=f.this)
                self.quiet += routine.whole
                try:
                    yield from self.block(routine.block, inner)
                finally:
                    self.quiet -= routine.whole
                yield from self.after_event(core.name, inner)
            case c.PerformAction():
                action = self.value(core.what, f)
                if action is not None:
                    yield from self.action(self.match.action_of[action], f.me)
            case c.PerformEffect():
                base = self.value(core.base, f)
                effect = None if base is None else self.game.attributes[core.name].values.get(base)
                if effect is not None:
                    assert isinstance(effect, c.EffectCode)
                    args = [self.value(a, f) for a in core.args]
                    inner = Frame(f.me, dict(zip(effect.params, args, strict=True)), this=base)
                    yield from self.body(effect.body, inner)
            case _:
                raise Fault(f"no such sentence: {type(core).__name__}")

    # ---------- actions and what follows them ----------

    def action(self, name: str, me: int | None) -> Steps:
        f = Frame(me)
        yield from self.block(self.game.actions[name].block, f)
        yield from self.after_event(name, f)

    def chosen_action(self, name: str, me: int) -> Steps:
        """An action that a `choose` names: the outermost is the current action."""
        if self.depth == 0:
            self.behind = False
        self.depth += 1
        try:
            yield from self.action(name, me)
        finally:
            self.depth -= 1
            if self.depth == 0:
                self.behind = False
        if self.depth == 0 and self.stop_at_action_end:
            raise Complete

    def after_event(self, name: str, f: Frame) -> Steps:
        """After an action or routine: event rules, triggers of powers, state rules."""
        self.quiet += 1
        try:
            for rule in self.game.whenever if self.state.in_play else ():
                if name in rule.after:
                    yield from self.total(self.rule(rule, Frame(f.me)))
            yield from self.triggers(name, f)
        finally:
            self.quiet -= 1
        yield from self.state_rules()

    def rule(self, rule: c.Whenever, f: Frame) -> Steps:
        if rule.condition is None or self.value(rule.condition, f):
            yield from self.body(rule.body, f)
            return True
        return False

    def total(self, steps: Steps) -> Steps:
        """A rule or trigger must not refuse."""
        try:
            return (yield from steps)
        except Refused as refusal:
            raise Fault(f"a rule or trigger refuses: {refusal}") from refusal

    def triggers(self, name: str, f: Frame) -> Steps:
        first = self.match.players[0] if self.state.active is None else self.state.active
        due = [
            (seat, card, line)
            for seat in self.match.from_player(first)
            for card in self.cards_in_force(seat)
            for line in self.powers(card)
            if isinstance(line, c.TriggerPower) and line.event == name and (line.by_anyone or seat == f.me)
        ]
        for seat, card, line in due:
            inner = Frame(seat, dict(f.env), dict(f.rounds), this=card)
            if line.where is None or self.value(line.where, inner):
                yield from self.total(self.whole_sentence(line.sentence, inner))

    def state_rules(self) -> Steps:
        """State rules: from the first again after each firing, each once per step unless `repeats`."""
        if self.quiet or not self.state.in_play:
            return
        rules = [r for r in self.game.whenever if not r.after]
        fired: dict[str, int] = {}
        self.quiet += 1
        try:
            fires = True
            while fires:
                fires = False
                for rule in rules:
                    limit = 1 if rule.repeats is None else self.value(rule.repeats, Frame())
                    if fired.get(rule.name, 0) < limit and (yield from self.total(self.rule(rule, Frame()))):
                        fired[rule.name] = fired.get(rule.name, 0) + 1
                        fires = True
                        break
        finally:
            self.quiet -= 1

    # ---------- what the next class does ----------

    def block(self, b: c.Block, f: Frame) -> Steps:
        raise NotImplementedError

    def candidates(self, pick: c.Pick, f: Frame, rest: Any) -> list[Any]:
        raise NotImplementedError

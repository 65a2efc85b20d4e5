"""The oracle's public face: a game that asks questions and takes answers."""

from collections.abc import Callable
from typing import Any

import rulewright.check.checked as c
from oracle.requests import END, Asked, Chance, Fault, Question, Refused, Revealed
from oracle.run import Walker
from oracle.search import Search
from oracle.state import Frame, Match, State


class Oracle:
    """One match. `chance` gets a request (`roll`, `choose` or `shuffle` with its numbers) and gives the outcome."""

    def __init__(self, game: c.CheckedGame, players: int, options: dict[str, Any], chance: Callable[[Chance], Any]):
        self.match = Match(game, players, options)
        self.game, self.ask_chance = game, chance
        self.walker = Walker(self.match, State(), Search(self.match))
        self.walker.lay_out()
        self.question: Question | None = None
        self.asked: Asked | None = None
        self.points: dict[str, dict[int, int]] = {}
        self.steps = self.walker.whole_game()
        self._go_on(None)

    @property
    def violations(self) -> list[str]:
        """The lines of `always` that did not hold, so far."""
        return self.walker.violations

    @property
    def end_reason(self) -> str | None:
        return self.walker.end_reason

    def answer(self, answer: Any) -> None:
        """Takes a legal answer and goes on to the next question."""
        if self.question is None or answer not in self.question.answers:
            raise ValueError(f"{answer!r} is no legal answer of {self.question}")
        self.question = None
        self._go_on(self._logged(Asked, answer))

    def _logged(self, kind: type, reply: Any) -> Any:
        if self.walker.unit is not None:
            self.walker.unit.log.append((kind, reply))
        return reply

    def _go_on(self, reply: Any) -> None:
        while True:
            try:
                event = self.steps.send(reply)
            except StopIteration:
                self._score()
                return
            except Refused as refusal:
                raise Fault(f"refused where nobody can be refused: {refusal}") from refusal
            if isinstance(event, Chance):
                reply = self._logged(Chance, self.ask_chance(event))
            elif isinstance(event, Revealed):
                reply = self._logged(Revealed, None)
            else:
                answers = self._legal(event)
                if not answers and not event.may_end:
                    raise Fault(f"{event.name}: nothing is legal")
                if len(answers) > 1 or (answers and not self._forced(event, answers)):
                    self.asked = event
                    self.question = Question(event.player, event.kind, event.name, tuple(answers))
                    if self.walker.state.in_play:
                        self.walker.test_always()
                    return
                reply = self._logged(Asked, answers[0] if answers else END)

    def _legal(self, asked: Asked) -> list[Any]:
        assert self.walker.unit is not None
        return self.walker.search.legal(self.walker.unit, asked)

    def _forced(self, asked: Asked, answers: list[Any]) -> bool:
        """Whether the only answer is taken by itself."""
        if asked.ask_always or self.walker.state.looked.get(asked.player):
            return False
        return answers[0] not in asked.acts

    # ---------- what the tests compare ----------

    def snapshot(self) -> dict[str, dict[tuple[Any, ...], Any]]:
        """All zones and variables, with the answers of the running action carried out."""
        state = self.walker.state
        return {name: dict(cells) for name, cells in (state.zones | state.variables).items()}

    def evaluate(self, e: c.Expr, me: int | None = None) -> Any:
        """The value of an expression now."""
        return self.walker.value(e, Frame(me))

    def _score(self) -> None:
        """Counts all lines for every player before any is added to the score."""
        walker = self.walker
        self.totals = {}
        self.points = {line.name: {} for line in self.game.scoring}
        for p in self.match.players:
            total = 0
            for line in self.game.scoring:
                self.points[line.name][p] = walker.value(line.value, Frame(p, total=total))
                total += self.points[line.name][p]
            self.totals[p] = total
        for name, variable in self.game.variables.items():
            if variable.is_score:
                for p in self.match.players:
                    walker.state.variables[name][(p,)] += self.totals[p]

    def scores(self) -> dict[int, int]:
        """Each player's score."""
        name = next(name for name, v in self.game.variables.items() if v.is_score)
        return {p: self.walker.state.variables[name][(p,)] for p in self.match.players}

    def winners(self) -> list[int]:
        """Who wins, line by line; what is still tied goes by `else`."""
        walker, tied = self.walker, list(self.match.players)
        for line in self.game.winner:
            values = {p: walker.value(line.value, Frame(p, total=self.totals[p])) for p in tied}
            best = max(values.values()) if line.most else min(values.values())
            tied = [p for p in tied if values[p] == best]
        if len(tied) > 1 and self.game.tie is not None and walker.value(self.game.tie, Frame()) == "later_seat":
            first = walker.state.first_player
            order = self.match.players if first is None else self.match.from_player(first)
            return [max(tied, key=order.index)]
        return tied

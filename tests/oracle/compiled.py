"""The compiled program behind the oracle's public face, so that the same tests and the same chance serve both."""

from collections.abc import Callable
from typing import Any

import rulewright.check.checked as c
from oracle.requests import Chance, Fault, Question
from rulewright.program import layout, runtime
from rulewright.program.from_checked import Program
from rulewright.program.setting import Setting


class Compiled:
    """One match of a compiled game; see `oracle.Oracle`."""

    def __init__(
        self, game: c.CheckedGame, players: int, options: dict[str, Any], chance: Callable[[Chance], Any], traced=False
    ):
        self.game = game
        seats = game.enums["seat"].ids[:players]
        values = {name: options.get(name, option.default) for name, option in game.options.items()}
        self.program = Program(Setting(game, tuple(seats), values), traced=traced, helpers=_helpers(chance))
        self.state = self.program.start(0)
        self.question: Question | None = None
        self.violations: list[str] = []
        self.before = self.state
        self._advance()

    def _advance(self) -> None:
        try:
            self.answers = self.program.advance(self.state)
        except runtime.Fault as fault:
            raise Fault(str(fault)) from fault
        pause = self.program.pause(self.state)
        self.question = None
        if pause is not None:
            names = tuple(self._name(pause, a) for a in self.answers)
            self.question = Question(self.state[layout.ME], pause.kind, pause.name, names)
        if pause is not None or not self.game.finish:
            state = self.state if pause is not None else self._without_points()
            self.violations += self.program.broken(state, self.before)
            self.before = state[:]

    def _without_points(self) -> list[Any]:
        """The state when play ended: before the points of the score sheet were added."""
        state = self.state[:]
        for variable in self.game.variables.values():
            if variable.is_score:
                for player, points in zip(self.program.setting.players, state[layout.SHEET], strict=True):
                    state[self.program.layout.variables[variable.name].index((player,))] -= sum(points)
        return state

    def _name(self, pause: Any, answer: Any) -> Any:
        if answer is None:
            return pause.stop
        if pause.kind == "pick":
            return answer
        return pause.alternatives[answer].name if answer >= 0 else pause.meanwhile[-1 - answer].name

    def answer(self, answer: Any) -> None:
        if self.question is None or answer not in self.question.answers:
            raise ValueError(f"{answer!r} is no legal answer of {self.question}")
        self.program.answer(self.state, self.answers[self.question.answers.index(answer)])
        self._advance()

    def snapshot(self) -> dict[str, dict[tuple[Any, ...], Any]]:
        found: dict[str, dict[tuple[Any, ...], Any]] = {}
        places = self.program.layout
        for cells in [*places.zones.values(), *places.variables.values()]:
            found[cells.name] = {}
            for keys in _products(cells.keys):
                i = cells.index(keys)
                found[cells.name][keys] = self._contents(cells, self.state[i : i + cells.width])
        return found

    def _contents(self, cells: Any, values: list[Any]) -> Any:
        if isinstance(cells, layout.ZoneCells):
            if cells.counted is not None:
                return runtime.expanded(cells.counted, values)
            if cells.shape == "stack":
                return values[0][::-1]
        return values[0]

    @property
    def end_reason(self) -> str | None:
        return self.state[layout.REASON]

    @property
    def points(self) -> dict[str, dict[int, int]]:
        sheet = self.state[layout.SHEET] or ()
        players = self.program.setting.players
        return {
            line.name: {p: sheet[i][n] for i, p in enumerate(players)} if sheet else {}
            for n, line in enumerate(self.game.scoring)
        }

    def evaluate(self, e: c.Expr, me: int | None = None) -> Any:
        return self.program.function(e)(self.state, me)

    def scores(self) -> dict[int, int]:
        name = next(name for name, v in self.game.variables.items() if v.is_score)
        return {key[0]: value for key, value in self.snapshot()[name].items()}

    def winners(self) -> list[int]:
        return [p for p, _ in self.program.winners(self.state)[-1][1]]


def _helpers(chance: Callable[[Chance], Any]) -> dict[str, Callable[..., Any]]:
    def roll(S: Any, low: int, high: int) -> int:
        return low if low == high else chance(Chance("roll", (low, high)))

    def choose_from(S: Any, candidates: tuple[Any, ...]) -> Any:
        return candidates[0 if len(candidates) == 1 else chance(Chance("choose", (len(candidates),)))]

    def choose(S: Any, candidates: tuple[Any, ...]) -> Any:
        return candidates[0] if len(set(candidates)) == 1 else choose_from(S, candidates)

    def draw_kind(S: Any, first: int, width: int) -> int:
        kind = choose(S, tuple(kind for kind in range(width) for _ in range(S[first + kind])))
        S[first + kind] -= 1
        return kind

    def below(S: Any, n: int) -> int:
        return choose_from(S, tuple(range(n)))

    def shuffled(S: Any, pieces: tuple[Any, ...]) -> tuple[Any, ...]:
        if len(pieces) < 2:
            return tuple(pieces)
        return tuple(pieces[i] for i in chance(Chance("shuffle", (len(pieces),))))

    def shuffled_stack(S: Any, pieces: tuple[Any, ...]) -> tuple[Any, ...]:
        return shuffled(S, pieces[::-1])[::-1]

    return {f.__name__: f for f in (roll, choose_from, choose, draw_kind, below, shuffled, shuffled_stack)}


def _products(values: Any) -> list[tuple[Any, ...]]:
    result: list[tuple[Any, ...]] = [()]
    for options in values:
        result = [(*r, o) for r in result for o in options]
    return result

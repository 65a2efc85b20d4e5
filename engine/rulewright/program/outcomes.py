"""How a match is judged: the points of the sheet, the winner's criteria, the invariants."""

from typing import Any

from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.expressions import sheet
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.flow.cells import load_cell, store_cell
from rulewright.program.pyast import Code
from rulewright.program.runtime import State


def count_points(x: Expressions) -> Code:
    """Keeps the sheet, and adds it to the score variables."""
    if not x.game.scoring:
        return [store_cell(layout.SHEET, py.const(((),) * len(x.setting.players)))]
    made, sheets = sheet.all_sheets(x)
    out: Code = [*made, store_cell(layout.SHEET, py.tuple_([points for points, _ in sheets]))]
    for place, cell in _score_cells(x):
        total = py.arith("+", load_cell(cell), sheets[place][1])
        out.append(store_cell(cell, py.call("bounded", total)))
    scores = frozenset("v:" + v.name for v in x.game.variables.values() if v.is_score)
    count = x.unit.fresh("points")
    x.unit.define(count, ["S"], out, x.game.scoring[0].at)
    return [py.do(py.call(count, py.name("S"))), *x.memo.forget("S", scores)]


def _score_cells(x: Expressions) -> list[tuple[int, int]]:
    """The cells of score variables, each after its player's place at the table."""
    return [
        (place, x.layout.variables[variable.name].index((player,)))
        for variable in x.game.variables.values()
        if variable.is_score
        for place, player in enumerate(x.setting.players)
    ]


class Outcomes:
    """Writes the functions that judge, and calls them once the unit is compiled."""

    def __init__(self, x: Expressions) -> None:
        self.x, self.game, self.setting = x, x.game, x.setting
        self._winner: list[str] = []
        for line in self.game.winner:
            self._winner.append(x.unit.fresh("winner"))
            env = Env({}, me=py.name("me"), total=py.call("sum", py.item(load_cell(layout.SHEET), py.name("place"))))
            x.unit.define(self._winner[-1], ["S", "me", "place"], [py.return_(x.asked(line.value, env))], line.at)
        self._always: list[str] = []
        for rule in self.game.always:
            self._always.append(x.unit.fresh("always"))
            env = Env({}, me=py.name("me"), before="B")
            x.unit.define(self._always[-1], ["S", "B", "me"], [py.return_(x.asked(rule.value, env))], rule.at)
        x.unit.globals["winners_now"] = self.winners_now

    def winners(self, S: State) -> list[tuple[str, list[tuple[int, Any]]]]:
        """Each criterion with the values of the players that were still tied, in order; the last leaves the winners."""
        functions = self.x.unit.globals
        left = list(enumerate(self.setting.players))
        lines: list[tuple[str, list[tuple[int, Any]]]] = []
        for line, name in zip(self.game.winner, self._winner, strict=True):
            values = [(place, p, functions[name](S, p, place)) for place, p in left]
            lines.append((line.name, [(p, v) for _, p, v in values]))
            top = (max if line.most else min)(v for _, _, v in values)
            left = [(place, p) for place, p, v in values if v == top]
        if len(left) > 1 and self.game.tie is not None and self.setting.static(self.game.tie) == "later_seat":
            first, n = self.setting.players.index(S[layout.FIRST]), len(self.setting.players)
            left = [max(left, key=lambda item: (item[0] - first) % n)]
        lines.append(("", [(p, None) for _, p in left]))
        return lines

    def standing(self, S: State, place: int, player: int) -> tuple[Any, ...]:
        """A player's values by all criteria, the more the better; `place` is that at the table."""
        values = (self.x.unit.globals[name](S, player, place) for name in self._winner)
        return tuple(v if line.most else -v for line, v in zip(self.game.winner, values, strict=True))

    def winners_now(self, S: State) -> tuple[int, ...]:
        """Who has won, or would if play ended now (for scenarios that stand on a laid table)."""
        if S[layout.SHEET] is None:
            S = S[:]
            name = sheet.sheet_function(self.x)
            points = self.x.unit.finish()[name]  # a game without scoring has not asked for it before
            S[layout.SHEET] = tuple(points(S, p) for p in self.setting.players)
            for place, cell in _score_cells(self.x):
                S[cell] += sum(S[layout.SHEET][place])
            for cell in self.x.memo.cells:
                S[cell] = {}
        return tuple(p for p, _ in self.winners(S)[-1][1])

    def broken(self, S: State, before: State, *, at_turn: bool = False) -> list[str]:
        """The names of the invariants (`always`) that do not hold."""
        functions = self.x.unit.globals
        return [
            rule.name
            for rule, name in zip(self.game.always, self._always, strict=True)
            if rule.at_turn is at_turn and not functions[name](S, before, S[layout.ACTIVE])
        ]

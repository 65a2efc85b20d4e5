"""The score sheet: the points of each line, for one player."""

import ast

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.asked_once import asked_once
from rulewright.program.expressions import defines
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.pyast import Code

WRITTEN_OUT = 120  # parts of the lines of all sheets together that are written out for each player


def sheet_function(x: Expressions) -> str:
    """The function `(S, me) -> points of each line`, each line seeing the sum of those above as `total`."""

    def write(function: str) -> None:
        env = Env({}, me=py.name("me"), total=py.name("total"))
        body: list[ast.stmt] = [py.assign("total", py.const(0))]
        names = []
        for line in x.game.scoring:
            names.append(x.unit.fresh("y"))
            body.append(py.assign(names[-1], x.asked(line.value, env)))
            body.append(py.assign("total", py.arith("+", py.name("total"), py.name(names[-1]))))
        body.append(py.return_(py.tuple_(map(py.name, names))))
        x.unit.define(function, ["S", "me"], body, x.game.scoring[0].at if x.game.scoring else None)

    return x.unit.once("sheet", "sheet", write)


def all_sheets(x: Expressions) -> tuple[Code, list[tuple[ast.expr, ast.expr]]]:
    """Code that counts for every player, after which these are the points of each line, and their sum.

    Short lines are written out for each player, and what they ask of the table is asked once for all.
    """
    players, lines = x.setting.players, x.game.scoring
    out: Code = []
    sheets: list[tuple[ast.expr, ast.expr]] = []
    if x.counting.active or len(players) * sum(defines.length_of(x, line.value) for line in lines) > WRITTEN_OUT:
        for player in players:
            name = x.unit.fresh("sheet")
            out.append(py.assign(name, py.call(sheet_function(x), py.name("S"), py.const(player))))
            sheets.append((py.name(name), py.call("sum", py.name(name))))
        return out, sheets
    for player in players:
        total: ast.expr = py.const(0)
        points: list[ast.expr] = []
        for line in lines:
            name = x.unit.fresh("y")
            value = x.asked(line.value, Env({}, me=py.const(player), total=total, shared=True))
            out.append(py.assign(name, value))
            points.append(py.name(name))
            total = py.arith("+", total, py.name(name))
        sheets.append((py.tuple_(points), total))
    return asked_once(out, lambda: x.unit.fresh("y")), sheets


def points_of(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """A player's points of one line: before the end what it would give now; after it what it gave.

    The score itself has grown since then, and lines may read it.
    """
    line = py.const([line.name for line in x.game.scoring].index(e.line or ""))
    player, kept = x.make(e.args[0], env), x.cell(env, layout.SHEET)
    seat = py.item(x.unit.constant({p: n for n, p in enumerate(x.setting.players)}), player)
    now = py.item(py.call(sheet_function(x), py.name(env.state), player), line)
    return py.if_expr(kept, py.item(py.item(kept, seat), line), now)

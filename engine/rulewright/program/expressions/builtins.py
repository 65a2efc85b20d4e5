"""Built-in functions, one row of a table each: of actions and results, zones, players, boards."""

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce

from rulewright.check import checked as c
from rulewright.program import boards, layout, notes
from rulewright.program import pyast as py
from rulewright.program.analysis import NO_ROOTS
from rulewright.program.expressions import membership, places, sheet, tabled
from rulewright.program.expressions.core import Env, Expressions, Maker, may_be_none, without_none
from rulewright.program.pyast import Code

Function = Callable[[Expressions, c.Builtin, Env], ast.expr]


def builtin(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """A call of a built-in function."""
    known = tabled.expression(x, e, env) if e.name in _TABLED else None
    return FUNCTIONS[e.name](x, e, env) if known is None else known


_TABLED = ("square", "after", "distance")  # those of a space and what is worked out from it


# ---------- actions and results ----------


def _can(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """`can(action or group)`, or of an action that an expression gives."""
    names = tuple(x.setting.possible_actions(e.args[0])) if e.args else e.actions
    reads = frozenset().union(*(x.analysis.trial_reads(x.game.actions[name].block) for name in names))
    if not e.args:
        return py.any_of(notes.reading(x.can(name, env), reads) for name in names)

    def write(function: str) -> None:
        inner = Env({}, me=py.name("me"))
        called = {x.game.actions[name].id: x.can(name, inner) for name in names}
        trials = {i: call.func.id for i, call in called.items() if isinstance(call, ast.Call)}  # type: ignore[attr-defined]
        found = py.call("f", py.name("S"), py.name("me"))
        body: Code = [
            py.assign("f", py.method(x.unit.table(trials), "get", py.name("a"))),
            py.return_(py.all_of([py.is_none(py.name("f"), negated=True), found])),
        ]
        x.unit.define(function, ["S", "me", "a"], body, e.at)

    function = x.unit.once(("can", names), "can", write)
    which = x.make(e.args[0], env)
    return notes.reading(py.call(function, py.name(env.state), env.me_or_none, which), reads)


def _before(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """The value in the state that an invariant compares with."""
    assert env.before is not None, "`before` stands in `always` only"
    return x.make(e.args[0], replace(env, state=env.before, base=None))


def _winners(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    return py.call("winners_now", py.name(env.state))


def _abs(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    return py.call("abs", x.make(e.args[0], env))


# ---------- zones ----------


def _size(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    return membership.size(x, e.args[0], env)


def _only(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    match e.args[0]:
        case c.Read(place=c.ZonePlace() as place) if (ids := x.layout.zones[place.zone].counted) is not None:
            asked = notes.reading(py.call("only_kind", x.unit.constant(ids), places.counts(x, place, env)), NO_ROOTS)
            cells = places.few_cells(x, place, env)
            return asked if cells is None else _only_of_few(ids, cells, asked)
        case zone:
            return py.call("only_piece", x.make(zone, env))


def _only_of_few(ids: tuple[int, ...], cells: list[ast.expr], asked: ast.expr) -> ast.expr:
    """The kind of which there is one, cell by cell; where there is not one piece in all, what is `asked` says so."""
    kind: ast.expr = py.const(ids[-1])
    for i, cell in reversed([*zip(ids[:-1], cells[:-1], strict=True)]):
        kind = py.if_expr(cell, py.const(i), kind)
    return py.if_expr(py.compare("==", reduce(partial(py.arith, "+"), cells), py.const(1)), kind, asked)


def _top(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    pieces = x.make(e.args[0], env)
    return py.if_expr(pieces, py.item(pieces, py.const(-1)), py.const(None))


# ---------- players ----------


def _turn_order(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """A player's place from the first player on, 1 for the first."""
    players = x.setting.players
    places_ = {(f, p): (j - i) % len(players) + 1 for i, f in enumerate(players) for j, p in enumerate(players)}
    return py.item(x.unit.constant(places_), py.tuple_([x.cell(env, layout.FIRST), x.make(e.args[0], env)]))


def _around_table(value: Callable[[tuple[int, ...]], object]) -> Function:
    """A function of the seats in their order from a player on."""

    def make(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
        player, players = x.make(e.args[0], env), x.setting.players
        table = {p: value(players[i:] + players[:i]) for i, p in enumerate(players)}
        return x.if_there(e.args[0], player, lambda p: x.unit.looked_up(table, p), env)

    return make


def _position(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """A value's place in its type's order, from 1."""
    value, type_ = x.make(e.args[0], env), without_none(e.args[0].type)
    if isinstance(type_, c.NumberT):
        low = type_.low or 0
        return x.if_there(e.args[0], value, lambda v: py.arith("-", v, py.const(low - 1)), env)
    values = x.setting.values(type_)
    assert values is not None, type_
    order = {v: i + 1 for i, v in enumerate(values)}
    return x.if_there(e.args[0], value, lambda v: x.unit.looked_up(order, v), env)


# ---------- boards ----------


def _spaces(x: Expressions, e: c.Builtin) -> tuple[c.Board, tuple[int, ...]]:
    """The board that a function is of, and its spaces that exist in this setting."""
    assert e.board is not None
    board = x.game.boards[e.board]
    there = frozenset(x.setting.domain(e.board))
    return board, tuple(s for s in board.spaces if s in there)


def _square(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """The space at a row and column, none if there is none."""
    args = x.keys(e.args, env)
    board, spaces = _spaces(x, e)
    cells = {board.cell[s][1:]: s for s in spaces}
    known = tuple(a.value for a in args if isinstance(a, ast.Constant))
    if len(known) == len(args) and _is_full(board, cells):
        return py.const(cells.get(known))  # type: ignore[arg-type]
    return py.method(x.unit.constant(cells), "get", py.tuple_(args))


def _is_full(board: c.Board, cells: dict[tuple[int, int], int]) -> bool:
    """Whether a board has a space at each row and column, their ids rising row by row."""
    rows, columns = board.size
    everywhere = [cells.get((r, k)) for r in range(1, rows + 1) for k in range(1, columns + 1)]
    first = min(cells.values())
    return everywhere == list(range(first, first + rows * columns))


def _after(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """The space so many steps on along a ring."""
    start, steps = x.keys(e.args, env)
    _, spaces = _spaces(x, e)
    order = x.unit.constant(spaces)
    if isinstance(steps, ast.Constant):
        n, k = len(spaces), py.number(steps)
        table = {space: spaces[(i + k) % n] for i, space in enumerate(spaces)}
        return x.if_there(e.args[0], start, lambda from_: x.unit.looked_up(table, from_), env)

    def space(from_: ast.expr) -> ast.expr:
        place = py.arith("+", places.key_offset(x, spaces, from_), steps)
        return py.item(order, py.arith("mod", place, py.const(len(spaces))))

    return x.if_there(e.args[0], start, space, env)


def _pair(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """`between`, `beyond`, `distance`: of two spaces."""
    args = x.keys(e.args, env)
    key = "pairs", e.board, e.name
    if key not in x.tables:
        x.tables[key] = boards.pair_table(*_spaces(x, e), e.name)
    table = x.unit.constant(x.tables[key])
    default = [] if e.name == "distance" else [py.const(())]
    return py.method(table, "get", py.tuple_(args), *default)


def _space(x: Expressions, e: c.Builtin, env: Env) -> ast.expr:
    """`beside`, `around`, `row` and the like: of one space."""
    space = x.make(e.args[0], env)
    key = "spaces", e.board, e.name
    if key not in x.tables:
        x.tables[key] = boards.space_table(*_spaces(x, e), e.name)
    table = x.unit.constant(x.tables[key])
    if not may_be_none(e.args[0].type):
        return py.item(table, space)
    default = [] if e.name in ("row", "column") else [py.const(())]
    return py.method(table, "get", space, *default)


FUNCTIONS: dict[str, Function] = {
    "can": _can, "before": _before, "points_of": sheet.points_of, "winners": _winners, "abs": _abs,
    "size": _size, "only": _only, "top": _top,
    "turn_order": _turn_order,
    "next": _around_table(lambda seats: seats[1 % len(seats)]),
    "others": _around_table(lambda seats: seats[1:]),
    "seats_from": _around_table(lambda seats: seats),
    "position": _position,
    "square": _square, "after": _after, "between": _pair, "beyond": _pair, "distance": _pair,
    "beside": _space, "around": _space, "straight": _space, "diagonal": _space, "row": _space, "column": _space,
}  # fmt: skip
MAKERS: dict[type[c.Expr], Maker] = {c.Builtin: builtin}

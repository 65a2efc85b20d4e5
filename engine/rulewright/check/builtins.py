"""Calls: built-in functions (a table: a row for each), defines, tables and makers of records."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.check import bounds, types
from rulewright.check.checked import (
    Arith,
    Builtin,
    Const,
    EnumT,
    Expr,
    NumberT,
    PiecesT,
    SetT,
    Type,
    UnknownT,
)
from rulewright.check.core import BuiltinHandler, Checker
from rulewright.check.scope import Env
from rulewright.check.symbols import BoardInfo
from rulewright.check.words import constant, narrowed
from rulewright.expr import tree as t

_GRIDS = ("grid", "drawn")


@dataclass(frozen=True)
class Row:
    """A built-in function: how many arguments, and what reads a call."""

    count: int
    read: Callable[[Checker, t.Call, Env], Expr]


# ---------- zones and numbers ----------


def _size(ck: Checker, node: t.Call, env: Env) -> Expr:
    what = ck.domain(node.args[0], env)
    return Builtin("size", (what,), type=NumberT(0, None), at=node.at.span)


def _pieces(ck: Checker, node: t.Call, env: Env) -> Expr | None:
    zone = ck.need(ck.expr(node.args[0], env), node.args[0])
    if isinstance(zone.type, PiecesT):
        return zone
    if not isinstance(zone.type, UnknownT):
        ck.error("type", f"`{node.name}` is asked of a zone, this is {types.called(zone.type)}", node.args[0])
    return None


def _only(ck: Checker, node: t.Call, env: Env) -> Expr:
    zone = _pieces(ck, node, env)
    if zone is None:
        return ck.hole(node)
    assert isinstance(zone.type, PiecesT)
    return Builtin("only", (zone,), type=zone.type.of, at=node.at.span)


def _top(ck: Checker, node: t.Call, env: Env) -> Expr:
    zone = _pieces(ck, node, env)
    if zone is None:
        return ck.hole(node)
    assert isinstance(zone.type, PiecesT)
    if zone.type.shape == "bag":
        ck.error("type", "a bag has no top", node.args[0], "a stack or a row has one")
        return ck.hole(node)
    return narrowed(Builtin("top", (zone,), type=types.opt(zone.type.of), at=node.at.span), env)


def _abs(ck: Checker, node: t.Call, env: Env) -> Expr:
    number = ck.number(node.args[0], env)
    known = bounds.bounds(number.type)
    of = bounds.most([known, bounds.negated(known)])
    return Builtin("abs", (number,), type=NumberT(max(of.low or 0, 0), of.high), at=node.at.span)


def _position(ck: Checker, node: t.Call, env: Env) -> Expr:
    item = ck.need(ck.expr(node.args[0], env), node.args[0])
    of = item.type
    if isinstance(of, EnumT) and of.ids:
        return Builtin("position", (item,), type=NumberT(1, len(of.ids)), at=node.at.span)
    if isinstance(of, NumberT) and of.low is not None and of.high is not None:
        first = Const(of.low - 1, type=NumberT(of.low - 1, of.low - 1), at=node.at.span)
        return Arith("-", item, first, type=NumberT(1, of.high - of.low + 1), at=node.at.span)
    if not isinstance(of, UnknownT):
        ck.error("type", f"`position` is asked of a value of a kind, board or range, this is {types.called(of)}",
                 node.args[0])  # fmt: skip
    return ck.hole(node)


# ---------- players ----------


def _player(ck: Checker, node: t.Call, env: Env) -> Expr:
    return ck.value(node.args[0], env, ck.symbols.enum_type("player"))


def _next(ck: Checker, node: t.Call, env: Env) -> Expr:
    return Builtin("next", (_player(ck, node, env),), type=ck.symbols.enum_type("player"), at=node.at.span)


def _turn_order(ck: Checker, node: t.Call, env: Env) -> Expr:
    of = NumberT(1, ck.game.players.stop - 1)
    return Builtin("turn_order", (_player(ck, node, env),), type=of, at=node.at.span)


def _others(ck: Checker, node: t.Call, env: Env) -> Expr:
    name: Any = node.name
    return Builtin(name, (_player(ck, node, env),), type=SetT(ck.symbols.enum_type("player")), at=node.at.span)


def _can(ck: Checker, node: t.Call, env: Env) -> Expr:
    at = node.at.span
    if not env.sit.me:
        ck.error("no-me", "`can` asks what `me` could do, and there is no `me` here", node)
        return ck.hole(node)
    ck.uses.use_me()
    arg = node.args[0]
    if isinstance(arg, t.Name) and arg.name not in env.names:
        if arg.name in ck.symbols.groups:
            ck.use(arg.name)
            return Builtin("can", (), actions=tuple(ck.symbols.groups[arg.name]), type=types.TRUTH, at=at)
        if arg.name in ck.game.actions:
            ck.use(arg.name)
            return Builtin("can", (), actions=(arg.name,), type=types.TRUTH, at=at)
    what = ck.value(arg, env, types.opt(ck.symbols.enum_type("action")), "what `can` asks about")
    return Builtin("can", (what,), type=types.TRUTH, at=at)


def _before(ck: Checker, node: t.Call, env: Env) -> Expr:
    if not env.sit.before:
        ck.error("unknown-name", "`before` can only be asked in `always`", node)
        return ck.hole(node)
    inner = ck.expr(node.args[0], env)
    return Builtin("before", (inner,), type=inner.type, at=node.at.span)


# ---------- boards ----------


def _space(ck: Checker, node: t.Call, env: Env, number: int, shapes: tuple[str, ...]) -> tuple[Expr, BoardInfo] | None:
    """An argument that is a space of a board of some shapes, and that board."""
    item = ck.expr(node.args[number], env)
    of = types.strip(item.type)
    if isinstance(of, UnknownT):
        return None
    boards = ck.symbols.boards_of(of, shapes)
    if len(boards) == 1:
        return item, boards[0]
    shown = " or ".join(f"`{s}`" for s in shapes)
    if boards:
        ck.error("type", f"{types.called(of)} is on the boards `{boards[0].name}` and `{boards[1].name}`",
                 node.args[number], f"write `as {boards[0].name}`")  # fmt: skip
    else:
        ck.error("type", f"`{node.name}` is asked of a space of a board with {shown}, this is {types.called(of)}",
                 node.args[number])  # fmt: skip
    return None


def _board_type(ck: Checker, board: BoardInfo) -> EnumT:
    return ck.symbols.enum_type(board.space_type)


def _after(ck: Checker, node: t.Call, env: Env) -> Expr:
    found = _space(ck, node, env, 0, ("ring",))
    steps = ck.number(node.args[1], env)
    if found is None:
        return ck.hole(node)
    space, board = found
    of: Type = _board_type(ck, board)
    if types.may_be_none(space.type):
        of = types.opt(of)
    return Builtin("after", (space, steps), board=board.name, type=of, at=node.at.span)


def _around(*shapes: str) -> Callable[[Checker, t.Call, Env], Expr]:
    """Functions from a space to a set of spaces."""

    def read(ck: Checker, node: t.Call, env: Env) -> Expr:
        found = _space(ck, node, env, 0, shapes)
        if found is None:
            return ck.hole(node)
        space, board = ck.need(found[0], node.args[0]), found[1]
        name: Any = node.name
        return Builtin(name, (space,), board=board.name, type=SetT(_board_type(ck, board)), at=node.at.span)

    return read


def _way(*shapes: str) -> Callable[[Checker, t.Call, Env], Expr]:
    """Functions from two spaces to the spaces on the way from one through the other."""

    def read(ck: Checker, node: t.Call, env: Env) -> Expr:
        pair = _pair(ck, node, env, shapes)
        if pair is None:
            return ck.hole(node)
        board = pair[2]
        name: Any = node.name
        return Builtin(name, pair[:2], board=board.name, type=SetT(_board_type(ck, board)), at=node.at.span)

    return read


def _distance(ck: Checker, node: t.Call, env: Env) -> Expr:
    pair = _pair(ck, node, env, ("ring", "grid", "drawn", "graph"))
    if pair is None:
        return ck.hole(node)
    of: Type = NumberT(0, None)
    if pair[2].shape in ("drawn", "graph"):  # no way may lead there
        of = types.opt(of)
    return narrowed(Builtin("distance", pair[:2], board=pair[2].name, type=of, at=node.at.span), env)


def _pair(ck: Checker, node: t.Call, env: Env, shapes: tuple[str, ...]) -> tuple[Expr, Expr, BoardInfo] | None:
    one, other = _space(ck, node, env, 0, shapes), _space(ck, node, env, 1, shapes)
    if one is None or other is None:
        return None
    if one[1] is not other[1]:
        ck.error("type", f"this space is on the board `{other[1].name}`, the other on `{one[1].name}`", node.args[1])
        return None
    return ck.need(one[0], node.args[0]), ck.need(other[0], node.args[1]), one[1]


def _line_of(ck: Checker, node: t.Call, env: Env) -> Expr:
    found = _space(ck, node, env, 0, _GRIDS)
    if found is None:
        return ck.hole(node)
    space, board = ck.need(found[0], node.args[0]), found[1]
    high = board.size[0] if node.name == "row" else board.size[1]
    name: Any = node.name
    return Builtin(name, (space,), board=board.name, type=NumberT(1, high or None), at=node.at.span)


def _square(ck: Checker, node: t.Call, env: Env) -> Expr:
    grids = [b for b in ck.symbols.boards.values() if b.shape == "grid"]
    named = [b for b in grids if b.space_type == node.name] or grids
    if len(named) != 1:
        what = "there is no board with `grid` here" if not named else "there are several boards with `grid`"
        ck.error("type", what, node, "write the name of its type of space: `NAME(row, column)`" if named else None)
        return ck.hole(node)
    board = named[0]
    ck.use(board.space_type)
    args: list[Expr] = []
    sure = True
    for arg, size in zip(node.args, board.size, strict=True):
        found = ck.number(arg, env)
        args.append(ck.fit(found, NumberT(1, size), arg, "this row" if not args else "this column"))
        sure = sure and bounds.at_least(found.type, 1) and bounds.at_most(found.type, size)
    if any(isinstance(a.type, UnknownT) for a in args):
        return ck.hole(node)
    if all(isinstance(a, Const) for a in args):
        word = f"{board.space_type}({args[0].value}, {args[1].value})"  # type: ignore[attr-defined]
        number = ck.symbols.words[board.space_type].get(word)  # none of a board that is told to be too large
        return ck.hole(node) if number is None else constant(ck, number, node, env, None)
    of: Type = _board_type(ck, board)
    return narrowed(
        Builtin("square", tuple(args), board=board.name, type=of if sure else types.opt(of), at=node.at.span), env
    )


# ---------- scenarios ----------


def _points_of(ck: Checker, node: t.Call, env: Env) -> Expr:
    line = node.args[0]
    if not env.sit.foreign:
        ck.error("unknown-name", "`points_of` can only be asked in scenarios", node)
        return ck.hole(node)
    if not isinstance(line, t.Name) or line.name not in ck.game.scoring:
        return ck.unknown_name("line of `scoring`", getattr(line, "name", ".."), line, ck.game.scoring)
    player = ck.value(node.args[1], env, ck.symbols.enum_type("player"))
    return Builtin("points_of", (player,), line=line.name, type=types.NUMBER, at=node.at.span)


ROWS: dict[str, Row] = {
    "size": Row(1, _size),
    "only": Row(1, _only),
    "top": Row(1, _top),
    "abs": Row(1, _abs),
    "position": Row(1, _position),
    "next": Row(1, _next),
    "turn_order": Row(1, _turn_order),
    "others": Row(1, _others),
    "seats_from": Row(1, _others),
    "can": Row(1, _can),
    "before": Row(1, _before),
    "after": Row(2, _after),
    "between": Row(2, _way("ring", *_GRIDS)),
    "beyond": Row(2, _way(*_GRIDS)),
    "beside": Row(1, _around("grid", "drawn", "graph")),
    "around": Row(1, _around(*_GRIDS)),
    "straight": Row(1, _around(*_GRIDS)),
    "diagonal": Row(1, _around(*_GRIDS)),
    "row": Row(1, _line_of),
    "column": Row(1, _line_of),
    "distance": Row(2, _distance),
    "square": Row(2, _square),
    "points_of": Row(2, _points_of),
}


def reader(row: Row) -> BuiltinHandler:
    """What reads a call of a built-in function, after counting its arguments."""

    def read(ck: Checker, node: t.Call, env: Env) -> Expr:
        if len(node.args) != row.count:
            wanted = "1 argument" if row.count == 1 else f"{row.count} arguments"
            ck.error("arity", f"`{node.name}` needs {wanted}, not {len(node.args)}", node)
            return ck.hole(node)
        return row.read(ck, node, env)

    return read


BUILTINS: dict[str, BuiltinHandler] = {name: reader(row) for name, row in ROWS.items()}

"""Places: the cells of variables and zones for given keys, and what they hold."""

import ast
from collections.abc import Sequence

from rulewright.check import checked as c
from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.expressions import tabled
from rulewright.program.expressions.core import Env, Expressions, Maker, may_be_none
from rulewright.program.layout import Cells

FEW_KINDS = 3  # of so many kinds a counted bag's cells are looked at one by one

Nodes = Sequence[ast.expr]

# ---------- cells ----------


def cell_index(x: Expressions, cells: Cells, keys: Nodes) -> ast.expr:
    """The index of the first cell for keys: the constant parts are added up here."""
    fixed, moving = cells.base, None
    for values, key, stride in zip(cells.keys, keys, cells.strides, strict=True):
        offset = key_offset(x, values, key)
        if isinstance(offset, ast.BinOp) and isinstance(offset.op, ast.Sub) and py.is_const(offset.right):
            fixed -= py.number(offset.right) * stride
            offset = offset.left
        if isinstance(offset, ast.Constant):
            fixed += py.number(offset) * stride
        else:
            offset = py.arith("*", offset, py.const(stride))
            moving = offset if moving is None else py.arith("+", moving, offset)
    return py.const(fixed) if moving is None else py.arith("+", moving, py.const(fixed))


def key_offset(x: Expressions, values: tuple[int, ...], key: ast.expr) -> ast.expr:
    """The place of a key among its values."""
    if py.is_const(key, None):
        return py.const(0)  # a key that is always none: what stands around asks `missing` first
    if values and values == tuple(range(values[0], values[0] + len(values))):
        return py.arith("-", key, py.const(values[0]))
    table = {v: i for i, v in enumerate(values)}
    if isinstance(key, ast.Constant):
        return py.const(table[py.number(key)])
    return py.item(x.unit.constant(table), key)


def cell(env: Env, cells: Cells, index: ast.expr) -> ast.expr:
    """A cell of a variable or zone."""
    return notes.reading(py.item(py.name(env.state_of(cells.root)), index), frozenset({cells.root}))


def run_of_cells(env: Env, cells: Cells, index: ast.expr, number: int) -> ast.expr:
    """So many cells of a zone as a slice."""
    end = plus(index, py.const(number))
    return notes.reading(py.part(py.name(env.state_of(cells.root)), index, end), frozenset({cells.root}))


def missing(keys: Sequence[c.Expr], nodes: Nodes) -> ast.expr:
    """Whether a key is none; `nodes` is the keys' code."""
    return py.any_of(py.is_none(n) for k, n in zip(keys, nodes, strict=True) if may_be_none(k.type))


def _missing_once(x: Expressions, keys: Sequence[c.Expr], nodes: Nodes, env: Env) -> tuple[ast.expr, Nodes]:
    """Whether a key is none, and the keys' code behind this question: each key is worked out once."""
    asked = [x.twice(n, env) if may_be_none(k.type) else (n, n) for k, n in zip(keys, nodes, strict=True)]
    optional = [n for n, (k, _) in enumerate(zip(keys, nodes, strict=True)) if may_be_none(k.type)]
    if len(optional) > 1:  # where the first is none the others are not worked out
        return missing(keys, nodes), nodes
    return py.any_of(py.is_none(asked[n][0]) for n in optional), [again for _, again in asked]


# ---------- what places hold ----------


def read(x: Expressions, e: c.Read, env: Env) -> ast.expr:
    """The value of a variable, the pieces of a zone; none if a key is none."""
    place = e.place
    nodes: Nodes = x.keys(place.keys, env)
    looked_up = _looked_up(x, place, nodes, env)
    if looked_up is not None:
        return looked_up
    none, nodes = _missing_once(x, place.keys, nodes, env)
    if isinstance(place, c.VarPlace):
        if place.variable in env.known:
            return env.known[place.variable]
        cells = x.layout.variables[place.variable]
        value = cell(env, cells, cell_index(x, cells, nodes))
    else:
        value = contents(x, place, env, nodes)
    return py.if_expr(none, py.const(None), value)


def _looked_up(x: Expressions, place: c.Place, nodes: Nodes, env: Env) -> ast.expr | None:
    """The content of the one cell for a key that is looked up; None if it is no such place."""
    cells: Cells
    match place:
        case c.VarPlace(variable=name) if name in x.layout.variables:
            cells = x.layout.variables[name]
        case c.ZonePlace(zone=name) if x.layout.zones[name].shape == "slot":
            cells = x.layout.zones[name]
        case _:
            return None
    index = tabled.cell_of(x, cells, nodes[0]) if len(nodes) == 1 else None
    return None if index is None else cell(env, cells, index)


def contents(x: Expressions, place: c.ZonePlace, env: Env, nodes: Nodes | None = None) -> ast.expr:
    """A zone's pieces as a tuple (a slot's piece): counted bags are spelt out, free slots left out.

    `nodes` is the keys' code, where it is made already; so too below.
    """
    zone = x.layout.zones[place.zone]
    if nodes is None:
        nodes = x.keys(place.keys, env)
    if zone.counted is not None:
        return py.call("expanded", x.unit.constant(zone.counted), counts(x, place, env, nodes))
    held = raw(x, place, env, nodes)
    return py.call("pieces_in", held) if zone.slots is not None else held


def raw(x: Expressions, place: c.ZonePlace, env: Env, nodes: Nodes | None = None) -> ast.expr:
    """The one cell of a zone that is not counted."""
    return cell(env, x.layout.zones[place.zone], zone_index(x, place, env, nodes))


def counts(x: Expressions, place: c.ZonePlace, env: Env, nodes: Nodes | None = None) -> ast.expr:
    """The cells of a counted bag as a slice."""
    zone = x.layout.zones[place.zone]
    return run_of_cells(env, zone, zone_index(x, place, env, nodes), zone.width)


def few_cells(x: Expressions, place: c.ZonePlace, env: Env) -> list[ast.expr] | None:
    """The cells of a bag of very few kinds, one by one: cheaper than a slice. None for any other."""
    zone = x.layout.zones[place.zone]
    if not 0 < zone.width <= FEW_KINDS:
        return None
    index = zone_index(x, place, env)
    return [cell(env, zone, plus(index, py.const(n))) for n in range(zone.width)]


def count(x: Expressions, place: c.ZonePlace, piece: ast.expr, env: Env, of: c.Type | None = None) -> ast.expr:
    """How many of one piece a counted bag holds; `of` is the piece's type, where it need not be such a piece."""
    zone = x.layout.zones[place.zone]
    assert zone.counted is not None
    if not _may_be_another(of, zone.counted):
        return cell(env, zone, count_cell(x, place, piece, env))
    if isinstance(piece, ast.Constant):
        there = piece.value in zone.counted
        return cell(env, zone, count_cell(x, place, piece, env)) if there else py.const(0)
    first, again = x.twice(piece, env)
    known = py.compare("in", first, x.unit.constant(zone.counted))
    return py.if_expr(known, cell(env, zone, count_cell(x, place, again, env)), py.const(0))


def _may_be_another(of: c.Type | None, counted: tuple[int, ...]) -> bool:
    """Whether a number may be none of those that a bag counts."""
    inner = of.of if isinstance(of, c.OptT) else of
    if not isinstance(inner, c.NumberT):
        return False
    return inner.low is None or inner.high is None or not {inner.low, inner.high} <= set(counted)


def count_cell(x: Expressions, place: c.ZonePlace, piece: ast.expr, env: Env) -> ast.expr:
    """The index of the cell that counts one piece in a counted bag."""
    zone = x.layout.zones[place.zone]
    assert zone.counted is not None
    index = zone_index(x, place, env)
    return plus(index, key_offset(x, zone.counted, piece))


def zone_index(x: Expressions, place: c.ZonePlace, env: Env, nodes: Nodes | None = None) -> ast.expr:
    """The index of a zone's first cell."""
    return cell_index(x, x.layout.zones[place.zone], x.keys(place.keys, env) if nodes is None else nodes)


def occupied(x: Expressions, e: c.Occupied, env: Env) -> ast.expr:
    """The keys of a zone of slots where a piece lies, as an iterable."""
    cells = x.layout.zones[e.zone]
    values = x.unit.constant(cells.keys[0])
    filled = run_of_cells(env, cells, py.const(cells.base), cells.count)
    piece = x.game.zones[e.zone].piece
    if not isinstance(piece, c.RecordT) and 0 in (x.setting.few_values(piece) or (0,)):  # a record counts as true
        kept = x.unit.fresh("x")
        filled = py.generator(py.is_none(py.name(kept), True), [(kept, filled, [])])
    return py.call("compress", values, filled)


def plus(a: ast.expr, b: ast.expr) -> ast.expr:
    """`a + b` with constants brought together at the end."""
    moving: list[ast.expr] = []
    fixed = 0
    for node in (a, b):
        if isinstance(node, ast.Constant):
            fixed += py.number(node)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)) and py.is_const(node.right):
            fixed += py.number(node.right) * (1 if isinstance(node.op, ast.Add) else -1)
            moving.append(node.left)
        else:
            moving.append(node)
    result = py.const(0)
    for node in moving:
        result = py.arith("+", result, node)
    return py.arith("+", result, py.const(fixed))


MAKERS: dict[type[c.Expr], Maker] = {c.Read: read}

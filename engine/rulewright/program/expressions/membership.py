"""What a zone or set holds: whether it is empty, how many, how many of one kind, whether something is in it.

Zones are asked by their storage (counts, slots, tuples) without spelling out their pieces.
"""

import ast
from functools import partial, reduce

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import domains, operators, places
from rulewright.program.expressions.core import Env, Expressions, Maker, may_be_none


def is_empty(x: Expressions, e: c.IsEmpty, env: Env) -> ast.expr:
    """`hand is empty`, `hand is not empty`."""
    filled = _has_any(x, e.what, env)
    return py.truth(filled) if e.negated else py.not_(filled)


def _has_any(x: Expressions, what: c.Expr, env: Env) -> ast.expr:
    """A comparison, or something that Python counts as true."""
    if isinstance(what, c.Read) and isinstance(what.place, c.ZonePlace):
        return is_filled(x, what.place, env)
    if isinstance(what, c.Occupied):
        return py.compare("!=", size(x, what, env), py.const(0))
    return x.make(what, env)


def is_filled(x: Expressions, place: c.ZonePlace, env: Env) -> ast.expr:
    """Whether a zone holds a piece: something that Python counts as true where it does."""
    zone = x.layout.zones[place.zone]
    if zone.counted is not None:
        cells = places.few_cells(x, place, env)
        return py.call("any", places.counts(x, place, env)) if cells is None else py.any_of(cells)
    if zone.slots is not None:
        return py.compare("!=", zone_size(x, place, env), py.const(0))
    cell = places.raw(x, place, env)
    return py.is_none(cell, negated=True) if zone.shape == "slot" else cell  # a piece may be 0


def size(x: Expressions, e: c.Expr, env: Env) -> ast.expr:
    """How many pieces a zone or bag holds, or things a set."""
    if isinstance(e, c.Read) and isinstance(e.place, c.ZonePlace):
        return zone_size(x, e.place, env)
    return py.call("len", py.call("tuple", domains.domain(x, e, env)[0]))


def zone_size(x: Expressions, place: c.ZonePlace, env: Env) -> ast.expr:
    """How many pieces a zone holds."""
    zone = x.layout.zones[place.zone]
    if zone.counted is not None:
        cells = places.few_cells(x, place, env)
        return py.call("sum", places.counts(x, place, env)) if cells is None else reduce(partial(py.arith, "+"), cells)
    cell = places.raw(x, place, env)
    if zone.shape == "slot":
        return py.if_expr(py.is_none(cell), py.const(0), py.const(1))
    return py.call("in_slots" if zone.slots is not None else "len", cell)


def number_of(x: Expressions, e: c.NumberOf, env: Env) -> ast.expr:
    """`number of red in hand`."""
    what = x.make(e.what, env)
    if isinstance(e.zone, c.Read) and isinstance(e.zone.place, c.ZonePlace):
        return number_in_zone(x, e.zone.place, what, e.what.type, env)
    return count_in(x, x.make(e.zone, env), what)


def number_in_zone(x: Expressions, place: c.ZonePlace, what: ast.expr, of: c.Type, env: Env) -> ast.expr:
    """How many pieces of one kind, which is of a type, a zone holds."""
    zone = x.layout.zones[place.zone]
    if zone.counted is not None:
        return places.count(x, place, what, env, of)
    cell = places.raw(x, place, env)
    if zone.shape == "slot":
        return py.if_expr(py.compare("==", cell, what), py.const(1), py.const(0))
    return count_in(x, cell, what)


def count_in(x: Expressions, pieces: ast.expr, what: ast.expr) -> ast.expr:
    """How many of some pieces are of one kind."""
    kept = x.unit.fresh("x")
    return py.call("sum", py.generator(py.const(1), [(kept, pieces, [py.compare("==", py.name(kept), what)])]))


def in_(x: Expressions, e: c.In, env: Env) -> ast.expr:
    """`a in b`, `a not in b`."""
    inside = _is_inside(x, e.container, x.make(e.item, env), e.item.type, env)
    return py.not_(inside) if e.negated else inside


def _is_inside(x: Expressions, where: c.Expr, item: ast.expr, of: c.Type, env: Env) -> ast.expr:
    match where:
        case c.AllOf():
            return py.compare("in", item, operators.one_of(x, x.setting.domain(where.enum)))
        case c.SetConst():
            return py.compare("in", item, py.tuple_(x.keys(where.items, env)))
        case c.Span_():
            low, high = x.make(where.low, env), x.make(where.high, env)
            inside = py.all_of([py.compare(">=", item, low), py.compare("<=", item, high)])
            return _if_some(item, inside) if may_be_none(of) else inside
        case c.Occupied():
            cells = x.layout.zones[where.zone]
            return py.is_none(places.cell(env, cells, places.cell_index(x, cells, [item])), negated=True)
        case c.Read(place=c.ZonePlace() as place):
            return is_in_zone(x, place, item, of, env)
        case c.TableKeys():
            return py.compare("in", item, x.unit.constant(tuple(x.game.tables[where.name].rows)))
        case c.KeysOf():
            return py.compare("in", item, x.make(where.map, env))
        case _:
            return py.compare("in", item, domains.domain(x, where, env)[0])


def is_in_zone(x: Expressions, place: c.ZonePlace, item: ast.expr, of: c.Type, env: Env) -> ast.expr:
    """Whether a zone holds such a piece, which is of a type; if it may be none, that is held by no zone."""
    zone = x.layout.zones[place.zone]
    if zone.shape == "slot":
        return py.compare("==", places.raw(x, place, env), item)
    if zone.counted is not None:
        count = places.count(x, place, item, env, of)
        there = py.compare(">", count, py.const(0))
    else:
        there = py.compare("in", item, places.raw(x, place, env))
    return _if_some(item, there) if may_be_none(of) else there


def _if_some(item: ast.expr, condition: ast.expr) -> ast.expr:
    return py.all_of([py.is_none(item, negated=True), condition])


MAKERS: dict[type[c.Expr], Maker] = {c.IsEmpty: is_empty, c.NumberOf: number_of, c.In: in_}

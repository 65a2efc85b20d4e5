"""How pieces come and go in every storage that a zone may have, how many there are, and how many there is room for."""

import ast

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import membership, places
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.pyast import Code

_FEW = 100  # pieces that are moved or rolled without being charged for

# ---------- coming and going ----------


def take(x: Expressions, place: c.ZonePlace, piece: ast.expr, env: Env, number: ast.expr | None = None) -> Code:
    """Takes one piece (or a number of one kind, of a counted bag) out of a zone that has it."""
    zone = x.layout.zones[place.zone]
    if zone.counted is not None:
        return [py.bump(env.state, places.count_cell(x, place, piece, env), "-", number or py.const(1))]
    index = places.zone_index(x, place, env)
    if zone.shape == "slot":
        return [py.store(env.state, index, py.const(None))]
    cell = places.cell(env, zone, index)
    if zone.shape == "stack":  # the topmost leaves
        left = py.reversed_(py.call("without", py.reversed_(cell), piece))
    else:
        left = py.call("without_slot" if zone.slots is not None else "without", cell, piece)
    return [py.store(env.state, index, left)]


def put(
    x: Expressions, place: c.ZonePlace, piece: ast.expr, end: str | None, env: Env, number: ast.expr | None = None
) -> Code:
    """Lays one piece (or a number of one kind, into a counted bag) into a zone that has room."""
    zone = x.layout.zones[place.zone]
    if zone.counted is not None:
        return [py.bump(env.state, places.count_cell(x, place, piece, env), "+", number or py.const(1))]
    index = places.zone_index(x, place, env)
    cell = places.cell(env, zone, index)
    if zone.shape == "slot":
        new = piece
    elif zone.shape == "bag":
        new = py.call("with_piece", cell, piece)
    elif zone.slots is not None:
        new = py.call("into_slot", cell, piece)
    elif end == "bottom":
        new = py.arith("+", py.tuple_([piece]), cell)
    else:
        new = py.arith("+", cell, py.tuple_([piece]))
    return [py.store(env.state, index, new)]


def clear(x: Expressions, place: c.ZonePlace, env: Env) -> Code:
    """Takes everything out of a zone."""
    zone = x.layout.zones[place.zone]
    index = places.zone_index(x, place, env)
    if zone.counted is not None:
        end = py.arith("+", index, py.const(zone.width))
        return [py.store_part(env.state, index, end, py.const((0,) * zone.width))]
    if zone.shape == "slot":
        return [py.store(env.state, index, py.const(None))]
    if zone.slots is not None:
        length = py.call("len", places.cell(env, zone, index))
        return [py.store(env.state, index, py.arith("*", py.const((None,)), length))]
    return [py.store(env.state, index, py.const(()))]


def from_open_end(x: Expressions, place: c.ZonePlace, env: Env) -> ast.expr:
    """A zone's pieces in the order in which they leave it one by one."""
    contents = places.contents(x, place, env)
    shape = x.layout.zones[place.zone].shape
    if shape == "stack":
        return py.reversed_(contents)
    if shape == "slot":
        return py.if_expr(py.is_none(contents), py.const(()), py.tuple_([contents]))
    return contents


# ---------- how many, and room for how many ----------


def available(x: Expressions, place: c.ZonePlace, env: Env) -> ast.expr:
    """How many pieces can be drawn from a zone, those that it would recycle included."""
    size = membership.zone_size(x, place, env)
    recycled = x.game.zones[place.zone].recycle_from
    return size if recycled is None else py.arith("+", size, membership.zone_size(x, recycled, env))


def capacity(x: Expressions, place: c.ZonePlace, env: Env) -> ast.expr | None:
    """A zone's `at_most` for given keys; a slot holds one piece; None: any number."""
    zone = x.game.zones[place.zone]
    if zone.shape == "slot":
        return py.const(1)
    if zone.at_most is None:
        return None
    keys = x.keys(place.keys, env)
    bound: dict[c.Var, ast.expr] = {k.var: n for k, n in zip(zone.keys, keys, strict=True)}
    return x.make(zone.at_most, Env(bound, env.state, env.me))


def room(x: Expressions, place: c.ZonePlace, env: Env) -> ast.expr | None:
    """How many pieces more a zone takes; None: any number."""
    most = capacity(x, place, env)
    return None if most is None else py.arith("-", most, membership.zone_size(x, place, env))


def is_roomy(x: Expressions, place: c.ZonePlace) -> bool:
    """Whether a zone takes any number of pieces."""
    zone = x.game.zones[place.zone]
    return zone.shape != "slot" and zone.at_most is None


def pieces(number: ast.expr, env: Env) -> ast.expr:
    """A number of pieces that are moved or rolled one by one: a large or unknown one is charged."""
    if isinstance(number, ast.Constant) and isinstance(number.value, int) and number.value <= _FEW:
        return number
    return py.call("amount", py.name(env.state), number)

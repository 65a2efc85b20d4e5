"""Domains: what loops, picks and comprehensions run through, in its order."""

import ast
from dataclasses import replace
from functools import partial, reduce

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import held, places, promised
from rulewright.program.expressions.core import Env, Expressions, Maker, may_be_none
from rulewright.program.work import LONGEST_FREE

UNROLLED = 48  # a comprehension over fixed domains of at most this many rounds is written out

LoopClause = tuple[str, ast.expr, list[ast.expr]]  # the variable, what it runs through, the tests of `where`

# ---------- domains ----------


def domain(x: Expressions, e: c.Expr, env: Env, weight: int = 1) -> tuple[ast.expr, bool]:
    """An iterable of a domain's values in their order, and whether it may hold doubles.

    A long or open domain is charged `weight` for each value when a loop over it begins.
    """
    env = replace(env, no_walrus=True)
    fixed = fixed_values(x, e)
    if fixed is not None:
        values = x.unit.constant(fixed)
        if len(fixed) > LONGEST_FREE:
            values = py.call("charged", py.name(env.state), values, py.const(len(fixed) * weight))
        return values, False
    match e:
        case c.Span_():
            ends = x.make(e.low, env), x.make(e.high, env)
            return py.call("span", py.name(env.state), *ends, py.const(weight)), False
        case c.SetConst():
            items = py.tuple_(x.keys(e.items, env))
            return items if len(e.items) == 1 else py.call("distinct", items), False
        case c.Occupied():
            return places.occupied(x, e, env), False
        case c.KeysOf():
            return _keys_of(x, e, env), False
        case c.Read(place=c.ZonePlace() as place):
            return _pieces_of(x, place, env)
        case _:
            value = x.make(e, env)
            if isinstance(e, c.ReachFrom) and isinstance(value, ast.Call):
                value = value.args[0]  # what is looped over at once need not be a tuple
            if may_be_none(e.type):
                value = py.if_expr(py.is_none(value), py.const(()), value)
            return value, isinstance(e.type, c.PiecesT)


def steady(x: Expressions, e: c.Expr, env: Env) -> ast.expr | None:
    """A domain as something that nobody changes while a loop runs through it; None where it must be copied first."""
    if fixed_values(x, e) is not None:
        values = domain(x, e, env)[0]
        return values if isinstance(values, ast.Name) else None
    if isinstance(e, c.Builtin) and e.board is not None:
        return x.make(e, env)  # a row of a table
    return None


def fixed_values(x: Expressions, e: c.Expr) -> tuple[int, ...] | None:
    """A domain's values where they are known now."""
    match e:
        case c.AllOf():
            return x.setting.domain(e.enum)
        case c.TableKeys():
            return tuple(sorted(x.game.tables[e.name].rows))
        case c.Span_():
            low, high = x.setting.static(e.low), x.setting.static(e.high)
            if isinstance(low, int) and isinstance(high, int) and high - low < LONGEST_FREE:
                return tuple(range(low, high + 1))
        case c.SetConst():
            values = [v for v in map(x.setting.static, e.items) if isinstance(v, int) and not isinstance(v, bool)]
            if len(values) == len(e.items):
                return tuple(dict.fromkeys(values))
        case _:
            pass
    return None


def _keys_of(x: Expressions, e: c.KeysOf, env: Env) -> ast.expr:
    """The keys of a map; those of an attribute's map are known for each row, and put in declared order."""
    if not isinstance(e.map, c.AttrOf) or may_be_none(e.map.base.type):
        return x.make(e.map, env)
    order = {i: n for n, i in enumerate(k for enum in x.game.enums.values() for k in enum.ids)}
    keys = {
        i: tuple(sorted((k[0] for k, _ in value.items), key=lambda k: order.get(k, k)))
        for i, value in x.game.attributes[e.map.name].values.items()
        if isinstance(value, c.MapConst)
    }
    return py.item(x.unit.constant(keys), x.make(e.map.base, env))


def _pieces_of(x: Expressions, place: c.ZonePlace, env: Env) -> tuple[ast.expr, bool]:
    """A zone's pieces, a stack's from the top."""
    zone = x.layout.zones[place.zone]
    if zone.counted is not None:
        cells = places.few_cells(x, place, env)
        if cells is None:
            return py.call("compress", x.unit.constant(zone.counted), places.counts(x, place, env)), False
        subsets = tuple(tuple(p for i, p in enumerate(zone.counted) if n >> i & 1) for n in range(2 ** len(cells)))
        bits = [py.if_expr(cell, py.const(1 << i), py.const(0)) for i, cell in enumerate(cells)]
        return py.item(x.unit.constant(subsets), reduce(partial(py.arith, "+"), bits)), False
    cell = places.raw(x, place, env)
    if zone.shape == "slot":
        return py.if_expr(py.is_none(cell), py.const(()), py.tuple_([cell])), False
    if zone.shape == "stack":
        cell = py.reversed_(cell)
    if zone.slots is not None:
        cell = py.call("pieces_in", cell)
    return cell, not _all_different(x, place.zone)


def _all_different(x: Expressions, name: str) -> bool:
    """Whether a zone's pieces are single cards of which there is one each."""
    zone = x.game.zones[name]
    if not x.layout.is_single_cards(zone):
        return False
    return all(
        x.setting.static(content.number) == 1
        for z in x.game.zones.values()
        if z.component == zone.component
        for content in z.holds
    )


# ---------- loops ----------


def loop(x: Expressions, bind: c.Bind, env: Env, weight: int = 1) -> tuple[LoopClause, Env]:
    """The clause of a comprehension or `for`, and the scope inside it; `weight` is the work of a round."""
    kept = x.unit.fresh("x")
    zone, gone = _without(bind.domain)
    single = _only_value(x, bind)
    if zone is not None and single is not None and single in (x.layout.zones[zone.zone].counted or ()):
        return _single(x, bind, zone, gone, single, env)
    x.know(kept, values_in(x, bind))
    inner = env.bind(bind.var, py.name(kept))
    where = [] if bind.where is None else [x.asked(bind.where, inner)]
    inner = promised.promise(x, bind.where, found(x, bind.domain, py.name(kept), inner))
    if zone is not None and gone and x.layout.zones[zone.zone].counted is not None:
        left = _is_left(x, zone, gone, py.name(kept), env)
        return (kept, _pieces_of(x, zone, replace(env, no_walrus=True))[0], [left, *where]), inner
    iterable, doubles = domain(x, bind.domain, env, weight)
    if doubles:
        iterable = py.call("distinct", iterable)
    return (kept, iterable, where), inner


def _only_value(x: Expressions, bind: c.Bind) -> int | None:
    """The one value that `where` lets pass, if it names one: `die in pool where die is 6`."""
    if x.counting.active:  # which of the others it lets not pass is to be seen
        return None
    parts = bind.where.parts if isinstance(bind.where, c.Logic) and bind.where.op == "and" else (bind.where,)
    for part in parts:
        if isinstance(part, c.Compare) and part.op == "is" and isinstance(part.left, c.Local):
            value = x.setting.static(part.right)
            if part.left.var is bind.var and isinstance(value, int) and not isinstance(value, bool):
                return value
    return None


def _single(
    x: Expressions, bind: c.Bind, zone: c.ZonePlace, gone: list[c.Expr], value: int, env: Env
) -> tuple[LoopClause, Env]:
    """The clause of a loop over a counted bag that one value may pass."""
    piece = py.const(value)
    inner = env.bind(bind.var, piece)
    tests = [py.compare(">", places.count(x, zone, piece, env, c.NumberT()), py.const(0))]
    if gone:
        tests.append(_is_left(x, zone, gone, piece, env))
    tests.append(x.test(bind.where, inner))
    return (x.unit.fresh("x"), py.const((value,)), tests), held.learn(x, inner, zone, x.keys(gone, env), piece)


def found(x: Expressions, domain: c.Expr, piece: ast.expr, env: Env) -> Env:
    """The scope in which a trial knows that a piece of a domain lies in the zone that the domain is of."""
    zone, gone = _without(domain)
    if zone is None or (gone and x.layout.zones[zone.zone].counted is None):
        return env
    return held.learn(x, env, zone, x.keys(gone, env), piece)


def values_in(x: Expressions, bind: c.Bind) -> tuple[int, ...] | None:
    """The values that a loop may run through, where they are known now."""
    fixed = fixed_values(x, bind.domain)
    if fixed is not None:
        return fixed
    zone, _ = _without(bind.domain)
    if zone is not None and x.layout.zones[zone.zone].counted is not None:
        return x.layout.zones[zone.zone].counted
    return x.setting.few_values(bind.var.type)


def _without(e: c.Expr) -> tuple[c.ZonePlace | None, list[c.Expr]]:
    """A zone less some pieces (`pool - a - b`): the zone and the pieces; no zone for any other domain."""
    gone: list[c.Expr] = []
    while isinstance(e, c.BagArith) and e.op == "-" and not isinstance(e.other.type, c.PiecesT):
        gone.append(e.other)
        e = e.bag
    if isinstance(e, c.Read) and isinstance(e.place, c.ZonePlace):
        return e.place, gone
    return None, []


def _is_left(x: Expressions, zone: c.ZonePlace, gone: list[c.Expr], piece: ast.expr, env: Env) -> ast.expr:
    """Whether a counted bag holds a piece more often than it is taken away."""
    there = places.count(x, zone, piece, env)
    taken = py.const(0)
    for other in gone:
        taken = py.arith("+", taken, py.compare("==", piece, x.make(other, env)))
    return py.compare(">", there, taken)


def written_out(x: Expressions, bind: c.Bind, env: Env) -> list[tuple[ast.expr, Env]] | None:
    """The rounds of a short loop over a fixed domain: (test, scope) each; None if it is to be a loop."""
    fixed = fixed_values(x, bind.domain)
    if not fixed or env.rounds * len(fixed) > UNROLLED or x.counting.active:
        return None
    rounds = []
    for value in fixed:
        inner = replace(env.bind(bind.var, py.const(value)), rounds=env.rounds * len(fixed))
        test = x.test(bind.where, inner)
        if not py.is_const(test, False):
            rounds.append((test, inner))
    return rounds


# ---------- domains as values ----------


def all_of(x: Expressions, e: c.AllOf, env: Env) -> ast.expr:
    """All values of an enumerated type."""
    return x.unit.constant(x.setting.domain(e.enum))


def as_value(x: Expressions, e: c.Expr, env: Env) -> ast.expr:
    """Any other domain as a value."""
    return domain(x, e, env)[0]


def occupied(x: Expressions, e: c.Occupied, env: Env) -> ast.expr:
    """The keys of a zone where a piece lies: as a value they are asked more than once."""
    return py.call("tuple", places.occupied(x, e, env))


MAKERS: dict[type[c.Expr], Maker] = {
    c.AllOf: all_of, c.Span_: as_value, c.SetConst: as_value, c.Occupied: occupied, c.KeysOf: as_value,
    c.TableKeys: as_value,
}  # fmt: skip

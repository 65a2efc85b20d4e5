"""Pieces that come one by one: draws from the top, the left or at random; `recycle`, `refill`; shuffling."""

import ast
from functools import partial, reduce

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import membership, places
from rulewright.program.expressions.core import Env
from rulewright.program.layout import ZoneCells
from rulewright.program.pyast import Code
from rulewright.program.sentences import storage
from rulewright.program.sentences.core import Sentences

FEW_KINDS = 8  # of a counted bag: a draw from it is written out

# ---------- draws ----------


def draw_one(s: Sentences, place: c.ZonePlace, env: Env) -> ast.expr:
    """Takes the next piece of a zone and gives it."""
    index = places.zone_index(s.x, place, env)
    zone = s.x.layout.zones[place.zone]
    if zone.counted is not None and not s.traced:
        if zone.width <= FEW_KINDS and isinstance(index, ast.Constant):
            return py.call(_counted_drawer(s, place.zone, zone.counted, py.number(index)), py.name(env.state))
        kind = py.call("draw_kind", py.name(env.state), index, py.const(zone.width))
        return py.item(s.x.unit.constant(zone.counted), kind)
    return py.call(_drawer(s, place.zone), py.name(env.state), index)


def _counted_drawer(s: Sentences, name: str, kinds: tuple[int, ...], first: int) -> str:
    """The function `(S) -> piece` that draws from a counted bag of few kinds: as `draw_kind`, written out."""

    def write(function: str) -> None:
        state, left = py.name("S"), py.name("left")
        cells = [py.const(cell) for cell in range(first, first + len(kinds))]
        counts = [py.name(f"n{i}") for i in range(len(kinds))]
        body: Code = [py.assign(f"n{i}", py.item(state, cell)) for i, cell in enumerate(cells)]
        number = py.name("n")
        body.append(py.assign("n", reduce(partial(py.arith, "+"), counts)))
        alike = py.any_of([py.compare("==", count, number) for count in counts])
        body.append(py.assign("left", py.if_expr(alike, py.const(0), py.call("below", state, number))))
        for cell, count, kind in zip(cells, counts, kinds, strict=True):
            taken: Code = [py.store("S", cell, py.arith("-", count, py.const(1))), py.return_(py.const(kind))]
            last = kind == kinds[-1]
            body += taken if last else py.if_(py.compare("<", left, count), taken)
            body += [] if last else [py.assign("left", py.arith("-", left, count))]
        s.x.unit.define(function, ["S"], body, s.x.game.zones[name].at)

    return s.x.unit.once(("draw counted", name, first), "draw", write)


def _drawer(s: Sentences, name: str) -> str:
    """The function `(S, i) -> piece` that draws one from the zone whose first cell is i."""

    def write(function: str) -> None:
        zone = s.x.layout.zones[name]
        if zone.counted is not None:
            body = _from_counts(s, zone, zone.counted)
        else:
            draw = {"bag": _from_bag, "row": _from_row}.get(zone.shape, _from_stack)
            body = [py.assign("t", py.item(py.name("S"), py.name("i"))), *draw(s, zone)]
        s.x.unit.define(function, ["S", "i"], [*body, py.return_(py.name("p"))], s.x.game.zones[name].at)

    return s.x.unit.once(("draw", name, s.traced), "draw", write)


# Each of these sets `p` to the piece and stores what is left; `t` is the zone's tuple.


def _from_counts(s: Sentences, zone: ZoneCells, counted: tuple[int, ...]) -> Code:
    state, i, p = py.name("S"), py.name("i"), py.name("p")
    cells = py.part(state, i, py.arith("+", i, py.const(zone.width)))
    pieces = py.call("expanded", s.x.unit.constant(counted), cells)
    cell = py.arith("+", i, places.key_offset(s.x, counted, p))
    return [py.assign("p", py.call("choose", state, pieces)), py.bump("S", cell, "-", py.const(1))]


def _from_bag(s: Sentences, zone: ZoneCells) -> Code:
    left = py.call("without", py.name("t"), py.name("p"))
    return [py.assign("p", py.call("choose", py.name("S"), py.name("t"))), py.store("S", py.name("i"), left)]


def _from_row(s: Sentences, zone: ZoneCells) -> Code:
    t, p = py.name("t"), py.name("p")
    pieces, without = (t, "without") if zone.slots is None else (py.call("pieces_in", t), "without_slot")
    return [py.assign("p", py.item(pieces, py.const(0))), py.store("S", py.name("i"), py.call(without, t, p))]


def _from_stack(s: Sentences, zone: ZoneCells) -> Code:
    t = py.name("t")
    scripted = [py.assign("t", py.call("to_top", py.name("S"), t))] if s.traced else []
    return [
        *_renew(s, zone.name, "needed"),
        *scripted,
        py.assign("p", py.item(t, py.const(-1))),
        py.assign("t", py.part(t, None, py.const(-1))),
        *_renew(s, zone.name, "emptied"),
        py.store("S", py.name("i"), t),
    ]


def _renew(s: Sentences, name: str, when: str) -> Code:
    """Where a stack `t` is empty, all of the zone that it recycles is shuffled into it.

    That is always done when a piece is needed; when the last has been drawn, only if the zone says so.
    """
    declared = s.x.game.zones[name]
    place = declared.recycle_from
    if place is None:
        return []
    if when == "emptied":
        assert declared.recycle_when is not None
        if s.x.setting.static(declared.recycle_when) != "emptied":
            return []
    env = Env({})
    fresh = py.reversed_(py.call("shuffled", py.name("S"), storage.from_open_end(s.x, place, env)))
    index = places.zone_index(s.x, place, env)
    number = py.call("len", py.name("t"))
    noted = s.note_event(env, py.const("recycle"), py.const(place.zone), index, py.const(name), py.name("i"), number)
    return py.if_(py.not_(py.name("t")), [py.assign("t", fresh), *storage.clear(s.x, place, env), *noted])


# ---------- refilling ----------


def refill_after(s: Sentences, source: c.ZonePlace, number: ast.expr, env: Env) -> Code:
    """Refills a zone that so many pieces have left, if it is one that is refilled."""
    zone = s.x.game.zones[source.zone]
    if zone.refill is None:
        return []
    keys = s.x.keys(source.keys, env)
    bound: dict[c.Var, ast.expr] = {k.var: n for k, n in zip(zone.keys, keys, strict=True)}
    index = places.cell_index(s.x, s.x.layout.zones[zone.name], keys)
    from_ = places.zone_index(s.x, zone.refill, Env(bound, env.state))
    refill = py.do(py.call(_refiller(s, zone, zone.refill), py.name(env.state), index, from_))
    if py.is_const(number, 1):
        return [refill]
    return [py.for_(s.x.unit.fresh("i"), py.call("range", number), [refill])]


def _refiller(s: Sentences, zone: c.Zone, source: c.ZonePlace) -> str:
    """The function `(S, i, j)` that draws one piece from the zone at j to the one at i, if it is there and has room."""

    def write(function: str) -> None:
        state, i, p = py.name("S"), py.name("i"), py.name("p")
        row = py.item(state, i)
        there = _is_drawable(s, source.zone)
        drawn = py.assign("p", py.call(_drawer(s, source.zone), state, py.name("j")))
        if s.x.layout.zones[zone.name].slots is not None:
            there = py.all_of([py.compare("in", py.const(None), row), there])
            lay = py.store("S", i, py.call("into_slot", row, p))
        else:
            lay = py.store("S", i, py.arith("+", row, py.tuple_([p])))
        ends = (py.const(source.zone), py.name("j"), py.const(zone.name), i)
        noted = s.note_event(Env({}), py.const("refill"), *ends, p)
        s.x.unit.define(function, ["S", "i", "j"], py.if_(there, [drawn, *noted, lay]), zone.at)

    return s.x.unit.once(("refill", zone.name, s.traced), "refill", write)


def _is_drawable(s: Sentences, name: str) -> ast.expr:
    """Whether the zone whose first cell is j has a piece to draw, or recycles one."""
    source = s.x.layout.zones[name]
    state, j = py.name("S"), py.name("j")
    there: ast.expr = py.item(state, j)
    if source.counted is not None:
        there = py.call("any", py.part(state, j, py.arith("+", j, py.const(source.width))))
    recycled = s.x.game.zones[name].recycle_from
    return there if recycled is None else py.any_of([there, membership.is_filled(s.x, recycled, Env({}))])


# ---------- shuffling ----------


def shuffle(s: Sentences, zone: c.ZonePlace, env: Env) -> Code:
    """Chance: a new order."""
    index = places.zone_index(s.x, zone, env)
    maker = "shuffled_stack" if s.x.layout.zones[zone.zone].shape == "stack" else "shuffled"
    return [py.store(env.state, index, py.call(maker, py.name(env.state), py.item(py.name(env.state), index)))]

"""Sentences that move pieces (`move`, `draw`, `put`, `remove`): what they refuse, and what they do."""

import ast

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import held, membership, places, promised
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.pyast import Code
from rulewright.program.sentences import draws, storage
from rulewright.program.sentences.core import Refusal, Seen, Sentences, is_natural

# ---------- refusals ----------


def refusals(x: Expressions, m: c.Move, env: Env) -> list[Refusal]:
    """What must hold for a move to be possible."""
    found: list[Refusal] = []
    number = _number(x, m, env)
    if number is not None and not is_natural(number):
        found.append(Refusal(py.compare(">=", number, py.const(0)), "the amount {} is negative", (number,)))
    if m.source is not None:
        found += _shortages(x, m, m.source, number, env)
    if m.target is not None and m.target != m.source and m.amount.form != "up to":
        found += _no_room(x, m, m.target, number, env)
    return found


def _number(x: Expressions, m: c.Move, env: Env) -> ast.expr | None:
    return None if m.amount.number is None else x.make(m.amount.number, env)


def _what(x: Expressions, m: c.Move, env: Env) -> ast.expr:
    assert m.amount.what is not None, m
    return x.make(m.amount.what, env)


def _shortages(x: Expressions, m: c.Move, source: c.ZonePlace, number: ast.expr | None, env: Env) -> list[Refusal]:
    """The pieces must be in the source."""
    if m.amount.form == "pieces":
        return [_short_of_kind(x, m, source, number, env)]
    if m.amount.form == "count":
        assert number is not None
        there = storage.available(x, source, env)
        seen, enough = Seen(f"size({source.at.words})", there), py.compare(">=", there, number)
        return [Refusal(enough, "there are only {}, not {}", (there, number), reads=lambda: [seen])]
    if m.amount.form == "bag":
        bag, pieces = _what(x, m, env), places.contents(x, source, env)
        kind = x.unit.fresh("x")
        asked, there = (membership.count_in(x, some, py.name(kind)) for some in (bag, pieces))
        enough = py.call("all", py.generator(py.compare("<=", asked, there), [(kind, bag, [])]))
        return [Refusal(enough, "the pieces are not there")]
    return []


def _short_of_kind(x: Expressions, m: c.Move, source: c.ZonePlace, number: ast.expr | None, env: Env) -> Refusal:
    assert m.amount.what is not None
    what, type_ = m.amount.what, m.amount.what.type
    piece = x.make(what, env)

    def reads() -> list[Seen]:
        words = f"number of {what.at.words} in {source.at.words}"
        named = [] if isinstance(what, c.Const) else [Seen(what.at.words, piece, type_, what)]
        there = c.Read(source, type=c.PiecesT(c.UnknownT(), "bag"), at=source.at)
        return [*named, Seen(words, membership.number_in_zone(x, source, piece, type_, env), None, there)]

    if number is None or py.is_const(number, 1):
        if held.is_there(x, env, source, piece):
            return Refusal(py.const(True), "")
        inside = membership.is_in_zone(x, source, piece, type_, env)
        return Refusal(inside, "{} is not there", (piece,), (type_,), reads=reads)
    there = membership.number_in_zone(x, source, piece, type_, env)
    words = "there are only {} of {}, not {}"
    return Refusal(py.compare(">=", there, number), words, (there, piece, number), (None, type_, None), reads=reads)


def _no_room(x: Expressions, m: c.Move, target: c.ZonePlace, number: ast.expr | None, env: Env) -> list[Refusal]:
    """The target must have room; nothing to move needs none, even where there is too much already."""
    capacity = storage.capacity(x, target, env)
    if capacity is None:
        return []
    size = membership.zone_size(x, target, env)
    coming = number if number is not None else py.const(1)
    ends = [p for p in (m.source, m.target) if p is not None and x.layout.zones[p.zone].shape == "slot"]
    if m.amount.form == "all" and m.amount.what is None and len(ends) == 2:
        free = py.any_of(py.is_none(places.raw(x, p, env)) for p in ends)
        return [Refusal(free, "there is no room: at most {}", (capacity,))]
    if m.amount.form == "all":
        coming = _how_many_of_all(x, m, env)
    elif m.amount.form == "bag":
        coming = py.call("len", _what(x, m, env))
    if py.is_const(coming, 1):
        slot = x.layout.zones[target.zone].shape == "slot"
        free = py.is_none(places.raw(x, target, env)) if slot else py.compare("<", size, capacity)
        if slot and promised.is_free(env, target):
            free = py.const(True)
    else:
        free = py.compare("<=", py.arith("+", size, coming), capacity)
        if m.amount.form == "all":
            free = py.any_of([py.not_(coming), free])
    seen = Seen(f"size({target.at.words})", size)
    return [Refusal(free, "there is no room: at most {}", (capacity,), reads=lambda: [seen])]


def _how_many_of_all(x: Expressions, m: c.Move, env: Env) -> ast.expr:
    assert m.source is not None
    if m.amount.what is None:
        return membership.zone_size(x, m.source, env)
    return membership.number_in_zone(x, m.source, _what(x, m, env), m.amount.what.type, env)


# ---------- effects ----------


def effect(s: Sentences, m: c.Move, env: Env, path: str) -> Code:
    """What a move does, once it is known to be possible."""
    quick = None if s.traced else _quick(s, m, env)
    if quick is not None:
        return quick if m.draw else quick + _refill(s, m, _number(s.x, m, env) or py.const(1), env)
    pieces = s.x.unit.fresh("m")
    out = _gather(s, m, pieces, env)
    kept = s.x.unit.fresh("x")
    moved = py.name(pieces)
    if m.order == "random":
        out.append(py.assign(pieces, py.call("shuffled", py.name(env.state), py.call("tuple", moved))))
    if m.target is not None:
        out.append(py.for_(kept, moved, storage.put(s.x, m.target, py.name(kept), m.end, env)))
    if s.traced:
        ends = (_end(s.x, place, env) for place in (m.source, m.target))
        out += s.note(env, path, "move", *ends, py.call("tuple", moved), py.const(m.draw))
    return out + _refill(s, m, py.call("len", moved), env)


def _end(x: Expressions, place: c.ZonePlace | None, env: Env) -> ast.expr:
    return py.const(None) if place is None else py.tuple_([py.const(place.zone), *x.keys(place.keys, env)])


def _refill(s: Sentences, m: c.Move, number: ast.expr, env: Env) -> Code:
    return [] if m.source is None else draws.refill_after(s, m.source, number, env)


def _quick(s: Sentences, m: c.Move, env: Env) -> Code | None:
    """One piece, or some of one kind between counted bags, without a list of pieces; None if the move is no such."""
    x, number = s.x, _number(s.x, m, env)
    one = number is None or py.is_const(number, 1)
    if m.order is not None:
        return None
    if m.draw:
        if m.amount.form not in ("count", "up to") or not one or m.source is None or m.target is None:
            return None
        kept = x.unit.fresh("x")
        drawn = py.assign(kept, draws.draw_one(s, m.source, env))
        lay = [drawn, *storage.put(x, m.target, py.name(kept), m.end, env), *_refill(s, m, py.const(1), env)]
        if m.amount.form == "count":
            return lay
        bounds = [storage.available(x, m.source, env), storage.room(x, m.target, env)]
        return py.if_(py.all_of(py.compare(">", n, py.const(0)) for n in bounds if n is not None), lay)
    ends = [place for place in (m.source, m.target) if place is not None]
    if m.amount.form == "all" and m.amount.what is None and all(x.layout.zones[p.zone].shape == "slot" for p in ends):
        return _from_slot(x, m.source, m.target, env)
    if m.amount.form != "pieces" or not (one or all(x.layout.zones[p.zone].counted is not None for p in ends)):
        return None
    piece = _what(x, m, env)
    out: Code = []
    if len(ends) == 2 and not isinstance(piece, (ast.Name, ast.Constant)):
        kept = x.unit.fresh("x")
        out.append(py.assign(kept, piece))
        piece = py.name(kept)
    if m.source is not None:
        out += storage.take(x, m.source, piece, env, number)
    if m.target is not None:
        if m.source is None and number is not None:
            number = storage.pieces(number, env)
        out += storage.put(x, m.target, piece, m.end, env, number)
    return out


def _from_slot(x: Expressions, source: c.ZonePlace | None, target: c.ZonePlace | None, env: Env) -> Code | None:
    """The piece of a slot, if there is one, to another slot or away."""
    if source is None:
        return None
    if target is None:
        return storage.clear(x, source, env)
    kept = x.unit.fresh("x")
    moved = [*storage.clear(x, source, env), *storage.put(x, target, py.name(kept), None, env)]
    return [py.assign(kept, places.raw(x, source, env)), *py.if_(py.is_none(py.name(kept), negated=True), moved)]


def _gather(s: Sentences, m: c.Move, pieces: str, env: Env) -> Code:
    """Takes the pieces out of the source into a variable, in the order in which they are to be laid."""
    x, form, source = s.x, m.amount.form, m.source
    number = _number(x, m, env)
    what = None if m.amount.what is None else x.make(m.amount.what, env)
    if source is not None and (m.draw or form == "count"):
        assert number is not None
        there = storage.available(x, source, env)
        count = storage.pieces(number, env) if form == "count" else _up_to(x, m, number, there, env)
        drawn = draws.draw_one(s, source, env)
        return [py.assign(pieces, py.listing(drawn, [(x.unit.fresh("i"), py.call("range", count), [])]))]
    gathered = _named(x, m, what, number, env)
    if source is None:
        return [py.assign(pieces, gathered)]
    if form == "all" and what is None:
        return [py.assign(pieces, gathered), *storage.clear(x, source, env)]
    kept = x.unit.fresh("x")
    taken = storage.take(x, source, py.name(kept), env)
    return [py.assign(pieces, gathered), py.for_(kept, py.name(pieces), taken)]


def _named(x: Expressions, m: c.Move, what: ast.expr | None, number: ast.expr | None, env: Env) -> ast.expr:
    """The pieces that a move names, as a tuple or list."""
    if m.amount.form == "pieces":
        assert what is not None
        return py.tuple_([what]) if number is None else py.arith("*", py.tuple_([what]), storage.pieces(number, env))
    if m.amount.form == "bag":
        assert what is not None
        return what
    if m.amount.form == "all":
        assert m.source is not None
        contents = storage.from_open_end(x, m.source, env)
        if what is None:
            return contents
        kept = x.unit.fresh("x")
        return py.listing(py.name(kept), [(kept, contents, [py.compare("==", py.name(kept), what)])])
    assert m.amount.form == "up to" and number is not None
    there = None if m.source is None else _how_many_of_all(x, m, env)
    count = _up_to(x, m, number, there, env)
    if what is not None:
        return py.arith("*", py.tuple_([what]), storage.pieces(count, env))
    assert m.source is not None
    return py.part(storage.from_open_end(x, m.source, env), None, count)


def _up_to(x: Expressions, m: c.Move, number: ast.expr, there: ast.expr | None, env: Env) -> ast.expr:
    """As many as asked for, as there are, and as there is room for."""
    room = None if m.target is None else storage.room(x, m.target, env)
    bounds = [bound for bound in (number, there, room) if bound is not None]
    return py.call("max", py.const(0), bounds[0] if len(bounds) == 1 else py.call("min", *bounds))

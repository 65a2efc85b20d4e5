"""Sentences that move pieces: what they refuse, and what they do, for every storage that a zone may have."""

import ast
from dataclasses import dataclass

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import Env, Expressions
from rulewright.program.setting import UNKNOWN


@dataclass(frozen=True)
class Refusal:
    """A condition that must hold, with the words of its failure (values filled in by position) and its values."""

    ok: ast.expr
    words: str
    values: tuple[ast.expr, ...] = ()
    types: tuple[c.Type | None, ...] = ()  # of the values; left out where all are numbers


class Moves:
    """Makes `move`, `draw`, `put`, `remove`, `shuffle` and what hangs on them: `refill`, `recycle`."""

    def __init__(self, expressions: Expressions, *, traced: bool) -> None:
        self.x, self.unit, self.layout, self.game = expressions, expressions.unit, expressions.layout, expressions.game
        self.traced = traced
        self._drawers: dict[str, str] = {}
        self._refills: dict[str, str] = {}

    # ---------- refusals ----------

    def refusals(self, m: c.Move, env: Env) -> list[Refusal]:
        """What must hold for a move to be possible."""
        found: list[Refusal] = []
        number = self._number(m, env)
        if number is not None and not (isinstance(number, ast.Constant) and number.value >= 0):  # type: ignore[operator]
            found.append(Refusal(py.compare(">=", number, py.const(0)), "the amount {} is negative", (number,)))
        if m.source is not None:
            found += self._short(m, m.source, number, env)
        if m.target is not None and m.amount.form != "up to":
            found += self._no_room(m, m.target, number, env)
        return found

    def _number(self, m: c.Move, env: Env) -> ast.expr | None:
        return None if m.amount.number is None else self.x.make(m.amount.number, env)

    def _short(self, m: c.Move, source: c.ZonePlace, number: ast.expr | None, env: Env) -> list[Refusal]:
        form = m.amount.form
        zone = c.Read(place=source, type=c.UnknownT(), at=source.at)
        if form == "pieces":
            assert m.amount.what is not None
            piece = self.x.make(m.amount.what, env)
            if number is None or py.is_const(number, 1):
                inside = self.x._inside(c.In(m.amount.what, zone, False, type=c.TruthT(), at=source.at), piece, env)
                return [Refusal(inside, "{} is not there", (piece,), (m.amount.what.type,))]
            there = self.x._numberof(c.NumberOf(m.amount.what, zone, type=c.NumberT(), at=source.at), env)
            words, types = "there are only {} of {}, not {}", (None, m.amount.what.type, None)
            return [Refusal(py.compare(">=", there, number), words, (there, piece, number), types)]
        if form == "count":
            assert number is not None
            there = self.available(source, env)
            return [Refusal(py.compare(">=", there, number), "there are only {}, not {}", (there, number))]
        if form == "bag":
            assert m.amount.what is not None
            bag = self.x.make(m.amount.what, env)
            pieces = self.x.contents(source, env)
            kept = self.unit.fresh("x")
            enough = py.call("all", py.generator(
                py.compare("<=", self.x._count_in(bag, py.name(kept)), self.x._count_in(pieces, py.name(kept))),
                [(kept, bag, [])],
            ))  # fmt: skip
            return [Refusal(enough, "the pieces are not there")]
        return []

    def available(self, place: c.ZonePlace, env: Env) -> ast.expr:
        """How many pieces can be drawn from a zone, those that it would recycle included."""
        size = self.x.size(c.Read(place=place, type=c.UnknownT(), at=place.at), env)
        recycled = self.game.zones[place.zone].recycle_from
        if recycled is None:
            return size
        more = self.x.size(c.Read(place=recycled, type=c.UnknownT(), at=place.at), env)
        return py.arith("+", size, more)

    def capacity(self, place: c.ZonePlace, env: Env) -> ast.expr | None:
        """A zone's `at_most` for given keys; a slot holds one piece."""
        zone = self.game.zones[place.zone]
        if zone.shape == "slot":
            return py.const(1)
        if zone.at_most is None:
            return None
        inner = Env({k.var: n for k, n in zip(zone.keys, self.x.keys(place.keys, env), strict=True)}, env.state, env.me)
        return self.x.make(zone.at_most, inner)

    def room(self, place: c.ZonePlace, env: Env) -> ast.expr | None:
        """How many pieces more a zone takes; None: any number."""
        capacity = self.capacity(place, env)
        if capacity is None:
            return None
        size = self.x.size(c.Read(place=place, type=c.UnknownT(), at=place.at), env)
        return py.arith("-", capacity, size)

    def _no_room(self, m: c.Move, target: c.ZonePlace, number: ast.expr | None, env: Env) -> list[Refusal]:
        capacity = self.capacity(target, env)
        if capacity is None:
            return []
        if m.source is not None and m.source == target:
            return []
        size = self.x.size(c.Read(place=target, type=c.UnknownT(), at=target.at), env)
        coming = number if number is not None else py.const(1)
        if m.amount.form == "all":
            coming = self._how_many_of_all(m, env)
        elif m.amount.form == "bag":
            assert m.amount.what is not None
            coming = py.call("len", self.x.make(m.amount.what, env))
        if py.is_const(coming, 1):
            free = py.compare("<", size, capacity)
        elif m.amount.form == "all":  # nothing to move needs no room, even where there is too much already
            free = py.any_of([py.not_(coming), py.compare("<=", py.arith("+", size, coming), capacity)])
        else:
            free = py.compare("<=", py.arith("+", size, coming), capacity)
        return [Refusal(free, "there is no room: at most {}", (capacity,))]

    def _how_many_of_all(self, m: c.Move, env: Env) -> ast.expr:
        assert m.source is not None
        zone = c.Read(place=m.source, type=c.UnknownT(), at=m.source.at)
        if m.amount.what is None:
            return self.x.size(zone, env)
        return self.x._numberof(c.NumberOf(m.amount.what, zone, type=c.NumberT(), at=m.source.at), env)

    # ---------- effects ----------

    def effect(self, m: c.Move, env: Env, path: str) -> list[ast.stmt]:
        """What a move does, once it is known to be possible."""
        if not self.traced:
            quick = self._quick(m, env)
            if quick is not None:
                return [*quick, *self._after(m, env, self._number(m, env) or py.const(1))]
        pieces = self.unit.fresh("m")
        out = self._gather(m, env, pieces)
        kept = self.unit.fresh("x")
        if m.order == "random":
            out.append(py.assign(pieces, py.call("shuffled", py.name(env.state), py.call("tuple", py.name(pieces)))))
        if m.target is not None:
            out.append(py.for_(kept, py.name(pieces), self.put(m.target, py.name(kept), m.end, env)))
        if self.traced:
            out += self._note(m, env, pieces, path)
        return out + self._after(m, env, py.call("len", py.name(pieces)))

    def _quick(self, m: c.Move, env: Env) -> list[ast.stmt] | None:
        """One piece, or some of one kind between counted bags, without a list of pieces."""
        if m.order is not None:
            return None
        number = self._number(m, env)
        one = number is None or py.is_const(number, 1)
        if m.draw:
            if m.amount.form != "count" or not one or m.source is None or m.target is None:
                return None
            kept = self.unit.fresh("x")
            drawn = py.assign(kept, self.draw_one(m.source, env))
            return [drawn, *self.put(m.target, py.name(kept), m.end, env)]
        if m.amount.form != "pieces":
            return None
        assert m.amount.what is not None
        piece = self.x.make(m.amount.what, env)
        out: list[ast.stmt] = []
        if not one and not all(
            p is None or self.layout.zones[p.zone].counted is not None for p in (m.source, m.target)
        ):
            return None
        if not isinstance(piece, (ast.Name, ast.Constant)) and m.source is not None and m.target is not None:
            kept = self.unit.fresh("x")
            out.append(py.assign(kept, piece))
            piece = py.name(kept)
        if m.source is not None:
            out += self.take(m.source, piece, env, number)
        if m.target is not None:
            out += self.put(m.target, piece, m.end, env, number)
        return out

    def _gather(self, m: c.Move, env: Env, pieces: str) -> list[ast.stmt]:
        """Takes the pieces out of the source into a variable, in the order in which they are to be laid."""
        out: list[ast.stmt] = []
        form = m.amount.form
        number = self._number(m, env)
        what = None if m.amount.what is None else self.x.make(m.amount.what, env)
        if m.draw or (form == "count" and m.source is not None):
            assert m.source is not None and number is not None
            count = number if form == "count" else self._up_to(m, number, self.available(m.source, env), env)
            draw = self.draw_one(m.source, env)
            kept = self.unit.fresh("i")
            drawn = py.listing(draw, [(kept, py.call("range", count), [])])
            return [py.assign(pieces, drawn)]
        if form == "pieces":
            assert what is not None
            out.append(py.assign(pieces, py.arith("*", py.tuple_([what]), number or py.const(1))))
        elif form == "bag":
            assert what is not None
            out.append(py.assign(pieces, what))
        elif form == "all":
            assert m.source is not None
            contents = self._from_open_end(m.source, env)
            if what is not None:
                kept = self.unit.fresh("x")
                contents = py.listing(py.name(kept), [(kept, contents, [py.compare("==", py.name(kept), what)])])
            out.append(py.assign(pieces, contents))
        else:
            assert form == "up to" and number is not None
            if m.source is None:
                assert what is not None
                count = self._up_to(m, number, None, env)
                return [py.assign(pieces, py.arith("*", py.tuple_([what]), count))]
            there = self._how_many_of_all(m, env)
            count = self._up_to(m, number, there, env)
            if what is not None:
                out.append(py.assign(pieces, py.arith("*", py.tuple_([what]), count)))
            else:
                out.append(py.assign(pieces, py.part(self._from_open_end(m.source, env), None, count)))
        if m.source is not None:
            if form == "all" and m.amount.what is None:
                out += self._empty(m.source, env)
            else:
                kept = self.unit.fresh("x")
                out.append(py.for_(kept, py.name(pieces), self.take(m.source, py.name(kept), env)))
        return out

    def _from_open_end(self, place: c.ZonePlace, env: Env) -> ast.expr:
        """A zone's pieces in the order in which they leave it one by one."""
        contents = self.x.contents(place, env)
        shape = self.layout.zones[place.zone].shape
        if shape == "stack":
            return py.reversed_(contents)
        if shape == "slot":
            return py.if_expr(py.is_none(contents), py.const(()), py.tuple_([contents]))
        return contents

    def _up_to(self, m: c.Move, number: ast.expr, there: ast.expr | None, env: Env) -> ast.expr:
        bounds = [number] + ([there] if there is not None else [])
        room = self.room(m.target, env) if m.target is not None else None
        if room is not None:
            bounds.append(room)
        return py.call("max", py.const(0), bounds[0] if len(bounds) == 1 else py.call("min", *bounds))

    def take(self, place: c.ZonePlace, piece: ast.expr, env: Env, number: ast.expr | None = None) -> list[ast.stmt]:
        """Takes one piece (or a number of one kind) out of a zone that has it."""
        zone = self.layout.zones[place.zone]
        if zone.counted is not None:
            return [py.bump(env.state, self.x.count_cell(place, piece, env), "-", number or py.const(1))]
        index = self.x.cell_index(zone, self.x.keys(place.keys, env))
        if zone.shape == "slot":
            return [py.store(env.state, index, py.const(None))]
        raw = py.item(py.name(env.state), index)
        if zone.shape == "stack":  # the topmost leaves
            left = py.reversed_(py.call("without", py.reversed_(raw), piece))
        else:
            left = py.call("without_slot" if zone.slots is not None else "without", raw, piece)
        return [py.store(env.state, index, left)]

    def put(
        self, place: c.ZonePlace, piece: ast.expr, end: str | None, env: Env, number: ast.expr | None = None
    ) -> list[ast.stmt]:
        """Lays one piece (or a number of one kind) into a zone that has room."""
        zone = self.layout.zones[place.zone]
        if zone.counted is not None:
            return [py.bump(env.state, self.x.count_cell(place, piece, env), "+", number or py.const(1))]
        index = self.x.cell_index(zone, self.x.keys(place.keys, env))
        raw = py.item(py.name(env.state), index)
        if zone.shape == "slot":
            return [py.store(env.state, index, piece)]
        if zone.shape == "bag":
            return [py.store(env.state, index, py.call("with_piece", raw, piece))]
        if zone.slots is not None:
            return [py.store(env.state, index, py.call("into_slot", raw, piece))]
        one = py.tuple_([piece])
        return [py.store(env.state, index, py.arith("+", one, raw) if end == "bottom" else py.arith("+", raw, one))]

    def _empty(self, place: c.ZonePlace, env: Env) -> list[ast.stmt]:
        zone = self.layout.zones[place.zone]
        index = self.x.cell_index(zone, self.x.keys(place.keys, env))
        if zone.counted is not None:
            cells = ast.Subscript(py.name(env.state), ast.Slice(index, py.arith("+", index, py.const(zone.width))), py.STORE)
            return [ast.Assign([cells], py.const((0,) * zone.width))]
        if zone.shape == "slot":
            return [py.store(env.state, index, py.const(None))]
        raw = py.item(py.name(env.state), index)
        if zone.slots is not None:
            return [py.store(env.state, index, py.arith("*", py.const((None,)), py.call("len", raw)))]
        return [py.store(env.state, index, py.const(()))]

    # ---------- draws, recycling, refilling ----------

    def draw_one(self, place: c.ZonePlace, env: Env) -> ast.expr:
        """Takes the next piece of a zone and gives it."""
        zone = self.layout.zones[place.zone]
        index = self.x.cell_index(zone, self.x.keys(place.keys, env))
        return py.call(self._drawer(place.zone), py.name(env.state), index)

    def _drawer(self, name: str) -> str:
        """The function `(S, index) -> piece` that draws one: the top, the left, or at random."""
        known = self._drawers.get(name)
        if known is not None:
            return known
        known = self._drawers[name] = self.unit.fresh("draw")
        zone, declared = self.layout.zones[name], self.game.zones[name]
        state, i, t, p = py.name("S"), py.name("i"), py.name("t"), py.name("p")
        body: list[ast.stmt]
        if zone.counted is not None:
            cells = py.part(state, i, py.arith("+", i, py.const(zone.width)))
            pieces = py.call("expanded", self.unit.constant(zone.counted), cells)
            cell = py.arith("+", i, self.x.key_offset(zone.counted, p))
            body = [py.assign("p", py.call("choose", state, pieces)), py.bump("S", cell, "-", py.const(1)), py.return_(p)]
            self.unit.define(known, ["S", "i"], body, declared.at)
            return known
        body = [py.assign("t", py.item(state, i))]
        if zone.shape == "bag":
            body.append(py.assign("p", py.call("choose", state, t)))
            body.append(py.store("S", i, py.call("without", t, p)))
        elif zone.shape == "row":
            body.append(py.assign("p", py.item(py.call("pieces_in", t), py.const(0)) if zone.slots is not None else py.item(t, py.const(0))))
            body.append(py.store("S", i, py.call("without_slot" if zone.slots is not None else "without", t, p)))
        else:
            body += self._renew(name, "needed")
            if self.traced:
                body.append(py.assign("t", py.call("to_top", state, t)))
            body.append(py.assign("p", py.item(t, py.const(-1))))
            body.append(py.assign("t", py.part(t, None, py.const(-1))))
            body += self._renew(name, "emptied")
            body.append(py.store("S", i, t))
        body.append(py.return_(p))
        self.unit.define(known, ["S", "i"], body, declared.at)
        return known

    def _renew(self, name: str, when: str) -> list[ast.stmt]:
        """Where a stack `t` is empty, all of the zone that it recycles is shuffled into it."""
        declared = self.game.zones[name]
        if declared.recycle_from is None:
            return []
        if when == "emptied":
            assert declared.recycle_when is not None
            if self.x.setting.static(declared.recycle_when) != "emptied":
                return []
        env = Env({})
        place = declared.recycle_from
        fresh = py.reversed_(py.call("shuffled", py.name("S"), self._from_open_end(place, env)))
        return py.if_(py.not_(py.name("t")), [py.assign("t", fresh), *self._empty(place, env)])

    def _after(self, m: c.Move, env: Env, number: ast.expr) -> list[ast.stmt]:
        """Refills the source, as many as left it."""
        if m.source is None:
            return []
        zone = self.game.zones[m.source.zone]
        if zone.refill is None:
            return []
        index = self.x.cell_index(self.layout.zones[zone.name], self.x.keys(m.source.keys, env))
        inner = Env({k.var: n for k, n in zip(zone.keys, self.x.keys(m.source.keys, env), strict=True)}, env.state)
        from_ = self.x.cell_index(self.layout.zones[zone.refill.zone], self.x.keys(zone.refill.keys, inner))
        refill = py.do(py.call(self._refill(zone.name), py.name(env.state), index, from_))
        if py.is_const(number, 1):
            return [refill]
        return [py.for_(self.unit.fresh("i"), py.call("range", number), [refill])]

    def _refill(self, name: str) -> str:
        """The function `(S, index, from)` that draws one piece into a free place, if there is one and a place."""
        known = self._refills.get(name)
        if known is not None:
            return known
        known = self._refills[name] = self.unit.fresh("refill")
        zone, declared = self.layout.zones[name], self.game.zones[name]
        assert declared.refill is not None
        source = self.layout.zones[declared.refill.zone]
        i, j, state = py.name("i"), py.name("j"), py.name("S")
        there: ast.expr = py.item(state, j)
        if source.counted is not None:
            there = py.call("any", py.part(state, j, py.arith("+", j, py.const(source.width))))
        recycled = self.game.zones[source.name].recycle_from
        if recycled is not None:
            there = py.any_of([there, self.x._isempty(c.IsEmpty(
                c.Read(place=recycled, type=c.UnknownT(), at=declared.at), True, type=c.TruthT(), at=declared.at), Env({}))])  # fmt: skip
        row = py.item(state, i)
        piece = py.call(self._drawer(source.name), state, j)
        if zone.slots is not None:
            free: ast.expr = py.compare("in", py.const(None), row)
            lay = py.store("S", i, py.call("into_slot", row, py.name("p")))
        else:
            free = py.const(True)
            lay = py.store("S", i, py.arith("+", row, py.tuple_([py.name("p")])))
        self.unit.define(
            known, ["S", "i", "j"], py.if_(py.all_of([free, there]), [py.assign("p", piece), *self._note_refill(name), lay]), declared.at
        )  # fmt: skip
        return known

    def shuffle(self, s: c.Shuffle, env: Env) -> list[ast.stmt]:
        """Chance: a new order."""
        zone = self.layout.zones[s.zone.zone]
        index = self.x.cell_index(zone, self.x.keys(s.zone.keys, env))
        maker = "shuffled_stack" if zone.shape == "stack" else "shuffled"
        return [py.store(env.state, index, py.call(maker, py.name(env.state), py.item(py.name(env.state), index)))]

    # ---------- the log ----------

    def _note(self, m: c.Move, env: Env, pieces: str, path: str) -> list[ast.stmt]:
        ends = []
        for place in (m.source, m.target):
            ends.append(py.const(None) if place is None else py.tuple_([py.const(place.zone), *self.x.keys(place.keys, env)]))
        event = py.tuple_([py.const("move"), py.const(path), env.me or py.const(None), *ends, py.call("tuple", py.name(pieces)), py.const(m.draw)])
        return [py.do(py.call("note", py.name(env.state), event))]

    def _note_refill(self, name: str) -> list[ast.stmt]:
        if not self.traced:
            return []
        event = py.tuple_([py.const("refill"), py.const(name), py.name("p")])
        return [py.do(py.call("note", py.name("S"), event))]


def is_static(expressions: Expressions, e: c.Expr) -> bool:
    """Whether an expression's value is known before the game."""
    return expressions.setting.static(e) is not UNKNOWN

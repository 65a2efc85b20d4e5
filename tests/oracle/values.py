"""Expressions: a `Reader` gives the value of an expression in one state and frame. It never changes the state."""

from collections.abc import Iterator
from itertools import combinations
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import Any

import rulewright.check.checked as c
from oracle.geometry import Geometry
from oracle.state import Frame, Key, Match, State, keys_of


class Unsound(Exception):
    """A checked game that the oracle cannot read: a value that the checker should have excluded."""


class Reader:
    """Reads one state. `can` needs trials, so the walker overrides it."""

    def __init__(self, match: Match, state: State):
        self.match, self.game, self.state = match, match.game, state
        self.before: State | None = None  # the state at the last test of `always`

    # ---------- what exists ----------

    def exists(self, id_: int) -> bool:
        """Whether an enumerated value is in this game: every `only` it stands under holds."""
        return all(self.value(only, Frame()) for only in self.match.only.get(id_, ()))

    def members(self, enum: str) -> tuple[int, ...]:
        """All values of an enumerated type in its order (of a union: one type after the other)."""
        if enum == "player":
            return self.match.players
        return self.match.once(("members", enum), lambda: self._members(enum))  # type: ignore[no-any-return]

    def _members(self, enum: str) -> tuple[int, ...]:
        names = [enum] if enum in self.game.enums else enum.split(" or ")
        ids = dict.fromkeys(i for name in names for i in self.game.enums[name].ids)
        return tuple(i for i in ids if self.exists(i))

    def board(self, name: str) -> Geometry:
        board = self.game.boards[name]
        return self.match.once(  # type: ignore[no-any-return]
            ("board", name), lambda: Geometry(board, [s for s in board.spaces if self.exists(s)])
        )

    def cells(self, keys: tuple[c.KeyDef, ...]) -> list[Key]:
        return keys_of(keys, self.members, lambda e: self.value(e, Frame()))

    # ---------- zones ----------

    def key_frame(self, keys: tuple[c.KeyDef, ...], key: Key) -> Frame:
        return Frame(env={k.var: v for k, v in zip(keys, key, strict=True)})

    def key(self, place: c.ZonePlace | c.VarPlace | c.FieldPlace, f: Frame) -> Key | None:
        """The cell a place names; none if a key is none or there is no such cell."""
        key = tuple(self.value(k, f) for k in place.keys)
        if isinstance(place, c.VarPlace):
            if place.variable == "first_player":
                return key
            cells = self.state.variables[place.variable]
        else:
            cells = self.state.zones[place.zone]
        return key if None not in key and key in cells else None

    def pieces(self, zone: str, key: Key) -> list[Any]:
        """What a cell holds, in its order, without free slots."""
        cell = self.state.zones[zone][key]
        if self.game.zones[zone].shape == "slot":
            return [] if cell is None else [cell]
        return [p for p in cell if p is not None]

    def at_most(self, zone: str, key: Key) -> int | None:
        z = self.game.zones[zone]
        return None if z.at_most is None else self.value(z.at_most, self.key_frame(z.keys, key))

    def visible(self, zone: str, key: Key, me: int | None) -> bool:
        """Whether `me` sees what a cell holds now."""
        z = self.game.zones[zone]
        if z.seen_by is None or (zone, key) in self.state.opened:
            return True
        if me is not None and (zone, key) in self.state.looked.get(me, ()):
            return True
        seen_by = self.value(z.seen_by, self.key_frame(z.keys, key))
        if seen_by == "owner":
            return me is not None and self.owner(z, key) == me
        return bool(seen_by == "everyone")

    def owner(self, z: c.Zone, key: Key) -> int | None:
        for name in ("player", "seat"):
            for k, v in zip(z.keys, key, strict=True):
                if isinstance(k.type, c.EnumT) and k.type.name == name:
                    return v
        return None

    def cards_in_force(self, me: int) -> list[int]:
        """The cards whose powers `me` has: zones as declared, then the order of rows, copies each for itself."""
        cards = []
        for name, z in self.game.zones.items():
            if z.powers_of:
                for key in self.state.zones[name]:
                    if self.owner(z, key) == me:
                        cards += sorted(self.pieces(name, key), key=lambda p, z=z: self.match.rank(z.piece, p))
        return cards

    def powers(self, card: int) -> list[Any]:
        """The power lines of a card, in the order written."""
        sets = (a.values.get(card) for a in self.game.attributes.values())
        return [line for s in sets if isinstance(s, c.PowerSet) for line in s.lines]

    # ---------- domains ----------

    def domain(self, e: c.Expr, f: Frame) -> list[Any]:
        """The values of a domain in the order in which they are run through."""
        match e:
            case c.AllOf():
                return list(self.members(e.enum))
            case c.Span_():
                return list(range(self.value(e.low, f), self.value(e.high, f) + 1))
            case c.Occupied():
                cells = self.state.zones[e.zone].items()
                return [key[0] if len(key) == 1 else key for key, piece in cells if piece is not None]
            case c.KeysOf():
                items = self.value(e.map, f) or {}
                keys = _the_map(e.map.type).keys
                found = sorted(items, key=lambda k: [self.match.rank(t, v) for t, v in zip(keys, k, strict=True)])
                there = [k for k in found if all(self._there(v, t) for v, t in zip(k, keys, strict=True))]
                return [k[0] if len(k) == 1 else k for k in there]
            case c.TableKeys():
                return sorted(self.game.tables[e.name].rows)
        value = self.value(e, f)
        if value is None:
            return []
        if isinstance(value, dict):
            return [k[0] if len(k) == 1 else k for k in value]
        return list(dict.fromkeys(v for v in value if v is not None))

    def _there(self, value: Any, type_: c.Type) -> bool:
        return not isinstance(type_, c.EnumT) or self.exists(value)

    def ways(self, binds: tuple[c.Bind, ...], f: Frame) -> Iterator[None]:
        """Binds the names of a loop in `f`, one way after the other; later domains may read earlier names."""
        if not binds:
            yield None
            return
        bind, inner = binds[0], binds[1:]
        for v in self.domain(bind.domain, f):
            f.env[bind.var] = v
            if bind.where is None or self.value(bind.where, f):
                yield from self.ways(inner, f)

    def bound(self, binds: tuple[c.Bind, ...], f: Frame) -> list[dict[c.Var, Any]]:
        """All ways to bind the names of a loop, fixed before the first round."""
        return [{b.var: f.env[b.var] for b in binds} for _ in self.ways(binds, f)]

    def several(self, pick: c.Pick, f: Frame) -> list[tuple[Any, ...]]:
        """The answers of a pick of several pieces: smaller first, each in canonical order."""
        assert pick.number is not None
        if isinstance(pick.number, c.Span_):
            low, high = self.value(pick.number.low, f), self.value(pick.number.high, f)
        else:
            low = high = self.value(pick.number, f)
        source = self.domain(pick.domain, f)
        if isinstance(pick.domain.type, c.PiecesT) and not pick.different:
            holds = [p for p in self.value(pick.domain, f) or () if p is not None]
            source = [p for p in source for _ in range(holds.count(p))]
        found: dict[tuple[Any, ...], None] = {}
        for n in range(max(low, 0), min(high, len(source)) + 1):
            for choice in combinations(source, n):
                found.setdefault(tuple(choice))
        return list(found)

    # ---------- calls ----------

    def define(self, name: str, args: tuple[Any, ...], f: Frame) -> Any:
        """A define's value, changed by the powers in force for `me`."""
        d = self.game.defines[name]
        value = self.value(d.value, Frame(f.me, dict(zip(d.params, args, strict=True)), total=f.total))
        if name in self.match.changed and f.me in self.match.players:
            assert f.me is not None
            for card in self.cards_in_force(f.me):
                for line in self.powers(card):
                    if isinstance(line, c.ModifierPower) and line.name == name:
                        env = dict(zip(line.params, args, strict=True))
                        value = self.value(line.value, Frame(f.me, env, this=card, it=value, total=f.total))
        return value

    def table(self, name: str, key: int) -> int:
        t = self.game.tables[name]
        if key in t.rows:
            return t.rows[key]
        lower = [k for k in t.rows if k < key]
        if not lower or (key > max(t.rows) and not t.last_beyond) or (key < max(t.rows) and not t.lower_between):
            raise Unsound(f"table {name} has no row {key}")
        return t.rows[max(lower)]

    def attribute(self, base: Any, name: str, args: tuple[Any, ...], f: Frame) -> Any:
        if base is None:
            return None
        held = self.game.attributes[name].values.get(base)
        if isinstance(held, c.Code):
            env = dict(zip(held.params, args, strict=True))
            return self.value(held.value, Frame(f.me, env, this=base, total=f.total))
        if isinstance(held, c.Expr):
            return self.value(held, Frame(f.me, this=base))
        return held

    def can(self, actions: tuple[str, ...], f: Frame) -> bool:
        raise NotImplementedError

    def builtin(self, e: c.Builtin, f: Frame) -> Any:
        m = self.match
        if e.name == "before":
            reader = Reader(m, self.before or self.state)
            return reader.value(e.args[0], f)
        if e.name == "can":
            named = e.actions or tuple(m.action_of[i] for a in e.args if (i := self.value(a, f)) is not None)
            return self.can(named, f)
        args = [self.value(a, f) for a in e.args]
        if any(a is None for a in args):
            return None
        match e.name:
            case "size":
                return len([p for p in args[0] if p is not None]) if isinstance(args[0], tuple) else len(args[0])
            case "only":
                held = [p for p in args[0] if p is not None]
                return held[0] if len(held) == 1 else None
            case "top":
                held = [p for p in args[0] if p is not None]
                stack = isinstance(e.args[0].type, c.PiecesT) and e.args[0].type.shape == "stack"
                return None if not held else held[0] if stack else held[-1]
            case "abs":
                return abs(args[0])
            case "position":
                type_ = e.args[0].type
                type_ = type_.of if isinstance(type_, c.OptT) else type_
                if isinstance(type_, c.EnumT):
                    return self.members(type_.name).index(args[0]) + 1
                assert isinstance(type_, c.NumberT) and type_.low is not None
                return args[0] - type_.low + 1
            case "next":
                return m.next_player(args[0])
            case "turn_order":
                return m.from_player(self.state.first_player).index(args[0]) + 1
            case "others":
                return m.from_player(args[0])[1:]
            case "seats_from":
                return m.from_player(args[0])
        assert e.board is not None, f"built-in {e.name}"
        return getattr(self.board(e.board), e.name)(*args)

    # ---------- expressions ----------

    def value(self, e: c.Expr, f: Frame) -> Any:
        """The value of an expression; `VALUES` below has the meaning of each node."""
        return VALUES[type(e)](self, e, f)

    def values(self, es: tuple[c.Expr, ...], f: Frame) -> tuple[Any, ...]:
        return tuple([self.value(e, f) for e in es])

    def field_of(self, e: c.FieldOf, f: Frame) -> Any:
        record, names = self.value(e.record, f), list(self.game.components[e.component].fields)
        return None if record is None else record[names.index(e.field)]

    def lookup(self, e: c.Lookup, f: Frame) -> Any:
        held, key = self.value(e.map, f), self.values(e.keys, f)
        if held is None or None in key:
            return None
        return held[key] if key in held else self.missing(_the_map(e.map.type).value)

    def contains(self, e: c.In, f: Frame) -> bool:
        item = self.value(e.item, f)
        return (item is not None and item in self.domain(e.container, f)) != e.negated

    def is_empty(self, e: c.IsEmpty, f: Frame) -> bool:
        held = self.value(e.what, f)
        held = held if isinstance(held, dict | tuple) else (held,)
        return (not any(p is not None for p in held)) != e.negated

    def number_of(self, e: c.NumberOf, f: Frame) -> int:
        what, held = self.value(e.what, f), self.value(e.zone, f)
        return 0 if held is None else (held if isinstance(held, tuple) else (held,)).count(what)

    def or_else(self, e: c.OrElse, f: Frame) -> Any:
        found = self.value(e.value, f)
        return self.value(e.default, f) if found is None else found

    def key_in(self, e: c.KeyIn, f: Frame) -> Any:
        found = self.value(e.value, f)
        assert found is None or self.value(e.low, f) <= found <= self.value(e.high, f), "a key that there is not"
        return found

    def cast(self, e: c.CastTo, f: Frame) -> Any:
        found = self.value(e.value, f)
        return found if found is not None and self.is_a(found, e.to) else None

    def special(self, e: c.Special, f: Frame) -> Any:
        match e.name:
            case "me":
                return f.me
            case "it":
                return f.it
            case "this":
                return f.this
            case "total":
                return f.total
            case "number_of_players":
                return len(self.match.players)
        return getattr(self.state, e.name)  # active, first_player, turns_left

    def read(self, place: c.VarPlace | c.ZonePlace, f: Frame) -> Any:
        key = self.key(place, f)
        if isinstance(place, c.VarPlace) and place.variable == "first_player":
            return self.state.first_player
        if key is None:
            return None
        if isinstance(place, c.VarPlace):
            return self.state.variables[place.variable][key]
        return self.state.zones[place.zone][key]

    def missing(self, type_: c.Type) -> Any:
        """What a map gives for a key that its row leaves out: numbers 0, sets empty, truths false, else none."""
        return 0 if isinstance(type_, c.NumberT) else self.match.default(type_)

    def case(self, e: c.CaseExpr, f: Frame) -> Any:
        by = self.value(e.by, f)
        for fits, then in e.cases:
            if by in fits:
                return self.value(then, f)
        if e.otherwise is None:
            raise Unsound(f"no case for {by}")
        return self.value(e.otherwise, f)

    def is_a(self, value: Any, type_: c.Type) -> bool:
        match type_:
            case c.EnumT():
                return value in self.members(type_.name) if type_.name == "player" else value in type_.ids
            case c.NumberT():
                return (type_.low is None or value >= type_.low) and (type_.high is None or value <= type_.high)
        raise Unsound(f"cast to {type_}")

    def bag_arith(self, e: c.BagArith, f: Frame) -> Any:
        bag, other = [p for p in self.value(e.bag, f) or () if p is not None], self.value(e.other, f)
        one = not isinstance(e.other.type, c.PiecesT)
        if e.op == "-":
            for piece in [other] if one else other or ():
                if piece in bag:
                    bag.remove(piece)
        else:
            bag += [other] if one else [p for p in other or () if p is not None]
        assert isinstance(e.type, c.PiecesT)
        kind = e.type.of
        return tuple(sorted(bag, key=lambda p: self.match.rank(kind, p)))

    def over(self, e: c.Over, f: Frame) -> Any:
        found = (f.env[e.bind.var] for _ in self.ways((e.bind,), f))
        if e.kind == "count":
            return sum(1 for _ in found)
        return any(True for _ in found) if e.kind == "any" else next(found, None)

    def best(self, e: c.Best, f: Frame) -> Any:
        best = best_by = None
        for _ in self.ways((e.bind,), f):
            found, by = f.env[e.bind.var], self.value(e.by, f)
            if best is None or (by > best_by if e.kind == "highest" else by < best_by):
                best, best_by = found, by
        return best

    def aggregate(self, e: c.Aggregate, f: Frame) -> Any:
        values = (self.value(e.value, f) for _ in self.ways(e.binds, f))
        match e.kind:
            case "sum":
                return sum(values)
            case "all":
                return all(values)
            case "min":
                return min(values, default=None)
        return max(values, default=None)

    def extreme(self, e: c.Extreme, f: Frame) -> int:
        values: list[int] = [self.value(a, f) for a in e.args]
        return min(values) if e.kind == "min" else max(values)

    def reach(self, e: c.ReachFrom, f: Frame) -> tuple[Any, ...]:
        start = self.value(e.start, f)
        reached = [] if start is None else [start]
        for source in reached:  # grows while it is read: breadth first
            f.env[e.source] = source
            for _ in self.ways((e.step,), f):
                if f.env[e.step.var] not in reached:
                    reached.append(f.env[e.step.var])
        return tuple(reached)


def _the_map(type_: c.Type) -> c.MapT:
    type_ = type_.of if isinstance(type_, c.OptT) else type_
    assert isinstance(type_, c.MapT)
    return type_


def compare(op: str, a: Any, b: Any) -> bool:
    return bool(COMPARISONS[op](a, b))


def arith(op: str, a: int, b: int) -> int:
    return int(ARITHMETIC[op](a, b))


COMPARISONS = {"is": eq, "is not": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
ARITHMETIC = {"+": add, "-": sub, "*": mul, "div": floordiv, "mod": mod}


VALUES: dict[type[c.Expr], Any] = {
    c.Const: lambda r, e, f: e.value,
    c.Local: lambda r, e, f: f.env[e.var],
    c.Special: Reader.special,
    c.OptionValue: lambda r, e, f: r.match.options[e.name],
    c.Read: lambda r, e, f: r.read(e.place, f),
    c.FieldOf: Reader.field_of,
    c.AttrOf: lambda r, e, f: r.attribute(r.value(e.base, f), e.name, r.values(e.args, f), f),
    c.Lookup: Reader.lookup,
    c.MapConst: lambda r, e, f: {key: r.value(v, f) for key, v in e.items},
    c.CallDefine: lambda r, e, f: r.define(e.name, r.values(e.args, f), f),
    c.CallTable: lambda r, e, f: r.table(e.name, r.value(e.arg, f)),
    c.MakeRecord: lambda r, e, f: r.values(e.args, f),
    c.Not: lambda r, e, f: not r.value(e.operand, f),
    c.Negate: lambda r, e, f: -r.value(e.operand, f),
    c.Logic: lambda r, e, f: (all if e.op == "and" else any)(r.value(p, f) for p in e.parts),
    c.Compare: lambda r, e, f: compare(e.op, r.value(e.left, f), r.value(e.right, f)),
    c.In: Reader.contains,
    c.IsEmpty: Reader.is_empty,
    c.Arith: lambda r, e, f: arith(e.op, r.value(e.left, f), r.value(e.right, f)),
    c.BagArith: Reader.bag_arith,
    c.Conditional: lambda r, e, f: r.value(e.then if r.value(e.condition, f) else e.otherwise, f),
    c.CaseExpr: Reader.case,
    c.OrElse: Reader.or_else,
    c.KeyIn: Reader.key_in,
    c.CastTo: Reader.cast,
    c.NumberOf: Reader.number_of,
    c.RoundsOf: lambda r, e, f: f.rounds.get(e.path, 0),
    c.SetConst: lambda r, e, f: tuple(dict.fromkeys(r.values(e.items, f))),
    **dict.fromkeys((c.AllOf, c.Span_, c.Occupied, c.KeysOf, c.TableKeys), lambda r, e, f: tuple(r.domain(e, f))),
    c.Over: Reader.over,
    c.Best: Reader.best,
    c.Aggregate: Reader.aggregate,
    c.Extreme: Reader.extreme,
    c.ReachFrom: Reader.reach,
    c.Builtin: Reader.builtin,
}

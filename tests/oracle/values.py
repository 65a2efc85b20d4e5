"""Expressions: a `Reader` gives the value of an expression in one state and frame. It never changes the state."""

from itertools import combinations
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

    def bound(self, binds: tuple[c.Bind, ...], f: Frame) -> list[dict[c.Var, Any]]:
        """All ways to bind the names of a loop, in order; later domains may read earlier names."""
        ways: list[dict[c.Var, Any]] = [{}]
        for bind in binds:
            wider = []
            for way in ways:
                f.env.update(way)
                for v in self.domain(bind.domain, f):
                    f.env[bind.var] = v
                    if bind.where is None or self.value(bind.where, f):
                        wider.append({**way, bind.var: v})
            ways = wider
        return ways

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
        """The value of an expression: what the reference says, node by node."""
        match e:
            case c.Const():
                return e.value
            case c.Local():
                return f.env[e.var]
            case c.Special():
                return self.special(e.name, f)
            case c.OptionValue():
                return self.match.options[e.name]
            case c.Read():
                return self.read(e.place, f)
            case c.FieldOf():
                record = self.value(e.record, f)
                names = list(self.game.components[e.component].fields)
                return None if record is None else record[names.index(e.field)]
            case c.AttrOf():
                return self.attribute(self.value(e.base, f), e.name, tuple(self.value(a, f) for a in e.args), f)
            case c.Lookup():
                held, key = self.value(e.map, f), tuple(self.value(k, f) for k in e.keys)
                if held is None or None in key:
                    return None
                return held[key] if key in held else self.missing(_the_map(e.map.type).value)
            case c.MapConst():
                return {key: self.value(v, f) for key, v in e.items}
            case c.CallDefine():
                return self.define(e.name, tuple(self.value(a, f) for a in e.args), f)
            case c.CallTable():
                return self.table(e.name, self.value(e.arg, f))
            case c.MakeRecord():
                return tuple(self.value(a, f) for a in e.args)
            case c.Not():
                return not self.value(e.operand, f)
            case c.Negate():
                return -self.value(e.operand, f)
            case c.Logic(op="and"):
                return all(self.value(p, f) for p in e.parts)
            case c.Logic():
                return any(self.value(p, f) for p in e.parts)
            case c.Compare():
                return compare(e.op, self.value(e.left, f), self.value(e.right, f))
            case c.In():
                item = self.value(e.item, f)
                return (item is not None and item in self.domain(e.container, f)) != e.negated
            case c.IsEmpty():
                held = self.value(e.what, f)
                held = held if isinstance(held, dict | tuple) else (held,)
                return (not any(p is not None for p in held)) != e.negated
            case c.Arith():
                return arith(e.op, self.value(e.left, f), self.value(e.right, f))
            case c.BagArith():
                return self.bag_arith(e, f)
            case c.Conditional():
                return self.value(e.then if self.value(e.condition, f) else e.otherwise, f)
            case c.CaseExpr():
                return self.case(e, f)
            case c.OrElse():
                found = self.value(e.value, f)
                return self.value(e.default, f) if found is None else found
            case c.CastTo():
                found = self.value(e.value, f)
                return found if found is not None and self.is_a(found, e.to) else None
            case c.NumberOf():
                what, held = self.value(e.what, f), self.value(e.zone, f)
                return 0 if held is None else (held if isinstance(held, tuple) else (held,)).count(what)
            case c.RoundsOf():
                return f.rounds.get(e.path, 0)
            case c.SetConst():
                return tuple(dict.fromkeys(self.value(i, f) for i in e.items))
            case c.AllOf() | c.Span_() | c.Occupied() | c.KeysOf() | c.TableKeys():
                return tuple(self.domain(e, f))
            case c.Over() | c.Best() | c.Aggregate() | c.Extreme() | c.ReachFrom():
                return self.over_domain(e, f)
            case c.Builtin():
                return self.builtin(e, f)
        raise Unsound(f"no such expression: {type(e).__name__}")

    def special(self, name: str, f: Frame) -> Any:
        match name:
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
        assert name in ("active", "first_player", "turns_left")
        return getattr(self.state, name)

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

    def over_domain(self, e: Any, f: Frame) -> Any:
        match e:
            case c.Over():
                found = [way[e.bind.var] for way in self.bound((e.bind,), f)]
                return {"count": len(found), "any": bool(found), "first": found[0] if found else None}[e.kind]
            case c.Best():
                best = best_by = None
                for way in self.bound((e.bind,), f):
                    f.env.update(way)
                    by = self.value(e.by, f)
                    if best is None or (by > best_by if e.kind == "highest" else by < best_by):
                        best, best_by = way[e.bind.var], by
                return best
            case c.Aggregate():
                values = []
                for way in self.bound(e.binds, f):
                    f.env.update(way)
                    values.append(self.value(e.value, f))
                if e.kind in ("sum", "all"):
                    return sum(values) if e.kind == "sum" else all(values)
                return None if not values else min(values) if e.kind == "min" else max(values)
            case c.Extreme():
                values = [self.value(a, f) for a in e.args]
                return min(values) if e.kind == "min" else max(values)
        assert isinstance(e, c.ReachFrom)
        start = self.value(e.start, f)
        reached = [] if start is None else [start]
        for source in reached:  # grows while it is read: breadth first
            f.env[e.source] = source
            for way in self.bound((e.step,), f):
                if way[e.step.var] not in reached:
                    reached.append(way[e.step.var])
        return tuple(reached)


def _the_map(type_: c.Type) -> c.MapT:
    type_ = type_.of if isinstance(type_, c.OptT) else type_
    assert isinstance(type_, c.MapT)
    return type_


def compare(op: str, a: Any, b: Any) -> bool:
    if op in ("is", "is not"):
        return (a == b) == (op == "is")
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def arith(op: str, a: int, b: int) -> int:
    if op in ("div", "mod"):
        return a // b if op == "div" else a % b
    return {"+": a + b, "-": a - b, "*": a * b}[op]

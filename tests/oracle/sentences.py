"""Sentences: read and refuse first, then change. Every method that may wait for chance or an answer is a generator."""

from collections.abc import Generator
from typing import Any

import rulewright.check.checked as c
from oracle.requests import END, Chance, EndPlay, EndTurn, EndTurns, Refused, Revealed
from oracle.state import Frame, Key, Match, State
from oracle.values import Reader

Steps = Generator[Any, Any, Any]
Cell = tuple[str, Key]
ENDLESS = 10**9


class Sentences(Reader):
    """Carries out the core of a sentence on the state."""

    def __init__(self, match: Match, state: State):
        super().__init__(match, state)
        self.taken_from: dict[Cell, int] = {}  # what the sentence at work took out, for refill and recycle
        self.behind = False  # whether the action at work has passed a horizon
        self.decider: int | None = None  # who answered last in this unit

    # ---------- what the driver answers ----------

    def chance(self, kind: str, *numbers: int) -> Steps:
        outcome = yield Chance(kind, numbers)
        self.behind = True
        return outcome

    def horizon(self) -> Steps:
        yield Revealed()
        self.behind = True

    def one_of(self, pieces: list[Any]) -> Steps:
        """A uniform choice among pieces; equal ones are no chance."""
        if not pieces:
            raise Refused("nothing to choose from")
        if len(set(pieces)) == 1:
            return 0
        return (yield from self.chance("choose", len(pieces)))

    def mixed(self, pieces: list[Any]) -> Steps:
        if len(pieces) <= 1:
            return pieces
        order = yield from self.chance("shuffle", len(pieces))
        return [pieces[i] for i in order]

    def ask(self, f: Frame, kind: str, name: str, options: list[Any], **more: Any) -> Steps:
        raise NotImplementedError

    # ---------- single pieces ----------

    def room(self, cell: Cell) -> int:
        """How many more pieces fit."""
        if self.game.zones[cell[0]].shape == "slot":
            return 1 - len(self.pieces(*cell))
        at_most = self.at_most(*cell)
        return ENDLESS if at_most is None else at_most - len(self.pieces(*cell))

    def take_out(self, cell: Cell, piece: Any) -> None:
        """Removes one piece: of a row the leftmost, of a stack the topmost of its kind."""
        name, key = cell
        held, zone = self.state.zones[name][key], self.game.zones[name]
        if zone.shape == "slot":
            left: Any = None
        else:
            i = held.index(piece)
            gap = (None,) if zone.shape == "row" and zone.at_most is not None else ()
            left = held[:i] + gap + held[i + 1 :]
        self.state.zones[name][key] = left
        self.taken_from[cell] = self.taken_from.get(cell, 0) + 1

    def put_in(self, cell: Cell, piece: Any, end: str | None = None) -> None:
        """Adds one piece: a stack grows on top, a row at its end or in its leftmost free slot."""
        name, key = cell
        held, zone = self.state.zones[name][key], self.game.zones[name]
        if zone.shape == "slot":
            now: Any = piece
        elif zone.shape == "bag":
            now = tuple(sorted((*held, piece), key=lambda p: self.match.rank(zone.piece, p)))
        elif zone.shape == "row" and zone.at_most is not None:
            i = held.index(None)
            now = (*held[:i], piece, *held[i + 1 :])
        elif (zone.shape == "stack") == (end != "bottom"):
            now = (piece, *held)
        else:
            now = (*held, piece)
        self.state.zones[name][key] = now

    def cell(self, place: c.ZonePlace, f: Frame) -> Cell:
        key = self.key(place, f)
        if key is None:
            raise Refused(f"no such cell of {place.zone}")
        return place.zone, key

    # ---------- drawing ----------

    def recycled(self, cell: Cell) -> Cell | None:
        """The cell from which an empty stack is filled again."""
        zone = self.game.zones[cell[0]]
        if zone.recycle_from is None:
            return None
        return self.cell(zone.recycle_from, self.key_frame(zone.keys, cell[1]))

    def available(self, cell: Cell) -> int:
        source = self.recycled(cell)
        return len(self.pieces(*cell)) + (0 if source is None else len(self.pieces(*source)))

    def recycle(self, cell: Cell) -> Steps:
        source = self.recycled(cell)
        if source is None or not self.pieces(*source):
            return
        pieces = self.pieces(*source)
        zone = self.game.zones[source[0]]
        gaps = self.at_most(*source) if zone.shape == "row" and zone.at_most is not None else 0
        self.state.zones[source[0]][source[1]] = None if zone.shape == "slot" else (None,) * (gaps or 0)
        self.state.zones[cell[0]][cell[1]] = tuple((yield from self.mixed(pieces)))

    def draw_one(self, cell: Cell) -> Steps:
        if not self.pieces(*cell):
            yield from self.recycle(cell)
        pieces = self.pieces(*cell)
        bag = self.game.zones[cell[0]].shape == "bag"
        piece = pieces[(yield from self.one_of(pieces)) if bag else 0]  # the top of a stack, the left of a row
        self.take_out(cell, piece)
        return piece

    def draw(self, number: int, source: Cell, target: Cell, end: str | None, me: int | None) -> Steps:
        """Draws that are known to be possible."""
        if number > 0 and not self.visible(*source, me):
            yield from self.horizon()
        for _ in range(number):
            self.put_in(target, (yield from self.draw_one(source)), end)

    def after_taking(self, me: int | None) -> Steps:
        """Refill, then recycling of what a sentence has emptied."""
        while any(self.game.zones[name].refill for name, _ in self.taken_from):
            cell = next(cell for cell in self.taken_from if self.game.zones[cell[0]].refill)
            number, zone = self.taken_from.pop(cell), self.game.zones[cell[0]]
            source = self.cell(zone.refill, self.key_frame(zone.keys, cell[1]))  # type: ignore[arg-type]
            number = min(number, self.room(cell), self.available(source))
            yield from self.draw(number, source, cell, None, me)
        for cell in list(self.taken_from):
            zone = self.game.zones[cell[0]]
            if zone.recycle_when is None or self.pieces(*cell):
                continue
            if self.value(zone.recycle_when, self.key_frame(zone.keys, cell[1])) == "emptied":
                yield from self.recycle(cell)

    # ---------- cores ----------

    def core(self, core: c.Core, f: Frame, path: str) -> Steps:
        match core:
            case c.Move():
                yield from self.sentence(self.move(core, f, path), f)
            case c.Shuffle():
                zone, key = self.cell(core.zone, f)
                held = self.state.zones[zone][key]
                self.state.zones[zone][key] = tuple((yield from self.mixed(list(held))))
            case c.RollVariable():
                low, high = self.value(core.low, f), self.value(core.high, f)
                cell = self.writable(core.place, f)
                self.write(core.place, cell, (yield from self.roll(low, high)))
            case c.RollInto():
                number, cell = self.value(core.number, f), self.cell(core.zone, f)
                low, high = self.value(core.low, f), self.value(core.high, f)
                if number < 0 or number > self.room(cell):
                    raise Refused("no room for the dice")
                for _ in range(number):
                    self.put_in(cell, (yield from self.roll(low, high)))
            case c.Assign():
                self.assign(core, f)
            case c.LetBe():
                value = self.value(core.value, f)
                if value is None and core.refuses_none:
                    raise Refused("the value is none")
                f.env[core.var] = value
            case c.PickRandom():
                found = [way[core.bind.var] for way in self.bound((core.bind,), f)]
                if isinstance(core.bind.domain.type, c.PiecesT) and core.bind.domain.type.shape == "bag":
                    held = self.value(core.bind.domain, f)
                    found = [p for p in held or () if p in found]
                i = yield from self.one_of(found)
                f.env[core.bind.var] = found[i]
            case c.Reveal():
                yield from self.reveal(core, f)
            case c.End():
                if core.what == "play":
                    raise EndPlay(path.rsplit(".", 1)[-1])
                raise EndTurn if core.what == "turn" else EndTurns
            case c.Say() | c.Nothing():
                pass
            case _:
                yield from self.other_core(core, f, path)

    def other_core(self, core: c.Core, f: Frame, path: str) -> Steps:
        raise NotImplementedError

    def sentence(self, steps: Steps, f: Frame) -> Steps:
        self.taken_from = {}
        yield from steps
        yield from self.after_taking(f.me)

    def roll(self, low: int, high: int) -> Steps:
        return low if low == high else (yield from self.chance("roll", low, high))

    def reveal(self, core: c.Reveal, f: Frame) -> Steps:
        cell = self.cell(core.zone, f)
        if not self.visible(*cell, f.me):
            yield from self.horizon()
        if core.verb == "open":
            self.state.opened |= {cell}
        elif core.verb == "look":
            assert f.me is not None
            self.state.looked[f.me] = self.state.looked.get(f.me, frozenset()) | {cell}

    # ---------- variables ----------

    def writable(self, place: c.VarPlace | c.FieldPlace, f: Frame) -> Key:
        key = self.key(place, f)
        if key is None:
            raise Refused("writes through none")
        return key

    def written_type(self, place: c.VarPlace | c.FieldPlace) -> c.Type | None:
        if isinstance(place, c.VarPlace):
            return None if place.variable == "first_player" else self.game.variables[place.variable].type
        component = self.game.zones[place.zone].component
        assert component is not None
        return self.game.components[component].fields[place.field]

    def write(self, place: c.VarPlace | c.FieldPlace, key: Key, value: Any) -> None:
        """Writes a variable or field; a number outside the declared range refuses."""
        type_ = self.written_type(place)
        type_ = type_.of if isinstance(type_, c.OptT) else type_
        if isinstance(type_, c.NumberT) and value is not None and not self.is_a(value, type_):
            raise Refused(f"{value} is out of range")
        if isinstance(place, c.FieldPlace):
            record = list(self.state.zones[place.zone][key])
            record[self.field_index(place)] = value
            self.state.zones[place.zone][key] = tuple(record)
        elif place.variable == "first_player":
            self.state.first_player = value
        else:
            self.state.variables[place.variable][key] = value

    def field_index(self, place: c.FieldPlace) -> int:
        component = self.game.zones[place.zone].component
        assert component is not None
        return list(self.game.components[component].fields).index(place.field)

    def assign(self, core: c.Assign, f: Frame) -> None:
        value, key = self.value(core.value, f), self.writable(core.place, f)
        old: Any = None
        if isinstance(core.place, c.FieldPlace):
            record = self.state.zones[core.place.zone][key]
            if record is None:
                raise Refused("the slot is empty")
            old = record[self.field_index(core.place)]
        elif core.place.variable != "first_player":
            old = self.state.variables[core.place.variable][key]
        if core.verb == "set":
            new = value
        elif core.verb == "add":
            new = old + value
        else:
            if value < 0:
                raise Refused("a negative amount")
            if core.verb == "pay up to":
                value = min(value, max(old, 0))
            if core.verb == "pay" and old < value:
                raise Refused("cannot pay")
            new = old - value
        self.write(core.place, key, new)

    # ---------- move, draw, put, remove ----------

    def move(self, core: c.Move, f: Frame, path: str) -> Steps:
        source = None if core.source is None else self.cell(core.source, f)
        target = None if core.target is None else self.cell(core.target, f)
        room = ENDLESS if target is None else self.room(target)
        if core.draw:
            assert source is not None and target is not None and core.amount.number is not None
            number = self.value(core.amount.number, f)
            if number < 0:
                raise Refused("a negative amount")
            if core.amount.form == "up to":
                number = min(number, self.available(source), room)
            if number > self.available(source) or number > room:
                raise Refused("too few to draw, or no room")
            yield from self.draw(number, source, target, core.end, f.me)
            return
        pieces = self.amount(core.amount, source, room, f)
        if source is not None:
            held = self.pieces(*source)
            if any(pieces.count(p) > held.count(p) for p in pieces):
                raise Refused("not there")
        if len(pieces) > room:
            raise Refused("no room")
        if core.order == "random":
            pieces = yield from self.mixed(pieces)
        elif core.order == "chosen":
            pieces = yield from self.put_in_order(pieces, f, path)
        for piece in pieces:
            if source is not None:
                self.take_out(source, piece)
        for piece in pieces:
            if target is not None:
                self.put_in(target, piece, core.end)

    def amount(self, amount: c.Amount, source: Cell | None, room: int, f: Frame) -> list[Any]:
        """The pieces a sentence moves, in the order in which they go."""
        what = None if amount.what is None else self.value(amount.what, f)
        if amount.what is not None and what is None:
            raise Refused("moves none")
        number = 1 if amount.number is None else self.value(amount.number, f)
        if number < 0:
            raise Refused("a negative amount")
        held = [] if source is None else self.pieces(*source)
        match amount.form:
            case "pieces":
                return [what] * number
            case "bag":
                return list(what)
            case "all":
                return held if amount.what is None else [p for p in held if p == what]
            case "count":
                if number > len(held):
                    raise Refused("too few")
                return held[:number]
        if source is None:
            return [what] * min(number, room)
        fits = held if amount.what is None else [p for p in held if p == what]
        return fits[: min(number, room)]

    def put_in_order(self, pieces: list[Any], f: Frame, path: str) -> Steps:
        """`me` names the pieces one by one; equal ones are one answer."""
        left, ordered = list(pieces), []
        while left:
            name = yield from self.ask(f, "pick", path, list(dict.fromkeys(left)))
            assert name is not END
            left.remove(name)
            ordered.append(name)
        return ordered

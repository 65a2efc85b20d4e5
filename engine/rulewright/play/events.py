"""Events: what happened, each as each seat may know it; enough to animate a table without comparing states.

They are made of entries (`entries.py`) when somebody asks; the log is the same entries in words (`log.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.errors import UnknownSeat
from rulewright.play.entries import Entry, Raw
from rulewright.play.log import Teller
from rulewright.play.values import plain
from rulewright.play.visibility import Visibility

if TYPE_CHECKING:
    from rulewright.play.game import Game


@dataclass(frozen=True)
class Event:
    """One thing that happened, as one seat may know it.

    `kind` is one of KINDS, `player` who did it (None: the rules), `data` its particulars as JSON; what the seat may
    not know is left out of it.
    """

    kind: str
    player: str | None
    data: Mapping[str, Any]
    _entry: Entry = field(repr=False, compare=False)
    _seat: int | None = field(repr=False, compare=False)
    _visibility: Visibility = field(repr=False, compare=False)
    _game: "Game" = field(repr=False, compare=False)

    def text(self, language: str = "") -> str | None:
        """The line of the log, in a language of the game; None where there is nothing to tell in words."""
        return Teller(self._game, self._visibility, language).line(self._entry, self._seat)

    def to_json(self) -> dict[str, Any]:
        """`{"event": kind, "player": .., ..particulars}`."""
        return {"event": self.kind, "player": self.player, **self.data}


# Every kind of event, with the raw event it comes from.
KINDS = {
    "turn": "turn_began",
    "chose": "chose",
    "stopped": "stopped",
    "picked": "picked",
    "move": "moved",
    "refill": "refilled",
    "recycle": "recycled",
    "shuffle": "shuffled",
    "assign": "set",
    "field": "changed",
    "roll": "rolled",
    "rolled_into": "rolled",
    "random": "picked_at_random",
    "first_player": "first_player",
    "show": "revealed",
    "open": "revealed",
    "look": "looked",
    "ending": "play_ended",
    "say": "said",
    "counted": "counted",
    "won": "won",
}
_NOTHING_WITHOUT = frozenset({"picked", "random", "assign", "field", "roll", "rolled_into"})  # untold if not known


def seen_event(entry: Entry, visibility: Visibility, game: "Game", seat: int | None) -> Event | None:
    """An entry as a seat may know it; None where it may know nothing of it."""
    knows = entry.knows is None or (seat is not None and seat in entry.knows)
    raw = entry.event
    if not knows and raw[0] in _NOTHING_WITHOUT:
        return None
    kind, data = KINDS[raw[0]], _Particulars(visibility, game, seat, entry.doer).of(raw, knows)
    if raw[0] == "move" and raw[6]:
        kind = "drew"
    if raw[0] == "assign" and game.checked.variables[raw[4][0]].is_score:
        kind = "scored"
    player = None if entry.doer is None else game.checked.names[entry.doer]
    return Event(kind, player, data, entry, seat, visibility, game)


class _Particulars:
    """The data of events, for one seat."""

    def __init__(self, visibility: Visibility, game: "Game", seat: int | None, doer: int | None) -> None:
        self.visibility, self.game, self.checked, self.seat, self.doer = visibility, game, game.checked, seat, doer

    def of(self, raw: Raw, knows: bool) -> dict[str, Any]:
        """The particulars of a raw event; `knows` says whether the seat may know its pieces and values."""
        match raw:
            case ("chose", path, _, name) | ("stopped", path, _, name):
                return {"choice": name, "question": path}
            case ("picked", path, _, value, _):
                return {"pick": path.rsplit(".", 1)[-1], "question": path, "value": self._picked(path, value)}
            case ("random", path, _, value):
                var = self.visibility.program.randoms[path].bind.var
                return {"pick": var.name, "question": path, "value": plain(value, var.type, self.checked)}
            case ("move", _, _, source, target, pieces, _):
                return self._moved(self._cell(source), self._cell(target), pieces, (target or source)[0], knows)
            case ("refill", source, from_, target, to, piece):
                ends = self._cell_at(source, from_), self._cell_at(target, to)
                return self._moved(*ends, (piece,), target, knows)
            case ("recycle", source, from_, target, to, number):
                return {"from": self._cell_at(source, from_), "to": self._cell_at(target, to), "count": number}
            case ("shuffle", _, _, place):
                return {"at": self._cell(place)}
            case ("assign", _, _, _, place, value, was):
                return self._assigned(place, value, was)
            case ("roll", _, _, place, value):
                return {"at": self._cell(place), "value": value}
            case ("rolled_into", _, _, place, value):
                return {"at": self._cell(place), "value": value}
            case ("field", _, _, place, name, value):
                type_ = self.checked.components[self.checked.zones[place[0]].component or ""].fields[name]
                return {"at": self._cell(place), "field": name, "value": plain(value, type_, self.checked)}
            case ("first_player", _, _, value):
                return {"first": self.checked.names[value]}
            case ("show" | "open" | "look", _, _, place, contents):
                return self._revealed(place, contents, knows)
            case ("ending", _, _, reason):
                return {"reason": reason}
            case ("say", path, _, values):
                return {"text": Teller(self.game, self.visibility, "").said(path, values, self.seat, self.doer)}
            case ("counted", line, points):
                return {"line": line, "points": {self.checked.names[p]: n for p, n in points}}
            case ("won", winners):
                return {"winners": [self.checked.names[p] for p in winners]}
            case _:
                return {}

    def _picked(self, path: str, value: Any) -> Any:
        type_ = self.visibility.program.pick_types.get(path)
        return value if type_ is None else plain(value, type_, self.checked)

    def _cell(self, place: tuple[Any, ...] | None) -> dict[str, Any] | None:
        """A cell of a zone or variable as JSON; None is the box."""
        if place is None:
            return None
        name, *keys = place
        kind = "zone" if name in self.checked.zones else "variable"
        declared = self.checked.zones.get(name) or self.checked.variables[name]
        found = [plain(k, d.type, self.checked) for d, k in zip(declared.keys, keys, strict=True)]
        return {kind: name, "keys": found}

    def _cell_at(self, zone: str, index: int) -> dict[str, Any] | None:
        return self._cell((zone, *self.visibility.keys_at(zone, index)))

    def _moved(self, source: Any, target: Any, pieces: Any, zone: str, knows: bool) -> dict[str, Any]:
        found: dict[str, Any] = {"from": source, "to": target, "count": len(pieces)}
        if knows:
            found["pieces"] = [plain(p, self.checked.zones[zone].piece, self.checked) for p in pieces]
        return found

    def _assigned(self, place: tuple[Any, ...], value: Any, was: Any) -> dict[str, Any]:
        variable = self.checked.variables[place[0]]
        found = {"at": self._cell(place), "value": plain(value, variable.type, self.checked)}
        if variable.is_score:
            found["points"] = value - was
        return found

    def _revealed(self, place: tuple[Any, ...], contents: Any, knows: bool) -> dict[str, Any]:
        zone = self.checked.zones[place[0]]
        pieces = contents if zone.shape != "slot" else () if contents is None else (contents,)
        found: dict[str, Any] = {"at": self._cell(place), "count": len(pieces)}
        if knows:
            found["pieces"] = [plain(p, zone.piece, self.checked) for p in pieces]
        return found


class Events(Sequence[Event]):
    """What one answer set off. As a sequence it holds what the player who answered may know; `seen_by` gives what has
    become known to another seat. Others learn of an action under way when it is over, or can no longer be taken back.
    """

    def __init__(
        self,
        found: Sequence[Entry],
        news: Mapping[str | None, tuple[int, int]],
        player: str,
        visibility: Visibility,
        game: "Game",
    ) -> None:
        self._found, self._news, self._player = found, news, player  # `news`: the entries that a seat has learned of
        self._visibility, self._game = visibility, game
        self._own: tuple[Event, ...] | None = None

    def seen_by(self, seat: str | None) -> tuple[Event, ...]:
        """What a seat (None: somebody at no seat) has learned by this answer. Raises UnknownSeat."""
        if seat not in tuple(self._news):
            raise UnknownSeat(f"`{seat}` does not play: {', '.join(s for s in self._news if s)}")
        me = None if seat is None else self._game.seat_id(seat)
        made = (seen_event(e, self._visibility, self._game, me) for e in self._found[slice(*self._news[seat])])
        return tuple(e for e in made if e is not None)

    def _as_seen(self) -> tuple[Event, ...]:
        if self._own is None:
            self._own = self.seen_by(self._player)
        return self._own

    def __len__(self) -> int:
        return len(self._as_seen())

    def __getitem__(self, index: Any) -> Any:
        return self._as_seen()[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._as_seen())

    def __repr__(self) -> str:
        return f"<Events: {', '.join(e.kind for e in self)}>"

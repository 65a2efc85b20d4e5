"""The log: what happened, each line as each seat may know it. Events are kept; words are made when somebody reads."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.play.values import text_of
from rulewright.play.visibility import Visibility
from rulewright.program.runtime import State

if TYPE_CHECKING:
    from rulewright.play.game import Game

Event = tuple[Any, ...]


@dataclass(frozen=True)
class Entry:
    """An event with the seats that may know its particulars (None stands for everybody)."""

    event: Event
    knows: frozenset[int] | None
    doer: int | None


def entries(events: list[Event], visibility: Visibility, S: State, seats: tuple[int, ...]) -> list[Entry]:
    """Events as entries: who may know each is decided now, by what lies open now."""
    found = []
    for event in events:
        if event[0] in ("commit", "answered", "play", "finish"):
            continue
        knows = frozenset(s for s in seats if _knows(event, visibility, S, s))
        strangers = _knows(event, visibility, S, None)
        found.append(Entry(event, None if strangers else knows, _doer(event)))
    return found


def _doer(event: Event) -> int | None:
    return event[2] if event[0] not in ("refill", "recycle") and len(event) > 2 and isinstance(event[2], int) else None


def _knows(event: Event, visibility: Visibility, S: State, seat: int | None) -> bool:
    game = visibility.game
    match event:
        case ("move", _, _, source, target, _, _):
            places = [p for p in (source, target) if p is not None]
            if any(visibility.sees(game.zones[name], tuple(keys), seat, S) for name, *keys in places):
                return True
            return len(places) == 1 and game.zones[places[0][0]].seen_by is None
        case ("refill", _, _, zone, index, _):
            return visibility.sees(game.zones[zone], visibility.keys_at(zone, index), seat, S)
        case ("picked", path, me, _, secretly):
            return (not secretly and _pick_is_seen(path, visibility, me, seat, S)) or (seat is not None and seat == me)
        case ("assign", _, _, _, (name, *keys), _, _) | ("roll", _, _, (name, *keys), _):
            return visibility.sees(game.variables[name], tuple(keys), seat, S)
        case ("field", _, _, (name, *keys), _, _) | ("rolled_into", _, _, (name, *keys), _):
            return visibility.sees(game.zones[name], tuple(keys), seat, S)
        case ("look", _, me, _, _):
            return seat is not None and seat == me
        case _:
            return True


def _pick_is_seen(path: str, visibility: Visibility, me: int | None, seat: int | None, S: State) -> bool:
    """A pick is seen as its domain is: boards, ranges and kinds by all, zones by those who see them."""
    domain = visibility.program.pick_domains.get(path)
    if isinstance(domain, c.BagArith):
        domain = domain.bag
    if isinstance(domain, c.Read) and isinstance(domain.place, c.ZonePlace):
        zone = visibility.game.zones[domain.place.zone]
        setting = visibility.program.setting
        rule = setting.seen_by(zone, [setting.static(key) for key in domain.place.keys])
        return rule == "everyone" or (seat is not None and seat == me)
    del S
    return True


class Teller:
    """Puts entries into words."""

    def __init__(self, game: "Game", visibility: Visibility, language: str) -> None:
        self.game, self.checked, self.visibility, self.language = game, game.checked, visibility, language

    def line(self, entry: Entry, seat: int | None) -> str | None:
        """The line that a seat reads; None where there is nothing to tell it."""
        knows = entry.knows is None or (seat is not None and seat in entry.knows)
        event = entry.event
        maker = getattr(self, "_" + event[0], None)
        text: str | None = maker(event, knows) if maker is not None else None
        if text is None:
            return None
        who = f"{self.name(entry.doer)}: " if entry.doer is not None and event[0] != "turn" else ""
        return who + text

    def name(self, value: int | None) -> str:
        """The words for an enumerated value."""
        return "nobody" if value is None else self.game.label_of(value, self.language)

    def _label(self, path: str) -> str:
        return self.game.label(path, self.language)

    def _value(self, value: Any, type_: c.Type) -> str:
        if isinstance(type_, c.OptT):
            return "none" if value is None else self._value(value, type_.of)
        if isinstance(type_, c.EnumT) and isinstance(value, int):
            return self.name(value)
        if isinstance(type_, (c.PiecesT, c.SetT)) and isinstance(value, tuple):
            return ", ".join(self._value(v, type_.of) for v in value) or "nothing"
        if isinstance(type_, c.RecordT) and isinstance(value, tuple):
            fields = self.checked.components[type_.component].fields.values()
            return " ".join(self._value(v, t) for v, t in zip(value, fields, strict=True) if v is not None)
        return text_of(value, type_, self.checked)

    def _place(self, place: tuple[Any, ...] | None) -> str:
        if place is None:
            return self._words("the box")
        name, *keys = place
        declared = self.checked.zones.get(name) or self.checked.variables[name]
        values = [self._value(k, d.type) for d, k in zip(declared.keys, keys, strict=True)]
        title = self._label(f"{'zones' if name in self.checked.zones else 'variables'}.{name}")
        return f"{title} ({', '.join(values)})" if values else title

    def _words(self, text: str) -> str:
        return text

    def _turn(self, event: Event, knows: bool) -> str:
        return f"-- {self.name(event[2])} --"

    def _chose(self, event: Event, knows: bool) -> str:
        _, path, _, name = event
        named = f"actions.{name}" if name in self.checked.actions else f"{path}.choose.{name}"
        return self.game.label(named, self.language)

    def _stopped(self, event: Event, knows: bool) -> str:
        _, path, _, name = event
        return self.game.label(f"{path}.or.{name}", self.language)

    def _picked(self, event: Event, knows: bool) -> str | None:
        _, path, _, value, _ = event
        pick_type = self.visibility.program.pick_types.get(path)
        if not knows or pick_type is None:
            return None
        return f"  {self.game.label(path.rsplit('.', 1)[-1], self.language)}: {self._value(value, pick_type)}"

    def _move(self, event: Event, knows: bool) -> str | None:
        _, _, _, source, target, pieces, _ = event
        if not pieces:
            return None
        zone = self.checked.zones[(target or source)[0]]
        what = self._pieces(pieces, zone.piece) if knows else self._count(len(pieces), zone)
        return f"  {what}: {self._place(source)} -> {self._place(target)}"

    def _pieces(self, pieces: tuple[Any, ...], type_: c.Type) -> str:
        counts: dict[str, int] = {}
        for piece in pieces:
            word = self._value(piece, type_)
            counts[word] = counts.get(word, 0) + 1
        return ", ".join(f"{n} {word}" if n > 1 else word for word, n in counts.items())

    def _count(self, number: int, zone: c.Zone) -> str:
        what = self.game.label(f"components.{zone.component}", self.language) if zone.component else "?"
        return f"{number} ? ({what})"

    def _refill(self, event: Event, knows: bool) -> str | None:
        _, _, _, zone, _, piece = event
        if not knows:
            return None
        return f"  {self._value(piece, self.checked.zones[zone].piece)} -> {self._label(f'zones.{zone}')}"

    def _assign(self, event: Event, knows: bool) -> str | None:
        _, _, _, _, place, value, _ = event
        if not knows or not self._is_told(place[0]):
            return None
        return f"  {self._place(place)} = {self._value(value, self.checked.variables[place[0]].type)}"

    def _is_told(self, name: str) -> bool:
        """Counters of a turn are the rules' own book-keeping: the log leaves them out."""
        return not self.checked.variables[name].resets_turn

    def _roll(self, event: Event, knows: bool) -> str | None:
        _, _, _, place, value = event
        return f"  {self._place(place)} = {value}" if knows else None

    def _rolled_into(self, event: Event, knows: bool) -> str | None:
        _, _, _, place, value = event
        return f"  {value} -> {self._place(place)}" if knows else None

    def _field(self, event: Event, knows: bool) -> str | None:
        _, _, _, place, name, value = event
        component = self.checked.zones[place[0]].component or ""
        if not knows:
            return None
        return f"  {self._place(place)}: {self._value(value, self.checked.components[component].fields[name])}"

    def _first_player(self, event: Event, knows: bool) -> str:
        return f"  {self._label('first_player')}: {self.name(event[3])}"

    def _show(self, event: Event, knows: bool) -> str:
        _, _, _, place, contents = event
        zone = self.checked.zones[place[0]]
        pieces = contents if isinstance(contents, tuple) and zone.shape != "slot" else (contents,)
        return f"  {self._place(place)}: {self._pieces(pieces, zone.piece) if pieces else '-'}"

    _open = _show

    def _ending(self, event: Event, knows: bool) -> str:
        return f"  {self._label('end of play')}: {self._label(event[3])}"

    def _say(self, event: Event, knows: bool) -> str:
        text = self.visibility.program.texts.get(event[1])
        return "  " + self.game.filled(text, event[3], self.language) if text is not None else ""

"""The log: what happened, each line as each seat may know it. Entries are kept; words are made when somebody reads."""

from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.play.entries import Entry
from rulewright.play.phrases import phrase
from rulewright.play.reasons import BLANK, shown_value
from rulewright.play.values import text_of
from rulewright.play.visibility import Visibility

if TYPE_CHECKING:
    from rulewright.play.game import Game

Event = tuple[Any, ...]


class Teller:
    """Puts entries into words."""

    def __init__(self, game: "Game", visibility: Visibility, language: str) -> None:
        self.game, self.checked, self.visibility = game, game.checked, visibility
        self.language = game.spoken(language)

    def line(self, entry: Entry, seat: int | None) -> str | None:
        """The line that a seat reads; None where there is nothing to tell it."""
        knows = entry.knows is None or (seat is not None and seat in entry.knows)
        event = entry.event
        maker = getattr(self, "_" + event[0], None)
        text: str | None = maker(event, knows) if maker is not None else None
        if event[0] == "say":
            text = "  " + self.said(event[1], event[3], seat, entry.doer)
        if text is None:
            return None
        who = f"{self.name(entry.doer)}: " if entry.doer is not None and event[0] != "turn" else ""
        return who + text

    def name(self, value: int | None) -> str:
        """The words for an enumerated value."""
        return self._words("nobody") if value is None else self.game.label_of(value, self.language)

    def _label(self, path: str) -> str:
        return self.game.label(path, self.language)

    def _value(self, value: Any, type_: c.Type) -> str:
        if isinstance(type_, c.OptT):
            return self._words("none") if value is None else self._value(value, type_.of)
        if isinstance(type_, c.EnumT) and isinstance(value, int):
            return self.name(value)
        if isinstance(type_, (c.PiecesT, c.SetT)) and isinstance(value, tuple):
            return ", ".join(self._value(v, type_.of) for v in value) or self._words("nothing")
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
        return phrase(text, self.language or self.checked.language)

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
        return f"  {self._words('first player')}: {self.name(event[3])}"

    def _show(self, event: Event, knows: bool) -> str:
        _, _, _, place, contents = event
        zone = self.checked.zones[place[0]]
        pieces = contents if isinstance(contents, tuple) and zone.shape != "slot" else (contents,)
        return f"  {self._place(place)}: {self._pieces(pieces, zone.piece) if pieces else '-'}"

    _open = _show

    def _ending(self, event: Event, knows: bool) -> str:
        return f"  {self._words('end of play')}: {self._label(event[3])}"

    def _random(self, event: Event, knows: bool) -> str | None:
        _, path, _, value = event
        var = self.visibility.program.randoms[path].bind.var
        return f"  {self._words('at random')}: {self._value(value, var.type)}" if knows else None

    def _recycle(self, event: Event, knows: bool) -> str:
        _, source, _, target, _, number = event
        return f"  {number}: {self._label(f'zones.{source}')} -> {self._label(f'zones.{target}')}"

    def _counted(self, event: Event, knows: bool) -> str:
        _, line, points = event
        return f"{self._label(f'scoring.{line}')}: {', '.join(f'{self.name(p)} {n}' for p, n in points)}"

    def _won(self, event: Event, knows: bool) -> str:
        return f"{self._words('winner')}: {', '.join(map(self.name, event[1])) or self._words('nobody')}"

    def said(self, path: str, values: tuple[Any, ...], seat: int | None, doer: int | None) -> str:
        """The words of `say`, with a blank for a value that a seat may not know."""
        text = self.visibility.program.texts.get(path)
        if text is None:
            return ""
        shown = []
        for part, value in zip((p for p in text.parts if isinstance(p, c.Expr)), values, strict=True):
            known = self.visibility.known(part)
            may = known == "everyone" or (known == "me" and seat is not None and seat == doer)
            shown.append(shown_value(value, part.type, self.game, self.language) if may else BLANK)
        return self.game.filled(text, shown, self.language)

"""What a seat sees, cell by cell, with the words for it. All comes from the view; declarations give only the shape."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.check.checked import EnumT, OptT, PiecesT, RecordT, SetT, Type, Variable, Zone
from rulewright.cli.cards import describe
from rulewright.harness.views import Cell, cells
from rulewright.play.match import Match

MOST_CARDS = 12  # of one zone that are described one by one


class Seen:
    """The view of one seat, with labels in one language."""

    def __init__(self, match: Match, seat: str | None, language: str) -> None:
        self.match = match
        self.seat = seat
        self.language = language
        self.game = match.game.checked
        self.cells = list(cells(match.view(seat, language)))

    def declared(self, kind: str, name: str) -> Zone | Variable:
        """The declaration of a zone or variable."""
        return self.game.zones[name] if kind == "zone" else self.game.variables[name]

    def label(self, value: Any, type_: Type) -> str:
        """The words for a value of a type: an enumerated one by its label, a record by its fields, a list by its items.

        The type is needed because the same word may name two things: a fruit and a player's colour.
        """
        if value is None:
            return "-"
        if isinstance(value, bool):
            return "yes" if value else "no"
        match type_:
            case OptT():
                return self.label(value, type_.of)
            case EnumT():
                number = self.match.game.id_of(str(value), type_)
                return self.match.game.label_of(number, self.language) if number is not None else str(value)
            case RecordT() if isinstance(value, dict):
                fields = self.game.components[type_.component].fields
                return " ".join(self.label(v, fields[name]) for name, v in value.items() if v is not None)
            case SetT() | PiecesT() if isinstance(value, list):
                return ", ".join(self.label(v, type_.of) for v in value) or "-"
        return str(value)

    def seat_label(self, seat: str) -> str:
        """The words for a player."""
        return self.match.game.label(seat, self.language)

    def name(self, value: int) -> str:
        """The words for an enumerated value by its id."""
        return self.match.game.label_of(value, self.language)

    def title(self, kind: str, name: str) -> str:
        """The words for a zone, variable or board."""
        return capital(self.match.game.label(f"{kind}s.{name}", self.language))

    def key_labels(self, cell: Cell) -> list[str]:
        """The keys of a cell in words; the first keys may have been taken off (see `Cell.without_first_key`)."""
        declared = self.declared(cell.kind, cell.name).keys
        return [
            self.label(k, d.type) for k, d in zip(cell.keys, declared[len(declared) - len(cell.keys) :], strict=True)
        ]

    def content(self, cell: Cell) -> str:
        """What is known of a cell's content."""
        declared = self.declared(cell.kind, cell.name)
        if isinstance(declared, Variable):
            return "(hidden)" if cell.hidden else self.label(cell.value, declared.type)
        if cell.pieces is None:
            hints = _counted([self.match.game.label(str(h), self.language) for h in cell.hint]) if cell.hint else ""
            return f"{cell.size} (hidden{': ' + hints if hints else ''})" if cell.size else "-"
        labels = [self.label(p, declared.piece) if p is not None else "_" for p in cell.pieces]
        if declared.shape in ("row", "stack") and len(set(labels)) > 1:
            return ", ".join(labels)
        return _counted(labels) or "-"

    def described(self, cell: Cell) -> Iterator[str]:
        """Each card of a cell with what stands on it; nothing where the pieces are no single cards, or too many."""
        declared = self.declared(cell.kind, cell.name)
        if not isinstance(declared, Zone) or not cell.pieces or len(cell.pieces) > MOST_CARDS:
            return
        if not isinstance(declared.piece, EnumT) or declared.piece.name != declared.component:
            return
        for piece in dict.fromkeys(cell.pieces):
            number = self.match.game.id_of(str(piece), declared.piece)
            text = describe(self.match.game, number, self.language) if number is not None else ""
            if text:
                yield f"{self.label(piece, declared.piece)}: {text}"

    def is_of_player(self, cell: Cell) -> bool:
        """Whether a cell belongs to one player: its first key is a player."""
        keys = self.declared(cell.kind, cell.name).keys
        return bool(keys) and isinstance(keys[0].type, EnumT) and keys[0].type.name in ("player", "seat")


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def _counted(labels: Iterable[str]) -> str:
    return ", ".join(f"{label} ×{count}" if count > 1 else label for label, count in Counter(labels).items())

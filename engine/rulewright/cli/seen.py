"""What a seat sees, cell by cell, with the words for it. All comes from the view; declarations give only the shape."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rulewright.check.checked import EnumT, Variable, Zone
from rulewright.harness.views import Cell, cells
from rulewright.play.match import Match


class Seen:
    """The view of one seat, with labels in one language."""

    def __init__(self, match: Match, seat: str | None, language: str) -> None:
        self.match = match
        self.seat = seat
        self.language = language
        self.game = match.game.checked
        self.ids = {name: number for number, name in enumerate(self.game.names)}
        self.cells = list(cells(match.view(seat, language)))

    def declared(self, kind: str, name: str) -> Zone | Variable:
        """The declaration of a zone or variable."""
        return self.game.zones[name] if kind == "zone" else self.game.variables[name]

    def label(self, value: Any) -> str:
        """The words for a value: an enumerated one by its label, a record by its fields, a list by its items."""
        if value is None:
            return "-"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, dict):
            return " ".join(self.label(v) for v in value.values() if v is not None)
        if isinstance(value, (list, tuple)):
            return ", ".join(self.label(v) for v in value) or "-"
        return self.match.game.label(str(value), self.language)

    def title(self, kind: str, name: str) -> str:
        """The words for a zone or variable."""
        return capital(self.match.game.label(f"{kind}s.{name}", self.language))

    def keys(self, cell: Cell) -> str:
        """The keys of a cell, in words."""
        return " ".join(self.label(k) for k in cell.keys) + ":"

    def content(self, cell: Cell) -> str:
        """What is known of a cell's content."""
        if cell.kind == "variable":
            return "(hidden)" if cell.hidden else self.label(cell.value)
        declared = self.declared("zone", cell.name)
        assert isinstance(declared, Zone)
        if cell.pieces is None:
            hint = f": {self.label(cell.hint)}" if cell.hint else ""
            return f"{cell.size} (hidden{hint})" if cell.size else "-"
        if not cell.pieces:
            return "-"
        if declared.shape in ("row", "stack"):
            return ", ".join(self.label(p) if p is not None else "_" for p in cell.pieces)
        return _counted([self.label(p) for p in cell.pieces])

    def is_of_player(self, cell: Cell) -> bool:
        """Whether a cell belongs to one player: its first key is a player."""
        keys = self.declared(cell.kind, cell.name).keys
        return bool(keys) and isinstance(keys[0].type, EnumT) and keys[0].type.name in ("player", "seat")


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def _counted(labels: Iterable[str]) -> str:
    return ", ".join(f"{label} ×{count}" if count > 1 else label for label, count in Counter(labels).items())

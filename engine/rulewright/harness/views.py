"""Reads a view (JSON) cell by cell."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal


@dataclass(frozen=True)
class Cell:
    """A cell of a zone or variable as a seat sees it.

    `pieces` is None where only the size may be known (`hint` then holds what others may see of them); `hidden` is set
    for a variable whose value may not be known.
    """

    kind: Literal["zone", "variable"]
    name: str
    keys: tuple[Any, ...]
    size: int = 0
    pieces: tuple[Any, ...] | None = None
    value: Any = None
    hidden: bool = False
    hint: Any = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return self.size == 0 if self.kind == "zone" else self.value in (None, [], {}) and not self.hidden

    @property
    def is_nothing(self) -> bool:
        """Whether it is empty, or holds what most cells hold where there are many: 0, or false."""
        return self.is_empty or (self.kind == "variable" and not self.hidden and self.value in (0, False))

    @property
    def address(self) -> str:
        """The cell as rules files write it: `hand[pink]`."""
        return f"{self.name}[{', '.join(map(str, self.keys))}]" if self.keys else self.name

    def without_first_key(self) -> "Cell":
        """The same cell inside the section of its player."""
        return replace(self, keys=self.keys[1:])


def cells(view: dict[str, Any]) -> Iterator[Cell]:
    """All cells of a view, in the order of the declarations."""
    for name, found in view["zones"].items():
        for cell in found:
            pieces = cell.get("pieces")
            yield Cell(
                "zone",
                name,
                tuple(cell["keys"]),
                size=cell["size"],
                pieces=tuple(pieces) if pieces is not None else None,
                hint=cell.get("others_see"),
            )
    for name, found in view["variables"].items():
        for cell in found:
            yield Cell("variable", name, tuple(cell["keys"]), value=cell.get("value"), hidden="value" not in cell)

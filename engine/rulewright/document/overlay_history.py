"""What overlays have changed in a game: the record that `where`, `diff` and the findings of later stages tell from."""

from collections.abc import Sequence as Many
from dataclasses import dataclass

from rulewright.document.nodes import Node
from rulewright.text import Span


@dataclass(frozen=True)
class Change:
    """One thing that a variant did. `old` is what stood at the path (None: nothing), `new` what stands there now
    (None: nothing); `span` is where the variant asks for it.
    """

    variant: str
    verb: str
    path: tuple[str, ...]
    span: Span
    old: Node | None
    new: Node | None

    @property
    def place(self) -> str:
        """The path as variants write it."""
        return ".".join(self.path)


@dataclass(frozen=True)
class Removed:
    """Something that a variant took away: its bare name, its path, and where the variant says so."""

    name: str
    path: str
    span: Span


def removed_by(changes: Many[Change]) -> tuple[Removed, ...]:
    """What the verb `remove` took away."""
    return tuple(Removed(c.path[-1], c.place, c.span) for c in changes if c.verb == "remove")

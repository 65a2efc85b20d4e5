"""What overlays have changed in a game: the record that `where`, `diff` and the findings of later stages tell from."""

import re
from collections.abc import Sequence as Many
from dataclasses import dataclass

from rulewright.document.nodes import Mapping, Node, Scalar
from rulewright.document.overlay_paths import bare
from rulewright.text import Span

_CHOICE = re.compile(r"(?:^|,)\s*(\w+)(?=\s+in\b)")


@dataclass(frozen=True)
class Change:
    """One thing that a variant did. `old` is what stood at the path (None: nothing), `new` what stands there now
    (None: nothing); `span` is where the variant asks for it. The verb is the variant's, or "leave": a list that an
    action has left because a variant removes the action.
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
    """Something that a variant took away: its bare name, its path, and where the variant says so; and, where it gave
    the whole anew without this part, the path of the whole.
    """

    name: str
    path: str
    span: Span
    whole: str | None = None


def removed_by(changes: Many[Change]) -> tuple[Removed, ...]:
    """What the verb `remove` took away."""
    return tuple(Removed(c.path[-1], c.place, c.span) for c in changes if c.verb == "remove")


def dropped_by(changes: Many[Change]) -> tuple[Removed, ...]:
    """The parts of mappings, and the choices of a line, that were given anew without them."""
    return tuple(
        Removed(name, f"{c.place}.{name}", c.span, c.place)
        for c in changes
        if c.verb in ("replace", "change") and c.new is not None
        for name in dict.fromkeys(_names(c.old, c.path))
        if name not in _names(c.new, c.path)
    )


def _names(node: Node | None, path: tuple[str, ...]) -> list[str]:
    if isinstance(node, Mapping):
        return [bare(key) for key in node.entries]
    if isinstance(node, Scalar) and path[-1] == "pick":
        return _CHOICE.findall(node.text)
    return []

"""YAML nodes with exact places. Every node knows its own source, so nodes of several files may stand in one tree."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.text import SourceText, Span


@dataclass(frozen=True)
class Node:
    """A node: `span` is what it covers in its file."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Scalar(Node):
    """A scalar: `text` is the decoded value. `style` is "plain", "single", "double", "literal" or "folded".

    Plain scalars read as the YAML 1.2 core schema says: `kind` is "int" (no leading zero), "bool" (true, false),
    "null" (empty, null, ~) or "text"; everything quoted or in block style is text.
    """

    text: str
    style: str
    kind: str

    @property
    def value(self) -> int | bool | str | None:
        """The value that the core schema gives it."""
        if self.kind == "int":
            return int(self.text)
        if self.kind == "bool":
            return self.text == "true"
        return None if self.kind == "null" else self.text

    def span_of(self, start: int, end: int) -> Span:
        """The place in the file of a stretch of `text` (offsets, end exclusive), right for all five styles.

        Where the text and the file cannot be aligned it is the whole node's span, never a wrong place.
        """
        from rulewright.document.scalar_map import span_of  # a cycle of two small modules, cut here

        return span_of(self, start, end)


@dataclass(frozen=True)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True)
class Mapping(Node):
    """A mapping: entries by key text, in file order, no doubles. `flow` is whether it is written in braces."""

    entries: dict[str, Entry]
    flow: bool = False

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        entry = self.entries.get(key)
        return entry.value if entry else None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())


@dataclass(frozen=True)
class Sequence(Node):
    """A list."""

    items: tuple[Node, ...]
    flow: bool = False


def source_of(node: Node) -> SourceText:
    """The file that a node was written in."""
    return node.span.source

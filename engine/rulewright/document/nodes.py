"""YAML nodes with exact places. Every node knows its own source, so nodes of several files may stand in one tree."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.document.scalar_map import span_of
from rulewright.text import SourceText, Span

_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")  # longer ones are refused when they are read


def plain_kind(text: str) -> str:
    """How the YAML 1.2 core schema, without its floats, reads plain text: "int", "bool", "null" or "text"."""
    if text in ("", "null", "~"):
        return "null"
    if text in ("true", "false"):
        return "bool"
    return "int" if _INTEGER.fullmatch(text) else "text"


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
        return span_of(self, start, end)


@dataclass(frozen=True)
class Piece:
    """A stretch of a woven scalar's text, and the scalar in which it stands, from `start` on.

    A piece that was computed (the sum of two numbers, say) is `made`: it has the place of its whole origin.
    """

    text: str
    origin: Scalar
    start: int = 0
    made: bool = False

    def span_of(self, start: int, end: int) -> Span:
        """The place of a stretch of this piece's text."""
        if self.made:
            return self.origin.span
        return self.origin.span_of(self.start + start, self.start + end)


@dataclass(frozen=True)
class Woven(Scalar):
    """A scalar put together by an overlay from pieces of several scalars, perhaps of several files.

    Its own span is where the overlay asks for the change; a stretch within one piece has that piece's place.
    """

    pieces: tuple[Piece, ...] = field(default=(), compare=False, repr=False)

    def span_of(self, start: int, end: int) -> Span:
        """The place of a stretch of `text`: exact within one piece, else where the overlay wove the text."""
        offset = 0
        for piece in self.pieces:
            after = offset + len(piece.text)
            if offset <= start <= end <= after and (start < after or start == end):
                return piece.span_of(start - offset, end - offset)
            offset = after
        return self.span


def weave(pieces: Iterable[Piece], span: Span) -> Woven:
    """A scalar of these pieces; empty ones are left out."""
    kept = tuple(piece for piece in pieces if piece.text)
    text = "".join(piece.text for piece in kept)
    return Woven(span, text, "plain", plain_kind(text), kept)


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


def scalars_in(node: Node | None) -> Iterator[Scalar]:
    """All scalars of a tree that are no keys."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars_in(item)
    elif isinstance(node, Mapping):
        for entry in node:
            yield from scalars_in(entry.value)


def alike(one: Node, other: Node) -> bool:
    """Whether two nodes say the same, wherever and however they are written."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys = list(one.entries) == list(other.entries)
        return keys and all(alike(e.value, other.entries[k].value) for k, e in one.entries.items())
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(map(alike, one.items, other.items))
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.kind == other.kind and one.text.split() == other.text.split()
    return False

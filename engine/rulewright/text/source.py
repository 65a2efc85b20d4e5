"""A source text, and places in it. Offsets count code points from 0; a position shown to people counts from 1."""

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Position:
    """A line and a column of a text, both from 1, the column in code points."""

    line: int
    column: int


@dataclass(frozen=True)
class SourceText:
    """A file's text under the name that people see. Two texts are the same if name and content are."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        # Only \n ends a line, as editors see it; YAML's further line breaks (U+0085, U+2028) do not.
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def position(self, offset: int) -> Position:
        """The position of an offset; one past the end is allowed."""
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both from 1; past the end of the text it is the end."""
        start = self._starts[line - 1] if line <= len(self._starts) else len(self.text)
        return min(start + column - 1, len(self.text))

    def line(self, number: int) -> str:
        """The text of a line (from 1), without its line break."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def span(self, start: int, end: int) -> "Span":
        """The span of two offsets, end exclusive."""
        return Span(self, start, end)


@dataclass(frozen=True)
class Span:
    """A stretch of a source text, as offsets; the end is exclusive."""

    source: SourceText
    start: int
    end: int

    @property
    def begin(self) -> Position:
        """Where the span begins."""
        return self.source.position(self.start)

    @property
    def finish(self) -> Position:
        """The position just past the span's last character."""
        return self.source.position(max(self.start, self.end))

    @property
    def text(self) -> str:
        """What stands there."""
        return self.source.text[self.start : self.end]

    @property
    def words(self) -> str:
        """What stands there, on one line."""
        return " ".join(self.text.split())

    def __str__(self) -> str:
        begin = self.begin
        return f"{self.source.name}:{begin.line}:{begin.column}"

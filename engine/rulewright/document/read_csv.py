"""Rows of a table as nodes: comma-separated values, with a line of headings above.

The first column names the row, each other column an attribute; a heading `wants.north` is the entry `north` of the
attribute `wants`. An empty cell says nothing. Cells may stand in double quotes, a quote inside them written twice.
"""

import re
from dataclasses import dataclass

from rulewright.document.nodes import Entry, Mapping, Node, Piece, Scalar, plain_kind, weave
from rulewright.text import Findings, Related, SourceText, Span

_NAME = re.compile(r"[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*")
_CELL = re.compile(r'[ \t]*(?:"(?P<quoted>(?:[^"]|"")*)"[ \t]*|(?P<bare>[^",\r\n]*))(?P<end>,|\r?\n|\Z)')


@dataclass(frozen=True)
class _Cell:
    """A cell: what it says, and where."""

    scalar: Scalar

    @property
    def text(self) -> str:
        return self.scalar.text

    @property
    def span(self) -> Span:
        return self.scalar.span


def read_csv(source: SourceText, findings: Findings) -> Mapping | None:
    """The rows of a text as a mapping of names to attributes, or None if there are none. Never raises."""
    lines = _lines(source, findings)
    if lines is None:
        return None
    if not lines:
        findings.error("csv", "the file is empty", source.span(0, 0), help="begin with a line of headings")
        return None
    headings = _headings(lines[0], findings)
    rows: dict[str, Entry] = {}
    for cells in lines[1:]:
        name = cells[0]
        if not name.text:
            span = next((c.span for c in cells if c.text), name.span)
            findings.error("csv", "this row has no name", span, help="the first column names the row")
        elif len(cells) > len(headings):
            message = f"row `{name.text}` has {len(cells)} cells under {len(headings)} headings"
            help = "a cell with a comma in it stands in double quotes"
            findings.error("csv", message, cells[len(headings)].span, help=help)
        elif name.text in rows:
            related = (Related(rows[name.text].key.span, "the first"),)
            help = "rename or delete one"
            findings.error("duplicate-key", f"row `{name.text}` stands twice", name.span, help=help, related=related)
        else:
            rows[name.text] = Entry(name.scalar, _row(headings, cells, name.span))
    return Mapping(source.span(0, len(source.text)), rows)


def _headings(cells: list[_Cell], findings: Findings) -> list[tuple[tuple[str, ...], Scalar]]:
    """The path of each column but the first, with its heading."""
    found: list[tuple[tuple[str, ...], Scalar]] = [((), cells[0].scalar)]
    for cell in cells[1:]:
        if not _NAME.fullmatch(cell.text):
            message = f"`{cell.text}` is no heading" if cell.text else "a column without a heading"
            findings.error("csv", message, cell.span, help="a heading names an attribute, or `attribute.entry`")
        path = tuple(cell.text.split("."))
        clash = next((h for other, h in found[1:] if path[: len(other)] == other or other[: len(path)] == path), None)
        if clash is not None and cell.text:
            related = (Related(clash.span, "the other column"),)
            message = f"the column `{cell.text}` gives what `{clash.text}` gives already"
            findings.error("duplicate-key", message, cell.span, help="rename or delete one", related=related)
        found.append((path, cell.scalar))
    return found


def _row(headings: list[tuple[tuple[str, ...], Scalar]], cells: list[_Cell], span: Span) -> Node:
    row: dict[str, Entry] = {}
    for (path, heading), cell in zip(headings[1:], cells[1:], strict=False):
        if cell.text:
            _put(row, path, heading, cell.scalar)
    return Mapping(span, row)


def _put(row: dict[str, Entry], path: tuple[str, ...], heading: Scalar, value: Scalar) -> None:
    name, *rest = path
    key = Scalar(heading.span, name, "plain", "text")
    if not rest:
        row.setdefault(name, Entry(key, value))
        return
    inner = row[name].value if name in row else None
    entries = dict(inner.entries) if isinstance(inner, Mapping) else {}
    _put(entries, tuple(rest), heading, value)
    row[name] = Entry(key, Mapping(value.span, entries))


def _lines(source: SourceText, findings: Findings) -> list[list[_Cell]] | None:
    """The cells of all lines that are not blank; None, with a finding, where a quote is out of place."""
    text, at = source.text, 1 if source.text.startswith("\ufeff") else 0
    lines: list[list[_Cell]] = [[]]
    while at <= len(text):
        match = _CELL.match(text, at)
        if match is None:
            quote = text.find('"', at)
            line = text.find("\n", at)
            odd = quote if quote >= 0 and (line < 0 or quote < line) else at
            help = "a cell with quotes in it stands in double quotes, and its own quotes are written twice"
            findings.error("csv", "this quote is out of place", source.span(odd, odd + 1), help=help)
            return None
        lines[-1].append(_cell(source, match))
        if match["end"] != ",":
            if match.end() >= len(text):
                break
            lines.append([])
        at = match.end()
    return [line for line in lines if any(cell.text for cell in line)]


def _cell(source: SourceText, match: re.Match[str]) -> _Cell:
    quoted = match["quoted"]
    if quoted is None:
        raw = match["bare"]
        start = match.start("bare")
        text = raw.strip()
        start += len(raw) - len(raw.lstrip())
        return _Cell(Scalar(source.span(start, start + len(text)), text, "plain", plain_kind(text) if text else "text"))
    span = source.span(*match.span("quoted"))
    if '""' not in quoted and "\n" not in quoted:
        return _Cell(Scalar(span, quoted.strip(), "plain", "text"))
    origin = Scalar(span, quoted, "plain", "text")
    return _Cell(weave((Piece(" ".join(quoted.replace('""', '"').split()), origin, made=True),), span))

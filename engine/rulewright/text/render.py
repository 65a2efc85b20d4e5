"""Findings for people (as rustc shows them: the line, and carets under the place) and for machines (JSON)."""

import unicodedata
from collections.abc import Iterable
from typing import Any

from rulewright.text.finding import Edit, Finding, Related
from rulewright.text.source import Span

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;34m", "bold": "\x1b[1m", "dim": "\x1b[36m"}
_RESET = "\x1b[0m"
_LONGEST = 240  # characters of a line that are shown, around the place that is meant
_LEAD = 60  # of these before the place
_SHOWN = 3  # related places with their lines; of more the numbers are told
_FIXES = 3  # edits that are written out
_WORDS = 1000  # columns of a message, which may quote a very long word
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # they turn the direction of what follows


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters two, combining ones none."""
    return sum(_char_width(c) for c in text)


def clip(text: str, columns: int) -> str:
    """A text cut to so many columns, with an ellipsis where something was cut."""
    if width(text) <= columns:
        return text
    taken, used = [], 0
    for c in text:
        if used + _char_width(c) > columns - 1:
            break
        taken.append(c)
        used += _char_width(c)
    return "".join(taken) + "…"


def pad(text: str, columns: int) -> str:
    """A text filled up with blanks to so many columns."""
    return text + " " * max(0, columns - width(text))


def render(finding: Finding, *, colour: bool = False) -> str:
    """A finding as several lines of text, without a line break at the end."""

    def paint(text: str, name: str) -> str:
        return f"{_COLOURS[name]}{text}{_RESET}" if colour and text else text

    severity = finding.severity
    lines = [paint(f"{severity}[{finding.code}]", severity) + paint(f": {clip(finding.message, _WORDS)}", "bold")]
    gutter = max(len(str(s.begin.line)) for s in (finding.span, *(r.span for r in finding.related)))
    lines += _excerpt(finding.span, "", gutter, paint, severity, "^")
    for related in finding.related[:_SHOWN]:
        lines += _excerpt(related.span, related.message, gutter, paint, "note", "-")
    if more := finding.related[_SHOWN:]:
        lines.append(f"{' ' * gutter} {paint('= also at:', 'dim')} {clip(_places(more, finding.span), _WORDS)}")
    help, *further = clip(finding.help or "", _WORDS).split("\n")
    if help:
        lines.append(f"{' ' * gutter} {paint('= help:', 'dim')} {help}")
    for line in further:
        note = line.removeprefix("note: ")
        mark = paint("= note:", "dim") if note != line else " " * len("= help:")
        lines.append(f"{' ' * gutter} {mark} {note}")
    for edit in finding.fix[:_FIXES]:
        lines.append(f"{' ' * gutter} {paint('= fix:', 'dim')} {_edit_words(edit)}")
    if left := finding.fix[_FIXES:]:
        lines.append(f"{' ' * gutter} {paint('= fix:', 'dim')} and {len(left)} more of this kind")
    return "\n".join(lines)


def as_json(finding: Finding) -> dict[str, Any]:
    """A finding as JSON; places count from 1 in code points, ends are exclusive, null where there is none."""
    return {
        **_place(finding.span),
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
        "help": finding.help,
        "related": [{**_place(r.span), "message": r.message} for r in finding.related] or None,
        "fix": [{**_place(e.span), "text": e.text} for e in finding.fix] or None,
    }


def summary(findings: Iterable[Finding]) -> str:
    """`2 errors, 1 warning`, or an empty text."""
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding.severity] = counts.get(finding.severity, 0) + 1
    kinds = [k for k in ("error", "warning", "note") if k in counts]
    return ", ".join(f"{counts[k]} {k}{'s' if counts[k] != 1 else ''}" for k in kinds)


def _char_width(c: str) -> int:
    if unicodedata.category(c) in ("Mn", "Me") or (unicodedata.category(c) == "Cf" and c not in _TURNING):
        return 0
    return 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1


def _place(span: Span) -> dict[str, Any]:
    begin, end = span.begin, span.finish
    return {
        "path": span.source.name,
        "line": begin.line,
        "column": begin.column,
        "end_line": end.line,
        "end_column": end.column,
    }


def _places(related: Iterable[Related], near: Span) -> str:
    """Where places are, as LINE:COLUMN; with the file before the first that lies in another one."""
    said, source = [], near.source
    for span in (r.span for r in related):
        said.append(f"{span.begin.line}:{span.begin.column}" if span.source == source else str(span))
        source = span.source
    return ", ".join(said)


def _excerpt(span: Span, message: str, gutter: int, paint: Any, severity: str, mark: str) -> list[str]:
    begin, end = span.begin, span.finish
    source = span.source.line(begin.line)
    # An offset past the text's end, or inside a line break, has no character: the caret stands after the line.
    first = min(begin.column - 1, len(source))
    last = min(end.column - 1, len(source)) if end.line == begin.line else len(source)
    source, first, last = _window(source, first, last)
    before = "".join(c if c == "\t" else " " * _char_width(c) for c in source[:first])
    under = source[first:last]
    carets = mark * max(1, sum(_char_width(c) if c != "\t" else 1 for c in under))
    blank = " " * gutter
    arrow = "-->" if mark == "^" else ":::"
    bar = paint("|", "dim")
    note = f" {message}" if message else ""
    return [
        f"{blank}{paint(arrow, 'dim')} {span}",
        f"{blank} {bar}",
        f"{paint(str(begin.line).rjust(gutter), 'dim')} {bar} {printable(source)}".rstrip(),
        f"{blank} {bar} {before}{paint(carets + note, severity)}",
    ]


def _window(line: str, first: int, last: int) -> tuple[str, int, int]:
    """The part of a very long line around a place, and the place in it."""
    if len(line) <= _LONGEST:
        return line, first, last
    start = max(0, min(first - _LEAD, len(line) - _LONGEST))
    shown, lead = line[start : start + _LONGEST], "…" if start else ""
    tail = "…" if start + _LONGEST < len(line) else ""
    return f"{lead}{shown}{tail}", first - start + len(lead), min(last - start, _LONGEST) + len(lead)


def printable(line: str) -> str:
    """A text without what could disturb a terminal: control characters, and those that turn the direction."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if c != "\t" and (unicodedata.category(c) == "Cc" or c in _TURNING) else c
        for c in line
    )


def _edit_words(edit: Edit) -> str:
    old = edit.span.text
    at = f"at {edit.span.begin.line}:{edit.span.begin.column}"
    if not old:
        return f"insert `{edit.text}` {at}"
    return f"delete `{old}` {at}" if not edit.text else f"write `{edit.text}` for `{old}` {at}"

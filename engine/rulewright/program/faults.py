"""Where a rule failed: generated code carries the places of the rules files, so a traceback says it."""

from collections.abc import Mapping
from types import TracebackType

from rulewright.text import SourceText, Span


def place_of(trace: TracebackType | None, sources: Mapping[str, SourceText]) -> Span | None:
    """The innermost place of a traceback that lies in a rules file; None if none does, or Python keeps no columns."""
    span: Span | None = None
    while trace is not None:
        source = sources.get(trace.tb_frame.f_code.co_filename)
        if source is not None:
            span = _span(source, trace) or span
        trace = trace.tb_next
    return span


def _span(source: SourceText, trace: TracebackType) -> Span | None:
    positions = list(trace.tb_frame.f_code.co_positions())
    place = trace.tb_lasti // 2
    if not 0 <= place < len(positions):
        return None
    line, end_line, column, end_column = positions[place]
    if line is None or column is None:
        return None
    end = _offset(source, end_line or line, end_column if end_column is not None else column)
    return source.span(_offset(source, line, column), end)


def _offset(source: SourceText, line: int, column: int) -> int:
    """An offset in code points from a line and a column in bytes, as `ast` counts them."""
    before = sum(len(source.line(n)) + 1 for n in range(1, line))
    return before + len(source.line(line).encode()[:column].decode(errors="ignore"))

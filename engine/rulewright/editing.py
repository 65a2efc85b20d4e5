"""The checker on a text that is being written: what an editor or a language server stands on.

Nothing need be saved. A text is checked as if it lay at its path: the game of a variant, ledger, words and data files
are sought from there, and other texts that are open but not saved can be given with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.check.checked import CheckedGame, Expr, Pick, Variable, Zone
from rulewright.check.types import called
from rulewright.checking import check_text_of
from rulewright.harness.any_file import check_any_source
from rulewright.library import shown_name, unsaved
from rulewright.text import Findings, SourceText, Span


@dataclass(frozen=True)
class Typed:
    """The type of what stands at a place, in the words of messages: `a number 1..6`, `` `fruit` or none ``."""

    span: Span
    type: str


def check_text(text: str, path: str | Path, others: Mapping[Path, str] | None = None) -> Findings:
    """All findings of a text, whatever it holds: a game, a variant, scenarios, words. Never raises for what the text
    says.

    `path` is where it lies or is to lie. `others` are texts of further files that are not saved.
    """
    place = Path(path)
    with unsaved(others or {}):
        return check_any_source(SourceText(shown_name(place), text), place)


def type_at(
    text: str, path: str | Path, line: int, column: int, others: Mapping[Path, str] | None = None
) -> Typed | None:
    """The type of the smallest expression, pick, variable or zone at a place of a game or variant; None where nothing
    has one.

    `line` and `column` count from 1, the column in code points. It works beside errors, as long as the file has the
    right shape; what an error made unknown has the type `anything`.
    """
    place = Path(path)
    source = SourceText(shown_name(place), text)
    with unsaved(others or {}):
        game = check_text_of(source, place, Findings())
    if game is None or line < 1 or line > text.count("\n") + 1:
        return None
    offset = source.offset(line, column)
    around = [t for t in _typed(game) if t.span.source == source and t.span.start <= offset < t.span.end]
    return min(around, key=lambda t: t.span.end - t.span.start, default=None)


def _typed(game: CheckedGame) -> Iterator[Typed]:
    seen: set[int] = set()
    waiting: list[Any] = [game]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Expr):
            yield Typed(node.at, called(node.type))
        elif isinstance(node, Pick):
            yield Typed(node.at, called(node.var.type))
        elif isinstance(node, Variable):
            yield Typed(node.at, called(node.type))
        elif isinstance(node, Zone):
            yield Typed(node.at, f"a {node.shape} of {called(node.piece)}")
        if isinstance(node, dict):
            waiting += node.values()
        elif isinstance(node, tuple):
            waiting += node
        elif hasattr(node, "__dataclass_fields__") and not isinstance(node, Span) and id(node) not in seen:
            seen.add(id(node))  # a named action stands in every list that offers it
            inside = [name for name in node.__dataclass_fields__ if name not in ("at", "type", "scope")]
            waiting += [getattr(node, name) for name in inside]

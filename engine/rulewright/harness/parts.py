"""Walks through the checked bodies of a game: blocks, sentences, alternatives."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.check.checked import Block, CheckedGame, Expr
from rulewright.text import SourceText, Span


def parts(*values: Any) -> Iterator[Any]:
    """All parts of checked bodies that are no expressions, outermost first. A part that stands in several places (the
    block of a named action) comes once.
    """
    yield from _walk(values, set())


def bodies(game: CheckedGame) -> tuple[Any, ...]:
    """Everything in a game that can hold a block."""
    return (game.setup, game.play, game.finish, game.actions, game.routines, game.whenever, game.attributes)


def block_at(game: CheckedGame, path: str) -> Block | None:
    """The block with a path, or the nearest one around it."""
    blocks = {part.path: part for part in parts(*bodies(game)) if isinstance(part, Block)}
    while path and path not in blocks:
        path = path.rpartition(".")[0]
    return blocks.get(path)


def _walk(value: Any, seen: set[int]) -> Iterator[Any]:
    # Expressions hold no bodies, and they are most of a game.
    if value is None or isinstance(value, (str, int, Expr, SourceText, Span)) or id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, dict):
        for item in value.values():
            yield from _walk(item, seen)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _walk(item, seen)
    elif is_dataclass(value):
        yield value
        for f in fields(value):
            yield from _walk(getattr(value, f.name), seen)

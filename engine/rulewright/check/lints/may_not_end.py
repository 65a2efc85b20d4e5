"""Turns whose end hangs on something that does not change while they last."""

from collections.abc import Iterator

from rulewright.check.checked import (
    Builtin,
    CallDefine,
    CheckedGame,
    Expr,
    Occupied,
    Read,
    RoundsOf,
    Special,
    ZonePlace,
)
from rulewright.check.core import Checker
from rulewright.check.lints.survey import Survey
from rulewright.check.visibility import parts_of

_CHANGING = ("me", "active", "turns_left", "can")


def may_not_end(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`may-not-end`."""
    if survey.ends & {"turns", "play"}:
        return
    for block in survey.blocks:
        if block.turns is None or not block.until:
            continue
        written = ck.block_writes.get(block.path, frozenset({"*"})) | ck.ambient
        seen: set[str] = set()
        read = {name for end in block.until for name in _cells(game, end.value, seen)}
        if read and not read & written and "*" not in written | read:
            cells = ", ".join(f"`{name}`" for name in sorted(read))
            message = f"these turns may never end: nothing in them changes {cells}"
            at = block.until[0].value.at
            ck.warning("may-not-end", message, at, "let something change it, or end the turns otherwise")


def _cells(game: CheckedGame, expr: Expr, seen: set[str]) -> Iterator[str]:
    """The variables and zones that a value hangs on; `*` for what changes from turn to turn by itself.

    Defines that were `seen` are not looked into again.
    """
    if isinstance(expr, Read):
        yield expr.place.zone if isinstance(expr.place, ZonePlace) else expr.place.variable
    elif isinstance(expr, Occupied):
        yield expr.zone
    elif isinstance(expr, RoundsOf | Special | Builtin) and getattr(expr, "name", "can") in _CHANGING:
        yield "*"
    elif isinstance(expr, CallDefine) and expr.name not in seen and expr.name in game.defines:
        seen.add(expr.name)
        yield from _cells(game, game.defines[expr.name].value, seen)
    for part in parts_of(expr):
        yield from _cells(game, part, seen)

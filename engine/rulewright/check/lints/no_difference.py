"""Lines of the score sheet that cannot make a difference."""

from rulewright.check.checked import CallDefine, CheckedGame, Expr, Special
from rulewright.check.core import Checker
from rulewright.check.lints.survey import Survey
from rulewright.check.lints.verdict import always_zero
from rulewright.check.visibility import parts_of


def no_difference(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`no-difference`."""
    for line in game.scoring:
        if always_zero(ck, line.value):
            ck.warning("no-difference", f"`{line.name}` is always 0", line.value.at,
                       "it gives nobody a point: say what it counts for `me`, or leave it out")  # fmt: skip
    for criterion in game.winner:
        if not _is_of_me(game, criterion.value):
            ck.warning("no-difference", f"`{criterion.name}` is the same for every player", criterion.value.at,
                       "it parts nobody from anybody: say what it compares of `me`")  # fmt: skip


def _is_of_me(game: CheckedGame, expr: Expr) -> bool:
    if isinstance(expr, Special) and expr.name in ("me", "total"):
        return True
    if isinstance(expr, CallDefine) and game.defines[expr.name].uses_me:
        return True
    return any(_is_of_me(game, part) for part in parts_of(expr))

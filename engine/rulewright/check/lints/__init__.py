"""Questions about a whole game in which nothing is wrong by itself, one file each.

They are asked last, of a game without errors, and never for playing it. Each gives warnings, and a comment in the rules
file can allow them.
"""

from collections.abc import Callable

from rulewright.check.checked import CheckedGame
from rulewright.check.core import Checker
from rulewright.check.lints.deals_too_many import deals_too_many
from rulewright.check.lints.may_not_end import may_not_end
from rulewright.check.lints.never_holds import never_holds
from rulewright.check.lints.never_offered import never_offered
from rulewright.check.lints.never_read import never_read
from rulewright.check.lints.never_written import never_written
from rulewright.check.lints.no_difference import no_difference
from rulewright.check.lints.not_in_total import not_in_total
from rulewright.check.lints.runs_out import runs_out
from rulewright.check.lints.survey import Survey
from rulewright.check.lints.unused import unused

Lint = Callable[[Checker, CheckedGame, Survey], None]

LINTS: tuple[Lint, ...] = (
    unused, never_read, never_written, never_offered, never_holds, runs_out, may_not_end, deals_too_many, no_difference,
    not_in_total,
)  # fmt: skip


def lint(game: CheckedGame) -> None:
    """Asks all of them; what they find goes to the findings of the checking that made the game."""
    ck = game.scope
    assert isinstance(ck, Checker)
    survey = Survey.of(game)
    for one in LINTS:
        one(ck, game, survey)

"""Lines of the score sheet that come behind one which reads `total`, and so are not in it."""

from rulewright.check.checked import CheckedGame, Expr, Special
from rulewright.check.core import Checker
from rulewright.check.lints.survey import Survey
from rulewright.check.visibility import parts_of
from rulewright.text import Related


def not_in_total(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`not-in-total`. Lines that read `total` themselves are meant to come one after the other."""
    reader = None
    for line in game.scoring:
        if _reads_total(line.value):
            reader = line
        elif reader is not None:
            message = f"`{line.name}` is not in the `total` that `{reader.name}` reads, for it comes behind"
            help = f"let it stand before `{reader.name}`; a variant inserts it there: `before {reader.name}:`"
            related = (Related(reader.value.at, f"`{reader.name}`"),)
            ck.warning("not-in-total", message, line.value.at, help, related)


def _reads_total(expr: Expr) -> bool:
    return (isinstance(expr, Special) and expr.name == "total") or any(map(_reads_total, parts_of(expr)))

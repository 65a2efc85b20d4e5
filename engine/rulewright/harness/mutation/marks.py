"""Mutants that an author has marked as equivalent (`harness/marks.py` reads the marks): do the marks still hold?"""

from collections.abc import Iterable, Mapping

from rulewright.harness.marks import Mark
from rulewright.harness.mutation.bench import Verdict
from rulewright.harness.mutation.mutants import Mutant
from rulewright.text import Findings


def checked_marks(marks: Iterable[Mark], mutants: Iterable[Mutant], findings: Findings) -> dict[str, Mark]:
    """Marks by the mutants' ids; one whose mutant does not exist, or stands somewhere else, is a finding."""
    known = {m.id: m for m in mutants}
    found: dict[str, Mark] = {}
    for mark in marks:
        for name in (mark.mutant or "").split():
            mutant = known.get(name)
            if mutant is None:
                findings.error(
                    "unknown-name", f"there is no mutant `{name}` (any more)", mark.at.at,
                    help="the rules have changed there: delete the mark, or mark the mutant that stands there now",
                )  # fmt: skip
            elif not mutant.is_at(mark.at.text):
                message = f"mutant `{name}` stands at `{mutant.path}`, not at `{mark.at.text}`"
                findings.error("bad-value", message, mark.at.at)
            else:
                found[name] = mark
    return found


def check_killed(marks: Mapping[str, Mark], verdicts: Mapping[str, Verdict], findings: Findings) -> None:
    """A marked mutant that a scenario kills is not equivalent."""
    for name, mark in marks.items():
        verdict = verdicts.get(name)
        if verdict is not None and verdict.outcome == "killed":
            message = f"mutant `{name}` is not equivalent: scenario `{verdict.by}` fails under it"
            findings.error("bad-value", message, mark.at.at, help="delete the mark")

"""Conditions that decide nothing."""

from collections.abc import Iterator

from rulewright.check.checked import CheckedGame, Expr
from rulewright.check.core import Checker
from rulewright.check.lints.survey import Survey
from rulewright.check.lints.verdict import verdict
from rulewright.text import Span


def never_holds(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`constant-condition`: an `if`, a need or an `until` that always holds, or never."""
    for condition, what in _conditions(survey):
        always = verdict(ck, condition)
        if always is not None:
            holds = "always holds" if always else "never holds"
            ck.warning("constant-condition", f"this condition {holds}, so {what[always]}", condition.at)


_Then = dict[bool, str]  # what follows from a condition that never holds, or always does
_IF: _Then = {False: "what stands under it is never done", True: "it can go"}
_NEED: _Then = {False: "this can never be done", True: "it can go"}
_UNTIL: _Then = {False: "it ends nothing", True: "there is one round only"}


def _conditions(survey: Survey) -> Iterator[tuple[Expr, _Then]]:
    seen: set[Span] = set()
    found: list[tuple[Expr | None, _Then]] = []
    for block in survey.blocks:
        found.append((block.condition, _IF))
        found += [(need.value, _NEED) for need in block.needs]
        found += [(end.value, _UNTIL) for end in block.until]
        found += [(offer.condition, _IF) for offer in (*(block.choose or ()), *block.meanwhile)]
    found += [(sentence.condition, _IF) for sentence in survey.sentences]
    for condition, what in found:
        if condition is not None and condition.at not in seen:
            seen.add(condition.at)
            yield condition, what

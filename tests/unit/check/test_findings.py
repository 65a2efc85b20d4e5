"""Every finding of the checker, on a small game with one mistake: its code, its place, its gist, and nothing else."""

import pytest

from unit.check.checking import Case, cases, check, check_sections


def test_the_base_game_has_no_findings() -> None:
    _, findings = check_sections("")
    assert [str(f) for f in findings] == []


@pytest.mark.parametrize("case", list(cases("findings.txt")), ids=lambda c: c.title)
def test_a_mistake_is_found_once_and_at_its_place(case: Case) -> None:
    text, line, column = case.marked()
    _, findings = check(text)
    found = [(f.code, f.span.begin.line, f.span.begin.column) for f in findings]
    assert found == [(case.code, line, column)], [str(f) for f in findings]
    message = next(iter(findings)).message
    assert case.gist in message, message

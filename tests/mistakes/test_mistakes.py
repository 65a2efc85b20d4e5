"""Every mistake of the corpus is told exactly as the corpus says; and the corpus covers every code of a finding."""

from collections import Counter
from pathlib import Path

import pytest

from mistakes.cases import BASE, Bench, Case, all_cases
from rulewright.harness.any_file import check_any_file
from rulewright.text import CODES

CASES = all_cases()


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("bench"))


@pytest.mark.parametrize("path", [p.relative_to(BASE) for p in sorted(BASE.glob("**/*.yaml"))], ids=str)
def test_what_the_mistakes_are_made_in_has_none(path: Path, bench: Bench) -> None:
    if path.parent.name != "words":  # they are read with their game
        assert [str(finding) for finding in check_any_file(bench.folder / path)] == []


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_mistake_is_told_as_the_corpus_says(case: Case, bench: Bench) -> None:
    assert bench.told(case) == case.expected


def test_a_mistake_is_told_once() -> None:
    more = [str(case) for case in CASES if len(case.codes) != 1 and "Several findings:" not in case.why]
    assert more == []


# What takes several files, or shows only when a match begins; the pages of the findings have an example of each.
ELSEWHERE = {"csv", "overlay-game", "search-too-wide"}


def test_every_code_has_a_mistake_and_every_mistake_a_code() -> None:
    assert {code for case in CASES for code in case.codes} == set(CODES) - ELSEWHERE


def test_no_two_cases_have_one_title() -> None:
    titles = Counter(str(case) for case in CASES)
    assert [title for title, n in titles.items() if n > 1] == []


def test_there_are_many_mistakes_of_each_game() -> None:
    games = Counter(game for case in CASES for game in ("cinque_terre", "garden_dice", "murano") if game in case.path)
    assert len(CASES) >= 150 and min(games.values()) >= 30, games

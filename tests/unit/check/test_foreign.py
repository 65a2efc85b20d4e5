"""Lines that stand outside the file are read against a checked game."""

from typing import Literal

import pytest

from rulewright.check import checked as c
from rulewright.check.foreign import foreign_line
from rulewright.text import Findings, SourceText
from unit.check.checking import check_sections

GAME, _ = check_sections("")


def read(text: str, kind: Literal["sentence", "expression"], *, me: bool = False) -> tuple[object, list[str]]:
    findings = Findings()
    source = SourceText("line", text)
    found = foreign_line(GAME, text, kind, source.span, findings, me=me)
    return found, [f"{f.code} {f.span.begin.column}" for f in findings]


def test_a_seat_stands_for_a_player() -> None:
    found, findings = read("coins[red]", "expression")
    assert isinstance(found, c.Read) and findings == []
    key = found.place.keys[0]
    assert isinstance(key, c.Const) and key.value == 0


def test_a_sentence_that_may_refuse_is_no_finding_there() -> None:
    found, findings = read("move apple from supply to store[blue]", "sentence")
    assert isinstance(found, c.Sentence) and findings == []


def test_lines_of_the_score_sheet_and_winners_can_be_asked() -> None:
    points, findings = read("points_of(crates, green) >= 0", "expression")
    assert findings == [] and isinstance(points, c.Compare) and isinstance(points.left, c.Builtin)
    assert points.left.line == "crates"
    winners, findings = read("red in winners", "expression")
    assert findings == [] and isinstance(winners, c.In)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("coins[purple]", "unknown-name 7"),
        ("points_of(crate, red)", "unknown-name 11"),
        ("coins[me]", "no-me 7"),
        ("stands[red] + 1", "type 1"),
        ("position(stands[red])", "may-be-none 10"),
        ("coins[red", "syntax 6"),
    ],
)
def test_mistakes_are_found_at_their_place(text: str, finding: str) -> None:
    found, findings = read(text, "expression")
    assert found is None and findings == [finding]


def test_me_is_there_where_the_caller_says_so() -> None:
    found, findings = read("coins[me]", "expression", me=True)
    assert isinstance(found, c.Read) and findings == []


def test_a_line_leaves_the_game_as_it_was() -> None:
    before = dict(GAME.rules)
    read("set coins[red] to 3", "sentence")
    assert GAME.rules == before
    assert read("coins[red]", "expression")[0] == read("coins[red]", "expression")[0]

"""The lines of scenarios are checked against their game without being played, each mistake at its exact place."""

from pathlib import Path

import pytest

from rulewright.harness.any_file import check_any_file

HEAD = "game: tic_tac_toe\nscenarios:\n  one:\n    players: 2\n    turn: noughts\n"


def found(tmp_path: Path, body: str) -> list[str]:
    path = tmp_path / "s.yaml"
    path.write_text(HEAD + "".join(f"    {line}\n" for line in body.splitlines()))
    return [f"{f.span.begin.line}:{f.span.begin.column} {f.code} {f.message}" for f in check_any_file(path)]


def test_good_lines_have_no_findings(tmp_path: Path):
    body = "lay: {score: {noughts: 2}}\ngiven:\n  - put noughts into on[square(1, 1)]\nplay:\n"
    body += "  - noughts: place, square(2, 2)\n  - expect: on[square(2, 2)] is noughts\n"
    body += "expect:\n  - score[noughts] is 2\n  - points_of(line, noughts) is 0\n  - size(on) is 2 and me is noughts"
    assert found(tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "gist"),
    [
        ("given: put noughts into off[square(1, 1)]\nexpect: true", "6:29 unknown-name there is no zone `off`"),
        ("given:\n  - put noughts on[square(1, 1)]\nexpect: true", "7:21 syntax"),
        ("expect: score[noughts] is crosses", "6:31 type"),
        ("expect: score[noughts]", "6:13 type what is expected is a truth, this is a number"),
        ("expect: |\n  scores[noughts] is 2", "7:7 unknown-name"),
        ("play:\n  - expect: two(noughts)", "7:17 unknown-name there is no function `two`"),
        ("play:\n  - refuse noughts: place, squart(1, 1)", "7:32 unknown-name the game has no word `squart`"),
        ("lay: {scores: {noughts: 2}}\nexpect: true", "6:11 unknown-name there is no variable `scores`"),
        ("lay: {score: {noughts: 2, cross: 3}}\nexpect: true", "6:31 unknown-name"),
        ("lay: {score: {noughts: nougats}}\nexpect: true", "6:28 unknown-name"),
        ("variants: nothing_known\nexpect: true", "6:15 unknown-name"),
        ("with: {remove: [define.four]}\nexpect: true", "6:28 path-unknown"),
    ],
)
def test_a_mistake_is_found_where_it_stands(tmp_path: Path, body: str, gist: str):
    findings = found(tmp_path, body)
    assert len(findings) == 1 and findings[0].startswith(gist), findings


def test_a_scenario_that_shall_not_begin_is_left_alone(tmp_path: Path):
    assert found(tmp_path, "with: {remove: [define.three]}\nfails: three") == []


def test_fixtures_in_a_file_of_their_own_are_no_game(tmp_path: Path):
    path = tmp_path / "fixtures.yaml"
    path.write_text("game: tic_tac_toe\nfixtures:\n  full: {given: [put noughts into on[s] for each s in square]}\n")
    assert [f.code for f in check_any_file(path)] == ["flow-split"]
    path.write_text("game: tic_tac_toe\nfixtures:\n  full:\n    given: put noughts into on[s] for each s in square\n")
    assert len(check_any_file(path)) == 0


def test_a_file_with_nothing_but_marks_is_one_of_scenarios(tmp_path):
    path = tmp_path / "marks.yaml"
    path.write_text("game: tic_tac_toe\nequivalent:\n  - {at: define.three, mutant: m03800793, why: no such line}\n")
    assert len(check_any_file(path)) == 0

"""`rulewright test --coverage` and `rulewright gaps`, as they are typed."""

import json

import pytest

WON = """game: tic_tac_toe
scenarios:
  a_mark_is_put:
    turn: noughts
    play:
      - noughts: place, square(2, 2)
    expect: on[square(2, 2)] is noughts
"""


@pytest.fixture
def scenarios(tmp_path):
    (tmp_path / "s").mkdir()
    path = tmp_path / "s" / "s.yaml"
    path.write_text(WON, encoding="utf-8")
    return path


def test_coverage_is_told_by_file_and_line(rulewright, scenarios):
    ran = rulewright("test", scenarios, "--coverage")
    assert ran.code == 0 and "1 passed, 0 failed" in ran.out
    assert "tic_tac_toe.yaml:41:12: end play.game.until never reached" in ran.out
    assert "scoring scoring.line never evaluated" in ran.out


def test_too_little_coverage_ends_with_one(rulewright, scenarios):
    ran = rulewright("test", scenarios, "--fail-under", "90")
    assert ran.code == 1 and "of the rules are covered, 90% are asked for" in ran.err
    assert rulewright("test", scenarios, "--fail-under", "10").code == 0
    assert rulewright("test", scenarios, "--fail-under", "101").code == 2


def test_coverage_as_json_and_as_a_page(rulewright, scenarios, tmp_path):
    ran = rulewright("test", scenarios, "--coverage", "--format", "json", "--html", tmp_path / "page.html")
    (report,) = json.loads(ran.out)["coverage"]
    assert report["game"] == "tic_tac_toe" and 0 < report["percent"] < 100
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "play.game.until: never reached" in page


def test_gaps_are_found_and_written_as_skeletons(rulewright, scenarios, tmp_path):
    out = tmp_path / "found.yaml"
    ran = rulewright("gaps", "tic_tac_toe", "--scenarios", scenarios.parent, "--games", "30", "--out", out)
    assert ran.code == 0, ran.out + ran.err
    assert f"skeletons in {out}" in ran.out and "end play.game.until never reached" in ran.out
    refused = rulewright("test", out)
    assert refused.code == 1 and "is a skeleton that nobody has filled in" in refused.err + refused.out
    again = rulewright("gaps", "tic_tac_toe", "--scenarios", scenarios.parent, "--out", out)
    assert again.code == 2 and "is there already" in again.err

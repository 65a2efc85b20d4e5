"""Who would win now, asked in the middle of a match."""

import rulewright


def test_a_game_without_scoring_lines_knows_who_would_win_now():
    match = rulewright.load("connect_four").start(2)
    match.apply("4")
    assert set(match.evaluate("winners")) == {"yellow", "red"}

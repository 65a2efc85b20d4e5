import json

import pytest

GOOD = """game: tic_tac_toe
scenarios:
  a_mark_is_put:
    turn: noughts
    play:
      - noughts: place, square(2, 2)
      - refuse crosses: place, square(2, 2)
    expect: on[square(2, 2)] is noughts
"""
BAD = GOOD.replace("is noughts", "is crosses")


@pytest.fixture
def scenarios(tmp_path):
    def write(text, name="s.yaml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_scenarios_that_hold_end_with_zero(rulewright, scenarios):
    ran = rulewright("test", scenarios(GOOD))
    assert ran.code == 0 and "1 passed, 0 failed" in ran.out


def test_a_failed_scenario_ends_with_one_and_names_both_values(rulewright, scenarios):
    ran = rulewright("test", scenarios(BAD))
    assert ran.code == 1 and "1 failed" in ran.out
    assert "a_mark_is_put" in ran.out and "s.yaml:8" in ran.out
    assert "`on[square(2, 2)]` is noughts" in ran.out and "crosses" in ran.out


def test_json_counts_and_lists_the_scenarios_of_each_rule(rulewright, scenarios):
    text = GOOD.replace("    turn:", "    rule: TT-1 TT-3..4\n    turn:")
    found = json.loads(rulewright("test", scenarios(text), "--format", "json").out)
    assert (found["passed"], found["failed"]) == (1, 0)
    assert [found["rules"][r] for r in ("TT-1", "TT-3", "TT-4")] == [["a_mark_is_put"]] * 3


def test_scenarios_are_found_by_folder_and_by_game(rulewright, scenarios, tmp_path):
    scenarios(GOOD)
    assert rulewright("test", tmp_path).code == 0
    assert rulewright("test", "tic_tac_toe", "--scenarios", tmp_path).code == 0


def test_one_scenario_is_chosen_by_name(rulewright, scenarios):
    path = scenarios(GOOD + BAD.partition("scenarios:\n")[2].replace("a_mark_is_put", "another"))
    assert rulewright("test", path).code == 1
    assert rulewright("test", path, "--scenario", "a_mark_is_put").code == 0
    ran = rulewright("test", path, "--scenario", "a_mark_is")
    assert ran.code == 2 and "a_mark_is_put" in ran.err


def test_no_scenarios_are_wrong_use(rulewright, tmp_path):
    ran = rulewright("test", tmp_path)
    assert ran.code == 2 and "no scenarios" in ran.err
    ran = rulewright("test", "nothing_known")
    assert ran.code == 2 and "nothing_known" in ran.err


def test_a_mistake_in_a_scenario_file_is_shown_as_a_finding(rulewright, scenarios):
    ran = rulewright("test", scenarios(GOOD.replace("expect:", "expct:")))
    assert ran.code == 1 and "unknown-key" in ran.out and "expct" in ran.out


def test_an_option_that_no_game_has_is_wrong_use(rulewright, scenarios):
    ran = rulewright("test", scenarios(GOOD), "--set", "speed=3")
    assert ran.code == 2 and "speed" in ran.err


def test_a_misspelt_answer_is_no_refusal(rulewright, scenarios):
    ran = rulewright("test", scenarios(GOOD.replace("refuse crosses: place,", "refuse crosses: plaice,")))
    assert ran.code == 1 and "no word `plaice`" in ran.out


def test_a_refusal_that_is_legal_fails(rulewright, scenarios):
    ran = rulewright(
        "test", scenarios(GOOD.replace("refuse crosses: place, square(2, 2)", "refuse crosses: place, square(1, 1)"))
    )
    assert ran.code == 1 and "is legal, but should be refused" in ran.out


def test_an_unknown_game_in_a_scenario_is_a_finding(rulewright, scenarios):
    ran = rulewright("test", scenarios(GOOD.replace("tic_tac_toe", "tick_tock")))
    assert ran.code == 1 and "tick_tock" in ran.out


def test_a_view_and_a_log_are_tested(rulewright, scenarios):
    more = """      - view crosses: [{zone: "on[square(2, 2)]", shows: noughts}, {zone: "on[square(1, 1)]", size: 0}]
      - log crosses: {lacks: purple}
    expect:"""
    assert rulewright("test", scenarios(GOOD.replace("    expect:", more))).code == 0
    wrong = more.replace("shows: noughts", "shows: crosses")
    ran = rulewright("test", scenarios(GOOD.replace("    expect:", wrong)))
    assert ran.code == 1 and "sees" in ran.out


def test_refused_beginnings_seeds_and_random_games_are_tested(rulewright, scenarios):
    text = """game: tic_tac_toe
scenarios:
  alone: {players: 1, fails: players}
  twins: {players: [noughts, noughts], fails: noughts}
  same: {seeds: 3, expect: number_of_players is 2}
  ends:
    random: {games: 3}
    throughout: count(s in on) <= 9
    at_end: count(s in on) >= 5
"""
    ran = rulewright("test", scenarios(text))
    assert ran.code == 0, ran.out
    ran = rulewright("test", scenarios(text.replace(">= 5", ">= 99")))
    assert ran.code == 1 and "at the end of random game 0" in ran.out

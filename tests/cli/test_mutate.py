import json

import pytest

from rulewright.library import find_game

SCENARIOS = """game: tic_tac_toe
scenarios:
  a_row_wins:
    play:
      - noughts: place, square(1, 1)
      - crosses: place, square(2, 2)
      - noughts: place, square(1, 2)
      - crosses: place, square(3, 3)
      - noughts: place, square(1, 3)
    expect: winners is {noughts}
"""
MARK = """equivalent:
  - at: {at}
    mutant: {name}
    why: nobody can see it
"""


@pytest.fixture
def scenarios(tmp_path):
    def write(text=SCENARIOS, marks=""):
        path = tmp_path / "said.yaml"
        path.write_text(text.replace("scenarios:", f"{marks}scenarios:", 1), encoding="utf-8")
        return path

    return write


def results(ran):
    return json.loads(ran.out)["results"]


def test_the_scenarios_of_tic_tac_toe_kill_all_that_is_not_equivalent(rulewright):
    ran = rulewright("mutate", "tic_tac_toe", "--fail-under", "100")
    assert ran.code == 0, ran.out + ran.err
    assert "score: 100.0% (68 of 68)" in ran.out


def test_survivors_are_told_in_the_words_of_the_rules_file(rulewright, scenarios):
    ran = rulewright("mutate", "tic_tac_toe", "--scenarios", scenarios(), "--at", "scoring", "--fail-under", "90")
    place = f"{find_game('tic_tac_toe')}"[-31:]
    assert ran.code == 1 and "the score is below 90%" in ran.err
    assert f'{place}:46:27: "1" became "2"  [number m' in ran.out
    assert "scoring.line" in ran.out and "6 killed, 1 survived" in ran.out and "score: 85.7% (6 of 7)" in ran.out


def test_json_holds_every_mutant_with_what_became_of_it(rulewright, scenarios):
    ran = rulewright("mutate", "tic_tac_toe", "--scenarios", scenarios(), "--at", "scoring", "--format", "json")
    found = json.loads(ran.out)
    assert ran.code == 0 and (found["game"], found["killed"], found["survived"]) == ("tic_tac_toe", 6, 1)
    assert found["score"] == found["sections"]["scoring"] == 85.71
    row = next(r for r in found["results"] if (r["was"], r["became"]) == ("three(me)", "not three(me)"))
    assert (row["line"], row["operator"], row["outcome"]) == (46, "negation", "killed")
    assert row["killed_by"] == "a_row_wins" and row["how"] and row["reason"] is None


def test_list_judges_nothing(rulewright):
    ran = rulewright("mutate", "tic_tac_toe", "--list", "--operator", "extreme")
    assert ran.code == 0 and ran.out.splitlines()[-1] == "2 mutants"
    assert '"most" became "least"' in ran.out
    rows = json.loads(rulewright("mutate", "tic_tac_toe", "--list", "--at", "winner", "--format", "json").out)
    assert {row["was"] for row in rows} == {"most", "me", "shared"}


def test_a_marked_mutant_is_equivalent_and_its_reason_is_told(rulewright, scenarios):
    at = ("--at", "scoring", "--format", "json")
    rows = results(rulewright("mutate", "tic_tac_toe", "--scenarios", scenarios(), *at))
    name = next(r["id"] for r in rows if r["outcome"] == "survived")
    marked = scenarios(marks=MARK.format(at="scoring.line", name=name))
    ran = rulewright("mutate", "tic_tac_toe", "--scenarios", marked, *at)
    found = json.loads(ran.out)
    assert ran.code == 0 and (found["survived"], found["equivalent"]) == (0, 1)
    assert next(r for r in found["results"] if r["id"] == name)["reason"] == "nobody can see it"


def test_a_mark_on_what_a_scenario_kills_or_on_nothing_is_an_error(rulewright, scenarios):
    rows = results(rulewright("mutate", "tic_tac_toe", "--scenarios", scenarios(), "--format", "json"))
    killed = next(r for r in rows if r["outcome"] == "killed")
    marked = scenarios(marks=MARK.format(at=killed["place"], name=f"{killed['id']} m00000000"))
    ran = rulewright("mutate", "tic_tac_toe", "--scenarios", marked)
    assert ran.code == 1
    assert f"mutant `{killed['id']}` is not equivalent: scenario `a_row_wins` fails under it" in ran.err
    assert "there is no mutant `m00000000` (any more)" in ran.err and "said.yaml:3:9" in ran.err


def test_a_mark_names_the_part_of_the_rules_in_which_its_mutant_stands(rulewright, scenarios):
    name = results(rulewright("mutate", "tic_tac_toe", "--at", "winner", "--format", "json"))[0]["id"]
    marked = scenarios(marks=MARK.format(at="scoring", name=name))
    ran = rulewright("mutate", "tic_tac_toe", "--scenarios", marked, "--at", "winner")
    assert ran.code == 1 and f"mutant `{name}` stands at `winner.score`, not at `scoring`" in ran.err


def test_a_mark_without_a_reason_is_an_error(rulewright, scenarios):
    marked = scenarios(marks="equivalent: [{at: scoring, mutant: m00000000}]\n")
    ran = rulewright("mutate", "tic_tac_toe", "--scenarios", marked)
    assert ran.code == 1 and "needs `why`" in ran.out


def test_out_keeps_what_is_known(rulewright, scenarios, tmp_path):
    said, out = scenarios(), tmp_path / "out.jsonl"
    first = rulewright("mutate", "tic_tac_toe", "--scenarios", said, "--at", "46", "--out", out)
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if "verdict" in line]) == 7
    again = rulewright("mutate", "tic_tac_toe", "--scenarios", said, "--at", "46", "--out", out)
    assert again.out == first.out and out.read_text(encoding="utf-8").splitlines() == lines


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--operator", "extrem"), "did you mean `extreme`?"),
        (("--at", "actions.plaice"), "no mutant is so"),
        (("--sample", "0"), "0 is not in the range"),
        (("--fail-under", "101"), "101.0 is not in the range"),
    ],
)
def test_wrong_use_ends_with_two(rulewright, arguments, words):
    ran = rulewright("mutate", "tic_tac_toe", *arguments)
    assert ran.code == 2 and words in ran.err


def test_a_game_without_scenarios_and_a_file_of_no_results_are_wrong_use(rulewright, changed, tmp_path):
    mine = changed("game: tic_tac_toe", "game: mine")
    assert rulewright("mutate", mine).code == 2
    other = tmp_path / "out.jsonl"
    other.write_text("{}\n", encoding="utf-8")
    ran = rulewright("mutate", "tic_tac_toe", "--out", other)
    assert ran.code == 2 and "no result of an earlier run" in ran.err


def test_scenarios_that_fail_anyway_are_told(rulewright, scenarios):
    wrong = scenarios(SCENARIOS.replace("winners is", "winners is not"))
    ran = rulewright("mutate", "tic_tac_toe", "--scenarios", wrong)
    assert ran.code == 1 and "scenario `a_row_wins` does not hold under the rules as they are" in ran.err

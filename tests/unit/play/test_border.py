"""What comes in from outside: anything may come, and nothing but a clear error may follow."""

import json
from pathlib import Path

import pytest

import rulewright
from rulewright.errors import ActionError, InvalidAction, InvalidSave, InvalidSetup

GAME = rulewright.load("tic_tac_toe")
FILE = Path(__file__).parents[3] / "games" / "classics" / "tic_tac_toe.yaml"


@pytest.fixture
def match():
    return GAME.start(2, seed=1)


@pytest.mark.parametrize(
    "garbage", [None, 5, {}, [], b"x", {"player": 3}, {"player": "noughts"}, "", "x" * 5000, "1" * 5000]
)
def test_garbage_is_no_action(match, garbage):
    before = json.dumps(match.to_json())
    with pytest.raises(ActionError):
        match.apply(garbage)
    assert match.why_not(garbage).text
    assert json.dumps(match.to_json()) == before


def test_an_action_may_come_as_its_json(match):
    match.apply({"player": "noughts", "choose": "place"})
    match.apply({"player": "noughts", "pick": "spot", "value": "square(1, 1)"})
    assert match.actors == ("crosses",)


def test_spaces_in_an_answer_do_not_matter(match):
    match.apply("place")
    assert str(match.parse_action("SQUARE( 2,2 )")) == "square(2, 2)"


@pytest.mark.parametrize("options", [[1], {1: 2}, "x", None])
def test_options_that_are_none_are_refused(options):
    if options is None:
        assert GAME.start(2, options=options)
    else:
        with pytest.raises(InvalidSetup):
            GAME.start(2, options=options)


@pytest.mark.parametrize("chance", [[None], [{}], ["zzz"], "zzz", 5])
def test_scripted_chance_is_numbers_and_names(chance):
    with pytest.raises(InvalidSetup):
        GAME.start(2, chance=chance)


def test_a_number_far_outside_an_options_range_is_refused_at_once(tmp_path):
    text = FILE.read_text(encoding="utf-8")
    wide = "options: {goal: {default: 7, values: 5..100000000000, why: taste}}\n\nboards:"
    path = tmp_path / "wide.yaml"
    path.write_text(text.replace("boards:", wide, 1), encoding="utf-8")
    with pytest.raises(InvalidSetup, match="5 to 100000000000"):
        rulewright.load(path).start(2, options={"goal": 1})


def test_a_board_of_a_million_spaces_is_a_finding(tmp_path):
    text = FILE.read_text(encoding="utf-8")
    path = tmp_path / "large.yaml"
    path.write_text(text.replace("[3, 3]", "[100000, 100000]", 1), encoding="utf-8")
    with pytest.raises(rulewright.InvalidGame, match="spaces"):
        rulewright.load(path)


def saved():
    match = GAME.start(2, seed=1)
    match.apply("place")
    return match.to_json()


@pytest.mark.parametrize(
    "damage",
    [
        lambda s: s | {"options": None},
        lambda s: s | {"options": [1]},
        lambda s: s | {"players": s["players"][::-1]},
        lambda s: s | {"state": [*s["state"][:1], -1, *s["state"][2:]]},
        lambda s: s | {"state": [*s["state"][:3], 10**30, *s["state"][4:]]},
        lambda s: s | {"history": 5},
        lambda s: s | {"log": [[["move"], None, None]]},
        lambda s: {k: v for k, v in s.items() if k != "sum"},
    ],
)
def test_a_save_that_is_not_as_it_was_written_is_refused(damage):
    with pytest.raises(InvalidSave):
        GAME.match_from_json(damage(saved()))


@pytest.mark.parametrize("other", [None, 5, [], {}, {"format": "rulewright match 1"}])
def test_something_else_is_no_save(other):
    with pytest.raises(InvalidSave):
        GAME.match_from_json(other)


def test_what_can_be_taken_back_can_be_taken_back_after_a_save(match):
    match.apply("place")
    again = GAME.match_from_json(json.loads(json.dumps(match.to_json())))
    again.undo()
    assert str(again.legal_actions[0]) == "place" and again.decisions == 0


def test_nobody_is_first_before_the_rules_say_so():
    match = rulewright.load("cinque_terre").start(3, seed=0)
    assert match.view(None)["first_player"] is None
    for start in ("terrace_1",) * 3:
        match.apply(start)
    assert match.view(None)["first_player"] in match.players


def test_an_unknown_seat_is_refused(match):
    with pytest.raises(ValueError, match="does not play"):
        match.view("purple")
    with pytest.raises(ValueError, match="does not play"):
        match.evaluate("1", me="purple")
    with pytest.raises(InvalidAction):
        match.apply("place", "purple")

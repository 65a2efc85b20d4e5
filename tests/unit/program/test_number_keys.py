"""A number that picks a cell, or a piece of a bag of numbers, is one of those that there are; no neighbour answers."""

import pytest

from rulewright.checking import check_source, load_document
from rulewright.errors import RuleFault
from rulewright.play.game import Game
from rulewright.text import SourceText
from turns_of_one_action import PLAY

FILE = (
    """game: number_keys
version: 1
language: 1
title: Keys that are numbers
speaks: en
seats: [red, blue, green]
players: 2..3
options:
  lanes: {values: 2..3, default: 2, label: Lanes, why: a range that hangs on an option}
components:
  mark: {is: seat}
zones:
  in_front: {bag: mark, holds: 5 of each}
  fixed: {bag: mark, per: 1..2}
  lane: {bag: mark, per: 1..option.lanes}
  spot: {bag: mark, per: 1..number_of_players}
  at_back: {bag: mark, holds: 7 of each}
  dice: {bag: 1..6}
  low: {bag: 1..3}
variables:
  step: {is: 1..3, start: 3}
  found: {is: number}
  score: {is: number, per: player, score: true}
setup:
  drawn: pick x at random in player
  first: set first_player to x
  three: put 2 of 3 into dice
  low: put 2 of 1 into low
actions:
  act:
    pick: n in 0..7
    do: SENTENCE
"""
    + PLAY
)


def game_of(sentence):
    return Game(load_document(SourceText("number_keys.yaml", FILE.replace("SENTENCE", sentence))))


def findings_of(sentence):
    source = SourceText("number_keys.yaml", FILE.replace("SENTENCE", sentence))
    return [(f.code, f.message) for f in check_source(source) if f.severity == "error"]


@pytest.mark.parametrize(
    "sentence",
    [
        "set found to size(fixed[n])",
        "set found to count(i in 0..2 where fixed[i] is empty)",
        "put me into fixed[step]",
        "put n into dice",
        "remove all of n from dice",
        "remove up to 2 of n from dice",
    ],
)
def test_a_number_that_need_not_be_a_key_or_a_piece_is_a_mistake(sentence):
    ((code, message),) = findings_of(sentence)
    assert code == "out-of-range" and " not a number 1.." in message


@pytest.mark.parametrize(
    "sentence",
    [
        "set found to size(fixed[step]) if step in 1..2",
        "set found to count(i in 0..2 where i > 0 and fixed[i] is empty)",
        "set found to size(fixed[max(1, min(n, 2))])",
        "put n into dice if n in 1..6",
    ],
)
def test_what_narrows_a_number_proves_that_it_fits(sentence):
    assert findings_of(sentence) == []


def test_a_bag_takes_only_from_bags_whose_numbers_it_has():
    assert findings_of("move all from low to dice") == []
    (found,) = findings_of("move all from dice to low")
    assert found == ("wrong-component", "`dice` holds a number 1..6, `low` holds a number 1..3")


@pytest.mark.parametrize("sentence", ["set found to number of (n) in dice", "set found to 2 if n in dice"])
def test_a_bag_of_numbers_holds_none_of_another_number(sentence):
    match = game_of(sentence).start(players=2, seed=1)
    match.apply("act")
    for number in range(8):
        after = match.after(str(number))
        assert after.evaluate("found") == (2 if number == 3 else 0), number


def test_a_number_that_no_die_shows_cannot_be_taken():
    match = game_of("remove n from dice").start(players=2, seed=1)
    match.run_sentence("put 5 into dice")
    match.apply("act")
    assert [str(a) for a in match.legal_actions] == ["3", "5"]
    assert match.why_not("7").text == "7 is not there"


@pytest.mark.parametrize(
    ("sentence", "zone"),
    [("put me into lane[step]", "lane"), ("set found to size(lane[step])", "lane"), ("put me into spot[step]", "spot")],
)
def test_a_key_of_a_range_that_differs_by_game_is_asked_while_playing(sentence, zone):
    game = game_of(sentence)
    right = game.start(players=3, options={"lanes": 3}, seed=1)
    right.apply("act")
    right.apply("0")
    match = game.start(players=2, options={"lanes": 2}, seed=1)
    match.apply("act")
    with pytest.raises(RuleFault, match=rf"there is no `{zone}\[3\]`: its keys are 1\.\.2") as fault:
        match.apply("0")
    assert fault.value.span.text == "step"

"""What is reached step by step: once round a ring and no further, up to what is in the way, and where ways meet."""

import pytest

from rulewright.checking import load_document
from rulewright.play.game import Game
from rulewright.text import SourceText
from turns_of_one_action import PLAY

FILE = (
    """game: walks
version: 1
language: 1
title: Walks
speaks: en
seats: [red, blue]
players: 2
boards:
  round: {ring: [a, b, c, d, e], label: Ring}
kinds:
  place:
    one: {next_one: two}
    two: {next_one: three}
    three: {next_one: two}
components:
  mark: {is: seat}
zones:
  on: {bag: mark, per: round}
variables:
  score: {is: number, per: player, score: true}
define:
  free(round s): reach(s, k to m in {after(k, 1)} where k is s or on[k] is empty)
  whole(round s): reach(s, k to m in {after(k, 1)})
  back(round s): reach(s, k to m in {after(k, -1)})
  joined(place s): reach(s, k to m in {k.next_one})
setup:
  first: set first_player to red
  marks: put red into on[d]
actions:
  act: {do: nothing}
"""
    + PLAY
)


@pytest.mark.parametrize(
    ("what", "reached"),
    [
        ("whole(b)", ["b", "c", "d", "e", "a"]),
        ("back(b)", ["b", "a", "e", "d", "c"]),
        ("free(a)", ["a", "b", "c", "d"]),
        ("free(d)", ["d", "e", "a", "b", "c"]),
        ("joined(one)", ["one", "two", "three"]),
        ("joined(three)", ["three", "two"]),
    ],
)
def test_a_walk_goes_on_step_by_step_and_comes_to_nothing_twice(what, reached):
    match = Game(load_document(SourceText("walks.yaml", FILE))).start(2)
    assert list(match.evaluate(what)) == reached

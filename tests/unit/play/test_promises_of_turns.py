"""A promise `at: turn` is tested when a turn begins, and only then."""

import pytest

from rulewright.loader import load_text

GAME = """game: heap
version: 1
language: 1
title: Heap
seats: [one, two]
players: 2..2
variables:
  stones: {is: 0..9, start: 5}
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to one
actions:
  take: {pick: n in 1..3 where n <= stones, do: subtract n from stones}
play:
  game:
    turns: first_player
    until: stones is 0
    do:
      act: {choose: [take]}
winner:
  score: most score[me]
  else: shared
always:
  enough: {at: turn, hold: stones > 3 or me is one}
"""


@pytest.mark.parametrize(("taken", "broken"), [("1", []), ("2", ["enough"])])
def test_a_promise_of_turns_is_tested_when_the_next_turn_begins(taken, broken):
    match = load_text(GAME).start(2)
    assert match.test_always() == []
    match.apply("take")
    assert match.test_always() == []  # the turn goes on
    match.apply(taken)
    assert match.test_always() == broken
    assert match.test_always() == []  # no other turn has begun since

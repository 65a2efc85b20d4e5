"""`end play` ends play at once, wherever it stands."""

import pytest

from rulewright.checking import load_document
from rulewright.harness.playout import random_playout
from rulewright.play.game import Game
from rulewright.text import SourceText

FILE = """game: race
version: 1
language: 1
title: Race
speaks: en
seats: [red, blue]
players: 2
variables:
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to red
routines:
  gain:
    do: add 1 to score[active]
whenever:
  enough:
    HEAD
    do: end play
play:
  game:
    turns: first_player
    until: score[active] > 30
    do:
      step:
        pick: n in 1..3
        do: gain()
winner:
  score: most score[me]
  else: shared
"""


@pytest.mark.parametrize("head", ["if: score[red] is 3", "after: gain\n    if: score[red] is 3"])
def test_a_rule_for_whenever_something_holds_ends_play(head):
    game = Game(load_document(SourceText("race.yaml", FILE.replace("HEAD", head))))
    for watch in (None, lambda match: None):
        found = random_playout(game, 2, seed=1, watch=watch)
        assert found.scores == {"red": 3, "blue": 2} and found.decisions == 5

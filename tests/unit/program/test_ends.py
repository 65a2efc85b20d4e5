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


RULES = ["if: score[red] is 3", "after: gain\n    if: score[red] is 3"]
SECOND = 'do:\n          gain: gain()\n          limit: add 1 - n * n to score[blue] else "Blue has too few."'


def started(rule, ends):
    text = FILE.replace("HEAD", rule).replace("do: end play", f"do: end {ends}").replace("do: gain()", SECOND)
    match = Game(load_document(SourceText("race.yaml", text.replace("is: number", "is: 0..30")))).start(2)
    while match.evaluate("score[red]") < 2 or match.actors != ("red",):
        match.apply("1")
    return match


@pytest.mark.parametrize("ends", ["turn", "turns", "play"])
@pytest.mark.parametrize("rule", RULES)
def test_what_would_follow_the_end_of_a_turn_or_of_play_forbids_no_answer(rule, ends):
    match = started(rule, ends)
    before = match.evaluate("score[blue]")
    assert before < 3 and [str(a) for a in match.legal_actions] == ["1", "2", "3"]
    match.apply("3")
    assert match.evaluate("score[blue]") == before
    assert match.is_over is (ends != "turn")


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_ends_a_turn_ends_no_more_than_the_turn(rule):
    match = started(rule, "turn")
    match.apply("1")
    assert match.actors == ("blue",) and not match.is_over

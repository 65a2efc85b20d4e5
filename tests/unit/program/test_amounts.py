"""Pieces that come one by one are counted before the first: a slip of the hand does not run for hours."""

import pytest

from rulewright.checking import load_document
from rulewright.errors import RuleFault
from rulewright.play.game import Game
from rulewright.text import SourceText
from turns_of_one_action import PLAY

FILE = (
    """game: amounts
version: 1
language: 1
title: Very many pieces
speaks: en
seats: [red, blue]
players: 2
zones:
  dice: {bag: 1..6}
  rolled: {row: 1..6}
variables:
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to red
  many: SENTENCE
actions:
  act: {do: nothing}
"""
    + PLAY
)


@pytest.mark.parametrize("sentence", ["roll 20000 into dice", "roll 20000 into rolled", "put 20000 of 3 into rolled"])
def test_more_pieces_than_can_be_moved_one_by_one_are_a_fault(sentence):
    game = Game(load_document(SourceText("amounts.yaml", FILE.replace("SENTENCE", sentence))))
    with pytest.raises(RuleFault, match="20000 pieces at once are more than 10000"):
        game.start(2)


def test_so_many_dice_as_can_be_rolled_are_rolled():
    game = Game(load_document(SourceText("amounts.yaml", FILE.replace("SENTENCE", "roll 9000 into dice"))))
    assert game.start(2).evaluate("size(dice)") == 9000

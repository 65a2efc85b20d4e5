"""A setup that ends without having set what has no first value is a fault of the rules, where that is declared."""

import pytest

from rulewright.checking import load_document
from rulewright.errors import RuleFault
from rulewright.play.game import Game
from rulewright.text import SourceText

FILE = """game: unset
version: 1
language: 1
title: Unset
speaks: en
seats: [red, blue]
players: 2
options:
  chosen: {default: true, values: [true, false], label: Chosen, why: whether the setup does its work}
kinds:
  suit: {hearts: {}, spades: {}}
variables:
  trump: {is: suit}
  called: {is: suit or none}
  score: {is: number, per: player, score: true}
setup:
  drawn: pick p at random in player
  first: set first_player to p FIRST
  trump: set trump to hearts TRUMP
play:
  game:
    turns: first_player
    until: any(p in player where score[p] > 3)
    do:
      act:
        pick: s in suit
        do: add 1 to score[me] if s is trump and called is none
winner:
  score: most score[me]
  else: shared
"""


def started(first, trump, chosen):
    text = FILE.replace("FIRST", first).replace("TRUMP", trump)
    return Game(load_document(SourceText("unset.yaml", text))).start(2, seed=1, options={"chosen": chosen})


@pytest.mark.parametrize(
    ("first", "trump", "name", "line"),
    [("if option.chosen", "", "first_player", 22), ("", "if option.chosen", "trump", 13)],
)
def test_what_the_setup_leaves_without_a_value_is_told_at_its_end(first, trump, name, line):
    assert started(first, trump, True).actors
    with pytest.raises(RuleFault, match=f"the setup has ended and has not set `{name}`") as fault:
        started(first, trump, False)
    assert f":{line}:" in str(fault.value.span)

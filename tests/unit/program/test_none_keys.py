"""Working on a cell that there is not refuses: the answer that leads to it is not offered."""

import pytest

from rulewright.checking import load_document
from rulewright.play.game import Game
from rulewright.text import SourceText

FILE = """game: none_keys
version: 1
language: 1
title: Keys that may be none
speaks: en
seats: [red, blue]
players: 2
boards:
  field: {grid: [3, 3], spaces: square}
components:
  mark: {is: seat}
  die: {is: 1..6}
zones:
  on: {slot: mark, per: square}
  heap: {bag: mark, per: square, holds: 2 of each}
  pile: {stack: mark, per: square, holds: 2 of each}
  dice: {bag: die, per: square}
variables:
  worth: {is: number, per: square, start: 5}
  eyes: {is: 1..6, per: square, start: 1}
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to red
actions:
  act:
    pick: n in 0..4
    do: SENTENCE
play:
  game:
    turns: first_player
    until: score[red] > 3
    do:
      act: {choose: [act]}
winner:
  score: most score[me]
  else: shared
"""
SENTENCES = [
    "put me into on[square(n, 1)]",
    "put me into heap[square(n, 1)]",
    "remove me from heap[square(n, 1)]",
    "move me from heap[square(n, 1)] to heap[square(2, 2)]",
    "move all from heap[square(2, 2)] to heap[square(n, 1)]",
    "move up to 1 of me from heap[square(n, 1)] to heap[square(2, 2)]",
    "draw 1 from pile[square(n, 1)] to heap[square(2, 2)]",
    "draw up to 1 from pile[square(n, 1)] to heap[square(2, 2)]",
    "shuffle pile[square(n, 1)]",
    "show pile[square(n, 1)]",
    "roll 2 into dice[square(n, 1)]",
    "roll eyes[square(n, 1)]",
    "set worth[square(n, 1)] to 2",
    "add 1 to worth[square(n, 1)]",
    "pay 1 from worth[square(n, 1)]",
    "pay up to 9 from worth[square(n, 1)]",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_an_answer_that_leads_to_no_cell_is_not_offered(sentence):
    game = Game(load_document(SourceText("none_keys.yaml", FILE.replace("SENTENCE", sentence))))
    match = game.start(2)
    match.apply("act")
    assert [str(action) for action in match.legal_actions] == ["1", "2", "3"]
    assert match.why_not("4").text == "there is no such place"
    match.apply("3")
    assert match.actors == ("blue",)


def test_a_cell_that_can_never_be_is_not_there_also_where_its_key_is_a_constant():
    text = FILE.replace("SENTENCE", "nothing").replace("score[red] > 3", "any(n in 3..4 where on[square(1, n)] is red)")
    match = Game(load_document(SourceText("none_keys.yaml", text))).start(2)
    assert match.actors == ("red",)
    match.run_sentence("put red into on[square(1, 3)]")
    for answer in ("act", "1"):
        match.apply(answer)
    assert match.is_over

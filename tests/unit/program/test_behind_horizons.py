"""Behind chance or news nobody has looked ahead: what cannot be done there is a fault, and nothing is laid astray."""

import pytest

from rulewright.checking import load_document
from rulewright.errors import RuleFault
from rulewright.play.game import Game
from rulewright.text import SourceText
from turns_of_one_action import PLAY

FILE = (
    """game: astray
version: 1
language: 1
title: Astray
speaks: en
seats: [red, blue]
players: 2
components:
  mark: {is: seat}
zones:
  pile: {stack: mark, holds: 4 of each, seen_by: nobody}
  line: {row: mark, at_most: 2}
  spot: {slot: mark}
variables:
  score: {is: number, per: player, score: true}
setup:
  mixed: shuffle pile
  drawn: pick p at random in player
  first: set first_player to p
actions:
  act:
    choose:
      one:
        do:
          STEPS
      other: {do: nothing}
"""
    + PLAY
)


@pytest.mark.parametrize(
    "steps",
    [
        ["a: draw 1 from pile to line", "b: draw 1 from pile to line", "c: draw 1 from pile to line"],
        ["a: draw 1 from pile to line for each n in 1..3"],
        ["a: {repeat: 3, do: draw 1 from pile to line}"],
        ["a: {for: n in 1..3, do: draw 1 from pile to line}"],
        ["a: draw 1 from pile to spot", "b: put red into spot"],
    ],
)
def test_what_has_no_room_behind_a_draw_is_a_fault(steps):
    text = FILE.replace("STEPS", "\n          ".join(steps))
    match = Game(load_document(SourceText("astray.yaml", text))).start(2, seed=1)
    with pytest.raises(RuleFault, match="there is no room: at most") as fault:
        match.apply("act")
        match.apply("one")
    assert fault.value.span.text in " ".join(steps)

"""Doubts about a whole game, beside the examples of their pages: where they speak, and where they keep silent."""

import textwrap

import pytest

from examples import LANGUAGE, Example
from run_example import findings_of

TURNS = """
play:
  game:
    turns: first_player
    until: any(p in player where size(stall[p]) is stalls_to_win)
    do:
      act: {choose: [take, sell, set_up, %s]}
"""


def told(text: str, folder, of: str = "market") -> list[str]:
    example = Example(LANGUAGE, 0, textwrap.dedent(text), {"in": of})
    return [f"{f.code}: {f.message}" for f in findings_of(example, folder)]


SILENT = {
    "a variable that only pay looks at": TURNS % "work" + """
variables:
  strength: {is: number, per: player, start: 5, resets: turn}
actions:
  work:
    do:
      tired: pay 1 from strength[me] else "You are too tired."
      paid: add 1 to coins[me]
""",
    "a variable whose range refuses": TURNS % "work" + """
variables:
  worked: {is: 0..3, per: player}
actions:
  work:
    do:
      once: add 1 to worked[me]
      paid: add 1 to coins[me]
""",
    "an attribute that others see": """
zones:
  hand: {bag: card, per: player, seen_by: owner, others_see: size_of}
kinds:
  fruit: {apple: {price: 2, size_of: 1}, pear: {price: 3}, plum: {price: 4}}
""",
    "a zone that is only filled up": """
zones:
  shown: {row: card, at_most: 2, refill: pile}
actions:
  take:
    pick: product in shown
    do: move product from shown to hand[me]
""",
    "an action that another one performs": """
actions:
  rest: add 1 to coins[me]
  sell:
    pick: product in hand[me]
    do:
      gone: move product from hand[me] to discards
      rested: perform rest
""",
    "an action of a group that is offered": TURNS % "quiet" + """
actions:
  rest:
    group: quiet
    do: add 1 to coins[me]
  sleep:
    group: quiet
    do: add 2 to coins[me]
""",
    "a condition on a named number, which house rules change": """
finish:
  gift: add 1 to coins[first_player] if hand_size > 2
""",
    "a condition on an option": """
finish:
  gift: add 1 to coins[first_player] if option.start_coins > 9
""",
    "a stack whose emptiness ends the game": """
zones:
  bonus: {stack: card, holds: each, seen_by: nobody}
actions:
  take: draw 1 from bonus to hand[me]
play:
  game:
    turns: first_player
    until: bonus is empty or any(p in player where size(stall[p]) is stalls_to_win)
    do:
      act: {choose: [take, sell, set_up]}
""",
    "turns that a sentence may end": """
variables:
  days: {is: number, start: 9}
setup:
  begun: add 1 to days
actions:
  take:
    do:
      drawn: draw up to 1 from pile to hand[me]
      over: end turns if size(hand[me]) > 9
play:
  game:
    turns: first_player
    until: days is 0
    do:
      act: {choose: [take, sell, set_up]}
""",
    "a setup that takes up to what there is": """
setup:
  laid: draw up to 99 from pile to display
""",
    "a setup that fills before it takes": """
setup:
  mixed: put 20 of plum into pile
  dealt: draw 8 from pile to hand[p] for each p in player
numbers:
  hand_size: 3
scoring:
  cards: if size(hand[me]) > hand_size then 1 else 0
""",
    "the size of a hidden zone": """
actions:
  take:
    do:
      drawn: draw up to 1 from pile to hand[me]
      paid: add size(hand[me]) to coins[me]
""",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_it_keeps_silent_about(text, tmp_path):
    assert told(text, tmp_path) == []


SPEAKS = {
    "an attribute with a slip of the pen": ("""
kinds:
  fruit: {apple: {price: 2}, pear: {prcie: 3}, plum: {price: 4}}
""", ["never-read: nothing reads the attribute `prcie` of `fruit`"]),
    "an effect that nothing performs": ("""
kinds:
  fruit:
    apple:
      price: 2
      gift: add 1 to coins[me]
    pear: {price: 3}
    plum: {price: 4}
""", ["never-read: nothing performs the effect `gift` of `fruit`"]),
    "a variable without a first value that nothing writes": ("""
variables:
  lead: {is: player or none}
scoring:
  lead: if lead is me then 1 else 0
""", ["never-written: `lead` is never given a value: nothing writes it"]),
    "a chain of actions that nobody begins": ("""
actions:
  last: add 1 to coins[me]
  first_step: {choose: [last]}
""", ["never-offered: no `choose` offers the action `first_step`"]),
    "a need that never holds": ("""
actions:
  take:
    needs:
      many: number_of_players > 4 else "You are too few."
    do: draw up to 1 from pile to hand[me]
""", ["constant-condition: this condition never holds, so this can never be done"]),
    "a size below zero": ("""
actions:
  take:
    do: draw up to 1 from pile to hand[me] if size(pile) >= 0
""", ["constant-condition: this condition always holds, so it can go"]),
    "options that exclude each other in every way": ("""
finish:
  gift: add 1 to coins[first_player] if option.growing_price and not option.growing_price
""", ["constant-condition: this condition never holds, so what stands under it is never done"]),
    "a phase that never comes": ("""
finish:
  four:
    if: number_of_players > 4
    do: add 1 to coins[first_player]
""", ["constant-condition: this condition never holds, so what stands under it is never done"]),
    "a scoring line of nothing": ("""
scoring:
  lost: 0 * size(hand[me])
""", ["no-difference: `lost` is always 0"]),
    "a display that deals too much with the hands": ("""
setup:
  dealt: draw 5 from pile to hand[p] for each p in player
  laid: draw 5 from pile to display
scoring:
  cards: if size(hand[me]) > hand_size then 1 else 0
""", ["deals-too-many: with 4 players 5 are taken from `pile`, which holds 4 at most"]),
    "too much dealt in a block, round by round": ("""
setup:
  hands:
    for: p in player
    do:
      dealt: draw 7 from pile to hand[p]
""", ["deals-too-many: with 4 players 28 are taken from `pile`, which holds 9 at most"]),
    "a public variable that tells the hand of a rival": ("""
variables:
  best: {is: fruit or none}
actions:
  take:
    pick: rival in others(me)
    do: set best to highest(f in hand[rival] by f.price)
scoring:
  best: if best is plum then 1 else 0
""", ["shows-hidden: `best` is seen by all, and would tell what is in `hand`, which is not"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SPEAKS.values(), ids=SPEAKS)
def test_it_speaks_about(text, expected, tmp_path):
    assert told(text, tmp_path) == expected

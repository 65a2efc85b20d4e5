"""Rules files made by a program, as large as one likes, to see how cost grows."""


def game(*, actions: int = 20, cards: int = 40, players: int = 2, answers: int = 5, choices: int = 200) -> str:
    """A game of so many actions and cards for so many players; each action offers so many answers; so many choices.

    The actions are offered by three, one choice after the other, and a hand has five cards: what one decision needs
    stays the same while the file grows.
    """
    seats = ", ".join(f"seat_{n}" for n in range(players))
    rows = "\n".join(f"      card_{n}: {{cost: {n % 7}, gain: {n % 5}}}" for n in range(cards))
    blocks = "\n".join(_action(n, answers) for n in range(actions))
    offers = "\n".join(_choice(n, range(n, min(n + 3, actions))) for n in range(0, actions, 3))
    return f"""game: generated
version: 1
language: 1
title: Generated
speaks: en
seats: [{seats}]
players: {players}
components:
  card:
    has: {{cost: number, gain: number}}
    rows:
{rows}
zones:
  pile: {{stack: card, holds: each, seen_by: nobody, recycle: {{from: gone, when: needed}}}}
  gone: {{bag: card}}
  hand: {{bag: card, per: player, seen_by: owner}}
variables:
  coins: {{is: number, per: player, score: true}}
  clock: {{is: number}}
setup:
  mixed: shuffle pile
  dealt: draw 5 from pile to hand[p] for each p in player
  first: set first_player to first(p in player)
actions:
{blocks}
play:
  game:
    turns: first_player
    until: clock >= {choices}
    do:
{offers}
winner:
  coins: most coins[me]
  else: shared
"""


def _action(n: int, answers: int) -> str:
    return f"""  act_{n}:
    pick: card in hand[me], n in 1..{answers}
    needs:
      able: coins[me] + n >= card.cost - {n % 3} else "A card of {{card.cost}} is too dear."
    do:
      used: move card from hand[me] to gone
      new: draw 1 from pile to hand[me]
      gained: add n mod 3 + card.gain to coins[me]
      paid: pay up to card.cost + {n % 2} from coins[me]"""


def _choice(first: int, actions: range) -> str:
    names = ", ".join(f"act_{n}" for n in actions)
    return f"""      step_{first}:
        do:
          tick: add 1 to clock
          act: {{choose: [{names}]}}"""


def scenarios(count: int) -> str:
    """So many scenarios of noughts and crosses."""
    one = """  number_{n}:
    play:
      - noughts: place, square(1, 1)
      - crosses: place, square(2, 2)
      - refuse noughts: place, square(2, 2)
      - noughts: place, square(3, 3)
    expect: on[square(3, 3)] is noughts and count(s in on) is 3
"""
    return "game: tic_tac_toe\nscenarios:\n" + "".join(one.format(n=n) for n in range(count))

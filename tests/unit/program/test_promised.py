"""What the `where` of a pick or `let` has promised is not asked again, and is asked again where it may have changed."""

import pytest

from rulewright.checking import load_document
from rulewright.play.game import Game
from rulewright.program import layout
from rulewright.text import SourceText

FILE = """game: promises
version: 1
language: 1
title: Promises
speaks: en
seats: [red, blue]
players: 2
boards:
  field: {grid: [2, 3], spaces: square}
components:
  mark: {is: seat}
zones:
  on: {slot: mark, per: square}
variables:
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to red
routines:
  lay(square t):
    do: put me into on[t]
actions:
  act:
    WHAT
play:
  game:
    turns: first_player
    until: score[red] > 3
    do:
      act: {choose: [act], or: pass}
winner:
  score: most score[me]
  else: shared
"""


def legal(what, filled, *, traced):
    """What can be picked, or whether the action can be taken, where some squares hold a mark."""
    steps = "".join(f"{part}step_{n}: " for n, part in enumerate(what.split("- ")[:-1])) + what.split("- ")[-1]
    file = FILE.replace("WHAT", steps.replace("\n", "\n    "))
    game = Game(load_document(SourceText("promises.yaml", file)))
    program = game.program(game.setting(2, {}), traced=traced)
    S = program.start(1)
    S[layout.ME] = S[layout.ACTIVE] = program.setting.players[0]
    S[layout.PC] = program.flow.turn_entry
    cells = program.layout.zones["on"]
    for n in filled:
        S[cells.base + n] = program.setting.players[0]
    if program.to_pause(S) != [0, None] or "pick:" not in what:
        return program.to_pause(S) == [0, None]
    program.answer(S, 0)
    first = 1 if what.startswith("pick: c") else cells.keys[0][0]
    return [answer - first for answer in program.to_pause(S)]


FREE = "pick: s in square where on[s] is none\ndo:\n  - "
COLUMN = "pick: c in 1..3 where on[square(1, c)] is none\ndo:\n"
LOWEST = "  - let s be square(max(r for r in 1..2 where on[square(r, c)] is none) otherwise 1, c)\n  - "
FIRST = "let:\n  s: square(1, first(n in 1..3 where on[square(1, n)] is none) otherwise 2)\ndo: "


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(
    ("what", "filled", "found"),
    [
        (FREE + "put me into on[s]", [0, 4], [1, 2, 3, 5]),
        (FREE + "put me into on[s]\n  - put me into on[s]", [0, 4], False),
        (FREE + "lay(s)\n  - lay(s)", [0, 4], False),
        (FREE + "put me into on[square(1, 1)]\n  - put me into on[s]", [4], [1, 2, 3, 5]),
        (FREE + "remove all from on[square(1, 1)]\n  - put me into on[s]", [0, 4], [1, 2, 3, 5]),
        ("pick: s in square where on[s] is none or s is square(1, 1)\ndo: put me into on[s]", [0, 4], [1, 2, 3, 5]),
        (COLUMN + LOWEST + "put me into on[s]", [0, 4], [1, 2]),
        (COLUMN + LOWEST + "put me into on[s]\n  - put me into on[s]", [], False),
        (COLUMN.replace(" where on[square(1, c)] is none", "") + LOWEST + "put me into on[s]", [0, 3, 4], [1, 2]),
        (COLUMN + "  - put me into on[square(2, c)]\n" + LOWEST + "put me into on[s]", [4], [0, 2]),
        (FIRST + "put me into on[s]", [0], True),
        (FIRST + "put me into on[s]", [0, 1, 2], False),
    ],
)  # fmt: skip
def test_an_answer_is_legal_if_its_pieces_have_room(what, filled, found, traced):
    assert legal(what, filled, traced=traced) == found

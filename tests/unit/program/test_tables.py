"""What hangs on one name of few values is looked up; what is looked for among few is written out."""

import ast

import pytest

import rulewright
from rulewright.checking import load_document
from rulewright.play.game import Game
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.text import SourceText

FILE = """game: lines
version: 1
language: 1
title: Lines
speaks: en
seats: [red, blue]
players: 2
boards:
  field: {grid: [5, 10], spaces: square}
variables:
  here: {is: number, per: square}
  score: {is: number, per: player, score: true}
define:
  below(square s): here[square(row(s) + 1, column(s))]
  last(square s): max(n for n in 1..4 where here[square(1, n)] > here[s])
  first_not(square s): first(n in 1..4 where here[square(row(s), n)] is not here[s]) otherwise 9
  far(square s): (first(n in 1..4 where here[square(row(s), n)] > 5) otherwise 7) - 1 >= 2
setup:
  first: set first_player to red
play:
  game:
    turns: first_player
    until: score[active] > 0
    do:
      act:
        pick: s in square
        do: add 1 to here[s]
winner:
  score: most score[me]
  else: shared
"""


ROWS, COLUMNS = 5, 10  # more than are written out one by one
VALUES = [n * 7 % 11 for n in range(ROWS * COLUMNS)]


def here(row, column):
    return VALUES[(row - 1) * COLUMNS + column - 1] if row <= ROWS else None


@pytest.fixture(scope="module")
def match():
    match = Game(load_document(SourceText("lines.yaml", FILE))).start(2, seed=1)
    cells = match.program.layout.variables["here"]
    match._state[cells.base : cells.base + cells.count] = VALUES
    return match


def below(row, column):
    return here(row + 1, column)


def last(row, column):
    return max((n for n in range(1, 5) if here(1, n) > here(row, column)), default=None)


def first_not(row, column):
    return next((n for n in range(1, 5) if here(row, n) != here(row, column)), 9)


def far(row, column):
    return next((n for n in range(1, 5) if here(row, n) > 5), 7) - 1 >= 2


@pytest.mark.parametrize("meant", [below, last, first_not, far])
def test_what_is_looked_up_is_what_the_rules_say(match, meant):
    value = f"{meant.__name__}(s)" if meant is not far else "(if far(s) then 1 else 0)"
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            found = match.evaluate(f"sum({value} otherwise 99 for s in square where {on(row, column)})".replace(*PLAIN))
            expected = meant(row, column)
            assert found == (99 if expected is None else expected)


PLAIN = ("else 0) otherwise 99", "else 0)")


def on(row, column):
    return f"row(s) is {row} and column(s) is {column}"


def test_a_chain_of_numbers_is_compared_end_by_end():
    chain = py.if_expr(py.compare("<", py.name("a"), py.const(1)), py.const(3), py.const(4))
    assert ast.unparse(py.compare("==", py.arith("-", chain, py.const(1)), py.const(3))) == "not a < 1"
    assert ast.unparse(py.compare("<", chain, py.const(4))) == "a < 1"


def test_the_cell_for_no_key_never_holds_anything():
    game = rulewright.load("connect_four")
    program = game.program(game.setting(2, {}), traced=False)
    nothing = program.expressions.nothing
    assert nothing >= program.layout.declared
    S = program.start(1)
    while answers := program.advance(S):
        assert S[nothing] is None
        program.answer(S, answers[0])
    assert S[nothing] is None and len(S) > len(layout.HEAD)

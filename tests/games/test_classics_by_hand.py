"""The hand-written games of the benchmarks play the same games as the rules files; or the race would not be fair."""

import random
import re

import pytest

import rulewright
from hand import GAMES
from hand.reversi import PASS

SQUARES = {"tic_tac_toe": 3, "reversi": 8}


def move_of(action):
    """The hand-written game's move for one of our answers; None for the naming of the only action that there is."""
    if action.kind == "choose":
        return action.name if action.name in ("fold", "call", "raise") else None
    if isinstance(action.value, int):
        return action.value - 1
    row, column = map(int, re.findall(r"\d+", action.value))
    return (row - 1) * SQUARES[action.game.id] + column - 1


def by_hand(match):
    """The hand-written game at its beginning, with the cards of the match."""
    if match.game.id != "leduc_poker":
        return GAMES[match.game.id]()
    game = GAMES["leduc_poker"]()
    game.hands = tuple(rank_in(match, f"only(hand[{p}])") for p in match.players)
    return game


def rank_in(match, place):
    return ("jack", "queen", "king").index(match.evaluate(place))


def play(name, seed):
    match = rulewright.load(name).start(2, seed=seed)
    game = by_hand(match)
    chooser = random.Random(seed)
    while not match.is_over:
        moves = [move_of(a) for a in match.legal_actions]
        if moves != [None]:
            assert sorted(moves, key=str) == sorted(game.legal(), key=str)
        action = chooser.choice(match.legal_actions)
        match.apply(action)
        for answer in (action, *match.forced):
            if game.legal() == [PASS]:
                game.apply(PASS)
            if move_of(answer) is not None:
                assert move_of(answer) in game.legal()
                game = game.copy()
                game.apply(move_of(answer))
            if name == "leduc_poker" and game.public is not None:
                game.public = rank_in(match, "board")
    for _ in range(2):  # a board that nobody can fill is left by two passes
        if not game.is_over():
            assert game.legal() == [PASS]
            game.apply(PASS)
    first, second = (match.scores[p] for p in match.players)
    assert game.is_over() and game.result() == (first if name == "leduc_poker" else first - second)


@pytest.mark.parametrize(
    ("name", "games"), [("tic_tac_toe", 30), ("connect_four", 20), ("reversi", 6), ("leduc_poker", 80)]
)
def test_the_hand_written_game_is_the_same_game(name, games):
    for seed in range(games):
        play(name, seed)

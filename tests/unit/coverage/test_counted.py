"""A counted program is the traced one: it plays the same, decision by decision."""

import random

import pytest

from rulewright import load
from rulewright.harness.coverage.counted import CountedGame
from rulewright.harness.playout import pick_index

GAMES = {
    "tic_tac_toe": 40, "reversi": 30, "connect_four": 40, "leduc_poker": 40,
    "cinque_terre": 120, "garden_dice": 60, "murano": 40,
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_counted_match_goes_as_the_traced_one(name):
    game = load(name)
    counted = CountedGame(game)
    players = game.player_counts.start
    one, other = game.start(players, seed=3), counted.start(players, seed=3)
    chooser = random.Random(3)
    for _ in range(GAMES[name]):
        assert one.is_over == other.is_over
        if one.is_over:
            break
        legal = one.legal(one.actors[0])
        assert other.legal(other.actors[0]) == legal
        action = legal[pick_index(chooser, len(legal))]
        one.apply(action)
        other.apply(action)
        assert one.view(None) == other.view(None)
    assert one.log() == other.log()
    assert sum(counted.tally.counts) > 0


def test_other_programs_are_not_counted():
    game = load("tic_tac_toe")
    setting = game.setting(2, {})
    for traced in (False, True):
        assert "clause" not in game.program(setting, traced=traced).unit.globals

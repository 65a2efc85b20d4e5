"""A plain program leaves out what a match needs and remembers what it found out; it plays the same game."""

import random
from functools import cache

import pytest

import rulewright
from rulewright.library import games
from rulewright.program import layout

# (name, players, random games, decisions of each at most)
FEW = [
    *((name, 2, 12, 200) for name in ("tic_tac_toe", "connect_four", "reversi", "leduc_poker")),
    ("cinque_terre", 3, 1, 150), ("garden_dice", 2, 1, 100), ("murano", 3, 1, 40),
]  # fmt: skip


@cache
def programs(name, players):
    game = rulewright.load(name)
    setting = game.setting(players, {})
    return game.program(setting, traced=False), game.program(setting, traced=True)


def seen(program, state):
    """All that rules can name, and who is asked."""
    return state[len(layout.HEAD) : program.layout.declared], state[layout.ME], state[layout.RNG]


def play_both(name, players, seed, most):
    """Plays a random game in both, decision by decision; gives the number of decisions."""
    plain, traced = programs(name, players)
    ours, theirs = plain.start(seed), traced.start(seed)
    chooser = random.Random(seed)
    for n in range(most):
        answers = plain.advance(ours)
        assert answers == traced.advance(theirs)
        assert seen(plain, ours) == seen(traced, theirs)
        if not answers:
            assert plain.is_over(ours) and traced.is_over(theirs)
            assert ours[layout.SHEET] == theirs[layout.SHEET] and ours[layout.REASON] == theirs[layout.REASON]
            assert plain.winners(ours) == traced.winners(theirs)
            return n
        pause, also = plain.pause(ours), traced.pause(theirs)
        assert (pause.kind, pause.name, pause.action) == (also.kind, also.name, also.action)
        answer = chooser.choice(answers)
        plain.answer(ours, answer)
        traced.answer(theirs, answer)
    return most


@pytest.mark.parametrize(("name", "players", "number", "most"), FEW)
def test_a_plain_program_and_one_for_matches_ask_the_same_and_reach_the_same(name, players, number, most):
    assert all(play_both(name, players, seed, most) > 1 for seed in range(number))


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_they_do_so_for_all_bundled_games_and_players(name):
    for players in rulewright.load(name).player_counts:
        assert all(play_both(name, players, seed, 2_000) > 1 for seed in range(6))

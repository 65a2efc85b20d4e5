"""The compiler against its oracle: on random games both ask the same questions and reach the same states."""

import random
from pathlib import Path

import pytest

from oracle.compiled import Compiled
from oracle.oracle import Oracle
from oracle.playing import random_chance, read_game

ROOT = Path(__file__).parents[2]
GAMES = {
    "cinque_terre": ROOT / "games/cinque_terre.yaml",
    "tic_tac_toe": ROOT / "games/classics/tic_tac_toe.yaml",
    "connect_four": ROOT / "games/classics/connect_four.yaml",
    "reversi": ROOT / "games/classics/reversi.yaml",
    "leduc_poker": ROOT / "games/classics/leduc_poker.yaml",
    "garden_dice": ROOT / "games/garden_dice.yaml",
    "murano": ROOT / "games/murano.yaml",
}
PLAIN = [("tic_tac_toe", 2), ("connect_four", 2), ("leduc_poker", 2), *(("cinque_terre", n) for n in (2, 3, 4, 5))]
_READ = {}


def game_of(name):
    if name not in _READ:
        _READ[name] = read_game(GAMES[name])
    return _READ[name]


def agree(name, players, seed, answers, options=None, traced=False):
    """Plays one random game in both; everything that can be seen of them must be equal at every question."""
    game = game_of(name)
    slow = Oracle(game, players, options or {}, random_chance(random.Random(seed)))
    fast = Compiled(game, players, options or {}, random_chance(random.Random(seed)), traced=traced)
    chooser = random.Random(seed)
    for _ in range(answers):
        asked, also = slow.question, fast.question
        assert (asked is None) is (also is None)
        assert fast.snapshot() == slow.snapshot()
        if asked is None:
            break
        assert (also.player, also.kind, also.answers) == (asked.player, asked.kind, asked.answers)
        answer = chooser.choice(asked.answers)
        slow.answer(answer)
        fast.answer(answer)
    else:
        return False
    assert fast.points == slow.points and fast.scores() == slow.scores()
    assert fast.winners() == slow.winners() and fast.end_reason == slow.end_reason
    assert fast.violations == slow.violations == []
    return True


def first_values(name):
    """Each option with each value other than its default (of a range: the ends)."""
    for option in game_of(name).options.values():
        values = option.values if not isinstance(option.values, range) else (option.values[0], option.values[-1], 3)
        yield from ((option.name, v) for v in values if v != option.default)


@pytest.mark.parametrize(("name", "players"), PLAIN)
def test_both_play_the_same_game(name, players):
    agree(name, players, seed=players, answers=150)


def test_both_play_reversi_the_same_way():
    agree("reversi", 2, seed=1, answers=20)


@pytest.mark.parametrize(("name", "players"), [("garden_dice", 2), ("garden_dice", 4), ("murano", 2), ("murano", 4)])
def test_both_play_the_larger_games_the_same_way(name, players):
    agree(name, players, seed=players, answers=60)


def test_the_program_that_keeps_a_log_plays_the_same_game():
    agree("cinque_terre", 3, seed=8, answers=80, traced=True)


@pytest.mark.parametrize(("option", "value"), list(first_values("cinque_terre")))
def test_both_play_the_same_game_under_each_option(option, value):
    agree("cinque_terre", 3, seed=5, answers=60, options={option: value})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "players"), PLAIN)
def test_both_play_whole_games_the_same_way(name, players, seed):
    assert agree(name, players, seed, answers=5000)

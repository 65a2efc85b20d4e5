"""What must hold for every game: the properties of the kit, for each bundled game."""

from random import Random

import pytest
from hypothesis import settings

import rulewright
from rulewright.harness.playout import random_playout
from rulewright.library import games as bundled_games
from rulewright.testing import properties
from rulewright.testing.laws import Subject, nothing_leaks

GAMES = {name: rulewright.load(name) for name in bundled_games()}
SEATINGS = [
    pytest.param(name, players, id=f"{name}-{players}") for name in GAMES for players in GAMES[name].player_counts
]
FEW = settings(max_examples=4, derandomize=True, database=None)  # lines of play for each property
MANY = settings(max_examples=100, derandomize=True, database=None)

globals().update({f"Test_{name}": properties(name, settings=FEW, steps=120, ending=0.8) for name in GAMES})


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_playout_is_the_same_with_and_without_a_log(name, players):
    for seed in (1, 2):
        quick = random_playout(GAMES[name], players, seed=seed, cap=600)
        slow = random_playout(GAMES[name], players, seed=seed, cap=600, watch=lambda match: None)
        assert (quick.decisions, quick.end_reason, quick.scores, quick.winners) == (
            slow.decisions, slow.end_reason, slow.scores, slow.winners,
        )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_properties_hold_on_many_long_lines_under_every_option(name):
    made = properties(name, settings=MANY, steps=600, options=dict.fromkeys(GAMES[name].options, ...), ending=0.9)
    for test in [test for test in vars(made) if test.startswith("test_")]:
        getattr(made(), test)()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_nothing_hidden_shows_under_any_value_of_any_option_at_any_number_of_players(name, players):
    """Each value of each option, the others at their defaults: what is hidden is changed in states along a line."""
    game = GAMES[name]
    subject, told = Subject(game, game), 0
    for option, value in [(None, None), *((o, v) for o in game.options for v in game.options[o].values)]:
        try:
            match = game.start(players, seed=5, options={option: value} if option else {})
        except rulewright.InvalidSetup:
            continue  # it does not stand together with the defaults, or with so many players
        chooser = Random(f"{option} {value}")
        for n in range(240):
            if n % 40 == 0 or match.is_over:
                nothing_leaks(match, chooser, subject)
                told += 1
            if match.is_over:
                break
            match.apply(chooser.choice(match.legal(chooser.choice(match.actors))))
    assert told > 1


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_thousand_random_games_end_or_reach_the_cap(name, players):
    ended = 0
    for seed in range(1000):
        playout = random_playout(GAMES[name], players, seed=seed)
        assert playout.capped or playout.end_reason is not None
        ended += not playout.capped
    assert ended > 900

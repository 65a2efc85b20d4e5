import dataclasses

import pytest

from rulewright.errors import InvalidSetup
from rulewright.harness.playout import random_playout
from rulewright.library import games
from rulewright.loader import load


def without_time(playout):
    return dataclasses.replace(playout, seconds=0)


@pytest.mark.parametrize("id", sorted(games()))
def test_a_watched_playout_is_the_same_as_one_that_nobody_watches(id):
    game = load(id)
    players = game.player_counts.start
    seen = []
    watched = random_playout(game, players, seed=5, watch=lambda match: seen.append(match.decisions))
    assert without_time(watched) == without_time(random_playout(game, players, seed=5))
    assert seen[0] == 0 and seen[-1] == watched.decisions == len(seen) - 1


def test_a_playout_that_reaches_the_cap_has_no_winner_and_no_end_reason():
    playout = random_playout(load("tic_tac_toe"), 2, cap=3)
    assert playout.capped and playout.decisions == 3 and playout.winners == () and playout.end_reason is None


def test_players_that_do_not_fit_are_refused():
    with pytest.raises(InvalidSetup):
        random_playout(load("tic_tac_toe"), 3)

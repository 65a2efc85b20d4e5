import dataclasses

import pytest

from rulewright.errors import InvalidSetup
from rulewright.harness.playout import Summary, random_playout, simulate
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


def test_each_game_of_a_simulation_can_be_played_alone():
    game = load("tic_tac_toe")
    third = list(simulate(game, 4, 2, seed=10))[2]
    assert without_time(third) == without_time(random_playout(game, 2, seed=12))


def test_a_summary_counts_shared_wins_for_each_winner():
    game = load("tic_tac_toe")
    total = Summary("tic_tac_toe", 2)
    playouts = list(simulate(game, 30, 2))
    for playout in playouts:
        total.add(playout)
    found = total.to_json()
    assert sum(found["winners_by_seat"].values()) == sum(len(p.winners) for p in playouts) >= 30
    assert found["scores"]["min"] == 0 and found["scores"]["max"] == 1


def test_players_that_do_not_fit_are_refused():
    with pytest.raises(InvalidSetup):
        random_playout(load("tic_tac_toe"), 3)

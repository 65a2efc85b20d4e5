"""Random games of the oracle on the rules files: they run on, and the invariants of the files hold at every pause."""

from pathlib import Path

import pytest

from oracle.playing import play_randomly, read_game

ROOT = Path(__file__).parents[2]


def rules(name):
    found = [p for p in (ROOT / "games").rglob(f"{name}.yaml") if "variants" not in p.relative_to(ROOT).parts]
    return read_game(found[0] if found else ROOT / "tests" / "drafts" / f"{name}.yaml")


@pytest.mark.parametrize("seed", range(10))
def test_a_random_game_of_noughts_and_crosses_ends_with_a_line_or_a_full_board(seed):
    oracle = play_randomly(rules("tic_tac_toe"), 2, seed)
    assert oracle.question is None and oracle.violations == []
    filled = sum(mark is not None for mark in oracle.snapshot()["on"].values())
    assert 1 in oracle.scores().values() or filled == 9
    assert oracle.winners() == [p for p in (0, 1) if oracle.scores()[p]] or filled == 9


@pytest.mark.parametrize(
    ("name", "players", "cap"),
    [
        ("cinque_terre", 2, 120),
        ("cinque_terre", 5, 120),
        ("garden_dice", 2, 60),
        ("garden_dice", 4, 60),
        ("murano", 3, 40),
    ],
)
def test_invariants_hold_in_the_first_part_of_a_random_game(name, players, cap):
    oracle = play_randomly(rules(name), players, seed=players, cap=cap)
    assert oracle.violations == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cinque_terre", "garden_dice", "murano"])
def test_a_random_game_comes_to_its_end_with_all_invariants(name):
    oracle = play_randomly(rules(name), 2, seed=1)
    assert oracle.question is None and oracle.violations == []
    assert set(oracle.winners()) <= {0, 1}

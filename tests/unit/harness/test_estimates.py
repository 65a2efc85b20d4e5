"""Confidence intervals: quantiles as tables have them, and intervals hold what they say as often as they say."""

import random

import pytest

from rulewright.harness.estimates import share_shift, shift, t_quantile


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (10_000, 1.960)],
)
def test_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.002)


def test_a_worked_example_of_pairs() -> None:
    # By hand: the differences are 2, 0, 4, 1, 3, 2; their mean 2, their deviation sqrt(2), t with 5 is 2.571.
    one = shift("x", [1, 5, 2, 8, 3, 4], [3, 5, 6, 9, 6, 6])
    assert (round(one.before, 3), round(one.after, 3), one.pairs) == (3.833, 5.833, 6)
    assert (round(one.low, 3), round(one.high, 3)) == (0.516, 3.484) and one.is_clear


def test_a_worked_example_of_shares() -> None:
    # By hand: 6 pairs turn to a win, 1 from one, of 20: as if 22, mean 5/22, spread 8/22 - (5/22)^2.
    before = [1.0] + [0.0] * 6 + [1.0] * 8 + [0.0] * 5
    after = [0.0] + [1.0] * 6 + [1.0] * 8 + [0.0] * 5
    one = share_shift("x", before, after)
    assert (round(one.before, 2), round(one.after, 2)) == (0.45, 0.7)
    assert (round(one.low, 3), round(one.high, 3)) == (-0.006, 0.461) and not one.is_clear


@pytest.mark.parametrize("common", [0.0, 2.0, -0.5], ids=["apart", "much in common", "one against the other"])
def test_the_true_difference_lies_in_the_interval_about_nineteen_times_of_twenty(common: float) -> None:
    chance = random.Random(1)
    inside = 0
    for _ in range(1000):
        shared = [chance.gauss(0, 1) for _ in range(10)]
        before = [chance.gauss(0, 1) + abs(common) * s for s in shared]
        after = [chance.gauss(1, 3) + common * s for s in shared]
        one = shift("x", before, after)
        inside += one.low <= 1 <= one.high
    assert 930 <= inside <= 970


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.5), (0.5, 0.65), (0.05, 0.1)])
def test_intervals_of_shares_hold_too(first: float, second: float) -> None:
    chance = random.Random(2)
    inside = 0
    for _ in range(1000):
        luck = [(chance.random(), chance.random()) for _ in range(30)]
        one = share_shift("x", [float(a < first) for a, _ in luck], [float((a + b) % 1 < second) for a, b in luck])
        inside += one.low <= second - first <= one.high
    assert inside >= 940


def test_two_games_prove_nothing_of_shares() -> None:
    assert not share_shift("x", [0, 0], [1, 1]).is_clear
    assert share_shift("x", [0] * 30, [1] * 30).is_clear


def test_pairs_that_all_differ_by_the_same_have_an_interval_without_width() -> None:
    one = shift("x", [2, 2, 2], [2, 2, 2])
    assert (one.low, one.high, one.is_clear) == (0, 0, False)

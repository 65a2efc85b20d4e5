"""Confidence intervals: quantiles as tables have them, and intervals hold what they say as often as they say."""

import random

import pytest

from rulewright.harness.estimates import shift, t_quantile


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (10_000, 1.960)])
def test_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(quantile, abs=0.002)


def test_a_worked_example_of_unequal_spreads() -> None:
    # By hand: t is 2.46 with 25.0 degrees of freedom, so half of the interval is 2.0595 times 2.167 / 2.46.
    before = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4]
    after = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4]
    one = shift("x", before, after)
    assert (round(one.before, 2), round(one.after, 3)) == (20.82, 22.987)
    assert one.low < one.after - one.before < one.high
    assert (round(one.low, 2), round(one.high, 2)) == (0.35, 3.98) and one.is_clear


def test_the_true_difference_lies_in_the_interval_about_nineteen_times_of_twenty() -> None:
    chance = random.Random(1)
    inside = 0
    for _ in range(1000):
        before = [chance.gauss(0, 1) for _ in range(8)]
        after = [chance.gauss(1, 3) for _ in range(12)]
        one = shift("x", before, after)
        inside += one.low <= 1 <= one.high
    assert 930 <= inside <= 970


def test_samples_without_any_spread_have_an_interval_without_width() -> None:
    one = shift("x", [2, 2, 2], [2, 2])
    assert (one.low, one.high, one.is_clear) == (0, 0, False)

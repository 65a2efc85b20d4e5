"""Differences between two samples, each with a confidence interval and the sizes of the samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance
from typing import Any

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Shift:
    """How the mean of something moved: `before` and `after`, and between `low` and `high` lies the true difference,
    with a confidence of 95 percent.
    """

    name: str
    before: float
    after: float
    low: float
    high: float
    sizes: tuple[int, int]

    @property
    def is_clear(self) -> bool:
        """Whether no difference at all is outside of the interval."""
        return not self.low <= 0 <= self.high

    def to_json(self) -> dict[str, Any]:
        """As JSON; `interval` is that of the difference, `games` are the sizes of the two samples."""
        return {
            "name": self.name,
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "difference": round(self.after - self.before, 4),
            "interval": [round(self.low, 4), round(self.high, 4)],
            "confidence": CONFIDENCE,
            "games": list(self.sizes),
        }


def shift(name: str, before: Sequence[float], after: Sequence[float]) -> Shift:
    """The difference of two means by Welch's method: nothing is assumed of the spreads. At least two values each."""
    one, other = variance(before) / len(before), variance(after) / len(after)
    both = one + other
    freedom = both**2 / (one**2 / (len(before) - 1) + other**2 / (len(after) - 1)) if both else 1.0
    half = t_quantile(0.5 + CONFIDENCE / 2, freedom) * both**0.5
    first, second = fmean(before), fmean(after)
    return Shift(name, first, second, second - first - half, second - first + half, (len(before), len(after)))


def t_quantile(probability: float, freedom: float) -> float:
    """A quantile of Student's t, by the expansion of Cornish and Fisher: right to a thousandth from 5 on."""
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom**n for n, term in enumerate(terms, 1))

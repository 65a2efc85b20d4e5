"""How the means of two samples of pairs differ: each difference with a confidence interval and the number of pairs.

Two games of one seed begin alike as far as the rules allow, so they are no independent samples: what is estimated is
the mean of the differences inside the pairs, which holds whatever the two have in common.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev
from typing import Any

CONFIDENCE = 0.95
_FEW = (12.706, 4.303, 3.182, 2.776)  # the quantiles of Student's t for 1 to 4 degrees of freedom


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
    pairs: int

    @property
    def is_clear(self) -> bool:
        """Whether no difference at all is outside of the interval."""
        return not self.low <= 0 <= self.high

    def to_json(self) -> dict[str, Any]:
        """As JSON; `interval` is that of the difference, `games` the number of games of each."""
        return {
            "name": self.name,
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "difference": round(self.after - self.before, 4),
            "interval": [round(self.low, 4), round(self.high, 4)],
            "confidence": CONFIDENCE,
            "games": self.pairs,
        }


def shift(name: str, before: Sequence[float], after: Sequence[float]) -> Shift:
    """The mean difference of pairs (at least two), by Student's t: nothing is assumed of what a pair has in common."""
    differences = [b - a for a, b in zip(before, after, strict=True)]
    half: float = t_quantile(len(differences) - 1) * stdev(differences) / len(differences) ** 0.5
    middle = fmean(differences)
    return Shift(name, fmean(before), fmean(after), middle - half, middle + half, len(differences))


def share_shift(name: str, before: Sequence[float], after: Sequence[float]) -> Shift:
    """The same for shares, each value from 0 to 1, by the method of Agresti and Min: as if two pairs more had been
    seen, one without a difference and half a one either way. So few games that all go alike prove nothing.
    """
    differences = [b - a for a, b in zip(before, after, strict=True)]
    seen = len(differences) + 2
    middle = sum(differences) / seen
    spread = (sum(d * d for d in differences) + 1) / seen - middle**2
    half = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * (spread / seen) ** 0.5
    low, high = max(-1.0, middle - half), min(1.0, middle + half)
    return Shift(name, fmean(before), fmean(after), low, high, len(differences))


def t_quantile(freedom: int) -> float:
    """The quantile of Student's t that 2.5 percent lie above: from a table, and by the expansion of Cornish and Fisher,
    right to a thousandth from 5 degrees of freedom on.
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum((term / freedom**n for n, term in enumerate(terms, 1)), 0.0)

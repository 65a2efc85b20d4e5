"""Bounds of whole numbers through arithmetic; None is open."""

from rulewright.check.checked import NumberT, Type

ANY = NumberT()


def bounds(of: Type) -> NumberT:
    """The bounds of a number, open for anything else."""
    return of if isinstance(of, NumberT) else ANY


def negated(of: NumberT) -> NumberT:
    """`-x`."""
    return NumberT(None if of.high is None else -of.high, None if of.low is None else -of.low)


def plus(left: NumberT, right: NumberT) -> NumberT:
    """`x + y`."""
    return NumberT(
        None if left.low is None or right.low is None else left.low + right.low,
        None if left.high is None or right.high is None else left.high + right.high,
    )


def minus(left: NumberT, right: NumberT) -> NumberT:
    """`x - y`."""
    return plus(left, negated(right))


def times(left: NumberT, right: NumberT) -> NumberT:
    """`x * y`."""
    if None not in (left.low, left.high, right.low, right.high):
        ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]  # type: ignore[operator]
        return NumberT(min(ends), max(ends))
    return NumberT(0, None) if at_least(left, 0) and at_least(right, 0) else ANY


def divided(left: NumberT, right: NumberT) -> NumberT:
    """`x div y`."""
    if not at_least(right, 1):
        return ANY
    low = None if left.low is None else min(left.low, 0)
    high = None if left.high is None else max(left.high, 0)
    if None not in (left.low, left.high, right.low, right.high):
        ends = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]  # type: ignore[operator]
        return NumberT(min(ends), max(ends))
    return NumberT(low, high)


def remainder(left: NumberT, right: NumberT) -> NumberT:
    """`x mod y`."""
    if at_least(right, 1):
        return NumberT(0, None if right.high is None else right.high - 1)
    return ANY


def least(parts: list[NumberT]) -> NumberT:
    """`min(..)`."""
    highs = [p.high for p in parts if p.high is not None]
    lows = [p.low for p in parts]
    return NumberT(None if None in lows else min(x for x in lows if x is not None), min(highs) if highs else None)


def most(parts: list[NumberT]) -> NumberT:
    """`max(..)`."""
    return negated(least([negated(p) for p in parts]))


def at_least(of: Type, bound: int) -> bool:
    """Whether a number is proven to be no less than a bound."""
    return isinstance(of, NumberT) and of.low is not None and of.low >= bound


def at_most(of: Type, bound: int) -> bool:
    """Whether a number is proven to be no more than a bound."""
    return isinstance(of, NumberT) and of.high is not None and of.high <= bound


def not_zero(of: Type) -> bool:
    """Whether a number is proven not to be zero."""
    return at_least(of, 1) or at_most(of, -1)


def meet(one: NumberT, other: NumberT) -> bool:
    """Whether a number may lie in both."""
    below = one.high is not None and other.low is not None and one.high < other.low
    above = one.low is not None and other.high is not None and one.low > other.high
    return not below and not above


def within(one: NumberT, other: NumberT) -> bool:
    """Whether a number is proven to lie in the other's bounds."""
    return (other.low is None or at_least(one, other.low)) and (other.high is None or at_most(one, other.high))

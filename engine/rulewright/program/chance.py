"""Chance: the one source of random outcomes. Its whole state is one integer inside the game's state.

The generator is PCG32 (XSH-RR, M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
for Random Number Generation", 2014) on stream 54, so its published test vectors apply. Bounded numbers reject the
lowest `2**32 mod n` outputs and take the rest modulo n; a shuffle is Fisher-Yates from the end. Nothing here depends
on the version of Python.
"""

from rulewright.program.layout import RNG

_MULTIPLIER = 6364136223846793005
_INCREMENT = 54 << 1 | 1
_MASK64 = (1 << 64) - 1
_MASK32 = (1 << 32) - 1
_TWICE = (1 << 32) + 1  # 32 bits times this are the same bits twice, of which any 32 in a row are a rotation


def seeded(seed: int) -> int:
    """The generator's state for a seed (0 to 2**64 - 1)."""
    return ((_INCREMENT + seed) * _MULTIPLIER + _INCREMENT) & _MASK64


def next32(S: list[object]) -> int:
    """The next 32 random bits of a game's state."""
    return below(S, 1 << 32)


def below(S: list[object], n: int) -> int:
    """A uniform number from 0 to n - 1; nothing is drawn when n is 1."""
    if n == 1:
        return 0
    while True:
        old: int = S[RNG]  # type: ignore[assignment]
        S[RNG] = (old * _MULTIPLIER + _INCREMENT) & _MASK64
        bits = (((old >> 18) ^ old) >> 27 & _MASK32) * _TWICE >> (old >> 59) & _MASK32
        if bits >= n or bits >= (1 << 32) % n:  # the remainder is below n, so it is seldom worked out
            return bits % n


def permutation(S: list[object], n: int) -> list[int]:
    """A uniform order of n things: the thing now at place i was at place `result[i]`."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(S, i + 1)
        order[i], order[j] = order[j], order[i]
    return order

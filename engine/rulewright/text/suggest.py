"""Nearest names, for the help of a finding or an error message."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like the given one, or none that is near enough."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help text: the nearest known word, or else what would fit (twelve words, and how many more there are)."""
    words = list(known)
    near = nearest(word, words)
    if near is not None:
        return f"did you mean `{near}`?"
    if not words:
        return "nothing would fit here"
    shown = ", ".join(f"`{w}`" for w in words[:12])
    return f"one of {shown}" + (f" and {len(words) - 12} more" if len(words) > 12 else "")

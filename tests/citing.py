"""Ties a test to the ledger rules that it proves; coverage reports read `test.rules`."""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def rules(*ids: str) -> Callable[[F], F]:
    """Marks a test with the ids of the rules that it would catch breaking."""

    def mark(test: F) -> F:
        test.rules = ids  # type: ignore[attr-defined]
        return test

    return mark

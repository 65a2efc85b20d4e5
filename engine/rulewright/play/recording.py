"""Chance that is noted: what a match keeps of it, so that a replay can tell whether it went the same way.

These stand in a traced program in the place of the functions of `program/runtime.py` with the same names.
"""

from collections.abc import Callable
from typing import Any

from rulewright.program import runtime
from rulewright.program.runtime import State

CHANCE = "chance"  # the kind of the raw event: (CHANCE, what, outcome)


def _roll(S: State, low: int, high: int) -> int:
    value = runtime.roll(S, low, high)
    runtime.note(S, (CHANCE, "roll", value))
    return value


def _choose(S: State, candidates: tuple[Any, ...]) -> Any:
    return _noted(S, candidates, runtime.choose(S, candidates))


def _choose_from(S: State, candidates: tuple[Any, ...]) -> Any:
    return _noted(S, candidates, runtime.choose_from(S, candidates))


def _noted(S: State, candidates: tuple[Any, ...], value: Any) -> Any:
    if len(candidates) > 1:
        runtime.note(S, (CHANCE, "choose", candidates.index(value), len(candidates)))
    return value


def _shuffled(S: State, pieces: tuple[Any, ...]) -> tuple[Any, ...]:
    order = runtime.shuffled(S, tuple(range(len(pieces))))
    if len(order) > 1:
        runtime.note(S, (CHANCE, "shuffle", *order))
    return tuple(pieces[i] for i in order)


def _shuffled_stack(S: State, pieces: tuple[Any, ...]) -> tuple[Any, ...]:
    return _shuffled(S, pieces[::-1])[::-1]


RECORDING: dict[str, Callable[..., Any]] = {
    "roll": _roll,
    "choose": _choose,
    "choose_from": _choose_from,
    "shuffled": _shuffled,
    "shuffled_stack": _shuffled_stack,
}

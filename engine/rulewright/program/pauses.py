"""Decisions, as the outside sees them: for each place where a player must answer, what is asked.

An answer is the value of a pick, the number of an alternative, None for the `or` answer (the stop of a loop), or
-1, -2, .. for the actions offered `meanwhile`. `legal(S)` lists them in the order of the file; `apply(S, a)` goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from rulewright.check import checked as c
from rulewright.program.completion.core import Completion
from rulewright.program.pyast import Code
from rulewright.text import Span

Answer = Any
Why = Callable[[Completion, Answer], Code]  # the trial of one answer (a picked value is `a`), noting what fails


@dataclass(frozen=True)
class Pause:
    """A decision of the program."""

    number: int
    kind: Literal["choose", "pick"]
    path: str
    name: str  # of the pick, or of the block that chooses
    alternatives: tuple[c.Alternative, ...]
    stop: str | None  # the name of the `or` answer
    or_: c.Alternative | None
    meanwhile: tuple[c.Alternative, ...]
    named: bool  # a `choose` of named actions: always asked while one is legal
    ask_always: bool
    action: str | None  # the named action that is running
    pick: c.Pick | None
    simultaneous: tuple[int, ...]  # all at once: the cells of the players' answers, in their order
    empty: int | None  # where the program goes on if nothing is legal
    legal: str
    apply: str
    at: Span


@dataclass
class Pauses:
    """The decisions of a program, by their numbers."""

    all: list[Pause] = field(default_factory=list)
    whys: list[Why] = field(default_factory=list)
    picks: dict[str, c.Pick] = field(default_factory=dict)  # by the path in log events


def pick_path(b: c.Block, pick: c.Pick) -> str:
    """The path that overlays reach a pick by."""
    return f"{b.path}.pick.{pick.var.name}"

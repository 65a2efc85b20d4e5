"""What the walker says to whoever drives it: events that it yields, and exceptions that end something."""

from dataclasses import dataclass
from typing import Any


class Refused(Exception):
    """A sentence, need or decision that cannot be done. It makes the answer that led here illegal."""


class Fault(Exception):
    """A refusal where nobody can be refused, or a search without end."""


class Complete(Exception):
    """A trial has come to the end of its action."""


class EndTurn(Exception):
    """`end turn`."""


class EndTurns(Exception):
    """`end turns`."""


class EndPlay(Exception):
    """`end play`; the argument is the name of the step."""


ENDS = (EndTurn, EndTurns, EndPlay, Complete)
END = object()  # the reply to a question where nothing is legal and nobody can be refused: the block ends


@dataclass
class Chance:
    """A chance event with more than one outcome: `roll` (low, high), `choose` (n), `shuffle` (n)."""

    kind: str
    numbers: tuple[int, ...]


class Revealed:
    """A horizon without chance: something hidden from `me` becomes known."""


@dataclass
class Asked:
    """A decision as it stands: all candidates whose conditions hold, not yet tried to their end."""

    player: int
    kind: str  # "choose" or "pick"
    name: str
    options: list[Any]
    may_end: bool  # nothing legal: the block ends instead of refusing
    ask_always: bool
    acts: frozenset[str]  # the options that are named actions
    way_out: str | None  # the option that ends the block
    in_action: bool


@dataclass(frozen=True)
class Question:
    """What a player is asked: `answers` are the legal ones in canonical order."""

    player: int
    kind: str
    name: str
    answers: tuple[Any, ...]

"""The types of values."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Type:
    """The type of a value."""


@dataclass(frozen=True)
class NumberT(Type):
    """A whole number; the bounds (None: open) are what the checker could prove."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class TruthT(Type):
    """true or false."""


@dataclass(frozen=True)
class TextT(Type):
    """Words for people."""


@dataclass(frozen=True)
class NoneT(Type):
    """The type of `none` alone."""


@dataclass(frozen=True)
class UnknownT(Type):
    """After a finding: fits everything, reports nothing. Never in a checked game without errors."""


@dataclass(frozen=True)
class EnumT(Type):
    """Enumerated values: `name` is that of a declaration ("seat", "player", a kind, a board, a type of space,
    a component with rows, "action"), or for a union the names joined by " or ". `player` has the ids of `seat`."""

    name: str
    ids: frozenset[int] = field(repr=False)


@dataclass(frozen=True)
class RecordT(Type):
    """A piece with fields."""

    component: str


@dataclass(frozen=True)
class OptT(Type):
    """`T or none`."""

    of: Type


@dataclass(frozen=True)
class SetT(Type):
    """A set."""

    of: Type


@dataclass(frozen=True)
class MapT(Type):
    """`T per K and L`: a value for each key; what a row leaves out has the type's default."""

    keys: tuple[Type, ...]
    value: Type


@dataclass(frozen=True)
class PiecesT(Type):
    """What a bag, row or stack holds; a bag as a value too (`pick x in 3 of hand[me]`, `pool - die`)."""

    of: Type
    shape: Literal["bag", "row", "stack"]


@dataclass(frozen=True)
class EffectT(Type):
    """Something to `perform`."""


@dataclass(frozen=True)
class PowersT(Type):
    """Power lines."""

"""Expressions of a set-like type, with the order in which they are run through; comprehensions; built-ins."""

from dataclasses import dataclass, field
from typing import Literal

from rulewright.check.checked.expressions import Expr, Var
from rulewright.text import Span


@dataclass(frozen=True)
class AllOf(Expr):
    """Every value of an enumerated type that exists in this game, in its order (`player` in the match's order)."""

    enum: str


@dataclass(frozen=True)
class Span_(Expr):
    """`low..high`."""

    low: Expr
    high: Expr


@dataclass(frozen=True)
class SetConst(Expr):
    """`{a, b}`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class Occupied(Expr):
    """The keys of a slot zone that hold a piece, in board (key) order."""

    zone: str


@dataclass(frozen=True)
class KeysOf(Expr):
    """The keys of a map value that its row gives, in the order of the key's type."""

    map: Expr


@dataclass(frozen=True)
class TableKeys(Expr):
    """A table's keys, rising."""

    name: str


# A zone (Read of a ZonePlace) and a bag value are domains too: their different pieces, in the order of kind, row
# (component rows), value, or place (row from the left, stack from the top).


@dataclass(frozen=True)
class Bind:
    """`x in D where C`."""

    var: Var
    domain: Expr
    where: Expr | None
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Over(Expr):
    """`count`, `any`, `first` (none if there is none)."""

    kind: Literal["count", "any", "first"]
    bind: Bind


@dataclass(frozen=True)
class Best(Expr):
    """`highest`, `lowest`: a tie falls to the earlier; none if there is none."""

    kind: Literal["highest", "lowest"]
    bind: Bind
    by: Expr


@dataclass(frozen=True)
class Aggregate(Expr):
    """`sum` (0 if empty), `min`, `max` (none if empty), `all` (true if empty)."""

    kind: Literal["sum", "min", "max", "all"]
    value: Expr
    binds: tuple[Bind, ...]


@dataclass(frozen=True)
class Extreme(Expr):
    """`min(a, b)`, `max(a, b)`."""

    kind: Literal["min", "max"]
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class ReachFrom(Expr):
    """All that is reached from `start`, breadth first, start included (empty if start is none): from each `source`
    the values of `step.domain` where `step.where`."""

    start: Expr
    source: Var
    step: Bind


BuiltinName = Literal[
    "size", "only", "top", "abs", "position", "next", "turn_order", "others", "seats_from", "can", "before",
    "after", "between", "beyond", "beside", "around", "straight", "diagonal", "row", "column", "distance",
    "square", "points_of", "winners",
]  # fmt: skip


@dataclass(frozen=True)
class Builtin(Expr):
    """A built-in function. `board` is set for those of boards; `can` holds the ids of named actions in `actions`;
    `points_of` the name of a scoring line in `line`."""

    name: BuiltinName
    args: tuple[Expr, ...] = ()
    board: str | None = None
    actions: tuple[str, ...] = ()
    line: str | None = None


@dataclass(frozen=True)
class Text(Expr):
    """Words with values filled in; `path` finds its translations."""

    parts: tuple[str | Expr, ...]
    path: str

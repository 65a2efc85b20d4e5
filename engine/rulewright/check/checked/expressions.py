"""Typed expressions, and the places that sentences write."""

from dataclasses import dataclass, field
from typing import Literal

from rulewright.check.checked.types import Type
from rulewright.text import Span


@dataclass(frozen=True, eq=False)
class Var:
    """A local name: bound by a pick, let, loop, parameter or comprehension. Two bindings are two Vars."""

    name: str
    type: Type


@dataclass(frozen=True, kw_only=True)
class Expr:
    """A typed expression."""

    type: Type
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Const(Expr):
    """A literal, or an enumerated value (its id)."""

    value: int | bool | str | tuple[object, ...] | None


@dataclass(frozen=True)
class Local(Expr):
    """The value of a Var."""

    var: Var


@dataclass(frozen=True)
class Special(Expr):
    """A word of the language that stands for a value.

    `me` who decides, `active` who has the turn (or none), `it` the value so far of a modifier or a wrapped
    expression, `this` the card a power is printed on.
    """

    name: Literal[
        "me", "active", "it", "this", "total", "number_of_players", "first_player", "turns_left",
    ]  # fmt: skip


@dataclass(frozen=True)
class OptionValue(Expr):
    """`option.NAME`: a number, a truth, or the option's word as a str Const would hold it."""

    name: str


@dataclass(frozen=True, kw_only=True)
class Place:
    """A cell that can be written: of a zone, of a variable, or a field of a slot's record."""

    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class VarPlace(Place):
    """A variable's cell; `first_player` (set once, in setup) is a variable without keys."""

    variable: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True)
class ZonePlace(Place):
    """A zone's cell."""

    zone: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True)
class FieldPlace(Place):
    """A field of the record in a slot."""

    zone: str
    keys: tuple[Expr, ...]
    field: str


@dataclass(frozen=True)
class Read(Expr):
    """What a place holds: a variable's value, a slot's piece or none, a zone's pieces (type PiecesT).

    With a key that is none the result is none.
    """

    place: VarPlace | ZonePlace


@dataclass(frozen=True)
class FieldOf(Expr):
    """A field of a record value (none if the record is none)."""

    record: Expr
    component: str
    field: str


@dataclass(frozen=True)
class AttrOf(Expr):
    """An attribute of an enumerated value (none if that is none); `args` for an attribute with parameters."""

    base: Expr
    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Lookup(Expr):
    """A map's value for keys (none if the map or a key is none; the map's default if the key is missing)."""

    map: Expr
    keys: tuple[Expr, ...]


@dataclass(frozen=True)
class MapConst(Expr):
    """A map as a row writes it: (keys, value) pairs."""

    items: tuple[tuple[tuple[int, ...], Expr], ...]


@dataclass(frozen=True)
class CallDefine(Expr):
    """A define or a named number (no arguments)."""

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class CallTable(Expr):
    """A table's value."""

    name: str
    arg: Expr


@dataclass(frozen=True)
class MakeRecord(Expr):
    """`tile(seed, plant, me)`."""

    component: str
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Not(Expr):
    """`not x`."""

    operand: Expr


@dataclass(frozen=True)
class Negate(Expr):
    """`-x`."""

    operand: Expr


@dataclass(frozen=True)
class Logic(Expr):
    """`a and b and ..`, `a or b or ..`; left to right, stops early."""

    op: Literal["and", "or"]
    parts: tuple[Expr, ...]


@dataclass(frozen=True)
class Compare(Expr):
    """`is`, `is not` on any two values; the others on numbers."""

    op: Literal["is", "is not", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True)
class In(Expr):
    """`item in container`, `item not in container`; none is in nothing. The container is a domain expression."""

    item: Expr
    container: Expr
    negated: bool


@dataclass(frozen=True)
class IsEmpty(Expr):
    """`zone is empty`, `set is empty`; negated for `is not empty`."""

    what: Expr
    negated: bool


@dataclass(frozen=True)
class Arith(Expr):
    """Whole numbers; `div` and `mod` round down."""

    op: Literal["+", "-", "*", "div", "mod"]
    left: Expr
    right: Expr


@dataclass(frozen=True)
class BagArith(Expr):
    """`bag - piece` (unchanged if absent), `bag + piece`, `bag + bag`; the result is a bag value."""

    op: Literal["+", "-"]
    bag: Expr
    other: Expr


@dataclass(frozen=True)
class Conditional(Expr):
    """`if c then a else b`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True)
class CaseExpr(Expr):
    """`{by: E, ..}`: the first case whose value fits. A case is a tuple of constants, or a range of numbers."""

    by: Expr
    cases: tuple[tuple[tuple[int | bool | str, ...] | range, Expr], ...]
    otherwise: Expr | None


def fits_case(keys: tuple[int | bool | str, ...] | range, value: object) -> bool:
    """Whether a value is one of a case's: `true` is not 1. A range may be very long, so it is not gone through."""
    if isinstance(keys, range):
        return type(value) is int and value in keys
    return any(value == key and type(value) is type(key) for key in keys)


@dataclass(frozen=True)
class OrElse(Expr):
    """`value otherwise default`."""

    value: Expr
    default: Expr


@dataclass(frozen=True)
class CastTo(Expr):
    """`value as T`: the value if it is a T, else none; `to` is an EnumT (T may be `player`)."""

    value: Expr
    to: Type


@dataclass(frozen=True)
class KeyIn(Expr):
    """A number as a key of a zone or variable whose range hangs on options or players: a fault where it is none."""

    value: Expr
    low: Expr
    high: Expr
    cell: str


@dataclass(frozen=True)
class NumberOf(Expr):
    """How many of a piece a zone or bag holds."""

    what: Expr
    zone: Expr


@dataclass(frozen=True)
class RoundsOf(Expr):
    """Finished rounds in the last run of a loop; `path` is that of its block."""

    path: str

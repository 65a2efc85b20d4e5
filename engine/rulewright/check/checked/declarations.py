"""Declared things, and the whole game."""

from dataclasses import dataclass, field
from typing import Literal

from rulewright.check.checked.blocks import Block, Need, Stmt
from rulewright.check.checked.domains import Bind, Text
from rulewright.check.checked.expressions import Expr, Var, ZonePlace
from rulewright.check.checked.sentences import Sentence
from rulewright.check.checked.types import Type
from rulewright.text import Span


@dataclass(frozen=True)
class Option:
    """An option; word values are strs."""

    name: str
    type: Type
    default: int | bool | str
    values: tuple[int | bool | str, ...] | range
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)

    def allows(self, value: object) -> bool:
        """Whether it may have a value; a truth is no number."""
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        return any(value == v and type(value) is type(v) for v in self.values)


@dataclass(frozen=True)
class Enum:
    """An enumerated type: `seat`, `player` (all seats), a kind, a board, a type of space, a component's rows, `action`.

    `only` holds the conditions under which single values exist (over options and number_of_players).
    """

    name: str
    ids: tuple[int, ...]
    only: dict[int, Expr]


@dataclass(frozen=True)
class Code:
    """An attribute's value that is computed: an expression with parameters."""

    params: tuple[Var, ...]
    value: Expr


@dataclass(frozen=True)
class EffectCode:
    """An attribute's value that is done: a body with parameters (`this` is the card or space)."""

    params: tuple[Var, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class TriggerPower:
    """`after EVENT [by anyone] where C, SENTENCE`; `event` is the name of an action or routine. The Vars are those of
    the event's own block and parameters."""

    event: str
    by_anyone: bool
    where: Expr | None
    sentence: Sentence


@dataclass(frozen=True)
class ModifierPower:
    """`NAME becomes E` for a define or number; `params` are the define's own Vars."""

    name: str
    params: tuple[Var, ...]
    value: Expr
    rules: tuple[str, ...]


@dataclass(frozen=True)
class PowerSet:
    """An attribute's power lines."""

    lines: tuple[TriggerPower | ModifierPower, ...]


@dataclass(frozen=True)
class Attr:
    """All attributes of one name, for every value that has one (also those whose row leaves it out: the default).

    An `Expr` value is data (it may read options and number_of_players).
    """

    name: str
    values: dict[int, Expr | Code | EffectCode | PowerSet | None]


@dataclass(frozen=True)
class Component:
    """What zones hold. `type` is that of a piece's value: of `is:` (EnumT or NumberT), EnumT of the rows, RecordT."""

    name: str
    type: Type
    fields: dict[str, Type]


@dataclass(frozen=True)
class Board:
    """A board. `spaces` in its order. `size` for grids (rows, columns). `cell` for grids and drawn boards: a space's
    (picture number, row, column), row 1 on top. `edges` for graphs: (edge id, space id, space id)."""

    name: str
    shape: Literal["ring", "grid", "drawn", "graph"]
    spaces: tuple[int, ...]
    size: tuple[int, int]
    cell: dict[int, tuple[int, int, int]]
    edges: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class KeyDef:
    """A key of `per:`: an enumerated type or a range; `var` is its name inside `at_most`, `refill` (named ranges), or
    stands for the key in `seen_by` and the like."""

    var: Var
    type: Type
    low: Expr | None = None  # ranges
    high: Expr | None = None


@dataclass(frozen=True)
class Zone:
    """A zone. `piece` is the type of what it holds. Where its lines read keys they use the keys' Vars."""

    name: str
    shape: Literal["bag", "row", "stack", "slot"]
    component: str | None  # None: a bare range
    piece: Type
    keys: tuple[KeyDef, ...]
    at_most: Expr | None
    holds: tuple["Content", ...]
    seen_by: Expr | None  # None: everyone; else an expression of "everyone", "owner", "nobody" (str)
    others_see: str | None
    powers_of: bool
    refill: ZonePlace | None
    recycle_from: ZonePlace | None
    recycle_when: Expr | None  # of "needed", "emptied" (str)
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Content:
    """First content of each cell of a zone: `number` of each value of `bind`."""

    number: Expr
    bind: Bind


@dataclass(frozen=True)
class Variable:
    """A variable. `start` None: the type's default, or (a type without one) to be set before it is read."""

    name: str
    type: Type
    keys: tuple[KeyDef, ...]
    start: Expr | None
    seen_by: Expr | None
    resets_turn: bool
    is_score: bool
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Define:
    """A define, or a named number (no parameters, `is_number`)."""

    name: str
    params: tuple[Var, ...]
    value: Expr
    uses_me: bool
    is_number: bool
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Table:
    """A table."""

    name: str
    rows: dict[int, int]
    lower_between: bool
    last_beyond: bool


@dataclass(frozen=True)
class Action:
    """A named action; `only` is when it exists."""

    name: str
    id: int
    group: str | None
    block: Block
    only: Expr | None


@dataclass(frozen=True)
class Routine:
    """A routine."""

    name: str
    params: tuple[Var, ...]
    block: Block
    whole: bool


@dataclass(frozen=True)
class Whenever:
    """`after` empty: a state rule."""

    name: str
    after: tuple[str, ...]
    condition: Expr | None
    body: tuple[Stmt, ...]
    repeats: Expr | None
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class ScoreLine:
    """A line of the score sheet, for `me`."""

    name: str
    value: Expr
    rules: tuple[str, ...]
    label: Text | None
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class WinnerLine:
    """A criterion, for `me`; by cases it is a CaseExpr and `most` holds for all of them."""

    name: str
    most: bool
    value: Expr
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Invariant:
    """A line of `always`."""

    name: str
    value: Expr
    at_turn: bool
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class CheckedGame:
    """The whole game. `texts` and `labels` find words: `labels[path][language]`."""

    id: str
    version: int
    digest: str  # of the merged rules, hexadecimal
    title: str
    language: str
    player_counts: range
    names: tuple[str, ...]  # id -> name
    enums: dict[str, Enum]
    attributes: dict[str, Attr]
    options: dict[str, Option]
    needs: tuple[Need, ...]  # of options and the number of players, before a match begins
    defines: dict[str, Define]  # named numbers among them
    tables: dict[str, Table]
    boards: dict[str, Board]
    components: dict[str, Component]
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    actions: dict[str, Action]
    routines: dict[str, Routine]
    whenever: tuple[Whenever, ...]
    setup: tuple[Stmt, ...]
    play: tuple[Stmt, ...]
    finish: tuple[Stmt, ...]
    scoring: tuple[ScoreLine, ...]
    winner: tuple[WinnerLine, ...]
    tie: Expr | None  # of "shared", "later_seat" (str)
    always: tuple[Invariant, ...]
    follows: dict[str, tuple[str, tuple[str, ...]]]  # name -> (text, rule ids)
    rules: dict[str, tuple[Span, ...]]  # rule id -> where it is cited
    labels: dict[str, dict[str, str]]  # path ("title", "kinds.colour.red", ..) -> language -> words
    shown: dict[int, dict[str, str]]  # id -> hints for a table's drawing, such as {"colour": "black"}
    heads: dict[str, tuple[str, ...]]  # a variant's file -> rule ids of all that it says
    scope: object = field(default=None, compare=False, repr=False)  # the checker's own, for `foreign.foreign_line`

"""The checked game: names resolved, everything typed. `from_model.py` makes it; the compiler and the oracle read it.

Values while a game runs are plain: a number is an int, a truth a bool, a text a str, none is None. Every *enumerated*
value (a seat, a kind's value, a space, a single card, an action) is an int id, unique in the whole game file; the
names are in `CheckedGame.names`. So a village is the same id as a value of its kind and as a space of a ring, and
narrowing (`as village`, `in village`) converts nothing. Seats come first: the seat written first has id 0. A record
(a piece of a component with fields) is a tuple of its fields' values. A set is a tuple without doubles, in its order.

Nothing here depends on the number of players or on options: expressions over them stand as expressions. A seat's id
is its place in `seats`; which seats play, and in which order, is the match's affair (`player` is a subset of `seat`).
"""

from dataclasses import dataclass, field
from typing import Literal

from rulewright.text import Span

# ---------- types ----------


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


# ---------- expressions ----------


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
class NumberOf(Expr):
    """How many of a piece a zone or bag holds."""

    what: Expr
    zone: Expr


@dataclass(frozen=True)
class RoundsOf(Expr):
    """Finished rounds in the last run of a loop; `path` is that of its block."""

    path: str


# Domains: expressions of a set-like type, with the order in which they are run through.


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
    "after", "between", "beside", "around", "straight", "diagonal", "row", "column", "distance", "square",
    "points_of", "winners",
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


# ---------- sentences ----------


@dataclass(frozen=True)
class Amount:
    """What a verb moves.

    - `form` "pieces": `number` of `what` (a piece; number 1 unless written), exactly.
    - "up to": at most `number` of `what`; `what` None: of whatever comes first in the zone's order.
    - "count": exactly `number` of whatever comes (draw; stacks and rows from the open end, bags at random).
    - "all": all pieces, or all of `what`.
    - "bag": the pieces of a bag value `what`.
    """

    form: Literal["pieces", "up to", "count", "all", "bag"]
    number: Expr | None
    what: Expr | None


@dataclass(frozen=True)
class Core:
    """What a sentence does."""


@dataclass(frozen=True)
class Move(Core):
    """Pieces from zone to zone; source None: from the box (`put`); target None: into the box (`remove`).

    `draw` is set for `draw` (from the open end, at random from a bag). `end` is the end of a stack or row they go to.
    `component` is what the target (or source) holds.
    """

    amount: Amount
    source: ZonePlace | None
    target: ZonePlace | None
    draw: bool = False
    end: Literal["top", "bottom"] | None = None
    order: Literal["random", "chosen"] | None = None


@dataclass(frozen=True)
class Shuffle(Core):
    """Chance: a stack or row in a new order."""

    zone: ZonePlace


@dataclass(frozen=True)
class RollVariable(Core):
    """Chance: a uniform value of the variable's range, never none."""

    place: VarPlace
    low: Expr
    high: Expr


@dataclass(frozen=True)
class RollInto(Core):
    """Chance: `number` uniform values into a bag of a range."""

    number: Expr
    zone: ZonePlace
    low: Expr
    high: Expr


@dataclass(frozen=True)
class Assign(Core):
    """Writes a variable or field."""

    verb: Literal["set", "add", "subtract", "pay", "pay up to"]
    value: Expr
    place: VarPlace | FieldPlace


@dataclass(frozen=True)
class LetBe(Core):
    """Binds a value; `refuses_none`: with `else`, none refuses."""

    var: Var
    value: Expr
    refuses_none: bool


@dataclass(frozen=True)
class Pick:
    """A pick: one value of a domain, or (`number` set: a number or a Span_) a bag of several pieces."""

    var: Var
    domain: Expr
    where: Expr | None
    number: Expr | None
    different: bool
    secretly: bool
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class PickStmt(Core):
    """A decision of `me`."""

    pick: Pick


@dataclass(frozen=True)
class PickRandom(Core):
    """Chance: one value of a domain; of a bag by its counts."""

    bind: Bind
    secretly: bool


@dataclass(frozen=True)
class RunRoutine(Core):
    """Runs a routine with its decisions."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class PerformAction(Core):
    """Runs the named action that an expression gives; none does nothing."""

    what: Expr


@dataclass(frozen=True)
class PerformEffect(Core):
    """Runs the effect that is attribute `name` of a value; none, or a value without it, does nothing."""

    base: Expr
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Reveal(Core):
    """`show`, `open`, `look`."""

    verb: Literal["show", "open", "look"]
    zone: ZonePlace


@dataclass(frozen=True)
class Say(Core):
    """A log line."""

    text: Text


@dataclass(frozen=True)
class End(Core):
    """Leaves the turn, the innermost `turns`, or `play`."""

    what: Literal["turn", "turns", "play"]


@dataclass(frozen=True)
class Nothing(Core):
    """Does nothing."""


@dataclass(frozen=True)
class Sentence:
    """A sentence as a step. `path` is the step's place (`actions.sell.do.paid`)."""

    path: str
    core: Core
    each: tuple[Bind, ...]
    condition: Expr | None
    reason: Text | None
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


# ---------- blocks ----------


@dataclass(frozen=True)
class Need:
    """A condition of a block. `name` is its key."""

    name: str
    value: Expr
    reason: Text | None
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Let:
    """A name bound in the head of a block; `refuses_none`: none is a failed need."""

    var: Var
    value: Expr
    refuses_none: bool
    reason: Text | None
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Alternative:
    """One answer of a `choose`, an `or` answer, or a `meanwhile` action.

    `action` is the name of a named action (its block is `CheckedGame.actions[action]`, and `block` the same object);
    else the block written here. A written sentence is a block whose body is that sentence. `condition` is the `if` of
    a list entry: without it true the answer does not exist.
    """

    name: str
    action: str | None
    condition: Expr | None
    block: "Block"
    label: Text | None
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class EndReason:
    """A condition that ends `turns` or a loop; `name` is the end reason ("until" for a lone condition)."""

    name: str
    value: Expr
    at: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Block:
    """One shape for actions, routines, alternatives, `or` answers and steps; worked through in this order."""

    path: str
    name: str
    rules: tuple[str, ...]
    label: Text | None
    condition: Expr | None = None  # if
    otherwise: "tuple[Stmt, ...]" = ()  # else
    loops: tuple[Bind, ...] = ()  # for
    loop_order: Expr | None = None  # for .. by
    repeat: Expr | None = None
    all_at_once: Expr | None = None
    turns: Expr | None = None
    until: tuple[EndReason, ...] = ()
    more: Expr | None = None
    decider: Expr | None = None  # by
    times: tuple[Expr, Expr | None] | None = None
    each_at_most: tuple[tuple[str, Expr], ...] = ()  # alternative -> bound
    unordered: bool = False
    lets: tuple[Let, ...] = ()
    picks: tuple[Pick, ...] = ()
    needs: tuple[Need, ...] = ()
    choose: tuple[Alternative, ...] | None = None
    or_: Alternative | None = None
    meanwhile: tuple[Alternative, ...] = ()
    ask_always: bool = False
    body: "tuple[Stmt, ...]" = ()  # do
    at: Span = field(compare=False, repr=False, kw_only=True)

    @property
    def is_loop(self) -> bool:
        """Whether the decision below is put again: `times`, or `until` without `turns` and `repeat`."""
        return self.times is not None or (bool(self.until) and self.turns is None and self.repeat is None)

    @property
    def chooses_named(self) -> bool:
        """Whether it is a `choose` of named actions (always asked while one is legal)."""
        return self.choose is not None and any(a.action is not None for a in self.choose)


@dataclass(frozen=True)
class CaseBody:
    """A body's step by cases: the first case whose value fits is done."""

    path: str
    by: Expr
    cases: "tuple[tuple[tuple[int | bool | str, ...] | range, tuple[Stmt, ...]], ...]"
    otherwise: "tuple[Stmt, ...]"
    at: Span = field(compare=False, repr=False)


Stmt = Sentence | Block | CaseBody


# ---------- declarations ----------


@dataclass(frozen=True)
class Option:
    """An option; word values are strs."""

    name: str
    type: Type
    default: int | bool | str
    values: tuple[int | bool | str, ...] | range
    rules: tuple[str, ...]
    at: Span = field(compare=False, repr=False)


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
    labels: dict[str, dict[str, str]]  # path ("title", "kinds.produce.olive", ..) -> language -> words
    shown: dict[int, dict[str, str]]  # id -> hints for a table's drawing, such as {"colour": "black"}
    scope: object = field(default=None, compare=False, repr=False)  # the checker's own, for `foreign.foreign_line`

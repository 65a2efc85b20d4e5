"""A game as its file says it: every line parsed, every name still a string. `from_nodes.py` makes it.

Dictionaries keep the order of the file. `at` of a declaration is the span of its key; every dataclass here that stands
for a mapping of the file also holds `notes` (rule ids, label, why, provenance), which any mapping may carry.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar, Union

from rulewright.expr.tree import (
    Bounds,
    Choice,
    Holds,
    Ident,
    Key,
    Let,
    Line,
    Loop,
    Modifier,
    Need,
    Offer,
    Param,
    Sentence,
    Template,
    Tie,
    Trigger,
    TypeExpr,
    Verdict,
)
from rulewright.text import Span

T = TypeVar("T")


@dataclass(frozen=True)
class Words:
    """A text for people, as the file's own language says it; `path` is its key in words files."""

    text: str
    at: Span
    path: str


@dataclass(frozen=True)
class Notes:
    """What any mapping may carry besides its own keys."""

    rules: tuple[Ident, ...] = ()
    label: Words | None = None
    why: Words | None = None
    provenance: str | None = None
    was: str | None = None
    only: Line | None = None
    shown: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Cases(Generic[T]):
    """`{by: E, VALUE: line, otherwise: line}`. A case's key is a word, a number, a truth, or a range `2..3`.

    `cases` holds (keys in the file's words, their span, the line); a range is one entry with key "2..3".
    """

    by: Line
    cases: tuple[tuple[str, Span, T], ...]
    otherwise: T | None
    at: Span
    notes: Notes = Notes()


LineOrCases = Union[Line, "Cases[Line]"]


@dataclass(frozen=True)
class OptionDef:
    """`name: {default, values, label, why, rule}`; values are words, truths or numbers, or a range `0..100`.

    Values that are written as a mapping have a label each, which is kept among the game's texts.
    """

    name: str
    at: Span
    default: str | int | bool
    default_at: Span
    values: tuple[tuple[str | int | bool, Span], ...] | range
    notes: Notes


@dataclass(frozen=True)
class NumberDef:
    """A named number or truth: `name: line`."""

    name: str
    at: Span
    value: LineOrCases
    notes: Notes


@dataclass(frozen=True)
class TableDef:
    """A table of numbers."""

    name: str
    at: Span
    rows: dict[int, tuple[int, Span]]
    between: Literal["lower"] | None
    beyond: Literal["last"] | None
    notes: Notes


@dataclass(frozen=True)
class PowerLines:
    """The value of an attribute of type `powers`: one line or several."""

    lines: tuple[Trigger | Modifier, ...]
    at: Span


@dataclass(frozen=True)
class AttrValue:
    """An attribute's value as written, to be read by its declared type (or, in kinds and boards, by its look).

    `line` is set for a scalar that parses as an expression, `sentence` for one that parses as a sentence, `powers` for
    one that parses as a power line; a scalar may fit several, the declared type decides. `mapping` and `items` hold
    nested values, `block` a mapping read as a block; a mapping with `by` has a `line` too, its cases. The callables
    parse when they are called first, report what is wrong with the text then, and give None after a finding.
    """

    at: Span
    text: str | None = None
    line: "Callable[[], LineOrCases | None] | None" = None
    sentence: Callable[[], Sentence | None] | None = None
    power: Callable[[], PowerLines | None] | None = None
    block: "Callable[[], Block | None] | None" = None
    mapping: "dict[str, AttrValue] | None" = None
    key_spans: dict[str, Span] = field(default_factory=dict)
    items: "tuple[AttrValue, ...] | None" = None


@dataclass(frozen=True)
class Row:
    """A kind's value, a space, or a single card, with its attributes as written."""

    name: str
    at: Span
    attributes: dict[str, AttrValue]
    attribute_spans: dict[str, Span]
    notes: Notes


@dataclass(frozen=True)
class KindDef:
    """A closed enumeration."""

    name: str
    at: Span
    values: dict[str, Row]
    notes: Notes


@dataclass(frozen=True)
class BoardDef:
    """`{ring}`, `{grid, spaces}`, `{letters, drawn}` or `{graph, edges, between}`."""

    name: str
    at: Span
    shape: Literal["ring", "grid", "drawn", "graph"]
    notes: Notes
    spaces: dict[str, Row] = field(default_factory=dict)  # ring, graph: names, with attributes if the board has its own
    own_spaces: bool = False  # ring: a mapping (own spaces) or a list (values of kinds)
    size: tuple[int, int] = (0, 0)  # grid: rows, columns
    space_type: Ident | None = None  # grid: the name of its type of space
    letters: dict[str, Ident] = field(default_factory=dict)  # drawn: letter -> type of space
    drawn: dict[str, tuple[tuple[str, ...], Span]] = field(default_factory=dict)  # drawn: key -> picture
    edges: Ident | None = None  # graph: the name of the type of edge
    between: dict[str, Row] = field(default_factory=dict)  # graph: edge -> attributes, `ends` among them


@dataclass(frozen=True)
class AttrDef:
    """`name: type` or `name(type x): type` under `has:`; types `effect` and `powers` are named so in `type.base`."""

    name: str
    at: Span
    params: tuple[Param, ...]
    type: TypeExpr


@dataclass(frozen=True)
class ComponentDef:
    """`{is: TYPE}`, `{fields: {..}}`, or `{has: {..}, rows: {..}}`."""

    name: str
    at: Span
    notes: Notes
    is_: TypeExpr | None = None
    fields: dict[str, tuple[Span, TypeExpr]] | None = None
    has: dict[str, AttrDef] = field(default_factory=dict)
    shorthand: Ident | None = None
    rows: dict[str, Row] | None = None


@dataclass(frozen=True)
class ZoneDef:
    """A zone."""

    name: str
    at: Span
    shape: Literal["bag", "row", "stack", "slot"]
    holds_type: TypeExpr
    notes: Notes
    per: tuple[Key, ...] = ()
    at_most: LineOrCases | None = None
    holds: Holds | None = None
    seen_by: LineOrCases | None = None
    others_see: Ident | None = None
    powers_of: Line | None = None
    refill: Line | None = None
    recycle_from: Line | None = None
    recycle_when: LineOrCases | None = None


@dataclass(frozen=True)
class VariableDef:
    """A variable."""

    name: str
    at: Span
    type: TypeExpr
    notes: Notes
    per: tuple[Key, ...] = ()
    start: LineOrCases | None = None
    seen_by: LineOrCases | None = None
    resets_turn: bool = False
    is_score: bool = False


@dataclass(frozen=True)
class DefineDef:
    """A named expression."""

    name: str
    at: Span
    params: tuple[Param, ...]
    value: LineOrCases
    notes: Notes


@dataclass(frozen=True)
class Step:
    """A named step of a body: a sentence or a block. `name` is "" for a body that is one sentence."""

    name: str
    at: Span
    what: "Sentence | Block | Cases[Sentence]"


Body = tuple[Step, ...]


@dataclass(frozen=True)
class OrAnswer:
    """`or: NAME` or `or: {NAME: {needs, do, label}}`."""

    name: str
    at: Span
    block: "Block"


@dataclass(frozen=True)
class Alternative:
    """One written alternative of a `choose` mapping."""

    name: str
    at: Span
    what: "Sentence | Block"


@dataclass(frozen=True)
class Block:
    """An action, a routine, an alternative, an `or` answer or a step with keys: one shape. Absent keys are None."""

    at: Span
    path: str
    notes: Notes = Notes()
    if_: LineOrCases | None = None
    else_: Body | None = None
    for_: Loop | None = None
    repeat: LineOrCases | None = None
    all_at_once: Line | None = None
    turns: LineOrCases | None = None
    by: Line | None = None
    times: Bounds | None = None
    until: LineOrCases | dict[str, tuple[Span, LineOrCases]] | None = None
    more: LineOrCases | None = None
    each_at_most: LineOrCases | dict[str, tuple[Span, LineOrCases]] | None = None
    unordered: bool = False
    let: dict[str, tuple[Let, Need]] = field(default_factory=dict)
    pick: tuple[Choice, ...] = ()
    needs: dict[str, tuple[Span, Need]] = field(default_factory=dict)
    choose: tuple[Offer, ...] | tuple[Alternative, ...] | None = None
    or_: OrAnswer | None = None
    meanwhile: tuple[Offer, ...] = ()
    ask_always: bool = False
    do: Body | None = None
    key_spans: dict[str, Span] = field(default_factory=dict)


@dataclass(frozen=True)
class ActionDef:
    """A block under `actions:`."""

    name: str
    at: Span
    block: Block
    group: Ident | None


@dataclass(frozen=True)
class RoutineDef:
    """A block under `routines:`, with parameters."""

    name: str
    at: Span
    params: tuple[Param, ...]
    block: Block
    whole: bool


@dataclass(frozen=True)
class WheneverDef:
    """A rule that holds at any moment in play: with `after` an event rule, else a state rule."""

    name: str
    at: Span
    after: tuple[Ident, ...]
    if_: LineOrCases | None
    do: Body
    repeats: Line | None
    notes: Notes


@dataclass(frozen=True)
class AlwaysDef:
    """An invariant for tests; with `at_turn` it is tested when a turn begins, with `me`."""

    name: str
    at: Span
    hold: LineOrCases
    at_turn: bool
    notes: Notes


@dataclass(frozen=True)
class FollowDef:
    """A rule that holds because no line says otherwise."""

    name: str
    at: Span
    text: str
    rules: tuple[Ident, ...]


@dataclass(frozen=True)
class WinnerDef:
    """The lines of `winner`, and what becomes of a tie that is left."""

    lines: dict[str, tuple[Span, Verdict | Cases[Verdict]]]
    tie: Tie | Cases[Tie] | None
    notes: Notes


@dataclass(frozen=True)
class GameDef:
    """The whole file."""

    at: Span
    game: str
    version: int
    language: int
    title: Words
    speaks: str
    ledger: tuple[str, Span] | None
    notes: Notes
    seats: tuple[tuple[str, Span], ...]
    players: range  # the allowed numbers of players
    players_at: Span | None = None
    options: dict[str, OptionDef] = field(default_factory=dict)
    needs: dict[str, tuple[Span, Need]] = field(default_factory=dict)  # what must hold of options and players
    numbers: dict[str, NumberDef] = field(default_factory=dict)
    tables: dict[str, TableDef] = field(default_factory=dict)
    kinds: dict[str, KindDef] = field(default_factory=dict)
    boards: dict[str, BoardDef] = field(default_factory=dict)
    components: dict[str, ComponentDef] = field(default_factory=dict)
    zones: dict[str, ZoneDef] = field(default_factory=dict)
    variables: dict[str, VariableDef] = field(default_factory=dict)
    define: dict[str, DefineDef] = field(default_factory=dict)
    setup: Body = ()
    play: Body = ()
    finish: Body = ()
    actions: dict[str, ActionDef] = field(default_factory=dict)
    routines: dict[str, RoutineDef] = field(default_factory=dict)
    whenever: dict[str, WheneverDef] = field(default_factory=dict)
    scoring: dict[str, tuple[Span, LineOrCases, Notes]] = field(default_factory=dict)
    winner: WinnerDef | None = None
    always: dict[str, AlwaysDef] = field(default_factory=dict)
    follows: dict[str, FollowDef] = field(default_factory=dict)
    texts: dict[str, Words | Template] = field(default_factory=dict)  # every text for people, by its path
    other_rules: tuple[Ident, ...] = ()  # rule ids of mappings that have no notes of their own (a section, a body)
    heads: tuple[Ident, ...] = ()  # rule ids in the heads of the variants that were merged in

    def places_of(self, path: str) -> tuple[Span, ...]:
        """Where a text's expressions stand, without their braces; a text that is always the same has none."""
        text = self.texts[path]
        parts = text.parts if isinstance(text, Template) else ()
        return tuple(part.at.span for part in parts if not isinstance(part, str))

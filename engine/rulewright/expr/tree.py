"""The syntax tree of the one-line grammar (expr.lark): names are still strings. Equality ignores places.

Three families: expressions have a value, sentences do something, clauses declare (the picks, loops, types and so on
that stand as values of YAML keys). The grammar's start symbols are listed in `parse.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from rulewright.text import Span


@dataclass(frozen=True, slots=True)
class Where:
    """A stretch of one line (offsets into the decoded line), which knows how to find itself in the file."""

    origin: Callable[[int, int], Span]
    start: int
    end: int

    @property
    def span(self) -> Span:
        """The stretch in the file."""
        return self.origin(self.start, self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Any node; `at` is where it stands."""

    at: Where = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name that is bound or declared here (`x` in `x in hand[me]`), or a citation's rule id."""

    name: str

    def __str__(self) -> str:
        return self.name


# ---------- expressions ----------


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """Anything with a value."""


@dataclass(frozen=True, slots=True)
class Literal_(Expr):
    """`3`, `true`, `none`, or a text in double quotes (without them)."""

    value: int | bool | str | None


@dataclass(frozen=True, slots=True)
class EmptyLit(Expr):
    """`empty`: the empty set, bag or zone; mostly in `X is empty`."""


@dataclass(frozen=True, slots=True)
class Name(Expr):
    """A bare word."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """`name(args)`: a define, a table, a built-in, a record's maker."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Index(Expr):
    """`base[args]`: a zone's or variable's cell, a map's value."""

    base: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Attribute(Expr):
    """`base.name`; also `option.NAME` and `kind.value`."""

    base: Expr
    name: Ident


@dataclass(frozen=True, slots=True)
class Method(Expr):
    """`base.name(args)`: an attribute that is an expression with parameters."""

    base: Expr
    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    """`{a, b}`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`-x`, `not x`."""

    op: Literal["-", "not"]
    operand: Expr


BinaryOp = Literal["or", "and", "is", "is not", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*", "div", "mod"]


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """Two operands."""

    op: BinaryOp
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class RangeExpr(Expr):
    """`low..high`; `high` is None only in a `times` bound that is open (`1..`)."""

    low: Expr
    high: Expr | None


@dataclass(frozen=True, slots=True)
class IfExpr(Expr):
    """`if c then a else b`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class NumberOf(Expr):
    """`number of what in zone`."""

    what: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class RoundsOf(Expr):
    """`rounds of STEP`."""

    step: Ident


@dataclass(frozen=True, slots=True)
class Cast(Expr):
    """`value as TYPE`: the value if it is one, else none."""

    value: Expr
    type: Ident


@dataclass(frozen=True, slots=True)
class Otherwise(Expr):
    """`value otherwise default`."""

    value: Expr
    default: Expr


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`name in domain where condition`."""

    name: Ident
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Over(Expr):
    """`count(x in D where C)`, `any(..)`, `first(..)`."""

    kind: Literal["count", "any", "first"]
    binding: Binding


@dataclass(frozen=True, slots=True)
class Best(Expr):
    """`highest(x in D where C by E)`, `lowest(..)`."""

    kind: Literal["highest", "lowest"]
    binding: Binding
    by: Expr


@dataclass(frozen=True, slots=True)
class Aggregate(Expr):
    """`sum(E for x in D for y in D2)`, `min(..)`, `max(..)`, `all(C for x in D)`."""

    kind: Literal["sum", "min", "max", "all"]
    value: Expr
    loops: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class Extreme(Expr):
    """`min(a, b)`, `max(a, b, c)`."""

    kind: Literal["min", "max"]
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Reach(Expr):
    """`reach(start, a to b in D where C)`: all that is reached from start, breadth first, start included."""

    start: Expr
    source: Ident
    step: Binding


@dataclass(frozen=True, slots=True)
class Template(Node):
    """Words for people with `{expr}` places: the parts in order, texts and expressions."""

    parts: tuple[str | Expr, ...]


# ---------- sentences ----------


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """What a moving verb moves: `X` (one), `N of X`, `all`, `all of X`, `up to N`, `up to N of X`.

    For `draw`, and where X turns out to be a number, `one` holds the number of pieces; the checker decides.
    """

    form: Literal["one", "several", "all", "all of", "up to", "up to of"]
    number: Expr | None
    what: Expr | None


@dataclass(frozen=True, slots=True)
class Target(Node):
    """Where pieces go: a zone, or an end of one."""

    end: Literal["top", "bottom"] | None
    place: Expr


@dataclass(frozen=True, slots=True)
class Core(Node):
    """What a sentence does, without its suffixes."""


@dataclass(frozen=True, slots=True)
class Move(Core):
    """`move X from Z to T [in random order|in chosen order]`."""

    amount: Amount
    source: Expr
    target: Target
    order: Literal["random", "chosen"] | None


@dataclass(frozen=True, slots=True)
class Draw(Core):
    """`draw N from Z to T`, `draw up to N from Z to T`: the amount is `one` (the number in `what`) or `up to`."""

    amount: Amount
    source: Expr
    target: Target


@dataclass(frozen=True, slots=True)
class Put(Core):
    """`put X into T`: from the box."""

    amount: Amount
    target: Target
    order: Literal["random", "chosen"] | None


@dataclass(frozen=True, slots=True)
class Remove(Core):
    """`remove X from Z`: into the box."""

    amount: Amount
    source: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Core):
    """`shuffle Z`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Roll(Core):
    """`roll V` (number None): one variable; `roll N into Z`: N values into a bag of a range."""

    number: Expr | None
    place: Expr


@dataclass(frozen=True, slots=True)
class Assign(Core):
    """`set V to E`, `add E to V`, `subtract E from V`, `pay E from V`, `pay up to E from V`."""

    verb: Literal["set", "add", "subtract", "pay", "pay up to"]
    value: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class Let(Core):
    """`let x be E`; as a key of a block too (`let: {x: E else ".."}`), then with a reason."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`x in D where C secretly`; of several pieces `x in A..B of Z where C`, `x in 3 different of Z`."""

    name: Ident
    number: Expr | None
    different: bool
    domain: Expr
    where: Expr | None
    secretly: bool


@dataclass(frozen=True, slots=True)
class Pick(Core):
    """`pick CHOICE`."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class PickRandom(Core):
    """`pick x at random in D where C [secretly]`."""

    binding: Binding
    secretly: bool


@dataclass(frozen=True, slots=True)
class Run(Core):
    """`routine(args)`."""

    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Perform(Core):
    """`perform E`: an action or effect that a space or card names."""

    what: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Core):
    """`show Z` (all see it now), `open Z` (from now on), `look at Z` (`me` sees it until the next answer)."""

    verb: Literal["show", "open", "look"]
    zone: Expr


@dataclass(frozen=True, slots=True)
class Say(Core):
    """`say "text"`."""

    text: "Template"


@dataclass(frozen=True, slots=True)
class End(Core):
    """`end turn`, `end turns`, `end play`."""

    what: Literal["turn", "turns", "play"]


@dataclass(frozen=True, slots=True)
class Nothing(Core):
    """`nothing`."""


@dataclass(frozen=True, slots=True)
class Sentence(Node):
    """`CORE [for each x in D where C, ..] [if COND] [else "reason"] [(IDS)]`."""

    core: Core
    each: tuple[Binding, ...]
    condition: Expr | None
    reason: "Template | None"
    rules: tuple[Ident, ...]


# ---------- clauses: values of YAML keys ----------


@dataclass(frozen=True, slots=True)
class Line(Node):
    """An expression with a citation: numbers, define, scoring, always, more, turns, by, repeat, until, if."""

    value: Expr
    rules: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Need(Node):
    """A condition (or a `let` value) with the words of its refusal."""

    value: Expr
    reason: "Template | None"
    rules: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Bounds(Node):
    """`A..B`, `A..`: the rounds of a `times` loop."""

    low: Expr
    high: Expr | None
    rules: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Picks(Node):
    """The value of `pick:`; several choices, in order."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Loop(Node):
    """The value of `for:`: `p in D where C, q in E by F`."""

    bindings: tuple[Binding, ...]
    by: Expr | None


@dataclass(frozen=True, slots=True)
class Offer(Node):
    """An entry of a `choose` or `meanwhile` list: `action_or_group [if C]`."""

    name: Ident
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Trigger(Node):
    """A power: `after EVENT [by anyone] [where C], CORE`."""

    event: Ident
    by_anyone: bool
    where: Expr | None
    core: Core
    rules: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    """A power: `NAME becomes E` (the value so far is `it`)."""

    name: Ident
    value: Expr
    rules: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Verdict(Node):
    """A line of `winner`: `most E`, `least E`."""

    direction: Literal["most", "least"]
    value: Expr
    rules: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Tie(Node):
    """The last line of `winner`."""

    how: Literal["shared", "later_seat"]
    rules: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Holds(Node):
    """A zone's first content: `[N of] each [x [where C]]`."""

    number: Expr | None
    name: Ident | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Key(Node):
    """One key of `per:`: a type's name, a range `1..5`, or a named range `r in 1..5`."""

    name: Ident | None
    type: "Ident | RangeExpr"


@dataclass(frozen=True, slots=True)
class TypeExpr(Node):
    """`[set of] T [per K [and L]] [or none]`; `base` is `number` or a declared name, or a range."""

    base: "Ident | RangeExpr"
    is_set: bool
    per: tuple[Ident, ...]
    or_none: bool


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A parameter, type first: `square s`."""

    type: Ident
    name: Ident


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """`name` or `name(type x, type y)`."""

    name: Ident
    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Answers(Node):
    """A scenario's line of answers: `sell, red, blue, stop`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RuleIds(Node):
    """The value of `rule:`; ranges are spelt out (`CT-42..45` is four ids). Each with its place."""

    ids: tuple[Ident, ...]

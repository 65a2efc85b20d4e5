"""What sentences do, without their suffixes (cores), and sentences as steps."""

from dataclasses import dataclass, field
from typing import Literal

from rulewright.check.checked.domains import Bind, Text
from rulewright.check.checked.expressions import Expr, FieldPlace, Var, VarPlace, ZonePlace
from rulewright.text import Span


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

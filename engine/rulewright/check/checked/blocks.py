"""Blocks: one shape for actions, routines, alternatives and steps."""

from dataclasses import dataclass, field

from rulewright.check.checked.domains import Bind, Text
from rulewright.check.checked.expressions import Expr, Var
from rulewright.check.checked.sentences import Pick, Sentence
from rulewright.text import Span


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

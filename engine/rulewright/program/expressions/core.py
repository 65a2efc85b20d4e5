"""What all makers of expressions share: the scope of names, the entrance that folds constants, values used twice."""

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rulewright.check import checked as c
from rulewright.program import layout, notes
from rulewright.program import pyast as py
from rulewright.program.analysis import NO_ROOTS, Analysis, Roots
from rulewright.program.counting import NOT_COUNTED, Counting
from rulewright.program.knowledge import Knowledge
from rulewright.program.layout import Layout
from rulewright.program.memo import Memo
from rulewright.program.setting import UNKNOWN, Setting
from rulewright.program.unit import Unit
from rulewright.program.work import Work

# These pieces, each named as often as it is known to be there, lie in a zone: its name, its keys, the pieces (as code).
Held = tuple[str, tuple[str, ...], tuple[str, ...]]


Saying = object  # what a condition says, to be compared (`promised.py`)


@dataclass(frozen=True)
class Promise:
    """A condition that holds in a trial, until one of the roots that it reads is written; and the names in it."""

    says: Saying
    reads: Roots
    names: frozenset[c.Var]


@dataclass(frozen=True)
class Given:
    """What a name has been given, until one of the roots that it reads is written; and the names in it."""

    value: c.Expr
    reads: Roots
    names: frozenset[c.Var]


@dataclass(frozen=True)
class Env:
    """What names mean at a point of the generated code. `state` is the variable that holds the state."""

    vars: dict[c.Var, ast.expr]
    state: str = "S"
    me: ast.expr | None = None
    it: ast.expr | None = None
    this: ast.expr | None = None
    total: ast.expr | None = None
    shared: bool = False  # what is asked here is asked once (`asked_once.py`), so longer defines are written out
    before: str | None = None  # the variable that holds the earlier state, in invariants
    rounds: int = 1  # how often the code made here is written out already
    finished: dict[str, ast.expr] = field(default_factory=dict)  # rounds of loops run in a trial
    owned: bool = True  # whether `state` is this code's own copy, free to be changed
    inlined: str | None = None  # the define whose value is written out here, its parameters being all names in scope
    no_walrus: bool = False  # Python forbids `:=` inside the iterable of a comprehension
    base: str | None = None  # the variable of the state that `state` is a copy of, which has not changed since
    changed: Roots = NO_ROOTS  # what has been written on the copy
    held: frozenset[Held] = frozenset()  # what a trial knows to lie in zones
    known: Mapping[str, ast.expr] = field(default_factory=dict)  # variables without keys that a trial has set
    promised: frozenset[Promise] = frozenset()  # conditions that a trial knows to hold
    given: Mapping[c.Var, Given] = field(default_factory=dict)  # names that stand for expressions

    def bind(self, var: c.Var, value: ast.expr) -> "Env":
        """The same with one name more."""
        env = replace(self, vars={**self.vars, var: value})
        if not self.promised and not self.given:
            return env
        promised = frozenset(p for p in self.promised if var not in p.names)
        given = {v: g for v, g in self.given.items() if v is not var and var not in g.names}
        return replace(env, promised=promised, given=given)

    @property
    def unknowing(self) -> "Env":
        """The same where anything may have happened to the state."""
        return replace(self, base=None, held=frozenset(), known={}, promised=frozenset(), given={})

    def state_of(self, root: str) -> str:
        """The variable of a state that holds a root as it is now: not a copy, if it is still the same there."""
        return self.state if self.base is None or root in self.changed else self.base

    def writing(self, roots: Roots) -> "Env":
        """The scope in which roots are written on the state."""
        return replace(self, changed=self.changed | roots)

    def after_rounds(self, path: str, count: ast.expr) -> "Env":
        """The scope after so many rounds of the loop at a path."""
        return replace(self, finished={**self.finished, path: count})

    def with_state_of(self, other: "Env") -> "Env":
        """The same scope where a trial has come as far as in another."""
        return replace(
            self, state=other.state, owned=other.owned, base=other.base, changed=other.changed,
            held=other.held, known=other.known, finished={**self.finished, **other.finished},
            promised=self.promised & other.promised,
            given={v: g for v, g in self.given.items() if other.given.get(v) is g},
        )  # fmt: skip

    @property
    def me_or_none(self) -> ast.expr:
        """Who acts, as an argument of a function that asks for it: none where nobody does."""
        return self.me or py.const(None)


# The second parameter is the maker's own kind of expression, which the table of makers looks up.
Maker = Callable[["Expressions", Any, Env], ast.expr]


class Expressions:
    """Makes expressions for one setting."""

    def __init__(
        self, setting: Setting, layout: Layout, unit: Unit, analysis: Analysis, work: Work,
        memo: Memo, makers: Mapping[type[c.Expr], Maker], counting: Counting = NOT_COUNTED,
    ) -> None:  # fmt: skip
        self.setting, self.layout, self.unit, self.analysis, self.work = setting, layout, unit, analysis, work
        self.memo, self.counting = memo, counting
        self.game = setting.game
        self._makers = makers
        self.tables: dict[object, dict[Any, Any] | tuple[Any, ...] | None] = {}  # of defines that read no state
        self.lengths: dict[str, int] = {}  # of defines, their calls written out
        self._values: dict[str | int, tuple[int, ...]] = {}  # of Python variables and cells of locals
        self.attributes: dict[str, dict[int, object]] = {}  # the values of plain ones, by name
        self.nothing = layout.local("nothing")  # a cell that never holds anything: read where there is none to read
        self.rounds_cell: dict[str, int] = {}  # by the path of a loop: the cell that counts its finished rounds
        # Whether an action can be carried through: a trial, so `from_checked.py` connects it.
        self.can: Callable[[str, Env], ast.expr] = _not_connected

    @cached_property
    def knowledge(self) -> Knowledge:
        """Who may know what an expression reads; made when something is first explained."""
        return Knowledge(self.setting)

    def make(self, e: c.Expr, env: Env) -> ast.expr:
        """The code of an expression, stamped with its place."""
        value = e.value if isinstance(e, c.Const) else self.setting.static(e)
        if value is not UNKNOWN and (value is None or isinstance(value, (bool, int, str))):
            node = py.const(value)
            self.counting.fixed(e, self.setting)
        else:
            node = self.counting.value(e, self._makers[type(e)](self, e, env))
        py.stamp(node, e.at)
        return node

    def asked(self, e: c.Expr, env: Env) -> ast.expr:
        """The code of a clause that is seen to be reached even where its value is fixed: nothing is left out then."""
        node = self.make(e, env)
        return self.counting.value(e, node) if isinstance(node, ast.Constant) else node

    def test(self, e: c.Expr | None, env: Env) -> ast.expr:
        """The code of a condition; true if there is none."""
        return py.const(True) if e is None else self.make(e, env)

    def test_asked(self, e: c.Expr | None, env: Env) -> ast.expr:
        """The same as `asked`."""
        return py.const(True) if e is None else self.asked(e, env)

    def know(self, where: str | int, values: tuple[int, ...] | None) -> None:
        """Notes which values a Python variable, or a local's cell, may have; None: any."""
        if values is not None:
            self._values[where] = values

    def values_of(self, node: ast.expr) -> tuple[int, ...] | None:
        """The values that code may have, where they are few and known."""
        match node:
            case ast.Constant(value=int() as value):
                return None if isinstance(value, bool) else (value,)
            case ast.Name():
                return self._values.get(node.id)
            case ast.Subscript(value=ast.Name(), slice=ast.Constant(value=int() as cell)):
                return self._values.get(cell)
            case _:
                return None

    def until(self, b: c.Block, env: Env) -> ast.expr:
        """Whether one of a block's reasons to end holds; false if it has none."""
        return py.any_of(self.asked(reason.value, env) for reason in b.until)

    def keys(self, keys: Iterable[c.Expr], env: Env) -> list[ast.expr]:
        """The code of keys or arguments."""
        return [self.make(k, env) for k in keys]

    def cell(self, env: Env, index: int) -> ast.expr:
        """A cell of the state's head, or of a local."""
        roots = frozenset({"s:" + layout.HEAD[index]}) if index < len(layout.HEAD) else frozenset()
        return notes.reading(py.item(py.name(env.state), py.const(index)), roots)

    def filled_in(self, text: c.Text, env: Env) -> ast.expr:
        """The values that a text fills in, as a tuple."""
        return py.tuple_(self.make(p, env) for p in text.parts if isinstance(p, c.Expr))

    def twice(self, node: ast.expr, env: Env) -> tuple[ast.expr, ast.expr]:
        """A value for two uses: named at the first, unless computing it again is as cheap or Python forbids it."""
        if _is_cheap(node) or env.no_walrus:
            return node, node
        kept = self.unit.fresh("t")
        return ast.NamedExpr(ast.Name(kept, py.STORE), node), py.name(kept)

    def if_there(self, e: c.Expr, node: ast.expr, value: Callable[[ast.expr], ast.expr], env: Env) -> ast.expr:
        """`value(node)`, or none where the expression `e`, whose code is `node`, is none."""
        if not may_be_none(e.type):
            return value(node)
        first, again = self.twice(node, env)
        return py.if_expr(py.is_none(first), py.const(None), value(again))


def may_be_none(type_: c.Type) -> bool:
    """Whether a value of a type may be none."""
    return isinstance(type_, (c.OptT, c.NoneT))


def without_none(type_: c.Type) -> c.Type:
    """The type of a value that is there."""
    return type_.of if isinstance(type_, c.OptT) else type_


def is_steady(node: ast.expr) -> bool:
    """Whether code costs nothing and has the same value all over a trial: a variable, a literal, a local's cell."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and getattr(node, "roots", None) == NO_ROOTS
    return isinstance(node, (ast.Name, ast.Constant))


def _is_cheap(node: ast.expr) -> bool:
    """Whether a value may as well be computed twice: a name, a literal, a cell."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return _is_simple_sum(node.slice)
    return isinstance(node, (ast.Name, ast.Constant))


def _is_simple_sum(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_simple_sum(node.left) and _is_simple_sum(node.right)
    return isinstance(node, (ast.Name, ast.Constant))


def _not_connected(action: str, env: Env) -> ast.expr:
    raise AssertionError("`can` is not connected")

"""What all makers of sentences share: refusals, the log, the table of what lies open."""

import ast
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.counting import WHOLE
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.pyast import Code
from rulewright.text import Span

Bind = Callable[[c.Var, ast.expr, Env], tuple[Code, Env]]  # gives a name a value: the code, and the scope after it


@dataclass(frozen=True)
class Seen:
    """A value that a condition has read: how the rules write it, its code, its type (None: a number), and the
    expression that says who may know it (None: everyone)."""

    words: str
    value: ast.expr
    type: c.Type | None = None
    of: c.Expr | None = None


@dataclass(frozen=True)
class Refusal:
    """A condition that must hold, with the words of its failure (values filled in by position) and its values.

    `reads` makes the values that the condition has read, for an explanation.
    """

    ok: ast.expr
    words: str
    values: tuple[ast.expr, ...] = ()
    types: tuple[c.Type | None, ...] = ()  # of the values; left out where all are numbers
    reads: Callable[[], list[Seen]] = list
    at: Span | None = None  # where it stands, if that is only a part of the rule


class Sentences:
    """Makes sentences of one program; a *traced* one notes what they do."""

    def __init__(self, x: Expressions, *, traced: bool) -> None:
        self.x, self.traced = x, traced
        self.texts: dict[str, c.Text] = {}  # of `say`, by path
        self.randoms: dict[str, c.PickRandom] = {}  # picks at random, by path
        self.opened: dict[str, int] = {}  # zone -> first of the cells that say whether it lies open

    def note(self, env: Env, path: str, kind: str, *values: ast.expr) -> Code:
        """A log event of a sentence or block, by who acts."""
        return self.note_event(env, py.const(kind), py.const(path), env.me_or_none, *values)

    def note_event(self, env: Env, *event: ast.expr) -> Code:
        """Any log event, where the program keeps a log."""
        if not self.traced:
            return []
        return [py.do(py.call("note", py.name(env.state), py.tuple_(event)))]

    def ran(self, what: object, which: int = WHOLE) -> Code:
        """Notes that a clause has been run, where the program counts; trials run nothing."""
        return self.x.counting.ran(what, which) if self.traced else []

    def fixed(self, e: c.Expr | None, value: ast.expr) -> Code:
        """Notes a condition that is reached, where its value is fixed and so leaves only one way."""
        return self.x.counting.reached(e, value) if self.traced and isinstance(value, ast.Constant) else []

    def open_cell(self, zone: str) -> int:
        """The first of the cells that say whether a zone's cells lie open for good."""
        if zone not in self.opened:
            cells = [self.x.layout.local("open " + zone) for _ in range(self.x.layout.zones[zone].count)]
            self.opened[zone] = cells[0]
        return self.opened[zone]


def places_of(core: c.Core) -> list[c.VarPlace | c.ZonePlace | c.FieldPlace]:
    """The cells that a simple core works on."""
    found = (getattr(core, name, None) for name in ("source", "target", "zone", "place"))
    return [place for place in found if place is not None]


def is_natural(node: ast.expr) -> bool:
    """Whether code is a literal from 0 on."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 0


def of_number(type_: c.Type) -> c.NumberT | None:
    """A number type, an optional one included; None of any other."""
    inner = type_.of if isinstance(type_, c.OptT) else type_
    return inner if isinstance(inner, c.NumberT) else None

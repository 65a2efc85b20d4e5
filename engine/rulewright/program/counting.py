"""Counted programs: traced programs that also say which clauses of the rules they evaluate and run.

A clause is any node of the checked game that somebody has given a number. Where a counted program computes the value
of such a node, the code of it is wrapped in a call of `clause`, which is told the number and the value and gives the
value back; where it does such a node, there is a call of its own. What a clause is, and what is made of the calls, is
the caller's affair (`harness/coverage/`).

All other programs are made with NOT_COUNTED, which leaves their code as it is.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulewright.check import checked as c
from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.analysis import children
from rulewright.program.pyast import Code
from rulewright.program.setting import UNKNOWN, Setting, chosen_case

HELPER = "clause"
Key = tuple[int, int]  # the id of a node, and which of several clauses it is: see `WHOLE` and the like
WHOLE, REFUSAL = 0, -1  # cases of a body are counted from 1

Note = Callable[[int, Any], Any]  # `(number, value) -> value`


class Counting:
    """How one program counts: the numbers of clauses, and the function that is told.

    `inside` are the ids of expressions that stand within others, so that they may be evaluated when a program is
    made: where players and options fix the whole.
    """

    active = True

    def __init__(self, numbers: Mapping[Key, int], inside: frozenset[int], note: Note) -> None:
        self._numbers, self._inside, self._note = numbers, inside, note

    @property
    def helpers(self) -> dict[str, Callable[..., Any]]:
        """What generated code calls."""
        return {HELPER: self._note}

    def value(self, what: object, code: ast.expr, which: int = WHOLE) -> ast.expr:
        """The code of a node's value, noted when it is evaluated if the node is a clause."""
        number = self._numbers.get((id(what), which))
        return code if number is None else notes.transparent(py.call(HELPER, py.const(number), code))

    def ran(self, what: object, which: int = WHOLE) -> Code:
        """Notes that a node has been run, if it is a clause."""
        return self.reached(what, py.const(True), which)

    def reached(self, what: object, value: ast.expr, which: int = WHOLE) -> Code:
        """Notes a value that has been reached, for code in which it is no longer asked."""
        number = self._numbers.get((id(what), which))
        return [] if number is None else [py.do(py.call(HELPER, py.const(number), value))]

    def fixed(self, e: c.Expr, setting: Setting) -> None:
        """Notes the clauses in an expression that players and options fix, as it is evaluated for good now."""
        for part in _evaluated(e, setting):
            number = self._numbers.get((id(part), WHOLE))
            if number is not None and id(part) in self._inside:
                self._note(number, setting.static(part))


def _evaluated(e: c.Expr, setting: Setting) -> Iterator[c.Expr]:
    """The parts of a fixed expression that its evaluation comes to."""
    yield e
    for part in _next(e, setting):
        if setting.static(part) is not UNKNOWN:
            yield from _evaluated(part, setting)


def _next(e: c.Expr, setting: Setting) -> list[c.Expr]:
    match e:
        case c.Conditional():
            return [e.condition, e.then if setting.static(e.condition) else e.otherwise]
        case c.CaseExpr():
            line = chosen_case(e, setting.static(e.by))
            return [e.by] if line is None else [e.by, line]
        case c.CallDefine():
            return [setting.game.defines[e.name].value]
        case c.OrElse():
            return [e.value] if setting.static(e.value) is not None else [e.value, e.default]
        case c.Logic():
            stop = next((n for n, part in enumerate(e.parts) if setting.static(part) is (e.op == "or")), len(e.parts))
            return list(e.parts[: stop + 1])
        case _:
            return [part for part in children(e) if isinstance(part, c.Expr)]


class _NotCounted(Counting):
    active = False

    def __init__(self) -> None:
        super().__init__({}, frozenset(), lambda number, value: value)

    @property
    def helpers(self) -> dict[str, Callable[..., Any]]:
        return {}

    def fixed(self, e: c.Expr, setting: Setting) -> None:
        pass


NOT_COUNTED: Counting = _NotCounted()

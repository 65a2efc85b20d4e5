"""Defines that read no state, worked out for all arguments that they can be given here: a call becomes a look-up."""

import ast
from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions.core import Expressions

MOST_ENTRIES = 4096

Values = tuple[int, ...]


def call(x: Expressions, define: c.Define, args: Sequence[ast.expr], function: Callable[[], str]) -> ast.expr | None:
    """A look-up instead of a call of `function`; None if the define reads the state, or an argument may be anything."""
    if not args or define.uses_me or x.analysis.reads(define.value):
        return None
    values = [x.values_of(arg) for arg in args]
    known = [v for v in values if v]
    if len(known) < len(values) or prod(map(len, known)) > MOST_ENTRIES:
        return None
    table = _entries(x, function(), known)
    if table is None:
        return None
    if isinstance(table, dict):
        return py.item(x.unit.constant(table), args[0] if len(args) == 1 else py.tuple_(args))
    index, first, stride = py.const(0), 0, 1
    for arg, of_arg in zip(reversed(args), reversed(known), strict=True):
        index = py.arith("+", py.arith("*", arg, py.const(stride)), index)
        first += of_arg[0] * stride
        stride *= len(of_arg)
    return py.item(x.unit.constant(table), py.arith("-", index, py.const(first)))


def _entries(x: Expressions, function: str, known: list[Values]) -> dict[Any, Any] | tuple[Any, ...] | None:
    """The value for each argument (a tuple of several), or all values in order where arguments rise one by one; None
    if it fails for some."""
    key = function, tuple(known)
    if key not in x.tables:
        x.tables[key] = None
        compute = x.unit.early(function)
        try:
            found = {at: compute(None, *at) for at in product(*known)}
        except Exception:  # an argument that never occurs, or work that is charged to a state: it stays a call
            return None
        if all(v is None or isinstance(v, (int, str)) for v in found.values()):
            one = {at[0]: v for at, v in found.items()} if len(known) == 1 else found
            x.tables[key] = tuple(found.values()) if all(map(_is_run, known)) else one
    return x.tables[key]


def _is_run(values: Values) -> bool:
    """Whether values rise one by one."""
    return values == tuple(range(values[0], values[0] + len(values)))

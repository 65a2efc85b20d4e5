"""What reads no state, worked out for all values that it can be given here: a define's call, a space of a board.

A call, or an expression of one name, becomes a look-up. Where such a table gives the key of a variable or zone, the
table of the cells themselves takes its place (`cell_of`); a key that is none is a cell that never holds anything.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.analysis import children
from rulewright.program.expressions.core import Env, Expressions, may_be_none
from rulewright.program.layout import Cells

MOST_ENTRIES = 4096

Values = tuple[int, ...]
Table = dict[int, Any]  # what an expression of one name gives for each of its values


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
    if len(args) == 1 and all(v is None or type(v) is int for v in table):
        return look_up(x, dict(zip(known[0], table, strict=True)), args[0])
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


# ---------- expressions of one name ----------


def expression(x: Expressions, e: c.Expr, env: Env) -> ast.expr | None:
    """A look-up instead of the code of an expression that reads nothing but one name of few values, and literals."""
    if x.counting.active or x.analysis.reads(e):
        return None
    given = _names_of(e, env)
    if given is None:
        return None
    moving = {var: node for var, node in given.items() if not isinstance(node, ast.Constant)}
    if len(moving) != 1:
        return None
    (var, arg), = moving.items()
    values = x.values_of(arg)
    if not values or len(values) > MOST_ENTRIES:
        return None
    key = "expression", id(e), var, values, tuple(py.number(n) for v, n in given.items() if v is not var)
    if key not in x.tables:
        x.tables[key] = _worked_out(x, e, replace(Env({}), vars={**given, var: py.name("v")}), values)
    table = x.tables[key]
    return look_up(x, table, arg) if isinstance(table, dict) else None


def _names_of(e: c.Expr, env: Env) -> dict[c.Var, ast.expr] | None:
    """The names in an expression and what they are here; None if it reads more than names."""
    found: dict[c.Var, ast.expr] = {}
    pending: list[object] = [e]
    while pending:
        match pending.pop():
            case c.Local() as local if may_be_none(local.type) or local.var not in env.vars:
                return None
            case c.Local(var=var):
                found[var] = env.vars[var]
            case c.Const() | c.OptionValue():
                pass
            case c.Arith() | c.Builtin() | c.Negate() as part:
                pending.extend(children(part))
            case _:
                return None
    if any(isinstance(n, ast.Constant) and type(n.value) is not int for n in found.values()):
        return None
    return found


def _worked_out(x: Expressions, e: c.Expr, env: Env, values: Values) -> Table | None:
    function = x.unit.fresh("e")
    x.unit.define(function, ["S", "v"], [py.return_(x.make(e, env))], e.at)
    compute = x.unit.early(function)
    try:
        table = {value: compute(None, value) for value in values}
    except Exception:  # a value that never occurs
        return None
    return table if all(v is None or type(v) is int for v in table.values()) else None


# ---------- tables in code ----------

LOWEST = 256  # a table whose first key is not above begins at 0


def look_up(x: Expressions, table: Table, arg: ast.expr) -> ast.expr:
    """The value of a table for a value; a sum where that is as good."""
    low, high = min(table), max(table)
    shift = {None if v is None else v - k for k, v in table.items()}
    first = 0 if 0 <= low <= LOWEST else low
    if len(shift) == 1 and None not in shift:
        node = py.arith("+", arg, py.const(shift.pop()))
    else:
        row = x.unit.constant(tuple(table.get(k) for k in range(first, high + 1)))
        node = py.item(row, py.arith("-", arg, py.const(first)))
    node.table = table, arg  # type: ignore[attr-defined]
    return node


def cell_of(x: Expressions, cells: Cells, key: ast.expr) -> ast.expr | None:
    """The index of the cell for a key that is looked up: it, too, is looked up. None for any other key."""
    found: tuple[Table, ast.expr] | None = getattr(key, "table", None)
    if found is None or len(cells.keys) != 1:
        return None
    table, arg = found
    there = {key: cells.index((key,)) for key in cells.keys[0]}
    if not set(table.values()) <= {*there, None}:
        return None
    if all(value is not None for value in table.values()):
        return look_up(x, {k: there[v] for k, v in table.items()}, arg)
    return look_up(x, {k: x.nothing if v is None else there[v] for k, v in table.items()}, arg)

"""Leaves, logic, arithmetic, choices between values, conversions."""

import ast

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.expressions import written_first
from rulewright.program.expressions.core import Env, Expressions, Maker, may_be_none
from rulewright.program.setting import UNKNOWN, chosen_case

SHORT = 6  # from this many values on, a frozenset is asked instead of a tuple

# ---------- leaves ----------


def constant(x: Expressions, e: c.Const, env: Env) -> ast.expr:
    """A literal."""
    return py.const(e.value)


def local(x: Expressions, e: c.Local, env: Env) -> ast.expr:
    """A name that the rules have bound."""
    return env.vars[e.var]


def special(x: Expressions, e: c.Special, env: Env) -> ast.expr:
    """`me`, `it`, `this`, `total` from the scope; `active`, `first_player`, `turns_left` from the state."""
    if e.name in ("me", "it", "this", "total"):
        value = getattr(env, e.name)
        assert isinstance(value, ast.expr), f"`{e.name}` is not there"
        return value
    cell = {"active": layout.ACTIVE, "first_player": layout.FIRST, "turns_left": layout.LEFT}[e.name]
    return x.cell(env, cell)


def option(x: Expressions, e: c.OptionValue, env: Env) -> ast.expr:
    """An option's value, which the setting fixes."""
    return py.const(x.setting.options[e.name])


def rounds_of(x: Expressions, e: c.RoundsOf, env: Env) -> ast.expr:
    """How often a loop was done: counted by the trial that runs it, else by the program in a cell."""
    return env.finished[e.path] if e.path in env.finished else x.cell(env, x.rounds_cell[e.path])


# ---------- logic and arithmetic ----------


def not_(x: Expressions, e: c.Not, env: Env) -> ast.expr:
    """`not a`."""
    return py.not_(x.make(e.operand, env))


def negate(x: Expressions, e: c.Negate, env: Env) -> ast.expr:
    """`-a`."""
    return py.negative(x.make(e.operand, env))


def logic(x: Expressions, e: c.Logic, env: Env) -> ast.expr:
    """`a and b and ..`, `a or b or ..`."""
    join = py.all_of if e.op == "and" else py.any_of
    return join(x.make(p, env) for p in e.parts)


def compare(x: Expressions, e: c.Compare, env: Env) -> ast.expr:
    """`a is b`, `a < b` and the like."""
    left, right = x.make(e.left, env), x.make(e.right, env)
    if e.op not in ("is", "is not"):
        return py.compare(e.op, left, right)
    both_truths = isinstance(e.left.type, c.TruthT) and isinstance(e.right.type, c.TruthT)
    for a, b in ((left, right), (right, left)):
        if py.is_const(b, None):
            return py.is_none(a, negated=e.op == "is not")
        if both_truths and py.is_const(b, e.op == "is"):
            return a
    return py.compare("==" if e.op == "is" else "!=", left, right)


def arith(x: Expressions, e: c.Arith, env: Env) -> ast.expr:
    """`a + b` and the like, of numbers."""
    return py.arith(e.op, x.make(e.left, env), x.make(e.right, env))


def bag_arith(x: Expressions, e: c.BagArith, env: Env) -> ast.expr:
    """A bag with, or without, a piece; two bags together."""
    bag, other = x.make(e.bag, env), x.make(e.other, env)
    if isinstance(e.other.type, c.PiecesT):
        if e.op == "+":
            return py.call("tuple", py.call("sorted", py.arith("+", bag, other)))
        raise NotImplementedError("a bag less a bag")
    return py.call("with_piece" if e.op == "+" else "without", bag, other)


def extreme(x: Expressions, e: c.Extreme, env: Env) -> ast.expr:
    """`min(a, b)`, `max(a, b)`."""
    return py.call(e.kind, *x.keys(e.args, env))


# ---------- choices between values ----------


def conditional(x: Expressions, e: c.Conditional, env: Env) -> ast.expr:
    """`a if b else c`."""
    return py.if_expr(x.make(e.condition, env), x.make(e.then, env), x.make(e.otherwise, env))


def case(x: Expressions, e: c.CaseExpr, env: Env) -> ast.expr:
    """A `case:`; one that the setting decides leaves only its line."""
    by = x.setting.static(e.by)
    if by is not UNKNOWN:
        chosen = chosen_case(e, by)
        assert chosen is not None, "cases are exhaustive"
        return x.make(chosen, env)
    value = x.make(e.by, env)
    result = py.const(None) if e.otherwise is None else x.asked(e.otherwise, env)
    for values, line in reversed(e.cases):
        result = py.if_expr(fits(value, values), x.asked(line, env), result)
    return result


def fits(value: ast.expr, values: tuple[int | bool | str, ...] | range) -> ast.expr:
    """Whether a value is one of a case's."""
    if isinstance(values, range):
        low, high = py.const(values.start), py.const(values.stop - 1)
        return py.all_of([py.compare(">=", value, low), py.compare("<=", value, high)])
    if len(values) == 1:
        return py.compare("==", value, py.const(values[0]))
    return py.compare("in", value, py.const(tuple(values)))


def or_else(x: Expressions, e: c.OrElse, env: Env) -> ast.expr:
    """`a else b`: b where a is none."""
    default = x.asked(e.default, env)
    chain = written_first.written(x, e.value, env, default)
    if chain is not None:
        return chain
    value = x.make(e.value, env)
    if not may_be_none(e.value.type):
        return value
    first, again = x.twice(value, env)
    return py.if_expr(py.is_none(first, negated=True), again, default)


# ---------- conversions ----------


def cast(x: Expressions, e: c.CastTo, env: Env) -> ast.expr:
    """A value of a wider type as one of a narrower, or none."""
    value = x.make(e.value, env)
    values = x.setting.values(e.to)
    assert values is not None, e.to
    among = one_of(x, values)
    first, again = x.twice(value, env)
    return py.if_expr(py.compare("in", first, among), again, py.const(None))


def key_in(x: Expressions, e: c.KeyIn, env: Env) -> ast.expr:
    """A key, asked whether it is one where it may be none of them."""
    node = x.make(e.value, env)
    low, high = x.setting.static(e.low), x.setting.static(e.high)
    assert isinstance(low, int) and isinstance(high, int), "a key's range is constant"
    among = range(low, high + 1)
    known = x.values_of(node)
    if known is not None and set(known) <= set(among):
        return node
    return py.call("key_in", x.unit.constant(among), node, py.const(e.cell))


def one_of(x: Expressions, values: tuple[int, ...]) -> ast.expr:
    """A constant to ask `in` of."""
    return x.unit.constant(values if len(values) < SHORT else frozenset(values))


MAKERS: dict[type[c.Expr], Maker] = {
    c.Const: constant, c.Local: local, c.Special: special, c.OptionValue: option, c.RoundsOf: rounds_of, c.Not: not_,
    c.Negate: negate, c.Logic: logic, c.Compare: compare, c.Arith: arith, c.BagArith: bag_arith, c.Extreme: extreme,
    c.Conditional: conditional, c.CaseExpr: case, c.OrElse: or_else, c.CastTo: cast,
    c.KeyIn: key_in,
}  # fmt: skip

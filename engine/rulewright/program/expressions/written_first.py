"""The first thing for which a condition holds, from a few that are known: written out as `a if .. else b if ..`.

`max(n for n in 1..6 where ..)` is the first from the other end. What an `otherwise` gives stands at the end of the
chain, so that nothing is none on the way.
"""

import ast

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import domains
from rulewright.program.expressions.core import Env, Expressions

MOST_ROUNDS = 8
MOST_PARTS = 240  # of all conditions together

Rounds = list[tuple[ast.expr, ast.expr]]  # a condition, and the value if it is the first to hold


def written(x: Expressions, e: c.Expr, env: Env, otherwise: ast.expr) -> ast.expr | None:
    """Such an expression as a chain that ends with `otherwise`; None for any other."""
    bind = _looked_for(e)
    fixed = None if bind is None else domains.fixed_values(x, bind.domain)
    if bind is None or fixed is None or len(fixed) > MOST_ROUNDS:
        return None
    rounds = domains.written_out(x, bind, env)
    if rounds is None:
        return None
    if sum(1 for test, _ in rounds for _ in ast.walk(test)) > MOST_PARTS:
        return None
    if isinstance(e, c.Aggregate):
        rounds.sort(key=lambda r: py.number(r[1].vars[bind.var]), reverse=e.kind == "max")
    found = otherwise
    for test, inner in reversed(rounds):
        found = py.if_expr(test, inner.vars[bind.var], found)
    return found


def _looked_for(e: c.Expr) -> c.Bind | None:
    """The names and conditions of `first x in D where ..`, `max(n for n in D where ..)`."""
    match e:
        case c.Over(kind="first", bind=bind):
            return bind
        case c.Aggregate(kind="max" | "min", binds=(bind,), value=c.Local(var=var)) if var is bind.var:
            return bind if isinstance(bind.var.type, c.NumberT) else None
        case _:
            return None

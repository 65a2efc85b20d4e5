"""Numbers that count pieces: there are never fewer than none."""

from rulewright.check import bounds, types
from rulewright.check.checked import CallDefine, Expr
from rulewright.check.core import Checker
from rulewright.check.scope import Env
from rulewright.expr import tree as t
from rulewright.text import Related, Span


def count_of(ck: Checker, node: t.Node, env: Env) -> Expr:
    """A number of pieces that a sentence moves, or that a zone holds."""
    number = ck.number(node, env, "this amount")
    not_below_zero(ck, number, node, "this amount")
    return number


def not_below_zero(ck: Checker, number: Expr, at: t.Node | Span, what: str) -> None:
    """Reports a number that can only be below 0; a named one where it is given, once for all its places."""
    high = bounds.bounds(number.type).high
    if high is None or high >= 0:
        return
    called = types.called(number.type)
    named = ck.defines.get(number.name) if isinstance(number, CallDefine) else None
    if named is None:
        ck.error("out-of-range", f"{what} is {called}, and it counts pieces", at)
    else:
        related = (Related(number.at, "pieces are counted here"),)
        ck.error("out-of-range", f"`{named.name}` is {called}, and it counts pieces", named.value.at, related=related)

"""Words for people, with values filled in."""

from rulewright.check import types
from rulewright.check.checked import AllOf, Expr, SetT, Text
from rulewright.check.core import Checker
from rulewright.check.scope import Env
from rulewright.check.types import TEXT
from rulewright.expr import tree as t
from rulewright.model import definition as m


def text(ck: Checker, node: "t.Template | m.Words | None", path: str, env: Env) -> Text | None:
    """A text; anything may stand in its braces, also what may be none."""
    if node is None:
        return None
    if isinstance(node, m.Words):
        return Text((node.text,), path, type=TEXT, at=node.at)
    parts: list[str | Expr] = []
    for part in node.parts:
        parts.append(part if isinstance(part, str) else _value(ck, part, env))
    return Text(tuple(parts), path, type=TEXT, at=node.at.span)


def _value(ck: Checker, node: t.Node, env: Env) -> Expr:
    """What stands in braces: one thing, and not all of a kind."""
    value = ck.expr(node, env)
    if isinstance(value, AllOf) and isinstance(value.type, SetT):
        ones = [f"`{{{name}}}`" for name, var in env.names.items() if types.fits(var.type, value.type.of)]
        help = f"say which one: {' or '.join(ones)}" if ones else "say which one"
        ck.error("type", f"`{value.enum}` is all there are, and not one of them", node, help)
    return value

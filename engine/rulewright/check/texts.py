"""Words for people, with values filled in."""

from rulewright.check.checked import Expr, Text
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
        parts.append(part if isinstance(part, str) else ck.expr(part, env))
    return Text(tuple(parts), path, type=TEXT, at=node.at.span)

"""Says why an expectation does not hold: the part that is false, with the values on both sides."""

from collections.abc import Callable
from typing import Any

from rulewright.expr import tree
from rulewright.expr.parse import parse_expression
from rulewright.harness.scenarios import Phrase
from rulewright.text import Findings

_COMPARISONS = ("is", "is not", "<", "<=", ">", ">=", "in", "not in")


def explain_failure(phrase: Phrase, evaluate: Callable[[str], Any]) -> str:
    """The words for an expression that is not true; `evaluate` gives the value of a part of its text."""
    parsed = parse_expression(phrase.text, lambda start, end: phrase.at, Findings())
    if parsed is None:
        return f"`{phrase.text}` is not true"
    part = _false_part(parsed, phrase.text, evaluate)
    text = text_of(part, phrase.text)
    if isinstance(part, tree.Binary) and part.op in _COMPARISONS:
        left, right = text_of(part.left, phrase.text), text_of(part.right, phrase.text)
        found = [(side, shown(evaluate(side))) for side in (left, right) if not _is_literal(side)]
        values = [f"`{side}` is {value}" for side, value in found if side != value]
        return f"`{text}` does not hold: {' and '.join(values)}" if values else f"`{text}` does not hold"
    value = evaluate(text)
    return f"`{text}` does not hold" if value is False else f"`{text}` is {shown(value)}, not a truth"


def shown(value: Any) -> str:
    """A value as `evaluate` gives it, for people."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(shown(v) for v in value) + "}" if value else "empty"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {shown(v)}" for k, v in value.items()) + "}" if value else "empty"
    return str(value)


def _false_part(expr: tree.Expr, text: str, evaluate: Callable[[str], Any]) -> tree.Expr:
    """Of `a and b and c` the first that is not true."""
    while isinstance(expr, tree.Binary) and expr.op == "and":
        expr = expr.left if evaluate(text_of(expr.left, text)) is not True else expr.right
    return expr


def text_of(expr: tree.Expr, text: str) -> str:
    """The words of a text that a part of its expression was read from."""
    return text[expr.at.start : expr.at.end]


def _is_literal(text: str) -> bool:
    return text.isdigit() or text in ("true", "false", "none", "empty")

"""For tests of single lines: parses a text that stands alone, and writes trees in short."""

from dataclasses import fields
from typing import Any

from rulewright.expr import parse as parsers
from rulewright.expr.tree import Ident, Literal_, Name, Node
from rulewright.text import Finding, Findings, SourceText


def read(start: str, text: str) -> tuple[Any, list[Finding]]:
    """The node of a text read from a start symbol (None after a finding), and the findings."""
    source, findings = SourceText("line", text), Findings()
    node = getattr(parsers, f"parse_{start}")(text, source.span, findings)
    return node, list(findings)


def tree(start: str, text: str) -> Any:
    """The node of a text that must parse."""
    node, findings = read(start, text)
    assert not findings, [str(f) for f in findings]
    assert node is not None
    return node


def short(node: Any) -> str:
    """A node in brackets, `(Type field ..)`: names bare, texts quoted, `-` for none, lists in square brackets."""
    if isinstance(node, Name | Ident):
        return node.name
    if isinstance(node, Literal_):
        return f'"{node.value}"' if isinstance(node.value, str) else str(node.value).lower()
    if isinstance(node, Node):
        inside = [short(getattr(node, f.name)) for f in fields(node) if f.name != "at"]
        return f"({' '.join([type(node).__name__, *inside])})"
    if isinstance(node, tuple):
        return f"[{' '.join(short(n) for n in node)}]"
    if isinstance(node, str):
        return f"'{node}'"
    return "-" if node is None else str(node).lower()

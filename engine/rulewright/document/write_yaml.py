"""Nodes as a text of the strict dialect that reads back as the same nodes. Comments are not kept."""

import json
import re
from collections.abc import Iterator

from rulewright.document.dialect import check_plain, check_words
from rulewright.document.nodes import Mapping, Node, Scalar, Sequence, plain_kind
from rulewright.text import Findings, SourceText

WIDTH = 120

_FIRST = re.compile(r"[-?:](?=\S)|[^\s\-?:,\[\]{}#&*!|>'\"%@`]")  # what plain text may begin with
_ODD = re.compile(r":(?=\s|$)|\s#|[\x00-\x1f\x7f\u0085\u2028\u2029\ufeff]|\s$")  # what plain text may not hold
_BREAK = re.compile(r"(?<=\S) (?=[^\s#\-?:'\"%&*!|>@`,\[\]{}])")  # where a line may go on in the next one


def write_yaml(root: Mapping, heading: str = "") -> str:
    """The whole text: each entry of the root a paragraph, below a comment if there is a heading."""
    parts = ["\n".join(f"# {line}" for line in heading.splitlines())] if heading else []
    scalars: list[str] = []
    for entry in root:
        lines = list(_entry(entry.key, entry.value, 0))
        if isinstance(entry.value, Scalar) or len(lines) == 1:
            scalars += lines
            continue
        if scalars:
            parts.append("\n".join(scalars))
            scalars = []
        parts.append("\n".join(lines))
    if scalars:
        parts.append("\n".join(scalars))
    return "\n\n".join(parts) + "\n"


def write_value(node: Node, width: int = WIDTH) -> str:
    """One node alone, as it would stand behind its key: on one line if it fits."""
    flow = _flow(node)
    if flow is not None and len(flow) <= width:
        return flow
    return "\n".join(_block(node, 0))


def quoted(text: str, *, in_flow: bool = False) -> str:
    """A text as it may stand behind a key, in quotes where it needs them; `in_flow`: in braces or brackets."""
    return _scalar(Scalar(SourceText("", text).span(0, len(text)), text, "plain", "text"), in_flow=in_flow)


def _entry(key: Scalar, value: Node, depth: int) -> Iterator[str]:
    """A key and its value in block style."""
    head = "  " * depth + _scalar(key, is_key=True) + ":"
    if isinstance(value, Scalar):
        text = _scalar(value)
        if len(head) + 1 + len(text) <= WIDTH or not _BREAK.search(text):
            yield f"{head} {text}"
        else:
            yield head
            yield from _folded(text, depth + 1)
        return
    flow = _flow(value)
    if flow is not None and len(head) + 1 + len(flow) <= WIDTH and (_is_flow(value) or _is_small(value)):
        yield f"{head} {flow}"
        return
    yield head
    yield from _block(value, depth + 1)


def _block(node: Node, depth: int) -> Iterator[str]:
    match node:
        case Mapping():
            for entry in node:
                yield from _entry(entry.key, entry.value, depth)
        case Sequence():
            for item in node.items:
                first, *rest = list(_block(item, depth + 1))
                yield "  " * depth + "- " + first.lstrip()
                yield from rest
        case Scalar():
            yield from _folded(_scalar(node), depth)


def _folded(text: str, depth: int) -> Iterator[str]:
    """A line, broken between words into lines that are not too long; to YAML it stays one."""
    indent, line = "  " * depth, ""
    for word in _BREAK.split(text):
        if line and len(indent) + len(line) + 1 + len(word) > WIDTH:
            yield indent + line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield indent + line


def _flow(node: Node) -> str | None:
    """A node in braces or brackets; None if it is empty, or holds a line that would be split there."""
    match node:
        case Scalar():
            return _scalar(node, in_flow=True)
        case Sequence():
            items = [_flow(item) for item in node.items]
            return f"[{', '.join(i for i in items if i is not None)}]" if None not in items else None
        case Mapping():
            parts = []
            for entry in node:
                value = _flow(entry.value)
                if value is None:
                    return None
                parts.append(f"{_scalar(entry.key, in_flow=True, is_key=True)}: {value}")
            return "{" + ", ".join(parts) + "}"
    return None


def _is_flow(node: Node) -> bool:
    return isinstance(node, Mapping | Sequence) and node.flow


def _is_small(node: Node) -> bool:
    """Whether a list or mapping holds nothing but short plain words, or nothing."""
    parts = node.items if isinstance(node, Sequence) else [e.value for e in node] if isinstance(node, Mapping) else ()
    return not parts or (isinstance(node, Sequence) and all(isinstance(p, Scalar) for p in parts))


def _scalar(scalar: Scalar, *, in_flow: bool = False, is_key: bool = False) -> str:
    text = scalar.text
    if scalar.kind != "text" or _is_plain(text, in_flow=in_flow, is_key=is_key):
        return text or ("" if in_flow or is_key else "null")
    if "'" not in text and not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]", text):
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)


def _is_plain(text: str, *, in_flow: bool, is_key: bool) -> bool:
    """Whether a text needs no quotes: read plain it is this text, and nobody has a question about it."""
    if not _FIRST.match(text) or _ODD.search(text) or plain_kind(text) != "text":
        return False
    if in_flow and re.search(r'[,\[\]{}"]', text):
        return False
    if is_key:
        return True
    source = SourceText("", text)
    alone = Scalar(source.span(0, len(text)), text, "plain", "text")
    findings = Findings()
    check_plain(alone, findings)
    check_words(Sequence(alone.span, (alone,)), findings)
    return not len(findings)

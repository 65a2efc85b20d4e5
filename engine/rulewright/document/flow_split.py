"""Lines in braces and brackets that YAML has cut at a comma or bracket, and how they are written whole."""

import re

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.text import Edit, Findings, Span

_QUOTED = re.compile(r'"[^"\n]*"')
_TIGHT = re.compile(r"(\w+):(?=\S)")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_READ = 2000  # characters behind a bracket that are looked at
_SHOWN = 12  # parts that a help text writes out


def check_flow(node: Node, bare_keys: set[str], findings: Findings) -> None:
    """Finds a line in braces or brackets that YAML split at a comma: an unpaired bracket, or a key without value."""
    parts = _scalars(node)
    torn = [p for p in parts if p.style == "plain" and _is_torn(p.text)]
    bare = [p for p in parts if p.text in bare_keys]
    if not bare and len(torn) < 2:  # one odd bracket alone is no split: a split leaves one on each side
        return
    wrecks = sorted((*torn, *bare), key=lambda part: part.span.start)
    first, last = wrecks[0], wrecks[-1]
    source = node.span.source
    before = parts[parts.index(first) - 1] if parts[0] is not first else None
    if not torn and len(bare) == 1:
        _tell_bare(node, first, before, findings)
        return
    message = "YAML split a line at a comma: in braces and brackets a line holds no comma"
    whole = before if first in bare and before is not None else first
    span = source.span(first.span.start, last.span.end)
    fix = _in_quotes(source.span(whole.span.start, last.span.end)) if whole in _values(node) else ()
    findings.error("flow-split", message, span, help=_help(node, bool(fix)), fix=fix)


def _tell_bare(node: Node, key: Scalar, before: Scalar | None, findings: Findings) -> None:
    """One key without a value: a colon without its space, a fraction, or the rest of the line before."""
    source = node.span.source
    tight = _TIGHT.match(key.text)
    if tight is not None and key.style == "plain":
        at = key.span.start + tight.end() - 1
        message, colon = f"a space is missing behind the colon of `{tight[1]}`", source.span(at, at + 1)
        findings.error("yaml-colon", message, colon, help="write `: `", fix=(Edit(colon, ": "),))
        return
    if before is not None and before.kind == "int" and key.text.isdigit():
        message = f"`{before.text},{key.text}` is no whole number"
        place = source.span(before.span.start, key.span.end)
        findings.error("yaml-number", message, place, help="numbers are whole here, and a comma ends a line")
        return
    message = f"`{key.text}` has no value: in braces a comma ends a line, and each key has a value"
    fix: tuple[Edit, ...] = ()
    if before is not None and before in _values(node) and before.kind == "text":
        fix = _in_quotes(source.span(before.span.start, key.span.end))
    findings.error("flow-split", message, key.span, help=_help(node, bool(fix)), fix=fix)


def _scalars(node: Node) -> list[Scalar]:
    found: list[Node] = []
    if isinstance(node, Mapping):
        found = [part for entry in node for part in (entry.key, entry.value) if part.span.start < part.span.end]
    elif isinstance(node, Sequence):
        found = list(node.items)
    return [part for part in found if isinstance(part, Scalar)]


def _values(node: Node) -> list[Node]:
    return [entry.value for entry in node] if isinstance(node, Mapping) else list(getattr(node, "items", ()))


def _is_torn(text: str) -> bool:
    bare = _QUOTED.sub("", text)
    return bare.count("(") != bare.count(")") or '"' in bare


def _help(node: Node, quotable: bool) -> str:
    return "put the whole line in quotes" if quotable else block_help(node.span.source.text, node.span.start)


def _in_quotes(span: Span) -> tuple[Edit, ...]:
    """The edit that puts a line in quotes; none where it would be no line."""
    text = span.text
    if "\n" in text:
        return ()
    quoted = f'"{text}"' if not set(text) & {'"', "\\"} else "'" + text.replace("'", "''") + "'"
    return (Edit(span, quoted),)


def whole_in_quotes(piece: Scalar) -> tuple[Edit, ...]:
    """The edit that puts in quotes what a plain scalar in braces or brackets is the beginning of: up to the comma or
    bracket that stands in no inner bracket."""
    source, start = piece.span.source, piece.span.start
    end = _ends(source.text, start)[0]
    return _in_quotes(source.span(start, start + len(source.text[start:end].rstrip())))


def block_help(text: str, start: int) -> str:
    """A help text: what stands in braces or brackets from `start` on, in block style."""
    dash = "- " if text[start] == "[" else ""
    parts: list[str] = []
    begin = start + 1
    for end in _ends(text, begin):
        part = " ".join(text[begin:end].split())
        if parts and not dash and ": " not in part:  # the rest of the line before
            parts[-1] += f", {part}" if part else ""
        elif part:
            parts.append(part)
        begin = end + 1
    return "write it in block style:\n" + "\n".join(f"  {dash}{part}" for part in parts[:_SHOWN])


def _ends(text: str, start: int) -> list[int]:
    """Where the parts from `start` on end: at commas that stand in no inner bracket and no quotes, and at the bracket
    that closes them."""
    ends: list[int] = []
    closing: list[str] = []
    quote = ""
    end = min(len(text), start + _READ)
    for at in range(start, end):
        char = text[at]
        if quote:
            quote = "" if char in (quote, "\n") else quote
        elif char == '"':
            quote = char
        elif char in _PAIRS:
            closing.append(_PAIRS[char])
        elif closing and char == closing[-1]:
            closing.pop()
        elif not closing and char in ",]}":
            ends.append(at)
            if char != ",":
                return ends
    return ends or [end]

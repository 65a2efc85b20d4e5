"""Values of attributes, and the rows that hold them: kind values, spaces, single cards."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.document.shape_keys import misspelt
from rulewright.expr import parse
from rulewright.expr.tree import Modifier, Trigger
from rulewright.model.bodies import BLOCK_KEYS, BodyReader
from rulewright.model.definition import AttrValue, PowerLines, Row
from rulewright.model.reader import NOTE_KEYS, Parser
from rulewright.text import Edit

T = TypeVar("T")


def attr_value(reader: BodyReader, node: Node, path: str, key: Scalar) -> AttrValue:
    """A value as written; `path` and `key` are those of the attribute."""
    if isinstance(node, Scalar):
        return AttrValue(
            at=node.span,
            text=node.text,
            line=_once(lambda: reader.line(node)),
            sentence=_once(lambda: reader.sentence(node, path)),
            power=_once(lambda: _powers(reader, node, (node,))),
        )
    if isinstance(node, Sequence):
        items = tuple(attr_value(reader, item, path, key) for item in node.items)
        return AttrValue(at=node.span, items=items, power=_once(lambda: _powers(reader, node, node.items)))
    assert isinstance(node, Mapping)
    return AttrValue(
        at=node.span,
        line=_once(lambda: reader.line_or_cases(node)) if "by" in node.entries else None,
        block=_once(lambda: reader.block(node, path, key)) if any(k in BLOCK_KEYS for k in node.entries) else None,
        mapping={e.key.text: attr_value(reader, e.value, f"{path}.{e.key.text}", e.key) for e in node},
        key_spans={e.key.text: e.key.span for e in node},
    )


def row(reader: BodyReader, key: Scalar, node: Node, path: str, shorthand: str | None = None) -> Row:
    """A named row; a row that is one line (or list) is its attribute `shorthand`."""
    name = reader.name(key)
    if isinstance(node, Mapping):
        own = [e for e in node if e.key.text not in NOTE_KEYS and not _is_slip(reader, e)]
        for entry in own:
            reader.check_name(entry.key)
        return Row(
            name, key.span,
            {e.key.text: attr_value(reader, e.value, f"{path}.{e.key.text}", e.key) for e in own},
            {e.key.text: e.key.span for e in own},
            reader.notes(node, path),
        )  # fmt: skip
    empty = Row(name, key.span, {}, {}, reader.no_notes)
    if isinstance(node, Scalar) and node.kind == "null":
        return empty
    if shorthand is None:
        reader.wrong(node, "a mapping of attributes", "a row may be one line where `shorthand:` names its attribute")
        return empty
    value = attr_value(reader, node, f"{path}.{shorthand}", key)
    return Row(name, key.span, {shorthand: value}, {shorthand: node.span}, reader.no_notes)


def _powers(reader: BodyReader, node: Node, lines: tuple[Node, ...]) -> PowerLines | None:
    power_parser: Parser[Trigger | Modifier] = parse.parse_power
    found: list[Trigger | Modifier] = []
    for line in lines:
        power = reader.parse(power_parser, line, "a power")
        if power is not None:
            found.append(power)
    return PowerLines(tuple(found), node.span) if len(found) == len(lines) else None


def _is_slip(reader: BodyReader, entry: Entry) -> bool:
    """Reports a misspelt note: an attribute whose value are words for people, under a name that is nearly `label`."""
    near = misspelt(entry.key.text, NOTE_KEYS)
    if near is None or not isinstance(entry.value, Scalar) or not entry.value.text[:1].isupper():
        return False
    fix = (Edit(entry.key.span, near),)
    message = f"`{entry.key.text}` would be an attribute, and words for people are none"
    reader.findings.error("key-misspelt", message, entry.key.span, help=f"did you mean `{near}`?", fix=fix)
    return True


def _once(read: Callable[[], T]) -> Callable[[], T]:
    """A reading that is done at the first call."""
    return cache(read)

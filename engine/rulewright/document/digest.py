"""The fingerprint of rules."""

import hashlib
import json
from dataclasses import replace
from typing import Any

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence

_WORDS = ("rule", "label", "why", "provenance", "title", "ledger", "speaks")  # they change nothing in play


def digest(root: Mapping) -> str:
    """Tells rules apart: equal for files that differ in comments, lay-out and words for people only. Hexadecimal."""
    text = json.dumps(_plain(_without_value_labels(root)), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]


def _without_value_labels(root: Mapping) -> Mapping:
    """The options' values as lists: their labels are words for people."""
    options = root.get("options")
    if not isinstance(options, Mapping):
        return root

    def plain(option: Node) -> Node:
        values = option.get("values") if isinstance(option, Mapping) else None
        if not isinstance(option, Mapping) or not isinstance(values, Mapping):
            return option
        listed = Sequence(values.span, tuple(e.key for e in values))
        return replace(option, entries=option.entries | {"values": Entry(option.entries["values"].key, listed)})

    shorn = replace(options, entries={k: Entry(e.key, plain(e.value)) for k, e in options.entries.items()})
    return replace(root, entries=root.entries | {"options": Entry(root.entries["options"].key, shorn)})


def _plain(node: Node) -> Any:
    # Pairs, not objects: the order of entries is part of the rules.
    match node:
        case Mapping():
            return [[e.key.text, _plain(e.value)] for e in node if e.key.text not in _WORDS]
        case Sequence():
            return [_plain(item) for item in node.items]
        case Scalar():
            return f"{node.kind} {' '.join(node.text.split())}"
        case _:
            raise AssertionError(node)

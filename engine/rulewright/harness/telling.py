"""What variants have changed, in words and by the rules that it is about."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.document import Change, Mapping, Node, Scalar, find_path
from rulewright.document import Sequence as ListNode
from rulewright.document.write_yaml import write_value

_ID = re.compile(r"\b([A-Z]{2,5}-[A-Z]{0,2}[0-9]+[a-z]?(?:\.\.[0-9]+)?)(?![\w-])")
_CITED = re.compile(r"\(([^()]*)\)\s*$")

# What the entries of a section are called.
_CALLED = {
    "options": "option", "needs": "need", "numbers": "number", "tables": "table", "kinds": "kind", "boards": "board",
    "components": "component", "zones": "zone", "variables": "variable", "define": "definition", "setup": "set-up step",
    "actions": "action", "routines": "routine", "whenever": "rule", "play": "course of play", "finish": "last step",
    "scoring": "scoring line", "winner": "line of the winner", "always": "promise", "follows": "rule without a line",
}  # fmt: skip


@dataclass(frozen=True)
class Told:
    """A change: what it is about, what became of it, the rules concerned, and where the variant says so."""

    change: Change
    subject: str
    words: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.subject} {self.words}"

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        change = self.change
        return {
            "variant": change.variant,
            "verb": change.verb,
            "path": change.place,
            "words": str(self),
            "old": write_value(change.old) if change.old is not None else None,
            "new": write_value(change.new) if change.new is not None else None,
            "rules": list(self.rules),
            "at": str(change.span),
        }


def told(changes: Sequence[Change], base: Mapping) -> list[Told]:
    """Changes in words, in the order in which they were made."""
    return [Told(c, subject(c.path, base), _words(c), rules_of(c, base)) for c in changes]


def subject(path: Sequence[str], base: Mapping) -> str:
    """What a path is about: `action move ("Move the cart"), pick.steps`."""
    section, *rest = path
    if not rest:
        return f"`{section}`"
    called = f"{_CALLED.get(section, section)} {rest[0]}"
    place = find_path(base, path[:2])
    label = place.node.get("label") if place is not None and isinstance(place.node, Mapping) else None
    if isinstance(label, Scalar):
        called += f' ("{label.text}")'
    return called if len(rest) == 1 else f"{called}, {'.'.join(rest[1:])}"


def rules_of(change: Change, base: Mapping) -> tuple[str, ...]:
    """The rule ids that what was or is there cites; if it cites none, those of the nearest part around it."""
    if change.verb == "leave":
        return ()  # it goes with the action, whose rules are told
    cited = [*_cited(change.old), *_cited(change.new)]
    above = len(change.path) - 1
    while not cited and above > 0:
        place = find_path(base, change.path[:above])
        node = place.node if place is not None else None
        cited = list(_own(node))
        above -= 1
    return tuple(dict.fromkeys(cited))


def _words(change: Change) -> str:
    old = _short(change.old) if change.old is not None else ""
    new = _short(change.new) if change.new is not None else ""
    if change.verb in ("append", "prepend", "insert") and isinstance(change.new, ListNode):
        return f"gets {new}"
    if change.verb == "leave" and isinstance(change.old, ListNode) and isinstance(change.new, ListNode):
        gone = [item for item in change.old.items if item not in change.new.items]
        return f"is left by {', '.join(map(_short, gone))}, which is not there any more"
    if change.old is None:
        return f"is new: {new}"
    if change.new is None:
        return f"is removed (was: {old})"
    return f"becomes {new} (was: {old})"


def _short(node: Node, width: int = 90) -> str:
    """A value on one line, without its citations."""
    text = " ".join(write_value(node, 10_000).split()) if not isinstance(node, Scalar) else " ".join(node.text.split())
    if isinstance(node, Scalar):
        text = _without_rules(text)
    return text if len(text) <= width else text[: width - 3].rstrip() + "..."


def _without_rules(text: str) -> str:
    found = _CITED.search(text)
    return text[: found.start()].rstrip() if found is not None and _ID.search(found[1]) else text


def _own(node: Node | None) -> Iterator[str]:
    """What a part cites itself: by its `rule`, or at the end of its line."""
    if isinstance(node, Mapping):
        rule = node.get("rule")
        if isinstance(rule, Scalar):
            yield from _ID.findall(rule.text)
    elif isinstance(node, Scalar):
        found = _CITED.search(node.text)
        yield from _ID.findall(found[1]) if found is not None else ()


def _cited(node: Node | None) -> Iterator[str]:
    """What a part and all below it cite."""
    yield from _own(node)
    if isinstance(node, Mapping):
        for entry in node:
            if entry.key.text != "rule":
                yield from _cited(entry.value)
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from _cited(item)

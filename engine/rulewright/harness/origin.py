"""Where a part of a game comes from: its value, who wrote it, and what it replaced."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.checking import Document
from rulewright.document import Change, Mapping, Node, Scalar, find_path, names_at
from rulewright.document import Sequence as ListNode
from rulewright.document.write_yaml import write_value
from rulewright.text import Span, did_you_mean


class NoSuchPart(LookupError):
    """A path that leads nowhere; the message says where it stops, and what would be right."""


@dataclass(frozen=True)
class Origin:
    """A part: its value as YAML, where that was written, and the changes that made it what it is, the latest last."""

    path: str
    value: str
    at: Span
    changes: tuple[Change, ...]
    parts: tuple[str, ...] = ()  # the names that lead on from here

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "path": self.path,
            "value": self.value,
            "at": str(self.at),
            "parts": list(self.parts),
            "changes": [
                {
                    "variant": c.variant,
                    "verb": c.verb,
                    "path": c.place,
                    "at": str(c.span),
                    "old": write_value(c.old) if c.old is not None else None,
                    "old_at": str(c.old.span) if c.old is not None else None,
                }
                for c in self.changes
            ],
        }


def origin(document: Document, path: str) -> Origin:
    """Where what stands at a path comes from. Raises NoSuchPart."""
    names = tuple(name.split("(", 1)[0].strip() for name in path.split("."))
    root, changes = document.merged.root, document.merged.changes
    place = find_path(root, names)
    if place is None:
        raise NoSuchPart(_stopped(root, names, changes))
    about, parts = tuple(_about(changes, names)), tuple(names_at(root, names))
    return Origin(".".join(names), write_value(place.node), _written(place.node), about, parts)


def shown_old(change: Change) -> str:
    """What a change replaced, and where that was written, for people; empty where there was nothing."""
    if change.old is None:
        return ""
    lines = write_value(change.old).splitlines()
    more = " ..." if len(lines) > 1 else ""
    return f"; before: {lines[0]}{more}, {_written(change.old)}"


def _about(changes: tuple[Change, ...], names: tuple[str, ...]) -> Iterator[Change]:
    """The changes at a path, above it, or below it."""
    for change in changes:
        short = min(len(names), len(change.path))
        if change.path[:short] == names[:short]:
            yield change


def _stopped(root: Mapping, names: tuple[str, ...], changes: tuple[Change, ...]) -> str:
    gone = next((c for c in reversed(changes) if c.new is None and names[: len(c.path)] == c.path), None)
    if gone is not None:
        return f"`{gone.place}` is not there any more: `{gone.variant}` removes it, {gone.span}"
    there = 0
    while find_path(root, names[: there + 1]) is not None:
        there += 1
    known = names_at(root, names[:there])
    within = f"in `{'.'.join(names[:there])}`" if there else "at the top of the file"
    if not there:
        longer = [f"{section}.{names[0]}" for section in known if names[0] in names_at(root, (section,))]
        if longer:
            return f"there is no `{names[0]}` {within}; did you mean `{longer[0]}`?"
    return f"there is no `{names[there]}` {within}; {did_you_mean(names[there], known)}"


def _written(node: Node) -> Span:
    """Where a value was written: for a part of many lines where its first entry is."""
    if isinstance(node, Mapping) and node.entries:
        return next(iter(node)).key.span
    if isinstance(node, ListNode) and node.items:
        return _written(node.items[0])
    return node.span_of(0, len(node.text)) if isinstance(node, Scalar) else node.span

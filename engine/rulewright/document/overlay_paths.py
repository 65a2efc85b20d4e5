"""Paths of overlays: `actions.sell.do.cubes`, one name a level. A path leads to exactly one thing, or to a finding.

A signature counts by its bare name; a list's entry and a choice of a `pick` line by the name it begins with; what was
renamed is also found by what its `was:` says.
"""

import re
from collections.abc import Sequence as Many
from dataclasses import dataclass, replace

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.document.overlay_lines import Pick, pick_line, picks_of
from rulewright.text import Findings, Related, Span, did_you_mean, nearest

_DOT = re.compile(r"(?<!\.)\.(?!\.)(?![^(]*\))")
_DOTS = re.compile(r"(?<![0-9])\.\.|\.\.(?![0-9])")
_DEEPEST = 4  # levels below a place where a name is sought that is not there
_MOST_FOUND = 3
_LABEL = re.compile(r"\s*([a-z_][a-z0-9_]*)")


@dataclass(frozen=True)
class Part:
    """One name of a path, and where in the overlay's scalar it stands."""

    text: str
    scalar: Scalar
    start: int

    @property
    def name(self) -> str:
        """The bare name."""
        return bare(self.text)

    @property
    def span(self) -> Span:
        """Its place in the overlay."""
        return self.scalar.span_of(self.start, self.start + len(self.text))


@dataclass(frozen=True)
class Place:
    """Where a path leads: the containers above, outermost first, each with the key that was taken, and the node."""

    chain: tuple[tuple[Node, str | int], ...]
    node: Node
    path: tuple[str, ...] = ()

    def put(self, node: Node | None) -> Mapping:
        """The whole tree again, with another node at this place, or with nothing at it."""
        below = node
        for container, key in reversed(self.chain):
            below = with_child(container, key, below)
        assert isinstance(below, Mapping)
        return below


def bare(key: str) -> str:
    """A key without its parameters."""
    return key.split("(", 1)[0].strip()


def parts_of(scalar: Scalar) -> tuple[Part, ...]:
    """The names of a dotted path. Dots of a range (`2..3`) and inside a signature do not part."""
    parts: list[Part] = []
    start = 0
    for dot in [*_DOT.finditer(scalar.text), None]:
        end = dot.start() if dot is not None else len(scalar.text)
        parts.append(Part(scalar.text[start:end], scalar, start))
        start = end + 1
    return tuple(parts)


def find(root: Place, parts: Many[Part], findings: Findings) -> Place | None:
    """The place that a path leads to from `root`, or None and a finding at the name that leads nowhere."""
    place: Place | None = root
    for n, part in enumerate(parts):
        if place is None or _misspelt(part, findings):
            return None
        place = step(place, part, findings, parts[n + 1 :])
    return place


def find_path(root: Node, names: Many[str]) -> Place | None:
    """The place that names lead to from a tree's root, or None."""
    text = Scalar(root.span, "", "plain", "text")
    return find(Place((), root), [Part(name, text, 0) for name in names], Findings())


def path_at(root: Node, span: Span) -> str | None:
    """The path of the innermost part of a tree that is written where a place lies, or None."""
    if isinstance(root, Mapping):
        for entry in root:
            below = path_at(entry.value, span)
            if below is not None:
                return f"{bare(entry.key.text)}.{below}".rstrip(".")
    elif isinstance(root, Sequence):
        for item in root.items:
            below = path_at(item, span)
            if below is not None:
                return "" if below == "" or _label(item) is None else f"{_label(item)}.{below}".rstrip(".")
    elif isinstance(root, Scalar):
        here = root.span_of(0, len(root.text))
        inside = here.source == span.source and here.start <= span.start and span.end <= here.end
        return "" if inside else None
    return None


def key_path_at(root: Node, span: Span) -> tuple[str, ...] | None:
    """The path of the key that is written at a place, or None if none is."""
    for entry in root if isinstance(root, Mapping) else ():
        if entry.key.span == span:
            return (bare(entry.key.text),)
        below = key_path_at(entry.value, span)
        if below is not None:
            return (bare(entry.key.text), *below)
    return None


def names_at(root: Node, names: Many[str]) -> list[str]:
    """The names that lead on from a place; none if there is no such place."""
    place = find_path(root, names)
    return names_in(place.node, place) if place is not None else []


def _misspelt(part: Part, findings: Findings) -> bool:
    """Adds a finding where a name is missing between the dots."""
    if part.text.strip() and not _DOTS.search(part.text):
        return False
    if part.scalar.text.strip():
        message = f"a name is missing in `{part.scalar.text}`"
        help = f"one dot between two names: `{re.sub(r'[.]+', '.', part.scalar.text).strip('.')}`"
    else:
        message, help = "here stands no path", "name what is meant, section first: `actions.NAME`"
    findings.error("path-unknown", message, part.span, help=help)
    return True


def step(place: Place, part: Part, findings: Findings, below: Many[Part] = ()) -> Place | None:
    """One level down; `below` are the names that are still to come."""
    node = place.node
    keys = lookup(node, part.name, place)
    shown = ".".join(place.path)
    within = f"in `{shown}`" if shown else "at the top of the file"
    related = _here(place)
    help: str | None
    match keys:
        case (key,):
            there = Place((*place.chain, (node, key)), child_of(node, key), (*place.path, part.name))
            if not _other_signature(part.text, key):
                return there
            message = f"`{shown}.{part.name}` is declared as `{key}`" if shown else f"it is declared as `{key}`"
            help, related = f"write `{part.name}`", _here(there)
        case ():
            message = f"there is no `{part.name}` {within}"
            help = _one_less(place, below) or _deeper(place, part.name, names_in(node, place))
        case None:
            message = f"`{shown}` is one line and has no parts of its own"
            help = f"name the whole line, `{shown}`"
        case _:
            message, help = f"`{part.name}` means {len(keys)} things {within}", "a path leads to one thing"
            related = tuple(Related(_span_at(node, key), "one of them") for key in keys)
    findings.error("path-unknown", message, part.span, help=help, related=related)
    return None


def _other_signature(written: str, key: str | int) -> bool:
    """Whether a path names parameters that are not those of the key."""
    return isinstance(key, str) and "(" in written and "".join(written.split()) != "".join(key.split())


def lookup(node: Node, name: str, place: Place) -> tuple[str | int, ...] | None:
    """The keys of a node that a name fits; None if the node has no parts."""
    match node:
        case Mapping():
            found = tuple(key for key in node.entries if bare(key) == name)
            return found or tuple(key for key, entry in node.entries.items() if _was(entry.value) == name)
        case Sequence():
            return tuple(i for i, item in enumerate(node.items) if _label(item) == name)
        case _:
            picks = picks_at(place)
            return None if picks is None else tuple(i for i, pick in enumerate(picks) if pick.name == name)


def names_in(node: Node, place: Place) -> list[str]:
    """The names that lead on from a node."""
    match node:
        case Mapping():
            return [bare(key) for key in node.entries]
        case Sequence():
            return [label for item in node.items if (label := _label(item)) is not None]
        case _:
            return [pick.name for pick in picks_at(place) or ()]


def picks_at(place: Place) -> tuple[Pick, ...] | None:
    """The choices, if the place is a `pick` line."""
    if isinstance(place.node, Scalar) and place.chain and place.chain[-1][1] == "pick":
        return picks_of(place.node)
    return None


def _one_less(place: Place, below: Many[Part]) -> str | None:
    """A help text for a path that is right without one of its names."""
    if below and find(place, below, Findings()) is not None:
        return f"did you mean `{'.'.join((*place.path, *(part.name for part in below)))}`?"
    return None


def _deeper(place: Place, name: str, here: Many[str]) -> str | None:
    """A help text for a name that is none of those here: the places below that are called so, or nearly so, for a path
    that lacks names in its middle."""
    below: dict[str, list[str]] = {}
    pending: list[tuple[Node, tuple[str, ...]]] = [(place.node, place.path)]
    for node, path in pending:
        for entry in node if isinstance(node, Mapping) and len(path) <= len(place.path) + _DEEPEST else ():
            way = (*path, bare(entry.key.text))
            pending.append((entry.value, way))
            below.setdefault(way[-1], []).append(f"`{'.'.join(way)}`")
    meant = name if name in below or nearest(name, here) is not None else nearest(name, below)
    found = below.get(meant or "", ())
    return f"did you mean {' or '.join(found)}?" if 0 < len(found) <= _MOST_FOUND else did_you_mean(name, here)


def span_of_place(place: Place) -> Span:
    """Where a place is written: the key that leads to it, or else the node."""
    if not place.chain:
        return place.node.span
    container, key = place.chain[-1]
    return _span_at(container, key)


def _here(place: Place) -> tuple[Related, ...]:
    return (Related(span_of_place(place), f"`{'.'.join(place.path)}` is here"),) if place.chain else ()


def child_of(node: Node, key: str | int) -> Node:
    """The node at a key, or of that number. Raises KeyError, IndexError."""
    match node, key:
        case Mapping(), str():
            return node.entries[key].value
        case Sequence(), int():
            return node.items[key]
        case _:
            return node  # one choice of a `pick` line: it has no node of its own


def _span_at(node: Node, key: str | int) -> Span:
    match node, key:
        case Mapping(), str():
            return node.entries[key].key.span
        case Sequence(), int():
            return node.items[key].span
        case _:
            return node.span


def with_child(container: Node, key: str | int, node: Node | None) -> Node | None:
    """A container with another node at a key, or without the key. A `pick` line without choices is gone."""
    match container, key:
        case Mapping(), str():
            entries = dict(container.entries)
            if node is None:
                del entries[key]
            else:
                entries[key] = Entry(entries[key].key, node)
            return replace(container, entries=entries)
        case Sequence(), int():
            items = container.items
            return replace(container, items=(*items[:key], *([node] if node is not None else []), *items[key + 1 :]))
        case Scalar(), int():
            if node is not None:
                return node  # the verbs that change one choice build the whole line
            picks = picks_of(container) or ()
            kept = (*picks[:key], *picks[key + 1 :])
            return pick_line(kept, container.span) if kept else None
    raise AssertionError(f"{type(container).__name__} has no key {key!r}")


def _label(item: Node) -> str | None:
    found = _LABEL.match(item.text) if isinstance(item, Scalar) else None
    return found.group(1) if found is not None else None


def _was(node: Node) -> str | None:
    was = node.get("was") if isinstance(node, Mapping) else None
    return was.text if isinstance(was, Scalar) else None

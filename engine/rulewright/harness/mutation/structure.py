"""Changes of what lines stand in: steps left out or done twice, answers taken away, cases and rows of data changed."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence, plain_kind
from rulewright.document.overlay_paths import child_of, with_child
from rulewright.model.bodies import BLOCK_KEYS
from rulewright.model.reader import NOTE_KEYS
from rulewright.text import Span

Path = tuple[str | int, ...]  # keys, and numbers of the items of lists
Others = dict[str, tuple[str, ...]]  # a value of a kind -> those that may replace it


@dataclass(frozen=True)
class Change:
    """The node at a path becomes another, or goes (None); in words, what became of what stands at `at`."""

    path: Path
    node: Node | None
    operator: str
    at: Span
    was: str
    became: str


Changes = Iterator[Change]


def node_at(root: Node, path: Path) -> Node:
    """The node at a path. Raises KeyError, IndexError."""
    return reduce(child_of, path, root)


def changed(root: Node, path: Path, node: Node | None) -> Node | None:
    """The tree with another node at a path, or without it."""
    key, rest = path[0], path[1:]
    return with_child(root, key, changed(child_of(root, key), rest, node) if rest else node)


def structural(root: Mapping, others: Others) -> Changes:
    """All changes of a game's structure. `others`: which words may stand for a word of a kind."""
    for entry in root:
        section = _SECTIONS.get(entry.key.text)
        if section is not None:
            yield from section(entry.value, (entry.key.text,))
    yield from _data(root, others)


def _made(like: Node, text: str) -> Scalar:
    return Scalar(like.span, text, "plain", plain_kind(text))


def _gone(path: Path, node: Node, operator: str, name: str | None = None) -> Change:
    """A key with its value, or an item, is left out."""
    what = f"{name}: {node.span.words}" if name is not None else node.span.words
    return Change(path, None, operator, node.span, what, "")


def _entries(node: Node | None) -> Iterator[Entry]:
    if isinstance(node, Mapping):
        yield from (e for e in node if e.key.text not in NOTE_KEYS)


# ---------- bodies and blocks ----------


def _body(node: Node, path: Path) -> Changes:
    """A sentence, or named steps."""
    if isinstance(node, Scalar):
        yield from _step(node, path)
        return
    for entry in _entries(node):
        if entry.key.text in BLOCK_KEYS:
            continue
        here = (*path, entry.key.text)
        yield from _step(entry.value, here)
        once = not isinstance(entry.value, Scalar) or _is_quiet(entry.value) or _ONCE.match(entry.value.text)
        if isinstance(node, Mapping) and not once:
            yield Change(path, _twice(node, entry), "repeat", entry.value.span, entry.value.span.words, "done twice")


def _step(node: Node, path: Path) -> Changes:
    if isinstance(node, Scalar):
        if not _is_quiet(node):
            yield Change(path, _made(node, "nothing"), "effect", node.span, node.span.words, "nothing")
    elif isinstance(node, Mapping) and any(k in BLOCK_KEYS and k != "by" for k in node.entries):
        if any(k in node.entries for k in ("do", "choose")):
            yield Change(path, _made(node, "nothing"), "effect", node.span, f"the block `{path[-1]}`", "nothing")
        yield from _block(node, path)
    else:
        yield from _cases(node, path)


def _is_quiet(node: Scalar) -> bool:
    """A sentence whose loss is none (`nothing`, words for people), or leaves a name without its value (`let`)."""
    return node.text.split(maxsplit=1)[0] in ("nothing", "let", "say", "pick")


# What is the same when it is done twice. A value that is reckoned from itself (`set x to x + 1`) is rare, and told by
# its number.
_ONCE = re.compile(r"(set|shuffle|show|open|look at|end)\b|(remove|move) all\b")


def _twice(node: Mapping, step: Entry) -> Mapping:
    """A body in which a step stands twice."""
    entries: dict[str, Entry] = {}
    for name, entry in node.entries.items():
        entries[name] = entry
        if entry is step:
            again = f"{name}_again"
            entries[again] = Entry(replace(entry.key, text=again), entry.value)
    return replace(node, entries=entries)


_FLAGS = {"ask": "condition", "unordered": "condition", "each_at_most": "condition", "all_at_once": "sight"}


def _block(node: Mapping, path: Path) -> Changes:
    for entry in _entries(node):
        key, value, here = entry.key.text, entry.value, (*path, entry.key.text)
        if key in ("do", "else"):
            yield from _body(value, here)
        elif key in ("choose", "meanwhile"):
            yield from _offers(value, here)
        elif key == "or":
            yield _gone(here, value, "answer", key)
            for answer in _entries(value):
                if isinstance(answer.value, Mapping):
                    yield from _block(answer.value, (*here, answer.key.text))
        elif key in _FLAGS:
            yield _gone(here, value, _FLAGS[key], key)
        elif key in ("if", "until", "more", "by", "turns", "repeat"):
            yield from _cases(value, here)
            for reason in _entries(value) if key == "until" and not _is_cases(value) else ():
                if isinstance(value, Mapping) and len(value.entries) > 1:
                    yield _gone((*here, reason.key.text), reason.value, "condition", reason.key.text)


def _offers(node: Node, path: Path) -> Changes:
    if isinstance(node, Sequence) and len(node.items) > 1:
        for n, item in enumerate(node.items):
            yield _gone((*path, n), item, "answer")
    for entry in _entries(node):
        here = (*path, entry.key.text)
        if isinstance(node, Mapping) and len(node.entries) > 1:
            yield Change(here, None, "answer", entry.key.span, f"the answer `{entry.key.text}`", "")
        yield from _step(entry.value, here)


def _is_cases(node: Node) -> bool:
    return isinstance(node, Mapping) and "by" in node.entries


def _cases(node: Node, path: Path) -> Changes:
    """`{by: .., one: .., other: ..}`: a case has the value of the next one."""
    if not _is_cases(node):
        return
    cases = [e for e in _entries(node) if e.key.text != "by"]
    for n, case in enumerate(cases if len(cases) > 1 else ()):
        other = cases[(n + 1) % len(cases)].value
        if other.span.words != case.value.span.words:
            here = (*path, case.key.text)
            yield Change(here, other, "case", case.value.span, case.value.span.words, other.span.words)


# ---------- sections ----------


def _each(read: Callable[[Node, Path], Changes]) -> Callable[[Node, Path], Changes]:
    def section(node: Node, path: Path) -> Changes:
        for entry in _entries(node):
            yield from read(entry.value, (*path, entry.key.text))

    return section


def _whole(node: Node, path: Path) -> Changes:
    """An action or a routine."""
    if isinstance(node, Mapping):
        yield from _block(node, path)
        if "whole" in node.entries:
            yield _gone((*path, "whole"), node.entries["whole"].value, "condition", "whole")
    else:
        yield from _body(node, path)


def _whenever(node: Node, path: Path) -> Changes:
    if isinstance(node, Mapping):
        after = node.get("after")
        if isinstance(after, Sequence) and len(after.items) > 1:
            for n, item in enumerate(after.items):
                yield _gone((*path, "after", n), item, "trigger")
        body = node.get("do")
        if body is not None:
            if isinstance(body, Mapping):
                yield Change((*path, "do"), _made(body, "nothing"), "trigger", body.span, f"`{path[-1]}`", "nothing")
            yield from _body(body, (*path, "do"))
        yield from _cases(node.entries["if"].value, (*path, "if")) if "if" in node.entries else ()


def _option(node: Node, path: Path) -> Changes:
    """The default is the next value."""
    default, values = (node.get("default"), node.get("values")) if isinstance(node, Mapping) else (None, None)
    if not isinstance(default, Scalar):
        return
    if isinstance(values, Scalar):
        low, _, high = values.text.partition("..")
        other = str(int(default.text) + 1) if default.text != high else low
    else:
        keys = [e.key for e in values] if isinstance(values, Mapping) else []
        items = [i for i in values.items if isinstance(i, Scalar)] if isinstance(values, Sequence) else keys
        texts = [i.text for i in items]
        if default.text not in texts or len(texts) < 2:
            return
        other = texts[(texts.index(default.text) + 1) % len(texts)]
    yield Change((*path, "default"), _made(default, other), "option", default.span, default.text, other)


_SIGHTS = {"everyone": "nobody", "owner": "everyone", "nobody": "everyone"}


def _cell(node: Node, path: Path) -> Changes:
    """A zone or a variable: who sees it, how much goes in, what happens by itself, and how it begins."""
    if not isinstance(node, Mapping):
        return
    seen = node.get("seen_by")
    if isinstance(seen, Scalar):
        other = _SIGHTS.get(seen.text, "everyone")
        yield Change((*path, "seen_by"), _made(seen, other), "sight", seen.span, seen.span.words, other)
        if seen.text == "owner":
            yield Change((*path, "seen_by"), _made(seen, "nobody"), "sight", seen.span, "owner", "nobody")
    elif seen is not None:
        yield from _cases(seen, (*path, "seen_by"))
    else:
        key = next(iter(node)).key
        sight = Entry(replace(key, text="seen_by"), _made(key, "nobody"))
        narrower = replace(node, entries={**node.entries, "seen_by": sight})
        yield Change(path, narrower, "sight", key.span, f"`{path[-1]}` seen by everyone", "by nobody")
    for key_text, operator in _CELL_KEYS.items():
        value = node.get(key_text)
        if value is not None:
            yield _gone((*path, key_text), value, operator, key_text)
            yield from _cases(value, (*path, key_text))


_CELL_KEYS = {
    "at_most": "condition", "others_see": "sight", "refill": "trigger", "recycle": "trigger", "powers_of": "trigger",
    "resets": "trigger", "start": "number", "holds": "effect",
}  # fmt: skip


def _table(node: Node, path: Path) -> Changes:
    if not isinstance(node, Mapping):
        return
    for flag in ("between", "beyond"):
        value = node.get(flag)
        if value is not None:
            yield _gone((*path, flag), value, "row", flag)
    rows = node.get("rows")
    for row in _entries(rows):
        if row.key.kind == "int" and isinstance(rows, Mapping):
            key = row.key
            moved = str(int(key.text) + 1)
            if moved not in rows.entries:
                new = {moved if e is row else k: Entry(replace(key, text=moved), e.value) if e is row else e
                       for k, e in rows.entries.items()}  # fmt: skip
                yield Change((*path, "rows"), replace(rows, entries=new), "row", key.span, key.text, moved)


def _line_or_cases(node: Node, path: Path) -> Changes:
    yield from _cases(node, path)


def _score(node: Node, path: Path) -> Changes:
    yield from _cases(node, path)
    yield Change(path, _made(node, "0"), "effect", node.span, f"the points of `{path[-1]}`", "0")


def _winner(node: Node, path: Path) -> Changes:
    lines = [e for e in _entries(node) if e.key.text != "else"]
    for entry in lines:
        if len(lines) > 1:
            yield _gone((*path, entry.key.text), entry.value, "effect", entry.key.text)
        yield from _cases(entry.value, (*path, entry.key.text))


def _needs(node: Node, path: Path) -> Changes:
    for entry in _entries(node):
        yield _gone((*path, entry.key.text), entry.value, "condition", entry.key.text)


def _players(node: Node, path: Path) -> Changes:
    """One number of players less, at either end."""
    if not isinstance(node, Scalar):
        return
    span, bracket, cited = node.text.partition("(")
    low, dots, high = (part.strip() for part in span.partition(".."))
    if dots and int(low) < int(high):
        for words in (f"{int(low) + 1}..{high}", f"{low}..{int(high) - 1}"):
            text = f"{words} {bracket}{cited}" if bracket else words
            yield Change(path, _made(node, text), "number", node.span, span.strip(), words)


_SECTIONS: dict[str, Callable[[Node, Path], Changes]] = {
    "players": _players,
    "options": _each(_option),
    "needs": _needs,
    "numbers": _each(_line_or_cases),
    "tables": _each(_table),
    "zones": _each(_cell),
    "variables": _each(_cell),
    "define": _each(_line_or_cases),
    "setup": _body,
    "play": _body,
    "finish": _body,
    "actions": _each(_whole),
    "routines": _each(_whole),
    "whenever": _each(_whenever),
    "scoring": _each(_score),
    "winner": _winner,
}


# ---------- data ----------


def _data(root: Mapping, others: Others) -> Changes:
    """Rows of kinds, boards, components and tables: their values."""
    for section in ("kinds", "boards", "components", "tables"):
        for declared in _entries(root.get(section)):
            here: Path = (section, declared.key.text)
            for key in ("rows", "ring", "graph", "between"):
                part = declared.value.get(key) if isinstance(declared.value, Mapping) else None
                yield from _rows(part, (*here, key), others)
            if section == "kinds":
                yield from _rows(declared.value, here, others)


def _rows(node: Node | None, path: Path, others: Others) -> Changes:
    for row in _entries(node):
        here = (*path, row.key.text)
        if isinstance(row.value, Mapping):
            for value in _entries(row.value):
                yield _gone((*here, value.key.text), value.value, "row", value.key.text)
                yield from _value(value.value, (*here, value.key.text), others)
        else:
            yield from _value(row.value, here, others)
    if isinstance(node, Sequence):
        for n in range(len(node.items) - 1):
            one, two = node.items[n], node.items[n + 1]
            items = (*node.items[:n], two, one, *node.items[n + 2 :])
            if isinstance(one, Scalar) and isinstance(two, Scalar):
                words = f"{one.text}, {two.text}", f"{two.text}, {one.text}"
                yield Change(path, replace(node, items=items), "row", one.span, *words)


def _value(node: Node, path: Path, others: Others) -> Changes:
    """A value of a row: a number, a truth or a word; a list of them; a value for each key; or cases."""
    if isinstance(node, Scalar):
        for text in _other_values(node, others):
            yield Change(path, _made(node, text), "row", node.span, node.text, text)
    elif isinstance(node, Sequence):
        for n, item in enumerate(node.items):
            yield _gone((*path, n), item, "row")
            yield from _value(item, (*path, n), others)
    elif isinstance(node, Mapping) and any(k in BLOCK_KEYS and k != "by" for k in node.entries):
        yield from _block(node, path)
    else:
        yield from _cases(node, path)
        for entry in _entries(node):
            if entry.key.text != "by":
                yield from _value(entry.value, (*path, entry.key.text), others)


def _other_values(node: Scalar, others: Others) -> tuple[str, ...]:
    if node.kind == "int":
        return (str(int(node.text) + 1),)
    if node.kind == "bool":
        return ("false" if node.text == "true" else "true",)
    return others.get(node.text, ())

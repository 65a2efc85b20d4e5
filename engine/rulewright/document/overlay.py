"""Variant files merged onto a game file, node by node, so that every value still knows the file it was written in.

A variant names what it changes by path; each path must lead to exactly one thing. Its verbs work in one fixed order,
whatever the order in the file: remove, replace, change, add, append, prepend, insert. Nothing is merged by position
and nothing silently: what does not fit is a finding, and that one change is left out.
"""

import re
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Many
from dataclasses import dataclass, replace

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence, alike
from rulewright.document.overlay_lines import new_pick, pick_line, shifted, wrapped
from rulewright.document.overlay_order import check_conflicts, ordered
from rulewright.document.overlay_paths import Part, Place, bare, find, lookup, parts_of, picks_at, step
from rulewright.text import Finding, Findings, Related, Span

VERBS = ("remove", "replace", "change", "add", "append", "prepend", "insert")
HEAD = ("variant", "of", "version", "title", "label", "why", "rule", "after", "conflicts", "options")

_WORD = re.compile(r"\s*([a-z_][a-z0-9_]*)")
_TICKED = re.compile(r"`([^`]*)`")


@dataclass(frozen=True)
class Removed:
    """Something that a variant took away: its bare name, its path, and where the variant says so."""

    name: str
    path: str
    span: Span


@dataclass(frozen=True)
class Merged:
    """A game with its variants merged in, and what they removed."""

    root: Mapping
    removed: tuple[Removed, ...] = ()


def merge(base: Mapping, overlay: Mapping, findings: Findings) -> Mapping:
    """The base with one overlay (a variant file, or verbs alone) merged in."""
    return merge_all(base, (overlay,), findings).root


def merge_all(base: Mapping, overlays: Many[Mapping], findings: Findings) -> Merged:
    """The base with overlays merged in one after the other, as their `after:` asks, else in the given order."""
    if check_conflicts(overlays, findings):
        return Merged(base)  # what one has taken the other would not find: the same mistake once more
    merger = _Merger(base, findings)
    for overlay in ordered(overlays, findings):
        merger.apply(overlay)
    return Merged(_without_removed_actions(merger.root, merger.removed), tuple(merger.removed))


def blame_removed(findings: Findings, removed: Many[Removed]) -> Findings:
    """The findings of later stages, an unknown name that a variant removed told as such, with both places."""
    by_name = {one.name: one for one in removed}
    told = Findings()
    for finding in findings:
        place = finding.span
        words = [place.source.text[place.start : place.end], *_TICKED.findall(finding.message)[:1]]
        one = next((by_name[word] for word in map(bare, words) if word in by_name), None)
        if one is None or finding.code != "unknown-name":
            told.add(finding)
            continue
        related = (*finding.related, Related(one.span, "removed here"))
        message = f"`{one.name}` is used here, but a variant removes `{one.path}`"
        help = "let the variant change this line too"
        told.add(Finding("names-removed", message, finding.span, finding.severity, help, related, finding.fix))
    return told


class _Merger:
    """The tree so far; each verb puts a new one in its place."""

    def __init__(self, base: Mapping, findings: Findings) -> None:
        self.root = base
        self.findings = findings
        self.removed: list[Removed] = []

    def apply(self, overlay: Mapping) -> None:
        self._check_head(overlay)
        verbs: dict[str, Callable[[Node], None]] = {
            "remove": self._remove,
            "replace": lambda node: self._each(node, self._replace),
            "change": lambda node: self._each(node, self._change),
            "add": self._add,
            "append": lambda node: self._each(node, lambda place, value: self._extend(place, value, at_end=True)),
            "prepend": lambda node: self._each(node, lambda place, value: self._extend(place, value, at_end=False)),
            "insert": lambda node: self._each(node, self._insert),
        }
        options = overlay.get("options")
        if isinstance(options, Mapping):
            self._add_options(options)
        for verb, work in verbs.items():
            value = overlay.get(verb)
            if value is not None:
                work(value)
        name = overlay.get("variant")
        if name is not None and not {"options", *verbs} & overlay.entries.keys():
            help = "say what it changes: " + ", ".join(f"`{verb}`" for verb in verbs)
            self.findings.warning("overlay-idle", "this variant changes nothing", name.span, help=help)

    def _check_head(self, overlay: Mapping) -> None:
        for entry in overlay:
            if entry.key.text not in (*VERBS, *HEAD):
                message = f"`{entry.key.text}` is no part of a variant"
                help = "one of " + ", ".join(f"`{verb}`" for verb in VERBS)
                self.findings.error("unknown-key", message, entry.key.span, help=help)
        game, of = self.root.get("game"), overlay.get("of")
        if isinstance(of, Scalar) and isinstance(game, Scalar) and of.text != game.text:
            related = (Related(game.span, "the game that is loaded"),)
            message = f"this is a variant of `{of.text}`, not of `{game.text}`"
            self.findings.error("overlay-value", message, of.span, help="load it with its own game", related=related)
        mine, theirs = overlay.get("version"), self.root.get("version")
        if isinstance(mine, Scalar) and isinstance(theirs, Scalar) and mine.text != theirs.text:
            related = (Related(theirs.span, "the version that is loaded"),)
            message = f"the variant was written for version {mine.text} of the rules, this is version {theirs.text}"
            help = "check that it still says what it means, then change its `version`"
            self.findings.warning("overlay-version", message, mine.span, help=help, related=related)

    def _refuse(self, message: str, span: Span, help: str) -> None:
        self.findings.error("overlay-value", message, span, help=help)

    def _each(self, paths: Node, work: Callable[[Place, Node], None], above: Place | None = None) -> None:
        """Does the work at each path of a mapping. `above` is where the paths begin, if not at the root."""
        for entry in self._entries(paths):
            prefix = () if above is None else tuple(Part(name, entry.key, 0) for name in above.path)
            place = find(Place((), self.root), (*prefix, *parts_of(entry.key)), self.findings)
            if place is not None:
                work(place, entry.value)

    def _entries(self, paths: Node) -> Iterable[Entry]:
        if isinstance(paths, Mapping):
            return paths
        self._refuse("paths and values are due here", paths.span, "write `path: value`, one a line")
        return ()

    def _remove(self, paths: Node) -> None:
        if not isinstance(paths, Sequence):
            self._refuse("`remove` takes a list of paths", paths.span, "write `[path, path]`")
            return
        for path in paths.items:
            if not isinstance(path, Scalar):
                self._refuse("a path is a line", path.span, "write names with dots between")
                continue
            place = find(Place((), self.root), parts_of(path), self.findings)
            if place is not None:
                self.removed.append(Removed(place.path[-1], ".".join(place.path), path.span))
                self.root = place.put(None)

    def _replace(self, place: Place, value: Node) -> None:
        if _is_pick(place):
            self._replace_pick(place, value)
        else:
            self._put(place, value)

    def _put(self, place: Place, value: Node) -> None:
        """Puts a value in the place of another one, which should be another one."""
        if alike(place.node, value):
            related = (Related(place.node.span, "here"),)
            message = f"`{'.'.join(place.path)}` is so already"
            self.findings.warning("overlay-idle", message, value.span, help="leave it out", related=related)
        self.root = place.put(value)

    def _replace_pick(self, place: Place, value: Node) -> None:
        line, index = place.chain[-1]
        assert isinstance(line, Scalar) and isinstance(index, int)
        if not isinstance(value, Scalar):
            self._refuse("a choice is replaced by one line", value.span, "write what follows its `in`")
            return
        picks = list(picks_at(Place(place.chain[:-1], line)) or ())
        name = picks[index].pieces[0]
        picks[index] = new_pick(picks[index].name, name.origin, name.start, value)
        self.root = place.put(pick_line(picks, line.span))

    def _change(self, place: Place, value: Node) -> None:
        old = place.node
        tweak = _tweak(value)
        if _is_pick(place):
            if tweak is not None:
                self._refuse("a choice cannot be wrapped", tweak.key.span, "give what follows its `in`, anew")
            else:
                self._replace_pick(place, value)
        elif isinstance(old, Mapping) and tweak is not None and old.get("by") is not None:
            help = "name one of them: " + ", ".join(f"`{'.'.join(place.path)}.{k}`" for k in old.entries if k != "by")
            self._refuse("this value goes by cases", tweak.key.span, help)
        elif isinstance(old, Mapping) and isinstance(value, Mapping):
            self._each(value, self._change, place)
        elif tweak is not None and isinstance(old, Scalar):
            self._tweak(place, old, tweak)
        elif isinstance(old, Mapping) or isinstance(value, Mapping):
            message = f"`{'.'.join(place.path)}` and its change are not of one shape"
            self._refuse(message, value.span, "`change` alters single values; give the whole with `replace`")
        else:
            self._put(place, value)

    def _tweak(self, place: Place, old: Scalar, tweak: Entry) -> None:
        value, path = tweak.value, ".".join(place.path)
        if tweak.key.text == "wrap":
            woven = wrapped(old, value) if isinstance(value, Scalar) else None
            if woven is None:
                self._refuse("the old expression is not in this line", value.span, "write `it` where it goes")
                return
        else:
            amount = value.value if isinstance(value, Scalar) else None
            if not isinstance(value, Scalar) or not isinstance(amount, int) or isinstance(amount, bool):
                self._refuse("`by` takes a whole number", value.span, "write `1` or `-1`")
                return
            if amount == 0:
                self.findings.warning("overlay-idle", f"`{path}` stays as it is", value.span, help="leave it out")
            woven = shifted(old, amount, value.span, value)
            if woven is None:
                help = f"write `wrap: it {'-' if amount < 0 else '+'} {abs(amount)}`"
                self._refuse(f"`{path}` is no plain number that `by` could change", value.span, help)
                return
        self.root = place.put(woven)

    def _add_options(self, options: Mapping) -> None:
        for entry in options:
            self._create((Part("options", entry.key, 0), Part(entry.key.text, entry.key, 0)), entry.value)

    def _add(self, paths: Node) -> None:
        for entry in self._entries(paths):
            self._create(parts_of(entry.key), entry.value)

    def _create(self, parts: tuple[Part, ...], value: Node) -> None:
        """Adds one new key at the end of what the path leads to; a section that the game lacks counts as empty."""
        *above, last = parts
        if len(above) == 1 and above[0].name not in (bare(key) for key in self.root.entries):
            empty = Mapping(value.span, {})
            self.root = _with(self.root, (Entry(_key(above[0]), empty),), len(self.root.entries))
        place = find(Place((), self.root), above, self.findings)
        if place is None or self._is_taken(place, last):
            return
        node, picks = place.node, picks_at(place)
        if isinstance(node, Mapping):
            self.root = place.put(_with(node, (Entry(_key(last), value),), len(node.entries)))
        elif isinstance(node, Scalar) and picks is not None and isinstance(value, Scalar):
            more = new_pick(last.name, last.scalar, last.start, value)
            self.root = place.put(pick_line((*picks, more), node.span))
        else:
            help = "use `append`" if isinstance(node, Sequence) else "give the whole with `replace`"
            self._refuse(f"`{'.'.join(place.path)}` has no keys of its own", last.span, help)

    def _is_taken(self, place: Place, part: Part) -> bool:
        keys = lookup(place.node, part.name, place)
        if not keys:
            return False
        there = step(place, part, Findings())
        container, key = place.node, keys[0]
        span = there.node.span if there is not None else place.node.span
        if isinstance(container, Mapping) and isinstance(key, str):
            span = container.entries[key].key.span
        path = ".".join((*place.path, part.name))
        related = (Related(span, "it exists here"),)
        help = "use `change` or `replace`, or take another name"
        self.findings.error("path-taken", f"`{path}` exists already", part.span, help=help, related=related)
        return True

    def _extend(self, place: Place, value: Node, *, at_end: bool) -> None:
        node, more = place.node, _items(value)
        if not isinstance(node, Sequence):
            message = f"`{'.'.join(place.path)}` is no list"
            self._refuse(message, value.span, "use `insert` or `add` for named entries")
            return
        self.root = place.put(replace(node, items=(*node.items, *more) if at_end else (*more, *node.items)))

    def _insert(self, place: Place, value: Node) -> None:
        if not isinstance(value, Mapping):
            self._refuse("`insert` takes places and what goes there", value.span, "write `after STEP: {name: ...}`")
            return
        for entry in value:
            side, _, anchor = entry.key.text.partition(" ")
            if side not in ("after", "before") or not anchor.strip():
                self._refuse("a place is due here", entry.key.span, "write `after STEP:` or `before STEP:`")
                continue
            # The tree has changed with every entry before this one.
            body = find(Place((), self.root), [Part(name, entry.key, 0) for name in place.path], Findings())
            start = entry.key.text.index(anchor.strip())
            part = Part(anchor.strip(), entry.key, start)
            at = step(body, part, self.findings) if body is not None else None
            if body is not None and at is not None:
                self._insert_at(body, at.chain[-1][1], entry.value, 0 if side == "before" else 1)

    def _insert_at(self, body: Place, anchor: str | int, value: Node, shift: int) -> None:
        node, picks = body.node, picks_at(body)
        if isinstance(node, Sequence) and isinstance(anchor, int):
            at = anchor + shift
            self.root = body.put(replace(node, items=(*node.items[:at], *_items(value), *node.items[at:])))
            return
        if not isinstance(value, Mapping):
            self._refuse("what is inserted needs a name", value.span, "write `name: ...` below")
            return
        new = [e for e in value if not self._is_taken(body, Part(e.key.text, e.key, 0))]
        if isinstance(node, Mapping) and isinstance(anchor, str):
            self.root = body.put(_with(node, new, list(node.entries).index(anchor) + shift))
        elif isinstance(node, Scalar) and picks is not None and isinstance(anchor, int):
            at = anchor + shift
            more = [new_pick(e.key.text, e.key, 0, e.value) for e in new if isinstance(e.value, Scalar)]
            self.root = body.put(pick_line((*picks[:at], *more, *picks[at:]), node.span))


def _is_pick(place: Place) -> bool:
    return bool(place.chain) and isinstance(place.chain[-1][0], Scalar)


def _tweak(value: Node) -> Entry | None:
    """The one entry of `{by: N}` or `{wrap: E}`."""
    if isinstance(value, Mapping) and len(value.entries) == 1:
        entry = next(iter(value))
        return entry if entry.key.text in ("by", "wrap") else None
    return None


def _items(value: Node) -> tuple[Node, ...]:
    return value.items if isinstance(value, Sequence) else (value,)


def _key(part: Part) -> Scalar:
    return Scalar(part.span, part.text, "plain", "text")


def _with(node: Mapping, new: Iterable[Entry], at: int) -> Mapping:
    entries = list(node.entries.items())
    entries[at:at] = [(entry.key.text, entry) for entry in new]
    return replace(node, entries=dict(entries))


def _without_removed_actions(root: Mapping, removed: Many[Removed]) -> Mapping:
    """A removed action leaves the lists of `choose`, `meanwhile` and `after` silently."""
    gone = {one.name for one in removed if one.path == f"actions.{one.name}"}
    actions = root.get("actions")
    if isinstance(actions, Mapping):
        gone -= {bare(key) for key in actions.entries}  # a later variant has brought it back

    def stays(item: Node) -> bool:
        word = _WORD.match(item.text) if isinstance(item, Scalar) else None
        return word is None or word.group(1) not in gone

    def clean(node: Node, key: str) -> Node:
        if isinstance(node, Mapping):
            entries = {k: replace(e, value=clean(e.value, k)) for k, e in node.entries.items()}
            return replace(node, entries=entries)
        if isinstance(node, Sequence) and key in ("choose", "meanwhile", "after"):
            return replace(node, items=tuple(item for item in node.items if stays(item)))
        return node

    cleaned = clean(root, "") if gone else root
    assert isinstance(cleaned, Mapping)
    return cleaned

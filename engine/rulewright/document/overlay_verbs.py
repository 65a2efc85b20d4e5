"""The verbs of an overlay. Each finds the one place it names, and puts a new tree in the place of the old one."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence, Woven, alike
from rulewright.document.overlay_head import check_head
from rulewright.document.overlay_history import Change
from rulewright.document.overlay_lines import new_pick, pick_line, says_again, shifted, wrapped
from rulewright.document.overlay_order import name_of
from rulewright.document.overlay_paths import Part, Place, bare, find, lookup, parts_of, picks_at, span_of_place, step
from rulewright.text import Code, Finding, Findings, Related, Span, nearest

_NOTES = ("rule", "label", "why", "provenance", "was", "only")
_NO_CASES = ("by", *_NOTES)
_SHOWN = 8  # parts that a help text names
_WORDS = ("title", "label", "why")
_NO_NUMBER = "these are words: `replace` gives others"
_LONE = "it"  # what `insert` calls the one line of a body that has no named steps


class Merger:
    """The tree so far, and what was changed in it."""

    def __init__(self, base: Mapping, findings: Findings) -> None:
        self.root = base
        self.findings = findings
        self.changes: list[Change] = []
        self.variant = ""
        self.source = base.span.source
        self.verb = ""

    def apply(self, overlay: Mapping) -> None:
        """Merges one overlay in; what does not fit is a finding, and left out."""
        if not check_head(overlay, self.root, self.findings):
            return  # no path of another game leads anywhere
        self.variant = name_of(overlay)
        self.source = overlay.span.source
        verbs: dict[str, Callable[[Node], None]] = {
            "options": self._add_options,
            "remove": self._remove,
            "replace": lambda node: self._each(node, self._replace),
            "change": lambda node: self._each(node, self._change),
            "add": self._add,
            "append": lambda node: self._each(node, lambda place, value: self._extend(place, value, at_end=True)),
            "prepend": lambda node: self._each(node, lambda place, value: self._extend(place, value, at_end=False)),
            "insert": lambda node: self._each(node, self._insert),
        }
        for verb, work in verbs.items():
            value = overlay.get(verb)
            if value is not None:
                self.verb = "add" if verb == "options" else verb
                work(value)

    # ---------- finding, putting, refusing ----------

    def _find(self, parts: Iterable[Part]) -> Place | None:
        """The place of a path. Where an earlier verb or variant took it away the finding says so."""
        mine = Findings()
        place = find(Place((), self.root), tuple(parts), mine)
        names = tuple(part.name for part in parts)
        gone = [c for c in self.changes if c.new is None and names[: len(c.path)] == c.path]
        for finding in mine:
            self.findings.add(self._when_gone(finding, gone[-1]) if gone else finding)
        return place

    def _when_gone(self, finding: Finding, gone: Change) -> Finding:
        """A place that is not there, told as one that was taken away before."""
        related = (*finding.related, Related(gone.span, f"`{gone.variant}` removes it here"))
        message = f"`{gone.place}` is not there any more"
        help = f"the variant comes after `{gone.variant}`: leave this out, or let it come before"
        if gone.variant == self.variant:
            help = "what a variant removes it removes first: leave out one of the two"
        return replace(finding, message=message, help=help, related=related)

    def _put(self, place: Place, node: Node | None, span: Span, *, old: Node | None = None) -> None:
        self.root = place.put(node)
        self._note(place.path, span, place.node if old is None else old, node)

    def _note(self, path: tuple[str, ...], span: Span, old: Node | None, new: Node | None) -> None:
        self.changes.append(Change(self.variant, self.verb, path, span, old, new))

    def _refuse(
        self, message: str, span: Span, help: str, code: Code = "overlay-value", at: Place | None = None
    ) -> None:
        related = (Related(self._written(at), "it stands here"),) if at is not None and at.chain else ()
        self.findings.error(code, message, span, help=help, related=related)

    def _written(self, place: Place) -> Span:
        """Where what stands at a place was written: its key, or the value that a variant has put there."""
        changed = [c for c in self.changes if c.path == place.path and c.span.source != self.source]
        return changed[-1].span if changed else span_of_place(place)

    def _idle(self, place: Place, span: Span, help: str) -> None:
        path = ".".join(place.path)
        self._refuse(f"this leaves `{path}` as it is", span, help, "overlay-idle", place)

    def _each(self, paths: Node, work: Callable[[Place, Node], None], above: Place | None = None) -> None:
        """Does the work at each path of a mapping. `above` is where the paths begin, if not at the root."""
        for entry in self._entries(paths):
            prefix = () if above is None else tuple(Part(name, entry.key, 0) for name in above.path)
            place = self._find((*prefix, *parts_of(entry.key)))
            if place is not None:
                work(place, entry.value)

    def _entries(self, paths: Node) -> Iterable[Entry]:
        if isinstance(paths, Mapping):
            return paths
        self._refuse("paths and values are due here", paths.span, "write `path: value`, one a line")
        return ()

    # ---------- remove, replace, change ----------

    def _remove(self, paths: Node) -> None:
        if not isinstance(paths, Sequence):
            self._refuse("`remove` takes a list of paths", paths.span, "write `[path, path]`")
            return
        for path in paths.items:
            if not isinstance(path, Scalar):
                self._refuse("a path is a line", path.span, "write names with dots between")
                continue
            place = self._find(parts_of(path))
            if place is not None:
                self._put(place, None, path.span)

    def _replace(self, place: Place, value: Node) -> None:
        if _is_pick(place):
            self._replace_pick(place, value)
        elif says_again(value, place.node):
            self._idle(place, value.span, "give another value, or leave this line out")
        else:
            self._put(place, value, value.span)

    def _replace_pick(self, place: Place, value: Node) -> None:
        line, index = place.chain[-1]
        assert isinstance(line, Scalar) and isinstance(index, int)
        if not isinstance(value, Scalar):
            self._refuse("a choice is replaced by one line", value.span, "write what follows its `in`")
            return
        picks = list(picks_at(Place(place.chain[:-1], line)) or ())
        name = picks[index].pieces[0]
        old = picks[index].scalar
        picks[index] = new_pick(picks[index].name, name.origin, name.start, value)
        if says_again(picks[index].scalar, old):
            self._idle(place, value.span, "give another domain, or leave this line out")
        else:
            self._put(place, pick_line(picks, line.span), value.span, old=old)

    def _change(self, place: Place, value: Node) -> None:
        old = place.node
        tweak = _tweak(value)
        if _is_pick(place):
            if tweak is not None:
                self._refuse("a choice cannot be wrapped", tweak.key.span, "give what follows its `in`, anew")
            else:
                self._replace_pick(place, value)
        elif isinstance(old, Mapping) and tweak is not None and old.get("by") is not None:
            cases = (f"`{'.'.join((*place.path, k))}`" for k in old.entries if k not in _NO_CASES)
            help = f"name one of them: {', '.join(cases)}"
            self._refuse("this value goes by cases", tweak.key.span, help, at=place)
        elif isinstance(old, Mapping) and isinstance(value, Mapping):
            self._each(value, self._change, place)
        elif tweak is not None and isinstance(old, Scalar):
            self._tweak(place, old, tweak)
        elif isinstance(old, Mapping) or isinstance(value, Mapping):
            self._refuse_shape(place, value)
        elif says_again(value, old):
            if value.span.source == self.source:  # a file of data may say again what is so
                self._idle(place, value.span, "give another value, or leave this line out")
        else:
            self._put(place, value, value.span)

    def _refuse_shape(self, place: Place, value: Node) -> None:
        """A mapping for a single value, or the other way about."""
        old, path = place.node, ".".join(place.path)
        message = f"`{path}` and its change are not of one shape"
        if isinstance(value, Mapping) and len(value.entries) == 1:
            key = next(iter(value)).key
            near = nearest(key.text, ("by", "wrap"))
            if near is not None:
                self._refuse(f"a change has no key `{key.text}`", key.span, f"did you mean `{near}`?", at=place)
                return
        help = "`change` alters single values; give the whole with `replace`"
        if isinstance(old, Mapping):
            names = [bare(key) for key in old.entries if key not in _NOTES]
            named = ", ".join(f"`{path}.{name}`" for name in names[:_SHOWN])
            help = f"name one of its parts, {named}; or give the whole with `replace`"
        self._refuse(message, value.span, help, at=place)

    def _tweak(self, place: Place, old: Scalar, tweak: Entry) -> None:
        woven = self._wrapped(place, old, tweak) if tweak.key.text == "wrap" else self._shifted(place, old, tweak)
        if woven is not None:
            self._put(place, woven, tweak.value.span)

    def _wrapped(self, place: Place, old: Scalar, tweak: Entry) -> Woven | None:
        value = tweak.value
        if isinstance(value, Scalar) and _is_wording(place, old):
            self._refuse(f"`{'.'.join(place.path)}` is no expression", value.span, _NO_NUMBER, at=place)
            return None
        woven = wrapped(old, value) if isinstance(value, Scalar) else None
        if isinstance(value, Scalar) and value.text.strip() == _LONE:
            self._idle(place, value.span, "say what is different: `it or ..`, `it + 1`")
            return None
        if woven is None:
            self._refuse("the old expression is not in this line", value.span, "write `it` where it goes", at=place)
        return woven

    def _shifted(self, place: Place, old: Scalar, tweak: Entry) -> Woven | None:
        value = tweak.value
        amount = value.value if isinstance(value, Scalar) else None
        if not isinstance(value, Scalar) or not isinstance(amount, int) or isinstance(amount, bool):
            self._refuse("`by` takes a whole number", value.span, "write `1` or `-1`")
            return None
        if amount == 0:
            self._idle(place, value.span, "write by how much the number grows or shrinks")
            return None
        woven = shifted(old, amount, value.span, value)
        if woven is None:
            message = f"`{'.'.join(place.path)}` is no plain number that `by` could change"
            wrap = f"write `wrap: it {'-' if amount < 0 else '+'} {abs(amount)}`"
            help = _NO_NUMBER if _is_wording(place, old) else wrap
            self._refuse(message, value.span, help, at=place)
        return woven

    # ---------- add ----------

    def _add_options(self, options: Node) -> None:
        for entry in self._entries(options):
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
        place = self._find(above)
        if place is None or self._is_taken(place, last, value):
            return
        node, picks = place.node, picks_at(place)
        if isinstance(node, Mapping):
            self.root = place.put(_with(node, (Entry(_key(last), value),), len(node.entries)))
        elif isinstance(node, Scalar) and picks is not None and isinstance(value, Scalar):
            more = new_pick(last.name, last.scalar, last.start, value)
            self.root = place.put(pick_line((*picks, more), node.span))
        else:
            help = "use `append`" if isinstance(node, Sequence) else "give the whole with `replace`"
            self._refuse(f"`{'.'.join(place.path)}` has no keys of its own", last.span, help, at=place)
            return
        self._note((*place.path, last.name), last.span, None, value)

    def _is_taken(self, place: Place, part: Part, value: Node | None = None) -> bool:
        keys = lookup(place.node, part.name, place)
        if not keys:
            return False
        there = step(place, part, Findings())
        span = span_of_place(there) if there is not None else place.node.span
        path = ".".join((*place.path, part.name))
        related = (Related(span, "it exists here"),)
        help = "use `change` or `replace`, or take another name"
        if isinstance(value, Mapping) and there is not None and isinstance(there.node, Mapping):
            new = [key for key in value.entries if key not in there.node.entries]
            help = f"what is added stands with its whole path: `{path}.{new[0]}: ..`" if new else help
        self.findings.error("path-taken", f"`{path}` exists already", part.span, help=help, related=related)
        return True

    # ---------- append, prepend, insert ----------

    def _extend(self, place: Place, value: Node, *, at_end: bool) -> None:
        node, more = place.node, _items(value)
        if not isinstance(node, Sequence):
            message = f"`{'.'.join(place.path)}` is no list"
            self._refuse(message, value.span, "use `insert` or `add` for named entries", at=place)
            return
        if not more:
            self._idle(place, value.span, "name what is added")
            return
        for item in more:
            again = next((old for old in node.items if alike(old, item)), None)
            if again is not None:
                related = (Related(again.span, "it stands in the list here"),)
                message = f"`{'.'.join(place.path)}` has this already"
                self.findings.error("path-taken", message, item.span, help="leave it out", related=related)
                return
        self.root = place.put(replace(node, items=(*node.items, *more) if at_end else (*more, *node.items)))
        self._note(place.path, value.span, None, Sequence(value.span, more, flow=True))

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
            if body is not None and _is_one_sentence(body) and part.text == _LONE:
                body = replace(body, node=Mapping(body.node.span, {_LONE: Entry(_key(part), body.node)}))
            at = step(body, part, self.findings) if body is not None else None
            if body is not None and at is not None:
                self._insert_at(body, at.chain[-1][1], entry, 0 if side == "before" else 1)

    def _insert_at(self, body: Place, anchor: str | int, entry: Entry, shift: int) -> None:
        node, picks, value = body.node, picks_at(body), entry.value
        if isinstance(node, Sequence) and isinstance(anchor, int):
            at = anchor + shift
            self.root = body.put(replace(node, items=(*node.items[:at], *_items(value), *node.items[at:])))
            self._note(body.path, value.span, None, Sequence(value.span, _items(value), flow=True))
            return
        if not isinstance(value, Mapping):
            self._refuse("what is inserted needs a name", value.span, "write `name: ...` below")
            return
        if not value.entries:
            self._idle(body, entry.key.span, "name what is inserted")
            return
        new = [e for e in value if not self._is_taken(body, Part(e.key.text, e.key, 0))]
        if isinstance(node, Mapping) and isinstance(anchor, str):
            self.root = body.put(_with(node, new, list(node.entries).index(anchor) + shift))
        elif isinstance(node, Scalar) and picks is not None and isinstance(anchor, int):
            at = anchor + shift
            more = [new_pick(e.key.text, e.key, 0, e.value) for e in new if isinstance(e.value, Scalar)]
            self.root = body.put(pick_line((*picks[:at], *more, *picks[at:]), node.span))
        for e in new:
            self._note((*body.path, e.key.text), e.key.span, None, e.value)


def _is_pick(place: Place) -> bool:
    return bool(place.chain) and isinstance(place.chain[-1][0], Scalar)


def _is_one_sentence(place: Place) -> bool:
    """Whether a place is a body of one line: its steps have no names."""
    return isinstance(place.node, Scalar) and bool(place.path) and place.path[-1] in ("do", "else", "setup", "finish")


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


def _is_wording(place: Place, old: Scalar) -> bool:
    """Whether a line is words for people, or the word that an option has as its default."""
    is_default = place.path[:1] == ("options",) and place.path[-1] == "default" and old.kind == "text"
    return place.path[-1] in _WORDS or is_default

"""Variant files merged onto a game file, node by node, so that every value still knows the file it was written in.

A variant names what it changes by path; each path must lead to exactly one thing. Its verbs work in one fixed order,
whatever the order in the file: remove, replace, change, add, append, prepend, insert (`overlay_verbs.py`). Nothing is
merged by position and nothing silently: what does not fit is a finding, and that one change is left out.
"""

import re
from collections.abc import Callable
from collections.abc import Sequence as Many
from dataclasses import dataclass, replace

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence, scalars_in
from rulewright.document.overlay_history import Change, Removed, dropped_by, removed_by
from rulewright.document.overlay_order import check_conflicts, name_of, ordered
from rulewright.document.overlay_paths import bare, key_path_at, path_at
from rulewright.document.overlay_verbs import Merger
from rulewright.text import Finding, Findings, Related, Span

_WORD = re.compile(r"\s*([a-z_][a-z0-9_]*)")
_TICKED = re.compile(r"`([^`]*)`")


@dataclass(frozen=True)
class Merged:
    """A game with its variants merged in, and what they changed, in the order in which it was done."""

    root: Mapping
    changes: tuple[Change, ...] = ()
    variants: tuple[str, ...] = ()  # in the order in which they were merged in

    @property
    def removed(self) -> tuple[Removed, ...]:
        """What variants took away."""
        return removed_by(self.changes)


def merge(base: Mapping, overlay: Mapping, findings: Findings) -> Mapping:
    """The base with one overlay (a variant file, or verbs alone) merged in."""
    return merge_all(base, (overlay,), findings).root


def merge_all(
    base: Mapping, overlays: Many[Mapping], findings: Findings, settle: Callable[[Mapping], Mapping] = lambda root: root
) -> Merged:
    """The base with overlays merged in one after the other, as `after:` and `extends:` ask, else in the given order.

    `settle` is given the tree after each of them, and returns the one that the next finds.
    """
    if check_conflicts(overlays, findings):
        return Merged(base)  # what one has taken the other would not find: the same mistake once more
    merger = Merger(base, findings)
    order = ordered(overlays, findings)
    for overlay in order:
        merger.apply(overlay)
        merger.root = settle(merger.root)
    root, followed = _without_removed_actions(merger.root, merger.changes)
    names = tuple(name_of(o) for o in order if o.get("variant") is not None)
    return Merged(root, (*merger.changes, *followed), names)


def blame_removed(findings: Findings, merged: Merged) -> Findings:
    """The findings of later stages, an unknown name that a variant removed told as such, with both places.

    What a variant left out of a mapping that it gave anew is one finding, at the new mapping.
    """
    by_name = {one.name: one for one in (*dropped_by(merged.changes), *merged.removed)}
    dropped: dict[Span, list[tuple[Removed, Finding]]] = {}
    told = Findings()
    for finding in findings:
        place = finding.span
        words = [place.text, *_TICKED.findall(finding.message)[:1]]
        one = next((by_name[word] for word in map(bare, words) if word in by_name), None)
        if one is None or finding.code != "unknown-name":
            told.add(finding)
            continue
        if one.whole is not None:
            dropped.setdefault(one.span, []).append((one, finding))
            continue
        related = (*finding.related, Related(one.span, "removed here"))
        message = f"`{one.name}` is used here, but a variant removes `{one.path}`"
        path = path_at(merged.root, finding.span)
        help = f"let the variant change or remove `{path}` too" if path else "let the variant change this line too"
        told.add(Finding("names-removed", message, finding.span, finding.severity, help, related, finding.fix))
    for span, missing in dropped.items():
        told.add(_without(span, missing))
    return told


def _without(span: Span, missing: Many[tuple[Removed, Finding]]) -> Finding:
    """The finding about a mapping that was given anew without what is used elsewhere."""
    names = ", ".join(dict.fromkeys(f"`{one.name}`" for one, _ in missing))
    whole = missing[0][0].whole
    message = f"`{whole}` is given anew here, without {names}, which the rules use"
    related = tuple(Related(finding.span, f"`{one.name}` is used here") for one, finding in missing)
    help = f"give all of `{whole}`; or name single ones, `{whole}.NAME: ..`, and the others stay"
    return Finding("names-removed", message, span, "error", help, related)


def blame_changed(finding: Finding, merged: Merged) -> Finding:
    """A finding at a key of the game's file, told where a variant has given the key another value, or with what a
    variant has taken away beside it or below."""
    path = key_path_at(merged.root, finding.span)
    if path is None:
        return finding
    for change in reversed(merged.changes):
        if change.span.source == finding.span.source:
            continue
        if change.path == path and change.new is not None:
            related = (Related(finding.span, "the key that it stands at"), *finding.related)
            return replace(finding, span=change.span, related=related, fix=())
        if change.new is None and change.path[:-1] in (path, path[:-1]):
            related = (*finding.related, Related(change.span, f"`{change.variant}` removes `{change.place}`"))
            return replace(finding, related=related)
    return finding


def blame_unread(finding: Finding, changes: Many[Change]) -> Finding | None:
    """What is said where variants leave an option unread that the game had read: at the last change that took it."""
    option = _TICKED.findall(finding.message)[0]
    reads = re.compile(rf"(?<![\w.])option\.{option}(?!\w)")

    def count(node: Node | None) -> int:
        return sum(len(reads.findall(line.text)) for line in scalars_in(node))

    took = next((c for c in reversed(changes) if count(c.old) > count(c.new)), None)
    if took is None:
        return None
    message = f"with `{took.variant}` nothing reads the option `{option}` any more"
    help = f"let the variant `remove: [options.{option}]` too, so that nobody sets it in vain"
    related = (Related(finding.span, "the option"),)
    return Finding("unread-option", message, took.span, finding.severity, help, related)


def _without_removed_actions(root: Mapping, changes: Many[Change]) -> tuple[Mapping, list[Change]]:
    """A removed action leaves the lists of `choose`, `meanwhile` and `after` by itself, unless nothing would be left.
    Those changes are given too.
    """
    gone = {one.path[-1]: one for one in changes if one.verb == "remove" and one.path[:1] == ("actions",)}
    gone = {name: one for name, one in gone.items() if len(one.path) == 2}
    actions = root.get("actions")
    for key in actions.entries if isinstance(actions, Mapping) else ():
        gone.pop(bare(key), None)  # a later variant has brought it back
    followed: list[Change] = []

    def removed(item: Node) -> Change | None:
        word = _WORD.match(item.text) if isinstance(item, Scalar) else None
        return gone.get(word.group(1)) if word is not None else None

    def clean(node: Node, path: tuple[str, ...]) -> Node:
        if isinstance(node, Mapping):
            entries = {k: replace(e, value=clean(e.value, (*path, bare(k)))) for k, e in node.entries.items()}
            return replace(node, entries=entries)
        if isinstance(node, Sequence) and path[-1:] in (("choose",), ("meanwhile",), ("after",)):
            left = tuple(item for item in node.items if removed(item) is None)
            causes = [one for item in node.items if (one := removed(item)) is not None]
            if causes and (left or path[-1] == "meanwhile"):
                shorter = replace(node, items=left)
                followed.append(Change(causes[-1].variant, "leave", path, causes[-1].span, node, shorter))
                return shorter
        return node

    cleaned = clean(root, ()) if gone else root
    assert isinstance(cleaned, Mapping)
    return cleaned, followed

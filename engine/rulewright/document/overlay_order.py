"""Several overlays on one game: in what order they apply, and whether they may stand together."""

from collections.abc import Iterator
from collections.abc import Sequence as Many
from dataclasses import dataclass

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.document.overlay_paths import parts_of
from rulewright.text import Findings, Related, Span


@dataclass(frozen=True)
class _Claim:
    """A path that an overlay names. `takes`: it removes or replaces what stands there."""

    path: tuple[str, ...]
    span: Span
    takes: bool


def ordered(overlays: Many[Mapping], findings: Findings) -> list[Mapping]:
    """The overlays in the given order, except that each comes after those that its `after:` names."""
    left = list(overlays)
    done: list[Mapping] = []
    while left:
        waiting = {_name(overlay) for overlay in left}
        free = next((o for o in left if not (_names(o, "after") & waiting - {_name(o)})), None)
        if free is None:
            names = ", ".join(f"`{_name(overlay)}`" for overlay in left)
            span = left[0].span
            findings.error("overlay-conflict", f"{names} come after each other", span, help="drop one `after`")
            return done + left
        left.remove(free)
        done.append(free)
    return done


def check_conflicts(overlays: Many[Mapping], findings: Findings) -> bool:
    """Adds a finding for each path that one overlay takes and another names, without an order between the two.

    Whether there was any.
    """
    before = len(findings)
    claims = [tuple(_claims(overlay)) for overlay in overlays]
    for later, overlay in enumerate(overlays):
        for earlier, other in enumerate(overlays[:later]):
            mine, theirs = _name(overlay), _name(other)
            for a, b, name in ((overlay, other, theirs), (other, overlay, mine)):
                if name in _names(a, "conflicts"):
                    related = (Related(b.span, f"`{name}`"),)
                    message = f"`{_name(a)}` says that it cannot stand beside `{name}`"
                    findings.error("overlay-conflict", message, a.span, help="leave out one of them", related=related)
            inline = overlay.get("variant") is None or other.get("variant") is None  # a test's own: meant to come last
            if inline or theirs in _names(overlay, "after") or mine in _names(other, "after"):
                continue
            _compare(claims[later], mine, claims[earlier], theirs, findings)
    return len(findings) > before


def _compare(mine: Many[_Claim], my_name: str, theirs: Many[_Claim], their_name: str, findings: Findings) -> None:
    for a in mine:
        for b in theirs:
            short = min(len(a.path), len(b.path))
            if a.path[:short] != b.path[:short]:
                continue
            if (a.takes and len(a.path) == short) or (b.takes and len(b.path) == short):
                path = ".".join(a.path if len(a.path) > short else b.path)
                message = f"`{my_name}` and `{their_name}` both want to change `{path}`"
                help = f"say `after: {their_name}` in `{my_name}` if that is meant, or leave out one of them"
                related = (Related(b.span, f"`{their_name}` names it here"),)
                findings.error("overlay-conflict", message, a.span, help=help, related=related)


def _claims(overlay: Mapping) -> Iterator[_Claim]:
    for verb in ("remove", "replace", "change", "add", "append", "prepend", "insert"):
        value = overlay.get(verb)
        if verb == "remove" and isinstance(value, Sequence):
            for item in value.items:
                if isinstance(item, Scalar):
                    yield _Claim(_path(item), item.span, takes=True)
        elif isinstance(value, Mapping):
            for entry in value:
                path = _path(entry.key)
                if verb == "change":
                    yield from _changes(path, entry.key.span, entry.value)
                elif verb == "insert":
                    yield from _insertions(path, entry.value)
                else:
                    yield _Claim(path, entry.key.span, takes=verb == "replace")


def _changes(path: tuple[str, ...], span: Span, value: Node) -> Iterator[_Claim]:
    """A plain new value takes the place of the old one; `by` and `wrap` keep it."""
    if not isinstance(value, Mapping):
        yield _Claim(path, span, takes=True)
    elif tuple(value.entries) in (("by",), ("wrap",)):
        yield _Claim(path, span, takes=False)
    else:
        for entry in value:
            yield from _changes((*path, *_path(entry.key)), entry.key.span, entry.value)


def _insertions(path: tuple[str, ...], value: Node) -> Iterator[_Claim]:
    if isinstance(value, Mapping):
        for entry in value:
            anchor = entry.key.text.partition(" ")[2].strip()
            yield _Claim((*path, anchor), entry.key.span, takes=False)


def _path(scalar: Scalar) -> tuple[str, ...]:
    return tuple(part.name for part in parts_of(scalar))


def _name(overlay: Mapping) -> str:
    name = overlay.get("variant")
    return name.text if isinstance(name, Scalar) else "the overlay"


def _names(overlay: Mapping, key: str) -> set[str]:
    value = overlay.get(key)
    items = value.items if isinstance(value, Sequence) else (value,)
    return {item.text for item in items if isinstance(item, Scalar)}

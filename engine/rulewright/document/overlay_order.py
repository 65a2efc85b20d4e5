"""Several overlays on one game: in what order they apply, and whether they may stand together."""

from collections.abc import Iterator
from collections.abc import Sequence as Many
from dataclasses import dataclass
from typing import Literal

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.document.overlay_paths import parts_of
from rulewright.text import Findings, Related, Span


@dataclass(frozen=True)
class _Claim:
    """A path that an overlay names. `touch`: it "takes" what stands there and below away; or it "mixes" something of
    its own into it, so that of two such at one place the order counts; or it "adds", where no order counts.
    """

    path: tuple[str, ...]
    span: Span
    touch: Literal["takes", "mixes", "adds"]
    side: str = ""  # of a step beside which something is inserted
    removes: bool = False  # nothing stands there afterwards, so whoever changes it comes before


def ordered(overlays: Many[Mapping], findings: Findings) -> list[Mapping]:
    """The overlays in the given order, except that each comes after those that it extends or names under `after:`."""
    left = list(overlays)
    done: list[Mapping] = []
    while left:
        waiting = {name_of(overlay) for overlay in left}
        free = next((o for o in left if not (_before(o) & waiting - {name_of(o)})), None)
        if free is None:
            names = ", ".join(f"`{name_of(overlay)}`" for overlay in left)
            related = tuple(Related(_after_span(overlay), "and here") for overlay in left[1:])
            message = f"{names} come after each other"
            keys = [key for key in ("after", "extends") if any(o.get(key) is not None for o in left)]
            help = f"drop one {' or '.join(f'`{key}`' for key in keys)}"
            findings.error("overlay-cycle", message, _after_span(left[0]), help=help, related=related)
            return done + left
        left.remove(free)
        done.append(free)
    return done


def check_conflicts(overlays: Many[Mapping], findings: Findings) -> bool:
    """Adds a finding for each path that two overlays touch so that their order counts, where none is said.

    Whether there was any.
    """
    before = len(findings)
    claims = [tuple(_claims(overlay)) for overlay in overlays]
    earlier_than = _order({name_of(o): _before(o) for o in overlays})
    for later, overlay in enumerate(overlays):
        for earlier, other in enumerate(overlays[:later]):
            mine, theirs = name_of(overlay), name_of(other)
            inline = overlay.get("variant") is None or other.get("variant") is None  # a test's own: meant to come last
            if _declared(overlay, other, findings) or _declared(other, overlay, findings) or inline:
                continue
            if theirs in earlier_than[mine] or mine in earlier_than[theirs]:
                continue
            if mine == theirs:
                related = (Related(name_span(other), "the first"),)
                message = f"two variants are called `{mine}`"
                help = "leave out one, or rename it"
                findings.error("overlay-conflict", message, name_span(overlay), help=help, related=related)
            else:
                _compare(claims[later], mine, claims[earlier], theirs, findings)
    return len(findings) > before


def name_of(overlay: Mapping) -> str:
    """The id of a variant; for an overlay that has none its title, or words."""
    name = overlay.get("variant") or overlay.get("title")
    return name.text if isinstance(name, Scalar) else "the overlay"


def scalars_at(overlay: Mapping, key: str) -> tuple[Scalar, ...]:
    """The names in the head of a variant under a key: one, or a list."""
    value = overlay.get(key)
    items = value.items if isinstance(value, Sequence) else (value,)
    return tuple(item for item in items if isinstance(item, Scalar))


def _declared(one: Mapping, other: Mapping, findings: Findings) -> bool:
    """Whether one says that it cannot stand beside the other: then that is all there is to say about the two."""
    name = name_of(other)
    for scalar in scalars_at(one, "conflicts"):
        if scalar.text == name:
            related = (Related(name_span(other), f"`{name}`"),)
            message = f"`{name_of(one)}` says that it cannot stand beside `{name}`"
            findings.error("overlay-conflict", message, scalar.span, help="leave out one of them", related=related)
            return True
    return False


def _before(overlay: Mapping) -> set[str]:
    return {s.text for key in ("extends", "after") for s in scalars_at(overlay, key)}


def _order(before: dict[str, set[str]]) -> dict[str, set[str]]:
    """For each name all that come before it, also by way of others."""
    found = {name: set(names) for name, names in before.items()}
    for _ in before:
        for names in found.values():
            names |= {far for near in names for far in found.get(near, ())}
    return found


def _compare(mine: Many[_Claim], my_name: str, theirs: Many[_Claim], their_name: str, findings: Findings) -> None:
    for a in mine:
        for b in theirs:
            if not _clash(a, b):
                continue
            path = ".".join(a.path if len(a.path) > len(b.path) else b.path)
            message = f"`{my_name}` and `{their_name}` both want to change `{path}`"
            first, last = (my_name, their_name) if b.removes else (their_name, my_name)
            help = f"say `after: {first}` in `{last}` if that is meant, or leave out one of them"
            related = (Related(b.span, f"`{their_name}` names it here"),)
            findings.error("overlay-conflict", message, a.span, help=help, related=related)


def _clash(a: _Claim, b: _Claim) -> bool:
    short = min(len(a.path), len(b.path))
    if a.path[:short] != b.path[:short]:
        return False
    if (a.touch == "takes" and len(a.path) == short) or (b.touch == "takes" and len(b.path) == short):
        return True
    return (a.path, a.side) == (b.path, b.side) and "mixes" in (a.touch, b.touch)


def _claims(overlay: Mapping) -> Iterator[_Claim]:
    for verb in ("remove", "replace", "change", "add", "append", "prepend", "insert"):
        value = overlay.get(verb)
        if verb == "remove" and isinstance(value, Sequence):
            for item in value.items:
                if isinstance(item, Scalar):
                    yield _Claim(_path(item), item.span, "takes", removes=True)
        elif isinstance(value, Mapping):
            for entry in value:
                path = _path(entry.key)
                if verb == "change":
                    yield from _changes(path, entry.key.span, entry.value)
                elif verb == "insert":
                    yield from _insertions(path, entry.value)
                else:
                    yield _Claim(path, entry.key.span, "takes" if verb == "replace" else "adds")


def _changes(path: tuple[str, ...], span: Span, value: Node) -> Iterator[_Claim]:
    """A plain new value takes the place of the old one; `by` and `wrap` keep it."""
    if not isinstance(value, Mapping):
        yield _Claim(path, span, "takes")
    elif tuple(value.entries) in (("by",), ("wrap",)):
        yield _Claim(path, span, "adds" if "by" in value.entries else "mixes")
    else:
        for entry in value:
            yield from _changes((*path, *_path(entry.key)), entry.key.span, entry.value)


def _insertions(path: tuple[str, ...], value: Node) -> Iterator[_Claim]:
    """Steps beside a step: they hang on it, and stand at a place where others may want to stand too."""
    if isinstance(value, Mapping):
        for entry in value:
            side, _, anchor = entry.key.text.partition(" ")
            yield _Claim((*path, anchor.strip()), entry.key.span, "mixes", side)


def _path(scalar: Scalar) -> tuple[str, ...]:
    return tuple(part.name for part in parts_of(scalar))


def name_span(overlay: Mapping) -> Span:
    """Where an overlay says what it is called."""
    name = overlay.get("variant")
    return name.span if name is not None else overlay.span


def _after_span(overlay: Mapping) -> Span:
    found = [s.span for key in ("after", "extends") for s in scalars_at(overlay, key)]
    return found[0] if found else overlay.span

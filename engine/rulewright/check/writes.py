"""What a sentence, block or body may write, read off its words alone: before a loop is elaborated, the facts that one
of its rounds may end must be known."""

from functools import singledispatch

from rulewright.check.core import Checker
from rulewright.expr import tree as t
from rulewright.model import definition as m

ANYTHING = frozenset({"*"})
_NOTHING: frozenset[str] = frozenset()


def writes(ck: Checker, what: object) -> frozenset[str]:
    """The variables and zones written (`*`: any)."""
    return _writes(what, ck, ())


def root_word(node: t.Expr) -> str | None:
    """The zone or variable that a place names."""
    while isinstance(node, t.Index | t.Attribute):
        node = node.base
    return node.name if isinstance(node, t.Name) else None


def own_cells_only(block: m.Block, root: str, names: set[str], mine: set[str]) -> bool:
    """Whether a block writes a zone or variable only in cells that its own loop values name (`mine`: words for one)."""
    places = _places(block)
    if places is None:
        return False
    for place in places:
        if root_word(place) == root:
            inner = place.base if isinstance(place, t.Attribute) else place
            words = {a.name for a in inner.args if isinstance(a, t.Name)} if isinstance(inner, t.Index) else set()
            if not (names <= words or (len(names) == 1 and words & mine)):
                return False
    return True


def _places(what: object) -> list[t.Expr] | None:
    """The places that a body writes by its own sentences; None if it also runs something."""
    if isinstance(what, t.Sentence):
        core = what.core
        if isinstance(core, t.Run | t.Perform):
            return None
        target = getattr(core, "target", None)
        found = [getattr(core, n, None) for n in ("source", "place", "zone")] + [target.place if target else None]
        return [f for f in found if isinstance(f, t.Expr)]
    parts: list[object] = []
    if isinstance(what, m.Block):
        parts = [what.do, what.else_, what.choose, what.or_.block if what.or_ is not None else None, what.meanwhile]
    elif isinstance(what, tuple):
        parts = list(what)
    elif isinstance(what, m.Step | m.Alternative):
        parts = [what.what]
    elif what is not None:
        return None
    places: list[t.Expr] = []
    for part in parts:
        inner = _places(part)
        if inner is None:
            return None
        places += inner
    return places


@singledispatch
def _writes(what: object, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:
    return _NOTHING


def _of(ck: Checker, *places: t.Expr | None) -> frozenset[str]:
    found: set[str] = set()
    for place in places:
        word = root_word(place) if place is not None else None
        while word is not None and word not in found:
            found.add(word)
            zone = ck.game.zones.get(word)  # taking from a zone may fill it up, and mix another one in
            word = None
            if zone is not None:
                for line in (zone.refill, zone.recycle_from):
                    source = root_word(line.value) if line is not None else None
                    if source is not None and source not in found:
                        word = source
    return frozenset(found)


@_writes.register
def _(what: t.Sentence, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:
    core = what.core
    if isinstance(core, t.Move | t.Draw):
        return _of(ck, core.source, core.target.place)
    if isinstance(core, t.Put):
        return _of(ck, core.target.place)
    if isinstance(core, t.Remove):
        return _of(ck, core.source)
    if isinstance(core, t.Shuffle):
        return _of(ck, core.zone)
    if isinstance(core, t.Roll | t.Assign):
        return _of(ck, core.place)
    if isinstance(core, t.Run):
        return _routine(core.name.name, ck, seen)
    return ANYTHING if isinstance(core, t.Perform) else _NOTHING


def _routine(name: str, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:
    if name in ck.body_writes:
        return ck.body_writes[name]
    routine = ck.game.routines.get(name)
    if routine is None or name in seen:
        return _NOTHING
    found = _writes(routine.block, ck, (*seen, name))
    ck.body_writes[name] = found  # in a cycle it may fall short; but that is an error of its own
    return found


def _action(name: str, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:
    if name in ck.symbols.groups:
        return frozenset().union(*(_action(a, ck, seen) for a in ck.symbols.groups[name]))
    key = f"action {name}"
    if key in ck.body_writes:
        return ck.body_writes[key]
    action = ck.game.actions.get(name)
    if action is None or key in seen:
        return _NOTHING
    found = _writes(action.block, ck, (*seen, key))
    ck.body_writes[key] = found
    return found


@_writes.register
def _(what: tuple, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:  # type: ignore[type-arg]
    return frozenset().union(*(_writes(part, ck, seen) for part in what))


@_writes.register
def _(what: m.Step, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:
    return _writes(what.what, ck, seen)


@_writes.register
def _(what: m.Cases, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:  # type: ignore[type-arg]
    parts = [part for _, _, part in what.cases] + ([what.otherwise] if what.otherwise is not None else [])
    return frozenset().union(*(_writes(part, ck, seen) for part in parts))


@_writes.register
def _(what: m.Alternative, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:
    return _writes(what.what, ck, seen)


@_writes.register
def _(what: t.Offer, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:
    return _action(what.name.name, ck, seen)


@_writes.register
def _(what: m.Block, ck: Checker, seen: tuple[str, ...]) -> frozenset[str]:
    parts: list[object] = [what.do, what.else_, what.choose, what.meanwhile]
    if what.or_ is not None:
        parts.append(what.or_.block)
    return frozenset().union(*(_writes(part, ck, seen) for part in parts if part is not None))

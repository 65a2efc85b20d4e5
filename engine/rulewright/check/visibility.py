"""Who may see what a pick goes over, and what a condition reads."""

from collections.abc import Iterator
from typing import Any, Literal

from rulewright.check.assumed import Assumed, options_read, possible_words, settings
from rulewright.check.checked import (
    BagArith,
    Bind,
    Builtin,
    CallDefine,
    Conditional,
    EnumT,
    Expr,
    IsEmpty,
    Local,
    Logic,
    Read,
    Special,
    Var,
    VarPlace,
    ZonePlace,
)
from rulewright.check.core import Checker
from rulewright.check.scope import Env
from rulewright.expr import tree as t
from rulewright.text import Span

Cell = VarPlace | ZonePlace


def hidden(ck: Checker, place: Cell, env: Env) -> Literal["surely", "perhaps"] | None:
    """Whether `me` cannot see a cell: surely under the default options, or perhaps, with some number of players or
    under another value of an option."""
    name = place.zone if isinstance(place, ZonePlace) else place.variable
    seen = ck.seen_by.get(name)
    if seen is None or name in env.looked or name in env.shown:
        return None
    usual, others = settings(ck, env.facts, options_read(ck, seen, parts_of))
    found = [_hides(ck, seen, place, assumed, env) for assumed in usual]
    if found and all(found):
        return "surely"
    return "perhaps" if any(found) or any(_hides(ck, seen, place, o, env) for o in others) else None


def _hides(ck: Checker, seen: Expr, place: Cell, assumed: Assumed, env: Env) -> bool:
    words = possible_words(ck, seen, assumed)
    if "everyone" in words:
        return False
    if "owner" not in words:
        return True
    name = place.zone if isinstance(place, ZonePlace) else place.variable
    for key, of in zip(place.keys, ck.symbols.cells[name].keys, strict=False):
        if isinstance(of.type, EnumT) and of.type.name == "player":
            return not _is_me(key, env)
    return False


def _is_me(key: Expr, env: Env) -> bool:
    if isinstance(key, Special):
        return key.name == "me"
    return isinstance(key, Local) and key.var in env.selves


def check_pick(ck: Checker, domain: Expr, env: Env, at: t.Node) -> None:
    """Reports a pick over a zone that `me` cannot see."""
    while isinstance(domain, BagArith):
        domain = domain.bag
    place = domain.place if isinstance(domain, Read) else None
    if not env.sit.me or not isinstance(place, ZonePlace):
        return
    how, zone = hidden(ck, place, env), place.zone
    cure = f"`look at {zone}` before, or `pick .. at random`"
    if how == "surely":
        ck.error("hidden-pick", f"`me` cannot see `{zone}`, and would have to pick from it", at, cure)
    elif how == "perhaps":
        message = f"with other options, or another number of players, `me` cannot see `{zone}` to pick from it"
        ck.warning("hidden-pick", message, at, cure)


def check_condition(ck: Checker, expr: Expr, env: Env, at: Span) -> None:
    """Reports a condition of an action or routine that tells `me` what it cannot see."""
    if not env.sit.me or not env.sit.root.startswith(("actions.", "routines.", "play")):
        return
    place = _told(ck, expr, env)
    if place is not None:
        name = place.zone if isinstance(place, ZonePlace) else place.variable
        ck.doubt("leaks-hidden", f"whether this may be done tells what is in `{name}`, which `me` cannot see", at,
                 "only the size of a hidden zone is known to all")  # fmt: skip


def check_shown(ck: Checker, target: str, value: Expr, env: Env, at: t.Node) -> None:
    """Reports a value that tells what somebody cannot see, and is written where everybody sees it."""
    if target in ck.seen_by or not env.sit.root.startswith(("actions.", "routines.", "play")):
        return
    usual, _ = settings(ck, env.facts, ())
    section, _, root = env.sit.root.partition(".")
    moved = ck.writes(getattr(ck.game, section)[root].block) if root else frozenset()
    for place in content_reads(ck, value):
        name = place.zone if isinstance(place, ZonePlace) else place.variable
        seen = None if name in env.shown | moved else ck.seen_by.get(name)
        if seen is not None and not any("everyone" in possible_words(ck, seen, assumed) for assumed in usual):
            ck.doubt("shows-hidden", f"`{target}` is seen by all, and would tell what is in `{name}`, which is not", at,
                     f"`show {name}` before, or give `{target}` a `seen_by:`")  # fmt: skip
            return


def _told(ck: Checker, expr: Expr, env: Env) -> Cell | None:
    """A cell that a condition tells of. What stands behind a test of an option is read under that option only."""
    steps: list[tuple[Expr, Env]] = []
    if isinstance(expr, Logic):
        for part in expr.parts:
            steps.append((part, env))
            env = env.knowing(ck.implied(part, expr.op == "and"))
    elif isinstance(expr, Conditional):
        yes, no = (env.knowing(ck.implied(expr.condition, when)) for when in (True, False))
        steps = [(expr.condition, env), (expr.then, yes), (expr.otherwise, no)]
    else:
        return next((p for p in content_reads(ck, expr) if hidden(ck, p, env) == "surely"), None)
    return next((told for part, known in steps if (told := _told(ck, part, known)) is not None), None)


def content_reads(ck: Checker, expr: Expr) -> Iterator[Cell]:
    """The cells whose content (not only its size) an expression reads, through defines too."""
    if isinstance(expr, IsEmpty) or (isinstance(expr, Builtin) and expr.name == "size"):
        inner = expr.what if isinstance(expr, IsEmpty) else expr.args[0]
        if isinstance(inner, Read):
            for key in inner.place.keys:
                yield from content_reads(ck, key)
            return
    if isinstance(expr, Read):
        yield expr.place
    if isinstance(expr, CallDefine):
        define = ck.defines.get(expr.name)
        if define is not None:
            given = dict(zip(define.params, expr.args, strict=False))
            for place in _reads_of(ck, expr.name):
                yield _with_arguments(place, given)
    for part in parts_of(expr):
        yield from content_reads(ck, part)


def _reads_of(ck: Checker, name: str) -> tuple[Cell, ...]:
    if name not in ck.define_reads:
        found = content_reads(ck, ck.defines[name].value)
        ck.define_reads[name] = tuple(dict.fromkeys(p for p in found if _is_secret(ck, p)))
    return ck.define_reads[name]


def _is_secret(ck: Checker, place: Cell) -> bool:
    name = place.zone if isinstance(place, ZonePlace) else place.variable
    declared = ck.game.zones.get(name) or ck.game.variables.get(name)
    return declared is not None and declared.seen_by is not None


def _with_arguments(place: Cell, given: dict[Var, Expr]) -> Cell:
    keys = tuple(given.get(k.var, k) if isinstance(k, Local) else k for k in place.keys)
    if isinstance(place, ZonePlace):
        return ZonePlace(place.zone, keys, at=place.at)
    return VarPlace(place.variable, keys, at=place.at)


def parts_of(expr: Expr) -> Iterator[Expr]:
    """The expressions that an expression is made of, one level down."""
    for name in expr.__dataclass_fields__:
        if name not in ("type", "at"):
            yield from _exprs_in(getattr(expr, name))


def _exprs_in(part: Any) -> Iterator[Expr]:
    if isinstance(part, Expr):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from _exprs_in(inner)
    elif isinstance(part, Bind):
        yield part.domain
        if part.where is not None:
            yield part.where
    elif isinstance(part, VarPlace | ZonePlace):
        yield from part.keys

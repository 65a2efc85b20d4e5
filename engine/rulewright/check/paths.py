"""Paths: pure expressions of locals, cells, attributes and calls of defines, as keys that can be compared.

A key is a nested tuple, so that what is known of a define's parameters can be carried over to a call by putting the
arguments in their place.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from rulewright.check.checked import (
    AttrOf,
    Bind,
    Builtin,
    CallDefine,
    CallTable,
    CastTo,
    Const,
    EnumT,
    Expr,
    FieldOf,
    KeyIn,
    Local,
    Lookup,
    NumberOf,
    OptionValue,
    Read,
    Special,
    Type,
    Var,
    VarPlace,
    ZonePlace,
)

Key = tuple[Any, ...]


@dataclass(frozen=True)
class Export:
    """What a define tells of its parameters when it is true, and when it is false; and the cells it reads."""

    params: tuple[Var, ...]
    when: dict[bool, dict[Key, Type]] = field(default_factory=dict)
    reads: frozenset[str] = frozenset()


Exports = Callable[[str], Export]


def key_of(expr: Expr) -> Key | None:
    """The key of a path, or None for an expression that is none."""
    maker = _KEYS.get(type(expr))
    return None if maker is None else maker(expr)


def _many(exprs: Iterable[Expr]) -> tuple[Key, ...] | None:
    keys = tuple(key_of(e) for e in exprs)
    return None if any(k is None for k in keys) else keys  # type: ignore[return-value]


def _with(head: tuple[Any, ...], exprs: Iterable[Expr]) -> Key | None:
    keys = _many(exprs)
    return None if keys is None else (*head, *keys)


def read_key(name: str, keys: Iterable[Expr]) -> Key | None:
    """The key of a variable's or zone's cell."""
    return _with(("read", name), keys)


def _read(expr: Any) -> Key | None:
    place = expr.place
    return read_key(place.zone if isinstance(place, ZonePlace) else place.variable, place.keys)


_KEYS: dict[type[Expr], Callable[[Any], Key | None]] = {
    Const: lambda e: ("const", e.value),
    Local: lambda e: ("local", e.var),
    Special: lambda e: ("special", e.name),
    OptionValue: lambda e: ("option", e.name),
    Read: _read,
    FieldOf: lambda e: _with(("field", e.field), (e.record,)),
    AttrOf: lambda e: _with(("attr", e.name), (e.base, *e.args)),
    Lookup: lambda e: _with(("lookup",), (e.map, *e.keys)),
    CallDefine: lambda e: _with(("define", e.name), e.args),
    CallTable: lambda e: _with(("table", e.name), (e.arg,)),
    KeyIn: lambda e: key_of(e.value),
    CastTo: lambda e: _with(("as", e.to.name if isinstance(e.to, EnumT) else ""), (e.value,)),
    NumberOf: lambda e: _with(("number",), (e.what, e.zone)),
    Builtin: lambda e: None if e.actions else _with(("built-in", e.name, e.board), e.args),
}


def replaced(key: Key, old: dict[Key, Key]) -> Key:
    """The key with some of its parts replaced."""
    if key in old:
        return old[key]
    return tuple(replaced(part, old) if isinstance(part, tuple) else part for part in key)


def roots(key: Key, exports: Exports) -> frozenset[str]:
    """The variables and zones that a path reads; `me` counts as one, since `by` changes it."""
    found: set[str] = set()
    _collect(key, exports, found)
    return frozenset(found)


def _collect(key: Key, exports: Exports, found: set[str]) -> None:
    head = key[0] if key else None
    if head in ("read", "special"):
        found.add(key[1])
    elif head == "define":
        found |= exports(key[1]).reads
    for part in key:
        if isinstance(part, tuple):
            _collect(part, exports, found)


def reads_with(key: Key, root: str) -> tuple[Any, ...]:
    """The keys with which a path reads a zone or variable; empty if it reads it in several ways, or in a define."""
    found: list[tuple[Any, ...]] = []

    def seek(part: Key) -> None:
        if part and part[0] == "read" and part[1] == root:
            found.append(part[2:])
        if part and part[0] == "define":
            found.append(())
        for inner in part:
            if isinstance(inner, tuple):
                seek(inner)

    seek(key)
    return found[0] if len(found) == 1 else ()


def locals_of(key: Key) -> set[Var]:
    """The locals that a path names."""
    found: set[Var] = set()
    for part in key:
        if isinstance(part, Var):
            found.add(part)
        elif isinstance(part, tuple):
            found |= locals_of(part)
    return found


def some_key(var: Var, domain: Expr, where: Expr | None) -> Key:
    """The fact that a domain has a value for which a condition holds."""
    key = ("some", _shape(domain), None if where is None else _shape(where))
    return replaced(key, {("local", var): ("bound",)})


def _shape(part: Any) -> Any:
    """Any expression as nested tuples, so that equal words give equal keys."""
    if isinstance(part, Expr):
        key = key_of(part)
        if key is not None:
            return key
        names = [n for n in part.__dataclass_fields__ if n not in ("type", "at")]
        return ("expr", type(part).__name__, *(_shape(getattr(part, n)) for n in names))
    if isinstance(part, ZonePlace | VarPlace):
        name = part.zone if isinstance(part, ZonePlace) else part.variable
        return ("read", name, *(_shape(k) for k in part.keys))
    if isinstance(part, Bind):
        return ("bind", part.var, _shape(part.domain), _shape(part.where))
    return tuple(_shape(p) for p in part) if isinstance(part, tuple) else part


def size_key(zone: Key) -> Key:
    """The size of a zone, by the zone's key."""
    return ("built-in", "size", None, zone)


def holds_key(zone: Key, item: Key) -> Key:
    """The fact that a zone or bag holds a piece."""
    return ("holds", zone, item)


def at_least_key(left: Key, right: Key) -> Key:
    """The fact that one number is no less than another."""
    return ("at least", left, right)


def every_key(player: Key, key: Key) -> Key:
    """The fact that something is so for every player, from the fact about one."""
    return ("every", replaced(key, {player: ("bound",)}))


def table_key(table: str, key: Key) -> Key:
    """The fact that a number is one of a table's keys."""
    return ("key of", table, key)

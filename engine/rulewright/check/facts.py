"""Facts: what is known of values that nothing has written since, above all that they are not none.

A fact belongs to a *path*: a pure expression of locals, cells, attributes and calls of defines. Its key is a nested
tuple, so that a define's own facts can be carried over to a call by putting the arguments in the place of its
parameters. Facts come from `where`, `needs`, `if`, `and`, slot domains and writes; a write to a cell that a path reads
ends them.
"""

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.check import types
from rulewright.check.checked import (
    Aggregate,
    AllOf,
    AttrOf,
    BagArith,
    Bind,
    CallDefine,
    CaseExpr,
    CastTo,
    Compare,
    Conditional,
    Const,
    EnumT,
    Expr,
    FieldOf,
    In,
    IsEmpty,
    KeysOf,
    Logic,
    Lookup,
    Not,
    NumberT,
    Occupied,
    OptionValue,
    Over,
    Read,
    SetConst,
    TableKeys,
    Type,
)
from rulewright.check.paths import (
    Exports,
    Key,
    at_least_key,
    every_key,
    holds_key,
    key_of,
    locals_of,
    replaced,
    roots,
    size_key,
    some_key,
    table_key,
)

HELD = Type()  # known not to be none, and no more
OPTION_IS, OPTION_IS_NOT = "option is", "option is not"


def _merge(one: Type, other: Type) -> Type:
    if one is HELD or other is HELD:
        return types.strip(one if other is HELD else other)
    return types.meet(one, other)


def _either(one: Type, other: Type) -> Type | None:
    if one is HELD or other is HELD:
        rest = one if other is HELD else other
        return None if types.may_be_none(rest) else HELD
    return types.join(one, other)


class Facts:
    """Types that are known of paths, narrower than their own."""

    def __init__(self, known: "dict[Key, Type] | None" = None) -> None:
        self.known: dict[Key, Type] = known if known is not None else {}

    def type_of(self, expr: Expr) -> Type:
        """The narrowest type known for an expression."""
        if not self.known:
            return expr.type
        key = key_of(expr)
        found = self.known.get(key) if key is not None else None
        return expr.type if found is None else _merge(expr.type, found)

    def plus(self, more: dict[Key, Type]) -> "Facts":
        """These facts and others."""
        if not more:
            return self
        both = dict(self.known)
        for key, of in more.items():
            both[key] = _merge(of, both[key]) if key in both else of
        return Facts(both)

    def less(self, written: Iterable[str], exports: Exports) -> "Facts":
        """The facts that outlive a write to some variables or zones (`*`: to anything)."""
        names = frozenset(written)
        if not self.known or not names:
            return self
        if "*" in names:
            return Facts({k: t for k, t in self.known.items() if not roots(k, exports)})
        return Facts({k: t for k, t in self.known.items() if not roots(k, exports) & names})


def not_none(expr: Expr) -> dict[Key, Type]:
    """What follows from an expression not being none: what it was read through is not none either."""
    found: dict[Key, Type] = {}
    here: Expr | None = expr
    while here is not None:
        key = key_of(here)
        if key is not None:
            found[key] = types.strip(here.type)
        here = _read_through(here)
    if isinstance(expr, Read | Lookup):
        for inner in expr.place.keys if isinstance(expr, Read) else expr.keys:
            if types.may_be_none(inner.type):
                found |= not_none(inner)
    return found


def _read_through(expr: Expr) -> Expr | None:
    if isinstance(expr, FieldOf):
        return expr.record
    if isinstance(expr, AttrOf):
        return expr.base
    if isinstance(expr, Lookup):
        return expr.map
    return expr.value if isinstance(expr, CastTo) else None


def implied(expr: Expr, when: bool, exports: Exports) -> dict[Key, Type]:
    """What follows from a condition being true, or being false."""
    maker = _IMPLIED.get(type(expr))
    return maker(expr, when, exports) if maker else _plain(expr, when)


def _plain(expr: Expr, when: bool) -> dict[Key, Type]:
    return {}


def _logic(expr: Any, when: bool, exports: Exports) -> dict[Key, Type]:
    parts = [implied(p, when, exports) for p in expr.parts]
    return _all(parts) if (expr.op == "and") is when else _common(parts)


def _all(parts: list[dict[Key, Type]]) -> dict[Key, Type]:
    found: dict[Key, Type] = {}
    for part in parts:
        for key, of in part.items():
            found[key] = _merge(of, found[key]) if key in found else of
    return found


def _common(parts: list[dict[Key, Type]]) -> dict[Key, Type]:
    found: dict[Key, Type] = {}
    for key, of in (parts[0] if parts else {}).items():
        joined: Type | None = of
        for other in parts[1:]:
            joined = _either(joined, other[key]) if joined is not None and key in other else None
        if joined is not None:
            found[key] = joined
    return found


def _not(expr: Any, when: bool, exports: Exports) -> dict[Key, Type]:
    return implied(expr.operand, not when, exports)


def _compare(expr: Any, when: bool, exports: Exports) -> dict[Key, Type]:
    if expr.op in ("is", "is not"):
        return _same(expr.left, expr.right) if (expr.op == "is") is when else _different(expr.left, expr.right)
    op = expr.op if when else {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[expr.op]
    found: dict[Key, Type] = {}
    for left, right, how in ((expr.left, expr.right, op), (expr.right, expr.left, _TURNED[op])):
        key = key_of(left)
        if key is None or isinstance(left, Const) or not isinstance(right.type, NumberT):
            continue
        if how in ("<", "<="):
            high = right.type.high
            bound = NumberT(None, None if high is None else high - (how == "<"))
        else:
            low = right.type.low
            bound = NumberT(None if low is None else low + (how == ">"), None)
        if bound != NumberT():
            found[key] = types.meet(left.type, bound)
    low, high = (expr.right, expr.left) if op in (">", ">=") else (expr.left, expr.right)
    low_key, high_key = key_of(low), key_of(high)
    if low_key is not None and high_key is not None:
        found[at_least_key(high_key, low_key)] = HELD
    return found


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _option(expr: OptionValue, when: bool, exports: Exports) -> dict[Key, Type]:
    return {(OPTION_IS, expr.name, when): HELD}


def _same(left: Expr, right: Expr) -> dict[Key, Type]:
    found: dict[Key, Type] = {}
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Const):
            continue
        if isinstance(one, OptionValue) and isinstance(other, Const):
            found[OPTION_IS, one.name, other.value] = HELD
        if types.may_be_none(one.type) and not types.may_be_none(other.type):
            found |= not_none(one)
        key = key_of(one)
        if key is not None:
            found[key] = types.meet(one.type, other.type)
            other_key = key_of(other)
            if isinstance(types.strip(one.type), NumberT) and other_key is not None:
                found[at_least_key(key, other_key)] = HELD
    return found


def _different(left: Expr, right: Expr) -> dict[Key, Type]:
    for one, other in ((left, right), (right, left)):
        if not isinstance(other, Const):
            continue
        if other.value is None:
            return not_none(one)
        if isinstance(one, OptionValue):
            return {(OPTION_IS_NOT, one.name, other.value): HELD}
        key = key_of(one)
        if key is None:
            continue
        if isinstance(other.type, EnumT) and isinstance(other.value, int):
            return {key: types.without(one.type, frozenset({other.value}))}
        if isinstance(one.type, NumberT) and one.type.low == other.value and isinstance(other.value, int):
            return {key: NumberT(other.value + 1, one.type.high)}
    return {}


def _empty(expr: IsEmpty, when: bool, exports: Exports) -> dict[Key, Type]:
    key = key_of(expr.what)
    if key is None:
        return {}
    return {size_key(key): NumberT(0, 0) if when is not expr.negated else NumberT(1, None)}


def _any(expr: Over, when: bool, exports: Exports) -> dict[Key, Type]:
    if expr.kind != "any":
        return {}
    bind = expr.bind
    if when:
        return {some_key(bind.var, bind.domain, bind.where): HELD}
    return _every(bind, implied(bind.where, False, exports)) if bind.where is not None else {}


def _all_of(expr: Aggregate, when: bool, exports: Exports) -> dict[Key, Type]:
    if expr.kind != "all" or not when or len(expr.binds) != 1 or expr.binds[0].where is not None:
        return {}
    return _every(expr.binds[0], implied(expr.value, True, exports))


def _every(bind: Bind, facts: dict[Key, Type]) -> dict[Key, Type]:
    """What is so for every player, from what is so for the player bound."""
    if not isinstance(bind.domain, AllOf) or bind.domain.enum not in ("player", "seat"):
        return {}
    player = ("local", bind.var)
    return {every_key(player, key): of for key, of in facts.items() if bind.var in locals_of(key)}


def _in(expr: In, when: bool, exports: Exports) -> dict[Key, Type]:
    key = key_of(expr.item)
    inner = types.element(expr.container.type)
    if inner is None:
        return {}
    if when is not expr.negated:
        found = not_none(expr.item) if types.may_be_none(expr.item.type) else {}
        if key is not None and not isinstance(expr.item, Const):
            found[key] = types.meet(types.strip(expr.item.type), inner)
        return found | held(expr.item, expr.container)
    if key is None or not isinstance(expr.container, AllOf | SetConst) or not isinstance(inner, EnumT):
        return {}
    if isinstance(expr.container, SetConst) and not all(isinstance(i, Const) for i in expr.container.items):
        return {}
    if isinstance(expr.container, AllOf) and expr.container.enum == "player":
        return {}
    return {key: types.without(expr.item.type, inner.ids)}


def held(item: Expr, domain: Expr) -> dict[Key, Type]:
    """What follows from a value being in a domain, besides its type: a slot's space holds a piece, a map's key has a
    value."""
    item_key = key_of(item)
    if item_key is None:
        return {}
    if isinstance(domain, Occupied):
        return {("read", domain.zone, item_key): HELD}
    if isinstance(domain, TableKeys):
        return {table_key(domain.name, item_key): HELD}
    if isinstance(domain, Read):
        zone = key_of(domain)
        return {} if zone is None else {holds_key(zone, item_key): HELD, size_key(zone): NumberT(1, None)}
    if isinstance(domain, BagArith):
        return held(item, domain.bag) if domain.op == "-" else {}
    if isinstance(domain, KeysOf):
        base = key_of(domain.map)
        return {} if base is None else {("lookup", base, item_key): HELD}
    return {}


def _call(expr: CallDefine, when: bool, exports: Exports) -> dict[Key, Type]:
    export = exports(expr.name)
    facts = export.when.get(when)
    found: dict[Key, Type] = {}
    if facts:
        args = [key_of(a) for a in expr.args]
        known = {("local", p): a for p, a in zip(export.params, args, strict=False) if a is not None}
        params = set(export.params)
        for key, of in facts.items():
            if all(("local", v) in known for v in locals_of(key) & params):
                found[replaced(key, known)] = of
    return found


def _conditional(expr: Conditional, when: bool, exports: Exports) -> dict[Key, Type]:
    ways = []
    for test, branch in ((True, expr.then), (False, expr.otherwise)):
        if not (isinstance(branch, Const) and branch.value is not when and isinstance(branch.value, bool)):
            ways.append(implied(expr.condition, test, exports) | implied(branch, when, exports))
    return _common(ways)


def _cases(expr: CaseExpr, when: bool, exports: Exports) -> dict[Key, Type]:
    values = [value for _, value in expr.cases] + ([expr.otherwise] if expr.otherwise is not None else [])
    return _common([implied(v, when, exports) for v in values])


_IMPLIED: dict[type[Expr], Callable[[Any, bool, Exports], dict[Key, Type]]] = {
    Logic: _logic,
    Not: _not,
    Compare: _compare,
    OptionValue: _option,
    In: _in,
    IsEmpty: _empty,
    Over: _any,
    Aggregate: _all_of,
    CallDefine: _call,
    Conditional: _conditional,
    CaseExpr: _cases,
}

"""What rows write as values: numbers, words, sets, maps, cases."""

import re

from rulewright.check import types
from rulewright.check.checked import (
    Const,
    EffectT,
    EnumT,
    Expr,
    MapConst,
    MapT,
    NumberT,
    PowersT,
    SetConst,
    SetT,
    Type,
)
from rulewright.check.core import AttrValue, Checker
from rulewright.check.lines import read_line
from rulewright.check.scope import Env
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Span, did_you_mean

# ---------- values ----------


def data_value(ck: Checker, value: m.AttrValue, wanted: Type, env: Env) -> Expr:
    """A value that is data, with the type that is declared or guessed (UNKNOWN: as it comes)."""
    inner = types.strip(wanted)
    if isinstance(inner, SetT):
        if value.items is not None:
            items = tuple(data_value(ck, i, inner.of, env) for i in value.items)
            return SetConst(items, type=SetT(ck.joined([(i, i.at) for i in items], value.at)), at=value.at)
        line = value.line() if value.line is not None else None
        if isinstance(line, t.Line) and not isinstance(line.value, t.SetOf):
            one = data_value(ck, value, inner.of, env)
            if not isinstance(one.type, SetT):
                return SetConst((one,), type=SetT(one.type), at=value.at)  # a lone value is a set of one
            return one
    if inner == types.UNKNOWN and value.line is None:
        return ck.hole(value.at)  # its type is reported where it is declared
    if isinstance(inner, MapT):
        if value.mapping is not None and value.line is None:
            return _map(ck, value, inner, env)
        keys = " and ".join(types.called(key) for key in inner.keys)
        help = f"write `{{KEY: VALUE, ..}}`, each key a value of {keys}"
        ck.error("type", f"{types.called(wanted)} is written as a mapping", value.at, help)
        return ck.hole(value.at)
    if value.line is None:
        ck.error("type", f"this is no value of {types.called(wanted)}", value.at)
        return ck.hole(value.at)
    found = value.line()
    if found is None:
        return ck.hole(value.at)
    if inner == types.UNKNOWN:
        return read_line(ck, found, env)[0]
    return read_line(ck, found, env, wanted, "this attribute")[0]


def _map(ck: Checker, value: m.AttrValue, of: MapT, env: Env) -> Expr:
    items: list[tuple[tuple[int, ...], Expr]] = []
    key_type, rest = of.keys[0], of.keys[1:]
    inner: Type = MapT(rest, of.value) if rest else of.value
    for word, part in (value.mapping or {}).items():
        at = value.key_spans.get(word, value.at)
        key = _map_key(ck, word, key_type, at)
        if key is None:
            continue
        made = data_value(ck, part, inner, env)
        if isinstance(made, MapConst):
            items += [((key, *k), v) for k, v in made.items]
        else:
            items.append(((key,), made))
    found: Type = of
    if of.value == types.UNKNOWN and items:
        found = MapT(of.keys, ck.joined([(v, v.at) for _, v in items], value.at))
    return MapConst(tuple(items), type=found, at=value.at)


def _map_key(ck: Checker, word: str, of: Type, at: Span) -> int | None:
    if isinstance(of, EnumT):
        values = ck.symbols.values_of(of)
        if word in values:
            return values[word]
        ck.error("unknown-name", f"`{word}` is no {types.called(of)}", at, did_you_mean(word, values))
        return None
    if isinstance(of, NumberT) and re.fullmatch(r"-?[0-9]+", word):
        return int(word)
    ck.error("type", f"`{word}` is not {types.called(of)}", at)
    return None


def row_default(of: Type, at: Span) -> AttrValue:
    """What a row has that does not say: 0, false, empty, none."""
    inner = types.strip(of)
    if isinstance(of, MapT):
        return MapConst((), type=of, at=at)
    if isinstance(of, SetT):
        return SetConst((), type=of, at=at)
    if isinstance(of, NumberT):
        return Const(0, type=NumberT(0, 0), at=at)
    if of == types.TRUTH:
        return Const(False, type=of, at=at)
    return None if isinstance(inner, EffectT | PowersT) else Const(None, type=types.NONE, at=at)

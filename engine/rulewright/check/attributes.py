"""Attributes of kind values, spaces and cards: their types, and what each row gives them.

`has:` declares the attributes of a component's rows. Those of kinds and of a board's own spaces are read off their
values: numbers, truths, words of a kind, sets, maps, cases, expressions and sentences.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulewright.check import types
from rulewright.check.boards import edge_type_of
from rulewright.check.checked import (
    Code,
    Const,
    EffectT,
    EnumT,
    Expr,
    MapT,
    NumberT,
    PowersT,
    SetT,
    Type,
    Var,
)
from rulewright.check.core import AttrValue, Checker
from rulewright.check.declarations import type_of
from rulewright.check.defines import params_of
from rulewright.check.scope import Env, Situation, Uses
from rulewright.check.symbols import AttrInfo
from rulewright.check.values import data_value, row_default
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Span, did_you_mean

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_VERB = re.compile(
    r"(move|draw|put|remove|shuffle|roll|set|add|subtract|pay|let|pick|perform|open|show|look|say|end)\s+\S|nothing\b"
)
_NUMBER = re.compile(r"-?\d+")
_CALL = re.compile(r"([a-z_][a-z0-9_]*)\(")


@dataclass(frozen=True)
class Source:
    """A declaration with rows: a kind, a board with spaces of its own, a type of edge, a component."""

    name: str
    path: str
    rows: dict[str, m.Row]
    has: dict[str, m.AttrDef] | None  # None: read off the values


def sources(ck: Checker) -> list[Source]:
    """All declarations with rows."""
    found = [Source(k.name, f"kinds.{k.name}", k.values, None) for k in ck.game.kinds.values()]
    for board in ck.game.boards.values():
        if any(ck.symbols.words.get(board.name, {}).get(r) is not None for r in board.spaces):
            own = {n: r for n, r in board.spaces.items() if r.attributes}
            if own:
                found.append(Source(board.name, f"boards.{board.name}.{board.shape}", board.spaces, None))
        if board.between:
            edge = edge_type_of(board)
            found.append(Source(edge, f"boards.{board.name}.between", board.between, None))
    found += [
        Source(c.name, f"components.{c.name}.rows", c.rows, c.has)
        for c in ck.game.components.values()
        if c.rows is not None
    ]
    return found


def declare_attributes(ck: Checker) -> None:
    """The types of all attributes; what stands in kinds and spaces is elaborated here, the cards' rows later."""
    for source in sources(ck):
        if source.has is not None:
            _declare_has(ck, source, source.has)
    for source in sources(ck):
        if source.has is None:
            _read_off(ck, source)
    _of_pictures(ck)
    for name, infos in ck.symbols.attrs.items():
        if any(isinstance(i.type, NumberT) for i in infos.values()) and not any(i.params for i in infos.values()):
            _bound(ck, name, infos)


def _bound(ck: Checker, name: str, infos: dict[str, AttrInfo]) -> None:
    """Cards are data: the numbers that their rows give bound what is read."""
    elaborate_attribute(ck, name)
    values = ck.attr_values.get(name, {})
    for owner, info in infos.items():
        given = [v for i in ck.symbols.enums[owner].ids if isinstance(v := values.get(i), Expr)]
        numbers = [v.type for v in given]
        if isinstance(info.type, NumberT) and numbers and all(isinstance(n, NumberT) for n in numbers):
            joined: Type = numbers[0]
            for number in numbers[1:]:
                joined = types.join(joined, number) or types.NUMBER
            infos[owner] = replace(info, type=joined)


def _declare_has(ck: Checker, source: Source, has: dict[str, m.AttrDef]) -> None:
    for name, declared in has.items():
        env = Env(Situation())
        params = params_of(ck, declared.params, env)
        of = _declared_type(ck, declared.type)
        if not params and isinstance(of, EnumT) and any(name not in r.attributes for r in source.rows.values()):
            of = types.opt(of)  # what a row leaves out is none
        ck.symbols.attrs.setdefault(name, {})[source.name] = AttrInfo(of, params, declared.at)
    for row in source.rows.values():
        for name, at in row.attribute_spans.items():
            if name not in has:
                ck.error("unknown-name", f"`{source.name}` has no attribute `{name}`", at, did_you_mean(name, has))


def _declared_type(ck: Checker, node: t.TypeExpr) -> Type:
    if isinstance(node.base, t.Ident) and node.base.name in ("effect", "powers"):
        return types.EFFECT if node.base.name == "effect" else types.POWERS
    return type_of(ck, node)


# ---------- kinds and spaces: types by the look of the values ----------


def _read_off(ck: Checker, source: Source) -> None:
    names = dict.fromkeys(name for row in source.rows.values() for name in row.attributes)
    for name in names:
        given = [(row, row.attributes[name]) for row in source.rows.values() if name in row.attributes]
        first_at = given[0][0].attribute_spans[name]
        if all(_is_effect(ck, value) for _, value in given):
            ck.symbols.attrs.setdefault(name, {})[source.name] = AttrInfo(types.EFFECT, (), first_at)
            continue
        broken = f"{source.name}.{name}" in ck.symbols.broken
        wanted = None if broken else _wanted(ck, name, [v for _, v in given])
        if wanted is None:
            ck.symbols.attrs.setdefault(name, {})[source.name] = AttrInfo(types.UNKNOWN, (), first_at)
            continue
        values = {row.name: data_value(ck, value, wanted, Env(Situation())) for row, value in given}
        of = _joined(ck, name, values, given)
        if len(given) < len(source.rows):
            of = _with_default(of)
        ck.symbols.attrs.setdefault(name, {})[source.name] = AttrInfo(of, (), first_at)
        _store(ck, source, name, values, of)


def _joined(
    ck: Checker, name: str, values: dict[str, Expr], given: list[tuple[m.Row, m.AttrValue]]
) -> Type:
    of: Type | None = None
    for row, _ in given:
        value = values[row.name]
        wider = value.type if of is None else types.join(of, value.type)
        if wider is None:
            ck.error("type", f"`{name}` is {types.called(value.type)} here, {types.called(of)} before", value.at)  # type: ignore[arg-type]
            return types.UNKNOWN
        of = wider
    return ck.symbols.widened(of) if of is not None else types.UNKNOWN


def _with_default(of: Type) -> Type:
    if isinstance(of, NumberT):
        return types.join(of, NumberT(0, 0)) or of
    return of if types.has_default(of) else types.opt(of)


def _is_effect(ck: Checker, value: m.AttrValue) -> bool:
    if value.block is not None and value.line is None:
        return True
    if value.text is None:
        return False
    call = _CALL.match(value.text)
    return bool(_VERB.match(value.text)) or (call is not None and call[1] in ck.game.routines)


_Word = tuple[str, Span]


def _words(values: Iterable[m.AttrValue]) -> list[_Word]:
    found = []
    for value in values:
        if value.items is not None:
            found += [(i.text, i.at) for i in value.items if i.text is not None]
        elif value.text is not None and _WORD.fullmatch(value.text) and value.text not in ("true", "false", "none"):
            found.append((value.text, value.at))
    return found


def _wanted(ck: Checker, name: str, values: list[m.AttrValue]) -> Type | None:
    """The type that the values' words belong to, as a hint; UNKNOWN where there are none. None after a finding."""
    plain = [v for v in values if v.mapping is None or v.line is not None]
    maps = [v for v in values if v.mapping is not None and v.line is None]
    if maps:
        words = [(k, v.key_spans.get(k, v.at)) for v in maps for k in v.mapping or {}]
        if not words:
            ck.error("type", f"`{name}` is an empty mapping everywhere, so nobody knows what it is per", maps[0].at,
                     "write a key and a value, or leave it out")  # fmt: skip
            return None
        keys = _enum_of(ck, "", words)
        if keys is None:
            return None
        inner = _wanted(ck, name, [i for v in maps for i in (v.mapping or {}).values()])
        if inner is None:
            return None
        return MapT((keys,), inner if inner != types.UNKNOWN else types.UNKNOWN)
    words = [word for word in _words(plain) if word[0] not in ck.game.numbers]
    inner_type: Type = types.UNKNOWN
    if words:
        if any(v.text is not None and _NUMBER.fullmatch(v.text) for v in plain):
            word, at = words[0]
            ck.error("type", f"`{name}` is a number elsewhere, `{word}` is none", at, "write a number in figures")
            return None
        enum = _enum_of(ck, name, words)
        if enum is None:
            return None
        inner_type = enum
    return SetT(inner_type) if any(v.items is not None for v in plain) else inner_type


def _enum_of(ck: Checker, name: str, placed: list[_Word]) -> EnumT | None:
    """The enumeration of some words: the one called like the attribute, or the only one that has them all."""
    symbols = ck.symbols
    words, (_, at) = [word for word, _ in placed], placed[0]
    if name in symbols.enums and all(w in symbols.words[name] for w in words):
        return symbols.enum_type(name)
    alias = symbols.aliases.get(name)
    if isinstance(alias, EnumT) and all(w in symbols.values_of(alias) for w in words):
        return alias
    for word, its in placed:
        if word not in symbols.by_word:
            known = symbols.words.get(name) or symbols.by_word
            ck.error("unknown-name", f"no kind has a value `{word}`", its, did_you_mean(word, known))
            return None
    common = set.intersection(*({owner for owner, _ in symbols.by_word[w]} for w in words))
    if len(common) == 1:
        return symbols.enum_type(common.pop())
    shown = " and of ".join(f"`{owner}`" for owner, _ in symbols.by_word[words[0]])
    if common:
        ck.error("ambiguous-word", f"`{words[0]}` is a value of {shown}", at,
                 "call the attribute like the kind that is meant")  # fmt: skip
    else:
        ck.error("type", f"no kind has all the values of this attribute, `{words[0]}` is one of {shown}", at)
    return None


def _store(ck: Checker, source: Source, name: str, values: dict[str, Expr], of: Type) -> None:
    into = ck.attr_values.setdefault(name, {})
    for row in source.rows.values():
        number = ck.symbols.words[source.name].get(row.name)
        if number is not None:
            into[number] = values.get(row.name, row_default(of, row.at))


def _of_pictures(ck: Checker) -> None:
    """The spaces of a drawn board whose pictures are called like the values of a kind have it as an attribute."""
    for board in ck.game.boards.values():
        if board.shape != "drawn":
            continue
        keys = list(board.drawn)
        for kind in ck.game.kinds.values():
            unknown = [k for k in keys if k not in kind.values]
            if 2 * len(unknown) > len(keys) or not keys:
                continue
            for key in unknown:
                ck.error("unknown-name", f"`{key}` is no `{kind.name}`, as the other pictures are", board.drawn[key][1],
                         did_you_mean(key, kind.values))  # fmt: skip
            of = ck.symbols.enum_type(kind.name)
            for space_type in dict.fromkeys(i.name for i in board.letters.values()):
                infos = ck.symbols.attrs.setdefault(kind.name, {})
                infos[space_type] = AttrInfo(of, (), board.at)
                for number in ck.symbols.enums[space_type].ids:
                    value = ck.symbols.words[kind.name].get(ck.drawn_key[number])
                    if value is None:
                        continue
                    const = Const(value, type=EnumT(kind.name, frozenset({value})), at=board.at)
                    ck.attr_values.setdefault(kind.name, {})[number] = const


# ---------- the rows of cards, and effects ----------


def elaborate_attribute(ck: Checker, name: str, at: t.Node | Span | None = None) -> None:
    """What all rows give an attribute that `has:` declares as a value; a cycle is a finding."""
    if name in ck.attr_uses:
        return
    if f".{name}" in ck.running:
        chain = [*ck.running[ck.running.index(f".{name}") :], f".{name}"]
        ck.error("cycle", "`" + "` needs `".join(chain) + "`, so it would never end", at or ck.game.at)
        return
    ck.running.append(f".{name}")
    outer, ck.uses = ck.uses, Uses()
    for source in sources(ck):
        info = ck.symbols.attrs.get(name, {}).get(source.name)
        if info is None or source.has is None or isinstance(info.type, EffectT | PowersT):
            continue
        into = ck.attr_values.setdefault(name, {})
        for row in source.rows.values():
            number = ck.symbols.value(source.name, row.name)
            value = row.attributes.get(name)
            missing = row_default(info.type, row.at)
            into[number] = missing if value is None else _row_value(ck, source, info, value, name)
    ck.running.pop()
    ck.attr_uses[name], ck.uses = ck.uses, outer


def _row_value(ck: Checker, source: Source, info: AttrInfo, value: m.AttrValue, name: str) -> AttrValue:
    env = row_env(ck, source.name, info.params, me=bool(info.params))
    if info.params:
        return Code(info.params, data_value(ck, value, info.type, env))
    outer, ck.uses = ck.uses, Uses()
    made = data_value(ck, value, info.type, env)
    if ck.uses.reads:
        ck.error("type", f"`{name}` is data: it cannot read `{min(ck.uses.reads)}`, which changes in play", value.at,
                 "give the attribute a parameter, or write a define")  # fmt: skip
    outer.take(ck.uses, name)
    ck.uses = outer
    return made


def row_env(ck: Checker, source: str, params: tuple[Var, ...], *, me: bool, asks: bool = False) -> Env:
    """What a line of a row may use: `this`, and the attribute's parameters."""
    env = Env(Situation(me=me, asks=asks, this=ck.symbols.enum_type(source)))
    for param in params:
        env.bind(param)
    return env

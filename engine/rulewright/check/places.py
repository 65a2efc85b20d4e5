"""Cells, attributes, fields and map values: `hand[me]`, `card.value`, `plot[s].face`, `o.wants[v]`, `option.NAME`."""

from rulewright.check import types
from rulewright.check.checked import (
    AttrOf,
    Const,
    EffectT,
    EnumT,
    Expr,
    FieldOf,
    FieldPlace,
    KeyDef,
    KeyIn,
    Lookup,
    MapT,
    NumberT,
    OptionValue,
    PowersT,
    RecordT,
    SetT,
    Type,
    UnknownT,
    VarPlace,
    ZonePlace,
)
from rulewright.check.core import Checker, Handler
from rulewright.check.defines import arguments, in_words
from rulewright.check.scope import Env
from rulewright.check.words import constant, narrowed, read_cell
from rulewright.expr import tree as t
from rulewright.text import Related, did_you_mean


def keys_of(ck: Checker, word: str, given: tuple[t.Expr, ...], node: t.Node, env: Env) -> tuple[Expr, ...] | None:
    """The keys of a cell as written; None after a finding."""
    cell = ck.symbols.cells[word]
    if len(given) != len(cell.keys):
        per = " and ".join(types.called(k.type) for k in cell.keys)
        there_is = f"there is one `{word}` per {per}" if cell.keys else f"there is only one `{word}`"
        right = f"{word}[{', '.join('..' for _ in cell.keys)}]" if cell.keys else word
        help = f"write `{right}`" if cell.keys else f"write `{word}`, or say with `per:` how many there are"
        related = () if cell.keys else (Related(cell.at, "declared here without `per:`"),)
        ck.error("arity", f"{there_is}, here {_stand(len(given))}", node, help, related)
        return None
    found = _fitting(ck, given, tuple(key.type for key in cell.keys), env)
    return tuple(_key_in(word, key, value) for key, value in zip(cell.keys, found, strict=True))


def _key_in(word: str, key: KeyDef, value: Expr) -> Expr:
    """A key; where the range is not the same in all games, one that is asked for while playing."""
    if key.low is None or key.high is None or (isinstance(key.low, Const) and isinstance(key.high, Const)):
        return value
    return KeyIn(value, key.low, key.high, word, type=value.type, at=value.at)


def _stand(number: int) -> str:
    return "stands 1 key" if number == 1 else f"stand {number} keys"


def _fitting(ck: Checker, given: tuple[t.Expr, ...], wanted: tuple[Type, ...], env: Env) -> tuple[Expr, ...]:
    """Keys of given types; each may be none: then so is what is read. Of several that do not fit one is told."""
    found: list[Expr] = []
    misfit = False
    for arg, of in zip(given, wanted, strict=True):
        value = ck.expr(arg, env, of)
        if types.fits(value.type, types.opt(of)):
            found.append(ck.proven(ck.fit(value, types.opt(of), arg, "this key"), of, arg, "this key"))
        elif not misfit:
            misfit = True
            keys = ", ".join(types.called(key) for key in wanted)
            found.append(ck.fit(value, of, arg, "this key", f"the keys are {keys}" if len(wanted) > 1 else None))
        else:
            found.append(ck.hole(arg))
    return tuple(found)


def index(ck: Checker, node: t.Index, env: Env, hint: Type | None) -> Expr:
    """`base[keys]`."""
    base = node.base
    if isinstance(base, t.Name) and base.name not in env.names:
        word = base.name
        cell = ck.symbols.cells.get(word)
        if cell is not None and (cell.keys or not isinstance(cell.type, MapT)):
            ck.use(word)
            ck.uses.reads.add(word)
            keys = keys_of(ck, word, node.args, node, env)
            return ck.hole(node) if keys is None else read_cell(ck, word, keys, node, env)
        if word not in ck.symbols.kinds_of_name:
            return ck.unknown_name("zone or variable", word, base, [*ck.symbols.cells, *env.names])
        if word in ck.game.define or word in ck.symbols.tables:
            ck.error("type", f"`{word}` is called with parentheses: `{word}(..)`", node)
            return ck.hole(node)
    mapped = ck.expr(base, env)
    of = types.strip(mapped.type)
    if isinstance(of, UnknownT):
        return ck.hole(node)
    if not isinstance(of, MapT):
        ck.error("type", f"{types.called(of)} has nothing in brackets", base)
        return ck.hole(node)
    if len(node.args) != len(of.keys):
        ck.error("arity", f"this needs {len(of.keys)} keys, here {_stand(len(node.args))}", node)
        return ck.hole(node)
    keys = _fitting(ck, node.args, of.keys, env)
    none = types.may_be_none(mapped.type) or any(types.may_be_none(k.type) for k in keys)
    return narrowed(Lookup(mapped, keys, type=looked_up(of.value, none), at=node.at.span), env)


def looked_up(value: Type, none: bool) -> Type:
    """The type of a map's value: a missing key is 0, an empty set, else none."""
    if isinstance(value, NumberT):
        low = None if value.low is None else min(0, value.low)
        found: Type = NumberT(low, None if value.high is None else max(0, value.high))
    else:
        found = value if isinstance(value, SetT) else types.opt(value)
    return types.opt(found) if none else found


# ---------- attributes ----------


def attribute(ck: Checker, node: t.Attribute, env: Env, hint: Type | None) -> Expr:
    """`base.name`."""
    if isinstance(node.base, t.Name) and node.base.name not in env.names:
        qualifier = node.base.name
        if qualifier == "option":
            return option(ck, node)
        if qualifier in ck.symbols.enums:
            value = ck.symbols.words[qualifier].get(node.name.name)
            ck.use(qualifier)
            if value is None:
                return ck.unknown_name(f"`{qualifier}`", node.name.name, node.name, ck.symbols.words[qualifier])
            return constant(ck, value, node, env, hint)
    base = ck.expr(node.base, env)
    return _part(ck, base, node.name, None, node, env)


def method(ck: Checker, node: t.Method, env: Env, hint: Type | None) -> Expr:
    """`base.name(args)`."""
    base = ck.expr(node.base, env)
    return _part(ck, base, node.name, node.args, node, env)


def option(ck: Checker, node: t.Attribute) -> Expr:
    """`option.NAME`."""
    word = node.name.name
    of = ck.symbols.options.get(word)
    if of is None:
        return ck.unknown_name("option", word, node.name, ck.symbols.options)
    ck.read_options.add(word)
    return OptionValue(word, type=of, at=node.at.span)


def _part(
    ck: Checker, base: Expr, name: t.Ident, args: tuple[t.Expr, ...] | None, node: t.Node, env: Env
) -> Expr:
    of = types.strip(base.type)
    none = types.may_be_none(base.type)
    if isinstance(of, UnknownT):
        return ck.hole(node)
    if isinstance(of, RecordT):
        fields = ck.symbols.fields[of.component]
        if name.name not in fields:
            return ck.unknown_name(f"field of {types.called(of)} called", name.name, name, fields)
        if args is not None:
            ck.error("arity", f"the field `{name.name}` takes no arguments", node)
            return ck.hole(node)
        found = fields[name.name]
        made = FieldOf(base, of.component, name.name, type=types.opt(found) if none else found, at=node.at.span)
        return narrowed(made, env)
    if of == types.NONE:
        ck.may_be_none(node.base if isinstance(node, t.Attribute | t.Method) else node)
        return ck.hole(node)
    if not isinstance(of, EnumT) or not of.ids:
        ck.error("type", f"{types.called(of)} has no attributes", name)
        return ck.hole(node)
    return _attr(ck, base, of, name, args, node, env)


def _attr(
    ck: Checker, base: Expr, of: EnumT, name: t.Ident, args: tuple[t.Expr, ...] | None, node: t.Node, env: Env
) -> Expr:
    infos = ck.symbols.attr_info(of, name.name)
    known = [i for i in infos.values() if i is not None]
    if not known:
        ck.error("unknown-name", f"{types.called(of)} has no attribute `{name.name}`", name,
                 did_you_mean(name.name, ck.symbols.attrs_of(of)))  # fmt: skip
        return ck.hole(node)
    missing = [owner for owner, info in infos.items() if info is None]
    if missing:
        ck.error("type", f"not every {types.called(of)} has an attribute `{name.name}`: `{missing[0]}` has none", name,
                 "narrow the value before, with `as` or `in`")  # fmt: skip
        return ck.hole(node)
    first = known[0]
    if len(args or ()) != len(first.params):
        names = ", ".join(p.name for p in first.params) or "none"
        ck.error("arity", f"the attribute `{name.name}` needs {in_words(len(first.params))}, not {len(args or ())}",
                 node, f"its parameters: {names}")  # fmt: skip
        return ck.hole(node)
    values: tuple[Expr, ...] = ()
    if args:
        found_args = arguments(ck, name.name, args, first.params, node, env)
        if found_args is None:
            return ck.hole(node)
        values = found_args
    found: Type | None = first.type
    for other in known[1:]:
        found = types.join(found, other.type) if found is not None else None
    if found is None:
        ck.error("type", f"the attribute `{name.name}` has different types in {types.called(of)}", name)
        return ck.hole(node)
    ck.use("." + name.name)
    if first.params and not isinstance(found, EffectT | PowersT):
        _code(ck, name, node, env)
    if types.may_be_none(base.type) and not isinstance(found, EffectT | PowersT):
        found = types.opt(found)
    return narrowed(AttrOf(base, name.name, values, type=found, at=node.at.span), env)


def _code(ck: Checker, name: t.Ident, node: t.Node, env: Env) -> None:
    """What the expressions of an attribute with parameters need is needed here."""
    assert ck.hooks is not None
    ck.hooks.attribute(ck, name.name, node)
    uses = ck.attr_uses.get(name.name)
    if uses is None:
        return
    if uses.me is not None and not env.sit.me:
        chain = " uses ".join(f"`{n}`" for n in (name.name, *uses.me, "me"))
        ck.error("no-me", f"there is no `me` here, and {chain}", name)
    ck.uses.take(uses, name.name)


# ---------- places that are written ----------

WRITTEN_WORDS = ("first_player",)


def zone_place(ck: Checker, node: t.Expr, env: Env) -> ZonePlace | None:
    """A zone's cell in a sentence; None after a finding."""
    word, args = _word_of(node, env)
    if word is None or word not in ck.symbols.cells or not ck.symbols.cells[word].is_zone:
        zones = [name for name, cell in ck.symbols.cells.items() if cell.is_zone]
        if word is not None and word not in ck.symbols.kinds_of_name and word not in env.names:
            ck.unknown_name("zone", word, node.base if isinstance(node, t.Index) else node, zones)
        else:
            ck.error("type", "a zone goes here", node, did_you_mean(word or "", zones))
        return None
    ck.use(word)
    keys = keys_of(ck, word, args, node, env)
    return None if keys is None else ZonePlace(word, keys, at=node.at.span)


def variable_place(ck: Checker, node: t.Expr, env: Env) -> tuple[VarPlace | FieldPlace, Type] | None:
    """A variable's cell or a field of a slot's record, with its type; None after a finding."""
    if isinstance(node, t.Attribute):
        return _field_place(ck, node, env)
    word, args = _word_of(node, env)
    at = node.at.span
    if word in WRITTEN_WORDS and not args:
        if env.sit.root.startswith(("actions.", "play", "finish", "whenever")):
            ck.error("type", "`first_player` is set once, in `setup`", node)
            return None
        return VarPlace("first_player", (), at=at), ck.symbols.enum_type("player")
    if word is None or word not in ck.symbols.cells or ck.symbols.cells[word].is_zone:
        variables = [name for name, cell in ck.symbols.cells.items() if not cell.is_zone] + list(WRITTEN_WORDS)
        if word is not None and word in ck.symbols.cells:
            ck.error("type", f"`{word}` is a zone: its content changes by `move`, `put` and `remove`", node)
        elif word is not None and (word in env.names or word in ck.symbols.kinds_of_name):
            what = ck.symbols.kinds_of_name[word][0] if word in ck.symbols.kinds_of_name else "local name"
            ck.error("type", f"`{word}` is a {what}: only variables and fields are written", node)
        elif word is not None:
            ck.unknown_name("variable", word, node.base if isinstance(node, t.Index) else node, variables)
        elif isinstance(node, t.Index) and isinstance(types.strip(ck.expr(node.base, env).type), MapT):
            _whole_map(ck, node)
        else:
            ck.error("type", "a variable goes here", node)
        return None
    ck.use(word)
    cell = ck.symbols.cells[word]
    if args and not cell.keys and isinstance(cell.type, MapT):
        _whole_map(ck, node)
        return None
    keys = keys_of(ck, word, args, node, env)
    return None if keys is None else (VarPlace(word, keys, at=at), cell.type)


def _whole_map(ck: Checker, node: t.Expr) -> None:
    ck.error("type", "a map is written as a whole, not value by value", node,
             "a variable with one more key in `per:` can be written value by value")  # fmt: skip


def _field_place(ck: Checker, node: t.Attribute, env: Env) -> tuple[FieldPlace, Type] | None:
    place = zone_place(ck, node.base, env)
    if place is None:
        return None
    cell = ck.symbols.cells[place.zone]
    if cell.shape != "slot" or not isinstance(cell.type, RecordT):
        ck.error("type", f"only the fields of a piece in a slot are written, `{place.zone}` is no slot of such", node)
        return None
    fields = ck.symbols.fields[cell.type.component]
    if node.name.name not in fields:
        ck.unknown_name(f"field of {types.called(cell.type)} called", node.name.name, node.name, fields)
        return None
    found = FieldPlace(place.zone, place.keys, node.name.name, at=node.at.span)
    return found, fields[node.name.name]


def _word_of(node: t.Expr, env: Env) -> tuple[str | None, tuple[t.Expr, ...]]:
    if isinstance(node, t.Name):
        return node.name, ()
    if isinstance(node, t.Index) and isinstance(node.base, t.Name):
        return node.base.name, node.args
    return None, ()


def number_const(value: int, at: t.Node) -> Const:
    """A number that is not written, such as the 1 of `move x from ..`."""
    return Const(value, type=NumberT(value, value), at=at.at.span)


HANDLERS: dict[type[t.Node], Handler] = {t.Index: index, t.Attribute: attribute, t.Method: method}

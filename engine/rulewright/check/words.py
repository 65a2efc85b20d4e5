"""Bare words: a local, a value of the type that the place expects, something declared or built in."""

from typing import Any

from rulewright.check import types
from rulewright.check.checked import (
    AllOf,
    Builtin,
    Const,
    EnumT,
    Expr,
    Local,
    NumberT,
    Occupied,
    OptT,
    PiecesT,
    Read,
    SetT,
    Span_,
    Special,
    TableKeys,
    Type,
    UnknownT,
    VarPlace,
    ZonePlace,
)
from rulewright.check.core import Checker
from rulewright.check.defines import call_define
from rulewright.check.scope import Env
from rulewright.check.symbols import LANGUAGE_WORDS, SPECIAL_WORDS
from rulewright.expr import tree as t
from rulewright.text import did_you_mean, nearest

# What has a value of its own; these are shown first where nothing near is known.
_VALUES = ("variable", "zone", "define", "number")
# Words that authors bring along, and what is written here.
_FAMILIAR = {
    "yes": "true", "no": "false", "on": "true", "off": "false",
    "null": "none", "nil": "none", "nobody": "none", "noone": "none", "undefined": "none",
    "options": "option", "self": "me", "myself": "me", "i": "me", "you": "me",
    "current_player": "active", "active_player": "active", "opponents": "others(me)", "everyone": "player",
}  # fmt: skip
_FIGURES = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
}  # fmt: skip

# ---------- words ----------


def bare_word(ck: Checker, node: t.Name, env: Env, hint: Type | None) -> Expr:
    """A bare word: a local, a value of the type expected, something declared or built in, the only value so called."""
    word = node.name
    var = env.names.get(word)
    if var is not None:
        found = Local(var, type=var.type, at=node.at.span)
        known = env.facts.type_of(found)
        return found if known is var.type else Local(var, type=known, at=found.at)
    declared = word in ck.symbols.kinds_of_name or word in SPECIAL_WORDS or word in ("seat", "player", "action")
    if word in env.unbound and not declared:  # a name may be that of its own kind, which is there again after it
        return ck.no_such("unbound-name", word, f"`{word}` is bound on some ways to here only", node,
                          "bind it on every way, or use it where it is bound")  # fmt: skip
    value = _value_in(ck, node, env, hint)
    if value is not None:
        if declared and hint is not None and _is_ambiguous(ck, node, env, hint):
            what = ck.symbols.kinds_of_name[word][0]
            ck.error("ambiguous-word", f"`{word}` is a value of {types.called(value.type)} and the {what} `{word}`",
                     node, "rename one of them")  # fmt: skip
            return ck.hole(node)
        return value
    if declared:
        return _declared(ck, node, env)
    if word == "winners" and env.sit.foreign:
        return Builtin("winners", type=SetT(ck.symbols.enum_type("player")), at=node.at.span)
    return _only_value(ck, node, env, hint)


def _value_in(ck: Checker, node: t.Name, env: Env, hint: Type | None) -> Expr | None:
    wanted = types.strip(hint) if hint is not None else None
    if not isinstance(wanted, EnumT):
        return None
    if not wanted.ids:
        if node.name in ck.symbols.plain_words.get(wanted.name, ()):
            return Const(node.name, type=wanted, at=node.at.span)
        return None
    number = ck.symbols.values_of(wanted).get(node.name)
    if number is None:
        return None
    return constant(ck, number, node, env, wanted)


def constant(ck: Checker, number: int, node: t.Node, env: Env, wanted: Type | None) -> Const:
    """An enumerated value. A seat stands for a player where each seat surely plays."""
    owner = ck.symbols.owner[number]
    if owner == "seat":
        all_play = ck.symbols.fewest_players >= len(ck.symbols.enums["seat"].ids)
        if env.sit.foreign or all_play:
            owner = "player"
    ck.use(ck.symbols.names[number])
    return Const(number, type=EnumT(owner, frozenset({number})), at=node.at.span)


def _is_ambiguous(ck: Checker, node: t.Name, env: Env, hint: Type) -> bool:
    if node.name in SPECIAL_WORDS or node.name not in ck.symbols.kinds_of_name:
        return False
    what = ck.symbols.kinds_of_name[node.name][0]
    if what not in ("variable", "zone", "define", "number"):
        return False
    cell = ck.symbols.cells.get(node.name)
    if cell is not None:
        return not cell.keys and types.fits(types.strip(cell.type), types.strip(hint)) and not _holds_many(cell.shape)
    define = ck.game.define.get(node.name)
    if define is not None and define.params:
        return False
    found = call_define(ck, node.name, (), node, env)
    return not isinstance(found.type, UnknownT) and types.fits(types.strip(found.type), types.strip(hint))


def _holds_many(shape: str) -> bool:
    return shape not in ("", "slot")


def _declared(ck: Checker, node: t.Name, env: Env) -> Expr:
    word, at = node.name, node.at.span
    if word in SPECIAL_WORDS:
        return special(ck, node, env)
    ck.use(word)
    symbols = ck.symbols
    if word in symbols.cells:
        return bare_cell(ck, node, env)
    if word in symbols.tables:
        return TableKeys(word, type=SetT(types.NUMBER), at=at)
    if word in ck.game.define or word in ck.game.numbers:
        return call_define(ck, word, (), node, env)
    of = symbols.type_named(word)
    if isinstance(of, UnknownT):
        return ck.hole(node)
    if isinstance(of, EnumT):
        return AllOf(of.name, type=SetT(of), at=at)
    if isinstance(of, NumberT) and of.low is not None and of.high is not None:
        low = Const(of.low, type=NumberT(of.low, of.low), at=at)
        high = Const(of.high, type=NumberT(of.high, of.high), at=at)
        return Span_(low, high, type=SetT(of), at=at)
    what = symbols.kinds_of_name[word][0] if word in symbols.kinds_of_name else "type"
    ck.error("type", f"`{word}` is a {what}, which has no value here", node)
    return ck.hole(node)


def special(ck: Checker, node: t.Name, env: Env) -> Expr:
    """`me`, `active`, `it` and the other words of the language that stand for a value."""
    word: Any = node.name
    sit, at = env.sit, node.at.span
    player = ck.symbols.enum_type("player")
    of: Type | None
    if word == "me":
        if not sit.me:
            ck.error("no-me", "there is no `me` here: nobody decides", node,
                     "name the player, or let one decide with `by:`")  # fmt: skip
            return ck.hole(node)
        ck.uses.use_me()
        ck.uses.reads.add("me")
        of = player
    elif word == "active":
        of = player if sit.active else OptT(player)
    elif word == "first_player":
        ck.uses.reads.add(word)
        ck.use(word)
        ck.first_player_at = ck.first_player_at or at
        of = player
    elif word == "number_of_players":
        of = NumberT(ck.game.players.start, ck.game.players.stop - 1)
    elif word == "turns_left":
        of = OptT(NumberT(0, None))
    elif word == "total":
        of = types.NUMBER if sit.total else None
    else:
        of = sit.it if word == "it" else sit.this
    if of is None:
        where = {
            "it": "in a line that changes a value (`becomes`, `wrap`)",
            "this": "in the lines of a card or space",
            "total": "in `scoring` and `winner`",
        }[word]
        ck.error("unknown-name", f"`{word}` can only be read {where}", node)
        return ck.hole(node)
    expr = Special(word, type=of, at=at)
    known = env.facts.type_of(expr)
    return expr if known is of else Special(word, type=known, at=at)


def bare_cell(ck: Checker, node: t.Name, env: Env) -> Expr:
    """A variable or zone without keys; the name of a slot zone alone is the set of its spaces that hold something."""
    word, at = node.name, node.at.span
    cell = ck.symbols.cells[word]
    ck.uses.reads.add(word)
    if cell.keys and cell.shape == "slot" and len(cell.keys) == 1:
        return Occupied(word, type=SetT(cell.keys[0].type), at=at)
    if cell.keys:
        per = " and ".join(types.called(k.type) for k in cell.keys)
        ck.error("arity", f"there is one `{word}` per {per}", node, f"say which one: `{word}[..]`")
        return ck.hole(node)
    return read_cell(ck, word, (), node, env)


def read_cell(ck: Checker, word: str, keys: tuple[Expr, ...], node: t.Node, env: Env) -> Expr:
    """What a cell holds; with a key that may be none it may be none."""
    cell = ck.symbols.cells[word]
    at = node.at.span
    of = cell.type
    if cell.is_zone and cell.shape != "slot":
        of = PiecesT(cell.type, cell.shape)  # type: ignore[arg-type]
    elif cell.is_zone:
        of = types.opt(cell.type)
    if any(types.may_be_none(k.type) for k in keys):
        of = types.opt(of)
    place = ZonePlace(word, keys, at=at) if cell.is_zone else VarPlace(word, keys, at=at)
    return narrowed(Read(place, type=of, at=at), env)


def narrowed(expr: Expr, env: Env) -> Expr:
    """The expression with the type that the facts give it."""
    if not env.facts.known:
        return expr
    known = env.facts.type_of(expr)
    if known is expr.type or known == expr.type:
        return expr
    return type(expr)(**{**_shallow(expr), "type": known})


def _shallow(expr: Expr) -> dict[str, Any]:
    return {name: getattr(expr, name) for name in expr.__dataclass_fields__}


def _only_value(ck: Checker, node: t.Name, env: Env, hint: Type | None) -> Expr:
    word = node.name
    found = ck.symbols.by_word.get(word, [])
    if len(found) == 1:
        return constant(ck, found[0][1], node, env, hint)
    if found and isinstance(hint, UnknownT):
        return ck.hole(node)  # which of them is meant would be known without what was reported
    if found:
        owners = " and of ".join(f"`{owner}`" for owner, _ in found)
        ck.error("ambiguous-word", f"`{word}` is a value of {owners}", node, f"write `{found[0][0]}.{word}`")
        return ck.hole(node)
    if isinstance(hint, UnknownT):
        return ck.hole(node)  # it stands beside something that was reported
    wanted = types.strip(hint) if hint is not None else None
    declared = sorted(ck.symbols.kinds_of_name, key=lambda name: ck.symbols.kinds_of_name[name][0] not in _VALUES)
    known = [*env.names, *declared, *SPECIAL_WORDS, *(["winners"] if env.sit.foreign else [])]
    if isinstance(wanted, EnumT):
        values = list(ck.symbols.values_of(wanted) if wanted.ids else ck.symbols.plain_words.get(wanted.name, ()))
        if wanted.name in LANGUAGE_WORDS:
            help = "one of " + ", ".join(f"`{value}`" for value in values)
            return ck.no_such("unknown-value", word, f"`{word}` does not fit here", node, help)
        message = f"`{word}` is neither a name here nor {types.called(wanted)}"
        special = SPECIAL_WORDS if wanted.name in ("player", "seat") else ()
        near_ones = [*env.names, *special] if values else known
        return ck.no_such("unknown-name", word, message, node, _meant(ck, word, values, near_ones, env))
    if word in _FAMILIAR or word in ck.symbols.options:
        help = _meant(ck, word, [], known, env)
        return ck.no_such("unknown-name", word, f"there is no name `{word}`", node, help)
    if word in _FIGURES:
        return ck.no_such("unknown-name", word, f"there is no name `{word}`", node, f"write `{_FIGURES[word]}`")
    if word in ck.builtins:
        ck.error("arity", f"`{word}` is a built-in function", node, f"give it something: `{word}(..)`")
        return ck.hole(node)
    return ck.unknown_name("name", word, node, [*known, *ck.symbols.by_word])


def _meant(ck: Checker, word: str, values: list[str], known: list[str], env: Env) -> str:
    """What a word that means nothing here stands for: something near, or else what would fit."""
    if word in _FAMILIAR:
        return f"write `{_FAMILIAR[word]}`"
    if word in ck.symbols.options:
        return f"write `option.{word}`"
    if nearest(word, values) is None and (near := nearest(word, known)) is not None:
        return f"did you mean `{near}`?"
    return did_you_mean(word, [*env.names, *values])

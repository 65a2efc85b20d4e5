"""Declares a game's names: ids for all enumerated values, types of kinds, boards, components, zones and variables."""

from dataclasses import replace
from math import prod

from rulewright.check import bounds, types
from rulewright.check.boards import declare_board
from rulewright.check.checked import (
    Component,
    EnumT,
    KeyDef,
    MapT,
    NumberT,
    Option,
    RecordT,
    SetT,
    Table,
    Type,
    Var,
)
from rulewright.check.core import Checker
from rulewright.check.names import take
from rulewright.check.places import number_const
from rulewright.check.scope import Env, Situation
from rulewright.check.symbols import LANGUAGE_WORDS, SPECIAL_WORDS, CellInfo
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Related, did_you_mean, spelt

MOST_CELLS = 100_000  # of one zone or variable, and numbers that one zone counts pieces of


def declare_names(ck: Checker) -> None:
    """All names and ids. Seats come first, then kinds, spaces, rows and actions, in the order of the file."""
    symbols, game = ck.symbols, ck.game
    for name, words in LANGUAGE_WORDS.items():
        symbols.word_type(name, words)
    symbols.add_enum("seat", [symbols.new_value("seat", word, at) for word, at in game.seats])
    symbols.add_enum("player", symbols.enums["seat"].ids)
    _players(ck)
    for kind in game.kinds.values():
        take(ck, "kind", kind.name, kind.at)
        symbols.add_enum(kind.name, [symbols.new_value(kind.name, r.name, r.at) for r in kind.values.values()])
    for board in game.boards.values():
        take(ck, "board", board.name, board.at)
        declare_board(ck, board)
    for component in game.components.values():
        take(ck, "component", component.name, component.at)
        if component.rows is not None:
            ids = [symbols.new_value(component.name, r.name, r.at) for r in component.rows.values()]
            symbols.add_enum(component.name, ids)
    symbols.add_enum("action", [symbols.new_value("action", a.name, a.at) for a in game.actions.values()])
    for action in game.actions.values():
        if action.group is not None:
            if action.group.name not in symbols.groups:
                take(ck, "group", action.group.name, action.group.at.span)
            symbols.groups.setdefault(action.group.name, []).append(action.name)
    for what, section in (
        ("number", game.numbers), ("table", game.tables), ("zone", game.zones), ("variable", game.variables),
        ("define", game.define), ("routine", game.routines),
    ):  # fmt: skip
        for name, declared in section.items():
            take(ck, what, name, declared.at)
    for number, name in enumerate(symbols.names):
        if name in SPECIAL_WORDS or name in _READ_BARE:
            ck.error("built-in-redefined", f"`{name}` is built in", symbols.value_spans[number], "choose another word")
            symbols.conceal(number)
    for routine in game.routines.values():
        if routine.name in game.actions:
            ck.error("name-taken", f"there is an action `{routine.name}` already", routine.at, "choose another name",
                     (Related(game.actions[routine.name].at, "declared here"),))  # fmt: skip
    for table in game.tables.values():
        symbols.tables[table.name] = table.at


def _players(ck: Checker) -> None:
    """How many may play."""
    game = ck.game
    low, high = game.players.start, game.players.stop - 1
    at = game.players_at or game.at
    most = len(game.seats)
    first, last = sorted((low, high))
    last = max(1, min(last, most)) if most else max(1, last)
    meant = range(min(max(first, 1), last), last + 1)
    better = f"write `{meant.start}..{last}`" if len(meant) > 1 else f"write `{last}`"
    if high < low:
        ck.error("out-of-range", f"from {low} to {high} is no number of players", at, better)
    elif low < 1:
        ck.error("out-of-range", "somebody must play", at, better)
    elif game.seats and high > most:
        seats = "is 1 seat" if most == 1 else f"are {most} seats"
        ck.error("out-of-range", f"there {seats}, and up to {high} players", at, f"name more seats, or {better}")
    # what comes after goes by the number that was meant
    ck.game = replace(game, players=meant)
    ck.symbols.fewest_players = meant.start


_READ_BARE = ("seat", "player", "action", "option", "winners")  # no values may be called so


# ---------- types ----------


def type_of(ck: Checker, node: t.TypeExpr) -> Type:
    """A type as written."""
    base = base_type(ck, node.base)
    of: Type = SetT(base) if node.is_set else base
    if node.per:
        keys = tuple(base_type(ck, k) for k in node.per)
        of = types.UNKNOWN if any(k == types.UNKNOWN for k in keys) else MapT(keys, of)
    return types.opt(of) if node.or_none else of


def base_type(ck: Checker, base: t.Ident | t.RangeExpr) -> Type:
    """A named type, or a range."""
    if isinstance(base, t.RangeExpr):
        low = ck.number(base.low, Env(Situation()))
        high = ck.number(base.high, Env(Situation())) if base.high is not None else low
        return NumberT(bounds.bounds(low.type).low, bounds.bounds(high.type).high)
    of = ck.symbols.type_named(base.name)
    if of is None:
        ck.unknown_type(base)
        return types.UNKNOWN
    ck.use(base.name)
    return of


def declare_options(ck: Checker) -> dict[str, Option]:
    """Options and their types."""
    made = {}
    for option in ck.game.options.values():
        rules = ck.cite(option.notes.rules)
        values: tuple[str | int | bool, ...] | range
        if isinstance(option.values, range):
            values = option.values
            of: Type = NumberT(values.start, values.stop - 1)
        else:
            values = tuple(v for v, _ in option.values)
            of = _option_type(ck, option)
        ck.symbols.options[option.name] = of
        if isinstance(values, range) and not values:
            message = f"there is no number from {values.start} to {values.stop - 1}"
            ck.error("out-of-range", message, option.at, f"write `values: {values.stop - 1}..{values.start}`")
        elif not _is_among(option.default, values):
            if isinstance(values, range):
                help = f"a number of {values[0]}..{values[-1]}"
            else:
                help = did_you_mean(str(option.default), [spelt(v) for v in values])
            message = f"the default of `{option.name}` is none of its values"
            ck.error("type", message, option.default_at, help)
        made[option.name] = Option(option.name, of, option.default, values, rules, at=option.at)
    return made


def _is_among(value: str | int | bool, values: tuple[str | int | bool, ...] | range) -> bool:
    if isinstance(values, range):
        return type(value) is int and value in values
    return any(value == v and type(value) is type(v) for v in values)


def _option_type(ck: Checker, option: m.OptionDef) -> Type:
    assert not isinstance(option.values, range)
    values = [v for v, _ in option.values]
    if all(isinstance(v, bool) for v in values):
        return types.TRUTH
    if all(isinstance(v, int) and not isinstance(v, bool) for v in values):
        numbers = [int(v) for v in values]
        return NumberT(min(numbers), max(numbers)) if numbers else types.NUMBER
    for value, at in option.values:
        if not isinstance(value, str):
            ck.error("type", f"the values of `{option.name}` are of different types", at,
                     "words, numbers, or `true` and `false`")  # fmt: skip
            return types.UNKNOWN
    return ck.symbols.word_type(f"option.{option.name}", [str(v) for v in values])


def declare_tables(ck: Checker) -> dict[str, Table]:
    """Tables."""
    made = {}
    for table in ck.game.tables.values():
        ck.cite(table.notes.rules)
        rows = {key: value for key, (value, _) in table.rows.items()}
        made[table.name] = Table(table.name, rows, table.between is not None, table.beyond is not None)
    return made


def declare_components(ck: Checker) -> dict[str, Component]:
    """Components: what their pieces are."""
    made = {}
    symbols = ck.symbols
    for component in ck.game.components.values():
        ck.cite(component.notes.rules)
        if component.fields is not None:
            symbols.aliases[component.name] = RecordT(component.name)
            symbols.fields[component.name] = {}
    for component in ck.game.components.values():
        fields: dict[str, Type] = {}
        of: Type
        if component.fields is not None:
            fields = {name: type_of(ck, node) for name, (_, node) in component.fields.items()}
            symbols.fields[component.name] = fields
            of = RecordT(component.name)
        elif component.rows is not None:
            of = symbols.enum_type(component.name)
        else:
            of = type_of(ck, component.is_) if component.is_ is not None else types.UNKNOWN
            symbols.aliases[component.name] = of
        made[component.name] = Component(component.name, of, fields)
    return made


# ---------- zones and variables ----------


def declare_cells(ck: Checker) -> None:
    """Zones and variables: their keys and what they hold."""
    symbols = ck.symbols
    for zone in ck.game.zones.values():
        of = type_of(ck, zone.holds_type)
        base = zone.holds_type.base
        component = base.name if isinstance(base, t.Ident) and base.name in ck.game.components else None
        if component is None and not isinstance(of, NumberT) and of != types.UNKNOWN:
            word = base.name if isinstance(base, t.Ident) else ""
            ck.error("type", f"a zone holds a component or a range, `{word}` is neither", zone.holds_type,
                     did_you_mean(word, ck.game.components))  # fmt: skip
            of = types.UNKNOWN
        if (number := _how_many(ck, of)) is not None and number > MOST_CELLS and isinstance(of, NumberT):
            message = f"a zone counts the pieces of each of these {number} numbers"
            ck.error("out-of-range", message, zone.holds_type, f"at most {MOST_CELLS} are possible")
        keys = _few(ck, _keys(ck, zone.per), zone.per)
        symbols.cells[zone.name] = CellInfo(of, keys, zone.at, zone.shape, component, True)
    for variable in ck.game.variables.values():
        keys = _few(ck, _keys(ck, variable.per), variable.per)
        cell = CellInfo(type_of(ck, variable.type), keys, variable.at)
        symbols.cells.setdefault(variable.name, cell)


def _few(ck: Checker, keys: tuple[KeyDef, ...], per: tuple[t.Key, ...]) -> tuple[KeyDef, ...]:
    """Keys, after a finding if there are more cells than a game can have."""
    cells = prod(n for key in keys if (n := _how_many(ck, key.type)) is not None)
    if cells > MOST_CELLS:
        ck.error("out-of-range", f"these are {cells} cells", per[0], f"at most {MOST_CELLS} are possible")
    return keys


def _how_many(ck: Checker, of: Type) -> int | None:
    """The number of values of a type, if it is known."""
    if isinstance(of, NumberT):
        return None if of.low is None or of.high is None else max(0, of.high - of.low + 1)
    return len(of.ids) if isinstance(of, EnumT) and of.ids else None


def _keys(ck: Checker, per: tuple[t.Key, ...]) -> tuple[KeyDef, ...]:
    made = []
    for key in per:
        of = base_type(ck, key.type)
        name = key.name.name if key.name is not None else key.type.name if isinstance(key.type, t.Ident) else "key"
        if key.name is not None:
            ck.check_local(name, of, key.name, Env(Situation()))
        var = Var(name, of)
        if isinstance(key.type, t.RangeExpr):
            low = ck.number(key.type.low, Env(Situation()))
            high = ck.number(key.type.high, Env(Situation())) if key.type.high is not None else low
            made.append(KeyDef(var, of, low, high))
        elif isinstance(of, EnumT) or of == types.UNKNOWN:
            made.append(KeyDef(var, of))
        elif isinstance(of, NumberT) and of.low is not None and of.high is not None:
            made.append(_range_key(var, of, key))
        else:
            ck.error("type", f"a key is of a kind, a board or a range, this is {types.called(of)}", key)
            made.append(KeyDef(Var(name, types.UNKNOWN), types.UNKNOWN))
    return tuple(made)


def _range_key(var: Var, of: NumberT, key: t.Key) -> KeyDef:
    assert of.low is not None and of.high is not None
    return KeyDef(var, of, number_const(of.low, key), number_const(of.high, key))

"""Declares a game's names: ids for all enumerated values, types of kinds, boards, components, zones and variables."""

from dataclasses import replace

from rulewright.check import bounds, types
from rulewright.check.checked import (
    Board,
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
from rulewright.check.places import number_const
from rulewright.check.scope import Env, Situation
from rulewright.check.symbols import LANGUAGE_WORDS, SPECIAL_WORDS, BoardInfo, CellInfo
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Related, Span, did_you_mean, spelt

MOST_SPACES = 10_000  # of a board


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
_BUILT_IN = ("seat", "player", "action", "number", "truth", "text", "option", "effect", "powers", "winners")


def take(ck: Checker, what: str, name: str, at: Span, *, again: bool = False) -> None:
    """Gives a name to a declaration; reports one that is built in or taken."""
    symbols = ck.symbols
    built_in = name in SPECIAL_WORDS or name in ck.builtins or name in _BUILT_IN
    if built_in and not (what == "space" and name == "square"):
        ck.error("built-in-redefined", f"`{name}` is built in", at, "choose another name")
        return
    if name in symbols.kinds_of_name and not again:
        other, place = symbols.kinds_of_name[name]
        ck.error("name-taken", f"there is a {other} `{name}` already", at, "choose another name",
                 (Related(place, "declared here"),))  # fmt: skip
        return
    symbols.kinds_of_name.setdefault(name, (what, at))


# ---------- boards ----------


def declare_board(ck: Checker, board: m.BoardDef) -> None:
    """A board's spaces: values of kinds, or values of its own."""
    make = {"ring": _ring, "grid": _grid, "drawn": _drawn, "graph": _graph}[board.shape]
    make(ck, board)


def _finish(ck: Checker, board: m.BoardDef, ids: list[int], space_type: str, made: Board | None = None) -> None:
    symbols = ck.symbols
    of = symbols.add_enum(board.name, ids)
    symbols.boards[board.name] = BoardInfo(board.name, board.shape, of.ids, board.size, space_type)
    ck.boards[board.name] = made or Board(board.name, board.shape, tuple(ids), board.size, {}, ())


def _ring(ck: Checker, board: m.BoardDef) -> None:
    _finish(ck, board, _spaces(ck, board), board.name)


def _spaces(ck: Checker, board: m.BoardDef) -> list[int]:
    """Values of kinds, if the spaces are listed and any of them is one; else the board's own."""
    symbols = ck.symbols
    rows = board.spaces.values()
    if board.own_spaces or not any(r.name in symbols.by_word for r in rows):
        return [symbols.new_value(board.name, r.name, r.at) for r in rows]
    ids = []
    for row in rows:
        found = [(owner, i) for owner, i in symbols.by_word.get(row.name, []) if owner in ck.game.kinds]
        if len(found) == 1:
            ids.append(found[0][1])
        elif found:
            owners = " and of ".join(f"`{owner}`" for owner, _ in found)
            ck.error("ambiguous-word", f"`{row.name}` is a value of {owners}", row.at)
            symbols.broken.add(board.name)
        else:
            symbols.broken.add(board.name)
            ck.error("unknown-name", f"no kind has a value `{row.name}`", row.at,
                     did_you_mean(row.name, symbols.by_word))  # fmt: skip
    return ids


def _grid(ck: Checker, board: m.BoardDef) -> None:
    space_type = board.space_type.name if board.space_type is not None else "square"
    take(ck, "space", space_type, board.space_type.at.span if board.space_type is not None else board.at)
    rows, columns = board.size
    if not (rows > 0 and columns > 0 and rows * columns <= MOST_SPACES):
        size = f"{rows} times {columns} spaces are no board"
        ck.error("out-of-range", size, board.at, f"rows and columns from 1, at most {MOST_SPACES} spaces in all")
        rows, columns = 1, 1
    ids: list[int] = []
    cell = {}
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            number = ck.symbols.new_value(space_type, f"{space_type}({row}, {column})", board.at)
            cell[number] = (0, row, column)
            ids.append(number)
    ck.symbols.add_enum(space_type, ids)
    _finish(ck, board, ids, space_type, Board(board.name, "grid", tuple(ids), board.size, cell, ()))


def _drawn(ck: Checker, board: m.BoardDef) -> None:
    symbols = ck.symbols
    for letter_type in dict.fromkeys(i.name for i in board.letters.values()):
        ident = next(i for i in board.letters.values() if i.name == letter_type)
        take(ck, "space", letter_type, ident.at.span)
    by_type: dict[str, list[int]] = {i.name: [] for i in board.letters.values()}
    ids: list[int] = []
    cell = {}
    for picture, (key, (lines, at)) in enumerate(board.drawn.items()):
        counts: dict[str, int] = {}
        for row, line in enumerate(lines, 1):
            for column, letter in enumerate(line, 1):
                if letter in ". ":
                    continue
                if letter not in board.letters:
                    continue  # reported where the picture was read
                counts[letter] = counts.get(letter, 0) + 1
                of = board.letters[letter].name
                number = symbols.new_value(of, f"{key}_{letter.lower()}{counts[letter]}", at)
                cell[number] = (picture, row, column)
                by_type[of].append(number)
                ids.append(number)
                ck.drawn_key[number] = key
    for of, members in by_type.items():
        symbols.add_enum(of, members)
    _finish(ck, board, ids, board.name, Board(board.name, "drawn", tuple(ids), board.size, cell, ()))


def _graph(ck: Checker, board: m.BoardDef) -> None:
    symbols = ck.symbols
    ids = _spaces(ck, board)
    edges: list[tuple[int, int, int]] = []
    edge_type = edge_type_of(board)
    take(ck, "kind", edge_type, board.edges.at.span if board.edges is not None else board.at)
    known = {symbols.names[i]: i for i in ids}
    numbers = []
    for row in board.between.values():
        number = symbols.new_value(edge_type, row.name, row.at)
        numbers.append(number)
        ends = _ends(ck, board, row, known)
        if ends is None:
            symbols.broken.add(f"{edge_type}.ends")
        else:
            edges.append((number, *ends))
    symbols.add_enum(edge_type, numbers)
    _finish(ck, board, ids, board.name, Board(board.name, "graph", tuple(ids), (0, 0), {}, tuple(edges)))


def edge_type_of(board: m.BoardDef) -> str:
    """The name of the type of a graph's edges."""
    return board.edges.name if board.edges is not None else f"{board.name}_edge"


def _ends(ck: Checker, board: m.BoardDef, row: m.Row, known: dict[str, int]) -> tuple[int, int] | None:
    ends = row.attributes.get("ends")
    items = ends.items if ends is not None and ends.items is not None else ()
    strangers = [i for i in items if i.text not in known]
    for item in strangers:
        ck.error("unknown-name", f"`{item.text}` is no space of `{board.name}`", item.at,
                 did_you_mean(item.text or "", known))  # fmt: skip
    if len(items) != 2:
        ck.error("type", f"`ends` of `{row.name}` are two spaces of `{board.name}`",
                 row.attribute_spans.get("ends", row.at))  # fmt: skip
    if strangers or len(items) != 2:
        return None
    return known[items[0].text or ""], known[items[1].text or ""]


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
        symbols.cells[zone.name] = CellInfo(of, _keys(ck, zone.per), zone.at, zone.shape, component, True)
    for variable in ck.game.variables.values():
        cell = CellInfo(type_of(ck, variable.type), _keys(ck, variable.per), variable.at)
        symbols.cells.setdefault(variable.name, cell)


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

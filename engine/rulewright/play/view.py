"""What a seat sees of a match, as JSON. Built by adding what may be seen, never by taking secrets away.

`schema/view.schema.json` says what it looks like.
"""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.play.spots import from_behind, pieces_in
from rulewright.play.values import names_in, plain
from rulewright.play.visibility import Visibility
from rulewright.program import layout
from rulewright.program.runtime import State

if TYPE_CHECKING:
    from rulewright.play.match import Match

FORMAT = "rulewright view 1"


def view_of(match: "Match", seat: str | None, language: str = "") -> dict[str, Any]:
    """What a seat sees of a match. Raises ValueError for a seat that does not play."""
    match.settle()
    game = match.game
    language = game.spoken(language)
    me = None if seat is None else match._seat(seat)
    S, asked = match.state_for(seat), match.actors
    own = seat is not None and seat in asked
    pause, question = match.program.pause(S), match.question if own else None
    outcome = match.outcome_in(language)
    table = table_view(match.visibility, S, me)
    return {
        "format": FORMAT,
        "game": game.id,
        "version": game.version,
        "digest": game.digest,
        "seat": seat,
        "language": language,
        "players": list(match.players),
        "options": dict(match.options),
        **head_view(S, game.checked),
        "actors": list(asked),
        "current_action": pause.action if pause is not None else None,
        "question": question.to_json(language) if question is not None else None,
        "legal_actions": [
            {**a.to_json(), "text": a.text, "label": a.label(language)}
            for a in (match.legal(seat) if own and seat is not None else ())
        ],
        "undo": match.undo_limit(seat, language).to_json() if own else None,
        "over": match.is_over,
        "outcome": outcome.to_json() if outcome is not None else None,
        **table,
        "labels": _labels(match, table, language),
    }


def _labels(match: "Match", table: dict[str, Any], language: str) -> dict[str, Any]:
    """The words for everything on the table: zones, variables, and by kind the names of pieces, keys and values."""
    game = match.game
    values: dict[str, dict[str, str]] = {}
    player = c.EnumT("player", frozenset(match.program.setting.players))
    for type_, name in (*((player, name) for name in match.players), *_names_on(table, game.checked)):
        if name not in values.get(type_.name, ()) and (number := game.id_of(name, type_)) is not None:
            values.setdefault(type_.name, {})[name] = game.label_of(number, language)
    return {
        "zones": {name: game.label(f"zones.{name}", language) for name in table["zones"]},
        "variables": {name: game.label(f"variables.{name}", language) for name in table["variables"]},
        "values": values,
    }


def _names_on(table: dict[str, Any], game: c.CheckedGame) -> Iterator[tuple[c.EnumT, str]]:
    """The names in the cells of zones and variables, each with the type that it is a value of."""
    drawn: list[tuple[c.Zone | c.Variable, Any]] = [(game.zones[name], cells) for name, cells in table["zones"].items()]
    drawn += [(game.variables[name], cells) for name, cells in table["variables"].items()]
    for declared, cells in drawn:
        of = declared.piece if isinstance(declared, c.Zone) else declared.type
        for cell in cells:
            for key, definition in zip(cell["keys"], declared.keys, strict=True):
                yield from names_in(key, definition.type, game)
            for value in (*cell.get("pieces", ()), cell.get("value")):
                yield from names_in(value, of, game)
            for hint in cell.get("others_see", ()):
                for type_ in _types_behind(declared, game):
                    yield from names_in(hint, type_, game)


def _types_behind(declared: c.Zone | c.Variable, game: c.CheckedGame) -> Iterator[c.Type]:
    """The types that a hint of a hidden piece may have."""
    name = declared.others_see if isinstance(declared, c.Zone) else None
    if isinstance(declared, c.Zone) and name is not None:
        if isinstance(declared.piece, c.RecordT):
            yield game.components[declared.piece.component].fields[name]
        else:
            yield from {v.type: None for v in game.attributes[name].values.values() if isinstance(v, c.Expr)}


def table_view(visibility: Visibility, S: State, seat: int | None) -> dict[str, Any]:
    """Zones and variables: `{"zones": {name: [cell]}, "variables": {name: [cell]}}`, cells in the order of their keys.

    A zone's cell has `keys`, `size` and, where the seat may know them, `pieces` (a row from the left with null for a
    free slot, a stack from the top); else what `others_see` shows. A variable's has `keys` and, if seen, `value`.
    """
    game = visibility.game
    return {
        "zones": {zone.name: _zone(visibility, zone, S, seat) for zone in game.zones.values()},
        "variables": {variable.name: _variable(visibility, variable, S, seat) for variable in game.variables.values()},
    }


def _zone(visibility: Visibility, zone: c.Zone, S: State, seat: int | None) -> list[dict[str, Any]]:
    found = []
    for keys, pieces in cells_of(visibility, zone.name, S):
        cell: dict[str, Any] = {"keys": _keys(zone, keys, visibility.game), "size": sum(p is not None for p in pieces)}
        if visibility.sees(zone, keys, seat, S):
            cell["pieces"] = [plain(p, zone.piece, visibility.game) for p in pieces]
        elif zone.others_see is not None:
            cell["others_see"] = [_hint(zone, p, visibility) for p in pieces if p is not None]
        found.append(cell)
    return found


def cells_of(visibility: Visibility, name: str, S: State) -> list[tuple[tuple[int, ...], tuple[Any, ...]]]:
    """Each cell of a zone: its keys, and its pieces as people look at them."""
    cells = visibility.program.layout.zones[name]
    found = []
    for keys in product(*cells.keys):
        index = cells.index(keys)
        pieces = tuple(pieces_in(cells, S, index))
        if cells.shape == "slot" and pieces == (None,):
            pieces = ()
        elif cells.shape == "stack" and cells.counted is None:
            pieces = pieces[::-1]
        found.append((keys, pieces))
    return found


def _hint(zone: c.Zone, piece: Any, visibility: Visibility) -> Any:
    """What others see of a piece: an attribute of it, or a field."""
    value, type_ = from_behind(visibility.program.setting, zone, piece, zone.others_see or "")
    return None if type_ is None else plain(value, type_, visibility.game)


def _variable(visibility: Visibility, variable: c.Variable, S: State, seat: int | None) -> list[dict[str, Any]]:
    cells = visibility.program.layout.variables[variable.name]
    found = []
    for keys in product(*cells.keys):
        cell: dict[str, Any] = {"keys": _keys(variable, keys, visibility.game)}
        if visibility.sees(variable, keys, seat, S):
            cell["value"] = plain(S[cells.index(keys)], variable.type, visibility.game)
        found.append(cell)
    return found


def _keys(declared: c.Zone | c.Variable, keys: tuple[int, ...], game: c.CheckedGame) -> list[Any]:
    return [plain(k, d.type, game) for d, k in zip(declared.keys, keys, strict=True)]


def head_view(S: State, game: c.CheckedGame) -> dict[str, Any]:
    """What everybody knows besides the table: whose turn it is, who is first, how many turns are left, why it ended."""
    named = {"active": S[layout.ACTIVE], "first_player": S[layout.FIRST]}
    return {
        **{k: None if v is None else game.names[v] for k, v in named.items()},
        "turns_left": S[layout.LEFT],
        "end_reason": S[layout.REASON],
    }

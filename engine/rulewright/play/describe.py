"""What a game consists of, as JSON: with it and a view a front end can draw any match (schema/description.schema.json).

Nothing in it depends on a match; what hangs on options or the number of players is told as the rules file writes it.
"""

from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.play.values import plain
from rulewright.program.boards import space_table
from rulewright.text import spelt

if TYPE_CHECKING:
    from rulewright.play.game import Game

FORMAT = "rulewright game 1"


def description(game: "Game", language: str = "") -> dict[str, Any]:
    """The description, with labels in a language (default: the game's own)."""
    return _Describer(game, language).whole()


class _Describer:
    """Puts the declarations of a game into JSON."""

    def __init__(self, game: "Game", language: str) -> None:
        self.game, self.checked, self.language = game, game.checked, language or game.checked.language

    def whole(self) -> dict[str, Any]:
        game = self.checked
        kinds = {name: enum for name, enum in game.enums.items() if name not in ("player", "action")}
        return {
            "format": FORMAT,
            "game": game.id,
            "title": self.game.label("title", self.language),
            "version": game.version,
            "digest": game.digest,
            "language": self.language,
            "languages": list(self.game.languages),
            "players": {"least": game.player_counts.start, "most": game.player_counts.stop - 1},
            "seats": [self._value(seat) for seat in game.enums["seat"].ids],
            "options": {name: self._option(option) for name, option in game.options.items()},
            "kinds": {name: [self._value(i, enum) for i in enum.ids] for name, enum in kinds.items()},
            "components": {name: self._component(component) for name, component in game.components.items()},
            "boards": {name: self._board(board) for name, board in game.boards.items()},
            "zones": {name: self._zone(zone) for name, zone in game.zones.items()},
            "variables": {name: self._variable(variable) for name, variable in game.variables.items()},
            "actions": {name: self._action(action) for name, action in game.actions.items()},
            "scoring": [self._line("scoring", line) for line in game.scoring],
            "winner": [{**self._line("winner", line), "most": line.most} for line in game.winner],
        }

    def _label(self, path: str) -> str:
        return self.game.label(path, self.language)

    def _value(self, i: int, enum: c.Enum | None = None) -> dict[str, Any]:
        """An enumerated value: its name, words, hints for drawing, and what stands on it (attributes that are data)."""
        game = self.checked
        found: dict[str, Any] = {"name": game.names[i], "label": self.game.label_of(i, self.language)}
        if i in game.shown:
            found["shown"] = dict(game.shown[i])
        if enum is not None and i in enum.only:
            found["only"] = enum.only[i].at.words
        stated = {a.name: _data(a.values.get(i), game) for a in game.attributes.values()}
        attributes = {name: value for name, value in stated.items() if value is not None}
        return {**found, "attributes": attributes} if attributes else found

    def _option(self, option: c.Option) -> dict[str, Any]:
        path = f"options.{option.name}"
        found: dict[str, Any] = {
            "label": self._label(path),
            "why": self._text(f"{path}.why"),
            "default": option.default,
            "rules": list(option.rules),
        }
        if isinstance(option.values, range):
            return {**found, "least": option.values.start, "most": option.values.stop - 1}
        values = [{"value": v, "label": self._option_value(path, v)} for v in option.values]
        return {**found, "values": values}

    def _option_value(self, path: str, value: int | bool | str) -> str:
        name = spelt(value)
        return self._text(f"{path}.values.{name}") or name.replace("_", " ")

    def _text(self, path: str) -> str:
        words = self.checked.labels.get(path, {})
        return words.get(self.language) or words.get(self.checked.language, "")

    def _component(self, component: c.Component) -> dict[str, Any]:
        return {
            "label": self._label(f"components.{component.name}"),
            "is": type_json(component.type),
            "fields": {name: type_json(t) for name, t in component.fields.items()},
        }

    def _board(self, board: c.Board) -> dict[str, Any]:
        names = self.checked.names
        near = space_table(board, board.spaces, "beside")
        spaces = []
        for space in board.spaces:
            beside = near[space]
            assert isinstance(beside, tuple)
            one: dict[str, Any] = {
                "name": names[space],
                "label": self.game.label_of(space, self.language),
                "beside": [names[s] for s in beside],
            }
            if space in board.cell:
                one |= dict(zip(("picture", "row", "column"), board.cell[space], strict=True))
            spaces.append(one)
        found = {"label": self._label(f"boards.{board.name}"), "shape": board.shape, "spaces": spaces}
        if board.edges:
            found["edges"] = [{"name": names[e], "from": names[a], "to": names[b]} for e, a, b in board.edges]
        return found

    def _zone(self, zone: c.Zone) -> dict[str, Any]:
        return {
            "label": self._label(f"zones.{zone.name}"),
            "shape": zone.shape,
            "component": zone.component,
            "piece": type_json(zone.piece),
            "keys": [type_json(k.type) for k in zone.keys],
            "at_most": None if zone.at_most is None else _data_or_source(zone.at_most, self.checked),
            "seen_by": "everyone" if zone.seen_by is None else _data_or_source(zone.seen_by, self.checked),
            "others_see": zone.others_see,
            "rules": list(zone.rules),
        }

    def _variable(self, variable: c.Variable) -> dict[str, Any]:
        return {
            "label": self._label(f"variables.{variable.name}"),
            "is": type_json(variable.type),
            "keys": [type_json(k.type) for k in variable.keys],
            "seen_by": "everyone" if variable.seen_by is None else _data_or_source(variable.seen_by, self.checked),
            "score": variable.is_score,
            "rules": list(variable.rules),
        }

    def _action(self, action: c.Action) -> dict[str, Any]:
        found: dict[str, Any] = {"label": self._label(f"actions.{action.name}"), "rules": list(action.block.rules)}
        return found if action.only is None else {**found, "only": action.only.at.words}

    def _line(self, section: str, line: c.ScoreLine | c.WinnerLine) -> dict[str, Any]:
        return {"line": line.name, "label": self._label(f"{section}.{line.name}"), "rules": list(line.rules)}


def type_json(t: c.Type) -> dict[str, Any]:
    """A type as JSON: `{"is": "number", "least": 1, "most": 6}`, `{"is": "value", "of": KIND}`, ..; `optional` is set
    where it may be none.
    """
    match t:
        case c.OptT():
            return {**type_json(t.of), "optional": True}
        case c.NumberT():
            return {"is": "number", "least": t.low, "most": t.high}
        case c.TruthT():
            return {"is": "truth"}
        case c.EnumT():
            return {"is": "value", "of": t.name}
        case c.RecordT():
            return {"is": "record", "of": t.component}
        case c.SetT():
            return {"is": "set", "of": type_json(t.of)}
        case c.PiecesT():
            return {"is": t.shape, "of": type_json(t.of)}
        case c.MapT():
            return {"is": "map", "keys": [type_json(k) for k in t.keys], "of": type_json(t.value)}
        case _:
            return {"is": "text"}


def _data(value: object, game: c.CheckedGame) -> Any:
    """A constant of the rules file as JSON; None for what is none."""
    match value:
        case c.Const():
            return plain(value.value, value.type, game)
        case c.SetConst():
            return [_data(item, game) for item in value.items]
        case c.MapConst():
            keys = {", ".join(game.names[k] for k in ks): v for ks, v in value.items}
            return {key: _data(v, game) for key, v in keys.items()}
        case _:
            return None


def _data_or_source(e: c.Expr, game: c.CheckedGame) -> Any:
    return _data(e, game) if isinstance(e, c.Const) else e.at.words

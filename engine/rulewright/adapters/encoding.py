"""A view as a row of numbers, for programs that learn: the same length in every state of one kind of match."""

from collections.abc import Iterator
from typing import Any

from rulewright.play.game import Game
from rulewright.play.match import Match

HIDDEN = -1.0  # stands for what the seat may not know


class Encoder:
    """Encodes the views of matches of a game with the same players.

    For each cell of a zone: how many pieces it holds, then how many of each value of its kind (HIDDEN where that may
    not be known); of a piece with fields, how many have each value of each field. A row or slot of single values has no
    more: the order in a row is not told. For each variable: its number, its place in its kind from 1 on (0: none), or
    one number for each member of a set; then, for each player, whether it must answer.
    """

    def __init__(self, game: Game, match: Match) -> None:
        self._described = game.describe()
        self._kinds = {name: [v["name"] for v in values] for name, values in self._described["kinds"].items()}
        for name, board in self._described["boards"].items():
            self._kinds.setdefault(name, [space["name"] for space in board["spaces"]])
        self._kinds["player"] = [seat["name"] for seat in self._described["seats"]]
        self._kinds["action"] = list(self._described["actions"])
        self._players = match.players
        self.size = len(self.encode(match.view(match.players[0])))

    def encode(self, view: dict[str, Any]) -> list[float]:
        """The numbers of a view."""
        found: list[float] = []
        for name, cells in view["zones"].items():
            type_ = self._described["zones"][name]["piece"]
            for cell in cells:
                found.append(float(cell["size"]))
                found += self._pieces(type_, cell.get("pieces"))
        for name, cells in view["variables"].items():
            type_ = self._described["variables"][name]["is"]
            for cell in cells:
                if "value" in cell:
                    found += self._value(type_, cell["value"])
                else:
                    found += [HIDDEN] * len(self._value(type_, None))
        return found + [float(p in view["actors"]) for p in self._players]

    def _pieces(self, type_: dict[str, Any], pieces: list[Any] | None) -> list[float]:
        found = []
        for field, part in self._parts(type_):
            known = None if pieces is None else [p if field is None else p[field] for p in pieces if p is not None]
            for value in self._values(part):
                found.append(HIDDEN if known is None else float(known.count(value)))
        return found

    def _parts(self, type_: dict[str, Any]) -> Iterator[tuple[str | None, dict[str, Any]]]:
        """What is counted of a piece: itself, or each of its fields."""
        if type_["is"] == "record":
            yield from self._described["components"][type_["of"]]["fields"].items()
        else:
            yield None, type_

    def _values(self, type_: dict[str, Any]) -> list[Any]:
        """The values of a type, as far as they can be listed."""
        if type_["is"] == "value":
            return [v for kind in type_["of"].split(" or ") for v in self._kinds.get(kind, ())]
        if type_["is"] == "truth":
            return [False, True]
        if type_["is"] == "number" and type_["least"] is not None and type_["most"] is not None:
            return list(range(type_["least"], type_["most"] + 1))
        return []

    def _value(self, type_: dict[str, Any], value: Any) -> list[float]:
        if type_["is"] in ("number", "truth"):
            return [float(value or 0)]
        if type_["is"] == "set":
            return [float(value is not None and v in value) for v in self._values(type_["of"])]
        values = self._values(type_)
        return [float(values.index(value) + 1 if value in values else 0)]

"""Pieces one by one: where each lies, what is seen of it from behind, and others laid in its place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.program.layout import ZoneCells
from rulewright.program.runtime import State, expanded
from rulewright.program.setting import Setting

if TYPE_CHECKING:
    from rulewright.play.visibility import Visibility


@dataclass(frozen=True)
class Spot:
    """Where a piece lies: the cell, and the place in it."""

    cells: ZoneCells
    index: int
    place: int


def pieces_in(cells: ZoneCells, S: State, index: int) -> Sequence[Any]:
    """What a cell holds, in the order in which it is stored; a free slot holds none."""
    if cells.counted is not None:
        return expanded(cells.counted, S[index : index + cells.width])
    return (S[index],) if cells.shape == "slot" else S[index]


def hidden_pieces(visibility: "Visibility", S: State, me: int | None) -> Iterator[tuple[c.Zone, Spot, Any]]:
    """The pieces that a seat (None: a stranger) may not know."""
    for zone in visibility.game.zones.values():
        cells = visibility.program.layout.zones[zone.name]
        for keys in product(*cells.keys):
            if not visibility.sees(zone, keys, me, S):
                index = cells.index(keys)
                for place, piece in enumerate(pieces_in(cells, S, index)):
                    if piece is not None:
                        yield zone, Spot(cells, index, place), piece


def lay(S: State, laid: Iterable[tuple[Spot, Any]]) -> None:
    """Lays pieces in the place of those that lie there."""
    rows: dict[int, tuple[ZoneCells, list[Any]]] = {}
    for spot, piece in laid:
        _, row = rows.setdefault(spot.index, (spot.cells, list(pieces_in(spot.cells, S, spot.index))))
        row[spot.place] = piece
    for index, (cells, row) in rows.items():
        if cells.counted is not None:
            S[index : index + cells.width] = [row.count(kind) for kind in cells.counted]
        elif cells.shape == "slot":
            S[index] = row[0]
        else:
            S[index] = tuple(sorted(row, key=_order) if cells.shape == "bag" else row)


def _order(piece: Any) -> Any:
    return tuple((f is not None, f) for f in piece) if isinstance(piece, tuple) else piece


def from_behind(setting: Setting, zone: c.Zone, piece: Any, name: str) -> tuple[Any, c.Type | None]:
    """A field or attribute of a piece, and its type: what others see of it. Without a type the piece has none."""
    if isinstance(zone.piece, c.RecordT):
        fields = setting.game.components[zone.piece.component].fields
        return piece[list(fields).index(name)], fields[name]
    value = setting.game.attributes[name].values.get(piece)
    return (setting.static(value), value.type) if isinstance(value, c.Expr) else (value, None)


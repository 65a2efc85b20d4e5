"""A match as it may be, for all that a seat is shown: what is hidden from the seat is dealt anew at random.

Which pieces may change places: those of one component that look alike from behind (what any zone's `others_see` shows)
and that the rules could have brought to the same zones. So every zone keeps its size, every kind its number, and no
piece comes to where it cannot be. What the seat could deduce from what happened before is not used.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.errors import InvalidAction
from rulewright.play.undoing import Boundary
from rulewright.play.view import key_products
from rulewright.program import layout
from rulewright.program.chance import below, permutation, seeded
from rulewright.program.from_checked import Program
from rulewright.program.knowledge import parts_of
from rulewright.program.layout import ZoneCells
from rulewright.program.runtime import State, expanded

if TYPE_CHECKING:
    from rulewright.play.match import Match

UNKNOWN = "?"  # stands in the history for an answer that the seat did not give


@dataclass(frozen=True)
class _Spot:
    """Where a hidden piece lies."""

    cells: ZoneCells
    index: int
    place: int


def sampled(match: "Match", seat: str, seed: int) -> "Match":
    """See `Match.sample`."""
    me = match.game.seat_id(seat)
    other = match.copy(seed)
    S = other._state
    chance: list[Any] = [0, seeded(seed ^ 0x5EED)]  # not the numbers that the match will draw
    _deal_pieces(other, S, me, chance)
    _deal_values(other, S, me, chance)
    for cell in match.program.memo.cells:
        S[cell] = {}
    S[layout.SCRIPT] = ()
    _deal_answers(other, S, me, chance)
    _forget(other, seat, me, seed)
    other._answers, other._legal = other.program.legal_for(S, S[layout.ME]), {}
    if match.legal(seat) != other.legal(seat):
        raise InvalidAction(f"what {seat} may do depends on what is hidden from it: no other match is like this one")
    return other


def _deal_pieces(match: "Match", S: State, me: int, chance: list[Any]) -> None:
    alike = match.alike
    pools: dict[Hashable, list[tuple[_Spot, Any]]] = {}
    for zone in match.game.checked.zones.values():
        cells = match.program.layout.zones[zone.name]
        for keys in key_products(cells.keys):
            if not match.visibility.sees(zone, keys, me, S):
                index = cells.index(keys)
                for place, piece in enumerate(_pieces_in(cells, S, index)):
                    if piece is not None:
                        pool = pools.setdefault(alike.key(zone, piece), [])
                        pool.append((_Spot(cells, index, place), piece))
    laid: dict[tuple[str, int], list[Any]] = {}
    for pool in pools.values():
        pieces = [piece for _, piece in pool]
        for (spot, _), old in zip(pool, permutation(chance, len(pool)), strict=True):
            key = spot.cells.name, spot.index
            if key not in laid:
                laid[key] = list(_pieces_in(spot.cells, S, spot.index))
            laid[key][spot.place] = pieces[old]
    for (name, index), row in laid.items():
        _lay(match.program.layout.zones[name], S, index, row)


def _deal_values(match: "Match", S: State, me: int, chance: list[Any]) -> None:
    """The values of a variable change places among the cells that the seat does not see."""
    for variable in match.game.checked.variables.values():
        cells = match.program.layout.variables[variable.name]
        hidden = [cells.index(k) for k in key_products(cells.keys) if not match.visibility.sees(variable, k, me, S)]
        values = [S[index] for index in hidden]
        for index, old in zip(hidden, permutation(chance, len(hidden)), strict=True):
            S[index] = values[old]


def _deal_answers(match: "Match", S: State, me: int, chance: list[Any]) -> None:
    """Those who have answered secretly at the same time may have answered anything."""
    pause = match.program.pause(S)
    for player, cell in zip(match.program.setting.players, pause.simultaneous if pause else (), strict=False):
        if player != me and S[cell] is not None:
            S[cell] = None
            may = match.program.legal_for(S, player)
            S[cell] = may[below(chance, len(may))]


def _forget(match: "Match", seat: str, me: int, seed: int) -> None:
    """Nothing in it may tell how it really was."""
    match._entries = [
        entry if entry.knows is None or me in entry.knows else replace(entry, knows=frozenset())
        for entry in match._entries
    ]
    match.history = [
        replace(d, chance=()) if d.player == seat else replace(d, answer=UNKNOWN, forced=(), chance=())
        for d in match.history
    ]
    match.seed, match.opening, match.script, match._committed = seed, (), (), None
    match._moments, match._boundary = [], Boundary("beginning")
    match._before = match._state[:]


# ---------- which pieces are alike ----------


class Alike:
    """Which pieces of a program may change places: those for which `key` is the same."""

    def __init__(self, program: Program) -> None:
        self._program, self._game = program, program.game
        S, cells = program.start(0), program.layout.zones
        self._first = {
            name: {p for k in key_products(cells[name].keys) for p in _pieces_in(cells[name], S, cells[name].index(k))}
            for name in self._game.zones
        }
        self._moves: set[tuple[str | None, str | None]] = set()  # from which zone to which; None: the box
        for part in parts_of(self._game):
            if isinstance(part, c.Move):
                ends = (place.zone if place is not None else None for place in (part.source, part.target))
                self._moves.add((next(ends), next(ends)))
        for zone in self._game.zones.values():
            places = (zone.refill, zone.recycle_from)
            self._moves |= {(place.zone, zone.name) for place in places if place is not None}
        self._known: dict[tuple[str, Any], Hashable] = {}

    def key(self, zone: c.Zone, piece: Any) -> Hashable:
        """What a piece has in common with those that it may change places with."""
        what = zone.component or zone.name
        if (what, piece) not in self._known:
            backs = {z.others_see for z in self._game.zones.values() if z.component == zone.component}
            seen = tuple(repr(self._attribute(zone, piece, name)) for name in sorted(filter(None, backs)))
            self._known[what, piece] = what, seen, self._zones(zone, piece)
        return self._known[what, piece]

    def _attribute(self, zone: c.Zone, piece: Any, name: str) -> Any:
        if isinstance(zone.piece, c.RecordT):
            return piece[list(self._game.components[zone.piece.component].fields).index(name)]
        value = self._game.attributes[name].values.get(piece)
        return self._program.setting.static(value) if isinstance(value, c.Expr) else value

    def _zones(self, zone: c.Zone, piece: Any) -> frozenset[str]:
        """The zones where a piece may lie: those where it was at first or was put, and where moves lead from there."""
        same = {z.name for z in self._game.zones.values() if (z.component or z.name) == (zone.component or zone.name)}
        first = {name for name in same if piece in self._first[name]}
        first |= {target for source, target in self._moves if source is None and target in same and target is not None}
        found: set[str] = set()
        while first:
            name = first.pop()
            found.add(name)
            first |= {t for source, t in self._moves if source == name and t is not None} - found
        return frozenset(found)


# ---------- cells ----------


def _pieces_in(cells: ZoneCells, S: State, index: int) -> Iterable[Any]:
    if cells.counted is not None:
        return expanded(cells.counted, S[index : index + cells.width])
    return (S[index],) if cells.shape == "slot" else S[index]


def _lay(cells: ZoneCells, S: State, index: int, pieces: list[Any]) -> None:
    if cells.counted is not None:
        S[index : index + cells.width] = [pieces.count(kind) for kind in cells.counted]
    elif cells.shape == "slot":
        S[index] = pieces[0]
    elif cells.shape == "bag":
        S[index] = tuple(sorted(pieces, key=_order))
    else:
        S[index] = tuple(pieces)


def _order(piece: Any) -> Any:
    return tuple((f is not None, f) for f in piece) if isinstance(piece, tuple) else piece

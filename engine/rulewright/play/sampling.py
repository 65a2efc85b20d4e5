"""A match as it may be, for all that a seat is shown: what is hidden from the seat is dealt anew at random.

Which pieces may change places: those of one component that look alike from behind (what any zone's `others_see` shows)
and that the rules could have brought to the same zones. So every zone keeps its size, every kind its number, and no
piece comes to where it cannot be. What the seat could deduce from what happened before is not used.
"""

from collections.abc import Hashable
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.errors import InvalidAction
from rulewright.play.spots import Spot, from_behind, hidden_pieces, lay, pieces_in
from rulewright.play.undoing import Boundary
from rulewright.program import layout
from rulewright.program.chance import below, permutation, seeded
from rulewright.program.from_checked import Program
from rulewright.program.knowledge import parts_of
from rulewright.program.runtime import State

if TYPE_CHECKING:
    from rulewright.play.match import Match

UNKNOWN = "?"  # stands in the history for an answer that the seat did not give


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
    pools: dict[Hashable, list[tuple[Spot, Any]]] = {}
    for zone, spot, piece in hidden_pieces(match.visibility, S, me):
        pools.setdefault(match.alike.key(zone, piece), []).append((spot, piece))
    laid: list[tuple[Spot, Any]] = []
    for pool in pools.values():
        others = permutation(chance, len(pool))
        laid += [(spot, pool[old][1]) for (spot, _), old in zip(pool, others, strict=True)]
    lay(S, laid)


def _deal_values(match: "Match", S: State, me: int, chance: list[Any]) -> None:
    """The values of a variable change places among the cells that the seat does not see."""
    for variable in match.game.checked.variables.values():
        cells = match.program.layout.variables[variable.name]
        hidden = [cells.index(k) for k in product(*cells.keys) if not match.visibility.sees(variable, k, me, S)]
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
            name: {p for k in product(*cells[name].keys) for p in pieces_in(cells[name], S, cells[name].index(k))}
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
            shown = (from_behind(self._program.setting, zone, piece, name)[0] for name in sorted(filter(None, backs)))
            seen = tuple(map(repr, shown))
            self._known[what, piece] = what, seen, self._zones(zone, piece)
        return self._known[what, piece]

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

"""Twins of matches: everything that a seat may not know is changed, everything else is the same."""

from itertools import product
from random import Random
from typing import Any

from rulewright.check import checked as c
from rulewright.play.entries import Entry
from rulewright.play.match import Match
from rulewright.play.spots import Spot, from_behind, hidden_pieces, lay
from rulewright.program import layout
from rulewright.program.chance import seeded
from rulewright.program.runtime import State


def twin_of(match: Match, seat: str | None, chooser: Random) -> tuple[Match, bool]:
    """A match that differs from this one only in what a seat (None: a stranger) may not know, and whether it does."""
    twin = match.copy()
    me = None if seat is None else match.game.seat_id(seat)
    changed = _permuted(match, twin._state, me, chooser)
    if twin._committed is not None:
        state, entries = twin._committed
        state = state[:]
        changed |= _permuted(match, state, me, chooser)
        twin._committed = state, entries
    twin._entries = [_other_entry(match, entry, me, chooser) for entry in twin._entries]
    twin._legal = {}
    if twin.program.pause(twin._state) is not None:
        twin._answers = twin.program.legal_for(twin._state, twin._state[layout.ME])
    return twin, changed


def values_of(match: Match, type_: c.Type) -> list[Any]:
    """The values of a type, as far as they can be listed."""
    match_values = match.program.setting.values(type_) if not isinstance(type_, (c.NumberT, c.TruthT)) else None
    if isinstance(type_, c.OptT):
        inner = values_of(match, type_.of)
        return [*inner, None] if inner else []
    if isinstance(type_, c.TruthT):
        return [True, False]
    if isinstance(type_, c.NumberT):
        low, high = type_.low or 0, type_.high if type_.high is not None else (type_.low or 0) + 9
        return list(range(low, high + 1))
    return list(match_values or ())


def _permuted(match: Match, S: State, me: int | None, chooser: Random) -> bool:
    S[layout.RNG] = seeded(chooser.randrange(1 << 32))
    game, visibility = match.game.checked, match.visibility
    before = S[:]
    pools: dict[Any, list[Any]] = {}
    for zone, spot, piece in hidden_pieces(visibility, S, me):
        pools.setdefault((zone.component or zone.name, _hint(match, zone, piece)), []).append((zone, spot, piece))
    laid: list[tuple[Spot, Any]] = []
    for pool in pools.values():
        pieces = [piece for *_, piece in pool]
        zone = pool[0][0]
        others = values_of(match, zone.piece)
        alike = isinstance(zone.piece, c.EnumT) and zone.piece.name != zone.component
        if alike and zone.others_see is None and others and chooser.random() < 0.5:
            pieces = [chooser.choice(others) for _ in pieces]  # not even their number is to be known
        chooser.shuffle(pieces)
        laid += [(spot, piece) for (_, spot, _), piece in zip(pool, pieces, strict=True)]
    lay(S, laid)
    for variable in game.variables.values():
        variables = match.program.layout.variables[variable.name]
        for keys in product(*variables.keys):
            others = values_of(match, variable.type)
            if others and not visibility.sees(variable, keys, me, S):
                S[variables.index(keys)] = chooser.choice(others)
    return S[layout.SEARCH :] != before[layout.SEARCH :]


def _hint(match: Match, zone: c.Zone, piece: Any) -> Any:
    """What others see of a hidden piece: pieces may be exchanged only with such as look alike."""
    if zone.others_see is None:
        return None
    return repr(from_behind(match.program.setting, zone, piece, zone.others_see)[0])


def _other_entry(match: Match, entry: Entry, me: int | None, chooser: Random) -> Entry:
    """An entry of which a seat knows no particulars, with other particulars."""
    if entry.knows is None or (me is not None and me in entry.knows):
        return entry
    game, event = match.game.checked, entry.event

    def other(type_: c.Type, value: Any) -> Any:
        return chooser.choice(values_of(match, type_) or [value])

    match event:
        case ("move", path, who, source, target, pieces, draw):
            type_ = game.zones[(target or source)[0]].piece
            event = ("move", path, who, source, target, tuple(other(type_, p) for p in pieces), draw)
        case ("refill", *ends, piece):
            event = ("refill", *ends, other(game.zones[ends[2]].piece, piece))
        case ("picked", path, who, value, secretly):
            event = ("picked", path, who, other(match.program.pick_types[path], value), secretly)
        case ("assign", path, who, verb, place, value, was):
            type_ = game.variables[place[0]].type
            event = ("assign", path, who, verb, place, other(type_, value), other(type_, was))
        case ("roll", path, who, place, value):
            event = ("roll", path, who, place, other(game.variables[place[0]].type, value))
        case ("look", path, who, place, pieces):
            type_ = game.zones[place[0]].piece
            event = ("look", path, who, place, tuple(other(type_, p) for p in pieces))
        case ("random", path, who, value):
            event = ("random", path, who, other(match.program.randoms[path].bind.var.type, value))
    return Entry(event, entry.knows, entry.doer)

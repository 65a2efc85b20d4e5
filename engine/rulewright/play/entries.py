"""What a match keeps of what happened: the raw events of its program, each with the seats that may know it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.play.visibility import Visibility
from rulewright.program.runtime import State

Raw = tuple[Any, ...]

# the engine's own book-keeping
_SILENT = frozenset({"commit", "answered", "play", "finish", "chance", "why", "random_secretly"})
_NOBODY_DOES = frozenset({"refill", "recycle", "counted", "won"})


@dataclass(frozen=True)
class Entry:
    """A raw event with the seats that may know its particulars (None stands for everybody), and who did it."""

    event: Raw
    knows: frozenset[int] | None
    doer: int | None


def entries(events: Sequence[Raw], visibility: Visibility, S: State, seats: tuple[int, ...]) -> list[Entry]:
    """Events as entries: who may know each is decided now, by what lies open now."""
    found = []
    for event in events:
        if event[0] not in _SILENT:
            doer = event[2] if event[0] not in _NOBODY_DOES and isinstance(event[2], int) else None
            strangers = _knows(event, visibility, S, None)
            knows = None if strangers else frozenset(s for s in seats if _knows(event, visibility, S, s))
            found.append(Entry(event, knows, doer))
    return found


def _knows(event: Raw, visibility: Visibility, S: State, seat: int | None) -> bool:
    game = visibility.game
    match event:
        case ("move", _, _, source, target, _, _):
            places = [p for p in (source, target) if p is not None]
            if any(visibility.sees(game.zones[name], tuple(keys), seat, S) for name, *keys in places):
                return True
            return len(places) == 1 and game.zones[places[0][0]].seen_by is None
        case ("refill", _, _, zone, index, _):
            return visibility.sees(game.zones[zone], visibility.keys_at(zone, index), seat, S)
        case ("picked", path, me, _, secretly):
            return (not secretly and visibility.pick_is_public(path)) or (seat is not None and seat == me)
        case ("random", path, me, _):
            known = visibility.random_is_known(path)
            return known == "everyone" or (known == "me" and seat is not None and seat == me)
        case ("assign", _, _, _, (name, *keys), _, _) | ("roll", _, _, (name, *keys), _):
            return visibility.sees(game.variables[name], tuple(keys), seat, S)
        case ("field", _, _, (name, *keys), _, _) | ("rolled_into", _, _, (name, *keys), _):
            return visibility.sees(game.zones[name], tuple(keys), seat, S)
        case ("look", _, me, _, _):
            return seat is not None and seat == me
        case _:
            return True

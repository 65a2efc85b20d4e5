"""Saves: a match as its setting, its seed and its state at the last decision, with the answers that led there."""

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.errors import InvalidSave
from rulewright.play.log import Entry
from rulewright.program import layout
from rulewright.program.runtime import State

if TYPE_CHECKING:
    from rulewright.play.match import Match

FORMAT = "rulewright match 1"


@dataclass(frozen=True)
class Moment:
    """What `undo` goes back to: the state before an answer, the lengths of log and history, who answered, and what
    others saw."""

    state: State
    entries: int
    history: int
    me: int | None
    committed: tuple[State, int] | None


def to_json(match: "Match") -> dict[str, Any]:
    """A match as JSON, with a sum over it all: a save that was cut, damaged or edited is known."""
    saved = {
        "format": FORMAT,
        "game": match.game.id,
        "version": match.game.version,
        "digest": match.game.digest,
        "players": list(match.players),
        "options": dict(match.program.setting.options),
        "seed": match.seed,
        "history": [list(h) for h in match.history],
        "state": _jsonable(match._state),
        "before": _jsonable(match._before),
        "committed": _committed(match._committed),
        "log": [[_jsonable(e.event), None if e.knows is None else sorted(e.knows), e.doer] for e in match._entries],
        "undo": [[_jsonable(m.state), m.entries, m.history, m.me, _committed(m.committed)] for m in match._moments],
    }
    return {**saved, "sum": _sum(saved)}


def _sum(saved: dict[str, Any]) -> str:
    text = json.dumps({k: v for k, v in saved.items() if k != "sum"}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def check(saved: dict[str, Any]) -> None:
    """Raises InvalidSave unless a save is as it was written."""
    try:
        good = saved.get("sum") == _sum(saved)
    except (TypeError, ValueError, RecursionError):
        good = False
    if not good:
        raise InvalidSave("the saved match is damaged: it is not as it was written")


def _committed(committed: tuple[list[Any], int] | None) -> list[Any] | None:
    return None if committed is None else [_jsonable(committed[0]), committed[1]]


def restore(match: "Match", saved: dict[str, Any]) -> None:
    """Fills a new match with what was saved. Raises InvalidSave."""
    size = len(match.program.template)
    try:
        match._state = _state(saved["state"], size)
        match._before = _state(saved["before"], size) if saved["before"] else []
        match._committed = _seen(saved["committed"], size)
        match.history = [(str(p), str(k), str(t)) for p, k, t in saved["history"]]
        match._entries = [
            Entry(_tuples(event), None if knows is None else frozenset(knows), doer)
            for event, knows, doer in saved["log"]
        ]
        match._moments = [
            Moment(_state(cells, size), entries, history, me, _seen(committed, size))
            for cells, entries, history, me, committed in saved["undo"]
        ]
        match._answers = match.program.to_pause(match._state) or []
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InvalidSave(f"the saved match is damaged: {error}") from None


def _seen(committed: Any, size: int) -> tuple[list[Any], int] | None:
    return None if committed is None else (_state(committed[0], size), int(committed[1]))


def _state(cells: Any, size: int) -> list[Any]:
    if not isinstance(cells, list) or len(cells) != size:
        raise ValueError("its state has another size")
    state = [_tuples(cell) for cell in cells]
    if type(state[layout.PC]) is not int or state[layout.PC] < 0 or type(state[layout.RNG]) is not int:
        raise ValueError("it does not stand at a decision")
    return state


def _jsonable(value: Any) -> Any:
    return [_jsonable(v) for v in value] if isinstance(value, (tuple, list)) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value

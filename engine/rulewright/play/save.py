"""Saves: a match as its setting, its seed and its state at the last decision, with the answers that led there."""

from typing import TYPE_CHECKING, Any

from rulewright.errors import InvalidSave
from rulewright.play.log import Entry
from rulewright.program import layout

if TYPE_CHECKING:
    from rulewright.play.match import Match

FORMAT = "rulewright match 1"


def to_json(match: "Match") -> dict[str, Any]:
    """A match as JSON."""
    return {
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
        "committed": None if match._committed is None else [_jsonable(match._committed[0]), match._committed[1]],
        "log": [[_jsonable(e.event), None if e.knows is None else sorted(e.knows), e.doer] for e in match._entries],
    }


def restore(match: "Match", saved: dict[str, Any]) -> None:
    """Fills a new match with what was saved. Raises InvalidSave."""
    size = len(match.program.template)
    try:
        match._state = _state(saved["state"], size)
        match._before = _state(saved["before"], size) if saved["before"] else []
        committed = saved["committed"]
        match._committed = None if committed is None else (_state(committed[0], size), int(committed[1]))
        match.history = [(str(p), str(k), str(t)) for p, k, t in saved["history"]]
        match._entries = [
            Entry(_tuples(event), None if knows is None else frozenset(knows), doer)
            for event, knows, doer in saved["log"]
        ]
        match._answers = match.program.to_pause(match._state) or []
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InvalidSave(f"the saved match is damaged: {error}") from None


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

"""Saves: a match as its setting, its seed, its answers with their chance, and its state at the last decision.

The state makes loading quick and exact; the answers are what `replay.py` gives again, under these rules or others.
"""

import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.errors import InvalidSave
from rulewright.play.decision import Decision
from rulewright.play.entries import Entry
from rulewright.play.undoing import Boundary, Moment
from rulewright.play.values import shown
from rulewright.program import layout
from rulewright.program.runtime import State

if TYPE_CHECKING:
    from rulewright.play.match import Match

FORMAT = "rulewright match 2"
OLDER = ("rulewright match 1",)
_KEYS: dict[str, type] = {
    "game": str, "variants": list, "version": int, "digest": str, "players": list, "options": dict, "seed": int,
    "script": list, "laid": bool, "opening": list, "history": list, "state": list, "before": list, "log": list,
    "boundary": list, "undo": list,
}  # fmt: skip
MOST_BYTES = 64 << 20  # a file that is larger is no save


def to_json(match: "Match") -> dict[str, Any]:
    """A match as JSON, with a sum over it all: a save that was cut, damaged or edited is known."""
    saved = {
        "format": FORMAT,
        "game": match.game.id,
        "variants": list(match.game.variants),
        "version": match.game.version,
        "digest": match.game.digest,
        "players": list(match.players),
        "options": dict(match.options),
        "seed": match.seed,
        "script": list(match.script),
        "laid": match._laid,
        "opening": _jsonable(match.opening),
        "history": [decision.to_json() for decision in match.history],
        "state": _jsonable(match._state),
        "before": _jsonable(match._before),
        "committed": _committed(match._committed),
        "log": [_entry(e) for e in match._entries],
        "boundary": _boundary(match._boundary),
        "undo": [
            [_jsonable(m.state), m.entries, m.history, m.me, _committed(m.committed), _boundary(m.boundary)]
            for m in match._moments
        ],
    }
    return {**saved, "sum": _sum(saved)}


def write(match: "Match", path: Path) -> None:
    """Writes a match as JSON, whole or not at all. Raises OSError."""
    write_whole(path, json.dumps(to_json(match), ensure_ascii=False) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Writes a text in one step: a file that is there is replaced whole or not at all, and keeps its permissions.

    Raises OSError.
    """
    path = path.resolve()  # of a link what it leads to is replaced
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, name)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path) -> dict[str, Any]:
    """The save in a file, as it was written. Raises OSError, and InvalidSave for a file that is none or is damaged."""
    try:
        size = path.stat().st_size
    except ValueError as error:  # a path that no file can have
        raise InvalidSave(f"{shown(str(path))} is no file: {error}") from None
    if size > MOST_BYTES:
        raise InvalidSave(f"`{path}` is no saved match: it is larger than {MOST_BYTES >> 20} MB")
    try:
        saved = json.loads(path.read_bytes().decode("utf-8"))
    except (ValueError, RecursionError):
        raise InvalidSave(f"`{path}` is no saved match, or has been cut: it is not whole JSON") from None
    check(saved)
    found: dict[str, Any] = saved
    return found


def check(saved: object) -> None:
    """Raises InvalidSave unless a save is as it was written. The sum finds accidents; whoever wants to can forge it."""
    if not isinstance(saved, dict) or saved.get("format") not in (FORMAT, *OLDER):
        raise InvalidSave("this is not a saved match")
    if saved["format"] in OLDER:
        raise InvalidSave("this match was saved by an older rulewright, whose saves cannot be read any more")
    try:
        good = saved.get("sum") == _sum(saved)
    except (TypeError, ValueError, RecursionError):
        good = False
    if not good:
        raise InvalidSave("the saved match is damaged: it is not as it was written")
    wrong = [key for key, kind in _KEYS.items() if type(saved.get(key)) is not kind]
    if wrong:
        raise InvalidSave(f"the saved match is damaged: `{wrong[0]}` is not what it should be")


def restore(match: "Match", saved: dict[str, Any]) -> None:
    """Fills a new match with what was saved. Raises InvalidSave."""
    size = len(match.program.template)
    try:
        match._state = _state(saved["state"], size)
        match._before = _state(saved["before"], size) if saved["before"] else []
        match._committed = _seen(saved["committed"], size)
        match._laid = saved["laid"] is True
        match.script = tuple(saved["script"])
        match.opening = tuple(_tuples(saved["opening"]))
        match.history = [Decision.from_json(data) for data in saved["history"]]
        match._entries = [_entry_of(data) for data in saved["log"]]
        match._boundary = _boundary_of(saved["boundary"])
        match._moments = [
            Moment(_state(cells, size), entries, history, me, _seen(committed, size), _boundary_of(boundary))
            for cells, entries, history, me, committed, boundary in saved["undo"]
        ]
        match._answers = match.program.to_pause(match._state) or []
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InvalidSave(f"the saved match is damaged: {error}") from None


def _sum(saved: dict[str, Any]) -> str:
    text = json.dumps({k: v for k, v in saved.items() if k != "sum"}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _entry(e: Entry) -> list[Any]:
    return [_jsonable(e.event), None if e.knows is None else sorted(e.knows), e.doer]


def _entry_of(data: Any) -> Entry:
    event, knows, doer = data
    return Entry(_tuples(event), None if knows is None else frozenset(knows), doer)


def _boundary(boundary: Boundary) -> list[Any]:
    return [boundary.because, None if boundary.entry is None else _entry(boundary.entry)]


def _boundary_of(data: Any) -> Boundary:
    because, entry = data
    return Boundary(because, None if entry is None else _entry_of(entry))


def _committed(committed: tuple[list[Any], int] | None) -> list[Any] | None:
    return None if committed is None else [_jsonable(committed[0]), committed[1]]


def _seen(committed: Any, size: int) -> tuple[list[Any], int] | None:
    return None if committed is None else (_state(committed[0], size), int(committed[1]))


def _state(cells: Any, size: int) -> State:
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

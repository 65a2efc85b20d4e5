"""How far back: what `undo` returns to, and what it may not go behind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from rulewright.play.entries import Entry, Raw
from rulewright.play.recording import CHANCE
from rulewright.program.runtime import State

if TYPE_CHECKING:
    from rulewright.play.match import Match

Because = Literal["beginning", "chance", "news", "player"]

_CHANCE = frozenset({"shuffle", "roll", "rolled_into", "random", "random_secretly", "recycle"})
_DEALT = frozenset({"move", "refill"})  # these tell of chance if it decided what is moved, or in which order
_NEWS = frozenset({"show", "open", "look", "refill"})


@dataclass(frozen=True)
class Moment:
    """What `undo` goes back to: the state before an answer, the lengths of log and history, who answered, what others
    saw, and what could not be taken back then."""

    state: State
    entries: int
    history: int
    me: int | None
    committed: tuple[State, int] | None
    boundary: "Boundary"


@dataclass(frozen=True)
class Boundary:
    """What cannot be taken back: why not, and the entry that tells of it, if one does."""

    because: Because
    entry: Entry | None = None


@dataclass(frozen=True)
class UndoLimit:
    """How many answers can be taken back (`steps`), and what lies before them: `because` is "beginning", "chance",
    "news" (something hidden was shown) or "player" (another player's answer); `text` says it in a line.
    """

    steps: int
    because: Because
    text: str

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {"steps": self.steps, "because": self.because, "text": self.text}


BEGINNING = Boundary("beginning")

_WORDS = {
    "beginning": "the match began",
    "chance": "chance decided",
    "news": "something hidden was shown",
    "player": "another player answered",
}


def steps_in(moments: Sequence[Moment]) -> int:
    """How many answers can be taken back: those of the player who answered last."""
    last = moments[-1].me if moments else None
    return next((n for n, moment in enumerate(reversed(moments)) if moment.me != last), len(moments))


def remember(moments: list[Moment], moment: Moment, boundary: Boundary) -> Boundary:
    """Adds a moment; gives the boundary after it. The answers of the player before are kept too, so that after all of
    this player's are taken back the other one can go on taking back.
    """
    if moments and moments[-1].me != moment.me:
        kept = steps_in(moments)
        if kept < len(moments):
            boundary = Boundary("player")
            moments[:] = [replace(known, boundary=boundary) for known in moments[-kept:]]
    moments.append(replace(moment, boundary=boundary))
    return boundary


def boundary_in(match: "Match", events: Iterable[Raw], entries: Iterable[Entry]) -> Boundary | None:
    """The last thing among events that cannot be taken back: chance, or what shows something hidden."""
    told = {id(e.event): e for e in entries}
    found, decided = None, False
    for event in events:
        if event[0] == CHANCE:  # noted before the event that tells of it
            found, decided = Boundary("chance"), True
            continue
        because = "chance" if decided and event[0] in _DEALT else _because(match, event)
        if because is not None:
            found, decided = Boundary(because, told.get(id(event))), False
    return found


def _because(match: "Match", event: Raw) -> Because | None:
    if event[0] in _CHANCE:
        return "chance"
    if event[0] in _NEWS:
        return "news"
    if event[0] == "move" and event[6] and event[3] is not None:  # a draw from where nobody could look
        name, *keys = event[3]
        return None if match.visibility.sees(match.game.checked.zones[name], tuple(keys), None, None) else "news"
    return None


def limit_of(boundary: Boundary, steps: int, line: str | None) -> UndoLimit:
    """The boundary in words; `line` is what the log tells of it."""
    back = {0: "nothing to take back:", 1: "1 step back; before that"}.get(steps, f"{steps} steps back; before that")
    told = f" ({line.strip()})" if line else ""
    return UndoLimit(steps, boundary.because, f"{back} {_WORDS[boundary.because]}{told}")

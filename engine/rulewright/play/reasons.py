"""Why an answer is not legal: each failed need, refusal or `where` in words, with values and rule ids.

The reasons come from the same blocks as legality: the trial of the answer is made once more, noting where it fails.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.play.action import Action
from rulewright.play.values import text_of
from rulewright.program import layout
from rulewright.program.completion import Failure
from rulewright.program.from_checked import Program
from rulewright.program.runtime import Fault, State
from rulewright.text import Span

if TYPE_CHECKING:
    from rulewright.play.game import Game

MOST = 8  # reasons told of one answer


@dataclass(frozen=True)
class Reason:
    """Why not. `failed` holds (words, rule ids, place in the rules file) for each thing that stands in the way; `text`
    is the first in words, `rules` all ids."""

    text: str
    rules: tuple[str, ...]
    failed: tuple[tuple[str, tuple[str, ...], Span | None], ...] = field(default=())


def reason_for(program: Program, game: "Game", S: State, action: Action) -> Reason:
    """The reason why an answer that can be read is not legal at the decision of a state."""
    pause = program.pause(S)
    if pause is None:
        return Reason("the match is over", ())
    asked = S[:]
    asked[layout.ME] = game.seat_id(action.player)
    try:
        failures = program.why(asked, action.answer)
    except Fault:
        failures = []
    told: dict[str, tuple[str, tuple[str, ...], Span | None]] = {}
    for failure, values in failures:
        words = _words(failure, values, game)
        told.setdefault(words, (words, failure.rules, failure.at))
    failed = tuple(told.values())[:MOST]
    if not failed:
        text = f"{action.label()} leads to nothing that can be finished here"
        return Reason(text, _rules_of(pause, action), ((text, _rules_of(pause, action), pause.at),))
    rules = tuple(dict.fromkeys(r for _, ids, _ in failed for r in ids))
    return Reason(failed[0][0], rules or _rules_of(pause, action), failed)


def _rules_of(pause: Any, action: Action) -> tuple[str, ...]:
    for alternative in (*pause.alternatives, *pause.meanwhile):
        if alternative.name == action.name:
            rules: tuple[str, ...] = alternative.block.rules
            return rules
    return ()


def _words(failure: Failure, values: tuple[Any, ...], game: "Game") -> str:
    shown = [_shown(v, t, game) for v, t in zip(values, failure.types, strict=True)]
    if failure.text is not None:
        return game.filled(failure.text, shown)
    if failure.words:
        return failure.words.format(*shown)
    source = " ".join(failure.at.source.text[failure.at.start : failure.at.end].split())
    return f"`{source}` does not hold"


def _shown(value: Any, type_: c.Type | None, game: "Game") -> str:
    if type_ is None:
        return str(value)
    inner = type_.of if isinstance(type_, c.OptT) else type_
    if isinstance(inner, c.EnumT) and isinstance(value, int):
        return game.label_of(value)
    return text_of(value, type_, game.checked)

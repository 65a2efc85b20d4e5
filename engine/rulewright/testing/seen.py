"""Everything that a seat is given, as bytes: what two matches must have alike that differ in secrets only."""

import json
from collections.abc import Iterable
from random import Random
from typing import Any

from rulewright.errors import ActionError
from rulewright.play.match import Match


def questions(match: Match, chooser: Random) -> list[str]:
    """Answers of all sorts that a seat may try: legal or not, of this question or of another."""
    game, pause = match.game, match.pause
    words = [*game.actions, *chooser.sample(game.checked.names, min(25, len(game.checked.names)))]
    words += ["", "0", "3", "99", "-1", "none", "stop", "nothing like this"]
    if pause is not None:
        words += [a.name for a in (*pause.alternatives, *pause.meanwhile)] + ([pause.stop] if pause.stop else [])
    return words


def given(match: Match, seat: str | None, words: Iterable[str]) -> bytes:
    """Everything that a seat is given: view, answers, log, events, reasons and errors for these words, how far back."""
    language = match.game.languages[-1]
    words = list(words)
    found: dict[str, Any] = {
        "view": match.view(seat),
        "view in another language": match.view(seat, language),
        "log": match.log(seat, language),
        "events": [event.to_json() for event in match.events(seat)],
    }
    if seat is not None:
        found["undo"] = match.undo_limit(seat).to_json() if seat in match.actors else None
        found["legal answers"] = [(str(a), a.label(language), a.to_json()) for a in match.legal(seat)]
        found["reasons"] = {word: _reason(match, word, seat) for word in words}
        found["errors"] = {word: _error(match, word, seat) for word in words}
    return json.dumps(found, ensure_ascii=False).encode()


def first_difference(one: bytes, other: bytes) -> str:
    """The part in which two differ: `view`, `reasons (sell)`."""
    left, right = json.loads(one), json.loads(other)
    for part, value in left.items():
        if value != right[part]:
            inner = next((k for k in value if value[k] != right[part].get(k)), "") if isinstance(value, dict) else ""
            return f"{part} ({inner})" if inner else part
    return "view"


def _reason(match: Match, word: str, seat: str) -> Any:
    reason = match.why_not(word, seat)
    return reason.to_json() if reason is not None else None


def _error(match: Match, word: str, seat: str) -> str:
    try:
        action = match.parse_action(word, seat)
        if action in match.legal(seat):
            return "legal"
        match.copy().apply(action)
    except ActionError as error:
        return f"{type(error).__name__}: {error} {getattr(error, 'candidates', '')}"
    return "carried out"

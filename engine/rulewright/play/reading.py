"""Answers read from text and JSON. What is read need not be legal; that is `Match.apply`'s affair, and `why_not`'s."""

import re
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.errors import AmbiguousAction, InvalidAction
from rulewright.play.action import Action
from rulewright.play.values import from_plain, plain, shown, text_of
from rulewright.program.pauses import Pause

if TYPE_CHECKING:
    from rulewright.play.match import Match
    from rulewright.play.standing import Standing

MOST_SHOWN = 12  # answers that a message lists


def action_of(match: "Standing", pause: Pause, me: int, answer: Any) -> Action:
    """An answer of the program as an action of a player."""
    game = match.game
    player = game.checked.names[me]
    if answer is None:
        name = pause.stop or "stop"
        return Action(player, "choose", name, None, name, game, f"{pause.path}.or.{name}", None)
    if pause.kind == "pick":
        assert pause.pick is not None
        type_ = match.program.pick_type(pause.pick)
        value = plain(answer, type_, game.checked)
        path = game.path_of(answer) if isinstance(value, str) and isinstance(answer, int) else None
        name, text = pause.pick.var.name, text_of(answer, type_, game.checked)
        return Action(player, "pick", name, value, text, game, path, answer)
    alternative = pause.alternatives[answer] if answer >= 0 else pause.meanwhile[-1 - answer]
    path = f"actions.{alternative.action}" if alternative.action else f"{pause.path}.choose.{alternative.name}"
    return Action(player, "choose", alternative.name, None, alternative.name, game, path, answer)


def parse_action(match: "Match", text: str, player: str | None) -> Action:
    """An answer from its one-line text: as it is written, else as it may be meant (`Terrace 1` for `terrace_1`)."""
    who = _asked(match, player)
    if not isinstance(text, str):
        raise InvalidAction(f"an answer is a text, not {shown(text)}")
    wanted = " ".join(text.split())
    legal = match.legal(who)
    for action in legal:
        if wanted in (action.text, f"{action.name} {action.text}"):
            return action
    loose = [a for a in legal if _loosely(a.text) == _loosely(wanted)]
    if len(loose) > 1:
        raise AmbiguousAction(f"`{wanted}` could mean several answers", [a.text for a in loose])
    return loose[0] if loose else _illegal(match, wanted, who)


def action_from_json(match: "Match", data: object) -> Action:
    """An answer from `{"player", "choose"}` or `{"player", "pick", "value"}`."""
    if not isinstance(data, dict) or ("choose" in data) == ("pick" in data):
        raise InvalidAction("an action is an object with `player` and `choose`, or `player`, `pick` and `value`")
    if not isinstance(data.get("player"), str):
        seats = ", ".join(match.players)
        raise InvalidAction(f"`player` is the name of a seat ({seats}), not {shown(data.get('player'))}")
    if isinstance(data.get("choose"), str):
        return parse_action(match, data["choose"], data["player"])
    who = _asked(match, data["player"])
    if "choose" in data:
        raise InvalidAction(f"`choose` is a name, not {shown(data['choose'])}: {what_fits(match, who)}")
    pause, name = match.pause, data.get("pick")
    if not isinstance(name, str) or pause is None or pause.pick is None or pause.pick.var.name != name:
        raise InvalidAction(f"nothing called {shown(name)} is picked now{_asked_for(match, who)}")
    try:
        value = from_plain(data.get("value"), pause.pick.var.type, match.game)
    except ValueError as error:
        raise InvalidAction(f"{error}: {what_fits(match, who)}") from None
    return match.action_of(pause, match.game.seat_id(who), value)


def _asked(match: "Match", player: str | None) -> str:
    """The player whose answer it is, who must be asked now."""
    actors = match.actors
    if player is None:
        if not actors:
            raise InvalidAction("the match is over; nothing is asked")
        return actors[0]
    if player not in match.players:
        raise InvalidAction(f"{shown(player)} does not play: {', '.join(match.players)}")
    if player not in actors:
        waiting = f"; {' and '.join(actors)} must answer" if actors else "; the match is over"
        raise InvalidAction(f"{player} is not asked now{waiting}")
    return player


def _illegal(match: "Match", text: str, player: str) -> Action:
    """An answer that can be read but is not legal now."""
    pause, me = match.pause, match.game.seat_id(player)
    assert pause is not None
    if text == pause.stop:
        return match.action_of(pause, me, None)
    if pause.kind == "choose":
        named = {a.name: n for n, a in enumerate(pause.alternatives)}
        named |= {a.name: -1 - n for n, a in enumerate(pause.meanwhile) if a.name not in named}
        if text in named:
            return match.action_of(pause, me, named[text])
    elif pause.pick is not None:
        value = _value(match, text, pause.pick.var.type)
        if value is not None:
            return match.action_of(pause, me, value)
    what = f"`{text}` is no answer now:" if text in match.game.choices else f"{shown(text)} is no answer:"
    raise InvalidAction(f"{what} `{pause.name}` is asked: {what_fits(match, player)}")


def _asked_for(match: "Match", player: str) -> str:
    pause = match.pause
    return f"; `{pause.name}` is asked: {what_fits(match, player)}" if pause is not None else ""


def what_fits(match: "Standing", player: str) -> str:
    """The first legal answers of a player, for a message."""
    texts = [a.text for a in match.legal(player)]
    return ", ".join(texts[:MOST_SHOWN]) + (", ..." if len(texts) > MOST_SHOWN else "")


def _value(match: "Match", text: str, type_: c.Type) -> Any:
    """A value from its text, if it is one of the type; None otherwise."""
    match type_:
        case c.OptT():
            return _value(match, text, type_.of)
        case c.EnumT():
            return match.game.id_of(text, type_)
        case c.NumberT():
            return int(text) if re.fullmatch(r"-?[0-9]{1,16}", text) else None
        case c.TruthT():
            return {"true": True, "false": False}.get(text)
        case c.PiecesT() | c.SetT() if text.startswith("{") and text.endswith("}"):
            values = [_value(match, part, type_.of) for part in _parts(text[1:-1])]
            return None if any(v is None for v in values) else tuple(sorted(values))
        case c.PiecesT() | c.SetT():
            value = _value(match, text, type_.of)
            return None if value is None else (value,)
        case _:
            return None


def _parts(text: str) -> list[str]:
    """Parts between commas, but not inside brackets."""
    parts, depth, part = [], 0, ""
    for char in text:
        depth += (char in "({") - (char in ")}")
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += char
    return [p for p in [*parts, part.strip()] if p]


def _loosely(text: str) -> str:
    return re.sub(r"\s*([(),{}])\s*", r"\1", re.sub(r"[\s_]+", " ", text)).casefold().strip()

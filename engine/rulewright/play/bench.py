"""What scenarios do to a match: stand it at a place of the rules, lay the table, script chance, test invariants."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.check.foreign import foreign_line
from rulewright.errors import InvalidGame, InvalidSetup
from rulewright.play.values import shown
from rulewright.program import layout
from rulewright.program.runtime import LIMIT as MOST_NUMBER
from rulewright.program.runtime import WORK, Fault
from rulewright.text import Findings, SourceText, did_you_mean

if TYPE_CHECKING:
    from rulewright.play.match import Match
    from rulewright.play.standing import Standing


def begin_at(match: "Match", *, bare: bool, turn: str | None, at: str | None) -> None:
    """Stands at a place of the program without having run to it. Raises InvalidSetup."""
    if bare:
        match._state = match.program.bare(match.seed)
    else:
        match.begin()
        _answer_first_until_play(match)
    S = match._state
    if turn is not None:
        if turn not in match.players:
            raise InvalidSetup(no_player(turn, match.players), "turn")
        S[layout.ACTIVE] = S[layout.ME] = match.game.seat_id(turn)
    if at is not None:
        label = match.program.place(at)
        if label is None:
            raise InvalidSetup(f"no step `{at}` of this game asks anything", "at")
        S[layout.PC] = label
    elif turn is not None:
        if match.program.flow.turn_entry is None:
            raise InvalidSetup("this game has no turns", "turn")
        S[layout.PC] = match.program.flow.turn_entry
    match._answers = []
    match._pending = match._laid = True


def no_player(seat: str, players: Sequence[str]) -> str:
    """The words for a seat that does not play."""
    return f"`{seat}` does not play: {did_you_mean(seat, players)}"


def _answer_first_until_play(match: "Match") -> None:
    """A scenario that begins in a turn after set-up takes the first answer of each question of set-up."""
    while (pause := match.program.pause(match._state)) is not None and pause.path.startswith("setup"):
        match.apply(match.legal_actions[0])


def run_sentence(match: "Match", text: str) -> None:
    """Does a sentence of the rules language to the state. Raises InvalidGame, RuleFault."""
    me = match._state[layout.ME] is not None
    key = ("sentence", text, me)
    with match.game.lock:
        if key not in match.program.foreign:
            match.program.foreign[key] = match.program.sentence(foreign(match, text, "sentence", me))
    before = match._state[:]
    match._laid = True
    match._state[layout.EVENTS] = []
    match._state[layout.BUDGET] = WORK
    try:
        match.program.foreign[key](match._state)
    except Fault as fault:
        match._state = before
        raise match.fault(fault) from fault
    finally:
        match._state[layout.EVENTS] = None


def foreign(match: "Match", text: str, kind: Any, me: bool) -> Any:
    """A line that is not the game's, checked against it. Raises InvalidGame."""
    source = SourceText("<line>", text)
    findings = Findings()
    found = foreign_line(match.game.checked, text, kind, source.span, findings, me=me)
    if found is None:
        raise InvalidGame(findings)
    return found


def set_chance(match: "Standing", outcomes: Sequence[Any]) -> None:
    """The next outcomes of chance: numbers, or names (a named card comes to the top of the pile drawn from)."""
    if isinstance(outcomes, str) or not isinstance(outcomes, Sequence):
        raise InvalidSetup(f"scripted chance is a list of numbers and names, not {shown(outcomes)}")
    values = []
    for outcome in outcomes:
        if not isinstance(outcome, str) and (type(outcome) is not int or abs(outcome) > MOST_NUMBER):
            raise InvalidSetup(f"{shown(outcome)} is no outcome of chance: numbers and names are")
        if isinstance(outcome, str) and not match.game.ids_of(outcome):
            raise InvalidSetup(f"{shown(outcome)} is no outcome of chance in this game")
        values.append(tuple(match.game.ids_of(outcome)) if isinstance(outcome, str) else outcome)
    match._state[layout.SCRIPT] = tuple(values)


def test_always(match: "Match") -> list[str]:
    """The names of the invariants that do not hold now (`before` is the last time they were tested).

    Those of turns are tested when a turn has begun since then, and its player is asked what to do.
    """
    match.settle()
    if not match._before:
        match._before = match._state[:]
    pause = match.program.pause(match._state)
    if pause is not None and pause.path.startswith(("setup", "finish")):
        return []
    state = match._state
    if pause is None:  # over: what was when play ended, before the points were counted
        state, match._play_end = match._play_end, []
        if not state:
            return []
    broken = match.program.broken(state, match._before)
    begun = any(entry.event[0] == "turn" for entry in match._entries[match._tested :])
    if begun and pause is not None and pause.action is None:
        broken += match.program.broken(state, match._before, at_turn=True)
    match._tested = len(match._entries)
    match._before = state[:]
    return broken

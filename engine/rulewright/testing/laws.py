"""What must hold for every game, as checks of one state of a match. Each raises `Broken` with what went wrong."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import jsonschema

from rulewright.check import checked as c
from rulewright.errors import ActionError, InvalidAction, RuleFault
from rulewright.library import schema
from rulewright.play.action import Action
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.view import cells_of
from rulewright.testing.seen import first_difference, given, questions
from rulewright.testing.twins import twin_of

MOST_TRIED = 12  # answers of one question that are tried
MOST_FOLLOWED = 200  # answers until an action must be over


class Broken(Exception):
    """A property does not hold. `answers` are those after which it shows, besides those of the match."""

    def __init__(self, words: str, *answers: Action) -> None:
        self.answers = answers
        super().__init__(words)


@dataclass(frozen=True)
class Subject:
    """What is tested: a game, the same game loaded once more, and the components that never leave the table."""

    game: Game
    again: Game
    conserved: frozenset[str] = frozenset()


Check = Callable[[Match, Random, Subject], None]


@dataclass(frozen=True)
class Law:
    """A property: the words for it, its check, and at every how manyth decision of a match it is asked."""

    words: str
    check: Check
    every: int


def legal_answers_apply(match: Match, chooser: Random, subject: Subject) -> None:
    """Every legal answer can be carried out, and whoever is asked has one."""
    for player in match.actors:
        legal = match.legal(player)
        if not legal:
            raise Broken(f"{player} is asked `{match.question and match.question.path}` and has no legal answer")
        for action in sampled(legal, chooser):
            trial = applied(match, action)
            if trial.decisions != match.decisions + 1:
                raise Broken(f"{player}: `{action}` counts as {trial.decisions - match.decisions} answers", action)


def illegal_answers_change_nothing(match: Match, chooser: Random, subject: Subject) -> None:
    """What is not legal is refused with a message, and nothing has changed."""
    before = saved(match)
    for player in match.actors:
        for word in questions(match, chooser):
            if is_legal(match, word, player):
                continue
            try:
                match.apply(word, player)
            except ActionError:
                if saved(match) != before:
                    raise Broken(f"{player}: `{word}` is refused, but changes the match") from None
            else:
                raise Broken(f"{player}: `{word}` is not legal, but is carried out")


def no_beginning_ends_dead(match: Match, chooser: Random, subject: Subject) -> None:
    """From every legal answer the action can be carried through: something is legal until it is over."""
    for player in match.actors:
        if not match.legal(player):
            raise Broken(f"{player} can get no further: nothing is legal")
        for action in sampled(match.legal(player), chooser, 4):
            trial, answers = applied(match, action), [action]
            while trial.current_action is not None and player in trial.actors:
                legal = trial.legal(player)
                if not legal:
                    asked = trial.question.path if trial.question is not None else ""
                    raise Broken(f"{player} can get no further: at `{asked}` nothing is legal", *answers)
                if len(answers) == MOST_FOLLOWED:
                    raise Broken(f"{player}: the action is not over after {MOST_FOLLOWED} answers", *answers[:20])
                answers.append(legal[int(chooser.random() * len(legal))])
                trial = applied(trial, answers[-1])


def promises_hold(match: Match, chooser: Random, subject: Subject) -> None:
    """The lines of `always:` hold."""
    failed = match.test_always()
    if failed:
        raise Broken(f"`always.{failed[0]}` does not hold")


def pieces_are_conserved(match: Match, chooser: Random, subject: Subject) -> None:
    """No piece appears or vanishes but by a sentence that takes it from the box or puts it back; and none at all of
    the components that the author says are conserved.
    """
    before = pieces_of(match)
    asked = match.question.path if match.question is not None else ""
    for action in sampled(match.legal_actions, chooser, 4):
        trial = applied(match, action)
        after = pieces_of(trial)
        told = moved(match, trial)
        for component, held in before.items():
            due = held + told.get(component, Counter())
            due.subtract(told.get(f"-{component}", Counter()))
            if +due != +after[component]:
                change = difference(due, after[component])
                raise Broken(f"{action.player}: `{action}` changes the pieces of `{component}`: {change}", action)
            if component in subject.conserved and held != after[component] and not asked.startswith("setup"):
                change = difference(held, after[component])
                raise Broken(f"{action.player}: after `{action}` `{component}` is not conserved: {change}", action)


def the_same_again(match: Match, chooser: Random, subject: Subject) -> None:
    """The same seed and the same answers give the same match, also of the game loaded anew."""
    for game in (subject.game, subject.again):
        twin = game.start(match.players, seed=match.seed, options=match.options)
        for n, decision in enumerate(match.history):
            if decision.of != len(twin.legal(decision.player)):
                raise Broken(f"played again, {decision.player} has other legal answers at answer {n + 1}")
            twin.apply(decision.answer, decision.player)
        if saved(twin) != saved(match) or texts(twin) != texts(match):
            raise Broken("played again from its seed with the same answers, the match is another one")


def a_save_goes_on(match: Match, chooser: Random, subject: Subject) -> None:
    """A match that was saved and loaded shows and does what the one that it was made of does."""
    again = subject.game.match_from_json(json.loads(saved(match)))
    alike(match, again, "loaded from its save")
    if not match.is_over:
        action = chooser.choice(match.legal_actions)
        alike(applied(match, action), applied(again, action), f"loaded from its save and after `{action}`", action)


def undo_takes_back_whole(match: Match, chooser: Random, subject: Subject) -> None:
    """Where an answer can be taken back, all is as before."""
    for action in sampled(match.legal_actions, chooser, 4):
        trial = applied(match, action)
        if trial.can_undo:
            trial.undo()
            alike(match, trial, f"after `{action}` and undo", action)


def a_copy_is_independent(match: Match, chooser: Random, subject: Subject) -> None:
    """What is done to a copy does not show in the match."""
    before = saved(match)
    for action in sampled(match.legal_actions, chooser, 2):
        applied(match, action)
        if saved(match) != before:
            raise Broken(f"`{action}` on a copy changes the match", action)


def answers_read_back(match: Match, chooser: Random, subject: Subject) -> None:
    """Each answer has a text of its own, and is read back from it and from its JSON."""
    for player in match.actors:
        legal = match.legal(player)
        twice = [text for text, count in Counter(str(a) for a in legal).items() if count > 1]
        if twice:
            raise Broken(f"{player}: two answers have the text `{twice[0]}`")
        for action in legal:
            data = json.loads(json.dumps(action.to_json()))
            try:
                read = match.parse_action(str(action), player), match.action_from_json(data)
            except InvalidAction as error:
                raise Broken(f"{player}: `{action}` is not read back: {error}", action) from None
            if read != (action, action):
                raise Broken(f"{player}: `{action}` is read back as another answer", action)


def views_fit_the_schema(match: Match, chooser: Random, subject: Subject) -> None:
    """What each seat sees, and a stranger, is as the schema of views says."""
    for seat in (None, *match.players):
        found = next(iter(validator().iter_errors(match.view(seat))), None)
        if found is not None:
            raise Broken(f"the view of {seat or 'a stranger'} does not fit the schema at {found.json_path}")


def nothing_leaks(match: Match, chooser: Random, subject: Subject) -> None:
    """Whatever is hidden from a seat is changed, and all that it is given stays the same, byte for byte; also after
    each answer of its own by which nothing was revealed.
    """
    for seat in (*match.players, None):
        twin, _ = twin_of(match, seat, chooser)
        words = questions(match, chooser)
        told(match, twin, seat, words)
        if seat in match.actors:
            for action in sampled(match.legal(seat), chooser, 3):
                one, other = match.copy(), twin.copy()
                events = one.apply(action), other.apply(action)
                if one.can_undo != other.can_undo:
                    raise Broken(f"{seat} can tell from whether `{action}` can be taken back", action)
                if one.can_undo and not one.is_over:
                    heard = [[e.to_json() for e in found.seen_by(seat)] for found in events]
                    if heard[0] != heard[1]:
                        raise Broken(f"{seat} learns from the events of `{action}` what is hidden from it", action)
                    told(one, other, seat, (), action)


LAWS: dict[str, Law] = {
    "every_legal_answer_can_be_carried_out": Law("every legal answer can be carried out", legal_answers_apply, 10),
    "an_answer_that_is_refused_changes_nothing": Law(
        "an answer that is refused changes nothing", illegal_answers_change_nothing, 30
    ),
    "no_legal_beginning_ends_dead": Law("every legal answer can be carried through", no_beginning_ends_dead, 20),
    "promises_hold": Law("the promises of the rules (`always`) hold", promises_hold, 1),
    "pieces_are_conserved": Law("pieces neither appear nor vanish", pieces_are_conserved, 20),
    "the_same_seed_and_answers_give_the_same_match": Law(
        "the same seed and answers give the same match", the_same_again, 1000
    ),
    "a_save_goes_on_like_the_match": Law("a save goes on like the match that it was made of", a_save_goes_on, 30),
    "undo_takes_an_answer_back_whole": Law("undo takes an answer back whole", undo_takes_back_whole, 20),
    "a_copy_is_independent": Law("a copy is independent", a_copy_is_independent, 40),
    "answers_read_back_from_text_and_json": Law("answers read back from text and JSON", answers_read_back, 10),
    "views_fit_the_schema": Law("views fit their schema", views_fit_the_schema, 60),
    "what_is_hidden_from_a_seat_shows_in_nothing": Law(
        "what is hidden from a seat shows in nothing that it is given", nothing_leaks, 60
    ),
}


# ---------- what the checks share ----------


def is_legal(match: Match, word: str, player: str) -> bool:
    """Whether a text is a legal answer."""
    try:
        return match.parse_action(word, player) in match.legal(player)
    except ActionError:
        return False


def applied(match: Match, action: Action) -> Match:
    """A copy of a match after a legal answer."""
    trial = match.copy()
    apply(trial, action)
    return trial


def apply(match: Match, action: Action) -> None:
    """Gives a legal answer. Raises Broken if that cannot be done."""
    try:
        match.apply(action)
    except ActionError as error:
        raise Broken(f"{action.player}: `{action}` is offered, but refused: {error}", action) from None
    except RuleFault as fault:
        raise Broken(f"{action.player}: `{action}`: a rule fails: {fault}", action) from None


def sampled(actions: tuple[Action, ...], chooser: Random, most: int = MOST_TRIED) -> tuple[Action, ...]:
    """Some of the answers, in their order."""
    if len(actions) <= most:
        return actions
    places = sorted(chooser.sample(range(len(actions)), most))
    return tuple(actions[n] for n in places)


def saved(match: Match) -> str:
    """All of a match."""
    return json.dumps(match.to_json(), sort_keys=True)


def texts(match: Match) -> list[tuple[str, str]]:
    """All legal answers, in their order."""
    return [(player, str(action)) for player in match.actors for action in match.legal(player)]


def alike(match: Match, other: Match, when: str, *answers: Action) -> None:
    """Raises Broken unless all seats see and may answer the same in both."""
    if texts(match) != texts(other):
        raise Broken(f"{when} there are other legal answers", *answers)
    for seat in (None, *match.players):
        if match.view(seat) != other.view(seat):
            raise Broken(f"{when} {seat or 'a stranger'} sees something else", *answers)
        if match.log(seat) != other.log(seat):
            raise Broken(f"{when} the log of {seat or 'a stranger'} is another", *answers)
    if match.decisions != other.decisions or match._state != other._state:
        raise Broken(f"{when} the state is another", *answers)


def told(match: Match, twin: Match, seat: str | None, words: Any, *answers: Action) -> None:
    """Raises Broken if a seat can tell a match from its twin."""
    one, other = given(match, seat, words), given(twin, seat, words)
    if one != other:
        where = first_difference(one, other)
        raise Broken(f"{seat or 'a stranger'} can tell from its {where} what is hidden from it", *answers)


@cache
def validator() -> jsonschema.Draft7Validator:
    """Checks views."""
    return jsonschema.Draft7Validator(schema("view"))


def pieces_of(match: Match) -> dict[str, Counter[Any]]:
    """How many of each piece of each component lie on the table (of records, whose fields may change: how many)."""
    found: dict[str, Counter[Any]] = {}
    for zone in match.game.checked.zones.values():
        if zone.component is not None:
            for _, pieces in cells_of(match.visibility, zone.name, match._state):
                found.setdefault(zone.component, Counter()).update(keyed(zone, p) for p in pieces if p is not None)
    return found


def moved(match: Match, later: Match) -> dict[str, Counter[Any]]:
    """What came from the box since, by component, and under `-COMPONENT` what went back."""
    found: dict[str, Counter[Any]] = {}
    zones = match.game.checked.zones
    for entry in later._entries[len(match._entries) :]:
        match entry.event:
            case ("move", _, _, source, target, pieces, _) if (source is None) != (target is None):
                zone = zones[(target or source)[0]]
                name = zone.component if source is None else f"-{zone.component}"
                found.setdefault(name or "", Counter()).update(keyed(zone, p) for p in pieces)
    return found


def keyed(zone: c.Zone, piece: Any) -> Any:
    """A piece as it is counted."""
    return None if isinstance(zone.piece, c.RecordT) else piece


def difference(due: Counter[Any], found: Counter[Any]) -> str:
    """`2 more, 1 fewer`."""
    more, fewer = (found - due).total(), (due - found).total()
    return " and ".join(f"{n} {word}" for n, word in ((more, "more"), (fewer, "fewer")) if n)

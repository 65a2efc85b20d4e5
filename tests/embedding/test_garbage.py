"""Anything may come in from outside; nothing but a clear error may follow, and the match is as it was."""

import copy
import random

import pytest

import rulewright
from embedding.conftest import NAMES, game_of, states
from rulewright.errors import ActionError, InvalidAction
from rulewright.play import save

LONGEST_MESSAGE = 1500


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


DEEP, LONG, WORDY, HUGE = deep(5000), [1] * 20_000, "x" * 3000, 10**400


def values(chooser, match):
    """A value of no particular sort."""
    names = match.game.checked.names
    return chooser.choice(
        [
            None, True, False, 0, 1, -1, 2**53, 2**64, -(10**40), HUGE, 1.5, float("nan"), float("inf"), "", " ",
            "none", "stop", WORDY, "\x00", "🂡", "{", "}", "a, b", "square(1, 1", "{a, {b}}", "1e9", "0x10", "٣",
            [], {}, [[]], {"a": 1}, deep(3), DEEP, LONG, b"bytes", object(), ["a", 1, None], (1, 2),
            {"player": None}, chooser.choice(names), [chooser.choice(names)], {chooser.choice(names): 1},
            chooser.randrange(-5, 40), str(chooser.randrange(-5, 40)), dict.fromkeys(names[:3], 1),
        ]
    )  # fmt: skip


def garbage(chooser, match):
    """Something that may be meant as an action: nonsense, or a good one that was spoilt."""
    legal = match.legal_actions
    good = chooser.choice(legal)
    shape = chooser.randrange(7)
    if shape == 0:
        return values(chooser, match)
    if shape == 1:
        return {key: values(chooser, match) for key in chooser.sample(["player", "pick", "choose", "value", "x"], 3)}
    if shape == 2:
        return {**good.to_json(), chooser.choice(["player", "pick", "choose", "value"]): values(chooser, match)}
    if shape == 3:
        spoilt = good.to_json()
        spoilt.pop(chooser.choice(list(spoilt)))
        return spoilt
    if shape == 4:
        text = list(str(good))
        text[chooser.randrange(len(text))] = chooser.choice("x,(){} _é0")
        return "".join(text)
    if shape == 5:
        return {"player": chooser.choice([*match.game.seats, "nobody"]), **dict(list(good.to_json().items())[1:])}
    return chooser.choice([*match.game.actions, *match.game.checked.names])


def fingerprint(match):
    return copy.copy(match._state), len(match._entries), list(match.history), len(match._moments), match.actors


def throw(name, number, *, every):
    game = game_of(name)
    refused = thrown = 0
    while thrown < number:
        for match in states(game, game.player_counts.start, seed=thrown, steps=200, every=every):
            if match.is_over:
                continue
            chooser = random.Random(f"{name} {thrown}")
            whole = match.to_json()
            for _ in range(min(20, number - thrown)):
                thing, before = garbage(chooser, match), fingerprint(match)
                player = chooser.choice([None, None, None, *match.players, "nobody", "", 5])
                thrown += 1
                refused += was_refused(match, thing, player)
                assert fingerprint(match) == before
            assert match.to_json() == whole
            if thrown >= number:
                break
    return refused


def was_refused(match, thing, player):
    """Whether a thing was refused, with a message that can be read; what is not refused is a legal answer."""
    reason, trial = match.why_not(thing, player), match.copy()
    assert reason is None or 0 < len(reason.text) < LONGEST_MESSAGE
    try:
        trial.apply(thing, player)
    except ActionError as error:
        assert len(str(error)) < LONGEST_MESSAGE and fingerprint(trial) == fingerprint(match)
        return True
    last = trial.history[-1]
    assert reason is None and last.answer in [str(a) for a in match.legal(last.player)]
    return False


@pytest.mark.parametrize("name", NAMES)
def test_garbage_for_an_action_is_refused_and_changes_nothing(name):
    assert throw(name, 240, every=17) > 120


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_ten_thousand_garbage_actions(name):
    assert throw(name, 10_000, every=7) > 5000


@pytest.mark.parametrize("seat", ["nobody", "", 5, [], {}, True, b"pink"])
def test_a_seat_that_does_not_play_is_refused(seat):
    match = game_of("cinque_terre").start(2)
    for look in (match.view, match.log, match.events, match.undo_limit, match.apply(match.legal_actions[0]).seen_by):
        with pytest.raises(ValueError, match="does not play"):
            look(seat)
    assert match.legal(str(seat)) == ()


STRANGE = [10**5000, -1, True, 0.5, None, b"x", [], {}, deep(5000), "x" * 10**6, "\0", {"format": "rulewright match 2"}]


def told(reason):
    raise InvalidAction(reason.text)


CALLS = {
    "apply": lambda m, x: m.apply(x),
    "apply for": lambda m, x: m.apply(m.legal_actions[0].text, x) if x is not None else m.apply(x),
    "apply a value": lambda m, x: m.apply({"player": m.actors[0], "pick": m.question.name, "value": x, "choose": x}),
    "after": lambda m, x: m.after(x),
    "parse_action": lambda m, x: m.parse_action(x),
    "why_not for": lambda m, x: told(m.why_not("nothing of the kind", x)),
    "view": lambda m, x: m.view(x if x is not None else 5),
    "log in": lambda m, x: m.log(m.players[0], x if x is not None else 5),
    "events": lambda m, x: m.events(x if x is not None else 5),
    "undo": lambda m, x: m.undo(x if x not in (-1, True) else 10**6),
    "undo_limit": lambda m, x: m.undo_limit(x if x is not None else 5),
    "sample": lambda m, x: m.sample(m.actors[0], x if x is not True else -1),
    "sample for": lambda m, x: m.sample(x, 1),
    "start for": lambda m, x: m.game.start(x),
    "start seats": lambda m, x: m.game.start([x]),
    "start seed": lambda m, x: m.game.start(m.players, seed=x),
    "start options": lambda m, x: m.game.start(m.players, options=x if x not in (None, {}) else 5),
    "start chance": lambda m, x: m.game.start(m.players, chance=[x] if x != -1 else ["no such name"]),
    "describe": lambda m, x: m.game.describe(x if x is not None else 5),
    "number": lambda m, x: m.game.action_ids.action(m, x),
    "numbers for": lambda m, x: m.game.action_ids.legal(m, x if x is not None else 5),
    "a save": lambda m, x: m.game.match_from_json(x),
    "a replay": lambda m, x: m.game.replay(m.to_json(), 5 if x is None or isinstance(x, dict) else x),
    "load": lambda m, x: rulewright.load(x),
    "load variants": lambda m, x: rulewright.load(m.game.id, variants=x if x not in ([], {}) else 5),
}


@pytest.mark.parametrize("call", CALLS)
def test_what_cannot_be_meant_is_told_in_a_line_and_changes_nothing(call):
    match = game_of("cinque_terre").start(3, seed=7)
    before = match.to_json()
    for strange in STRANGE:
        with pytest.raises(rulewright.RulewrightError) as error:
            CALLS[call](match, strange)
            pytest.fail(f"{call} takes {str(strange)[:60]}")
        assert len(str(error.value)) < 1000
    assert match.to_json() == before


def test_an_answer_of_one_player_is_not_taken_from_another_in_any_form():
    match = game_of("cinque_terre").start(3, seed=7)
    for form in (lambda a: a, lambda a: a.to_json()):
        for action in match.legal("pink"):
            for call in (match.apply, match.after):
                with pytest.raises(InvalidAction, match=r"this is an answer of .?pink.?, not of .?blue"):
                    call(form(action), "blue")
            assert match.why_not(form(action), "blue").text.startswith("this is an answer of ")
    assert match.decisions == 0


def test_another_seat_is_not_told_what_a_hidden_question_offers():
    match, chooser = game_of("murano").start(3, seed=0), random.Random(0)
    while match.question.name != "card":
        match.apply(chooser.choice(match.legal_actions))
    asked = match.actors[0]
    wrong = [{"choose": "zzz"}, *({"pick": "card", "value": card} for card in ("c01", match.legal_actions[0].value))]
    for other in (seat for seat in match.players if seat != asked):
        for answer in wrong:
            reason = match.why_not({"player": asked, **answer}, other)
            assert reason.text == f"this is an answer of '{asked}', not of '{other}'"


def test_the_options_of_a_match_cannot_be_written():
    match = game_of("garden_dice").start(2, seed=1)
    with pytest.raises(TypeError):
        match.options["finish_round"] = "rubbish"


def test_an_outcome_of_chance_that_no_die_shows_is_a_fault():
    with pytest.raises(rulewright.RuleFault, match="the next outcome of chance is to be 99, and 1 to 6 can be rolled"):
        game_of("garden_dice").start(2, chance=[99])


def test_a_save_with_a_true_sum_and_wrong_parts_is_refused():
    match = game_of("tic_tac_toe").start(2, seed=1)
    saved = match.to_json()
    for key in saved.keys() - {"format", "sum"}:
        for wrong in (None, 5, "x", {}, []):
            if type(wrong) is not type(saved[key]):
                forged = {**saved, key: wrong}
                forged["sum"] = save._sum(forged)
                for read in (match.game.match_from_json, match.game.replay):
                    if key == "committed":
                        continue
                    with pytest.raises(rulewright.InvalidSave):
                        read(forged)

"""Anything may come in from outside; nothing but a clear error may follow, and the match is as it was."""

import copy
import random

import pytest

from embedding.conftest import NAMES, game_of, states
from rulewright.errors import ActionError

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

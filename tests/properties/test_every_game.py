"""What must hold for every game: on random games, at every step."""

import json
import random
from pathlib import Path

import pytest

import rulewright
from rulewright.errors import ActionError
from rulewright.harness.playout import random_playout
from rulewright.library import games as bundled_games

ROOT = Path(__file__).resolve().parents[2]
SEATINGS = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in bundled_games()
    for players in rulewright.load(name).player_counts
]
STEPS = 150  # answers of one game that are looked at closely
_GAMES: dict[str, rulewright.Game] = {}


def game_of(name):
    if name not in _GAMES:
        _GAMES[name] = rulewright.load(name)
    return _GAMES[name]


def matches(name, players, *, seed=1, steps=STEPS):
    """A match at each of its first decisions, answered at random."""
    match = game_of(name).start(players, seed=seed)
    chooser = random.Random(seed)
    for _ in range(steps):
        if match.is_over:
            break
        yield match
        match.apply(chooser.choice(match.legal_actions))


def everything(match):
    return json.dumps(match.to_json(), sort_keys=True)


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_every_legal_answer_can_be_carried_out(name, players):
    for n, match in enumerate(matches(name, players)):
        if n % 5 == 0:
            for action in match.legal_actions:
                trial = match.copy()
                trial.apply(action)
                assert trial.decisions == match.decisions + 1


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_an_answer_that_is_refused_changes_nothing(name, players):
    words = ["nothing like this", "", "-1", "99999999999999999999", "none", *game_of(name).checked.names[:40]]
    for n, match in enumerate(matches(name, players)):
        if n % 10 == 0:
            legal = {str(a) for a in match.legal_actions}
            before = everything(match)
            for word in words:
                if word not in legal and word.replace("_", " ") not in legal:
                    with pytest.raises(ActionError):
                        match.apply(word)
            assert everything(match) == before


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_invariants_hold_at_every_step(name, players):
    for match in matches(name, players, seed=3, steps=400):
        assert match.test_always() == []


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_answers_read_back_from_text_and_json(name, players):
    for match in matches(name, players):
        legal = list(match.legal_actions)
        texts = [str(a) for a in legal]
        assert len(set(texts)) == len(texts)
        for action in legal:
            assert match.parse_action(str(action)) == action
            assert match.action_from_json(json.loads(json.dumps(action.to_json()))) == action


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_save_goes_on_like_the_match_it_was_made_of(name, players):
    for n, match in enumerate(matches(name, players)):
        if n % 10 == 0:
            again = game_of(name).match_from_json(json.loads(everything(match)))
            assert everything(again) == everything(match)
            for seat in (None, *match.players):
                assert again.view(seat) == match.view(seat) and again.log(seat) == match.log(seat)
            action = random.Random(n).choice(match.legal_actions)
            one, other = match.copy(), again.copy()
            one.apply(action)
            other.apply(action)
            assert everything(one) == everything(other)


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_undo_takes_an_answer_back_whole(name, players):
    undone = 0
    for match in matches(name, players):
        trial = match.copy()
        trial.apply(random.Random(match.decisions).choice(match.legal_actions))
        if trial.can_undo:
            trial.undo()
            undone += 1
            assert trial.view(match.actors[0]) == match.view(match.actors[0])
            assert trial.legal_actions == match.legal_actions and trial.decisions == match.decisions
    assert undone > 0


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_copy_is_independent(name, players):
    for match in matches(name, players, steps=30):
        before = everything(match)
        match.copy().apply(match.legal_actions[0])
        assert everything(match) == before


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_playout_is_the_same_with_and_without_a_log(name, players):
    for seed in (1, 2):
        quick = random_playout(game_of(name), players, seed=seed, cap=600)
        slow = random_playout(game_of(name), players, seed=seed, cap=600, watch=lambda match: None)
        assert (quick.decisions, quick.end_reason, quick.scores, quick.winners) == (
            slow.decisions, slow.end_reason, slow.scores, slow.winners,
        )  # fmt: skip


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_nobody_sees_more_than_the_sizes_of_what_is_hidden(name, players):
    """A view holds no piece of a cell that its seat may not know; what is known is equal for all who know it."""
    for n, match in enumerate(matches(name, players)):
        if n % 10:
            continue
        views = {seat: match.view(seat) for seat in (None, *match.players)}
        for zone in match.game.checked.zones.values():
            if zone.seen_by is None:
                continue
            for cell in views[None]["zones"][zone.name]:
                assert set(cell) <= {"keys", "size", "pieces", "others_see"}
            for seat, view in views.items():
                for cell in view["zones"][zone.name]:
                    owner = next((k for k in cell["keys"] if k in match.players), None)
                    if "pieces" in cell and owner is not None and owner != seat:
                        assert any("pieces" in c for c in views[None]["zones"][zone.name] if c["keys"] == cell["keys"])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_thousand_random_games_end_or_reach_the_cap(name, players):
    ended = 0
    for seed in range(1000):
        playout = random_playout(game_of(name), players, seed=seed)
        assert playout.capped or playout.end_reason is not None
        ended += not playout.capped
    assert ended > 900


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_invariants_hold_through_whole_games(name, players):
    for seed in range(20):
        for match in matches(name, players, seed=seed, steps=5000):
            assert match.test_always() == []

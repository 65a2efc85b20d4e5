"""A sample is the same for all that a seat is shown, is sound, and tells nobody how it really is."""

import json
import random
from collections import Counter

import pytest

import rulewright
from embedding.conftest import NAMES, game_of, states
from rulewright.errors import InvalidAction, UnknownSeat


def shown(match, seat):
    """All that a seat is given, but how far it can go back: a sample has no past to go back to."""
    view = match.view(seat)
    del view["undo"]
    words = [*match.game.actions, *match.game.checked.names[::7]]
    reasons = [reason.to_json() if (reason := match.why_not(word, seat)) else None for word in words]
    events = [event.to_json() for event in match.events(seat)]
    return json.dumps([view, match.log(seat), events, [a.to_json() for a in match.legal(seat)], reasons])


def pieces(match):
    """How many there are of each piece in the whole match, and how many in each cell."""
    views = [match.program.layout.zones[name] for name in match.game.checked.zones]
    counts, sizes = Counter(), {}
    for cells in views:
        for n, (keys, held) in enumerate(_cells(match, cells.name)):
            counts.update((match.game.checked.zones[cells.name].component, p) for p in held)
            sizes[cells.name, keys, n] = len(held)
    return counts, sizes


def _cells(match, name):
    from rulewright.play.view import cells_of  # noqa: PLC0415

    return cells_of(match.visibility, name, match._state)


def samples(name, players, *, seed, steps, every):
    # Without its guard a game of cinque_terre may stand still: all cards are in hands, all carts full (CT-C7).
    options = {"stall_guard": 5} if "stall_guard" in game_of(name).options else {}
    for match in states(game_of(name), players, seed=seed, steps=steps, every=every, options=options):
        for seat in match.actors:
            yield match, seat, match.sample(seat, match.decisions)


def finished(match, chooser, most=4000):
    """Plays a match to its end, its invariants looked at after each of the first answers."""
    for n in range(most):
        if match.is_over:
            return True
        legal = match.legal_actions
        match.apply(legal[int(chooser.random() * len(legal))])
        assert n > 40 or not match.test_always()
    return False


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_shows_the_seat_the_same_and_is_sound(name):
    counts = game_of(name).player_counts
    for players in {counts.start, counts.stop - 1}:
        for match, seat, sample in samples(name, players, seed=6, steps=120, every=60):
            assert shown(sample, seat) == shown(match, seat), (players, match.decisions, seat)
            assert pieces(sample) == pieces(match) and not sample.test_always()
            assert finished(sample.copy(seed=1), random.Random(match.decisions))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_samples_are_sound_in_many_states(name):
    for players in game_of(name).player_counts:
        for seed in range(5):
            for match, seat, sample in samples(name, players, seed=seed, steps=500, every=15):
                assert shown(sample, seat) == shown(match, seat), (players, seed, match.decisions, seat)
                assert pieces(sample) == pieces(match) and not sample.test_always()
                assert finished(sample, random.Random(match.decisions))


def rival_hands(match, seat):
    return [match.view(other)["zones"]["hand"] for other in match.players if other != seat]


def test_what_is_hidden_is_another_in_another_sample_and_the_same_with_the_same_seed():
    *_, match = states(game_of("cinque_terre"), 3, seed=2, steps=40)
    seat = match.actors[0]
    hands = [json.dumps(rival_hands(match.sample(seat, seed), seat)) for seed in (*range(8), 0)]
    assert hands[0] == hands[-1] and len(set(hands)) > 4


def test_a_sample_deals_each_card_that_may_lie_there_about_equally_often():
    game = game_of("leduc_poker")
    match = game.start(2, seed=3)
    seat, rival = match.actors[0], match.players[1 - match.players.index(match.actors[0])]
    own = match.view(seat)["zones"]["hand"][match.players.index(seat)]["pieces"][0]
    dealt = Counter()
    for seed in range(600):
        hands = match.sample(seat, seed).view(rival)["zones"]["hand"]
        dealt[hands[match.players.index(rival)]["pieces"][0]] += 1
    assert 80 < dealt.pop(own) < 160  # one of five cards is the other one of the seat's own
    assert len(dealt) == 2 and all(200 < n < 280 for n in dealt.values())


def test_a_sample_tells_nobody_how_it_really_was():
    *_, match = states(game_of("cinque_terre"), 2, seed=2, steps=60)
    seat = match.actors[0]
    other = next(p for p in match.players if p != seat)
    sample = match.sample(seat, 5)
    assert not sample.can_undo and len(sample.history) == len(match.history) and sample.seed != match.seed
    assert all(d.answer == "?" and not d.forced for d in sample.history if d.player == other)
    assert not any(d.chance for d in sample.history) and not sample.opening
    known = {json.dumps(e.to_json()) for e in match.events(seat)}
    told = [e for e in sample.events(other) if "pieces" in e.data or "value" in e.data]
    assert told and {json.dumps(e.to_json()) for e in told} <= known
    assert match.sample(seat, 5).to_json() == sample.to_json()


def test_the_answers_that_others_have_given_unseen_are_others_too():
    match = game_of("cinque_terre").start(3, seed=7)
    first, second, _ = match.actors
    match.apply("terrace_1", first)
    ends = Counter()
    for seed in range(60):
        sample = match.sample(second, seed)
        for seat in sample.actors:
            sample.apply("terrace_2", seat)
        ends[sample.evaluate(f"cart_at[{first}]")] += 1
    assert set(ends) == {"terrace_1", "terrace_2", "terrace_3"}


def test_only_a_seat_that_is_asked_can_be_sampled_for():
    match = game_of("leduc_poker").start(2, seed=1)
    asked, waiting = match.actors[0], next(p for p in match.players if p not in match.actors)
    with pytest.raises(InvalidAction, match="not asked"):
        match.sample(waiting, 1)
    with pytest.raises(UnknownSeat):
        match.sample("nobody", 1)
    with pytest.raises(rulewright.InvalidSetup):
        match.sample(asked, -1)

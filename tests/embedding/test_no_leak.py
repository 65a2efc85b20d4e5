"""Nobody learns what they may not know: whatever is hidden from a seat is changed, and all that it is given stays the
same, byte for byte.
"""

import json

import pytest

import rulewright
from embedding.conftest import GAMES, NAMES, game_of, states
from embedding.permuting import chooser_of, twin_of
from rulewright.errors import ActionError

SEATINGS = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in NAMES
    for players in sorted({game_of(name).player_counts.start, game_of(name).player_counts.stop - 1})
]


def questions(match, chooser):
    """Answers of all sorts that a seat may try: legal or not, of this question or of another."""
    game, pause = match.game, match.pause
    words = [*game.actions, *chooser.sample(game.checked.names, min(25, len(game.checked.names)))]
    words += ["", "0", "3", "99", "-1", "none", "stop", "nothing like this"]
    if pause is not None:
        words += [a.name for a in (*pause.alternatives, *pause.meanwhile)] + ([pause.stop] if pause.stop else [])
    return words


def given(match, seat, words):
    """Everything that a seat is given, as bytes: view, answers, log, events, reasons, errors, how far back."""
    language = match.game.languages[-1]
    found = {
        "view": match.view(seat),
        "other view": match.view(seat, language),
        "log": match.log(seat, language),
        "events": [event.to_json() for event in match.events(seat)],
    }
    if seat is not None:
        found["undo"] = match.undo_limit(seat).to_json() if seat in match.actors else None
        found["legal"] = [(str(a), a.label(language), a.to_json()) for a in match.legal(seat)]
        found["why not"] = [_reason(match, word, seat) for word in words]
        found["errors"] = [_error(match, word, seat) for word in words]
    return json.dumps(found, ensure_ascii=False).encode()


def _reason(match, word, seat):
    reason = match.why_not(word, seat)
    return reason.to_json() if reason is not None else None


def _error(match, word, seat):
    try:
        action = match.parse_action(word, seat)
        if action in match.legal(seat):
            return "legal"
        match.apply(action)
    except ActionError as error:
        return f"{type(error).__name__}: {error} {getattr(error, 'candidates', '')}"
    raise AssertionError("an answer that is not legal was carried out")


def check(name, players, *, seed, steps, every, options=None):
    changed = looked = 0
    while looked < steps // every:  # a short game is played several times
        for match in states(game_of(name), players, seed=seed, steps=steps, every=every, options=options):
            changed += check_state(match, chooser_of(name, players, seed, match.decisions))
            looked += 1
        seed += 1000
    return changed


def check_state(match, chooser):
    changed = 0
    for seat in (*match.players, None):
        twin, differs = twin_of(match, seat, chooser)
        changed += differs
        words = questions(match, chooser)
        assert given(match, seat, words) == given(twin, seat, words), (match.decisions, seat)
        if seat in match.actors:
            unfolds_alike(match, twin, seat, chooser)
    return changed


def unfolds_alike(match, twin, seat, chooser):
    """An answer after which nothing was revealed (it can be taken back) has told nothing either."""
    legal = match.legal(seat)
    for action in chooser.sample(legal, min(3, len(legal))):
        one, other = match.copy(), twin.copy()
        events = one.apply(action), other.apply(action)
        assert one.can_undo == other.can_undo
        if one.can_undo and not one.is_over:
            told = [[e.to_json() for e in found.seen_by(seat)] for found in events]
            assert told[0] == told[1]
            assert given(one, seat, ()) == given(other, seat, ())


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_what_is_hidden_from_a_seat_shows_in_nothing_that_it_is_given(name, players):
    hides = any(d.seen_by is not None for d in game_of(name).checked.zones.values())
    changed = check(name, players, seed=1, steps=240, every=40)
    assert changed or not hides or not any_hidden(name, players)


def any_hidden(name, players):
    """Whether anything is hidden under the default options at any of the looked-at states."""
    for match in states(game_of(name), players, seed=1, steps=240, every=40):
        for seat in (*match.players, None):
            cells = [c for cells in match.view(seat)["zones"].values() for c in cells]
            if any("pieces" not in cell and cell["size"] > 1 for cell in cells):
                return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_nothing_leaks_in_many_states_under_every_option(name, players):
    game = game_of(name)
    settings = [{}, *({o.name: v} for o in game.options.values() for v in list(o.values)[:3])]
    for number, options in enumerate(settings):
        check(name, players, seed=100 + number, steps=600, every=20, options=options)


def test_who_chooses_at_the_same_time_learns_nothing_of_the_other_answers():
    for name in NAMES:
        game = game_of(name)
        players = game.player_counts.start
        found = 0
        for match in states(game, players, seed=4, steps=60):
            if len(match.actors) > 1:
                first, *others = match.actors
                seen = [
                    {given(other, seat, ()) for other in (match.after(a, first) for a in match.legal(first))}
                    for seat in (*others, None)
                ]
                assert all(len(views) == 1 for views in seen), (name, match.decisions)
                found += 1


LEAKY = """\
game: leaky
version: 1
language: 1
title: Leaky
speaks: en
seats: [a, b]
players: 2..2
kinds:
  fruit: {fig: {}, plum: {}}
components:
  card: {is: fruit}
zones:
  pile: {stack: card, holds: 6 of each, seen_by: nobody}
  hand: {bag: card, per: player, seen_by: owner}
variables:
  score: {is: number, per: player, score: true}
setup:
  mixed: shuffle pile
  dealt: draw 3 from pile to hand[p] for each p in player
  first: set first_player to a
actions:
  guess:
    pick: rival in others(me)
    needs:
      lucky: LUCKY
    do: add 1 to score[me]
  wait:
    do: add 0 to score[me]
play:
  game:
    turns: first_player
    until: score[active] >= 5
    do:
      act: {choose: [guess, wait]}
winner:
  score: most score[me]
  else: shared
"""


@pytest.mark.parametrize(
    ("condition", "leaks"), [("number of plum in hand[rival] > 1", True), ("size(hand[rival]) > 1", False)]
)
def test_a_rule_that_tells_what_is_hidden_is_found(tmp_path, monkeypatch, condition, leaks):
    path = tmp_path / "leaky.yaml"
    path.write_text(LEAKY.replace("LUCKY", condition), encoding="utf-8")
    monkeypatch.setitem(GAMES, "leaky", rulewright.load(path))
    if leaks:
        with pytest.raises(AssertionError):
            check("leaky", 2, seed=1, steps=20, every=1)
    else:
        assert check("leaky", 2, seed=1, steps=20, every=1) > 0

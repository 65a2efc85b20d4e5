"""Each property of the kit finds what it is for: in a broken game, or in a match that was tampered with."""

import importlib
import random
import sys

import pytest
from hypothesis import settings

from rulewright.errors import ActionError, IllegalAction, RuleFault
from rulewright.harness.conformance import run_scenario
from rulewright.harness.suite import Games, read_suite
from rulewright.library import find_game
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.testing import PropertyBroken, properties
from rulewright.testing.laws import LAWS
from rulewright.text import SourceText

FAST = settings(max_examples=8, derandomize=True, database=None)
ALL = {f"test_{name}" for name in LAWS} | {"test_games_end"}


def told(name, game="tic_tac_toe", **more):
    """What the property of a game says that is broken."""
    made = properties(game, settings=FAST, steps=14, **more)
    with pytest.raises(PropertyBroken) as raised:
        getattr(made(), f"test_{name}")()
    return str(raised.value)


@pytest.fixture
def changed(tmp_path):
    def write(old, new):
        text = find_game("tic_tac_toe").read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "mine.yaml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    return write


@pytest.fixture
def tampered(monkeypatch):
    """Replaces a method of matches by a function of the method, the match, and its arguments."""

    def replace(name, function, of=Match):
        whole = getattr(of, name)

        def method(self, *given, **named):
            return function(lambda *g, **n: whole(self, *g, **n), self, *given, **named)

        monkeypatch.setattr(of, name, method)

    return replace


def test_a_sound_game_has_all_properties():
    made = properties("tic_tac_toe", settings=settings(FAST, max_examples=3))
    assert {name for name in vars(made) if name.startswith("test_")} == ALL
    for name in ALL:
        getattr(made(), name)()


def test_a_legal_answer_that_is_refused_is_found(tampered):
    def apply(whole, match, action, *rest):
        if str(action) == "square(3, 3)":
            raise IllegalAction("no", None)
        return whole(action, *rest)

    tampered("apply", apply)
    assert "`square(3, 3)` is offered, but refused" in told("every_legal_answer_can_be_carried_out")


def test_somebody_who_is_asked_without_an_answer_is_found(tampered):
    tampered("legal", lambda whole, match, player: () if match.decisions == 5 else whole(player))
    assert "has no legal answer" in told("every_legal_answer_can_be_carried_out")


def test_a_refusal_that_changes_the_match_is_found(tampered):
    def apply(whole, match, action, *rest):
        try:
            return whole(action, *rest)
        except ActionError:
            match.seed += 1
            raise

    tampered("apply", apply)
    assert "is refused, but changes the match" in told("an_answer_that_is_refused_changes_nothing")


def test_a_beginning_that_cannot_be_carried_through_is_found(tampered):
    def legal(whole, match, player):
        return () if match.decisions > 2 and match.pause.kind == "pick" else whole(player)

    tampered("legal", legal)
    assert "crosses can get no further" in told("no_legal_beginning_ends_dead")


def test_a_promise_that_does_not_hold_is_found_with_the_fewest_answers(changed, tmp_path):
    path = changed("always:\n", "always:\n  few: count(s in on) < 3\n")
    words = told("promises_hold", path)
    assert "`always.few` does not hold" in words
    assert words.count("place, square(") == 3 and "seed" not in words
    # What it shows is a scenario that fails for the same reason.
    file = tmp_path / "found.scenarios.yaml"
    file.write_text(words[words.index("game:") :], encoding="utf-8")
    suite = read_suite([file])
    assert [str(f) for f in suite.findings] == []
    (result,) = [run_scenario(s, Games()) for s in suite.scenarios]
    assert result.message is not None and "`always.few` does not hold" in result.message


def test_a_piece_from_the_box_where_none_should_come_is_found():
    assert "`mark` is not conserved: 1 more" in told("pieces_are_conserved", conserved=["mark"])


def test_a_piece_from_nowhere_is_found(tampered):
    def apply(whole, match, action, *rest):
        events = whole(action, *rest)
        if match.decisions == 4:
            match.run_sentence("put crosses into on[s] for each s in square where on[s] is none")
        return events

    tampered("apply", apply)
    assert "changes the pieces of `mark`" in told("pieces_are_conserved")


def test_a_match_that_is_not_the_same_again_is_found(tampered):
    chooser = random.Random(1)

    def legal(whole, match, player):
        return tuple(chooser.sample(whole(player), len(whole(player))))

    tampered("legal", legal)
    assert "another one" in told("the_same_seed_and_answers_give_the_same_match")


def test_a_save_that_forgets_is_found(tampered):
    def loaded(whole, game, data):
        match = whole(data)
        del match._entries[3:]
        return match

    tampered("match_from_json", loaded, of=Game)
    assert "loaded from its save the log of" in told("a_save_goes_on_like_the_match")


def test_an_undo_that_does_nothing_is_found(tampered):
    tampered("undo", lambda whole, match, steps=1: None)
    assert "and undo there are other legal answers" in told("undo_takes_an_answer_back_whole")


def test_a_copy_that_shares_is_found(tampered):
    def copy(whole, match, seed=None):
        other = whole(seed)
        other.history = match.history
        return other

    tampered("copy", copy)
    assert "on a copy changes the match" in told("a_copy_is_independent")


def test_an_answer_that_is_read_as_another_is_found(tampered):
    tampered("parse_action", lambda whole, match, text, player=None: match.legal(player)[0])
    assert "is read back as another answer" in told("answers_read_back_from_text_and_json")


def test_a_view_that_does_not_fit_is_found(tampered):
    tampered("view", lambda whole, match, seat=None, language="": whole(seat, language) | {"active": 7})
    assert "the view of a stranger does not fit the schema at $.active" in told("views_fit_the_schema")


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


def leaky(folder, condition):
    path = folder / "leaky.yaml"
    path.write_text(LEAKY.replace("LUCKY", condition), encoding="utf-8")
    return path


def test_a_rule_that_tells_what_is_hidden_is_found(tmp_path):
    name = "what_is_hidden_from_a_seat_shows_in_nothing"
    assert "a can tell from its" in told(name, leaky(tmp_path, "number of plum in hand[rival] > 1"))
    made = properties(leaky(tmp_path, "size(hand[rival]) > 1"), settings=FAST)
    getattr(made(), f"test_{name}")()


def test_a_game_that_does_not_end_is_found(tmp_path):
    path = leaky(tmp_path, "size(hand[rival]) > 9")
    assert "are not over after 100 answers, such as those of the seeds 0, 1" in told("games_end", path, cap=100)
    properties(path, settings=FAST, cap=100, ending=0)().test_games_end()


def test_a_rule_that_fails_in_play_is_told_with_the_answer_that_leads_there(tampered):
    def apply(whole, match, action, *rest):
        if str(action).startswith("square(2"):
            raise RuleFault("it breaks", SourceText("x.yaml", "a").span(0, 1))
        return whole(action, *rest)

    tampered("apply", apply)
    words = told("promises_hold")
    assert "a rule fails: " in words and words.endswith("place, square(2, 1)\n")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"options": {"speed": 1}}, "has no option `speed`"),
        ({"players": 5}, "for 2 players, not for 5"),
        ({"players": []}, "no number of players"),
        ({"conserved": ["marks"]}, "has no component `marks`; did you mean `mark`?"),
    ],
)
def test_wrong_use_is_told(more, words):
    with pytest.raises(ValueError, match=words.replace("?", r"\?")):
        properties("tic_tac_toe", **more)


def test_a_value_that_an_option_does_not_have_is_told():
    with pytest.raises(ValueError, match="option `start_lire` of `cinque_terre` cannot be 7"):
        properties("cinque_terre", options={"start_lire": [0, 7]})


def test_without_hypothesis_the_message_says_what_to_install(monkeypatch):
    for name in [n for n in sys.modules if n.startswith("rulewright.testing")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'rulewright\[testing\]'"):
        importlib.import_module("rulewright.testing")

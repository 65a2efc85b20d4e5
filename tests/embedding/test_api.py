"""The feel of the API: what a programmer may count on."""

import inspect
import json
import random
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import rulewright
from embedding.conftest import game_of, states
from rulewright.errors import ActionError, IllegalAction, InvalidAction, InvalidGame, RuleFault, UnknownLanguage

API = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text(encoding="utf-8")

TINY = """\
game: tiny
version: 1
language: 1
title: Tiny
speaks: en
seats: [a, b]
players: 2..2
components:
  die: {is: 1..6}
zones:
  pool: {bag: die}
variables:
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to a
actions:
  take:
    label: Take points
    pick: n in 1..4
    needs:
      small: n + score[me] <= 4 and n is not 2
    do: add n to score[me]
  shake:
    do: roll 1 into pool
  break:
    do:
      once: add 9000000000000000 + score[me] to score[me]
      twice: add 9000000000000000 + score[me] to score[me]
play:
  game:
    turns: first_player
    until: score[active] >= 4 or size(pool) > 3
    do:
      acts: {times: 1..3, choose: [take, shake, break], or: {stop: {label: Enough}}}
winner:
  score: most score[me]
  pool: most size(pool)
  else: shared
"""


@pytest.fixture(scope="module")
def tiny():
    return rulewright.load_text(TINY, name="tiny")


def test_importing_the_core_imports_no_command_line_and_no_schema_library():
    code = "import sys, rulewright, rulewright.harness.playout; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "rulewright.play.match" in loaded
    assert not loaded & {"click", "jsonschema", "rich", "pettingzoo", "gymnasium", "pyspiel", "numpy", "pytest"}


def test_every_public_name_is_there_and_documented():
    for name in rulewright.__all__:
        assert getattr(rulewright, name).__doc__


def test_a_game_may_come_as_a_text(tiny):
    assert tiny.id == "tiny" and tiny.start(2).actors == ("a",)
    with pytest.raises(InvalidGame) as caught:
        rulewright.load_text(TINY.replace("pool: {bag", "pools: {bag"), name="tiny")
    assert str(caught.value).startswith("tiny:")
    variant = "variant: longer\nof: tiny\nreplace:\n  actions.take.pick: n in 3..4\n"
    match = rulewright.load_text(TINY, variants=[variant]).start(2).after("take")
    assert [str(a) for a in match.legal_actions] == ["3", "4"]


def test_a_game_cannot_be_changed(game):
    with pytest.raises(AttributeError, match="does not change"):
        game.title = "Another"
    with pytest.raises(AttributeError, match="does not change"):
        game.anything = 1
    with pytest.raises(TypeError):
        game.options["more"] = None


def transcript(game, players, seed):
    lines = []
    for match in states(game, players, seed=seed, steps=40):
        lines.append([str(a) for a in match.legal_actions])
        lines.append(str(match.why_not("nothing of this kind")))
        lines.append(match.evaluate("number_of_players"))
    return json.dumps([*lines, match.to_json()])


@pytest.mark.parametrize("name", ["cinque_terre", "garden_dice"])
def test_one_game_serves_many_threads(name):
    shared = rulewright.load(name)  # nothing is compiled yet: the threads do it all at once
    jobs = [(players, seed) for players in (2, 3) for seed in range(3)]
    found, ready = {}, threading.Barrier(len(jobs))

    def play(job):
        ready.wait()
        found[job] = transcript(shared, *job)

    threads = [threading.Thread(target=play, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {job: transcript(game_of(name), *job) for job in jobs}


def test_after_leaves_the_match_as_it_was(game):
    for match in states(game, game.player_counts.start, steps=12, every=4):
        if not match.is_over:
            before = json.dumps(match.to_json())
            later = [match.after(action) for action in match.legal_actions]
            assert all(m.decisions == match.decisions + 1 for m in later)
            assert json.dumps(match.to_json()) == before


def test_a_copy_with_a_seed_of_its_own_has_another_future():
    match = game_of("garden_dice").start(2, seed=1)
    futures = set()
    for seed in range(8):
        other = match.copy(seed=seed)
        chooser = random.Random(1)
        for _ in range(30):
            other.apply(chooser.choice(other.legal_actions))
        futures.add(json.dumps(other.view(other.players[0])["variables"]))
    assert len(futures) > 1
    assert match.copy().to_json() == match.to_json()


def test_why_not_tells_the_part_that_fails_with_its_values_and_the_nearest_answers(tiny):
    match = tiny.start(2)
    match.apply("take")
    reason = match.why_not("2")
    assert reason.text == "`n is not 2` does not hold (`n`: 2)" and dict(reason.failed[0].values) == {"n": 2}
    assert str(reason.failed[0].at) == "tiny:21:37"
    assert {str(a) for a in reason.nearest} == {"1", "3", "4"} and str(reason.nearest[0]) == "1"
    match = match.after("1").after("take")
    reason = match.why_not("4")
    assert reason.failed[0].words == "`n + score[me] <= 4` does not hold (`n`: 4, `n + score[me]`: 5)"
    assert dict(reason.failed[0].values) == {"n": 4, "n + score[me]": 5}
    with pytest.raises(IllegalAction) as caught:
        match.apply("4")
    assert caught.value.reason == reason
    assert json.loads(json.dumps(reason.to_json()))["nearest"][0] == {"player": "a", "pick": "n", "value": 3}


def test_an_action_that_is_not_asked_now_says_what_is(tiny):
    match = tiny.start(2).after("take")
    assert match.why_not("shake").text == "`shake` is no answer now: `n` is asked: 1, 3, 4"
    assert match.why_not("1", "b").text == "b is not asked now; a must answer"


def test_a_card_that_is_missing_is_told_with_its_number():
    match = game_of("cinque_terre").start(2, seed=7)
    for start in ("terrace_1", "terrace_1"):
        match.apply(start)
    while match.question.name != "actions":
        match.apply(match.legal_actions[0])
    match.apply("harvest")
    if match.question.kind == "choose":
        match.apply("with_one")
    hand = match.view(match.actors[0])["zones"]["hand"][match.players.index(match.actors[0])]["pieces"]
    missing = next(p for p in ("mushroom", "garlic", "grape") if p not in hand)
    reason = match.why_not(missing)
    assert "You have no card for" in reason.text and "CT-82" in reason.rules
    assert reason.failed[0].values == {"product": missing, "number of product in hand[me]": 0}
    assert match.why_not(missing, language="el").text != reason.text


def test_an_answer_of_another_question_or_match_is_refused(tiny):
    match = tiny.start(2)
    take = match.legal_actions[0]
    match.apply(take)
    others = [game_of(name).start(2).legal_actions[0] for name in ("cinque_terre", "murano")]
    for action in (take, *others):
        with pytest.raises(InvalidAction):
            match.apply(action)
        assert match.why_not(action).text


def test_a_rule_that_fails_names_its_line_and_changes_nothing(tiny):
    match = tiny.start(2)
    before = json.dumps(match.to_json())
    with pytest.raises(RuleFault) as caught:
        match.apply("break")
    assert str(caught.value.span).startswith("tiny:28:") and json.dumps(match.to_json()) == before


def test_how_far_one_can_go_back_is_told(tiny):
    match = tiny.start(2)
    assert str(match.undo_limit()) == "nothing to take back: the match began"
    match.apply("take")
    match.apply("1")
    assert match.undo_limit().steps == 2 and str(match.undo_limit()) == "2 steps back; before that the match began"
    match.apply("shake")
    assert match.undo_limit().to_json() == {
        "steps": 0, "because": "chance", "text": "nothing to take back: chance decided (A:   6 -> pool)",
    }  # fmt: skip
    match.apply("stop")
    assert match.actors == ("b",) and match.undo_limit().steps == 1
    match.apply("take")
    assert str(match.undo_limit()) == "1 step back; before that another player answered"
    match.undo()
    assert match.undo_limit().steps == 1 and match.undo_limit().because == "chance"
    with pytest.raises(InvalidAction, match="2 cannot be taken back: 1 step back; before that chance decided"):
        match.undo(2)
    for wrong in (0, -1, True, "x", None):
        with pytest.raises(InvalidAction):
            match.undo(wrong)


def test_several_answers_are_taken_back_at_once(tiny):
    match = tiny.start(2)
    before = match.to_json()
    for answer in ("take", "1", "take", "1"):
        match.apply(answer)
    match.undo(4)
    assert match.to_json() == before


def test_the_outcome_ranks_everybody_and_tells_the_ties(tiny):
    match = tiny.start(2)
    assert match.outcome is None
    for answer in ("take", "1", "stop", "take", "3", "take"):
        match.apply(answer)
    while not match.is_over:
        match.apply(match.legal_actions[-1])
    outcome = match.outcome
    assert outcome.winners == ("b",) and outcome.ranking == (("b",), ("a",))
    assert outcome.scores == {"a": 1, "b": 4} and outcome.end_reason == "until"
    assert [(t.line, t.values) for t in outcome.tie_breaks] == [("score", {"a": 1, "b": 4})]
    assert json.loads(json.dumps(outcome.to_json()))["ranking"] == [["b"], ["a"]]


def test_every_finished_game_ranks_each_player_once(game):
    for players in {game.player_counts.start, game.player_counts.stop - 1}:
        *_, match = states(game, players, seed=4, steps=3000, every=3000)
        if match.is_over:
            ranked = [p for place in match.outcome.ranking for p in place]
            assert sorted(ranked) == sorted(match.players) and match.outcome.ranking[0] == match.winners


CHANCY = """\
game: chancy
version: 1
language: 1
title: Chancy
speaks: en
seats: [a, b]
players: 2..2
kinds:
  colour: [red, green, blue]
components:
  bead: {is: colour}
zones:
  sack: {bag: bead, holds: 3 of each, label: Sack}
  cup: {bag: bead, per: player, label: Cup}
  line: {row: bead, label: Line}
  queue: {row: bead, label: Queue}
  heap: {stack: bead, label: Heap}
  used: {bag: bead, label: Used}
  pile: {stack: bead, recycle: {from: used, when: needed}, label: Pile}
variables:
  luck: {is: 1..6}
setup:
  luck: set luck to 1
  one: put c into line for each c in colour
  two: put c into queue for each c in colour
  three: put c into heap for each c in colour
  four: put c into used for each c in colour
  first: set first_player to a
actions:
  draws:
    do: draw 2 from sack to cup[me]
  guesses:
    do: pick c at random in colour
  guesses_unseen:
    do: pick c at random in colour secretly
  rolls:
    do: roll luck
  shuffles:
    do: shuffle heap
  mixes:
    do: move all from line to queue in random order
  renews:
    do: draw 1 from pile to cup[me]
  moves:
    do: move all from line to queue
  takes:
    do: draw 1 from heap to cup[me]
play:
  game:
    turns: first_player
    do:
      acts:
        choose: [draws, guesses, guesses_unseen, rolls, shuffles, mixes, renews, moves, takes]
"""


@pytest.mark.parametrize(
    "action", ["draws", "guesses", "guesses_unseen", "rolls", "shuffles", "mixes", "renews", "moves", "takes"]
)
def test_what_chance_decided_cannot_be_taken_back_though_nothing_was_hidden(action):
    match = rulewright.load_text(CHANCY, name="chancy").start(2, seed=3)
    match.apply(action)
    limit = match.undo_limit()
    if action in ("moves", "takes"):  # all of it was known before
        assert (limit.steps, limit.because) == (1, "beginning")
    else:
        assert (limit.steps, limit.because) == (0, "chance")
        assert match.undo_limit().text.startswith("nothing to take back: chance decided")
    told = {"draws": "Sack -> Cup", "rolls": "luck =", "mixes": "Line -> Queue", "renews": "Used -> Pile"}
    assert told.get(action, "") in limit.text


def test_no_answer_that_chance_followed_can_be_taken_back_in_any_game(game):
    chancy = 0
    for match in states(game, game.player_counts.start, seed=2, steps=250):
        if match.history and match.history[-1].chance:
            chancy += 1
            assert not match.can_undo
    assert bool(chancy) == (game.has_chance and game.id != "leduc_poker")  # there chance has its say in set-up only


def test_all_that_may_ever_be_chosen_is_told_with_what_stands_under_or(tiny):
    assert tiny.actions == ("take", "shake", "break") and tiny.choices == ("take", "shake", "break", "stop")


def test_every_choice_that_comes_up_is_among_the_choices_of_the_game(game):
    assert game.choices[: len(game.actions)] == game.actions and len(set(game.choices)) == len(game.choices)
    for match in states(game, game.player_counts.start, seed=6, steps=200):
        offered = {a.name for a in match.legal_actions if a.kind == "choose"}
        assert offered <= set(game.choices)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "an action is an object with `player` and `choose`, or `player`, `pick` and `value`"),
        ([], "an action is an object with"),
        ({"player": "a"}, "an action is an object with"),
        ({"choose": "take"}, "`player` is the name of a seat (a, b), not None"),
        ({"player": 5, "choose": "take"}, "`player` is the name of a seat (a, b), not 5"),
        ({"player": "z", "choose": "take"}, "'z' does not play: a, b"),
        ({"player": "b", "choose": "take"}, "b is not asked now; a must answer"),
        ({"player": "a", "choose": 5}, "`choose` is a name, not 5: take, shake, break"),
        ({"player": "a", "choose": "tak"}, "'tak' is no answer: `acts` is asked: take, shake, break"),
        ({"player": "a", "choose": "stop"}, "too early to stop: done 0 times of at least 1 (possible: take, sh"),
        ({"player": "a", "pick": "n", "value": 1}, "nothing called 'n' is picked now; `acts` is asked: take, shake"),
    ],
)
def test_wrong_json_of_an_action_is_told_what_is_wrong_and_what_would_be_right(tiny, data, words):
    match = tiny.start(2)
    with pytest.raises(ActionError) as caught:
        match.apply(data)
    assert str(caught.value).startswith(words) and match.decisions == 0


def test_an_illegal_value_is_told_which_are_possible(tiny):
    match = tiny.start(2).after("take")
    for answer in ("2", {"player": "a", "pick": "n", "value": 2}):
        with pytest.raises(IllegalAction) as caught:
            match.apply(answer)
        assert str(caught.value) == "`n is not 2` does not hold (`n`: 2) (possible: 1, 3, 4)"
        assert caught.value.reason.text == "`n is not 2` does not hold (`n`: 2)"
    with pytest.raises(InvalidAction, match="'x' is no value that fits here: 1, 3, 4"):
        match.apply({"player": "a", "pick": "n", "value": "x"})


def test_what_cannot_be_taken_back_is_told_once(tiny):
    with pytest.raises(InvalidAction) as caught:
        tiny.start(2).undo()
    assert str(caught.value) == "nothing to take back: the match began"


@pytest.mark.parametrize("language", ["xx", "EN", 5])
def test_a_language_that_the_game_does_not_speak_is_refused(tiny, language):
    match = tiny.start(2).after("take")
    events = match.copy().apply("1")
    for ask in (
        tiny.describe,
        lambda said: tiny.label("take", said),
        lambda said: tiny.words("title", said),
        lambda said: tiny.option_label("none", 1, said),
        lambda said: match.view("a", said),
        lambda said: match.log("a", said),
        match.outcome_in,
        lambda said: match.undo_limit("a", said),
        lambda said: match.why_not("2", language=said),
        lambda said: match.why_not("1", language=said),
        match.legal_actions[0].label,
        match.question.label,
        events[0].text,
    ):
        with pytest.raises(UnknownLanguage, match=r"tiny does not speak .*: en$"):
            ask(language)


ENGINES_OWN = {  # for other parts of the engine: the page says that they may change
    "bench_match", "setting", "is_met", "program", "static", "seat_id", "id_of", "ids_of", "label_of", "path_of",
    "filled", "spoken", "action_of", "alike", "begin", "fault", "pause", "restored", "run_sentence", "set_chance",
    "settle", "state_for", "test_always",
}  # fmt: skip


@pytest.mark.parametrize("of", [None, rulewright.Game, rulewright.Match])
def test_every_public_name_stands_in_the_tables_of_the_page(of):
    tables = re.findall(r"`([^`\n]*)`", API.partition("\n## All names\n")[2].partition("\n## Examples\n")[0])
    errors = {name for name in rulewright.__all__ if isinstance(getattr(rulewright, name), type(Exception))}
    names = set(rulewright.__all__) if of is None else {n for n in dir(of) if n[0] != "_"} - ENGINES_OWN - {"seed"}
    told = {re.match(r"\w*", code)[0] for code in tables}
    missing = {name for name in names if name not in told}
    if of is None:
        missing = {name for name in missing if not (name in errors and f"`{name}`" in API)}
    assert not missing


def test_the_tables_name_nothing_that_is_not_there():
    whole = API.partition("\n## All names\n")[2]
    match = game_of("tic_tac_toe").start(2)
    for holder, title, end in ((match.game, "\n`Game`:", "\n`Match`:"), (match, "\n`Match`:", "\nWhat these")):
        rows = whole.partition(title)[2].partition(end)[0]
        first = re.findall(r"^\| ([^|\n]*`[^|\n]*)\|", rows, re.MULTILINE)
        assert len(first) > 10
        for cell in first:
            for code in re.findall(r"`(\w+)(\([^`]*\))?`", cell):
                assert bool(code[1]) == callable(getattr(holder, code[0])), code
                if code[1]:
                    written = [p.strip().split("=")[0] for p in code[1][1:-1].split(",") if p.strip()]
                    real = list(inspect.signature(getattr(holder, code[0])).parameters)
                    assert [p for p in written if p != "*"] == real, code

"""Saves survive: they are whole or refused, they replay to the last state, and a change of rules is named."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright
from embedding.conftest import NAMES, game_of
from rulewright.errors import InvalidSave
from rulewright.play import save
from rulewright.program import chance

ROOT = Path(__file__).parents[2]


def played(game, *, answers=60, seed=5, players=None):
    match = game.start(players or game.player_counts.start, seed=seed)
    for _ in states_of(match, answers):
        pass
    return match


def states_of(match, answers):
    chooser = random.Random(match.seed)
    for _ in range(answers):
        if match.is_over:
            return
        legal = match.legal_actions
        match.apply(legal[int(chooser.random() * len(legal))])
        yield match


def test_a_save_replays_to_the_last_state(game):
    match = played(game, answers=200)
    again = game.replay(json.loads(json.dumps(match.to_json())))
    assert again.same_rules and again.difference is None and again.decisions == match.decisions
    assert again.match.to_json() == match.to_json()


def test_chance_is_kept_with_the_answer_that_it_followed():
    match = played(game_of("cinque_terre"), answers=80)
    assert len(match.opening) > 20  # dice, shuffles, draws
    kinds = {outcome[0] for outcome in match.opening}
    assert kinds == {"roll", "shuffle", "choose"}
    order = next(outcome[1:] for outcome in match.opening if outcome[0] == "shuffle")
    assert sorted(order) == list(range(len(order)))


def test_a_save_says_which_variants_the_game_has():
    game = rulewright.load("garden_dice", variants=["kind_critters"])
    saved = played(game, answers=5).to_json()
    assert saved["variants"] == ["kind_critters"] and saved["digest"] != game_of("garden_dice").digest


def test_scripted_chance_is_replayed_too():
    game = game_of("garden_dice")
    match = game.start(2, seed=1, chance=[1, 2, 3])
    for _ in states_of(match, 20):
        pass
    assert game.replay(match.to_json()).difference is None


def test_a_match_that_was_laid_by_hand_is_not_replayed():
    match = game_of("tic_tac_toe").start(2)
    match.run_sentence("add 1 to score[noughts]")
    with pytest.raises(InvalidSave, match="by hand"):
        game_of("tic_tac_toe").replay(match.to_json())


def changed_game(tmp_path, *changes):
    text = (ROOT / "games" / "classics" / "tic_tac_toe.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "tic_tac_toe.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def tic_tac_toe(*spots):
    match = game_of("tic_tac_toe").start(2, seed=1)
    for spot in spots:
        match.apply("place")
        match.apply(spot)
    return match


@pytest.mark.parametrize(
    ("old", "new", "decision", "words"),
    [
        ("on[spot] is none", "on[spot] is none and spot is not square(2, 2)", 2, "there are 8 legal answers"),
        ("on[spot] is none", "on[spot] is none and spot is not square(1, 1)", 2, "`square(1, 1)` is refused"),
        ("set first_player to noughts", "set first_player to crosses", 1, "crosses must answer here, not noughts"),
        ("until: three(active) or", "until: on[square(1, 1)] is not none or", 3, "the match is over"),
        ("set first_player to noughts", "pick who at random in player", 0, "chance went another way"),
    ],
)
def test_after_a_change_of_rules_the_first_decision_that_differs_is_named(tmp_path, old, new, decision, words):
    saved = tic_tac_toe("square(1, 1)", "square(1, 2)", "square(2, 1)").to_json()
    if "at random" in new:
        new = "pick who at random in player\n  named: set first_player to who"
    found = rulewright.load(changed_game(tmp_path, (old, new))).replay(saved)
    assert not found.same_rules
    assert found.difference.decision == decision and words in str(found.difference)


def test_a_change_of_rules_that_changes_nothing_is_told_too(tmp_path):
    saved = tic_tac_toe("square(1, 1)", "square(2, 2)").to_json()
    game = rulewright.load(changed_game(tmp_path, ("1 else 0", "2 else 0")))
    found = game.replay(saved)
    assert found.difference is None and not found.same_rules
    with pytest.raises(InvalidSave, match="other rules"):
        game.match_from_json(saved)


@pytest.mark.parametrize("name", NAMES)
def test_a_save_that_was_cut_at_any_place_is_refused(name, tmp_path):
    game = game_of(name)
    path = tmp_path / "match.json"
    played(game, answers=12).save(path)
    whole = path.read_bytes()
    assert game.match_from_file(path).decisions == 12 or game.match_from_file(path).is_over
    step = max(1, len(whole) // 60)
    for length in (*range(0, len(whole) - 20, step), *range(max(0, len(whole) - 20), len(whole) - 1)):
        path.write_bytes(whole[:length])
        with pytest.raises(InvalidSave):
            game.match_from_file(path)


@pytest.mark.slow
def test_a_save_that_was_cut_at_any_byte_is_refused(tmp_path):
    path = tmp_path / "match.json"
    tic_tac_toe("square(1, 1)", "square(2, 2)").save(path)
    whole = path.read_bytes()
    for length in range(len(whole) - 1):  # the last byte is a line break
        path.write_bytes(whole[:length])
        with pytest.raises(InvalidSave):
            game_of("tic_tac_toe").match_from_file(path)


def test_a_save_that_fails_leaves_the_older_one_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "match.json"
    match = tic_tac_toe("square(1, 1)")
    match.save(path)
    before = path.read_bytes()
    match.apply("place")

    def full(*_):
        raise OSError(28, "no space left")

    monkeypatch.setattr(save.os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        match.save(path)
    assert path.read_bytes() == before and [p.name for p in tmp_path.iterdir()] == ["match.json"]


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff\xfe", b"null", b"[" * 100_000, b"9" * 10_000])
def test_a_file_that_is_no_save_is_refused(tmp_path, content):
    path = tmp_path / "match.json"
    path.write_bytes(content)
    with pytest.raises(InvalidSave):
        game_of("tic_tac_toe").match_from_file(path)


def test_an_older_format_is_told_apart_from_damage():
    with pytest.raises(InvalidSave, match="older rulewright"):
        game_of("tic_tac_toe").match_from_json({"format": "rulewright match 1"})


# ---------- determinism ----------


def test_the_generator_gives_the_published_numbers():
    """PCG32's own demonstration: seed 42 on stream 54."""
    state = [0, chance.seeded(42)]
    found = [chance.next32(state) for _ in range(6)]
    assert found == [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]


_TRANSCRIPT = """
import hashlib, json, random, sys
import rulewright
for name in sys.argv[1:]:
    game = rulewright.load(name)
    match = game.start(game.player_counts.start, seed=11)
    chooser = random.Random(11)
    lines = []
    for _ in range(100):
        if match.is_over:
            break
        legal = match.legal_actions
        lines.append([str(a) for a in legal])
        events = match.apply(legal[int(chooser.random() * len(legal))])
        lines.append([[e.to_json() for e in events.seen_by(s)] for s in (None, *match.players)])
    lines += [match.view(s, game.languages[-1]) for s in match.players]
    lines += [game.describe(), match.to_json(), [game.action_ids.text(n) for n in range(len(game.action_ids))]]
    print(name, hashlib.sha256(json.dumps(lines, sort_keys=True).encode()).hexdigest())
"""


def transcripts(python, hash_seed, path=""):
    """A fingerprint of the same match of each game, played in a process of its own."""
    done = subprocess.run(
        [python, "-c", _TRANSCRIPT, *NAMES],
        env={"PYTHONHASHSEED": hash_seed, "PATH": "/usr/bin:/bin", "PYTHONPATH": path},
        capture_output=True, text=True, check=False, cwd=ROOT, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_transcripts_are_equal_byte_for_byte_under_two_hash_seeds():
    found = transcripts(sys.executable, "1")
    assert found == transcripts(sys.executable, "77") and len(found) == len(NAMES)


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13)])
def test_transcripts_are_equal_in_every_python(version):
    python = shutil.which(f"python{version[0]}.{version[1]}")
    if python is None or sys.version_info[:2] == version:
        pytest.skip("there is no other Python of this version here")
    packages = [p for p in sys.path if p.endswith("site-packages")]
    path = ":".join([str(ROOT / "engine"), *packages])
    command = [python, "-c", "import yaml, lark, jsonschema, click"]
    if subprocess.run(command, env={"PYTHONPATH": path}, check=False, capture_output=True).returncode:
        pytest.skip("it lacks the required packages")
    assert transcripts(python, "1", path) == transcripts(sys.executable, "1")


# ---------- the command ----------


def test_the_command_verifies_a_match_and_names_what_differs(tmp_path):
    path = tmp_path / "match.json"
    tic_tac_toe("square(1, 1)", "square(1, 2)").save(path)
    good = rulewright_command("replay", path)
    assert good.returncode == 0 and "goes as it did, under the same rules" in good.stdout
    other = changed_game(tmp_path, ("on[spot] is none", "on[spot] is none and spot is not square(1, 1)"))
    bad = rulewright_command("replay", path, "--game", other)
    assert bad.returncode == 1 and "decision 2 (noughts, actions.place)" in bad.stdout
    found = json.loads(rulewright_command("replay", path, "--game", other, "--format", "json").stdout)
    assert found["difference"]["decision"] == 2 and found["same_rules"] is False
    path.write_bytes(path.read_bytes()[:500])
    cut = rulewright_command("replay", path)
    assert cut.returncode == 2 and "has been cut" in cut.stderr and "Traceback" not in cut.stderr


def rulewright_command(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "rulewright", *map(str, arguments)], capture_output=True, text=True, check=False,
        cwd=ROOT, encoding="utf-8",
    )  # fmt: skip

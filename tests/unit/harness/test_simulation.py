import dataclasses
import json
import multiprocessing
import os
import signal
import subprocess
import sys

import pytest

from rulewright.errors import InvalidSetup
from rulewright.harness.chunks import Plan, play_chunk, row
from rulewright.harness.playout import random_playout
from rulewright.harness.simulation import SimulationFault, WorkersDied, simulate
from rulewright.harness.summary import Summary
from rulewright.loader import load

GAME = load("leduc_poker")
PLAN = Plan("leduc_poker", 2, digest=GAME.digest, rows=True)
# A game in which a rule fails now and then: the pile has two cards, and up to three are drawn.
FAILING = """game: failing
version: 1
language: 1
title: Failing
speaks: en
seats: [red, blue]
players: 2
components:
  card: {is: 1..2}
zones:
  pile: {stack: card, holds: each}
  hand: {bag: card, per: player}
variables:
  luck: {is: 1..3, start: 1}
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to red
play:
  rolled: roll luck
  drawn: draw luck from pile to hand[first_player]
winner:
  score: most score[me]
  else: shared
"""


def run(games, workers, plan=PLAN, game=GAME, **more):
    """A simulation: its sum without the time, and its rows."""
    rows = []
    total = simulate(game, plan, games, workers=workers, rows=rows.extend, **more)
    return dataclasses.replace(total, seconds=0), rows


def test_the_result_does_not_depend_on_the_number_of_workers():
    alone, rows = run(3000, 1)
    assert alone.games == 3000 and [r["number"] for r in rows] == list(range(3000))
    assert run(3000, 2) == run(3000, 3) == (alone, rows)


def test_each_game_can_be_played_alone():
    _, rows = run(5, 1, dataclasses.replace(PLAN, seed=10))
    assert rows[2] == row(2, random_playout(GAME, 2, seed=12)) and rows[2]["seed"] == 12


def test_a_chunk_is_json_and_gives_json_and_the_same_games_each_time():
    chunk = json.loads(json.dumps(PLAN.chunk(40, 8)))
    found, again = (json.loads(json.dumps(play_chunk(chunk))) for _ in range(2))
    assert [r["number"] for r in found["rows"]] == list(range(40, 48)) and found["rows"] == again["rows"]
    assert Summary.from_sums(found["sums"]).games == found["games"] == 8 and found["fault"] is None


def test_chunks_added_up_in_any_order_are_the_whole():
    sums = [Summary.from_sums(play_chunk(PLAN.chunk(first, 10))["sums"]) for first in (20, 0, 10)]
    total = Summary("leduc_poker", 2)
    for part in sums:
        total.merge(part)
    assert dataclasses.replace(total, seconds=0) == run(30, 1)[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"gmae": "x"}, "did you mean `game`"),
        ({"players": "two"}, "`players` of a chunk is a number"),
        ({"games": 0}, "at least one game"),
        ({"variants": "x"}, "a list of names"),
        ({"options": 5}, "a mapping"),
        ({"players": 9}, "not for 9"),
        ({"digest": "other"}, "not those that the simulation began with"),
    ],
)
def test_a_chunk_that_does_not_fit_says_what_would(change, message):
    with pytest.raises(InvalidSetup, match=message):
        play_chunk(PLAN.chunk(0, 1) | change)


def test_a_worker_killed_in_the_middle_loses_no_game_and_counts_none_twice():
    killed = []

    def kill_one(games):
        children = [child for child in multiprocessing.active_children() if child.pid not in killed]
        if children and len(killed) < 2:
            killed.append(children[0].pid)
            os.kill(children[0].pid, signal.SIGKILL)

    total, rows = run(12_000, 2, progress=kill_one)
    assert len(killed) == 2 and len(set(killed)) == 2
    assert (total, rows) == run(12_000, 1)


def test_workers_that_die_again_and_again_over_the_same_games_are_told(monkeypatch):
    monkeypatch.setattr("rulewright.harness.simulation.play_chunk", _die)
    with pytest.raises(WorkersDied, match=r"from number 0 \(seed 0\) on"):
        run(10, 2)


def _die(chunk):
    os.kill(os.getpid(), signal.SIGKILL)


def test_once_asked_to_stop_it_counts_what_is_done():
    done = []
    for workers in (1, 2):
        total, rows = run(10**9, workers, progress=done.append, stop=lambda: len(done) >= 3)
        assert 0 < total.games < 10**9 and total.games == len(rows) == sum(done)
        assert [r["number"] for r in rows] == sorted({r["number"] for r in rows})
        done.clear()


@pytest.mark.parametrize("workers", [1, 2])
def test_of_the_games_in_which_a_rule_fails_the_first_is_told(workers, tmp_path):
    path = tmp_path / "failing.yaml"
    path.write_text(FAILING)
    game = load(path)
    plan = Plan(str(path), 2, digest=game.digest, seed=5)
    with pytest.raises(SimulationFault) as caught:
        simulate(game, plan, 500, workers=workers)
    fails = next(n for n in range(500) if _fails(game, 5 + n))
    assert (caught.value.number, caught.value.seed) == (fails, 5 + fails)


def _fails(game, seed):
    try:
        random_playout(game, 2, seed=seed)
    except Exception:
        return True
    return False


@pytest.mark.slow
def test_workers_that_are_started_anew_play_the_same_games():
    """As on systems that cannot fork: each worker loads the game for itself."""
    code = (
        "import multiprocessing; from rulewright.harness import simulation as s; from rulewright.loader import load\n"
        "from rulewright.harness.chunks import Plan\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn'); game = load('leduc_poker')\n"
        "    print(s.simulate(game, Plan('leduc_poker', 2), 500, workers=2).decisions)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == run(500, 1)[0].decisions


def test_a_summary_counts_shared_wins_for_each_winner():
    total, rows = run(300, 1)
    found = total.to_json()
    assert sum(found["winners_by_seat"].values()) == sum(len(r["winners"]) for r in rows) > 300
    assert found["scores"]["mean"] == 0 and found["scores"]["min"] == -found["scores"]["max"]

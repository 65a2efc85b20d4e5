import json
import signal
import subprocess
import sys
import time

KEYS = "game players games seconds decisions decisions_per_second end_reasons winners_by_seat scores cap_hits"


def simulate(rulewright, *more):
    ran = rulewright("simulate", "tic_tac_toe", "--games", 20, "--format", "json", *more)
    assert ran.code == 0
    return json.loads(ran.out)


def test_the_json_has_the_promised_keys(rulewright):
    found = simulate(rulewright, "--players", 2, "--seed", 3)
    assert list(found) == KEYS.split()
    assert found["games"] == 20 and found["players"] == 2 and found["cap_hits"] == 0
    assert 2 * 5 * 20 <= found["decisions"] <= 2 * 9 * 20  # each turn: place, and where
    assert sum(found["end_reasons"].values()) == 20
    assert set(found["winners_by_seat"]) == {"noughts", "crosses"}
    assert set(found["scores"]) == {"mean", "sd", "min", "max"}


def test_the_same_seed_gives_the_same_games_and_another_one_others(rulewright):
    def without_time(found):
        return {k: v for k, v in found.items() if k not in ("seconds", "decisions_per_second")}

    first, again, other = (without_time(simulate(rulewright, "--seed", s)) for s in (1, 1, 2))
    assert first == again != other


def test_the_cap_gives_games_up_and_reports_them(rulewright):
    found = simulate(rulewright, "--cap", 3)
    assert found["cap_hits"] == 20 and found["end_reasons"] == {} and found["scores"] is None
    assert found["decisions"] == 60


def test_text_tells_the_same_for_people(rulewright):
    ran = rulewright("simulate", "tic_tac_toe", "--games", 5)
    assert ran.code == 0
    assert "5 random games with 2 players" in ran.out and "noughts" in ran.out and "scores: mean" in ran.out


def test_wrong_use_ends_with_two_and_says_what_fits(rulewright):
    ran = rulewright("simulate", "tic_tac_toe", "--players", 3)
    assert ran.code == 2 and "is for 2 players" in ran.err
    ran = rulewright("simulate", "nothing_known")
    assert ran.code == 2 and "tic_tac_toe" in ran.err
    ran = rulewright("simulate", "tic_tac_toe", "--set", "speed=3")
    assert ran.code == 2 and "no option `speed`" in ran.err
    ran = rulewright("simulate", "tic_tac_toe", "--games", 0)
    assert ran.code == 2
    ran = rulewright("simulate", "tic_tac_toe", "--seed", "x")
    assert ran.code == 2


def test_an_option_that_does_not_fit_lists_its_values(rulewright):
    ran = rulewright("simulate", "cinque_terre", "--set", "start_lire=7")
    assert ran.code == 2 and "0, 100" in ran.err


def test_workers_give_the_same_result_and_the_same_file(rulewright, tmp_path):
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    alone = simulate(rulewright, "--out", one)
    together = simulate(rulewright, "--out", two, "--workers", 2)
    timed = ("seconds", "decisions_per_second")
    assert {k: v for k, v in alone.items() if k not in timed} == {k: v for k, v in together.items() if k not in timed}
    assert one.read_text() == two.read_text()
    rows = [json.loads(line) for line in one.read_text().splitlines()]
    assert [r["number"] for r in rows] == list(range(20))
    assert sum(r["decisions"] for r in rows) == alone["decisions"]


def test_a_file_that_cannot_be_written_is_wrong_use(rulewright, tmp_path):
    ran = rulewright("simulate", "tic_tac_toe", "--out", tmp_path / "nowhere" / "out.jsonl")
    assert ran.code == 2 and "cannot write" in ran.err and "nowhere" in ran.err
    ran = rulewright("simulate", "tic_tac_toe", "--workers", 0)
    assert ran.code == 2 and "--workers" in ran.err


def test_an_interrupted_simulation_keeps_what_is_done(tmp_path):
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "rulewright", "simulate", "leduc_poker", "--games", "100000000"]
    process = subprocess.Popen(
        [*command, "--workers", "2", "--out", str(out), "--format", "json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        waited = time.monotonic() + 60
        while not (out.exists() and out.stat().st_size) and time.monotonic() < waited:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate(timeout=60)
    finally:
        process.kill()
    found = json.loads(printed)
    assert process.returncode == 130 and f"stopped after {found['games']} of 100000000 games" in told
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == found["games"] > 0 and sum(r["decisions"] for r in rows) == found["decisions"]


def test_a_rule_that_fails_is_told_with_its_seed_and_its_line(rulewright, changed):
    path = changed("scoring:\n  line: ", "finish:\n  fee: pay 1 from score[noughts]\nscoring:\n  line: ")
    ran = rulewright("simulate", path, "--games", 50, "--seed", 7, "--workers", 2)
    assert ran.code == 1 and f"a rule failed in game 1 (seed 7): {path}:46:8: " in ran.err
    assert "there are only 0, not 1" in ran.err
    assert "Traceback" not in ran.err

"""The benchmark's command runs and writes what it promises; its figures are nobody's assertion."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUN = [sys.executable, str(ROOT / "benchmarks" / "run.py")]


def run(*more):
    return subprocess.run([*RUN, *more], capture_output=True, text=True, check=False, cwd=ROOT)


def test_it_compares_the_rules_with_the_game_by_hand_and_writes_json(tmp_path):
    short = ("--games", "leduc_poker", "--seconds", "0.01", "--rounds", "2", "--no-peers", "--out", str(tmp_path))
    done = run(*short)
    assert done.returncode == 0, done.stderr
    (row,) = json.loads((tmp_path / "figures.json").read_text())["games"]
    assert list(row["rates"]) == ["rulewright", "by hand"] and row["ratio"] > 0
    assert {"copy_us", "load_s", "compile_s", "match_bytes", "state_bytes"} <= row.keys()
    assert "leduc_poker" in done.stdout and "by hand" in done.stdout


def test_a_game_that_there_is_not_is_wrong_use():
    done = run("--games", "leduc_pocker", "--seconds", "0.01")
    assert done.returncode == 2 and "leduc_poker" in done.stderr and "Traceback" not in done.stderr

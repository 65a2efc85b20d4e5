"""A program of somebody else's, under mypy --strict, with nothing but the installed package."""

import os
import subprocess
import sys

PROGRAM = """\
from rulewright import Action, Events, Game, IllegalAction, Match, Outcome, Reason, UndoLimit, load


def best(match: Match, seat: str) -> Action:
    return max(match.legal(seat), key=lambda action: match.after(action).scores[seat])


def play(game: Game, seed: int) -> Outcome:
    match = game.start(players=2, seed=seed)
    while not match.is_over:
        seat = match.actors[0]
        reason: Reason | None = match.why_not("nothing", seat)
        assert reason is not None and reason.text
        try:
            events: Events = match.apply(best(match, seat))
        except IllegalAction as error:
            print(error.reason)
            raise
        lines: list[str | None] = [event.text() for event in events.seen_by(None)]
        limit: UndoLimit = match.undo_limit(seat)
        print(lines, limit.steps, sorted(match.view(seat)), game.action_ids.legal(match))
    outcome = match.outcome
    assert outcome is not None
    return outcome


print(play(load("tic_tac_toe"), 3).ranking)
"""

WRONG = [
    ("game.start(players=2, seed=seed)", "game.start(players=2, seeds=seed)", 'Unexpected keyword argument "seeds"'),
    ("outcome = match.outcome\n", "return match.outcome\n", "Incompatible return value type"),
    ("limit.steps", "limit.step", '"UndoLimit" has no attribute "step"'),
]  # fmt: skip


def checked(text, folder):
    (folder / "program.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, "program.py"]
    env = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_a_program_that_embeds_the_engine_is_checked_strictly_and_runs(tmp_path):
    assert "Success: no issues found in 1 source file" in checked(PROGRAM, tmp_path)
    done = subprocess.run(
        [sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.splitlines()[-1].startswith("((")
    for old, new, words in WRONG:  # and mypy sees the types: what is wrong is found
        assert old in PROGRAM
        assert words in checked(PROGRAM.replace(old, new), tmp_path)

"""Rules files from strangers: refused or bounded, never a traceback, a hang or a memory blow-up.

Each file is validated and, if it is valid, played for a while, in a process with little memory and time.
"""

import resource
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 60  # generous: a machine may be busy; a hang would take for ever
MEGABYTES = 700

BASE = """\
game: hostile
version: 1
language: 1
title: Hostile
speaks: en
seats: [north, south]
players: 2..2
kinds:
  gem: [ruby, opal]
components:
  stone: {is: gem}
zones:
  heap: {bag: stone, per: player}
  pile: {stack: stone}
variables:
  score: {is: number, per: player, score: true}
  tally: {is: number}
setup:
  first: set first_player to north
actions:
  act:
    ACT
play:
  game:
    turns: first_player
    until: tally > 20
    do:
      counted: add 1 to tally
      acts: {choose: [act]}
scoring:
  line: 0
winner:
  score: most score[me]
  else: shared
"""


def base(act="do: add 1 to score[me]", **changes):
    text = BASE.replace("ACT", act)
    for old, new in changes.items():
        text = text.replace({"define": "setup:\n"}.get(old, old), new, 1)
    return text


def with_defines(lines):
    return base("do: add level_0 to score[me]", define="define:\n" + lines + "setup:\n")


def nested(*rounds, do="add 1 to score[me]"):
    text, indent = "", "    "
    for n, count in enumerate(rounds):
        text += f"{indent}do:\n{indent}  loop_{n}:\n{indent}    repeat: {count}\n"
        indent += "    "
    return base((text + f"{indent}do: {do}").strip())


FILES = {
    "a small game": base(),
    "deep lists": "game: " + "[" * 5000,
    "deep braces": "{a: " * 3000 + "1" + "}" * 3000,
    "deep blocks": "".join(" " * i + "a:\n" for i in range(400)),
    "an alias bomb": "a: &a [1,1]\n" + "".join(
        f"{after}: &{after} [*{name},*{name}]\n" for name, after in pairwise("abcdefghijk")
    ),
    "a merge bomb": "a: &a {x: 1}\nb: {<<: *a}\n",
    "a huge number": base(f"do: add {'9' * 400} to score[me]"),
    "a long line": base("do: add " + "1 + " * 5000 + "1 to score[me]"),
    "brackets in brackets": base("do: add " + "(" * 900 + "1" + ")" * 900 + " to score[me]"),
    "a python name": base("do: add score.__class__ to score[me]"),
    "python calls": base("do: add __import__(1) to score[me]"),
    "a name of python as a zone": base().replace("heap", "__class__"),
    "endless rounds": nested(9007199254740991),
    "rounds of rounds": nested(9999, 9999, 9999),
    "a million choices": base("pick: n in 1..1000000\n    do: add n to score[me]"),
    "a thousand million choices": base("pick: n in 1..1000000000\n    do: add n to score[me]"),
    "picks of picks": base(
        "pick: a in 1..900, b in 1..900, c in 1..900, d in 1..900 where a + b + c + d is 3601\n"
        "    do: add a to score[me]"
    ),
    "sums of sums": base("do: add sum(1 for a in 1..9999 for b in 1..9999 for c in 1..9999) to score[me]"),
    "short sums of sums": base("do: add sum(1 " + "".join(f"for {c} in 1..60 " for c in "abcdefgh") + ") to score[me]"),
    "defines that double": with_defines(
        "".join(f"  level_{i}: level_{i + 1} + level_{i + 1}\n" for i in range(60)) + "  level_60: score[north]\n"
    ),
    "defines that sum": with_defines(
        "".join(f"  level_{i}: sum(level_{i + 1} for x_{i} in 1..60)\n" for i in range(12))
        + "  level_12: score[north]\n"
    ),
    "routines that double": base("do: r0()").replace(
        "actions:",
        "routines:\n" + "".join(f"  r{i}():\n    do:\n      a: r{i + 1}()\n      b: r{i + 1}()\n" for i in range(40))
        + "  r40():\n    do: add 1 to score[me]\nactions:",
    ),
    "routines that ask and double": base("do: r0()").replace(
        "actions:",
        "routines:\n" + "".join(f"  r{i}():\n    do:\n      a: r{i + 1}()\n      b: r{i + 1}()\n" for i in range(40))
        + "  r40():\n    pick: n in 1..2\n    do: add n to score[me]\nactions:",
    ),
    "a routine that runs itself": base("do: r()").replace("actions:", "routines:\n  r():\n    do: r()\nactions:"),
    "a number that squares itself": nested(60, do="set score[me] to score[me] * score[me] + 2"),
    "a mountain of pieces": base("do: put 1000000000 of ruby into heap[me]"),
    "a mountain of cards": base("do: put 1000000000 of ruby into pile"),
    "a mountain at the start": base().replace("{stack: stone}", "{stack: stone, holds: 9007199254740991 of each}"),
    "a game that nobody decides": base().replace("until: tally > 20", "until: tally < 0").replace(
        "acts: {choose: [act]}", "nothing_more: nothing"
    ),
    "a rule that never rests": base().replace(
        "actions:", "whenever:\n  again: {if: tally >= 0, do: add 1 to tally}\nactions:"
    ),
    "a bad byte": "game: \x00\x01\x02",
    "only a tab": "\t",
    "nothing at all": "",
}  # fmt: skip

# Valid files that ask for too much: bounded while they are played, or refused before it.
FAULTS = {
    "endless rounds", "rounds of rounds", "a million choices", "a thousand million choices", "picks of picks",
    "sums of sums", "a number that squares itself", "a mountain of pieces", "a mountain of cards",
    "a mountain at the start",
}  # fmt: skip
PLAYED = {"a small game", "a name of python as a zone", "a rule that never rests"}

SCRIPT = """
import random, sys
import rulewright
from rulewright.errors import RulewrightError
try:
    game = rulewright.load(sys.argv[1])
    match = game.start(game.player_counts.start, seed=1)
    chooser = random.Random(1)
    for _ in range(60):
        if match.is_over:
            break
        match.apply(chooser.choice(match.legal_actions))
    match.view(match.players[0]), match.log(None), match.to_json()
    print("played")
except RulewrightError as error:
    print(type(error).__name__, str(error)[:300])
"""


def limited():
    size = MEGABYTES << 20
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_refused_or_bounded(name, tmp_path):
    path = tmp_path / "hostile.yaml"
    path.write_text(FILES[name], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path)],
        capture_output=True, text=True, timeout=SECONDS, preexec_fn=limited, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.stderr == "" and done.returncode == 0, done.stderr[-800:]
    expected = "RuleFault" if name in FAULTS else "played" if name in PLAYED else "InvalidGame"
    assert done.stdout.split()[0] == expected, done.stdout

"""How cost grows with the work: longer games, more players, more answers, larger files, more scenarios.

    python benchmarks/growth.py [--out FOLDER] [--only players]

The games are made by `generated.py`. Each row doubles the size. For each unit of work the time is shown, which stays
the same where cost is linear. The exponent is the slope of the time over the work, both as logarithms: 1 is linear, 2
is quadratic. Where the work stays the same while something else grows (players, file size), it is the slope over that:
0 means that it costs nothing.
"""

import argparse
import json
import math
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import generated
import plot
from contestants import of_rules
from rulewright.harness.conformance import run_scenario
from rulewright.harness.suite import Games, read_suite
from rulewright.loader import load_document
from rulewright.play.game import Game
from rulewright.program.from_checked import Program
from rulewright.text import SourceText

FACTORS = (1, 2, 4, 8, 16)  # of a file of 20 actions and 40 cards
RUNS = 3  # of each measurement; the median counts


@dataclass(frozen=True)
class Growth:
    """What grows, what it is that costs something, how large it gets, and what is measured: the cost, mostly seconds,
    and the units of work."""

    what: str
    unit: str
    sizes: tuple[int, ...]
    measure: Callable[[int], tuple[float, float]]
    cost: str = "us"


def game_of(**sizes: int) -> Game:
    return Game(load_document(SourceText("generated.yaml", generated.game(**sizes))))


def program_of(game: Game) -> Program:
    return game.program(game.setting(game.player_counts.start, {}), traced=False)


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    begun = process_time()
    found = act()
    return process_time() - begun, found


def playouts(games: int, **sizes: int) -> tuple[float, float]:
    """Seconds and decisions of random games."""
    play = of_rules(program_of(game_of(**sizes)), cap=10**9)
    number = random.Random(1).random
    play(number)
    return timed(lambda: sum(play(number) for _ in range(games)))


def match(choices: int) -> tuple[float, float]:
    """Seconds and decisions of one match with its log, history and undo, as people play it."""
    played = game_of(choices=choices).start(2, seed=1)
    chooser = random.Random(1)

    def play() -> int:
        while not played.is_over:
            played.apply(chooser.choice(played.legal_actions))
        return played.decisions

    return timed(play)


def answers(count: int) -> tuple[float, float]:
    """Seconds of a game, and how many answers were offered in it."""
    program = program_of(game_of(answers=count, choices=300))

    def play() -> int:
        return program.play_out(program.start(1), random.Random(1).random, sys.maxsize)[1]

    play()
    return timed(play)


def bytecodes(factor: int) -> tuple[float, float]:
    """Bytecodes that a random game of a large file takes, and its decisions: a count that no cache can blur."""
    play = of_rules(program_of(game_of(actions=20 * factor, cards=40 * factor, choices=300)), cap=10**9)
    number = random.Random(1).random
    play(number)
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        decisions = play(number)
    finally:
        sys.settrace(None)
    return count, decisions


def called(act: Callable[[], Any]) -> tuple[float, Any]:
    """How many calls of functions an act takes, another count that no cache can blur."""
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        found = act()
    finally:
        sys.setprofile(None)
    return count, found


def load_file(factor: int, measure: Callable[..., tuple[float, Any]] = timed) -> tuple[float, float]:
    """What it costs to read and check a file, and its lines."""
    text = generated.game(actions=20 * factor, cards=40 * factor)
    cost, _ = measure(lambda: load_document(SourceText("generated.yaml", text)))
    return cost, text.count("\n")


def compile_file(factor: int, measure: Callable[..., tuple[float, Any]] = timed) -> tuple[float, float]:
    """What it costs to compile a file, and its lines."""
    text = generated.game(actions=20 * factor, cards=40 * factor)
    game = Game(load_document(SourceText("generated.yaml", text)))
    cost, _ = measure(lambda: program_of(game))
    return cost, text.count("\n")


def run_scenarios(count: int) -> tuple[float, float]:
    """Seconds to read and play a file of scenarios, and how many there are."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "many.yaml"
        file.write_text(generated.scenarios(count), encoding="utf-8")

        def play() -> int:
            games = Games()
            results = [run_scenario(scenario, games) for scenario in read_suite([file]).scenarios]
            assert all(result.passed for result in results)
            return len(results)

        return timed(play)


GROWTHS = [
    Growth("game length", "decision of a playout", (500, 1000, 2000, 4000, 8000), lambda n: playouts(1, choices=n)),
    Growth("match length", "decision of a match", (125, 250, 500, 1000, 2000), match),
    Growth("players", "decision of a playout", (2, 4, 8, 16, 32), lambda n: playouts(4, players=n, cards=40 + 5 * n)),
    Growth("answers", "answer that is offered", (5, 10, 20, 40, 80, 160), answers),
    Growth("play a large file", "decision of a playout", FACTORS,
           lambda n: playouts(4, actions=20 * n, cards=40 * n, choices=500)),
    Growth("  bytecodes", "decision of a playout", FACTORS, bytecodes, "bytecodes"),
    Growth("load a large file", "line of the file", FACTORS, load_file),
    Growth("  calls", "line of the file", FACTORS, lambda n: load_file(n, called), "calls"),
    Growth("compile a large file", "line of the file", FACTORS, compile_file),
    Growth("  calls", "line of the file", FACTORS, lambda n: compile_file(n, called), "calls"),
    Growth("scenarios", "scenario", (25, 50, 100, 200, 400), run_scenarios),
]  # fmt: skip


def measured(growth: Growth) -> Iterator[dict[str, float]]:
    """A row for each size: the cost, the units of work, and the cost of each unit (in microseconds, or counted)."""
    growth.measure(growth.sizes[0])  # the first run of all pays for what is loaded once
    for size in growth.sizes:
        runs = [growth.measure(size) for _ in range(RUNS)]
        cost, work = median(r[0] for r in runs), median(r[1] for r in runs)
        yield {"size": size, "cost": cost, "work": work, "each": cost / work * (1e6 if growth.cost == "us" else 1)}


def exponent(rows: list[dict[str, float]]) -> float:
    """The slope of the cost over the work, both as logarithms; where the work stays the same, of the cost of each unit
    over the size."""
    grows = rows[-1]["work"] > 1.5 * rows[0]["work"]
    xs = [math.log(row["work"] if grows else row["size"]) for row in rows]
    ys = [math.log(row["cost"] if grows else row["each"]) for row in rows]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="a part of one of: " + ", ".join(g.what for g in GROWTHS))
    parser.add_argument("--out", type=Path, help="a folder for growth.json and, with matplotlib, growth.png")
    args = parser.parse_args()
    growths = [g for g in GROWTHS if args.only is None or args.only in g.what]
    if not growths:
        parser.error("--only is a part of one of these: " + ", ".join(g.what for g in GROWTHS))
    found = []
    for growth in growths:
        rows = list(measured(growth))
        slope = exponent(rows)
        found.append({"what": growth.what, "unit": growth.unit, "cost": growth.cost, "exponent": slope, "rows": rows})
        each = " ".join(f"{row['each']:,.1f}" for row in rows)
        sizes = f"{growth.sizes[0]} to {growth.sizes[-1]}"
        print(f"{growth.what:<21}{sizes:<12}{slope:>6.2f}   {growth.cost} a {growth.unit}: {each}", flush=True)
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "growth.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        plot.growth(found, args.out / "growth.png")


if __name__ == "__main__":
    main()

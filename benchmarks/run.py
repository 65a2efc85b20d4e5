"""Random playouts of bundled games beside hand-written noughts and crosses, in one process, by CPU time.

    python benchmarks/run.py [--games cinque_terre,tic_tac_toe] [--seconds 2] [--rounds 3]

A decision is an answer that is asked; the list of legal answers is made at every one. Each round runs every game in
turn, so that a machine whose speed drifts slows all alike; the median of the rounds is printed.
"""

import argparse
import copy
import json
import random
import sys
import time
import tracemalloc
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))

from hand.tic_tac_toe import TicTacToe

import rulewright
from rulewright.program.from_checked import Program


def hand_written(seconds):
    """Decisions per second of CPU time of the hand-written game."""
    choice = random.Random(1).choice
    decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        game = TicTacToe()
        while not game.is_over():
            game.apply(choice(game.legal()))
            decisions += 1
    return decisions / (time.process_time() - start)


def compiled(program: Program, seconds, cap=10_000):
    """Decisions per second of CPU time of a compiled game."""
    number = random.Random(1).random
    decisions = games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        S = program.start(games)
        games += 1
        answers = program.advance(S)
        here = 0
        while answers and here < cap:
            program.answer(S, answers[int(number() * len(answers))])
            here += 1
            answers = program.advance(S)
        decisions += here
    return decisions / (time.process_time() - start)


def copy_time(program: Program):
    """Microseconds to copy a state in the middle of a game."""
    S = program.start(1)
    number = random.Random(1).random
    for _ in range(100):
        answers = program.advance(S)
        if not answers:
            break
        program.answer(S, answers[int(number() * len(answers))])
    start = time.process_time()
    for _ in range(20_000):
        S[:]
    return (time.process_time() - start) / 20_000 * 1e6


def load_time(name):
    """Seconds to load a game, and to compile it for its smallest number of players, in a warm process."""
    start = time.process_time()
    game = rulewright.load(name)
    loaded = time.process_time() - start
    start = time.process_time()
    game.program(game.setting(game.player_counts.start, {}), traced=False)
    return loaded, time.process_time() - start


def memory(name, players):
    """Bytes that one more match needs, and one more state of a playout."""
    game = rulewright.load(name)
    first = game.start(players, seed=1)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    match = copy.copy(game.start(players, seed=2))
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    del first, match
    return size


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="tic_tac_toe,cinque_terre")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    programs = {}
    for name in args.games.split(","):
        game = rulewright.load(name)
        for players in game.player_counts:
            programs[f"{name}, {players} players"] = game.program(game.setting(players, {}), traced=False)
    figures: dict[str, list[float]] = {"by hand": []} | {label: [] for label in programs}
    for _ in range(args.rounds):
        figures["by hand"].append(hand_written(args.seconds))
        for label, program in programs.items():
            figures[label].append(compiled(program, args.seconds))
    base = median(figures["by hand"])
    rows = [{"game": "tic-tac-toe by hand", "decisions_per_second": round(base), "share": 1.0}]
    for label, program in programs.items():
        rate = median(figures[label])
        rows.append(
            {"game": label, "decisions_per_second": round(rate), "share": round(rate / base, 3),
             "copy_us": round(copy_time(program), 2), "cells": program.layout.size}
        )  # fmt: skip
    loads = []
    for name in args.games.split(","):
        loaded, compile_seconds = load_time(name)
        loads.append({"game": name, "load_s": round(loaded, 3), "compile_s": round(compile_seconds, 3),
                      "match_bytes": memory(name, rulewright.load(name).player_counts.stop - 1)})  # fmt: skip
    if args.json:
        print(json.dumps({"playouts": rows, "loading": loads}, indent=2))
        return
    print(f"{'game':<28}{'decisions/s':>12}{'share':>8}{'copy us':>9}{'cells':>7}")
    for row in rows:
        print(f"{row['game']:<28}{row['decisions_per_second']:>12,}{row['share']:>8.3f}"
              f"{row.get('copy_us', ''):>9}{row.get('cells', ''):>7}")  # fmt: skip
    print(f"\n{'game':<28}{'load s':>9}{'compile s':>11}{'a match, kB':>13}")
    for row in loads:
        print(f"{row['game']:<28}{row['load_s']:>9}{row['compile_s']:>11}{row['match_bytes'] / 1000:>13.0f}")


if __name__ == "__main__":
    main()

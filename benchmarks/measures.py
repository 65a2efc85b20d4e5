"""What is measured, in CPU time of this process, which other work on the machine disturbs least."""

import gc
import random
import tracemalloc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

import hand
import rulewright
from contestants import Contestant, program_of


@dataclass(frozen=True)
class Rate:
    """Games and decisions per second, each the median of the rounds."""

    playouts: float
    decisions: float


def rates(contestants: Mapping[str, Contestant], seconds: float, rounds: int) -> dict[str, Rate]:
    """Lets all play in turn, round by round: a machine that slows down slows all of them alike."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in contestants}
    for n in range(rounds):
        for name, play in contestants.items():
            found[name].append(one_run(play, seconds, seed=n))
    return {name: Rate(*(median(column) for column in zip(*runs, strict=True))) for name, runs in found.items()}


def one_run(play: Contestant, seconds: float, seed: int) -> tuple[float, float]:
    """Games and decisions per second of one run."""
    number = random.Random(seed).random
    games = decisions = 0
    begun = process_time()
    while (spent := process_time() - begun) < seconds or not games:
        decisions += play(number)
        games += 1
    return games / spent, decisions / spent


def copy_time(name: str, players: int) -> dict[str, float]:
    """Microseconds to copy a state in the middle of a game: that of the rules, and the hand-written one."""
    number = random.Random(1).random
    program = program_of(name, players)
    state = program.start(1)
    for _ in range(6 if name in hand.GAMES else 100):
        legal = program.advance(state)
        if len(legal) > 1:
            program.answer(state, legal[int(number() * len(legal))])
    found = {"rulewright": _each(lambda: state[:])}
    if name in hand.GAMES:
        found["by hand"] = _each(hand.GAMES[name]().copy)
    return found


def _each(act: Callable[[], object], times: int = 20_000) -> float:
    empty = _time(lambda: None, times)
    return max(0.0, _time(act, times) - empty) / times * 1e6


def _time(act: Callable[[], object], times: int) -> float:
    begun = process_time()
    for _ in range(times):
        act()
    return process_time() - begun


def load_times(name: str, players: int, rounds: int = 3) -> dict[str, float]:
    """Seconds to read and check a game, and to compile it for so many players, in a process that has done so before."""
    loads, compiles = [], []
    for _ in range(rounds + 1):
        begun = process_time()
        game = rulewright.load(name)
        loaded = process_time()
        game.program(game.setting(players, {}), traced=False)
        loads.append(loaded - begun)
        compiles.append(process_time() - loaded)
    return {"load_s": median(loads[1:]), "compile_s": median(compiles[1:])}


def memory(name: str, players: int) -> dict[str, int]:
    """Bytes that one more match takes, and one more state of a playout."""
    game = rulewright.load(name)
    program = program_of(name, players)
    keep: list[Any] = [game.start(players, seed=1), program.start(1)]
    return {
        "match_bytes": _size(lambda: keep.append(game.start(players, seed=2))),
        "state_bytes": _size(lambda: keep.append(program.start(2))),
    }


def _size(act: Callable[[], object]) -> int:
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    act()
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return size

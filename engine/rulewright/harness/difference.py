"""What a variant or an option does to scenarios and to random games, beside the game without it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any

from rulewright.harness.conformance import Result, run_scenario
from rulewright.harness.estimates import Shift, share_shift, shift
from rulewright.harness.playout import Playout, random_playout
from rulewright.harness.scenarios import Scenario
from rulewright.harness.suite import Games
from rulewright.play.game import Game

Options = Mapping[str, int | bool | str]
AT_ONCE = 8  # scenarios that a worker is given together
WORTH_A_WORKER = 30  # scenarios: with fewer, loading the game once more takes longer than it saves


@dataclass(frozen=True)
class Turned:
    """A scenario that gives another result: how it went before, and how it goes now."""

    before: Result
    after: Result

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "scenario": self.before.name,
            "at": str(self.before.at),
            "rules": list(self.before.rules),
            "held": self.before.passed,
            "holds": self.after.passed,
            "message": self.after.message if self.before.passed else self.before.message,
        }


def compared(scenarios: Sequence[Scenario]) -> list[Scenario]:
    """The scenarios of a game as it is. Those of a variant speak of that variant, which others may override."""
    return [s for s in scenarios if not s.variants]


def turned(
    scenarios: Sequence[Scenario],
    base: Games,
    changed: Games,
    options: Options,
    progress: Callable[[], None] = lambda: None,
    workers: int = 1,
) -> Iterator[Turned]:
    """The scenarios that hold in one of the games and not in the other, in their order. What a scenario says itself of
    options holds in both. `workers`: processes that play at the same time; the result is the same.
    """
    wanted = [replace(s, whatever=()) for s in scenarios]
    both = _Both(base, changed, options)
    for found in _played(wanted, both, min(workers, len(wanted) // WORTH_A_WORKER)):
        progress()
        if found is not None:
            yield found


@dataclass(frozen=True)
class _Both:
    """The two games that scenarios are played in."""

    base: Games
    changed: Games
    options: Options

    def __call__(self, scenario: Scenario) -> Turned | None:
        before = run_scenario(scenario, self.base)
        after = run_scenario(replace(scenario, options={**self.options, **scenario.options}), self.changed)
        return Turned(before, after) if before.passed != after.passed else None


def _played(scenarios: Sequence[Scenario], both: _Both, workers: int) -> Iterator[Turned | None]:
    done = 0
    if workers > 1:
        try:
            with ProcessPoolExecutor(workers, initializer=_begin, initargs=(scenarios, both)) as pool:
                for found in pool.map(_play, range(len(scenarios)), chunksize=AT_ONCE):
                    yield found
                    done += 1
        except BrokenProcessPool:
            pass  # a worker has died, of too little memory perhaps: what is left is played here
    yield from map(both, scenarios[done:])


_WORK: list[tuple[Sequence[Scenario], _Both]] = []  # of a worker, which is given it once


def _begin(scenarios: Sequence[Scenario], both: _Both) -> None:
    _WORK[:] = [(scenarios, both)]


def _play(number: int) -> Turned | None:
    ((scenarios, both),) = _WORK
    return both(scenarios[number])


def shifts(before: Sequence[Playout], after: Sequence[Playout], seats: Sequence[str]) -> Iterator[Shift]:
    """How random games differ: legal answers for each decision, length, scores, and the share of wins of each seat.

    Two games of one seed are a pair. Pairs with a game that was given up count for answers and length only. A shared
    win counts in parts. What has fewer than two pairs is left out.
    """
    yield from _shift("legal answers a decision", before, after, lambda p: p.answers / max(1, p.decisions))
    yield from _shift("decisions a game", before, after, lambda p: p.decisions)
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if not a.capped and not b.capped]
    ended, ended_after = [a for a, _ in pairs], [b for _, b in pairs]
    yield from _shift("score of a seat", ended, ended_after, lambda p: sum(p.scores.values()) / len(p.scores))
    yield from _shift("score of the winner", ended, ended_after, lambda p: max(p.scores.values()))
    yield from _shift("lead of the winner", ended, ended_after, _lead)
    for seat in seats:
        yield from _shift(f"games won by {seat}", ended, ended_after, _share(seat), share_shift)


def play_both(
    base: Game,
    changed: Game,
    options: Options,
    players: int,
    games: int,
    seed: int,
    cap: int,
    progress: Callable[[], None],
) -> tuple[list[Playout], list[Playout]]:
    """As many random games of both, from the same seeds on. Raises InvalidSetup, RuleFault."""
    pairs: tuple[tuple[Game, Options], ...] = ((base, {}), (changed, options))
    found: list[list[Playout]] = []
    for game, set_options in pairs:
        found.append([])
        for number in range(games):
            found[-1].append(random_playout(game, players, seed=seed + number, options=set_options, cap=cap))
            progress()
    return found[0], found[1]


def _shift(
    name: str,
    before: Sequence[Playout],
    after: Sequence[Playout],
    value: Callable[[Playout], float],
    estimate: Callable[[str, Sequence[float], Sequence[float]], Shift] = shift,
) -> Iterator[Shift]:
    if len(before) > 1:
        yield estimate(name, [value(p) for p in before], [value(p) for p in after])


def _lead(playout: Playout) -> float:
    first, *rest = sorted(playout.scores.values(), reverse=True)
    return first - rest[0] if rest else first


def _share(seat: str) -> Callable[[Playout], float]:
    return lambda p: (seat in p.winners) / len(p.winners) if p.winners else 0.0

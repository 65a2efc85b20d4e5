"""What a variant or an option does to scenarios and to random games, beside the game without it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.harness.conformance import Result, run_scenario
from rulewright.harness.estimates import Shift, shift
from rulewright.harness.playout import Playout, random_playout
from rulewright.harness.scenarios import Scenario
from rulewright.harness.suite import Games
from rulewright.play.game import Game

Options = Mapping[str, int | bool | str]


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


def turned(
    scenarios: Iterable[Scenario],
    base: Games,
    changed: Games,
    options: Options,
    progress: Callable[[], None] = lambda: None,
) -> Iterator[Turned]:
    """The scenarios that hold in one of the games and not in the other. What a scenario says itself of options holds
    in both; one that is played with one of the variants anyway is left out.
    """
    extra = set(changed.variants) - set(base.variants)
    for scenario in scenarios:
        progress()
        if extra & set(scenario.variants):
            continue
        once = replace(scenario, whatever=())
        before = run_scenario(once, base)
        after = run_scenario(replace(once, options={**options, **once.options}), changed)
        if before.passed != after.passed:
            yield Turned(before, after)


def shifts(before: Sequence[Playout], after: Sequence[Playout], seats: Sequence[str]) -> Iterator[Shift]:
    """How random games differ: legal answers for each decision, length, scores, and the share of wins of each seat.

    Games that were given up count for answers and length only. A shared win counts in parts. What has fewer than two
    values on one side is left out.
    """
    yield from _shift("legal answers a decision", before, after, lambda p: p.answers / max(1, p.decisions))
    yield from _shift("decisions a game", before, after, lambda p: p.decisions)
    ended, ended_after = ([p for p in playouts if not p.capped] for playouts in (before, after))
    yield from _shift("score of a seat", ended, ended_after, lambda p: sum(p.scores.values()) / len(p.scores))
    yield from _shift("score of the winner", ended, ended_after, lambda p: max(p.scores.values()))
    yield from _shift("lead of the winner", ended, ended_after, _lead)
    for seat in seats:
        share = _share(seat)
        yield from _shift(f"games won by {seat}", ended, ended_after, share)


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
    name: str, before: Sequence[Playout], after: Sequence[Playout], value: Callable[[Playout], float]
) -> Iterator[Shift]:
    if len(before) > 1 and len(after) > 1:
        yield shift(name, [value(p) for p in before], [value(p) for p in after])


def _lead(playout: Playout) -> float:
    first, *rest = sorted(playout.scores.values(), reverse=True)
    return first - rest[0] if rest else first


def _share(seat: str) -> Callable[[Playout], float]:
    return lambda p: (seat in p.winners) / len(p.winners) if p.winners else 0.0

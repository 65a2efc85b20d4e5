"""Random playouts: every answer is drawn evenly from the legal ones. What they show are faults, lengths and biases."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from rulewright.errors import RuleFault
from rulewright.play import outcome
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.program.faults import place_of
from rulewright.program.runtime import Fault
from rulewright.program.setting import Setting

DEFAULT_CAP = 10_000  # decisions of one playout: random players may dawdle for ever where no rule drives the game on


@dataclass(frozen=True)
class Playout:
    """One random game. `end_reason` is None where the cap on decisions ended it; then nobody has won."""

    seed: int
    decisions: int
    end_reason: str | None
    capped: bool
    winners: tuple[str, ...]
    scores: dict[str, int]
    seconds: float


@dataclass
class Summary:
    """Many playouts of one game, added up."""

    game: str
    players: int
    games: int = 0
    seconds: float = 0.0
    decisions: int = 0
    end_reasons: dict[str, int] = field(default_factory=dict)
    winners_by_seat: dict[str, int] = field(default_factory=dict)
    cap_hits: int = 0
    _scores: list[int] = field(default_factory=list, repr=False)

    def add(self, playout: Playout) -> None:
        """Adds a playout. A shared win counts for each winner."""
        self.games += 1
        self.seconds += playout.seconds
        self.decisions += playout.decisions
        if playout.capped:
            self.cap_hits += 1
        else:
            reason = playout.end_reason or "end"
            self.end_reasons[reason] = self.end_reasons.get(reason, 0) + 1
        for seat in playout.scores:
            self.winners_by_seat.setdefault(seat, 0)
        for seat in playout.winners:
            self.winners_by_seat[seat] = self.winners_by_seat.get(seat, 0) + 1
        if not playout.capped:
            self._scores += playout.scores.values()

    def to_json(self) -> dict[str, Any]:
        """The result as JSON; the scores are those of all seats of finished games, null where none finished."""
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "decisions": self.decisions,
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else 0,
            "end_reasons": dict(sorted(self.end_reasons.items())),
            "winners_by_seat": self.winners_by_seat,
            "scores": _spread(self._scores),
            "cap_hits": self.cap_hits,
        }


def random_playout(
    game: Game,
    players: int | Sequence[str],
    *,
    seed: int = 0,
    options: Mapping[str, int | bool | str] | None = None,
    cap: int = DEFAULT_CAP,
    watch: Callable[[Match], None] | None = None,
) -> Playout:
    """Plays one game at random. The same seed gives the same playout; `watch` is called at every pause and at the end.

    Raises InvalidSetup for players or options that do not fit, RuleFault for a rule that fails in play.
    """
    if watch is None:
        return _quick(game, game.setting(players, options or {}), game.seed(seed), cap)
    began = perf_counter()
    match = game.start(players, seed=seed, options=dict(options or {}))
    capped = not play_on(match, random.Random(seed), cap, watch)
    return Playout(
        seed=seed,
        decisions=match.decisions,
        end_reason=match.end_reason,
        capped=capped,
        winners=() if capped else tuple(match.winners),
        scores=dict(match.scores),
        seconds=perf_counter() - began,
    )


def _quick(game: Game, setting: Setting, seed: int, cap: int) -> Playout:
    """The same playout by the program alone: no log, no views, no names until the end."""
    program = game.program(setting, traced=False)  # compiled once for many games: not part of a playout's time
    began = perf_counter()
    random_number = random.Random(seed).random
    decisions = 0
    try:
        S = program.start(seed)
        answers = program.advance(S)
        while answers and decisions < cap:
            program.answer(S, answers[int(random_number() * len(answers))])
            decisions += 1
            answers = program.advance(S)
    except Fault as fault:
        raise RuleFault(str(fault), place_of(fault.__traceback__, program.sources)) from fault
    capped = not program.is_over(S)
    return Playout(
        seed=seed,
        decisions=decisions,
        end_reason=outcome.end_reason(S),
        capped=capped,
        winners=() if capped else outcome.winners(program, game, S),
        scores=outcome.scores(program, game, S),
        seconds=perf_counter() - began,
    )


def play_on(match: Match, chooser: random.Random, cap: int, watch: Callable[[Match], None] | None = None) -> bool:
    """Answers at random until the match is over, or `cap` answers have been given. Returns whether it is over."""
    answers = 0
    while not match.is_over:
        if watch is not None:
            watch(match)
        if answers >= cap:
            return False
        player = match.actors[0]
        legal = match.legal(player)
        match.apply(legal[pick_index(chooser, len(legal))])
        answers += 1
    if watch is not None:
        watch(match)
    return True


def pick_index(chooser: random.Random, count: int) -> int:
    """An even choice below `count`. Only `random()` is the same in every Python version, so it is all that is used."""
    return int(chooser.random() * count)


def simulate(
    game: Game,
    games: int,
    players: int | Sequence[str],
    *,
    seed: int = 0,
    options: Mapping[str, int | bool | str] | None = None,
    cap: int = DEFAULT_CAP,
) -> Iterator[Playout]:
    """Many playouts; the one with number i has the seed `seed + i`, so any of them can be looked at alone."""
    for number in range(games):
        yield random_playout(game, players, seed=seed + number, options=options, cap=cap)


def _spread(values: list[int]) -> dict[str, float | int] | None:
    if not values:
        return None
    mean = sum(values) / len(values)
    variance = sum((v - mean) ** 2 for v in values) / len(values)
    return {"mean": round(mean, 2), "sd": round(variance**0.5, 2), "min": min(values), "max": max(values)}

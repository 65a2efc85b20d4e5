"""Random playouts: every answer is drawn evenly from the legal ones. What they show are faults, lengths and biases."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

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
    """One random game. `end_reason` is None where the cap on decisions ended it; then nobody has won. `answers` counts
    the legal answers of all its decisions together.
    """

    seed: int
    decisions: int
    end_reason: str | None
    capped: bool
    winners: tuple[str, ...]
    scores: dict[str, int]
    seconds: float
    answers: int


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
    answers = 0

    def counted(match: Match) -> None:
        nonlocal answers
        if not match.is_over and match.decisions < cap:
            answers += len(match.legal(match.actors[0]))
        watch(match)

    capped = not play_on(match, random.Random(seed), cap, counted)
    return Playout(
        seed=seed,
        decisions=match.decisions,
        end_reason=match.end_reason,
        capped=capped,
        winners=() if capped else tuple(match.winners),
        scores=dict(match.scores),
        seconds=perf_counter() - began,
        answers=answers,
    )


def _quick(game: Game, setting: Setting, seed: int, cap: int) -> Playout:
    """The same playout by the program alone: no log, no views, no names until the end."""
    program = game.program(setting, traced=False)  # compiled once for many games: not part of a playout's time
    began = perf_counter()
    random_number = random.Random(seed).random
    try:
        S = program.start(seed)
        decisions, offered = program.play_out(S, random_number, cap)
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
        answers=offered,
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

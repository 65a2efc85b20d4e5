"""Random play that looks for gaps: positions that come to clauses no scenario comes to, each as a skeleton.

Play is guided by coverage. A position in which something was come to for the first time is kept; later games go on
from such positions as often as they begin anew, with players and options drawn for each. The same seed gives the same
games. What a skeleton must expect nobody but the ledger can say, so it cannot be run until somebody has filled it in.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.errors import InvalidSetup
from rulewright.harness.coverage.clauses import Place
from rulewright.harness.coverage.counted import CountedGame
from rulewright.harness.coverage.report import Gap
from rulewright.harness.playout import pick_index
from rulewright.harness.write_scenarios import Draft, draft_of, lines_of, name_from
from rulewright.play.game import Game
from rulewright.play.match import Match

LONGEST = 400  # decisions of one game, or of one that goes on from a kept position
USUAL = 0.7  # how often an option keeps its default
TRIES = 50  # settings drawn until one stands together

Side = tuple[Place, bool]


@dataclass(frozen=True)
class Found:
    """A gap that random play has come to: in which game, after how many decisions, and the scenario to be."""

    gap: Gap
    variants: tuple[str, ...]
    game: int
    decisions: int
    draft: Draft


@dataclass
class _Ground:
    """A game that is searched, and the positions kept."""

    game: CountedGame
    wanted: dict[Side, Gap]
    seen: set[int] = field(default_factory=set)  # twice a clause's number, and one more for its false side
    kept: list[Match] = field(default_factory=list)


def search(
    games: Sequence[Game], gaps: Sequence[Gap], *, attempts: int, seed: int = 0, stop: Callable[[], bool] = bool
) -> Iterator[Found]:
    """Plays random games of a game, with and without variants, until all gaps are found or so many games are played.

    `stop` is asked before each game. Raises RuleFault where a rule fails in play.
    """
    chance = random.Random(seed)
    wanted = {(gap.clause.place, side): gap for gap in gaps for side in _sides(gap)}
    grounds = [_Ground(CountedGame(game), wanted) for game in games]
    for number in range(attempts):
        grounds = [ground for ground in grounds if _is_open(ground)]
        if not grounds or stop():
            return
        yield from _play(grounds[number % len(grounds)], number, chance)


def _sides(gap: Gap) -> tuple[bool, ...]:
    if gap.side is not None:
        return (gap.side,)
    return (True, False) if gap.clause.two_sided else (True,)


def _is_open(ground: _Ground) -> bool:
    """Whether a game has clauses that are still wanted."""
    places = {clause.place for clause in ground.game.tally.inventory.clauses}
    return any(place in places for place, _ in ground.wanted)


def _play(ground: _Ground, number: int, chance: random.Random) -> Iterator[Found]:
    """One game, or what may follow on a kept position."""
    ground.game.tally.taken()
    if ground.kept and chance.random() < 0.5:
        match = ground.kept[pick_index(chance, len(ground.kept))].copy()
    else:
        begun = _begin(ground.game, chance)
        if begun is None:
            return
        match = begun
        yield from _look(ground, match, number)
    for _ in range(LONGEST):
        if match.is_over:
            return
        player = match.actors[pick_index(chance, len(match.actors))]
        legal = match.legal(player)
        match.apply(legal[pick_index(chance, len(legal))])
        yield from _look(ground, match, number)


def _begin(game: CountedGame, chance: random.Random) -> Match | None:
    """A match with players and options drawn at random; None if none stand together."""
    for _ in range(TRIES):
        counts = game.player_counts
        players = counts[pick_index(chance, len(counts))]
        options = {
            name: option.values[pick_index(chance, len(option.values))]
            for name, option in game.options.items()
            if chance.random() >= USUAL
        }
        try:
            return game.start(players, seed=pick_index(chance, 1 << 32), options=options)
        except InvalidSetup:
            continue
    return None


def _look(ground: _Ground, match: Match, number: int) -> Iterator[Found]:
    """What the last answer has come to for the first time; then the position is kept."""
    if not match.is_over:
        match.legal(match.actors[0])
    news = [n for n, times in enumerate(ground.game.tally.taken()) if times and n not in ground.seen]
    if not news:
        return
    ground.seen.update(news)
    if not match.is_over:
        ground.kept.append(match.copy())
    for n in news:
        clause = ground.game.tally.inventory.clauses[n // 2]
        gap = ground.wanted.pop((clause.place, n % 2 == 0), None)
        if gap is not None:
            side = n % 2 == 0 if clause.two_sided else None
            reached = Gap(clause, side)
            draft = draft_of(match, name_from(clause.path), why=f"comes to {clause.kind} {clause.path}")
            yield Found(reached, ground.game.variants, number, len(match.history), draft)


def skeletons(game: str, found: Sequence[Found]) -> str:
    """The text of a scenario file with what was found; it has to be filled in."""
    lines = [f"game: {game}", "scenarios:"]
    for number, one in enumerate(found, 1):
        name = f"{one.draft.name}_{number}"
        lines += lines_of(replace(one.draft, name=name, variants=one.variants, unfilled=True))
        if one.gap.clause.rules:
            lines.append(f"    # rule: {' '.join(one.gap.clause.rules)}")
    return "\n".join(lines) + "\n"

"""A few games of a simulation: the unit of work that can be done anywhere. JSON goes in, JSON comes out.

    {"game": "tic_tac_toe", "variants": [], "players": 2, "options": {}, "seed": 0, "cap": 10000, "first": 40,
     "games": 8}

asks for the games number 40 to 47. The same chunk gives the same games wherever it is played, whoever else plays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from rulewright.errors import InvalidSetup, RuleFault
from rulewright.harness.playout import DEFAULT_CAP, Playout, random_playout
from rulewright.harness.summary import Summary
from rulewright.loader import load
from rulewright.play.game import Game
from rulewright.text import did_you_mean


@dataclass(frozen=True)
class Plan:
    """What is to be simulated. `game` and `variants` are names or paths; game number i has the seed `seed + i`.

    `digest` is that of the rules: who finds other rules under this name does not play. Empty: whatever is found.
    """

    game: str
    players: int
    variants: tuple[str, ...] = ()
    options: Mapping[str, int | bool | str] = field(default_factory=dict)
    seed: int = 0
    cap: int = DEFAULT_CAP
    digest: str = ""
    rows: bool = False  # whether each game is told too, not only their sum

    def chunk(self, first: int, games: int) -> dict[str, Any]:
        """The JSON that asks for some of the games."""
        return asdict(self) | {"variants": list(self.variants), "first": first, "games": games}


_LOADED: dict[tuple[str, tuple[str, ...]], Game] = {}  # a worker is asked for the same game again and again


def known(plan: Plan, game: Game) -> None:
    """Spares `play_chunk` in this process, and in those forked from it, loading a game that is there already."""
    _LOADED[plan.game, plan.variants] = game


def play_chunk(chunk: Mapping[str, Any]) -> dict[str, Any]:
    """Plays the games that a chunk asks for.

    The result has `first`, `games` (how many were played), `sums` (see `Summary.from_sums`), `rows` (one for each game,
    if the chunk has `rows`), and `fault`: null, or the number, seed and message of the game in which a rule failed;
    the games before it are counted. Raises InvalidSetup for a chunk that cannot be read, and for players and options
    that do not fit; UnknownGame, InvalidGame as `load`.
    """
    plan, first, games = _read(chunk)
    game = _game(plan)
    total = Summary(game.id, plan.players)
    rows: list[dict[str, Any]] = []
    fault = None
    for number in range(first, first + games):
        seed = plan.seed + number
        try:
            playout = random_playout(game, plan.players, seed=seed, options=plan.options, cap=plan.cap)
        except RuleFault as error:
            fault = {"number": number, "seed": seed, "message": str(error)}
            break
        total.add(playout)
        if plan.rows:
            rows.append(row(number, playout))
    return {"first": first, "games": total.games, "sums": total.sums(), "rows": rows, "fault": fault}


def row(number: int, playout: Playout) -> dict[str, Any]:
    """One game as JSON. No times, so that the same games make the same file."""
    return {
        "number": number,
        "seed": playout.seed,
        "decisions": playout.decisions,
        "end_reason": playout.end_reason,
        "capped": playout.capped,
        "winners": list(playout.winners),
        "scores": playout.scores,
    }


_TYPES: dict[str, tuple[type, str]] = {
    "game": (str, "a name or a path"),
    "players": (int, "a number"),
    "variants": (Sequence, "a list of names"),
    "options": (Mapping, "a mapping of names to values"),
    "seed": (int, "a number"),
    "cap": (int, "a number"),
    "digest": (str, "the digest of the rules"),
    "rows": (bool, "true or false"),
    "first": (int, "a number from 0"),
    "games": (int, "a number from 1"),
}
_NEEDED = ("game", "players", "games")


def _read(chunk: Mapping[str, Any]) -> tuple[Plan, int, int]:
    there: dict[str, Any] = {"first": 0, "variants": (), **chunk}
    for key in (*there, *_NEEDED):
        if key not in _TYPES:
            raise InvalidSetup(f"a chunk has no `{key}`: {did_you_mean(key, _TYPES)}")
        kind, what = _TYPES[key]
        value = there.get(key)
        if not isinstance(value, kind) or (kind is Sequence and isinstance(value, str)):
            raise InvalidSetup(f"`{key}` of a chunk is {what}, not {value!r}")
    first, games = there.pop("first"), there.pop("games")
    if first < 0 or games < 1:
        raise InvalidSetup(f"a chunk has at least one game, from number 0 on, not {games} from {first} on")
    return Plan(**(there | {"variants": tuple(there["variants"])})), first, games


def _game(plan: Plan) -> Game:
    key = plan.game, plan.variants
    if key not in _LOADED:
        _LOADED[key] = load(plan.game, variants=plan.variants)
    game = _LOADED[key]
    if plan.digest and game.digest != plan.digest:
        raise InvalidSetup(f"the rules of {game.id} are not those that the simulation began with")
    return game

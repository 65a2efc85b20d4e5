"""`rulewright simulate`: random playouts, added up."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import click

from rulewright.cli.common import fitting_players, open_game, read_settings
from rulewright.cli.messages import wrong_use
from rulewright.cli.parameters import FORMAT, SEED, SET, VARIANT
from rulewright.cli.waiting import INTERRUPTED, progressing, stopping
from rulewright.errors import InvalidSetup
from rulewright.harness.chunks import Plan
from rulewright.harness.playout import DEFAULT_CAP
from rulewright.harness.simulation import Rows, SimulationFault, WorkersDied
from rulewright.harness.simulation import simulate as play_all
from rulewright.harness.summary import Summary


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--players", type=click.IntRange(min=1), default=None, help="How many players; default: the fewest.")
@SEED
@SET
@VARIANT
@click.option(
    "--cap",
    type=click.IntRange(min=1),
    default=DEFAULT_CAP,
    show_default=True,
    help="Decisions after which a game is given up.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1, max=256),
    default=1,
    show_default=True,
    help="Processes that play at the same time; the result is the same.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file for a line of JSON a game.")
@FORMAT
def simulate(
    game_name: str,
    games: int,
    players: int | None,
    seed: int,
    settings: tuple[str, ...],
    variants: tuple[str, ...],
    cap: int,
    workers: int,
    out: Path | None,
    form: str,
) -> None:
    """Play a game many times at random, and add up what happened.

    GAME is the id of a bundled game, or a path. Game number i has the seed S + i. A decision is an answer that was
    asked for; end reasons are the names of the conditions under `until`; cap_hits counts games given up at --cap.
    Ctrl-C stops it: the games that are done are counted, and the exit code is 130.
    """
    game = open_game(game_name, variants)
    count = fitting_players(game, players)
    options = read_settings(game, settings)
    plan = Plan(game_name, count, variants, options, seed, cap, game.digest, rows=out is not None)
    try:
        with _rows_to(out) as rows, stopping() as stop, progressing(games, "playing", "games") as progress:
            total = play_all(game, plan, games, workers=workers, progress=progress, rows=rows, stop=stop)
    except InvalidSetup as error:
        wrong_use(str(error))
    except SimulationFault as fault:
        click.echo(f"a rule failed in game {fault.number + 1} (seed {fault.seed}): {fault}", err=True)
        raise click.exceptions.Exit(1) from None
    except WorkersDied as error:
        click.echo(str(error), err=True)
        raise click.exceptions.Exit(1) from None
    _tell(total, games, form)


def _tell(total: Summary, games: int, form: str) -> None:
    result = total.to_json()
    if total.games or form == "json":
        click.echo(json.dumps(result, indent=2, ensure_ascii=False) if form == "json" else "\n".join(_text(result)))
    if total.games < games:
        click.echo(f"stopped after {total.games} of {games} games", err=True)
        raise click.exceptions.Exit(INTERRUPTED)


@contextlib.contextmanager
def _rows_to(out: Path | None) -> Iterator[Rows]:
    """What writes a line for each game; whole lines only reach the file, so that what is there can be read."""
    if out is None:
        yield lambda rows: None
        return
    try:
        file: IO[str] = out.open("w", encoding="utf-8")
    except OSError as error:
        wrong_use(f"cannot write `{out}`: {error.strerror}")

    def write(rows: list[dict[str, Any]]) -> None:
        file.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
        file.flush()

    with file:
        yield write


def _text(result: dict[str, Any]) -> Iterator[str]:
    games = result["games"]
    yield f"{result['game']}: {games} random games with {result['players']} players in {result['seconds']:.1f} s"
    rate = result["decisions_per_second"]
    yield f"decisions: {result['decisions']} ({result['decisions'] / games:.1f} a game, {rate} a second)"
    yield "games ended by:"
    for reason, count in result["end_reasons"].items():
        yield f"  {reason}: {count} ({count / games:.0%})"
    if result["cap_hits"]:
        yield f"  given up at the cap: {result['cap_hits']} ({result['cap_hits'] / games:.0%})"
    yield "won (a shared win counts for each):"
    for seat, count in result["winners_by_seat"].items():
        yield f"  {seat}: {count} ({count / games:.0%})"
    scores = result["scores"]
    if scores is None:
        yield "scores: no game was finished"
    else:
        yield f"scores: mean {scores['mean']}, sd {scores['sd']}, from {scores['min']} to {scores['max']}"

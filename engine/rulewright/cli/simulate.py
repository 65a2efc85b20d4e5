"""`rulewright simulate`: random playouts, added up."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from rulewright.cli.common import FORMAT, SEED, SET, VARIANT, fitting_players, open_game, read_settings, wrong_use
from rulewright.errors import InvalidSetup, RuleFault
from rulewright.harness.playout import DEFAULT_CAP, Playout, Summary
from rulewright.harness.playout import simulate as playouts


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
@FORMAT
def simulate(
    game_name: str,
    games: int,
    players: int | None,
    seed: int,
    settings: tuple[str, ...],
    variants: tuple[str, ...],
    cap: int,
    form: str,
) -> None:
    """Play a game many times at random, and add up what happened.

    GAME is the id of a bundled game, or a path. Game number i has the seed S + i. A decision is an answer that was
    asked for; end reasons are the names of the conditions under `until`; cap_hits counts games given up at --cap.
    """
    game = open_game(game_name, variants)
    count = fitting_players(game, players)
    options = read_settings(game, settings)
    total = Summary(game.id, count)
    try:
        for playout in _with_progress(playouts(game, games, count, seed=seed, options=options, cap=cap), games):
            total.add(playout)
    except InvalidSetup as error:
        wrong_use(str(error))
    except RuleFault as fault:
        click.echo(f"a rule failed in game {total.games + 1} (seed {seed + total.games}): {fault}", err=True)
        raise click.exceptions.Exit(1) from None
    result = total.to_json()
    click.echo(json.dumps(result, indent=2, ensure_ascii=False) if form == "json" else "\n".join(_text(result)))


def _with_progress(playouts: Iterator[Playout], games: int) -> Iterable[Playout]:
    if not sys.stderr.isatty():
        return playouts

    def shown() -> Iterator[Playout]:
        with click.progressbar(playouts, length=games, label="playing", file=sys.stderr) as bar:
            yield from bar

    return shown()


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

"""`rulewright profile`: which lines of the rules cost the time."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from rulewright.cli.common import fitting_players, open_game, read_settings
from rulewright.cli.messages import wrong_use
from rulewright.cli.parameters import FORMAT, SEED, SET, VARIANT
from rulewright.errors import InvalidSetup, RuleFault
from rulewright.harness.profile import Profile
from rulewright.harness.profile import profile as look_at
from rulewright.text.render import clip


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option("--players", type=click.IntRange(min=1), default=None, help="How many players; default: the fewest.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=3.0,
    show_default=True,
    help="CPU time to play for.",
)
@click.option("--top", type=click.IntRange(min=1), default=20, show_default=True, help="How many lines are shown.")
@SEED
@SET
@VARIANT
@FORMAT
def profile(
    game_name: str,
    players: int | None,
    seconds: float,
    top: int,
    seed: int,
    settings: tuple[str, ...],
    variants: tuple[str, ...],
    form: str,
) -> None:
    """Find the lines of a rules file that cost the most time in random games.

    GAME is the id of a bundled game, or a path. Every few milliseconds of CPU time it is seen which line is at work.
    `alone` is the share of the time in which it was this line itself, `in all` that in which it was this line or
    another that it uses. What cannot be told by a line (going from rule to rule) is left out, so shares add up to less.
    """
    game = open_game(game_name, variants)
    count = fitting_players(game, players)
    options = read_settings(game, settings)
    try:
        found = look_at(game, count, options=options, seconds=seconds, seed=seed)
    except InvalidSetup as error:
        wrong_use(str(error))
    except RuleFault as fault:
        click.echo(f"a rule failed: {fault}", err=True)
        raise click.exceptions.Exit(1) from None
    result = _result(game.id, count, found, top)
    click.echo(json.dumps(result, indent=2, ensure_ascii=False) if form == "json" else "\n".join(_text(result)))


def _result(name: str, players: int, found: Profile, top: int) -> dict[str, Any]:
    return {
        "game": name,
        "players": players,
        "games": found.games,
        "decisions": found.decisions,
        "seconds": round(found.seconds, 3),
        "looks": found.looks,
        "phases": {phase: round(looks / found.looks, 4) for phase, looks in found.phases.most_common()},
        "lines": [asdict(line) for line in found.lines()[:top]],
    }


def _text(result: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{result['game']}: {result['games']} random games with {result['players']} players, "
        f"{result['decisions']} decisions in {result['seconds']:.1f} s, {result['looks']} looks"
    )
    yield ", ".join(f"{phase} {share:.0%}" for phase, share in result["phases"].items())
    if not result["lines"]:
        yield "no line of the rules was seen at work: play for longer (--seconds)"
        return
    places = [f"{line['file']}:{line['line']}" for line in result["lines"]]
    wide = max(map(len, places))
    yield f"{'alone':>6} {'in all':>6}  {'':<{wide}}"
    for place, line in zip(places, result["lines"], strict=True):
        yield f"{line['alone']:>6.1%} {line['in_all']:>6.1%}  {place:<{wide}}  {clip(line['text'], 80)}"

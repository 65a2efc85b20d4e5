"""`rulewright gaps`: random play that looks for what no scenario comes to."""

from pathlib import Path
from time import monotonic

import click

from rulewright.cli.common import open_game, scenarios_of
from rulewright.cli.messages import print_findings, wrong_use
from rulewright.cli.parameters import SEED
from rulewright.errors import RuleFault
from rulewright.harness.coverage.measure import Measuring
from rulewright.harness.coverage.search import Found, search, skeletons
from rulewright.harness.suite import Games, read_suite, scenario_files
from rulewright.library import find_game, known_variants, shown_name


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option("--scenarios", "folder", type=click.Path(exists=True, path_type=Path), help="Where the scenarios lie.")
@click.option("--games", type=click.IntRange(min=1), default=200, show_default=True, help="How many games at most.")
@click.option("--seconds", type=click.FloatRange(min=0), default=None, help="How long at most.")
@SEED
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A new file for the skeletons.")
def gaps(
    game_name: str, folder: Path | None, games: int, seconds: float | None, seed: int, out: Path | None
) -> None:
    """Look by random play for positions that come to clauses of the rules which no scenario comes to.

    The game's scenarios are played first. Each position found is a skeleton of a scenario: players, options, seed,
    answers. What it must expect is left to you and the ledger; `rulewright test` refuses it until `unfilled` is gone.
    Exit code 0: all gaps were found, or there was none; 1: some were not; 2: wrong use.
    """
    if out is not None and out.exists():
        wrong_use(f"`{out}` is there already; skeletons go into a new file")
    game = open_game(game_name)
    place = scenarios_of(game.id, folder)
    known = {game.id: game_name}
    suite = read_suite(scenario_files(place), known)
    if suite.findings.has_errors:
        print_findings(suite.findings.sorted())
        raise click.exceptions.Exit(1)
    measuring = Measuring(suite.scenarios, suite.marks, Games())
    failed = [result.name for result in measuring.results() if not result.passed]
    if failed:
        click.echo(f"{len(failed)} scenarios fail, and cover nothing: {', '.join(failed[:5])}", err=True)
    left = [gap for report in measuring.reports() if report.game == game.id for gap in report.open]
    click.echo(f"{game.id}: {len(left)} gaps in {len(suite.scenarios)} scenarios")
    files = {gap.clause.at.source.name for gap in left}
    beside = known_variants(game.id, find_game(game_name)).items()
    played = [game, *(open_game(game_name, [name]) for name, entry in beside if shown_name(entry.place) in files)]
    end = None if seconds is None else monotonic() + seconds
    found: list[Found] = []
    try:
        for one in search(played, left, attempts=games, seed=seed, stop=lambda: end is not None and monotonic() > end):
            found.append(one)
            click.echo(f"  game {one.game}, after {one.decisions} decisions: {one.gap}")
    except RuleFault as fault:
        click.echo(f"a rule failed in play: {fault}", err=True)
        raise click.exceptions.Exit(1) from None
    if out is not None and found:
        out.write_text(skeletons(game_name, found), encoding="utf-8")
        click.echo(f"{len(found)} skeletons in {out}")
    sides = sum(gap.sides for gap in left)
    click.echo(f"{len(found)} of {sides} sides found")
    raise click.exceptions.Exit(0 if len(found) == sides else 1)

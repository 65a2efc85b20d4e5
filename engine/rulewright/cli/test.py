"""`rulewright test`: plays conformance scenarios."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from rulewright.cli.common import open_game, read_settings, scenarios_of
from rulewright.cli.messages import print_failure, print_findings, wrong_use
from rulewright.cli.parameters import FORMAT, SET, VARIANT
from rulewright.cli.update import update
from rulewright.companions import ledger_beside
from rulewright.errors import UnknownGame
from rulewright.harness.conformance import Result, run_scenarios
from rulewright.harness.coverage.html import write_page
from rulewright.harness.coverage.measure import Measuring
from rulewright.harness.coverage.report import as_text
from rulewright.harness.scenarios import Scenario
from rulewright.harness.suite import Games, read_suite, scenario_files, scenario_folder, scenario_games
from rulewright.library import find_game, games, identify, read_source, shown_name
from rulewright.text import did_you_mean


@click.command()
@click.argument("targets", nargs=-1, metavar="[GAME|PATH]...")
@click.option("--scenarios", "folder", type=click.Path(exists=True), default=None, help="Where the scenarios lie.")
@click.option("--scenario", "names", multiple=True, metavar="NAME", help="Only this scenario; may be repeated.")
@SET
@VARIANT
@FORMAT
@click.option("--coverage", is_flag=True, help="Tell which clauses of the rules no scenario comes to.")
@click.option("--html", "page", type=click.Path(dir_okay=False), default=None, help="Coverage as a page to be read.")
@click.option(
    "--fail-under", "least", type=click.FloatRange(0, 100), metavar="PERCENT", help="How much has to be covered."
)
@click.option("--update", "updating", is_flag=True, help="Show what expectations would have to say; change on a yes.")
@click.option("--yes", is_flag=True, help="With --update: change without asking.")
def test(
    targets: tuple[str, ...],
    folder: str | None,
    names: tuple[str, ...],
    settings: tuple[str, ...],
    variants: tuple[str, ...],
    form: str,
    coverage: bool,
    page: str | None,
    least: float | None,
    updating: bool,
    yes: bool,
) -> None:
    """Play conformance scenarios, and tell which hold.

    GAME is the id of a game, whose scenarios lie in tests/conformance/GAME of a checkout, or in --scenarios DIR; PATH
    is a scenario file, a folder of them, or a game file. Without an argument all games are tested. Options set here
    hold where a scenario does not set them itself. Exit code 0: all hold; 1: some do not, or too little of the rules is
    covered; 2: wrong use.

    With --coverage (or --html, --fail-under): what no scenario evaluates or runs, by file and line; docs/conformance.md
    says what counts. With --format json: passed, failed, results, under rules for each rule id of the ledger the
    scenarios that cite it, and under coverage a report for each game.

    With --update: of each expectation `E is VALUE` that does not hold, the line as it is and as it would hold; it is
    changed after a yes on a terminal, or with --yes. What else fails is told. Exit code 1 as long as something fails.
    """
    if yes and not updating:
        wrong_use("--yes says what --update may do: say both")
    if updating and (form != "text" or coverage or page or least is not None):
        wrong_use("--update speaks with people: it goes with no --format, --coverage, --html or --fail-under")
    files, known = _files(targets, folder)
    suite = read_suite(files, known)
    if suite.findings.has_errors:
        if form == "text":
            print_findings(suite.findings.sorted())
        else:
            click.echo("\n".join(str(f) for f in suite.findings), err=True)
        raise click.exceptions.Exit(1)
    scenarios = _chosen(suite.scenarios, names)
    loader = Games(_settings(scenarios, settings, variants), variants)
    played = _with_settings(scenarios, loader.settings)
    if updating:
        left = update(played, loader, {shown_name(file): file for file in files}, yes=yes)
        raise click.exceptions.Exit(1 if left else 0)
    measuring = Measuring(played, suite.marks, loader) if coverage or page or least is not None else None
    results = []
    for result in measuring.results() if measuring is not None else run_scenarios(played, loader):
        results.append(result)
        if form == "text":
            _show(result)
    failed = sum(not r.passed for r in results)
    reports = measuring.reports() if measuring is not None else []
    if form == "json":
        found = _as_json(results, scenarios)
        if measuring is not None:
            found["coverage"] = [r.to_json() for r in reports]
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        click.echo(f"{len(results) - failed} passed, {failed} failed")
        for line in (line for r in reports for line in as_text(r)):
            click.echo(line)
    if page is not None:
        write_page(Path(page), reports)
    short = [r for r in reports if least is not None and r.percent < least]
    for r in short:
        click.echo(f"{r.game}: {r.percent}% of the rules are covered, {least:g}% are asked for", err=True)
    raise click.exceptions.Exit(1 if failed or short else 0)


def _files(targets: Sequence[str], folder: str | None) -> tuple[list[Path], dict[str, str | Path]]:
    """The scenario files, and what a game's id stands for where a game file was given."""
    files: list[Path] = []
    known: dict[str, str | Path] = {}
    for target in targets or (() if folder else scenario_games()):
        path = Path(target)
        if path.is_dir():
            files += scenario_files(path)
            continue
        entry = None
        if path.is_file():
            entry = identify(read_source(path).text)
            if entry is None:
                files.append(path)
                continue
            known[entry.id] = path
        game = entry.id if entry is not None else target
        if not folder and entry is None and game not in games() and scenario_folder(game) is None:
            there = ", ".join(scenario_games()) or "none in this place"
            wrong_use(f"there is no game, file or folder `{target}`; games with scenarios: {there}")
        files += scenario_files(scenarios_of(game, Path(folder) if folder else None))
    if folder and not targets:
        files += scenario_files(Path(folder))
    if not files:
        wrong_use("there are no scenarios here; say a file, a folder or --scenarios DIR")
    return list(dict.fromkeys(files)), known


def _chosen(scenarios: tuple[Scenario, ...], names: tuple[str, ...]) -> tuple[Scenario, ...]:
    known = [s.name for s in scenarios]
    for name in names:
        if name not in known:
            wrong_use(f"there is no scenario `{name}`; {did_you_mean(name, known)}")
    chosen = tuple(s for s in scenarios if not names or s.name in names)
    if not chosen:
        wrong_use("these files hold no scenarios")
    return chosen


def _settings(
    scenarios: Sequence[Scenario], settings: tuple[str, ...], variants: tuple[str, ...]
) -> dict[str, int | bool | str]:
    found: dict[str, int | bool | str] = {}
    if settings:
        for game in dict.fromkeys(s.game.text for s in scenarios):
            found |= read_settings(open_game(game, variants), settings)
    return found


def _with_settings(scenarios: Sequence[Scenario], settings: dict[str, int | bool | str]) -> list[Scenario]:
    return [replace(s, options=settings | s.options) for s in scenarios]


def _show(result: Result) -> None:
    if not result.passed:
        print_failure(result.name, result.at, result.message)


def _as_json(results: Sequence[Result], scenarios: Sequence[Scenario]) -> dict[str, Any]:
    rules: dict[str, list[str]] = {}
    for game in dict.fromkeys(s.game.text for s in scenarios):
        try:
            rules |= {rule: [] for rule in ledger_beside(find_game(game))}
        except UnknownGame:  # it was found a moment ago
            continue
    for result in results:
        for rule in result.rules:
            rules.setdefault(rule, []).append(result.name)
    failed = sum(not r.passed for r in results)
    return {
        "passed": len(results) - failed,
        "failed": failed,
        "results": [r.to_json() for r in results],
        "rules": rules,
    }

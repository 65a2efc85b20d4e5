"""`rulewright mutate`: would the scenarios notice it if the rules were wrong?"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import click

from rulewright.cli.common import open_game, scenarios_of
from rulewright.cli.messages import print_findings, wrong_use
from rulewright.cli.parameters import FORMAT, SEED
from rulewright.cli.waiting import INTERRUPTED, progressing, stopping
from rulewright.errors import InvalidGame
from rulewright.harness.mutation.bench import Bench
from rulewright.harness.mutation.campaign import Campaign, ScenarioFails, chosen
from rulewright.harness.mutation.marks import check_killed, checked_marks
from rulewright.harness.mutation.mutants import OPERATORS, Mutant
from rulewright.harness.mutation.results import Results
from rulewright.harness.mutation.score import Report, Score
from rulewright.harness.mutation.workers import Source
from rulewright.harness.suite import scenario_files
from rulewright.text import Findings, did_you_mean

MOST_NAMES = 6  # scenarios that are named for a survivor


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option("--scenarios", "folder", type=click.Path(exists=True, path_type=Path), help="Where the scenarios lie.")
@click.option(
    "--at", multiple=True, metavar="WHERE",
    help="Only at a line (706), lines (700..720), a part of the rules (actions.move) or of one id; may be repeated.",
)  # fmt: skip
@click.option(
    "--operator", "operators", multiple=True, metavar="NAME", help="Only this kind of change; may be repeated."
)
@click.option("--sample", type=click.IntRange(min=1), help="Only so many of them, drawn by --seed.")
@SEED
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that judge.")
@click.option("--reached-only", is_flag=True, help="Plays only scenarios that come to the place: quicker, kills fewer.")
@click.option("--seconds", type=click.FloatRange(min=0), help="After so long no mutant is begun any more.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Keeps results; what is known is skipped.")
@click.option("--list", "only_list", is_flag=True, help="Lists the mutants and judges none.")
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit code 1 below this score.")
@FORMAT
def mutate(
    game_name: str,
    folder: Path | None,
    at: tuple[str, ...],
    operators: tuple[str, ...],
    sample: int | None,
    seed: int,
    workers: int,
    reached_only: bool,
    seconds: float | None,
    out: Path | None,
    only_list: bool,
    fail_under: float | None,
    form: str,
) -> None:
    """Change the rules in one place at a time, and tell which changes no scenario notices.

    GAME is the id of a game, whose scenarios lie in tests/conformance/GAME of a checkout or in --scenarios DIR, or the
    path of a rules file. Each change is a mutant. It is killed when a scenario fails; what survives is a rule that no
    scenario holds to. The score is the share of killed ones, those aside that the checker refuses and those that a
    scenario file marks as equivalent: at its top, `equivalent: [{at: PART, mutant: ID, why: ..}]`.

    Exit code 0: all is judged; 1: below --fail-under, a mark that is wrong, or a scenario that fails without any
    change; 2: wrong use; 130: stopped by Ctrl-C (what is judged by then is told, and kept with --out).
    """
    for name in operators:
        if name not in OPERATORS:
            wrong_use(f"there is no operator `{name}`; {did_you_mean(name, OPERATORS)}")
    source = _source(game_name, folder)
    bench = _bench(source)
    mutants = chosen(tuple(bench.mutants.values()), at=at, operators=operators, sample=sample, seed=seed)
    if not mutants:
        wrong_use("no mutant is so; `--list` shows all")
    if only_list:
        _list(mutants, form)
        return
    findings = Findings()
    marks = checked_marks(bench.marks, bench.mutants.values(), findings)
    with _results(out, bench) as results, stopping() as stop, progressing(len(mutants), "judging", "mutants") as bar:
        campaign = Campaign(
            bench, source, mutants, results, workers=workers, reached_only=reached_only, seconds=seconds, progress=bar,
            stop=stop,
        )  # fmt: skip
        try:
            run = campaign.run()
        except ScenarioFails as error:
            click.echo(str(error), err=True)
            raise click.exceptions.Exit(1) from None
        interrupted = stop()
    check_killed(marks, run.verdicts, findings)
    report = Report(run, marks)
    if form == "json":
        click.echo(json.dumps({"game": bench.game.id, **report.to_json()}, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_text(bench, campaign, report)))
    _end(report.score(), fail_under, findings, interrupted)


def _end(score: Score, fail_under: float | None, findings: Findings, interrupted: bool) -> NoReturn:
    if findings.has_errors:
        click.echo("\n".join(str(f) for f in findings), err=True)
    below = fail_under is not None and (score.percent is None or score.percent < fail_under)
    if below and not interrupted:
        click.echo(f"the score is below {fail_under:g}%", err=True)
    raise click.exceptions.Exit(INTERRUPTED if interrupted else 1 if below or findings.has_errors else 0)


# ---------- what is asked for ----------


def _source(game: str, folder: Path | None) -> Source:
    name = open_game(game).id
    return Source(game, tuple(scenario_files(scenarios_of(name, folder))), {name: game} if Path(game).is_file() else {})


def _bench(source: Source) -> Bench:
    try:
        bench = source.bench()
    except InvalidGame as error:  # it was valid a moment ago
        print_findings(error.findings)
        raise click.exceptions.Exit(1) from None
    except (OSError, UnicodeDecodeError) as error:
        wrong_use(f"a scenario file cannot be read: {error}")
    if bench.suite.findings.has_errors:
        print_findings(bench.suite.findings.sorted())
        raise click.exceptions.Exit(1)
    if not bench.scenarios:
        wrong_use(f"these files hold no scenarios of `{bench.game.id}`")
    return bench


@contextmanager
def _results(out: Path | None, bench: Bench) -> Iterator[Results]:
    try:
        results = Results(out, bench)
    except OSError as error:
        wrong_use(f"cannot write `{out}`: {error.strerror}")
    except ValueError as error:
        wrong_use(str(error))
    try:
        yield results
    finally:
        results.close()


# ---------- what is told ----------


def _list(mutants: tuple[Mutant, ...], form: str) -> None:
    if form == "text":
        for mutant in mutants:
            click.echo(_headline(mutant))
        click.echo(f"{len(mutants)} mutants")
        return
    click.echo(json.dumps([m.to_json() for m in mutants], indent=2, ensure_ascii=False))


def _headline(mutant: Mutant) -> str:
    return f"{mutant.at}: {mutant.words}  [{mutant.operator} {mutant.id}]"


def _text(bench: Bench, campaign: Campaign, report: Report) -> Iterator[str]:
    counts = report.counts
    for mutant in report.all("broken"):
        yield f"the engine fails, which is a bug: {_headline(mutant)}: {report.run.verdicts[mutant.id].how}"
    survivors = report.all("survived")
    if survivors:
        yield "survivors: no scenario fails when"
    for mutant in survivors:
        yield _headline(mutant)
        yield f"    {' '.join([mutant.path, *mutant.rules])}"
        yield f"    {_reached(bench, campaign, mutant)}"
    yield f"{bench.game.id}: {len(report.run.chosen)} mutants of {len(bench.mutants)}"
    words = {"killed": "killed", "survived": "survived", "equivalent": "equivalent",
             "refused": "refused by the checker", "broken": "broken", "left": "left"}  # fmt: skip
    yield "  " + ", ".join(f"{counts[name]} {told}" for name, told in words.items() if counts[name])
    for title, scores in (("operator", report.by(lambda m: m.operator)), ("section", report.by(lambda m: m.section))):
        yield f"by {title}:"
        for name, score in sorted(scores.items(), key=lambda item: item[1].percent or 0.0):
            yield f"  {name:14} {score}"
    yield f"score: {report.score()}"


def _reached(bench: Bench, campaign: Campaign, mutant: Mutant) -> str:
    """The scenarios that the author may add an expectation to: those that come to the place, about its rules first."""
    names = campaign.reaching(mutant)
    about = {n for n in names if {r.text for r in bench.scenarios[n].rules} & set(mutant.rules)}
    if not names:
        return "no scenario comes to it"
    names = sorted(names, key=lambda n: n not in about)
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"scenarios that come to it: {', '.join(names[:MOST_NAMES])}{more}"

"""`rulewright validate`: all findings of rules files at once."""

import json
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from rulewright.cli.common import FORMAT, print_findings, wrong_use
from rulewright.errors import UnknownGame
from rulewright.harness.suite import check_any_file
from rulewright.library import entries_in, find_game
from rulewright.text import Finding
from rulewright.text.render import as_json


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@FORMAT
def validate(files: tuple[str, ...], form: str) -> None:
    """Check rules files: games, variants (merged into their game), scenario files.

    FILE is a path, a folder (all games and variants in it), or the id of a bundled game. All findings of all files are
    shown at once. Exit code 0: no errors (there may be warnings); 1: errors; 2: wrong use.

    With --format json the output is a list of findings: path, line, column, end_line, end_column (from 1, in code
    points, the end exclusive), severity (error, warning, note), code, message, help, related, fix.
    """
    places = [place for file in files for place in _places(file)]
    findings: dict[Finding, None] = {}  # two variants of one game show its own findings once
    for place in places:
        try:
            findings |= dict.fromkeys(check_any_file(place))
        except UnknownGame as error:
            wrong_use(str(error))
        except OSError as error:
            wrong_use(f"cannot read `{place}`: {error.strerror or error}")
    if form == "json":
        click.echo(json.dumps([as_json(f) for f in findings], indent=2, ensure_ascii=False))
    else:
        print_findings(list(findings))
        if not findings:
            click.echo(f"{len(places)} file{'s' if len(places) != 1 else ''}, no findings")
    raise click.exceptions.Exit(1 if any(f.severity == "error" for f in findings) else 0)


def _places(file: str) -> list[Traversable]:
    path = Path(file)
    if path.is_dir():
        found = [e.place for e in entries_in(path)]
        if not found:
            wrong_use(f"there is no rules file in `{file}`")
        return found
    if path.exists():
        return [path]
    try:
        return [find_game(file)]
    except UnknownGame as error:
        wrong_use(str(error))

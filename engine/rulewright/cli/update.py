"""`rulewright test --update`: shows what expectations would have to say, and changes them after a yes."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from rulewright.cli.messages import print_failure, wrong_use
from rulewright.harness.conformance import LoadGame
from rulewright.harness.scenarios import Scenario
from rulewright.harness.updating import Change, Updated, edited, update_of
from rulewright.library import read_source
from rulewright.play.save import write_whole
from rulewright.text import SourceText


def update(scenarios: Sequence[Scenario], load: LoadGame, files: Mapping[str, Path], *, yes: bool) -> int:
    """Plays scenarios, offers to put the expectations of those that fail right, and gives how many still fail.

    `files` are the scenario files by their names in places. Asked is on a terminal only; `yes` is a yes to all. Without
    either nothing is changed.
    """
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    accepted: dict[str, list[Change]] = {}
    sources: dict[str, SourceText] = {}
    failing = 0
    for scenario in scenarios:
        found = update_of(scenario, load)
        if found is None:
            continue
        _show(found)
        if found.changes and (yes or (asks and click.confirm("Change it?", default=False))):
            for change in found.changes:
                accepted.setdefault(change.at.source.name, []).append(change)
                sources[change.at.source.name] = change.at.source
        else:
            failing += 1
    for name, changes in accepted.items():
        _write(files[name], sources[name], changes)
    changed = sum(map(len, accepted.values()))
    held = len(scenarios) - failing
    click.echo(f"{changed} {'expectation' if changed == 1 else 'expectations'} changed; {held} hold, {failing} failed")
    if failing and not (yes or asks):
        click.echo("nothing is changed without a yes: say --yes, or run it on a terminal", err=True)
    return failing


def _show(found: Updated) -> None:
    print_failure(found.result.name, found.result.at, found.result.message)
    for change in found.changes:
        click.echo(f"  {change.at.source.name}:{change.at.begin.line}")
        click.echo(f"  - {change.at.source.line(change.at.begin.line).strip()}")
        click.echo(f"  + {change.becomes.strip()}")
    if not found.changes:
        click.echo(f"  cannot be put right here: {found.why_not}")


def _write(file: Path, source: SourceText, changes: Sequence[Change]) -> None:
    """Makes changes in a file, unless it has been changed since it was read."""
    try:
        if read_source(file).text != source.text:
            wrong_use(f"`{file}` has been changed meanwhile; nothing is written to it")
        bom = "\ufeff" if file.read_bytes().startswith(b"\xef\xbb\xbf") else ""
        write_whole(file, bom + edited(source, changes))
    except OSError as error:
        wrong_use(f"cannot write `{file}`: {error.strerror}")

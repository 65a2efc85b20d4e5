"""`rulewright validate`: all findings of rules files at once."""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from rulewright.check.checked import CheckedGame
from rulewright.checking import decoded, source_at
from rulewright.cli.formats import FORMATS
from rulewright.cli.messages import use_colour, wrong_use
from rulewright.cli.parameters import SET, VARIANT
from rulewright.cli.watch import wait, watch
from rulewright.errors import UnknownGame
from rulewright.harness.any_file import check_with, is_scenarios, rules_files
from rulewright.library import find_game, shown_name
from rulewright.text import Finding, Findings

STDIN = "-"


@dataclass(frozen=True)
class Wanted:
    """What is to be checked, and how it is told."""

    files: tuple[str, ...]
    form: str
    strict: bool
    stdin: Path
    text: bytes
    variants: tuple[str, ...]
    settings: tuple[str, ...]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True,
    help="With lines of source and carets, or one line each, or for machines.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Warnings count as errors do.")
@click.option("--watch", "watching", is_flag=True, help="Check again whenever a file has changed, until interrupted.")
@click.option(
    "--stdin-name", metavar="PATH", default="<stdin>", show_default=True, type=click.Path(path_type=Path),
    help="Where the text of `-` is to lie: what belongs to it is sought from there.",
)  # fmt: skip
@SET
@VARIANT
def validate(
    files: tuple[str, ...],
    form: str,
    strict: bool,
    watching: bool,
    stdin_name: Path,
    settings: tuple[str, ...],
    variants: tuple[str, ...],
) -> None:
    """Check rules files: games, variants (merged into their game), scenario files, words files.

    FILE is a path, a folder (all rules files in it and below), `-` (a text from the standard input), or the id of a
    bundled game. All findings of all files are shown at once, in the order of the files and of their lines. Exit code
    0: no errors (and with --strict no warnings); 1: there are; 2: wrong use.

    With --variant a game is checked with these variants merged in, a variant merged into its game together with them,
    and scenarios against the game that they make; with --set these options must fit the game, and stand together.
    Without, a game is checked for all values of its options at once. Words are those of the game alone.

    `rulewright explain CODE` says what a finding means. A warning that is honestly wrong is allowed by a comment on its
    line or above it: `# rulewright: allow CODE because REASON`.

    With --format json the output is a list of findings: path, line, column, end_line, end_column (from 1, in code
    points, the end exclusive), severity (error, warning, note), code, message, help, related, fix. concise is a line
    `PATH:LINE:COLUMN: SEVERITY[CODE]: MESSAGE` each, sarif is SARIF 2.1.0, github are workflow commands.
    """
    if watching and STDIN in files:
        wrong_use("a text from the standard input does not change: `--watch` needs files")
    text = sys.stdin.buffer.read() if STDIN in files else b""
    wanted = Wanted(files, form, strict, stdin_name, text, variants, settings)
    if watching:
        _watch(wanted)
    raise click.exceptions.Exit(_show(wanted))


def _show(wanted: Wanted) -> int:
    """Checks, prints, and gives the exit code."""
    findings = Findings()
    shown: dict[Finding, None] = {}  # two variants of one game show its own findings once
    places = [place for file in wanted.files for place in _places(file)]
    for place in places:
        found = _findings(place, wanted)
        shown |= dict.fromkeys(found)
        findings.take(found)
    out = FORMATS[wanted.form](list(shown), findings.allowed, len(places))
    if out:
        click.echo(out)
    counting = ("error", "warning") if wanted.strict else ("error",)
    return int(any(f.severity in counting for f in shown))


def _findings(place: Traversable | None, wanted: Wanted) -> Findings:
    findings = Findings()
    try:
        if place is None:
            place = wanted.stdin
            source = decoded(wanted.text, shown_name(place), findings)
        else:
            source = source_at(place, findings)
        if findings.has_errors:
            return findings
        findings, games = check_with(source, place, wanted.variants)
    except UnknownGame as error:
        wrong_use(str(error))
    except OSError as error:
        wrong_use(f"cannot read `{place}`: {error.strerror or error}")
    if wanted.settings and not findings.has_errors:
        _check_options(games, wanted.settings, complete=not is_scenarios(source))
    return findings


def _check_options(games: Sequence[CheckedGame], settings: Sequence[str], *, complete: bool) -> None:
    """Options that do not fit are wrong use. `complete`: no scenario adds its own, so they must stand together."""
    # Imported here because it loads what plays, which checking a file does not need.
    from rulewright.cli.common import checked_options, read_settings  # noqa: PLC0415
    from rulewright.play.game import Game  # noqa: PLC0415

    for game in games:
        (checked_options if complete else read_settings)(Game(game), settings)


def _watch(wanted: Wanted) -> None:
    """Shows the findings after each change, until interrupted."""

    def again() -> None:
        if use_colour():
            click.clear()
        try:
            _show(wanted)
        except click.UsageError as error:  # a file may be gone for a moment
            click.echo(error.format_message(), err=True)
        click.echo(f"-- {time.strftime('%H:%M:%S')}, waiting for changes --", err=True)

    try:
        watch(again, lambda: [p for file in wanted.files for p in _files(file)], wait)
    except KeyboardInterrupt:
        raise click.exceptions.Exit(0) from None


def _files(file: str) -> Sequence[Path]:
    path = Path(file)
    return rules_files(path) if path.is_dir() else [path]


def _places(file: str) -> Sequence[Traversable | None]:
    """The files that an argument names; None stands for the standard input."""
    path = Path(file)
    if file == STDIN:
        return [None]
    if path.is_dir():
        found = rules_files(path)
        if not found:
            wrong_use(f"there is no rules file in `{file}`")
        return found
    if path.is_fifo() or path.is_socket():
        wrong_use(f"`{file}` is no file: give what it holds to `-`")
    if path.exists():
        return [path]
    try:
        return [find_game(file)]
    except UnknownGame as error:
        wrong_use(str(error))

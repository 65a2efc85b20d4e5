"""`rulewright where`: who wrote a part of a game, and what it replaced."""

import json
import textwrap
from collections.abc import Iterator

import click

from rulewright.cli.common import open_merged
from rulewright.cli.messages import wrong_use
from rulewright.cli.parameters import FORMAT, SET, VARIANT
from rulewright.cli.terminal import wrap
from rulewright.harness.origin import NoSuchPart, Origin, origin, shown_old

COLUMNS = 110
MOST_LINES = 12  # of a value, for people


@click.command()
@click.argument("game_name", metavar="GAME")
@click.argument("path", metavar="PATH")
@click.option("--all", "whole", is_flag=True, help=f"Shows all lines of the value, not only {MOST_LINES}.")
@VARIANT
@SET
@FORMAT
def where(
    game_name: str, path: str, whole: bool, variants: tuple[str, ...], settings: tuple[str, ...], form: str
) -> None:
    """Show a part of a game: its value, the file and line that wrote it, and what it replaced.

    PATH is that of a variant: names with dots between, such as `numbers.hand_size` or `actions.sell.do.paid`. With
    --variant what variants have changed there, above or below is told too; --set changes the default of an option,
    `options.NAME.default`.
    """
    try:
        found = origin(open_merged(game_name, variants, settings), path)
    except NoSuchPart as error:
        wrong_use(str(error))
    if form == "json":
        click.echo(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_text(found, whole)))


def _text(found: Origin, whole: bool) -> Iterator[str]:
    lines = found.value.splitlines()
    if len(lines) == 1:
        yield f"{found.path}: {lines[0]}"
    else:
        yield f"{found.path}:"
        shown = lines if whole else lines[:MOST_LINES]
        yield from textwrap.indent("\n".join(shown), "  ").splitlines()
        if len(lines) > len(shown):
            yield f"  ... ({len(lines) - len(shown)} more lines: --all)"
            yield from wrap(f"its parts: {', '.join(found.parts)}", COLUMNS, "    ")
    yield f"written at {found.at}"
    for change in reversed(found.changes):
        yield f"{change.variant} ({change.verb} {change.place}, {change.span}){shown_old(change)}"

"""`rulewright render`: a game with its variants merged in, as one file."""

import click

from rulewright.cli.common import open_game, open_merged
from rulewright.cli.parameters import SET, VARIANT
from rulewright.harness.rendering import rendered


@click.command()
@click.argument("game_name", metavar="GAME")
@VARIANT
@SET
def render(game_name: str, variants: tuple[str, ...], settings: tuple[str, ...]) -> None:
    """Print a game with variants merged in, as one rules file.

    GAME is the id of a bundled game, or a path. The file plays as the game with its variants does: it has the same
    digest. With --set these values are the defaults of the options in the file. Comments are left out; rows of data
    files stand in it. Exit code 1 if the merged game has errors.
    """
    document = open_merged(game_name, variants, settings)
    open_game(game_name, variants)  # whose errors are shown where they were written
    click.echo(rendered(document, settings), nl=False)

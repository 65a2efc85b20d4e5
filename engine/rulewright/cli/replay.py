"""`rulewright replay`: gives the answers of a saved match again, and says where they go another way."""

import json
from pathlib import Path

import click

from rulewright.cli.common import open_game, read_settings
from rulewright.cli.messages import wrong_use
from rulewright.cli.parameters import FORMAT, SET, VARIANT
from rulewright.errors import InvalidSave
from rulewright.play import save
from rulewright.play.replay import Replay


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--game", "game_name", metavar="GAME", default=None, help="The rules, if they are not those of the save.")
@VARIANT
@SET
@FORMAT
def replay(file: str, game_name: str | None, variants: tuple[str, ...], settings: tuple[str, ...], form: str) -> None:
    """Play a saved match again and compare.

    FILE is a match that was saved. Under the rules it was played with it has to go as it did, to the last state. Under
    rules that have changed since, or with other variants or options, the first decision that goes another way is named.
    Exit code 1 if one does.
    """
    try:
        saved = save.read(Path(file))
    except InvalidSave as error:
        wrong_use(str(error))
    except OSError as error:
        wrong_use(f"cannot read `{file}`: {error.strerror}")
    game = open_game(game_name or saved["game"], variants or saved["variants"])
    try:
        found = game.replay(saved, read_settings(game, settings))
    except InvalidSave as error:
        wrong_use(f"`{file}`: {error}")
    if form == "json":
        click.echo(json.dumps({"game": game.id, "version": game.version, **found.to_json()}))
    else:
        click.echo(f"{game.id}, {len(saved['players'])} players, {len(saved['history'])} answers: {_words(found)}")
    if found.difference is not None:
        raise click.exceptions.Exit(1)


def _words(found: Replay) -> str:
    rules = "the same rules" if found.same_rules else "rules that have changed"
    if found.difference is None:
        return f"goes as it did, under {rules}"
    return f"goes another way, under {rules}\n{found.difference}"

"""What the commands share: loading a game, its options, and how wrong use is told (exit 2, never a traceback)."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from rulewright.check.checked import Option
from rulewright.checking import Document
from rulewright.cli.messages import print_findings, wrong_use
from rulewright.errors import InvalidGame, InvalidSetup, UnknownGame
from rulewright.harness.suite import scenario_folder, scenario_games
from rulewright.loader import load, open_document
from rulewright.play.game import Game
from rulewright.text import nearest, spelt

_Opened = TypeVar("_Opened", Game, Document)


def open_game(name: str, variants: Sequence[str] = ()) -> Game:
    """Loads a game by id or path. An unknown one is wrong use; one with errors shows them and ends with exit code 1."""
    return _opened(lambda: load(name, variants=variants))


def open_merged(name: str, variants: Sequence[str] = (), settings: Sequence[str] = ()) -> Document:
    """A game with its variants merged in, and settings as the defaults of its options, not yet checked as a whole.

    Wrong use and errors end as in `open_game`.
    """
    defaults = {}
    if settings:
        game = open_game(name, variants)
        chosen = checked_options(game, settings)
        defaults = {name: value for name, value in chosen.items() if value != game.options[name].default}
    return _opened(lambda: open_document(name, variants=variants, defaults=defaults))


def _opened(make: Callable[[], _Opened]) -> _Opened:
    try:
        return make()
    except UnknownGame as error:
        wrong_use(str(error))
    except OSError as error:
        wrong_use(f"cannot read `{error.filename}`: {error.strerror}")
    except InvalidGame as error:
        print_findings(error.findings)
        raise click.exceptions.Exit(1) from None


def scenarios_of(game: str, folder: Path | None) -> Path:
    """Where the scenarios of a game (its id) lie: in the given folder, or in the game's own; without one: wrong use."""
    place = folder or scenario_folder(game)
    if place is None:
        there = ", ".join(scenario_games()) or "none in this place"
        wrong_use(f"there are no scenarios of `{game}`; say --scenarios DIR (games with scenarios: {there})")
    return place


def checked_options(game: Game, settings: Sequence[str]) -> dict[str, int | bool | str]:
    """`OPTION=VALUE` texts as options that stand together, with some number of players; else it is wrong use."""
    options = read_settings(game, settings)
    refused = ""
    for players in game.player_counts:
        try:
            game.setting(players, options)
        except InvalidSetup as error:
            refused = str(error)
        else:
            return options
    wrong_use(refused)


def read_settings(game: Game, settings: Sequence[str]) -> dict[str, int | bool | str]:
    """`OPTION=VALUE` texts as the game's options; one that does not fit is wrong use, with the list of what fits."""
    found: dict[str, int | bool | str] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name, text = name.strip(), text.strip()
        option = game.options.get(name)
        if option is None:
            there = ", ".join(game.options) or "none"
            near = nearest(name, game.options)
            meant = f"; did you mean `{near}`?" if near is not None else ""
            wrong_use(f"`{game.id}` has no option `{name}`{meant}; its options: {there}")
        if not equals:
            wrong_use(f"option `{name}` needs a value: --set {name}=VALUE, one of {values_of(option)}")
        value = _value(text)
        if not option.allows(value):
            wrong_use(f"option `{name}` cannot be `{text}`; one of {values_of(option)}")
        if found.get(name, value) != value:
            wrong_use(f"option `{name}` is set twice: to `{spelt(found[name])}` and to `{text}`")
        found[name] = value
    return found


def values_of(option: Option) -> str:
    """The values of an option, for people."""
    if isinstance(option.values, range):
        return f"{option.values.start}..{option.values.stop - 1}"
    return ", ".join(spelt(v) for v in option.values)


def fitting_players(game: Game, players: int | None) -> int:
    """The number of players, or the smallest that fits; another one is wrong use."""
    counts = game.player_counts
    if players is None:
        return counts.start
    if players not in counts:
        wrong_use(f"`{game.id}` is for {counts_of(counts)} players, not {players}")
    return players


def counts_of(counts: range) -> str:
    """`2 to 5`, or `2`."""
    low, high = counts.start, counts.stop - 1
    return str(low) if low == high else f"{low} to {high}"


def _value(text: str) -> int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else text

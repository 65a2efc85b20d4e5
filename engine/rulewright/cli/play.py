"""`rulewright play`: people at one keyboard, and bots in any seat."""

import click

from rulewright.cli.common import fitting_players, open_game, read_settings
from rulewright.cli.mark import Rules
from rulewright.cli.messages import wrong_use
from rulewright.cli.parameters import SEED, SET, VARIANT
from rulewright.cli.session import Session
from rulewright.cli.terminal import Terminal
from rulewright.companions import ledger_beside
from rulewright.errors import InvalidSave, InvalidSetup, RuleFault
from rulewright.library import find_game
from rulewright.play.game import Game
from rulewright.play.match import Match

BOTS = ("random",)


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option("--players", type=click.IntRange(min=1), default=None, help="How many players; default: the fewest.")
@SEED
@click.option(
    "--bot", "bots", multiple=True, metavar="SEAT:random", help="Lets the computer play a seat; may be repeated."
)
@click.option("--lang", "language", default=None, help="Language of the game's words; default: the game's own.")
@SET
@VARIANT
@click.option(
    "--resume", type=click.Path(exists=True, dir_okay=False), default=None, help="Goes on with a saved match."
)
def play(
    game_name: str,
    players: int | None,
    seed: int,
    bots: tuple[str, ...],
    language: str | None,
    settings: tuple[str, ...],
    variants: tuple[str, ...],
    resume: str | None,
) -> None:
    """Play a game at this keyboard.

    GAME is the id of a bundled game, or a path. Answer by number or by typing the answer; `?` explains the question,
    `? ANSWER` explains an answer with its rules, or why it is not possible. Further: undo, table, log, save FILE,
    mark FILE (the last answers as a scenario), quit.
    Between two people the screen is handed over where the game has hidden things. Input may be piped.
    """
    if resume and (settings or players is not None):
        wrong_use("a saved match has its players and options already: leave out `--players` and `--set`")
    game = open_game(game_name, variants)
    language = _language(game, language)
    match = _resumed(game, resume) if resume else _started(game, players, seed, settings)
    session = Session(
        match,
        Terminal(),
        language=language,
        bots=_bots(match, bots),
        seed=seed,
        ledger=ledger_beside(find_game(game_name)),
        rules=Rules(game_name, game.variants),
    )
    session.run()


def _language(game: Game, language: str | None) -> str:
    if language is None:
        return game.languages[0]
    if language not in game.languages:
        wrong_use(f"`{game.id}` does not speak `{language}`; its languages: {', '.join(game.languages)}")
    return language


def _started(game: Game, players: int | None, seed: int, settings: tuple[str, ...]) -> Match:
    options = read_settings(game, settings)
    try:
        return game.start(fitting_players(game, players), seed=seed, options=options)
    except InvalidSetup as error:
        wrong_use(str(error))
    except RuleFault as fault:
        raise SystemExit(f"A rule failed while the match was set up: {fault}") from None


def _resumed(game: Game, file: str) -> Match:
    try:
        return game.match_from_file(file)
    except InvalidSave as error:
        wrong_use(f"`{file}` is no saved match of `{game.id}`: {error}")
    except OSError as error:
        wrong_use(f"cannot read `{file}`: {error.strerror}")


def _bots(match: Match, bots: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for bot in bots:
        seat, _, kind = bot.partition(":")
        if seat not in match.players:
            wrong_use(f"there is no seat `{seat}` in this match; its seats: {', '.join(match.players)}")
        if kind not in BOTS:
            wrong_use(f"there is no bot `{kind}`; write {seat}:{BOTS[0]}")
        found[seat] = kind
    return found

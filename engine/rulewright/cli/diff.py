"""`rulewright diff`: what a variant or an option changes, in words, in scenarios, and in random games."""

import json
import os
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import click

from rulewright.cli.common import checked_options, fitting_players, open_game, open_merged
from rulewright.cli.messages import wrong_use
from rulewright.cli.parameters import FORMAT, SEED, SET, VARIANT
from rulewright.cli.terminal import wrap
from rulewright.cli.waiting import progressing
from rulewright.companions import ledger_beside
from rulewright.errors import InvalidSetup, RuleFault
from rulewright.harness.difference import Turned, compared, play_both, shifts, turned
from rulewright.harness.estimates import Shift
from rulewright.harness.playout import DEFAULT_CAP
from rulewright.harness.suite import Games, read_suite, scenario_files, scenario_folder
from rulewright.harness.telling import Told, told
from rulewright.library import find_game
from rulewright.play.game import Game
from rulewright.text import spelt

COLUMNS = 110
MOST_RULES = 40  # that are told with their words


@click.command()
@click.argument("game_name", metavar="GAME")
@VARIANT
@SET
@click.option(
    "--simulate", "games", type=click.IntRange(min=2), default=None, help="Plays so many random games of each."
)
@click.option("--players", type=click.IntRange(min=1), default=None, help="For --simulate; default: the fewest.")
@click.option("--scenarios/--no-scenarios", default=True, show_default=True, help="Plays the conformance scenarios.")
@SEED
@click.option(
    "--cap", type=click.IntRange(min=1), default=DEFAULT_CAP, show_default=True,
    help="Decisions after which a random game is given up.",
)  # fmt: skip
@FORMAT
def diff(
    game_name: str,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    games: int | None,
    players: int | None,
    scenarios: bool,
    seed: int,
    cap: int,
    form: str,
) -> None:
    """Show what variants and options change in a game.

    First in words, with the rules of the ledger that are concerned; then the conformance scenarios that give another
    result; and with --simulate N how random games shift: legal answers for a decision, length, scores, and who wins,
    each with the means before and after, the 95 percent confidence interval of the difference, and the number of games.
    Games of one seed are compared in pairs (Student's t; for shares of wins the method of Agresti and Min). Random
    players are no people: what they show is a hint.
    """
    if not variants and not settings:
        wrong_use("say what is to be compared: --variant NAME or --set OPTION=VALUE")
    base, changed = open_game(game_name), open_game(game_name, variants)
    options = checked_options(changed, settings)
    document = open_merged(game_name, variants)
    result: dict[str, Any] = {"game": base.id, "variants": list(document.merged.variants), "options": options}
    words = told(document.merged.changes, document.base)
    ledger = ledger_beside(find_game(game_name))
    rules = list(
        dict.fromkeys([*(r for t in words for r in t.rules), *(r for o in options for r in changed.options[o].rules)])
    )
    result |= {"changes": [t.to_json() for t in words], "rules": rules}

    def say(lines: Iterable[str]) -> None:  # each part as soon as it is known: the next may take a minute
        if form == "text":
            click.echo("\n".join(lines))

    heading = _heading(base, document.merged.variants, options)
    say([*heading, *_words(words), *_options(changed, options), *_rules(rules, ledger)])
    if scenarios:
        found, count = _scenarios(base, game_name, variants, options)
        say(_turned(found, count))
        result["scenarios"] = {"played": count, "turned": [t.to_json() for t in found]}
    if games is not None:
        number = _players(changed, base, players, options)
        measured = _measured(base, changed, options, number, games, seed, cap)
        say(_shifts(measured, games, number))
        result["simulation"] = {
            "games": games,
            "players": number,
            "seed": seed,
            "shifts": [s.to_json() for s in measured],
        }
    if form == "json":
        click.echo(json.dumps(result, indent=2, ensure_ascii=False))


# ---------- words ----------


def _heading(game: Game, variants: tuple[str, ...], options: dict[str, Any]) -> Iterator[str]:
    parts = [*variants, *(f"{name}={spelt(value)}" for name, value in options.items())]
    yield f"{game.title} with {', '.join(parts)}"


def _words(words: list[Told]) -> Iterator[str]:
    for one in words:
        yield from wrap(f"  {one}", COLUMNS, "      ")


def _options(game: Game, options: dict[str, Any]) -> Iterator[str]:
    for name, value in options.items():
        default = game.options[name].default
        label = game.words(f"options.{name}.label") or name
        if value == default:
            yield f"  option {name} ({label}) stays {game.option_label(name, value)}"
        else:
            words = f"{game.option_label(name, value)} (was: {game.option_label(name, default)})"
            yield from wrap(f"  option {name} ({label}) becomes {words}", COLUMNS, "      ")


def _rules(rules: list[str], ledger: Any) -> Iterator[str]:
    if not rules:
        return
    yield ""
    yield "Rules concerned"
    for rule in rules[:MOST_RULES]:
        words = ledger.get(rule, "")
        yield "  " + textwrap.shorten(f"{rule}: {words}" if words else rule, COLUMNS, placeholder=" ...")
    if len(rules) > MOST_RULES:
        yield from wrap(f"  and {' '.join(rules[MOST_RULES:])}", COLUMNS, "      ")


# ---------- scenarios ----------


def _scenarios(base: Game, name: str, variants: tuple[str, ...], options: dict[str, Any]) -> tuple[list[Turned], int]:
    folder = scenario_folder(base.id)
    if folder is None:
        return [], 0
    suite = read_suite(scenario_files(folder), {base.id: name})
    wanted = compared(suite.scenarios)
    with progressing(len(wanted), "scenarios", "scenarios") as progress:
        games = Games(), Games(variants=variants)
        found = list(turned(wanted, *games, options, lambda: progress(1), workers=os.cpu_count() or 1))
    return found, len(wanted)


def _turned(found: list[Turned], count: int) -> Iterator[str]:
    yield ""
    if not count:
        yield "There are no scenarios of this game here."
        return
    yield f"Scenarios with another result: {len(found)} of {count}"
    for message, turned_so in _by_message(found).items():
        alike = len(turned_so) > 1 and bool(message)
        if alike:
            yield from wrap(f"  {len(turned_so)} do not hold any more: {message}", COLUMNS, "      ")
        for one in turned_so:
            rules = f" ({' '.join(one.before.rules)})" if one.before.rules else ""
            verdict = "" if alike else ": holds now" if not message else ": does not hold any more"
            yield f"  {'    ' if alike else ''}{one.before.name}{rules}, {one.before.at}{verdict}"
            if message and not alike:
                yield from wrap(f"      {message}", COLUMNS, "      ")


def _by_message(found: list[Turned]) -> dict[str, list[Turned]]:
    """Scenarios that fail now by the words that tell why; under no words those that hold now."""
    groups: dict[str, list[Turned]] = {}
    for one in found:
        groups.setdefault((one.after.message or "") if one.before.passed else "", []).append(one)
    return groups


# ---------- random games ----------


def _players(changed: Game, base: Game, players: int | None, options: dict[str, Any]) -> int:
    if players is not None:
        return fitting_players(base, players)
    for number in base.player_counts:
        if number in changed.player_counts:
            try:
                changed.setting(number, options)
            except InvalidSetup:
                continue
            return number
    wrong_use("there is no number of players that both can be played with")


def _measured(
    base: Game, changed: Game, options: dict[str, Any], players: int, games: int, seed: int, cap: int
) -> list[Shift]:
    try:
        with progressing(2 * games, "games", "games") as progress:
            before, after = play_both(base, changed, options, players, games, seed, cap, lambda: progress(1))
    except InvalidSetup as error:
        wrong_use(str(error))
    except RuleFault as fault:
        click.echo(f"a rule failed in a random game: {fault}", err=True)
        raise click.exceptions.Exit(1) from None
    return list(shifts(before, after, list(before[0].scores)))


def _shifts(measured: list[Shift], games: int, players: int) -> Iterator[str]:
    yield ""
    yield f"{games} random games of each, {players} players; [..]: 95 % confidence interval of the difference"
    wide = max((len(s.name) for s in measured), default=0)
    for one in measured:
        change = f"{one.after - one.before:+.2f} [{one.low:+.2f}, {one.high:+.2f}]"
        clear = "" if one.is_clear else "  no clear difference"
        yield f"  {one.name:<{wide}}  {one.before:.2f} -> {one.after:.2f}  {change}  n = {one.pairs}{clear}"

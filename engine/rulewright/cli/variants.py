"""`rulewright variants`: the house rules of a game, its variants and its options."""

import json
from collections.abc import Iterator
from typing import Any

import click

from rulewright.cli.common import checked_options, open_game
from rulewright.cli.messages import use_colour
from rulewright.cli.parameters import FORMAT, SET, VARIANT
from rulewright.cli.terminal import wrap
from rulewright.harness.heads import Head, heads
from rulewright.library import find_game
from rulewright.play.game import Game
from rulewright.text import spelt

COLUMNS = 110


@click.command()
@click.argument("game_name", metavar="GAME")
@VARIANT
@SET
@FORMAT
def variants(game_name: str, variants: tuple[str, ...], settings: tuple[str, ...], form: str) -> None:
    """List the variants and options of a game, each with what it is for.

    GAME is the id of a bundled game, or a path; variants are those bundled with it and those in `variants` beside its
    file. Use them with `--variant NAME` and `--set OPTION=VALUE`. With --variant the options that variants bring are
    listed too; with --set the values that are set are marked, if they stand together.
    """
    game = open_game(game_name, variants)
    chosen = checked_options(game, settings)
    found = heads(game.id, find_game(game_name))
    if form == "json":
        told = {"game": game.id, "variants": [h.to_json() for h in found], "options": _options(game, chosen)}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    click.echo("\n".join([*_variants(game, found), "", *_told_options(game, chosen)]), color=use_colour())


def _variants(game: Game, found: list[Head]) -> Iterator[str]:
    yield f"{game.title}: {len(found)} variant{'s' * (len(found) != 1)}" + (" (--variant NAME)" if found else "")
    for head in found:
        yield f"  {head.id}" + (f": {head.title}" if head.title else "") + _cited(head.rules)
        if head.why:
            yield from wrap(f"      {head.why}", COLUMNS, "      ")
        for words, names in (("extends", head.extends), ("comes after", head.after), ("not beside", head.conflicts)):
            if names:
                yield f"      {words} {', '.join(names)}"
        if head.options:
            yield f"      brings the option{'s' * (len(head.options) > 1)} {', '.join(head.options)}"


def _told_options(game: Game, chosen: dict[str, Any]) -> Iterator[str]:
    count = len(game.options)
    yield f"{count} option{'s' * (count != 1)}" + (" (--set NAME=VALUE)" if count else "")
    for option in _options(game, chosen):
        label = f": {option['label']}" if option["label"] else ""
        yield f"  {option['name']}{label}{_cited(option['rules'])}"
        if option["why"]:
            yield from wrap(f"      {option['why']}", COLUMNS, "      ")
        for value in option["values"]:
            mark = _mark(option, value["value"])
            words = f"  {value['label']}" if value["label"] else ""
            yield f"      {option['name']}={spelt(value['value'])}{words}{mark}"
        if option["range"]:
            low, high = option["range"]
            chose = f", set to {option['chosen']}" if option["chosen"] is not None else ""
            yield f"      {option['name']}={low}..{high}  (default {option['default']}{chose})"
    for need in game.checked.needs:
        if need.reason is not None:
            words = "".join(p if isinstance(p, str) else ".." for p in need.reason.parts)
            yield from wrap(f"  not together: {words}", COLUMNS, "      ")


def _mark(option: dict[str, Any], value: Any) -> str:
    marks = [word for word, key in (("default", "default"), ("set", "chosen")) if option[key] == value]
    return f" ({', '.join(marks)})" if marks else ""


def _options(game: Game, chosen: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for name, option in game.options.items():
        values = option.values
        ranged = [values.start, values.stop - 1] if isinstance(values, range) else None
        labels = [(v, game.option_label(name, v)) for v in values] if ranged is None else []
        found.append({
            "name": name,
            "label": game.words(f"options.{name}.label"),
            "why": game.words(f"options.{name}.why"),
            "rules": list(option.rules),
            "default": option.default,
            "chosen": chosen.get(name),
            "values": [{"value": v, "label": words if words != spelt(v) else ""} for v, words in labels],
            "range": ranged,
        })  # fmt: skip
    return found


def _cited(rules: Any) -> str:
    return f" ({' '.join(rules)})" if rules else ""

"""Options that several commands have. Nothing here loads a game."""

import click

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people or for machines.",
)
SEED = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed gives the same game."
)
SET = click.option(
    "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Sets an option of the game; may be repeated."
)
VARIANT = click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Plays with a variant: one of the game's own by name, or a file; may be repeated, in order.",
)

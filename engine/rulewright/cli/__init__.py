"""Stage 8: the command line. Each command parses its arguments, calls one thing, prints, and ends with an exit code."""

import io
import sys
from importlib import import_module

import click

_COMMANDS = {  # name -> module, function; loaded when it is asked for, since playing needs much that checking does not
    "validate": ("validate", "validate"),
    "explain": ("pages", "explain_code"),
    "play": ("play", "play"),
    "replay": ("replay", "replay"),
    "simulate": ("simulate", "simulate"),
    "profile": ("profile", "profile"),
    "test": ("test", "test"),
    "mutate": ("mutate", "mutate"),
    "gaps": ("gaps", "gaps"),
    "variants": ("variants", "variants"),
    "diff": ("diff", "diff"),
    "render": ("render", "render"),
    "where": ("where", "where"),
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, function = _COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"rulewright.cli.{module}"), function)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="rulewright", prog_name="rulewright")
def main() -> None:
    """Board games as rules files: check them, play them, simulate them, test them.

    GAME is the id of a bundled game or the path of a rules file. `rulewright COMMAND --help` tells all of a command.

    \b
      rulewright validate games/            all findings of all rules files in a folder
      rulewright explain unknown-name       what a finding means, with examples
      rulewright play tic_tac_toe           two people at this keyboard
      rulewright play tic_tac_toe --bot crosses:random --seed 7
      rulewright simulate tic_tac_toe --games 1000 --players 2 --format json
      rulewright profile tic_tac_toe        which lines of the rules cost the time
      rulewright test tic_tac_toe           its conformance scenarios
      rulewright mutate tic_tac_toe         would they notice it if the rules were wrong?
      rulewright gaps tic_tac_toe           random play for what no scenario comes to
      rulewright variants tic_tac_toe       its house rules: variants and options
      rulewright diff GAME --variant NAME   what a house rule changes
      rulewright render GAME --variant NAME the merged rules as one file
      rulewright where GAME PATH            who wrote a part of the rules
      rulewright replay match.json          a saved match again, under the rules of today

    Exit codes: 0 all is well; 1 findings with errors, failed scenarios, or a replay that differs; 2 wrong use.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows `?` instead of a traceback

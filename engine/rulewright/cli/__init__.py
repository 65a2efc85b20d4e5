"""Stage 8: the command line. Each command parses its arguments, calls one thing, prints, and ends with an exit code."""

import io
import sys

import click

from rulewright.cli.pages import explain_code
from rulewright.cli.play import play
from rulewright.cli.profile import profile
from rulewright.cli.replay import replay
from rulewright.cli.simulate import simulate
from rulewright.cli.test import test
from rulewright.cli.validate import validate


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
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
      rulewright profile cinque_terre       which lines of the rules cost the time
      rulewright test tic_tac_toe           its conformance scenarios
      rulewright replay match.json          a saved match again, under the rules of today

    Exit codes: 0 all is well; 1 findings with errors, failed scenarios, or a replay that differs; 2 wrong use.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows `?` instead of a traceback


for command in (validate, explain_code, play, replay, simulate, profile, test):
    main.add_command(command)

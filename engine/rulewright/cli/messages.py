"""What commands tell about mistakes: wrong use (exit 2, never a traceback), and findings."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from rulewright.text import Finding, Span
from rulewright.text.render import render, summary


def wrong_use(message: str) -> NoReturn:
    """Ends the command with exit code 2."""
    raise click.UsageError(message)


def use_colour() -> bool:
    """Colour only on a terminal, and not where NO_COLOR is set (no-color.org) or the terminal is dumb."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_failure(name: str, at: Span, message: str | None) -> None:
    """Prints that a scenario failed, where it stands and why."""
    colour = use_colour()
    mark = click.style("FAILED", fg="red") if colour else "FAILED"
    click.echo(f"{mark} {name} ({at}): {message}", color=colour)


def print_findings(findings: Sequence[Finding]) -> None:
    """Prints findings for people, and a last line that counts them."""
    colour = use_colour()
    for finding in findings:
        click.echo(render(finding, colour=colour), color=colour)
        click.echo()
    if findings:
        click.echo(summary(findings))

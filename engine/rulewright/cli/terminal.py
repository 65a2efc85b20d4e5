"""The terminal: lines in, lines out, and how wide it is. Works the same when input or output is piped."""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

import click

from rulewright.cli.messages import use_colour
from rulewright.text.render import clip, pad, printable, width

STYLES = {"heading": "1", "dim": "2", "warn": "33", "good": "32"}


class Ended(Exception):
    """The input is at its end, or the player pressed Ctrl-C or Ctrl-D."""


class Terminal:
    """Reads answers and prints text. On a terminal it may clear the screen and use colour, never when piped."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.colour = use_colour()
        self.columns = max(40, min(shutil.get_terminal_size((100, 24)).columns, 160)) if sys.stdout.isatty() else 100

    def show(self, text: str = "", style: str | None = None) -> None:
        """Prints a line; a style is an extra, never the only carrier of a meaning."""
        line = "\n".join(printable(part) for part in text.split("\n"))
        if style and self.colour and line:
            line = f"\x1b[{STYLES[style]}m{line}\x1b[0m"
        click.echo(line, color=self.colour)

    def show_wrapped(self, text: str, indent: str = "") -> None:
        """Prints a paragraph, broken to the width."""
        for line in wrap(text, self.columns, indent):
            self.show(line)

    def show_columns(self, cells: Sequence[str]) -> None:
        """Prints short texts in as many columns as fit, read downwards."""
        for line in in_columns(cells, self.columns):
            self.show(line)

    def ask(self, prompt: str) -> str:
        """Reads a line. Raises Ended at the end of the input."""
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise Ended from None
        if not sys.stdin.isatty():
            click.echo(printable(line))  # a piped session then reads like a typed one
        return line.strip()

    def clear(self) -> None:
        """Clears the screen and what can be scrolled back to, on a terminal only."""
        if self.interactive:
            click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False, color=True)


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """A text in lines of so many columns; later lines are indented."""
    wrapper = textwrap.TextWrapper(columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return wrapper.wrap(text) or [""]


def in_columns(cells: Sequence[str], columns: int) -> list[str]:
    """Short texts laid out in columns, read downwards; the widest text rules."""
    if not cells:
        return []
    widest = min(max(width(c) for c in cells) + 3, columns)
    across = max(1, columns // widest)
    down = -(-len(cells) // across)
    if down <= 8 and max(width(c) for c in cells) <= columns // 2 and len(cells) <= 8:
        down = len(cells)  # a short list reads best as a list
    rows = [cells[i::down] for i in range(down)]
    return ["".join(pad(clip(c, columns), widest) for c in row).rstrip() for row in rows]


def table(rows: Iterable[Sequence[str]], columns: int, right: bool = True) -> list[str]:
    """Rows of cells in aligned columns; all but the first column stand to the right."""
    lines = [list(row) for row in rows]
    if not lines:
        return []
    count = max(len(line) for line in lines)
    widths = [max(width(line[i]) if i < len(line) else 0 for line in lines) for i in range(count)]
    room = columns - sum(widths[1:]) - 2 * (count - 1)
    widths[0] = min(widths[0], max(12, room))
    shown = []
    for line in lines:
        cells = [pad(clip(line[0], widths[0]), widths[0])]
        cells += [" " * (widths[i] - width(c)) + c if right else pad(c, widths[i]) for i, c in enumerate(line) if i]
        shown.append("  ".join(cells).rstrip())
    return shown

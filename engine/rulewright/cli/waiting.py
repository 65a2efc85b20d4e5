"""While a command takes long: a bar for people, and an end that can be asked for."""

import contextlib
import signal
import sys
from collections.abc import Callable, Iterator
from time import perf_counter

import click

INTERRUPTED = 130  # the exit code of a command that was stopped by Ctrl-C


@contextlib.contextmanager
def stopping() -> Iterator[Callable[[], bool]]:
    """Ctrl-C asks to stop; a second one stops at once."""
    asked = False
    before = signal.getsignal(signal.SIGINT)

    def ask(number: int, frame: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)

    try:
        signal.signal(signal.SIGINT, ask)
    except ValueError:  # not the main thread: whoever runs it there has signals of their own
        yield lambda: False
        return
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def progressing(length: int, label: str, unit: str) -> Iterator[Callable[[int], None]]:
    """A bar with the rate and the time left, for people only."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    began = perf_counter()
    done = 0

    def rate(_: object) -> str:
        return f"{done / (perf_counter() - began):,.1f} {unit}/s" if done else ""

    bar = click.progressbar(length=length, label=label, file=sys.stderr, show_pos=True, item_show_func=rate)
    with bar:

        def progress(more: int) -> None:
            nonlocal done
            done += more
            bar.update(more, more)

        yield progress

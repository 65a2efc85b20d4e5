"""`--watch`: checks again whenever something that was read has changed."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from rulewright.library import noting_reads

PAUSE = 0.3  # seconds between two looks

Stamps = dict[Path, tuple[int, int] | None]


def watch(check: Callable[[], None], files: Callable[[], Iterable[Path]], look_again: Callable[[], bool]) -> None:
    """Checks now, and again after each change of a file that the check has read, or that `files` names then.

    `look_again` waits a little, and says whether to go on.
    """
    while True:
        with noting_reads() as read:
            check()
        before = _stamps({*read, *files()})
        while True:
            if not look_again():
                return
            if _stamps({*before, *files()}) != before:
                break


def wait() -> bool:
    """Waits a little; until the user has had enough."""
    time.sleep(PAUSE)
    return True


def _stamps(files: Iterable[Path]) -> Stamps:
    found: Stamps = {}
    for file in files:
        try:
            stat = file.stat()
            found[file] = (stat.st_mtime_ns, stat.st_size)
        except OSError:
            found[file] = None  # gone, perhaps only for a moment: some editors write a new file and rename it
    return found

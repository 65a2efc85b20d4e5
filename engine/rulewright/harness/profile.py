"""Which lines of a rules file cost the time: random games are looked at every few milliseconds of CPU time.

Generated code carries the places of the rules file, so each look at the stack tells what line is at work, and for
which others it works.
"""

import random
import signal
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import process_time
from types import FrameType

from rulewright.errors import InvalidSetup, RuleFault
from rulewright.harness.playout import DEFAULT_CAP
from rulewright.play.game import Game
from rulewright.program.faults import place_of
from rulewright.program.from_checked import Program
from rulewright.program.runtime import Fault
from rulewright.text import SourceText

INTERVAL = 0.001  # seconds of CPU time from look to look; systems may round it up to their clock's tick

Place = tuple[str, int]  # a file and a line


@dataclass(frozen=True)
class Line:
    """What a line of the rules costs: the share of the looks that found it at work itself (`alone`), and of those that
    found it at work or waiting for a line that it uses (`in_all`)."""

    file: str
    line: int
    text: str
    alone: float
    in_all: float


@dataclass
class Profile:
    """Looks at random games, counted by line and by what was going on (`phases`)."""

    sources: Mapping[str, SourceText]
    looks: int = 0
    seconds: float = 0.0
    games: int = 0
    decisions: int = 0
    alone: Counter[Place] = field(default_factory=Counter)
    in_all: Counter[Place] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)

    def lines(self) -> list[Line]:
        """The lines that were seen, the most expensive first."""
        rows = [
            Line(*place, self._text(*place), self.alone[place] / self.looks, looks / self.looks)
            for place, looks in self.in_all.items()
        ]
        return sorted(rows, key=lambda row: (-row.alone, -row.in_all, row.file, row.line))

    def _text(self, file: str, line: int) -> str:
        return self.sources[file].line(line).strip()


def profile(
    game: Game,
    players: int,
    *,
    options: Mapping[str, int | bool | str] | None = None,
    seconds: float = 3.0,
    seed: int = 0,
    cap: int = DEFAULT_CAP,
) -> Profile:
    """Plays at random for so many seconds of CPU time, in whole games, and looks what costs it.

    Only the main thread of a process can do this, and only where there is a timer of CPU time (not on Windows). Raises
    InvalidSetup if there is none, and as `Game.start` does; RuleFault for a rule that fails.
    """
    if not hasattr(signal, "setitimer"):
        raise InvalidSetup("this system has no timer of CPU time, so nothing can be profiled")
    program = game.program(game.setting(players, options or {}), traced=False)
    found = Profile(sources=program.sources)
    before = signal.signal(signal.SIGPROF, lambda number, frame: _look(found, program, frame))
    began = process_time()
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        while found.seconds < seconds:
            number = game.seed(seed + found.games)
            found.decisions += program.play_out(program.start(number), random.Random(number).random, cap)[0]
            found.games += 1
            found.seconds = process_time() - began
    except Fault as fault:
        raise RuleFault(str(fault), place_of(fault.__traceback__, program.sources)) from fault
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return found


# What the functions that the program calls are called, by the first letters of their names.
_PHASES = {"legal": "listing the answers", "apply": "carrying out answers", "b": "carrying out answers"}
_ELSEWHERE = "between the rules"


def _look(found: Profile, program: Program, frame: FrameType | None) -> None:
    """Notes the lines of the rules on the stack; the innermost is the one at work."""
    lines: list[Place] = []
    outermost = ""
    while frame is not None:
        code = frame.f_code
        if code.co_filename in program.sources and frame.f_lineno is not None:
            lines.append((code.co_filename, frame.f_lineno))
        if code.co_filename in program.sources or code.co_filename == "<rules>":
            outermost = code.co_name
        frame = frame.f_back
    found.looks += 1
    found.phases[_PHASES.get(outermost.rstrip("0123456789"), _ELSEWHERE)] += 1
    if lines:
        found.alone[lines[0]] += 1
        found.in_all.update(set(lines))

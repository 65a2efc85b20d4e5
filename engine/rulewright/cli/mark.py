"""`mark FILE` in `rulewright play`: the last answers become a scenario, with the facts that the person picks."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from rulewright.cli.terminal import Terminal
from rulewright.errors import InvalidGame, RulewrightError
from rulewright.harness.from_play import CannotMark, facts, moment, names_in, read_there, reference, scenario_file
from rulewright.harness.scenarios import Phrase
from rulewright.harness.values import explain_failure
from rulewright.harness.write_scenarios import name_from
from rulewright.play.decision import Decision
from rulewright.play.match import Match
from rulewright.play.save import write_whole
from rulewright.text import SourceText

MOST_RUNS = 9  # runs of answers that are listed
_NAME = re.compile(r"[a-z_][a-z0-9_]*")


@dataclass(frozen=True)
class Rules:
    """What is played, as it was named: what a scenario file has to name too."""

    game: str
    variants: tuple[str, ...] = ()


def mark(match: Match, seat: str | None, file_name: str, rules: Rules, terminal: Terminal) -> None:
    """Asks for answers, facts and a name, and writes the scenario. Nothing is written before all is answered.

    Only facts that `seat` may know are offered. A file that is there is never overwritten: the scenario is added to it,
    after a question. Raises Ended if the input ends.
    """
    file = Path(file_name).expanduser()
    try:
        there = read_there(file, reference(rules.game, file), tuple(reference(v, file) for v in rules.variants))
        if not match.history:
            raise CannotMark("nobody has answered yet, so there is nothing to mark")
        start = _ask_start(match, terminal)
        expect = _ask_facts(moment(match, start), match, seat, terminal)
        name = _ask_name(match.history[start], names_in(there), terminal)
        text = scenario_file(match, start, name, expect, file, rules.game, rules.variants)
        if there and not _agreed(terminal, f"{file} is there. Add the scenario at its end? [y/N] "):
            terminal.show("Nothing is written.")
            return
        write_whole(file, text)
    except CannotMark as error:
        terminal.show_wrapped(f"Not marked: {error}.")
    except OSError as error:
        terminal.show(f"Cannot write {file}: {error.strerror or error}", "warn")
    except RulewrightError as error:
        terminal.show_wrapped(f"Not marked: {error}.")
    else:
        terminal.show(f"Scenario `{name}` is in {file}. Try: rulewright test {shlex.quote(str(file))}")


def _ask_start(match: Match, terminal: Terminal) -> int:
    """The number of the decision with which the scenario begins."""
    runs = _runs(match.history)[-MOST_RUNS:]
    terminal.show("The last answers:", "heading")
    for n, (start, end) in enumerate(runs, 1):
        answers = ", ".join(d.answer for d in match.history[start:end])
        terminal.show_wrapped(f"{n}  {match.history[start].player}: {answers}", "     ")
    while True:
        line = terminal.ask(f"From which on? (Enter: {len(runs)}) ")
        if not line:
            return runs[-1][0]
        if line.isdecimal() and len(line) < 4 and 1 <= int(line) <= len(runs):
            return runs[int(line) - 1][0]
        terminal.show(f"A number from 1 to {len(runs)}.")


def _runs(history: Sequence[Decision]) -> list[tuple[int, int]]:
    """The answers of one player in a row, as begin and end."""
    found, begin = [], 0
    for _, run in groupby(history, key=lambda d: d.player):
        end = begin + len(list(run))
        found.append((begin, end))
        begin = end
    return found


def _ask_facts(before: Match, after: Match, seat: str | None, terminal: Terminal) -> tuple[str, ...]:
    """The facts that must hold: of those offered, or in the person's own words."""
    offered = facts(before, after, seat)
    terminal.show("What has changed:" if offered else "Nothing that you can see has changed.", "heading")
    for n, fact in enumerate(offered, 1):
        terminal.show_wrapped(f"{n:>{len(str(len(offered)))}}  {fact}", "     ")
    chosen: list[str] = []
    while True:
        line = terminal.ask("What must hold? (numbers, or an expression; Enter ends) ")
        if not line:
            return tuple(dict.fromkeys(chosen))
        if re.fullmatch(r"[0-9]+([\s,]+[0-9]+)*", line):
            numbers = [int(word) for word in re.findall(r"[0-9]{1,6}", line)]
            wrong = [n for n in numbers if not 1 <= n <= len(offered)]
            if wrong:
                terminal.show(f"There is no fact {wrong[0]}; the list goes from 1 to {len(offered)}.")
            else:
                chosen += [offered[n - 1] for n in numbers]
            continue
        trouble = _trouble(after, line)
        if trouble:
            terminal.show_wrapped(trouble, "  ")
        else:
            chosen.append(line)


def _trouble(match: Match, text: str) -> str:
    """Why an expression cannot be a fact; empty if it holds."""
    try:
        value = match.evaluate(text)
        if value is True:
            return ""
        phrase = Phrase(text, SourceText("", text).span(0, len(text)))
        return f"That does not hold now: {explain_failure(phrase, match.evaluate)}."
    except InvalidGame as error:
        first = next(f for f in error.findings if f.severity == "error")
        return f"That cannot be read: {first.message}" + (f" ({first.help})" if first.help else "") + "."
    except RulewrightError as error:
        return f"That cannot be worked out: {error}."


def _ask_name(first: Decision, taken: Sequence[str], terminal: Terminal) -> str:
    base = name_from(f"{first.player}_{first.answer}")
    free = next(name for n in range(1, len(taken) + 2) if (name := base if n == 1 else f"{base}_{n}") not in taken)
    while True:
        name = terminal.ask(f"A name for it? (Enter: {free}) ") or free
        if not _NAME.fullmatch(name):
            terminal.show("A name is small letters, digits and `_`, and does not begin with a digit.")
        elif name in taken:
            terminal.show(f"There is a scenario `{name}` in that file.")
        else:
            return name


def _agreed(terminal: Terminal, question: str) -> bool:
    return terminal.ask(question).casefold() in ("y", "yes")

"""A match at the keyboard: who is asked, what is shown, and the words a player may type besides answers."""

import random
import shlex
from collections.abc import Mapping
from pathlib import Path

from rulewright.cli.explain import explain_answer, explain_question
from rulewright.cli.mark import Rules, mark
from rulewright.cli.seen import capital
from rulewright.cli.table import draw_table, has_secrets
from rulewright.cli.terminal import Ended, Terminal, table
from rulewright.errors import ActionError, RuleFault
from rulewright.harness.playout import DEFAULT_CAP, pick_index
from rulewright.play.action import Action
from rulewright.play.match import Match

MOST_SHOWN = 60  # answers listed at once; all of them can be typed
MOST_NEWS = 20  # lines of the log shown before a question
HELP = (
    "number or words: answer   ?: explain   ? ANSWER: which rules, or why not   undo   table   log   save FILE"
    "   mark FILE (a scenario)   quit"
)


class _Quit(Exception):
    pass


class Session:
    """Plays a match through a terminal. Everything that is drawn comes from the view of the seat that looks."""

    def __init__(
        self,
        match: Match,
        terminal: Terminal,
        *,
        language: str,
        bots: Mapping[str, str],
        seed: int,
        ledger: Mapping[str, str],
        rules: Rules,
    ) -> None:
        self.match = match
        self.terminal = terminal
        self.language = language
        self.bots = bots
        self.ledger = ledger
        self.rules = rules
        self.people = [p for p in match.players if p not in bots]
        self.chance = random.Random(f"bots {seed}")
        self.looking: str | None = self.people[0] if len(self.people) == 1 else None
        self.read: dict[str | None, int] = {}  # how many lines of the log a seat has seen
        self.asked: str | None = None
        self.secrets = has_secrets(match)

    def run(self) -> None:
        """Plays until the match is over or somebody quits."""
        self.terminal.show(self.match.game.title, "heading")
        try:
            self._play()
        except (_Quit, Ended):
            self.terminal.show("The match is left unfinished.")
        except RuleFault as fault:
            self.terminal.show(f"A rule failed: {fault}", "warn")
            raise SystemExit(1) from None

    def _play(self) -> None:
        while not self.match.is_over:
            if self.match.decisions >= DEFAULT_CAP and not self.people:
                self.terminal.show(f"The bots have not finished after {DEFAULT_CAP} answers; the match is given up.")
                return
            player = self.match.actors[0]
            if player in self.bots:
                legal = self.match.legal(player)
                self.match.apply(legal[pick_index(self.chance, len(legal))])
                if not self.people and self.match.decisions % 100 == 0:
                    self._show_log(None)
            else:
                self._hand_over(player)
                self._ask(player)
        self._show_log(self.looking)
        self._show_result()

    # ----- one person's turn at the keyboard -----

    def _hand_over(self, player: str) -> None:
        if self.looking == player:
            return
        hides = self.secrets or len(self.match.actors) > 1
        if hides and len(self.people) > 1:
            self.terminal.clear()
            self.terminal.show(f"--- {self._seat(player)}, it is your turn ---", "heading")
            if self.terminal.interactive:
                self.terminal.ask("Hand over the keyboard, then press Enter. ")
                self.terminal.clear()
        self.looking = player

    def _ask(self, player: str) -> None:
        question = self.match.question
        # In the middle of an action the table is the one just seen, but for what the log now tells.
        if question is None or question.current_action is None or self.asked != player:
            self._show_table(player)
        self.asked = player
        self._show_log(player)
        shown = self._show_question(player)
        answers = self.match.decisions
        while self.match.decisions == answers:
            line = self.terminal.ask(f"{self._seat(player)}> ")
            if not self._understand(player, line, shown):
                continue
            if self.match.decisions < answers:  # taken back
                return

    def _understand(self, player: str, line: str, shown: list[Action]) -> bool:
        """Does what a line says. Returns whether the match has moved on (or back)."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word in ("quit", "exit", "q"):
            raise _Quit
        if line.startswith("?"):
            self._explain(player, line[1:].strip(), shown)
        elif line in ("help", "h"):
            self.terminal.show_wrapped(HELP)
        elif line == "undo":
            return self._undo()
        elif line == "table":
            self._show_table(player)
            self._show_question(player)
        elif line == "log":
            for entry in self.match.log(player, self.language):
                self.terminal.show_wrapped(entry, "  ")
        elif line == "save":
            self.terminal.show("Save where? Write: save FILE")
        elif word == "save":
            self._save(rest)
        elif line == "mark" and not self._fits(self.match, player, line):
            self.terminal.show("Mark where? Write: mark FILE (call it NAME.scenarios.yaml)")
        elif word == "mark" and rest:
            mark(self.match, player, rest, self.rules, self.terminal)
        elif line:
            return self._answer(player, line, shown)
        return False

    def _answer(self, player: str, line: str, shown: list[Action]) -> bool:
        """Gives the answer of a line, or several with commas between; nothing is given if one of them is refused."""
        action = self._read(line, shown)
        if action is not None:
            self.match.apply(action)
            return True
        if line.isdecimal() and not _are_numbers(shown):
            self.terminal.show(f"There is no answer {line}; the list goes from 1 to {len(shown)}.")
            return False
        trial = self.match.copy()
        for text in [line] if self._fits(trial, player, line) else split_answers(line):
            if player not in trial.actors or not self._fits(trial, player, text):
                self._refused(trial, player, text)
                return False
            trial.apply(text, player)
        self.match = trial
        return True

    def _read(self, line: str, shown: list[Action]) -> Action | None:
        """The answer that a number, or the words for it, stand for."""
        if line.isdecimal() and not _are_numbers(shown):
            number = int(line[-6:]) if len(line) <= 6 else 0  # a longer one is no place in any list
            return shown[number - 1] if 1 <= number <= len(shown) else None
        labelled = [a for a in shown if a.label(self.language).casefold() == line.casefold()]
        return labelled[0] if len(labelled) == 1 else None

    def _fits(self, match: Match, player: str, text: str) -> bool:
        try:
            return match.parse_action(text, player) in match.legal(player)
        except ActionError:
            return False

    def _refused(self, match: Match, player: str, text: str) -> None:
        if player not in match.actors:
            self.terminal.show(f"Not possible: after that, `{text}` is not asked any more.")
            return
        for line in explain_answer(match, player, text, self.ledger, self.language):
            self.terminal.show_wrapped(line, "  ")

    def _explain(self, player: str, topic: str, shown: list[Action]) -> None:
        if topic.isdecimal() and not _are_numbers(shown) and 1 <= int(topic) <= len(shown):
            topic = str(shown[int(topic) - 1])
        if topic:
            lines = explain_answer(self.match, player, topic, self.ledger, self.language)
            lines = lines or [f"`{topic}` is no answer here; `?` lists what is asked."]
        else:
            lines = [*explain_question(self.match, player, self.ledger, self.language), HELP]
        for line in lines:
            self.terminal.show_wrapped(line, "  ")

    def _undo(self) -> bool:
        if not self.match.can_undo:
            self.terminal.show_wrapped(f"There is {self.match.undo_limit(self.looking, self.language)}.")
            return False
        self.match.undo()
        self.asked = None
        self.terminal.show_wrapped(f"Taken back. {capital(str(self.match.undo_limit(self.looking, self.language)))}.")
        return True

    def _save(self, name: str) -> None:
        path = Path(name).expanduser()
        try:
            if path.is_file() and not path.read_bytes()[:200].lstrip().startswith(b'{"format": "rulewright match'):
                self.terminal.show(f"{path} is there and is no saved match; it is left as it is.", "warn")
                return
            self.match.save(path)
        except OSError as error:
            self.terminal.show(f"Cannot save to {path}: {error.strerror or error}", "warn")
        else:
            self.terminal.show(f"Saved to {path}; go on later with --resume {shlex.quote(str(path))}")

    # ----- what is shown -----

    def _show_table(self, seat: str | None) -> None:
        self.terminal.show()
        for line in draw_table(self.match, seat, self.language, self.terminal.columns):
            self.terminal.show(line)

    def _show_log(self, seat: str | None) -> None:
        told = [e.text(self.language) for e in self.match.events(seat) if e.kind not in ("counted", "won")]
        entries = [line for line in told if line is not None]
        start = min(self.read.get(seat, 0), len(entries))
        fresh = entries[start:]
        if self.people and len(fresh) > MOST_NEWS:
            self.terminal.show(f"  ... {len(fresh) - MOST_NEWS} more lines; `log` shows all", "dim")
            fresh = fresh[-MOST_NEWS:]
        for entry in fresh:
            for line in entry.splitlines() or [""]:
                self.terminal.show_wrapped(f"  {line}", "    ")
        self.read[seat] = len(entries)

    def _show_question(self, player: str) -> list[Action]:
        legal = self.match.legal(player)
        question = self.match.question
        words = question.label(self.language) if question is not None else ""
        self.terminal.show()
        if words:
            self.terminal.show(capital(words), "heading")
        shown = list(legal[:MOST_SHOWN])
        texts = [_with_id(a, self.language) for a in shown]
        if _are_numbers(shown):
            self.terminal.show("Type a number: " + ", ".join(str(a) for a in shown))
        else:
            digits = len(str(len(shown)))
            self.terminal.show_columns([f"{i:>{digits}}  {text}" for i, text in enumerate(texts, 1)])
        if len(legal) > len(shown):
            self.terminal.show(f"... and {len(legal) - len(shown)} more, which can be typed")
        return shown

    def _show_result(self) -> None:
        self._show_table(self.looking)
        match, show = self.match, self.terminal.show
        show()
        show("Final score", "heading")
        rows = [["", *(self._seat(p) for p in match.players)]]
        outcome = match.outcome_in(self.language)
        assert outcome is not None, "play has ended"
        for row in outcome.score_sheet:
            rules = f" ({' '.join(row.rules)})" if row.rules else ""
            rows.append([f"{capital(row.label)}{rules}", *(str(row.points.get(p, "")) for p in match.players)])
        rows.append(["Total", *(str(outcome.scores.get(p, "")) for p in match.players)])
        for line in table(rows, self.terminal.columns):
            show(line)
        show()
        winners = ", ".join(self._seat(p) for p in match.winners)
        show(f"Winner{'s' if len(match.winners) != 1 else ''}: {winners or 'nobody'}", "good")
        for tie in outcome.tie_breaks[1:]:
            values = ", ".join(f"{self._seat(p)} {value}" for p, value in tie.values.items())
            show(f"Tied before: {capital(tie.label)}: {values}", "dim")
        if match.end_reason:
            show(f"The game ended by `{match.end_reason}`.", "dim")

    def _seat(self, seat: str) -> str:
        return self.match.game.label(seat, self.language)


def split_answers(line: str) -> list[str]:
    """A line at its commas outside brackets."""
    parts, depth = [""], 0
    for c in line:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def _are_numbers(actions: "list[Action]") -> bool:
    """Whether the answers are numbers themselves: then a typed number is the answer, not its place in a list."""
    return bool(actions) and any(str(a).lstrip("-").isdecimal() for a in actions)


def _with_id(action: Action, language: str) -> str:
    label, text = action.label(language), str(action)
    return label if label == text else f"{label}  [{text}]"

"""Plays scenarios and says, for each, whether the rules do what it says; a failure names the values on both sides."""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.check.checked import CheckedGame
from rulewright.errors import ActionError, InvalidGame, InvalidSetup, RuleFault, RulewrightError, UnknownGame
from rulewright.harness.playout import DEFAULT_CAP, play_on
from rulewright.harness.scenarios import (
    HIDDEN,
    Expect,
    LogTest,
    Phrase,
    Play,
    Scenario,
    ScriptChance,
    Seen,
    Step,
    ViewTest,
)
from rulewright.harness.values import explain_failure, shown
from rulewright.harness.views import Cell, cells
from rulewright.harness.whatever import alternatives
from rulewright.harness.words import known_words, unknown_words
from rulewright.play.action import Action
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.text import Span

LoadGame = Callable[[Scenario], Game]
Evaluate = Callable[[str], Any]  # the value of an expression at this moment of a scenario
Mend = Callable[[Phrase, Evaluate], bool]


@dataclass(frozen=True)
class Result:
    """How one scenario went. `at` is the scenario, or the line of it that failed.

    `unreadable`: it did not fail because the rules do something else, but because they are not valid, or do not know a
    name or a step that it speaks of.
    """

    name: str
    game: str
    rules: tuple[str, ...]
    at: Span = field(repr=False)
    passed: bool
    message: str | None = None
    unreadable: bool = False

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "name": self.name,
            "game": self.game,
            "path": self.at.source.name,
            "line": self.at.begin.line,
            "passed": self.passed,
            "message": self.message,
            "rules": list(self.rules),
        }


class Failed(Exception):
    """A scenario does not hold; the place is the line of the scenario."""

    def __init__(self, message: str, at: Span, *, unreadable: bool = False) -> None:
        self.at, self.unreadable = at, unreadable
        super().__init__(message)


def run_scenarios(scenarios: Iterable[Scenario], load: LoadGame) -> Iterator[Result]:
    """Plays scenarios one after the other."""
    for scenario in scenarios:
        yield run_scenario(scenario, load)


def run_scenario(scenario: Scenario, load: LoadGame) -> Result:
    """Plays one scenario, and again with each that it says must not matter. `load` gives its game, with variants and
    overlay; its errors become the result's message.
    """
    result = _run_once(scenario, load)
    return run_others(scenario, load) if result.passed and scenario.whatever else result


def run_others(scenario: Scenario, load: LoadGame) -> Result:
    """Plays a scenario only with each that it says must not matter."""
    result = Result(scenario.name, scenario.game.text, tuple(r.text for r in scenario.rules), scenario.at, True)
    try:
        options = load(scenario).options
    except RulewrightError:
        return _run_once(scenario, load)
    for words, other in alternatives(scenario, options):
        again = _run_once(other, load)
        if not again.passed:
            return replace(again, message=f"{words}: {again.message}")
    return result


def _run_once(scenario: Scenario, load: LoadGame) -> Result:
    message, at, unreadable = None, scenario.at, False
    try:
        _Run(scenario, load).run()
    except Failed as failed:
        message, at, unreadable = str(failed), failed.at, failed.unreadable
    except RuleFault as fault:
        message = f"a rule failed in play: {fault}"
    except InvalidGame as error:
        message, unreadable = f"the rules have errors: {error}", True
    except RulewrightError as error:
        message = str(error)
        at = scenario.place_of(f"variant {error.variant}") if isinstance(error, UnknownGame) else at
    rules = tuple(r.text for r in scenario.rules)
    return Result(scenario.name, scenario.game.text, rules, at, message is None, message, unreadable)


def run_mending(scenario: Scenario, load: LoadGame, mend: Mend) -> None:
    """Plays a scenario once; where an expectation fails, `mend` says whether to go on as if it held.

    Raises Failed for what does not hold, and what `load` and a match raise.
    """
    _Run(scenario, load, mend).run()


class _Run:
    def __init__(self, scenario: Scenario, load: LoadGame, mend: Mend = lambda phrase, evaluate: False) -> None:
        self.scenario = scenario
        self.mend = mend
        self.load = load
        self.words: frozenset[str] = frozenset()
        self.forced_after: tuple[int, int] | None = None  # the match and number of its answers that `forced` belongs to
        self.forced: list[Action] = []  # answers taken by themselves that the scenario has not named yet

    def run(self) -> None:
        s = self.scenario
        if s.fails is not None:
            self.expect_refusal(s.fails)
            return
        game = self.load(s)
        if s.random_games is not None:
            for seed in range(s.random_games):
                self.play_random(game, seed)
        if s.steps or s.expect or s.differs:
            seeds = range(s.seeds) if s.seeds is not None else range(s.seed, s.seed + 1)
            values = [self.play(game, seed) for seed in seeds]
            for number, phrase in enumerate(s.differs):
                if all(v[number] == values[0][number] for v in values):
                    raise Failed(f"`{phrase.text}` is {shown(values[0][number])} under every seed", phrase.at)

    def play(self, game: Game, seed: int) -> list[Any]:
        """Plays the scenario once; the values of what must differ between seeds."""
        s = self.scenario
        match = self.start(game, seed)
        when = f"under seed {seed}: " if s.seeds is not None else ""
        self.test_always(match, s.at, when)
        for step in s.steps:
            self.step(match, step)
        for expect in s.expect:
            self.expect(match, expect.what, when)
        return [self.value(match, phrase) for phrase in s.differs]

    # ----- how a match begins -----

    def start(self, game: Game, seed: int) -> Match:
        s = self.scenario
        players = s.players if s.players is not None else game.player_counts.start
        outcomes = list(s.chance.outcomes) if s.chance is not None else None
        try:
            if not (s.bare or s.turn or s.place):
                return game.start(players, seed=seed, options=s.options, chance=outcomes)
            match = game.bench_match(
                players=players,
                options=s.options,
                seed=seed,
                start="bare" if s.bare else "setup",
                turn=s.turn,
                at=s.place,
            )
        except InvalidSetup as error:
            raise Failed(f"the match cannot begin: {error}", s.place_of(error.about)) from None
        for sentence in s.given:
            self.sentence(match, sentence)
        if outcomes is not None:
            match.set_chance(outcomes)
        return match

    def sentence(self, match: Match, phrase: Phrase) -> None:
        try:
            match.run_sentence(phrase.text)
        except InvalidGame as error:
            first = next(f for f in error.findings if f.severity == "error")
            raise Failed(f"`{phrase.text}`: {first.message}", phrase.at, unreadable=True) from None
        except (RuleFault, ActionError, ValueError) as error:
            raise Failed(f"`{phrase.text}` cannot be done: {error}", phrase.at) from None

    def expect_refusal(self, words: Phrase) -> None:
        s = self.scenario
        try:
            game = self.load(s)
            game.start(s.players or game.player_counts.start, seed=s.seed, options=s.options)
        except InvalidSetup as error:
            texts = [str(error)]
        except InvalidGame as error:
            texts = [f.message for f in error.findings]
        except RulewrightError as error:
            texts = [str(error)]
        else:
            raise Failed("the match begins, but it should be refused", words.at)
        if not any(words.text.casefold() in text.casefold() for text in texts):
            raise Failed(f"refused, but with other words: {'; '.join(texts)}", words.at)

    def play_random(self, game: Game, seed: int) -> None:
        s = self.scenario
        match = self.start(game, seed)

        def watch(match: Match) -> None:
            self.test_always(match, s.at, f"in random game {seed}, after {match.decisions} decisions: ")
            for phrase in s.throughout:
                self.expect(match, phrase, f"in random game {seed}, after {match.decisions} decisions: ")

        if not play_on(match, random.Random(seed), DEFAULT_CAP, watch):
            raise Failed(f"random game {seed} is not over after {DEFAULT_CAP} decisions", s.at)
        for phrase in s.at_end:
            self.expect(match, phrase, f"at the end of random game {seed}: ")

    # ----- lines of `play` -----

    def step(self, match: Match, step: Step) -> None:
        match step:
            case Expect(what):
                self.expect(match, what)
            case ScriptChance(outcomes, _):
                match.set_chance(list(outcomes))
            case Play("play", player, answers, at):
                for answer in answers:
                    self.answer(match, player, answer)
                    self.test_always(match, at)
            case Play("offer", player, answers, _):
                trial = match.copy()
                for answer in answers:
                    self.answer(trial, player, answer)
            case Play("refuse"):
                self.refuse(match, step)
            case ViewTest():
                self.view(match, step)
            case LogTest():
                self.log(match, step)
            case _:
                raise AssertionError(step)

    def answer(self, match: Match, player: str, answer: Phrase) -> None:
        """Gives one answer, or skips it where it was taken by itself already."""
        refusal = self.refusal(match, player, answer)
        if refusal is not None:
            raise Failed(f"`{answer.text}` is refused: {refusal}", answer.at)

    def refusal(self, match: Match, player: str, answer: Phrase) -> str | None:
        """Gives one answer; the words of its refusal, or None."""
        self.known(match, answer)
        if self.was_forced(match, player, answer, stops=False):
            return None
        if player not in match.actors:
            if self.was_forced(match, player, answer, stops=True):
                return None
            asked = f"{', '.join(match.actors)} is asked" if match.actors else "the match is over"
            return f"{player} is not asked ({asked})"
        try:
            match.apply(match.parse_action(answer.text, player))
        except ActionError as error:
            if self.was_forced(match, player, answer, stops=True):
                return None
            reason = match.why_not(answer.text)
            return reason.text if reason is not None and reason.text else str(error)
        return None

    def was_forced(self, match: Match, player: str, answer: Phrase, *, stops: bool) -> bool:
        """Whether the answer was taken by itself after the last one: such an answer may stand in the scenario or not.

        It is taken for that one before it is taken for the question (the same word twice is twice the same thing, also
        where the first was the only choice); only the end of a loop (`stops`) is taken for the question first.
        """
        after = (id(match), match.decisions)
        if self.forced_after != after:
            self.forced_after, self.forced = after, list(match.forced)
        for n, action in enumerate(self.forced):
            is_stop = action.kind == "choose" and action.answer is None
            if action.player == player and answer.text in (str(action), action.name) and (stops or not is_stop):
                del self.forced[: n + 1]
                return True
        return False

    def refuse(self, match: Match, step: Play) -> None:
        trial = match.copy()
        for answer in step.answers:
            self.known(trial, answer)
            before = trial.copy()
            if self.refusal(trial, step.player, answer) is None:
                continue
            self.because(before, step, answer)
            return
        line = ", ".join(a.text for a in step.answers)
        raise Failed(f"`{line}` is legal, but should be refused", step.at)

    def because(self, match: Match, step: Play, answer: Phrase) -> None:
        if not step.because:
            return
        reason = match.why_not(answer.text)
        text = reason.text if reason is not None else ""
        rules = tuple(reason.rules) if reason is not None else ()
        for phrase in step.because:
            if phrase.text.casefold() not in text.casefold() and phrase.text not in rules:
                cited = f" ({' '.join(rules)})" if rules else ""
                raise Failed(f"`{answer.text}` is refused, but because: {text or 'no reason given'}{cited}", phrase.at)

    def known(self, match: Match, answer: Phrase) -> None:
        """A misspelt answer would be refused too: so every word of an answer must be one of the game."""
        self.words = self.words or known_words(match.game.checked).all
        unknown = unknown_words(answer.text, self.words)
        if unknown:
            raise Failed(f"the game has no word `{unknown[0]}`", answer.at, unreadable=True)

    # ----- what must hold -----

    def value(self, match: Match, phrase: Phrase) -> Any:
        me = self.scenario.turn
        try:
            return match.evaluate(phrase.text, me if me in match.players else None)
        except InvalidGame as error:
            first = next(f for f in error.findings if f.severity == "error")
            raise Failed(f"`{phrase.text}`: {first.message}", phrase.at, unreadable=True) from None

    def expect(self, match: Match, phrase: Phrase, when: str = "") -> None:
        def evaluate(text: str) -> Any:
            return self.value(match, Phrase(text, phrase.at))

        if self.value(match, phrase) is not True and not self.mend(phrase, evaluate):
            reason = explain_failure(phrase, evaluate)
            raise Failed(f"{when}{reason}", phrase.at)

    def test_always(self, match: Match, at: Span, when: str = "") -> None:
        if self.scenario.always:
            failed = match.test_always()
            if failed:
                raise Failed(f"{when}`always.{failed[0]}` does not hold", at)

    def view(self, match: Match, step: ViewTest) -> None:
        seen: dict[tuple[str, str], Cell] = {(cell.kind, cell.address): cell for cell in cells(match.view(step.seat))}
        for line in step.lines:
            cell = seen.get((line.kind, line.cell.text))
            if cell is None:
                raise Failed(f"there is no {line.kind} `{line.cell.text}`", line.cell.at, unreadable=True)
            problem = _differs(cell, line, match.game.checked)
            if problem is not None:
                raise Failed(f"{step.seat} sees {problem} of `{line.cell.text}`", line.at)

    def log(self, match: Match, step: LogTest) -> None:
        lines = match.log(step.seat)
        for phrase in step.has:
            if not any(_tells(line, phrase.text, match.game) for line in lines):
                raise Failed(f"the log of {step.seat} does not tell `{phrase.text}`", phrase.at)
        for phrase in step.lacks:
            for line in lines:
                if _tells(line, phrase.text, match.game):
                    raise Failed(f"the log of {step.seat} tells `{phrase.text}`: {line}", phrase.at)


def _differs(cell: Cell, line: Seen, game: CheckedGame) -> str | None:
    """What is seen of a cell, in words, if it is not what a line of a scenario says."""
    if cell.kind == "variable":
        value = "nothing" if cell.hidden else shown(cell.value)
        if line.shows == HIDDEN:
            return None if cell.hidden else value
        return None if not line.tests_shows or (not cell.hidden and cell.value == line.shows) else value
    if line.size is not None and cell.size != line.size:
        return f"{cell.size} pieces"
    if line.others_see is not None:
        if cell.hint is None:
            return "nothing but the size" if cell.pieces is None else shown(cell.pieces)
        if sorted(cell.hint, key=str) != sorted(line.others_see, key=str):
            return shown(cell.hint)
    if line.shows == HIDDEN:
        return None if cell.pieces is None else shown(cell.pieces)
    if not line.tests_shows:
        return None
    if cell.pieces is None:
        return "nothing but the size"
    wanted = line.shows if isinstance(line.shows, list) else [] if line.shows is None else [line.shows]
    got, due = list(cell.pieces), wanted
    if game.zones[cell.name].shape == "bag":
        got, due = sorted(got, key=str), sorted(wanted, key=str)
    return None if got == due else shown(cell.pieces)


def _tells(line: str, name: str, game: Game) -> bool:
    """Whether a line of a log tells something: by its id, or by the words for it."""
    words = {name, game.label(name, game.languages[0])}
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line, re.IGNORECASE) for word in words if word)

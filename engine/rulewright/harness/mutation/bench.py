"""Judges mutants of one game by its scenarios, one after the other, in this process."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from rulewright.checking import load_document, read_rules
from rulewright.document.nodes import Mapping as MappingNode
from rulewright.errors import InvalidGame, RulewrightError
from rulewright.harness.conformance import LoadGame, Result, run_scenario
from rulewright.harness.coverage.clauses import Clause, Place, inventory
from rulewright.harness.coverage.counted import CountedGame, CountedGames
from rulewright.harness.mutation.mutants import Mutant, mutants_of
from rulewright.harness.scenarios import Scenario
from rulewright.harness.suite import Suite, read_suite
from rulewright.loader import find_texts
from rulewright.play.game import Game
from rulewright.text import Findings

LIMIT_TIMES, LIMIT_MORE = 10, 5.0  # a scenario may take ten times what it takes, and five seconds, of processor time

Outcome = Literal["killed", "survived", "refused", "broken"]


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant.

    - killed: a scenario failed (`by`), because the rules did something else, failed, or did not come to an end (`how`).
    - survived: all scenarios hold that can still be read.
    - refused: the checker refuses it (`how` is its words), or no scenario failed and some can no longer be read.
    - broken: the engine itself fails (`how`); that is a bug of the engine, and no scenario has noticed anything.

    `seconds` is processor time, `played` how many scenarios were played.
    """

    id: str
    outcome: Outcome
    by: str | None = None
    how: str | None = None
    seconds: float = 0.0
    played: int = 0

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {k: v for k, v in vars(self).items() if v is not None}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "Verdict":
        """From what `to_json` gave. Raises TypeError for anything else."""
        return cls(**row)


class TimeIsUp(BaseException):
    """A scenario has used up its time. No `except Exception` of what it plays may catch it."""


class Bench:
    """A game, its scenarios and its mutants, read once.

    Raises UnknownGame, InvalidGame, OSError; findings of the scenario files are in `suite`, what they mark as
    equivalent in `marks`.
    """

    def __init__(self, game: str | Path, files: Sequence[Path], games: Mapping[str, str | Path] | None = None) -> None:
        self.name = game
        self._counted = CountedGames()
        self._games: dict[str, bool] = {}  # whether a name in a scenario stands for this game
        self.source, _, self.place = find_texts(game, [])
        findings = Findings()
        root = read_rules(self.source, self.place, findings)
        if root is None or findings.has_errors:
            raise InvalidGame(findings)
        self.root: MappingNode = root
        self.base = _Rules(self, root)
        self.game = self.base.plain
        self.suite: Suite = read_suite(files, games)
        self.marks = tuple(m for m in self.suite.marks if m.kind == "equivalent" and self._is_mine(m.game))
        self.scenarios = {s.name: replace(s, whatever=()) for s in self.suite.scenarios if self._is_mine(s.game.text)}

    def _is_mine(self, name: str) -> bool:
        """Whether a game that a scenario file names is this one: a file may hold scenarios of several."""
        if name not in self._games:
            self._games[name] = find_texts(name, [])[0] == self.source
        return self._games[name]

    @cached_property
    def mutants(self) -> dict[str, Mutant]:
        """All mutants by their ids, in the order of the file."""
        return {m.id: m for m in mutants_of(self.root, self.game.checked)}

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the game, whose numbers `baseline` gives."""
        return inventory(self.game.checked).clauses

    def baseline(self, name: str) -> tuple[Result, float, list[int] | None]:
        """A scenario under the rules as they are, the processor time that it took, without compiling them, and the
        numbers of the clauses that it came to; None if it plays at random.
        """
        scenario = self.scenarios[name]
        counted = scenario.random_games is None
        games: dict[CountedGame, None] = {}  # in the order of their first use

        def load(s: Scenario) -> Game:
            game = self.base(s)
            if not counted:
                return game
            found = self._counted.of(game)
            games[found] = None
            return found

        _prepare(scenario, load)
        for game in games:
            game.tally.taken()
        began = time.process_time()
        result = run_scenario(scenario, load)
        seconds = time.process_time() - began
        places = {place for game in games for place in _come_to(game)}
        numbers = [n for n, clause in enumerate(self.clauses) if clause.place in places]
        if scenario.overlay is not None:  # nobody else plays these rules
            self._counted.drop(games)
        return result, seconds, numbers if counted else None

    def judge(
        self,
        mutant: Mutant,
        order: Sequence[str],
        seconds: Mapping[str, float],
        told: Callable[[str], None] = lambda name: None,
    ) -> Verdict:
        """Plays scenarios in an order under the changed rules until one fails.

        `seconds`: what they take under the rules as they are. `told` is called with each scenario's name before it is
        played.
        """
        began = time.process_time()
        rules = _Rules(self, mutant.applied(self.root))
        unreadable = None
        played = 0

        def verdict(outcome: Outcome, by: str | None = None, how: str | None = None) -> Verdict:
            return Verdict(mutant.id, outcome, by, how, round(time.process_time() - began, 3), played)

        try:
            with _limited(LIMIT_MORE):
                _ = rules.plain
        except InvalidGame as error:
            return verdict("refused", how=str(error))
        except (Exception, TimeIsUp) as error:
            return verdict("broken", how=f"the checker: {type(error).__name__}: {error}")
        for name in order:
            told(name)
            failure = self._failure(name, rules, LIMIT_TIMES * seconds.get(name, 1.0) + LIMIT_MORE)
            played += 1
            if isinstance(failure, Exception):
                return verdict("broken", name, f"{type(failure).__name__}: {failure}")
            if failure is not None and failure.unreadable:
                unreadable = failure
            elif failure is not None:
                return verdict("killed", name, failure.message)
        if unreadable is not None:
            return verdict("refused", unreadable.name, unreadable.message)
        return verdict("survived")

    def _failure(self, name: str, rules: "_Rules", limit: float) -> Result | Exception | None:
        scenario = self.scenarios[name]

        def failed(how: str, *, unreadable: bool = False) -> Result:
            ids = tuple(r.text for r in scenario.rules)
            return Result(name, scenario.game.text, ids, scenario.at, False, how, unreadable)

        try:
            with _limited(limit):
                if scenario.fails is None and not rules.loads(scenario):
                    return failed("the rules with its variants have errors", unreadable=True)
                result = run_scenario(scenario, rules)
                return None if result.passed else result
        except TimeIsUp:
            return failed("it does not come to an end")
        except Exception as error:  # whatever the engine does with rules that nobody wrote, the next mutant is judged
            return error


class _Rules:
    """The games that scenarios play under rules that may be changed, each combination of variants once."""

    def __init__(self, bench: Bench, root: MappingNode) -> None:
        self.bench, self.root = bench, root
        self._loaded: dict[tuple[str, ...], Game] = {}

    @cached_property
    def plain(self) -> Game:
        """The game without variants. Raises InvalidGame."""
        return self._load((), ())

    def __call__(self, scenario: Scenario) -> Game:
        """The game of a scenario. Raises InvalidGame."""
        if scenario.overlay is not None:
            return self._load(scenario.variants, (scenario.overlay,))
        if not scenario.variants:
            return self.plain
        if scenario.variants not in self._loaded:
            self._loaded[scenario.variants] = self._load(scenario.variants, ())
        return self._loaded[scenario.variants]

    def _load(self, variants: tuple[str, ...], overlays: tuple[MappingNode, ...]) -> Game:
        _, patches, place = find_texts(self.bench.name, variants)
        return Game(load_document(self.root, [*patches, *overlays], place=place), variants)

    def loads(self, scenario: Scenario) -> bool:
        """Whether the rules are still valid with a scenario's variants."""
        try:
            self(scenario)
        except InvalidGame:
            return False
        return True


def _prepare(scenario: Scenario, load: LoadGame) -> None:
    """Compiles what a scenario plays; what is wrong with that will be told when it is played."""
    try:
        game = load(scenario)
        players = scenario.players if scenario.players is not None else game.player_counts.start
        game.program(game.setting(players, scenario.options), traced=True)
    except RulewrightError:
        return


def _come_to(game: CountedGame) -> Iterator[Place]:
    counts = game.tally.taken()
    for number, clause in enumerate(game.tally.inventory.clauses):
        if counts[2 * number] or counts[2 * number + 1]:
            yield clause.place


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raises TimeIsUp after so much processor time; where there are no such signals, whoever waits has to see to it."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def up(number: int, frame: object) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGPROF, up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)

"""Plays scenarios with counted games, and keeps which clauses each of them comes to."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import process_time

from rulewright.check.checked import CheckedGame
from rulewright.errors import RulewrightError
from rulewright.harness.conformance import LoadGame, Result, run_scenario
from rulewright.harness.coverage.clauses import Clause, Inventory, Place
from rulewright.harness.coverage.counted import CountedGame, CountedGames
from rulewright.harness.scenarios import Scenario
from rulewright.play.game import Game
from rulewright.text import Span


@dataclass
class Reached:
    """How often a clause was true and false (a one-sided one: run, and never), and the scenarios that came to it."""

    true: int = 0
    false: int = 0
    scenarios: list[str] = field(default_factory=list)


@dataclass
class Coverage:
    """The clauses of a game and its variants, what scenarios came to of them, and the scenarios' CPU seconds."""

    clauses: dict[Place, Clause] = field(default_factory=dict)
    reached: dict[Place, Reached] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def know(self, clauses: Inventory, besides: str = "") -> None:
        """Takes in the clauses of a game, but for those of one file: that of a scenario which changes rules itself."""
        for clause in clauses.clauses:
            if clause.at.source.name != besides:
                self.clauses.setdefault(clause.place, clause)
                self.reached.setdefault(clause.place, Reached())

    def add(self, scenario: str, clauses: Inventory, counts: Sequence[int]) -> None:
        """Takes in what one scenario came to."""
        for number, clause in enumerate(clauses.clauses):
            true, false = counts[2 * number], counts[2 * number + 1]
            found = self.reached.get(clause.place)
            if found is not None and (true or false):
                found.true += true
                found.false += false
                if not found.scenarios or found.scenarios[-1] != scenario:
                    found.scenarios.append(scenario)

    def merge(self, other: "Coverage") -> None:
        """Takes in what other scenarios came to, played elsewhere."""
        for place, clause in other.clauses.items():
            self.clauses.setdefault(place, clause)
            mine, theirs = self.reached.setdefault(place, Reached()), other.reached[place]
            mine.true += theirs.true
            mine.false += theirs.false
            mine.scenarios = list(dict.fromkeys([*mine.scenarios, *theirs.scenarios]))
        self.seconds |= other.seconds

    def reaching(self, span: Span) -> list[str]:
        """The scenarios that come to what stands at a place of the rules, the quickest first.

        They are those of the innermost clause around it, or of the clauses in it. All, where there is neither: data
        is read everywhere.
        """
        here = [clause for clause in self.clauses.values() if clause.at.source.name == span.source.name]
        around = [k for k in here if k.at.start <= span.start and span.end <= k.at.end and k.kind != "option"]
        least = min((k.at.end - k.at.start for k in around), default=0)
        found = [k for k in around if k.at.end - k.at.start == least]
        if not found:
            found = [k for k in here if span.start <= k.at.start and k.at.end <= span.end]
        names = {name for clause in found for name in self.reached[clause.place].scenarios} if found else self.seconds
        return sorted(names, key=lambda name: (self.seconds[name], name))


class Recorder:
    """Plays scenarios one after the other, and gathers their coverage by game (as scenarios name it).

    Scenarios that play nothing but random games are played, and not counted: they come to much and tell little. Nor
    is one that fails.
    """

    def __init__(self, load: LoadGame) -> None:
        self.coverage: dict[str, Coverage] = {}
        self._load = load
        self._counted = CountedGames()

    def run(self, scenarios: Iterable[Scenario]) -> Iterator[Result]:
        """Plays scenarios."""
        for scenario in scenarios:
            yield self._run(scenario)

    def _run(self, scenario: Scenario) -> Result:
        begun = process_time()
        counted = replace(scenario, random_games=None, throughout=(), at_end=())
        if scenario.random_games is not None:
            result = run_scenario(scenario, self._load)
            if not result.passed or not (scenario.steps or scenario.expect or scenario.differs):
                return result
        coverage = self.coverage.setdefault(scenario.game.text, Coverage())
        used: dict[CountedGame, None] = {}  # in the order of their first use

        def load(s: Scenario) -> Game:
            game = self.counted(self._load(s))
            used[game] = None
            return game

        result = run_scenario(counted, load)
        for game in used:
            coverage.know(game.tally.inventory, besides=scenario.at.source.name)
            counts = game.tally.taken()
            if result.passed:
                coverage.add(scenario.name, game.tally.inventory, counts)
        if result.passed:
            coverage.seconds[scenario.name] = process_time() - begun
        if scenario.overlay is not None:  # nobody else plays these rules
            self._counted.drop(used)
        return result

    def counted(self, game: Game) -> CountedGame:
        """The counted game of a game, made once."""
        return self._counted.of(game)

    def know(self, scenario: Scenario) -> CheckedGame | None:
        """Takes in the clauses of a scenario's game, though nobody may play it; None if it has errors."""
        try:
            game = self.counted(self._load(scenario))
        except RulewrightError:
            return None
        self.coverage.setdefault(scenario.game.text, Coverage()).know(game.tally.inventory, scenario.at.source.name)
        return game.checked

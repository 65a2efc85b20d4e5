"""The coverage of whole suites: scenarios played, the variants that none of them plays known as well, a report each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.companions import ledger_beside
from rulewright.harness.conformance import LoadGame, Result
from rulewright.harness.coverage.record import Recorder
from rulewright.harness.coverage.report import Report, report
from rulewright.harness.marks import Mark
from rulewright.harness.scenarios import Scenario
from rulewright.library import find_game, known_variants


class Measuring:
    """Plays the scenarios of games once, and reports on each game then."""

    def __init__(self, scenarios: Sequence[Scenario], marks: Sequence[Mark], load: LoadGame) -> None:
        self._scenarios, self._marks, self._load = scenarios, marks, load
        self.recorder = Recorder(load)

    def results(self) -> Iterator[Result]:
        """Plays them."""
        return self.recorder.run(self._scenarios)

    def reports(self) -> list[Report]:
        """The reports, in the order of the games' first scenarios. A game that cannot be loaded has none."""
        return [found for scenario in self._firsts() if (found := self._report(scenario)) is not None]

    def _firsts(self) -> list[Scenario]:
        """For each game a scenario that stands for it: the game as it is."""
        firsts = {s.game.text: s for s in reversed(self._scenarios)}
        order = dict.fromkeys(s.game.text for s in self._scenarios)
        return [replace(firsts[game], variants=(), overlay=None) for game in order]

    def _report(self, scenario: Scenario) -> Report | None:
        game, place = scenario.game.text, find_game(scenario.game.text)
        checked = self.recorder.know(scenario)
        if checked is None:
            return None
        varied = [self.recorder.know(replace(scenario, variants=(v,))) for v in known_variants(checked.id, place)]
        games = [checked, *(game for game in varied if game is not None)]
        marks = [mark for mark in self._marks if mark.game == game]
        cited = [rule.text for s in self._scenarios if s.game.text == game for rule in s.rules]
        return report(checked.id, self.recorder.coverage[game], marks, games, ledger_beside(place), cited)

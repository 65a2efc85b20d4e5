"""Which scenarios come to a place of the rules: measured once for each scenario, and kept as numbers of clauses."""

from collections.abc import Iterable, Mapping, Sequence

from rulewright.harness.coverage.clauses import Clause
from rulewright.harness.coverage.record import Coverage, Reached
from rulewright.text import Span


class Reach:
    """What scenarios come to of the clauses of a game.

    `clauses` are the game's, `reached` the numbers of those that a scenario comes to; None for one that was not
    counted (it plays at random), and may come to everything. `seconds` is what scenarios take.
    """

    def __init__(
        self, clauses: Sequence[Clause], reached: Mapping[str, Iterable[int] | None], seconds: Mapping[str, float]
    ) -> None:
        self.uncounted = [name for name, numbers in reached.items() if numbers is None]
        self.coverage = Coverage({c.place: c for c in clauses}, {c.place: Reached() for c in clauses}, dict(seconds))
        for name, numbers in reached.items():
            for number in numbers or ():
                self.coverage.reached[clauses[number].place].scenarios.append(name)

    def reaching(self, span: Span) -> list[str]:
        """The scenarios that come to what stands there, the quickest first, and those that were not counted."""
        found = self.coverage.reaching(span)
        return list(dict.fromkeys([*found, *self.uncounted]))

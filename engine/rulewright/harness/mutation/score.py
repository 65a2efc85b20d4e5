"""What a run over mutants comes to: the score, whole and by operator and section, and the survivors."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.harness.marks import Mark
from rulewright.harness.mutation.bench import Verdict
from rulewright.harness.mutation.campaign import Run
from rulewright.harness.mutation.mutants import Mutant


@dataclass(frozen=True)
class Score:
    """How many mutants were killed, and how many survived that are not equivalent."""

    killed: int
    survived: int

    @property
    def percent(self) -> float | None:
        """Killed ones among those that count, from 0 to 100; None where none counts."""
        whole = self.killed + self.survived
        return 100 * self.killed / whole if whole else None

    def __str__(self) -> str:
        if self.percent is None:
            return "none counts"
        return f"{self.percent:.1f}% ({self.killed} of {self.killed + self.survived})"


@dataclass(frozen=True)
class Report:
    """A run, with what authors have marked."""

    run: Run
    marks: Mapping[str, Mark]

    def outcome(self, mutant: Mutant) -> str:
        """The outcome of a mutant: that of its verdict, "equivalent" for a survivor with a mark, "left" without one."""
        verdict = self.run.verdicts.get(mutant.id)
        if verdict is None:
            return "left"
        marked = mutant.id in self.marks and verdict.outcome == "survived"
        return "equivalent" if marked else verdict.outcome

    @property
    def counts(self) -> Counter[str]:
        """How many mutants of each outcome."""
        return Counter(map(self.outcome, self.run.chosen))

    def all(self, outcome: str) -> list[Mutant]:
        """The mutants of an outcome, in the order of the file."""
        return [m for m in self.run.chosen if self.outcome(m) == outcome]

    def score(self, mutants: Iterable[Mutant] | None = None) -> Score:
        """The score of all, or of some mutants: those refused, broken, equivalent or left do not count."""
        found = Counter(map(self.outcome, self.run.chosen if mutants is None else mutants))
        return Score(found["killed"], found["survived"])

    def by(self, key: Callable[[Mutant], str]) -> dict[str, Score]:
        """The score of each operator, or section, that has mutants which count."""
        names = dict.fromkeys(key(m) for m in self.run.chosen)
        scores = {name: self.score(m for m in self.run.chosen if key(m) == name) for name in names}
        return {name: score for name, score in scores.items() if score.percent is not None}

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        whole, counts = self.score(), self.counts
        return {
            "mutants": len(self.run.chosen),
            **{name: counts[name] for name in ("killed", "survived", "refused", "equivalent", "broken", "left")},
            "score": _rounded(whole),
            "operators": {name: _rounded(s) for name, s in self.by(lambda m: m.operator).items()},
            "sections": {name: _rounded(s) for name, s in self.by(lambda m: m.section).items()},
            "results": [self._row(m, self.run.verdicts[m.id]) for m in self.run.chosen if m.id in self.run.verdicts],
        }

    def _row(self, mutant: Mutant, verdict: Verdict) -> dict[str, Any]:
        mark = self.marks.get(mutant.id)
        return {
            "id": mutant.id,
            "outcome": self.outcome(mutant),
            **mutant.to_json(),
            "killed_by": verdict.by if verdict.outcome == "killed" else None,
            "how": verdict.how,
            "reason": mark.why if mark is not None else None,
            "seconds": verdict.seconds,
        }


def _rounded(score: Score) -> float | None:
    return None if score.percent is None else round(score.percent, 2)

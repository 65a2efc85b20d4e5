"""A run over many mutants: which scenarios are played for each, in which order, and what is known already."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.errors import RulewrightError
from rulewright.harness.mutation.bench import Bench, Verdict
from rulewright.harness.mutation.mutants import Mutant
from rulewright.harness.mutation.reach import Reach
from rulewright.harness.mutation.results import Results
from rulewright.harness.mutation.workers import Job, Source, Workers
from rulewright.harness.scenarios import Scenario

LONG = 1.0  # seconds; a scenario that takes longer is played last
MOST_LIKELY = 5  # scenarios that have killed neighbours, and are tried first

Progress = Callable[[int], None]


class ScenarioFails(RulewrightError):
    """A scenario does not hold under the rules as they are: it could say nothing about changed ones."""


@dataclass
class Run:
    """What a run came to: the verdicts so far, by mutant, and those mutants that were to be judged."""

    chosen: tuple[Mutant, ...]
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)  # what scenarios take
    known: int = 0  # verdicts of an earlier run

    @property
    def complete(self) -> bool:
        """Whether all mutants have been judged."""
        return len(self.verdicts) == len(self.chosen)


def chosen(
    mutants: Sequence[Mutant], *, at: Sequence[str] = (), operators: Sequence[str] = (), sample: int | None = None,
    seed: int = 0,
) -> tuple[Mutant, ...]:
    """Some mutants of a game: at lines or parts of the rules (`706`, `actions.move`), by operators, a sample of these.

    A sample is the same for the same seed, and keeps the order of the file.
    """  # fmt: skip
    found = [m for m in mutants if not operators or m.operator in operators]
    found = [m for m in found if not at or any(_is_at(m, where) for where in at)]
    if sample is not None and sample < len(found):
        picked = set(random.Random(seed).sample(range(len(found)), sample))
        found = [m for n, m in enumerate(found) if n in picked]
    return tuple(found)


def _is_at(mutant: Mutant, where: str) -> bool:
    first, dots, last = where.partition("..")
    if first.isdigit():
        return int(first) <= mutant.at.begin.line <= int(last if dots else first)
    return where == mutant.id or mutant.is_at(where)


class Campaign:
    """One run under way."""

    def __init__(
        self, bench: Bench, source: Source, mutants: Sequence[Mutant], results: Results, *, workers: int = 1,
        reached_only: bool = False, seconds: float | None = None, progress: Progress = lambda n: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """`reached_only`: only scenarios that come to a mutant's place are played; so fewer are killed, never more.

        `seconds`: after so long on the clock no mutant is begun any more. `progress` is told how many are done.
        """
        self.bench, self.source, self.results = bench, source, results
        self.number, self.progress, self.reached_only = workers, progress, reached_only
        self.reach: Reach | None = None  # until it is measured
        self.end = None if seconds is None else time.monotonic() + seconds
        self.asked_to_stop = stop
        self.run_ = Run(tuple(mutants))
        self.killers: dict[tuple[str | int, ...], list[str]] = {}

    def run(self) -> Run:
        """Judges the mutants. Raises ScenarioFails."""
        with Workers(self.bench, self.source, self.number) as workers:
            self._measure(workers)
            self._take_known()
            left = [m for m in self.run_.chosen if m.id not in self.run_.verdicts]
            if left and self.reach is not None:
                self._judge(workers, left)
        return self.run_

    def _stop(self) -> bool:
        return self.asked_to_stop() or (self.end is not None and time.monotonic() > self.end)

    def _take_known(self) -> None:
        for mutant in self.run_.chosen:
            verdict = self.results.verdict(mutant.id, self.played(mutant))
            if verdict is not None:
                self._count(mutant, verdict)
                self.run_.known += 1

    def _measure(self, workers: Workers) -> None:
        """What each scenario takes; all of them have to hold."""
        missing: list[Job] = []
        reached: dict[str, list[int] | None] = {}
        for name in sorted(self.bench.scenarios, key=lambda n: _setting(self.bench.scenarios[n])):
            known = self.results.measured(name)
            if known is None:
                missing.append(("baseline", name))
            else:
                self.run_.seconds[name], reached[name] = known
        for (_, name), what in workers.run(iter(missing), {}, self._stop):
            passed, message, *measured = what if len(what) == 4 else (False, what[1])
            if not passed:
                raise ScenarioFails(f"scenario `{name}` does not hold under the rules as they are: {message}")
            self.run_.seconds[name], reached[name] = measured
            self.results.keep_measured(name, (measured[0], measured[1]))
        if len(reached) == len(self.bench.scenarios):
            self.reach = Reach(self.bench.clauses, reached, self.run_.seconds)

    def _judge(self, workers: Workers, left: Sequence[Mutant]) -> None:
        seconds = self.run_.seconds
        by_id = {m.id: m for m in left}
        jobs: Iterator[Job] = (("judge", (m.id, self.order(m), seconds)) for m in left)
        for (_, (name, order, _)), what in workers.run(jobs, seconds, self._stop):
            verdict = what if isinstance(what, Verdict) else Verdict(name, "killed" if what[0] else "broken", *what)
            self.results.keep(verdict, order)
            self._count(by_id[name], verdict)

    def _count(self, mutant: Mutant, verdict: Verdict) -> None:
        self.run_.verdicts[mutant.id] = verdict
        self.progress(1)
        if verdict.outcome == "killed" and verdict.by is not None:
            for place in (mutant.change.path, mutant.change.path[:-1]):
                names = self.killers.setdefault(place, [])
                if verdict.by in names:
                    names.remove(verdict.by)
                names.insert(0, verdict.by)

    # ---------- scenarios ----------

    def reaching(self, mutant: Mutant) -> list[str]:
        """The scenarios that come to the place of a mutant; all of them until that is measured."""
        return self.reach.reaching(mutant.at) if self.reach is not None else list(self.bench.scenarios)

    def played(self, mutant: Mutant) -> list[str]:
        """The scenarios that are played for a mutant, in no order.

        Those that do not come to its place may notice it too: by a step that is tried only since it is another.
        """
        return self.reaching(mutant) if self.reached_only else list(self.bench.scenarios)

    def order(self, mutant: Mutant) -> list[str]:
        """The scenarios that are played for a mutant: the likeliest and quickest first, those of a setting together."""
        near = [n for p in (mutant.change.path, mutant.change.path[:-1]) for n in self.killers.get(p, ())]
        likely = {name: n for n, name in enumerate(dict.fromkeys(near)) if n < MOST_LIKELY}
        names, reaching = self.played(mutant), set(self.reaching(mutant))
        rules = set(mutant.rules)
        settings: dict[str, int] = {}
        for name in names:
            setting = _setting(self.bench.scenarios[name])
            settings[setting] = settings.get(setting, 0) + 1

        def rank(name: str) -> tuple[int, bool, bool, bool, int, str, float]:
            scenario, seconds = self.bench.scenarios[name], self.run_.seconds.get(name, 0.0)
            cites = any(r.text in rules for r in scenario.rules)
            setting = _setting(scenario)
            alone = 0 if cites else -settings[setting]
            far = name not in reaching
            return likely.get(name, MOST_LIKELY), far, seconds > LONG, not cites, alone, setting, seconds

        return sorted(names, key=rank)


def _setting(scenario: Scenario) -> str:
    """What is compiled once for all scenarios that have it in common."""
    players = scenario.players if scenario.players is not None else ""
    own = scenario.name if scenario.overlay is not None else ""
    return f"{own}{scenario.variants}{players}{sorted(scenario.options.items())}"

"""Work in processes that may hang or die: each is given one job at a time, and is ended if it says nothing for long."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

from rulewright.harness.mutation.bench import LIMIT_MORE, LIMIT_TIMES, Bench

MOST_JOBS = 200  # after which a worker makes room for a fresh one: generated code leaves things behind
MOST_BYTES = 4 << 30  # of address space that a worker may take more than it began with
SLOW = 30  # a scenario's limit of processor time, times this, is what may pass on the clock: the machine may be busy

Job = tuple[str, Any]  # "baseline" and a scenario's name; "judge" and (mutant id, order of scenarios)


@dataclass(frozen=True)
class Source:
    """What a worker that shares no memory with us reads again."""

    game: str | Path
    files: tuple[Path, ...]
    games: Mapping[str, str | Path] = field(default_factory=dict)

    def bench(self) -> Bench:
        """Reads it. Raises what `Bench` raises."""
        return Bench(self.game, self.files, self.games)


_SHARED: list[Bench] = []  # what a forked worker need not read again


def serve(source: Source, channel: Connection) -> None:
    """What a worker does: jobs in; out go the names of scenarios as they begin, and the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is the parent's affair
    _limit_memory()
    bench = _SHARED[0] if _SHARED else source.bench()
    while True:
        try:
            kind, what = channel.recv()
        except EOFError:
            return
        if kind == "baseline":
            result, took, reached = bench.baseline(what)
            channel.send(("done", (result.passed, result.message, took, reached)))
        else:
            name, order, seconds = what
            verdict = bench.judge(bench.mutants[name], order, seconds, lambda s: channel.send(("at", s)))
            channel.send(("done", verdict))


def _limit_memory() -> None:
    if resource is None:
        return
    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (used + MOST_BYTES, hard))
    except (OSError, ValueError):  # a system without such limits
        return


class Workers:
    """Some workers. Jobs are taken one by one as workers become free; results come as they are done."""

    def __init__(self, bench: Bench, source: Source, number: int) -> None:
        _SHARED[:] = [bench]
        methods = multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("fork" if "fork" in methods else None)
        self.source, self.number = source, number
        self.all: list[_Worker] = []

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.all:
            worker.end()
        self.all = []

    def run(
        self, jobs: Iterator[Job], seconds: Mapping[str, float], stop: Callable[[], bool]
    ) -> Iterator[tuple[Job, Any]]:
        """Each job with what came of it: the worker's answer, or a text that says how the worker was lost.

        Once `stop` is true no job is begun any more, and those under way are given up.
        """
        more = True
        while not stop():
            while more and len(busy := [w for w in self.all if w.job is not None]) < self.number:
                job = next(jobs, None)
                if job is None:
                    more = False
                else:
                    self._free().give(job)
            busy = [w for w in self.all if w.job is not None]
            if not busy:
                return
            ready = wait([w.channel for w in busy], timeout=0.2)
            for worker in busy:
                lost = None
                if worker.channel in ready:
                    try:
                        kind, what = worker.channel.recv()
                    except (EOFError, OSError):
                        lost = "the process died"
                    else:
                        if kind == "done":
                            yield worker.finished(), what
                        else:
                            worker.at(what, seconds)
                elif time.monotonic() > worker.deadline:
                    lost = "it does not come to an end"
                if lost is not None:
                    job, scenario = worker.job, worker.scenario
                    worker.end()
                    self.all.remove(worker)
                    assert job is not None
                    yield job, (scenario, lost)

    def _free(self) -> "_Worker":
        for worker in [w for w in self.all if w.job is None]:
            if worker.jobs < MOST_JOBS:
                return worker
            worker.end()
            self.all.remove(worker)
        self.all.append(_Worker(self.context, self.source))
        return self.all[-1]


class _Worker:
    def __init__(self, context: Any, source: Source) -> None:
        self.channel, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(source, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Job | None = None
        self.scenario: str | None = None
        self.deadline = 0.0
        self.jobs = 0

    def give(self, job: Job) -> None:
        self.job, self.scenario = job, None
        self.jobs += 1
        self.deadline = time.monotonic() + SLOW * LIMIT_MORE * (4 if job[0] == "baseline" else 1)
        self.channel.send(job)

    def at(self, scenario: str, seconds: Mapping[str, float]) -> None:
        """A scenario begins."""
        self.scenario = scenario
        self.deadline = time.monotonic() + SLOW * (LIMIT_TIMES * seconds.get(scenario, 1.0) + LIMIT_MORE)

    def finished(self) -> Job:
        job = self.job
        assert job is not None
        self.job = None
        return job

    def end(self) -> None:
        self.channel.close()
        self.process.join(0.1 if self.job is None else 0)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()

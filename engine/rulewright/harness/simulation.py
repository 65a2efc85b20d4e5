"""Many random games, by one process or several. What comes out does not depend on how many."""

import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import Any

from rulewright.errors import RuleFault, RulewrightError
from rulewright.harness.chunks import Plan, known, play_chunk
from rulewright.harness.summary import Summary
from rulewright.play.game import Game

CHUNK_SECONDS = 0.4  # what a chunk is made to take: an interruption waits so long, and a dead worker loses so much
MOST_DEATHS = 5  # of workers, one after the other without a chunk that gets done: then the fault is not theirs

Rows = Callable[[list[dict[str, Any]]], None]


class WorkersDied(RulewrightError):
    """Workers died again and again over the same games."""


class SimulationFault(RuleFault):
    """A rule failed in game `number`, which has the seed `seed`. Of several, it is the first."""

    def __init__(self, number: int, seed: int, message: str) -> None:
        self.number, self.seed = number, seed
        super().__init__(message)


def simulate(
    game: Game,
    plan: Plan,
    games: int,
    *,
    workers: int = 1,
    progress: Callable[[int], None] = lambda games: None,
    rows: Rows = lambda rows: None,
    stop: Callable[[], bool] = lambda: False,
) -> Summary:
    """Plays the games number 0 to `games - 1` of a plan, and adds them up.

    `progress` is told how many more games are done; `rows` gets what `plan.rows` asks for, in the order of the games.
    Once `stop` is true no chunk is begun any more; those under way are finished and counted, and `rows` may have gaps.
    Raises SimulationFault, WorkersDied, InvalidSetup.
    """
    known(plan, game)
    game.program(game.setting(plan.players, plan.options), traced=False)  # once, before processes are forked
    return _Run(game, plan, games, progress, rows, stop).run(workers)


class _Run:
    """One simulation under way: which chunks are still to be played, and what has come back."""

    def __init__(
        self, game: Game, plan: Plan, games: int, progress: Callable[[int], None], rows: Rows, stop: Callable[[], bool]
    ) -> None:
        self.plan, self.games = plan, games
        self.progress, self.rows, self.stop = progress, rows, stop
        self.total = Summary(game.id, plan.players)
        self.next = 0  # the first game that is in no chunk yet
        self.again: deque[dict[str, Any]] = deque()  # chunks whose worker has died
        self.held: dict[int, dict[str, Any]] = {}  # results whose rows wait for those of earlier games
        self.told = 0  # rows of all games before this one have been given
        self.fault: dict[str, Any] | None = None

    def run(self, workers: int) -> Summary:
        began = perf_counter()
        if workers == 1:
            for chunk in self._chunks(1):
                self._take(play_chunk(chunk))
        else:
            self._with_workers(workers)
        for first in sorted(self.held):
            self.rows(self.held[first]["rows"])
        if self.fault is not None:
            raise SimulationFault(**self.fault)
        self.total.seconds = perf_counter() - began
        return self.total

    def _chunks(self, workers: int) -> Iterator[dict[str, Any]]:
        """The chunks to be played now, one after the other: by the time that games have taken so far."""
        while not self.stop() and self.fault is None:
            if self.again:
                yield self.again.popleft()
            elif self.next < self.games:
                left = self.games - self.next
                each = self.total.seconds / self.total.games if self.total.games else CHUNK_SECONDS
                size = int(CHUNK_SECONDS / each) if each else left
                size = max(1, min(size, -(-left // (2 * workers)) if workers > 1 else left))
                self.next += size
                yield self.plan.chunk(self.next - size, size)
            else:
                return

    def _with_workers(self, workers: int) -> None:
        deaths = 0
        while deaths < MOST_DEATHS:
            done = self.total.games
            if self._until_a_death(workers):
                return
            deaths = deaths + 1 if self.total.games == done else 1
        numbers = sorted(chunk["first"] for chunk in self.again)
        raise WorkersDied(
            f"{MOST_DEATHS} workers have died one after the other over the games from number {numbers[0]} "
            f"(seed {self.plan.seed + numbers[0]}) on; perhaps there is too little memory"
        )

    def _until_a_death(self, workers: int) -> bool:
        """Keeps workers busy until all is done, or one of them dies: what they had in hand is then to be done again."""
        running: dict[Future[dict[str, Any]], dict[str, Any]] = {}
        chunks = self._chunks(workers)
        with ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_the_parent) as pool:
            alive = True
            while True:
                try:
                    while alive and len(running) < 2 * workers and (chunk := next(chunks, None)) is not None:
                        running[pool.submit(play_chunk, chunk)] = chunk
                except BrokenProcessPool:
                    self.again.append(chunk)  # type: ignore[arg-type]
                    alive = False
                if not running:
                    return alive
                done, _ = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
                for future in done:
                    chunk = running.pop(future)
                    try:
                        self._take(future.result())
                    except BrokenProcessPool:
                        self.again.append(chunk)
                        alive = False

    def _take(self, result: dict[str, Any]) -> None:
        """Counts what has come back of a chunk; each chunk comes back once."""
        self.total.merge(Summary.from_sums(result["sums"]))
        self.progress(result["games"])
        fault = result["fault"]
        if fault is not None and (self.fault is None or fault["number"] < self.fault["number"]):
            self.fault = fault
        if self.plan.rows:
            self.held[result["first"]] = result
            while self.told in self.held:
                ready = self.held.pop(self.told)
                self.rows(ready["rows"])
                self.told += ready["games"]


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)

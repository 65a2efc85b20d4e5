"""Many playouts added up. Sums of whole numbers only, so that neither order nor grouping can change what comes out."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rulewright.harness.playout import Playout


@dataclass
class Scores:
    """The scores of all seats of finished games, as sums."""

    count: int = 0
    total: int = 0
    squares: int = 0
    low: int | None = None
    high: int | None = None

    def add(self, other: "Scores") -> None:
        """Adds other scores."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        lows, highs = ([v for v in pair if v is not None] for pair in ((self.low, other.low), (self.high, other.high)))
        self.low, self.high = min(lows, default=None), max(highs, default=None)

    def to_json(self) -> dict[str, Any] | None:
        """Mean, standard deviation and range; null where no game was finished."""
        if not self.count:
            return None
        variance = (self.squares * self.count - self.total**2) / self.count**2
        mean, sd = self.total / self.count, variance**0.5
        return {"mean": round(mean, 2), "sd": round(sd, 2), "min": self.low, "max": self.high}


@dataclass
class Summary:
    """Playouts of one game. `seconds` is the time that they took, by a clock on the wall."""

    game: str
    players: int
    games: int = 0
    seconds: float = 0.0
    decisions: int = 0
    end_reasons: dict[str, int] = field(default_factory=dict)
    winners_by_seat: dict[str, int] = field(default_factory=dict)
    cap_hits: int = 0
    scores: Scores = field(default_factory=Scores)

    def add(self, playout: Playout) -> None:
        """Adds a playout. A shared win counts for each winner; a game that was given up has neither winner nor end."""
        self.games += 1
        self.seconds += playout.seconds
        self.decisions += playout.decisions
        _count(self.winners_by_seat, dict.fromkeys(playout.scores, 0))
        if playout.capped:
            self.cap_hits += 1
            return
        _count(self.end_reasons, {playout.end_reason or "end": 1})
        _count(self.winners_by_seat, dict.fromkeys(playout.winners, 1))
        scores = playout.scores.values()
        self.scores.add(Scores(len(scores), sum(scores), sum(s * s for s in scores), min(scores), max(scores)))

    def merge(self, other: "Summary") -> None:
        """Adds another summary of the same game."""
        self.games += other.games
        self.seconds += other.seconds
        self.decisions += other.decisions
        self.cap_hits += other.cap_hits
        _count(self.end_reasons, other.end_reasons)
        _count(self.winners_by_seat, other.winners_by_seat)
        self.scores.add(other.scores)

    def sums(self) -> dict[str, Any]:
        """All of it as JSON, for `from_sums`."""
        return asdict(self)

    @staticmethod
    def from_sums(sums: Mapping[str, Any]) -> "Summary":
        """A summary as `sums` gave it."""
        return Summary(**{**sums, "scores": Scores(**sums["scores"])})

    def to_json(self) -> dict[str, Any]:
        """The result as JSON, for people and programs."""
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            "decisions": self.decisions,
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else 0,
            "end_reasons": dict(sorted(self.end_reasons.items())),
            "winners_by_seat": self.winners_by_seat,
            "scores": self.scores.to_json(),
            "cap_hits": self.cap_hits,
        }


def _count(counts: dict[str, int], more: Mapping[str, int]) -> None:
    for name, number in more.items():
        counts[name] = counts.get(name, 0) + number

"""What coverage shows: sides of clauses that no scenario reaches, exceptions, and the ledger; as text and as JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.check.checked import CheckedGame
from rulewright.harness.coverage.clauses import Clause
from rulewright.harness.coverage.record import Coverage, Reached
from rulewright.harness.marks import Mark
from rulewright.text import did_you_mean

# What is said of a side that was not reached: of two sides the true and the false one.
_SIDES: dict[str, tuple[str, str]] = {
    "refusal": ("always refused", "never refused"),
    "end": ("never reached", "reached at once each time"),
}
_TRUTH = ("never true", "never false")
_ONCE: dict[str, str] = {
    "sentence": "never run", "routine": "never run", "alternative": "never chosen", "action": "never taken",
    "or": "never answered", "pick": "never answered", "option": "never used", "end": "never reached",
}  # fmt: skip
_NEVER = "never evaluated"


@dataclass(frozen=True)
class Gap:
    """A side of a clause that no scenario reaches; `why` is the reason of an exception, None where there is none."""

    clause: Clause
    side: bool | None  # of a condition; None: the clause as a whole
    why: str | None = None

    @property
    def words(self) -> str:
        """What is missing."""
        kind = self.clause.kind
        if self.side is None:
            return _NEVER if self.clause.two_sided else _ONCE.get(kind, _NEVER)
        return _SIDES.get(kind, _TRUTH)[0 if self.side else 1]

    @property
    def sides(self) -> int:
        """How many sides are missing."""
        return 2 if self.clause.two_sided and self.side is None else 1

    def __str__(self) -> str:
        value = f" {self.clause.value}" if self.clause.kind == "option" else ""
        return f"{self.clause.at}: {self.clause.kind} {self.clause.path}{value} {self.words}"


@dataclass(frozen=True)
class Ledger:
    """The ledger's side: ids that no clause stands for, clauses without an id, ids that no scenario cites."""

    rules: int
    without_clause: tuple[str, ...]
    without_scenario: tuple[str, ...]
    clauses_without_id: tuple[Clause, ...]


@dataclass(frozen=True)
class Report:
    """The coverage of one game, its variants included."""

    game: str
    coverage: Coverage
    gaps: tuple[Gap, ...]
    idle: tuple[Mark, ...]  # exceptions that say nothing: what they except was reached, or there is no such clause
    ledger: Ledger | None
    sides: dict[str, tuple[int, int]]  # by file: sides reached or excepted, and all

    @property
    def percent(self) -> float:
        """Of all sides those reached, or excepted with a reason; cut off after one decimal, so 100 is all of them."""
        met, all_ = (sum(n[i] for n in self.sides.values()) for i in (0, 1))
        return percent(met, all_)

    @property
    def open(self) -> tuple[Gap, ...]:
        """The gaps that no exception explains."""
        return tuple(gap for gap in self.gaps if gap.why is None)

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "game": self.game,
            "percent": self.percent,
            "files": {name: {"reached": met, "sides": all_} for name, (met, all_) in self.sides.items()},
            "gaps": [_gap_json(gap) for gap in self.gaps],
            "clauses": [
                _clause_json(clause) | vars(self.coverage.reached[clause.place]) for clause in demanded(self.coverage)
            ],
            "seconds": self.coverage.seconds,
            "idle_exceptions": [{"at": str(m.at.at), "clause": m.at.text, "why": m.why} for m in self.idle],
            "ledger": None if self.ledger is None else {
                "rules": self.ledger.rules,
                "without_clause": list(self.ledger.without_clause),
                "without_scenario": list(self.ledger.without_scenario),
                "clauses_without_id": [_clause_json(clause) for clause in self.ledger.clauses_without_id],
            },
        }  # fmt: skip


def percent(part: int, whole: int) -> float:
    """A share in percent, cut off after one decimal."""
    return part * 1000 // whole / 10 if whole else 100.0


def report(
    game: str, coverage: Coverage, marks: Iterable[Mark], checked: Sequence[CheckedGame], ledger: Mapping[str, str],
    cited: Iterable[str],
) -> Report:  # fmt: skip
    """What a game's coverage shows. `checked` is the game as it is and with each of its variants; `cited` are the ids
    that its scenarios name."""
    marks = [mark for mark in marks if mark.kind == "unreached"]
    used: set[int] = set()
    gaps: list[Gap] = []
    sides: dict[str, tuple[int, int]] = {}
    for clause in demanded(coverage):
        found = [_excepted(gap, marks, used) for gap in _gaps(clause, coverage.reached[clause.place])]
        whole = 2 if clause.two_sided else 1
        missing = sum(gap.sides for gap in found if gap.why is None)
        met, all_ = sides.get(clause.at.source.name, (0, 0))
        sides[clause.at.source.name] = met + whole - missing, all_ + whole
        gaps += found
    idle = tuple(mark for n, mark in enumerate(marks) if n not in used)
    return Report(game, coverage, tuple(gaps), idle, _ledger(coverage, checked, ledger, cited), sides)


def demanded(coverage: Coverage) -> list[Clause]:
    """The clauses that count, in the order of files and lines."""
    found = (clause for clause in coverage.clauses.values() if clause.demanded)
    return sorted(found, key=lambda clause: clause.place)


def _gaps(clause: Clause, reached: Reached) -> list[Gap]:
    if not reached.true and not reached.false:
        return [Gap(clause, None)]
    if not clause.two_sided:
        return []
    return [Gap(clause, side) for side, times in ((True, reached.true), (False, reached.false)) if not times]


def _excepted(gap: Gap, marks: Sequence[Mark], used: set[int]) -> Gap:
    for n, mark in enumerate(marks):
        if _means(mark, gap.clause) and mark.side in (None, gap.side):
            used.add(n)
            return Gap(gap.clause, gap.side, mark.why)
    return gap


def _means(mark: Mark, clause: Clause) -> bool:
    text = " ".join(mark.at.text.split())
    return text in (clause.path, clause.words, f"{clause.path} {clause.value}")


def _ledger(
    coverage: Coverage, checked: Sequence[CheckedGame], ledger: Mapping[str, str], cited: Iterable[str]
) -> Ledger | None:
    if not ledger:
        return None
    clauses = demanded(coverage)
    told = {rule for clause in clauses for rule in clause.rules}
    for game in checked:
        told |= set(game.rules) | {rule for _, ids in game.follows.values() for rule in ids}
    there = set(cited)
    return Ledger(
        len(ledger),
        tuple(rule for rule in ledger if rule not in told),
        tuple(rule for rule in ledger if rule not in there),
        tuple(clause for clause in clauses if not clause.rules),
    )


# ---------- text ----------


def as_text(report: Report) -> Iterator[str]:
    """The report in lines."""
    yield f"rule coverage of {report.game}: {report.percent}%"
    for name, (met, all_) in report.sides.items():
        yield f"{name}: {met} of {all_} sides of clauses ({percent(met, all_)}%)"
        for gap in report.gaps:
            if gap.clause.at.source.name == name:
                why = f" - excepted: {gap.why}" if gap.why is not None else ""
                yield f"  {gap}{why}"
                if gap.clause.kind != "option":
                    yield f"      {_short(gap.clause.words)}"
    for mark in report.idle:
        yield f"{mark.at.at}: this exception says nothing: {_idle(report, mark)}"
    if report.ledger is not None:
        yield from _ledger_lines(report.ledger)


def _idle(report: Report, mark: Mark) -> str:
    clauses = demanded(report.coverage)
    if any(_means(mark, clause) for clause in clauses):
        return f"`{mark.at.text}` is reached"
    return f"there is no clause `{mark.at.text}`; {did_you_mean(mark.at.text, [clause.path for clause in clauses])}"


def _ledger_lines(ledger: Ledger) -> Iterator[str]:
    yield f"ledger: {ledger.rules} rules"
    for words, ids in (
        ("no place in the rules", ledger.without_clause), ("no scenario", ledger.without_scenario),
    ):  # fmt: skip
        yield f"  with {words}: {' '.join(ids) or 'none'}"
    yield f"  clauses that cite no rule: {len(ledger.clauses_without_id) or 'none'}"
    for clause in ledger.clauses_without_id:
        yield f"    {clause.at}: {clause.kind} {clause.path}"


def _short(words: str, width: int = 100) -> str:
    return words if len(words) <= width else words[: width - 3].rstrip() + "..."


def _clause_json(clause: Clause) -> dict[str, Any]:
    begin, finish = clause.at.begin, clause.at.finish
    return {
        "kind": clause.kind, "path": clause.path, "value": clause.value, "file": clause.at.source.name,
        "line": begin.line, "column": begin.column, "end_line": finish.line, "end_column": finish.column,
        "rules": list(clause.rules),
    }  # fmt: skip


def _gap_json(gap: Gap) -> dict[str, Any]:
    return _clause_json(gap.clause) | {"side": gap.side, "words": gap.words, "why": gap.why}

"""What is known of mutants from earlier runs: a file of JSON lines, which is added to as results come in.

A verdict counts again while what it was found with is the same: the rules (`digest`), and for a killed mutant the
scenario that kills it, for any other all scenarios that were to be played.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from rulewright.document.nodes import Mapping as MappingNode
from rulewright.document.nodes import Scalar, Sequence
from rulewright.harness.mutation.bench import Bench, Verdict
from rulewright.loader import find_texts
from rulewright.text import Span

Measured = tuple[float, list[int] | None]  # seconds, and the numbers of clauses, as `Bench.baseline` gives them


class Results:
    """The file, or none. Raises OSError if it cannot be read or written, ValueError if it is no such file."""

    def __init__(self, path: Path | None, bench: Bench) -> None:
        self.path = path
        self.rules = f"{version('rulewright')} {bench.game.digest}"
        self.scenarios = {name: _scenario_digest(bench, name) for name in bench.scenarios}
        self._verdicts: dict[str, tuple[str, Verdict]] = {}
        self._measured: dict[str, tuple[str, Measured]] = {}
        self._file: IO[str] | None = None
        if path is not None:
            if path.exists():
                self._read(path)
            self._file = path.open("a", encoding="utf-8")

    def close(self) -> None:
        """Nothing more is written."""
        if self._file is not None:
            self._file.close()

    def verdict(self, mutant: str, order: Iterable[str]) -> Verdict | None:
        """What became of a mutant, if that still counts for the scenarios that would be played."""
        found = self._verdicts.get(mutant)
        if found is None:
            return None
        key, verdict = found
        names = [verdict.by] if verdict.outcome == "killed" and verdict.by is not None else order
        return verdict if key == self._key(names) else None

    def measured(self, scenario: str) -> Measured | None:
        """What a scenario takes and comes to under the rules as they are, if it held when that was measured."""
        found = self._measured.get(scenario)
        return found[1] if found is not None and found[0] == self._key([scenario]) else None

    def keep(self, verdict: Verdict, order: Iterable[str]) -> None:
        """A mutant has been judged."""
        names = [verdict.by] if verdict.outcome == "killed" and verdict.by is not None else order
        key = self._key(names)
        self._verdicts[verdict.id] = key, verdict
        self._write({"key": key, "verdict": verdict.to_json()})

    def keep_measured(self, scenario: str, measured: Measured) -> None:
        """A scenario holds under the rules as they are."""
        key, (seconds, reached) = self._key([scenario]), measured
        self._measured[scenario] = key, measured
        self._write({"key": key, "scenario": scenario, "seconds": round(seconds, 4), "reached": reached})

    def _key(self, names: Iterable[str]) -> str:
        parts = [self.rules, *sorted(f"{name} {self.scenarios.get(name, '')}" for name in names)]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def _write(self, row: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
            self._file.flush()

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        if text and not text.endswith("\n"):  # cut off when it was written
            text = text[: text.rfind("\n") + 1]
            path.write_text(text, encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            try:
                row = json.loads(line)
                if "verdict" in row:
                    verdict = Verdict.from_json(row["verdict"])
                    self._verdicts[verdict.id] = row["key"], verdict
                else:
                    scenario, seconds = row["scenario"], float(row["seconds"])
                    if "reached" in row:  # the first of these files had only the seconds
                        self._measured[scenario] = row["key"], (seconds, row["reached"])
            except (ValueError, TypeError, KeyError):
                raise ValueError(f"line {number} of `{path}` is no result of an earlier run") from None


def _scenario_digest(bench: Bench, name: str) -> str:
    """Changes with anything that a scenario says, and with the variants that it plays."""
    scenario = bench.scenarios[name]
    _, patches, _ = find_texts(scenario.game.text, scenario.variants)
    text = json.dumps([_plain(scenario), [p.source.text for p in patches]], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(part: Any) -> Any:
    if isinstance(part, (Span, MappingNode, Sequence, Scalar)):
        return "" if isinstance(part, Span) else part.span.words
    if is_dataclass(part):
        return [_plain(getattr(part, f.name)) for f in fields(part) if f.name not in ("at", "origin", "rules", "why")]
    if isinstance(part, dict):
        return [[str(k), _plain(v)] for k, v in part.items()]
    if isinstance(part, (tuple, list)):
        return [_plain(p) for p in part]
    return part if part is None or isinstance(part, (int, str, bool, float)) else str(part)

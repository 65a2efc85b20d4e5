"""Reads the corpus of mistakes, makes each of them in a copy of the games, and tells what the checker says.

The format is told in README.md beside this file.
"""

import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.harness.any_file import check_any_file
from rulewright.text import Finding, Span

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BASE = HERE / "base"
_SIGNS = {"⇥": "\t", "⍽": "\u00a0", "␇": "\x07", "␍": "\r"}  # characters that nobody would see
SHOWN_LINES = 4  # of a finding that spans more, the first ones and the last


@dataclass(frozen=True)
class Edit:
    """A stretch of text that stands exactly once in the file, and what is written instead."""

    old: str
    new: str


@dataclass(frozen=True)
class Case:
    """One mistake: where it is made, and what the checker must say, as text."""

    file: str
    title: str
    why: str
    path: str
    is_new: bool
    edits: tuple[Edit, ...]
    expected: str

    def __str__(self) -> str:
        return f"{self.file}: {self.title}"

    @property
    def codes(self) -> list[str]:
        return re.findall(r"^(?:error|warning|note)\[([a-z-]+)\]", self.expected, re.MULTILINE)


def all_cases() -> list[Case]:
    return [case for file in sorted(HERE.glob("*.txt")) for case in read_cases(file)]


def read_cases(file: Path) -> list[Case]:
    """The cases of a file: each begins with a line `## TITLE`."""
    parts = re.split(r"^## ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [_case(file.stem, part) for part in parts[1:]]


def _case(file: str, part: str) -> Case:
    title, *lines = part.rstrip("\n").split("\n")
    why: list[str] = []
    while lines and re.match(r"(in|new) \S+$", lines[0]) is None:
        why.append(lines.pop(0))
    assert lines, f"{file}: {title}: no line `in PATH` or `new PATH`"
    verb, path = lines.pop(0).split()
    edits: list[Edit] = []
    while lines and (lines[0][:1] in ("-", "+") or not lines[0]):
        old, new = _taken(lines, "-"), _taken(lines, "+")
        if old or new:
            edits.append(_edit(old, new))
        while lines and not lines[0]:
            lines.pop(0)
    return Case(file, title, "\n".join(why).strip(), path, verb == "new", tuple(edits), "\n".join(lines).strip("\n"))


def _taken(lines: list[str], sign: str) -> list[str]:
    taken: list[str] = []
    while lines and lines[0].startswith(sign):
        line = lines.pop(0)[2:]
        for sign_of, char in _SIGNS.items():
            line = line.replace(sign_of, char)
        taken.append(line)
    return taken


def _edit(old: list[str], new: list[str]) -> Edit:
    if not new:  # whole lines are left out
        return Edit("\n".join(old) + "\n", "")
    return Edit("\n".join(old), "\n".join(new))


class Bench:
    """A copy of the games in which mistakes are made, one after another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(BASE, folder, dirs_exist_ok=True)
        shutil.copytree(ROOT / "docs" / "rules", folder / "docs" / "rules")

    def findings(self, case: Case) -> list[Finding]:
        """What the checker says of the file with the mistake."""
        place = self.folder / case.path
        before = place.read_bytes() if place.exists() else None
        assert (before is None) == case.is_new, f"{case.path}: `in` is for a file that is there, `new` for another"
        text = before.decode("utf-8") if before is not None else ""
        for edit in case.edits:
            times = text.count(edit.old)
            assert before is None or times == 1, f"{times} times in the file: {edit.old!r}"
            text = text.replace(edit.old, edit.new, 1) if before is not None else text + edit.new + "\n"
        try:
            place.write_bytes(text.encode("utf-8"))
            return list(check_any_file(place))
        finally:
            if before is None:
                place.unlink()
            else:
                place.write_bytes(before)

    def told(self, case: Case) -> str:
        """The findings as the corpus writes them."""
        return "\n\n".join(self._told(finding, case.path) for finding in self.findings(case))

    def _told(self, finding: Finding, path: str) -> str:
        lines = [f"{finding.severity}[{finding.code}]: {finding.message}"]
        lines += self._place(finding.span, path, "^")
        if finding.help:
            lines += [f"  {'help:' if n == 0 else '     '} {line}" for n, line in enumerate(finding.help.split("\n"))]
        for edit in finding.fix:
            old = edit.span.source.text[edit.span.start : edit.span.end]
            lines.append(f"  fix: `{old}` -> `{edit.text}`")
        for related in finding.related:
            lines += [f"  also: {related.message}", *self._place(related.span, path, "-")]
        return "\n".join(lines)

    def _place(self, span: Span, path: str, mark: str) -> list[str]:
        source = span.source
        name = source.name.replace(str(self.folder) + "/", "")
        lines = [f"  in {name}"] if name != path else []
        first, last = span.begin, span.finish
        text = source.line(first.line)
        same = [n for n, line in enumerate(source.text.split("\n"), 1) if line.strip() == text.strip()]
        if len(same) > 1:
            lines.append(f"  (number {same.index(first.line) + 1} of {len(same)} such lines)")
        numbers = list(range(first.line, last.line + 1))
        left = numbers[SHOWN_LINES:-1] if len(numbers) > SHOWN_LINES + 1 else []
        shown = [source.line(n) for n in numbers if n not in left and source.line(n).strip()]
        cut = min((len(line) - len(line.lstrip()) for line in shown), default=0)
        for number in numbers:
            if number in left:
                lines += ["  | ..."] if number == left[0] else []
                continue
            text = source.line(number)
            begin = first.column - 1 if number == first.line else len(text) - len(text.lstrip())
            end = last.column - 1 if number == last.line else len(text)
            blank = "".join("\t" if c == "\t" else " " for c in text[cut:begin])
            lines.append(f"  | {text[cut:]}".rstrip())
            lines.append(f"  | {blank}{mark * max(1, end - begin)}")
        return lines


def with_expected(case: Case, told: str) -> Case:
    return replace(case, expected=told)


def written(case: Case) -> str:
    """A case as it stands in its file."""
    lines = [f"## {case.title}"]
    lines += [case.why] if case.why else []
    lines.append(f"{'new' if case.is_new else 'in'} {case.path}")
    for number, edit in enumerate(case.edits):
        old, new = edit.old, edit.new
        lines += [""] if number else []
        lines += [f"- {_visible(line)}" for line in old.removesuffix("\n").split("\n")] if old else []
        lines += [f"+ {_visible(line)}" for line in new.split("\n")] if new else []
    return "\n".join(lines) + f"\n\n{case.expected}\n"


def _visible(line: str) -> str:
    for sign_of, char in _SIGNS.items():
        line = line.replace(char, sign_of)
    return line

"""Findings: what is wrong with a text, where, and what would be right. They are data, never exceptions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from rulewright.text.codes import Code
from rulewright.text.source import Span

Severity = Literal["error", "warning", "note"]

_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Related:
    """Another place that a finding is about, with what it has to do with it."""

    span: Span
    message: str


@dataclass(frozen=True)
class Edit:
    """A change of the text that would cure a finding: the span is replaced by the text."""

    span: Span
    text: str


@dataclass(frozen=True)
class Finding:
    """One mistake. The message is one sentence without full stop, names in backticks; help says what would be right."""

    code: Code
    message: str
    span: Span
    severity: Severity = "error"
    help: str | None = None
    related: tuple[Related, ...] = ()
    fix: tuple[Edit, ...] = ()

    def __str__(self) -> str:
        return f"{self.span}: {self.severity}[{self.code}]: {self.message}"


@dataclass
class Findings:
    """Collects findings while stages go on; drops doubles, sorts by place.

    `allowed` holds those that a comment in the file allows, each with its reason; they count for nothing else.
    """

    allowed: dict[Finding, str] = field(default_factory=dict)
    _found: dict[tuple[str, str, int, int, str], Finding] = field(default_factory=dict)

    def add(self, finding: Finding) -> None:
        """Keeps a finding, unless the same code and message stand at the same place already."""
        self._found.setdefault(_key(finding), finding)

    def allow(self, finding: Finding, reason: str) -> None:
        """Keeps a finding as one that the file allows."""
        self.allowed[finding] = reason

    def take(self, others: "Findings") -> None:
        """Adds what others have found."""
        for finding in others:
            self.add(finding)
        self.allowed |= others.allowed

    def error(
        self,
        code: Code,
        message: str,
        span: Span,
        *,
        help: str | None = None,
        related: tuple[Related, ...] = (),
        fix: tuple[Edit, ...] = (),
    ) -> None:
        """Adds an error."""
        self.add(Finding(code, message, span, "error", help, related, fix))

    def warning(
        self,
        code: Code,
        message: str,
        span: Span,
        *,
        help: str | None = None,
        related: tuple[Related, ...] = (),
        fix: tuple[Edit, ...] = (),
    ) -> None:
        """Adds a warning."""
        self.add(Finding(code, message, span, "warning", help, related, fix))

    def note(self, code: Code, message: str, span: Span, *, help: str | None = None) -> None:
        """Adds a note: nothing is wrong, but something was not checked."""
        self.add(Finding(code, message, span, "note", help))

    def fold(self) -> None:
        """Makes one of errors that say the same of the same word in the same file: what is wrong is wrong once.

        The first place stays, the others become related ones, and all edits are kept: the mistake is most often where
        the word is declared, not at each place where it stands.
        """
        alike: dict[tuple[str, ...], list[Finding]] = {}
        for finding in self.sorted():
            word = _WORD.match(finding.span.text)
            if word is not None and finding.severity == "error":
                said = (finding.code, finding.message, finding.help or "", finding.span.source.name, word[0])
                alike.setdefault(said, []).append(finding)
        for first, *others in alike.values():
            for other in others:
                del self._found[_key(other)]
            again = [Related(f.span, "and here") for f in others]
            related = dict.fromkeys([*first.related, *again, *(r for f in others for r in f.related)])
            fix = dict.fromkeys(edit for f in (first, *others) for edit in f.fix)
            self._found[_key(first)] = replace(first, related=tuple(related), fix=tuple(fix))

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(f.severity == "error" for f in self._found.values())

    def sorted(self) -> tuple[Finding, ...]:
        """All findings, by file, place and code."""
        return tuple(
            sorted(
                self._found.values(),
                key=lambda f: (f.span.source.name, f.span.start, f.span.end, f.code, f.message),
            )
        )

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self._found)


def _key(finding: Finding) -> tuple[str, str, int, int, str]:
    span = finding.span
    return (finding.code, span.source.name, span.start, span.end, finding.message)

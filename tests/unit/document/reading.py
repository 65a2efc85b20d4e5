"""Short ways to read a text and to say what was found in it."""

from pathlib import Path

from rulewright.document import Mapping, read_yaml
from rulewright.text import Finding, Findings, SourceText

DRAFTS = Path(__file__).resolve().parents[2] / "drafts"


class Reading:
    """A text, its root node and the findings."""

    def __init__(self, text: str, name: str = "file.yaml") -> None:
        self.text = text
        self.findings = Findings()
        self.root = read_yaml(SourceText(name, text), self.findings)

    @property
    def mapping(self) -> Mapping:
        assert isinstance(self.root, Mapping), self.findings.sorted()
        return self.root

    @property
    def only(self) -> Finding:
        (finding,) = self.findings
        return finding


def marked(finding: Finding) -> str:
    """The text that a finding points at."""
    return finding.span.source.text[finding.span.start : finding.span.end]


def read_draft(name: str) -> Mapping:
    path = DRAFTS / name
    reading = Reading(path.read_text(encoding="utf-8"), path.name)
    assert list(reading.findings) == []
    return reading.mapping

"""Checks small games: a base game without findings, of which a test replaces whole sections."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.check.checked import CheckedGame
from rulewright.check.from_model import check_model
from rulewright.document.nodes import Mapping
from rulewright.document.read_yaml import read_yaml
from rulewright.model.from_nodes import model_from_nodes
from rulewright.text import Findings, SourceText

HERE = Path(__file__).parent
LEDGER = ("XX-1", "XX-2", "XX-10")


def sections_of(text: str) -> dict[str, str]:
    """The top-level sections of a YAML text, by their keys."""
    parts = re.split(r"^(?=[«\w])", text, flags=re.MULTILINE)
    return {re.sub(r"[«»]", "", p).split(":", 1)[0]: p for p in parts if p.strip()}


BASE = sections_of((HERE / "base_game.yaml").read_text(encoding="utf-8"))


def check(
    text: str, name: str = "small", *, known_rules: tuple[str, ...] | None = LEDGER
) -> tuple[CheckedGame, Findings]:
    """A whole text, checked."""
    findings = Findings()
    root = read_yaml(SourceText(name, text), findings)
    assert isinstance(root, Mapping), list(findings)
    model = model_from_nodes(root, findings)
    assert not len(findings), [str(f) for f in findings]
    return check_model(model, findings, known_rules=known_rules), findings


def check_sections(sections: str) -> tuple[CheckedGame, Findings]:
    """The base game with some sections replaced."""
    return check("".join({**BASE, **sections_of(sections)}.values()))


@dataclass(frozen=True)
class Case:
    """Sections with one marked place, and the finding that is expected there."""

    title: str
    code: str
    gist: str
    sections: str

    def marked(self) -> tuple[str, int, int]:
        """The whole text, and the line and column of the marked place."""
        text = "".join({**BASE, **sections_of(self.sections)}.values())
        before = text[: text.index("«")]
        text = text.replace("«", "").replace("»", "")
        return text, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def cases(file: str) -> Iterator[Case]:
    """`### CODE: GIST` lines with the sections below each."""
    text = (HERE / file).read_text(encoding="utf-8")
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        head, _, sections = part.partition("\n")
        code, _, gist = head.partition(": ")
        yield Case(head, code, gist, sections.strip("\n") + "\n")

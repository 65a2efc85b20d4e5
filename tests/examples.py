"""The marked examples of the documentation: which game a fragment belongs to, and what comes of checking it.

A fence that begins with `game:` is a whole game. Any other has a comment on the line above it, which a rendered page
does not show: `<!-- example: in market, at actions.gift.do, wrong type -->`. Its parts:

- `in GAME`: a fragment, put into that game of docs/language.md: its sections' entries are added to the game's, or take
  their place; with `at PATH` the fragment is what stands at that path.
- `variant of GAME`, `scenarios of GAME`, `words of GAME`, `csv of GAME` (rows of tickets): such a file.
  `variants of GAME`: several, with `---` between.
- `compiled`: the game is compiled too, since only that can find the mistake.
- `wrong CODE`, `warns CODE`: exactly this finding comes of it; without these, none does.
"""

import re
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulewright.document.nodes import Entry, Mapping
from rulewright.document.read_yaml import read_yaml
from rulewright.text import Findings, SourceText

ROOT = Path(__file__).resolve().parents[1]
LANGUAGE = ROOT / "docs" / "language.md"
FENCE = re.compile(
    r"^(?:<!-- example: (?P<note>[^\n]*) -->\n)?```(?:yaml|csv)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
PART = re.compile(r"(in|at|wrong|warns|variants? of|scenarios of|words of|csv of) ([^\s,]+)|(compiled)")
OTHERS = ("variant of", "variants of", "scenarios of", "words of", "csv of")


@dataclass(frozen=True)
class Example:
    page: Path
    line: int
    text: str
    parts: dict[str, str]

    def __str__(self) -> str:
        return f"line {self.line}"

    @property
    def expected(self) -> set[str]:
        return {self.parts[key] for key in ("wrong", "warns") if key in self.parts}

    @property
    def game(self) -> str | None:
        """The id of a whole game."""
        found = re.match(r"game: (\w+)", self.text)
        return found[1] if found else None


def examples_of(page: Path) -> list[Example]:
    """The examples of a page, in their order."""
    found, text = [], page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start("text"))
        note = match["note"] or ""
        assert re.sub(PART, "", note).strip(", ") == "", f"{page}, line {line}: the comment `{note}` cannot be read"
        parts = {key or flag: value for key, value, flag in PART.findall(note)}
        found.append(Example(page, line, match["text"], parts))
    return found


GAMES = {e.game: e for e in examples_of(LANGUAGE) if e.game is not None}


def nodes(text: str, name: str, findings: Findings) -> Mapping | None:
    root = read_yaml(SourceText(name, text), findings)
    return root if isinstance(root, Mapping) and not findings.has_errors else None


@cache
def base_of(name: str) -> Mapping:
    root = nodes(GAMES[name].text, f"{LANGUAGE.name}/{name}", Findings())
    assert root is not None
    return root


def joined(base: Mapping, fragment: Mapping) -> Mapping:
    """The base with the entries of the fragment's sections added, or in the place of its own."""
    entries = dict(base.entries)
    for entry in fragment:
        name, old = entry.key.text, base.get(entry.key.text)
        value = entry.value
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            value = Mapping(value.span, {**old.entries, **value.entries})
        entries[name] = Entry(entry.key, value)
    return Mapping(base.span, entries)


def placed(example: Example) -> str:
    """The text of a fragment below the path at which it stands."""
    text = example.text
    for name in reversed(example.parts["at"].split(".") if "at" in example.parts else []):
        text = f"{name}:\n" + textwrap.indent(text, "  ")
    return text


def told(findings: Findings) -> str:
    return "\n".join(f"{f}  [{f.help}]" for f in findings)

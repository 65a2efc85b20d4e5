"""Bundled files with one random change: each either loads, or gives findings that lie in a file; never a traceback,
a hang or a heap of memory.

The changes come from a seed, so a failure names the file, the kind of change and its number, and can be made again.
`-m slow` tries every line left out and 5,000 changes of each file; the suite tries a sample of both.
"""

import random
import re
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulewright.harness.any_file import check_any_source
from rulewright.text import Finding, SourceText

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 2.0  # of processor time for one text
MEGABYTES = 200  # by which the process may grow over all texts of a file
GAMES = sorted((ROOT / "games").glob("*.yaml")) + sorted((ROOT / "games" / "classics").glob("*.yaml"))
OTHERS = [
    *sorted((ROOT / "games" / "variants").glob("*/*.yaml")),
    *sorted((ROOT / "games" / "words").glob("*.yaml")),
    *sorted((ROOT / "tests" / "conformance").glob("*/fixtures.yaml")),
]
SAMPLE = {"games": (21, 12), "others": (2, 1)}  # in the suite: changes of a file, and lines left out
WHOLE = 5_000

Mutation = Callable[[str, random.Random], str]


def flip_byte(text: str, chance: random.Random) -> str:
    raw = bytearray(text.encode("utf-8"))
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return raw.decode("utf-8", "replace")


def swap_keys(text: str, chance: random.Random) -> str:
    """Two names change places, or one takes the other's."""
    words = re.findall(r"[a-z_]{2,}", text)
    one, other = chance.choice(words), chance.choice(words)
    places = [m.span() for m in re.finditer(rf"\b{one}\b", text)]
    start, end = chance.choice(places) if places else (0, 0)
    return text[:start] + other + text[end:]


def change_number(text: str, chance: random.Random) -> str:
    places = [m.span() for m in re.finditer(r"\b[0-9]+\b", text)]
    if not places:
        return text + "1"
    start, end = chance.choice(places)
    return text[:start] + chance.choice(["0", "-1", "007", "1.5", "99999", str(2**53 + 1), "1e9", ""]) + text[end:]


def nest(text: str, chance: random.Random) -> str:
    """A stretch of lines goes deeper or less deep, or a value into brackets."""
    lines = text.split("\n")
    first = chance.randrange(len(lines))
    last = min(len(lines), first + chance.randint(1, 6))
    kind = chance.randrange(4)
    for n in range(first, last):
        if kind == 0:
            lines[n] = "  " + lines[n]
        elif kind == 1:
            lines[n] = lines[n][2:] if lines[n].startswith("  ") else lines[n]
        elif kind == 2:
            lines[n] = re.sub(r": (.+)$", r": {\1}", lines[n], count=1)
        else:
            lines[n] = re.sub(r": (.+)$", r": [\1]", lines[n], count=1)
    return "\n".join(lines)


def insert_sign(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + chance.choice("\t\n:#\"'{}[](),&*!|>%@`?-=.\u00a0\u2028é💎 ") + text[at:]


def delete_stretch(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + text[at + chance.randint(1, 30) :]


def move_lines(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


MUTATIONS: tuple[Mutation, ...] = (
    flip_byte, swap_keys, change_number, nest, insert_sign, delete_stretch, move_lines,
)  # fmt: skip


def mutated(path: Path, number: int) -> Iterator[tuple[str, str]]:
    """So many changed texts of a file, each with what was done."""
    text = path.read_text(encoding="utf-8")
    for n in range(number):
        mutation = MUTATIONS[n % len(MUTATIONS)]
        yield f"{mutation.__name__} {n}", mutation(text, random.Random(f"{path.name} {n}"))


def lines_left_out(path: Path, number: int | None) -> Iterator[tuple[str, str]]:
    """The text without one line: each of them, or a sample."""
    lines = path.read_text(encoding="utf-8").split("\n")
    chosen = range(len(lines))
    if number is not None and number < len(lines):
        chosen = sorted(random.Random(path.name).sample(chosen, number))
    for n in chosen:
        yield f"without line {n + 1}", "\n".join(lines[:n] + lines[n + 1 :])


def hold(path: Path, texts: Iterator[tuple[str, str]]) -> None:
    """Checks texts in the place of a file."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for what, text in texts:
        started = time.process_time()
        findings = list(check_any_source(SourceText(str(path), text), path))
        took = time.process_time() - started
        assert took < SECONDS, f"{what}: {took:.1f} s"
        for finding in findings:
            assert lies_in_its_file(finding), f"{what}: {finding!r}"
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < MEGABYTES, f"{grown:.0f} MB more"


def lies_in_its_file(finding: Finding) -> bool:
    spans = [finding.span, *(r.span for r in finding.related), *(e.span for e in finding.fix)]
    return all(0 <= s.start <= s.end <= len(s.source.text) for s in spans) and bool(finding.message)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_a_changed_game_loads_or_has_findings(path: Path) -> None:
    changes, lines = SAMPLE["games"]
    hold(path, mutated(path, changes))
    hold(path, lines_left_out(path, lines))


@pytest.mark.parametrize("path", OTHERS, ids=named)
def test_a_changed_variant_words_or_fixture_file_is_read_or_has_findings(path: Path) -> None:
    changes, lines = SAMPLE["others"]
    hold(path, mutated(path, changes))
    hold(path, lines_left_out(path, lines))


@pytest.mark.slow
@pytest.mark.parametrize("path", [*GAMES, *OTHERS], ids=named)
def test_every_line_left_out_loads_or_has_findings(path: Path) -> None:
    hold(path, lines_left_out(path, None))


@pytest.mark.slow
@pytest.mark.parametrize("path", [*GAMES, *OTHERS], ids=named)
def test_five_thousand_changes_load_or_have_findings(path: Path) -> None:
    hold(path, mutated(path, WHOLE))

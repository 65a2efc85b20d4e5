"""Changes a text at random, as a slip of the hand or a broken disk would, and holds the checker to what it promises.

All changes come from a seed, so a failure names the file, the kind of change and its number, and can be made again.
"""

import random
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.cli.formats import FORMATS
from rulewright.harness.any_file import check_any_source
from rulewright.library import read_source, shown_name
from rulewright.text import Finding, SourceText

SECONDS = 2.0  # of processor time for one text; of scenarios, for each game and set of variants that they play
HANGS = 60.0  # seconds of processor time after which a text is given up, however many games it plays
MEGABYTES = 200  # by which the process may grow over all texts of a file

Mutation = Callable[[str, random.Random], str]


def flip_byte(text: str, chance: random.Random) -> str:
    raw = bytearray(text.encode("utf-8"))
    raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
    return raw.decode("utf-8", "replace")


def swap_keys(text: str, chance: random.Random) -> str:
    """Two keys change places."""
    places = [m.span(1) for m in re.finditer(r"(?:^ *|[{,] ?)([a-z_]\w*(?:\([^)\n]*\))?):", text, re.MULTILINE)]
    if len(places) < 2:
        return text + "key:"
    (a, b), (c, d) = sorted(chance.sample(places, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def take_name(text: str, chance: random.Random) -> str:
    """One name stands where another stood."""
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
    """A stretch of lines goes deeper or less deep, or a value into brackets, or into many."""
    lines = text.split("\n")
    first = chance.randrange(len(lines))
    last = min(len(lines), first + chance.randint(1, 6))
    kind = chance.randrange(5)
    for n in range(first, last):
        if kind == 0:
            lines[n] = "  " + lines[n]
        elif kind == 1:
            lines[n] = lines[n][2:] if lines[n].startswith("  ") else lines[n]
        elif kind == 2:
            lines[n] = re.sub(r": (.+)$", r": {\1}", lines[n], count=1)
        elif kind == 3:
            lines[n] = re.sub(r": (.+)$", r": [\1]", lines[n], count=1)
        else:
            deep = chance.choice([2, 20, 70])
            lines[n] = re.sub(r": (.+)$", lambda m: f": {'[' * deep}{m[1]}{']' * deep}", lines[n], count=1)  # noqa: B023
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
    flip_byte, swap_keys, change_number, nest, take_name, insert_sign, delete_stretch, move_lines,
)  # fmt: skip


def mutated(path: Path, number: int) -> Iterator[tuple[str, str]]:
    """So many changed texts of a file, each with what was done; the kinds of change take turns, the first differs."""
    text = path.read_text(encoding="utf-8")
    first = random.Random(path.name).randrange(len(MUTATIONS))
    for n in range(number):
        mutation = MUTATIONS[(first + n) % len(MUTATIONS)]
        yield f"{mutation.__name__} {n}", mutation(text, random.Random(f"{path.name} {n}"))


def lines_left_out(path: Path, share: int = 1) -> Iterator[tuple[str, str]]:
    """The text without one line, for each line; or for one line in so many, at least one, always the same ones."""
    lines = path.read_text(encoding="utf-8").split("\n")
    chosen = range(len(lines))
    if share > 1:
        chosen = sorted(random.Random(path.name).sample(chosen, max(1, len(lines) // share)))
    for n in chosen:
        yield f"without line {n + 1}", "\n".join(lines[:n] + lines[n + 1 :])


@dataclass
class Tally:
    """What became of many texts."""

    tried: int = 0
    loaded: int = 0  # without an error
    slowest: float = 0.0  # seconds of processor time
    seconds: float = 0.0  # for all
    megabytes: float = 0.0  # by which the process grew
    codes: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        mean = 1000 * self.seconds / max(1, self.tried)
        return (
            f"{self.tried} texts, {self.loaded} without error, {len(self.codes)} codes; "
            f"{mean:.0f} ms each, at most {self.slowest:.2f} s; {self.megabytes:.0f} MB more"
        )


def hold(path: Path, texts: Iterator[tuple[str, str]]) -> Tally:
    """Checks texts in the place of a file, and tells the findings in all formats.

    None may raise, take long or much memory, or give a finding whose places do not lie in a file.
    """
    tally, before = Tally(), _most_memory(afresh=True)
    limit = SECONDS * games_played(path)
    for what, text in texts:
        try:
            findings, took = _timed(path, text)
        except Exception as error:
            raise AssertionError(f"{what}: {error!r}") from error
        if took >= limit:  # on a crowded machine processor time grows too: what hangs does so again
            took = min(took, *(_timed(path, text)[1] for _ in range(2)))
        assert took < limit, f"{what}: {took:.1f} s"
        for finding in findings:
            assert lies_in_its_file(finding, path, text), f"{what}: {finding!r}"
        for form in FORMATS.values():
            form(findings, {}, 1)
        tally.tried += 1
        tally.loaded += not any(f.severity == "error" for f in findings)
        tally.slowest = max(tally.slowest, took)
        tally.seconds += took
        tally.codes |= {f.code for f in findings}
    tally.megabytes = _most_memory() - before
    assert tally.megabytes < MEGABYTES, str(tally)
    assert tally.tried
    return tally


def _timed(path: Path, text: str) -> tuple[list[Finding], float]:
    started = time.process_time()
    with _given_up_after(HANGS):
        findings = list(check_any_source(SourceText(shown_name(path), text), path))
    return findings, time.process_time() - started


@contextmanager
def _given_up_after(seconds: float) -> Iterator[None]:
    """Raises TimeoutError in what takes longer, of processor time: else a text that hangs would hold up all others."""

    def give_up(number: int, frame: object) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def games_played(path: Path) -> int:
    """How many different sets of variants the scenarios of a file name, if it holds scenarios."""
    return 1 + len(set(re.findall(r"^ +variants: (.*)$|^ +(with):$", path.read_text(encoding="utf-8"), re.MULTILINE)))


def lies_in_its_file(finding: Finding, path: Path, text: str) -> bool:
    """Whether all its places lie in the text that was checked, or in a file that is really there."""
    spans = [finding.span, *(r.span for r in finding.related), *(e.span for e in finding.fix)]
    return bool(finding.message) and all(
        0 <= s.start <= s.end <= len(s.source.text)
        and s.source.text == (text if s.source.name == shown_name(path) else read_source(Path(s.source.name)).text)
        for s in spans
    )


def _most_memory(*, afresh: bool = False) -> float:
    """The most memory that this process has had, in MB; `afresh`: from now on."""
    if afresh:
        Path("/proc/self/clear_refs").write_text("5")
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) / 1024

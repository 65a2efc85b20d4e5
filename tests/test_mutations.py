"""Bundled files with one random change: each either loads, or gives findings that lie in a file; never a traceback,
a hang or a heap of memory.

The suite tries 200 changes of each game, four of each variant and words file, one of each scenario file, and leaves
out one line in ten of each game. On demand, 5,000 changes of each file are tried and each line of it left out in turn:
`pytest -m slow -n 0 -rP tests/test_mutations.py` prints what was tried.
"""

import sys
from pathlib import Path

import pytest

from mutating import hold, lines_left_out, mutated

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted((ROOT / "games").glob("*.yaml")) + sorted((ROOT / "games" / "classics").glob("*.yaml"))
VARIANTS = sorted((ROOT / "games" / "variants").glob("*/*.yaml"))
WORDS = sorted((ROOT / "games" / "words").glob("*.yaml"))
SCENARIOS = sorted((ROOT / "tests" / "conformance").glob("*/*.yaml"))
EVERY_FILE = [*GAMES, *VARIANTS, *WORDS, *SCENARIOS]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux tells it")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_a_changed_game_loads_or_has_findings(path: Path) -> None:
    tally = hold(path, mutated(path, 200))
    assert tally.loaded < tally.tried, "no change was a mistake"


@pytest.mark.parametrize("path", GAMES, ids=named)
def test_a_game_without_a_line_loads_or_has_findings(path: Path) -> None:
    hold(path, lines_left_out(path, 10))


@pytest.mark.parametrize("path", [*VARIANTS, *WORDS], ids=named)
def test_a_changed_variant_or_words_file_is_read_or_has_findings(path: Path) -> None:
    hold(path, mutated(path, 4))


@pytest.mark.parametrize("path", SCENARIOS, ids=named)
def test_a_changed_scenario_file_is_read_or_has_findings(path: Path) -> None:
    hold(path, mutated(path, 1))


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERY_FILE, ids=named)
def test_every_line_left_out_loads_or_has_findings(path: Path) -> None:
    print(hold(path, lines_left_out(path)))


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERY_FILE, ids=named)
def test_five_thousand_changes_load_or_have_findings(path: Path) -> None:
    print(hold(path, mutated(path, 5_000)))

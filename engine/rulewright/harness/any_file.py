"""All findings of a file, whatever it holds."""

import re
from importlib.resources.abc import Traversable
from pathlib import Path

from rulewright.checking import check_source, check_words, source_at
from rulewright.companions import translated_game
from rulewright.library import identify
from rulewright.text import Findings, SourceText
from rulewright.text.allow import sift

_SCENARIOS = re.compile(r"^(scenarios|fixtures):", re.MULTILINE)
_TOP_KEY = re.compile(r"^([a-z]+):", re.MULTILINE)
_OF_A_GAME = {"seats", "players", "zones", "actions", "setup", "play"}  # two of them make a game that lacks its `game:`


def check_any_file(place: Traversable) -> Findings:
    """All findings of one file, whatever it holds: a game, a variant, scenarios, words.

    Raises UnknownGame for a variant or words of a game that is not here, OSError for a file that cannot be read.
    """
    findings = Findings()
    source = source_at(place, findings)
    return findings if findings.has_errors else check_any_source(source, place)


def check_any_source(source: SourceText, place: Traversable) -> Findings:
    """All findings of one text, whatever it holds, that lies or is to lie at a place.

    Raises UnknownGame and OSError as `check_any_file`.
    """
    if isinstance(place, Path) and _SCENARIOS.search(source.text) and identify(source.text) is None:
        return _check_scenarios(source, place)
    game = translated_game(place)
    if game is not None and identify(source.text) is None:
        return check_words(source, place, game)
    return check_source(source, place)


def rules_files(folder: Path) -> list[Path]:
    """The files of a folder and below that `check_any_file` has something to say about, in the order of their paths.

    Words files are checked with their game, and files of rows with the game that names them.
    """
    found = sorted(p for p in folder.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file())
    return [p for p in found if _looks_like_rules(p.read_bytes().decode("utf-8", "replace"))]


def _looks_like_rules(text: str) -> bool:
    keys = set(_TOP_KEY.findall(text))
    return bool(keys & {"game", "variant", "scenarios", "fixtures"}) or len(keys & _OF_A_GAME) > 1


def _check_scenarios(source: SourceText, place: Path) -> Findings:
    # Scenarios need all that plays games, which takes longer to load than most files to check.
    from rulewright.harness.check_lines import check_lines  # noqa: PLC0415
    from rulewright.harness.suite import Games, read_sources  # noqa: PLC0415

    suite = read_sources([(source, place)])
    check_lines(suite.scenarios, Games(), suite.findings)
    return sift(suite.findings, [source], whole=not suite.findings.has_errors)

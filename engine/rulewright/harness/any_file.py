"""All findings of a file, whatever it holds."""

import re
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from rulewright.check.checked import CheckedGame
from rulewright.checking import check_text_of, check_words, source_at
from rulewright.companions import translated_game
from rulewright.library import find_game, find_variant, holds_scenarios, identify, read_source
from rulewright.text import Findings, SourceText
from rulewright.text.allow import sift

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
    return check_with(source, place, ())[0]


def check_with(
    source: SourceText, place: Traversable, variants: Sequence[str | Path]
) -> tuple[Findings, list[CheckedGame]]:
    """As `check_any_source`, of a text whose games have variants; and the games that it is, or plays.

    Words are those of a game without variants. Raises UnknownGame for a variant that is not there too.
    """
    if is_scenarios(source) and isinstance(place, Path):
        return _check_scenarios(source, place, variants)
    translated = translated_game(place)
    if translated is not None and identify(source.text) is None:
        return check_words(source, place, translated), []
    findings = Findings()
    game = check_text_of(source, place, findings, variants)
    return findings, [game] if game is not None else []


def is_scenarios(source: SourceText) -> bool:
    """Whether a text holds scenarios, or fixtures for them, or is called as files of scenarios are."""
    if source.name.endswith((".scenarios.yaml", ".scenarios.yml")):
        return True
    return holds_scenarios(source.text) and identify(source.text) is None


def rules_files(folder: Path) -> list[Path]:
    """The files of a folder and below that `check_any_file` has something to say about, in the order of their paths.

    Words files are checked with their game, and files of rows with the game that names them.
    """
    found = sorted(p for p in folder.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file())
    return [p for p in found if _looks_like_rules(p.read_bytes().decode("utf-8", "replace"))]


def _looks_like_rules(text: str) -> bool:
    keys = set(_TOP_KEY.findall(text))
    return bool(keys & {"game", "variant", "scenarios", "fixtures"}) or len(keys & _OF_A_GAME) > 1


def _check_scenarios(
    source: SourceText, place: Path, variants: Sequence[str | Path]
) -> tuple[Findings, list[CheckedGame]]:
    # Scenarios need all that plays games, which takes longer to load than most files to check.
    from rulewright.harness.check_lines import check_lines  # noqa: PLC0415
    from rulewright.harness.suite import Games, read_sources  # noqa: PLC0415

    suite, games = read_sources([(source, place)]), Games(variants=variants)
    for name in dict.fromkeys(s.game.text for s in suite.scenarios):
        base = find_game(name)
        entry = identify(read_source(base).text)
        for variant in variants:
            # One that is not there is told once, not for every scenario.
            find_variant(entry.id if entry is not None else "", variant, base)
    check_lines(suite.scenarios, games, suite.findings)
    found = sift(suite.findings, [source], whole=not suite.findings.has_errors)
    return found, [game.checked for game in games.loaded]

"""Scenario files of a game: where they lie, reading them, and the games that they play."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path

from rulewright.companions import ledger_beside, translated_game
from rulewright.errors import UnknownGame
from rulewright.harness.check_lines import check_lines
from rulewright.harness.read_scenarios import read_scenarios
from rulewright.harness.scenarios import Scenario
from rulewright.library import data_folder, find_game, identify, read_source
from rulewright.loader import check_source, check_words, load, source_at
from rulewright.play.game import Game
from rulewright.text import Findings, SourceText, did_you_mean
from rulewright.text.allow import sift

_SCENARIOS = re.compile(r"^(scenarios|fixtures):", re.MULTILINE)
_TOP_KEY = re.compile(r"^([a-z]+):", re.MULTILINE)
_OF_A_GAME = {"seats", "players", "zones", "actions", "setup", "play"}  # two of them make a game that lacks its `game:`
SHARED = "fixtures.yaml"  # fixtures for all scenario files of its folder


@dataclass(frozen=True)
class Suite:
    """The scenarios of some files; mistakes in the files are findings."""

    scenarios: tuple[Scenario, ...]
    findings: Findings


def scenario_folder(game: str) -> Path | None:
    """The folder of a game's scenarios in a checkout, or None (an installed wheel has none)."""
    for root in (data_folder(), Path.cwd()):
        folder = root / "tests" / "conformance" / game
        if isinstance(folder, Path) and folder.is_dir():
            return folder
    return None


def scenario_games() -> list[str]:
    """The games that have scenarios in this checkout."""
    for root in (data_folder(), Path.cwd()):
        folder = root / "tests" / "conformance"
        if isinstance(folder, Path) and folder.is_dir():
            return sorted(f.name for f in folder.iterdir() if f.is_dir() and any(f.glob("**/*.yaml")))
    return []


def scenario_files(place: Path) -> list[Path]:
    """A scenario file, or all of them in a folder and below."""
    return sorted(place.glob("**/*.yaml")) if place.is_dir() else [place]


def read_suite(files: Iterable[Path], games: Mapping[str, str | Path] | None = None) -> Suite:
    """Reads scenario files, as `read_sources`. Raises OSError, or UnicodeDecodeError for a file that is not UTF-8."""
    return read_sources(((read_source(file), file) for file in files), games)


def read_sources(texts: Iterable[tuple[SourceText, Path]], games: Mapping[str, str | Path] | None = None) -> Suite:
    """Reads texts of scenarios, each with the file where it lies.

    `games` says which file a game's id stands for; others are bundled games, or paths from the scenario's own folder.
    Citations are checked against the game's ledger where there is one.
    """
    findings = Findings()
    scenarios: list[Scenario] = []
    ledgers: dict[str, Mapping[str, str]] = {}
    names: dict[tuple[str, str], Scenario] = {}
    for source, file in texts:
        beside = file.parent / SHARED
        shared = read_source(beside) if beside.is_file() and beside != file else None
        for scenario in read_scenarios(source, findings, shared):
            try:
                place = _place(scenario, file.parent, games or {})
                if str(place) not in ledgers:
                    ledgers[str(place)] = ledger_beside(find_game(place))
            except UnknownGame as error:
                findings.error("unknown-name", str(error), scenario.game.at)
                continue
            _check_citations(scenario, ledgers[str(place)], findings)
            first = names.setdefault((scenario.game.text, scenario.name), scenario)
            if first is not scenario:
                findings.error("duplicate-key", f"scenario `{scenario.name}` stands in two files", scenario.at)
                continue
            scenarios.append(replace(scenario, game=replace(scenario.game, text=str(place))))
    return Suite(tuple(scenarios), findings)


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
        suite = read_sources([(source, place)])
        check_lines(suite.scenarios, Games(), suite.findings)
        return sift(suite.findings, [source], whole=not suite.findings.has_errors)
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


class Games:
    """Loads the games that scenarios play, each combination of variants once."""

    def __init__(
        self, settings: Mapping[str, int | bool | str] | None = None, variants: Sequence[str | Path] = ()
    ) -> None:
        self.settings = dict(settings or {})
        self.variants = tuple(variants)
        self._loaded: dict[tuple[str, tuple[str | Path, ...]], Game] = {}

    def __call__(self, scenario: Scenario) -> Game:
        """The game of a scenario. Raises what `load` raises."""
        variants = (*self.variants, *scenario.variants)
        if scenario.overlay is not None:
            return load(scenario.game.text, variants=variants, overlays=[scenario.overlay])
        key = (scenario.game.text, variants)
        if key not in self._loaded:
            self._loaded[key] = load(scenario.game.text, variants=variants)
        return self._loaded[key]


def _place(scenario: Scenario, folder: Path, games: Mapping[str, str | Path]) -> str | Path:
    name = scenario.game.text
    if name in games:
        return games[name]
    if "/" in name or name.endswith((".yaml", ".yml")):
        return folder / name
    return name


def _check_citations(scenario: Scenario, ledger: Mapping[str, str], findings: Findings) -> None:
    if not ledger:
        return
    for rule in scenario.rules:
        if rule.text not in ledger:
            help = did_you_mean(rule.text, ledger)
            findings.error("citation-unknown", f"the ledger has no rule `{rule.text}`", rule.at, help=help)

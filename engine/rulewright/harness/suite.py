"""Scenario files of a game: where they lie, reading them, and the games that they play."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.companions import ledger_beside, translated_game
from rulewright.errors import UnknownGame
from rulewright.expr.explain_case import RULE_ID
from rulewright.harness.marks import Mark, read_marks
from rulewright.harness.read_scenarios import read_scenarios
from rulewright.harness.scenarios import Play, Scenario
from rulewright.library import data_folder, find_game, identify, is_path, read_source, variants_in
from rulewright.loader import load
from rulewright.play.game import Game
from rulewright.text import Findings, SourceText, did_you_mean

SHARED = "fixtures.yaml"  # fixtures for all scenario files of its folder


@dataclass(frozen=True)
class Suite:
    """The scenarios of some files, and what they except from coverage and mutation; mistakes are findings."""

    scenarios: tuple[Scenario, ...]
    findings: Findings
    marks: tuple[Mark, ...] = ()


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
    """A scenario file, or all of them in a folder and below: its YAML files but games, variants and their words, and
    what lies in hidden folders.
    """
    if not place.is_dir():
        return [place]
    found = [f for f in place.glob("**/*.y*ml") if f.suffix in (".yaml", ".yml")]
    return sorted(f for f in found if not any(p.startswith(".") for p in f.relative_to(place).parts) and _may_test(f))


def _may_test(file: Path) -> bool:
    """Whether a file that lies among scenarios is to be read as some: so that one that is misspelt is told."""
    return translated_game(file) is None and identify(file.read_bytes().decode("utf-8", "replace")) is None


def read_suite(files: Iterable[Path], games: Mapping[str, str | Path] | None = None) -> Suite:
    """Reads scenario files, as `read_sources`. Raises OSError, or UnicodeDecodeError for a file that is not UTF-8."""
    return read_sources(((read_source(file), file) for file in files), games)


def read_sources(texts: Iterable[tuple[SourceText, Path]], games: Mapping[str, str | Path] | None = None) -> Suite:
    """Reads texts of scenarios, each with the file where it lies.

    `games` says which file a game's id stands for; others are bundled games, or paths from the scenario's own folder.
    Variants are paths from there too, or names: of a variant file that lies in that folder, or of one of the game.
    Citations are checked against the game's ledger where there is one.
    """
    findings = Findings()
    scenarios: list[Scenario] = []
    marks: list[Mark] = []
    ledgers: dict[str, Mapping[str, str]] = {}
    names: dict[tuple[str, str], Scenario] = {}
    for source, file in texts:
        marks += (replace(m, game=str(_place(m.game, file.parent, games or {}))) for m in read_marks(source, findings))
        beside_it: dict[str | Path, dict[str, str]] = {}  # by the games that the file's scenarios play
        beside = file.parent / SHARED
        shared = read_source(beside) if beside.is_file() and beside != file else None
        for scenario in read_scenarios(source, findings, shared):
            try:
                place = _place(scenario.game.text, file.parent, games or {})
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
            if place not in beside_it and (scenario.variants or scenario.whatever):
                beside_it[place] = _variants_beside(place, file)
            scenarios.append(_with_places(scenario, place, file, beside_it.get(place, {})))
    return Suite(tuple(scenarios), findings, tuple(marks))


class Games:
    """Loads the games that scenarios play, each combination of variants once."""

    def __init__(
        self, settings: Mapping[str, int | bool | str] | None = None, variants: Sequence[str | Path] = ()
    ) -> None:
        self.settings = dict(settings or {})
        self.variants = tuple(variants)
        self._loaded: dict[tuple[str, tuple[str | Path, ...]], Game] = {}

    @property
    def loaded(self) -> tuple[Game, ...]:
        """The games that were asked for, without those of overlays inside scenarios."""
        return tuple(self._loaded.values())

    def __call__(self, scenario: Scenario) -> Game:
        """The game of a scenario. Raises what `load` raises."""
        variants = (*self.variants, *scenario.variants)
        if scenario.overlay is not None:
            return load(scenario.game.text, variants=variants, overlays=[scenario.overlay])
        key = (scenario.game.text, variants)
        if key not in self._loaded:
            self._loaded[key] = load(scenario.game.text, variants=variants)
        return self._loaded[key]


def _variants_beside(game: str | Path, file: Path) -> dict[str, str]:
    """The paths of a game's variants that lie in the folder of a scenario file, by their ids."""
    entry = identify(read_source(find_game(game)).text)
    return {v.id: str(v.place) for v in variants_in(file.parent, entry.id)} if entry is not None else {}


def _with_places(scenario: Scenario, game: str | Path, file: Path, beside: Mapping[str, str]) -> Scenario:
    """A scenario of a file with its game, and the variants that lie beside the file, as paths."""

    def place(name: str) -> str:
        return str(file.parent / name) if is_path(name) else beside.get(name, name)

    written = {f"variant {place(n)}": at for n in scenario.variants if (at := scenario.places.get(f"variant {n}"))}
    return replace(
        scenario,
        places=scenario.places | written,
        game=replace(scenario.game, text=str(game)),
        variants=tuple(place(name) for name in scenario.variants),
        whatever=tuple(replace(p, text=place(p.text)) for p in scenario.whatever),
    )


def _place(name: str, folder: Path, games: Mapping[str, str | Path]) -> str | Path:
    if name in games:
        return games[name]
    if is_path(name):
        return folder / name
    return name


def _check_citations(scenario: Scenario, ledger: Mapping[str, str], findings: Findings) -> None:
    if not ledger:
        return
    reasons = [p for step in scenario.steps if isinstance(step, Play) for p in step.because]
    for rule in (*scenario.rules, *(p for p in reasons if RULE_ID.fullmatch(p.text))):
        if rule.text not in ledger:
            help = did_you_mean(rule.text, ledger)
            findings.error("citation-unknown", f"the ledger has no rule `{rule.text}`", rule.at, help=help)

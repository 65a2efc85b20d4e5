"""The pytest plugin: each scenario of a `*.scenarios.yaml` is a test. It imports little: every pytest run pays for it.

The setting `rulewright_files` has other patterns of names; nothing else is ever collected.
"""

import fnmatch
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulewright.harness.conformance import Result
    from rulewright.harness.scenarios import Scenario

PATTERNS = ("*.scenarios.yaml", "*.scenarios.yml")
WHATEVER = "[whatever]"  # the end of the name of a test that plays a scenario under what must not matter to it

_GAMES = pytest.StashKey[Any]()  # a game is loaded once for all its scenarios


class ScenarioFailed(Exception):
    """A scenario does not hold. Its text says where, and which values stand on both sides."""

    def __init__(self, result: "Result") -> None:
        self.result = result
        super().__init__(f"{result.at}: {result.message}")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the setting `rulewright_files`."""
    what = "patterns of the names (or, with a slash, the paths) of files whose scenarios are tests"
    parser.addini("rulewright_files", what, type="args", default=list(PATTERNS))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ScenarioFile | None":
    """A file of scenarios, if it is called like one."""
    if file_path.suffix not in (".yaml", ".yml"):
        return None
    if not any(_fits(file_path, pattern) for pattern in parent.config.getini("rulewright_files")):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


def _fits(path: Path, pattern: str) -> bool:
    return fnmatch.fnmatch(path.as_posix(), f"*/{pattern}") if "/" in pattern else fnmatch.fnmatch(path.name, pattern)


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator["ScenarioItem"]:
        """A test for each scenario, and one more for what it says must not matter. Mistakes fail the collection."""
        from rulewright.harness.suite import read_suite  # noqa: PLC0415
        from rulewright.text.render import render  # noqa: PLC0415

        try:
            suite = read_suite([self.path])
        except (OSError, UnicodeDecodeError) as error:
            raise self.CollectError(f"cannot read {self.path}: {error}") from None
        if suite.findings.has_errors:
            raise self.CollectError("\n\n".join(render(finding) for finding in suite.findings.sorted()))
        for scenario in suite.scenarios:
            alone = replace(scenario, whatever=())
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=alone)
            if scenario.whatever:
                yield ScenarioItem.from_parent(self, name=scenario.name + WHATEVER, scenario=scenario)


class ScenarioItem(pytest.Item):
    """A scenario as a test. `-k` finds it by its name and by the ids of its rules."""

    def __init__(self, *, scenario: "Scenario", **rest: Any) -> None:
        super().__init__(**rest)
        self.scenario = scenario
        self.extra_keyword_matches.update(rule.text for rule in scenario.rules)

    def runtest(self) -> None:
        """Plays the scenario. Raises ScenarioFailed if it does not hold."""
        from rulewright.harness.conformance import run_others, run_scenario  # noqa: PLC0415
        from rulewright.harness.suite import Games  # noqa: PLC0415

        games = self.config.stash.setdefault(_GAMES, Games())
        play = run_others if self.scenario.whatever else run_scenario
        result = play(self.scenario, games)
        if not result.passed:
            raise ScenarioFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What failed, with its line and values, instead of a traceback through the engine."""
        if isinstance(excinfo.value, ScenarioFailed):
            at = excinfo.value.result.at
            line = at.begin.line
            return f"{excinfo.value}\n\n{line} | {at.source.line(line).rstrip()}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands; pytest counts lines from 0."""
        return self.path, self.scenario.at.begin.line - 1, self.name

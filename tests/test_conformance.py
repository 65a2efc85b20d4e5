"""Every scenario of every game under tests/conformance, one test each."""

from pathlib import Path

import pytest

from rulewright.harness.conformance import run_scenario
from rulewright.harness.suite import Games, read_suite, scenario_files

FOLDER = Path(__file__).parent / "conformance"
SUITE = read_suite(scenario_files(FOLDER))
GAMES = Games()  # a game is loaded once for all its scenarios


def test_the_scenario_files_have_no_mistakes():
    assert [str(f) for f in SUITE.findings] == []
    assert SUITE.scenarios


@pytest.mark.parametrize("scenario", SUITE.scenarios, ids=lambda s: f"{Path(s.game.text).stem}-{s.name}")
def test_the_rules_do_what_the_scenario_says(scenario):
    result = run_scenario(scenario, GAMES)
    assert result.passed, f"{result.at}: {result.message}"

"""Every scenario of every game under tests/conformance, one test each."""

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.harness.conformance import run_scenario
from rulewright.harness.suite import Games, read_suite, scenario_files

FOLDER = Path(__file__).parent / "conformance"
SUITE = read_suite(scenario_files(FOLDER))
GAMES = Games()  # a game is loaded once for all its scenarios
# Played again with each thing that must not matter: that takes long, so it is a third of them.
WHATEVER = [s for s in SUITE.scenarios if s.whatever]


def test_the_scenario_files_have_no_mistakes():
    assert [str(f) for f in SUITE.findings] == []
    assert SUITE.scenarios


@pytest.mark.parametrize("scenario", SUITE.scenarios, ids=lambda s: f"{Path(s.game.text).stem}-{s.name}")
def test_the_rules_do_what_the_scenario_says(scenario):
    alone = scenario.whatever and WHATEVER.index(scenario) % 3
    result = run_scenario(replace(scenario, whatever=()) if alone else scenario, GAMES)
    assert result.passed, f"{result.at}: {result.message}"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", WHATEVER, ids=lambda s: f"{Path(s.game.text).stem}-{s.name}")
def test_what_a_scenario_says_must_not_matter_does_not(scenario):
    result = run_scenario(scenario, GAMES)
    assert result.passed, f"{result.at}: {result.message}"

"""Scenarios beside a variant are tests of plain pytest."""

import textwrap
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import rulewright.harness.conformance
import rulewright.harness.suite  # noqa: F401  (pytester forgets what a run has imported, and half of it may not be)
from rulewright import pytest_plugin
from two_lines import SCENARIOS, VARIANT

pytest_plugins = ["pytester"]


@pytest.fixture
def folder(pytester):
    """An author's folder: a variant and its scenarios. Plain pytest, which knows the plugin from its entry point."""
    pytester.path.joinpath("two_lines.yaml").write_text(VARIANT, encoding="utf-8")
    pytester.path.joinpath("two_lines.scenarios.yaml").write_text(SCENARIOS, encoding="utf-8")
    if not any(e.value == pytest_plugin.__name__ for e in entry_points(group="pytest11")):
        pytester.plugins = [pytest_plugin.__name__]  # an environment that was installed before there was the plugin
    return pytester


def write(folder: pytest.Pytester, name: str, text: str) -> Path:
    path = folder.path / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


def test_each_scenario_is_a_test(folder):
    ran = folder.runpytest("-v")
    ran.assert_outcomes(passed=1)
    ran.stdout.fnmatch_lines(["two_lines.scenarios.yaml::two_marks_win PASSED*"])


def test_a_failure_shows_the_line_and_the_values(folder):
    write(folder, "two_lines.scenarios.yaml", SCENARIOS.replace("{noughts}", "{crosses}"))
    ran = folder.runpytest()
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines([
        "*two_lines.scenarios.yaml:10:13: `winners is {crosses}` does not hold: `winners` is {noughts}*",
        "10 |     expect: winners is {crosses}",
    ])
    ran.stdout.no_fnmatch_line("*Traceback*")


def test_a_mistake_in_a_file_is_shown_with_its_place(folder):
    write(folder, "two_lines.scenarios.yaml", SCENARIOS.replace("expect:", "expct:"))
    ran = folder.runpytest()
    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(["*error?unknown-key?*expct*", "*help: did you mean `expect`?*"])


def test_a_variant_that_is_not_there_fails_its_scenarios(folder):
    (folder.path / "two_lines.yaml").unlink()
    ran = folder.runpytest()
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["*`tic_tac_toe` has no variant `two_lines`*"])


def test_a_scenario_is_chosen_by_name_or_rule(folder):
    folder.runpytest("-k", "TT-3 and two_marks", "two_lines.scenarios.yaml::two_marks_win").assert_outcomes(passed=1)
    folder.runpytest("-k", "TT-4").assert_outcomes(deselected=1)


def test_what_must_not_matter_is_a_test_of_its_own(folder):
    other = VARIANT.replace("two_lines", "odd").replace("> 1", "> 2")
    write(folder, "odd.yaml", other)
    text = SCENARIOS.replace("variants: two_lines\n", "").replace("TT-3\n", "TT-3\n    whatever: [odd]\n")
    text = text.replace("winners is {noughts}", "score[noughts] is 0")
    write(folder, "two_lines.scenarios.yaml", text)
    folder.runpytest().assert_outcomes(passed=2)
    write(folder, "odd.yaml", other.replace("> 2", "> 1"))
    ran = folder.runpytest("-v")
    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(["*::two_marks_win?whatever? FAILED*", "*with variant `odd.yaml`: *"])


def test_nothing_else_is_collected(folder):
    write(folder, "docker.yaml", "scenarios: {a: 1}\n")
    write(folder, "scenarios.yaml", "scenarios: {a: 1}\n")
    write(folder, "deep/my_scenarios.yml", "nothing: here\n")
    folder.runpytest().assert_outcomes(passed=1)


def test_other_names_can_be_agreed_on(folder):
    write(folder, "deep/two.yaml", SCENARIOS.replace("variants: two_lines", "variants: ../two_lines.yaml"))
    folder.makeini("[pytest]\nrulewright_files = deep/*.yaml\n")
    ran = folder.runpytest("-v")
    ran.assert_outcomes(passed=1)
    ran.stdout.fnmatch_lines(["deep/two.yaml::two_marks_win*"])


def test_fixtures_and_processes_work_as_everywhere(folder):
    write(folder, "fixtures.yaml", "fixtures:\n  one: {given: 'put noughts into on[square(1, 1)]', turn: noughts}\n")
    write(folder, "more.scenarios.yaml", """\
        game: tic_tac_toe
        scenarios:
          a_fixture_lies: {table: one, expect: 'on[square(1, 1)] is noughts'}
        """)
    folder.runpytest_subprocess("-n", "2", "-p", "no:cacheprovider").assert_outcomes(passed=2)


def test_a_run_without_scenarios_loads_no_engine(folder):
    (folder.path / "two_lines.scenarios.yaml").unlink()
    folder.makepyfile("""
        import sys
        def test_light():
            assert not [m for m in sys.modules if m.startswith(("rulewright.harness", "rulewright.play", "lark"))]
        """)
    folder.runpytest_subprocess().assert_outcomes(passed=1)

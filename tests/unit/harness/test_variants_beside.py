"""A scenario file finds the variants that lie beside it, and the top of the file may name them for all."""

import pytest

from rulewright.harness.conformance import run_scenario
from rulewright.harness.suite import Games, read_suite, scenario_files
from two_lines import SCENARIOS, VARIANT


def results(folder, text):
    (folder / "two_lines.yaml").write_text(VARIANT, encoding="utf-8")
    (folder / "it.scenarios.yaml").write_text(text, encoding="utf-8")
    suite = read_suite(scenario_files(folder))
    assert [str(f) for f in suite.findings] == []
    return [run_scenario(s, Games()) for s in suite.scenarios]


@pytest.mark.parametrize("named", ["two_lines", "two_lines.yaml", "[two_lines]", "./two_lines.yaml"])
def test_a_variant_beside_the_file_is_named_at_its_top(tmp_path, named):
    (result,) = results(tmp_path, SCENARIOS.replace("variants: two_lines", f"variants: {named}"))
    assert result.passed, result.message


def test_without_the_variant_the_scenario_fails(tmp_path):
    (result,) = results(tmp_path, SCENARIOS.replace("variants: two_lines\n", ""))
    assert not result.passed


def test_what_must_not_matter_is_found_beside_the_file_too(tmp_path):
    text = SCENARIOS.replace("variants: two_lines\n", "").replace("    play:", "    whatever: two_lines\n    play:")
    (result,) = results(tmp_path, text.replace("winners is {noughts}", "score[noughts] is 0"))
    assert result.message is not None and "with variant" in result.message and "two_lines" in result.message


def test_games_variants_words_and_hidden_folders_are_no_scenario_files(tmp_path):
    for name, text in [
        ("game.yaml", "game: a\n"), ("v.yml", VARIANT), ("words/a.es.yaml", "title: A\n"), (".venv/x.yaml", "a: b\n"),
        ("odd.yaml", "scenaros: {}\n"), ("s.scenarios.yml", SCENARIOS),
    ]:  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [f.name for f in scenario_files(tmp_path)] == ["odd.yaml", "s.scenarios.yml"]

"""Editors complete and check scenario files by a schema: it must allow what the reader allows."""

from pathlib import Path

import pytest

from rulewright.document.read_yaml import read_yaml
from rulewright.document.shape import check_shape
from rulewright.harness.read_scenarios import _SCENARIO_KEYS, read_scenarios
from rulewright.library import read_source, schema
from rulewright.text import Findings

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted((ROOT / "tests" / "conformance").rglob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.name}")
def test_every_scenario_file_fits_the_schema_for_editors(file):
    findings = Findings()
    root = read_yaml(read_source(file), findings)
    assert root is not None
    check_shape(root, schema("scenarios"), findings)
    assert [str(f) for f in findings] == []


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.name}")
def test_every_scenario_file_is_read_without_findings(file):
    findings = Findings()
    beside = file.parent / "fixtures.yaml"
    shared = read_source(beside) if beside.is_file() and beside != file else None
    scenarios = read_scenarios(read_source(file), findings, shared)
    assert [str(f) for f in findings] == []
    assert scenarios or file == beside or file.name == "equivalent.yaml"  # fixtures and marks stand alone


def test_reader_and_schema_know_the_same_keys_of_a_scenario():
    assert set(schema("scenarios")["definitions"]["scenario"]["properties"]) == {*_SCENARIO_KEYS, "label"}

import json
import re
from types import SimpleNamespace

import jsonschema
import pytest

from rulewright.cli.formats import FORMATS
from rulewright.text import Finding, SourceText

MISTAKE = ("three(active)", "thre(active)")

# The part of SARIF 2.1.0 that is written, closed: what is not in the standard under these names would be refused.
_TEXT = {"type": "object", "required": ["text"], "additionalProperties": False, "properties": {
    "text": {"type": "string", "minLength": 1}, "markdown": {"type": "string"}}}  # fmt: skip
_LINE = {"type": "integer", "minimum": 1}
_PLACE = {"type": "object", "required": ["artifactLocation", "region"], "additionalProperties": False, "properties": {
    "artifactLocation": {"$ref": "#/$defs/artifact"}, "region": {"$ref": "#/$defs/region"}}}  # fmt: skip
SARIF = {
    "$defs": {
        "artifact": {"type": "object", "required": ["uri"], "additionalProperties": False, "properties": {
            "uri": {"type": "string", "pattern": r"^[!-~]+$"}}},
        "region": {"type": "object", "required": ["startLine"], "additionalProperties": False, "properties": {
            "startLine": _LINE, "startColumn": _LINE, "endLine": _LINE, "endColumn": _LINE}},
        "location": {"type": "object", "additionalProperties": False, "properties": {
            "id": {"type": "integer", "minimum": 0}, "physicalLocation": _PLACE, "message": _TEXT}},
        "rule": {"type": "object", "required": ["id"], "additionalProperties": False, "properties": {
            "id": {"type": "string"}, "shortDescription": _TEXT, "help": _TEXT,
            "defaultConfiguration": {"type": "object", "additionalProperties": False, "properties": {
                "level": {"enum": ["none", "note", "warning", "error"]}}}}},
        "change": {"type": "object", "required": ["artifactLocation", "replacements"], "additionalProperties": False,
            "properties": {"artifactLocation": {"$ref": "#/$defs/artifact"}, "replacements": {
                "type": "array", "minItems": 1, "items": {"type": "object", "required": ["deletedRegion"],
                "additionalProperties": False, "properties": {
                    "deletedRegion": {"$ref": "#/$defs/region"}, "insertedContent": _TEXT}}}}},
        "result": {"type": "object", "required": ["message"], "additionalProperties": False, "properties": {
            "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": 0},
            "level": {"enum": ["none", "note", "warning", "error"]}, "message": _TEXT,
            "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
            "relatedLocations": {"type": "array", "uniqueItems": True, "items": {"$ref": "#/$defs/location"}},
            "fixes": {"type": "array", "uniqueItems": True, "items": {
                "type": "object", "required": ["artifactChanges"], "additionalProperties": False, "properties": {
                    "artifactChanges": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/change"}}}}},
            "suppressions": {"type": "array", "items": {
                "type": "object", "required": ["kind"], "additionalProperties": False, "properties": {
                    "kind": {"enum": ["inSource", "external"]}, "justification": {"type": "string"}}}}}},
    },
    "type": "object", "required": ["version", "runs"], "additionalProperties": False, "properties": {
        "$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": {"type": "object", "required": ["tool"], "additionalProperties": False,
            "properties": {
                "tool": {"type": "object", "required": ["driver"], "additionalProperties": False, "properties": {
                    "driver": {"type": "object", "required": ["name"], "additionalProperties": False, "properties": {
                        "name": {"type": "string"}, "version": {"type": "string"},
                        "rules": {"type": "array", "uniqueItems": True, "items": {"$ref": "#/$defs/rule"}}}}}},
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "results": {"type": "array", "items": {"$ref": "#/$defs/result"}}}}}},
}  # fmt: skip


def sarif_of(rulewright, *arguments):
    report = json.loads(rulewright("validate", *arguments, "--format", "sarif").out)
    jsonschema.Draft202012Validator(SARIF).validate(report)
    (run,) = report["runs"]
    return run


def test_concise_is_one_line_for_each_finding(rulewright, changed):
    two = changed("first_player to noughts", "first_player to nought", "two.yaml")
    ran = rulewright("validate", changed(*MISTAKE), two, "--format", "concise")
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert len(lines) == 2
    assert all(re.fullmatch(r"\S+\.yaml:\d+:\d+: error\[unknown-name\]: .+", line) for line in lines)
    assert lines[0].startswith(str(changed(*MISTAKE)))


def test_concise_of_a_good_file_is_nothing(rulewright):
    assert rulewright("validate", "tic_tac_toe", "--format", "concise").out == ""


def test_sarif_holds_the_place_the_rule_and_its_page(rulewright, changed):
    run = sarif_of(rulewright, changed(*MISTAKE))
    (result,), (rule,) = run["results"], run["tool"]["driver"]["rules"]
    assert result["ruleId"] == rule["id"] == "unknown-name" and result["level"] == "error"
    assert rule["help"]["markdown"].startswith("# unknown-name: ")
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == region["endLine"]
    assert region["endColumn"] - region["startColumn"] == len("thre")


def test_sarif_counts_code_points_and_shows_related_places_and_fixes(rulewright, tmp_path):
    path = tmp_path / "my game 牌.yaml"
    path.write_text("game: g\ntitle: 010\ntitle: \U0001f0cf\n", encoding="utf-8")
    run = sarif_of(rulewright, path)
    assert run["columnKind"] == "unicodeCodePoints"
    number, twice = sorted(run["results"], key=lambda r: r["ruleId"], reverse=True)
    assert number["ruleId"] == "yaml-number"
    assert number["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"] == {"text": "10"}
    assert twice["ruleId"] == "duplicate-key"
    assert twice["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 2
    assert "my%20game%20%E7%89%8C.yaml" in twice["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]


def test_sarif_shows_what_a_comment_allows_as_suppressed_with_the_reason(rulewright, changed):
    comment = "# rulewright: allow unused-name because a variant reads it"
    path = changed("define:\n", f"numbers:\n  spare: 1 {comment}\ndefine:\n")
    (result,) = sarif_of(rulewright, path)["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "a variant reads it"}]


def test_sarif_of_a_good_file_is_a_run_without_results(rulewright):
    assert sarif_of(rulewright, "tic_tac_toe")["results"] == []


def test_github_commands_are_escaped(rulewright, changed):
    ran = rulewright("validate", changed(*MISTAKE, "50%, a:b.yaml"), "--format", "github")
    (line,) = ran.out.splitlines()
    assert line.startswith("::error file=") and "50%25%2C a%3Ab.yaml,line=" in line
    assert ",title=unknown-name::" in line and line.endswith("%0Adid you mean `three`?")


@pytest.mark.parametrize("form", ["concise", "json", "sarif", "github"])
def test_the_order_is_that_of_the_files_and_then_of_the_lines(rulewright, changed, form):
    two, one = changed(*MISTAKE, "two.yaml"), changed(*MISTAKE, "one.yaml")
    text = two.read_text(encoding="utf-8").replace("first_player to noughts", "first_player to nought")
    two.write_text(text, encoding="utf-8")
    out = rulewright("validate", two, one, "--format", form).out
    places = [m.start() for m in (*re.finditer("nought`", out), *re.finditer("`thre`", out))]
    assert len(places) >= 3 and places == sorted(places)
    assert out == rulewright("validate", two, one, "--format", form).out


@pytest.mark.parametrize(
    ("terminal", "surroundings", "coloured"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),  # set to nothing is not set (no-color.org)
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_only_and_not_where_it_is_unwanted(monkeypatch, terminal, surroundings, coloured):
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", SimpleNamespace(isatty=lambda: terminal))
    source = SourceText("f", "one: 1\n")
    findings = [Finding("syntax", "odd", source.span(0, 3))]
    assert ("\x1b[" in FORMATS["text"](findings, {}, 1)) is coloured
    assert "\x1b" not in FORMATS["concise"](findings, {}, 1)

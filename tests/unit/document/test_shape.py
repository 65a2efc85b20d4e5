"""The shape of a game file: each mistake is one finding, in plain words, at the node that is wrong."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.document import check_shape, merge, read_yaml
from rulewright.text import Finding, Findings, SourceText
from unit.document.reading import DRAFTS, Reading, marked, read_draft

SCHEMAS = Path(__file__).resolve().parents[3] / "schema"
GAMES = ("tic_tac_toe", "cinque_terre", "garden_dice", "murano")


def load(kind: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return schema


GAME = load("game")
MINIMAL = """game: g
language: 1
title: G
seats: [a, b]
players: 2..2
play: {act: {choose: [place]}}
"""


def found(more: str, old: str = "", new: str = "") -> list[Finding]:
    reading = Reading(MINIMAL.replace(old, new, 1) + more)
    check_shape(reading.mapping, GAME, reading.findings)
    return list(reading.findings)


def body(text: str) -> str:
    """Steps in the `do` of an action."""
    return "actions:\n  a:\n    do:\n" + "".join(f"      {line}\n" for line in text.splitlines())


# More of the file, the finding's code, what it points at, a word of its message, a word of its help.
MISTAKES = [
    # keys
    ("zoness: {}", "unknown-section", "zoness", "no section `zoness`", "did you mean `zones`?"),
    ("zones: {z: {bagg: x}}", "unknown-key", "bagg", "no key of a zone", "did you mean `bag`?"),
    ("zones: {z: {bag: x, foo: y}}", "unknown-key", "foo", "no key of a zone", "one of `row`"),
    ("zones: {z: {bag: x, row: y}}", "unknown-key", "row", "cannot stand beside `bag`", "exactly one"),
    ("zones: {z: {per: x}}", "missing-key", "z", "one of `bag`, `row`, `stack`, `slot` is missing", "a zone"),
    ("options: {o: {default: 1}}", "missing-key", "o", "`values` is missing", "write `values:`"),
    ("boards: {b: {grid: [3, 3]}}", "missing-key", "grid", "`spaces` is missing beside `grid`", "write `spaces:`"),
    ("whenever: {w: {do: nothing}}", "missing-key", "w", "one of `if`, `after` is missing", "at least one"),
    ("numbers: {n: {2: 3, 3: 4}}", "missing-key", "n", "`by` is missing", "which case holds"),
    ("numbers: {n: {by: x}}", "bad-value", "n", "at least 2 entries", ""),
    # blocks and bodies
    ("actions: {a: {pik: x in y, do: nothing}}", "key-misspelt", "pik", "no key of blocks", "did you mean `pick`?"),
    ("actions: {a: {do: nothing, untill: x}}", "key-misspelt", "untill", "no key of blocks", "did you mean `until`?"),
    ("actions: {a: {do: nothing, then: x}}", "unknown-key", "then", "no key of blocks", "below `do:`"),
    ("actions: {a: {one: nothing, two: nothing}}", "group-needs-do", "a", "none of the keys", "below `do:`"),
    ("actions: {a: 5}", "type", "5", "must be a sentence, or a block, not `5`", "below `do:`"),
    (body("b: {turns: p, more: 2, do: nothing}"), "missing-key", "more", "`until` is missing", "write `until:`"),
    (body("b:\n  c: nothing"), "group-needs-do", "b", "none of the keys of a block", "below `do:`"),
    (body("b:\n  chose: [x, y]"), "key-misspelt", "chose", "no key of blocks", "did you mean `choose`?"),
    (body("pick: x in y"), "unknown-key", "pick", "cannot name a step", "`pick:` below it"),
    (body("- move x from y to z"), "type", "do", "named steps, not a list", "give each step a name"),
    (body("b: {else: nothing}"), "missing-key", "else", "`if` is missing beside `else`", "write `if:`"),
    ("routines: {r(): {do: nothing, hole: true}}", "key-misspelt", "hole", "no key of blocks", "`whole`"),
    # values
    ("numbers: {n: [1]}", "type", "n", "one line, or cases", "11 + number_of_players"),
    ("kinds: {k: {a: }}", "type", "a", "not nothing", "`{}`"),
    ("kinds: {k: word}", "type", "word", "a list of words", ""),
    ("label: 5", "type", "5", "must be a text, not `5`", '`"5"`'),
    ("actions: {a: {or: b, do: nothing}}", "missing-key", "or", "one of `pick`, `choose`", "a decision"),
    ("actions: {a: {repeat: 3}}", "missing-key", "repeat", "one of `do`, `pick`, `choose`", "has no effect"),
    ("variables: {v: {type: number}}", "unknown-key", "type", "no key of a variable", "write `is`"),
    ("variables: {v: number}", "type", "number", "a variable", "write `{is: number}`"),
    ("tables: {t: {0: 1, 3: 4}}", "missing-key", "t", "`rows` is missing", "put `0` and the others below `rows:`"),
    ("boards: {b: {spaces: [x, y]}}", "missing-key", "b", "one of `ring`", "one of them"),
    ("always: {a: {at: turn}}", "missing-key", "a", "`hold` is missing", "write `hold:`"),
    ("actions: {endTurn: nothing}", "bad-name", "endTurn", "is not a name", "write `end_turn`"),
    ("version: 1-2", "type", "1-2", "a whole number", ""),
    ("setup:", "type", "setup", "named steps, not nothing", "`nothing` does nothing"),
    ("variables: {v: {is: number, resets: round}}", "unknown-value", "round", "not allowed", "`turn`"),
    ("boards: {b: {grid: [3], spaces: s}}", "bad-value", "grid", "with at least 2 entries", ""),
    ("rule: ab1", "bad-value", "ab1", "not a list of rule ids", "`AB-12`"),
    # names
    ("kinds: {Big: [a]}", "bad-name", "Big", "not a name", "write `big`"),
    ("kinds: {k: [A b]}", "bad-value", "A b", "not a name", ""),
    ("tables: {t: {rows: {a: 5}}}", "bad-name", "a", "not a whole number", ""),
    ("define: {f(x: y}", "bad-name", "f(x", "`name(type x)`", ""),
]


@pytest.mark.parametrize(("text", "code", "place", "message", "help"), MISTAKES, ids=lambda value: repr(value)[:50])
def test_a_mistake_is_one_finding_at_its_place(text: str, code: str, place: str, message: str, help: str) -> None:
    (finding,) = found(text)
    assert (finding.code, marked(finding)) == (code, place)
    assert message in finding.message
    assert help in (finding.help or "")


def test_a_missing_section_is_told_once_and_not_if_it_is_misspelt() -> None:
    (missing,) = found("", "title: G\n", "")
    (misspelt,) = found("", "title: G\n", "titel: G\n")
    assert (missing.code, missing.message) == ("missing-key", "`title` is missing")
    assert (misspelt.code, misspelt.help) == ("unknown-section", "did you mean `title`?")


def test_each_unknown_key_is_a_finding_of_its_own() -> None:
    assert [marked(f) for f in found("zones: {a: {bag: x, one: y, two: z}}")] == ["one", "two"]


@pytest.mark.parametrize(
    "step",
    [
        "moved: move x from y to z",  # near `more`, but it reads as a sentence
        "chosen: pick x in y",
        "row: draw 4 from pile to display",
        "fro: run(x)",
        "b: {by: option.x, one: nothing, two: end turn}",  # cases of a sentence
        "b: {by: p, do: nothing}",
        "b: {if: x, do: nothing, else: {c: nothing}}",
        "b: {until: {first: x > 1, second: {by: y, 1: true, otherwise: false}}, do: nothing}",
        "b: {choose: {c: nothing, d: {pick: x in y}}, or: {no: {needs: {n: x}}}, each_at_most: {c: 1}}",
    ],
)
def test_a_step_may_have_any_name_and_shape_that_the_language_gives(step: str) -> None:
    assert found(body(step)) == []


def test_the_fix_of_a_misspelt_key_is_the_key() -> None:
    (finding,) = found("actions: {a: {do: nothing, untill: x}}")
    assert [(edit.text, marked_edit) for edit in finding.fix for marked_edit in [edit.span.end - edit.span.start]] == [
        ("until", 6)
    ]


def test_blocks_as_deep_as_a_file_may_be_are_checked() -> None:
    depth = 29
    steps = "".join(f"{'  ' * (2 * i)}s{i}:\n{'  ' * (2 * i + 1)}do:\n" for i in range(depth))
    (finding,) = found(body(f"{steps}{'  ' * 2 * depth}last: [x]"))
    assert (finding.code, marked(finding)) == ("type", "last")


def test_a_near_miss_in_an_open_mapping_is_still_a_missing_key() -> None:
    (finding,) = found("numbers: {n: {bay: 1, otherwise: 2}}")
    assert (finding.code, marked(finding)) == ("missing-key", "n")


def test_a_file_that_is_no_mapping_is_one_finding() -> None:
    reading = Reading("- a\n")
    assert reading.root is not None
    check_shape(reading.root, GAME, reading.findings)
    assert reading.only.code == "type"


@pytest.mark.parametrize("name", GAMES)
def test_the_drafts_and_their_variants_have_the_right_shape(name: str) -> None:
    findings = Findings()
    base = read_draft(f"{name}.yaml")
    check_shape(base, GAME, findings)
    for path in sorted(DRAFTS.glob(f"variants/{name}.*.yaml")):
        variant = read_draft(f"variants/{path.name}")
        check_shape(variant, load("variant"), findings)
        check_shape(merge(base, variant, findings), GAME, findings)
    assert list(findings) == []


def test_the_sketches_have_the_right_shape() -> None:
    findings = Findings()
    sketches = read_draft("sketches.yaml").get("sketches")
    parts = {**GAME, "required": []}  # they are excerpts
    for entry in sketches:  # type: ignore[union-attr]
        check_shape(entry.value, parts, findings)
    assert list(findings) == []


@pytest.mark.parametrize("text", ["of: g\nremove: []", "variant: v\nof: g\ninsert: {a.do: {behind x: {y: z}}}"])
def test_a_variant_file_has_a_shape_too(text: str) -> None:
    reading = Reading(text)
    check_shape(reading.mapping, load("variant"), reading.findings)
    assert {finding.code for finding in reading.findings} <= {"missing-key", "bad-value", "bad-name"}
    assert len(reading.findings) >= 1


@pytest.mark.parametrize(
    "text",
    [
        "actions: {a: shuffle pile}",
        "routines: {r(): shuffle pile}",
        "actions: {a: {pick: x in y, or: {n: shuffle pile}}}",
        "tables: {t: {rows: prices.yaml}}",
        "components: {c: {has: {worth: number}, rows: cards.yaml}}",
    ],
)
def test_one_sentence_may_stand_for_a_block_and_a_file_for_rows(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("players", ["2", "2..4", "2..4 (AB-1)", "2 (AB-1 AB-2..4)"])
def test_the_number_of_players_may_be_cited(players: str) -> None:
    assert found("", "players: 2..2", f"players: {players}") == []


@pytest.mark.parametrize("kind", ["game", "variant", "scenarios"])
def test_a_schema_is_draft_07_and_says_what_each_key_is(kind: str) -> None:
    schema = load(kind)
    jsonschema.Draft7Validator.check_schema(schema)
    silent = [path for path, part in properties(schema) if not described(part, schema)]
    assert silent == []


WORDS_OF_DRAFT_07 = """
$ref $schema additionalProperties anyOf const definitions dependencies description else enum examples if items maxItems
maxProperties minItems minProperties minimum oneOf pattern patternProperties properties propertyNames required then
title type
"""
OF_OTHERS = {"x-exactly-one", "x-at-least-one", "x-needs-one", "x-reserved", "x-unknown", "defaultSnippets"}


@pytest.mark.parametrize("kind", ["game", "variant", "scenarios", "description", "view"])
def test_a_schema_has_no_keyword_of_a_later_draft(kind: str) -> None:
    schema = load(kind)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert keywords(schema) <= {*WORDS_OF_DRAFT_07.split()} | OF_OTHERS


def keywords(schema: Any) -> set[str]:
    """All keywords of a schema and of those inside it."""
    if not isinstance(schema, dict):
        return set()
    found = set(schema)
    for key in ("properties", "patternProperties", "definitions"):
        found |= {k for part in schema.get(key, {}).values() for k in keywords(part)}
    for key in ("items", "additionalProperties", "propertyNames", "if", "then", "else"):
        found |= keywords(schema.get(key))
    for key in ("anyOf", "oneOf"):
        found |= {k for part in schema.get(key, ()) for k in keywords(part)}
    return found


def snippets() -> list[tuple[str, dict[str, Any]]]:
    return [(key, one) for key, part in GAME["properties"].items() for one in part.get("defaultSnippets", ())]


@pytest.mark.parametrize(("section", "snippet"), snippets(), ids=lambda x: x if isinstance(x, str) else x["label"])
def test_a_snippet_for_editors_fits_its_section(section: str, snippet: dict[str, Any]) -> None:
    assert snippet["label"] and snippet["description"]
    body = json.loads(re.sub(r"\$\{[0-9]+:([^{}]*)\}", r"\1", json.dumps(snippet["body"])))
    assert "${" not in json.dumps(body)
    tree = {"game": "g", "language": 1, "title": "G", "seats": ["a"], "players": 2, "play": "nothing", section: body}
    findings = Findings()
    root = read_yaml(SourceText("any", json.dumps(tree)), findings)
    assert root is not None
    check_shape(root, GAME, findings)
    assert list(findings) == []


def properties(part: Any, path: str = "") -> list[tuple[str, Any]]:
    below: list[tuple[str, Any]] = []
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "properties":
                below += [(f"{path}/{name}", one) for name, one in value.items() if one is not False]
            below += properties(value, f"{path}/{key}")
    elif isinstance(part, list):
        for i, value in enumerate(part):
            below += properties(value, f"{path}/{i}")
    return below


def described(part: Any, schema: dict[str, Any]) -> bool:
    while isinstance(part, dict) and "description" not in part and "$ref" in part:
        target: Any = schema
        for key in part["$ref"].removeprefix("#/").split("/"):
            target = target[key]
        part = target
    return isinstance(part, dict) and bool(part.get("description"))


KEYS = "do choose or by pick game zones bag bagg x rows hold if 1 untill chose b is fields else bay"
WORDS = st.sampled_from(KEYS.split())
LEAVES = st.none() | st.booleans() | st.integers(0, 3) | WORDS
TREES = st.recursive(LEAVES, lambda t: st.lists(t, max_size=3) | st.dictionaries(WORDS, t, max_size=4), max_leaves=12)
NAMES = st.sampled_from(sorted(GAME["properties"]))
SECTIONS = st.dictionaries(NAMES, TREES | st.dictionaries(WORDS, TREES), max_size=3)


def test_whatever_does_not_fit_the_schema_is_an_error_and_nothing_makes_the_check_raise() -> None:
    minimal = {"game": "g", "language": 1, "title": "G", "seats": ["a"], "players": 2, "play": "nothing"}

    @settings(max_examples=250, deadline=None, database=None)
    @given(SECTIONS)
    def check(sections: dict[str, Any]) -> None:
        tree = {**minimal, **sections}
        findings = Findings()
        root = read_yaml(SourceText("any", json.dumps(tree)), findings)
        assert root is not None
        findings = Findings()
        check_shape(root, GAME, findings)
        if not jsonschema.Draft7Validator(GAME).is_valid(tree):
            assert findings.has_errors

    check()

"""The strict dialect: what YAML would silently read as something else is a finding, with a cure, at its place."""

import importlib

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.document import Mapping, Scalar, Sequence, read_yaml
from rulewright.document.nodes import scalars_in
from rulewright.text import Findings, SourceText
from unit.document.reading import DRAFTS, Reading, marked

# The text, the finding's code, what it points at, a word of its message, a word of its help.
TRAPS = [
    # a line in braces or brackets
    ("a: {set: cart[me], to: b}", "flow-split", "cart[", "holds no bracket", "in quotes"),
    ("a: [x, f(b[c])]", "flow-split", "f(b[", "holds no bracket", "in quotes"),
    ("a: {if: max(x, y) > 1}", "flow-split", "max(x, y) > 1", "split a line at a comma", "in quotes"),
    ("a: [max(x, y, z), b]", "flow-split", "max(x, y, z)", "split a line at a comma", "in quotes"),
    ("a: {pick: x in D, y in E}", "flow-split", "y in E", "has no value", "in quotes"),
    ('a: {do: say "one, two", b: c}', "flow-split", 'say "one, two"', "split a line", "in quotes"),
    ("a: {b: {x} + 1}", "flow-split", "+", "cannot follow", "block style"),
    ("a: {b: c\nd: e", "yaml-bracket", "{", "never closed", "`}`"),
    ("a: [b, c\nd: e", "yaml-bracket", "[", "never closed", "`]`"),
    # an expression that begins with a sign of YAML
    ("a: {x} + 1", "yaml-bracket", "+", "begins with a bracket", "quotes"),
    ("a: [1, 2] + x", "yaml-bracket", "+", "begins with a bracket", "quotes"),
    ("a: 'red' is x", "yaml-quote", "i", "begins with a quote", "a word needs none"),
    ("a: !done", "yaml-tag", "!done", "tag", "write `not done`"),
    ("a: !done(x) and y", "yaml-tag", "!done(x)", "tag", "write `not done(x)`"),
    ("a: &x and y", "yaml-anchor", "&x", "anchor", "write `and`"),
    ("a: & x", "yaml-anchor", "&", "cannot begin", "write `and`"),
    ("a: *x", "yaml-anchor", "*x", "alias", "write the value out"),
    ("a: > 3", "yaml-block", "> 3", "nothing may follow", "cannot begin with `>`"),
    ("a: >3", "yaml-block", ">3", "empty", "cannot begin with `>`"),
    ("a: | x", "yaml-block", "| x", "nothing may follow", "cannot begin with `|`"),
    ("a: - 3", "yaml-dash", "-", "begin a list", "`-3`"),
    ("a: %x", "yaml-sign", "%", "cannot begin", "quotes"),
    ("a: @x", "yaml-sign", "@", "cannot begin", "quotes"),
    ("a: `x`", "yaml-sign", "`", "a backtick", "quotes"),
    ("a: , x", "yaml-sign", ",", "cannot begin", "quotes"),
    ("a: ? x", "yaml-sign", "?", "cannot begin", "then"),
    # colons, comments, quotes, indentation
    ("a: b ? c : d", "yaml-colon", ":", "colon", "if C then A else B"),
    ("f(v: village): x", "yaml-colon", "v: village", "its type and its name", "write `village v`"),
    ("a: b +  # c", "yaml-comment", "#", "cuts this line off", "above"),
    ("a: max(b  # c", "yaml-comment", "#", "cuts this line off", "above"),
    ("a: b  # c\n  + d", "yaml-comment", "#", "inside a value of several lines", "above"),
    ('a: "b', "yaml-quote", '"', "never closed", "where the text ends"),
    ("a: 'b\nc: d", "yaml-quote", "'", "never closed", "where the text ends"),
    ('a: "\\q"', "yaml-quote", "\\q", "means nothing", "`\\\\`"),
    ("a:\n\tb: c", "yaml-indent", "\t", "tab", "spaces"),
    ("a:\n  b: c\n d: e", "yaml-indent", "d", "indented by 1", "exactly below"),
    ("a: b\n  c: d", "yaml-indent", "c", "has its value already", "not both"),
    ("a\nb: c", "yaml", "a", "no `key: value`", "colon"),
    ("a: b\nc", "yaml", "c", "no `key: value`", "colon"),
    ("- a\n-b", "yaml-dash", "-", "a space follows", "`- `"),
    ("a:\n  - b\n  - e\n  c: d", "yaml-indent", "c", "no entry of the list", "`- `"),
    ("a:\n  - b\n  c: d", "yaml-dash", "-", "lines below have names", "`NAME: ..`"),
    ("a:\n  b: c\n  - d", "yaml-dash", "-", "lines above have names", "`NAME: ..`"),
    ("a: {b: 1,5}", "yaml-number", "1,5", "no whole number", "whole"),
    ("a: {b: x, c:5}", "yaml-colon", ":", "behind the colon of `c`", "`: `"),
    ('a: b else "c #1"', "yaml-comment", "#", "within a text in quotes", "in quotes"),
    ("a: #1\nb: c", "yaml-comment", "#", "the value is missing", "before it"),
    ("title: a: b", "yaml-colon", ":", "colon", "in quotes"),
    ("a: {b: c d: e}", "yaml-colon", ":", "colon", "a `,` is missing before `d`"),
    ("a:b\nc: d", "yaml-colon", ":", "a space is missing", "write `: `"),
    ("a： b\nc: d", "yaml-colon", "：", "no colon", "write `: `"),
    ("a: [b, c}\nd: e", "yaml-bracket", "}", "cannot be closed", "write `]`"),
    ('a: "b\nc: "d"', "yaml-quote", '"', "not closed on its line", "where the text ends"),
    ("a: 'b's c'", "yaml-quote", "s", "ends before this", "double quotes"),
    ("a: max(b,\nc)", "yaml-indent", "c)", "goes on the one above", "further than `a`"),
    ("a:\n  -b\n  -c", "yaml-dash", "-", "a space follows", "`- `"),
    ("a:\n\u00a0 b: c", "yaml-indent", "\u00a0", "no-break space", "spaces"),
    ("a: b\n<<<<<<< HEAD\nc: d", "yaml", "<<<<<<<", "disagree", "keep one"),
    ("a: b\n...\nc: d", "yaml", "...", "ends the file here", "delete"),
    ("a: !!str b", "yaml-tag", "!!str", "tag", "leave it out"),
    # structure that the dialect does not have
    ("a: b\na: c", "duplicate-key", "a", "defined twice", "rename"),
    ("<<: {a: b}", "yaml-anchor", "<<", "merge key", "write the entries out"),
    ("[a]: b", "yaml-bracket", "[a]", "a key must be", "quotes"),
    ("a: b\n---\nc: d", "yaml", "---", "second document", "a file of its own"),
    ("%YAML 2.0\n---\na: b", "yaml", "%", "directive", "delete"),
    ("a: b\x07", "yaml", "\x07", "U+0007", "delete"),
    ("a: \ud800", "yaml", "\ud800", "U+D800", "delete"),
    ("", "yaml", "", "empty", "mapping"),
    ("# nothing", "yaml", "", "empty", "mapping"),
    # words and numbers
    ("a: yes", "yaml-word", "yes", "a word here", "write `true`"),
    ("a: Off", "yaml-word", "Off", "a word here", "write `false`"),
    ("a: TRUE", "yaml-word", "TRUE", "a word here", "write `true`"),
    ("a: 010", "yaml-number", "010", "leading zero", "write `10`"),
    ("a: -007", "yaml-number", "-007", "leading zero", "write `-7`"),
    ("a: 1_000", "yaml-number", "1_000", "underscores", "write `1000`"),
    ("a: 0x1F", "yaml-number", "0x1F", "no decimal number", "decimal"),
    ("a: 1.5", "yaml-number", "1.5", "no whole number", "whole"),
    ("a: 1e3", "yaml-number", "1e3", "no whole number", "decimal"),
    ("a: .inf", "yaml-number", ".inf", "no whole number", "whole"),
    ("a: 2024-01-02", "yaml-number", "2024-01-02", "date", "quotes"),
    ("a: 12:30", "yaml-number", "12:30", "base sixty", "quotes"),
    ("a: 9007199254740993", "yaml-number", "9007199254740993", "beyond 2^53", "smaller"),
    (f"a: {'9' * 5000}", "yaml-number", "9" * 5000, "beyond 2^53", "smaller"),
]


@pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure"])
@pytest.mark.parametrize(("text", "code", "place", "message", "help"), TRAPS, ids=lambda value: repr(value)[:30])
def test_a_trap_is_one_finding_with_its_cure(
    text: str, code: str, place: str, message: str, help: str, pure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if pure:
        use_pure_loader(monkeypatch)
    finding = Reading(text).only
    assert (finding.code, marked(finding)) == (code, place)
    assert message in finding.message
    assert help in (finding.help or "")


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("a: {set: cart[me], to: b}", "cart[me]"),
        ("a: [x, f(b[c])]", "f(b[c])"),
        ("a: {if: max(x, y) > 1}", "max(x, y) > 1"),
        ('a: {do: say "one, two", b: c}', 'say "one, two"'),
        ("a: {label: Well, it is, or not, b: c}", "Well, it is, or not"),
    ],
)
def test_the_cure_of_a_split_line_makes_it_whole(text: str, whole: str) -> None:
    (edit,) = Reading(text).only.fix
    cured = Reading(text[: edit.span.start] + edit.text + text[edit.span.end :])
    assert not cured.findings
    assert whole in {scalar.text for scalar in scalars_in(cured.root)}


def use_pure_loader(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("rulewright.document.read_yaml")
    monkeypatch.setattr(module, "_events", lambda text: iter(yaml.parse(text, Loader=yaml.SafeLoader)))


@pytest.mark.parametrize(
    "text",
    [
        "a: [any, off]",  # a word beside other words
        "on: {b: c}",  # keys are names
        "a: 'yes'",
        "label: No",  # a text for people
        "a: 1..6",
        "a: -3",
        "a: +3",
        "a: b  # a comment",
        "a: |\n  b, c\n",
        "a: {b: (x), c: 'max(1'}",
        "a: {b: c, d: {}}",
        "a: [.BS, SSB.]",
        "a: {b: see page 3)}",  # one odd bracket alone is no split
        "---\na: b",
    ],
)
def test_what_means_itself_is_no_finding(text: str) -> None:
    reading = Reading(text)
    assert list(reading.findings) == []
    assert reading.root is not None


def test_a_duplicate_key_names_both_places_and_the_first_stays() -> None:
    reading = Reading("a:\n  b: one\n  c: two\n  b: three\n")
    finding = reading.only
    assert (finding.span.start, finding.related[0].span.start) == (23, 5)
    inner = reading.mapping.get("a")
    assert isinstance(inner, Mapping)
    assert [e.key.text for e in inner] == ["b", "c"]
    assert inner.get("b") == Scalar(finding.span, "one", "plain", "text")


def test_a_tag_and_a_number_can_be_mended_by_the_fix() -> None:
    for text, mended in (("a: !done and b", "a: not done and b"), ("a: 010", "a: 10"), ("a: yes", "a: true")):
        (edit,) = Reading(text).only.fix
        assert text[: edit.span.start] + edit.text + text[edit.span.end :] == mended


def test_yaml_says_that_it_stops_at_its_first_error() -> None:
    assert "stops at its first error" in (Reading("a: @b\nc: @d").only.help or "")


def test_only_the_nearest_of_two_findings_about_one_mistake_is_given() -> None:
    assert Reading("a: {x, y} + 1\n").only.code == "yaml-bracket"


def test_scalars_read_as_the_core_schema_says() -> None:
    text = "[3, -3, true, false, null, ~, , word, '3', \"true\"]".replace(", ,", ", ''  ,")
    root = Reading(text).root
    assert isinstance(root, Sequence)
    values = [item.value for item in root.items if isinstance(item, Scalar)]
    assert values == [3, -3, True, False, None, None, "", "word", "3", "true"]


def test_nodes_know_their_places_and_styles() -> None:
    text = "one:\n  two: {a: b}\n  three: [c]\n  four: |\n    d\n    e\n\nfive: f\n"
    root = Reading(text).mapping
    one = root.get("one")
    assert isinstance(one, Mapping)
    shown = {e.key.text: text[e.value.span.start : e.value.span.end] for e in one}
    assert shown == {"two": "{a: b}", "three": "[c]", "four": "|\n    d\n    e"}
    assert text[one.span.start : one.span.end] == "two: {a: b}\n  three: [c]\n  four: |\n    d\n    e"
    two = one.get("two")
    assert isinstance(two, Mapping) and two.flow and not one.flow


def test_columns_count_code_points_and_skip_a_byte_order_mark() -> None:
    finding = Reading("\ufeffa: 💎字\nb💎: @x").only
    assert (finding.span.begin.line, finding.span.begin.column) == (2, 5)


def test_too_deep_too_many_and_too_large_are_findings() -> None:
    assert "64 levels" in Reading("[" * 70 + "]" * 70).only.message
    assert "levels" in Reading("[" * 100_000).only.message
    assert "200,000" in Reading("[" + "a," * 200_001 + "]").only.message
    assert "2,000,000" in Reading("#" * 2_000_001).only.message


def test_a_bomb_of_aliases_is_never_unfolded() -> None:
    levels = "\n".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]" for i in range(1, 10))
    reading = Reading(f"l0: &l0 x\n{levels}\n")
    assert {finding.code for finding in reading.findings} == {"yaml-anchor"}


SIGNS = st.text("ab01 \n\t:-,[]{}()#&*!|>'\"%@`?<=.~\\\u2028\x85é💎", max_size=60)


@pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure"])
def test_no_text_makes_the_reader_raise(pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if pure:
        use_pure_loader(monkeypatch)

    @settings(max_examples=400, deadline=None, database=None)
    @given(SIGNS | st.text(max_size=30))
    def check(text: str) -> None:
        findings = Findings()
        root = read_yaml(SourceText("any", text), findings)
        assert root is not None or findings.has_errors
        for finding in findings:
            assert 0 <= finding.span.start <= finding.span.end <= len(text)

    check()


@pytest.mark.parametrize("path", sorted(DRAFTS.rglob("*.yaml")), ids=lambda path: path.name)
def test_the_drafts_read_clean(path) -> None:  # type: ignore[no-untyped-def]
    reading = Reading(path.read_text(encoding="utf-8"), path.name)
    assert list(reading.findings) == []
    assert reading.mapping.entries

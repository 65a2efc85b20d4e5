"""Every character of a scalar's value has its exact place in the file, in all five styles of YAML."""

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.document import Mapping, Scalar, read_yaml
from rulewright.text import Findings, SourceText

WORDS = st.text("ab:#'\"\\-[]{}()é💎字 \t\n\u00a0", max_size=40) | st.lists(
    st.sampled_from(["word", "é", "it's", "a:b", "x\n", "#1"]), min_size=1, max_size=12
).map(" ".join)
RAW_DOUBLE = st.lists(
    st.sampled_from(
        ["a", "b ", " ", "  ", "\n  ", "\n\n  ", "\\\n  ", "\\n", "\\t", "\\x41", "\\u00e9", '\\"', "\\ ", "é"]
    )
)


def value_of(text: str) -> Scalar:
    findings = Findings()
    root = read_yaml(SourceText("file.yaml", text), findings)
    assert isinstance(root, Mapping), findings.sorted()
    value = root.get("key")
    assert isinstance(value, Scalar)
    return value


def check_every_character(scalar: Scalar, text: str) -> None:
    last = scalar.span.start
    for i, char in enumerate(scalar.text):
        span = scalar.span_of(i, i + 1)
        raw = text[span.start : span.end]
        assert span.start >= last, "places go forward"
        if char.isspace():
            assert raw == "" or raw.isspace() or raw.startswith("\\")
        else:
            last = span.end
            if scalar.style == "double" and raw.startswith("\\"):
                decoded = next(iter(yaml.safe_load(f'["{raw}"]')))
                assert decoded == char
            else:
                assert raw == (char if (scalar.style, char) != ("single", "'") else "''")


@settings(max_examples=300, deadline=None)
@given(
    WORDS,
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.fixed_dictionaries(
        {
            "width": st.sampled_from([8, 20, 80]),
            "indent": st.integers(2, 6),
            "line_break": st.sampled_from(["\n", "\r\n"]),
        }
    ),
)
def test_every_character_lies_on_its_own_source(words: str, style: str | None, layout: dict[str, Any]) -> None:
    tag = "tag:yaml.org,2002:str"
    key, value = yaml.ScalarNode(tag, "key"), yaml.ScalarNode(tag, words, style=style)
    node = yaml.MappingNode("tag:yaml.org,2002:map", [(key, value)])
    text = yaml.serialize(node, **layout, allow_unicode=True)
    scalar = value_of(text)
    check_every_character(scalar, text)


@settings(max_examples=200, deadline=None)
@given(RAW_DOUBLE)
def test_escapes_and_escaped_line_breaks_are_followed(parts: list[str]) -> None:
    text = f'key: "{"".join(parts)}"\n'
    check_every_character(value_of(text), text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("key: one two\n", "two"),
        ("key: one\n  and two\n", "two"),
        ("key: 'it''s two'\n", "two"),
        ("key: 'one\n\n  two'\n", "two"),
        ('key: "\\u00e9\\n two"\n', "two"),
        ('key: "one \\\n   two"\n', "two"),
        ("key: |\n  one\n  two\n", "two"),
        ("key: |2-\n    one\n  two\n", "two"),
        ("key: >\n  one\n  two\n\n   three\n", "two"),
        ("key: >-  # a comment\n  one\n\n  two\n", "two"),
        ("key: |\r\n  one\r\n  two\r\n", "two"),
        ("\ufeffkey: one two\n", "two"),
    ],
)
def test_a_word_is_found_in_each_style(text: str, word: str) -> None:
    scalar = value_of(text)
    at = scalar.text.index(word)
    span = scalar.span_of(at, at + len(word))
    assert (span.start, text[span.start : span.end]) == (text.index(word), word)


def test_the_end_of_a_text_is_a_place_of_its_own() -> None:
    text = "key: one\n  two\n"
    scalar = value_of(text)
    span = scalar.span_of(len(scalar.text), len(scalar.text))
    assert (span.start, span.end) == (text.index("two") + 3, text.index("two") + 3)


def test_offsets_outside_the_text_are_cut_off() -> None:
    scalar = value_of("key: one\n")
    assert scalar.span_of(-5, 99) == scalar.span_of(0, 3)


def test_a_text_that_cannot_be_aligned_points_at_the_whole_node() -> None:
    span = value_of("key: 'one two'\n").span
    stranger = Scalar(span, "something else", "single", "text")
    assert stranger.span_of(3, 5) == span

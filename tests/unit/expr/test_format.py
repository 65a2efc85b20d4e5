"""Writing a tree and reading it again; lines that change nothing when they are written in normal form."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lines import read, tree
from rulewright.document import Mapping, read_yaml
from rulewright.document.nodes import Entry, Node, Scalar, Sequence
from rulewright.expr.format import format_node
from rulewright.expr.grammar import Stuck, parse_tree
from rulewright.text import Findings, SourceText
from trees import clauses

DRAFTS = sorted((Path(__file__).parents[2] / "drafts").glob("*.yaml"))


def scalars(node: Node) -> Iterator[Scalar]:
    """Every scalar under a node, keys too."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node:
            yield from scalars_of(entry)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)


def scalars_of(entry: Entry) -> Iterator[Scalar]:
    yield entry.key
    yield from scalars(entry.value)


@cache
def draft_lines() -> list[tuple[str, str]]:
    """Each scalar of the drafts with each start symbol that it parses from (a condition is no choice of a pick)."""
    found: dict[tuple[str, str], None] = {}
    for path in DRAFTS:
        root = read_yaml(SourceText(path.name, path.read_text(encoding="utf-8")), Findings())
        assert root is not None
        for scalar in scalars(root):
            for start in ("sentence", "line", "need", "bounds", "picks", "loop", "power", "verdict", "holds", "type"):
                with suppress(Stuck):
                    parse_tree(scalar.text, start)
                    if start != "picks" or read(start, scalar.text)[0] is not None:
                        found[start, scalar.text] = None
    return list(found)


def test_the_drafts_are_in_normal_form() -> None:
    lines = draft_lines()
    assert len(lines) > 1000
    for start, text in lines:
        assert format_node(tree(start, text)) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("((a))+(b*c)", "a + b * c"),
        ("(a+b)*c", "(a + b) * c"),
        ("a-(b-c)", "a - (b - c)"),
        ("(a-b)-c", "a - b - c"),
        ("not (not a)", "not not a"),
        ("not (a and b)", "not (a and b)"),
        ("a and b or c", "(a and b) or c"),
        ("(a or b) and c", "(a or b) and c"),
        ("x otherwise 1 + 2", "(x otherwise 1) + 2"),
        ("x as t otherwise y", "x as t otherwise y"),
        ("(1..n) is m", "1..n is m"),
        ("(if a then b else c).d", "(if a then b else c).d"),
        ("if a then b else (if c then d else e)", "if a then b else if c then d else e"),
        ("f( a,b ) (AB-1  AB-2..3)", "f(a, b) (AB-1 AB-2..3)"),
    ],
)
def test_brackets_stand_where_they_are_needed_or_help(text: str, expected: str) -> None:
    assert format_node(tree("line", text)) == expected


def test_rule_ids_in_a_row_are_a_range_only_where_they_were_written_so() -> None:
    assert format_node(tree("line", "a (AB-08..10 AB-11 AB-12)")) == "a (AB-08..10 AB-11 AB-12)"


@pytest.mark.parametrize("start", sorted(clauses))
def test_a_written_tree_reads_as_itself(start: str) -> None:
    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
    @given(clauses[start])
    def check(node: Any) -> None:
        text = format_node(node)
        assert tree(start, text) == node
        assert format_node(tree(start, text)) == text

    check()


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_a_spoilt_line_is_one_finding_at_a_place_of_the_line(data: st.DataObject) -> None:
    start, text = data.draw(st.sampled_from(draft_lines()))
    signs = st.sampled_from([*"()[]{}\"'.,=<>!&|%/A0 \n", "..", "if", "else", "by", "of", "each", "(AB-1)", "not"])
    for _ in range(data.draw(st.integers(1, 3))):
        at, gone = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 4))
        text = text[:at] + data.draw(signs) + text[at + gone :]
    start = data.draw(st.just(start) | st.sampled_from(sorted(clauses)))
    node, findings = read(start, text)
    assert node is not None or [f.code for f in findings] == ["syntax"]
    for found in findings:
        assert 0 <= found.span.start <= found.span.end <= len(text)
    if node is not None and not findings:
        assert tree(start, format_node(node)) == node


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(clauses)), st.text(max_size=30))
def test_any_text_at_all_is_read_or_found_wrong(start: str, text: str) -> None:
    node, findings = read(start, text)
    assert node is not None or len(findings) == 1

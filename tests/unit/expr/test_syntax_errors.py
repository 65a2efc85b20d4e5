"""What people write who come from other languages, and what they are told (syntax_errors.txt)."""

from pathlib import Path

import pytest

from lines import read
from rulewright.expr.grammar import grammar

_BLOCKS = (Path(__file__).parent / "syntax_errors.txt").read_text(encoding="utf-8").split("\n\n")
_HEADS = [block.strip("\n").split("\n")[0] for block in _BLOCKS]


def shown(head: str) -> str:
    """The line, the place of its one finding, the message and the help, as in the file."""
    start, _, text = head.partition(": ")
    _, findings = read(start, text)
    assert [f.code for f in findings] == ["syntax"]
    found = findings[0]
    before, under = len(start) + 2 + found.span.start, max(1, found.span.end - found.span.start)
    told = [head, " " * before + "^" * under, found.message]
    return "\n".join([*told, f"help: {found.help}"] if found.help else told)


@pytest.mark.parametrize("block", _BLOCKS, ids=_HEADS)
def test_a_mistake_is_one_finding_with_its_cure(block: str) -> None:
    assert shown(block.strip("\n").split("\n")[0]) == block.strip("\n")


@pytest.mark.parametrize("head", _HEADS)
def test_a_message_names_no_token_type_and_ends_without_a_full_stop(head: str) -> None:
    start, _, text = head.partition(": ")
    types = {t.name for t in grammar().parser.terminals} - {"NAME"} | {"$END"}  # `NAME becomes E` is a form
    _, (found,) = read(start, text)
    for sentence in (found.message, found.help or "-"):
        assert not types & set(sentence.replace("`", " ").split()) - set(text.split())
        assert not sentence.endswith(".")


@pytest.mark.parametrize(
    ("start", "text", "cured"),
    [
        ("line", "a == b", "a is b"),
        ("line", "a != b", "a is not b"),
        ("line", "a && b", "a and b"),
        ("line", "a / 2", "a div 2"),
        ("line", "a => 2", "a >= 2"),
        ("line", "size(Hand)", "size(hand)"),
        ("sentence", "set x = 3", "set x to 3"),
    ],
)
def test_a_fix_makes_the_line_parse(start: str, text: str, cured: str) -> None:
    _, (found,) = read(start, text)
    (edit,) = found.fix
    fixed = text[: edit.span.start] + edit.text + text[edit.span.end :]
    assert fixed == cured
    assert read(start, fixed)[1] == []


def test_what_is_missing_at_the_end_is_pointed_at_right_behind_the_text() -> None:
    _, (found,) = read("sentence", "move x from y  ")
    assert (found.span.start, found.span.end) == (13, 13)


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_line_is_told_what_is_written_there(text: str) -> None:
    _, (found,) = read("sentence", text)
    assert found.message == "nothing stands here"
    assert "move X from Z to T" in (found.help or "")

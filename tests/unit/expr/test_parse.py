"""Each form of the grammar, with its tree; those in trees.txt are written by `short` and were checked by hand."""

from pathlib import Path

import pytest

from lines import read, short, tree
from rulewright.expr.lexer import SOFT_WORDS
from rulewright.expr.parse import MAX_LENGTH

_BLOCKS = (Path(__file__).parent / "trees.txt").read_text(encoding="utf-8").split("\n\n")
_HEADS = [block.strip().split("\n")[0] for block in _BLOCKS]


@pytest.mark.parametrize("block", _BLOCKS, ids=_HEADS)
def test_a_line_has_this_tree(block: str) -> None:
    head, expected = block.strip().split("\n")
    start, _, text = head.partition(": ")
    assert short(tree(start, text)) == expected.strip()


def test_the_same_line_at_two_places_is_equal_and_keeps_its_places() -> None:
    one, two = tree("line", "a + b"), tree("line", " a  +  b")
    assert one == two
    assert [n.value.right.at.span.start for n in (one, two)] == [4, 7]


def test_a_node_covers_its_text() -> None:
    node = tree("sentence", 'pay cost(x) from coins[me] if not y else "No {coins[me]}." (AB-1 AB-3..4)')
    text = node.at.span.source.text

    def covered(part: object) -> str:
        span = part.at.span  # type: ignore[attr-defined]
        return text[span.start : span.end]

    assert covered(node) == text
    assert covered(node.core) == "pay cost(x) from coins[me]"
    assert covered(node.core.value) == "cost(x)"
    assert covered(node.condition) == "not y"
    assert covered(node.reason) == "No {coins[me]}."
    assert covered(node.reason.parts[1]) == "coins[me]"
    assert [(str(rule), covered(rule)) for rule in node.rules] == [
        ("AB-1", "AB-1"),
        ("AB-3", "AB-3..4"),
        ("AB-4", "AB-3..4"),
    ]


SOFT = sorted(SOFT_WORDS)


@pytest.mark.parametrize("word", SOFT)
def test_a_soft_word_is_a_name_wherever_a_sentence_cannot_start(word: str) -> None:
    assert short(tree("line", f"{word} + x.{word}(a[{word}])")) == (
        f"(Line (Binary '+' {word} (Method x {word} [(Index a [{word}])])) [])"
    )
    assert short(tree("sentence", f"let {word} be {word}")) == f"(Sentence (Let {word} {word}) [] - - [])"
    assert short(tree("loop", f"{word} in {word} where {word} by {word}")) == (
        f"(Loop [(Binding {word} {word} {word})] {word})"
    )


@pytest.mark.parametrize("word", SOFT)
def test_a_soft_word_is_a_name_as_the_place_of_a_sentence(word: str) -> None:
    sentence = tree("sentence", f"move {word} from {word} to {word} in random order if {word}")
    moved = f"(Move (Amount 'one' - {word}) {word} (Target - {word}) 'random')"
    assert short(sentence) == f"(Sentence {moved} [] {word} - [])"
    assert short(tree("sentence", f"add up to {word}")) == f"(Sentence (Assign 'add' up {word}) [] - - [])"


def test_a_line_may_go_on_over_several_lines() -> None:
    assert tree("line", "a\n  + b\n  (AB-1\n AB-2)") == tree("line", "a + b (AB-1 AB-2)")


def test_a_long_line_is_one_finding() -> None:
    node, findings = read("line", "a + " * (MAX_LENGTH // 4) + "a")
    assert node is None
    assert [f.code for f in findings] == ["syntax"]


_DEEP = ["(" * 60 + "a" + ")" * 60, "a" + "[a" * 60 + "]" * 60, "a" + " + a" * 60, "not " * 60 + "a", "-" * 60 + "a"]


@pytest.mark.parametrize("text", _DEEP, ids=[text[:3] for text in _DEEP])
def test_a_deep_line_is_one_finding(text: str) -> None:
    node, findings = read("line", text)
    assert node is None
    assert [f.code for f in findings] == ["syntax"]
    assert "deep" in findings[0].message


def test_forty_levels_are_not_too_deep() -> None:
    assert tree("line", "(" * 40 + "a" + ")" * 40) == tree("line", "a")
    assert short(tree("line", "a" + " + a" * 40)).count("Binary") == 40


def test_a_bad_place_in_a_text_is_a_finding_at_its_own_place_and_the_rest_stays() -> None:
    node, findings = read("need", 'a > 1 else "x {b +} y"')
    assert short(node) == "(Need (Binary '>' a 1) - [])"
    assert [(f.code, f.span.start, f.span.end) for f in findings] == [("syntax", 18, 18)]

"""A mistake in a text with tabs, wide signs and folded lines: the finding covers exactly the wrong word.

Lines and columns count from 1, columns in characters (code points), and the end is exclusive, as documented.
"""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.checking import check_source
from rulewright.text import SourceText

WRONG = "wrong_word"
# Around the mistake: an expression whose other parts are right, with texts in which anything may stand.
GAME = """\
game: placed
version: 1
language: 1
title: Placed
seats: [north, south]
players: 2
variables:
  score: {{is: number, per: player, score: true}}
  name: {{is: number}}
setup: set first_player to north
actions:
  act:
    why: {why}
    needs:
      first: {line}
    do: add name to score[me]
play:
  game:
    turns: first_player
    until: score[north] > 3
    do: {{act: {{choose: [act]}}}}
scoring:
  line: 0
winner:
  score: most score[me]
  else: shared
"""
SIGNS = st.text("aé字漢語💎👩\u200d🌾\u0301ß ", max_size=12)
BEFORE = st.lists(
    st.sampled_from(["name > 0 and", "score[me] is 3 or", "not name < 2 and", "(1 + name) > 2 or"]), max_size=4
)
STYLES = ["plain", "single", "double", "literal", "folded"]


def scalar(words: list[str], style: str, gaps: list[str], indent: str) -> str:
    """A line of the language in a style of YAML; a gap is a blank, or where the scalar goes on in the next line."""
    text = words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:], strict=True))
    if style == "single":
        return "'" + text.replace("'", "''") + "'"
    if style == "double":
        return '"' + text.replace('"', '\\"') + '"'
    if style in ("literal", "folded"):
        return ("|" if style == "literal" else ">-") + "\n" + indent + text
    return text


@settings(max_examples=80, deadline=None, database=None)
@given(st.data())
def test_a_finding_covers_exactly_the_wrong_word(data: st.DataObject) -> None:
    style = data.draw(st.sampled_from(STYLES), "style")
    indent = " " * data.draw(st.integers(8, 12), "indent")
    signs = data.draw(SIGNS, "signs")
    in_text = data.draw(st.booleans(), "in the text")
    parts = " ".join(data.draw(BEFORE, "before")).split()
    words = [*parts, "name", "is", "1", "else", f'"{signs}x', "{" + WRONG + '}."']
    if not in_text:
        words = [*parts, "name", "is", WRONG, "else", f'"{signs}x', '{name}."']
    blanks = [" ", "  ", "\t", " \t ", f"\n{indent}"] + ([f"\\\n{indent}\\ "] if style == "double" else [])
    gaps = [data.draw(st.sampled_from(blanks)) for _ in words[1:]]
    if style == "literal":
        gaps[-1] = gaps[-1].replace("\n", "")  # a text ends on the line on which it begins, and here lines are kept
    line = scalar(words, style, gaps, indent)
    text = GAME.format(why=f'"{signs}x"', line=line)
    text = text.replace("\n", data.draw(st.sampled_from(["\n", "\r\n"]), "breaks"))
    found = [f for f in check_source(SourceText("placed.yaml", text)) if f.severity == "error"]
    assert [f.code for f in found] == ["unknown-name"], found
    span = found[0].span
    assert text[span.start : span.end] == WRONG
    before = re.split("\r\n|\n", text[: text.index(WRONG)])
    line_number, column = len(before), len(before[-1]) + 1
    assert (span.begin.line, span.begin.column) == (line_number, column)
    assert (span.finish.line, span.finish.column) == (line_number, column + len(WRONG))

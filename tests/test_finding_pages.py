"""Each code has a page, each page a code that is raised, and the examples of the pages give what they say."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from examples import ROOT, Example, examples_of
from rulewright.text import CODES, Severity
from run_example import findings_of

FOLDER = ROOT / "docs" / "findings"
PAGES = {p.stem: p for p in sorted(FOLDER.glob("*.md")) if p.name != "README.md"}
HEAD = re.compile(r"# (?P<code>[a-z-]+): (?P<title>.+)\n\nSeverity: (?P<severity>.+)\. Group: (?P<group>.+)\.\n")
MARK = re.compile(r"^ *#( *)(\^*)$")


def titled(code: str, title: str) -> list[Example]:
    """The examples below a heading of a page."""
    text = PAGES[code].read_text(encoding="utf-8")
    first = text[: text.index(f"\n## {title}\n")].count("\n") + 1
    following = re.search(r"^## ", text[text.index(f"\n## {title}\n") + 4 :], re.MULTILINE)
    last = first + text[text.index(f"\n## {title}\n") + 4 :][: following.start()].count("\n") if following else 10**9
    return [e for e in examples_of(PAGES[code]) if first < e.line <= last]


def codes_raised() -> set[str]:
    """Every code that stands as a text in the sources, outside of the table of codes."""
    found = set()
    for module in (ROOT / "engine").rglob("*.py"):
        if module.name != "codes.py":
            tree = ast.walk(ast.parse(module.read_text(encoding="utf-8")))
            found |= {n.value for n in tree if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return found & set(CODES)


def test_every_code_has_a_page_and_every_page_a_code():
    assert sorted(PAGES) == sorted(CODES)


def test_every_code_is_raised_somewhere():
    """That no other is raised, the type checker sees: a code is of type `Code`."""
    assert set(CODES) - codes_raised() == set()


@pytest.mark.parametrize("code", PAGES)
def test_a_page_says_what_it_is_why_it_matters_and_shows_wrong_and_right(code):
    text = PAGES[code].read_text(encoding="utf-8")
    head = HEAD.match(text)
    assert head is not None and head["code"] == code
    assert set(head["severity"].split(" or ")) <= set(get_args(Severity))
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Why", "Wrong", "Right"]
    assert titled(code, "Wrong") and titled(code, "Right")


def marked(example: Example) -> list[tuple[int, int, int]]:
    """The places under which carets stand: line, column and length. A `#` that touches the carets counts as one."""
    found, lines = [], example.text.splitlines()
    for number, line in enumerate(lines):
        mark = MARK.match(line)
        if mark is not None and line.strip() != "#":
            start = line.index("^") if mark[1] else line.index("#")
            found.append((number, start + 1, len(line) - start))
    return found


def in_the_fence(example: Example, finding) -> tuple[int, int, int]:
    """The place of a finding, counted in the fence, where `---` parts several files."""
    above = 0
    for text in example.text.split("---\n"):
        if text == finding.span.source.text:
            break
        above += text.count("\n") + 1
    else:
        above = 0
    begin, end = finding.span.begin, finding.span.finish
    length = end.column - begin.column if end.line == begin.line else len(finding.span.source.line(begin.line))
    return above + begin.line, begin.column, max(length, 1)


@pytest.mark.parametrize("code", PAGES)
def test_the_wrong_example_gives_exactly_this_finding_where_the_carets_stand(code, tmp_path):
    head = HEAD.match(PAGES[code].read_text(encoding="utf-8"))
    for number, example in enumerate(titled(code, "Wrong")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (finding,) = found = list(findings_of(example, folder))
        assert (finding.code, finding.severity in head["severity"].split(" or ")) == (code, True), found
        places = marked(example)
        if code == "long-line":  # a comment with carets would be as long
            assert in_the_fence(example, finding)[1] == 201
        elif code == "csv":  # a line with carets would be a row
            assert finding.span.source.text == example.text and "{" not in example.text
        elif not places:  # it stands in the game, and the variant that makes it wrong beside it
            assert finding.span.source.name == "market.yaml"
            assert str(example) in {r.span.source.name for r in finding.related}
        else:
            assert [in_the_fence(example, finding)] == places


@pytest.mark.parametrize("code", PAGES)
def test_the_right_example_gives_no_finding(code, tmp_path):
    for number, example in enumerate(titled(code, "Right")):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert [f"{f} [{f.help}]" for f in findings_of(example, folder)] == []


def test_the_index_lists_every_page_with_its_severity_and_title_in_the_order_of_the_table():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[`([a-z-]+)`\]\(([a-z-]+)\.md\) \| ([^|]+) \| (.*) \|$", text, re.MULTILINE)
    assert [(code, page) for code, page, *_ in rows] == [(code, code) for code in CODES]
    for code, _, severity, title in rows:
        head = HEAD.match(Path(PAGES[code]).read_text(encoding="utf-8"))
        assert (head["severity"], head["title"]) == (severity, title), code

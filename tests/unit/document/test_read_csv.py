"""Tables of rows: what stands in a cell keeps its place, and what is out of place is told."""

import pytest

from rulewright.document import Mapping, Scalar
from rulewright.document.read_csv import read_csv
from rulewright.text import Findings, SourceText


def read(text: str):
    findings = Findings()
    root = read_csv(SourceText("cards.csv", text), findings)
    return root, list(findings)


def plain(node):
    return {k: plain(e.value) for k, e in node.entries.items()} if isinstance(node, Mapping) else node.value


def test_a_row_is_its_name_with_its_attributes() -> None:
    root, findings = read("name,value,wants.north,wants.south\no1,14,plum,\no2,3,pear,apple\n")
    assert findings == []
    assert plain(root) == {
        "o1": {"value": 14, "wants": {"north": "plum"}},
        "o2": {"value": 3, "wants": {"north": "pear", "south": "apple"}},
    }


def test_quotes_blank_lines_and_other_line_ends_are_read() -> None:
    root, findings = read('\ufeffname,text,truth\r\n"o1" , "a, ""b""",true\r\n\r\n,,\r\no2,"7",false')
    assert findings == []
    assert plain(root) == {"o1": {"text": 'a, "b"', "truth": True}, "o2": {"text": "7", "truth": False}}


def test_every_cell_knows_its_place() -> None:
    text = 'name,value\no1, 14\no2,"x y"\n'
    root, _ = read(text)
    for row, word in (("o1", "14"), ("o2", "x y")):
        cell = root.get(row).get("value")
        assert isinstance(cell, Scalar)
        assert text[cell.span.start : cell.span.end] == word
        place = cell.span_of(0, 1)
        assert text[place.start : place.end] == word[0]


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("", "csv", "1:1", "empty"),
        ("name,value\no1,2,3\n", "csv", "2:6", "3 cells under 2 headings"),
        ("name,value\n,2\n", "csv", "2:2", "no name"),
        ("name,Value\no1,2\n", "csv", "1:6", "no heading"),
        ("name,\no1,2\n", "csv", "1:6", "without a heading"),
        ("name,value\no1,2\no1,3\n", "duplicate-key", "3:1", "stands twice"),
        ("name,wants,wants.north\no1,2,3\n", "duplicate-key", "1:12", "gives what `wants` gives already"),
        ('name,value\no1,a "b" c\n', "csv", "2:6", "quote"),
        ('name,value\no1,"open\n', "csv", "2:4", "quote"),
    ],
)
def test_what_is_out_of_place_is_a_finding_there(text: str, code: str, place: str, message: str) -> None:
    _, (finding,) = read(text)
    assert (finding.code, str(finding.span)) == (code, f"cards.csv:{place}")
    assert message in finding.message

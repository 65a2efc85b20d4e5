import json
import re
from itertools import pairwise

from rulewright.text import Edit, Finding, Findings, Related, SourceText
from rulewright.text.render import as_json, clip, pad, printable, render, summary, width


def finding(text: str, start: int, end: int, **more) -> Finding:
    return Finding("some-code", "this is wrong", SourceText("game.yaml", text).span(start, end), **more)


def test_a_finding_shows_its_line_with_carets_under_the_place():
    shown = render(finding("a: 1\nprice: dye[v]\n", 12, 15, help="did you mean `die`?"))
    assert shown.splitlines() == [
        "error[some-code]: this is wrong",
        " --> game.yaml:2:8",
        "  |",
        "2 | price: dye[v]",
        "  |        ^^^",
        "  = help: did you mean `die`?",
    ]


def test_tabs_before_the_place_are_copied_so_that_the_caret_stands_right():
    assert render(finding("\tx: y", 4, 5)).splitlines()[-1] == "  | \t   ^"


def test_wide_characters_take_two_columns():
    text = "名: x"
    assert render(finding(text, 3, 4)).splitlines()[-1] == "  |     ^"
    assert render(finding(text, 0, 1)).splitlines()[-1] == "  | ^^"


def test_combining_characters_take_no_column():
    text = "e\u0301: x"
    assert render(finding(text, 4, 5)).splitlines()[-1] == "  |    ^"


def test_a_place_over_several_lines_is_marked_to_the_end_of_the_first():
    assert render(finding("abc\ndef", 1, 6)).splitlines()[-1] == "  |  ^^"


def test_a_place_at_the_end_of_the_text_still_has_a_caret():
    assert render(finding("abc", 3, 3)).splitlines()[-1] == "  |    ^"


def test_related_places_are_shown_with_their_message():
    source = SourceText("game.yaml", "a: 1\na: 2\n")
    shown = render(Finding("k", "twice", source.span(5, 6), related=(Related(source.span(0, 1), "first here"),)))
    assert "  ::: game.yaml:1:1" in shown.replace(" :::", "  :::")
    assert shown.splitlines()[-1] == "  | - first here"


def test_of_many_related_places_the_first_are_shown_and_the_others_listed():
    source, other = SourceText("game.yaml", "a\nb\nc\nd\ne\n"), SourceText("base.yaml", "a\nb\n")
    spans = [source.span(n, n + 1) for n in (0, 2, 4, 6, 8)] + [other.span(0, 1), other.span(2, 3)]
    related = tuple(Related(span, "and here") for span in spans[1:])
    shown = render(Finding("k", "wrong", spans[0], related=related)).split("\n")
    assert [line for line in shown if "and here" in line] == ["  | - and here"] * 3
    assert shown[-1] == "  = also at: 5:1, base.yaml:1:1, 2:1"


def test_of_many_edits_the_first_are_shown_and_the_others_counted():
    source = SourceText("game.yaml", "abcde")
    edits = tuple(Edit(source.span(n, n + 1), "x") for n in range(5))
    shown = render(Finding("k", "wrong", source.span(0, 1), fix=edits)).split("\n")
    assert shown[-2:] == ["  = fix: write `x` for `c` at 1:3", "  = fix: and 2 more of this kind"]


def test_errors_that_say_the_same_of_one_word_become_one():
    source = SourceText("game.yaml", "hand[a] hand[b] pile hand[c]")
    findings = Findings()
    for start, end in ((21, 28), (0, 7), (8, 15), (16, 20)):
        findings.error("arity", "there is one per player", source.span(start, end))
    findings.warning("arity", "there is one per player", source.span(0, 4))
    findings.fold()
    told = [(f.severity, f.span.text, [r.span.text for r in f.related]) for f in findings]
    assert told == [("warning", "hand", []), ("error", "hand[a]", ["hand[b]", "hand[c]"]), ("error", "pile", [])]


def test_colour_is_an_extra_and_the_text_stays_the_same():
    plain, painted = render(finding("a: b", 3, 4)), render(finding("a: b", 3, 4), colour=True)
    assert "\x1b[" in painted and "\x1b[" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


def test_control_characters_of_a_file_do_not_reach_the_terminal():
    shown = render(finding("a: \x1b[2J\u202eb", 0, 1))
    assert "\x1b" not in shown and "\u202e" not in shown
    assert printable("a\tb") == "a\tb"


def test_json_has_all_keys_and_null_where_there_is_nothing():
    found = as_json(finding("a: b\nc", 3, 6))
    assert found == {
        "path": "game.yaml",
        "line": 1,
        "column": 4,
        "end_line": 2,
        "end_column": 2,
        "severity": "error",
        "code": "some-code",
        "message": "this is wrong",
        "help": None,
        "related": None,
        "fix": None,
    }


def test_json_holds_fixes_and_related_places():
    source = SourceText("game.yaml", "a: b")
    found = as_json(
        Finding(
            "k", "m", source.span(3, 4), fix=(Edit(source.span(3, 4), "c"),), related=(Related(source.span(0, 1), "r"),)
        )
    )
    assert json.loads(json.dumps(found)) == found
    assert found["fix"] == [{"path": "game.yaml", "line": 1, "column": 4, "end_line": 1, "end_column": 5, "text": "c"}]
    assert found["related"][0]["message"] == "r"


def test_a_fix_is_told_in_words():
    source = SourceText("g", "a: b")
    assert "write `c` for `b` at 1:4" in render(
        Finding("k", "m", source.span(3, 4), fix=(Edit(source.span(3, 4), "c"),))
    )
    assert "insert `x` at 1:4" in render(Finding("k", "m", source.span(3, 4), fix=(Edit(source.span(3, 3), "x"),)))
    assert "delete `b` at 1:4" in render(Finding("k", "m", source.span(3, 4), fix=(Edit(source.span(3, 4), ""),)))


def test_the_summary_counts_each_severity():
    span = SourceText("g", "a").span(0, 1)
    assert (
        summary([Finding("a", "m", span), Finding("b", "m", span), Finding("c", "m", span, "warning")])
        == "2 errors, 1 warning"
    )
    assert summary([]) == ""


def test_clip_and_pad_count_columns_not_characters():
    assert width("名前") == 4
    assert clip("名前です", 5) == "名前…"
    assert clip("abc", 3) == "abc"
    assert pad("名", 4) == "名  "


def test_of_a_very_long_line_the_part_around_the_place_is_shown():
    text = "a: " + "x" * 300 + "HERE" + "y" * 300
    source = SourceText("long.yaml", text)
    start = text.index("HERE")
    told = render(Finding("yaml", "w" * 5000, source.span(start, start + 4), help="h" * 5000))
    lines = told.splitlines()
    shown, carets = next((a, b) for a, b in pairwise(lines) if "HERE" in a)
    assert shown.startswith("1 | …x") and shown.endswith("y…") and len(shown) < 260
    assert carets.index("^^^^") == shown.index("HERE") and carets.count("^") == 4
    assert all(len(line) < 1100 for line in lines) and f"--> {source.span(start, start + 4)}" in told
    assert f"1 | {text[:200]}" in render(finding(text[:200], 0, 1)).splitlines()

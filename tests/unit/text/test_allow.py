from rulewright.text import Finding, Findings, SourceText
from rulewright.text.allow import sift

TEXT = """\
# rulewright: allow unused-name because it stands in the rulebook

  # another comment
one: 1
two: 2  # rulewright: allow unused-name because of the same
three: 3
"""


def found_at(source: SourceText, *words: str, severity="warning", code="unused-name") -> Findings:
    findings = Findings()
    for word in words:
        start = source.text.index(word)
        findings.add(Finding(code, f"`{word}`", source.span(start, start + len(word)), severity))
    return findings


def kept(text: str, *words: str, whole: bool = True, **how) -> list[str]:
    source = SourceText("f", text)
    sifted = sift(found_at(source, *words, **how), [source], whole=whole)
    return [f"{f.span.begin.line} {f.code} {f.message}" for f in sifted]


def test_a_comment_allows_its_line_or_the_next_one_that_says_something():
    assert kept(TEXT, "one", "two", "three") == ["6 unused-name `three`"]


def test_what_is_allowed_is_kept_with_its_reason():
    source = SourceText("f", TEXT)
    sifted = sift(found_at(source, "one", "two"), [source], whole=True)
    assert sorted(sifted.allowed.values()) == ["it stands in the rulebook", "of the same"]
    assert len(sifted) == 0


def test_another_code_is_not_allowed_and_the_comment_allows_nothing():
    assert kept(TEXT, "one", "two", code="unreachable") == [
        "1 allow-unused there is no `unused-name` here to be allowed",
        "4 unreachable `one`",
        "5 unreachable `two`",
        "5 allow-unused there is no `unused-name` here to be allowed",
    ]


def test_an_error_cannot_be_allowed():
    assert kept(TEXT, "one", severity="error", whole=False) == ["4 unused-name `one`"]


def test_nothing_is_called_unused_where_not_everything_was_checked():
    assert kept(TEXT, whole=False) == []


def test_a_comment_without_a_reason_or_with_an_unknown_code_is_a_finding():
    text = """\
one: 1 # rulewright: allow unused-name
two: 2 # rulewright: allow unsued-name because of a slip
three: 3 # rulewright: ignore
"""
    assert kept(text) == [
        "1 allow-unclear `unused-name` is allowed here, and no reason is given",
        "2 allow-unclear there is no finding `unsued-name`",
        "3 allow-unclear this comment cannot be read",
    ]


def test_words_in_the_middle_of_a_line_are_no_comment():
    assert kept('say: "a#rulewright: allow nothing"\n') == []


def test_of_a_text_aside_nothing_is_said_itself():
    source, aside = SourceText("f", "a: 1\n"), SourceText("g", TEXT)
    sifted = sift(found_at(aside, "one"), [source], whole=True, aside=[aside])
    assert len(sifted) == 0 and len(sifted.allowed) == 1

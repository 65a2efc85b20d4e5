"""Variants are built on variants: they are found, merged first, and refused where they form a ring."""

import pytest

from rulewright.checking import check_file
from rulewright.errors import InvalidGame
from rulewright.library import find_game
from rulewright.loader import load, open_document

NAMED = "numbers:\n  lines_to_win: 1\n\nactions:"


@pytest.fixture
def table(tmp_path):
    """A folder with a game that has a number, and a way to write variants beside it."""
    text = find_game("tic_tac_toe").read_text(encoding="utf-8")
    assert "\nactions:" in text
    game = text.replace("\nactions:", f"\n{NAMED}", 1).replace("game: tic_tac_toe", "game: mine", 1)
    (tmp_path / "mine.yaml").write_text(game, encoding="utf-8")

    def write(name: str, rest: str, folder: str = "variants"):
        place = tmp_path / folder / f"{name}.yaml"
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"variant: {name}\nof: mine\n{rest}\n", encoding="utf-8")
        return place

    write.game = tmp_path / "mine.yaml"
    return write


def number(game, variants):
    merged = open_document(game, variants=variants).merged
    return merged.root.get("numbers").get("lines_to_win").text, merged.variants


def problem(game, *variants):
    with pytest.raises(InvalidGame) as refused:
        load(game, variants=variants)
    return refused.value.findings[0]


def test_a_variant_is_merged_after_the_one_that_it_extends(table):
    table("two", "change:\n  numbers.lines_to_win: 2")
    table("four", "extends: two\nchange:\n  numbers.lines_to_win: {wrap: it * 2}")
    assert number(table.game, ["four"]) == ("(2) * 2", ("two", "four"))
    assert number(table.game, ["four", "two"]) == ("(2) * 2", ("two", "four"))
    assert number(table.game, ["two"]) == ("2", ("two",))


def test_a_variant_may_be_nothing_but_several_others(table):
    table("two", "change:\n  numbers.lines_to_win: 2")
    table("big", "replace:\n  boards.field.grid: [4, 4]")
    table("both", "extends: [big, two]")
    assert number(table.game, ["both"]) == ("2", ("big", "two", "both"))


def test_a_file_elsewhere_extends_what_lies_beside_it(table):
    table("two", "change:\n  numbers.lines_to_win: 2", folder="elsewhere")
    place = table("three", "extends: two\nchange:\n  numbers.lines_to_win: {by: 1}", folder="elsewhere")
    assert number(table.game, [place]) == ("3", ("two", "three"))


def test_a_variant_that_extends_an_unknown_one_is_told_the_nearest(table):
    table("two", "change:\n  numbers.lines_to_win: 2")
    finding = problem(table.game, table("four", "extends: twoo"))
    assert (finding.code, finding.help) == ("unknown-variant", "did you mean `two`?")
    assert finding.span.begin.line == 3


def test_variants_that_extend_each_other_are_refused_with_every_place(table):
    table("one", "extends: three")
    table("two", "extends: one")
    finding = problem(table.game, table("three", "extends: two"))
    assert finding.code == "overlay-cycle"
    assert finding.message == "`three` extends `two` extends `one` extends `three`"
    assert [r.span.source.name.rsplit("/", 1)[-1] for r in finding.related] == ["three.yaml", "two.yaml"]


def test_a_variant_that_extends_itself_is_refused(table):
    finding = problem(table.game, table("one", "extends: one\nchange:\n  numbers.lines_to_win: 2"))
    assert (finding.code, finding.message) == ("overlay-cycle", "`one` extends `one`")


def test_a_name_after_which_nothing_comes_is_a_warning_only(table):
    place = table("one", "after: [two, another]\nconflicts: tow\nchange:\n  numbers.lines_to_win: 2")
    table("two", "change:\n  numbers.lines_to_win: 2")
    told = [(f.code, f.severity, f.help) for f in check_file(place) if f.code == "unknown-variant"]
    assert told == [
        ("unknown-variant", "warning", "one of `one`, `two`"),
        ("unknown-variant", "warning", "did you mean `two`?"),
    ]
    load(table.game, variants=[place])


def test_a_variant_of_another_game_is_one_finding(table):
    place = table("one", "replace:\n  numbers.hands: 2\nremove: [zones.pile]")
    place.write_text(place.read_text().replace("of: mine", "of: bridge"))
    finding = problem(table.game, place)
    assert (finding.code, finding.message) == ("overlay-game", "this is a variant of `bridge`, not of `mine`")
    assert finding.related[0].span.source.name.endswith("mine.yaml")


OPTION = """options:
  twice: {default: false, values: {true: Two lines, false: One line}, label: Twice, why: More to do.}

numbers:
  lines_to_win: if option.twice then 2 else 1"""


def test_an_option_that_a_variant_leaves_without_a_reader_is_told_at_the_change_that_took_it(table):
    table.game.write_text(table.game.read_text().replace("numbers:\n  lines_to_win: 1", OPTION))
    place = table("two", "change:\n  numbers.lines_to_win: 2")
    (finding,) = (f for f in check_file(place) if f.code == "unread-option")
    assert finding.message == "with `two` nothing reads the option `twice` any more"
    assert finding.help == "let the variant `remove: [options.twice]` too, so that nobody sets it in vain"
    assert (finding.span.source.name, finding.span.begin.line) == (str(place), 4)
    assert [r.span.source.name for r in finding.related] == [str(table.game)]
    kept = table("kept", "change:\n  numbers.lines_to_win: {wrap: it + 1}")
    gone = table("gone", "remove: [options.twice]\nchange:\n  numbers.lines_to_win: 2")
    assert [f for file in (kept, gone) for f in check_file(file) if f.code == "unread-option"] == []
    names = {f.code for f in check_file(table.game)} - {"unused-name"}
    assert "unread-option" not in names


def test_what_a_base_game_leaves_unread_is_no_fault_of_a_variant(table):
    table.game.write_text(
        table.game.read_text().replace("numbers:\n  lines_to_win: 1", OPTION.replace("option.twice", "true"))
    )
    assert "unread-option" in {f.code for f in check_file(table.game)}
    assert "unread-option" not in {f.code for f in check_file(table("two", "replace:\n  boards.field.grid: [4, 4]"))}


def test_whatever_is_wrong_in_a_head_is_told_with_a_second_place(table):
    for rest, code in (
        ("version: [1]", "type"),
        ("version: 0..", "overlay-idle"),
        ("version: soon\nchange:\n  numbers.lines_to_win: 2", "overlay-version"),
        ("version: 4..2\nchange:\n  numbers.lines_to_win: 2", "overlay-version"),
        ("version: 4..\nchange:\n  numbers.lines_to_win: 2", "overlay-version"),
        ("extends: one", "overlay-cycle"),
        ("after: one\nchange:\n  numbers.lines_to_win: 2", "overlay-cycle"),
        ("conflicts: one\nchange:\n  numbers.lines_to_win: 2", "overlay-cycle"),
    ):
        finding = problem(table.game, table("one", rest))
        assert finding.code == code, (rest, finding)
        assert (len(finding.related) == 1) is (code != "type"), rest

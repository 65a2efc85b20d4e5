from pathlib import Path

import pytest

from rulewright.checking import check_file, load_document
from rulewright.document.read_yaml import read_yaml
from rulewright.errors import InvalidGame
from rulewright.library import find_game, read_source
from rulewright.text import Findings, SourceText

SMALL = read_source(find_game("tic_tac_toe"))
BIGGER = "variant: bigger\nof: tic_tac_toe\ntitle: Bigger\nversion: 1\nreplace:\n  boards.field.grid: [4, 4]\n"


def edited(old: str, new: str) -> SourceText:
    assert old in SMALL.text
    return SourceText("small.yaml", SMALL.text.replace(old, new, 1))


def test_a_good_file_becomes_a_checked_game():
    game = load_document(SMALL)
    assert game.id == "tic_tac_toe" and game.player_counts == range(2, 3)
    assert game.boards["field"].size == (3, 3)


def test_variants_are_merged_before_anything_is_checked():
    game = load_document(SMALL, [SourceText("bigger.yaml", BIGGER)])
    assert len(game.boards["field"].spaces) == 16


def test_an_overlay_may_come_as_nodes():
    root = read_yaml(SourceText("s.yaml", "replace: {actions.place.do: nothing}"), Findings())
    assert load_document(SMALL, [root]).digest != load_document(SMALL).digest


def test_all_errors_of_a_stage_are_raised_at_once():
    with pytest.raises(InvalidGame) as error:
        load_document(SourceText("x.yaml", "game: x\nboard: {}\nkindz: {}\n"))
    assert {"board", "kindz"} <= {f.message.split("`")[1] for f in error.value.findings}
    assert "more)" in str(error.value)


def test_mistakes_of_base_and_variant_are_told_together():
    with pytest.raises(InvalidGame) as error:
        load_document(
            edited("players: 2..2", "playrs: 2..2"), [SourceText("v.yaml", BIGGER.replace("replace", "replce"))]
        )
    assert {f.span.source.name for f in error.value.findings} == {"small.yaml", "v.yaml"}


def test_what_a_variant_removed_is_told_with_both_places():
    variant = SourceText("v.yaml", "variant: v\nof: tic_tac_toe\ntitle: V\nversion: 1\nremove: [define.three]\n")
    with pytest.raises(InvalidGame) as error:
        load_document(SMALL, [variant])
    removed = [f for f in error.value.findings if f.code == "names-removed"]
    assert removed and all("v.yaml" in [r.span.source.name for r in f.related] for f in removed)


def test_the_digest_tells_rules_apart_but_not_comments_or_words():
    digest = load_document(SMALL).digest
    assert load_document(SourceText("other.yaml", f"# more\n{SMALL.text}")).digest == digest
    assert load_document(edited("Noughts and crosses", "Crosses and noughts")).digest == digest
    assert load_document(edited("1..3 where", "1..2 where")).digest != digest


def test_a_file_that_is_not_utf_8_is_a_finding_at_the_first_wrong_byte(tmp_path: Path):
    path = tmp_path / "x.yaml"
    path.write_bytes("game: x\ntitle: é".encode("latin-1"))
    (finding,) = check_file(path)
    assert "UTF-8" in finding.message and (finding.span.begin.line, finding.span.begin.column) == (2, 8)


def test_an_empty_file_is_a_finding(tmp_path: Path):
    path = tmp_path / "x.yaml"
    path.write_text("")
    assert [f.severity for f in check_file(path)] == ["error"]


CARDS = "components:\n  mark: {is: seat}\n  card:\n    has: {worth: number}\n    rows: cards.yaml\n"
CARDS += "zones:\n  on: {slot: mark, per: square}\n  pile: {stack: card, holds: each}\n"


def with_cards(tmp_path: Path, cards: str) -> Path:
    (tmp_path / "cards.yaml").write_text(cards)
    path = tmp_path / "mine.yaml"
    text = SMALL.text.replace("always:", "finish:\n  mixed: shuffle pile\n  said: say \"{ace.worth}\"\nalways:", 1)
    start, end = text.index("components:"), text.index("variables:")
    path.write_text(text[:start] + CARDS + text[end:])
    return path


def test_rows_may_stand_in_a_data_file_beside_the_game(tmp_path: Path):
    path = with_cards(tmp_path, "ace: {worth: 11}\nten: {worth: 10}\n")
    assert [str(f) for f in check_file(path)] == []
    game = load_document(read_source(path), place=path)
    assert [game.names[i] for i in game.enums["card"].ids] == ["ace", "ten"]
    dearer = "variant: v\nof: tic_tac_toe\ntitle: V\nchange: {components.card.rows.ace.worth: 12}\n"
    patched = load_document(read_source(path), [SourceText("v", dearer)], place=path)
    assert patched.digest != game.digest


def test_a_mistake_in_a_data_file_is_told_there(tmp_path: Path):
    (finding,) = check_file(with_cards(tmp_path, "ace: {worth: 11}\nten: {wort: 10}\n"))
    assert finding.span.source.name.endswith("cards.yaml") and finding.span.begin.line == 2
    (finding,) = check_file(with_cards(tmp_path, "- ace\n"))
    assert finding.code == "type" and "mapping" in finding.message


def test_the_rows_of_a_table_may_stand_in_a_data_file_too(tmp_path: Path):
    (tmp_path / "prices.yaml").write_text("0: 1\n1: 3\n")
    path = tmp_path / "mine.yaml"
    tables = "tables:\n  price: {rows: prices.yaml}\nscoring:\n  line: if three(me) then price(1) else 0\n"
    path.write_text(SMALL.text.replace("scoring:\n  line: if three(me) then 1 else 0\n", tables, 1))
    game = load_document(read_source(path), place=path)
    assert game.tables["price"].rows == {0: 1, 1: 3}


@pytest.mark.parametrize("name", ["missing.yaml", "../cards.yaml", "/etc/passwd"])
def test_a_data_file_that_is_not_there_or_climbs_is_a_finding_at_its_name(tmp_path: Path, name: str):
    path = with_cards(tmp_path, "ace: {worth: 11}\n")
    path.write_text(path.read_text().replace("cards.yaml", name))
    (finding,) = check_file(path)
    assert finding.code == "unknown-name" and name in finding.message


def test_a_line_that_is_too_long_to_read_is_a_warning_where_it_is_too_long(tmp_path: Path):
    path = tmp_path / "mine.yaml"
    path.write_text(SMALL.text + "follows:\n  all: " + "word " * 45 + "\n")
    (finding,) = check_file(path)
    assert (finding.code, finding.severity) == ("long-line", "warning")
    assert finding.span.begin.column == 201
    path.write_text(SMALL.text + "follows:\n  all:\n" + "    words of a text\n" * 20)
    assert [str(f) for f in check_file(path)] == []

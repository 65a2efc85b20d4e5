from pathlib import Path

import pytest

from examples import GAMES, ROOT
from rulewright import check_text, type_at

MARKET = GAMES["market"].text


def at(text: str, words: str, more: int = 0) -> tuple[int, int]:
    """The line and column of words that stand once in a text."""
    assert text.count(words) == 1, words
    start = text.index(words) + more
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def test_a_text_that_is_not_saved_is_checked_as_if_it_lay_at_its_path(tmp_path: Path):
    path = tmp_path / "market.yaml"
    assert list(check_text(MARKET, path)) == []
    (finding,) = check_text(MARKET.replace("size(stall[me]) is", "x").replace("hand_size from", "hand_sise from"), path)
    assert finding.code == "unknown-name" and finding.span.source.name == str(path)
    assert not path.exists()


def test_a_variant_finds_a_game_that_is_not_saved_either(tmp_path: Path):
    (tmp_path / "market.yaml").write_text("game: market\n")
    variant = "variant: v\nof: market\nchange: {numbers.hand_size: 4}\n"
    others = {tmp_path / "market.yaml": MARKET}
    assert list(check_text(variant, tmp_path / "v.yaml", others)) == []
    (finding,) = check_text(variant.replace("hand_size", "hand_sise"), tmp_path / "v.yaml", others)
    assert finding.code == "path-unknown"


def test_a_variant_of_an_unknown_game_is_a_finding_at_its_of(tmp_path: Path):
    (finding,) = check_text("variant: v\nof: tic_tac_to\nremove: [always]\n", tmp_path / "v.yaml")
    assert (finding.code, finding.span.begin.line, finding.help) == ("unknown-name", 2, "did you mean `tic_tac_toe`?")


@pytest.mark.parametrize(
    ("words", "more", "type"),
    [
        ("product.price", 0, "`fruit`"),
        ("product.price", len("product."), "a number 2..4"),
        ("2 * f.price for", 0, "the number 2"),
        ("2 * f.price for", 2, "a number 4..8"),
        ("turn_order(active)", len("turn_order("), "`player`"),
        ("mixed: shuffle", 0, None),
        ("coins: {is", 0, "a number"),
        ("display: {row", 0, "a row of `fruit`"),
    ],
)
def test_what_stands_at_a_place_has_a_type(words, more, type):
    found = type_at(MARKET, "market.yaml", *at(MARKET, words, more))
    assert (None if found is None else found.type) == type


def test_types_are_known_beside_an_error(tmp_path: Path):
    text = MARKET.replace("least size(hand[me])", "least size(hnad[me])")
    assert type_at(text, tmp_path / "m.yaml", *at(text, "2 * f.price for", 4)).type == "`fruit`"


def test_a_place_outside_of_the_text_or_of_another_file_has_none(tmp_path: Path):
    assert type_at(MARKET, "market.yaml", 10_000, 1) is None
    assert type_at(MARKET, "market.yaml", 0, 1) is None
    assert type_at("no: game", "market.yaml", 1, 1) is None


def test_in_a_variant_the_types_are_those_of_its_own_lines():
    path = ROOT / "games" / "variants" / "x.yaml"
    text = "variant: x\nof: tic_tac_toe\nreplace:\n  define.three(player p): count(r in 1..3) is 3\n"
    assert type_at(text, path, *at(text, "count(")).type == "a number"

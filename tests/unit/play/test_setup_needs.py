"""Options have a label for each value, and combinations that exclude each other are refused with words for people."""

import pytest

from rulewright.checking import load_document
from rulewright.errors import InvalidSetup
from rulewright.library import find_game
from rulewright.play.game import Game
from rulewright.text import SourceText

OPTIONS = """
options:
  stakes: {default: low, values: {low: For pennies, high: For the house}}
  timed: {default: false, values: {true: By the clock, false: At leisure}}
  length: {default: 3, values: 1..9}
needs:
  calm:
    not option.timed or option.stakes is low
    else "{option.stakes} nobody plays {option.timed}, not {option.length} rounds."
players:"""


def game(options: str = OPTIONS) -> Game:
    text = find_game("tic_tac_toe").read_text(encoding="utf-8").replace("\nplayers:", options, 1)
    return Game(load_document(SourceText("mine.yaml", text)))


def test_a_value_of_an_option_has_words_or_is_spelt() -> None:
    mine = game()
    assert mine.option_label("stakes", "high") == "For the house"
    assert mine.option_label("timed", True) == "By the clock"
    assert mine.option_label("length", 4) == "4"


def test_options_that_exclude_each_other_are_refused_with_the_words_of_the_file() -> None:
    mine = game()
    mine.start(2, options={"stakes": "high"})
    mine.start(2, options={"timed": True})
    with pytest.raises(InvalidSetup) as refused:
        mine.start(2, options={"stakes": "high", "timed": True})
    assert str(refused.value) == "For the house nobody plays By the clock, not 3 rounds."


def test_labels_of_values_are_no_part_of_the_rules() -> None:
    assert game(OPTIONS.replace("For pennies", "Low stakes")).digest == game().digest
    assert game(OPTIONS.replace("{low: For pennies, high: For the house}", "[low, high]")).digest == game().digest
    assert game(OPTIONS.replace("high: For", "dear: For")).digest != game().digest

"""Rules with steps that can never be carried out compile. Rule mutation found both."""

import pytest

from examples import ROOT
from rulewright.checking import load_document
from rulewright.library import read_source
from rulewright.play.game import Game
from rulewright.text import SourceText

CHANGES = [
    ("laid: draw 1 from street_pile[pile] to paved", "laid: draw 2 from street_pile[pile] to paved", "blind"),
    ("open: boats[goal] is empty or (docking", "open: boats[goal] is empty and (docking", "look_then_place"),
]


@pytest.mark.parametrize(("was", "becomes", "street_draw"), CHANGES)
def test_rules_compile_although_a_step_can_never_be_done(was, becomes, street_draw):
    source = read_source(ROOT / "games" / "murano.yaml")
    assert source.text.count(was) == 1
    game = Game(load_document(SourceText("murano.yaml", source.text.replace(was, becomes))))
    program = game.program(game.setting(2, {"street_draw": street_draw}), traced=True)
    assert len(program.pauses) > 10

"""The games that a program makes for the benchmark of growth are games, and of the size that was asked for."""

import pytest

from generated import game, scenarios
from rulewright.harness.playout import random_playout
from rulewright.harness.suite import read_suite
from rulewright.loader import load_document
from rulewright.play.game import Game
from rulewright.text import SourceText


@pytest.mark.parametrize(
    "sizes", [{}, {"actions": 40, "cards": 80}, {"players": 5, "cards": 60}, {"answers": 30}, {"choices": 50}]
)
def test_a_generated_game_can_be_played_and_is_of_its_size(sizes):
    made = Game(load_document(SourceText("generated.yaml", game(**sizes))))
    assert len(made.checked.actions) == sizes.get("actions", 20)
    assert made.player_counts.start == sizes.get("players", 2)
    playout = random_playout(made, made.player_counts.start, seed=1)
    assert not playout.capped and playout.decisions >= sizes.get("choices", 200)


def test_generated_scenarios_have_no_mistakes(tmp_path):
    file = tmp_path / "many.yaml"
    file.write_text(scenarios(7), encoding="utf-8")
    suite = read_suite([file])
    assert len(suite.scenarios) == 7 and list(suite.findings) == []

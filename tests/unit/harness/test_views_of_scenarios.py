"""What a scenario's `view` says of hidden pieces is held against what the seat sees of them."""

from pathlib import Path

import pytest

from rulewright.harness.conformance import Result, run_scenario
from rulewright.harness.suite import Games, read_suite

RULES = """
game: cups
version: 1
language: 1
title: Cups
speaks: en
seats: [red, blue]
players: 2
components:
  coin:
    label: Coin
    has: {metal: number}
    rows: {penny: {label: Penny, metal: 1}, crown: {label: Crown, metal: 2}}
zones:
  cup: {bag: coin, per: player, seen_by: owner, others_see: metal, label: Cup}
  box: {bag: coin, seen_by: nobody, label: Box}
setup:
  red_penny: put penny into cup[red]
  red_crowns: put 2 of crown into cup[red]
  spare: put crown into box
play:
  round:
    turns: red
    until:
      spent: cup[red] is empty
    do:
      spent:
        pick: c in cup[me]
        do: move c from cup[me] to box
winner:
  full: most size(cup[me])
  else: shared
"""


@pytest.fixture
def seen(tmp_path: Path):
    """What becomes of a scenario with one line of `view blue`."""
    (tmp_path / "cups.yaml").write_text(RULES)

    def run(line: str) -> Result:
        path = tmp_path / "s.yaml"
        head = "game: cups.yaml\nscenarios:\n  one:\n    players: 2\n    play:\n"
        path.write_text(f"{head}      - view blue: [{line}]\n")
        suite = read_suite([path])
        assert not suite.findings.has_errors, suite.findings.render()
        return run_scenario(suite.scenarios[0], Games())

    return run


def test_others_see_their_part_of_each_piece_in_any_order(seen):
    assert seen('{zone: "cup[red]", hides: true, others_see: [2, 1, 2]}').passed


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{zone: "cup[red]", others_see: [2, 2]}', "blue sees {1, 2, 2} of `cup[red]`"),
        ("{zone: box, others_see: [2]}", "blue sees nothing but the size of `box`"),
        ('{zone: "cup[blue]", others_see: []}', "blue sees empty of `cup[blue]`"),
    ],
)
def test_what_is_not_seen_so_fails(seen, line: str, message: str):
    result = seen(line)
    assert not result.passed and result.message == message

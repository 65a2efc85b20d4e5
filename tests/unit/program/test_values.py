"""Values that compiled rules keep: true or false and nothing that only counts as such; names of sets, asked twice."""

from oracle.playing import read_game
from rulewright.program.from_checked import Program
from rulewright.program.setting import Setting

RULES = """
game: kept_values
version: 1
language: 1
title: Kept values
speaks: en
seats: [one, two]
players: 2..2

kinds:
  form: [round, square]

components:
  token: {is: form}

zones:
  pile: {row: token, holds: 1 of each}
  spot: {slot: token, per: seat}

variables:
  score: {is: number, per: player, score: true}
  filled: {is: truth}
  both: {is: number}

setup:
  first: set first_player to one
  put: put round into spot[one]
  filled: set filled to pile is not empty
  name: let taken be spot
  both: set both to size(taken) + size(taken)

actions:
  wait: {label: Wait, do: nothing}

play:
  game: {turns: first_player, until: filled, do: {act: {choose: [wait]}}}

scoring:
  none: 0

winner:
  score: most score[me]
  else: shared
"""


def values_after_setup(tmp_path):
    path = tmp_path / "kept_values.yaml"
    path.write_text(RULES, encoding="utf-8")
    game = read_game(path)
    program = Program(Setting(game, tuple(game.enums["seat"].ids), {}))
    state = program.start(1)
    program.advance(state)
    return {name: state[cells.base] for name, cells in program.layout.variables.items()}


def test_a_kept_truth_is_true_or_false_and_no_zone(tmp_path):
    assert values_after_setup(tmp_path)["filled"] is True


def test_a_named_set_of_occupied_places_can_be_asked_twice(tmp_path):
    assert values_after_setup(tmp_path)["both"] == 2

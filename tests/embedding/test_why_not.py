"""Why an answer is not possible: every one that can be read has a reason in words, with its place in the rules."""

import random

import pytest

import rulewright
from embedding.conftest import NAMES, game_of, states
from rulewright.check import checked as c

MARKET = """\
game: market
version: 1
language: 1
title: Market
speaks: en
seats: [a, b]
players: 2..2
kinds:
  fruit: {fig: {price: 3}, plum: {price: 5}}
components:
  good: {is: fruit}
  coin: {is: 1..6}
zones:
  stall: {bag: good, holds: 2 of each}
  purse: {bag: coin}
  basket: {bag: good}
  secret: {stack: good, seen_by: nobody}
variables:
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to a
  paid: {for: p in 1..2, do: put p into purse}
  laid: put fig into secret
actions:
  buy:
    rule: MK-1
    pick: fruit in stall, coin in purse where coin >= fruit.price
    do:
      bought: move fruit from stall to basket
      spent: remove coin from purse
  eat:
    rule: MK-2
    pick: fruit in basket
    do: remove fruit from basket
  peek:
    rule: MK-3
    pick: fruit in stall where number of fruit in secret > fruit.price
    do: remove fruit from stall
  rest:
    pick: n in 1..3 where n > score[me]
    do: add n to score[me]
play:
  game:
    turns: first_player
    until: score[active] >= 30
    do:
      act: {choose: [buy, eat, peek, rest]}
winner:
  score: most score[me]
  else: shared
"""


@pytest.fixture(scope="module")
def match():
    return rulewright.load_text(MARKET, name="market").start(2)


def test_a_pick_that_nothing_fits_tells_which_part_leaves_nothing_and_what_there_is(match):
    reason = match.why_not("buy")
    assert reason.failed[0].words == (
        "there is no coin where `coin >= fruit.price` (`fruit`: fig, `fruit.price`: 3, `purse`: 1, 2)"
    )
    assert reason.failed[0].values == {"fruit": "fig", "fruit.price": 3, "purse": [1, 2]}
    assert reason.rules == ("MK-1",) and str(reason.failed[0].at) == "market:27:47"
    assert reason.text == f"{reason.failed[0].words} (and 1 more like this)"
    assert [need.values["fruit"] for need in reason.failed] == ["fig", "plum"]


def test_a_zone_with_nothing_to_pick_from_is_told_to_be_empty(match):
    reason = match.why_not("eat")
    assert reason.text == "there is no fruit: `basket` is empty here" and reason.rules == ("MK-2",)


def test_of_a_pick_that_depends_on_what_nobody_may_see_nothing_is_told_but_that_nothing_fits(match):
    reason = match.why_not("peek")
    assert reason.text == "there is no fruit where `number of fruit in secret > fruit.price`"
    assert not reason.failed[0].values


def test_a_value_that_does_not_fit_is_told_what_was_read_and_one_that_is_not_there_what_is(match):
    rest = match.after("rest").after("1").after("rest").after("1").after("rest")
    assert rest.why_not("1").text == "1 may be picked only where `n > score[me]` (`n`: 1, `score[me]`: 1)"
    assert rest.why_not("9").text == "9 is not among what may be picked here: `1..3`"


def answers(match, chooser):
    """Answers of the present question that are not legal."""
    pause, game = match.pause, match.game
    if pause.kind == "choose":
        found = [a.name for a in (*pause.alternatives, *pause.meanwhile)] + ([pause.stop] if pause.stop else [])
    else:
        type_ = pause.pick.var.type
        inner = type_.of if isinstance(type_, c.OptT) else type_
        values = match.program.setting.values(inner) if isinstance(inner, c.EnumT) else range(10)
        found = [game.checked.names[v] if isinstance(inner, c.EnumT) else str(v) for v in values]
    legal = {a.text for a in match.legal_actions}
    others = [text for text in found if text not in legal]
    return chooser.sample(others, min(3, len(others)))


def asked(name, positions):
    game, looked, seed = game_of(name), 0, 0
    while looked < positions:
        seed += 1
        chooser = random.Random(f"{name} {seed}")
        for match in states(game, chooser.choice(game.player_counts), seed=seed, steps=300, every=7):
            if not match.is_over:
                looked += 1
                yield from ((match, text, match.why_not(text)) for text in answers(match, chooser))


def explained(name, positions):
    told = 0
    for match, text, reason in asked(name, positions):
        where = (name, match.decisions, text)
        assert reason is not None and "leads to nothing" not in reason.text, where
        assert all(need.at is not None and need.words for need in reason.failed) and reason.failed, where
        assert "{" not in reason.text.replace("in {after(", ""), where
        told += 1
    return told


@pytest.mark.parametrize("name", NAMES)
def test_every_answer_that_can_be_read_has_a_reason_of_its_own(name):
    assert explained(name, 60) > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_answer_has_a_reason_in_many_positions(name):
    assert explained(name, 2000) > 1000

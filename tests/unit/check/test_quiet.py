"""What is right although it looks like a mistake: no finding."""

import pytest

from rulewright.check import checked as c
from unit.check.checking import BASE, check_sections

REST = """actions:
  trade:
    group: main
    pick: kind in supply
    do: pay price_of(kind) from coins[me] if not rich
  walk:
    group: main
    do: set stands[me] to mill if option.pace is slow
  draw_card:
    do:
      drawn: draw 1 from pile to hand[me]
      scored: add goal(c1) to coins[me]
      counted: add 1 to done
      grown: grow(farm)
"""
OPEN = """zones:
  store: {bag: crate, per: player, at_most: room}
  supply: {bag: crate, holds: 4 of each}
  pile: {stack: card, holds: each, seen_by: nobody}
  hand: {bag: card, per: player, seen_by: if option.strict then everyone else owner}
  field: {slot: crate, per: road}
  active_cards: {bag: card, per: player, powers_of: owner}
"""


IDLE = ("unused-name", "unread-option")  # what a test leaves out, something in the base game may have used


def found(sections: str) -> list[str]:
    _, findings = check_sections(sections)
    return [str(f) for f in findings if f.code not in IDLE]


def steps(section: str, text: str) -> str:
    """A section whose first step is the given block."""
    block = "".join(f"    {line}\n" for line in text.splitlines())
    rest = BASE["play"].partition("\n")[2] if section == "play" else ""
    return f"{section}:\n  step:\n{block}{rest}"


# ---------- first values ----------


@pytest.mark.parametrize(
    ("of", "start"),
    [
        ("number", "room + number_of_players * 2 - 1"),
        ("number", "if option.pace is slow then plum.price else worth(3)"),
        ("fruit or none", "farm.crop"),
        ("truth", "not option.strict and number_of_players > 2"),
        ("set of fruit", '"{apple, plum}"'),
        ("number", "{by: number_of_players, 2: 1, 3: room}"),
    ],
)
def test_a_first_value_may_be_made_of_options_numbers_and_data(of: str, start: str) -> None:
    more = f"  extra:\n    is: {of}\n    start: {start}\nscoring:\n  crates: if extra is extra then 1 else 0\n"
    assert found(BASE["variables"] + more) == []


def test_a_set_as_first_value_is_one_constant() -> None:
    more = '  liked: {is: set of fruit, start: "{plum, apple, plum}"}\nscoring:\n  crates: size(liked)\n'
    game, _ = check_sections(BASE["variables"] + more)
    start = game.variables["liked"].start
    assert isinstance(start, c.Const)
    assert start.value == tuple(game.names.index(word) for word in ("plum", "apple"))


# ---------- maps ----------


def test_a_variable_may_hold_a_map_which_is_read_by_its_keys() -> None:
    more = "  wishes: {is: number per fruit, per: player}\n  stock: {is: number per fruit}\n"
    more += "scoring:\n  crates: wishes[me][apple] + stock[plum]\n"
    game, findings = check_sections(BASE["variables"] + more)
    assert list(findings) == []
    assert isinstance(game.variables["wishes"].type, c.MapT) and game.variables["wishes"].start is None
    line = game.scoring[0].value
    assert isinstance(line, c.Arith)
    for side, keys in ((line.left, 1), (line.right, 0)):
        assert isinstance(side, c.Lookup) and isinstance(side.map, c.Read)
        assert len(side.map.place.keys) == keys and isinstance(side.type, c.NumberT)


# ---------- names, amounts, what is performed ----------


def test_pieces_that_are_all_alike_may_be_counted_out_of_a_bag() -> None:
    sections = BASE["kinds"] + "  stuff: [rock]\n" + BASE["components"] + "  stone: {is: stuff}\n"
    sections += BASE["zones"] + "  shed: {bag: stone, per: player, holds: 3 of each}\n  heap: {bag: stone}\n"
    line = "move 2 from shed[first_player] to heap if size(shed[first_player]) > 1"
    assert found(f"{sections}finish:\n  last: {line}\n") == []


def test_the_name_of_a_kind_is_free_again_after_the_local_that_bore_it() -> None:
    kept = "if: option.strict\ndo:\n  here: let fruit be plum\n  told: say \"{fruit}\""
    assert found(steps("finish", kept) + "  last: add sum(f.price for f in fruit) to coins[first_player]\n") == []


LAST = BASE["variables"] + "  last: {is: action or none, per: player}\n"
AGAIN = REST + "  again:\n    do: perform {}\n" + BASE["play"].replace("draw_card]", "draw_card, again]")


@pytest.mark.parametrize("what", ["walk", "mill.does", "c2.trick"])
def test_an_action_may_perform_others_by_name_or_by_an_attribute(what: str) -> None:
    kinds = BASE["kinds"].replace("mill: {toll: 2}", "mill: {toll: 2, does: walk}")
    assert found(kinds + AGAIN.format(what)) == []


def test_an_action_may_perform_what_has_been_tested_to_be_others() -> None:
    again = REST + "  again:\n    do: perform last[me] if last[me] in {walk, trade}\n"
    assert found(LAST + again + BASE["play"].replace("draw_card]", "draw_card, again]")) == []
    assert found(LAST + steps("finish", "by: first_player\ndo:\n  a: perform last[me]")) == []


# ---------- decisions ----------

TAKE = "pick: card in hand[me]\ndo: move card from hand[me] to active_cards[me]"


@pytest.mark.parametrize(
    "head",
    [
        "for: p in player where hand[p] is not empty\nby: p\n",
        "if: hand[first_player] is not empty\nby: first_player\n",
        "if: all(hand[p] is not empty for p in player)\nall_at_once: player\n",
        "if: not any(p in player where size(hand[p]) is 0)\nall_at_once: player\n",
        "all_at_once: player\nor: keep\n",
    ],
)
def test_a_pick_that_was_tested_for_everyone_who_picks_is_not_stuck(head: str) -> None:
    assert found(steps("play", head + TAKE)) == []


@pytest.mark.parametrize(
    "head",
    [
        "for: p in player where hand[first_player] is not empty\nby: p\n",
        "if: all(store[p] is not empty for p in player)\nall_at_once: player\n",
        "repeat: 2\nif: all(hand[p] is not empty for p in player)\nall_at_once: player\n",
        "if: any(p in player where hand[p] is not empty)\nall_at_once: player\n",
    ],
)
def test_a_test_of_something_else_proves_nothing(head: str) -> None:
    _, findings = check_sections(steps("play", head + TAKE))
    assert [f.code for f in findings] == ["may-be-stuck"]


def test_there_are_others_where_two_play() -> None:
    body = "by: first_player\ndo:\n  {}\n  paid: add 1 to coins[rival]"
    assert found(steps("play", body.format("b: pick rival at random in others(me)"))) == []
    assert found(steps("play", body.format("b: pick rival in others(me)"))) == []
    assert len(found("players: 1..3\n" + steps("play", body.format("b: pick rival in others(me)")))) == 1


def test_an_alternative_that_cannot_be_done_is_not_offered() -> None:
    written = "for: p in player\nby: p\nchoose:\n  fee: pay 1 from coins[me]\n  gift:\n    pick: f in store[me]\n"
    assert found(steps("finish", written + "    do: move f from store[me] to supply")) == []
    answer = "for: p in player\nby: p\npick: f in store[me]\nor:\n  fee:\n    do: pay 1 from coins[me]\n"
    assert found(steps("finish", answer + "do: move f from store[me] to supply")) == []


def test_a_pick_behind_a_look_is_not_stuck_if_the_zone_was_tested() -> None:
    drawn = "drawn: draw 1 from pile to hand[me]"
    looked = "look:\n        if: pile is not empty\n        do:\n          a: look at pile\n          "
    picked = "b: pick card in pile\n          c: move card from pile to hand[me]"
    assert found(REST.replace(drawn, looked + picked)) == []
    seen = "seen: show hand[me]\n      fee: pay 1 from coins[me]\n      " + drawn
    assert found(REST.replace(drawn, seen)) == []


# ---------- what an option opens ----------

GUESS = "pick: rival in others(me)\n    needs:\n      n: option.strict and c1 in hand[rival]\n    do: nothing\n"
STEAL = "pick: rival in others(me), card in hand[rival]\n    do: move card from hand[rival] to hand[me]\n"


@pytest.mark.parametrize(
    ("offer", "action"),
    [
        ("steal if option.strict", STEAL),
        ("steal", "only: option.strict\n    " + STEAL),
        ("steal", "needs: {open: option.strict}\n    " + STEAL),
        ("steal", "if: option.strict\n    " + STEAL),
        ("steal", GUESS),
    ],
)
def test_what_can_be_done_under_an_option_only_is_judged_under_it(offer: str, action: str) -> None:
    play = BASE["play"].replace("choose: [main, draw_card]", f"choose: [main, draw_card, {offer}]")
    assert found(f"{OPEN}{play}{REST}  steal:\n    {action}") == []
    wrong = found(f"{OPEN}{play}{REST}  steal:\n    {action}".replace("option.strict", "option.pace is slow").replace(
        "if option.pace is slow then", "if option.strict then"))  # fmt: skip
    assert len(wrong) == 1 and ("hidden-pick" in wrong[0] or "leaks-hidden" in wrong[0])


def test_a_routine_whose_turns_or_by_say_who_decides_needs_no_me_where_it_is_run():
    routines = BASE["routines"] + """  bids:
    do:
      round:
        turns: first_player
        do: pay 1 from coins[me] if coins[me] > 0
      last:
        by: first_player
        pick: f in fruit
        do: add f.price to coins[me]
"""
    assert found(routines + BASE["play"].rstrip() + "\n  again: bids()\n") == []

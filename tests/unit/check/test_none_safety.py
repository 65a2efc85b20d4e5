"""What is known not to be none: each good line has no finding, and the same line without its proof has one."""

import pytest

from unit.check.checking import check_sections

ZONES = """zones:
  store: {bag: crate, per: player, at_most: room}
  supply: {bag: crate, holds: 4 of each}
  pile: {stack: card, holds: each, seen_by: nobody}
  hand: {bag: card, per: player, seen_by: owner}
  field: {slot: crate, per: road}
  active_cards: {bag: card, per: player, powers_of: owner}
  board: {slot: thing, per: road}
components:
  crate: {is: fruit}
  thing: {fields: {what: fruit or none, mark: player or none}}
  card:
    has: {value: number, wants: fruit or none, trick: effect, points(fruit best): number, might: powers}
    rows:
      c1: {value: 3, wants: apple, points: 2 * best.price}
"""


def codes(define: str, more: str = "") -> list[str]:
    text = f"{ZONES}define:\n  price_of(fruit f): f.price + fee\n  rich: coins[me] > 10 or option.strict\n"
    text += f"  goal(card c): c.value + worth(c.value)\n  {define}\n{more}"
    _, findings = check_sections(text)
    return [f.code for f in findings if f.severity == "error"]


GOOD = [
    "it_is(place p): field[p] is not none and field[p].price > 1",
    "it_is(place p): field[p] is none or field[p].price > 1",
    "it_is(place p): not (field[p] is none) and field[p].price > 1",
    "it_is(place p): if field[p] is none then 0 else field[p].price",
    "it_is(place p): if field[p] is not none then field[p].price else 0",
    "it_is(place p): field[p].price otherwise 0",
    "it_is(place p): field[p] is apple and price_of(field[p]) > 1",
    "it_is(place p): board[p].mark is first_player and coins[board[p].mark] > 1",
    "it_is(place p): board[p].what is not none and board[p].what.price > 1",
    "it_is(place p): field[p] in fruit and field[p].price > 1",
    "it_is(place p): p.crop is not none and price_of(p.crop) > 1",
    "it_is: sum(field[p].price for p in field)",
    "it_is: sum(price_of(field[p]) for p in field where field[p].price < 3)",
    "it_is: sum(price_of(c.wants) for c in active_cards[first_player] where c.wants is not none)",
    "it_is: any(c in pile where c.wants is not none and price_of(c.wants) > 1)",
    "it_is: max(c.value for c in active_cards[first_player]) otherwise 0",
    "it_is: highest(p in place by p.toll).toll + 1",
    "it_is(place p): (stands[first_player] as place) is not none and after(stands[first_player] as place, 1) is p",
]


@pytest.mark.parametrize("line", GOOD)
def test_what_is_tested_before_is_not_none_after(line: str) -> None:
    assert codes(line) == []


BAD = [
    "it_is(place p): field[p].price > 1",
    "it_is(place p): field[p] is none and field[p].price > 1",
    "it_is(place p): field[p] is not none or field[p].price > 1",
    "it_is(place p): if field[p] is none then field[p].price + 1 else 0",
    "it_is(place p): field[p] is not apple and price_of(field[p]) > 1",
    "it_is(place p, place q): field[p] is not none and price_of(field[q]) > 1",
    "it_is: sum(price_of(p.crop) for p in place)",
    "it_is: max(c.value for c in active_cards[first_player]) + 1",
    "it_is: first(c in pile where c.value > 2).value + 1",
    "it_is: highest(p in place where p.toll > 1 by p.toll).toll + 1",
    "it_is: -(top(pile).value)",
]


@pytest.mark.parametrize("line", BAD)
def test_without_its_test_it_may_be_none(line: str) -> None:
    assert codes(line) == ["may-be-none"]


def test_a_define_passes_on_what_its_truth_implies() -> None:
    line = "full(place x): field[x] is not none and field[x].price < 9"
    line += "\n  it_is(place p): full(p) and price_of(field[p]) > 1"
    assert codes(line) == []
    swapped = line.replace("full(p) and", "not full(p) and")
    assert codes(swapped) == ["may-be-none"]


def test_a_define_of_two_parameters_speaks_of_its_own_arguments() -> None:
    line = "pair(place x, place y): field[x] is not none and y.toll > 0\n  it_is(place p, place q): "
    assert codes(line + "pair(p, q) and price_of(field[p]) > 1") == []
    assert codes(line + "pair(q, p) and price_of(field[p]) > 1") == ["may-be-none"]


def body(steps: str) -> list[str]:
    indented = "".join(f"      {line}\n" for line in steps.splitlines())
    _, findings = check_sections(f"{ZONES}finish:\n  last:\n    for: p in player\n    do:\n{indented}")
    return [f.code for f in findings if f.severity == "error"]


def test_a_write_makes_known_what_it_writes() -> None:
    assert body("there: set stands[p] to farm\nused: put apple into store[p] if stands[p].name_is is none") != []
    assert body("there: set stands[p] to farm\nused: grow(stands[p] as place otherwise farm)") == []
    assert body("there: set stands[p] to farm\nused: add position(stands[p]) to coins[p]") == []


def test_a_write_to_a_cell_ends_what_was_known_of_it() -> None:
    known = "inner:\n  if: stands[p] is not none\n  do:\n    {}    used: add position(stands[p]) to coins[p]"
    assert body(known.format("")) == []
    assert body(known.format("gone: set stands[p] to none\n")) == ["may-be-none"]
    assert body(known.format("extra: add 1 to coins[p]\n")) == []


def test_a_routine_that_writes_the_cell_ends_it_too() -> None:
    known = "inner:\n  if: field[farm] is not none\n  do:\n    {}    used: add field[farm].price to coins[p]"
    assert body(known.format("")) == []
    assert body(known.format("grown: grow(farm)\n")) == ["may-be-none"]


def test_a_loop_knows_only_what_none_of_its_rounds_writes() -> None:
    loop = "inner:\n  if: stands[p] is not none\n  do:\n    rounds:\n      repeat: 3\n      do:\n"
    assert body(f"{loop}        used: add position(stands[p]) to coins[p]\n        extra: nothing") == []
    gone = f"{loop}        used: add position(stands[p]) to coins[p]\n        gone: set stands[p] to none"
    assert body(gone) == ["may-be-none"]


def test_rounds_that_write_the_cells_of_their_own_values_leave_the_others_alone() -> None:
    line = "set stands[q] to after(stands[q] as road, 1) for each q in player where (stands[q] as road) is not none"
    assert body(f"used: {line}") == []
    own = "set stands[q] to first(r in road where position(r) > position(stands[q])) for each q in player where "
    assert body(f"used: {own}stands[q] is not none") == []
    assert body(f"used: {own.replace('set stands[q]', 'set stands[p]')}stands[q] is not none") == ["may-be-none"]


def test_let_with_else_is_not_none_after_it() -> None:
    assert body('here: let here be stands[p] else "Nowhere."\nused: add position(here) to coins[p]') == []
    assert body("here: let here be stands[p]\nused: add position(here) to coins[p]") == ["may-be-none"]

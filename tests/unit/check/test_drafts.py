"""The drafted games have no findings, and mistakes seeded into them are found where they are."""

from pathlib import Path

import pytest

from unit.check.checking import HERE, check

DRAFTS = HERE.parents[1] / "drafts"
GAMES = ("tic_tac_toe", "cinque_terre", "garden_dice", "murano")


def draft(name: str) -> str:
    return (Path(DRAFTS) / f"{name}.yaml").read_text(encoding="utf-8")


def check_draft(text: str, name: str) -> list[tuple[str, str, int, int]]:
    _, findings = check(text, name, known_rules=None)
    return [(f.code, f.message, f.span.begin.line, f.span.begin.column) for f in findings]


@pytest.mark.parametrize("name", GAMES)
def test_a_draft_has_no_findings(name: str) -> None:
    assert check_draft(draft(name), name) == []


SEEDS = [  # game, what stands there, what is written instead with « at the place, code, gist
    ("tic_tac_toe", "put me into on[spot]", "put me into «onn[spot]", "unknown-name", "no zone `onn`"),
    ("tic_tac_toe", "until: three(active)", "until: «tree(active)", "unknown-name", "no function `tree`"),
    ("tic_tac_toe", "on[spot] is none", "on[«spott] is none", "unknown-name", "`spott`"),
    ("tic_tac_toe", "first_player to noughts", "first_player to «nougts", "unknown-name", "`nougts`"),
    ("cinque_terre", "from hand[me] to discards else", "from hand[me] to «cart[me] else", "wrong-component", "`cart`"),
    ("cinque_terre", "by: option.starting_order_penalty\n    value: starting_value(o) (CT-192)\n",
     "by: «option.starting_order_penalty\n", "case-missing", "`value`"),
    ("cinque_terre", "    nothing: 0\n", "    «notthing: 0\n", "case-unknown", "`notthing`"),
    ("cinque_terre", "draw t.fields from lots", "draw t.«field from lots", "unknown-name", "attribute `field`"),
    ("cinque_terre", "add price(here, product)", "add price(«product, here)", "type", "`product` is `produce`"),
    ("cinque_terre", "cart_at[me] as village", "cart_at[me] as «vilage", "unknown-name", "`vilage`"),
    ("cinque_terre", "harvest, sell]\n", "harvest, «sel]\n", "unknown-name", "`sel`"),
    ("cinque_terre", "pick: product in cart[me]", "pick: product in «cart", "arity", "one `cart` per `player`"),
    ("cinque_terre", "refill: pile", "refill: «order_pile", "wrong-component", "`order_pile`"),
    ("cinque_terre", "{bag: cube, per: terrace", "{bag: cube, per: «terraces", "unknown-name", "`terraces`"),
    ("cinque_terre", "draw_first_player() (CT-39)", "«draw_first_playr() (CT-39)", "unknown-name", "no routine"),
    ("cinque_terre", "wants: {monterosso: olive, vernazza: grape, corniglia",
     "wants: {«monteroso: olive, vernazza: grape, corniglia", "unknown-name", "`monteroso` is no `village`"),
    ("garden_dice", "mine(spot, seed)", "mine(spot, «sed)", "unknown-name", "`sed`"),
    ("garden_dice", "put tile(seed, plant, me)", "put «tile(seed, plant)", "arity", "3 values"),
    ("garden_dice", "set plot[s].face to crop", "set plot[s].«faces to crop", "unknown-name", "`faces`"),
    ("garden_dice", 'let owner be plot[s].owner else "This tile has no owner."',
     "let owner be plot[s].owner if dice > 4", "unbound-name", "`owner`"),
    ("garden_dice", "roll dice into pool", "roll dice into «market", "type", "needs a range"),
    ("garden_dice", "5: 20}, between: lower, beyond: last, rule: GD-238", "5: 20}, beyond: last, rule: GD-238",
     "table-gap", "`group_bonus` has no row for 1"),
    ("garden_dice", "not can(spending)", "not can(«spendings)", "unknown-name", "`spendings`"),
    ("murano", "bank: take_gain becomes", "bank: «take_gains becomes", "unknown-name", "`take_gains`"),
    ("murano", "crane_glass: after raise", "crane_glass: after «rise", "unknown-name", "`rise`"),
    ("murano", "where n > 0, add", "where «m > 0, add", "unknown-name", "`m`"),
    ("murano", "set ender to active", "set ender to «me", "no-me", "no `me`"),
    ("murano", "rounds of beads", "rounds of «bead", "unknown-name", "no loop `bead`"),
    ("murano", "where s in paving and paved[s] is not none)\n  income", "where paved[«s] is not none)\n  income",
     "type", "this key is `land`"),
    ("murano", "bag_short is pay_anyway", "bag_short is «pay_any", "unknown-name", "`pay_any`"),
    ("murano", "seats_from(ender otherwise first_player)", "seats_from(«ender)", "may-be-none", "may be none"),
    ("murano", "looked: look at stack[wanted] (MU-323 MU-A48)", "looked: nothing", "hidden-pick", "`stack`"),
    ("murano", "c14: crests(here)", "c14: crests(«her)", "unknown-name", "`her`"),
]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS, ids=[f"{s[0]}: {s[2]}" for s in SEEDS])
def test_a_seeded_mistake_is_found_once(seed: tuple[str, str, str, str, str]) -> None:
    game, old, new, code, gist = seed
    text = draft(game)
    assert old in text
    text = text.replace(old, new, 1)
    place = text.find("«")
    found = check_draft(text.replace("«", ""), game)
    assert len(found) == 1, found
    assert found[0][0] == code and gist in found[0][1]
    if place >= 0:
        line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
        assert found[0][2:] == (line, column)

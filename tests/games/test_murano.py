"""What no scenario of Murano can say: whole lists of answers, equal states, many seeds, twins of a table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from citing import rules
from laid import legal, play
from rulewright.loader import load
from rulewright.play.game import Game
from rulewright.play.match import Match

STACKS = (
    "put 12 of glassworks into stack[glass]",
    "put 12 of monument into stack[special]",
    "put 4 of b into stack[shop] for each b in {red_shop, blue_shop, grey_shop}",
    "put 4 of b into stack[palace] for each b in {palace_1, palace_2, palace_3}",
    "put 10 of s into street_pile[1] for each s in {red_street, blue_street, grey_street}",
    "put 12 of blank_street into street_pile[2]",
    "put 10 of b into bag for each b in bead_colour",
    "put c into deck for each c in {c01, c02, c03, c05, c11, c20}",
    "put c into special_deck for each c in {bank, inn, hostel, harbour}",
)
F0 = (
    *STACKS,
    "put black into boats[s] for each s in canal where s.anchor",
    "remove black from boats[build_1]",
    "put red into boats[build_1]",
)
ONE_BOAT = (*STACKS, "put black into boats[coins_1]")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("murano")


def table(game: Game, *given: str, turn: str | None = "white", at: str | None = None) -> Match:
    """A laid table of four players."""
    match = game.bench_match(players=4, options={}, seed=0, start="bare", turn=turn, at=at)
    for sentence in given:
        match.run_sentence(sentence)
    return match


def seen_of(match: Match, seat: str, zone: str, owner: str) -> Any:
    """What a seat sees of a player's cell of a zone."""
    return next(cell for cell in match.view(seat)["zones"][zone] if cell["keys"] == [owner])


@rules("MU-39", "MU-40", "MU-50", "MU-67")
def test_a_turn_offers_a_pass_and_a_move_and_after_a_move_the_action_and_another_move(game: Game) -> None:
    match = table(game, *F0)
    assert legal(match, "white") == ["pass", "sail"]
    play(match, "white", "sail", "income_1")
    assert match.question is not None and match.question.player == "white"
    assert legal(match, "white") == ["act", "tow"]
    play(match, "white", "act")
    assert legal(match, "white") == ["blind", "search"]


@rules("MU-43", "MU-A5", "MU-C1")
def test_with_one_coin_and_no_palace_to_pay_for_four_moves_are_left(game: Game) -> None:
    match = play(table(game, *F0, "set coins[white] to 1"), "white", "sail", "income_1")
    assert legal(match, "white") == ["build_1", "gondolier_1", "gondolier_2", "hire_2"]
    for start, goal in (
        ("build_1", "coins_1"),
        ("gondolier_1", "build_2"),
        ("gondolier_2", "office"),
        ("hire_2", "build_3"),
    ):
        assert play(match.copy(), "white", start).evaluate(f"size(boats[{goal}])", None) == 1


@rules("MU-44", "MU-63")
def test_all_eight_boats_may_start_and_every_empty_space_has_its_nearest_boat(game: Game) -> None:
    match = play(table(game, *F0, "set coins[white] to 0"), "white", "sail")
    assert legal(match, "white") == ["build_1", "gondolier_1", "gondolier_2", "hire_2"]
    rich = play(table(game, *F0), "white", "sail")
    starts = ["build_1", "gondolier_1", "gondolier_2", "hire_2", "income_1", "production_1", "shop_1", "special_1"]
    assert legal(rich, "white") == starts
    goals: set[str] = set()
    for start in starts:
        trial = play(rich.copy(), "white", start)
        if trial.question is not None and trial.question.name == "goal":
            goals |= set(legal(trial, "white"))
        else:
            goals |= {str(a) for a in trial.forced if a.name == "goal"}
    assert goals == {
        *("coins_1", "hire_1", "glass_1", "build_2", "palazzo_1"),
        *("shop_2", "build_3", "glass_2", "palazzo_2", "office"),
    }


@rules("MU-37")
def test_each_seat_in_the_game_is_first_about_equally_often(game: Game) -> None:
    first: dict[str, int] = {}
    for seed in range(90):
        (active,) = game.start(3, seed=seed).actors
        first[active] = first.get(active, 0) + 1
    assert set(first) == {"white", "brown", "orange"}
    assert all(15 <= count <= 45 for count in first.values()), first


@rules("MU-20", "MU-22", "MU-37", "MU-171")
def test_the_same_seed_gives_the_same_set_up_and_another_seed_another(game: Game) -> None:
    set_ups = {seed: game.start(2, seed=seed).to_json() for seed in range(4)}
    assert game.start(2, seed=2).to_json() == set_ups[2]
    decks = {str(game.start(2, seed=seed).evaluate("top(deck)", None)) for seed in range(12)}
    assert len(decks) > 3


@rules("MU-29", "MU-21")
def test_cards_of_sacca_serenella_are_never_in_a_game_of_three(game: Game) -> None:
    for seed in range(30):
        match = game.start(3, seed=seed)
        assert match.evaluate("size(deck) + size(unseen)", None) == 38
        islands = "{san_donato, san_pietro, sacca_mattia, santo_stefano, navagero}"
        assert match.evaluate(f"all(c.island is none or c.island in {islands} for c in deck)", None)


@rules("MU-321", "MU-320", "MU-86", "MU-93")
def test_others_see_the_sort_of_a_tile_in_front_of_a_player_and_nothing_else(game: Game) -> None:
    match = table(
        game,
        *ONE_BOAT,
        *("put 2 of red_shop into yard[white]", "put palace_3 into yard[white]", "put c17 into characters[white]"),
    )
    cell = seen_of(match, "brown", "yard", "white")
    assert cell["size"] == 3 and "pieces" not in cell
    assert sorted(cell["others_see"]) == ["palace", "shop", "shop"]
    seen = str(match.view("brown")["zones"])
    assert "red_shop" not in seen and "palace_3" not in seen and "c17" not in seen


@rules("MU-327", "MU-321", "MU-326")
def test_glass_factories_and_special_buildings_carry_no_secret(game: Game) -> None:
    match = table(game, *ONE_BOAT, "put glassworks into yard[white]", "put monument into yard[white]")
    assert sorted(seen_of(match, "grey", "yard", "white")["others_see"]) == ["glass", "special"]


@rules("MU-178", "MU-262", "MU-C4")
def test_the_order_in_which_beads_are_sold_leaves_no_trace(game: Game) -> None:
    given = (
        *("put studio_red_green into specials[white]", "put red into beads[white]"),
        *("put green into beads[white]", "put blue into beads[white]"),
    )
    states = []
    for order in (("red", "green"), ("green", "red")):
        match = play(table(game, *ONE_BOAT, *given), "white", "sail", "production_1", "act", "green", *order[:1])
        if "white" in match.actors:
            play(match, "white", order[1])
        states.append(match.view("white"))
    assert states[0] == states[1]


@rules("MU-C8", "MU-122")
def test_what_cannot_be_otherwise_is_not_asked_and_is_marked(game: Game) -> None:
    match = play(table(game, *ONE_BOAT, "put 3 of red into beads[white]"), "white", "sail", "production_1", "act")
    assert [str(a) for a in match.forced] == ["0", "0", "sell", "red", "red"]
    play(match, "white", "red", "red")
    assert match.actors == ("brown",) and match.forced == ()
    assert match.evaluate("coins[white]", None) == 25


@rules("MU-320", "MU-319", "MU-322", "MU-324")
@pytest.mark.parametrize("language", ["en", "el"])
def test_what_brown_cannot_see_changes_nothing_for_brown(game: Game, language: str) -> None:
    open_things = (
        "put glassworks into yard[white]",
        "put blue_shop into yard[brown]",
        "put c33 into characters[brown]",
    )
    hidden: Sequence[tuple[str, ...]] = (
        ("put red_shop into yard[white]", "put palace_3 into yard[white]", "put c06 into characters[white]"),
        ("put grey_shop into yard[white]", "put palace_1 into yard[white]", "put c17 into characters[white]"),
    )
    decks: Sequence[tuple[str, ...]] = (
        (),
        ("remove c05 from deck", "put c05 into deck", "remove bank from special_deck", "put bank into special_deck"),
    )
    seen = []
    for cards, order in zip(hidden, decks, strict=True):
        match = table(game, *ONE_BOAT, *open_things, *cards, *order, turn="brown")
        play(match, "brown", "sail")
        refusals = [match.why_not(answer) for answer in ("income_1", "production_1", "coins_1")]
        seen.append(
            (
                match.view("brown", language),
                legal(match, "brown"),
                match.log("brown", language),
                [(reason.text, tuple(reason.rules)) if reason is not None else None for reason in refusals],
            )
        )
    assert seen[0] == seen[1]


@rules("MU-324", "MU-135", "MU-23", "MU-24")
def test_undrawn_tiles_in_another_order_look_the_same_to_everyone(game: Game) -> None:
    orders = (
        (),
        (
            *("remove red_shop from stack[shop]", "put red_shop into stack[shop]"),
            *("remove palace_1 from stack[palace]", "put palace_1 into stack[palace]"),
            *("remove red_street from street_pile[1]", "put red_street into street_pile[1]"),
            *("remove c01 from deck", "put c01 into deck"),
        ),
    )
    views = [[table(game, *ONE_BOAT, *order).view(seat) for seat in ("white", "brown")] for order in orders]
    assert views[0] == views[1]


@rules("MU-A48", "MU-323", "MU-83")
def test_the_searched_stack_is_seen_until_the_choice_and_not_after(game: Game) -> None:
    match = play(table(game, *ONE_BOAT), "white", "sail", "shop_1", "act", "search")

    def shops(seat: str) -> Any:
        return next(cell for cell in match.view(seat)["zones"]["stack"] if cell["keys"] == ["shop"])

    assert len(shops("white")["pieces"]) == 12 and "pieces" not in shops("brown")
    assert legal(match, "white") == ["blue_shop", "grey_shop", "red_shop"]
    play(match, "white", "grey_shop")
    assert "pieces" not in shops("white") and "pieces" not in shops("brown")


@rules("MU-302", "MU-C7", "MU-310")
def test_the_final_scoring_offers_each_card_and_each_island_with_a_free_gondolier(game: Game) -> None:
    match = table(
        game,
        *STACKS,
        *("set ender to white", "put white into berth[san_donato, white]", "put white into berth[sacca_mattia, white]"),
        *("put c01 into characters[white]", "put c31 into characters[white]", "put c40 into characters[white]"),
        turn=None,
        at="finish",
    )
    assert legal(match, "white") == ["c01", "c31", "enough"]
    play(match, "white", "c01")
    assert legal(match, "white") == ["sacca_mattia", "san_donato"]


LEDGER = Path(__file__).parents[2] / "docs" / "rules" / "murano.data.yaml"
ISLANDS = {
    "DON": "san_donato",
    "PIE": "san_pietro",
    "MAT": "sacca_mattia",
    "SER": "sacca_serenella",
    "STE": "santo_stefano",
    "NAV": "navagero",
}
ACTIONS = {"take_2_coins": "take_coins", "hire_character": "hire"}


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    """The reconstructed data of the ledger."""
    return yaml.safe_load(LEDGER.read_text(encoding="utf-8"))


@rules("MU-G1", "MU-07", "MU-09")
def test_the_ring_is_that_of_the_ledger(game: Game, data: dict[str, Any]) -> None:
    match = game.start(4, seed=0)
    for place in data["ring"]:
        space = f"after(office, {place['i'] + 1})"
        action = ACTIONS.get(place["action"], place["action"])
        anchor = "true" if place["anchor"] else "false"
        assert match.evaluate(f"first(s in canal where s is {space}).action is {action}", None), place
        assert match.evaluate(f"any(s in canal where s is {space} and s.anchor is {anchor})", None), place


@rules("MU-G3", "MU-03", "MU-04")
def test_the_islands_are_those_of_the_ledger(game: Game, data: dict[str, Any]) -> None:
    match = game.start(4, seed=0)
    for key, name in ISLANDS.items():
        grid = data["islands"][key]["grid"]
        spaces: dict[tuple[int, int], str] = {}
        for letter in "SB":
            number = 0
            for y, row in enumerate(grid):
                for x, cell in enumerate(row):
                    if cell == letter:
                        number += 1
                        spaces[y, x] = f"{name}_{letter.lower()}{number}"
        for (y, x), space in spaces.items():
            near = {spaces[p] for p in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)) if p in spaces}
            assert match.evaluate(f"count(s in beside({space})) is {len(near)}", None), space
            for other in near:
                assert match.evaluate(f"{other} in beside({space})", None), (space, other)


@rules("MU-G5", "MU-G6", "MU-G7", "MU-28", "MU-30", "MU-32", "MU-33", "MU-34", "MU-35")
def test_the_tiles_are_those_of_the_ledger(game: Game, data: dict[str, Any]) -> None:
    full, removed = data["tiles"], data["removed_2_3_players"]
    for players in (2, 3, 4):
        match = game.start(players, seed=5)
        out = removed if players < 4 else {}
        for colour, number in full["street"].items():
            name = "blank_street" if colour == "none" else f"{colour}_street"
            left = number - out.get("street", {}).get(colour, 0)
            assert (
                match.evaluate(f"number of {name} in street_pile[1] + number of {name} in street_pile[2]", None) == left
            )
        for colour, number in full["shop"].items():
            left = number - out.get("shop", {}).get(colour, 0)
            assert match.evaluate(f"number of {colour}_shop in stack[shop]", None) == left
        assert match.evaluate("size(stack[glass])", None) == full["glass"] - out.get("glass", 0)
        assert match.evaluate("size(stack[special])", None) == full["special"] - out.get("special", 0)
        palaces = sum(full["palace"].values()) - sum(out.get("palace", {}).values())
        assert match.evaluate("size(stack[palace])", None) == palaces


@rules("MU-G8", "MU-29")
def test_the_cards_tied_to_islands_are_those_of_the_ledger(game: Game, data: dict[str, Any]) -> None:
    match = game.start(4, seed=0)
    cards = "deck", "unseen"
    assert len(data["characters"]) == 40
    for card in data["characters"]:
        name, island = card["id"].lower(), ISLANDS.get(card.get("island", ""))
        test = f"c.island is {island}" if island else "c.island is none"
        assert any(match.evaluate(f"any(c in {zone} where c is {name} and {test})", None) for zone in cards), card


@rules("MU-G9", "MU-212", "MU-220", "MU-221")
def test_the_tables_are_those_of_the_ledger(game: Game, data: dict[str, Any]) -> None:
    match = game.start(2, seed=0)
    for table_name, rows in data["tables"].items():
        for key, value in rows.items():
            assert match.evaluate(f"{table_name}({key})", None) == value
    assert match.evaluate("count(n in coins_to_vp)", None) == len(data["tables"]["coins_to_vp"])
    assert match.evaluate("one_colour(9) is 15 and complete_trios(9) is 18", None)

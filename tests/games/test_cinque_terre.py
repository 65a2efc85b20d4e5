"""What no scenario of Cinque Terre can say: whole lists of answers, equal states, many seeds, twins of a table."""

from collections.abc import Sequence
from typing import Any

import pytest

from citing import rules
from laid import legal, play
from rulewright.loader import load
from rulewright.play.game import Game
from rulewright.play.match import Match

PRODUCTS = ("olive", "mushroom", "garlic", "grape", "zucchini", "lemon", "orange", "tomato")
F3 = (
    *(
        f"set die[{village}, {product}] to {value}"
        for village, stall in {
            "monterosso": {"olive": 4, "mushroom": 6, "lemon": 3, "tomato": 2},
            "riomaggiore": {"garlic": 5, "grape": 1, "zucchini": 3, "orange": 2},
            "vernazza": {"zucchini": 2, "orange": 5, "tomato": 6},
            "corniglia": {"mushroom": 2, "garlic": 5},
            "manarola": {"olive": 3, "grape": 6, "lemon": 4},
        }.items()
        for product, value in stall.items()
    ),
    "put 14 of p into field[terrace_1] for each p in {mushroom, zucchini, lemon}",
    "put 14 of p into field[terrace_2] for each p in {tomato, garlic}",
    "put 14 of p into field[terrace_3] for each p in {olive, grape, orange}",
    "set cart_at[p] to terrace_1 for each p in player",
    "put o01 into order_row",
    "put o07 into order_row",
    "put o50 into order_row",
    "put o11 into bottom of order_pile",
    "put o12 into bottom of order_pile",
    "put o13 into bottom of order_pile",
    "put p into display for each p in {olive, lemon, grape, tomato}",
    "put garlic into bottom of pile",
    "put orange into bottom of pile",
    "put v into vendors for each v in village",
)


@pytest.fixture(scope="module")
def game() -> Game:
    return load("cinque_terre")


def table(game: Game, *given: str, turn: str = "pink") -> Match:
    """The ledger's table F3 with more laid on it."""
    match = game.bench_match(players=3, options={}, seed=0, start="bare", turn=turn, at=None)
    for sentence in (*F3, *given):
        match.run_sentence(sentence)
    return match


TERRACES = ("terrace_1", "terrace_2", "terrace_3")


def fields_of(match: Match) -> list[Any]:
    return [match.evaluate(f"number of {p} in field[{t}]", None) for t in TERRACES for p in PRODUCTS]


@rules("CT-13", "CT-G13")
def test_the_same_seed_gives_the_same_set_up_and_another_seed_another(game: Game) -> None:
    set_ups = {seed: game.start(3, seed=seed).to_json() for seed in range(5)}
    assert game.start(3, seed=2).to_json() == set_ups[2]
    assert len({str(fields_of(game.start(3, seed=seed))) for seed in range(5)}) > 1


@rules("CT-22", "CT-23", "CT-197")
def test_many_set_ups_give_every_product_one_die_in_each_half_and_values_up_to_25(game: Game) -> None:
    for seed in range(60):
        match = game.start(2, seed=seed)
        assert match.evaluate(
            "all(count(v in village where v.batch is b and die[v, p] is not none) is 1 for b in 1..2 for p in produce)",
            None,
        )
        assert match.evaluate("all(starting_value(o) in 0..25 for o in star_pile)", None)


@rules("CT-37", "CT-39")
def test_all_players_are_asked_for_their_starting_space_at_once_and_nobody_for_anything_else(game: Game) -> None:
    match = game.start(4, seed=1)
    assert sorted(match.actors) == ["blue", "green", "orange", "pink"]
    assert all(legal(match, p) == ["terrace_1", "terrace_2", "terrace_3"] for p in match.actors)
    play(match, "green", "terrace_2")
    assert sorted(match.actors) == ["blue", "orange", "pink"]


@rules("CT-38")
def test_each_seat_in_the_game_is_first_about_equally_often(game: Game) -> None:
    first: dict[str, int] = {}
    for seed in range(90):
        match = game.start(3, seed=seed)
        for player in list(match.actors):
            play(match, player, "terrace_1")
        (active,) = match.actors
        first[active] = first.get(active, 0) + 1
    assert set(first) == {"pink", "blue", "green"}
    assert all(15 <= count <= 45 for count in first.values()), first


@rules("CT-46", "CT-56", "CT-105")
def test_the_action_phase_offers_four_actions_and_the_end_and_nothing_else(game: Game) -> None:
    given = (
        *("put lemon into hand[pink]", "put olive into cart[pink]", "put 8 of tomato into sold[pink, corniglia]"),
        *("put lemon into sold[pink, manarola]", "put olive into sold[pink, riomaggiore]"),
    )
    assert legal(table(game, *given), "pink") == ["draw", "harvest", "move", "stop"]
    in_a_village = table(game, *given, "set cart_at[pink] to monterosso")
    assert legal(in_a_village, "pink") == ["draw", "move", "sell", "stop"]


@rules("CT-58", "CT-59", "CT-66")
def test_a_move_is_one_to_four_spaces(game: Game) -> None:
    match = play(table(game), "pink", "move")
    assert legal(match, "pink") == ["1", "2", "3", "4"]


@rules("CT-69", "CT-72", "CT-C2")
def test_a_draw_offers_the_open_cards_and_the_pile(game: Game) -> None:
    match = play(table(game, "put 2 of zucchini into discards"), "pink", "draw")
    assert legal(match, "pink") == ["blind", "face_up"]
    play(match, "pink", "face_up")
    assert legal(match, "pink") == ["grape", "lemon", "olive", "tomato"]


@rules("CT-84", "CT-87", "CT-88", "CT-C3")
def test_a_pair_is_offered_for_each_product_of_the_space_also_its_own(game: Game) -> None:
    match = play(table(game, "put 2 of lemon into hand[pink]"), "pink", "harvest", "with_pair")
    assert legal(match, "pink") == ["lemon", "mushroom", "zucchini"]


@rules("CT-53", "CT-133", "CT-137", "CT-161", "CT-167")
def test_the_end_of_the_turn_offers_what_is_due_and_the_end(game: Game) -> None:
    given = ("put lemon into sold[pink, manarola]", "put olive into sold[pink, riomaggiore]")
    match = play(table(game, *given, "put 8 of tomato into sold[pink, corniglia]"), "pink", "stop")
    assert legal(match, "pink") == ["claim_order", "claim_vendor", "stop"]


@rules("CT-141", "CT-143", "CT-144")
def test_after_a_claim_there_are_two_ways_and_after_filling_two_more(game: Game) -> None:
    given = ("put lemon into sold[pink, manarola]", "put olive into sold[pink, riomaggiore]")
    match = play(table(game, *given), "pink", "stop", "claim_order")
    assert legal(match, "pink") == ["fill", "keep"]
    play(match, "pink", "fill")
    assert legal(match, "pink") == ["draw_second", "enough"]


@rules("CT-119")
def test_the_order_in_which_cubes_were_sold_leaves_no_trace_in_the_state(game: Game) -> None:
    given = ("set cart_at[pink] to monterosso", "put olive into cart[pink]", "put tomato into cart[pink]")
    one = play(table(game, *given), "pink", "sell", "olive", "tomato")
    other = play(table(game, *given), "pink", "sell", "tomato", "olive")
    assert one.view("pink") == other.view("pink")
    assert one.evaluate("lire[pink]", None) == 6


@rules("CT-C1")
def test_a_question_with_one_answer_is_answered_by_itself_and_marked(game: Game) -> None:
    match = play(table(game, "put lemon into hand[pink]"), "pink", "harvest")
    assert [str(action) for action in match.forced] == ["with_one", "lemon", "stop"]
    assert match.evaluate("number of lemon in cart[pink]", None) == 1


@rules("CT-223", "CT-210", "CT-215", "CT-217")
@pytest.mark.parametrize("language", ["en", "el", "es"])
def test_what_blue_cannot_see_changes_nothing_for_blue(game: Game, language: str) -> None:
    mine = ("put lemon into hand[blue]", "put 2 of grape into hand[blue]", "put olive into cart[blue]")
    hidden: Sequence[tuple[str, ...]] = (
        ("put 2 of lemon into hand[pink]", "put o05 into kept[pink]", "put s01 into starting[pink]"),
        (
            *("put garlic into hand[pink]", "put tomato into hand[pink]"),
            *("put o31 into kept[pink]", "put s09 into starting[pink]"),
        ),
    )
    seen = []
    for cards in hidden:
        match = table(game, *mine, *cards, turn="blue")
        refusals = [match.why_not(action) for action in ("sell", "claim_order")]
        play(match, "blue", "harvest", "with_one")
        seen.append(
            (
                match.view("blue", language),
                legal(match, "blue"),
                match.log("blue", language),
                [(reason.text, tuple(reason.rules)) if reason is not None else None for reason in refusals],
            )
        )
    assert seen[0] == seen[1]

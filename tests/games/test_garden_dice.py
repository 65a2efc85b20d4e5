"""What no scenario of Garden Dice can say: whole lists of answers, equal results, chains in any order, many seeds.

`Table` is a second, independent account of the ledger's action table; random positions are compared with it.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from citing import rules
from laid import legal, play
from rulewright.loader import load
from rulewright.play.game import Game
from rulewright.play.match import Match

VALUE = {"squash": 1, "carrot": 2, "tomato": 3, "artichoke": 4, "eggplant": 5}
SPACES = [(r, c) for r in range(1, 7) for c in range(1, 7)]
NOT_PAID = ("reroll_four", "sun_reroll", "sun_set", "end_turn")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("garden_dice")


def table(game: Game, *given: str, turn: str = "blue", players: int = 4, **options: Any) -> Match:
    """Full stacks, an empty garden, and what is given."""
    match = game.bench_match(players=players, options=options, seed=0, start="bare", turn=turn, at=None)
    for sentence in ("put 10 of v into market for each v in vegetable", *given):
        match.run_sentence(sentence)
    return match


def pool(*dice: int) -> list[str]:
    return [f"put {count} of {die} into pool" for die, count in Counter(dice).items()]


def squares(*spaces: tuple[int, int]) -> list[str]:
    return sorted(f"square({r}, {c})" for r, c in spaces)


# ---------- whole lists ----------


@rules("GD-52")
def test_two_equal_dice_offer_one_space_once(game: Game) -> None:
    match = table(game, *pool(4, 4), "put artichoke into hand[blue]")
    play(match, "blue", "place_seed")
    assert [str(action) for action in match.forced] == ["artichoke", "square(4, 4)", "4", "4"]


@rules("GD-51")
def test_two_dice_offer_two_spaces(game: Game) -> None:
    match = play(table(game, *pool(1, 6), "put artichoke into hand[blue]"), "blue", "place_seed")
    assert legal(match, "blue") == squares((1, 6), (6, 1))


@rules("GD-27", "GD-A3", "GD-C4")
def test_with_nothing_to_do_the_end_of_the_turn_is_the_only_answer_and_is_asked(game: Game) -> None:
    match = table(game, *pool(1), "set discs[blue] to 0", "set sun[blue] to false")
    assert legal(match, "blue") == ["end_turn"] and match.actors == ("blue",)


@rules("GD-27", "GD-A3")
def test_with_the_sun_it_is_one_of_two(game: Game) -> None:
    assert legal(table(game, *pool(1), "set discs[blue] to 0"), "blue") == ["end_turn", "sun_set"]


@rules("GD-129", "GD-A9")
def test_a_rabbit_reaches_the_spaces_of_its_row(game: Game) -> None:
    given = ("put tile(rabbit, none, blue, 1) into plot[square(3, 1)]", *pool(3))
    match = play(table(game, *given), "blue", "move_animal")
    row = [(3, 2), (3, 3), (3, 4)]
    assert legal(match, "blue") == squares((1, 1), (2, 1), (4, 1), (5, 1), (6, 1), *row)


@rules("GD-131")
def test_a_bird_in_the_open_has_ten_goals_with_a_six(game: Game) -> None:
    match = play(table(game, "put tile(bird, none, blue, 1) into plot[square(3, 3)]", *pool(6)), "blue", "move_animal")
    assert legal(match, "blue") == squares(*[s for s in SPACES if (s[0] == 3) != (s[1] == 3)])


ANIMALS = (
    "put tile(rabbit, none, green, 1) into plot[square(1, 1)]",
    "put tile(crop, eggplant, blue, 1) into plot[square(1, 4)]",
    "put tile(seed, carrot, blue, 1) into plot[square(3, 1)]",
    "put tile(seed, eggplant, green, 1) into plot[square(5, 6)]",
    "put tile(seed, tomato, blue, 1) into plot[square(6, 3)]",
    "put tile(bird, none, yellow, 1) into plot[square(6, 6)]",
)


@rules("GD-129", "GD-136", "GD-138", "GD-143", "GD-W9")
@pytest.mark.parametrize(
    ("die", "discs", "goals"),
    [
        (3, 1, [(1, 2), (1, 3), (1, 4), (2, 1)]),
        (3, 0, [(1, 2), (1, 3), (2, 1)]),
        (2, 1, [(1, 2), (1, 3), (2, 1)]),
    ],
)
def test_the_rabbit_of_the_example_has_exactly_these_goals(
    game: Game, die: int, discs: int, goals: list[tuple[int, int]]
) -> None:
    match = table(game, *ANIMALS, *pool(die), f"set discs[green] to {discs}", turn="green")
    assert legal(play(match, "green", "move_animal"), "green") == squares(*goals)


@rules("GD-129", "GD-135", "GD-W10")
@pytest.mark.parametrize(("die", "goals"), [(3, [(6, 5), (6, 4), (6, 3), (5, 6)]), (1, [(6, 5), (5, 6)])])
def test_the_bird_of_the_example_has_exactly_these_goals(game: Game, die: int, goals: list[tuple[int, int]]) -> None:
    match = table(game, *ANIMALS, *pool(die), turn="yellow")
    assert legal(play(match, "yellow", "move_animal"), "yellow") == squares(*goals)


@rules("GD-25", "GD-152", "GD-A14")
def test_a_meal_asks_for_swallow_spit_or_the_sun_and_nothing_else(game: Game) -> None:
    match = table(game, *ANIMALS, *pool(3, 5), turn="green")
    play(match, "green", "move_animal", "3", "square(1, 4)")
    assert legal(match, "green") == ["spit", "sun_set", "swallow"]


@rules("GD-W4")
def test_the_rest_of_the_turn_of_the_example(game: Game) -> None:
    given = (*pool(1), "put tile(seed, artichoke, blue, 1) into plot[square(1, 6)]", "set discs[blue] to 7")
    match = table(game, *given)
    assert legal(match, "blue") == ["buy", "end_turn", "sun_set"]
    play(match, "blue", "buy")
    assert [str(action) for action in match.forced] == ["squash", "1"]


# ---------- chance and seeds ----------


@rules("GD-17")
def test_each_seat_begins_about_equally_often(game: Game) -> None:
    first = Counter(game.start(4, seed=seed).actors[0] for seed in range(200))
    assert set(first) == {"blue", "green", "yellow", "red"}
    assert all(25 <= count <= 75 for count in first.values()), first


@rules("GD-17", "GD-I10")
def test_the_same_seed_and_answers_give_the_same_game(game: Game) -> None:
    ends = []
    for seed in (7, 7, 8):
        match, chooser = game.start(3, seed=seed), random.Random(1)
        for _ in range(60):
            match.apply(chooser.choice(match.legal(match.actors[0])))
        ends.append((match.view("blue"), match.log("blue")))
    assert ends[0] == ends[1] != ends[2]


@rules("GD-261")
def test_all_players_see_the_same(game: Game) -> None:
    match, chooser = game.start(4, seed=3), random.Random(2)
    for _ in range(80):
        views = [match.view(p) for p in match.players]
        assert all(v["zones"] == views[0]["zones"] and v["variables"] == views[0]["variables"] for v in views)
        assert all(len(cell["pieces"]) == cell["size"] for cells in views[0]["zones"].values() for cell in cells)
        match.apply(chooser.choice(match.legal(match.actors[0])))


@rules("GD-23")
def test_two_actions_in_either_order_lead_to_the_same_state(game: Game) -> None:
    given = (*pool(2, 3, 3, 5), "put tile(seed, carrot, blue, 1) into plot[square(5, 5)]", "put tomato into hand[blue]")
    one = play(table(game, *given), "blue", "place_seed", "square(3, 3)", "water", "square(5, 5)", "2")
    other = play(table(game, *given), "blue", "water", "2", "place_seed", "square(3, 3)")
    assert one.view("blue") | {"undo": None} == other.view("blue") | {"undo": None}  # the answers differ in number


# ---------- the ledger's action table, said again ----------


class Table:
    """What the ledger allows in a position, written without a look at the rules file."""

    def __init__(self, match: Match) -> None:
        view = match.view(match.actors[0])
        self.me = match.actors[0]
        zones, variables = view["zones"], view["variables"]
        self.tiles = {}
        for cell in zones["plot"]:
            if cell["size"]:
                self.tiles[_space(cell["keys"][0])] = cell["pieces"][0]
        self.dice = list(zones["pool"][0]["pieces"])
        self.market = set(zones["market"][0]["pieces"])
        self.hand = set(_of(zones["hand"], self.me)["pieces"])
        self.shed = set(_of(zones["shed"], self.me)["pieces"])
        self.free = _of(variables["discs"], self.me)["value"]
        self.bought = {cell["keys"][0]: cell["value"] for cell in variables["bought"]}
        self.eaten = {cell["keys"][0]: cell["value"] for cell in variables["eaten_from"]}
        self.bent = variables["bent"][0]["value"]

    def mine(self, face: str) -> Iterator[tuple[tuple[int, int], Any]]:
        yield from ((s, t) for s, t in self.tiles.items() if t["owner"] == self.me and t["face"] == face)

    def actions(self) -> set[tuple[Any, ...]]:
        """Name, what or where, and the dice in order; of two ways with the same dice and pips the one is kept."""
        found: set[tuple[Any, ...]] = set()
        for die in set(self.dice):
            if self.free:
                found |= {("buy", v, die) for v in self.market if VALUE[v] <= die and self.bought[v] < 2}
            for name, face in (("water", "seed"), ("harvest", "crop")):
                found |= {(name, s, die) for s, t in self.mine(face) if VALUE[t["plant"]] <= die}
            if die == 6:
                specials = ("bird", "rabbit", "sundial", "scarecrow")
                found |= {("flip", s, 6) for face in specials for s, _ in self.mine(face)}
            for face in ("bird", "rabbit"):
                for start, _ in self.mine(face):
                    found |= {("move_animal", start, die, goal) for goal in self.goals(face, start, die)}
        for a, b, spot in self.aimed(self.dice):
            if spot not in self.tiles:
                found |= {("place_seed", v, spot, a, b) for v in self.hand}
                found |= {("place_special", f, spot, a, b) for f in self.shed if f == "rock" or self.free}
            elif self.tiles[spot]["face"] in ("bird", "rabbit"):
                rest = list(self.dice)
                rest.remove(a)
                rest.remove(b)
                if 6 in rest:
                    found.add(("remove_animal", spot, a, b, 6))
        return found

    def aimed(self, dice: list[int]) -> Iterator[tuple[int, int, tuple[int, int]]]:
        seen = set()
        budget = 2 - self.bent if any(True for _ in self.mine("sundial")) else 0
        for i, a in enumerate(dice):
            for j, b in enumerate(dice):
                for r, c in SPACES:
                    pips = abs(a - r) + abs(b - c)
                    same = (min(a, b), max(a, b), r, c, pips)
                    if i != j and pips <= budget and (same not in seen or (a, b, r, c) in seen):
                        seen |= {same, (a, b, r, c)}
                        yield a, b, (r, c)

    def goals(self, face: str, start: tuple[int, int], die: int) -> Iterator[tuple[int, int]]:
        for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            for n in range(1, die + 1):
                goal = (start[0] + n * dr, start[1] + n * dc)
                if goal not in SPACES:
                    break
                if goal not in self.tiles:
                    yield goal
                    continue
                if self.free and self.eats(face, goal):
                    yield goal
                break

    def eats(self, face: str, goal: tuple[int, int]) -> bool:
        tile = self.tiles[goal]
        owner = tile["owner"]
        if tile["face"] != {"bird": "seed", "rabbit": "crop"}[face] or owner == self.me or self.eaten[owner]:
            return False
        around = [(goal[0] + r, goal[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
        guards = [self.tiles.get(s) for s in around]
        return face == "rabbit" or not any(t and t["face"] == "scarecrow" and t["owner"] == owner for t in guards)


def _space(text: str) -> tuple[int, int]:
    r, c = text.removeprefix("square(").removesuffix(")").split(", ")
    return int(r), int(c)


def _of(cells: list[Any], player: str) -> Any:
    return next(cell for cell in cells if cell["keys"] == [player])


def complete(match: Match, player: str, name: str) -> Iterator[tuple[list[Any], Match]]:
    """Every way to take an action up to its last answer: the answers, forced ones too, and the match after it."""
    begun: list[tuple[Match, list[Any], Any]] = [
        (match.copy(), [], action) for action in match.legal(player) if str(action) == name
    ]
    while begun:
        trial, before, action = begun.pop()
        trial.apply(action)
        answers = [*before, action, *trial.forced]
        if trial.current_action is None:
            yield answers, trial
            continue
        options = [a for a in trial.legal(player) if str(a) != "sun_set"]
        assert options, f"{[str(a) for a in answers]} leads nowhere"
        begun += [(trial.copy(), answers, a) for a in options]


def taken(name: str, answers: list[Any]) -> tuple[Any, ...]:
    """An action as `Table` says it; what is done with a meal is left out."""
    words: list[Any] = []
    for word in [str(a) for a in answers if a.player == answers[0].player][1:]:
        if word in ("swallow", "spit") or len(words) == _ANSWERS[name]:
            break
        words.append(_space(word) if word.startswith("square") else int(word) if word.isdigit() else word)
    return (name, *words)


_ANSWERS = {  # how many answers of an action tell it apart
    "buy": 2,
    "place_seed": 4,
    "place_special": 4,
    "water": 2,
    "harvest": 2,
    "flip": 2,
    "move_animal": 3,
    "remove_animal": 4,
}


def positions(game: Game, players: int, seed: int, count: int, **options: Any) -> Iterator[Match]:
    """Pauses of random games in which the garden fills up: buying and placing are chosen more often than the end."""
    chooser = random.Random(seed)
    match = game.start(players, seed=seed, options=options)
    given = 0
    while given < count and not match.is_over:
        (player,) = match.actors
        answers = match.legal(player)
        if match.current_action is None and chooser.random() < 0.3:
            given += 1
            yield match
        busy = [a for a in answers if str(a) not in NOT_PAID]
        match.apply(chooser.choice(busy or answers))


@rules("GD-21", "GD-37", "GD-49", "GD-66", "GD-87", "GD-118", "GD-127", "GD-173", "GD-C3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_positions_offer_what_the_ledger_allows_and_every_way_ends(game: Game, players: int) -> None:
    for match in positions(game, players, seed=players, count=12):
        (player,) = match.actors
        found = []
        for name in [str(a) for a in match.legal(player)]:
            if name not in NOT_PAID:
                found += [taken(name, answers) for answers, _ in complete(match, player, name)]
        assert set(found) == Table(match).actions()


@rules("GD-52", "GD-C3")
def test_no_two_ways_of_an_action_lead_to_the_same_state(game: Game) -> None:
    for match in positions(game, 3, seed=11, count=10):
        (player,) = match.actors
        for name in [str(a) for a in match.legal(player)]:
            if name in NOT_PAID:
                continue
            ends: dict[str, str] = {}
            for answers, after in complete(match, player, name):
                view = after.view(player)
                way = " ".join(str(a) for a in answers)
                first = ends.setdefault(str((view["zones"], view["variables"])), way)
                assert first == way


# ---------- chains ----------


def chain_by_hand(tiles: dict[tuple[int, int], int], start: tuple[int, int], order: random.Random) -> set[Any]:
    """The tiles of a chain, found in an order drawn at random."""
    found, waiting = {start}, [start]
    while waiting:
        r, c = waiting.pop(order.randrange(len(waiting)))
        around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        order.shuffle(around)
        for s in around:
            if s in tiles and s not in found and tiles[s] < tiles[r, c]:
                found.add(s)
                waiting.append(s)
    return found


@rules("GD-72", "GD-76", "GD-79", "GD-80", "GD-94", "GD-103", "GD-113", "GD-I9", "GD-A22")
@pytest.mark.parametrize("seed", range(12))
def test_a_chain_is_the_same_in_any_order(game: Game, seed: int) -> None:
    order = random.Random(seed)
    name = order.choice(list(VALUE))
    kinds = {s: order.choice(list(VALUE)) for s in SPACES if order.random() < 0.8} | {(3, 3): name}
    owners = {s: order.choice(["blue", "green", "yellow", "red"]) for s in kinds} | {(3, 3): "blue"}
    values = {s: VALUE[kind] for s, kind in kinds.items()}
    reached = chain_by_hand(values, (3, 3), order)
    assert reached == chain_by_hand(values, (3, 3), order)
    lay = [f"tile(FACE, {kinds[s]}, {owners[s]}, 1) into plot[square({s[0]}, {s[1]})]" for s in kinds]

    given = [f"put {line}".replace("FACE", "seed") for line in lay]
    watered = play(table(game, *given, *pool(6)), "blue", "water", "square(3, 3)")
    grown = {s for s, tile in Table(watered).tiles.items() if tile["face"] == "crop"}
    assert grown == reached

    given = [f"put {line}".replace("FACE", "crop") for line in lay]
    harvested = play(table(game, *given, *pool(6)), "blue", "harvest", "square(3, 3)")
    assert set(kinds) - set(Table(harvested).tiles) == reached
    points: Counter[str] = Counter()
    for s in reached:
        points[owners[s]] += values[s] * (2 if sum(s) >= 10 else 1)
        points["blue"] += owners[s] != "blue"
    assert {p: harvested.evaluate(f"score[{p}]", None) for p in harvested.players} == {
        p: points[p] for p in harvested.players
    }

"""Every two values of options, and every two variants, at every number of players: rules that hold together in play.

In the suite a few rows of the matrix; all of it on demand (`pytest -m slow tests/properties`).
"""

from functools import cache
from itertools import combinations

import pytest

from pairwise import pairwise
from rulewright.errors import InvalidGame, InvalidSetup
from rulewright.harness.playout import random_playout
from rulewright.harness.whatever import some_values
from rulewright.library import variants
from rulewright.loader import load

GAMES = ["cinque_terre", "garden_dice", "murano"]
CAP = 1500  # decisions of a random game: long enough for every action, and for most ends


@cache
def rows(game):
    return pairwise({name: some_values(option) for name, option in load(game).options.items()})


def played(game, players, options, seed, cap=CAP):
    playout = random_playout(game, players, seed=seed, options=options, cap=cap)
    assert playout.decisions > 0 and playout.answers >= playout.decisions
    assert playout.capped or playout.winners
    return playout


def together(game, names):
    """The game with these variants, or None where one says that it cannot stand beside the other."""
    try:
        return load(game, variants=names)
    except InvalidGame as error:
        assert {f.code for f in error.findings if f.severity == "error"} == {"overlay-conflict"}, str(error)
        assert all("cannot stand beside" in f.message for f in error.findings if f.severity == "error"), str(error)
        return None


def fitting(merged, players, row):
    """A row of options as far as the merged game has them, without those that its `needs` exclude one after another."""
    options = {name: value for name, value in row.items() if name in merged.options}
    while True:
        try:
            merged.setting(players, options)
            return options
        except InvalidSetup:
            options.pop(next(iter(options)))  # with none left it raises: a game must fit its defaults


def with_variants(game, names, number, *, every=False, cap=CAP):
    """Plays a game with variants under one row of options; `number` chooses the row, and the number of players, unless
    `every` one of them is played.
    """
    merged = together(game, names)
    if merged is None:
        return
    counts = merged.player_counts
    for turn, players in enumerate(counts if every else [counts[number % len(counts)]]):
        columns = {name: some_values(option) for name, option in merged.options.items()}
        brought = {name: values[(number + turn) % len(values)] for name, values in columns.items()}
        row = brought | rows(game)[(number + turn) % len(rows(game))]
        played(merged, players, fitting(merged, players, row), number, cap)


@pytest.mark.parametrize("game", GAMES)
def test_every_two_values_meet_in_a_row(game):
    columns = {name: some_values(option) for name, option in load(game).options.items()}
    for a, b in combinations(columns, 2):
        met = {(row[a], row[b]) for row in rows(game)}
        assert len(met) == len(columns[a]) * len(columns[b]), (a, b)


@pytest.mark.parametrize("game", GAMES)
def test_some_rows_of_options_are_played(game):
    loaded = load(game)
    for number, row in enumerate(rows(game)[:1]):
        played(loaded, loaded.player_counts[number % len(loaded.player_counts)], row, number, cap=300)


@pytest.mark.parametrize("game", GAMES)
def test_some_pairs_of_variants_are_played(game):
    pairs = list(combinations(variants(game), 2))
    for number in range(0, len(pairs), max(1, len(pairs) // 2 + 1)):
        with_variants(game, pairs[number], number, cap=300)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [(g, n) for g in GAMES for n in load(g).player_counts])
def test_every_row_of_options_is_played(game, players):
    loaded = load(game)
    for number, row in enumerate(rows(game)):
        played(loaded, players, row, number)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_variant_is_played_at_every_number_of_players(game):
    for number, name in enumerate(variants(game)):
        loaded = load(game, variants=[name])
        for players in loaded.player_counts:
            played(loaded, players, {}, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "game", "names"), [(n, g, pair) for g in GAMES for n, pair in enumerate(combinations(variants(g), 2))]
)
def test_every_two_variants_stand_together_or_say_why_not(number, game, names):
    with_variants(game, names, number, every=True)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [(g, v) for g in GAMES for v in variants(g)])
def test_every_variant_is_played_with_every_value_of_every_option(game, name):
    merged = load(game, variants=[name])
    columns = {option: some_values(merged.options[option]) for option in merged.options}
    for number in range(max(map(len, columns.values()))):
        row = {option: values[number % len(values)] for option, values in columns.items()}
        for players in merged.player_counts:
            played(merged, players, fitting(merged, players, row), number)

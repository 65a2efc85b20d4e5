"""The games, each loaded once, and matches in random states."""

import random

import pytest

import rulewright
from rulewright.library import games

GAMES: dict[str, rulewright.Game] = {}
NAMES = tuple(games())


def game_of(name):
    if name not in GAMES:
        GAMES[name] = rulewright.load(name)
    return GAMES[name]


def states(game, players, *, seed=1, steps=150, every=1, options=None):
    """A match at its decisions, answered at random: at every so manyth one, and at the end if it comes to it."""
    match = game.start(players, seed=seed, options=options or {})
    chooser = random.Random(seed)
    for n in range(steps):
        if n % every == 0 or match.is_over:
            yield match
        if match.is_over:
            return
        player = match.actors[int(chooser.random() * len(match.actors))]
        legal = match.legal(player)
        match.apply(legal[int(chooser.random() * len(legal))])


@pytest.fixture(params=NAMES)
def game(request):
    return game_of(request.param)

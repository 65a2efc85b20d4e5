"""A bot that looks one action ahead: it tries every answer on a copy of the match, to the end of the action that it
begins, and takes the one after which it is furthest ahead. Nothing but the public API is used.

    python examples/bot.py garden_dice --players 2 --games 5

plays it against random players and prints how it did. It must not see what chance will bring, so each trial is made on
a copy with a seed of its own.
"""

import argparse
import random
from collections.abc import Callable

import rulewright

Player = Callable[[rulewright.Match, str, random.Random], rulewright.Action]
DEEPEST = 6  # answers of one action that are looked at, one after the other
WIDEST = 12  # answers of one question that are tried; of more, these many by lot


def lead(match: rulewright.Match, seat: str) -> float:
    """How far a seat is ahead: its points over the best other's; at the end, whether it has won."""
    others = [points for player, points in match.scores.items() if player != seat]
    ahead = match.scores[seat] - max(others, default=0)
    if match.outcome is None:
        return ahead
    return ahead + (1000 if seat in match.outcome.winners else -1000)


def best_lead(match: rulewright.Match, seat: str, chooser: random.Random, depth: int) -> float:
    """The lead after the action that is under way, if it is carried on as well as can be."""
    if match.is_over or match.actors[0] != seat or match.current_action is None or depth == 0:
        return lead(match, seat)
    return max(best_lead(match.after(a), seat, chooser, depth - 1) for a in some(match.legal(seat), chooser, 4))


def some(actions: tuple[rulewright.Action, ...], chooser: random.Random, most: int) -> list[rulewright.Action]:
    """All actions, or as many by lot."""
    return list(actions) if len(actions) <= most else chooser.sample(actions, most)


def look_ahead(match: rulewright.Match, seat: str, chooser: random.Random) -> rulewright.Action:
    """The answer after which the seat is furthest ahead; of equals, one by lot."""
    tried = []
    for action in some(match.legal(seat), chooser, WIDEST):
        trial = match.copy(seed=chooser.getrandbits(32)).after(action)
        tried.append((best_lead(trial, seat, chooser, DEEPEST), chooser.random(), action))
    return max(tried, key=lambda t: t[:2])[2]


def at_random(match: rulewright.Match, seat: str, chooser: random.Random) -> rulewright.Action:
    """Any legal answer."""
    return chooser.choice(match.legal(seat))


def play(game: rulewright.Game, players: list[Player], *, seed: int, most: int = 3000) -> rulewright.Match:
    """Plays a match, each seat by its player; gives up after so many answers."""
    match, chooser = game.start(len(players), seed=seed), random.Random(seed)
    who = dict(zip(match.players, players, strict=True))
    while not match.is_over and match.decisions < most:
        seat = match.actors[0]
        match.apply(who[seat](match, seat, chooser))
    return match


def main() -> None:
    """Plays some games of the bot, in each seat in turn, against random players."""
    parser = argparse.ArgumentParser(description="A one-step look-ahead bot against random players.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game, won = rulewright.load(given.game), 0
    for n in range(given.games):
        seats: list[Player] = [at_random] * given.players
        seats[n % given.players] = look_ahead
        match = play(game, seats, seed=given.seed + n)
        bot = match.players[n % given.players]
        won += bot in match.winners
        print(f"game {n + 1}: bot is {bot}; {match.scores}; {'over' if match.is_over else 'given up'}")
    print(f"{won} of {given.games} won, or shared")


if __name__ == "__main__":
    main()

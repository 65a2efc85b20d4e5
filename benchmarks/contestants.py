"""Those who play the same game: the compiled rules, the hand-written game, OpenSpiel's and PettingZoo's.

A contestant is a function that plays one game at random, from a source of random numbers, and says how many decisions
there were. All choose with the same expression, and all make the whole list of legal answers at every decision.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

import hand
import rulewright
from rulewright.program.from_checked import Program

Number = Callable[[], float]  # random numbers from 0 to 1
Contestant = Callable[[Number], int]

SPIEL = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "reversi": "othello",
    "leduc_poker": "leduc_poker",
}
ZOO = {"tic_tac_toe": "tictactoe_v3", "connect_four": "connect_four_v3", "leduc_poker": "leduc_holdem_v4"}
CAP = 10_000  # decisions of one game


def contestants(name: str, players: int, peers: bool) -> dict[str, Contestant]:
    """Everybody who can play a game, by what they are called in the tables; the rules first, then by hand."""
    found = {"rulewright": of_rules(program_of(name, players))}
    if name in hand.GAMES:
        found["by hand"] = of_hand(hand.GAMES[name])
    if peers and name in SPIEL and find_spec("pyspiel"):
        found["OpenSpiel"] = of_spiel(SPIEL[name])
    if peers and name in ZOO and find_spec("pettingzoo"):
        found["PettingZoo"] = of_zoo(ZOO[name])
    return found


def program_of(name: str, players: int) -> Program:
    """The compiled rules of a bundled game, as playouts use them."""
    game = rulewright.load(name)
    return game.program(game.setting(players, {}), traced=False)


def of_rules(program: Program, cap: int = CAP) -> Contestant:
    """Plays by the compiled rules."""

    def play(number: Number) -> int:
        return program.play_out(program.start(int(number() * 2**53)), number, cap)[0]

    return play


def of_hand(game: type) -> Contestant:
    """Plays a hand-written game."""

    def play(number: Number) -> int:
        state = game()
        decisions = 0
        while not state.is_over():
            legal = state.legal()
            state.apply(legal[int(number() * len(legal))])
            decisions += 1
        state.result()
        return decisions

    return play


def of_spiel(name: str) -> Contestant:
    """Plays OpenSpiel's game (C++), step by step from Python; chance is not a decision."""
    game = import_module("pyspiel").load_game(name)

    def play(number: Number) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(legal[int(number() * len(legal))])
        state.returns()
        return decisions

    return play


def of_zoo(name: str) -> Contestant:
    """Plays PettingZoo's game by its interface for agents, without the wrappers that check each call."""
    game = import_module(f"pettingzoo.classic.{name}").raw_env()

    def play(number: Number) -> int:
        game.reset(seed=int(number() * 2**31))
        decisions = 0
        while True:
            observation, _, over, cut, _ = game.last()
            if over or cut:
                return decisions
            legal = observation["action_mask"].nonzero()[0]
            game.step(int(legal[int(number() * len(legal))]))
            decisions += 1

    return play

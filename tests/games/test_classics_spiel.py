"""The classics against OpenSpiel's own games, written by others: the same answers at every decision, the same end.

`pip install -e '.[peers]'` installs what is needed; without it these tests are skipped.
"""

import random
import re
from itertools import product

import pytest

import rulewright

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (the extra `peers`)")

PASS = 64  # OpenSpiel's othello asks for a pass; in our file a turn without an answer is passed over
RANKS = ("jack", "queen", "king")  # OpenSpiel's cards are 0 to 5, two of each rank
BETS = ("fold", "call", "raise")
GAMES = {ours: rulewright.load(ours) for ours in ("tic_tac_toe", "connect_four", "reversi", "leduc_poker")}
THEIRS = {ours: pyspiel.load_game("othello" if ours == "reversi" else ours) for ours in GAMES}
WIDTHS = {"tic_tac_toe": 3, "reversi": 8}


def number(action):
    """OpenSpiel's number of one of our answers; None for the naming of the only action that there is."""
    if action.kind == "choose":
        return BETS.index(action.name) if action.name in BETS else None
    if isinstance(action.value, int):
        return action.value - 1
    row, column = map(int, re.findall(r"\d+", action.value))
    return (row - 1) * WIDTHS[action.game.id] + column - 1


def deal(state, match):
    """Gives OpenSpiel the cards that our match has drawn: two hands, later the board."""
    while state.is_chance_node():
        place = ("only(hand[east])", "only(hand[west])", "board")[min(len(state.history()), 2)]
        rank = RANKS.index(match.evaluate(place))
        state.apply_action(next(card for card in state.legal_actions() if card // 2 == rank))


def put(state, match, actions):
    """Gives OpenSpiel our answers, each of which must be legal there; those taken by themselves must be forced."""
    for n, action in enumerate(actions):
        if state.legal_actions() == [PASS]:
            state.apply_action(PASS)
        if number(action) is not None:
            assert number(action) in state.legal_actions()
            assert n == 0 or len(state.legal_actions()) == 1
            state.apply_action(number(action))
        deal(state, match)
    while not state.is_terminal() and state.legal_actions() == [PASS]:
        state.apply_action(PASS)


def looks(match):
    """What lies on the board, or what each has staked, in OpenSpiel's characters."""
    if match.game.id == "leduc_poker":
        return [str(100 - match.evaluate(f"stake[{p}]")) for p in match.players]
    cells = match.view(None)["variables"]["up"] if match.game.id == "reversi" else match.view(None)["zones"]["on"]
    content = (cell.get("value") or (cell.get("pieces") or [None])[0] for cell in cells)
    return ["-" if seat is None else "xo"[match.players.index(seat)] for seat in content]


def their_looks(match, state):
    if match.game.id == "leduc_poker":
        return re.findall(r"\d+", re.search(r"Money.*: (.*)", str(state))[1])
    lines = [re.sub(r"\d| ", "", line) for line in str(state).replace(".", "-").splitlines()]
    return [sign for line in lines if re.fullmatch("[-xo]+", line) for sign in line]


def both_agree(match, state):
    """At a decision: who decides, what the answers are, how things stand."""
    numbers = [number(a) for a in match.legal_actions]
    assert state.current_player() == match.players.index(match.actors[0])
    if numbers != [None]:
        assert sorted(numbers) == state.legal_actions()
    if not state.is_terminal():
        assert looks(match) == their_looks(match, state)


def both_are_over(match, state):
    assert state.is_terminal()
    first, second = (match.scores[p] for p in match.players)
    returns = state.returns()
    if match.game.id == "leduc_poker":
        assert [first, second] == returns
    else:
        assert (first > second) - (first < second) == returns[0]
    best = [p for p, r in zip(match.players, returns, strict=True) if r == max(returns)]
    assert list(match.winners) == best


def random_game(name, seed):
    """Plays one game in both and compares at every decision. Returns the number of decisions."""
    match, state = GAMES[name].start(2, seed=seed), THEIRS[name].new_initial_state()
    deal(state, match)
    chooser = random.Random(seed)
    while not match.is_over:
        both_agree(match, state)
        action = chooser.choice(match.legal_actions)
        match.apply(action)
        put(state, match, [action, *match.forced])
    both_are_over(match, state)
    return match.decisions


@pytest.mark.parametrize(
    ("name", "games"), [("tic_tac_toe", 60), ("connect_four", 40), ("reversi", 12), ("leduc_poker", 150)]
)
def test_random_games_are_the_same_in_both(name, games):
    assert sum(random_game(name, seed) for seed in range(games)) > 3 * games


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_random_games_are_the_same_in_both(name):
    for seed in range(1000, 2000):
        random_game(name, seed)


def walk(match, state):
    """Both games along every line of bets. Returns how many ends there are."""
    if match.is_over:
        both_are_over(match, state)
        return 1
    both_agree(match, state)
    ends = 0
    for action in match.legal_actions:
        trial, theirs = match.copy(), state.clone()
        trial.apply(action)
        put(theirs, trial, [action, *trial.forced])
        ends += walk(trial, theirs)
    return ends


def test_the_whole_tree_of_leduc_poker_is_the_same_in_both():
    ends = 0
    for ranks in product(RANKS, repeat=3):
        if len(set(ranks)) > 1:  # there are two cards of each rank
            match = GAMES["leduc_poker"].start(2, chance=list(ranks))
            state = THEIRS["leduc_poker"].new_initial_state()
            deal(state, match)
            ends += walk(match, state)
    assert ends == 24 * (4 + 5 * 9)  # four ways to fold in the first round, five to go on, nine ends of the second

"""The classics held to numbers that others have published: how many games, or lines of so many moves, there are."""

import pytest

import rulewright

# Lines of 1, 2, 3 .. moves from the beginning.
CONNECT_FOUR = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
REVERSI = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]


def lines(program, state, depth):
    """How many lines of `depth` moves there are from a state. A move is a pick; a turn passed over is a move too."""
    answers = program.to_pause(state)
    while answers is not None and program.pauses[state[0]].kind == "choose":
        assert len(answers) < 2  # the only thing to do; or nothing, and the turn is passed over
        if not answers:
            depth -= 1
            if depth == 0:
                return 1
        program.take_only(state, answers)
        answers = program.to_pause(state)
    if answers is None:
        return 0
    if depth == 1:
        return len(answers)
    found = 0
    for answer in answers:
        trial = state[:]
        program.answer(trial, answer)
        found += lines(program, trial, depth - 1)
    return found


def program_of(name):
    game = rulewright.load(name)
    return game.program(game.setting(2, {}), traced=False)


def counts(name, depths):
    program = program_of(name)
    return [lines(program, program.start(0), depth) for depth in depths]


def test_connect_four_has_as_many_lines_as_published():
    assert counts("connect_four", range(1, 7)) == CONNECT_FOUR[:6]


def test_reversi_has_as_many_lines_as_published():
    assert counts("reversi", range(1, 7)) == REVERSI[:6]


@pytest.mark.slow
def test_longer_lines_are_as_many_as_published_too():
    assert counts("connect_four", [7, 8]) == CONNECT_FOUR[6:]
    assert counts("reversi", [7, 8, 9]) == REVERSI[6:]  # from the ninth move on, some have to pass


def ends(program, state, found):
    """All ways to play to the end, by who has won."""
    answers = program.advance(state)
    if not answers:
        winners = tuple(player for player, _ in program.winners(state)[-1][1])
        found[winners] = found.get(winners, 0) + 1
    for answer in answers:
        trial = state[:]
        program.answer(trial, answer)
        ends(program, trial, found)
    return found


def test_noughts_and_crosses_has_as_many_games_as_published():
    program = program_of("tic_tac_toe")
    assert ends(program, program.start(0), {}) == {(0,): 131184, (1,): 77904, (0, 1): 46080}

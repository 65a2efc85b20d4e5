"""What a plain program remembers of a state is what it would find out about it now."""

import random
from typing import Any

import pytest

from rulewright import load
from rulewright.program import layout
from rulewright.program.from_checked import Program


def recalled(program: Program, S: list[Any]) -> list[tuple[str, Any, Any]]:
    """For all that a state remembers: the function, what is remembered, and what it gives on a state without memory."""
    found = []
    names = program.unit.globals
    for cell in program.memo.cells:
        for key, value in S[cell].items():
            function, seat = program.memo.asked(key)
            fresh = S[:]
            for other in program.memo.cells:
                fresh[other] = {}
            fresh[layout.SEARCH] = None
            now = names[function](fresh) if seat is None else names[function](fresh, seat)
            found.append((function, value, now))
    return found


@pytest.mark.parametrize(("name", "players"), [("cinque_terre", 3), ("garden_dice", 2), ("murano", 3), ("murano", 4)])
def test_a_remembered_value_is_what_would_be_found_out_now(name: str, players: int) -> None:
    game = load(name)
    program = game.program(game.setting(players, {}), traced=False)
    looked_at = 0
    for seed in range(2):
        chooser = random.Random(seed)
        S = program.start(seed)
        answers = program.advance(S)
        for _ in range(250):
            if not answers:
                break
            for function, remembered, now in recalled(program, S):
                looked_at += 1
                assert remembered == now, function
            program.answer(S, answers[int(chooser.random() * len(answers))])
            answers = program.advance(S)
    assert looked_at > 100 or name == "cinque_terre"

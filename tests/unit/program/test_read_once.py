"""What a condition in a loop reads several times is read once; what it may leave unread is left where it is."""

import ast
from itertools import count

import pytest

from rulewright.program.read_once import read_once


def condition(test: str) -> str:
    """The condition of an `if` in a loop, after its reads have been shared."""
    function = ast.parse(f"def f(S):\n    for x in K1:\n        if {test}:\n            return True").body[0]
    numbers = count(1)
    read_once(function, lambda: f"t{next(numbers)}")
    return ast.unparse(function).split("if ", 1)[1].split(":\n")[0]


@pytest.mark.parametrize(
    ("test", "shared"),
    [
        ("S[x + 5][0] == 3 and S[x + 5][1] == me", "(t1 := S[x + 5])[0] == 3 and t1[1] == me"),
        ("S[x + 5] is None or S[x + 5][0] == 3 or S[x + 5][1]", "(t1 := S[x + 5]) is None or t1[0] == 3 or t1[1]"),
        ("K2[x * 6 + y] == 0 and K3[x * 6 + y]", "K2[(t1 := (x * 6 + y))] == 0 and K3[t1]"),
        ("(1 if S[x + 5] else 2) > n or S[x + 5]", "(1 if (t1 := S[x + 5]) else 2) > n or t1"),
    ],
)  # fmt: skip
def test_what_is_certain_to_be_read_first_is_named_there(test: str, shared: str) -> None:
    assert condition(test) == shared


@pytest.mark.parametrize(
    "test",
    [
        "S[5] == 3 and S[5] == 4",  # as quick to read again
        "a and S[x + 5] or S[x + 5]",  # the first may be left out
        "S[x + 5] == 1 and S[x + 6] == 2",
        "(y := S[3]) and S[y + 5] == 1 and S[y + 5] == 2",  # a name that the condition itself sets
        "a < b < S[x + 5] and S[x + 5]",
        "any(S[x + 5] for x in K2) and a",
    ],
)
def test_other_conditions_stay_as_they_are(test: str) -> None:
    assert condition(test) == ast.unparse(ast.parse(test))


def test_conditions_outside_of_loops_are_left_alone() -> None:
    function = ast.parse("def f(S, x):\n    if S[x + 5] and S[x + 5][0]:\n        return True").body[0]
    before = ast.unparse(function)
    read_once(function, lambda: "t")
    assert ast.unparse(function) == before

"""What several lines ask of the same table is asked once."""

import ast
from itertools import count

from rulewright.program.asked_once import asked_once
from rulewright.program.notes import reading


def shared(text: str) -> str:
    """The code after what it shares; of its calls, those of `d..` only read."""
    code = ast.parse(text).body
    for node in ast.walk(ast.Module(code, [])):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("d"):
            reading(node, frozenset({"v:coins"}))
    numbers = count(1)
    out = asked_once(code, lambda: f"t{next(numbers)}")
    return ast.unparse(ast.fix_missing_locations(ast.Module(out, [])))


def test_a_call_that_two_lines_make_is_made_before_both() -> None:
    assert shared("a = d1(S, 0)\nb = 2 if d1(S, 0) else 3") == "t1 = d1(S, 0)\na = t1\nb = 2 if t1 else 3"


def test_one_line_that_makes_it_in_any_case_is_enough() -> None:
    text = "a = 1 if d1(S, 0) else d1(S, 1)\nb = 1 if d1(S, 1) else d1(S, 0)"
    assert shared(text) == "t2 = d1(S, 1)\nt1 = d1(S, 0)\na = 1 if t1 else t2\nb = 1 if t2 else t1"


def test_a_long_condition_on_the_state_is_shared_and_what_stands_in_it_too() -> None:
    long = "(S[1] or not S[2] and d1(S, 0) > S[3])"
    assert shared(f"a = 1 if {long} else 0\nb = {long} or d1(S, 0)") == (
        "t1 = S[1] or (not S[2] and d1(S, 0) > S[3])\na = 1 if t1 else 0\nb = t1 or d1(S, 0)"
    )


def test_what_hangs_on_a_name_that_the_lines_set_stays_where_it_is() -> None:
    text = "a = S[1] + 1\nb = S[1] < a < S[2] or S[3] < a\nc = S[1] < a < S[2] or S[3] < a"
    assert shared(text) == text


def test_what_all_lines_may_leave_out_stays_where_it_is() -> None:
    for text in (
        "a = x and d1(S, 0)\nb = d1(S, 0) if y else 2",
        "a = [d1(S, 0) for p in K1]\nb = x or d1(S, 0)",
        "a = x < y < d1(S, 0)\nb = x or d1(S, 0)",
    ):
        assert shared(text) == text


def test_other_arguments_and_calls_that_may_change_something_are_not_shared() -> None:
    for text in ("a = d1(S, 0)\nb = d1(S, 1)", "a = d1(S, x)\nb = d1(S, x)", "a = draw(S)\nb = roll(S)",
                 "a = other(S, 0)\nb = other(S, 0)", "a = d1(S, 1)\nb = d1(S, True)"):  # fmt: skip
        assert shared(text) == text

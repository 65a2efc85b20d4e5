"""What does not change in a loop of a trial leaves it; what guards something stays before it."""

import ast

from rulewright.program import notes
from rulewright.program.hoist import hoist
from rulewright.program.memo import Forget


def tidied(text: str) -> str:
    return ast.unparse(ast.fix_missing_locations(ast.Module(hoist(ast.parse(text).body), [])))


def test_a_condition_leaves_the_loops_whose_variables_it_does_not_use() -> None:
    text = "for x in K:\n    for y in K:\n        if S[7] > 0 and S[y] > 0 and S[x] > 1:\n            return True"
    assert tidied(text) == (
        "if S[7] > 0:\n    for x in K:\n        if S[x] > 1:\n            for y in K:\n                if S[y] > 0:\n"
        "                    return True"
    )


def test_a_condition_does_not_move_before_the_one_that_guards_it() -> None:
    text = """
for x in K:
    if S[x] is not None:
        for y in K:
            if S[x] > 2 and S[y] > x:
                return True
"""
    lines = [line.strip() for line in tidied(text).splitlines()]
    assert lines.index("if S[x] is not None and S[x] > 2:") < lines.index("for y in K:")


def test_a_condition_does_not_move_before_a_change_of_the_state_that_it_reads() -> None:
    text = """
for x in K:
    T = S[:]
    T[3] += x
    for y in K:
        if T[3] > 0 and T[y] > x:
            return True
"""
    found = tidied(text)
    assert found.index("T[3] += x") < found.index("T[3] > 0") < found.index("for y in K")


def test_a_call_stays_where_it_is() -> None:
    text = "for x in K:\n    for y in K:\n        if q1(S):\n            return True"
    assert "for y in K:\n        if q1(S):" in tidied(text)


def test_what_loops_run_through_is_listed_once() -> None:
    text = "for x in K:\n    for y in compress(K, S[1:4]):\n        if S[x] > y:\n            return True"
    found = tidied(text)
    assert found.startswith("w0_y = tuple(compress(K, S[1:4]))\nfor x in K:\n    for y in w0_y:")


def test_a_loop_whose_variable_nobody_looks_at_fails_with_its_first_value() -> None:
    text = "for x in K:\n    for y in K:\n        if S[y] > 0:\n            return True"
    assert tidied(text) == "for x in K:\n    for y in K:\n        if S[y] > 0:\n            return True\n    break"


def test_a_number_is_worked_out_before_a_loop_unless_it_is_of_somebody_whom_the_loop_names() -> None:
    text = """
for p in K:
    for y in K:
        if d1(S, me) > y and d1(S, p) > S[y]:
            return True
"""
    code = ast.parse(text).body
    for node in ast.walk(code[0]):
        if isinstance(node, ast.Call):
            notes.harmless(node)
    found = ast.unparse(ast.fix_missing_locations(ast.Module(hoist(code), [])))
    assert found.startswith("n0_d1 = d1(S, me)\nfor p in K:") and "d1(S, p) > S[y]" in found


def test_what_is_given_up_is_a_change() -> None:
    code = ast.parse("for x in K:\n    for y in K:\n        if T[3] > 0 and T[y] > x:\n            return True").body
    loop = code[0]
    assert isinstance(loop, ast.For)
    loop.body.insert(0, Forget("T", frozenset({"v:a"})))
    found = hoist(code)[0]
    assert isinstance(found, ast.For) and isinstance(found.body[0], Forget)

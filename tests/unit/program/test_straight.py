"""Code between two decisions is tidied without a change of what it does."""

import ast

from rulewright.program.flow.straight import straightened


def tidied(text: str) -> str:
    return ast.unparse(ast.fix_missing_locations(ast.Module(straightened(ast.parse(text).body), [])))


def after_return(text: str) -> str:
    """Tidied code in a function, so that it may return."""
    function = ast.parse("def f(S):\n" + "".join(f"    {line}\n" for line in text.splitlines())).body[0]
    assert isinstance(function, ast.FunctionDef)
    return ast.unparse(ast.fix_missing_locations(ast.Module(straightened(function.body), [])))


def test_a_cell_that_has_been_stored_is_not_loaded_again() -> None:
    assert tidied("S[25] = a\nS[S[25] + 13] = me") == "S[25] = a\nS[a + 13] = me"


def test_a_store_that_is_written_over_before_anybody_looks_goes() -> None:
    assert tidied("S[3] = None\nS[3] = 1") == "S[3] = 1"
    assert tidied("S[3] = None\nx = S[3]\nS[3] = 1\nS[4] = x") == "S[3] = 1\nS[4] = None"


def test_a_store_stays_where_a_call_or_an_index_that_is_worked_out_may_look_at_it() -> None:
    for look in ("q1(S)", "S[x + 13]", "S[13:20]"):
        text = f"S[15] = 1\nS[30] = {look}\nS[15] = 2"
        assert tidied(text) == text


def test_what_is_known_ends_where_a_call_or_an_index_that_is_worked_out_may_change_it() -> None:
    for change in ("draw1(S, 20)", "S[x + 13] = 4", "S[13:20] = K1"):
        text = f"S[15] = 1\n{change}\nS[30] = S[15]"
        assert tidied(text) == text


def test_a_variable_with_a_new_value_is_no_longer_the_content_of_a_cell() -> None:
    text = "S[15] = me\nme = K1[me]\nS[16] = S[15] + me"
    assert tidied(text) == text


def test_a_condition_that_is_decided_leaves_only_its_branch() -> None:
    assert after_return("S[5] = 0\nif S[5] is not None and S[5] <= 0:\n    return 2\nreturn 1") == "S[5] = 0\nreturn 2"


def test_only_what_is_so_on_both_ways_is_known_after_a_branch() -> None:
    text = "if S[20] > 0:\n    S[15] = 1\n    S[16] = 1\nelse:\n    S[15] = 1\n    S[16] = 2\nS[30] = S[15] + S[16]"
    assert tidied(text).endswith("S[30] = 1 + S[16]")


def test_nothing_is_known_in_a_loop_of_what_the_loop_changes() -> None:
    text = "S[15] = 1\nS[16] = 1\nfor x in K1:\n    S[15] = S[15] + S[16]"
    assert "S[15] = S[15] + S[16]" in tidied(text)


def test_what_a_fault_tells_is_stored_before_it() -> None:
    text = "S[15] = x\nif y:\n    fault('{}', S[15] + 1)\nS[15] = 2"
    assert tidied(text) == "if y:\n    fault('{}', x + 1)\nS[15] = 2"
    text = "S[15] = x + 1\nif y:\n    fault('{}', S[15])\nS[15] = 2"
    assert tidied(text) == text

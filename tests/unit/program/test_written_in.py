"""Searches are written into the loops that ask them, and do what the call did."""

import ast

import pytest

from rulewright.program.written_in import search_of, written_in

FIRST = """
def q1(S, me, v1):
    for x1 in K1[v1]:
        if S[x1] != K2[me]:
            return x1
    return None
"""
ANY = """
def q2(S, me, v2):
    for x2 in K3:
        if S[x2 + 1] == K2[me] and (None if (t1 := q1(S, me, x2)) is None else S[t1 + v2]) == me:
            return True
    return False
"""
LIST = """
def legal(S):
    me = S[0]
    L = [x3 for x3 in K3 if S[x3] != 5 and q2(S, me, x3)]
    return L
"""
FUNCTIONS = """
def f(S, me):
    for y in K3:
        if q2(S, me, y) and (t := q1(S, me, y)) is not None:
            return t
---
def f(S, me):
    for y in K3:
        if S[y] == 1 or (t := q1(S, me, y)) is None:
            return y
    return me
---
def f(S, me):
    n = 0
    for y in K3:
        if (t := q1(S, me, y)) is None:
            n += 1
            continue
        n += t
    return n
---
def f(S, me):
    L = [y for y in K3 if q2(S, me, y) and S[y] == 1]
    return L
---
def f(S, me):
    if (t := q1(S, me, 1)) is None:
        return 7
    me = K2[me]
    return [S[y] for y in K3 if K2[me] == 1]
"""
OTHERS = FUNCTIONS.split("---")
K = {"K1": {n: (n, (n * 3) % 8, (n * 5 + 1) % 8) for n in range(8)}, "K2": {0: 1, 1: 0}, "K3": (0, 1, 2, 4, 5)}


def function(text):
    found = ast.parse(text).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


def run(functions, name, state):
    scope = dict(K)
    module = ast.fix_missing_locations(ast.Module(list(functions), []))
    exec(compile(module, "test", "exec"), scope)
    return scope[name](state) if name == "legal" else scope[name](state, 1)


SEARCHES = {f.name: search_of(f) for f in map(function, (FIRST, ANY))}


def test_a_list_of_what_a_search_finds_asks_no_function():
    found = ast.unparse(ast.fix_missing_locations(written_in(function(LIST), SEARCHES, K)))
    assert "q1(" not in found and "q2(" not in found
    assert found.index("K2_me = K2.get(me)") < found.index("for x3 in K3")


@pytest.mark.parametrize("text", [LIST, *OTHERS])
def test_functions_give_what_they_gave(text):
    name = "legal" if text is LIST else "f"
    before = list(map(function, (FIRST, ANY, text)))
    after = [written_in(f, SEARCHES, K) for f in before]
    for n in range(200):
        state = [n % 2, *((n * k + k * k) % 7 % 3 for k in range(1, 14))]
        assert run(after, name, state) == run(before, name, state)


def test_what_is_no_search_is_none():
    assert all(search_of(function(text)) is None for text in (LIST, *OTHERS))
    assert search_of(function(ANY.replace("return False", "return True"))) is None


def test_a_table_is_looked_up_where_it_was_for_a_name_that_changes():
    text = "def f(S, me):\n    for y in K3:\n        me = K2[me]\n    return me"
    assert ast.unparse(written_in(function(text), SEARCHES, K)) == text

"""Lists of legal candidates: the trials of all in one loop, so that what they have in common is done once.

A trial is code that returns True when it succeeds and goes on past its end when it fails. Here success adds the
candidate to a list instead, and the loop goes on with the next.
"""

import ast

from rulewright.program import pyast as py
from rulewright.program.expressions.domains import LoopClause
from rulewright.program.hoist import hoist
from rulewright.program.pyast import Code

_FOUND, _DONE = "F", "done"


def listed(candidates: LoopClause, trial: Code, other: ast.expr | None) -> Code | None:
    """Code that leaves the legal ones of `candidates` in `F`.

    `trial` is tried with each; `other`, a condition, with those that fail it. None if a trial is of another form.
    """
    kept, iterable, tests = candidates
    out = hoist([py.for_(kept, iterable, py.if_(py.all_of(tests), trial))], kept)
    loops = [node for statement in out for node in ast.walk(statement) if isinstance(node, ast.For)]
    loop = next((node for node in loops if isinstance(node.target, ast.Name) and node.target.id == kept), None)
    if loop is None:
        out = []  # no candidate can succeed, so nothing was left to be tried
    else:
        try:
            body = _adding(loop.body, kept, 0)
        except _OtherForm:
            return None
        loop.body = [py.assign(_DONE, py.const(False)), *body] if _breaks(body) else body
    out = [py.assign(_FOUND, ast.List([], py.LOAD)), *out]
    if other is None:
        return out
    found = py.compare("in", py.name(kept), py.name(_FOUND))
    again = py.listing(py.name(kept), [(kept, iterable, [py.all_of([*tests, py.any_of([found, other])])])])
    missing = py.compare("<", py.call("len", py.name(_FOUND)), py.call("len", iterable))
    return [*out, *py.if_(missing, [py.assign(_FOUND, again)])]


class _OtherForm(Exception):
    """A trial that fails by more than going on past its end."""


def _adding(code: Code, kept: str, depth: int) -> Code:
    """A trial, `depth` loops deep in that over the candidates, that adds the candidate and leaves its loops."""
    out: Code = []
    for statement in code:
        match statement:
            case ast.Return(value=ast.expr() as value) if py.is_const(value, True):
                return [*out, *_success(kept, depth)]
            case ast.Return():
                raise _OtherForm
            case ast.If():
                then, otherwise = _adding(statement.body, kept, depth), _adding(statement.orelse, kept, depth)
                out.append(ast.copy_location(ast.If(statement.test, then, otherwise), statement))
            case ast.For():
                body = _adding(statement.body, kept, depth + 1)
                out.append(ast.copy_location(ast.For(statement.target, statement.iter, body, []), statement))
                if _breaks(body):
                    out.append(ast.If(py.name(_DONE), [ast.Break() if depth else ast.Continue()], []))
            case _:
                out.append(statement)
    return out


def _breaks(code: Code) -> bool:
    return any(isinstance(node, ast.Break) for statement in code for node in ast.walk(statement))


def _success(kept: str, depth: int) -> Code:
    add = py.do(py.method(py.name(_FOUND), "append", py.name(kept)))
    return [add, ast.Continue()] if depth == 0 else [add, py.assign(_DONE, py.const(True)), ast.Break()]

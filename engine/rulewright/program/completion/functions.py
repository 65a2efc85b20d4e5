"""Trials as functions `(S, me, .., names in scope) -> whether it succeeds`: a rest to which several ways lead."""

import ast
from collections.abc import Callable
from dataclasses import replace

from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.analysis import Roots
from rulewright.program.completion.rest import Rest
from rulewright.program.expressions.core import Env
from rulewright.program.expressions.functions import inside, names_in
from rulewright.program.hoist import hoist
from rulewright.program.pyast import Code
from rulewright.program.unit import Unit
from rulewright.text import Span


def shared(unit: Unit, rest: Rest, env: Env, noting: Callable[[], bool]) -> Rest:
    """The same rest as a function, so that several ways may lead to it; one that notes what fails is another."""
    if rest.trivial:
        return rest
    written: dict[tuple[bool, tuple[str, ...]], str] = {}

    def code(e: Env) -> Code:
        here = replace(env, state=e.state, finished={**env.finished, **e.finished})
        kind = noting(), tuple(names_in(here))  # a way that has finished a loop gives its count on as well
        if kind not in written:
            written[kind] = unit.fresh("ok")
            define(unit, written[kind], [], here, rest.code(inside(here)), None)
        return call(written[kind], here, reads=rest.reads)

    return Rest(code, rest.reads, False, tuple(shared(unit, way, env, noting) for way in rest.ways))


def define(unit: Unit, function: str, more: list[str], env: Env, code: Code, at: Span | None) -> None:
    """Adds a trial's function; `more` are its own parameters."""
    unit.define(function, ["S", "me", *more, *names_in(env)], [*hoist(code), py.return_(py.const(False))], at)


def is_inside(env: Env) -> bool:
    """Whether the state and `me` have the names that they have in a trial's function."""
    return env.state == "S" and isinstance(env.me, ast.Name) and env.me.id == "me"


def call(function: str, env: Env, *more: ast.expr, reads: Roots | None = None) -> Code:
    """Succeeds if the function does; `reads` are the roots that it reads, if they are known."""
    called = call_of(function, env, *more)
    if reads is not None:
        notes.reading(called, reads)
    return [ast.If(called, [py.return_(py.const(True))], [])]


def call_of(function: str, env: Env, *more: ast.expr) -> ast.expr:
    """The call of a trial's function, `more` for its own parameters."""
    return py.call(function, py.name(env.state), env.me_or_none, *more, *map(py.name, names_in(env)))


def as_condition(code: Code) -> ast.expr | None:
    """Code that is nothing but nested conditions, as one condition; None otherwise."""
    match code:
        case []:
            return py.const(False)
        case [ast.Return(value=ast.expr() as value)] if py.is_const(value, True):
            return value
        case [ast.If(orelse=[]) as node]:
            inner = as_condition(node.body)
            return None if inner is None else py.all_of([node.test, inner])
        case _:
            return None

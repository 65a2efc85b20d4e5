"""Expressions as functions: a loop that looks for something is a plain `for` loop, faster than a generator."""

import ast
from collections.abc import Callable, Iterable
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.pyast import Code


def lifted(x: Expressions, env: Env, e: c.Expr, write: Callable[[Env], Code]) -> ast.expr:
    """An expression as a call of a function `(S, me, names in scope that it uses)`; `write` gives its code."""
    if env.inlined is not None and tuple(env.vars) == x.game.defines[env.inlined].params:
        return _of_define(x, env, e, write)
    code = write(inside(env))
    used = {n.id for statement in code for n in ast.walk(statement) if isinstance(n, ast.Name)}
    names = [n for n in names_in(env) if n in used]
    me = [env.me_or_none] if "me" in used else []
    function = x.unit.fresh("q")
    x.unit.define(function, ["S", *(["me"] if me else []), *names], code, e.at)
    return notes.reading(py.call(function, py.name(env.state), *me, *map(py.name, names)), x.analysis.reads(e))


def _of_define(x: Expressions, env: Env, e: c.Expr, write: Callable[[Env], Code]) -> ast.expr:
    """A loop in a define that is written out: one function for all places, given the define's arguments."""

    def define(function: str) -> None:
        names = parameters(x, env.vars)
        scope: dict[c.Var, ast.expr] = {var: py.name(name) for var, name in names.items()}
        x.unit.define(function, ["S", "me", *names.values()], write(inside(replace(env, vars=scope))), e.at)

    function = x.unit.once(("loop", id(e), env.inlined), "q", define)
    called = py.call(function, py.name(env.state), env.me_or_none, *env.vars.values())
    return notes.reading(called, x.analysis.reads(e))


def parameters(x: Expressions, names: Iterable[c.Var]) -> dict[c.Var, str]:
    """A Python parameter for each name, whose values are known where its type has few."""
    found = {var: x.unit.fresh("v") for var in names}
    for var, parameter in found.items():
        x.know(parameter, x.setting.few_values(var.type))
    return found


def inside(env: Env) -> Env:
    """The scope in a function that is given what is in this one: there the state is `S`, who acts is `me`."""
    return replace(env, state="S", me=py.name("me"), owned=False, no_walrus=False, inlined=None).unknowing


def names_in(env: Env) -> list[str]:
    """The Python variables of a scope, but for the state and `me`."""
    nodes = [*env.vars.values(), *env.finished.values(), env.it, env.this]
    names = [n.id for n in nodes if isinstance(n, ast.Name)]
    if env.total is not None:  # an expression where a winner is looked for
        names += [n.id for n in ast.walk(env.total) if isinstance(n, ast.Name) and n.id not in ("S", "sum")]
    return list(dict.fromkeys([*names, *([env.before] if env.before else [])]))

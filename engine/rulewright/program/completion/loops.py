"""Loops in a trial: a function does one round and calls itself for the next, and the rest comes after the last."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.analysis import Roots
from rulewright.program.completion import functions, heads
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import DONE, Rest, back
from rulewright.program.expressions import comprehensions
from rulewright.program.expressions.core import Env
from rulewright.program.expressions.functions import inside, names_in
from rulewright.program.pyast import Code

Round = Callable[[Env, Rest], Code]  # the trial of one round, and of what comes after it

# ---------- over a domain ----------


def over(
    t: Completion, binds: Sequence[c.Bind], order: c.Expr | None, env: Env, rest: Rest, reads: Roots, once: Round
) -> Code:
    """A loop over a domain that is fixed first; its rounds read `reads`."""
    values = t.unit.fresh("w")
    domain = comprehensions.loop_values(t.x, binds, order, env)
    function = loop_function(t, binds, env, rest, reads, once)
    return [py.assign(values, domain), *functions.call(function, env, py.name(values), py.const(0))]


def loop_function(t: Completion, binds: Sequence[c.Bind], env: Env, rest: Rest, reads: Roots, once: Round) -> str:
    """The function `(S, me, values, i, ..) -> whether the rounds from the i-th on, and the rest, succeed`."""
    function, values, place = t.unit.fresh("ok"), t.unit.fresh("w"), t.unit.fresh("i")
    inner = inside(env)
    at_end = py.compare("==", py.name(place), py.call("len", py.name(values)))
    out: Code = [ast.If(at_end, [*rest.code(inner), py.return_(py.const(False))], [])]
    for kept in (values, place):  # so that functions made inside are handed them
        inner = inner.bind(c.Var(kept, c.UnknownT()), py.name(kept))
    element = py.item(py.name(values), py.name(place))
    for n, bind in enumerate(binds):
        kept = t.unit.fresh("x")
        out.append(py.assign(kept, element if len(binds) == 1 else py.item(element, py.const(n))))
        inner = inner.bind(bind.var, py.name(kept))

    def again(e: Env) -> Code:
        following = py.arith("+", py.name(place), py.const(1))
        return functions.call(function, replace(env, state=e.state), py.name(values), following)

    out += once(inner, Rest(again, reads | rest.reads, False))
    functions.define(t.unit, function, [values, place], env, out, binds[0].at)
    return function


# ---------- decisions in a loop ----------


@dataclass(frozen=True)
class Bounds:
    """The least and greatest number of rounds of a loop."""

    low: ast.expr
    high: ast.expr | None


def bounds(t: Completion, b: c.Block, env: Env) -> Bounds:
    """The bounds of a block that is a loop."""
    if b.times is None:
        return Bounds(py.const(0), None)
    low, high = b.times
    return Bounds(t.x.make(low, env), None if high is None else t.x.make(high, env))


def rounds(t: Completion, b: c.Block, env: Env, rest: Rest, done: ast.expr, limits: Bounds) -> Rest:
    """What remains of a loop before another round, `done` rounds having been made."""
    rest = t.shared(rest, env)
    reads = t.analysis.reads(b) | rest.reads
    function: list[str] = []  # once it is written

    def before(e: Env, count: ast.expr) -> Code:
        if not function:
            function.append(t.unit.fresh("ok"))
            _rounds_function(t, function[0], b, env, rest, limits, again)
        here = replace(env, state=e.state)
        if limits.high is not None:
            return functions.call(function[0], here, count)
        depth = t.unit.fresh("depth")
        attempt = py.function_of([depth], functions.call_of(function[0], here, count, py.name(depth)))
        return [ast.If(py.call("search", py.name(e.state), attempt), [py.return_(py.const(True))], [])]

    def again(count: ast.expr, depth: ast.expr | None) -> Rest:
        following = py.arith("+", count, py.const(1))
        if depth is None:
            return Rest(lambda e: before(e, following), reads, False)
        less = py.arith("-", depth, py.const(1))
        return Rest(lambda e: functions.call(function[0], replace(env, state=e.state), following, less), reads, False)

    return Rest(lambda e: before(e, done), reads, False)


def after_round(t: Completion, b: c.Block, env: Env, rest: Rest, done: ast.expr, limits: Bounds) -> Rest:
    """What remains of a loop after the round now running; it is nothing where the player may then stop freely."""
    free = b.or_ is None or (not b.or_.block.needs and t.facts.surely_all(b.or_.block.body))
    enough = isinstance(limits.low, ast.Constant) and py.number(limits.low) <= 1
    has_stop = b.times is not None or b.or_ is not None
    if rest.trivial and free and enough and has_stop:
        return DONE
    return rounds(t, b, env, rest, py.arith("+", done, py.const(1)), limits)


def _rounds_function(
    t: Completion, name: str, b: c.Block, env: Env, rest: Rest, limits: Bounds,
    again: Callable[[ast.expr, ast.expr | None], Rest],
) -> None:  # fmt: skip
    """The function `(S, me, n, ..) -> whether, after n rounds, more rounds and the rest succeed`.

    A loop without an upper bound might be searched for ever: its function also gets how many rounds more it may try,
    and does not look again at a state from which as many have failed (`runtime.search`).
    """
    counter = t.unit.fresh("n")
    count = py.name(counter)
    inner = inside(env)
    inner = replace(inner, finished={**inner.finished, b.path: count})
    leave = rest.code(inner)
    out: Code = []
    if b.until:
        over_ = py.any_of(t.x.make(reason.value, inner) for reason in b.until)
        out += py.if_(over_, [*leave, py.return_(py.const(False))])
    if limits.high is not None:
        out += py.if_(py.compare(">=", count, limits.high), [*leave, py.return_(py.const(False))])
    if b.or_ is not None:
        leave = t.step(b.or_.block, inner, back(inner, rest))
    if b.or_ is not None or b.times is not None:
        out += py.if_(py.compare(">=", count, limits.low), leave)
    parameters = [counter]
    depth: ast.expr | None = None
    if limits.high is None:
        parameters.append(t.unit.fresh("depth"))
        depth = py.name(parameters[1])
        names = py.tuple_([py.const(name), py.name("me"), count, *map(py.name, names_in(env))])
        inner = inner.bind(c.Var(parameters[1], c.UnknownT()), depth)  # handed to functions made inside
        cells = py.part(py.name("S"), py.const(len(layout.HEAD)), py.const(t.x.layout.declared))
        out += py.if_(py.not_(py.call("deeper", py.name("S"), depth, names, cells)), [py.return_(py.const(False))])
    out += heads.lets(t, replace(b, or_=None), inner, again(count, depth))
    functions.define(t.unit, name, parameters, env, out, b.at)

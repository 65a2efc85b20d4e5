"""Loops in a trial: a function does one round and calls itself for the next, and the rest comes after the last."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.analysis import Roots
from rulewright.program.completion import functions, heads, open_loops, stops
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import DONE, Rest
from rulewright.program.expressions import comprehensions
from rulewright.program.expressions.core import Env
from rulewright.program.expressions.functions import inside
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
    if limits.high is None:
        return open_loops.OpenLoop(t, b, env, t.shared(rest, env), limits.low).before(done)
    rest = t.shared(rest, env)
    reads = t.analysis.reads(b) | rest.reads
    written: dict[bool, str] = {}  # the function, once it is; one that notes what fails is another

    def before(e: Env, count: ast.expr) -> Code:
        if t.noting not in written:
            written[t.noting] = t.unit.fresh("ok")
            _rounds_function(t, written[t.noting], b, env, rest, limits, again)
        return functions.call(written[t.noting], replace(env, state=e.state), count)

    def again(count: ast.expr) -> Rest:
        if _may_stop(t, b, rest, limits):
            return DONE
        return Rest(lambda e: before(e, py.arith("+", count, py.const(1))), reads, False)

    return Rest(lambda e: before(e, done), reads, False)


def after_round(t: Completion, b: c.Block, env: Env, rest: Rest, done: ast.expr, limits: Bounds) -> Rest:
    """What remains of a loop after the round now running."""
    if _may_stop(t, b, rest, limits):
        return DONE
    return rounds(t, b, env, rest, py.arith("+", done, py.const(1)), limits)


def _may_stop(t: Completion, b: c.Block, rest: Rest, limits: Bounds) -> bool:
    """Whether nothing has to succeed once a round has been made: the player may stop, and nothing refuses that."""
    free = b.or_ is None or (not b.or_.block.needs and t.facts.surely_all(b.or_.block.body))
    enough = isinstance(limits.low, ast.Constant) and py.number(limits.low) <= 1
    has_stop = b.times is not None or b.or_ is not None
    return rest.trivial and free and enough and has_stop


def _rounds_function(
    t: Completion, name: str, b: c.Block, env: Env, rest: Rest, limits: Bounds, again: Callable[[ast.expr], Rest]
) -> None:
    """The function `(S, me, n, ..) -> whether, after n rounds, more rounds and the rest succeed`."""
    counter = t.unit.fresh("n")
    count = py.name(counter)
    inner = inside(env).after_rounds(b.path, count)
    out: Code = []
    if limits.high is not None:
        out += py.if_(py.compare(">=", count, limits.high), [*rest.code(inner), py.return_(py.const(False))])
    out = [*stops.until_over(t, b, inner, rest), *out, *stops.stopped(t, b, inner, rest, count, limits.low)]
    out += heads.lets(t, replace(b, or_=None), inner, again(count))
    functions.define(t.unit, name, [counter], env, out, b.at)

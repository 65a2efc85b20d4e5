"""Loops in a trial: a function does one round and calls itself for the next, and the rest comes after the last."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce

from rulewright.check import checked as c
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
    if limits.high is None:
        return _open_rounds(t, b, env, t.shared(rest, env), done, limits)
    rest = t.shared(rest, env)
    reads = t.analysis.reads(b) | rest.reads
    function: list[str] = []  # once it is written

    def before(e: Env, count: ast.expr) -> Code:
        if not function:
            function.append(t.unit.fresh("ok"))
            _rounds_function(t, function[0], b, env, rest, limits, again)
        return functions.call(function[0], replace(env, state=e.state), count)

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
    inner = inside(env)
    inner = replace(inner, finished={**inner.finished, b.path: count})
    out: Code = []
    if limits.high is not None:
        out += py.if_(py.compare(">=", count, limits.high), [*rest.code(inner), py.return_(py.const(False))])
    out = [*_until(t, b, inner, rest), *out, *_stopped(t, b, inner, rest, count, limits)]
    out += heads.lets(t, replace(b, or_=None), inner, again(count))
    functions.define(t.unit, name, [counter], env, out, b.at)


def _until(t: Completion, b: c.Block, env: Env, rest: Rest) -> Code:
    """Where the loop's `until` holds there is no other round."""
    if not b.until:
        return []
    over_ = py.any_of(t.x.make(reason.value, env) for reason in b.until)
    return py.if_(over_, [*rest.code(env), py.return_(py.const(False))])


def _stopped(t: Completion, b: c.Block, env: Env, rest: Rest, count: ast.expr, limits: Bounds) -> Code:
    """The player stops, once there have been enough rounds."""
    if b.or_ is not None:
        leave = t.step(b.or_.block, env, back(env, rest))
    elif b.times is not None:
        leave = rest.code(env)
    else:
        return []
    return py.if_(py.compare(">=", count, limits.low), leave)


# ---------- loops without an upper bound ----------


def _open_rounds(t: Completion, b: c.Block, env: Env, rest: Rest, done: ast.expr, limits: Bounds) -> Rest:
    """What remains of a loop that might be searched for ever: either the player stops, or there is another round.

    Stopping is tried with all that a round may pick before a further round is looked at. The function of a round also
    gets how many rounds more it may try, and does not look again at a state from which as many have failed
    (`runtime.search`).
    """
    stops = t.analysis.reads(b.or_ or ()) | rest.reads
    for reason in b.until:
        stops |= t.analysis.reads(reason.value)
    reads = t.analysis.reads(b) | rest.reads
    function: list[str] = []  # once it is written

    def stop(e: Env, count: ast.expr) -> Code:
        now = env.with_state_of(e)
        now = replace(now, finished={**now.finished, b.path: count})
        if not b.until:
            return _stopped(t, b, now, rest, count, limits)
        over_ = py.any_of(t.x.make(reason.value, now) for reason in b.until)
        return py.if_(over_, rest.code(replace(now, owned=False)), _stopped(t, b, now, rest, count, limits))

    def round_(e: Env, count: ast.expr) -> Code:
        depth = t.unit.fresh("depth")
        attempt = py.function_of([depth], functions.call_of(name(), replace(env, state=e.state), count, py.name(depth)))
        return [ast.If(py.call("search", py.name(e.state), attempt), [py.return_(py.const(True))], [])]

    def name() -> str:
        if not function:
            function.append(t.unit.fresh("ok"))
            _open_round_function(t, function[0], b, env, again)
        return function[0]

    def again(count: ast.expr, depth: ast.expr) -> Rest:
        following, less = py.arith("+", count, py.const(1)), py.arith("-", depth, py.const(1))

        def further(e: Env) -> Code:
            return functions.call(name(), replace(env, state=e.state), following, less)

        return either(lambda e: stop(e, following), further)

    def either(first: Callable[[Env], Code], second: Callable[[Env], Code]) -> Rest:
        ways = Rest(first, stops, False), Rest(second, reads, False)
        return Rest(lambda e: [*first(replace(e, owned=False)), *second(e)], reads, False, ways)

    return either(lambda e: stop(e, done), lambda e: round_(e, done))


def _open_round_function(
    t: Completion, name: str, b: c.Block, env: Env, again: Callable[[ast.expr, ast.expr], Rest]
) -> None:
    """The function `(S, me, n, depth, ..) -> whether, after n rounds, another round and what follows it succeed`."""
    counter, left = t.unit.fresh("n"), t.unit.fresh("depth")
    count, depth = py.name(counter), py.name(left)
    inner = inside(env)
    inner = replace(inner, finished={**inner.finished, b.path: count})
    inner = inner.bind(c.Var(left, c.UnknownT()), depth)  # handed to functions made inside
    out: Code = []
    if b.until:
        over_ = py.any_of(t.x.make(reason.value, inner) for reason in b.until)
        out += py.if_(over_, [py.return_(py.const(False))])
    names = py.tuple_([py.const(name), py.name("me"), count, *map(py.name, names_in(env))])
    untried = py.call("untried", py.name("S"), depth, names, _changing_cells(t, b))
    out += py.if_(py.not_(untried), [py.return_(py.const(False))])
    once = replace(b, or_=None)
    stop, further = again(count, depth).ways
    out += heads.lets(t, once, inner, stop)
    out += py.if_(py.not_(py.call("deeper", py.name("S"), depth)), [py.return_(py.const(False))])
    out += heads.lets(t, once, inner, further)
    functions.define(t.unit, name, [counter, left], env, out, b.at)


def _changing_cells(t: Completion, b: c.Block) -> ast.expr:
    """The cells that a round may change, with all that it may set off."""
    written = t.analysis.writes(replace(b, or_=None))
    for rule in t.game.whenever:
        written |= t.analysis.writes(rule.body)
    for line in t.analysis.powers:
        if isinstance(line, c.TriggerPower):
            written |= t.analysis.writes(line.sentence)
    parts: list[tuple[int, int]] = []
    for cells in (*t.x.layout.variables.values(), *t.x.layout.zones.values()):  # in the order of the state
        if cells.root in written:
            low, high = cells.base, cells.base + cells.count * max(1, cells.width)
            if parts and parts[-1][1] == low:
                low = parts.pop()[0]
            parts.append((low, high))
    slices = [py.part(py.name("S"), py.const(low), py.const(high)) for low, high in parts]
    return reduce(partial(py.arith, "+"), slices) if slices else ast.List([], py.LOAD)

"""A block in a trial: its condition, its loop, who decides in it; then its head (`heads.py`) and body."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import heads, loops
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import Rest, back, succeed
from rulewright.program.expressions.core import Env
from rulewright.program.pyast import Code
from rulewright.program.setting import UNKNOWN


def block(t: Completion, b: c.Block, env: Env, rest: Rest) -> Code:
    """The trial of a block."""
    static = True if b.condition is None else t.x.setting.static(b.condition)
    if b.condition is None or static is not UNKNOWN:
        return t.body(b.otherwise, env, rest) if static is False else _loops_of(t, b, env, rest)
    rest = t.shared(rest, env)
    return py.if_(t.x.make(b.condition, env), _loops_of(t, b, env, rest), t.body(b.otherwise, env, rest))


def _loops_of(t: Completion, b: c.Block, env: Env, rest: Rest) -> Code:
    if b.all_at_once is not None or b.turns is not None:
        return succeed(env)
    reads = t.analysis.reads(b)
    if b.loops:
        return loops.over(t, b.loops, b.loop_order, env, rest, reads, lambda inner, again: decided(t, b, inner, again))
    if b.repeat is not None:
        rounds = c.Span_(c.Const(1, type=c.NumberT(), at=b.at), b.repeat, type=c.SetT(c.NumberT()), at=b.at)
        counter = c.Bind(c.Var("round", c.NumberT()), rounds, None, at=b.at)
        return loops.over(t, [counter], None, env, rest, reads, lambda inner, again: _round(t, b, inner, again))
    return decided(t, b, env, rest)


def _round(t: Completion, b: c.Block, env: Env, rest: Rest) -> Code:
    if not b.until:
        return decided(t, b, env, rest)
    rest = t.shared(rest, env)
    return py.if_(t.x.until(b, env), rest.code(env), decided(t, b, env, rest))


def decided(t: Completion, b: c.Block, env: Env, rest: Rest) -> Code:
    """The trial of one round of a block, or of a block that is no loop, by who decides in it."""
    if b.decider is None:
        return _asked(t, b, env, rest)
    if t.analysis.pauses(b) and not (isinstance(b.decider, c.Special) and b.decider.name == "me"):
        return succeed(env)  # another player's decision is a horizon
    kept = t.unit.fresh("x")
    decider = py.assign(kept, t.x.make(b.decider, env))
    return [decider, *_asked(t, b, replace(env, me=py.name(kept)), back(env, rest))]


def _asked(t: Completion, b: c.Block, env: Env, rest: Rest) -> Code:
    if not b.is_loop:
        return heads.lets(t, b, env, rest)
    limits = loops.bounds(t, b, env)
    for bound in (limits.low, limits.high):
        if bound is not None and not isinstance(bound, ast.Constant):
            raise NotImplementedError("a trial of a loop whose bounds are read in the trial")
    return loops.rounds(t, b, env, rest, py.const(0), limits).code(env)

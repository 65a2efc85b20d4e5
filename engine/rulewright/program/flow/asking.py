"""Blocks that ask: let, pick, needs, choose, or, do; once, or again and again in a loop."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import heads, loops
from rulewright.program.completion.rest import DONE
from rulewright.program.expressions.core import Env
from rulewright.program.flow import choices, picks
from rulewright.program.flow.answers import Asking, Loop
from rulewright.program.flow.cells import goto, load_cell, store_cell
from rulewright.program.flow.core import Context, Flow


def asked(flow: Flow, b: c.Block, env: Env, ctx: Context) -> Env:
    """Writes the part of a block that is put again in a loop."""
    if b.is_loop:
        _loop(flow, b, env, ctx)
        return env
    after = flow.label()
    env = _once(flow, Asking(b, ctx, None, ctx.rest, after), env)
    flow.jump(after)
    flow.begin(after)
    return env


def _loop(flow: Flow, b: c.Block, env: Env, ctx: Context) -> None:
    limits = loops.bounds(flow.completion, b, env)
    low = _kept(flow, limits.low)
    high = None if limits.high is None else _kept(flow, limits.high)
    rounds = flow.keep_value("rounds", py.const(0))
    flow.x.rounds_cell[b.path] = rounds
    counts = {}
    for name, bound in b.each_at_most:
        counts[name] = (flow.keep_value("taken", py.const(0)), _kept(flow, flow.x.make(bound, env)))
    after = flow.label()
    head = flow.jump_to_new(b.at)
    for reason in b.until:
        flow.add(*py.if_(flow.x.asked(reason.value, env), [goto(after)]))
    if high is not None:
        flow.add(*py.if_(py.compare(">=", load_cell(rounds), high), [goto(after)]))
    rest = DONE
    if ctx.action is not None:
        kept = loops.Bounds(low, high)
        rest = loops.after_round(flow.completion, b, env, ctx.rest, load_cell(rounds), kept)
    _once(flow, Asking(b, ctx, Loop(rounds, low, high, counts), rest, after), env)
    flow.add(store_cell(rounds, py.arith("+", load_cell(rounds), py.const(1))))
    flow.jump(head)
    flow.begin(after)


def _kept(flow: Flow, value: ast.expr) -> ast.expr:
    """A bound that is read once: a literal, or a cell."""
    return value if isinstance(value, ast.Constant) else load_cell(flow.keep_value("bound", value))


def _once(flow: Flow, q: Asking, env: Env) -> Env:
    """One round. Where no trial has excluded it, a need that fails ends the block: nobody can be refused."""
    b = q.b
    for let in b.lets:
        code, env = flow.keep(let.var, flow.x.make(let.value, env), env)
        flow.add(*code)
        if let.refuses_none and not q.ctx.tried:
            flow.add(*py.if_(py.is_none(env.vars[let.var]), [goto(q.after)]))
    if not q.ctx.tried:
        for need in heads.needs_at(b, 0):
            flow.add(*py.if_(py.not_(flow.x.asked(need.value, env)), [goto(q.after)]))
    for i in range(len(b.picks)):
        env = picks.pick(flow, q, i, env)
        q = replace(q, ctx=replace(q.ctx, behind_horizon=False, unanswered=None))
    env = env.unknowing  # what has been picked lies where it was until the first step
    if b.choose is not None:
        choices.choose(flow, q, b.choose, env)
        q = replace(q, ctx=replace(q.ctx, behind_horizon=False))
    elif not b.picks and b.or_ is not None:
        choices.only_or(flow, q, env)
    return flow.run(b.body, env, replace(q.ctx, rest=q.rest))

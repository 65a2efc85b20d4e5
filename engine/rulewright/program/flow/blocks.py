"""Blocks that may pause: their condition, their loop, who decides in them; then what is asked (`asking.py`)."""

from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import blocks as trials
from rulewright.program.completion.rest import DONE, Rest
from rulewright.program.expressions.core import Env
from rulewright.program.flow import asking, steps, together, turns
from rulewright.program.flow.cells import goto, load_cell, set_me, spend_round, store_cell
from rulewright.program.flow.core import Context, Flow
from rulewright.program.layout import ME
from rulewright.program.pyast import Code


def block(flow: Flow, b: c.Block, env: Env, ctx: Context) -> Env:
    """Writes a block."""
    condition = flow.x.test(b.condition, env)
    flow.add(*flow.sentences.fixed(b.condition, condition))
    if py.is_const(condition, False):
        return flow.run(b.otherwise, env, ctx)
    if py.is_const(condition, True):
        return _loops_of(flow, b, env, ctx)
    flow.branch(condition, lambda: _loops_of(flow, b, env, ctx), lambda: flow.run(b.otherwise, env, ctx))
    return env


def _loops_of(flow: Flow, b: c.Block, env: Env, ctx: Context) -> Env:
    ctx = replace(ctx, meanwhile=(*ctx.meanwhile, *b.meanwhile))
    if b.turns is not None:
        turns.turns(flow, b, b.turns, env, ctx)
    elif b.all_at_once is not None:
        together.all_at_once(flow, b, env, ctx)
    elif b.loops:
        _each(flow, b, env, ctx)
    elif b.repeat is not None:
        _repeat(flow, b, b.repeat, env, ctx)
    else:
        return _decided(flow, b, env, ctx)
    return env


def _each(flow: Flow, b: c.Block, env: Env, ctx: Context) -> None:
    def trial(inner: Env, rest: Rest) -> Code:
        return trials.decided(flow.completion, b, inner, rest)

    def once(inner: Env, inside: Context) -> Env:
        return _decided(flow, b, inner, inside)

    steps.loop(flow, b.loops, b.loop_order, env, ctx, flow.analysis.reads(b), trial, once, b.at)


def _repeat(flow: Flow, b: c.Block, times: c.Expr, env: Env, ctx: Context) -> None:
    left = flow.keep_value("left", flow.x.make(times, env))
    after = flow.label()
    head = flow.jump_to_new(b.at)
    flow.add(*spend_round())
    flow.add(*py.if_(py.compare("<=", load_cell(left), py.const(0)), [goto(after)]))
    for reason in b.until:
        flow.add(*py.if_(flow.x.asked(reason.value, env), [goto(after)]))
    flow.add(store_cell(left, py.arith("-", load_cell(left), py.const(1))))
    _decided(flow, b, env, replace(ctx, rest=DONE))
    flow.jump(head)
    flow.begin(after)


def _decided(flow: Flow, b: c.Block, env: Env, ctx: Context) -> Env:
    """One round of a block, or a block that is no loop, by who decides in it."""
    if b.decider is None:
        return asking.asked(flow, b, env, ctx)
    saved = flow.keep_value("me", load_cell(ME))
    flow.add(*set_me(flow.x.make(b.decider, env)))
    own = isinstance(b.decider, c.Special) and b.decider.name == "me"
    inside = ctx
    if ctx.action is not None and not own:  # the action of who was asked before must still come to its end
        outer = replace(env, me=load_cell(saved))
        rest = replace(ctx.rest, code=lambda e: ctx.rest.code(replace(outer, state=e.state, owned=e.owned)))
        inside = replace(ctx, rest=rest, behind_horizon=True)
    asking.asked(flow, b, replace(env, me=py.name("me")), inside)
    flow.add(*set_me(load_cell(saved)))
    return env

"""Decisions that choose one of several ways; each way goes on in pieces of its own."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import heads
from rulewright.program.completion.rest import DONE, Rest
from rulewright.program.expressions.core import Env
from rulewright.program.flow import actions, answers, whys
from rulewright.program.flow.answers import Asking
from rulewright.program.flow.cells import load_cell, store_cell
from rulewright.program.flow.core import Context, Flow
from rulewright.program.flow.only_way import only_way
from rulewright.program.pyast import Code


def choose(flow: Flow, q: Asking, ways: tuple[c.Alternative, ...], env: Env) -> None:
    """Writes a block's `choose`."""
    b, loop = q.b, q.loop
    only = only_way(flow, q, ways)
    if only is not None:
        actions.take(flow, only, env, replace(q.ctx, rest=_rest(flow, q), unanswered=q.after))
        return
    rest = _rest(flow, q)
    ctx = replace(q.ctx, rest=rest)  # of an alternative: what remains of the round after it
    meanwhile = tuple(m for m in ctx.meanwhile if m.action not in {a.action for a in ways})
    legal: list[tuple[ast.expr, int | None]] = []
    for n, a in enumerate(ways):
        test = _test(flow, a, env, ctx)
        if loop is not None and a.name in loop.counts:
            cell, bound = loop.counts[a.name]
            test = py.all_of([py.compare("<", load_cell(cell), bound), test])
        legal.append((test, n))
    stop, free = (None, py.const(False)) if b.picks else answers.stop(flow, q, env)
    possible = [n for n, (test, _) in enumerate(legal) if not py.is_const(test, False)]
    if len(possible) == 1 and py.is_const(free, False) and answers.is_promised(flow, q, None):
        legal = [(py.const(True), possible[0])]
    legal.append((free, None))
    legal += [(_test(flow, a, env, replace(ctx, rest=DONE)), -1 - n) for n, a in enumerate(meanwhile)]
    pause = answers.pause(
        flow, b, "choose", answers.legal_list(ast.List([], py.LOAD), legal), ctx, q.after, b.at, alternatives=ways,
        stop=stop, meanwhile=meanwhile, why=whys.choose(q, ways, meanwhile, env, rest),
    )  # fmt: skip
    ctx = replace(ctx, behind_horizon=False)
    if stop is not None:
        answers.on_stop(flow, q, env)
    labels = {n: flow.label() for n in [*range(len(ways)), *(-1 - n for n in range(len(meanwhile)))]}
    joined = flow.label()
    flow.fork(py.name("a"), labels)
    for n, a in enumerate(ways):
        flow.begin(labels[n], a.at)
        if loop is not None and a.name in loop.counts:
            cell, _ = loop.counts[a.name]
            flow.add(store_cell(cell, py.arith("+", load_cell(cell), py.const(1))))
        flow.add(*flow.sentences.note(env, b.path, "chose", py.const(a.name)), *flow.sentences.ran(a))
        actions.take(flow, a, env, ctx)
        flow.jump(joined)
    for n, a in enumerate(meanwhile):
        flow.begin(labels[-1 - n], b.at)
        flow.add(*flow.sentences.ran(a))
        actions.take(flow, a, env, replace(ctx, rest=DONE, meanwhile=()))
        flow.jump(pause)
    flow.begin(joined, b.at)


def _rest(flow: Flow, q: Asking) -> Rest:
    """What remains of an action after the way that is chosen."""
    return flow.completion.then(q.b.body, 0, q.rest) if q.ctx.action else DONE


def _test(flow: Flow, a: c.Alternative, env: Env, ctx: Context) -> ast.expr:
    """Whether an alternative can be carried through."""
    rest = ctx.rest if ctx.action is not None else DONE

    def trial(e: Env) -> Code:
        return [line for way in rest.each for line in heads.alternative(flow.completion, a, e, way)]

    return flow.completion.test(trial, env, a.at)


def only_or(flow: Flow, q: Asking, env: Env) -> None:
    """A block without pick or choose, but with `or`: do it, or not."""
    b = q.b
    stop, free = answers.stop(flow, q, env)
    does = py.const(True)
    if q.ctx.action is not None:
        does = flow.completion.test(flow.completion.then(b.body, 0, q.rest).code, env, b.at)
    legal = answers.legal_list(ast.List([], py.LOAD), [(does, 0), (free, None)])
    itself = c.Alternative(b.name, None, None, replace(b, body=(), or_=None), None, at=b.at)
    answers.pause(flow, b, "choose", legal, q.ctx, q.after, b.at, alternatives=(itself,), stop=stop)
    answers.on_stop(flow, q, env)

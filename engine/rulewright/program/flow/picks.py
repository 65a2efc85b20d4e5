"""Decisions that pick a value."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import heads
from rulewright.program.completion.rest import DONE
from rulewright.program.expressions import domains
from rulewright.program.expressions.core import Env
from rulewright.program.flow import answers, whys
from rulewright.program.flow.answers import Asking
from rulewright.program.flow.cells import store_cell
from rulewright.program.flow.core import Context, Flow
from rulewright.program.pauses import pick_path
from rulewright.program.pyast import Code


def pick(flow: Flow, q: Asking, i: int, env: Env) -> Env:
    """Writes a block's i-th pick: legal is each candidate with which the rest can be carried through."""
    b, loop, pick = q.b, q.loop, q.b.picks[i]
    head = replace(b, or_=None)
    rest = q.rest if q.ctx.action is not None else DONE
    (kept, iterable, tests), inner = heads.candidates(flow.completion, pick, env)
    whole = flow.completion.test(
        lambda e: flow.completion.each_way(rest, lambda way: heads.head(flow.completion, head, i + 1, e, way)),
        inner, pick.at,
    )  # fmt: skip
    stop, free = (None, py.const(False)) if i else answers.stop(flow, q, env)
    before: Code = []
    if answers.is_promised(flow, q, stop) and not py.is_const(whole, True):
        before = answers.lone(py.listing(py.name(kept), [(kept, iterable, [py.all_of(tests)])]))
        iterable, tests = py.name("L"), []
    found = py.listing(py.name(kept), [(kept, iterable, [py.all_of([*tests, whole])])])
    if pick.number is not None or flow.x.work.rounds(pick.domain) == 1:
        found = py.call("few", found)
    if i == 0 and loop is not None:
        ready = py.all_of(flow.x.make(need.value, env) for need in heads.needs_at(b, 0))
        found = py.if_expr(ready, found, ast.List([], py.LOAD))
    legal = [*before, *answers.legal_list(found, [(free, None)])]
    empty = q.after if stop is not None or loop is not None else None
    why = whys.pick(q, head, i, env, rest)
    answers.pause(flow, b, "pick", legal, q.ctx, empty, pick.at, pick=pick, stop=stop, why=why)
    if stop is not None:
        answers.on_stop(flow, q, env)
    cell = flow.layout.local(pick.var.name)
    flow.add(store_cell(cell, py.name("a")))
    flow.add(*flow.sentences.note(env, pick_path(b, pick), "picked", py.name("a"), py.const(pick.secretly)))
    flow.x.know(cell, domains.values_in(flow.x, c.Bind(pick.var, pick.domain, None, at=pick.at)))
    answered = flow.x.cell(env, cell)
    if pick.number is None:
        env = domains.found(flow.x, pick.domain, answered, env)
    return env.bind(pick.var, answered)


def lone_pick(flow: Flow, s: c.Sentence, picked: c.Pick, env: Env, ctx: Context) -> Env:
    """Writes `pick x in D` as a step."""
    return pick(flow, Asking(sole_pick(s, picked), ctx, None, ctx.rest, 0), 0, env)


def sole_pick(s: c.Sentence, picked: c.Pick) -> c.Block:
    """A sentence as a block that asks for one pick."""
    name = s.path.rsplit(".", 1)[-1]
    return c.Block(path=s.path, name=name, rules=s.rules, label=None, picks=(picked,), at=s.at)

"""Decisions that pick a value."""

import ast
from collections.abc import Callable
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import heads
from rulewright.program.completion.functions import is_inside
from rulewright.program.completion.rest import DONE, Rest
from rulewright.program.expressions import domains
from rulewright.program.expressions.core import Env
from rulewright.program.flow import answers, listing, whys
from rulewright.program.flow.answers import Asking
from rulewright.program.flow.cells import store_cell
from rulewright.program.flow.core import Context, Flow
from rulewright.program.pauses import pick_path
from rulewright.program.pyast import Code
from rulewright.text import Span


def pick(flow: Flow, q: Asking, i: int, env: Env) -> Env:
    """Writes a block's i-th pick: legal is each candidate with which the rest can be carried through."""
    b, loop, pick = q.b, q.loop, q.b.picks[i]
    head = replace(b, or_=None)
    rest = q.rest if q.ctx.action is not None else DONE
    clause, inner = heads.candidates(flow.completion, pick, env)
    trials = [_trial(flow, head, i, way) for way in rest.each]
    stop, free = (None, py.const(False)) if i else answers.stop(flow, q, env)
    before, found = _candidates(flow, clause, trials, inner, pick.at, promised=answers.is_promised(flow, q, stop))
    if pick.number is not None or flow.x.work.rounds(pick.domain) == 1:
        found = py.call("few", found)
    if i == 0 and loop is not None:
        ready = py.all_of(flow.x.asked(need.value, env) for need in heads.needs_at(b, 0))
        found = py.if_expr(ready, found, ast.List([], py.LOAD))
    legal = [*before, *answers.legal_list(found, [(free, None)])]
    empty = q.after if stop is not None or loop is not None else q.ctx.unanswered
    why = whys.pick(q, head, i, env, rest)
    answers.pause(flow, b, "pick", legal, q.ctx, empty, pick.at, pick=pick, stop=stop, why=why)
    if stop is not None:
        answers.on_stop(flow, q, env)
    cell = flow.layout.local(pick.var.name)
    flow.add(store_cell(cell, py.name("a")))
    flow.add(*flow.sentences.note(env, pick_path(b, pick), "picked", py.name("a"), py.const(pick.secretly)))
    flow.add(*flow.sentences.ran(pick))
    flow.x.know(cell, domains.values_in(flow.x, c.Bind(pick.var, pick.domain, None, at=pick.at)))
    answered = flow.x.cell(env, cell)
    if pick.number is None:
        env = domains.found(flow.x, pick.domain, answered, env)
    return env.bind(pick.var, answered)


Trial = Callable[[Env], Code]


def _trial(flow: Flow, head: c.Block, i: int, rest: Rest) -> Trial:
    return lambda e: heads.head(flow.completion, head, i + 1, e, rest)


def _candidates(
    flow: Flow, clause: domains.LoopClause, trials: list[Trial], inner: Env, at: Span, *, promised: bool
) -> tuple[Code, ast.expr]:
    """The candidates for which a trial succeeds: code, and what is their list after it."""
    kept, iterable, tests = clause
    whole = flow.completion.condition(trials, inner)
    before: Code = []
    if not (whole is not None and py.is_const(whole, True)) and (promised or whole is None):
        single = py.listing(py.name(kept), [(kept, iterable, [py.all_of(tests)])])
        before = answers.lone(single) if promised else [py.assign("L", single)]
        iterable, tests = py.name("L"), []
    if whole is None and is_inside(inner):
        first, *others = trials
        other = flow.completion.test(others[0], inner, at) if others else None
        listed = listing.listed((kept, iterable, tests), first(replace(inner, owned=False)), other)
        if listed is not None:
            return [*before, *listed], py.name("F")
    if whole is None:
        whole = py.any_of(flow.completion.test(trial, inner, at) for trial in trials)
    return before, py.listing(py.name(kept), [(kept, iterable, [py.all_of([*tests, whole])])])


def lone_pick(flow: Flow, s: c.Sentence, picked: c.Pick, env: Env, ctx: Context) -> Env:
    """Writes `pick x in D` as a step."""
    return pick(flow, Asking(sole_pick(s, picked), ctx, None, ctx.rest, 0), 0, env)


def sole_pick(s: c.Sentence, picked: c.Pick) -> c.Block:
    """A sentence as a block that asks for one pick."""
    name = s.path.rsplit(".", 1)[-1]
    return c.Block(path=s.path, name=name, rules=s.rules, label=None, picks=(picked,), at=s.at)

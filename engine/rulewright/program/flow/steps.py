"""Steps that may pause: sentences, `case:`; and loops over a fixed domain with decisions inside."""

from collections.abc import Callable
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.analysis import Roots
from rulewright.program.completion import functions, loops
from rulewright.program.completion import sentences as trials
from rulewright.program.completion.rest import DONE, Rest
from rulewright.program.expressions import comprehensions, operators
from rulewright.program.expressions.core import Env
from rulewright.program.flow import actions, events, inline, orders, picks
from rulewright.program.flow.cells import goto, load_cell, store_cell
from rulewright.program.flow.core import Context, Flow
from rulewright.program.pyast import Code
from rulewright.program.setting import UNKNOWN, chosen_body, chosen_way
from rulewright.text import Span

# ---------- suffixes ----------


def sentence(flow: Flow, s: c.Sentence, env: Env, ctx: Context) -> Env:
    """A sentence with its suffixes."""
    condition = flow.x.test(s.condition, env)
    flow.add(*flow.sentences.fixed(s.condition, condition))
    if py.is_const(condition, False):
        return env
    if py.is_const(condition, True):
        return _each(flow, s, env, ctx)
    flow.branch(condition, lambda: _each(flow, s, env, ctx), lambda: None)
    return env


def _each(flow: Flow, s: c.Sentence, env: Env, ctx: Context) -> Env:
    if not s.each:
        return _core(flow, s, env, ctx)

    def trial(inner: Env, rest: Rest) -> Code:
        return trials.core(flow.completion, s, inner, rest)

    reads = flow.analysis.reads(s)
    loop(flow, s.each, None, env, ctx, reads, trial, lambda inner, inside: _core(flow, s, inner, inside), s.at)
    return env


def loop(
    flow: Flow, binds: tuple[c.Bind, ...], order: c.Expr | None, env: Env, ctx: Context, reads: Roots,
    trial: loops.Round, once: Callable[[Env, Context], object], at: Span,
) -> None:  # fmt: skip
    """A loop over a fixed domain with decisions inside; `trial` makes the trial of a round, `once` writes it."""
    values = flow.keep_value("values", comprehensions.loop_values(flow.x, binds, order, env))
    place = flow.keep_value("place", py.const(0))
    cells = [flow.layout.local(b.var.name) for b in binds]
    after = flow.label()
    head = flow.jump_to_new(at)
    at_end = py.compare(">=", load_cell(place), py.call("len", load_cell(values)))
    flow.add(*py.if_(at_end, [goto(after)]))
    element = py.item(load_cell(values), load_cell(place))
    inner = env
    for n, (b, cell) in enumerate(zip(binds, cells, strict=True)):
        flow.add(store_cell(cell, element if len(binds) == 1 else py.item(element, py.const(n))))
        inner = inner.bind(b.var, load_cell(cell))
    flow.add(store_cell(place, py.arith("+", load_cell(place), py.const(1))))
    rest = DONE
    if ctx.action is not None:
        function = loops.loop_function(flow.completion, binds, env, ctx.rest, reads, trial)

        def following(e: Env) -> Code:
            return functions.call(function, replace(env, state=e.state), load_cell(values), load_cell(place))

        rest = Rest(following, reads | ctx.rest.reads, False)
    once(inner, replace(ctx, rest=rest))
    flow.jump(head)
    flow.begin(after)


# ---------- cores ----------


def _core(flow: Flow, s: c.Sentence, env: Env, ctx: Context) -> Env:
    flow.add(*flow.sentences.ran(s))
    match s.core:
        case c.RunRoutine() as run:
            _routine(flow, run, env, ctx)
        case c.PerformAction() as perform:
            _perform(flow, perform, env, ctx)
        case c.PerformEffect() as perform:
            _effect(flow, perform, env, ctx)
        case c.PickStmt(pick=pick):
            return picks.lone_pick(flow, s, pick, env, ctx)
        case c.Move() as move:
            orders.chosen_order(flow, s, move, env, ctx)
        case _:
            raise AssertionError(s.core)
    return env


def _routine(flow: Flow, run: c.RunRoutine, env: Env, ctx: Context) -> None:
    routine = flow.game.routines[run.name]
    code, inner = inline.parameters(flow, routine, run, env, flow.keep)
    flow.add(*code)
    flow.add(*flow.sentences.ran(routine.block))
    inside = replace(flow.called(env, ctx), whole=ctx.whole or routine.whole)
    inner = flow.only(routine.block, inner, inside)
    flow.add(*events.after_event(flow, run.name, inner, ctx))


def _perform(flow: Flow, perform: c.PerformAction, env: Env, ctx: Context) -> None:
    """An action that an expression gives: each that it may be."""
    cell = flow.keep_value("performed", flow.x.make(perform.what, env))
    after = flow.label()
    labels = {name: flow.label() for name in flow.x.setting.possible_actions(perform.what)}
    flow.fork(load_cell(cell), {flow.game.actions[name].id: label for name, label in labels.items()}, after)
    for name, label in labels.items():
        flow.begin(label)
        actions.action(flow, name, replace(env, vars={}), flow.called(env, ctx))
        flow.jump(after)
    flow.begin(after)


def _effect(flow: Flow, perform: c.PerformEffect, env: Env, ctx: Context) -> None:
    """The effect of a row: each row that has one."""
    cell = flow.keep_value("performed", flow.x.make(perform.base, env))
    after = flow.label()
    for i, value in flow.game.attributes[perform.name].values.items():
        if not isinstance(value, c.EffectCode):
            continue
        other = flow.label()
        flow.add(*py.if_(py.compare("!=", load_cell(cell), py.const(i)), [goto(other)]))
        inner = replace(env, this=load_cell(cell))
        for parameter, arg in zip(value.params, perform.args, strict=True):
            code, inner = flow.keep(parameter, flow.x.make(arg, env), inner)
            flow.add(*code)
        flow.run(value.body, inner, flow.called(env, ctx))
        flow.jump(after)
        flow.begin(other)
    flow.jump(after)
    flow.begin(after)


# ---------- case ----------


def cases(flow: Flow, s: c.CaseBody, env: Env, ctx: Context) -> Env:
    """A `case:` of steps; one that the setting decides leaves only its steps."""
    static = flow.x.setting.static(s.by)
    if static is not UNKNOWN:
        flow.add(*flow.sentences.ran(s, chosen_way(s, static)))
        flow.run(chosen_body(s, static), env, ctx)
        return env
    after = flow.label()
    cell = flow.keep_value("by", flow.x.make(s.by, env))
    for n, (values, body) in enumerate(s.cases, 1):
        other = flow.label()
        flow.add(*py.if_(py.not_(operators.fits(load_cell(cell), values)), [goto(other)]))
        flow.add(*flow.sentences.ran(s, n))
        flow.run(body, env, ctx)
        flow.jump(after)
        flow.begin(other)
    flow.add(*flow.sentences.ran(s))
    flow.run(s.otherwise, env, ctx)
    flow.jump(after)
    flow.begin(after)
    return env

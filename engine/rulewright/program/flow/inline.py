"""Steps that cannot pause, as plain code: sentences, `case:`, blocks.

They are written as they stand: a trial has excluded refusals inside an action; elsewhere a refusal is a fault.
"""

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeGuard

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.expressions import comprehensions, operators
from rulewright.program.expressions.core import Env
from rulewright.program.flow import events
from rulewright.program.flow.cells import goto, store_cell
from rulewright.program.flow.core import Context, Flow, Inline
from rulewright.program.pyast import Code
from rulewright.program.sentences import cores
from rulewright.program.sentences.core import Bind
from rulewright.program.setting import UNKNOWN, chosen_body, chosen_way

WRITTEN_OUT = 12  # statements of all rounds of a loop together that are written out for each value

# ---------- sentences ----------


def sentence(flow: Flow, s: c.Sentence, env: Env, ctx: Context, bind: Bind) -> tuple[Code, Env]:
    """A sentence with its suffixes."""
    condition = flow.x.test(s.condition, env)
    fixed = flow.sentences.fixed(s.condition, condition)
    if py.is_const(condition, False):
        return fixed, env
    if s.each:
        loop, behind = _Loop(flow, s.each, None, env), flow.behind(s, ctx)  # a round stands behind others
        code, _ = _core(flow, s, loop.inner, behind, flow.completion.bind)
        rounds = loop.written_out(code)
        if rounds:
            code = [node for inner in rounds for node in _core(flow, s, inner, behind, flow.completion.bind)[0]]
        else:
            code = loop.around([*flow.sentences.ran(s), *code])
    else:
        code, env = _core(flow, s, env, ctx, bind)
        code = [*flow.sentences.ran(s), *code]
    return [*fixed, *py.if_(condition, code)], env


def _core(flow: Flow, s: c.Sentence, env: Env, ctx: Context, bind: Bind) -> tuple[Code, Env]:
    match s.core:
        case c.RunRoutine() as run:
            return _routine(flow, run, env, ctx), env
        case c.PerformEffect() as perform:
            return _effect(flow, perform, env, ctx), env
        case c.End() as end:
            return _end(s, end, ctx), env
        case _:
            checks = [] if ctx.tried else _checks(flow, s, env)
            code, env = cores.effect(flow.sentences, s.core, env, s.path, bind)
            return checks + code, env


def _checks(flow: Flow, s: c.Sentence, env: Env) -> Code:
    """Refusals are faults."""
    out: Code = []
    for refusal in cores.refusals(flow.x, s.core, env):
        types = refusal.types or (None,) * len(refusal.values)
        values = [_named(flow, v, type_) for v, type_ in zip(refusal.values, types, strict=True)]
        out += _demand(refusal.ok, "this cannot be done: " + refusal.words, *values)
    for node in out:
        py.stamp(node, s.at)
    return out


def _named(flow: Flow, value: ast.expr, type_: c.Type | None) -> ast.expr:
    """A value as it is called in a message: a number as it is, others by name."""
    inner = type_.of if isinstance(type_, c.OptT) else type_
    if not isinstance(inner, c.EnumT):
        return value
    names: dict[int | None, str] = {None: "none", **dict(enumerate(flow.game.names))}
    return py.method(flow.unit.constant(names), "get", value, value)


def _demand(ok: ast.expr, words: str, *values: ast.expr) -> Code:
    return py.if_(py.not_(ok), [py.do(py.call("fault", py.const(words), *values))])


def _routine(flow: Flow, run: c.RunRoutine, env: Env, ctx: Context) -> Code:
    routine = flow.game.routines[run.name]
    out, inner = parameters(flow, routine, run, env, flow.completion.bind)
    inside = replace(ctx, whole=ctx.whole or routine.whole)
    code, inner = flow.inline(routine.block, inner, inside, flow.completion.bind)
    ran = flow.sentences.ran(routine.block)
    return out + ran + code + events.after_event(flow, run.name, inner, ctx)


def parameters(flow: Flow, routine: c.Routine, run: c.RunRoutine, env: Env, bind: Bind) -> tuple[Code, Env]:
    """Gives a routine's parameters their values, and the scope inside the routine."""
    out: Code = []
    inner = replace(env, vars={})
    for parameter, arg in zip(routine.params, run.args, strict=True):
        value = flow.x.make(arg, env)
        if isinstance(value, ast.Constant):
            inner = inner.bind(parameter, value)
        else:
            code, inner = bind(parameter, value, inner)
            out += code
    return out, inner


def _effect(flow: Flow, perform: c.PerformEffect, env: Env, ctx: Context) -> Code:
    kept = flow.unit.fresh("x")
    out: Code = [py.assign(kept, flow.x.make(perform.base, env))]
    for i, value in flow.game.attributes[perform.name].values.items():
        if isinstance(value, c.EffectCode):
            inner = replace(env, this=py.name(kept))
            for parameter, arg in zip(value.params, perform.args, strict=True):
                inner = inner.bind(parameter, flow.x.make(arg, env))
            code, _ = flow.inline_body(value.body, inner, ctx)
            out += py.if_(py.compare("==", py.name(kept), py.const(i)), code)
    return out


def _end(s: c.Sentence, end: c.End, ctx: Context) -> Code:
    target = ctx.end_of(end.what)
    if target is None:
        return []
    if end.what != "play":
        return [goto(target)]
    return [store_cell(layout.REASON, py.const(s.path.rsplit(".", 1)[-1])), goto(target)]


# ---------- case ----------


def cases(flow: Flow, s: c.CaseBody, env: Env, ctx: Context, bind: Bind) -> tuple[Code, Env]:
    """A `case:` of steps; one that the setting decides leaves only its steps."""
    static = flow.x.setting.static(s.by)
    if static is not UNKNOWN:
        ran = flow.sentences.ran(s, chosen_way(s, static))
        return ran + flow.inline_body(chosen_body(s, static), env, ctx)[0], env
    value = flow.x.make(s.by, env)
    out, _ = flow.inline_body(s.otherwise, env, ctx)
    out = flow.sentences.ran(s) + out
    for n, (values, body) in reversed([*enumerate(s.cases, 1)]):
        code, _ = flow.inline_body(body, env, ctx)
        out = py.if_(operators.fits(value, values), flow.sentences.ran(s, n) + code, out)
    return out, env


# ---------- blocks ----------


def block(flow: Flow, b: c.Block, env: Env, ctx: Context, bind: Bind) -> tuple[Code, Env]:
    """A block; names that it binds whatever happens outlive it."""
    condition = flow.x.test(b.condition, env)
    fixed = flow.sentences.fixed(b.condition, condition)
    code, env = _block(flow, b, condition, env, ctx, bind)
    return fixed + code, env


def _block(
    flow: Flow, b: c.Block, condition: ast.expr, env: Env, ctx: Context, bind: Bind
) -> tuple[Code, Env]:
    otherwise: Code = []
    other = env
    if not py.is_const(condition, True):
        otherwise, other = flow.inline_body(b.otherwise, env, ctx)
    if py.is_const(condition, False):
        more, env = _living_on(other, env, bind)
        return otherwise + more, env
    code, after = _rounds(flow, b, env, ctx)
    after = replace(after, me=env.me)
    if b.loops:
        return py.if_(condition, code, otherwise), env
    if not b.otherwise:
        return py.if_(condition, code, otherwise), after
    if py.is_const(condition, True):
        more, env = _living_on(after, env, bind)
        return code + more, env
    more = []
    for var in [v for v in after.vars if v in other.vars and v not in env.vars]:  # names that both ways bind
        kept = flow.unit.fresh("x")
        code.append(py.assign(kept, after.vars[var]))
        otherwise.append(py.assign(kept, other.vars[var]))
        stored, env = bind(var, py.name(kept), env)
        more += stored
    return [*py.if_(condition, code, otherwise), *more], env


def _living_on(inner: Env, env: Env, bind: Bind) -> tuple[Code, Env]:
    """Binds the names of a way of an `if` that is taken in any case, so that they outlive the block."""
    out: Code = []
    for var, value in inner.vars.items():
        if var not in env.vars:
            stored, env = bind(var, value, env)
            out += stored
    return out, replace(env, finished=inner.finished)


def _rounds(flow: Flow, b: c.Block, env: Env, ctx: Context) -> tuple[Code, Env]:
    """What a block does once its condition holds, as often as it says; and the scope after a round."""
    loop = _Loop(flow, b.loops, b.loop_order, env) if b.loops else None
    inner = env if loop is None else loop.inner
    code: Code = []
    if b.decider is not None:
        decider = flow.unit.fresh("me")
        code.append(py.assign(decider, flow.x.make(b.decider, inner)))
        inner = replace(inner, me=py.name(decider))
    once, after = _once(flow, b, inner, flow.behind(b, ctx) if loop is not None or b.repeat is not None else ctx)
    code += once
    if b.repeat is not None:
        over = flow.x.until(b, inner)
        rounds = py.call("span", py.name(inner.state), py.const(1), flow.x.make(b.repeat, inner))
        code = [py.for_(flow.unit.fresh("i"), rounds, [*py.if_(over, [ast.Break()]), *code])]
    return (code if loop is None else loop.around(code)), after


def _once(flow: Flow, b: c.Block, env: Env, ctx: Context) -> tuple[Code, Env]:
    out: Code = []
    for let in b.lets:
        code, env = flow.completion.bind(let.var, flow.x.make(let.value, env), env)
        out += code
        if let.refuses_none and not ctx.tried:
            out += _demand(py.is_none(env.vars[let.var], negated=True), "there is none")
    for need in b.needs:
        if not ctx.tried:
            out += _demand(flow.x.asked(need.value, env), "a need does not hold")
    code, env = flow.inline_body(b.body, env, ctx)
    return out + code, env


def _is_tuple_of_list(values: ast.expr) -> TypeGuard[ast.Call]:
    """Whether a list is made a tuple, which a loop over it at once does not ask for."""
    return isinstance(values, ast.Call) and len(values.args) == 1 and isinstance(values.args[0], ast.ListComp)


class _Loop:
    """A loop whose domain is read before its first round: `inner` is the scope of a round."""

    def __init__(self, flow: Flow, binds: tuple[c.Bind, ...], order: c.Expr | None, env: Env) -> None:
        self._flow = flow
        values = comprehensions.loop_values(flow.x, binds, order, env)
        self._values = values.args[0] if _is_tuple_of_list(values) else values
        self._names = [flow.unit.fresh("x") for _ in binds]
        self._vars = [bind.var for bind in binds]
        self._outer = self.inner = env
        for bind, name in zip(binds, self._names, strict=True):
            self.inner = self.inner.bind(bind.var, py.name(name))

    def written_out(self, code: Code) -> list[Env]:
        """The scopes of the rounds, each with its value in it, where they are few and the code of one is short: which
        cells it is about is then known. None else, and where the program counts rounds."""
        known = self._flow.unit.globals.get(self._values.id) if isinstance(self._values, ast.Name) else None
        if self._flow.sentences.traced or not isinstance(known, tuple) or len(self._vars) != 1:
            return []
        if len(known) * sum(isinstance(node, ast.stmt) for part in code for node in ast.walk(part)) > WRITTEN_OUT:
            return []
        return [self._outer.bind(self._vars[0], py.const(value)) for value in known]

    def around(self, code: Code) -> Code:
        """The loop with this code in it."""
        each = self._flow.unit.fresh("x")
        if not code:
            return []
        if len(self._names) == 1:
            return [py.for_(self._names[0], self._values, code)]
        unpacked = [py.assign(n, py.item(py.name(each), py.const(i))) for i, n in enumerate(self._names)]
        return [py.for_(each, self._values, [*unpacked, *code])]


INLINE: Mapping[type[c.Stmt], Inline] = {c.Sentence: sentence, c.CaseBody: cases, c.Block: block}

"""Sentences in a trial: their suffixes, simple cores, routines, performed actions and effects; `case:`."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import heads, loops
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import Rest, back, succeed
from rulewright.program.expressions import held, operators
from rulewright.program.expressions.core import Env
from rulewright.program.pyast import Code
from rulewright.program.sentences import cores, horizons
from rulewright.program.setting import UNKNOWN, chosen_body

# ---------- suffixes ----------


def sentence(t: Completion, s: c.Sentence, env: Env, rest: Rest) -> Code:
    """The trial of a sentence with its suffixes."""
    static = True if s.condition is None else t.x.setting.static(s.condition)
    if s.condition is None or static is not UNKNOWN:
        return rest.code(env) if static is False else _each(t, s, env, rest)
    if rest.trivial and _is_possible(s):
        return rest.code(env)
    rest = t.shared(rest, env)
    return py.if_(t.x.make(s.condition, env), _each(t, s, env, rest), rest.code(env))


def _is_possible(s: c.Sentence) -> bool:
    """Whether a sentence performs an action only if it can be carried through."""
    asked = s.condition
    if not isinstance(asked, c.Builtin) or asked.name != "can" or s.each or not isinstance(s.core, c.PerformAction):
        return False
    return asked.args == (s.core.what,)


def _each(t: Completion, s: c.Sentence, env: Env, rest: Rest) -> Code:
    if not s.each:
        return core(t, s, env, rest)
    reads = t.analysis.reads(s)
    return loops.over(t, s.each, None, env, rest, reads, lambda inner, again: core(t, s, inner, again))


def cases(t: Completion, s: c.CaseBody, env: Env, rest: Rest) -> Code:
    """The trial of a `case:` of steps."""
    static = t.x.setting.static(s.by)
    if static is not UNKNOWN:
        return t.body(chosen_body(s, static), env, rest)
    rest = t.shared(rest, env)
    value = t.x.make(s.by, env)
    out = t.body(s.otherwise, env, rest)
    for values, body in reversed(s.cases):
        out = py.if_(operators.fits(value, values), t.body(body, env, rest), out)
    return out


# ---------- cores ----------


def core(t: Completion, s: c.Sentence, env: Env, rest: Rest) -> Code:
    """The trial of a sentence's core."""
    match s.core:
        case c.RunRoutine() as run:
            return _routine(t, run, env, rest)
        case c.PerformAction() as perform:
            return _perform(t, perform, env, rest)
        case c.PerformEffect() as perform:
            return _effect(t, perform, env, rest)
        case c.PickStmt(pick=pick):
            return heads.pick(t, pick, env, rest.code)
        case c.End():
            return succeed(env)
        case _:
            return _simple(t, s, env, rest)


def _simple(t: Completion, s: c.Sentence, env: Env, rest: Rest) -> Code:
    """The core refuses or not; what it writes is written only if the rest reads it."""
    refusals = cores.refusals(t.x, s.core, env)
    horizon = horizons.horizon(t.x, s.core, env)
    out = succeed(env)
    if not py.is_const(horizon, True):
        out = _after_effect(t, s, env, rest)
        if not py.is_const(horizon, False):
            out = py.if_(horizon, succeed(env), out)
    return t.unless_refused(refusals, s.reason, s.rules, s.at, out, env)


def _after_effect(t: Completion, s: c.Sentence, env: Env, rest: Rest) -> Code:
    if isinstance(s.core, c.LetBe):
        done, after = cores.effect(t.sentences, s.core, env, s.path, t.bind)
        return done + rest.code(after)
    writes = t.analysis.writes(s.core)
    rules = t.facts.rule_reads(writes, rest.reads)
    if not writes & (rest.reads | rules):
        return rest.code(held.after(t.x, env, s.core, writes))
    copied, own = t.own(env)
    done, after = cores.effect(t.sentences, s.core, own, s.path, t.bind)
    if rules:
        return [*copied, *done, *t.run_rules(after), *rest.code(replace(after, held=frozenset()))]
    following = rest.code(held.after(t.x, after, s.core, writes))
    read = py.roots_read(following, own.state)
    if read is None or read & writes:
        return [*copied, *done, *following]
    if not copied or py.is_written(following, own.state):
        return [*copied, *following]
    py.rename(following, own.state, env.state)  # nobody looks at what was written: no copy is needed either
    return following


def _routine(t: Completion, run: c.RunRoutine, env: Env, rest: Rest) -> Code:
    routine = t.game.routines[run.name]
    out: Code = []
    inner = env
    for parameter, arg in zip(routine.params, run.args, strict=True):
        value = t.x.make(arg, env)
        if isinstance(value, (ast.Constant, ast.Name)):  # a name in a trial keeps its value
            inner = inner.bind(parameter, value)
        else:
            done, inner = t.bind(parameter, value, inner)
            out += done
    return out + t.step(routine.block, inner, t.after_event(run.name, back(env, rest)))


def _perform(t: Completion, perform: c.PerformAction, env: Env, rest: Rest) -> Code:
    """An action that an expression gives: each that it may be; none is performed, successfully, where there is none."""
    rest = t.shared(rest, env)
    what = t.x.make(perform.what, env)
    kept = t.unit.fresh("x")
    out: Code = [py.assign(kept, what)]
    for name in t.x.setting.possible_actions(perform.what):
        action = t.game.actions[name]
        taken = t.step(action.block, replace(env, owned=False), t.after_event(name, back(env, rest)))
        out += py.if_(py.compare("==", py.name(kept), py.const(action.id)), taken)
    return out + py.if_(py.is_none(py.name(kept)), rest.code(env))


def _effect(t: Completion, perform: c.PerformEffect, env: Env, rest: Rest) -> Code:
    """The effect of a row: each row that has one; nothing is done, successfully, for another."""
    rest = t.shared(rest, env)
    kept = t.unit.fresh("x")
    out: Code = [py.assign(kept, t.x.make(perform.base, env))]
    known = []
    for i, value in t.game.attributes[perform.name].values.items():
        if isinstance(value, c.EffectCode):
            inner = replace(env, owned=False, this=py.name(kept))
            for parameter, arg in zip(value.params, perform.args, strict=True):
                inner = inner.bind(parameter, t.x.make(arg, env))
            known.append(py.compare("==", py.name(kept), py.const(i)))
            out += py.if_(known[-1], t.body(value.body, inner, back(env, rest)))
    return out + py.if_(py.not_(py.any_of(known)), rest.code(env))

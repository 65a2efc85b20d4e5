"""Sentences in a trial: their suffixes, simple cores, routines, performed actions and effects; `case:`."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.analysis import Roots
from rulewright.program.completion import heads, loops
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import Rest, back, succeed
from rulewright.program.expressions import held, operators, promised
from rulewright.program.expressions.core import Env, is_steady
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
    return t.unless_refused(refusals, s.reason, s.rules, s.at, out, env, s)


def _after_effect(t: Completion, s: c.Sentence, env: Env, rest: Rest) -> Code:
    """The effect on a copy of the state, and the rest; the effect is left out if the code of the rest cannot tell."""
    if isinstance(s.core, c.LetBe):
        done, after = cores.effect(t.sentences, s.core, env, s.path, t.bind)
        return notes.used(done, rest.code(promised.let(t.x, s.core.var, s.core.value, after)))
    writes = t.analysis.writes(s.core)
    rules = t.facts.rule_reads(writes, rest.reads)
    without = held.after(t.x, env, s.core, writes)
    if not writes & (rest.reads | rules):
        return rest.code(without)
    if rules:
        copied, own = t.own(env)
        done, after = cores.effect(t.sentences, s.core, own.writing(writes), s.path, t.bind)
        return [*copied, *done, *t.run_rules(after.unknowing), *rest.code(after.unknowing)]
    key = id(s), rest.reads  # a guess that has been right before is tried first
    if t.needless.get(key):
        following = rest.code(without)
        if _cannot_tell(following, env.state, writes):
            return following
    code, following, state = _with_effect(t, s, env, rest, writes)
    t.needless[key] = _cannot_tell(following, state, writes)
    if not t.needless[key]:
        return code
    if state != env.state and not notes.is_written(following, state):
        notes.rename(following, state, env.state)
        return following
    again = following if state == env.state else rest.code(without)
    return again if _cannot_tell(again, env.state, writes) else code


def _cannot_tell(following: Code, state: str, writes: Roots) -> bool:
    """Whether code does not read what has been written into a state."""
    read = notes.roots_read(following, state)
    return read is not None and not read & writes


def _with_effect(t: Completion, s: c.Sentence, env: Env, rest: Rest, writes: Roots) -> tuple[Code, Code, str]:
    """The effect and the rest; the code of the rest alone, and the name of its state."""
    copied, own = t.own(env)
    done, after = cores.effect(t.sentences, s.core, own.writing(writes), s.path, t.bind)
    after = held.after(t.x, after, s.core, writes)
    key = id(s), rest.reads
    if copied and len(done) == 1 and isinstance(done[0], ast.If) and key not in t.copied_again:
        # It may change nothing: then no copy is made, unless what follows copies it all the same.
        following = rest.code(replace(after, owned=False))
        if not notes.is_copied(following, own.state):
            same = py.assign(own.state, py.name(env.state))
            return [same, ast.If(done[0].test, [*copied, *done[0].body], []), *following], following, own.state
        t.copied_again.add(key)
    following = rest.code(after)
    return [*copied, *done, *following], following, own.state


def _routine(t: Completion, run: c.RunRoutine, env: Env, rest: Rest) -> Code:
    routine = t.game.routines[run.name]
    out: Code = []
    inner = env
    for parameter, arg in zip(routine.params, run.args, strict=True):
        value = t.x.make(arg, env)
        if is_steady(value):
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

"""The head of a block in a trial: let, pick, needs, choose, or."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rulewright.check import checked as c
from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.completion import vain
from rulewright.program.completion.core import Completion
from rulewright.program.completion.reads import names_in, read_by_let
from rulewright.program.completion.rest import Rest, back
from rulewright.program.expressions import domains, promised
from rulewright.program.expressions.core import Env
from rulewright.program.pyast import Code
from rulewright.program.sentences.core import Refusal


def lets(t: Completion, b: c.Block, env: Env, rest: Rest, i: int = 0) -> Code:
    """The trial of a block's head and body, from its i-th `let` on."""
    if i == len(b.lets):
        return head(t, b, 0, env, rest)
    let = b.lets[i]
    kept = t.unit.fresh("x")
    inner = promised.let(t.x, let.var, let.value, env.bind(let.var, py.name(kept)))
    out = lets(t, b, inner, rest, i + 1)
    if let.refuses_none:
        reads = partial(read_by_let, t.x, let.value, env)
        refusal = Refusal(py.is_none(py.name(kept), negated=True), "there is none", reads=reads)
        out = t.unless_refused([refusal], let.reason, let.rules or b.rules, let.at, out, env, let)
    return notes.used([py.assign(kept, t.x.make(let.value, env))], out)


def head(t: Completion, b: c.Block, i: int, env: Env, rest: Rest) -> Code:
    """The trial from a block's i-th pick on (with the needs that are ready then)."""
    if i < len(b.picks):
        out = pick(t, b.picks[i], env, lambda inner: head(t, b, i + 1, inner, rest), b.rules)
    else:
        out = choice(t, b, env, rest)
    for need in reversed(needs_at(b, i)):
        out = t.needed(need, b.rules, out, env)
    if i == 0 and b.or_ is not None and not b.is_loop:
        out = out + t.step(b.or_.block, replace(env, owned=False), back(env, rest))
    return out


# ---------- needs ----------


def needs_at(b: c.Block, i: int) -> list[c.Need]:
    """The needs whose names are bound once the first i picks are."""
    found = []
    for need in b.needs:
        used = names_in(need.value)
        ready = max((n + 1 for n, pick in enumerate(b.picks) if pick.var in used), default=0)
        if ready == i:
            found.append(need)
    return found


# ---------- picks ----------


def pick(
    t: Completion, pick: c.Pick, env: Env, then: Callable[[Env], Code], rules: tuple[str, ...] = ()
) -> Code:
    """The trial of a pick: some candidate succeeds."""
    (kept, iterable, tests), inner = candidates(t, pick, env)
    body = then(replace(inner, owned=False))
    tried = [py.for_(kept, iterable, py.if_(py.all_of(tests), body))]
    if not t.noting:
        return tried
    return [*tried, *vain.told(t, pick, rules, env, partial(candidates, t))]


def candidates(t: Completion, pick: c.Pick, env: Env) -> tuple[domains.LoopClause, Env]:
    """A loop over a pick's candidates, with the tests of `where`, and the scope inside."""
    if pick.number is None:
        return domains.loop(t.x, c.Bind(pick.var, pick.domain, pick.where, at=pick.at), env)
    if isinstance(pick.number, c.Span_):
        low, high = t.x.make(pick.number.low, env), t.x.make(pick.number.high, env)
    else:
        low = high = t.x.make(pick.number, env)
    pieces = t.x.make(pick.domain, env)
    kept = t.unit.fresh("x")
    inner = env.bind(pick.var, py.name(kept))
    tests = [] if pick.where is None else [t.x.asked(pick.where, inner)]
    bags = py.call("bags_of", py.call("tuple", pieces), low, high, py.const(pick.different))
    return (kept, bags, tests), inner


# ---------- alternatives ----------


def choice(t: Completion, b: c.Block, env: Env, rest: Rest) -> Code:
    """The trial of a block's alternatives, if it has any, and its body."""
    after = t.then(b.body, 0, rest)
    if b.choose is None:
        return after.code(env)
    if len(b.choose) > 1:
        after = t.shared(after, env)
    out: Code = []
    for a in b.choose:
        out += alternative(t, a, replace(env, owned=False), back(env, after))
    return out


def alternative(t: Completion, a: c.Alternative, env: Env, rest: Rest) -> Code:
    """The trial of one alternative."""
    if a.action is None:
        out = t.step(a.block, env, rest)
    elif t.x.setting.has_action(a.action):
        out = t.step(a.block, replace(env, vars={}), back(env, rest))
    else:
        return []
    if a.condition is None:
        return out
    refusal = Refusal(t.x.asked(a.condition, env), "")
    return t.unless_refused([refusal], None, a.block.rules, a.condition.at, out, env)

"""Why an answer is not legal: its trial once more, made by a completion that notes what fails."""

from dataclasses import replace
from functools import partial

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import heads, vain
from rulewright.program.completion.core import Completion
from rulewright.program.completion.reads import conditions
from rulewright.program.completion.rest import DONE, Rest
from rulewright.program.expressions.core import Env
from rulewright.program.flow.answers import Asking
from rulewright.program.flow.cells import load_cell
from rulewright.program.pauses import Answer, Why
from rulewright.program.pyast import Code
from rulewright.program.sentences.core import Refusal


def pick(q: Asking, head: c.Block, i: int, env: Env, rest: Rest) -> Why:
    """Of a picked value: it is no candidate, it does not fit, or the rest cannot be carried through."""
    rules, pick = q.b.rules, q.b.picks[i]

    def why(completion: Completion, answer: Answer) -> Code:
        if answer is None:
            return _stop(q, env, completion)
        inner, value = replace(env.bind(pick.var, py.name("a")), owned=False), (py.name("a"),)
        code = heads.head(completion, head, i + 1, inner, rest)
        if pick.where is not None:
            fits = [
                replace(part, words="{} may be picked only where `{source}`", values=value, types=(pick.var.type,))
                for part in conditions(completion.x, pick.where, inner)
            ]
            code = completion.unless_refused(fits, None, rules, pick.where.at, code, inner)
        (_, iterable, _), _ = heads.candidates(completion, replace(pick, where=None), env)
        among = py.compare("in", py.name("a"), py.call("tuple", iterable))
        reads = partial(vain.domain_read, completion, pick.domain, env, pick.var)
        words = "{} is not among what may be picked here: `{source}`"
        refusal = Refusal(among, words, value, (pick.var.type,), reads, pick.domain.at)
        code = completion.unless_refused([refusal], None, rules, pick.at, code, inner)
        if i == 0 and q.loop is not None:
            for need in heads.needs_at(q.b, 0):
                code = completion.needed(need, rules, code, env)
        return code

    return why


def choose(
    q: Asking, ways: tuple[c.Alternative, ...], meanwhile: tuple[c.Alternative, ...], env: Env, rest: Rest
) -> Why:
    """Of an alternative: it was taken often enough, or cannot be carried through, `rest` included."""

    def why(completion: Completion, answer: Answer) -> Code:
        if answer is None:
            return _stop(q, env, completion)
        a = ways[answer] if answer >= 0 else meanwhile[-1 - answer]
        remaining = rest if q.ctx.action is not None and answer >= 0 else DONE
        code = heads.alternative(completion, a, replace(env, owned=False), remaining)
        if q.loop is not None and a.name in q.loop.counts:
            cell, bound = q.loop.counts[a.name]
            few = Refusal(py.compare("<", load_cell(cell), bound), "this may be done at most {} times", (bound,))
            code = completion.unless_refused([few], None, q.b.rules, q.b.at, code, env)
        return code

    return why


def _stop(q: Asking, env: Env, completion: Completion) -> Code:
    """Of the `or` answer: too few rounds, or it cannot be carried through."""
    b, loop, inner = q.b, q.loop, replace(env, owned=False)
    code = q.ctx.rest.code(inner) if b.or_ is None else completion.step(b.or_.block, inner, q.ctx.rest)
    if loop is not None:
        rounds = load_cell(loop.rounds)
        words = "too early to stop: done {} times of at least {}"
        due = Refusal(py.compare(">=", rounds, loop.low), words, (rounds, loop.low))
        code = completion.unless_refused([due], None, b.rules, b.at, code, env)
    return code

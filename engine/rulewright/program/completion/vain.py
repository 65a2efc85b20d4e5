"""A pick that nothing fits, explained: that there is nothing to pick from, or which part of its `where` leaves nothing.

What others could not deduce from the answer being illegal is not told: where a part reads what nobody may know, the
pick fails as a whole, and no values are shown.
"""

from collections.abc import Callable
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import reads
from rulewright.program.completion.core import Completion
from rulewright.program.expressions import domains
from rulewright.program.expressions.core import Env
from rulewright.program.pyast import Code
from rulewright.program.sentences.core import Refusal, Seen
from rulewright.text import Span

Clause = Callable[[c.Pick, Env], tuple[domains.LoopClause, Env]]


def told(t: Completion, pick: c.Pick, rules: tuple[str, ...], env: Env, clause: Clause) -> Code:
    """Notes why nothing fits a pick, if so; `clause` makes the loop over its candidates."""
    out: Code = []
    for part in reversed(_parts(t, pick)):
        refusal = _refusal(t, pick, part, env, clause)
        out = t.unless_refused([refusal], None, rules, refusal.at or pick.at, out, env)
    return out


def domain_read(t: Completion, domain: c.Expr, env: Env, var: c.Var) -> list[Seen]:
    """What a domain holds, where its words do not say it and somebody may know it."""
    numbers = isinstance(domain, c.Span_) and not isinstance(domain.high, c.Const)
    fixed = domains.fixed_values(t.x, domain) is not None and not numbers
    if fixed or not isinstance(domain.type, c.SetT | c.PiecesT):
        return []
    values = py.call("tuple", domains.domain(t.x, domain, env)[0])
    return [Seen(domain.at.words, values, c.SetT(var.type), of=domain)]


def _parts(t: Completion, pick: c.Pick) -> list[list[c.Expr]]:
    """The parts of `where` that are looked at together: none, the first, the first two, and so on."""
    if pick.where is None:
        return [[]]
    where = pick.where
    parts = list(where.parts) if isinstance(where, c.Logic) and where.op == "and" else [where]
    if any(t.x.knowledge.of(e) == "nobody" for e in (pick.domain, where)):
        return [parts]
    return [parts[:n] for n in range(len(parts) + 1)]


def _refusal(t: Completion, pick: c.Pick, parts: list[c.Expr], env: Env, clause: Clause) -> Refusal:
    at, where = pick.domain.at, None
    if parts:
        at = _from_to(parts)
        where = parts[0] if len(parts) == 1 else c.Logic("and", tuple(parts), type=c.TruthT(), at=at)
    (kept, iterable, tests), _ = clause(replace(pick, where=where), env)
    some = py.call("any", py.generator(py.const(True), [(kept, iterable, tests)]))
    words = "there is no {} where `{source}`" if parts else "there is no {}: `{source}` is empty here"
    seen = lambda: _reads(t, pick, parts, env)  # noqa: E731
    return Refusal(some, words, (py.const(pick.var.name),), reads=seen, at=at)


def _reads(t: Completion, pick: c.Pick, parts: list[c.Expr], env: Env) -> list[Seen]:
    """What the parts read, apart from the candidates themselves; and the candidates."""
    if any(t.x.knowledge.of(e) == "nobody" for e in (pick.domain, *parts)):
        return []
    of_all = [seen for e in parts for seen in reads.outside(t.x, e, pick.var, env)]
    return [*of_all, *(domain_read(t, pick.domain, env, pick.var) if parts else [])]


def _from_to(parts: list[c.Expr]) -> Span:
    first, last = parts[0].at, parts[-1].at
    return Span(first.source, first.start, last.end) if first.source is last.source else last

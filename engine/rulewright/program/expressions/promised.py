"""What a trial has been promised: the `where` of what was picked, or of what a `let` has found, holds until it changes.

Conditions are compared by what they say, not by how they are spelt: names that a `let` has given stand for what they
were given. A name for `first(x in D where C) otherwise E` stands for an x of which C holds, or for E; what is asked
must then hold of both.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import product

from rulewright.check import checked as c
from rulewright.program.analysis import NO_ROOTS, Roots
from rulewright.program.expressions.core import Env, Expressions, Given, Promise, Saying

MOST_CASES = 8


def promise(x: Expressions, where: c.Expr | None, env: Env) -> Env:
    """The scope in which a condition holds."""
    if where is None or x.counting.active:
        return env
    parts = where.parts if isinstance(where, c.Logic) and where.op == "and" else (where,)
    found = set(env.promised)
    for part in parts:
        cases = _cases(part, env)
        if len(cases) == 1 and not cases[0].given:
            found.add(Promise(cases[0].says, x.analysis.reads(part) | cases[0].reads, cases[0].names))
    return replace(env, promised=frozenset(found))


def let(x: Expressions, var: c.Var, value: c.Expr, env: Env) -> Env:
    """The scope in which a name, bound already, is known to stand for an expression."""
    if x.counting.active:
        return env
    reads = x.analysis.reads(value)
    return replace(env, given={**env.given, var: Given(value, reads, frozenset(_names(value)))})


def after(env: Env, writes: Roots) -> Env:
    """The scope after something has been written."""
    if not env.promised and not env.given:
        return env
    left = frozenset(p for p in env.promised if not p.reads & writes)
    return replace(env, promised=left, given={v: g for v, g in env.given.items() if not g.reads & writes})


def holds(env: Env, asked: c.Expr) -> bool:
    """Whether a condition holds by what has been promised."""
    if not env.promised and not env.given:
        return False
    known = {promise.says for promise in env.promised}
    cases = _cases(asked, env)
    return bool(cases) and all(case.says in known or case.says in case.given for case in cases)


def is_free(env: Env, slot: c.ZonePlace) -> bool:
    """Whether a slot is promised to hold nothing."""
    held = c.Read(slot, type=c.UnknownT(), at=slot.at)
    none = c.Const(None, type=c.NoneT(), at=slot.at)
    return holds(env, c.Compare("is", held, none, type=c.TruthT(), at=slot.at))


# ---------- what conditions say ----------


@dataclass(frozen=True)
class _Case:
    """What an expression may say, and what holds if it does."""

    says: Saying
    given: frozenset[Saying] = frozenset()
    reads: Roots = NO_ROOTS
    names: frozenset[c.Var] = frozenset()


def _cases(e: object, env: Env) -> list[_Case]:
    """All that an expression may say; nothing where that is not known."""
    match e:
        case c.Local(var=var) if var in env.given:
            known = env.given[var]
            found = _cases(known.value, env)
            return [replace(k, reads=k.reads | known.reads, names=k.names | known.names | {var}) for k in found]
        case c.Local(var=var):
            return [_Case(("name", id(var)), names=frozenset({var}))]
        case c.OrElse(value=c.Over(kind="first", bind=bind), default=default):
            return [*_found(bind, env), *_cases(default, env)]
        case c.OrElse(value=c.Aggregate(kind="max" | "min", binds=(bind,), value=c.Local(var=var)), default=default):
            return [*_found(bind, env), *_cases(default, env)] if var is bind.var else []
        case c.IsEmpty(what=c.Read() as what, negated=False):
            none = c.Const(None, type=c.NoneT(), at=what.at)
            return _cases(c.Compare("is", what, none, type=c.TruthT(), at=what.at), env)
        case c.Const():
            return [_Case(("value", type(e.value).__name__, e.value))]
        case c.Read() | c.ZonePlace() | c.VarPlace() | c.Compare() | c.Arith() | c.Builtin() | c.Not() if _is_own(e):
            return _joined(type(e).__name__, [getattr(e, name) for name in _parts(e)], env)
        case tuple():
            return _joined("tuple", list(e), env)
        case str() | int() | None:
            return [_Case(e)]
        case _:
            return []


def _is_own(e: object) -> bool:
    """Whether an expression says the same whoever acts."""
    return not isinstance(e, c.Builtin) or e.board is not None


def _found(bind: c.Bind, env: Env) -> list[_Case]:
    """Something has been found: its condition holds of it."""
    holding = _cases(bind.where, env) if bind.where is not None else []
    if len(holding) != 1:
        return []
    here = _cases(c.Local(bind.var, type=bind.var.type, at=bind.at), env)
    return [replace(here[0], given=holding[0].given | {holding[0].says})]


def _joined(word: str, parts: list[object], env: Env) -> list[_Case]:
    cases = [_cases(part, env) for part in parts]
    found: list[_Case] = []
    for some in product(*cases):
        if len(found) == MOST_CASES:
            return []
        given = frozenset[Saying]().union(*(k.given for k in some))
        reads = NO_ROOTS.union(*(k.reads for k in some))
        names = frozenset[c.Var]().union(*(k.names for k in some))
        found.append(_Case((word, *(k.says for k in some)), given, reads, names))
    return found


def _parts(e: object) -> Iterator[str]:
    assert is_dataclass(e)
    return (f.name for f in fields(e) if f.name not in ("type", "at"))


def _names(e: object) -> Iterator[c.Var]:
    """The names in an expression."""
    if isinstance(e, c.Var):
        yield e
    elif isinstance(e, tuple):
        for part in e:
            yield from _names(part)
    elif is_dataclass(e):
        for name in _parts(e):
            yield from _names(getattr(e, name))

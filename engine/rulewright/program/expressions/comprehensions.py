"""Comprehensions: `any`, `count`, `sum`, `highest` and the like, over one domain or several; what a step reaches."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import domains, functions, written_first
from rulewright.program.expressions.core import Env, Expressions, Maker, may_be_none
from rulewright.program.pyast import Code


def over(x: Expressions, e: c.Over, env: Env) -> ast.expr:
    """`any x in D where ..`, `count ..`, `first ..`."""
    first = written_first.written(x, e, env, py.const(None))
    if first is not None:
        return first
    rounds = domains.written_out(x, e.bind, env) if e.kind != "first" else None
    if rounds is not None:
        found = [test for test, _ in rounds]
        if e.kind == "any":
            return py.any_of(found)
        return _sum_of(py.if_expr(test, py.const(1), py.const(0)) for test in found)
    def write(inner: Env) -> Code:
        clause, _ = domains.loop(x, e.bind, inner, x.work.weight(e.bind.where))
        if e.kind == "any":
            return _search([clause], py.const(True), py.const(False))
        if e.kind == "count":
            return _total([clause], py.const(1))
        return _search([clause], py.name(clause[0]), py.const(None))

    return functions.lifted(x, env, e, write)


def best(x: Expressions, e: c.Best, env: Env) -> ast.expr:
    """`highest x in D by ..`, `lowest ..`."""
    clause, inner = domains.loop(x, e.bind, env, x.work.weight(e.bind.where, e.by))
    pairs = py.generator(py.tuple_([x.make(e.by, inner), py.name(clause[0])]), [clause])
    return py.call("best", pairs, py.const(1 if e.kind == "highest" else -1))


def aggregate(x: Expressions, e: c.Aggregate, env: Env) -> ast.expr:
    """`sum of .. for x in D, y in E`, `all ..`, `min ..`, `max ..`."""
    if e.kind in ("sum", "all"):
        rounds = domains.written_out(x, e.binds[0], env)
        if rounds is not None:
            parts = _written_parts(x, e, rounds, [])
            return _sum_of(parts) if e.kind == "sum" else py.all_of(parts)
    first = written_first.written(x, e, env, py.const(None))
    if first is not None:
        return first

    def write(outer: Env) -> Code:
        clauses, inner = _clauses(x, e.binds, outer, e.value)
        value = x.make(e.value, inner)
        if e.kind == "sum":
            return _total(clauses, value)
        if e.kind == "all":
            return _search(clauses, py.const(False), py.const(True), py.not_(value))
        return _extreme(clauses, value, ">" if e.kind == "max" else "<")

    return functions.lifted(x, env, e, write)


# ---------- loops that look, add up, compare ----------


def _search(
    clauses: list[domains.LoopClause], found: ast.expr, otherwise: ast.expr, test: ast.expr | None = None
) -> Code:
    """Returns `found` in the first round in which all tests hold, else `otherwise`."""
    body = [py.return_(found)] if test is None else py.if_(test, [py.return_(found)])
    return [*_nested(clauses, body), py.return_(otherwise)]


def _total(clauses: list[domains.LoopClause], value: ast.expr) -> Code:
    """Returns the sum of a value over all rounds."""
    return [py.assign("n", py.const(0)), *_nested(clauses, [py.increase("n", value)]), py.return_(py.name("n"))]


def _extreme(clauses: list[domains.LoopClause], value: ast.expr, op: str) -> Code:
    """Returns the greatest or least value of all rounds, None if there is none."""
    n, v = py.name("n"), py.name("v")
    better = py.any_of([py.is_none(n), py.compare(op, v, n)])
    body = [py.assign("v", value), *py.if_(better, [py.assign("n", v)])]
    return [py.assign("n", py.const(None)), *_nested(clauses, body), py.return_(n)]


def _nested(clauses: list[domains.LoopClause], body: Code) -> Code:
    for kept, iterable, tests in reversed(clauses):
        body = [py.for_(kept, iterable, py.if_(py.all_of(tests), body))]
    return body


def _written_parts(
    x: Expressions, e: c.Aggregate, rounds: list[tuple[ast.expr, Env]], tests: list[ast.expr]
) -> list[ast.expr]:
    """A part for each round of the loops that are written out; loops from the first long one on stay loops."""
    rest = replace(e, binds=e.binds[1:])
    absent = py.const(0) if e.kind == "sum" else py.const(True)
    parts: list[ast.expr] = []
    for test, env in rounds:
        together = [*tests, test]
        more = domains.written_out(x, rest.binds[0], env) if rest.binds else None
        if more is not None:
            parts += _written_parts(x, rest, more, together)
        else:
            value = aggregate(x, rest, env) if rest.binds else x.make(e.value, env)
            parts.append(py.if_expr(py.all_of(together), value, absent))
    return parts


def reach_from(x: Expressions, e: c.ReachFrom, env: Env) -> ast.expr:
    """All that is reached from a start, step by step, breadth first, the start included."""

    def write(inner: Env) -> Code:
        source, seen = x.unit.fresh("x"), py.name("seen")
        x.know(source, x.setting.few_values(e.source.type))
        clause, _ = domains.loop(x, e.step, inner.bind(e.source, py.name(source)))
        reached, iterable, tests = clause
        add = [py.do(py.method(seen, "append", py.name(reached)))]
        new = py.compare("not in", py.name(reached), seen)
        out: Code = [py.assign("start", x.make(e.start, inner))]
        if may_be_none(e.start.type):
            out += py.if_(py.is_none(py.name("start")), [py.return_(py.const(()))])
        out.append(py.assign("seen", ast.List([py.name("start")], py.LOAD)))
        steps: Code = py.if_(py.all_of([*tests, new]), add)
        if isinstance(iterable, ast.Tuple) and len(iterable.elts) == 1:
            step = iterable.elts[0]
            if _is_one_to_one(x, step):
                return [*out, *_walk(source, reached, step, tests), py.return_(seen)]
            steps = [py.assign(reached, step), *steps]
        else:
            steps = [py.for_(reached, iterable, steps)]
        return [*out, py.for_(source, seen, steps), py.return_(seen)]

    return py.call("tuple", functions.lifted(x, env, e, write))


def _is_one_to_one(x: Expressions, step: ast.expr) -> bool:
    """Whether a step is read off a table in which no two come to the same, and all go on: who does comes back to the
    start first."""
    if not (isinstance(step, ast.Subscript) and isinstance(step.value, ast.Name) and isinstance(step.slice, ast.Name)):
        return False
    table = x.unit.globals.get(step.value.id)
    entries = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, tuple) else ()
    to = {source: reached for source, reached in entries if reached is not None}
    return bool(to) and set(to.values()) == to.keys()


def _walk(source: str, reached: str, step: ast.expr, tests: list[ast.expr]) -> Code:
    """From the start on as long as the tests hold, at most once round."""
    further = py.all_of([*tests, py.compare("!=", py.name(reached), py.name("start"))])
    went: Code = [py.do(py.method(py.name("seen"), "append", py.name(reached))), py.assign(source, py.name(reached))]
    round_: Code = [py.assign(reached, step), *py.if_(further, went, [ast.Break()])]
    return [py.assign(source, py.name("start")), ast.While(py.const(True), round_, [])]


def loop_values(x: Expressions, binds: Sequence[c.Bind], order: c.Expr | None, env: Env) -> ast.expr:
    """The domain of a loop of sentences, read once: a tuple of values, or of tuples of several names' values."""
    if order is None and len(binds) == 1 and binds[0].where is None:
        whole = domains.steady(x, binds[0].domain, env)
        if whole is not None:
            return whole
    clauses, inner = _clauses(x, binds, env)
    names = [py.name(kept) for kept, _, _ in clauses]
    value = names[0] if len(names) == 1 else py.tuple_(names)
    if order is None:
        return py.call("tuple", py.listing(value, clauses))
    keyed = py.generator(py.tuple_([x.make(order, inner), value]), clauses)
    return py.call("by_order", keyed)


def _clauses(
    x: Expressions, binds: Sequence[c.Bind], env: Env, value: c.Expr | None = None
) -> tuple[list[domains.LoopClause], Env]:
    clauses = []
    for n, bind in enumerate(binds, 1):
        clause, env = domains.loop(x, bind, env, x.work.weight(bind.where, value, binds=binds[n:]))
        clauses.append(clause)
    return clauses, env


def _sum_of(parts: Iterable[ast.expr]) -> ast.expr:
    result = py.const(0)
    for node in parts:
        result = py.arith("+", result, node)
    return result


MAKERS: dict[type[c.Expr], Maker] = {
    c.Over: over, c.Best: best, c.Aggregate: aggregate, c.ReachFrom: reach_from,
}  # fmt: skip

"""Searches written where they are asked, and look-ups that do not change in a loop made before it.

`any(..)` and `first(..)` are functions, made one by one. Where a loop asks such a function in each of its rounds, the
call costs more than the few rounds of the search itself; so its loop is written into the loop that asks. Then tables
are looked up once for names that nothing in a function changes. It is code that is changed, after all else: whole
functions go in and come out, and code that functions share stays as it is.
"""

import ast
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rulewright.program import pyast as py
from rulewright.program.pyast import Code

_N = TypeVar("_N", bound=ast.AST)
DEEPEST = 3  # searches in each other


class Search:
    """A function that is a search: one loop with one condition, which returns its variable, or True."""

    def __init__(self, node: ast.FunctionDef, loop: ast.For, test: ast.expr, finds: bool) -> None:
        self.parameters = [arg.arg for arg in node.args.args]
        self.loop, self.test, self.finds = loop, test, finds
        assert isinstance(loop.target, ast.Name)
        self.variable = loop.target.id


def search_of(node: ast.stmt) -> Search | None:
    """A function as a search; None if it is none."""
    match node:
        case ast.FunctionDef(
            body=[
                ast.For(target=ast.Name(id=each), body=[ast.If(test=test, body=[ast.Return(value=found)], orelse=[])])
                as loop,
                ast.Return(value=ast.Constant(value=otherwise)),
            ]
        ):
            finds = isinstance(found, ast.Name) and found.id == each and otherwise is None
            if finds or (isinstance(found, ast.Constant) and found.value is True and otherwise is False):
                return Search(node, loop, test, finds)
    return None


def written_in(node: ast.stmt, searches: Mapping[str, Search], constants: Mapping[str, Any]) -> ast.stmt:
    """A function with the searches that its loops ask written into them, and fixed look-ups before them."""
    if not isinstance(node, ast.FunctionDef):
        return node
    asked = _asked(node.body, searches, False, 0)
    return py.with_parts(node, body=_looked_up_once(asked, [a.arg for a in node.args.args], constants))


# ---------- searches ----------


def _asked(code: Code, searches: Mapping[str, Search], looping: bool, depth: int) -> Code:
    out: Code = []
    for s in code:
        match s:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.ListComp() as listing):
                out += _listing(name, listing, searches) or [s]
            case ast.If():
                then, other = (_asked(way, searches, looping, depth) for way in (s.body, s.orelse))
                found = py.with_parts(s, body=then, orelse=other)
                out += (looping and not s.orelse and _first_before(found, searches, depth)) or [found]
            case ast.For() | ast.While():
                out.append(py.with_parts(s, body=_asked(s.body, searches, True, depth)))
            case _:
                out.append(s)
    return out


def _listing(name: str, listing: ast.ListComp, searches: Mapping[str, Search]) -> Code | None:
    """`name = [x for x in D if C and any(..)]` as loops."""
    match listing:
        case ast.ListComp(elt=ast.Name(id=each), generators=[ast.comprehension(target=ast.Name(id=kept), ifs=[test])]):
            tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
            search = _search_in(tests[-1], searches)
            if each != kept or search is None or search[0].finds:
                return None
            add = py.do(py.method(py.name(name), "append", py.name(each)))
            inner = _loop(*search, [add, ast.Break()])
            body = _asked([*py.if_(py.all_of(tests[:-1]), [inner])], searches, True, 0)
            domain = listing.generators[0].iter
            return [py.assign(name, ast.List([], py.LOAD)), py.for_(kept, domain, body)]
        case _:
            return None


def _first_before(s: ast.If, searches: Mapping[str, Search], depth: int) -> Code | None:
    """`if C and (t := first(..)) ..` as `if C`, the search, and a condition on what it has found."""
    tests = s.test.values if isinstance(s.test, ast.BoolOp) and isinstance(s.test.op, ast.And) else [s.test]
    for n, test in enumerate(tests):
        named = [node for node in ast.walk(test) if isinstance(node, ast.NamedExpr)]
        if not named:
            continue
        search = _search_in(named[0].value, searches)
        if search is None or not search[0].finds or len(named) > 1 or depth == DEEPEST:
            return None
        if not _comes_first(test, named[0]):
            return None
        kept = named[0].target.id
        given = py.assign(kept, py.name(search[0].variable))
        loop = _loop(*search, [given, ast.Break()])
        after = py.with_parts(s, test=py.all_of([_named(test, named[0]), *tests[n + 1 :]]))
        body = _asked([py.assign(kept, py.const(None)), loop], searches, True, depth + 1)
        return py.if_(py.all_of(tests[:n]), [*body, after])
    return None


def _named(test: ast.expr, named: ast.NamedExpr) -> ast.expr:
    """A condition in which the name stands for what is given it."""
    return replaced(test, lambda node: py.name(named.target.id) if node is named else None)


def _comes_first(test: ast.expr, named: ast.expr) -> bool:
    """Whether a part of a condition is worked out in any case, before anything that may fail."""
    match test:
        case ast.Compare(left=left):
            return _comes_first(left, named)
        case ast.IfExp(test=inner):
            return _comes_first(inner, named)
        case _:
            return test is named


def _search_in(node: ast.expr, searches: Mapping[str, Search]) -> tuple[Search, dict[str, ast.expr]] | None:
    """The search that is called, and what it is handed; None for anything else."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=args) if name in searches:
            search = searches[name]
            if all(isinstance(arg, (ast.Name, ast.Constant)) for arg in args):
                return search, dict(zip(search.parameters, args, strict=True))
    return None


def _loop(search: Search, handed: Mapping[str, ast.expr], found: Code) -> ast.stmt:
    """The loop of a search, with what is done when it finds something."""

    def here(node: ast.AST) -> ast.expr | None:
        return handed.get(node.id) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else None

    body = [ast.copy_location(k, search.loop) for k in py.if_(replaced(search.test, here), found)]
    return py.with_parts(search.loop, iter=replaced(search.loop.iter, here), body=body)


# ---------- look-ups ----------


def _looked_up_once(code: Code, parameters: list[str], constants: Mapping[str, Any]) -> Code:
    """Code that looks up tables for names that do not change before its loops."""
    stored = [n.id for s in code for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    given: dict[str, int] = {}
    for n, s in enumerate(code):
        match s:
            case ast.Assign(targets=[ast.Name(id=name)]):
                given[name] = n
    places = {name: 0 for name in parameters if name not in stored}
    places |= {name: n + 1 for name, n in given.items() if stored.count(name) == 1 and name not in parameters}
    made: dict[str, tuple[int, ast.stmt]] = {}

    def once(node: ast.AST) -> ast.expr | None:
        match node:
            case ast.Subscript(value=ast.Name(id=table), slice=ast.Name(id=name), ctx=ast.Load()) if name in places:
                if not isinstance(constants.get(table), dict):
                    return None
                kept = f"{table}_{name}"
                look = py.method(py.name(table), "get", py.name(name))  # none, where nobody asks for it in the end
                made[kept] = places[name], py.assign(kept, look)
                return py.name(kept)
        return None

    changed = [_in_loops(s, once) for s in code]
    for place, assign in sorted(made.values(), key=lambda m: -m[0]):
        changed.insert(place, assign)
    return changed


def _in_loops(s: ast.stmt, change: Callable[[ast.AST], ast.expr | None]) -> ast.stmt:
    """A statement with a change made wherever code is run again and again."""

    def loops(node: ast.AST) -> ast.AST | None:
        if isinstance(node, (ast.For, ast.While)):
            return py.with_parts(node, body=[replaced(k, change) for k in node.body])
        if isinstance(node, ast.ListComp) and len(node.generators) == 1:
            clause = node.generators[0]
            asked = py.with_parts(clause, ifs=[replaced(k, change) for k in clause.ifs])
            return py.with_parts(node, generators=[asked])
        return None

    return replaced(s, loops)


def replaced(node: _N, change: Callable[[ast.AST], ast.AST | None]) -> _N:
    """A copy of code in which others stand for some nodes; what does not change is shared."""
    other = change(node)
    if other is not None:
        return other  # type: ignore[return-value]
    parts: dict[str, Any] = {}
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            new: Any = replaced(value, change)
            if new is not value:
                parts[name] = new
        elif isinstance(value, list) and value and isinstance(value[0], ast.AST):
            new = [replaced(part, change) for part in value]
            if any(a is not b for a, b in zip(new, value, strict=True)):
                parts[name] = new
    return py.with_parts(node, **parts)

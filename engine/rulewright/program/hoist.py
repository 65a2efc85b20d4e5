"""Loops that look for something, tidied: what does not change in a loop is asked, or listed, before it begins.

It works on code whose nesting is a chain: loops, conditions, assignments, one in the other. A condition moves out of
the loops whose variables it does not use, unless a condition before it looks at the same cell or name: that one may
be its guard. So does a copy of the state that differs by the same amount in every round. The lists that loops run
through are made once.
"""

import ast
from collections.abc import Iterator

from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.memo import Forget
from rulewright.program.pyast import Code

Link = ast.stmt | ast.expr  # a loop, an assignment, a change of a state; or a condition


class Changed(ast.stmt):
    """A state that is another with a change, if there is anything to change: two statements as one link."""

    def __init__(self, same: ast.Assign, change: ast.If) -> None:
        super().__init__()
        self.same, self.change = same, change


def hoist(code: Code, kept: str | None = None) -> Code:
    """The same code, with less work in its loops; `kept` is the variable of a loop that goes through all its values."""
    links, tail = _chain(code)
    loops = sum(isinstance(link, ast.For) for link in links)
    if loops > 1 or (loops and isinstance(links[-1], ast.expr)):
        links = _paired_once(_listed_once(_costly_last(_conditions_out(_numbers_out(links)))))
    return _nested(links, [line for statement in tail for line in _inside(statement)], kept)


def _inside(statement: ast.stmt) -> Code:
    """A statement at which a chain forks, the chains in it tidied."""
    if isinstance(statement, ast.If):
        return py.if_(statement.test, hoist(statement.body), hoist(statement.orelse) if statement.orelse else [])
    return hoist([statement]) if isinstance(statement, ast.For) else [statement]


# ---------- chains ----------


def _chain(code: Code) -> tuple[list[Link], Code]:
    """The links of a chain, and the code where it ends or forks."""
    links: list[Link] = []
    while True:
        match code:
            case [ast.For(orelse=[]) as loop]:
                links.append(loop)
                code = loop.body
            case [ast.If(orelse=[], test=test) as condition]:
                joined = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
                links += test.values if joined else [test]  # type: ignore[attr-defined]
                code = condition.body
            case [ast.Assign(value=ast.Name()) as same, ast.If(orelse=[]) as change, _, *_] if _only_changes(change):
                links.append(Changed(same, change))
                code = code[2:]
            case [ast.Assign() | ast.AugAssign() | ast.If() | Forget() as change, _, *_] if _only_changes(change):
                links.append(change)
                code = code[1:]
            case _:
                return links, code


def _nested(links: list[Link], code: Code, kept: str | None) -> Code:
    """A chain as code again; conditions that follow each other are one.

    A loop whose variable nobody looks at fails with all values if it fails with one.
    """
    tests: list[ast.expr] = []
    for link in reversed(links):
        if isinstance(link, ast.expr):
            tests.insert(0, link)
            continue
        if tests:
            code, tests = py.if_(py.all_of(tests), code), []
        if isinstance(link, ast.For):
            name = _target(link)
            if name != kept and not any(isinstance(n, ast.Name) and n.id == name for s in code for n in ast.walk(s)):
                code = [*code, ast.Break()]
            code = [py.for_(name, link.iter, code)]
        elif isinstance(link, Changed):
            code = [link.same, link.change, *code]
        else:
            code = [link, *code]
    return py.if_(py.all_of(tests), code) if tests else code


# ---------- what may move ----------


def _conditions_out(links: list[Link]) -> list[Link]:
    done: list[Link] = []
    for link in links:
        place = len(done)
        if isinstance(link, Changed) or (isinstance(link, ast.expr) and not _calls(link)):
            loops = [n for n, other in enumerate(done) if isinstance(other, ast.For) and n >= _earliest(done, link)]
            place = loops[0] if loops else len(done)
            if isinstance(link, ast.expr) and _is_known(done[:place], link):
                continue
        done.insert(place, link)
    return done


def _costly_last(links: list[Link]) -> list[Link]:
    """Costly conditions are asked just before the first loop."""
    first = next(n for n, link in enumerate(links) if isinstance(link, ast.For))
    before = links[:first]
    return [*(k for k in before if not notes.is_costly(k)), *(k for k in before if notes.is_costly(k)), *links[first:]]


def _is_known(done: list[Link], condition: ast.expr) -> bool:
    """Whether the same has been asked already, and nothing has changed since."""
    names = _names(condition)
    same = ast.dump(condition)
    for link in reversed(done):
        if isinstance(link, ast.expr):
            if ast.dump(link) == same:
                return True
        elif _changed(link) & names:
            return False
    return False


class _Named(ast.NodeTransformer):
    """Gives harmless calls names, if they are handed nothing that is made on the way."""

    def __init__(self, made: set[str]) -> None:
        self.made, self.found = made, dict[str, tuple[str, ast.expr]]()

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not notes.is_harmless(node) or _names(node) & self.made:
            self.generic_visit(node)
            return node
        name, _ = self.found.setdefault(ast.dump(node), (f"n{len(self.found)}_{_function(node)}", node))
        return ast.copy_location(py.name(name), node)


def _function(call: ast.Call) -> str:
    assert isinstance(call.func, ast.Name)
    return call.func.id


def _numbers_out(links: list[Link]) -> list[Link]:
    """Numbers that powers may change are worked out before the first loop, if they are those of a state known there."""
    first = next(n for n, link in enumerate(links) if isinstance(link, ast.For))
    made = {name for link in links if not isinstance(link, ast.expr) for name in _changed(link)}
    named = _Named(made)
    inside = [named.visit(link) if isinstance(link, ast.expr) else link for link in links[first:]]
    return [*links[:first], *(py.assign(name, call) for name, call in named.found.values()), *inside]


def _listed_once(links: list[Link]) -> list[Link]:
    done: list[Link] = []
    lists: dict[str, str] = {}  # what is listed -> the variable
    for link in links:
        if isinstance(link, ast.For) and _is_listing(link.iter):
            place = _earliest(done, link.iter)
            inside = [n for n, other in enumerate(done) if isinstance(other, ast.For) and n >= place]
            known = lists.get(ast.dump(link.iter))
            if known is not None and place <= _place_of(done, known):
                link = _over(link, py.name(known))
            elif inside:
                name = f"w{len(lists)}_{_target(link)}"
                lists[ast.dump(link.iter)] = name
                for n in inside:  # loops around this one that run through the same
                    other = done[n]
                    if isinstance(other, ast.For) and ast.dump(other.iter) == ast.dump(link.iter):
                        done[n] = _over(other, py.name(name))
                done.insert(inside[0], py.assign(name, py.call("tuple", link.iter)))
                link = _over(link, py.name(name))
        done.append(link)
    return done


def _paired_once(links: list[Link]) -> list[Link]:
    """Loops in each other over few pieces that do not depend on a loop around them are gone through once, before it."""
    outer = next((n for n, link in enumerate(links) if isinstance(link, ast.For)), len(links))
    listed = {name for link in links if isinstance(link, ast.Assign) for name in _changed(link)}
    for start in range(outer + 1, len(links)):
        if not isinstance(links[start], ast.For):
            continue
        own: set[str] = set()
        bound = {name for link in links[outer:start] if not isinstance(link, ast.expr) for name in _changed(link)}
        end = start
        while end < len(links):
            link = links[end]
            part = link.iter if isinstance(link, ast.For) else link
            if not isinstance(part, ast.expr) or _names(part) & bound or (part is link and _calls(link)):
                break
            if isinstance(link, ast.For) and not _names(part) <= listed:  # it may be long
                break
            own |= {_target(link)} if isinstance(link, ast.For) else set()
            end += 1
        if len(own) > 1:
            return _gone_through(links, outer, start, end)
    return links


def _gone_through(links: list[Link], outer: int, start: int, end: int) -> list[Link]:
    """The links from `start` to `end` as a list of tuples that is made before the loop at `outer`."""
    clauses: list[tuple[str, ast.expr, list[ast.expr]]] = []
    for link in links[start:end]:
        if isinstance(link, ast.For):
            clauses.append((_target(link), link.iter, []))
        elif isinstance(link, ast.expr):
            clauses[-1][2].append(link)
    names = [name for name, _, _ in clauses]
    each, all_ = f"p_{names[0]}", f"ps_{names[0]}"
    made = py.assign(all_, py.listing(py.tuple_(map(py.name, names)), clauses))
    loop = ast.For(ast.Name(each, py.STORE), py.name(all_), [], [])
    unpacked = ast.Assign([ast.Tuple([ast.Name(n, py.STORE) for n in names], py.STORE)], py.name(each))
    return [*links[:outer], made, *links[outer:start], loop, unpacked, *links[end:]]


def _names(node: ast.expr) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _earliest(done: list[Link], moved: Link) -> int:
    """The first place where a condition, list or changed state means the same and cannot fail."""
    parts = [moved.same, moved.change] if isinstance(moved, Changed) else [moved]
    nodes = [node for part in parts for node in ast.walk(part)]
    names = {n.id for n in nodes if isinstance(n, ast.Name)}
    cells = {ast.dump(n) for n in nodes if isinstance(n, ast.Subscript)}
    for place in range(len(done), 0, -1):
        link = done[place - 1]
        if isinstance(link, ast.expr):
            if _looks_at(link, names, cells):
                return place
        elif _changed(link) & names:
            return place
    return 0


def _looks_at(condition: ast.expr, names: set[str], cells: set[str]) -> bool:
    """Whether a condition may be the guard of one that uses these names and cells."""
    for node in ast.walk(condition):
        if isinstance(node, ast.Subscript) and ast.dump(node) in cells:
            return True
        if isinstance(node, ast.Compare) and any(isinstance(n, ast.Name) and n.id in names for n in _sides(node)):
            return True
    return False


def _sides(node: ast.Compare) -> Iterator[ast.expr]:
    yield node.left
    yield from node.comparators


def _changed(link: ast.stmt) -> set[str]:
    """The variables that a link gives a value, and the states that it changes."""
    if isinstance(link, ast.For):
        return {_target(link)}
    if isinstance(link, Changed):
        return _changed(link.same)
    found = set()
    for node in ast.walk(link):
        if isinstance(node, Forget):
            found.add(node.state)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            found.add(node.value.id)
    return found


def _only_changes(change: ast.stmt) -> bool:
    """Whether a statement does nothing but change something, after which the code goes on."""
    return not any(isinstance(n, (ast.Return, ast.For)) for n in ast.walk(change))


def _target(loop: ast.For) -> str:
    assert isinstance(loop.target, ast.Name)
    return loop.target.id


def _over(loop: ast.For, values: ast.expr) -> ast.For:
    return ast.For(loop.target, values, loop.body, [])


def _place_of(done: list[Link], variable: str) -> int:
    return next(n for n, link in enumerate(done) if isinstance(link, ast.Assign) and variable in _changed(link))


def _is_listing(values: ast.expr) -> bool:
    """Whether a loop runs through something that is made anew each time, at little cost."""
    return isinstance(values, ast.Call) and isinstance(values.func, ast.Name) and values.func.id == "compress"


def _calls(node: ast.expr) -> bool:
    calls = (n for n in ast.walk(node) if isinstance(n, (ast.Call, ast.NamedExpr)))
    return not all(map(notes.is_transparent, calls))

"""What a condition inside a loop reads several times is read once.

`plot[s].face is seed and plot[s].owner is me` looks the same cell up twice, and a table of two dice and a space is
asked with the same index again and again. Nothing changes while a condition is worked out, so what is certain to be
read first is named there (`:=`), and the name stands for the others.
"""

import ast
from collections.abc import Callable, Iterator

from rulewright.program import pyast as py
from rulewright.program.written_in import replaced

_SHARED = (ast.Subscript, ast.BinOp)
_SIMPLE = (ast.Name, ast.Constant, ast.BinOp, ast.Subscript, ast.operator, ast.Load)
_CHEAP = 2  # parts of an index: with fewer it is as quick to look again


def read_once(function: ast.stmt, fresh: Callable[[], str]) -> None:
    """Changes the conditions of `if`s that stand in loops of a function."""
    for loop in ast.walk(function):
        if isinstance(loop, ast.For | ast.While):
            for statement in loop.body:
                for node in _ifs(statement):
                    node.test = _shared(node.test, fresh)


def _ifs(statement: ast.stmt) -> Iterator[ast.If]:
    """The `if`s of a loop, without those of loops inside it, which come by themselves."""
    if isinstance(statement, ast.If):
        yield statement
        for inner in (*statement.body, *statement.orelse):
            yield from _ifs(inner)


def _shared(test: ast.expr, fresh: Callable[[], str]) -> ast.expr:
    bound = {n.id for n in ast.walk(test) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    while True:
        reads = list(_reads(test, True, bound))
        found: dict[str, list[bool]] = {}  # whether each is certain to be read, in their order
        for node, sure in reads if len(reads) > 1 else ():
            found.setdefault(ast.dump(node), []).append(sure)
        again = [key for key, sure in found.items() if len(sure) > 1 and sure[0]]
        if not again:
            return test
        test = replaced(test, _Put(max(again, key=len), fresh()))


class _Put:
    """Names an expression at the first place that is come to, and puts the name for it at the others."""

    def __init__(self, key: str, name: str) -> None:
        self._key, self._name, self._is_named = key, name, False

    def __call__(self, node: ast.AST) -> ast.expr | None:
        if not isinstance(node, _SHARED) or ast.dump(node) != self._key:
            return None
        if self._is_named:
            return ast.copy_location(py.name(self._name), node)
        self._is_named = True
        return ast.copy_location(ast.NamedExpr(ast.Name(self._name, py.STORE), node), node)


def _reads(node: ast.AST, sure: bool, bound: set[str]) -> Iterator[tuple[ast.expr, bool]]:
    """The cells and indexes that a condition reads, in the order in which it does, and whether in any case."""
    if isinstance(node, ast.Lambda | ast.GeneratorExp | ast.ListComp):
        return
    if isinstance(node, _SHARED) and _is_worth_it(node, bound):
        yield node, sure
    certain = 1 if isinstance(node, ast.BoolOp | ast.IfExp) else 2 if isinstance(node, ast.Compare) else None
    for n, child in enumerate(_in_order(node)):
        yield from _reads(child, sure and (certain is None or n < certain), bound)


def _in_order(node: ast.AST) -> list[ast.AST]:
    if isinstance(node, ast.IfExp):
        return [node.test, node.body, node.orelse]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]


def _is_worth_it(node: ast.Subscript | ast.BinOp, bound: set[str]) -> bool:
    parts = list(ast.walk(node.slice if isinstance(node, ast.Subscript) else node))
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    leaves = sum(isinstance(part, ast.Name | ast.Constant) for part in parts)
    return leaves >= _CHEAP and not names & bound and all(isinstance(part, _SIMPLE) for part in parts)

"""What several assignments in a row ask of one state is asked once.

The lines of a score sheet ask the same of a table on which nothing moves: who beats whom, for one player and for the
other. What only reads, and reads the state and constants only, has the same value each time. It is worked out
beforehand where one of the assignments works it out in any case; where all stand behind conditions it stays where it
is. The longest is shared first.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.program import pyast as py
from rulewright.program.pyast import Code
from rulewright.program.written_in import replaced

_SHORT = 10  # parts of an expression without calls that may as well be worked out again
_CHOICES = (ast.BoolOp, ast.IfExp, ast.Compare)


@dataclass
class _Asked:
    node: ast.expr
    times: int = 0
    sure: bool = False  # whether one of them is worked out in any case


class _Named:
    """Puts a name for each occurrence of an expression."""

    def __init__(self, name: str, node: ast.expr) -> None:
        self.name, self._kind, self._key = name, type(node), ast.dump(node)

    def __call__(self, node: ast.AST) -> ast.expr | None:
        return py.name(self.name) if type(node) is self._kind and ast.dump(node) == self._key else None


def asked_once(code: Code, fresh: Callable[[], str]) -> Code:
    """The same assignments to variables, after those of what they share; none of them changes the state."""
    while (shared := _longest(code)) is not None:
        named = _Named(fresh(), shared)
        code = [py.assign(named.name, shared), *(replaced(statement, named) for statement in code)]
    return code


def _longest(code: Code) -> ast.expr | None:
    """The longest expression that stands several times in assignments, and is worked out in any case."""
    asked: dict[str, _Asked] = {}
    for statement in code:
        assert isinstance(statement, ast.Assign)
        for node, sure in _parts(statement.value, True):
            found = asked.setdefault(ast.dump(node), _Asked(node))
            found.times += 1
            found.sure = found.sure or sure
    shared = [key for key, found in asked.items() if found.sure and found.times > 1]
    return asked[max(shared, key=len)].node if shared else None


def _parts(node: ast.AST, sure: bool) -> Iterator[tuple[ast.expr, bool]]:
    """The parts that may be shared, and whether each is worked out whenever the whole is."""
    if isinstance(node, ast.expr) and _is_worth_it(node) and _only_reads(node):
        yield node, sure
    for n, child in enumerate(ast.iter_child_nodes(node)):
        match node:
            case ast.IfExp():
                inner = sure and child is node.test
            case ast.BoolOp():
                inner = sure and child is node.values[0]
            case ast.Compare():
                inner = sure and n < 3  # the left, an operator, the first of those on the right
            case ast.GeneratorExp() | ast.ListComp() | ast.Lambda():
                inner = False
            case _:
                inner = sure
        yield from _parts(child, inner)


def _is_worth_it(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) or (isinstance(node, _CHOICES) and sum(1 for _ in ast.walk(node)) > _SHORT)


def _only_reads(node: ast.AST) -> bool:
    """Whether an expression reads nothing but the state and constants, and changes nothing."""
    match node:
        case ast.Name(id=name):
            return name == "S" or name[0] == "K"
        case ast.Call(func=ast.Name(), args=args, keywords=[]):
            return getattr(node, "roots", None) is not None and all(map(_only_reads, args))
        case ast.Subscript() | ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.BoolOp() | ast.IfExp() | ast.Slice():
            return all(map(_only_reads, ast.iter_child_nodes(node)))
        case ast.Constant() | ast.operator() | ast.unaryop() | ast.cmpop() | ast.boolop() | ast.Load():
            return True
    return False

"""What several assignments in a row ask of one state is asked once.

The lines of a score sheet ask the same of a table on which nothing moves: who beats whom, for one player and for the
other. A call that only reads, with the same fixed arguments, has the same value each time. It is made beforehand where
one of the assignments makes it in any case; where all stand behind conditions it stays where it is.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.program import pyast as py
from rulewright.program.pyast import Code
from rulewright.program.written_in import replaced

_Key = tuple[str, tuple[tuple[str, object], ...]]


@dataclass
class _Asked:
    call: ast.Call
    times: int = 0
    sure: bool = False  # whether one of them is made in any case


def asked_once(code: Code, fresh: Callable[[], str]) -> Code:
    """The same assignments to variables, after those of the calls that they share; none of them changes the state."""
    asked: dict[_Key, _Asked] = {}
    for statement in code:
        assert isinstance(statement, ast.Assign)
        for key, call, sure in _calls(statement.value, True):
            found = asked.setdefault(key, _Asked(call))
            found.times += 1
            found.sure = found.sure or sure
    names = {key: fresh() for key, found in asked.items() if found.sure and found.times > 1}
    if not names:
        return code

    def known(node: ast.AST) -> ast.expr | None:
        key = _key(node)
        return None if key is None or key not in names else py.name(names[key])

    made = [py.assign(name, asked[key].call) for key, name in names.items()]
    return [*made, *(replaced(statement, known) for statement in code)]


def _calls(node: ast.AST, sure: bool) -> Iterator[tuple[_Key, ast.Call, bool]]:
    """The calls that may be shared, and whether each is made whenever the node is worked out."""
    key = _key(node)
    if key is not None:
        assert isinstance(node, ast.Call)
        yield key, node, sure
        return
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
        yield from _calls(child, inner)


def _key(node: ast.AST) -> _Key | None:
    """What a call asks, if it only reads the state and is handed nothing else but literals."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id="S"), *args], keywords=[]):
            fixed = [(type(a.value).__name__, a.value) for a in args if isinstance(a, ast.Constant)]
            if getattr(node, "roots", None) is not None and len(fixed) == len(args):
                return name, tuple(fixed)
    return None

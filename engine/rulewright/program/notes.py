"""Notes that makers leave on nodes of code, and what is read off code with them: which roots of a state it looks at."""

import ast
from collections.abc import Iterable, Sequence


def reading(node: ast.expr, roots: frozenset[str]) -> ast.expr:
    """Notes which roots (see `analysis.py`) a node reads of the state that it names itself."""
    node.roots = roots  # type: ignore[attr-defined]
    return node


def harmless(node: ast.expr) -> ast.expr:
    """Notes that a call never fails, so that it may be made before it is known to be needed."""
    node.harmless = True  # type: ignore[attr-defined]
    return node


def costly(node: ast.expr) -> ast.expr:
    """Notes that a condition is asked only where there is no cheaper one left to ask before a loop."""
    node.costly = True  # type: ignore[attr-defined]
    return node


def transparent(node: ast.expr) -> ast.expr:
    """Notes that a call only looks on: its last argument may be moved, or asked less often, as if it stood alone."""
    node.transparent = True  # type: ignore[attr-defined]
    return node


def is_transparent(node: ast.AST) -> bool:
    """Whether a call only looks on."""
    return getattr(node, "transparent", False)


def is_costly(node: ast.AST) -> bool:
    """Whether a condition is asked late."""
    return getattr(node, "costly", False)


def is_harmless(node: ast.AST) -> bool:
    """Whether a call never fails."""
    return getattr(node, "harmless", False)


def roots_read(code: Sequence[ast.AST], state: str) -> frozenset[str] | None:
    """The roots that code reads of the state in a variable, and of its copies; None: it may read anything."""
    found: frozenset[str] = frozenset()
    copies: set[int] = set()
    for statement in code:
        for node in ast.walk(statement):
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and _is_copy_of(node.value, state):
                copies |= {id(node), id(node.value)}
                known = roots_read(code, target.id)
            elif id(node) in copies or _is_store(node) or (isinstance(target, ast.Name) and target.id == state):
                continue
            elif any(isinstance(child, ast.Name) and child.id == state for child in ast.iter_child_nodes(node)):
                known = getattr(node, "roots", None)
            else:
                continue
            if known is None:
                return None
            found |= known
    return found


def is_copied(code: Iterable[ast.AST], state: str) -> bool:
    """Whether code makes a copy of the state in a variable."""
    nodes = (node for statement in code for node in ast.walk(statement))
    return any(isinstance(node, ast.Subscript) and _is_copy_of(node, state) for node in nodes)


def _is_copy_of(node: ast.expr, state: str) -> bool:
    """Whether code is the state itself, or all of its cells."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.lower is None:
        node = node.value
    return isinstance(node, ast.Name) and node.id == state


def is_written(code: Iterable[ast.AST], state: str) -> bool:
    """Whether code changes the state in a variable."""
    nodes = (node for statement in code for node in ast.walk(statement) if _is_store(node))
    return any(isinstance(child, ast.Name) and child.id == state for n in nodes for child in ast.iter_child_nodes(n))


def _is_store(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)


def rename(code: Iterable[ast.AST], old: str, new: str) -> None:
    """Lets code use another variable instead of one."""
    for statement in code:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == old:
                node.id = new
            elif getattr(node, "state", None) == old:  # what is given up of a state (`memo.Forget`)
                node.state = new  # type: ignore[attr-defined]


def used(given: list[ast.stmt], code: list[ast.stmt]) -> list[ast.stmt]:
    """Code after a variable is given a value that cannot fail; without it if the code does not look at the variable."""
    match given:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)] if not any(map(_may_fail, ast.walk(value))):
            nodes = (node for statement in code for node in ast.walk(statement))
            if not any(isinstance(node, ast.Name) and node.id == name for node in nodes):
                return code
    return [*given, *code]


def _may_fail(node: ast.AST) -> bool:
    """Whether a node is a call of more than a table."""
    return isinstance(node, (ast.Call, ast.NamedExpr)) and not isinstance(getattr(node, "func", None), ast.Attribute)

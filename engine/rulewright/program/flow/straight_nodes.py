"""What a node of the code between two decisions is: a cell of the state, a variable, a fault."""

import ast

from rulewright.program import layout

STATE = "S"
FREE = len(layout.HEAD)  # no index that is worked out means a cell below
_UNFOLLOWED = (layout.RNG, layout.BUDGET, layout.SCRIPT, layout.EVENTS, layout.SEARCH)  # what is called writes them


def cell_of(node: ast.expr) -> int | None:
    """The cell of the state that code loads, if it is one whose content is followed."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as cell)) if name == STATE:
            return None if cell in _UNFOLLOWED else cell
        case _:
            return None


def is_name(node: ast.expr, name: str) -> bool:
    """Whether a node is the variable of that name."""
    return isinstance(node, ast.Name) and node.id == name


def is_fault(node: ast.expr) -> bool:
    """Whether code does not go on behind an expression, since it tells a fault."""
    return isinstance(node, ast.Call) and is_name(node.func, "fault")

"""Backwards through code: stores go that are written over before anybody looks."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.program import pyast as py
from rulewright.program.flow.straight_nodes import FREE, STATE, cell_of, is_fault, is_name
from rulewright.program.pyast import Code


@dataclass(frozen=True)
class _Seen:
    """The cells that are looked at before they are written: these, or all but these."""

    all_but: bool
    cells: frozenset[int] = frozenset()

    def after_store(self, cell: int) -> "_Seen":
        return _Seen(self.all_but, self.cells | {cell} if self.all_but else self.cells - {cell})

    def and_cell(self, cell: int) -> "_Seen":
        return _Seen(self.all_but, self.cells - {cell} if self.all_but else self.cells | {cell})

    def and_any_free(self) -> "_Seen":
        """Some cell that an index means which is worked out."""
        head = frozenset(cell for cell in range(FREE) if cell not in self)
        return _Seen(True, head)

    def or_else(self, other: "_Seen") -> "_Seen":
        """What is seen on one of two ways."""
        if self.all_but and other.all_but:
            return _Seen(True, self.cells & other.cells)
        if not self.all_but and not other.all_but:
            return _Seen(False, self.cells | other.cells)
        all_but, few = (self, other) if self.all_but else (other, self)
        return _Seen(True, all_but.cells - few.cells)

    def __contains__(self, cell: int) -> bool:
        return (cell in self.cells) is not self.all_but


_EVERYTHING, _NOTHING = _Seen(True), _Seen(False)
_Point = tuple[_Seen, frozenset[str]]  # before a statement: the cells that are seen later, the variables that are used


def backwards(code: Code) -> Code:
    """Code without stores that nobody looks at. Behind its end every cell is looked at, and no variable."""
    return _before(code, (_EVERYTHING, frozenset()))[0]


def _before(code: Code, after: _Point) -> tuple[Code, _Point]:
    """Code without stores that nobody looks at, and what is looked at before it."""
    out: Code = []
    seen, used = after
    for s in reversed(code):
        match s:
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                cell = cell_of(ast.Subscript(target.value, target.slice, py.LOAD))
                if cell is not None and cell not in seen and _is_quiet(value):
                    continue
                out.append(s)
                seen = seen if cell is None else seen.after_store(cell)
                own = [target.slice] if is_name(target.value, STATE) else [target.slice, target.value]
                seen, used = _looking((value, *own), (seen, used))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if name not in used and _is_quiet(value):
                    continue
                out.append(s)
                seen, used = _looking([value], (seen, used - {name}))
            case ast.If(test=test):
                then, (seen_then, used_then) = _before(s.body, (seen, used))
                other, (seen_other, used_other) = _before(s.orelse, (seen, used))
                if not then and not other and _is_quiet(test):
                    continue
                out += [ast.copy_location(k, s) for k in py.if_(test, then or [ast.Pass()], other)]
                seen, used = _looking([test], (seen_then.or_else(seen_other), used_then | used_other))
            case ast.Return(value=ast.expr() as value):
                out.append(s)
                seen, used = _looking([value], (_EVERYTHING, frozenset()))
            case ast.Expr(value=value):
                out.append(s)
                seen, used = _looking([value], (_NOTHING, frozenset()) if is_fault(value) else (seen, used))
            case ast.Pass():
                out.append(s)
            case _:  # a loop
                out.append(s)
                seen, used = _EVERYTHING, used | _names(s)
    return out[::-1], (seen, used)


def _looking(nodes: Iterable[ast.expr], after: _Point) -> _Point:
    """What is looked at before expressions are worked out."""
    seen, used = after
    for node in nodes:
        pending: list[ast.AST] = [node]
        while pending:
            n = pending.pop()
            cell = cell_of(n) if isinstance(n, ast.Subscript) else None
            if cell is not None:
                seen = seen.and_cell(cell)
                continue
            if isinstance(n, ast.Name):
                used |= {n.id}
                seen = _EVERYTHING if n.id == STATE else seen
            elif isinstance(n, ast.Subscript) and is_name(n.value, STATE) and not isinstance(n.slice, ast.Slice):
                seen = seen.and_any_free()
                pending.append(n.slice)
                continue
            pending.extend(ast.iter_child_nodes(n))
    return seen, used


def _is_quiet(node: ast.expr) -> bool:
    """Whether nothing happens where code is worked out."""
    return not any(isinstance(n, (ast.Call, ast.NamedExpr)) for n in ast.walk(node))


def _names(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}

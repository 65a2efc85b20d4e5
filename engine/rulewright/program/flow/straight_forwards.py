"""Forwards through code: values that are known take the place of loads, and conditions that they decide go."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.program import pyast as py
from rulewright.program.flow.straight_nodes import FREE, STATE, cell_of, is_fault, is_name
from rulewright.program.pyast import Code

_K = TypeVar("_K")


@dataclass
class Known:
    """What is known at a point: literals and variables that cells hold, literals that variables hold."""

    cells: dict[int, ast.expr] = field(default_factory=dict)
    names: dict[str, ast.expr] = field(default_factory=dict)

    def copied(self) -> "Known":
        """The same, to be changed apart."""
        return Known(dict(self.cells), dict(self.names))

    def and_also(self, other: "Known") -> "Known":
        """What is known on both ways."""
        return Known(_common(self.cells, other.cells), _common(self.names, other.names))

    def set_name(self, name: str, value: ast.expr | None) -> None:
        """A variable has a new value."""
        self.names = {k: v for k, v in self.names.items() if k != name and not is_name(v, name)}
        self.cells = {k: v for k, v in self.cells.items() if not is_name(v, name)}
        if value is not None and not is_name(value, name):
            self.names[name] = value

    def forget_cells(self, low: int) -> None:
        """Cells from `low` on may have changed."""
        self.cells = {k: v for k, v in self.cells.items() if k < low}


def _common(one: Mapping[_K, ast.expr], other: Mapping[_K, ast.expr]) -> dict[_K, ast.expr]:
    return {k: v for k, v in one.items() if k in other and _same(v, other[k])}


def _same(a: ast.expr, b: ast.expr) -> bool:
    if isinstance(a, ast.Name):
        return is_name(b, a.id)
    return isinstance(a, ast.Constant) and isinstance(b, ast.Constant) and py.is_const(a, b.value)


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Constant))


class Forwards:
    """Puts values that are known in the place of loads. The way on is None where code does not go on."""

    def run(self, code: Code, known: Known) -> tuple[Code, Known | None]:
        """The code with what is known in it, and what is known behind it."""
        out: Code = []
        for statement in code:
            more, after = self._statement(statement, known)
            out += more
            if after is None:
                return out, None
            known = after
        return out, known

    def _statement(self, s: ast.stmt, known: Known) -> tuple[Code, Known | None]:
        match s:
            case ast.Assign(targets=[target], value=value):
                return [self._assign(s, target, value, known)], known
            case ast.If():
                return self._if(s, known)
            case ast.For() | ast.While():
                return self._loop(s, known)
            case ast.Return(value=ast.expr() as value):
                return [py.with_parts(s, value=self._filled(value, known))], None
            case ast.Expr(value=value):
                filled = self._filled(value, known)
                _called(filled, known)
                return [py.with_parts(s, value=filled)], None if is_fault(filled) else known
            case ast.AugAssign(target=ast.Subscript() as target, value=value):
                filled = self._filled(value, known)
                place = py.with_parts(target, slice=self._filled(target.slice, known))
                _called(filled, known)
                _written(place, None, known)
                return [py.with_parts(s, target=place, value=filled)], known
            case ast.Pass():  # a note on what is given up, too: it changes no cell that is looked at here
                return [s], known
            case _:
                known.forget_cells(0)
                known.names = {}
                return [s], None if isinstance(s, (ast.Break, ast.Continue)) else known

    def _assign(self, s: ast.stmt, target: ast.expr, value: ast.expr, known: Known) -> ast.stmt:
        filled = self._filled(value, known)
        cell = cell_of(filled)
        if isinstance(target, ast.Subscript):
            place = py.with_parts(target, slice=self._filled(target.slice, known))
            _called(filled, known)
            _called(place.slice, known)
            _written(place, filled, known)
            return py.with_parts(s, targets=[place], value=filled)
        _called(filled, known)
        for name in (n.id for n in ast.walk(target) if isinstance(n, ast.Name)):
            known.set_name(name, filled if _is_plain(filled) and isinstance(target, ast.Name) else None)
        if cell is not None and isinstance(target, ast.Name):
            known.cells[cell] = py.name(target.id)
        return py.with_parts(s, value=filled)

    def _if(self, s: ast.If, known: Known) -> tuple[Code, Known | None]:
        test = self._filled(s.test, known)
        if isinstance(test, ast.Constant):
            return self.run(s.body if test.value else s.orelse, known)
        _called(test, known)
        for name in _stored(test):
            known.set_name(name, None)
        then, after_then = self.run(s.body, _learnt(test, known.copied()))
        other, after_other = self.run(s.orelse, known.copied())
        found = [ast.copy_location(k, s) for k in py.if_(test, then or [ast.Pass()], other)]
        if after_then is None or after_other is None:
            return found, after_other if after_then is None else after_then
        return found, after_then.and_also(after_other)

    def _loop(self, s: ast.For | ast.While, known: Known) -> tuple[Code, Known | None]:
        if isinstance(s, ast.For):
            s = py.with_parts(s, iter=self._filled(s.iter, known))
            _called(s.iter, known)
        else:
            known.names = {}
        for name in _stored(s):
            known.set_name(name, None)
        if any(_changes_state(node) for node in ast.walk(s)):
            known.forget_cells(0)
        body, _ = self.run(s.body, known.copied())
        return [py.with_parts(s, body=body or [ast.Pass()])], known

    # ---------- expressions ----------

    def _filled(self, node: ast.expr, known: Known) -> ast.expr:
        """An expression with what is known in it; as it is if it may change something on the way."""
        own_names = (ast.Lambda, ast.comprehension, ast.NamedExpr)
        if any(isinstance(n, own_names) or _changes_state(n) for n in ast.walk(node)):
            return node
        return self._value(node, known)

    def _value(self, node: ast.expr, known: Known) -> ast.expr:
        cell = cell_of(node)
        if cell is not None:
            value = known.cells.get(cell, node)
            return known.names.get(value.id, value) if isinstance(value, ast.Name) else value
        match node:
            case ast.Name(id=name):
                return known.names.get(name, node)
            case ast.BoolOp(op=op, values=values):
                parts = [self._value(v, known) for v in values]
                if all(a is b for a, b in zip(parts, values, strict=True)):
                    return node
                joined = py.all_of(parts) if isinstance(op, ast.And) else py.any_of(parts)
                return ast.copy_location(joined, node) if isinstance(joined, ast.BoolOp) else joined
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self._value(operand, known)
                return node if inner is operand else py.not_(inner)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                sides = self._value(left, known), self._value(right, known)
                return _decided(py.with_parts(node, left=sides[0], comparators=[sides[1]]), op)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return py.if_expr(*(self._value(part, known) for part in (test, body, orelse)))
            case ast.BinOp(left=left, right=right):
                return py.with_parts(node, left=self._value(left, known), right=self._value(right, known))
            case ast.Subscript(value=value, slice=index):
                return py.with_parts(node, value=self._value(value, known), slice=self._value(index, known))
            case ast.Slice(lower=lower, upper=upper):
                ends = (end and self._value(end, known) for end in (lower, upper))
                return py.with_parts(node, **dict(zip(("lower", "upper"), ends, strict=True)))
            case ast.Call(args=args):
                return py.with_parts(node, args=[self._value(arg, known) for arg in args])
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                return py.with_parts(node, elts=[self._value(e, known) for e in elts])
            case _:
                return node


def _decided(node: ast.Compare, op: ast.cmpop) -> ast.expr:
    """A comparison, or its outcome if both sides are literals."""
    left, right = node.left, node.comparators[0]
    if not (isinstance(left, ast.Constant) and isinstance(right, ast.Constant)):
        return node
    a, b = left.value, right.value
    if isinstance(op, (ast.Is, ast.IsNot)):
        return py.const((a is b) is isinstance(op, ast.Is)) if a is None or b is None else node
    if isinstance(op, (ast.Eq, ast.NotEq)):
        return py.const((a == b) is isinstance(op, ast.Eq))
    if type(a) is int and type(b) is int:
        sign = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}.get(type(op))
        return node if sign is None else py.compare(sign, left, right)
    return node


def _learnt(test: ast.expr, known: Known) -> Known:
    """What is known where a condition holds."""
    match test:
        case ast.BoolOp(op=ast.And(), values=parts):
            for part in parts:
                _learnt(part, known)
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None) as none]):
            cell = cell_of(left)
            if cell is not None:
                known.cells[cell] = none
            elif isinstance(left, ast.Name):
                known.set_name(left.id, none)
        case _:
            pass
    return known


def _written(place: ast.Subscript, value: ast.expr | None, known: Known) -> None:
    """A cell has been written."""
    if not is_name(place.value, STATE):
        return
    cell = cell_of(ast.Subscript(place.value, place.slice, py.LOAD))
    if isinstance(place.slice, ast.Constant):
        if cell is not None:
            known.cells.pop(cell, None)
            if value is not None and _is_plain(value):
                known.cells[cell] = value
    else:
        known.forget_cells(FREE)


def _called(node: ast.expr, known: Known) -> None:
    """An expression has been worked out: what calls in it may change, and the names that it gives, are new."""
    if any(_changes_state(n) for n in ast.walk(node)):
        known.forget_cells(0)
    for name in _stored(node):
        known.set_name(name, None)


def _changes_state(node: ast.AST) -> bool:
    """Whether a node may change cells: a store, or a call that is handed the state and is not known to read only."""
    if isinstance(node, ast.Call):
        handed = any(isinstance(n, ast.Name) and n.id == STATE for n in node.args)
        return handed and getattr(node, "roots", None) is None
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and is_name(node.value, STATE)


def _stored(node: ast.AST) -> list[str]:
    """The variables that code gives a value."""
    return [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]

"""Code between two decisions, tidied: what a cell or variable is known to hold is not read again.

Pieces are written one by one, each as if it stood alone. Where they have been written into each other, a later one
loads what an earlier one has stored, asks what it has decided, and stores what nobody sees. Two passes over the whole
code of a function put that right: forwards, values that are known take the place of loads, and conditions that they
decide go; backwards, stores go that are written over before anybody looks. Code is not changed in place: pieces share
it.
"""

import ast
import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.pyast import Code

_STATE = "S"
_FREE = len(layout.HEAD)  # no index that is worked out means a cell below
_K = TypeVar("_K")


def straightened(code: Code) -> Code:
    """The same code with less to do."""
    forwards, _ = _Forwards().run(code, _Known())
    return _backwards(forwards, (_EVERYTHING, frozenset()))[0]


# ---------- forwards ----------


@dataclass
class _Known:
    """What is known at a point: literals and variables that cells hold, literals that variables hold."""

    cells: dict[int, ast.expr] = field(default_factory=dict)
    names: dict[str, ast.expr] = field(default_factory=dict)

    def copied(self) -> "_Known":
        return _Known(dict(self.cells), dict(self.names))

    def and_also(self, other: "_Known") -> "_Known":
        """What is known on both ways."""
        return _Known(_common(self.cells, other.cells), _common(self.names, other.names))

    def set_name(self, name: str, value: ast.expr | None) -> None:
        """A variable has a new value."""
        self.names = {k: v for k, v in self.names.items() if k != name and not _is_name(v, name)}
        self.cells = {k: v for k, v in self.cells.items() if not _is_name(v, name)}
        if value is not None and not _is_name(value, name):
            self.names[name] = value

    def forget_cells(self, low: int) -> None:
        """Cells from `low` on may have changed."""
        self.cells = {k: v for k, v in self.cells.items() if k < low}


def _common(one: Mapping[_K, ast.expr], other: Mapping[_K, ast.expr]) -> dict[_K, ast.expr]:
    return {k: v for k, v in one.items() if k in other and _same(v, other[k])}


def _same(a: ast.expr, b: ast.expr) -> bool:
    if isinstance(a, ast.Name):
        return _is_name(b, a.id)
    return isinstance(a, ast.Constant) and isinstance(b, ast.Constant) and py.is_const(a, b.value)


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Constant))


class _Forwards:
    """Puts values that are known in the place of loads. The way on is None where code does not go on."""

    def run(self, code: Code, known: _Known) -> tuple[Code, _Known | None]:
        out: Code = []
        for statement in code:
            more, after = self._statement(statement, known)
            out += more
            if after is None:
                return out, None
            known = after
        return out, known

    def _statement(self, s: ast.stmt, known: _Known) -> tuple[Code, _Known | None]:
        match s:
            case ast.Assign(targets=[target], value=value):
                return [self._assign(s, target, value, known)], known
            case ast.If():
                return self._if(s, known)
            case ast.For() | ast.While():
                return self._loop(s, known)
            case ast.Return(value=ast.expr() as value):
                return [_with(s, value=self._filled(value, known))], None
            case ast.Expr(value=value):
                filled = self._filled(value, known)
                _called(filled, known)
                return [_with(s, value=filled)], None if _is_fault(filled) else known
            case ast.AugAssign(target=ast.Subscript() as target, value=value):
                filled = self._filled(value, known)
                place = _with(target, slice=self._filled(target.slice, known))
                _called(filled, known)
                _written(place, None, known)
                return [_with(s, target=place, value=filled)], known
            case ast.Pass():  # a note on what is given up, too: it changes no cell that is looked at here
                return [s], known
            case _:
                known.forget_cells(0)
                known.names = {}
                return [s], None if isinstance(s, (ast.Break, ast.Continue)) else known

    def _assign(self, s: ast.stmt, target: ast.expr, value: ast.expr, known: _Known) -> ast.stmt:
        filled = self._filled(value, known)
        cell = _cell(filled)
        if isinstance(target, ast.Subscript):
            place = _with(target, slice=self._filled(target.slice, known))
            _called(filled, known)
            _called(place.slice, known)
            _written(place, filled, known)
            return _with(s, targets=[place], value=filled)
        _called(filled, known)
        for name in (n.id for n in ast.walk(target) if isinstance(n, ast.Name)):
            known.set_name(name, filled if _is_plain(filled) and isinstance(target, ast.Name) else None)
        if cell is not None and isinstance(target, ast.Name):
            known.cells[cell] = py.name(target.id)
        return _with(s, value=filled)

    def _if(self, s: ast.If, known: _Known) -> tuple[Code, _Known | None]:
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

    def _loop(self, s: ast.For | ast.While, known: _Known) -> tuple[Code, _Known | None]:
        if isinstance(s, ast.For):
            s = _with(s, iter=self._filled(s.iter, known))
            _called(s.iter, known)
        else:
            known.names = {}
        for name in _stored(s):
            known.set_name(name, None)
        if any(_changes_state(node) for node in ast.walk(s)):
            known.forget_cells(0)
        body, _ = self.run(s.body, known.copied())
        return [_with(s, body=body or [ast.Pass()])], known

    # ---------- expressions ----------

    def _filled(self, node: ast.expr, known: _Known) -> ast.expr:
        """An expression with what is known in it; as it is if it may change something on the way."""
        own_names = (ast.Lambda, ast.comprehension, ast.NamedExpr)
        if any(isinstance(n, own_names) or _changes_state(n) for n in ast.walk(node)):
            return node
        return self._value(node, known)

    def _value(self, node: ast.expr, known: _Known) -> ast.expr:
        cell = _cell(node)
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
                return _decided(_with(node, left=self._value(left, known), comparators=[self._value(right, known)]), op)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return py.if_expr(*(self._value(part, known) for part in (test, body, orelse)))
            case ast.BinOp(left=left, right=right):
                return _with(node, left=self._value(left, known), right=self._value(right, known))
            case ast.Subscript(value=value, slice=index):
                return _with(node, value=self._value(value, known), slice=self._value(index, known))
            case ast.Slice(lower=lower, upper=upper):
                ends = (end and self._value(end, known) for end in (lower, upper))
                return _with(node, **dict(zip(("lower", "upper"), ends, strict=True)))
            case ast.Call(args=args):
                return _with(node, args=[self._value(arg, known) for arg in args])
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                return _with(node, elts=[self._value(e, known) for e in elts])
            case _:
                return node


_S = TypeVar("_S", bound=ast.AST)


def _with(node: _S, **parts: object) -> _S:
    """The same node with other parts."""
    if all(getattr(node, name) is part for name, part in parts.items()):
        return node
    found = copy.copy(node)
    for name, part in parts.items():
        setattr(found, name, part)
    return found


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


def _learnt(test: ast.expr, known: _Known) -> _Known:
    """What is known where a condition holds."""
    match test:
        case ast.BoolOp(op=ast.And(), values=parts):
            for part in parts:
                _learnt(part, known)
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None) as none]):
            cell = _cell(left)
            if cell is not None:
                known.cells[cell] = none
            elif isinstance(left, ast.Name):
                known.set_name(left.id, none)
        case _:
            pass
    return known


def _cell(node: ast.expr) -> int | None:
    """The cell of the state that code loads, if it is one whose content is followed."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as cell)) if name == _STATE:
            return None if cell in _UNFOLLOWED else cell
        case _:
            return None


_UNFOLLOWED = (layout.RNG, layout.BUDGET, layout.SCRIPT, layout.EVENTS, layout.SEARCH)  # what is called writes them


def _written(place: ast.Subscript, value: ast.expr | None, known: _Known) -> None:
    """A cell has been written."""
    if not _is_name(place.value, _STATE):
        return
    cell = _cell(ast.Subscript(place.value, place.slice, py.LOAD))
    if isinstance(place.slice, ast.Constant):
        if cell is not None:
            known.cells.pop(cell, None)
            if value is not None and _is_plain(value):
                known.cells[cell] = value
    else:
        known.forget_cells(_FREE)


def _called(node: ast.expr, known: _Known) -> None:
    """An expression has been worked out: what calls in it may change, and the names that it gives, are new."""
    if any(_changes_state(n) for n in ast.walk(node)):
        known.forget_cells(0)
    for name in _stored(node):
        known.set_name(name, None)


def _changes_state(node: ast.AST) -> bool:
    """Whether a node may change cells: a store, or a call that is handed the state and is not known to read only."""
    if isinstance(node, ast.Call):
        handed = any(isinstance(n, ast.Name) and n.id == _STATE for n in node.args)
        return handed and getattr(node, "roots", None) is None
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and _is_name(node.value, _STATE)


def _stored(node: ast.AST) -> list[str]:
    """The variables that code gives a value."""
    return [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]


def _is_fault(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _is_name(node.func, "fault")


# ---------- backwards ----------


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
        head = frozenset(cell for cell in range(_FREE) if cell not in self)
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


def _backwards(code: Code, after: _Point) -> tuple[Code, _Point]:
    """Code without stores that nobody looks at, and what is looked at before it."""
    out: Code = []
    seen, used = after
    for s in reversed(code):
        match s:
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                cell = _cell(ast.Subscript(target.value, target.slice, py.LOAD))
                if cell is not None and cell not in seen and _is_quiet(value):
                    continue
                out.append(s)
                seen = seen if cell is None else seen.after_store(cell)
                own = [target.slice] if _is_name(target.value, _STATE) else [target.slice, target.value]
                seen, used = _looking((value, *own), (seen, used))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if name not in used and _is_quiet(value):
                    continue
                out.append(s)
                seen, used = _looking([value], (seen, used - {name}))
            case ast.If(test=test):
                then, (seen_then, used_then) = _backwards(s.body, (seen, used))
                other, (seen_other, used_other) = _backwards(s.orelse, (seen, used))
                if not then and not other and _is_quiet(test):
                    continue
                out += [ast.copy_location(k, s) for k in py.if_(test, then or [ast.Pass()], other)]
                seen, used = _looking([test], (seen_then.or_else(seen_other), used_then | used_other))
            case ast.Return(value=ast.expr() as value):
                out.append(s)
                seen, used = _looking([value], (_EVERYTHING, frozenset()))
            case ast.Expr(value=value):
                out.append(s)
                seen, used = _looking([value], (_NOTHING, frozenset()) if _is_fault(value) else (seen, used))
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
            cell = _cell(n) if isinstance(n, ast.Subscript) else None
            if cell is not None:
                seen = seen.and_cell(cell)
                continue
            if isinstance(n, ast.Name):
                used |= {n.id}
                seen = _EVERYTHING if n.id == _STATE else seen
            elif isinstance(n, ast.Subscript) and _is_name(n.value, _STATE) and not isinstance(n.slice, ast.Slice):
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

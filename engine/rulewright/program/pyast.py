"""Short makers of Python `ast` nodes. Author text enters only as constants; every identifier is the compiler's own."""

import ast
import copy
import operator
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeGuard, TypeVar

from rulewright.text import Span

LOAD, STORE = ast.Load(), ast.Store()

Code = list[ast.stmt]
_S = TypeVar("_S", bound=ast.AST)


def name(identifier: str) -> ast.expr:
    """A variable of the generated code."""
    return ast.Name(identifier, LOAD)


def const(value: object) -> ast.expr:
    """A literal: None, a truth, a number, a text, or a tuple of those."""
    if isinstance(value, tuple):
        return ast.Tuple([const(v) for v in value], LOAD)
    assert value is None or isinstance(value, (bool, int, str)), value
    return ast.Constant(value)


def is_const(node: ast.expr, value: object = ...) -> bool:
    """Whether a node is a literal (this one)."""
    if not isinstance(node, ast.Constant):
        return False
    return value is ... or (node.value == value and type(node.value) is type(value))


def number(node: ast.expr) -> int:
    """The value of a number's literal."""
    assert isinstance(node, ast.Constant) and type(node.value) is int, node
    return node.value


def call(function: str, *args: ast.expr) -> ast.expr:
    """A call of a named function."""
    return ast.Call(name(function), list(args), [])


def method(base: ast.expr, attribute: str, *args: ast.expr) -> ast.expr:
    """A call of a method; the attribute is always the compiler's own word."""
    return ast.Call(ast.Attribute(base, attribute, LOAD), list(args), [])


def item(base: ast.expr, index: ast.expr) -> ast.expr:
    """`base[index]`."""
    return ast.Subscript(base, index, LOAD)


def part(base: ast.expr, low: ast.expr | None, high: ast.expr | None) -> ast.expr:
    """`base[low:high]`."""
    return ast.Subscript(base, ast.Slice(low, high), LOAD)


def reversed_(base: ast.expr) -> ast.expr:
    """`base[::-1]`."""
    return ast.Subscript(base, ast.Slice(None, None, const(-1)), LOAD)


def function_of(parameters: Sequence[str], value: ast.expr) -> ast.expr:
    """`lambda parameters: value`."""
    return ast.Lambda(ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, []), value)


def tuple_(items: Iterable[ast.expr]) -> ast.expr:
    """A tuple display."""
    return ast.Tuple(list(items), LOAD)


_BINARY: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "div": ast.FloorDiv,
    "mod": ast.Mod,
}
_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
    "not in": ast.NotIn,
    "is": ast.Is,
    "is not": ast.IsNot,
}


_DECIDED: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _ends_in_numbers(node: ast.expr) -> TypeGuard[ast.IfExp]:
    """Whether code is a chain `a if .. else b if .. else c` of numbers that are literals."""
    if not isinstance(node, ast.IfExp):
        return False
    ends: ast.expr = node
    while isinstance(ends, ast.IfExp) and isinstance(ends.body, ast.Constant) and type(ends.body.value) is int:
        ends = ends.orelse
    return isinstance(ends, ast.Constant) and type(ends.value) is int


def _to_ends(node: ast.expr, change: Callable[[ast.expr], ast.expr]) -> ast.expr:
    """A chain with a change made to each of its ends."""
    if not isinstance(node, ast.IfExp):
        return change(node)
    then, otherwise = change(node.body), _to_ends(node.orelse, change)
    if is_const(then, False):
        return all_of([not_(node.test), otherwise])
    if is_const(then, True) and _is_truth(node.test):
        return any_of([node.test, otherwise])
    return if_expr(node.test, then, otherwise)


def _is_truth(node: ast.expr) -> bool:
    """Whether the value of code is True or False."""
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def arith(op: str, left: ast.expr, right: ast.expr) -> ast.expr:
    """Whole-number arithmetic; literals are folded."""
    if isinstance(right, ast.Constant) and _ends_in_numbers(left) and op in ("+", "-"):
        return _to_ends(left, lambda end: arith(op, end, right))
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        a, b = left.value, right.value
        if type(a) is int and type(b) is int:
            if op == "+":
                return const(a + b)
            if op == "-":
                return const(a - b)
            if op == "*":
                return const(a * b)
    if op in "+-" and is_const(right, 0):
        return left
    if op == "+" and is_const(left, 0):
        return right
    if op == "*" and is_const(right, 1):
        return left
    if op == "*" and is_const(left, 1):
        return right
    return ast.BinOp(left, _BINARY[op](), right)


def compare(op: str, left: ast.expr, right: ast.expr) -> ast.expr:
    """A comparison, with Python's operators; literals are folded."""
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        a, b = left.value, right.value
        if type(a) is int and type(b) is int and op in _DECIDED:
            return const(_DECIDED[op](a, b))
    if isinstance(right, ast.Constant) and type(right.value) is int and op in _DECIDED and _ends_in_numbers(left):
        return _to_ends(left, lambda end: compare(op, end, right))
    return ast.Compare(left, [_COMPARE[op]()], [right])


def is_none(node: ast.expr, negated: bool = False) -> ast.expr:
    """`node is None`."""
    if isinstance(node, ast.Constant):
        return const((node.value is None) is not negated)
    return compare("is not" if negated else "is", node, const(None))


def truth(node: ast.expr) -> ast.expr:
    """True or False, for what Python counts as true or false."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("any", "all")
    return node if is_call or isinstance(node, ast.Compare) else ast.IfExp(node, const(True), const(False))


def _tested(node: ast.expr) -> ast.expr:
    """A condition where all that counts is what Python counts as true: the opposite of `truth`."""
    if isinstance(node, ast.IfExp) and is_const(node.body, True) and is_const(node.orelse, False):
        return _tested(node.test)
    if isinstance(node, ast.BoolOp):
        return ast.BoolOp(node.op, [_tested(part) for part in node.values])
    return node


def not_(node: ast.expr) -> ast.expr:
    """`not node`, folded."""
    node = _tested(node)
    if is_const(node, True):
        return const(False)
    if is_const(node, False):
        return const(True)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OPPOSITE:
        return ast.copy_location(ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators), node)
    return ast.UnaryOp(ast.Not(), node)


def negative(node: ast.expr) -> ast.expr:
    """`-node`."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return const(-node.value)
    return ast.UnaryOp(ast.USub(), node)


def all_of(parts: Iterable[ast.expr]) -> ast.expr:
    """`a and b and ..`; true if empty; a false literal makes it false."""
    kept: list[ast.expr] = []
    for node in parts:
        if is_const(node, True):
            continue
        if is_const(node, False):
            return const(False) if not kept else ast.BoolOp(ast.And(), [*kept, node])
        kept.extend(node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node])
    if not kept:
        return const(True)
    return kept[0] if len(kept) == 1 else ast.BoolOp(ast.And(), kept)


def any_of(parts: Iterable[ast.expr]) -> ast.expr:
    """`a or b or ..`; false if empty; a true literal makes it true."""
    kept: list[ast.expr] = []
    for node in parts:
        if is_const(node, False):
            continue
        if is_const(node, True):
            return const(True) if not kept else ast.BoolOp(ast.Or(), [*kept, node])
        kept.extend(node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) else [node])
    if not kept:
        return const(False)
    return kept[0] if len(kept) == 1 else ast.BoolOp(ast.Or(), kept)


def if_expr(condition: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
    """`then if condition else otherwise`, folded."""
    if is_const(condition, True):
        return then
    if is_const(condition, False):
        return otherwise
    if isinstance(then, ast.Constant) and is_const(otherwise, then.value) and _is_truth(condition):
        return then
    return ast.IfExp(_tested(condition), then, otherwise)


def generator(value: ast.expr, loops: Sequence[tuple[str, ast.expr, Sequence[ast.expr]]]) -> ast.expr:
    """`(value for x in D if C ..)`."""
    return ast.GeneratorExp(value, _clauses(loops))


def listing(value: ast.expr, loops: Sequence[tuple[str, ast.expr, Sequence[ast.expr]]]) -> ast.expr:
    """`[value for x in D if C ..]`."""
    return ast.ListComp(value, _clauses(loops))


def _clauses(loops: Sequence[tuple[str, ast.expr, Sequence[ast.expr]]]) -> list[ast.comprehension]:
    return [
        ast.comprehension(ast.Name(x, STORE), domain, [_tested(c) for c in tests if not is_const(c, True)], 0)
        for x, domain, tests in loops
    ]


# ---------- statements ----------


def assign(target: str, value: ast.expr) -> ast.stmt:
    """`target = value`."""
    return ast.Assign([ast.Name(target, STORE)], value)


def store(base: str, index: ast.expr, value: ast.expr) -> ast.stmt:
    """`base[index] = value`."""
    return ast.Assign([ast.Subscript(name(base), index, STORE)], value)


def store_part(base: str, low: ast.expr, high: ast.expr, value: ast.expr) -> ast.stmt:
    """`base[low:high] = value`."""
    return ast.Assign([ast.Subscript(name(base), ast.Slice(low, high), STORE)], value)


def bump(base: str, index: ast.expr, op: str, value: ast.expr) -> ast.stmt:
    """`base[index] += value` or `-=`."""
    return ast.AugAssign(ast.Subscript(name(base), index, STORE), _BINARY[op](), value)


def increase(target: str, value: ast.expr) -> ast.stmt:
    """`target += value`."""
    return ast.AugAssign(ast.Name(target, STORE), ast.Add(), value)


def do(value: ast.expr) -> ast.stmt:
    """An expression for its effect."""
    return ast.Expr(value)


def if_(condition: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> list[ast.stmt]:
    """An `if`, folded: a literal condition leaves only its branch; empty branches vanish."""
    other = otherwise or []
    if is_const(condition, True):
        return then
    if is_const(condition, False):
        return other
    if not then and not other:
        return []
    if not then:
        return [ast.If(not_(condition), other, [])]
    return [ast.If(_tested(condition), then, other)]


def for_(target: str, domain: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    """`for target in domain: body`."""
    return ast.For(ast.Name(target, STORE), domain, body or [ast.Pass()], [])


def return_(value: ast.expr) -> ast.stmt:
    """`return value`."""
    return ast.Return(value)


def function(identifier: str, parameters: Sequence[str], body: list[ast.stmt], at: Span | None = None) -> ast.stmt:
    """A function definition, stamped with the place of the rule it comes from."""
    arguments = ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])
    node = ast.FunctionDef(identifier, arguments, body or [ast.Pass()], [], None)
    if at is not None:
        stamp(node, at)
    return node


def stamp(node: ast.AST, at: Span) -> None:
    """Gives a node and all below it that have no place yet the place of a span (line, UTF-8 column)."""
    place = _place(at)
    pending: list[ast.AST] = [node]
    while pending:
        current = pending.pop()
        kind = type(current)
        if "lineno" in kind._attributes:
            if getattr(current, "lineno", None) is not None:
                continue
            current.lineno, current.col_offset, current.end_lineno, current.end_col_offset = place  # type: ignore[attr-defined]
        for name in kind._fields:
            value = getattr(current, name, None)
            if isinstance(value, ast.AST):
                pending.append(value)
            elif isinstance(value, list):
                pending += [part for part in value if isinstance(part, ast.AST)]


@lru_cache(maxsize=20_000)
def _place(at: Span) -> tuple[int, int, int, int]:
    """A span as `ast` counts: lines from 1, columns in bytes."""
    begin, finish = at.begin, at.finish
    line_text = at.source.line(begin.line) if at.end else ""
    end_text = at.source.line(finish.line) if at.end else ""
    return (
        begin.line,
        len(line_text[: begin.column - 1].encode()),
        finish.line,
        len(end_text[: finish.column - 1].encode()),
    )


def with_parts(node: _S, **parts: object) -> _S:
    """A node like another, with other parts; itself where they are its own."""
    if all(getattr(node, name) is part for name, part in parts.items()):
        return node
    found = copy.copy(node)
    for name, part in parts.items():
        setattr(found, name, part)
    return found

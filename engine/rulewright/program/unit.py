"""The generated module under construction: its constants and functions, and the one call of `compile()`."""

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulewright.program import pyast as py
from rulewright.program.read_once import read_once
from rulewright.program.written_in import Search, search_of, written_in
from rulewright.text import SourceText, Span

# Everything that generated code may consist of; `compile_unit` refuses any other node.
ALLOWED = frozenset({
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.If, ast.For, ast.While, ast.Break,
    ast.Continue, ast.Pass, ast.Expr, ast.Assign, ast.AugAssign, ast.Name, ast.Load, ast.Store, ast.Constant,
    ast.Tuple, ast.List, ast.Dict,
    ast.Subscript, ast.Slice, ast.Call, ast.Attribute, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE,
    ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot, ast.IfExp, ast.GeneratorExp, ast.ListComp, ast.comprehension,
    ast.NamedExpr, ast.Lambda, ast.keyword,
})  # fmt: skip
METHODS = frozenset({"append", "get"})  # the only attributes of Python objects in generated code


class Unit:
    """Collects constants and functions under names of the compiler's own making."""

    def __init__(self, helpers: dict[str, Callable[..., Any]]) -> None:
        self.globals: dict[str, Any] = {"__builtins__": {}, **helpers}
        self._constants: dict[object, str] = {}
        self._same: dict[int, tuple[object, str]] = {}  # by identity: a short cut that keeps the object alive
        self._functions: list[tuple[ast.stmt, Span | None]] = []
        self._once: dict[object, str] = {}
        self._count = 0
        self._tables: dict[str, dict[int, str]] = {}
        self._searches: dict[str | None, dict[str, Search]] = {}  # by file, so that a place is one of the same file
        self._changes: list[Callable[[list[ast.stmt]], list[ast.stmt]]] = []
        self.sources: dict[str, SourceText] = {}  # by the name that the code was compiled under

    def fresh(self, prefix: str) -> str:
        """An identifier that nothing else has."""
        self._count += 1
        return f"{prefix}{self._count}"

    def constant(self, value: object) -> ast.expr:
        """A name for a constant that is too large to stand in the code: a tuple, a dict, a frozenset."""
        known = self._same.get(id(value))
        if known is not None:
            return py.name(known[1])
        key: object = (type(value).__name__, _key(value))
        if key not in self._constants:
            identifier = self.fresh("K")
            self._constants[key] = identifier
            self.globals[identifier] = value
        self._same[id(value)] = value, self._constants[key]
        return py.name(self._constants[key])

    def looked_up(self, table: Mapping[Any, object], key: ast.expr) -> ast.expr:
        """`table[key]`; the value itself where the key is a literal and the value may stand in the code."""
        if isinstance(key, ast.Constant) and key.value in table:
            value = table[key.value]
            if value is None or isinstance(value, (bool, int, str)):
                return py.const(value)
        if isinstance(key, ast.IfExp) and isinstance(key.body, ast.Constant | ast.IfExp):  # a chain of literals
            return py.if_expr(key.test, self.looked_up(table, key.body), self.looked_up(table, key.orelse))
        return py.item(self.constant(table), key)

    def define(self, identifier: str, parameters: list[str], body: list[ast.stmt], at: Span | None) -> None:
        """Adds a function; `at` is the rule it comes from."""
        self._functions.append((py.function(identifier, parameters, body, at), at))

    def once(self, what: object, prefix: str, write: Callable[[str], None]) -> str:
        """The name of the function that computes `what`; `write` adds it, under this name, when first asked for."""
        if what not in self._once:
            self._once[what] = self.fresh(prefix)
            write(self._once[what])
        return self._once[what]

    def table(self, functions: Mapping[int, str]) -> ast.expr:
        """A constant that holds functions by a number."""
        key = "table", tuple(functions.items())
        if key not in self._constants:
            self._constants[key] = self.fresh("K")
            self._tables[self._constants[key]] = dict(functions)
        return py.name(self._constants[key])

    def rewrite(self, change: Callable[[list[ast.stmt]], list[ast.stmt]]) -> None:
        """Changes every run of statements in what has not been compiled yet; from now on too, before it is."""
        self._changes.append(change)

    def early(self, function: str) -> Callable[..., Any]:
        """Compiles one function, and those that it calls, before the others."""
        pending = {node.name: (node, at) for node, at in self._functions if isinstance(node, ast.FunctionDef)}
        names: list[str] = [function]
        found: list[tuple[ast.stmt, Span | None]] = []
        for name in names:
            if name in pending:
                found.append(pending.pop(name))
                names += [n.id for n in ast.walk(found[-1][0]) if isinstance(n, ast.Name)]
        self._functions = list(pending.values())
        self._compile(found)
        early: Callable[..., Any] = self.globals[function]
        return early

    def finish(self) -> dict[str, Any]:
        """Compiles what has been added since the last call, under the rules file's own name; gives all names."""
        functions, self._functions = self._functions, []
        self._compile(functions)
        for name, table in self._tables.items():
            self.globals[name] = {number: self.globals[function] for number, function in table.items()}
        self._tables.clear()
        return self.globals

    def _compile(self, functions: list[tuple[ast.stmt, Span | None]]) -> None:
        by_file: dict[str, list[ast.stmt]] = {}
        for function, at in functions:
            searches = self._searches.setdefault(at.source.name if at else None, {})
            search = search_of(function)
            if search is not None and isinstance(function, ast.FunctionDef):
                searches[function.name] = search
        for function, at in functions:
            node = written_in(function, self._searches[at.source.name if at else None], self.globals)
            if at is not None:
                py.stamp(node, at)
            for change in self._changes:
                _rewrite(node, change)
            read_once(node, lambda: self.fresh("t"))
            if at is not None:
                self.sources[at.source.name] = at.source
            by_file.setdefault(at.source.name if at else "<rules>", []).append(node)
        for file, nodes in by_file.items():
            compile_unit(nodes, file, self.globals)


def _rewrite(node: ast.AST, change: Callable[[list[ast.stmt]], list[ast.stmt]]) -> None:
    for name in ("body", "orelse"):
        code = getattr(node, name, None)
        if isinstance(code, list) and code:
            for statement in code:
                _rewrite(statement, change)
            setattr(node, name, change(code) or ([ast.Pass()] if name == "body" else []))


def compile_unit(functions: Iterable[ast.stmt], file: str, namespace: dict[str, Any]) -> None:
    """Compiles functions into a namespace. The only place in the project that compiles or executes code.

    Raises AssertionError if a node is none of ALLOWED: a bug of the compiler, never of a rules file.
    """
    module = ast.Module(list(functions), [])
    pending: list[ast.AST] = [module]
    seen: set[int] = set()  # nodes are shared: what has been looked at once is not looked at again
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        kind = type(node)
        assert kind in ALLOWED, f"{kind.__name__} in generated code"
        if kind is ast.Name:
            assert not node.id.startswith("__"), "a dunder in generated code"  # type: ignore[attr-defined]
        elif kind is ast.Attribute:
            assert node.attr in METHODS, "an attribute in generated code"  # type: ignore[attr-defined]
        if "lineno" in kind._attributes and getattr(node, "lineno", None) is None:
            node.lineno = node.end_lineno = 1  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        for name in kind._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                pending.append(value)
            elif isinstance(value, list):
                pending += [part for part in value if isinstance(part, ast.AST)]
    exec(compile(module, file, "exec"), namespace)


def _key(value: object) -> object:
    if isinstance(value, dict):
        return tuple((k, type(v).__name__, _key(v)) for k, v in value.items())
    if isinstance(value, (tuple, list)):
        return tuple((type(v).__name__, _key(v)) for v in value)
    if isinstance(value, frozenset):
        return frozenset((type(v).__name__, v) for v in value)
    return value if value is None or isinstance(value, (int, str, bool)) else id(value)

"""Values that are remembered until something that they depend on changes: whether an action is possible, long defines.

All values that depend on the same roots (see `analysis.py`) lie in one dict, in a cell of the state. Copies of a state
share it, so what is found out on a copy is known to all; a sentence that writes one of the roots gives the state that
it changes a new dict. Only plain programs remember: a match is saved cell by cell.
"""

import ast
from collections.abc import Iterable, Iterator

from rulewright.program import pyast as py
from rulewright.program.analysis import Roots
from rulewright.program.layout import Layout
from rulewright.program.pyast import Code
from rulewright.program.unit import Unit

_SEATS = 1000  # more than a game has
_VOLATILE = ("s:", "r:")  # whose turn it is, rounds of loops: written by the flow itself, not by sentences


class Forget(ast.Pass):
    """Stands where roots have been written, until it is known what is remembered of them."""

    def __init__(self, state: str, roots: Roots) -> None:
        super().__init__()
        self.state, self.roots = state, roots


class Memo:
    """The remembered values of one program."""

    def __init__(self, unit: Unit, layout: Layout, *, used: bool) -> None:
        self._unit, self._layout, self._open = unit, layout, used
        self._used = used
        self._cells: dict[Roots, int] = {}
        self._keys = 0
        self._functions: dict[int, tuple[str, bool]] = {}  # by the first of their keys

    @property
    def cells(self) -> Iterable[int]:
        """The cells that hold the dicts."""
        return self._cells.values()

    def function(self, what: object, function: str, roots: Roots, *, by_player: bool) -> str:
        """A function like this one, `(S)` or `(S, me)`, that remembers; the same one where that is not possible."""
        if not self._open or not roots or any(root.startswith(_VOLATILE) for root in roots):
            return function
        if roots not in self._cells:
            self._cells[roots] = self._layout.local("remembered")
        box = py.item(py.name("S"), py.const(self._cells[roots]))
        parameters = ["S", "me"] if by_player else ["S"]
        self._keys += _SEATS
        self._functions[self._keys] = function, by_player
        number = py.const(self._keys)
        key = py.arith("+", py.name("me"), number) if by_player else number  # seats have the first ids

        def write(name: str) -> None:
            found = py.call(function, *map(py.name, parameters))
            keep: ast.stmt = ast.Assign([ast.Name("v", py.STORE), ast.Subscript(box, key, py.STORE)], found)
            look = py.assign("v", py.method(box, "get", key))
            code = [look, *py.if_(py.is_none(py.name("v")), [keep]), py.return_(py.name("v"))]
            if by_player:
                code = [*py.if_(py.is_none(py.name("me")), [py.return_(found)]), *code]
            self._unit.define(name, parameters, code, None)

        return self._unit.once(("remembered", what), "m", write)

    def asked(self, key: int) -> tuple[str, int | None]:
        """The function and the seat that a key in a dict stands for; no seat for a value that is nobody's."""
        function, by_player = self._functions[key - key % _SEATS]
        return function, key % _SEATS if by_player else None

    def forget(self, state: str, written: Roots) -> Code:
        """Gives up what depends on what a sentence has written."""
        return [Forget(state, written)] if self._used and written else []

    def close(self) -> None:
        """All that is to be remembered is known: fills in what has to be given up where."""
        self._open = False
        self._unit.rewrite(self._given_up)

    def _given_up(self, code: Code) -> Code:
        return [line for statement in code for line in self._lines(statement)]

    def _lines(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        if not isinstance(statement, Forget):
            yield statement
            return
        for roots, cell in self._cells.items():
            if roots & statement.roots:
                yield py.store(statement.state, py.const(cell), ast.Dict([], []))

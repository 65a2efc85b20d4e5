"""Jumps between pieces, put in order once all pieces are written.

A short piece is copied to where a jump leads to it; a jump to a piece that only jumps on leads to the end of the line.
"""

import ast
from collections.abc import Mapping

from rulewright.program import pyast as py
from rulewright.program.pyast import Code
from rulewright.program.unit import Unit

MOST_COPIED = 6  # statements of a piece that is copied
DEEPEST = 8  # pieces copied into each other


class Goto(ast.Return):
    """Goes on at a pause or piece."""

    def __init__(self, label: int) -> None:
        super().__init__(py.const(label))
        self.label = label
        self.file: str | None = None


class Fork(ast.Return):
    """Goes on at the label of a value, or at another if it has none."""

    def __init__(self, value: ast.expr, labels: Mapping[int, int], otherwise: int | None) -> None:
        super().__init__(value)
        self.of, self.labels, self.otherwise = value, labels, otherwise
        self.file: str | None = None


class Jumps:
    """The pieces by their labels, and how a jump to each is written."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._pieces: dict[int, tuple[Code, str | None]] = {}  # with the file that each is compiled under

    def add(self, label: int | None, code: Code, file: str | None) -> None:
        """Adds a piece; without a label, jumps lead only out of it."""
        for statement in code:
            for node in ast.walk(statement):
                if isinstance(node, (Goto, Fork)):
                    node.file = file
        if label is not None:
            self._pieces[label] = code, file

    def written(self, code: Code, depth: int = 0) -> Code:
        """A run of statements, its last jump written out."""
        for n, last in enumerate(code):  # nothing behind a jump is reached
            if isinstance(last, Goto):
                return [*code[:n], *self._goto(last.label, last.file, depth)]
            if isinstance(last, Fork):
                return [*code[:n], *self._fork(last, depth)]
        return code

    def _goto(self, label: int, file: str | None, depth: int) -> Code:
        label = self._end_of_line(label)
        piece, of = self._pieces.get(label, ([], None))
        if not piece or of != file or depth >= DEEPEST or _length(piece) > MOST_COPIED:
            return [py.return_(py.const(label))]
        return self.written([self._inside(statement, depth + 1) for statement in piece], depth + 1)

    def _inside(self, statement: ast.stmt, depth: int) -> ast.stmt:
        """A copied statement, with the jumps in its branches."""
        if not isinstance(statement, ast.If):
            return statement
        then, otherwise = (
            self.written([self._inside(s, depth) for s in code], depth) for code in (statement.body, statement.orelse)
        )
        return ast.copy_location(ast.If(statement.test, then, otherwise), statement)

    def _end_of_line(self, label: int) -> int:
        seen = {label}
        while True:
            match self._pieces.get(label):
                case [Goto() as only], _ if only.label not in seen:
                    label = only.label
                    seen.add(label)
                case _:
                    return label

    def _fork(self, fork: Fork, depth: int) -> Code:
        ends = {value: self._end_of_line(label) for value, label in fork.labels.items()}
        if len(ends) > 2:
            table = self._unit.constant(ends)
            if fork.otherwise is None:
                return [py.return_(py.item(table, fork.of))]
            return [py.return_(py.method(table, "get", fork.of, py.const(self._end_of_line(fork.otherwise))))]
        tests = list(ends.items())
        last = tests.pop()[1] if fork.otherwise is None else fork.otherwise
        out: Code = []
        for value, label in tests:
            out += py.if_(py.compare("==", fork.of, py.const(value)), self._goto(label, fork.file, depth + 1))
        return [*out, *self._goto(last, fork.file, depth + 1)]


def _length(code: Code) -> int:
    return sum(1 + _length(s.body) + _length(s.orelse) if isinstance(s, ast.If) else 1 for s in code)

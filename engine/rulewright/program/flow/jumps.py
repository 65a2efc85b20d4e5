"""Jumps between pieces, put in order once all pieces are written.

A jump to a piece that only jumps on leads to the end of the line. A piece to which one jump leads is written where that
jump stood, and so is a short one wherever jumps lead to it. What is left of the pieces becomes functions.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.program import pyast as py
from rulewright.program.pyast import Code
from rulewright.program.unit import Unit
from rulewright.text import Span

MOST_COPIED = 10  # statements of a piece that is copied to several places
FEW_COPIES = 80  # statements that all copies of a longer piece may have together
DEEPEST = 16  # pieces written into each other
FEW_WAYS = 4  # of a fork that is written as tests: of one with more, the label is looked up

Tidy = Callable[[Code], Code]


class Goto(ast.Return):
    """Goes on at a pause or piece."""

    def __init__(self, label: int) -> None:
        super().__init__(py.const(label))
        self.label = label


class Fork(ast.Return):
    """Goes on at the label of a value, or at another if it has none."""

    def __init__(self, value: ast.expr, labels: Mapping[int, int], otherwise: int | None) -> None:
        super().__init__(value)
        self.of, self.labels, self.otherwise = value, labels, otherwise


@dataclass
class Piece:
    """A function of code between two decisions. Without a label, no jump leads to it."""

    function: str
    parameters: list[str]
    at: Span | None
    code: Code = field(default_factory=list)
    label: int | None = None

    @property
    def file(self) -> str | None:
        """The file that it is compiled under."""
        return self.at.source.name if self.at else None


class Jumps:
    """The pieces by their labels, and how a jump to each is written."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._pieces: dict[int, Piece] = {}
        self._begins: list[Piece] = []  # what an answer sets going
        self._led: dict[int, int] = {}  # how many jumps lead to a label
        self._lengths: dict[int, int] = {}
        self._needed: list[int] = []  # labels that stayed jumps

    def add(self, piece: Piece) -> None:
        """Adds a piece."""
        if piece.label is None:
            self._begins.append(piece)
        else:
            self._pieces[piece.label] = piece

    def close(self, entries: Iterable[int], tidy: Tidy) -> dict[int, str]:
        """Writes what answers set going and, by label, the functions of the pieces that are run on their own.

        `entries` are the labels where something outside begins; `tidy` is given the whole code of each function.
        """
        self._needed = list(entries)
        self._count(self._needed)
        functions: dict[int, str] = {}
        for piece in self._begins:
            self._define(piece, tidy)
        for label in self._needed:  # grows on the way
            if label in self._pieces and label not in functions:
                functions[label] = self._pieces[label].function
                self._define(self._pieces[label], tidy)
        return functions

    def _define(self, piece: Piece, tidy: Tidy) -> None:
        stack = () if piece.label is None else (piece.label,)
        code = tidy(self._written(piece.code, piece, stack, False))
        self._unit.define(piece.function, piece.parameters, code, piece.at)

    # ---------- counting ----------

    def _count(self, entries: list[int]) -> None:
        """Counts the jumps of all pieces that can be reached."""
        waiting = [*self._begins]
        ends = [self._end_of_line(label) for label in entries]
        while waiting or ends:
            for label in ends:
                self._led[label] = self._led.get(label, 0) + 1
                if self._led[label] == 1 and label in self._pieces:
                    waiting.append(self._pieces[label])
            ends = [self._end_of_line(label) for label in _labels(waiting.pop().code)] if waiting else []

    def _length(self, label: int) -> int:
        if label not in self._lengths:
            self._lengths[label] = _length(self._pieces[label].code)
        return self._lengths[label]

    # ---------- writing ----------

    def _written(self, code: Code, into: Piece, stack: tuple[int, ...], copied: bool) -> Code:
        """A run of statements with its jumps written out; `stack`: the pieces that it is written into, `copied`: at
        several places."""
        out: Code = []
        for statement in code:
            match statement:  # nothing behind a jump is reached
                case Goto():
                    return [*out, *self._goto(statement.label, into, stack, copied)]
                case Fork():
                    return [*out, *self._fork(statement, into, stack, copied)]
                case ast.If():
                    then, other = (self._written(c, into, stack, copied) for c in (statement.body, statement.orelse))
                    out.append(ast.copy_location(ast.If(statement.test, then or [ast.Pass()], other), statement))
                case ast.For():
                    body = self._written(statement.body, into, stack, copied)
                    out.append(ast.copy_location(ast.For(statement.target, statement.iter, body, []), statement))
                case _:
                    out.append(statement)
        return out

    def _goto(self, label: int, into: Piece, stack: tuple[int, ...], copied: bool) -> Code:
        label = self._end_of_line(label)
        piece = self._pieces.get(label)
        if piece is None or piece.file != into.file or label in stack or len(stack) >= DEEPEST:
            return self._return(label)
        length, led = self._length(label), self._led.get(label, 1)
        alone = led == 1 and not copied
        if not alone and length > MOST_COPIED and (copied or length * led > FEW_COPIES):
            return self._return(label)
        return self._written(piece.code, into, (*stack, label), copied or not alone)

    def _return(self, label: int) -> Code:
        self._needed.append(label)
        return [py.return_(py.const(label))]

    def _end_of_line(self, label: int) -> int:
        seen = {label}
        while label in self._pieces:
            match self._pieces[label].code:
                case [Goto() as only, *_] if only.label not in seen:
                    label = only.label
                    seen.add(label)
                case _:
                    break
        return label

    def _fork(self, fork: Fork, into: Piece, stack: tuple[int, ...], copied: bool) -> Code:
        ends = {value: self._end_of_line(label) for value, label in fork.labels.items()}
        if len(ends) > FEW_WAYS:
            self._needed += ends.values()
            table = self._unit.constant(ends)
            if fork.otherwise is None:
                return [py.return_(py.item(table, fork.of))]
            otherwise = self._end_of_line(fork.otherwise)
            self._needed.append(otherwise)
            return [py.return_(py.method(table, "get", fork.of, py.const(otherwise)))]
        tests = list(ends.items())
        last = tests.pop()[1] if fork.otherwise is None else fork.otherwise
        out: Code = []
        for value, label in tests:
            out += py.if_(py.compare("==", fork.of, py.const(value)), self._goto(label, into, stack, copied))
        return [*out, *self._goto(last, into, stack, copied)]


def _labels(code: Code) -> Iterator[int]:
    """The labels that code jumps to."""
    for statement in code:
        for node in ast.walk(statement):
            if isinstance(node, Goto):
                yield node.label
            elif isinstance(node, Fork):
                yield from node.labels.values()
                if node.otherwise is not None:
                    yield node.otherwise


def _length(code: Code) -> int:
    found = 0
    for statement in code:
        found += 1
        if isinstance(statement, (ast.If, ast.For)):
            found += _length(statement.body) + _length(statement.orelse)
    return found

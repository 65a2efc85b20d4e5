"""The pieces of a program while they are written: one is open at a time, and ends with a jump."""

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from rulewright.program import pyast as py
from rulewright.program.flow.cells import goto, store_cell, with_me
from rulewright.program.flow.jumps import Fork, Jumps, Piece
from rulewright.program.layout import Layout
from rulewright.program.unit import Unit
from rulewright.text import Span


class Pieces:
    """Writes pieces into a unit."""

    def __init__(self, unit: Unit, layout: Layout) -> None:
        self.unit, self.layout = unit, layout
        self.jumps = Jumps(unit)
        self.labels = 0
        self.open: Piece | None = None
        self._at: Span | None = None

    # ---------- labels ----------

    def label(self) -> int:
        """A new label, to be begun later."""
        self.labels += 1
        return -self.labels

    def begin(self, label: int, at: Span | None = None) -> None:
        """Goes on at a label; the piece before must have ended with a jump."""
        self._at = at or self._at  # what goes on in the middle of a block lies in the file that the block lies in
        self.open = Piece(self.unit.fresh("b"), ["S"], self._at, label=label)

    def jump(self, label: int) -> None:
        """Ends the piece with a jump."""
        self.add(goto(label))
        self._close()

    def jump_to_new(self, at: Span | None = None) -> int:
        """Ends the piece and goes on in a new one, which others may jump to as well."""
        label = self.label()
        self.jump(label)
        self.begin(label, at)
        return label

    def fork(self, value: ast.expr, labels: Mapping[int, int], otherwise: int | None = None) -> None:
        """Ends the piece: goes on at the label of a value, or at another if it has none."""
        self.add(Fork(value, labels, otherwise))
        self._close()

    def branch(self, condition: ast.expr, then: Callable[[], object], otherwise: Callable[[], object]) -> None:
        """An `if` whose branches may pause."""
        other, after = self.label(), self.label()
        self.add(*py.if_(py.not_(condition), [goto(other)]))
        then()
        self.jump(after)
        self.begin(other)
        otherwise()
        self.jump(after)
        self.begin(after)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Other pieces are written inside; then the one that is open now goes on."""
        piece = self.open
        yield
        self.open = piece

    # ---------- code ----------

    def add(self, *code: ast.stmt) -> None:
        """Adds code to the open piece."""
        assert self.open is not None or not code, "code after a jump"
        if self.open is not None:
            self.open.code += code

    def _close(self) -> None:
        piece = self.open
        assert piece is not None, "a jump after a jump"
        piece.code = with_me(piece.code)
        self.jumps.add(piece)
        self.open = None

    def keep_value(self, name: str, value: ast.expr) -> int:
        """A new cell that holds a value from here on."""
        cell = self.layout.local(name)
        self.add(store_cell(cell, value))
        return cell

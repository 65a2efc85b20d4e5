"""Built-in functions of boards, written from their meaning: coordinates and rings."""

from collections.abc import Sequence

from rulewright.check.checked import Board

Cell = tuple[int, int, int]


class Geometry:
    """One board, reduced to the spaces that exist in this match."""

    def __init__(self, board: Board, spaces: Sequence[int]):
        self.board = board
        self.spaces = tuple(spaces)
        self.at = {board.cell[s]: s for s in self.spaces if s in board.cell}

    def after(self, s: int, n: int) -> int:
        return self.spaces[(self.spaces.index(s) + n) % len(self.spaces)]

    def between(self, s: int, t: int) -> tuple[int, ...]:
        if self.board.shape == "ring":
            steps = (self.spaces.index(t) - self.spaces.index(s)) % len(self.spaces)
            return tuple(self.after(s, n) for n in range(1, steps))
        (p, r, c), (q, y, x) = self.board.cell[s], self.board.cell[t]
        length = max(abs(y - r), abs(x - c))
        if p != q or (r != y and c != x and abs(y - r) != abs(x - c)):
            return ()
        down, right = (y > r) - (y < r), (x > c) - (x < c)
        found = (self.at.get((p, r + down * n, c + right * n)) for n in range(1, length))
        return tuple(f for f in found if f is not None)

    def beyond(self, s: int, t: int) -> tuple[int, ...]:
        farther = [u for u in self.spaces if t in self.between(s, u)]
        return tuple(sorted(farther, key=lambda u: len(self.between(t, u))))

    def beside(self, s: int) -> tuple[int, ...]:
        if self.board.shape == "ring":
            return tuple(dict.fromkeys(t for t in (self.after(s, -1), self.after(s, 1)) if t != s))
        if self.board.shape == "graph":
            ends = [(a, b) for _, a, b in self.board.edges] + [(b, a) for _, a, b in self.board.edges]
            return tuple(t for t in self.spaces if (s, t) in ends)
        p, r, c = self.board.cell[s]
        near = ((p, r - 1, c), (p, r, c - 1), (p, r + 1, c), (p, r, c + 1))  # up, left, down, right
        return tuple(self.at[n] for n in near if n in self.at)

    def around(self, s: int) -> tuple[int, ...]:
        return self._where(s, lambda down, right: max(abs(down), abs(right)) == 1)

    def straight(self, s: int) -> tuple[int, ...]:
        return self._where(s, lambda down, right: down == 0 or right == 0)

    def diagonal(self, s: int) -> tuple[int, ...]:
        return self._where(s, lambda down, right: abs(down) == abs(right))

    def distance(self, s: int, t: int) -> int | None:
        if self.board.shape == "ring":
            return (self.spaces.index(t) - self.spaces.index(s)) % len(self.spaces)
        if self.board.shape == "graph":
            reached, steps = [s], 0
            while t not in reached:
                wider = reached + [b for a in reached for b in self.beside(a) if b not in reached]
                if len(wider) == len(reached):
                    return None
                reached, steps = wider, steps + 1
            return steps
        (p, r, c), (q, y, x) = self.board.cell[s], self.board.cell[t]
        return abs(r - y) + abs(c - x) if p == q else None

    def row(self, s: int) -> int:
        return self.board.cell[s][1]

    def column(self, s: int) -> int:
        return self.board.cell[s][2]

    def square(self, r: int, c: int) -> int | None:
        return next((s for s, cell in self.board.cell.items() if s in self.spaces and cell[1:] == (r, c)), None)

    def _where(self, s: int, fits) -> tuple[int, ...]:
        """Other spaces of the same picture, in board order."""
        p, r, c = self.board.cell[s]
        cells = ((t, self.board.cell[t]) for t in self.spaces)
        return tuple(t for t, (q, y, x) in cells if t != s and q == p and fits(y - r, x - c))

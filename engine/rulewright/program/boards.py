"""The geometry of boards as constant tables."""

from collections.abc import Callable

from rulewright.check import checked as c

Table = dict[int, object]
PairTable = dict[tuple[int, int], object]

_EDGE = ((-1, 0), (0, -1), (0, 1), (1, 0))  # up, left, right, down; the order of `beside` is set below
_CORNER = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def space_table(board: c.Board, spaces: tuple[int, ...], function: str) -> Table:
    """The value of a one-space function for every space: `beside`, `around`, `straight`, `row` and the like."""
    if function in ("row", "column"):
        place = 1 if function == "row" else 2
        return {s: board.cell[s][place] for s in spaces}
    if board.shape == "graph":
        return {
            s: tuple(dict.fromkeys(b if a == s else a for _, a, b in board.edges if s in (a, b))) for s in spaces
        }
    if board.shape == "ring":
        n = len(spaces)
        return {s: tuple(dict.fromkeys((spaces[i - 1], spaces[(i + 1) % n]))) for i, s in enumerate(spaces)}
    at = {board.cell[s]: s for s in spaces}
    return {s: _NEIGHBOURS[function](board.cell[s], at) for s in spaces}


def pair_table(board: c.Board, spaces: tuple[int, ...], function: str) -> PairTable:
    """The value of a two-space function for every pair: `between`, `beyond`, `distance`."""
    value = {"between": _between, "beyond": _beyond, "distance": _distance}[function]
    return {(s, t): value(board, spaces, s, t) for s in spaces for t in spaces}


Cell = tuple[int, int, int]


def _steps(cell: Cell, at: dict[Cell, int], steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    picture, row, column = cell
    return tuple(at[k] for dr, dc in steps if (k := (picture, row + dr, column + dc)) in at)


def _beside(cell: Cell, at: dict[Cell, int]) -> tuple[int, ...]:
    return _steps(cell, at, ((-1, 0), (0, -1), (1, 0), (0, 1)))  # up, left, down, right


def _around(cell: Cell, at: dict[Cell, int]) -> tuple[int, ...]:
    return _steps(cell, at, tuple(sorted(_EDGE + _CORNER)))  # row by row


def _line(cell: Cell, at: dict[Cell, int], steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    picture, row, column = cell
    found = [
        (k[1], k[2], s)
        for k, s in at.items()
        if k[0] == picture and k != cell and any(_aligned(k[1] - row, k[2] - column, d) for d in steps)
    ]
    return tuple(s for _, _, s in sorted(found))


def _aligned(rows: int, columns: int, step: tuple[int, int]) -> bool:
    size = max(abs(rows), abs(columns))
    return (rows, columns) == (step[0] * size, step[1] * size)


_NEIGHBOURS: dict[str, Callable[[Cell, dict[Cell, int]], tuple[int, ...]]] = {
    "beside": _beside,
    "around": _around,
    "straight": lambda cell, at: _line(cell, at, _EDGE),
    "diagonal": lambda cell, at: _line(cell, at, _CORNER),
}


def _between(board: c.Board, spaces: tuple[int, ...], s: int, t: int) -> tuple[int, ...]:
    if board.shape == "ring":
        i, j, n = spaces.index(s), spaces.index(t), len(spaces)
        return tuple(spaces[(i + k) % n] for k in range(1, (j - i) % n))
    step, length = _way(board, s, t)
    return _along(board, spaces, s, step, length)


def _beyond(board: c.Board, spaces: tuple[int, ...], s: int, t: int) -> tuple[int, ...]:
    step, length = _way(board, s, t)
    edge = max(max(cell[1:]) for cell in board.cell.values())
    return _along(board, spaces, t, step, edge if length else 0)


def _way(board: c.Board, s: int, t: int) -> tuple[tuple[int, int], int]:
    """The step and the number of steps from s to t along a line of a grid or picture; no steps if there is none."""
    (p, r, k), (q, u, v) = board.cell[s], board.cell[t]
    length = max(abs(u - r), abs(v - k))
    if p != q or not any(_aligned(u - r, v - k, d) for d in _EDGE + _CORNER):
        return (0, 0), 0
    return ((u - r) // length, (v - k) // length) if length else (0, 0), length


def _along(board: c.Board, spaces: tuple[int, ...], s: int, step: tuple[int, int], length: int) -> tuple[int, ...]:
    """The spaces that there are less than `length` steps from s, nearest first."""
    if length < 2:
        return ()
    picture, row, column = board.cell[s]
    at = {board.cell[x]: x for x in spaces}
    cells = ((picture, row + step[0] * i, column + step[1] * i) for i in range(1, length))
    return tuple(at[cell] for cell in cells if cell in at)


def _distance(board: c.Board, spaces: tuple[int, ...], s: int, t: int) -> int | None:
    """Steps: in travel direction on a ring, over common edges or edges of a graph elsewhere; none if out of reach."""
    if board.shape == "ring":
        return (spaces.index(t) - spaces.index(s)) % len(spaces)
    near = space_table(board, spaces, "beside")
    seen, edge, steps = {s}, [s], 0
    while edge:
        if t in edge:
            return steps
        edge = [x for e in edge for x in near[e] if x not in seen and not seen.add(x)]  # type: ignore[attr-defined, func-returns-value]
        steps += 1
    return None

"""Few rows of values in which every two values of two columns meet in some row."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

Row = dict[str, Any]


def pairwise(columns: Mapping[str, Sequence[Any]]) -> list[Row]:
    """Rows that together hold every pair of values; greedy, so few, not fewest. The same columns give the same rows."""
    names = list(columns)
    left = {((a, x), (b, y)) for a, b in combinations(names, 2) for x, y in product(columns[a], columns[b])}
    order = sorted(left, key=repr)
    rows: list[Row] = []
    while left:
        (a, x), (b, y) = next(pair for pair in order if pair in left)
        row: Row = {a: x, b: y}
        for name in names:
            if name not in row:
                row[name] = max(columns[name], key=lambda v, name=name: len(_new(row, name, v, left, names)))
        for name in names:
            left -= _new(row, name, row[name], left, names)
        rows.append({name: row[name] for name in names})
    return rows


def _new(row: Row, name: str, value: Any, left: set[Any], names: list[str]) -> set[Any]:
    """The pairs not met yet that a value would bring into a row."""
    found = set()
    for other, there in row.items():
        if other != name:
            first, second = sorted(((name, value), (other, there)), key=lambda part: names.index(part[0]))
            if (first, second) in left:
                found.add((first, second))
    return found

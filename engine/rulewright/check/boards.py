"""Declares boards: their spaces as values of kinds or of their own, and the edges of graphs."""

from rulewright.check.checked import Board
from rulewright.check.core import Checker
from rulewright.check.names import take
from rulewright.check.symbols import BoardInfo
from rulewright.model import definition as m
from rulewright.text import did_you_mean

MOST_SPACES = 10_000  # of a board


def declare_board(ck: Checker, board: m.BoardDef) -> None:
    """A board's spaces: values of kinds, or values of its own."""
    make = {"ring": _ring, "grid": _grid, "drawn": _drawn, "graph": _graph}[board.shape]
    make(ck, board)


def _finish(ck: Checker, board: m.BoardDef, ids: list[int], space_type: str, made: Board | None = None) -> None:
    symbols = ck.symbols
    of = symbols.add_enum(board.name, ids)
    symbols.boards[board.name] = BoardInfo(board.name, board.shape, of.ids, board.size, space_type)
    ck.boards[board.name] = made or Board(board.name, board.shape, tuple(ids), board.size, {}, ())


def _ring(ck: Checker, board: m.BoardDef) -> None:
    _finish(ck, board, _spaces(ck, board), board.name)


def _spaces(ck: Checker, board: m.BoardDef) -> list[int]:
    """Values of kinds, if the spaces are listed and any of them is one; else the board's own."""
    symbols = ck.symbols
    rows = board.spaces.values()
    if board.own_spaces or not any(r.name in symbols.by_word for r in rows):
        return [symbols.new_value(board.name, r.name, r.at) for r in rows]
    ids = []
    for row in rows:
        found = [(owner, i) for owner, i in symbols.by_word.get(row.name, []) if owner in ck.game.kinds]
        if len(found) == 1:
            ids.append(found[0][1])
        elif found:
            owners = " and of ".join(f"`{owner}`" for owner, _ in found)
            ck.error("ambiguous-word", f"`{row.name}` is a value of {owners}", row.at)
            symbols.broken.add(board.name)
        else:
            symbols.broken.add(board.name)
            ck.error("unknown-name", f"no kind has a value `{row.name}`", row.at,
                     did_you_mean(row.name, symbols.by_word))  # fmt: skip
    return ids


def _grid(ck: Checker, board: m.BoardDef) -> None:
    space_type = board.space_type.name if board.space_type is not None else "square"
    take(ck, "space", space_type, board.space_type.at.span if board.space_type is not None else board.at)
    rows, columns = board.size
    if not (rows > 0 and columns > 0 and rows * columns <= MOST_SPACES):
        size = f"{rows} times {columns} spaces are no board"
        ck.error("out-of-range", size, board.at, f"rows and columns from 1, at most {MOST_SPACES} spaces in all")
        rows, columns = 1, 1
    ids: list[int] = []
    cell = {}
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            number = ck.symbols.new_value(space_type, f"{space_type}({row}, {column})", board.at)
            cell[number] = (0, row, column)
            ids.append(number)
    ck.symbols.add_enum(space_type, ids)
    _finish(ck, board, ids, space_type, Board(board.name, "grid", tuple(ids), board.size, cell, ()))


def _drawn(ck: Checker, board: m.BoardDef) -> None:
    symbols = ck.symbols
    for letter_type in dict.fromkeys(i.name for i in board.letters.values()):
        ident = next(i for i in board.letters.values() if i.name == letter_type)
        take(ck, "space", letter_type, ident.at.span)
    by_type: dict[str, list[int]] = {i.name: [] for i in board.letters.values()}
    ids: list[int] = []
    cell = {}
    for picture, (key, (lines, at)) in enumerate(board.drawn.items()):
        counts: dict[str, int] = {}
        for row, line in enumerate(lines, 1):
            for column, letter in enumerate(line, 1):
                if letter in ". ":
                    continue
                if letter not in board.letters:
                    continue  # reported where the picture was read
                counts[letter] = counts.get(letter, 0) + 1
                of = board.letters[letter].name
                number = symbols.new_value(of, f"{key}_{letter.lower()}{counts[letter]}", at)
                cell[number] = (picture, row, column)
                by_type[of].append(number)
                ids.append(number)
                ck.drawn_key[number] = key
    for of, members in by_type.items():
        symbols.add_enum(of, members)
    _finish(ck, board, ids, board.name, Board(board.name, "drawn", tuple(ids), board.size, cell, ()))


def _graph(ck: Checker, board: m.BoardDef) -> None:
    symbols = ck.symbols
    ids = _spaces(ck, board)
    edges: list[tuple[int, int, int]] = []
    edge_type = edge_type_of(board)
    take(ck, "kind", edge_type, board.edges.at.span if board.edges is not None else board.at)
    known = {symbols.names[i]: i for i in ids}
    numbers = []
    for row in board.between.values():
        number = symbols.new_value(edge_type, row.name, row.at)
        numbers.append(number)
        ends = _ends(ck, board, row, known)
        if ends is None:
            symbols.broken.add(f"{edge_type}.ends")
        else:
            edges.append((number, *ends))
    symbols.add_enum(edge_type, numbers)
    _finish(ck, board, ids, board.name, Board(board.name, "graph", tuple(ids), (0, 0), {}, tuple(edges)))


def edge_type_of(board: m.BoardDef) -> str:
    """The name of the type of a graph's edges."""
    return board.edges.name if board.edges is not None else f"{board.name}_edge"


def _ends(ck: Checker, board: m.BoardDef, row: m.Row, known: dict[str, int]) -> tuple[int, int] | None:
    ends = row.attributes.get("ends")
    items = ends.items if ends is not None and ends.items is not None else ()
    strangers = [i for i in items if i.text not in known]
    for item in strangers:
        ck.error("unknown-name", f"`{item.text}` is no space of `{board.name}`", item.at,
                 did_you_mean(item.text or "", known))  # fmt: skip
    if len(items) != 2:
        ck.error("type", f"`ends` of `{row.name}` are two spaces of `{board.name}`",
                 row.attribute_spans.get("ends", row.at))  # fmt: skip
    if strangers or len(items) != 2:
        return None
    return known[items[0].text or ""], known[items[1].text or ""]

"""Boards as pictures: grids and drawn boards as squares, rings as a line, graphs as a list of ways."""

from collections.abc import Sequence
from itertools import takewhile

from rulewright.check.checked import Board, EnumT, Variable
from rulewright.cli.seen import Seen
from rulewright.cli.terminal import wrap
from rulewright.harness.views import Cell
from rulewright.text.render import clip, pad, width

MOST_LINES = 4  # of one square

Used = set[tuple[str, str]]


def draw_board(seen: Seen, board: Board, columns: int) -> tuple[list[str], Used]:
    """The lines of a board with what lies on it, and the zones and variables that are shown by it."""
    content, used = _content(seen, board)
    names = {space: seen.game.names[space] for space in board.spaces}
    title = seen.match.game.label(f"boards.{board.name}", seen.language)
    if board.shape == "grid":
        lines = [title, *_grid(seen, board, content, columns, 0, named=False)]
    elif board.shape == "drawn":
        pictures = sorted({cell[0] for cell in board.cell.values()})
        lines = [title]
        for picture in pictures:
            lines += _grid(seen, board, content, columns, picture, named=True)
    else:
        lines = [title, *_line(seen, board, content, names, columns)]
    return lines, used


def _content(seen: Seen, board: Board) -> tuple[dict[str, list[str]], Used]:
    """What lies on each space, by the space's name: pieces, values, and whose marker stands there."""
    spaces = frozenset(board.spaces)
    on: dict[str, list[str]] = {}
    used: Used = set()
    for cell in seen.cells:
        declared = seen.declared(cell.kind, cell.name)
        keys = declared.keys
        if len(keys) == 1 and isinstance(keys[0].type, EnumT) and keys[0].type.ids <= spaces:
            used.add((cell.kind, cell.name))
            if not _nothing(cell):
                on.setdefault(str(cell.keys[0]), []).append(_words(seen, cell))
        elif isinstance(declared, Variable) and _places_on(declared, spaces) and isinstance(cell.value, str):
            owner = seen.label(cell.keys[0]) if cell.keys else seen.title("variable", cell.name)
            on.setdefault(cell.value, []).append(f"[{owner}]")
    return on, used


def _nothing(cell: Cell) -> bool:
    return cell.is_empty or (cell.kind == "variable" and cell.value in (False, 0))


def _words(seen: Seen, cell: Cell) -> str:
    content = seen.content(cell)
    if cell.kind == "variable":
        title = seen.title("variable", cell.name)
        return title if cell.value is True else f"{title} {content}"
    return content


def _places_on(variable: Variable, spaces: frozenset[int]) -> bool:
    kind = getattr(variable.type, "of", variable.type)
    return isinstance(kind, EnumT) and bool(kind.ids) and kind.ids <= spaces


def _grid(
    seen: Seen, board: Board, content: dict[str, list[str]], columns: int, picture: int, *, named: bool
) -> list[str]:
    cells = {(r, c): seen.game.names[s] for s, (p, r, c) in board.cell.items() if p == picture}
    if not cells:
        return []
    rows, across = sorted({r for r, _ in cells}), sorted({c for _, c in cells})
    first, last = min(cells.values()), max(cells.values())
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))) if named else 0
    prefix = first[: first.rfind("_", 0, same) + 1]
    texts = {}
    for place, name in cells.items():
        lines = list(content.get(name, []))
        texts[place] = ([name.removeprefix(prefix)] if named else []) + lines
    most = (columns - 4) // len(across) - 1
    words = [width(line) for lines in texts.values() for line in lines]
    wide = max(3, min(max(words, default=3), most))
    rule = "    +" + "+".join("-" * wide for _ in across) + "+"
    shown = [f"  {prefix.rstrip('_')}"] if prefix else []
    shown += ["     " + " ".join(pad(str(c), wide) for c in across), rule]
    for r in rows:
        blocks = [_square(texts.get((r, c)), wide) for c in across]
        for i in range(max(len(b) for b in blocks)):
            row = "|".join(pad(b[i] if i < len(b) else "", wide) for b in blocks)
            shown.append(f"{r if i == 0 else '':>3} |{row}|")
        shown.append(rule)
    return shown


def _square(lines: list[str] | None, wide: int) -> list[str]:
    if lines is None:
        return ["." * wide]
    broken = [clip(part, wide) for line in lines for part in wrap(line, wide)]
    return [*broken[: MOST_LINES - 1], "…"] if len(broken) > MOST_LINES else broken or [""]


def _line(
    seen: Seen, board: Board, content: dict[str, list[str]], names: dict[int, str], columns: int
) -> Sequence[str]:
    parts = []
    for space in board.spaces:
        here = content.get(names[space], [])
        markers = [text for text in here if text.startswith("[")]
        parts.append(" ".join([seen.label(names[space]), *markers]))
    lines = wrap("  " + " > ".join(parts) + (" > (round)" if board.shape == "ring" else ""), columns, "    ")
    for space in board.spaces:
        pieces = [text for text in content.get(names[space], []) if not text.startswith("[")]
        if pieces:
            lines += wrap(f"  {seen.label(names[space])}: {'; '.join(pieces)}", columns, "      ")
    if board.shape == "graph":
        for edge, one, other in board.edges:
            name = seen.game.names[edge]
            here = "; ".join(content.get(name, []))
            ends = f"{seen.label(names[one])} - {seen.label(names[other])}"
            lines += wrap(f"  {ends} ({seen.label(name)})" + (f": {here}" if here else ""), columns, "      ")
    return lines

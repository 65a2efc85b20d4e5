"""Boards as pictures: grids and drawn boards as squares, rings as a line, graphs as a list of ways."""

from collections.abc import Sequence
from itertools import takewhile

from rulewright.check.checked import Board, EnumT, OptT, Variable
from rulewright.cli.seen import Seen
from rulewright.cli.terminal import wrap
from rulewright.harness.views import Cell
from rulewright.text.render import clip, pad, width

MOST_LINES = 4  # of one square
MOST_COLUMNS = 12  # of one square of a drawn board

Used = set[tuple[str, str]]


def draw_board(seen: Seen, board: Board, columns: int) -> tuple[list[str], Used]:
    """The lines of a board with what lies on it, and the zones and variables that are shown by it."""
    content, used = _content(seen, board)
    names = {space: seen.game.names[space] for space in board.spaces}
    title = seen.title("board", board.name)
    if board.shape == "grid":
        lines = [title, *_grid(seen, board, content, columns, 0, named=False)]
    elif board.shape == "drawn":
        numbers = sorted({cell[0] for cell in board.cell.values()})
        pictures = [_grid(seen, board, content, columns, number, named=True) for number in numbers]
        lines = [title, *side_by_side(pictures, columns)]
    else:
        lines = [title, *_line(seen, board, content, names, columns)]
    return lines, used


def side_by_side(pictures: Sequence[Sequence[str]], columns: int) -> list[str]:
    """Pictures beside each other, as many as fit."""
    lines: list[str] = []
    band: list[Sequence[str]] = []
    for picture in [*pictures, None]:
        wide = sum(max(map(width, p)) + 2 for p in [*band, picture or ()] if p)
        if band and (picture is None or wide > columns):
            widths = [max(map(width, p)) + 2 for p in band]
            for i in range(max(map(len, band))):
                row = [pad(p[i] if i < len(p) else "", w) for p, w in zip(band, widths, strict=True)]
                lines.append("".join(row).rstrip())
            band = []
        if picture is not None:
            band.append(picture)
    return lines


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
            if not cell.is_nothing:
                on.setdefault(str(cell.keys[0]), []).append(_words(seen, cell))
        elif isinstance(declared, Variable) and _places_on(declared, spaces) and isinstance(cell.value, str):
            owner = seen.key_labels(cell)[0] if cell.keys else seen.title("variable", cell.name)
            on.setdefault(cell.value, []).append(f"[{owner}]")
    return on, used


def _words(seen: Seen, cell: Cell) -> str:
    content = seen.content(cell)
    declared = seen.declared(cell.kind, cell.name)
    if isinstance(declared, Variable):
        if _kind(declared).name in ("player", "seat"):
            return f"[{content}]"  # whose it is
        title = seen.title("variable", cell.name)
        return title if cell.value is True else f"{title} {content}"
    return content


def _kind(variable: Variable) -> EnumT:
    kind = variable.type.of if isinstance(variable.type, OptT) else variable.type
    return kind if isinstance(kind, EnumT) else EnumT("", frozenset())


def _places_on(variable: Variable, spaces: frozenset[int]) -> bool:
    kind = _kind(variable)
    return bool(kind.ids) and kind.ids <= spaces


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
    if named:
        most = min(most, MOST_COLUMNS)  # several pictures have to fit
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
        parts.append(" ".join([seen.name(space), *markers]))
    lines = wrap("  " + " > ".join(parts) + (" > (round)" if board.shape == "ring" else ""), columns, "    ")
    for space in board.spaces:
        pieces = [text for text in content.get(names[space], []) if not text.startswith("[")]
        if pieces:
            lines += wrap(f"  {seen.name(space)}: {'; '.join(pieces)}", columns, "      ")
    if board.shape == "graph":
        for edge, one, other in board.edges:
            name = seen.game.names[edge]
            lying = "; ".join(content.get(name, []))
            ends = f"{seen.name(one)} - {seen.name(other)}"
            lines += wrap(f"  {ends} ({seen.name(edge)})" + (f": {lying}" if lying else ""), columns, "      ")
    return lines

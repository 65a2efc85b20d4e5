"""Draws the table from the declarations and one seat's view: boards as pictures, everything else as lines.

Nothing but the view is looked at, so nothing can be shown that the seat may not see. `pictures.py` draws boards.
"""

from collections.abc import Iterator

from rulewright.check.checked import Const, Expr, Variable, Zone
from rulewright.cli.pictures import draw_board
from rulewright.cli.seen import Seen
from rulewright.cli.terminal import table, wrap
from rulewright.harness.views import Cell
from rulewright.play.match import Match
from rulewright.text.render import width


def has_secrets(match: Match) -> bool:
    """Whether one seat may see what another may not, so that people at one screen have to take turns in looking."""
    game = match.game.checked
    declared: list[Zone | Variable] = [*game.zones.values(), *game.variables.values()]
    return any(not _is_word(d.seen_by, ("everyone", "nobody")) for d in declared)


def draw_table(match: Match, seat: str | None, language: str, columns: int) -> list[str]:
    """The lines of the table as a seat (None: a stranger) sees it."""
    seen = Seen(match, seat, language)
    lines: list[str] = []
    drawn: set[tuple[str, str]] = set()
    for board in match.game.checked.boards.values():
        picture, used = draw_board(seen, board, columns)
        drawn |= used
        if picture:
            lines += [*picture, ""]
    rest = [cell for cell in seen.cells if (cell.kind, cell.name) not in drawn]
    common = [c for c in rest if not seen.is_of_player(c)]
    lines += _sections(seen, common, columns)
    for player in match.players:
        own = [c for c in rest if seen.is_of_player(c) and c.keys[0] == player]
        lines += ["", *_player(seen, player, own, columns)]
    return [line.rstrip() for line in _without_double_blanks(lines)]


def _player(seen: Seen, player: str, cells: list[Cell], columns: int) -> Iterator[str]:
    marks = [seen.seat_label(player)]
    if player == seen.seat:
        marks.append("(you)")
    if player in seen.match.actors:
        marks.append("- to answer")
    yield f"== {' '.join(marks)} =="
    yield from _sections(seen, [c.without_first_key() for c in cells], columns)


def _sections(seen: Seen, cells: list[Cell], columns: int) -> Iterator[str]:
    """Zones first, one a line; then single values in one paragraph; then what has a value for each of something."""
    groups: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.kind, cell.name), []).append(cell)
    values: list[str] = []
    empty: list[str] = []
    blocks: list[list[str]] = []
    for (kind, name), group in groups.items():
        title = seen.title(kind, name)
        filled = [c for c in group if not c.is_nothing]
        if group[0].keys:
            if not filled:
                empty.append(title)
            elif kind == "variable" and len(group[0].keys) == 2:
                blocks.append(_matrix(seen, title, filled, columns))
            else:
                parts = [f"{' '.join(seen.key_labels(c))}: {seen.content(c)}" for c in filled]
                blocks.append(wrap(f"{title}: {'; '.join(parts)}", columns, "    "))
        elif kind == "variable":
            values.append(f"{title}: {seen.content(group[0])}")
        elif group[0].is_empty:
            empty.append(title)
        else:
            cards = list(seen.described(group[0]))
            yield from [f"{title}:"] if cards else wrap(f"{title}: {seen.content(group[0])}", columns, "    ")
            for card in cards:
                yield from wrap(f"  {card}", columns, "      ")
    for block in blocks:
        yield from block
    if values:
        yield from wrap("   ".join(values), columns, "    ")
    if empty:
        yield from wrap(f"Empty: {', '.join(empty)}", columns, "    ")


def _matrix(seen: Seen, title: str, cells: list[Cell], columns: int) -> list[str]:
    """A variable with two keys as a table; lines and columns without a value are left out."""
    values = {tuple(seen.key_labels(c)): seen.content(c) for c in cells}
    across = list(dict.fromkeys(a for _, a in values))
    down = list(dict.fromkeys(d for d, _ in values))
    rows = [[title, *across]]
    rows += [[d, *(values.get((d, a), "") for a in across)] for d in down]
    lines = table(rows, columns)
    if max(map(width, lines)) <= columns:
        return lines
    parts = []
    for d in down:
        filled = [f"{a} {values[d, a]}" for a in across if (d, a) in values]
        parts.append(f"{d}: {', '.join(filled)}")
    return [title, *(line for part in parts for line in wrap(f"  {part}", columns, "      "))]


def _without_double_blanks(lines: list[str]) -> Iterator[str]:
    before = ""
    for line in lines:
        if line or before:
            yield line
        before = line


def _is_word(expr: Expr | None, words: tuple[str, ...]) -> bool:
    return expr is None or (isinstance(expr, Const) and expr.value in words)

"""Results: scores, the score sheet, winners and what broke ties."""

from typing import TYPE_CHECKING, Any

from rulewright.program import layout
from rulewright.program.from_checked import Program
from rulewright.program.runtime import State

if TYPE_CHECKING:
    from rulewright.play.game import Game


def scores(program: Program, game: "Game", S: State) -> dict[str, int]:
    """The `score: true` variable of each player; 0 where the game has none."""
    found = {game.checked.names[p]: 0 for p in program.setting.players}
    for variable in game.checked.variables.values():
        if variable.is_score:
            cells = program.layout.variables[variable.name]
            for p in program.setting.players:
                found[game.checked.names[p]] = S[cells.index((p,))]
    return found


def end_reason(S: State) -> str | None:
    """The name of the condition that ended play, or of the step that said `end play`."""
    reason: str | None = S[layout.REASON]
    return reason


def winners(program: Program, game: "Game", S: State) -> tuple[str, ...]:
    """Who has won; nobody before the end."""
    if not program.is_over(S) or S[layout.SHEET] is None:
        return ()
    return tuple(game.checked.names[p] for p, _ in program.winners(S)[-1][1])


def tie_breaks(program: Program, game: "Game", S: State) -> list[dict[str, Any]]:
    """Each criterion that decided something: `line`, `rules`, `values` of the players still tied before it."""
    if not program.is_over(S) or S[layout.SHEET] is None:
        return []
    found = []
    for line, (name, values) in zip(game.checked.winner, program.winners(S), strict=False):
        if len(values) > 1:
            by_player = {game.checked.names[p]: v for p, v in values}
            found.append({"line": name, "rules": list(line.rules), "values": by_player})
    return found


def score_sheet(program: Program, game: "Game", S: State) -> list[dict[str, Any]]:
    """The lines of `scoring` with each player's points, and before them what was scored in play."""
    sheet = S[layout.SHEET]
    if sheet is None:
        return []
    names = [game.checked.names[p] for p in program.setting.players]
    total = scores(program, game, S)
    in_play = {name: total[name] - sum(points) for name, points in zip(names, sheet, strict=True)}
    rows = []
    if any(in_play.values()):
        rows.append({"line": "in_play", "label": "scored in play", "rules": [], "points": in_play})
    for n, line in enumerate(game.checked.scoring):
        points = {name: sheet[place][n] for place, name in enumerate(names)}
        label = game.label(f"scoring.{line.name}")
        rows.append({"line": line.name, "label": label, "rules": list(line.rules), "points": points})
    return rows

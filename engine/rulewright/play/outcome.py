"""Results: scores, the score sheet, the ranking, and what broke ties."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.play.phrases import phrase
from rulewright.program import layout
from rulewright.program.from_checked import Program
from rulewright.program.runtime import Fault, State

if TYPE_CHECKING:
    from rulewright.play.game import Game


@dataclass(frozen=True)
class ScoreLine:
    """A line of the score sheet: its name, its words, the rules it cites, and each player's points."""

    line: str
    label: str
    rules: tuple[str, ...]
    points: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {"line": self.line, "label": self.label, "rules": list(self.rules), "points": self.points}


@dataclass(frozen=True)
class TieBreak:
    """A criterion that was looked at to find the winner, with the values of the players who were still tied."""

    line: str
    label: str
    rules: tuple[str, ...]
    values: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {"line": self.line, "label": self.label, "rules": list(self.rules), "values": self.values}


@dataclass(frozen=True)
class Outcome:
    """How a match ended. `ranking` holds the places from the first on, each with the players who share it.

    `end_reason` is the name of the condition that ended play, or of the step that said `end play`; None where the
    rules simply came to their end.
    """

    scores: dict[str, int]
    score_sheet: tuple[ScoreLine, ...]
    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]
    tie_breaks: tuple[TieBreak, ...]
    end_reason: str | None

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "scores": self.scores,
            "score_sheet": [line.to_json() for line in self.score_sheet],
            "winners": list(self.winners),
            "ranking": [list(place) for place in self.ranking],
            "tie_breaks": [line.to_json() for line in self.tie_breaks],
            "end_reason": self.end_reason,
        }


def outcome(program: Program, game: "Game", S: State, language: str = "") -> Outcome | None:
    """All of it; None before the end."""
    if not program.is_over(S) or S[layout.SHEET] is None:
        return None
    return Outcome(
        scores(program, game, S),
        tuple(score_sheet(program, game, S, language)),
        winners(program, game, S),
        ranking(program, game, S),
        tuple(tie_breaks(program, game, S, language)),
        end_reason(S),
    )


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
    return tuple(game.checked.names[p] for p in winner_ids(program, S))


def winner_ids(program: Program, S: State) -> tuple[int, ...]:
    """Who has won, by their ids."""
    if not program.is_over(S) or S[layout.SHEET] is None:
        return ()
    return tuple(p for p, _ in program.winners(S)[-1][1])


def ranking(program: Program, game: "Game", S: State) -> tuple[tuple[str, ...], ...]:
    """The places from the first on. The winners come first; all others by the criteria of `winner`, in their order."""
    first = winner_ids(program, S)
    places: dict[Any, list[str]] = {}
    for place, p in enumerate(program.setting.players):
        if p not in first:
            try:
                key = program.standing(S, place, p)
            except Fault:  # a criterion that only makes sense for those it was written for
                key = ()
            places.setdefault(key, []).append(game.checked.names[p])
    others = [tuple(places[key]) for key in sorted(places, reverse=True)]
    return (tuple(game.checked.names[p] for p in first), *others)


def tie_breaks(program: Program, game: "Game", S: State, language: str = "") -> list[TieBreak]:
    """Each criterion that decided something: with the values of the players still tied before it."""
    if not program.is_over(S) or S[layout.SHEET] is None:
        return []
    found = []
    for line, (name, values) in zip(game.checked.winner, program.winners(S), strict=False):
        if len(values) > 1:
            by_player = {game.checked.names[p]: v for p, v in values}
            found.append(TieBreak(name, game.label(f"winner.{name}", language), line.rules, by_player))
    return found


def score_sheet(program: Program, game: "Game", S: State, language: str = "") -> list[ScoreLine]:
    """The lines of `scoring` with each player's points, and before them what was scored in play."""
    sheet = S[layout.SHEET]
    if sheet is None:
        return []
    names = [game.checked.names[p] for p in program.setting.players]
    total = scores(program, game, S)
    in_play = {name: total[name] - sum(points) for name, points in zip(names, sheet, strict=True)}
    rows = []
    if any(in_play.values()):
        words = phrase("scored in play", language or game.checked.language)
        rows.append(ScoreLine("in_play", words, (), in_play))
    for n, line in enumerate(game.checked.scoring):
        points = {name: sheet[place][n] for place, name in enumerate(names)}
        rows.append(ScoreLine(line.name, game.label(f"scoring.{line.name}", language), line.rules, points))
    return rows

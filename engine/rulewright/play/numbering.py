"""Numbers for actions: every answer that the rules could ever ask for has one, the same in every process and match.

They are derived from the rules alone: first what may be chosen (named actions in their order, then other alternatives
by name), then for each pick, by name, all values of its type in their order. Programs that learn need such a list.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.errors import InvalidAction, InvalidSetup
from rulewright.play.action import Action
from rulewright.play.values import shown, text_of
from rulewright.program.knowledge import parts_of

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.match import Match

MOST = 100_000  # actions of one game that get a number
OPEN_END = 64  # numbers above the lowest that are listed where the rules name no highest


class ActionIds:
    """The numbers of a game's actions, from 0 on; `len` is how many there are.

    Raises InvalidSetup for a game whose answers cannot be listed (bags of too many pieces).
    """

    def __init__(self, game: "Game") -> None:
        self._game = game
        keys: dict[tuple[str, str, str], int] = {}
        for key in _keys(game):
            keys.setdefault(key, len(keys))
            if len(keys) > MOST:
                raise InvalidSetup(f"{game.id} has more than {MOST} different actions, so they have no numbers")
        self._ids, self._keys = keys, tuple(keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        return f"<{len(self)} action ids of {self._game.id}>"

    def id_of(self, action: Action) -> int:
        """The number of an action. Raises InvalidAction if it has none (a number beyond what was listed)."""
        found = self._ids.get((action.kind, action.name, action.text))
        if found is None:
            raise InvalidAction(f"`{action.name}: {action.text}` has no number in {self._game.id}")
        return found

    def action(self, match: "Match", number: int, player: str | None = None) -> Action:
        """The legal answer with a number. Raises InvalidAction if none has it now, UnknownSeat."""
        legal = self._legal(match, player)
        for action in legal:
            if self.id_of(action) == number and not isinstance(number, bool):
                return action
        known = isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(self)
        what = f"`{self.text(number)}` is" if known else f"{shown(number)} is no number of an action, or"
        raise InvalidAction(f"{what} not legal now; these are: {', '.join(str(self.id_of(a)) for a in legal[:20])}")

    def legal(self, match: "Match", player: str | None = None) -> list[int]:
        """The numbers of the legal answers, in the order of the rules file. Raises UnknownSeat."""
        return [self.id_of(a) for a in self._legal(match, player)]

    def _legal(self, match: "Match", player: str | None) -> tuple[Action, ...]:
        if player is None:
            return match.legal_actions
        match._seat(player)
        return match.legal(player)

    def text(self, number: int) -> str:
        """What a number stands for: `sell`, or `steps: 3`. Raises IndexError."""
        kind, name, text = self._keys[number]
        return name if kind == "choose" else f"{name}: {text}"


def _keys(game: "Game") -> Iterator[tuple[str, str, str]]:
    chosen: set[str] = {"stop"}
    picks: dict[str, list[c.Pick]] = {}
    for part in parts_of(game.checked):
        if isinstance(part, c.Alternative):
            chosen.add(part.name)
        elif isinstance(part, c.Pick):
            picks.setdefault(part.var.name, []).append(part)
    for name in (*game.actions, *sorted(chosen - set(game.actions))):
        yield "choose", name, name
    for name in sorted(picks):
        for pick in sorted(picks[name], key=lambda p: (p.at.source.name, p.at.start)):
            for value in _values(game, pick.var.type, pick):
                yield "pick", name, text_of(value, pick.var.type, game.checked)


def _values(game: "Game", type_: c.Type, pick: c.Pick | None = None) -> Iterator[Any]:
    """All values of a type."""
    match type_:
        case c.OptT():
            yield from _values(game, type_.of)
            yield None
        case c.TruthT():
            yield from (False, True)
        case c.NumberT():
            low = type_.low if type_.low is not None else 0
            yield from range(low, (type_.high if type_.high is not None else low + OPEN_END) + 1)
        case c.EnumT():
            yield from sorted(type_.ids)
        case c.RecordT():
            fields = game.checked.components[type_.component].fields.values()
            yield from product(*(tuple(_values(game, field)) for field in fields))
        case c.PiecesT() | c.SetT() if pick is not None:
            pieces = tuple(_values(game, type_.of))
            for n in _numbers(pick):
                yield from combinations_with_replacement(pieces, n)
        case _:
            raise InvalidSetup(f"the answers to `{pick.var.name if pick else type_}` of {game.id} cannot be listed")


def _numbers(pick: c.Pick) -> range:
    """How many pieces a pick of several may take."""
    bounds = (pick.number.low, pick.number.high) if isinstance(pick.number, c.Span_) else (pick.number, pick.number)
    low, high = (b.value if isinstance(b, c.Const) and isinstance(b.value, int) else None for b in bounds)
    return range(low if low is not None else 0, (high if high is not None else (low or 0) + 5) + 1)

"""The state: plain dicts of values that never change in place, so a copy is cheap and safe.

A zone's cell is a tuple: of a bag its pieces in canonical order, of a row from the left (None: a free slot of a row
with `at_most`), of a stack from the top; a slot's cell is the piece or None.
"""

from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from rulewright.check.checked import (
    CheckedGame,
    EnumT,
    Expr,
    KeyDef,
    ModifierPower,
    NumberT,
    OptT,
    PowerSet,
    RecordT,
    SetT,
    TruthT,
    Type,
    Var,
)

Key = tuple[Any, ...]


@dataclass
class State:
    """Everything that changes in the course of a game."""

    zones: dict[str, dict[Key, Any]] = field(default_factory=dict)
    variables: dict[str, dict[Key, Any]] = field(default_factory=dict)
    first_player: int | None = None
    active: int | None = None
    turns_left: int | None = None
    in_play: bool = False
    opened: frozenset[tuple[str, Key]] = frozenset()
    looked: dict[int, frozenset[tuple[str, Key]]] = field(default_factory=dict)

    def copy(self) -> "State":
        return replace(
            self,
            zones={name: dict(cells) for name, cells in self.zones.items()},
            variables={name: dict(cells) for name, cells in self.variables.items()},
            looked=dict(self.looked),
        )


@dataclass
class Frame:
    """What a line may read besides the state: who `me` is, local names, counters of loops."""

    me: int | None = None
    env: dict[Var, Any] = field(default_factory=dict)
    rounds: dict[str, int] = field(default_factory=dict)
    this: Any = None
    it: Any = None
    total: Any = None

    def copy(self) -> "Frame":
        return replace(self, env=dict(self.env), rounds=dict(self.rounds))


class Match:
    """A game with its number of players and options fixed: what exists, and in which order."""

    def __init__(self, game: CheckedGame, players: int, options: dict[str, Any]):
        self.game = game
        self.players = tuple(game.enums["seat"].ids[:players])
        self.options = {name: options.get(name, option.default) for name, option in game.options.items()}
        unknown = set(options) - set(game.options)
        assert not unknown, f"no such options: {unknown}"
        self.action_of = {action.id: name for name, action in game.actions.items()}
        self.only: dict[int, list[Expr]] = {}
        for enum in game.enums.values():
            for id_, condition in enum.only.items():
                self.only.setdefault(id_, []).append(condition)
        self._known: dict[Any, Any] = {}
        powers = [p for a in game.attributes.values() for p in a.values.values() if isinstance(p, PowerSet)]
        self.changed = {line.name for p in powers for line in p.lines if isinstance(line, ModifierPower)}

    def once(self, key: Any, compute: Any) -> Any:
        """What never changes in a match, computed at its first use."""
        if key not in self._known:
            self._known[key] = compute()
        return self._known[key]

    def next_player(self, p: int, steps: int = 1) -> int:
        return self.players[(self.players.index(p) + steps) % len(self.players)]

    def from_player(self, p: int) -> tuple[int, ...]:
        i = self.players.index(p)
        return self.players[i:] + self.players[:i]

    def rank(self, type_: Type, value: Any) -> Any:
        """A sort key: the order of kind, rows, value, or fields in turn."""
        if isinstance(type_, OptT):
            return (0, 0) if value is None else (1, self.rank(type_.of, value))
        if isinstance(type_, EnumT):
            if type_.name in self.game.enums:
                return (0, self.game.enums[type_.name].ids.index(value))
            for i, name in enumerate(type_.name.split(" or ")):
                ids = self.game.enums[name].ids
                if value in ids:
                    return (i, ids.index(value))
        if isinstance(type_, RecordT):
            fields = self.game.components[type_.component].fields
            return tuple(self.rank(OptT(_bare(t)), v) for t, v in zip(fields.values(), value, strict=True))
        return value

    def default(self, type_: Type) -> Any:
        """The first value of a type: 0, false, empty, else none."""
        if isinstance(type_, NumberT):
            fits = (type_.low is None or type_.low <= 0) and (type_.high is None or type_.high >= 0)
            return 0 if fits else None
        if isinstance(type_, TruthT):
            return False
        if isinstance(type_, SetT):
            return ()
        return None


def _bare(type_: Type) -> Type:
    return type_.of if isinstance(type_, OptT) else type_


def keys_of(keys: tuple[KeyDef, ...], members: Any, number: Any) -> list[Key]:
    """All cells of a zone or variable: the product of its keys' values, the first key slowest."""
    ranges = []
    for key in keys:
        if isinstance(key.type, EnumT):
            ranges.append(list(members(key.type.name)))
        else:
            assert key.low is not None and key.high is not None
            ranges.append(list(range(number(key.low), number(key.high) + 1)))
    return list(product(*ranges))

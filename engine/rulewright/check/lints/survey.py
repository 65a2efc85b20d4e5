"""What a whole game does: which cells it reads, writes, fills and empties, which actions it offers, what it ends."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.check.checked import (
    Alternative,
    Assign,
    Block,
    CheckedGame,
    End,
    FieldPlace,
    Move,
    Occupied,
    Read,
    Reveal,
    RollInto,
    RollVariable,
    Sentence,
    Type,
    ZonePlace,
)

_LEAVES = (str, int, range, type(None), Type)


@dataclass
class Survey:
    """Names of variables and zones, each with the sentences or roots that do it.

    A root is a part of the game: `actions.NAME`, `setup` ..
    """

    reads: dict[str, set[str]] = field(default_factory=dict)  # by roots
    writes: dict[str, list[Sentence]] = field(default_factory=dict)  # variables
    fills: dict[str, list[Sentence]] = field(default_factory=dict)  # zones that sentences put pieces into
    empties: dict[str, list[Sentence]] = field(default_factory=dict)  # zones that sentences take pieces from
    shown: set[str] = field(default_factory=set)
    offers: dict[str, set[str]] = field(default_factory=dict)  # named actions, by the roots that offer them
    ends: set[str] = field(default_factory=set)  # "turn", "turns", "play"
    blocks: list[Block] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)

    @classmethod
    def of(cls, game: CheckedGame) -> "Survey":
        """Of all parts of a game."""
        survey = cls()
        for root, part in _roots(game):
            survey._look(part, root)
        return survey

    def _look(self, node: Any, root: str) -> None:
        if isinstance(node, _LEAVES):
            return
        if isinstance(node, tuple):
            for inner in node:
                self._look(inner, root)
            return
        note = _NOTES.get(type(node))
        if note is not None:
            note(self, node, root)
        if isinstance(node, Alternative) and node.action is not None:
            self._look((node.condition, node.label), root)  # the action itself is a root of its own
            return
        for name in node.__dataclass_fields__:
            if name not in ("type", "at"):
                self._look(getattr(node, name), root)

    def _read(self, name: str, root: str) -> None:
        self.reads.setdefault(name, set()).add(root)

    def _sentence(self, node: Sentence, root: str) -> None:
        self.sentences.append(node)
        core = node.core
        if isinstance(core, Move):
            for places, place in ((self.empties, core.source), (self.fills, core.target)):
                if place is not None:
                    places.setdefault(place.zone, []).append(node)
        elif isinstance(core, RollInto):
            self.fills.setdefault(core.zone.zone, []).append(node)
        elif isinstance(core, Assign | RollVariable) and not isinstance(core.place, FieldPlace):
            self.writes.setdefault(core.place.variable, []).append(node)
        elif isinstance(core, Reveal):
            self.shown.add(core.zone.zone)
        elif isinstance(core, End):
            self.ends.add(core.what)


def _alternative(survey: Survey, node: Alternative, root: str) -> None:
    if node.action is not None:
        survey.offers.setdefault(node.action, set()).add(root)


def _read(survey: Survey, node: Read, root: str) -> None:
    place = node.place
    survey._read(place.zone if isinstance(place, ZonePlace) else place.variable, root)


_NOTES: dict[type, Any] = {
    Sentence: Survey._sentence,
    Read: _read,
    Occupied: lambda survey, node, root: survey._read(node.zone, root),
    Alternative: _alternative,
    Block: lambda survey, node, root: survey.blocks.append(node),
}


def _roots(game: CheckedGame) -> Iterator[tuple[str, Any]]:
    for section in ("actions", "routines", "defines", "zones", "variables"):
        for name, part in getattr(game, section).items():
            yield f"{section}.{name}", part
    for name, attribute in game.attributes.items():
        yield f"attributes.{name}", tuple(attribute.values.values())
    for enum in game.enums.values():
        yield "only", tuple(enum.only.values())
    for section in ("needs", "whenever", "setup", "play", "finish", "scoring", "winner", "tie", "always"):
        yield section, getattr(game, section)



"""What a scenario says: it lays a situation, lets players answer, and tells what must hold.

`read_scenarios.py` reads them from files, `conformance.py` plays them. Nothing here knows a game: names inside answers,
sentences and expressions are checked by `check_lines.py`, and when the scenario runs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.document.nodes import Mapping
from rulewright.text import Span

HIDDEN = "(hidden)"  # what a line of a view with `hides: true` shows; no name can be spelt so


@dataclass(frozen=True)
class Phrase:
    """A stretch of a scenario's text: an answer, a sentence, an expression, a rule id."""

    text: str
    at: Span = field(compare=False, repr=False)
    origin: Callable[[int, int], Span] | None = field(default=None, compare=False, repr=False)

    def span_of(self, start: int, end: int) -> Span:
        """The place of a part of the text."""
        return self.at if self.origin is None else self.origin(start, end)


@dataclass(frozen=True)
class Play:
    """`PLAYER: answers`, `refuse PLAYER: answers` (with `because`), `offer PLAYER: answers`."""

    verb: str  # "play", "refuse", "offer"
    player: str
    answers: tuple[Phrase, ...]
    at: Span
    because: tuple[Phrase, ...] = ()


@dataclass(frozen=True)
class Expect:
    """`expect: EXPRESSION`."""

    what: Phrase


@dataclass(frozen=True)
class ScriptChance:
    """`chance: 6, 5`: the next outcomes."""

    outcomes: tuple[int | str, ...]
    at: Span
    words: tuple[Phrase, ...] = ()  # the same, with their places


@dataclass(frozen=True)
class Seen:
    """One line of a `view`: what a seat sees of a zone (`size`, `shows`, `others_see`) or of a variable (`shows`)."""

    kind: str  # "zone", "variable"
    cell: Phrase
    size: int | None
    shows: Any  # None: not tested; a list of names, a number, a truth or a word; HIDDEN
    tests_shows: bool
    at: Span
    others_see: tuple[Any, ...] | None = None  # what is seen of pieces that are hidden; None: not tested
    words: tuple[Phrase, ...] = ()  # the names in `shows` and `others_see`


@dataclass(frozen=True)
class ViewTest:
    """`view SEAT: [..]`."""

    seat: str
    lines: tuple[Seen, ...]
    at: Span


@dataclass(frozen=True)
class LogTest:
    """`log SEAT: {has: .., lacks: ..}`: words that must, or must not, stand in what the seat reads."""

    seat: str
    has: tuple[Phrase, ...]
    lacks: tuple[Phrase, ...]
    at: Span


Step = Play | Expect | ScriptChance | ViewTest | LogTest


@dataclass(frozen=True)
class Scenario:
    """A scenario, with its fixture already laid under it."""

    name: str
    at: Span
    game: Phrase
    players: int | tuple[str, ...] | None
    rules: tuple[Phrase, ...] = ()
    why: str | None = None
    options: dict[str, int | bool | str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    overlay: Mapping | None = None
    seed: int = 0
    turn: str | None = None
    place: str | None = None  # `at:`
    given: tuple[Phrase, ...] = ()  # `lay:` as sentences first, then `given:`
    bare: bool = False
    always: bool = True
    chance: ScriptChance | None = None
    steps: tuple[Step, ...] = ()
    expect: tuple[Expect, ...] = ()
    fails: Phrase | None = None
    seeds: int | None = None
    differs: tuple[Phrase, ...] = ()
    random_games: int | None = None
    throughout: tuple[Phrase, ...] = ()
    at_end: tuple[Phrase, ...] = ()
    whatever: tuple[Phrase, ...] = ()  # options and variants that must not matter
    unfilled: bool = False  # a skeleton whose expectations are still to be written
    places: dict[str, Span] = field(default_factory=dict, compare=False, repr=False)  # see `place_of`

    def place_of(self, about: str | None) -> Span:
        """Where a part of how it begins is written: what `InvalidSetup.about` names, or "variant NAME"."""
        part = about or ""
        return self.places.get(part) or self.places.get("players" if part.startswith("player ") else "", self.at)

"""The words that an answer may hold: names of the game, and the names of the alternatives in its blocks."""

import re
from dataclasses import dataclass

from rulewright.check.checked import Alternative, CheckedGame
from rulewright.harness.parts import bodies, parts

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_OF_ANSWERS = {"stop", "none", "empty", "of", "true", "false"}


@dataclass(frozen=True)
class KnownWords:
    """The words that answers of a game may hold: all of them, and those that are answers by themselves."""

    all: frozenset[str]
    answers: frozenset[str]


def known_words(game: CheckedGame) -> KnownWords:
    """Every word that an answer of this game may hold."""
    answers = {part.name for part in parts(*bodies(game)) if isinstance(part, Alternative)}
    declared = (game.names, game.actions, game.components, game.enums, game.zones, game.variables)
    words = {*_OF_ANSWERS, *answers, *(name for names in declared for name in names)}
    return KnownWords(frozenset(words), frozenset(answers))


def unknown_words(text: str, known: frozenset[str]) -> list[str]:
    """The words of an answer that are no words of the game."""
    return [word for word in _WORD.findall(text) if word not in known]

"""The words that an answer may hold: names of the game, and the names of the alternatives in its blocks."""

import re

from rulewright.check.checked import Alternative, CheckedGame
from rulewright.harness.parts import bodies, parts

_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_OF_ANSWERS = {"stop", "none", "empty", "of", "true", "false"}


def known_words(game: CheckedGame) -> frozenset[str]:
    """Every word that an answer of this game may hold."""
    found = {part.name for part in parts(*bodies(game)) if isinstance(part, Alternative)}
    declared = (game.names, game.actions, game.components, game.enums, game.zones, game.variables)
    return frozenset({*_OF_ANSWERS, *found, *(name for names in declared for name in names)})


def unknown_words(text: str, known: frozenset[str]) -> list[str]:
    """The words of an answer that are no words of the game."""
    return [word for word in _WORD.findall(text) if word not in known]

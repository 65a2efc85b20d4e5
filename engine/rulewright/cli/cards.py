"""What stands on a card, or belongs to a kind's value: its attributes, in words or as the rules file says them."""

import re

from rulewright.check import checked as c
from rulewright.play.game import Game
from rulewright.text import Span

_CITED = re.compile(r"\s*\([A-Z]+-[^()]*\)$")
MOST = 300  # characters of one attribute


def describe(game: Game, value: int, language: str) -> str:
    """The attributes of an enumerated value in one line; those that are 0, false, none or empty are left out."""
    parts = []
    for name, attribute in game.checked.attributes.items():
        written = attribute.values.get(value)
        text = _attribute(game, written, language) if written is not None else ""
        if text:
            words = name.replace("_", " ")
            parts.append(words if text == "yes" else f"{words} {text}")
    return "; ".join(parts)


def _attribute(game: Game, value: c.Expr | c.Code | c.EffectCode | c.PowerSet, language: str) -> str:
    match value:
        case c.Const() | c.MapConst() | c.SetConst():
            return _data(game, value, language)
        case c.Expr():
            return _source(value.at)
        case c.Code():
            return _source(value.value.at)
        case c.EffectCode():
            return "; ".join(_source(s.at) for s in value.body)
        case c.PowerSet():
            return "; ".join(_power(line) for line in value.lines)


def _data(game: Game, value: c.Expr, language: str) -> str:
    match value:
        case c.Const() if value.value in (None, False, 0, ()) and not isinstance(value.type, c.EnumT):
            return ""
        case c.Const() if value.value is True:
            return "yes"
        case c.Const() if isinstance(_inner(value.type), c.EnumT) and isinstance(value.value, int):
            return game.label_of(value.value, language)
        case c.Const():
            return str(value.value)
        case c.SetConst():
            return ", ".join(_data(game, item, language) for item in value.items)
        case c.MapConst():
            assert isinstance(value.type, c.MapT)
            return ", ".join(_pair(game, value.type, keys, item, language) for keys, item in value.items)
        case _:
            return _source(value.at)


def _pair(game: Game, type_: c.MapT, keys: tuple[int, ...], item: c.Expr, language: str) -> str:
    enums = [isinstance(t, c.EnumT) for t in type_.keys]
    words = [game.label_of(k, language) if e else str(k) for k, e in zip(keys, enums, strict=True)]
    return f"{' '.join(words)}: {_data(game, item, language)}"


def _inner(type_: c.Type) -> c.Type:
    return type_.of if isinstance(type_, c.OptT) else type_


def _power(line: c.TriggerPower | c.ModifierPower) -> str:
    if isinstance(line, c.ModifierPower):
        return f"{line.name} becomes {_source(line.value.at)}"
    text = _source(line.sentence.at)
    return text if text.startswith("after ") else f"after {line.event}, {text}"


def _source(at: Span) -> str:
    text = _CITED.sub("", at.words)
    return text if len(text) <= MOST else f"{text[: MOST - 1]}…"

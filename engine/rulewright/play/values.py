"""Values at the border: ids inside become names outside, and back. All that leaves a match is plain JSON."""

from collections.abc import Iterator
from reprlib import Repr
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.program.runtime import LIMIT as MOST_NUMBER
from rulewright.program.runtime import MOST_PIECES

if TYPE_CHECKING:
    from rulewright.play.game import Game


def plain(value: Any, type_: c.Type, game: c.CheckedGame) -> Any:
    """A value as JSON: names for enumerated values, lists for sets and bags, an object for a record or map."""
    if value is None or isinstance(value, (bool, str)):
        return value
    match type_:
        case c.OptT():
            return plain(value, type_.of, game)
        case c.EnumT():
            return game.names[value]
        case c.SetT() | c.PiecesT():
            return [plain(v, type_.of, game) for v in value]
        case c.RecordT():
            fields = game.components[type_.component].fields
            return {name: plain(v, t, game) for (name, t), v in zip(fields.items(), value, strict=True)}
        case c.MapT():
            return {_key_text(k, type_.keys, game): plain(v, type_.value, game) for k, v in value.items()}
        case _:
            return list(value) if isinstance(value, tuple) else value


def _key_text(key: Any, types: tuple[c.Type, ...], game: c.CheckedGame) -> str:
    parts = (key,) if len(types) == 1 else key
    return ", ".join(str(plain(k, t, game)) for k, t in zip(parts, types, strict=True))


def names_in(value: Any, type_: c.Type, game: c.CheckedGame) -> Iterator[tuple[c.EnumT, str]]:
    """The names in a value as JSON, each with the type that it is a value of; keys of maps are not among them."""
    match type_:
        case c.OptT():
            yield from names_in(value, type_.of, game)
        case c.EnumT() if isinstance(value, str):
            yield type_, value
        case c.SetT() | c.PiecesT() if isinstance(value, list):
            for inner in value:
                yield from names_in(inner, type_.of, game)
        case c.RecordT() if isinstance(value, dict):
            for name, of in game.components[type_.component].fields.items():
                yield from names_in(value[name], of, game)
        case c.MapT() if isinstance(value, dict):
            for inner in value.values():
                yield from names_in(inner, type_.value, game)


def text_of(value: Any, type_: c.Type, game: c.CheckedGame) -> str:
    """A value as rules files and scenarios write it: `red`, `3`, `square(1, 2)`, `{red, red}`, `card(red, none)`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    match type_:
        case c.OptT():
            return text_of(value, type_.of, game)
        case c.EnumT():
            return value if isinstance(value, str) else game.names[value]
        case c.SetT() | c.PiecesT():
            return "{" + ", ".join(text_of(v, type_.of, game) for v in value) + "}"
        case c.RecordT():
            fields = game.components[type_.component].fields.values()
            return f"{type_.component}({', '.join(text_of(v, t, game) for v, t in zip(value, fields, strict=True))})"
        case _:
            return str(value)


def from_plain(value: Any, type_: c.Type, game: "Game") -> Any:
    """A value of a type from JSON; a ValueError says what does not fit."""
    match type_:
        case c.OptT():
            return None if value is None else from_plain(value, type_.of, game)
        case c.EnumT() if isinstance(value, str) and game.id_of(value, type_) is not None:
            return game.id_of(value, type_)
        case c.NumberT() if type(value) is int and abs(value) <= MOST_NUMBER:
            return value
        case c.TruthT() if isinstance(value, bool):
            return value
        case c.SetT() | c.PiecesT() if isinstance(value, list) and len(value) <= MOST_PIECES:
            pieces = [from_plain(v, type_.of, game) for v in value]
            in_order = isinstance(type_, c.PiecesT) and type_.shape != "bag"
            return tuple(pieces if in_order else sorted(pieces, key=_order))
        case c.RecordT() if isinstance(value, dict):
            fields = game.checked.components[type_.component].fields
            if set(value) == set(fields):
                return tuple(from_plain(value[name], t, game) for name, t in fields.items())
    raise ValueError(f"{shown(value)} is no value that fits here")


def _order(piece: Any) -> Any:
    return tuple((f is not None, f) for f in piece) if isinstance(piece, tuple) else piece


def shown(value: object) -> str:
    """Something that came from outside, for a message: clipped, however large or deep it is."""
    return _CLIPPED.repr(value)


class _Clipped(Repr):
    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if x.bit_length() < _MOST_BITS else "a number of very many digits"


_MOST_BITS = 1000  # of a number that is written out: Python refuses very long ones, and takes long for others
_CLIPPED = _Clipped()
_CLIPPED.maxstring = _CLIPPED.maxother = _CLIPPED.maxlong = 60


"""Who may know the value of an expression, by what it reads: everyone, only `me`, or nobody.

It errs on the side of silence: what lies open or was looked at in one match only is taken for hidden.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Literal

from rulewright.check import checked as c
from rulewright.program.setting import Setting
from rulewright.text import SourceText, Span

Known = Literal["everyone", "me", "nobody"]
_ORDER: tuple[Known, ...] = ("everyone", "me", "nobody")


class Knowledge:
    """Answers for one setting."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game = setting, setting.game
        self._names: dict[c.Var, list[tuple[c.Expr, Known]]] = {}  # what a name stands for, and who at most may know it
        for part in parts_of(self.game):
            self._learn(part)

    def _learn(self, part: object) -> None:
        match part:
            case c.Pick(secretly=secretly):
                self._name(part.var, part.domain, "me" if secretly else "everyone")
            case c.PickRandom(secretly=secretly):
                self._name(part.bind.var, part.bind.domain, "nobody" if secretly else "everyone")
            case c.Bind():
                self._name(part.var, part.domain)
            case c.ReachFrom():  # or what is reached from there, by steps that are looked at themselves
                self._name(part.source, part.start)
            case c.Let() | c.LetBe():
                self._name(part.var, part.value)
            case c.RunRoutine():
                self._names_of(self.game.routines[part.name].params, part.args)
            case c.PerformEffect() | c.AttrOf():
                for value in self.game.attributes[part.name].values.values() if part.args else ():
                    if isinstance(value, (c.EffectCode, c.Code)):
                        self._names_of(value.params, part.args)

    def _name(self, var: c.Var, value: c.Expr, most: Known = "everyone") -> None:
        self._names.setdefault(var, []).append((value, most))

    def _names_of(self, params: tuple[c.Var, ...], args: tuple[c.Expr, ...]) -> None:
        for var, value in zip(params, args, strict=False):
            self._name(var, value)

    def of(self, e: object, given: Mapping[c.Var, c.Expr] | None = None, depth: int = 0) -> Known:
        """Who may know a value."""
        given = given or {}
        match e:
            case c.Local() if e.var in given:
                return self.of(given[e.var], {}, depth + 1)
            case c.Local() if e.var in self._names and depth < _DEEPEST:
                found = self._names[e.var]
                return _worst(*(_worst(self.of(value, given, depth + 1), most) for value, most in found))
            case c.Local():
                return "nobody"
            case c.Occupied():
                return "everyone" if self.game.zones[e.zone].seen_by is None else "nobody"
            case c.CallDefine() if depth < _DEEPEST:
                define = self.game.defines[e.name]
                inner = {**given, **dict(zip(define.params, e.args, strict=False))}
                return _worst(self.of(define.value, inner, depth + 1), *(self.of(a, given, depth + 1) for a in e.args))
            case c.IsEmpty(what=c.Read(place=place)) | c.Builtin(name="size", args=(c.Read(place=place),)):
                return _worst(*(self.of(key, given, depth) for key in place.keys))  # sizes are known to all
            case c.Read(place=place):
                return _worst(self._of_place(place), *(self.of(key, given, depth) for key in place.keys))
            case _:
                return _worst(*(self.of(child, given, depth) for child in _children(e)))

    def _of_place(self, place: c.VarPlace | c.ZonePlace) -> Known:
        name = place.zone if isinstance(place, c.ZonePlace) else place.variable
        declared = self.game.zones.get(name) or self.game.variables.get(name)
        if declared is None:  # who is first
            return "everyone"
        rule = self.setting.seen_by(declared, [self.setting.static(key) for key in place.keys])
        if rule == "everyone":
            return "everyone"
        mine = any(
            isinstance(key, c.Special) and key.name == "me"
            for d, key in zip(declared.keys, place.keys, strict=True)
            if isinstance(d.type, c.EnumT) and d.type.name in ("player", "seat")
        )
        return "me" if rule == "owner" and mine else "nobody"


_DEEPEST = 40  # names that stand for names; the language has no recursion


def _worst(*known: Known) -> Known:
    return max(known, key=_ORDER.index, default="everyone")


def _children(node: object) -> Iterator[object]:
    if isinstance(node, (tuple, list)):
        yield from node
    elif isinstance(node, dict):
        yield from node.values()
    elif is_dataclass(node) and not isinstance(node, (c.Var, c.Type, SourceText, Span)):
        yield from (getattr(node, f.name) for f in fields(node) if f.name not in ("type", "at"))


def parts_of(game: c.CheckedGame) -> Iterator[object]:
    """Everything in the game's bodies and expressions, each object once."""
    waiting: list[object] = [
        game.setup, game.play, game.finish, game.actions, game.routines, game.whenever, game.attributes,
        game.defines, game.scoring, game.winner,
    ]  # fmt: skip
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(_children(node))

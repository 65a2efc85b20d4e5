"""What is fixed before a game starts: its players and options; and the expressions that this makes constant."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from rulewright.check import checked as c
from rulewright.check.assumed import OPERATORS


class _Unknown:
    def __repr__(self) -> str:
        return "UNKNOWN"


FEW = 4096
UNKNOWN: Final = _Unknown()  # what `static` says of an expression that needs a state


@dataclass(frozen=True)
class Setting:
    """A game for given players (seat ids in clockwise order) and a value for each option."""

    game: c.CheckedGame
    players: tuple[int, ...]
    options: dict[str, int | bool | str]

    @cached_property
    def modified(self) -> frozenset[str]:
        """Names of defines and numbers that a power may change while the game runs."""
        names = set()
        for attribute in self.game.attributes.values():
            for value in attribute.values.values():
                if isinstance(value, c.PowerSet):
                    names |= {line.name for line in value.lines if isinstance(line, c.ModifierPower)}
        return frozenset(names)

    @cached_property
    def computed(self) -> dict[str, dict[int, c.Code]]:
        """The lines that rows have for an attribute instead of a value, by attribute and row."""
        return {
            name: {i: v for i, v in attribute.values.items() if isinstance(v, c.Code)}
            for name, attribute in self.game.attributes.items()
        }

    @cached_property
    def triggers(self) -> dict[str, list[tuple[int, c.TriggerPower]]]:
        """The powers that act after an action or routine, by its name, each with its row."""
        found: dict[str, list[tuple[int, c.TriggerPower]]] = {}
        for attribute in self.game.attributes.values():
            for i, value in attribute.values.items():
                for line in value.lines if isinstance(value, c.PowerSet) else ():
                    if isinstance(line, c.TriggerPower):
                        found.setdefault(line.event, []).append((i, line))
        return found

    @cached_property
    def _domains(self) -> dict[str, tuple[int, ...]]:
        return {}

    def domain(self, enum: str) -> tuple[int, ...]:
        """The values of an enumerated type that exist in this game, in its order."""
        if enum == "player":
            return self.players
        if enum not in self._domains:
            declared = self.game.enums[enum]
            gone = {i for e in self.game.enums.values() for i, only in e.only.items() if self.static(only) is False}
            self._domains[enum] = tuple(i for i in declared.ids if i not in gone)
        return self._domains[enum]

    def has_action(self, name: str) -> bool:
        """Whether a named action exists in this game."""
        only = self.game.actions[name].only
        return only is None or self.static(only) is not False

    def possible_actions(self, what: c.Expr) -> list[str]:
        """The named actions that an expression may give."""
        type_ = what.type.of if isinstance(what.type, c.OptT) else what.type
        found = [a for a in self.game.actions.values() if self.has_action(a.name)]
        if isinstance(what, c.AttrOf):
            values = self.game.attributes[what.name].values.values()
            given = {self.static(v) for v in values if isinstance(v, c.Expr)}
            found = [a for a in found if a.id in given]
        elif isinstance(type_, c.EnumT):
            found = [a for a in found if a.id in type_.ids]
        return [a.name for a in found]

    def values(self, type_: c.Type) -> tuple[int, ...] | None:
        """The values of an enumerated type or of a range with known bounds; None for any other type."""
        if isinstance(type_, c.OptT):
            return self.values(type_.of)
        if isinstance(type_, c.NumberT) and type_.low is not None and type_.high is not None:
            return tuple(range(type_.low, type_.high + 1))
        if isinstance(type_, c.EnumT):
            if type_.name in self.game.enums or type_.name == "player":
                return self.domain(type_.name)
            order = [i for e in self.game.enums for i in self.domain(e) if i in type_.ids]
            return tuple(dict.fromkeys(order))
        return None

    def few_values(self, type_: c.Type) -> tuple[int, ...] | None:
        """The same where there are not too many to be looked at one by one; else None."""
        inner = type_.of if isinstance(type_, c.OptT) else type_
        if isinstance(inner, c.NumberT) and (inner.low is None or inner.high is None or inner.high - inner.low > FEW):
            return None
        return self.values(type_)

    def key_values(self, key: c.KeyDef) -> tuple[int, ...]:
        """The values of a key of `per:`."""
        if key.low is not None and key.high is not None:
            low, high = self.static(key.low), self.static(key.high)
            assert isinstance(low, int) and isinstance(high, int), "a key's range is constant"
            return tuple(range(low, high + 1))
        values = self.values(key.type)
        assert values is not None, key
        return values

    def static(self, e: c.Expr) -> object:
        """The value of an expression that reads neither state nor locals; else UNKNOWN."""
        match e:
            case c.Const():
                return e.value
            case c.OptionValue():
                return self.options[e.name]
            case c.Special(name="number_of_players"):
                return len(self.players)
            case c.CallDefine(args=()) if e.name not in self.modified:
                return self.static(self.game.defines[e.name].value)
            case c.CallTable():
                arg = self.static(e.arg)
                return UNKNOWN if arg is UNKNOWN else table_value(self.game.tables[e.name], int(arg))  # type: ignore[call-overload]
            case c.Not():
                value = self.static(e.operand)
                return value if value is UNKNOWN else not value
            case c.Negate():
                value = self.static(e.operand)
                return value if value is UNKNOWN else -value  # type: ignore[operator]
            case c.Logic():
                return self._logic(e)
            case c.Conditional():
                condition = self.static(e.condition)
                return UNKNOWN if condition is UNKNOWN else self.static(e.then if condition else e.otherwise)
            case c.CaseExpr():
                by = self.static(e.by)
                chosen = None if by is UNKNOWN else chosen_case(e, by)
                return UNKNOWN if chosen is None else self.static(chosen)
            case c.OrElse():
                value = self.static(e.value)
                return self.static(e.default) if value is None else value
            case c.Compare() | c.Arith():
                left, right = self.static(e.left), self.static(e.right)
                return UNKNOWN if left is UNKNOWN or right is UNKNOWN else _OPERATORS[e.op](left, right)
            case c.Extreme():
                values = [self.static(a) for a in e.args]
                return UNKNOWN if UNKNOWN in values else (min if e.kind == "min" else max)(values)  # type: ignore[type-var]
            case c.AttrOf(args=()):
                base = self.static(e.base)
                value = self.game.attributes[e.name].values.get(base) if isinstance(base, int) else None
                return self.static(value) if isinstance(value, c.Expr) else UNKNOWN
            case _:
                return UNKNOWN

    def seen_by(self, declared: c.Zone | c.Variable, keys: Sequence[object]) -> object:
        """Who sees a cell by its declaration: "everyone", "owner", "nobody"; UNKNOWN if it hangs on unknown keys."""
        if declared.seen_by is None:
            return "everyone"
        names = {d.var: k for d, k in zip(declared.keys, keys, strict=True) if isinstance(k, int)}
        return self.static(bound(declared.seen_by, names))

    def _logic(self, e: c.Logic) -> object:
        stop = e.op == "or"
        result: object = not stop
        for item in e.parts:
            value = self.static(item)
            if value is stop:
                return stop
            if value is UNKNOWN:
                result = UNKNOWN
        return result


def bound(e: c.Expr, names: Mapping[c.Var, int]) -> c.Expr:
    """An expression with values for some of its names."""
    if isinstance(e, c.Local):
        return c.Const(names[e.var], type=e.type, at=e.at) if e.var in names else e
    parts: dict[str, Any] = {k: bound(v, names) for k, v in vars(e).items() if isinstance(v, c.Expr)}
    parts |= {
        k: tuple(bound(x, names) if isinstance(x, c.Expr) else x for x in v)
        for k, v in vars(e).items()
        if isinstance(v, tuple)
    }
    return replace(e, **parts) if parts else e


def chosen_case(e: c.CaseExpr, by: object) -> c.Expr | None:
    """The line of the case that a value fits, or the `otherwise` line."""
    for fits, line in e.cases:
        if c.fits_case(fits, by):
            return line
    return e.otherwise


def chosen_way(s: c.CaseBody, by: object) -> int:
    """The number of the case that a value fits, from 1; 0 for `otherwise`."""
    for n, (fits, _) in enumerate(s.cases, 1):
        if c.fits_case(fits, by):
            return n
    return 0


def chosen_body(s: c.CaseBody, by: object) -> tuple[c.Stmt, ...]:
    """The steps of the case that a value fits, or those of `otherwise`."""
    way = chosen_way(s, by)
    return s.cases[way - 1][1] if way else s.otherwise


def table_value(table: c.Table, key: int) -> int:
    """A table's value; a key that it does not cover is a KeyError (the checker excludes it)."""
    if key in table.rows:
        return table.rows[key]
    keys = sorted(table.rows)
    if key > keys[-1] and table.last_beyond:
        return table.rows[keys[-1]]
    if keys[0] < key < keys[-1] and table.lower_between:
        return table.rows[max(k for k in keys if k < key)]
    raise KeyError(key)


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {**OPERATORS, "div": lambda a, b: a // b, "mod": lambda a, b: a % b}

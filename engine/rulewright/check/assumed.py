"""What an expression is worth under assumed options: `seen_by` is judged under the defaults, then under others."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from rulewright.check.checked import (
    Arith,
    CallDefine,
    CaseExpr,
    Compare,
    Conditional,
    Const,
    Expr,
    Logic,
    Negate,
    Not,
    NumberT,
    OptionValue,
    Special,
    fits_case,
)
from rulewright.check.core import Checker
from rulewright.check.facts import OPTION_IS, OPTION_IS_NOT, Facts

UNKNOWN: Final = object()
_MOST = 20  # values of one option that are tried
Value = int | bool | str


@dataclass(frozen=True)
class Assumed:
    """A number of players, and a value for each option."""

    players: int
    options: dict[str, Value]


def settings(ck: Checker, facts: Facts, read: Iterable[str]) -> tuple[list[Assumed], list[Assumed]]:
    """The default options, as far as a place can be reached under them, for each number of players; and what a single
    change of an option that is `read` makes of them.

    Where a place is reached under other options only, those stand in for the defaults.
    """
    base: dict[str, Value] = {}
    for option in ck.game.options.values():
        fitting = [v for v in (option.default, *values_of(ck, option.name)) if _fits(facts, option.name, v)]
        base[option.name] = fitting[0] if fitting else option.default
    first = [Assumed(players, base) for players in ck.game.players]
    others = [
        replace(assumed, options={**base, name: value})
        for name in dict.fromkeys(read) if name in base
        for value in values_of(ck, name) if _differ(value, base[name]) and _fits(facts, name, value)
        for assumed in first
    ]  # fmt: skip
    return first, others


def values_of(ck: Checker, name: str) -> list[Value]:
    """The values of an option, of a wide range some."""
    values = ck.game.options[name].values
    if isinstance(values, range):
        return list(values) if len(values) <= _MOST else [*values[: _MOST // 2], *values[-_MOST // 2 :]]
    return [value for value, _ in values]


def _differ(left: Value, right: Value) -> bool:
    return left != right or type(left) is not type(right)


def _fits(facts: Facts, name: str, value: Value) -> bool:
    """Whether what is known where a line stands allows an option this value."""
    for key, of in facts.known.items():
        if key[:2] == (OPTION_IS, name) and _differ(key[2], value):
            return False
        if key[:2] == (OPTION_IS_NOT, name) and not _differ(key[2], value):
            return False
        if key == ("option", name) and isinstance(of, NumberT):
            low = of.low is None or (isinstance(value, int) and value >= of.low)
            if not low or (of.high is not None and isinstance(value, int) and value > of.high):
                return False
    return True


def options_read(ck: Checker, expr: Expr, parts: Callable[[Expr], Iterator[Expr]]) -> Iterator[str]:
    """The options that an expression reads, through defines without parameters too."""
    if isinstance(expr, OptionValue):
        yield expr.name
    if isinstance(expr, CallDefine) and not expr.args and expr.name in ck.defines:
        yield from options_read(ck, ck.defines[expr.name].value, parts)
    for part in parts(expr):
        yield from options_read(ck, part, parts)


def possible_words(ck: Checker, expr: Expr, assumed: Assumed) -> frozenset[str]:
    """The words that an expression may give."""
    if isinstance(expr, Const):
        return frozenset({str(expr.value)})
    if isinstance(expr, CallDefine) and expr.name in ck.defines and expr.name not in ck.powered:
        return possible_words(ck, ck.defines[expr.name].value, assumed)
    ways = None
    if isinstance(expr, Conditional):
        test = value_of(ck, expr.condition, assumed)
        ways = [expr.then, expr.otherwise] if test is UNKNOWN else [expr.then if test else expr.otherwise]
    elif isinstance(expr, CaseExpr):
        ways = _ways(expr, value_of(ck, expr.by, assumed))
    if not ways:
        return frozenset({"everyone", "owner", "nobody"})
    return frozenset().union(*(possible_words(ck, way, assumed) for way in ways))


def _ways(expr: CaseExpr, by: Any) -> list[Expr]:
    rest = [expr.otherwise] if expr.otherwise is not None else []
    if by is UNKNOWN:
        return [line for _, line in expr.cases] + rest
    return [line for fits, line in expr.cases if fits_case(fits, by)][:1] or rest


def value_of(ck: Checker, expr: Expr, assumed: Assumed) -> Any:
    """What an expression is worth, or UNKNOWN."""
    if isinstance(expr, Const):
        return expr.value
    if isinstance(expr, OptionValue):
        return assumed.options[expr.name]
    if isinstance(expr, Special) and expr.name == "number_of_players":
        return assumed.players
    if isinstance(expr, CallDefine) and not expr.args and expr.name not in ck.powered and expr.name in ck.defines:
        return value_of(ck, ck.defines[expr.name].value, assumed)
    if isinstance(expr, Logic):
        stop, values = expr.op == "or", [value_of(ck, part, assumed) for part in expr.parts]
        return stop if stop in values else UNKNOWN if UNKNOWN in values else not stop
    if isinstance(expr, Not | Negate):
        inner = value_of(ck, expr.operand, assumed)
        if isinstance(expr, Not):
            return inner if inner is UNKNOWN else not inner
        return -inner if isinstance(inner, int) else UNKNOWN
    if isinstance(expr, Compare | Arith):
        left, right = value_of(ck, expr.left, assumed), value_of(ck, expr.right, assumed)
        if expr.op not in ("is", "is not") and not (isinstance(left, int) and isinstance(right, int)):
            return UNKNOWN  # also a word or none among numbers, which is reported where it stands
        known = left is not UNKNOWN and right is not UNKNOWN and expr.op in OPERATORS
        return OPERATORS[expr.op](left, right) if known else UNKNOWN
    if isinstance(expr, Conditional):
        test = value_of(ck, expr.condition, assumed)
        return UNKNOWN if test is UNKNOWN else value_of(ck, expr.then if test else expr.otherwise, assumed)
    return UNKNOWN


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}

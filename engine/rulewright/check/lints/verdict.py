"""What an expression comes to whatever is chosen and whatever happens: from bounds, options, and numbers of players."""

from collections.abc import Iterator
from itertools import product

from rulewright.check import bounds
from rulewright.check.assumed import Assumed, options_read, value_of, values_of
from rulewright.check.checked import (
    Aggregate,
    Arith,
    CallDefine,
    CallTable,
    Compare,
    Conditional,
    Const,
    Expr,
    Logic,
    Negate,
    Not,
    NumberT,
)
from rulewright.check.core import Checker
from rulewright.check.visibility import parts_of

_MOST = 500  # settings that are tried


def verdict(ck: Checker, condition: Expr) -> bool | None:
    """Whether a condition always holds (True) or never (False). Named numbers count as open: variants change them."""
    if any(isinstance(part, CallDefine | CallTable) for part in _all_parts(condition)):
        return None
    known = _by_bounds(condition)
    if known is not None:
        return known
    values = {value_of(ck, condition, assumed) for assumed in _settings(ck, condition)}
    return values.pop() if len(values) == 1 and values <= {True, False} else None


def always_zero(ck: Checker, value: Expr) -> bool:
    """Whether a number is 0 whatever happens."""
    of = value.type
    if isinstance(of, NumberT) and (of.low, of.high) == (0, 0):
        return True
    if isinstance(value, Arith):
        sides = [always_zero(ck, value.left), always_zero(ck, value.right)]
        return any(sides) if value.op == "*" else sides[0] if value.op in ("div", "mod") else all(sides)
    if isinstance(value, Conditional):
        test = verdict(ck, value.condition)
        ways = [value.then] if test else [value.otherwise] if test is False else [value.then, value.otherwise]
        return all(always_zero(ck, way) for way in ways)
    if isinstance(value, Negate):
        return always_zero(ck, value.operand)
    return isinstance(value, Aggregate) and value.kind == "sum" and always_zero(ck, value.value)


def _by_bounds(condition: Expr) -> bool | None:
    if isinstance(condition, Const):
        return condition.value if isinstance(condition.value, bool) else None
    if isinstance(condition, Not):
        inner = _by_bounds(condition.operand)
        return None if inner is None else not inner
    if isinstance(condition, Logic):
        parts = [_by_bounds(part) for part in condition.parts]
        stop = condition.op == "or"
        return stop if stop in parts else None if None in parts else not stop
    if isinstance(condition, Compare):
        return _compared(condition.op, bounds.bounds(condition.left.type), bounds.bounds(condition.right.type))
    return None


def _compared(op: str, left: NumberT, right: NumberT) -> bool | None:
    if op in (">", ">="):
        return _compared({">": "<", ">=": "<="}[op], right, left)
    apart = _below(left, right, 1) or _below(right, left, 1)
    if op in ("is", "is not"):
        return (op == "is not") if apart else None
    if _below(left, right, 1 if op == "<" else 0):
        return True
    return False if _below(right, left, 0 if op == "<" else 1) else None


def _below(left: NumberT, right: NumberT, by: int) -> bool:
    return left.high is not None and right.low is not None and left.high + by <= right.low


def _settings(ck: Checker, condition: Expr) -> Iterator[Assumed]:
    """Every number of players with all values of the options that are read, none where these are too many."""
    names = list(dict.fromkeys(options_read(ck, condition, parts_of)))
    every = [values_of(ck, name) for name in names]
    defaults = {option.name: option.default for option in ck.game.options.values()}
    count = len(ck.game.players)
    for values in every:
        count *= len(values)
    if count <= _MOST:
        for players in ck.game.players:
            for chosen in product(*every):
                yield Assumed(players, {**defaults, **dict(zip(names, chosen, strict=True))})


def _all_parts(expr: Expr) -> Iterator[Expr]:
    yield expr
    for part in parts_of(expr):
        yield from _all_parts(part)

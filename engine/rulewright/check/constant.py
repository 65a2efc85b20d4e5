"""What is known before a game begins, once its options and the number of players are: first values are made of that."""

from rulewright.check import types
from rulewright.check.checked import (
    Arith,
    AttrOf,
    CallDefine,
    CallTable,
    CaseExpr,
    Compare,
    Conditional,
    Const,
    EnumT,
    Expr,
    Extreme,
    Logic,
    MakeRecord,
    Negate,
    Not,
    NumberT,
    OptionValue,
    OrElse,
    SetConst,
    Special,
    TruthT,
)
from rulewright.check.core import Checker


def constant(ck: Checker, expr: Expr) -> Expr | None:
    """The expression, a set or record in it as one `Const`; None if it hangs on what happens in the game."""
    if isinstance(expr, SetConst):
        return _tuple(ck, expr, expr.items, once=True)
    if isinstance(expr, MakeRecord):
        return _tuple(ck, expr, expr.args, once=False)
    if isinstance(expr, AttrOf) and isinstance(expr.base, Const) and not expr.args:
        value = ck.attr_values.get(expr.name, {}).get(_id(expr.base))
        return constant(ck, value) if isinstance(value, Expr) else None
    return expr if is_constant(ck, expr) else None


def _tuple(ck: Checker, expr: Expr, parts: tuple[Expr, ...], *, once: bool) -> Const | None:
    values = []
    for part in parts:
        made = constant(ck, part)
        if not isinstance(made, Const):
            return None
        values.append(made.value)
    return Const(tuple(dict.fromkeys(values) if once else values), type=expr.type, at=expr.at)


def _id(base: Const) -> int:
    return base.value if isinstance(base.value, int) else -1


def is_constant(ck: Checker, expr: Expr) -> bool:
    """Whether an expression reads nothing but options, `number_of_players`, numbers and data."""
    if isinstance(expr, Const | OptionValue):
        return True
    if isinstance(expr, Special):
        return expr.name == "number_of_players"
    if isinstance(expr, CallDefine):
        define = ck.defines.get(expr.name)
        fixed = define is not None and not expr.args and expr.name not in ck.powered
        return fixed and define is not None and is_constant(ck, define.value)
    if isinstance(expr, AttrOf):
        plain = isinstance(types.strip(expr.type), EnumT | NumberT | TruthT)
        return plain and not expr.args and is_constant(ck, expr.base)
    parts = _parts(expr)
    return parts is not None and all(is_constant(ck, part) for part in parts)


def _parts(expr: Expr) -> list[Expr] | None:
    """The parts of an expression that is constant if they are; None for one that never is."""
    if isinstance(expr, Not):
        return [expr.operand]
    if isinstance(expr, Negate):
        return [expr.operand]
    if isinstance(expr, Logic):
        return list(expr.parts)
    if isinstance(expr, Compare | Arith):
        return [expr.left, expr.right]
    if isinstance(expr, Extreme):
        return list(expr.args)
    if isinstance(expr, OrElse):
        return [expr.value, expr.default]
    if isinstance(expr, CallTable):
        return [expr.arg]
    if isinstance(expr, Conditional):
        return [expr.condition, expr.then, expr.otherwise]
    if isinstance(expr, CaseExpr):
        return [expr.by, *(v for _, v in expr.cases), *([expr.otherwise] if expr.otherwise is not None else [])]
    return None

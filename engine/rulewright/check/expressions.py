"""Expressions: literals, words, operators and conditionals."""

from typing import Any

from rulewright.check import bounds, types
from rulewright.check.checked import (
    Arith,
    BagArith,
    CastTo,
    Compare,
    Conditional,
    Const,
    EnumT,
    Expr,
    In,
    IsEmpty,
    Logic,
    Negate,
    Not,
    NumberT,
    OptT,
    OrElse,
    PiecesT,
    SetConst,
    SetT,
    Span_,
    Type,
    UnknownT,
)
from rulewright.check.core import Checker, Handler
from rulewright.check.scope import Env
from rulewright.check.symbols import SPECIAL_WORDS
from rulewright.check.words import bare_word, narrowed
from rulewright.expr import tree as t
from rulewright.text.suggest import did_you_mean


def literal(ck: Checker, node: t.Literal_, env: Env, hint: Type | None) -> Expr:
    """`3`, `true`, `none`, `"text"`."""
    value = node.value
    of: Type
    if value is None:
        of = types.NONE
    elif isinstance(value, bool):
        of = types.TRUTH
    elif isinstance(value, int):
        of = NumberT(value, value)
    else:
        of = types.TEXT
    return Const(value, type=of, at=node.at.span)


def empty(ck: Checker, node: t.EmptyLit, env: Env, hint: Type | None) -> Expr:
    """`empty` where a set goes; `X is empty` is read by `same`."""
    of = types.strip(hint) if hint is not None else types.UNKNOWN
    return SetConst((), type=of if isinstance(of, SetT) else SetT(types.UNKNOWN), at=node.at.span)


# ---------- operators ----------


def set_of(ck: Checker, node: t.SetOf, env: Env, hint: Type | None) -> Expr:
    """`{a, b}`."""
    wanted = types.strip(hint) if hint is not None else None
    of = wanted.of if isinstance(wanted, SetT) else _common_type(ck, node, env)
    items = tuple(ck.expr(item, env, of) for item in node.items)
    items = tuple(ck.need(item, n) for item, n in zip(items, node.items, strict=True))
    inner = ck.joined([(i, i.at) for i in items], node.at.span)
    return SetConst(items, type=SetT(inner), at=node.at.span)


def _common_type(ck: Checker, node: t.SetOf, env: Env) -> Type | None:
    """The only enumeration that has all bare words of a set."""
    words = [i.name for i in node.items if isinstance(i, t.Name) and i.name not in env.names]
    if not words:
        return None
    owners = [{owner for owner, _ in ck.symbols.by_word.get(w, [])} for w in words]
    common = set.intersection(*owners)
    return ck.symbols.enum_type(common.pop()) if len(common) == 1 else None


def unary(ck: Checker, node: t.Unary, env: Env, hint: Type | None) -> Expr:
    """`-x`, `not x`."""
    if node.op == "not":
        return Not(ck.condition(node.operand, env, "what `not` turns"), type=types.TRUTH, at=node.at.span)
    inner = ck.number(node.operand, env)
    return Negate(inner, type=bounds.negated(bounds.bounds(inner.type)), at=node.at.span)


def binary(ck: Checker, node: t.Binary, env: Env, hint: Type | None) -> Expr:
    """An operator with two operands."""
    if node.op in ("and", "or"):
        return logic(ck, node, env)
    if node.op in ("is", "is not"):
        return same(ck, node, env)
    if node.op in ("in", "not in"):
        return inside(ck, node, env)
    if node.op in ("<", "<=", ">", ">="):
        left, right = ck.number(node.left, env), ck.number(node.right, env)
        return Compare(node.op, left, right, type=types.TRUTH, at=node.at.span)
    return arithmetic(ck, node, env, hint)


def logic(ck: Checker, node: t.Binary, env: Env) -> Expr:
    """`a and b`, `a or b`: what stands to the right knows what the left has settled."""
    op: Any = node.op
    flat: list[t.Expr] = []
    _flatten(node, op, flat)
    parts: list[Expr] = []
    for item in flat:
        part = ck.condition(item, env, f"what stands beside `{op}`")
        parts.append(part)
        if item is not flat[-1]:
            env = env.knowing(ck.implied(part, op == "and"))
    return Logic(op, tuple(parts), type=types.TRUTH, at=node.at.span)


def _flatten(node: t.Expr, op: str, into: list[t.Expr]) -> None:
    if isinstance(node, t.Binary) and node.op == op:
        _flatten(node.left, op, into)
        _flatten(node.right, op, into)
    else:
        into.append(node)


def _is_word(ck: Checker, node: t.Expr, env: Env) -> bool:
    return isinstance(node, t.Name) and node.name not in env.names


def _is_value_word(ck: Checker, node: t.Expr, env: Env) -> bool:
    if not isinstance(node, t.Name) or node.name in env.names:
        return False
    return node.name not in ck.symbols.kinds_of_name and node.name not in SPECIAL_WORDS


def same(ck: Checker, node: t.Binary, env: Env) -> Expr:
    """`x is y`, `x is not y`, `zone is empty`."""
    negated = node.op == "is not"
    at = node.at.span
    for what, other_side in ((node.left, node.right), (node.right, node.left)):
        if isinstance(other_side, t.EmptyLit):
            return IsEmpty(ck.domain(what, env), negated, type=types.TRUTH, at=at)
    turned = _is_word(ck, node.left, env) and (
        not _is_word(ck, node.right, env)
        or (_is_value_word(ck, node.left, env) and not _is_value_word(ck, node.right, env))
    )
    first, second = (node.right, node.left) if turned else (node.left, node.right)
    one = ck.expr(first, env)
    other = ck.expr(second, env, types.strip(one.type))
    left, right = (other, one) if turned else (one, other)
    if not types.overlap(left.type, right.type):
        holds_many = types.NONE in (left.type, right.type) and any(isinstance(s.type, PiecesT) for s in (left, right))
        help = "for a zone write `is empty`" if holds_many else None
        if isinstance(second, t.Template):
            help = "a word stands without quotes"
        elif isinstance(one.type, EnumT) and one.type.name.startswith("option."):
            values = ck.game.options[one.type.name.removeprefix("option.")].values
            help = did_you_mean("", [str(v[0]) if isinstance(v, tuple) else str(v) for v in values])
        elif {type(left.type), type(right.type)} == {PiecesT, NumberT}:
            help = "`size(..)` says how many there are"
        ck.error("type", f"{types.called(left.type)} can never be {types.called(right.type)}", second, help)
        return ck.hole(node)
    if isinstance(left.type, NumberT) and isinstance(right.type, NumberT) and not bounds.meet(left.type, right.type):
        ck.doubt("constant-condition", f"{types.called(left.type)} can never be {types.called(right.type)}", node)
    return Compare("is not" if negated else "is", left, right, type=types.TRUTH, at=at)


def inside(ck: Checker, node: t.Binary, env: Env) -> Expr:
    """`x in domain`, `x not in domain`; none is in nothing."""
    negated = node.op == "not in"
    if _is_word(ck, node.left, env) and not (
        isinstance(node.left, t.Name) and (node.left.name in ck.symbols.cells or node.left.name in SPECIAL_WORDS)
    ):
        container = ck.domain(node.right, env)
        item = ck.expr(node.left, env, types.element(container.type))
    else:
        item = ck.expr(node.left, env)
        container = ck.domain(node.right, env, types.strip(item.type))
    inner = types.element(container.type) or types.UNKNOWN
    if not types.overlap(item.type, inner):
        ck.error("type", f"{types.called(item.type)} can never be {types.called(inner)}", node.left)
        return ck.hole(node)
    return In(item, container, negated, type=types.TRUTH, at=node.at.span)


def arithmetic(ck: Checker, node: t.Binary, env: Env, hint: Type | None) -> Expr:
    """`+ - * div mod` of numbers; `+ -` of a bag and a piece, or of two bags."""
    op: Any = node.op
    if op in ("+", "-"):
        left = ck.expr(node.left, env, hint if isinstance(hint, PiecesT | SetT) else types.NUMBER)
        if isinstance(left.type, PiecesT):
            return _bag(ck, node, left, env)
        if isinstance(left.type, UnknownT):  # a bag or a number: what is wrong with it has been said
            ck.expr(node.right, env)
            return ck.hole(node)
        left = ck.fit(left, types.NUMBER, node.left)
    else:
        left = ck.number(node.left, env)
    right = ck.number(node.right, env)
    a, b = bounds.bounds(left.type), bounds.bounds(right.type)
    if op in ("div", "mod") and isinstance(right.type, NumberT) and not bounds.not_zero(right.type):
        ck.error("divides-by-zero", "this divisor may be zero", node.right,
                 "test it before, or write `max(1, ..)`")  # fmt: skip
        return ck.hole(node)
    combine = {
        "+": bounds.plus, "-": bounds.minus, "*": bounds.times, "div": bounds.divided, "mod": bounds.remainder,
    }[op]  # fmt: skip
    of = combine(a, b)
    return Arith(op, left, right, type=of, at=node.at.span)


def _bag(ck: Checker, node: t.Binary, left: Expr, env: Env) -> Expr:
    assert isinstance(left.type, PiecesT)
    piece = left.type.of
    op: Any = node.op
    right = ck.expr(node.right, env, piece)
    inner = right.type.of if isinstance(right.type, PiecesT) else right.type
    if not types.fits(types.strip(inner), piece):
        ck.error("type", f"this is {types.called(right.type)}, not {types.called(piece)} or a bag of it", node.right)
        return ck.hole(node)
    right = ck.need(right, node.right)
    return BagArith(op, left, right, type=PiecesT(piece, "bag"), at=node.at.span)


def range_(ck: Checker, node: t.RangeExpr, env: Env, hint: Type | None) -> Expr:
    """`low..high`."""
    low = ck.number(node.low, env)
    high = ck.number(node.high, env) if node.high is not None else low
    of = NumberT(bounds.bounds(low.type).low, bounds.bounds(high.type).high)
    if node.high is not None and ck.is_upside_down(low, high, node):
        return ck.hole(node)
    return Span_(low, high, type=SetT(of), at=node.at.span)


def conditional(ck: Checker, node: t.IfExpr, env: Env, hint: Type | None) -> Expr:
    """`if c then a else b`."""
    test = ck.condition(node.condition, env)
    then = ck.expr(node.then, env.knowing(ck.implied(test, True)), hint)
    other_env = env.knowing(ck.implied(test, False))
    otherwise = ck.expr(node.otherwise, other_env, hint if hint is not None else then.type)
    of = types.join(then.type, otherwise.type)
    if of is None:
        ck.error("type", f"this is {types.called(otherwise.type)}, after `then` stands {types.called(then.type)}",
                 node.otherwise, "both ways must give the same type of value")  # fmt: skip
        return ck.hole(node)
    return Conditional(test, then, otherwise, type=of, at=node.at.span)


def cast(ck: Checker, node: t.Cast, env: Env, hint: Type | None) -> Expr:
    """`value as T`: the value if it is a T, else none."""
    value = ck.expr(node.value, env)
    to = ck.symbols.type_named(node.type.name)
    if to is None:
        ck.unknown_type(node.type)
        return ck.hole(node)
    ck.use(node.type.name)
    if isinstance(value.type, UnknownT) or isinstance(to, UnknownT):
        return ck.hole(node)
    if not isinstance(to, EnumT) or not types.overlap(types.strip(value.type), to):
        ck.error("type", f"{types.called(types.strip(value.type))} is never {types.called(to)}", node.type)
        return ck.hole(node)
    inner = types.meet(types.strip(value.type), to)
    if isinstance(inner, EnumT) and inner.ids == to.ids:
        inner = to
    return narrowed(CastTo(value, to, type=OptT(inner), at=node.at.span), env)


def otherwise(ck: Checker, node: t.Otherwise, env: Env, hint: Type | None) -> Expr:
    """`value otherwise default`."""
    value = ck.expr(node.value, env, hint)
    inner = types.strip(value.type)
    default = ck.expr(node.default, env, hint if hint is not None else inner)
    if isinstance(value.type, UnknownT):
        return value
    of = default.type if value.type == types.NONE else types.join(inner, default.type)
    if of is None:
        ck.error("type", f"this is {types.called(default.type)}, before `otherwise` stands {types.called(inner)}",
                 node.default)  # fmt: skip
        return ck.hole(node)
    return OrElse(value, default, type=of, at=node.at.span)


HANDLERS: dict[type[t.Node], Handler] = {
    t.Literal_: literal,
    t.EmptyLit: empty,
    t.Name: bare_word,
    t.SetOf: set_of,
    t.Unary: unary,
    t.Binary: binary,
    t.RangeExpr: range_,
    t.IfExpr: conditional,
    t.Cast: cast,
    t.Otherwise: otherwise,
}

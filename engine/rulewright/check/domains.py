"""Comprehensions: bindings, `count`, `any`, `first`, `highest`, `sum`, `all`, `reach`, and counting in zones."""

from rulewright.check import bounds, types
from rulewright.check.checked import (
    Aggregate,
    AllOf,
    Best,
    Bind,
    Builtin,
    EnumT,
    Expr,
    Extreme,
    NumberOf,
    NumberT,
    OptT,
    Over,
    PiecesT,
    ReachFrom,
    RoundsOf,
    SetConst,
    SetT,
    Span_,
    Type,
    UnknownT,
)
from rulewright.check.core import Checker, Handler
from rulewright.check.facts import held
from rulewright.check.paths import some_key
from rulewright.check.scope import Env
from rulewright.expr import tree as t
from rulewright.text import did_you_mean


def bind(ck: Checker, node: t.Binding, env: Env) -> Bind:
    """`x in D where C`: x and what is known of it are added to the env."""
    domain = ck.domain(node.domain, env)
    var = ck.bind(node.name, types.element(domain.type) or types.UNKNOWN, env)
    learn_held(ck, var_expr(ck, node, env), domain, env)
    where = None
    if node.where is not None:
        where = ck.condition(node.where, env, "what stands after `where`")
        env.learn(ck.implied(where))
    return Bind(var, domain, where, at=node.at.span)


def var_expr(ck: Checker, node: t.Binding | t.Choice, env: Env) -> Expr:
    """The name just bound, as an expression."""
    return ck.expr(t.Name(node.name.name, at=node.name.at), env)


def learn_held(ck: Checker, item: Expr, domain: Expr, env: Env) -> None:
    """Adds what follows from a value being taken from a domain."""
    env.learn(held(item, domain))


def never_empty(ck: Checker, bind: Bind, env: Env) -> bool:
    """Whether a binding certainly gives something: by its domain, or because `any(..)` of the same has been tested."""
    if bind.where is None and never_empty_domain(ck, bind.domain):
        return True
    return bool(env.facts.known) and some_key(bind.var, bind.domain, bind.where) in env.facts.known


def never_empty_domain(ck: Checker, domain: Expr) -> bool:
    """Whether a domain certainly gives something."""
    if isinstance(domain, AllOf):
        enum = ck.symbols.enums[domain.enum]
        return any(i not in ck.symbols.sometimes for i in enum.ids)
    if isinstance(domain, SetConst):
        return bool(domain.items)
    if isinstance(domain, Span_):
        low, high = bounds.bounds(domain.low.type).high, bounds.bounds(domain.high.type).low
        return low is not None and high is not None and low <= high
    if isinstance(domain, Builtin) and domain.name == "others":
        return ck.symbols.fewest_players > 1
    return isinstance(domain, Builtin) and domain.name == "seats_from"


def over(ck: Checker, node: t.Over, env: Env, hint: Type | None) -> Expr:
    """`count(x in D where C)`, `any(..)`, `first(..)`."""
    bound = bind(ck, node.binding, env.child())
    of: Type
    if node.kind == "count":
        of = NumberT(0, None)
    elif node.kind == "any":
        of = types.TRUTH
    else:
        of = bound.var.type if never_empty(ck, bound, env) else types.opt(bound.var.type)
    return Over(node.kind, bound, type=of, at=node.at.span)


def best(ck: Checker, node: t.Best, env: Env, hint: Type | None) -> Expr:
    """`highest(x in D where C by E)`, `lowest(..)`."""
    inner = env.child()
    bound = bind(ck, node.binding, inner)
    by = ck.number(node.by, inner, "what stands after `by`")
    if isinstance(bound.domain, AllOf) and bound.domain.enum in ("player", "seat"):
        ck.warning("tie-by-seat", "a tie falls to who was seated first", node.binding.domain,
                   "name the order that you mean: `seats_from(..)`")  # fmt: skip
    of = bound.var.type if never_empty(ck, bound, env) else types.opt(bound.var.type)
    return Best(node.kind, bound, by, type=of, at=node.at.span)


def aggregate(ck: Checker, node: t.Aggregate, env: Env, hint: Type | None) -> Expr:
    """`sum(E for x in D)`, `min`, `max`, `all`."""
    inner = env.child()
    binds = tuple(bind(ck, loop, inner) for loop in node.loops)
    if node.kind == "all":
        value = ck.condition(node.value, inner, "what `all` tests")
        return Aggregate("all", value, binds, type=types.TRUTH, at=node.at.span)
    value = ck.number(node.value, inner, f"what `{node.kind}` is taken of")
    known = bounds.bounds(value.type)
    of: Type
    if node.kind == "sum":
        of = NumberT(0 if bounds.at_least(known, 0) else None, 0 if bounds.at_most(known, 0) else None)
    else:
        of = known if all(never_empty(ck, b, env) for b in binds) else OptT(known)
    return Aggregate(node.kind, value, binds, type=of, at=node.at.span)


def extreme(ck: Checker, node: t.Extreme, env: Env, hint: Type | None) -> Expr:
    """`min(a, b)`, `max(a, b)`."""
    args = tuple(ck.number(a, env) for a in node.args)
    known = [bounds.bounds(a.type) for a in args]
    of = bounds.least(known) if node.kind == "min" else bounds.most(known)
    return Extreme(node.kind, args, type=of, at=node.at.span)


def reach(ck: Checker, node: t.Reach, env: Env, hint: Type | None) -> Expr:
    """`reach(start, a to b in D where C)`."""
    start = ck.expr(node.start, env)
    inner_type = ck.symbols.widened(types.strip(start.type))
    if not isinstance(inner_type, EnumT | UnknownT):
        ck.error("type", f"`reach` goes from value to value of a kind or board, this is {types.called(inner_type)}",
                 node.start)  # fmt: skip
        return ck.hole(node)
    inner = env.child()
    source = ck.bind(node.source, inner_type, inner)
    step = bind(ck, node.step, inner)
    if not types.fits(step.var.type, inner_type):
        ck.error("type", f"each step must lead to {types.called(inner_type)}, this is {types.called(step.var.type)}",
                 node.step.domain)  # fmt: skip
        return ck.hole(node)
    return ReachFrom(start, source, step, type=SetT(inner_type), at=node.at.span)


def number_of(ck: Checker, node: t.NumberOf, env: Env, hint: Type | None) -> Expr:
    """`number of what in zone`."""
    zone = ck.need(ck.expr(node.zone, env), node.zone)
    if not isinstance(zone.type, PiecesT):
        if not isinstance(zone.type, UnknownT):
            ck.error("type", f"pieces are counted in a zone or bag, this is {types.called(zone.type)}", node.zone)
        return ck.hole(node)
    what = ck.expr(node.what, env, zone.type.of)
    if not types.overlap(types.strip(what.type), zone.type.of):
        ck.error("type", f"this holds {types.called(zone.type.of)}, never {types.called(what.type)}", node.what)
        return ck.hole(node)
    return NumberOf(what, zone, type=NumberT(0, None), at=node.at.span)


def rounds_of(ck: Checker, node: t.RoundsOf, env: Env, hint: Type | None) -> Expr:
    """`rounds of STEP`."""
    known = ck.loops.get(env.sit.root, {})
    paths = known.get(node.step.name, [])
    if len(paths) == 1:
        return RoundsOf(paths[0], type=ck.loop_bounds.get(paths[0], NumberT(0, None)), at=node.at.span)
    if paths:
        ck.error("ambiguous-word", f"two loops here are called `{node.step.name}`", node.step, "rename one of them")
    else:
        ck.error("unknown-name", f"there is no loop `{node.step.name}` in this action, routine or body", node.step,
                 did_you_mean(node.step.name, known))  # fmt: skip
    return ck.hole(node)


HANDLERS: dict[type[t.Node], Handler] = {
    t.Over: over,
    t.Best: best,
    t.Aggregate: aggregate,
    t.Extreme: extreme,
    t.Reach: reach,
    t.NumberOf: number_of,
    t.RoundsOf: rounds_of,
}

"""Changes of one line: the syntax tree of a line goes in, and each tree comes out in which one thing is different."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from rulewright.check.checked import EnumT, TruthT, Type
from rulewright.expr import tree as t
from rulewright.expr.format import format_node
from rulewright.text import Span

SEATS = ("player", "seat")


@dataclass(frozen=True)
class Rewrite:
    """A line changed in one place: the whole `node`, and what became of the words at `at`."""

    node: t.Node
    operator: str
    at: Span
    was: str
    became: str


@dataclass(frozen=True)
class Facts:
    """What is known of a line: the types of its parts by their places, which words belong together, and the key that
    it stands under (`if`, `until`, ..)."""

    types: Mapping[tuple[str, int, int], Type] = field(default_factory=dict)
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # a kind's value -> those that may replace it
    key: str = ""

    def type_of(self, node: t.Node) -> Type | None:
        """The type of an expression, if the checker gave it one."""
        at = node.at.span
        return self.types.get((at.source.name, at.start, at.end))

    def is_truth(self, node: t.Node) -> bool:
        """Whether an expression is a condition."""
        return isinstance(self.type_of(node), TruthT)


def rewrites(node: t.Node, facts: Facts) -> Iterator[Rewrite]:
    """All changes of a line or of a part of one. Texts for people, types and citations are left alone."""
    for change in _CHANGES.get(type(node), ()):
        yield from change(node, facts)
    for part in fields(node):
        value = getattr(node, part.name)
        if part.name == "rules" or isinstance(value, _LEFT_ALONE):
            continue
        if isinstance(value, t.Node):
            for inner in rewrites(value, facts):
                yield replace(inner, node=_with(node, part.name, inner.node))
        elif isinstance(value, tuple):
            for n, item in enumerate(value):
                if isinstance(item, t.Node) and not isinstance(item, _LEFT_ALONE):
                    for inner in rewrites(item, facts):
                        changed = (*value[:n], inner.node, *value[n + 1 :])
                        yield replace(inner, node=_with(node, part.name, changed))


def _with(node: t.Node, name: str, value: Any) -> t.Node:
    changed: dict[str, Any] = {name: value}
    return replace(node, **changed)


_LEFT_ALONE = (t.Ident, t.Template, t.TypeExpr, t.Key, t.Param, t.Signature)
_Changes = Iterator[Rewrite]
_TRUE, _FALSE = "true", "false"


def _to(operator: str, node: t.Node, changed: t.Node) -> Rewrite:
    """A part as a whole became another."""
    at = node.at.span
    return Rewrite(changed, operator, at, at.words, format_node(changed))


def _word(operator: str, node: t.Node, changed: t.Node, was: str, became: str, after: t.Node | None = None) -> Rewrite:
    """One word of a part became another: the first such word, or the first behind a part of it."""
    at = node.at.span
    text = at.source.text
    start = text.find(was, after.at.span.end if after is not None else at.start, at.end)
    place = at if start < 0 else Span(at.source, start, start + len(was))
    return Rewrite(changed, operator, place, was, became)


def _literal(value: int | bool, at: t.Where) -> t.Literal_:
    return t.Literal_(value, at=at)


# ---------- expressions ----------


def _constant(node: t.Literal_, facts: Facts) -> _Changes:
    if isinstance(node.value, bool):
        yield _to("truth", node, replace(node, value=not node.value))
    elif isinstance(node.value, int):
        yield _to("number", node, replace(node, value=node.value + 1))
        if node.value > 0:
            yield _to("number", node, replace(node, value=node.value - 1))


def _name(node: t.Name, facts: Facts) -> _Changes:
    for other in facts.others.get(node.name, ()):
        yield _to("kind", node, replace(node, name=other))
    type_ = facts.type_of(node)
    if node.name == "me":
        yield _to("owner", node, t.Call("next", (node,), at=node.at))
    elif isinstance(type_, EnumT) and type_.name in SEATS and node.name not in SEATS:
        yield _to("owner", node, t.Name("me", at=node.at))


def _negated(node: t.Expr, facts: Facts) -> _Changes:
    """A condition that is one word, call or cell: its opposite. Others have parts that can be changed."""
    if facts.is_truth(node):
        yield _to("negation", node, t.Unary("not", node, at=node.at))


_OPPOSITES = {
    "others": "seats_from", "seats_from": "others", "beside": "around", "around": "beside", "straight": "diagonal",
    "diagonal": "straight", "row": "column", "column": "row",
}  # fmt: skip


def _call(node: t.Call, facts: Facts) -> _Changes:
    if node.name in _OPPOSITES:
        other = _OPPOSITES[node.name]
        yield _word("direction", node, replace(node, name=other), node.name, other)
    elif node.name in ("next", "before", "turn_order") and len(node.args) == 1:
        yield _to("direction", node, node.args[0])


def _unary(node: t.Unary, facts: Facts) -> _Changes:
    yield _to("negation" if node.op == "not" else "arithmetic", node, node.operand)


_SIGNS: dict[str, tuple[str, str]] = {
    "<": ("comparison", "<="), "<=": ("comparison", "<"), ">": ("comparison", ">="), ">=": ("comparison", ">"),
    "is": ("comparison", "is not"), "is not": ("comparison", "is"), "in": ("comparison", "not in"),
    "not in": ("comparison", "in"), "and": ("connective", "or"), "or": ("connective", "and"),
    "+": ("arithmetic", "-"), "-": ("arithmetic", "+"), "*": ("arithmetic", "+"), "div": ("arithmetic", "*"),
    "mod": ("arithmetic", "div"),
}  # fmt: skip


def _binary(node: t.Binary, facts: Facts) -> _Changes:
    operator, other = _SIGNS[node.op]
    changed = t.Binary(other, node.left, node.right, at=node.at)  # type: ignore[arg-type]
    yield _word(operator, node, changed, node.op, other, after=node.left)
    if node.op in ("and", "or"):
        yield _to("part", node, node.left)
        yield _to("part", node, node.right)


def _if(node: t.IfExpr, facts: Facts) -> _Changes:
    yield _to("branch", node, node.then)
    yield _to("branch", node, node.otherwise)


def _range(node: t.RangeExpr, facts: Facts) -> _Changes:
    for part in (node.low, node.high):
        if part is not None and not isinstance(part, t.Literal_):  # a number is changed as a number
            changed = t.Binary("+", part, _literal(1, part.at), at=part.at)
            low = part is node.low
            whole = replace(node, low=changed) if low else replace(node, high=changed)
            yield Rewrite(whole, "number", part.at.span, part.at.span.words, format_node(changed))


def _over(node: t.Over, facts: Facts) -> _Changes:
    inner = node.binding
    if node.kind == "any" and inner.where is not None:
        alone = replace(inner, where=None)
        yield _to("quantifier", node, t.Aggregate("all", inner.where, (alone,), at=node.at))
    elif node.kind == "any":
        yield _to("negation", node, t.Unary("not", node, at=node.at))


def _best(node: t.Best, facts: Facts) -> _Changes:
    other = "lowest" if node.kind == "highest" else "highest"
    yield _word("extreme", node, t.Best(other, node.binding, node.by, at=node.at), node.kind, other)  # type: ignore[arg-type]


def _aggregate(node: t.Aggregate, facts: Facts) -> _Changes:
    if node.kind in ("min", "max"):
        other = "min" if node.kind == "max" else "max"
        changed = t.Aggregate(other, node.value, node.loops, at=node.at)  # type: ignore[arg-type]
        yield _word("extreme", node, changed, node.kind, other)
    elif node.kind == "all" and len(node.loops) == 1 and node.loops[0].where is None:
        yield _to("quantifier", node, t.Over("any", replace(node.loops[0], where=node.value), at=node.at))


def _extreme(node: t.Extreme, facts: Facts) -> _Changes:
    other = "min" if node.kind == "max" else "max"
    yield _word("extreme", node, t.Extreme(other, node.args, at=node.at), node.kind, other)  # type: ignore[arg-type]
    if len(node.args) == 2:
        yield _to("extreme", node, node.args[0])
        yield _to("extreme", node, node.args[1])


def _where(node: t.Binding | t.Choice | t.Holds | t.Trigger, facts: Facts) -> _Changes:
    if node.where is not None:
        yield _dropped(replace(node, where=None), "where", node.where)


def _condition(node: t.Sentence | t.Offer, facts: Facts) -> _Changes:
    if node.condition is not None:
        yield _dropped(replace(node, condition=None), "if", node.condition)


def _dropped(changed: t.Node, word: str, condition: t.Expr) -> Rewrite:
    at = condition.at.span
    return Rewrite(changed, "condition", at, f"{word} {at.words}", "")


def _domain(node: t.Binding, facts: Facts) -> _Changes:
    if isinstance(node.domain, t.Name) and node.domain.name == "player":
        others = t.Call("others", (t.Name("me", at=node.domain.at),), at=node.domain.at)
        yield Rewrite(replace(node, domain=others), "owner", node.domain.at.span, "player", "others(me)")


# ---------- sentences and clauses ----------

_ENDS: dict[str, Literal["top", "bottom"]] = {"top": "bottom", "bottom": "top"}
_SHOWN: dict[str, Literal["show", "open"]] = {"show": "open", "open": "show"}
_VERBS: dict[str, tuple[str, str]] = {
    "add": ("arithmetic", "subtract"), "subtract": ("arithmetic", "add"),
    "pay": ("comparison", "pay up to"), "pay up to": ("comparison", "pay"),
}  # fmt: skip


def _target(node: t.Target, facts: Facts) -> _Changes:
    if node.end is not None:
        other = _ENDS[node.end]
        yield _word("direction", node, replace(node, end=other), node.end, other)


def _order(node: t.Move | t.Put, facts: Facts) -> _Changes:
    if node.order is not None:
        yield _word("direction", node, replace(node, order=None), f"in {node.order} order", "")


def _assign(node: t.Assign, facts: Facts) -> _Changes:
    if node.verb in _VERBS:
        operator, other = _VERBS[node.verb]
        changed = t.Assign(other, node.value, node.place, at=node.at)  # type: ignore[arg-type]
        yield _word(operator, node, changed, node.verb, other)


def _secret(node: t.Choice | t.PickRandom, facts: Facts) -> _Changes:
    if node.secretly:
        yield _word("sight", node, replace(node, secretly=False), "secretly", "")


def _different(node: t.Choice, facts: Facts) -> _Changes:
    if node.different:
        yield _word("condition", node, replace(node, different=False), "different", "")


def _reveal(node: t.Reveal, facts: Facts) -> _Changes:
    if node.verb in _SHOWN:
        other = _SHOWN[node.verb]
        yield _word("sight", node, replace(node, verb=other), node.verb, other)


def _trigger(node: t.Trigger, facts: Facts) -> _Changes:
    changed = replace(node, by_anyone=not node.by_anyone)
    was, became = ("by anyone", "") if node.by_anyone else (f"after {node.event}", f"after {node.event} by anyone")
    yield _word("owner", node, changed, was, became)


def _verdict(node: t.Verdict, facts: Facts) -> _Changes:
    other = "least" if node.direction == "most" else "most"
    yield _word("extreme", node, t.Verdict(other, node.value, node.rules, at=node.at), node.direction, other)  # type: ignore[arg-type]


def _tie(node: t.Tie, facts: Facts) -> _Changes:
    other = "later_seat" if node.how == "shared" else "shared"
    yield _word("extreme", node, t.Tie(other, node.rules, at=node.at), node.how, other)  # type: ignore[arg-type]


def _need(node: t.Need, facts: Facts) -> _Changes:
    if facts.is_truth(node.value):
        yield _always(node, True)


_FIXED = {"if": (True, False), "until": (True, False), "more": (True, False), "when": (True, False), "each_at_most": ()}


def _line(node: t.Line, facts: Facts) -> _Changes:
    if facts.is_truth(node.value) and not isinstance(node.value, t.Literal_):
        for value in _FIXED.get(facts.key, ()):
            yield _always(node, value)


def _always(node: t.Line | t.Need, value: bool) -> Rewrite:
    at = node.value.at.span
    changed = replace(node, value=_literal(value, node.value.at))
    return Rewrite(changed, "condition", at, at.words, _TRUE if value else _FALSE)


_CHANGES: dict[type[t.Node], tuple[Callable[[Any, Facts], _Changes], ...]] = {
    t.Literal_: (_constant,),
    t.Name: (_name, _negated),
    t.Call: (_call, _negated),
    t.Index: (_negated,),
    t.Attribute: (_negated,),
    t.Method: (_negated,),
    t.Unary: (_unary,),
    t.Binary: (_binary,),
    t.IfExpr: (_if,),
    t.RangeExpr: (_range,),
    t.Over: (_over,),
    t.Best: (_best,),
    t.Aggregate: (_aggregate,),
    t.Extreme: (_extreme,),
    t.Binding: (_where, _domain),
    t.Choice: (_where, _secret, _different),
    t.PickRandom: (_secret,),
    t.Holds: (_where,),
    t.Trigger: (_where, _trigger),
    t.Sentence: (_condition,),
    t.Offer: (_condition,),
    t.Target: (_target,),
    t.Move: (_order,),
    t.Put: (_order,),
    t.Assign: (_assign,),
    t.Reveal: (_reveal,),
    t.Verdict: (_verdict,),
    t.Tie: (_tie,),
    t.Need: (_need,),
    t.Line: (_line,),
}

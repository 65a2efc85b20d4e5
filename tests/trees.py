"""A Hypothesis strategy for syntax trees: every form of the grammar, names among them that are soft words."""

from typing import Any

from hypothesis import strategies as st

from rulewright.expr import tree as t
from rulewright.text import SourceText

_AT: dict[str, Any] = {"at": t.Where(SourceText("made", "").span, 0, 0)}
_SOFT = ["turn", "by", "top", "up", "random", "order", "most", "move", "nothing", "chosen", "anyone"]
_WORDS = ["a", "b", "spot", "cost_2", "_x", *_SOFT]

names = st.sampled_from(_WORDS)
idents = names.map(lambda name: t.Ident(name, **_AT))
numbers = st.integers(0, 2**53).map(lambda n: t.Literal_(n, **_AT))
said = st.text(st.sampled_from("abc .,:'(#é€\\"), min_size=1, max_size=6)


def _node(kind: Any, *parts: Any) -> st.SearchStrategy[Any]:
    return st.builds(lambda *values: kind(*values, **_AT), *parts)


def _several(of: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, min_size=least, max_size=3).map(tuple)


def _maybe(of: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | of


def _bindings(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return _node(t.Binding, idents, inner, _maybe(inner))


def _larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    ops = ["or", "and", "is", "is not", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*", "div", "mod"]
    binding = _bindings(inner)
    return st.one_of(
        _node(t.Call, names, _several(inner)),
        _node(t.Index, inner, _several(inner, 1)),
        _node(t.Attribute, inner, idents),
        _node(t.Method, inner, idents, _several(inner)),
        _node(t.SetOf, _several(inner, 1)),
        _node(t.Unary, st.sampled_from(["-", "not"]), inner),
        _node(t.Binary, st.sampled_from(ops), inner, inner),
        _node(t.RangeExpr, inner, inner),
        _node(t.IfExpr, inner, inner, inner),
        _node(t.NumberOf, inner, inner),
        _node(t.RoundsOf, idents),
        _node(t.Cast, inner, idents),
        _node(t.Otherwise, inner, inner),
        _node(t.Over, st.sampled_from(["count", "any", "first"]), binding),
        _node(t.Best, st.sampled_from(["highest", "lowest"]), binding, inner),
        _node(t.Aggregate, st.sampled_from(["sum", "min", "max", "all"]), inner, _several(binding, 1)),
        _node(t.Extreme, st.sampled_from(["min", "max"]), st.lists(inner, min_size=2, max_size=3).map(tuple)),
        _node(t.Reach, inner, idents, binding),
    )


def _expressions(*, texts: bool) -> st.SearchStrategy[Any]:
    leaves = st.one_of(
        names.map(lambda name: t.Name(name, **_AT)),
        numbers,
        st.sampled_from([True, False, None]).map(lambda value: t.Literal_(value, **_AT)),
        st.just(t.EmptyLit(**_AT)),
    )
    if texts:
        leaves |= said.map(lambda text: t.Literal_(text, **_AT))
    return st.recursive(leaves, _larger, max_leaves=12)


expressions = _expressions(texts=True)
bindings = _bindings(expressions)


def _in_turn(parts: list[Any]) -> tuple[Any, ...]:
    """No two texts side by side."""
    return tuple(p for i, p in enumerate(parts) if not (i and isinstance(p, str) and isinstance(parts[i - 1], str)))


templates = _node(t.Template, st.lists(said | _expressions(texts=False), max_size=4).map(_in_turn))
rules = _several(st.sampled_from(["AB-1", "AB-2", "AB-3", "AB-03", "AB-04", "XYZ-G9", "XYZ-G10", "XYZ-7b"]).map(
    lambda name: t.Ident(name, **_AT)
))  # fmt: skip
choices = st.one_of(
    _node(t.Choice, idents, st.none(), st.just(False), expressions, _maybe(expressions), st.booleans()),
    _node(t.Choice, idents, expressions, st.booleans(), expressions, _maybe(expressions), st.booleans()),
)
amounts = st.one_of(
    _node(t.Amount, st.just("one"), st.none(), expressions),
    _node(t.Amount, st.sampled_from(["several", "up to of"]), expressions, expressions),
    _node(t.Amount, st.just("all"), st.none(), st.none()),
    _node(t.Amount, st.just("all of"), st.none(), expressions),
    _node(t.Amount, st.just("up to"), expressions, st.none()),
)
targets = _node(t.Target, st.sampled_from([None, "top", "bottom"]), expressions)
_orders = st.sampled_from([None, "random", "chosen"])
cores = st.one_of(
    _node(t.Move, amounts, expressions, targets, _orders),
    _node(t.Draw, amounts, expressions, targets),
    _node(t.Put, amounts, targets, _orders),
    _node(t.Remove, amounts, expressions),
    _node(t.Shuffle, expressions),
    _node(t.Roll, _maybe(expressions), expressions),
    _node(t.Assign, st.sampled_from(["set", "add", "subtract", "pay", "pay up to"]), expressions, expressions),
    _node(t.Let, idents, expressions),
    _node(t.Pick, choices),
    _node(t.PickRandom, bindings, st.booleans()),
    _node(t.Run, st.sampled_from(["a", "spot", "turn", "top"]).map(lambda n: t.Ident(n, **_AT)), _several(expressions)),
    _node(t.Perform, expressions),
    _node(t.Reveal, st.sampled_from(["show", "open", "look"]), expressions),
    _node(t.Say, templates),
    _node(t.End, st.sampled_from(["turn", "turns", "play"])),
    _node(t.Nothing),
)
_ranges = _node(t.RangeExpr, expressions, expressions)
_types = idents | _ranges
clauses: dict[str, st.SearchStrategy[Any]] = {
    "expression": expressions,
    "sentence": _node(t.Sentence, cores, _several(bindings), _maybe(expressions), _maybe(templates), rules),
    "line": _node(t.Line, expressions, rules),
    "need": _node(t.Need, expressions, _maybe(templates), rules),
    "bounds": _node(t.Bounds, expressions, _maybe(expressions), rules),
    "picks": _node(t.Picks, _several(choices, 1)),
    "loop": _node(t.Loop, _several(bindings, 1), _maybe(expressions)),
    "offer": _node(t.Offer, idents, _maybe(expressions)),
    "power": _node(t.Trigger, idents, st.booleans(), _maybe(expressions), cores, rules)
    | _node(t.Modifier, idents, expressions, rules),
    "verdict": _node(t.Verdict, st.sampled_from(["most", "least"]), expressions, rules),
    "tie": _node(t.Tie, st.sampled_from(["shared", "later_seat"]), rules),
    "holds": _node(t.Holds, _maybe(expressions), idents, _maybe(expressions))
    | _node(t.Holds, _maybe(expressions), st.none(), st.none()),
    "key": _node(t.Key, _maybe(idents), _types),
    "type": _node(t.TypeExpr, _types, st.booleans(), _several(idents), st.booleans()),
    "signature": _node(t.Signature, idents, _several(_node(t.Param, idents, idents))),
    "answers": _node(t.Answers, _several(expressions, 1)),
    "rule_ids": _node(t.RuleIds, rules.filter(bool)),
}

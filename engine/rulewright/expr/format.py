"""The canonical text of any node: one space between words, brackets where the grammar or the reader needs them.

`parse_x(format_node(n)) == n` for every node that a parse can give.
"""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from rulewright.expr import tree as t

# How tightly a form binds; an operand that binds less tightly than its place asks for stands in brackets.
_EXPR, _VALUE, _AND, _NOT, _TEST, _SPAN, _SUM, _PRODUCT, _UNARY, _TYPED, _POSTFIX = range(11)

# operator -> its own level, the level of its left operand, of its right operand
_BINARY: dict[str, tuple[int, int, int]] = {
    "or": (_VALUE, _VALUE, _AND),
    "and": (_AND, _AND, _NOT),
    **dict.fromkeys(("is", "is not", "<", "<=", ">", ">=", "in", "not in"), (_TEST, _SPAN, _SPAN)),
    "+": (_SUM, _SUM, _PRODUCT),
    "-": (_SUM, _SUM, _PRODUCT),
    "*": (_PRODUCT, _PRODUCT, _UNARY),
    "div": (_PRODUCT, _PRODUCT, _UNARY),
    "mod": (_PRODUCT, _PRODUCT, _UNARY),
}


def format_node(node: t.Node) -> str:
    """The text of an expression, a sentence, a clause or a part of one."""
    if isinstance(node, t.Expr):
        return _expr(node)
    return _WRITERS[type(node)](node)


# ---------- expressions ----------


def _level(node: t.Expr) -> int:
    if isinstance(node, t.Binary):
        return _BINARY[node.op][0]
    if isinstance(node, t.Unary):
        return _NOT if node.op == "not" else _UNARY
    return _LEVELS.get(type(node), _POSTFIX)


def _expr(node: t.Expr, level: int = _EXPR) -> str:
    text = _WRITERS[type(node)](node)
    return f"({text})" if _level(node) < level else text


def _args(args: tuple[t.Expr, ...]) -> str:
    return ", ".join(_expr(a) for a in args)


def _literal(node: t.Literal_) -> str:
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    if node.value is None:
        return "none"
    return f'"{node.value}"' if isinstance(node.value, str) else str(node.value)


def _binary(node: t.Binary) -> str:
    _, left, right = _BINARY[node.op]
    return f"{_operand(node.left, left, node.op)} {node.op} {_operand(node.right, right, node.op)}"


def _operand(node: t.Expr, level: int, op: str) -> str:
    """An operand; `and` within `or`, and `otherwise` within anything, have brackets for the reader's sake."""
    mixed = isinstance(node, t.Otherwise) or (op == "or" and isinstance(node, t.Binary) and node.op == "and")
    return f"({_expr(node)})" if mixed else _expr(node, level)


def _unary(node: t.Unary) -> str:
    return f"not {_expr(node.operand, _NOT)}" if node.op == "not" else f"-{_operand(node.operand, _UNARY, '-')}"


def _if(node: t.IfExpr) -> str:
    return f"if {_expr(node.condition, _VALUE)} then {_expr(node.then, _VALUE)} else {_expr(node.otherwise)}"


def _range(node: t.RangeExpr) -> str:
    return f"{_expr(node.low, _SUM)}..{'' if node.high is None else _expr(node.high, _SUM)}"


def _where(condition: t.Expr | None) -> str:
    return "" if condition is None else f" where {_expr(condition, _VALUE)}"


def _binding(node: t.Binding) -> str:
    return f"{node.name} in {_expr(node.domain, _VALUE)}{_where(node.where)}"


def _aggregate(node: t.Aggregate) -> str:
    return f"{node.kind}({_operand(node.value, _EXPR, 'for')}{''.join(f' for {_binding(b)}' for b in node.loops)})"


def _template(node: t.Template) -> str:
    return "".join(part if isinstance(part, str) else f"{{{_expr(part)}}}" for part in node.parts)


_LEVELS: dict[type[t.Node], int] = {
    t.IfExpr: _EXPR,
    t.RangeExpr: _SPAN,
    t.NumberOf: _UNARY,
    t.RoundsOf: _UNARY,
    t.Cast: _TYPED,
    t.Otherwise: _UNARY,
}

# ---------- sentences ----------


def _amount(node: t.Amount) -> str:
    opening = {"all": "all", "all of": "all", "up to": "up to ", "up to of": "up to "}.get(node.form, "")
    number = "" if node.number is None else _expr(node.number, _VALUE)
    what = "" if node.what is None else _expr(node.what, _VALUE)
    of = " of " if node.form in ("several", "all of", "up to of") else ""
    return f"{opening}{number}{of}{what}"


def _target(node: t.Target) -> str:
    place = _expr(node.place, _POSTFIX)
    return place if node.end is None else f"{node.end} of {place}"


def _order(order: str | None) -> str:
    return "" if order is None else f" in {order} order"


def _place(node: t.Expr) -> str:
    return _expr(node, _POSTFIX)


def _assign(node: t.Assign) -> str:
    value, place = _expr(node.value, _VALUE), _place(node.place)
    if node.verb == "set":
        return f"set {place} to {value}"
    return f"{node.verb} {value} {'to' if node.verb == 'add' else 'from'} {place}"


def _choice(node: t.Choice) -> str:
    number = "" if node.number is None else f"{_expr(node.number, _VALUE)} {'different ' * node.different}of "
    secretly = " secretly" if node.secretly else ""
    return f"{node.name} in {number}{_expr(node.domain, _VALUE)}{_where(node.where)}{secretly}"


def _pick_random(node: t.PickRandom) -> str:
    b = node.binding
    secretly = " secretly" if node.secretly else ""
    return f"pick {b.name} at random in {_expr(b.domain, _VALUE)}{_where(b.where)}{secretly}"


def _roll(node: t.Roll) -> str:
    place = _place(node.place)
    return f"roll {place}" if node.number is None else f"roll {_expr(node.number, _VALUE)} into {place}"


def _if_suffix(condition: t.Expr | None) -> str:
    return "" if condition is None else f" if {_expr(condition, _VALUE)}"


def _else(reason: t.Template | None) -> str:
    return "" if reason is None else f' else "{_template(reason)}"'


def _sentence(node: t.Sentence) -> str:
    each = f" for each {', '.join(map(_binding, node.each))}" if node.each else ""
    return f"{format_node(node.core)}{each}{_if_suffix(node.condition)}{_else(node.reason)}{_cite(node.rules)}"


# ---------- clauses ----------

_NUMBERED = re.compile(r"(.*?)([0-9]+)\Z")


def _cite(rules: tuple[t.Ident, ...]) -> str:
    return f" ({_ids(rules)})" if rules else ""


def _ids(rules: tuple[t.Ident, ...]) -> str:
    """Rule ids, those that were written as a range as a range again."""
    runs: list[list[str]] = []
    for _, together in groupby(rules, key=lambda rule: (rule.at.start, rule.at.end)):
        for number, rule in enumerate(together):
            if number and _follows(runs[-1][-1], rule.name, runs[-1][0]):
                runs[-1].append(rule.name)
            else:
                runs.append([rule.name])
    return " ".join(_run(run) for run in runs)


def _follows(before: str, name: str, first: str) -> bool:
    one, start = _NUMBERED.match(before), _NUMBERED.match(first)
    return one is not None and start is not None and name == f"{one[1]}{int(one[2]) + 1:0{len(start[2])}d}"


def _run(run: list[str]) -> str:
    if len(run) == 1:
        return run[0]
    last = _NUMBERED.match(run[-1])
    return f"{run[0]}..{last[2] if last else ''}"


def _bounds(node: t.Bounds) -> str:
    high = "" if node.high is None else _expr(node.high, _SUM)
    return f"{_expr(node.low, _SUM)}..{high}{_cite(node.rules)}"


def _loop(node: t.Loop) -> str:
    by = "" if node.by is None else f" by {_expr(node.by, _VALUE)}"
    return f"{', '.join(map(_binding, node.bindings))}{by}"


def _trigger(node: t.Trigger) -> str:
    anyone = " by anyone" if node.by_anyone else ""
    return f"after {node.event}{anyone}{_where(node.where)}, {format_node(node.core)}{_cite(node.rules)}"


def _holds(node: t.Holds) -> str:
    number = "" if node.number is None else f"{_expr(node.number, _VALUE)} of "
    name = "" if node.name is None else f" {node.name}{_where(node.where)}"
    return f"{number}each{name}"


def _type_name(node: t.Ident | t.RangeExpr) -> str:
    return node.name if isinstance(node, t.Ident) else _range(node)


def _key(node: t.Key) -> str:
    return f"{'' if node.name is None else f'{node.name} in '}{_type_name(node.type)}"


def _type(node: t.TypeExpr) -> str:
    per = f" per {' and '.join(k.name for k in node.per)}" if node.per else ""
    return f"{'set of ' * node.is_set}{_type_name(node.base)}{per}{' or none' * node.or_none}"


def _signature(node: t.Signature) -> str:
    params = ", ".join(f"{p.type} {p.name}" for p in node.params)
    return f"{node.name}({params})" if params else node.name.name


_WRITERS: dict[type[t.Node], Callable[[Any], str]] = {
    # expressions
    t.Literal_: _literal,
    t.EmptyLit: lambda n: "empty",
    t.Name: lambda n: n.name,
    t.Call: lambda n: f"{n.name}({_args(n.args)})",
    t.Index: lambda n: f"{_place(n.base)}[{_args(n.args)}]",
    t.Attribute: lambda n: f"{_place(n.base)}.{n.name}",
    t.Method: lambda n: f"{_place(n.base)}.{n.name}({_args(n.args)})",
    t.SetOf: lambda n: f"{{{_args(n.items)}}}",
    t.Unary: _unary,
    t.Binary: _binary,
    t.RangeExpr: _range,
    t.IfExpr: _if,
    t.NumberOf: lambda n: f"number of {_place(n.what)} in {_place(n.zone)}",
    t.RoundsOf: lambda n: f"rounds of {n.step}",
    t.Cast: lambda n: f"{_place(n.value)} as {n.type}",
    t.Otherwise: lambda n: f"{_expr(n.value, _TYPED)} otherwise {_expr(n.default, _UNARY)}",
    t.Over: lambda n: f"{n.kind}({_binding(n.binding)})",
    t.Best: lambda n: f"{n.kind}({_binding(n.binding)} by {_expr(n.by, _VALUE)})",
    t.Aggregate: _aggregate,
    t.Extreme: lambda n: f"{n.kind}({_args(n.args)})",
    t.Reach: lambda n: f"reach({_expr(n.start)}, {n.source} to {_binding(n.step)})",
    # parts
    t.Ident: lambda n: n.name,
    t.Binding: _binding,
    t.Template: _template,
    t.Amount: _amount,
    t.Target: _target,
    t.Choice: _choice,
    t.Param: lambda n: f"{n.type} {n.name}",
    # sentences
    t.Move: lambda n: f"move {_amount(n.amount)} from {_place(n.source)} to {_target(n.target)}{_order(n.order)}",
    t.Draw: lambda n: f"draw {_amount(n.amount)} from {_place(n.source)} to {_target(n.target)}",
    t.Put: lambda n: f"put {_amount(n.amount)} into {_target(n.target)}{_order(n.order)}",
    t.Remove: lambda n: f"remove {_amount(n.amount)} from {_place(n.source)}",
    t.Shuffle: lambda n: f"shuffle {_place(n.zone)}",
    t.Roll: _roll,
    t.Assign: _assign,
    t.Let: lambda n: f"let {n.name} be {_expr(n.value, _VALUE)}",
    t.Pick: lambda n: f"pick {_choice(n.choice)}",
    t.PickRandom: _pick_random,
    t.Run: lambda n: f"{n.name}({_args(n.args)})",
    t.Perform: lambda n: f"perform {_place(n.what)}",
    t.Reveal: lambda n: f"{'look at' if n.verb == 'look' else n.verb} {_place(n.zone)}",
    t.Say: lambda n: f'say "{_template(n.text)}"',
    t.End: lambda n: f"end {n.what}",
    t.Nothing: lambda n: "nothing",
    t.Sentence: _sentence,
    # clauses
    t.Line: lambda n: f"{_expr(n.value)}{_cite(n.rules)}",
    t.Need: lambda n: f"{_expr(n.value, _VALUE)}{_else(n.reason)}{_cite(n.rules)}",
    t.Bounds: _bounds,
    t.Picks: lambda n: ", ".join(map(_choice, n.choices)),
    t.Loop: _loop,
    t.Offer: lambda n: f"{n.name}{_if_suffix(n.condition)}",
    t.Trigger: _trigger,
    t.Modifier: lambda n: f"{n.name} becomes {_expr(n.value)}{_cite(n.rules)}",
    t.Verdict: lambda n: f"{n.direction} {_expr(n.value)}{_cite(n.rules)}",
    t.Tie: lambda n: f"{n.how}{_cite(n.rules)}",
    t.Holds: _holds,
    t.Key: _key,
    t.TypeExpr: _type,
    t.Signature: _signature,
    t.Answers: lambda n: _args(n.items),
    t.RuleIds: lambda n: _ids(n.ids),
}

"""Lines with their citations, and values by cases."""

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.check import types
from rulewright.check.checked import CaseExpr, EnumT, Expr, NumberT, TruthT, Type, UnknownT
from rulewright.check.core import Checker
from rulewright.check.scope import Env
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Span, did_you_mean

_MOST_CASES = 1000  # numbers for each of which a case could be written


def read_line(
    ck: Checker,
    line: "m.LineOrCases",
    env: Env,
    wanted: Type | None = None,
    what: str = "this",
    hint: Type | None = None,
) -> tuple[Expr, tuple[str, ...]]:
    """A line, or a value by cases, with the rule ids that it cites."""
    if isinstance(line, t.Line):
        rules = ck.cite(line.rules)
        if wanted is None:
            return ck.expr(line.value, env, hint), rules
        return ck.value(line.value, env, wanted, what), rules
    return read_cases(ck, line, env, lambda part, inner: read_line(ck, part, inner, wanted, what, hint))


def read_cases(
    ck: Checker, cases: "m.Cases[Any]", env: Env, read: Callable[[Any, Env], tuple[Expr, tuple[str, ...]]]
) -> tuple[Expr, tuple[str, ...]]:
    """`{by: E, ..}` as an expression; `read` elaborates one of its lines."""
    rules = [*ck.cite(cases.notes.rules), *ck.cite(cases.by.rules)]
    by = ck.expr(cases.by.value, env)
    found: list[tuple[Any, Expr]] = []
    for keys, part in case_keys(ck, cases, by):
        value, cited = read(part, env)
        rules += cited
        found.append((keys, value))
    rest = None
    if cases.otherwise is not None:
        rest, cited = read(cases.otherwise, env)
        rules += cited
    values = [v for _, v in found] + ([rest] if rest is not None else [])
    of = ck.joined([(v, v.at) for v in values], cases.at)
    if isinstance(by.type, UnknownT) or any(v is None for v in values):
        return ck.hole(cases.at), tuple(rules)
    return CaseExpr(by, tuple(found), rest, type=of, at=cases.at), tuple(rules)


def case_keys(ck: Checker, cases: "m.Cases[Any]", by: Expr) -> Iterable[tuple[Any, Any]]:
    """The keys of cases as values of `by`, with their lines; reports what is missing and what does not belong."""
    of = types.strip(by.type)
    left = _all_values(ck, by.type)
    possible = dict(left or {})
    misfits = False
    for word, span, part in cases.cases:
        keys = _case_key(ck, word, span, of, types.may_be_none(by.type))
        if keys is not None and left is not None:
            fresh = [k for k in left if k in keys]  # a range may be very long
            if not fresh:
                why = "is one of a case before" if any(k in keys for k in possible) else "cannot come up"
                ck.error("case-unknown", f"the case `{word}` {why}", span)
                keys = None
            for key in fresh:
                del left[key]
        if keys is None:
            misfits = True
        else:
            yield keys, part
    if misfits:
        return
    if cases.otherwise is None and not isinstance(of, UnknownT):
        if left is None:
            ck.error("case-missing", f"`by` is {types.called(by.type)}: the cases need an `otherwise`", cases.by)
        elif left:
            missing = ", ".join(f"`{name}`" for name in list(left.values())[:6])
            ck.error("case-missing", f"there is no case for {missing}", cases.by, "add it, or `otherwise`")
    elif cases.otherwise is not None and left == {}:
        at = cases.otherwise.value if isinstance(cases.otherwise, t.Line) else cases.at
        ck.warning("unreachable", "`otherwise` never comes up: the cases name every value", at)


def _all_values(ck: Checker, of: Type) -> dict[Any, str] | None:
    """Every value of a type with its name, if they can be counted."""
    inner = types.strip(of)
    found: dict[Any, str] | None = None
    if isinstance(inner, TruthT):
        found = {True: "true", False: "false"}
    elif isinstance(inner, EnumT) and inner.ids:
        found = {i: ck.symbols.names[i] for i in sorted(inner.ids)}
    elif isinstance(inner, EnumT):
        found = {word: word for word in ck.symbols.plain_words.get(inner.name, ())}
    elif isinstance(inner, NumberT):
        found = {n: str(n) for n in numbers} if (numbers := _countable(inner)) is not None else None
    if found is not None and types.may_be_none(of):
        found[None] = "none"
    return found


def _countable(of: NumberT) -> range | None:
    if of.low is None or of.high is None or of.high - of.low >= _MOST_CASES:
        return None
    return range(of.low, of.high + 1)


def _case_key(ck: Checker, word: str, span: Span, of: Type, none: bool) -> Any:
    if word == "none" and none:
        return (None,)
    if isinstance(of, TruthT) and word in ("true", "false"):
        return (word == "true",)
    if isinstance(of, EnumT) and of.ids:
        values = ck.symbols.values_of(of)
        if word in values:
            return (values[word],)
        ck.error("case-unknown", f"`{word}` is no value of {types.called(of)}", span, did_you_mean(word, values))
        return None
    if isinstance(of, EnumT):
        words = ck.symbols.plain_words.get(of.name, ())
        if word in words:
            return (word,)
        ck.error("case-unknown", f"`{word}` is no value of `{of.name}`", span, did_you_mean(word, words))
        return None
    if isinstance(of, NumberT):
        low, dots, high = word.partition("..")
        try:
            return range(int(low), int(high) + 1) if dots else (int(low),)
        except ValueError:
            pass
    if not isinstance(of, UnknownT):
        ck.error("case-unknown", f"`{word}` is no value of {types.called(of)}", span)
    return None

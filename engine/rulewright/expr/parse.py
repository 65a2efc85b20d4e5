"""Parses one line. Each function takes the text, where it stands (`origin`: offsets -> span) and the findings.

They return the node, or None after one finding of code `syntax`; they never raise. A mistake inside the `{expr}` of a
text is a finding too, and leaves the rest of the line readable.
"""

from typing import Any, cast

from rulewright.expr import tree as t
from rulewright.expr.build import Builder, Origin, Refused
from rulewright.expr.citations import BadIds, ids_of
from rulewright.expr.explain import explain, too_nested
from rulewright.expr.explain_case import Told
from rulewright.expr.grammar import Stuck, parse_tree
from rulewright.text import Edit, Findings

MAX_LENGTH = 2000


def parse_sentence(text: str, origin: Origin, findings: Findings) -> t.Sentence | None:
    """`CORE [for each ..] [if ..] [else ".."] [(IDS)]`."""
    return cast("t.Sentence | None", _parse("sentence", text, origin, findings))


def parse_line(text: str, origin: Origin, findings: Findings) -> t.Line | None:
    """An expression with a citation."""
    return cast("t.Line | None", _parse("line", text, origin, findings))


def parse_expression(text: str, origin: Origin, findings: Findings) -> t.Expr | None:
    """An expression alone."""
    return cast("t.Expr | None", _parse("expression", text, origin, findings))


def parse_need(text: str, origin: Origin, findings: Findings) -> t.Need | None:
    """A condition, or the value of a `let` in a head, with the words of its refusal."""
    return cast("t.Need | None", _parse("need", text, origin, findings))


def parse_bounds(text: str, origin: Origin, findings: Findings) -> t.Bounds | None:
    """The value of `times:`: `A..B`, `A..`."""
    return cast("t.Bounds | None", _parse("bounds", text, origin, findings))


def parse_picks(text: str, origin: Origin, findings: Findings) -> t.Picks | None:
    """The value of `pick:`."""
    return cast("t.Picks | None", _parse("picks", text, origin, findings))


def parse_loop(text: str, origin: Origin, findings: Findings) -> t.Loop | None:
    """The value of `for:`."""
    return cast("t.Loop | None", _parse("loop", text, origin, findings))


def parse_offer(text: str, origin: Origin, findings: Findings) -> t.Offer | None:
    """An entry of a `choose` or `meanwhile` list."""
    return cast("t.Offer | None", _parse("offer", text, origin, findings))


def parse_power(text: str, origin: Origin, findings: Findings) -> t.Trigger | t.Modifier | None:
    """A power line: `after EVENT .., CORE` or `NAME becomes E`."""
    return cast("t.Trigger | t.Modifier | None", _parse("power", text, origin, findings))


def parse_verdict(text: str, origin: Origin, findings: Findings) -> t.Verdict | None:
    """A line of `winner`."""
    return cast("t.Verdict | None", _parse("verdict", text, origin, findings))


def parse_tie(text: str, origin: Origin, findings: Findings) -> t.Tie | None:
    """The `else` of `winner`."""
    return cast("t.Tie | None", _parse("tie", text, origin, findings))


def parse_holds(text: str, origin: Origin, findings: Findings) -> t.Holds | None:
    """A zone's first content."""
    return cast("t.Holds | None", _parse("holds", text, origin, findings))


def parse_key(text: str, origin: Origin, findings: Findings) -> t.Key | None:
    """One key of `per:`."""
    return cast("t.Key | None", _parse("key", text, origin, findings))


def parse_type(text: str, origin: Origin, findings: Findings) -> t.TypeExpr | None:
    """A type."""
    return cast("t.TypeExpr | None", _parse("type", text, origin, findings))


def parse_signature(text: str, origin: Origin, findings: Findings) -> t.Signature | None:
    """A key that may have parameters: `worth(square s)`."""
    return cast("t.Signature | None", _parse("signature", text, origin, findings))


def parse_answers(text: str, origin: Origin, findings: Findings) -> t.Answers | None:
    """A scenario's line of answers."""
    return cast("t.Answers | None", _parse("answers", text, origin, findings))


def parse_rule_ids(text: str, origin: Origin, findings: Findings) -> t.RuleIds | None:
    """The value of `rule:`, ranges spelt out."""
    at = t.Where(origin, 0, len(text))
    try:
        return t.RuleIds(ids_of(text, at), at=at)
    except BadIds as bad:
        findings.error("syntax", bad.message, origin(bad.start, bad.end), help=bad.help)
        return None


def parse_template(text: str, origin: Origin, findings: Findings) -> t.Template | None:
    """A text for people with `{expr}` places (without quotes)."""
    return _template(text, origin, findings, 0)


def _parse(start: str, text: str, origin: Origin, findings: Findings, offset: int = 0) -> Any:
    """Any start symbol; `offset` is where the text begins in what `origin` knows."""
    told = _unreadable(text)
    if told is None:
        try:
            tree = parse_tree(text, start)
        except Stuck as stuck:
            told = explain(text, start, stuck)
    if told is not None:
        span = origin(offset + told.start, offset + told.end)
        replaced = span.text
        exact = told.cure is not None and replaced == text[told.start : told.end]
        fix = (Edit(span, told.cure),) if told.cure is not None and exact else ()
        findings.error("syntax", told.message, span, help=told.help, fix=fix)
        return None
    builder = Builder(origin, lambda inside, at: _template(inside, origin, findings, at), offset)
    try:
        return builder.clause(tree)
    except Refused as refused:
        findings.error("syntax", refused.message, origin(refused.start, refused.end), help=refused.help)
        return None


def _unreadable(text: str) -> Told | None:
    """A refusal of a line that is too long or too nested to be read at all."""
    if len(text) > MAX_LENGTH:
        return Told(
            f"this line is longer than {MAX_LENGTH} characters", "give parts of it a name under `define`", 0, len(text)
        )
    return too_nested(text)


def _template(text: str, origin: Origin, findings: Findings, offset: int) -> t.Template | None:
    """The parts of a text; None after a finding."""
    parts: list[str | t.Expr] = []
    place = 0
    while place < len(text):
        begin = text.find("{", place)
        stray = text.find("}", place, begin if begin >= 0 else len(text))
        if stray >= 0:
            findings.error("syntax", "a `}` without its `{`", origin(offset + stray, offset + stray + 1))
            return None
        if begin < 0:
            parts.append(text[place:])
            break
        if begin > place:
            parts.append(text[place:begin])
        end = _closing(text, begin)
        if end is None:
            findings.error(
                "syntax", "a `{` without its `}`", origin(offset + begin, offset + begin + 1),
                help="an expression in a text stands in braces: `{count}`",
            )  # fmt: skip
            return None
        found = _parse("expression", text[begin + 1 : end], origin, findings, offset + begin + 1)
        if found is None:
            return None
        parts.append(found)
        place = end + 1
    return t.Template(tuple(parts), at=t.Where(origin, offset, offset + len(text)))


def _closing(text: str, begin: int) -> int | None:
    depth = 0
    for place in range(begin, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return place
    return None

"""Expectations that do not hold, with what would: for `rulewright test --update`. Nothing here writes a file.

Rewritten is the value in `E is VALUE`, alone or among others joined by `and`. Whatever else fails is told: a bound, a
refusal, a view, a log say what somebody meant, and no value found in play can be put in their place.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rulewright.errors import RulewrightError
from rulewright.expr import tree
from rulewright.expr.parse import parse_expression
from rulewright.harness.conformance import Evaluate, Failed, LoadGame, Result, run_mending, run_scenario
from rulewright.harness.scenarios import Phrase, Scenario
from rulewright.harness.values import shown, text_of
from rulewright.text import Findings, SourceText, Span


@dataclass(frozen=True)
class Change:
    """A value of an expectation, and the one that play has found."""

    scenario: str
    expected: str  # the whole expectation
    at: Span  # of the value
    old: str
    new: str

    @property
    def becomes(self) -> str:
        """The line of the file as it would be."""
        source, begin = self.at.source, self.at.begin
        line = source.line(begin.line)
        return line[: begin.column - 1] + self.new + line[begin.column - 1 + len(self.old) :]


@dataclass(frozen=True)
class Updated:
    """What came of a scenario that failed: the changes with which it would hold, or why there are none."""

    result: Result
    changes: tuple[Change, ...]
    why_not: str = ""


def update_of(scenario: Scenario, load: LoadGame) -> Updated | None:
    """The changes with which a scenario would hold; None if it holds."""
    result = run_scenario(scenario, load)
    if result.passed:
        return None
    if scenario.seeds is not None or scenario.random_games is not None:
        return Updated(result, (), "it is played under many seeds, which need not agree on a value")
    changes: list[Change] = []

    def mend(phrase: Phrase, evaluate: Evaluate) -> bool:
        found = _changes(scenario.name, phrase, evaluate)
        changes.extend(found)
        return bool(found)

    try:
        run_mending(scenario, load, mend)
    except Failed as failed:
        return Updated(result, (), f"`{_line_of(failed.at)}` says no value that could be put right")
    except RulewrightError:
        return Updated(result, (), "it cannot be played to its end")
    if not changes:
        return Updated(result, (), "it fails only with what it says must not matter")
    return Updated(result, tuple(changes))


def edited(source: SourceText, changes: Iterable[Change]) -> str:
    """The text with changes made; all else stays as it is."""
    text = source.text
    for change in sorted(changes, key=lambda c: c.at.start, reverse=True):
        text = text[: change.at.start] + change.new + text[change.at.end :]
    return text


def _changes(name: str, phrase: Phrase, evaluate: Evaluate) -> list[Change]:
    """The changes with which an expectation would hold; none if there are none."""
    parsed = parse_expression(phrase.text, phrase.span_of, Findings())
    changes, text = [], phrase.text
    for part in reversed(_parts(parsed)) if parsed is not None else ():
        if evaluate(text_of(part, phrase.text)) is True:
            continue
        value = _value_of(part, phrase.text, evaluate)
        if value is None:
            return []
        node, new = value
        old, at = text_of(node, phrase.text), node.at.span
        if at.text != old:
            return []  # a line that is folded or escaped in the file
        text = text[: node.at.start] + new + text[node.at.end :]
        changes.append(Change(name, phrase.text, at, old, new))
    return changes[::-1] if changes and evaluate(text) is True else []


def _parts(expr: tree.Expr) -> list[tree.Expr]:
    if isinstance(expr, tree.Binary) and expr.op == "and":
        return [*_parts(expr.left), *_parts(expr.right)]
    return [expr]


def _value_of(part: tree.Expr, text: str, evaluate: Evaluate) -> tuple[tree.Expr, str] | None:
    """The value in `E is VALUE`, and what E is."""
    if not (isinstance(part, tree.Binary) and part.op == "is"):
        return None
    for value, other in ((part.right, part.left), (part.left, part.right)):
        if _is_value(value, text, evaluate) and not _is_value(other, text, evaluate):
            found = evaluate(text_of(other, text))
            return None if isinstance(found, dict) else (value, shown(found))
    return None


def _is_value(expr: tree.Expr, text: str, evaluate: Evaluate) -> bool:
    """Whether an expression is written out: a number, a sum of numbers, a name, a set of names."""
    match expr:
        case tree.Literal_() | tree.EmptyLit():
            return True
        case tree.Unary("-", operand):
            return _is_value(operand, text, evaluate)
        case tree.SetOf(items):
            return all(_is_value(item, text, evaluate) for item in items)
        case tree.Binary("+" | "-" | "*", left, right):
            return _is_value(left, text, evaluate) and _is_value(right, text, evaluate)
        case tree.Name() | tree.Call():
            words = text_of(expr, text)
            return shown(evaluate(words)).replace(" ", "") == words.replace(" ", "")
    return False


def _line_of(at: Span) -> str:
    return at.source.line(at.begin.line).strip()

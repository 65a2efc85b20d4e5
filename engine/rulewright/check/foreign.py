"""Lines that stand outside the file: a scenario's sentences and expectations, what is typed into `evaluate`."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, overload

from rulewright.check.checked import CheckedGame, Expr, Sentence
from rulewright.check.core import Checker
from rulewright.check.scope import Env, Situation, Uses
from rulewright.check.sentences import sentence
from rulewright.expr.parse import parse_expression, parse_sentence
from rulewright.text import Findings, Span

Origin = Callable[[int, int], Span]


@overload
def foreign_line(
    game: CheckedGame, text: str, kind: Literal["sentence"], origin: Origin, findings: Findings, *, me: bool = False
) -> Sentence | None: ...


@overload
def foreign_line(
    game: CheckedGame, text: str, kind: Literal["expression"], origin: Origin, findings: Findings, *, me: bool = False
) -> Expr | None: ...


def foreign_line(
    game: CheckedGame,
    text: str,
    kind: Literal["sentence", "expression"],
    origin: Origin,
    findings: Findings,
    *,
    me: bool = False,
) -> Sentence | Expr | None:
    """A line read against a checked game; None after a finding.

    It may use what any line may use, and besides: seats for players, `points_of(LINE, p)` and `winners`. `me` says
    whether somebody decides where the line is read. A sentence asks nothing.
    """
    mine = Findings()
    scope = game.scope
    assert isinstance(scope, Checker), "the game comes from check_model"
    ck = replace(scope, findings=mine, uses=Uses(), passed=[], table_args=[], said=set(), no_such_words={})
    env = Env(Situation(me=me, foreign=True, root="foreign"))
    found: Sentence | Expr | None = None
    if kind == "sentence":
        node = parse_sentence(text, origin, mine)
        found = sentence(ck, node, "foreign", env) if node is not None else None
    else:
        expression = parse_expression(text, origin, mine)
        found = ck.expr(expression, env) if expression is not None else None
    ck.report_no_such()
    for finding in mine:
        findings.add(finding)
    return None if mine.has_errors else found

"""The end of a game: the score sheet, who wins, and what must hold at any pause."""

from functools import partial

from rulewright.check import types
from rulewright.check.checked import (
    CaseExpr,
    Const,
    EnumT,
    Expr,
    Invariant,
    Negate,
    ScoreLine,
    UnknownT,
    WinnerLine,
)
from rulewright.check.core import Checker
from rulewright.check.lines import read_cases, read_line
from rulewright.check.scope import Env, Situation
from rulewright.check.texts import text
from rulewright.expr import tree as t

# ---------- the end ----------


def scoring(ck: Checker) -> tuple[ScoreLine, ...]:
    """The score sheet."""
    made = []
    for name, (at, line, notes) in ck.game.scoring.items():
        env = Env(Situation(me=True, total=True))
        value, rules = read_line(ck, line, env, types.NUMBER, "this line")
        label = text(ck, ck.game.texts.get(f"scoring.{name}.label"), f"scoring.{name}.label", env)
        made.append(ScoreLine(name, value, (*ck.cite(notes.rules), *rules), label, at=at))
    return tuple(made)


def winner_lines(ck: Checker) -> tuple[WinnerLine, ...]:
    """The criteria of `winner`."""
    winner = ck.game.winner
    if winner is None:
        return ()
    ck.cite(winner.notes.rules)
    made = []
    for name, (at, verdict) in winner.lines.items():
        env = Env(Situation(me=True, total=True))
        if isinstance(verdict, t.Verdict):
            value = ck.number(verdict.value, env, "this line")
            made.append(WinnerLine(name, verdict.direction == "most", value, ck.cite(verdict.rules), at=at))
        else:
            value, rules = read_cases(ck, verdict, env, partial(_verdict, ck))
            made.append(WinnerLine(name, True, value, rules, at=at))
    return tuple(made)


def _verdict(ck: Checker, verdict: t.Verdict, env: Env) -> tuple[Expr, tuple[str, ...]]:
    """A verdict by cases: `least` is the most of the negative."""
    value = ck.number(verdict.value, env, "this line")
    if verdict.direction == "least":
        value = Negate(value, type=types.NUMBER, at=value.at)
    return value, ck.cite(verdict.rules)


def tie(ck: Checker) -> Expr | None:
    """What becomes of a tie that is left."""
    winner = ck.game.winner
    if winner is None or winner.tie is None:
        return None
    of = EnumT("tie", frozenset())

    def one(tie: t.Tie, env: Env) -> tuple[Expr, tuple[str, ...]]:
        return Const(tie.how, type=of, at=tie.at.span), ck.cite(tie.rules)

    if isinstance(winner.tie, t.Tie):
        return one(winner.tie, Env(Situation()))[0]
    found, _ = read_cases(ck, winner.tie, Env(Situation()), one)
    return found if isinstance(found, CaseExpr) or not isinstance(found.type, UnknownT) else None


def always(ck: Checker) -> tuple[Invariant, ...]:
    """The invariants."""
    made = []
    for line in ck.game.always.values():
        env = Env(Situation(me=line.at_turn, active=line.at_turn, before=True))
        value, rules = read_line(ck, line.hold, env, types.TRUTH, "an invariant")
        made.append(Invariant(line.name, value, line.at_turn, (*ck.cite(line.notes.rules), *rules), at=line.at))
    return tuple(made)

"""The parts of a condition, each with the values that it reads: what an explanation shows beside its words."""

from rulewright.check import checked as c
from rulewright.program.analysis import children
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.sentences.core import Refusal, Seen

_PLAIN = (c.NumberT, c.TruthT, c.EnumT, c.OptT)  # types whose values are worth a word


def conditions(x: Expressions, e: c.Expr, env: Env) -> list[Refusal]:
    """A condition as refusals: what `and` joins stands alone, so that the part which fails can be told."""
    if isinstance(e, c.Logic) and e.op == "and":
        return [refusal for part in e.parts for refusal in conditions(x, part, env)]
    return [Refusal(x.make(e, env), "", reads=lambda: _reads(x, e, env), at=e.at)]


def outside(x: Expressions, e: c.Expr, var: c.Var, env: Env) -> list[Seen]:
    """The values that a condition on the values of a name compares them with: the same for each of them.

    They can be read whatever the condition came to: nothing that stands before them in it has to hold.
    """
    kept = [operand for operand in _operands(e) if var not in names_in(operand)] if isinstance(e, c.Compare) else []
    return _seen(x, kept, env)


def read_by_let(x: Expressions, e: c.Expr, env: Env) -> list[Seen]:
    """What a `let` has read that came to none: the value before it was narrowed."""
    while isinstance(e, c.CastTo):
        e = e.value
    return [Seen(e.at.words, x.make(e, env), e.type, of=e)] if isinstance(e.type, _PLAIN) else []


def _reads(x: Expressions, e: c.Expr, env: Env) -> list[Seen]:
    """The values that decided a condition that does not hold; each of them was computed, so it can be again."""
    return _seen(x, _operands(e), env)


def _seen(x: Expressions, operands: list[c.Expr], env: Env) -> list[Seen]:
    found: dict[str, Seen] = {}
    for operand in operands:
        if not isinstance(operand, c.Const) and isinstance(operand.type, _PLAIN):
            seen = Seen(operand.at.words, x.make(operand, env), operand.type, of=operand)
            found.setdefault(seen.words, seen)
    return list(found.values())


def _operands(e: c.Expr) -> list[c.Expr]:
    match e:
        case c.Logic(op="or"):  # all parts are false, so all were computed
            return [operand for part in e.parts for operand in _operands(part)]
        case c.Compare():
            return [*_named(e.left), *_named(e.right)]
        case c.In():
            return [*_named(e.item)]
        case c.Not(operand=c.Compare() | c.In() as inner):
            return _operands(inner)
        case _:
            return _named(e)[:-1]


def _named(e: c.Expr) -> list[c.Expr]:
    """An expression, after the names in it that are bound outside: a picked value, a `let`."""
    return [*_locals(e), e]


def names_in(node: object) -> set[c.Var]:
    """The names that an expression reads (bound outside it or inside)."""
    found: set[c.Var] = set()
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, c.Local):
            found.add(current.var)
        pending.extend(children(current))
    return found


def _locals(node: object) -> list[c.Expr]:
    if isinstance(node, c.Local):
        return [node]
    if isinstance(node, (c.Over, c.Best, c.Aggregate, c.ReachFrom)):  # these bind names of their own
        return []
    return [found for child in children(node) for found in _locals(child)]

"""How a loop in a trial comes to its end: by its `until`, or because the player stops."""

import ast

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import Rest, back
from rulewright.program.expressions.core import Env
from rulewright.program.pyast import Code


def until_over(t: Completion, b: c.Block, env: Env, rest: Rest) -> Code:
    """Where the loop's `until` holds there is no other round."""
    if not b.until:
        return []
    return py.if_(t.x.until(b, env), [*rest.code(env), py.return_(py.const(False))])


def stopped(t: Completion, b: c.Block, env: Env, rest: Rest, count: ast.expr, low: ast.expr) -> Code:
    """The player stops, once there have been enough rounds."""
    if b.or_ is not None:
        leave = t.step(b.or_.block, env, back(env, rest))
    elif b.times is not None:
        leave = rest.code(env)
    else:
        return []
    return py.if_(py.compare(">=", count, low), leave)

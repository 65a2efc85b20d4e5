"""The section `needs`: what must hold of options and the number of players before a match can begin."""

from rulewright.check import types
from rulewright.check.checked import Need
from rulewright.check.constant import is_constant
from rulewright.check.core import Checker
from rulewright.check.scope import Env, Situation, Uses
from rulewright.check.texts import text


def setup_needs(ck: Checker) -> tuple[Need, ...]:
    """The conditions with their words; a finding for one without words, or that hangs on more than the setting."""
    made = []
    outer, ck.uses = ck.uses, Uses()
    for name, (at, need) in ck.game.needs.items():
        value = ck.value(need.value, Env(Situation()), types.TRUTH, "this need")
        if not is_constant(ck, value):
            ck.error("type", "before a match nothing is known but options and `number_of_players`", need.value,
                     "put what hangs on the course of the game into the `needs` of an action")  # fmt: skip
        if need.reason is None:
            ck.error("needs-words", f"the need `{name}` has no words for people", at,
                     'write `CONDITION else "What excludes what, and why."`')  # fmt: skip
        reason = text(ck, need.reason, f"needs.{name}.else", Env(Situation()))
        made.append(Need(name, value, reason, ck.cite(need.rules), at=need.at.span))
    ck.uses = outer
    return tuple(made)

"""What the makers of trials ask of a sentence: whether it ends a trial (a *horizon*), whether it can refuse at all."""

import ast

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import membership, places
from rulewright.program.expressions.core import Env, Expressions, may_be_none
from rulewright.program.sentences import assignments, reveals, storage
from rulewright.program.sentences.core import places_of


def horizon(x: Expressions, core: c.Core, env: Env) -> ast.expr:
    """When a core ends a trial: chance, or news for `me`; a false literal: never."""
    match core:
        case c.Shuffle():
            return py.compare(">", membership.zone_size(x, core.zone, env), py.const(1))
        case c.RollVariable() | c.RollInto() | c.PickRandom():
            return py.const(True)
        case c.Reveal():
            return py.const(not reveals.is_seen(x, core.zone))
        case c.Move(order="random"):
            return py.const(True)
        case c.Move(draw=True):
            return _draw_horizon(x, core, env)
        case _:
            return py.const(False)


def _draw_horizon(x: Expressions, m: c.Move, env: Env) -> ast.expr:
    """A draw is news where the zone is hidden; else chance decides of a bag's kinds, or of a new stack's order."""
    assert m.source is not None and m.amount.number is not None
    zone = x.game.zones[m.source.zone]
    number = x.make(m.amount.number, env)
    available = storage.available(x, m.source, env)
    drawn = py.call("min", number, available) if m.amount.form == "up to" else number
    some = py.const(True) if isinstance(drawn, ast.Constant) and drawn.value else py.compare(">", drawn, py.const(0))
    if not reveals.is_seen(x, m.source):
        return some
    if zone.shape == "bag":
        if x.layout.zones[m.source.zone].counted is not None:
            kinds = py.call("kinds_in", places.counts(x, m.source, env))
        else:
            kinds = py.call("len", py.call("distinct", places.contents(x, m.source, env)))
        return py.all_of([some, py.compare(">", kinds, py.const(1))])
    if zone.recycle_from is not None:
        size = membership.zone_size(x, m.source, env)
        return py.all_of([some, py.compare(">=", drawn, size), py.compare(">", available, size)])
    return py.const(False)


def always_horizon(x: Expressions, core: c.Core) -> bool:
    """Whether a core always ends the trial (if it does not refuse)."""
    match core:
        case c.RollVariable() | c.PickRandom() | c.End() | c.RollInto():
            return True
        case c.Reveal():
            return not reveals.is_seen(x, core.zone)
        case c.Move(draw=True, source=c.ZonePlace() as source, amount=amount) if amount.form == "count":
            number = None if amount.number is None else x.setting.static(amount.number)
            return isinstance(number, int) and number > 0 and not reveals.is_seen(x, source)
        case _:
            return False


def never_refuses(x: Expressions, core: c.Core) -> bool:
    """Whether a core refuses nothing, whatever the state (known without making its code)."""
    if any(may_be_none(key.type) for place in places_of(core) for key in place.keys):
        return False
    match core:
        case c.Say() | c.Nothing() | c.End() | c.Reveal() | c.Shuffle() | c.RollVariable():
            return True
        case c.LetBe():
            return not core.refuses_none
        case c.Assign():
            return assignments.never_refuses(x, core)
        case c.Move(source=None, target=c.ZonePlace() as target):
            return storage.is_roomy(x, target) and _amount_is_natural(x, core)
        case c.Move(source=c.ZonePlace(), target=target) if core.amount.form in ("all", "up to"):
            roomy = target is None or core.amount.form == "up to" or storage.is_roomy(x, target)
            return roomy and _amount_is_natural(x, core)
        case _:
            return False


def _amount_is_natural(x: Expressions, move: c.Move) -> bool:
    number = 0 if move.amount.number is None else x.setting.static(move.amount.number)
    return isinstance(number, int) and number >= 0

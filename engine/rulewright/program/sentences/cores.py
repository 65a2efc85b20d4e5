"""The table of sentences: for each kind of core what it refuses, and what it does."""

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import places
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.pyast import Code
from rulewright.program.sentences import assignments, draws, moves, reveals, rolls
from rulewright.program.sentences.core import Bind, Refusal, Sentences, places_of


def refusals(x: Expressions, core: c.Core, env: Env) -> list[Refusal]:
    """What must hold for a simple core to be possible; first of all, that there is a cell for it."""
    return [*_no_cell(x, core, env), *_of_its_own(x, core, env)]


def _no_cell(x: Expressions, core: c.Core, env: Env) -> list[Refusal]:
    asked = [places.missing(place.keys, x.keys(place.keys, env)) for place in places_of(core)]
    return [Refusal(py.not_(none), "there is no such place") for none in asked if not py.is_const(none, False)]


def _of_its_own(x: Expressions, core: c.Core, env: Env) -> list[Refusal]:
    match core:
        case c.Move():
            return moves.refusals(x, core, env)
        case c.Assign():
            return assignments.refusals(x, core, env)
        case c.LetBe(refuses_none=True):
            return [Refusal(py.is_none(x.make(core.value, env), negated=True), "there is none")]
        case c.PickRandom():
            return rolls.pick_random_refusals(x, core, env)
        case c.RollInto():
            return rolls.roll_into_refusals(x, core, env)
        case _:
            return []


def effect(s: Sentences, core: c.Core, env: Env, path: str, bind: Bind) -> tuple[Code, Env]:
    """What a simple core does, and the scope after it."""
    code, after = _effect(s, core, env, path, bind)
    code = [*code, *s.x.memo.forget(env.state, s.x.analysis.writes(core))]
    if not s.traced and isinstance(core, c.Assign):
        code = py.if_(assignments.changes(s.x, core, env), code)
    return code, after


def _effect(s: Sentences, core: c.Core, env: Env, path: str, bind: Bind) -> tuple[Code, Env]:
    match core:
        case c.Move():
            return moves.effect(s, core, env, path), env
        case c.Shuffle():
            note = s.note(env, path, "shuffle", py.tuple_([py.const(core.zone.zone), *s.x.keys(core.zone.keys, env)]))
            return draws.shuffle(s, core.zone, env) + note, env
        case c.Assign():
            return assignments.effect(s, core, env, path), env
        case c.RollVariable():
            return rolls.roll(s, core, env, path), env
        case c.RollInto():
            return rolls.roll_into(s, core, env, path), env
        case c.LetBe():
            return bind(core.var, s.x.make(core.value, env), env)
        case c.PickRandom():
            return rolls.pick_random(s, core, env, path, bind)
        case c.Reveal():
            return reveals.effect(s, core, env, path), env
        case c.Say():
            s.texts[path] = core.text
            return s.note(env, path, "say", s.x.filled_in(core.text, env)), env
        case _:
            return [], env

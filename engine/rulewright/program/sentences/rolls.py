"""Sentences of chance: `roll` into a variable or zone, `pick .. at random`."""

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import domains, places
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.pyast import Code
from rulewright.program.sentences import storage
from rulewright.program.sentences.core import Bind, Refusal, Sentences


def roll(s: Sentences, r: c.RollVariable, env: Env, path: str) -> Code:
    """A variable becomes a random number."""
    x = s.x
    nodes = x.keys(r.place.keys, env)
    index = places.cell_index(x, x.layout.variables[r.place.variable], nodes)
    rolled = py.call("roll", py.name(env.state), x.make(r.low, env), x.make(r.high, env))
    cell = py.tuple_([py.const(r.place.variable), *nodes])
    now = py.item(py.name(env.state), index)
    return [py.store(env.state, index, rolled), *s.note(env, path, "roll", cell, now)]


def roll_into(s: Sentences, r: c.RollInto, env: Env, path: str) -> Code:
    """Random numbers come into a zone."""
    x, kept = s.x, s.x.unit.fresh("x")
    rolled = py.assign(kept, py.call("roll", py.name(env.state), x.make(r.low, env), x.make(r.high, env)))
    zone = py.tuple_([py.const(r.zone.zone), *x.keys(r.zone.keys, env)])
    put = storage.put(x, r.zone, py.name(kept), None, env)
    body = [rolled, *put, *s.note(env, path, "rolled_into", zone, py.name(kept))]
    return [py.for_(x.unit.fresh("i"), py.call("range", storage.pieces(x.make(r.number, env), env)), body)]


def roll_into_refusals(x: Expressions, r: c.RollInto, env: Env) -> list[Refusal]:
    """There must be room for all."""
    room = storage.room(x, r.zone, env)
    if room is None:
        return []
    return [Refusal(py.compare("<=", x.make(r.number, env), room), "there is no room")]


def pick_random(s: Sentences, p: c.PickRandom, env: Env, path: str, bind: Bind) -> tuple[Code, Env]:
    """A name becomes one of a domain's values."""
    x, domain = s.x, p.bind.domain
    inside, doubles = domains.domain(x, domain, env)
    if doubles or (isinstance(domain, c.Read) and isinstance(domain.place, c.ZonePlace)):
        inside = x.make(domain, env)  # of a bag by its counts
    candidates = py.call("tuple", inside)
    if p.bind.where is not None:
        kept = x.unit.fresh("x")
        test = x.asked(p.bind.where, env.bind(p.bind.var, py.name(kept)))
        candidates = py.call("tuple", py.generator(py.name(kept), [(kept, inside, [test])]))
    out, inner = bind(p.bind.var, py.call("choose_from", py.name(env.state), candidates), env)
    s.randoms[path] = p
    noted = s.note(inner, path, "random_secretly" if p.secretly else "random", inner.vars[p.bind.var])
    return out + noted, inner


def pick_random_refusals(x: Expressions, p: c.PickRandom, env: Env) -> list[Refusal]:
    """There must be something to pick."""
    clause, _ = domains.loop(x, p.bind, env)
    some = py.call("any", py.generator(py.const(True), [clause]))
    return [Refusal(some, "there is nothing to pick from")]

"""Sentences that write variables and fields: `set`, `add`, `subtract`, `pay`."""

import ast

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.expressions import places
from rulewright.program.expressions.core import Env, Expressions, may_be_none
from rulewright.program.pyast import Code
from rulewright.program.sentences.core import Refusal, Seen, Sentences, is_natural, of_number

# ---------- refusals ----------


def refusals(x: Expressions, a: c.Assign, env: Env) -> list[Refusal]:
    """What must hold for a value to be written."""
    nodes = x.keys(a.place.keys, env)
    found: list[Refusal] = []
    if isinstance(a.place, c.FieldPlace):
        record = places.raw(x, _zone(a.place), env)
        return [Refusal(py.is_none(record, negated=True), "there is no piece")]
    value = x.make(a.value, env)
    if a.place.variable == "first_player":
        return found
    variable = x.game.variables[a.place.variable]
    cells = x.layout.variables[variable.name]
    now = places.cell(env, cells, places.cell_index(x, cells, nodes))
    if a.verb in ("pay", "pay up to") and not is_natural(value):
        found.append(Refusal(py.compare(">=", value, py.const(0)), "the amount {} is negative", (value,)))
    if a.verb == "pay":
        there = Seen(a.place.at.words, now, variable.type, c.Read(a.place, type=variable.type, at=a.place.at))
        enough = py.compare(">=", now, value)
        found.append(Refusal(enough, "there are only {}, not {}", (now, value), reads=lambda: [there]))
    range_ = of_number(variable.type)
    if range_ is not None and a.verb != "pay up to":
        found += _out_of_range(a, range_, now, value)
    return found


def _out_of_range(a: c.Assign, range_: c.NumberT, now: ast.expr, value: ast.expr) -> list[Refusal]:
    """A variable of a range refuses values outside; what the value's own type excludes is not asked."""
    new = _new_value(a.verb, now, value)
    none = py.is_none(value) if may_be_none(a.value.type) else py.const(False)
    known = of_number(a.value.type) if a.verb == "set" else None
    found = []
    grows, shrinks = (a.verb == verb and is_natural(value) for verb in ("add", "subtract"))
    if range_.low is not None and not grows and not (known is not None and _is_from(known, range_.low)):
        ok = py.any_of([none, py.compare(">=", new, py.const(range_.low))])
        found.append(Refusal(ok, "{} is below {}", (new, py.const(range_.low))))
    if range_.high is not None and not shrinks and not (known is not None and _is_up_to(known, range_.high)):
        ok = py.any_of([none, py.compare("<=", new, py.const(range_.high))])
        found.append(Refusal(ok, "{} is above {}", (new, py.const(range_.high))))
    return found


def _is_from(value: c.NumberT, low: int) -> bool:
    return value.low is not None and value.low >= low


def _is_up_to(value: c.NumberT, high: int) -> bool:
    return value.high is not None and value.high <= high


def never_refuses(x: Expressions, a: c.Assign) -> bool:
    """Whether writing is possible whatever the state."""
    if not isinstance(a.place, c.VarPlace):
        return False
    if a.place.variable == "first_player":
        return True
    range_ = of_number(x.game.variables[a.place.variable].type)
    if range_ is None or (range_.low is None and range_.high is None):
        return a.verb in ("set", "add", "subtract")
    value = of_number(a.value.type)
    if a.verb != "set" or value is None:
        return False
    is_from = range_.low is None or _is_from(value, range_.low)
    return is_from and (range_.high is None or _is_up_to(value, range_.high))


# ---------- effects ----------


def changes(x: Expressions, a: c.Assign, env: Env) -> ast.expr:
    """Whether an amount that is added or taken away is one at all; true for what is set."""
    if a.verb not in ("add", "subtract", "pay") or may_be_none(a.value.type):
        return py.const(True)
    value = x.make(a.value, env)
    return py.const(value.value != 0) if isinstance(value, ast.Constant) else value


def effect(s: Sentences, a: c.Assign, env: Env, path: str) -> Code:
    """Writes the value."""
    x, value = s.x, s.x.make(a.value, env)
    if isinstance(a.place, c.FieldPlace):
        return _set_field(s, a, a.place, value, env, path)
    if a.place.variable == "first_player":
        store = py.store(env.state, py.const(layout.FIRST), value)
        return [store, *s.note(env, path, "first_player", value)]
    variable = x.game.variables[a.place.variable]
    nodes = x.keys(a.place.keys, env)
    cells = x.layout.variables[variable.name]
    index = places.cell_index(x, cells, nodes)
    now = places.cell(env, cells, index)
    new = _new_value(a.verb, now, value)
    range_ = of_number(variable.type)
    copied = a.verb == "set" and isinstance(a.value, c.Read)  # another variable has held it already
    open_ended = range_ is not None and (range_.low is None or range_.high is None) and not copied
    if open_ended and a.verb != "pay" and not isinstance(value, ast.Constant) and not may_be_none(a.value.type):
        new = py.call("bounded", new)
        py.stamp(new, a.place.at)
    cell = py.tuple_([py.const(variable.name), *nodes])
    was = x.unit.fresh("w")
    noted = s.note(env, path, "assign", py.const(a.verb), cell, now, py.name(was))
    return [*([py.assign(was, now)] if noted else []), py.store(env.state, index, new), *noted]


def _set_field(s: Sentences, a: c.Assign, place: c.FieldPlace, value: ast.expr, env: Env, path: str) -> Code:
    """A record with one field changed takes the old one's place."""
    x = s.x
    component = x.game.zones[place.zone].component
    assert component is not None
    fields = list(x.game.components[component].fields)
    nodes = x.keys(place.keys, env)
    record = x.unit.fresh("r")
    parts = [py.item(py.name(record), py.const(i)) for i in range(len(fields))]
    changed = fields.index(place.field)
    new = parts[changed] = _new_value(a.verb, parts[changed], value)
    return [
        py.assign(record, places.raw(x, _zone(place), env, nodes)),
        *s.note(env, path, "field", py.tuple_([py.const(place.zone), *nodes]), py.const(place.field), new),
        py.store(env.state, places.zone_index(x, _zone(place), env, nodes), py.tuple_(parts)),
    ]


def _new_value(verb: str, now: ast.expr, value: ast.expr) -> ast.expr:
    if verb == "set":
        return value
    if verb == "pay up to":
        return py.arith("-", now, py.call("max", py.const(0), py.call("min", value, now)))
    return py.arith("+" if verb == "add" else "-", now, value)


def _zone(place: c.FieldPlace) -> c.ZonePlace:
    return c.ZonePlace(place.zone, place.keys, at=place.at)

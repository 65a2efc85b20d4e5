"""How a match begins: the first values of variables, empty zones, and the first contents (`holds`)."""

import ast
from itertools import product

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.expressions import domains
from rulewright.program.expressions.core import Env, Expressions, may_be_none
from rulewright.program.layout import Layout, ZoneCells
from rulewright.program.pyast import Code
from rulewright.program.runtime import WORK, State
from rulewright.program.sentences import storage
from rulewright.program.setting import UNKNOWN, Setting


def start_value(setting: Setting, variable: c.Variable) -> object:
    """The first value of a variable's cells: its `start`, or its type's default."""
    if variable.start is not None:
        value = setting.static(variable.start)
        assert value is not UNKNOWN, f"the start of {variable.name} is constant"
        return value
    match variable.type:
        case c.NumberT(low, _):
            return 0 if low is None or low <= 0 else low
        case c.TruthT():
            return False
        case c.SetT():
            return ()
        case c.MapT():
            return {}  # shared, but never changed: a map is written as a whole
        case _:
            return None


def first_state(cells: Layout, opened: dict[str, int]) -> State:
    """A state with empty zones and variables at their start; `opened` names the cells of zones that may lie open."""
    S: State = [None] * cells.size
    S[layout.BUDGET] = WORK
    for variable in cells.setting.game.variables.values():
        place = cells.variables[variable.name]
        S[place.base : place.base + place.count] = [start_value(cells.setting, variable)] * place.count
    for zone in cells.zones.values():
        for n in range(zone.count):
            at = zone.base + n * zone.width
            S[at : at + zone.width] = _nothing(zone, n)
    for first in opened.values():
        S[first] = False
    return S


def unset(x: Expressions) -> Code:
    """Fails where the setup has left a variable without a value that can have none."""
    cells = [
        (variable.name, variable.at, place.base, place.count)
        for variable, place in ((v, x.layout.variables[v.name]) for v in x.game.variables.values())
        if variable.start is None and start_value(x.setting, variable) is None and not may_be_none(variable.type)
    ]
    if x.game.play and "s:first_player" in x.analysis.reads(x.game.play):
        cells.append(("first_player", x.game.play[0].at, layout.FIRST, 1))
    code: Code = []
    for name, at, first, number in cells:
        function = x.unit.fresh("set")
        held = py.part(py.name("S"), py.const(first), py.const(first + number))
        failed = py.do(py.call("fault", py.const(f"the setup has ended and has not set `{name}`")))
        if number == 1 and x.game.setup and at.source.name == x.game.setup[0].at.source.name:
            (check,) = py.if_(py.is_none(py.item(py.name("S"), py.const(first))), [failed])  # mostly decided at once
            py.stamp(check, at)
            code.append(check)
            continue
        x.unit.define(function, ["S"], py.if_(py.compare("in", py.const(None), held), [failed]), at)
        code.append(py.do(py.call(function, py.name("S"))))
    return code


def _nothing(zone: ZoneCells, n: int) -> State:
    """The cells of a zone for its n-th keys when it is empty."""
    if zone.counted is not None:
        return [0] * zone.width
    if zone.shape == "slot":
        return [None]
    return [() if zone.slots is None else (None,) * zone.slots[n]]


def first_contents(x: Expressions) -> Code:
    """Lays the first contents of all zones into an empty state."""
    code: Code = []
    for zone in x.game.zones.values():
        for content in zone.holds:
            for keys in product(*(x.setting.key_values(k) for k in zone.keys)):
                code.append(_content(x, zone, content, keys))
    return code


def _content(x: Expressions, zone: c.Zone, content: c.Content, keys: tuple[int, ...]) -> ast.stmt:
    place = c.ZonePlace(zone.name, tuple(c.Const(k, type=c.UnknownT(), at=zone.at) for k in keys), at=zone.at)
    env = Env({declared.var: py.const(k) for declared, k in zip(zone.keys, keys, strict=True)})
    (kept, iterable, tests), inner = domains.loop(x, content.bind, env)
    number = x.make(content.number, inner)
    put = storage.put(x, place, py.name(kept), None, inner)
    several = py.for_("n", py.call("range", py.call("amount", py.name("S"), number)), put)
    return py.for_(kept, iterable, py.if_(py.all_of(tests), [several]))

"""Who sees what: `look at`, `show`, `open`, and whether a zone is no news to `me`."""

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.expressions import places
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.layout import Cells
from rulewright.program.pyast import Code
from rulewright.program.sentences.core import Sentences


def effect(s: Sentences, r: c.Reveal, env: Env, path: str) -> Code:
    """Notes who sees which pieces; `look` and `open` leave a mark in the state."""
    x, name = s.x, r.zone.zone
    nodes = x.keys(r.zone.keys, env)
    index = places.zone_index(x, r.zone, env, nodes)
    out: Code = []
    if r.verb == "look":
        out.append(py.store(env.state, py.const(layout.LOOKED), py.tuple_([env.me_or_none, index])))
    if r.verb == "open":
        cells = x.layout.zones[name]
        strides = tuple(stride // cells.width for stride in cells.strides)
        flags = Cells(name, s.open_cell(name), cells.keys, strides, 1, cells.count)
        out.append(py.store(env.state, places.cell_index(x, flags, nodes), py.const(True)))
    zone = py.tuple_([py.const(name), *nodes])
    return out + s.note(env, path, r.verb, zone, places.contents(x, r.zone, env, nodes))


def is_seen(x: Expressions, place: c.ZonePlace) -> bool:
    """Whether `me` certainly sees a zone."""
    zone = x.game.zones[place.zone]
    rule = x.setting.seen_by(zone, [x.setting.static(key) for key in place.keys])
    if rule != "owner":
        return rule == "everyone"
    return any(
        isinstance(key, c.Special) and key.name == "me"
        for declared, key in zip(zone.keys, place.keys, strict=True)
        if isinstance(declared.type, c.EnumT) and declared.type.name == "player"
    )

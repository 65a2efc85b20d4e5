"""Effects and powers: what rows of cards and spaces do."""

from dataclasses import replace

from rulewright.check.attributes import Source, row_env, sources
from rulewright.check.blocks import block
from rulewright.check.checked import (
    EffectCode,
    EffectT,
    PowerSet,
    PowersT,
)
from rulewright.check.core import Checker
from rulewright.check.powers import power_set
from rulewright.check.scope import Uses
from rulewright.check.sentences import sentence
from rulewright.check.symbols import AttrInfo
from rulewright.model import definition as m


def elaborate_effects(ck: Checker) -> None:
    """Effects and powers of all rows: after the actions and routines that they name."""
    for source in sources(ck):
        for name, infos in list(ck.symbols.attrs.items()):
            info = infos.get(source.name)
            if info is None or not isinstance(info.type, EffectT | PowersT):
                continue
            into = ck.attr_values.setdefault(name, {})
            for row in source.rows.values():
                number = ck.symbols.words[source.name].get(row.name)
                if number is None:
                    continue
                value = row.attributes.get(name)
                path = f"{source.path}.{row.name}.{name}"
                into[number] = None if value is None else _done(ck, source, info, value, path)


def _done(ck: Checker, source: Source, info: AttrInfo, value: m.AttrValue, path: str) -> EffectCode | PowerSet | None:
    if isinstance(info.type, PowersT):
        lines = value.power() if value.power is not None else None
        if value.power is None:
            ck.error("type", "power lines go here, one line or a list of them", value.at)
        return None if lines is None else power_set(ck, lines, path, ck.symbols.enum_type(source.name))
    outer, ck.uses = ck.uses, Uses()
    env = row_env(ck, source.name, info.params, me=True, asks=True)
    made: EffectCode | None = None
    if value.block is not None and value.line is None:
        node = value.block()
        if node is not None:
            collect_loops(ck, node, path)
            env.sit = replace(env.sit, root=path)
            made = EffectCode(info.params, (block(ck, node, env),))
    elif value.sentence is not None:
        found = value.sentence()
        done = sentence(ck, found, path, env) if found is not None else None
        made = EffectCode(info.params, (done,)) if done is not None else None
    else:
        ck.error("type", "an effect is one sentence or one block", value.at)
    ck.effect_uses.setdefault(path, ck.uses)
    ck.uses = outer
    return made


def collect_loops(ck: Checker, what: object, root: str) -> None:
    """Notes the loops of an action, routine or body by the names of their steps, for `rounds of`."""
    if isinstance(what, tuple):
        for part in what:
            collect_loops(ck, part, root)
    elif isinstance(what, m.Step | m.Alternative):
        collect_loops(ck, what.what, root)
    elif isinstance(what, m.Block):
        if any(k is not None for k in (what.for_, what.repeat, what.turns, what.times, what.until)):
            name = what.path.rsplit(".", 1)[-1]
            ck.loops.setdefault(root, {}).setdefault(name, []).append(what.path)
        for part in (what.do, what.else_, what.choose):
            collect_loops(ck, part, root)
        if what.or_ is not None:
            collect_loops(ck, what.or_.block, root)

"""Power lines: `NAME becomes E`, `after EVENT where C, SENTENCE`."""

from collections.abc import Iterator
from dataclasses import fields

from rulewright.check import types
from rulewright.check.checked import EnumT, ModifierPower, NumberT, PowerSet, TriggerPower
from rulewright.check.core import Checker, Event
from rulewright.check.defines import define_of
from rulewright.check.scope import Env, Situation, Uses
from rulewright.check.sentences import sentence
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import did_you_mean


def power_set(ck: Checker, lines: m.PowerLines, path: str, this: EnumT) -> PowerSet:
    """All power lines of an attribute."""
    made: list[TriggerPower | ModifierPower] = []
    for line in lines.lines:
        power = _modifier(ck, line, this) if isinstance(line, t.Modifier) else _trigger(ck, line, path, this)
        if power is not None:
            made.append(power)
    return PowerSet(tuple(made))


def _modifier(ck: Checker, node: t.Modifier, this: EnumT) -> ModifierPower | None:
    name = node.name.name
    rules = ck.cite(node.rules)
    if name not in ck.game.define and name not in ck.game.numbers:
        known = [*ck.game.define, *ck.game.numbers]
        ck.error("unknown-name", f"there is no define or number `{name}`", node.name, did_you_mean(name, known))
        return None
    define = define_of(ck, name, node.name)
    if define is None:
        return None
    of = ck.symbols.widened(define.value.type)
    if isinstance(types.strip(of), NumberT):
        of = types.opt(types.NUMBER) if types.may_be_none(of) else types.NUMBER
    env = Env(Situation(me=True, it=of, this=this))
    for param in define.params:
        env.bind(param)
    outer, ck.uses = ck.uses, Uses()
    value = ck.value(node.value, env, of, f"what `{name}` becomes")
    if name in ck.uses.calls:
        ck.error("cycle", f"`{name}` becomes something that needs `{name}`", node.value, "the value so far is `it`")
    ck.uses = outer
    return ModifierPower(name, define.params, value, rules)


def _trigger(ck: Checker, node: t.Trigger, path: str, this: EnumT) -> TriggerPower | None:
    name = node.event.name
    rules = node.rules
    if name in ck.game.actions:
        event = ck.event("action", name, node.event)
    elif name in ck.game.routines:
        event = ck.event("routine", name, node.event)
    else:
        known = [*ck.game.actions, *ck.game.routines]
        ck.error("unknown-name", f"there is no action or routine `{name}`", node.event, did_you_mean(name, known))
        return None
    if event is None:
        return None
    ck.use(name)
    if _is_another_event(ck, node, event):
        return None
    env = Env(Situation(me=True, active=True, this=this), dict(event.names))
    where = None
    if node.where is not None:
        where = ck.condition(node.where, env, "what stands after `where`")
        env.learn(ck.implied(where))
    outer, ck.uses = ck.uses, Uses()
    whole = t.Sentence(node.core, (), None, None, rules, at=node.at)
    done = sentence(ck, whole, path, env)
    ck.trigger_uses.append((name, ck.uses, node.core.at.span))
    ck.uses = outer
    return None if done is None else TriggerPower(name, node.by_anyone, where, done)


def _is_another_event(ck: Checker, node: t.Trigger, event: Event) -> bool:
    """Whether the line reads attributes of something that this event does not name and others do; tells it."""
    places = [part for part in (node.where, node.core) if part is not None]
    for word in dict.fromkeys(word for place in places for word in _read_of(place)):
        if word in event.names or ck.symbols.type_named(word) is None:
            continue
        others = [r.name for r in ck.game.routines.values() if any(p.name.name == word for p in r.params)]
        if others and node.event.name not in others:
            listed = " or ".join(f"`after {name}`" for name in others[:3])
            ck.error("unknown-name", f"`{node.event.name}` names no `{word}`", node.event, f"{listed} would")
            return True
    return False


def _read_of(node: object) -> Iterator[str]:
    """The bare names of which attributes are read."""
    if isinstance(node, t.Attribute) and isinstance(node.base, t.Name):
        yield node.base.name
    elif isinstance(node, tuple):
        for part in node:
            yield from _read_of(part)
    elif isinstance(node, t.Node):
        for field in fields(node):
            yield from _read_of(getattr(node, field.name))

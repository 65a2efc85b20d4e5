"""Named actions and groups in the lists of `choose` and `meanwhile`."""

from rulewright.check.checked import Alternative
from rulewright.check.core import Checker
from rulewright.check.scope import Env
from rulewright.expr import tree as t
from rulewright.text import did_you_mean


def offers(ck: Checker, nodes: tuple[t.Offer, ...], env: Env) -> tuple[Alternative, ...]:
    """Named actions and groups, groups spelt out."""
    found: list[Alternative] = []
    for node in nodes:
        name = node.name.name
        condition = ck.condition(node.condition, env) if node.condition is not None else None
        if name not in ck.symbols.groups and name not in ck.game.actions:
            known = [*ck.symbols.groups, *ck.game.actions]
            ck.error("unknown-name", f"there is no action or group `{name}`", node.name, did_you_mean(name, known))
            continue
        ck.use(name)
        for action in ck.symbols.groups.get(name, [name]):
            ck.use(action)
            event = ck.event("action", action, node.name)
            if event is None:
                continue
            ck.uses.take(event.uses, action)
            ck.uses.runs.add(action)
            found.append(Alternative(action, action, condition, event.block, event.block.label, at=node.at.span))
    return tuple(found)

"""Actions and routines, elaborated when something first runs them."""

from typing import Any

from rulewright.check.attributes import elaborate_attribute
from rulewright.check.blocks import block
from rulewright.check.checked import (
    Block,
    LetBe,
    PickRandom,
    PickStmt,
    Sentence,
)
from rulewright.check.core import Checker, Event
from rulewright.check.defines import params_of
from rulewright.check.effects import collect_loops
from rulewright.check.gates import known_of_options
from rulewright.check.scope import Env, Situation, Uses
from rulewright.check.writes import writes
from rulewright.expr import tree as t
from rulewright.text import Span


class Events:
    """Ways from lower parts of the checker to higher ones."""

    def event(self, ck: Checker, kind: str, name: str, at: t.Node | Span) -> Event | None:
        """An action or routine, elaborated when first needed."""
        key = f"{kind} {name}"
        if key in ck.events:
            return ck.events[key]
        if key in ck.running:
            chain = [k.split(" ")[1] for k in [*ck.running[ck.running.index(key) :], key]]
            ck.error("cycle", "`" + "` runs `".join(chain) + "`, so it would never end", at)
            return None
        node = ck.game.actions[name].block if kind == "action" else ck.game.routines[name].block
        path = f"{kind}s.{name}"
        outer, ck.uses = ck.uses, Uses()
        ck.running.append(key)
        collect_loops(ck, node, path)
        env = Env(Situation(me=True, active=True, asks=True, sinks=True, root=path))
        env.learn(known_of_options(ck, kind, name))
        params = params_of(ck, ck.game.routines[name].params, env) if kind == "routine" else ()
        made = block(ck, node, env)
        ck.running.pop()
        event = Event(params, made, exported(made, {p.name: p for p in params}), ck.uses)
        ck.uses = outer
        ck.events[key] = event
        return event

    def attribute(self, ck: Checker, name: str, at: t.Node | Span) -> None:
        """What all rows give an attribute, elaborated when first needed."""
        elaborate_attribute(ck, name, at)

    def writes(self, ck: Checker, what: object) -> frozenset[str]:
        """What a body may write."""
        return writes(ck, what)


def exported(made: Block, names: dict[str, Any]) -> dict[str, Any]:
    """The names that a block binds on every way, for what stands after it: parameters, lets, picks, its body's own."""
    if made.is_loop or made.loops or made.repeat is not None or made.all_at_once is not None or made.condition:
        return names
    names = dict(names)
    for let in made.lets:
        names[let.var.name] = let.var
    for pick in made.picks:
        names[pick.var.name] = pick.var
    if made.or_ is not None:
        return {n: v for n, v in names.items() if v not in {p.var for p in made.picks}}
    for stmt in made.body:
        if not isinstance(stmt, Sentence) or stmt.each or stmt.condition is not None:
            continue
        if isinstance(stmt.core, LetBe):
            names[stmt.core.var.name] = stmt.core.var
        elif isinstance(stmt.core, PickStmt):
            names[stmt.core.pick.var.name] = stmt.core.pick.var
        elif isinstance(stmt.core, PickRandom):
            names[stmt.core.bind.var.name] = stmt.core.bind.var
    return names

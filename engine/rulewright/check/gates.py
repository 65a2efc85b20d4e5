"""What holds wherever an action is offered or a routine called: an action that is offered under an option only is
checked under that option."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.check.checked import Type
from rulewright.check.core import Checker
from rulewright.check.facts import OPTION_IS, OPTION_IS_NOT
from rulewright.check.paths import Key
from rulewright.check.scope import Env, Situation
from rulewright.expr import tree as t
from rulewright.model import definition as m

Conditions = tuple[t.Expr, ...]


def known_of_options(ck: Checker, kind: str, name: str) -> dict[Key, Type]:
    """What is known of options inside an action (kind "action") or routine, from all places that lead there."""
    ways = _ways(ck).get((kind, name), [])
    found: dict[Key, Type] | None = None
    for conditions in ways:
        facts = facts_of_options(ck, conditions)
        found = facts if found is None else {k: of for k, of in found.items() if facts.get(k) == of}
    block = ck.game.actions[name].block if kind == "action" else None
    only = block.notes.only if block is not None else None
    return (found or {}) | (facts_of_options(ck, [only.value]) if only is not None else {})


def facts_of_options(ck: Checker, conditions: Iterable[t.Expr]) -> dict[Key, Type]:
    """The facts about options that follow from conditions, which are read again where they stand."""
    quiet = replace(ck, findings=type(ck.findings)(), said=set(), no_such_words={}, doubts=[], uses=type(ck.uses)())
    facts: dict[Key, Type] = {}
    for condition in conditions:
        if _names_option(condition):
            facts |= quiet.implied(quiet.expr(condition, Env(Situation(me=True, active=True))))
    return {k: of for k, of in facts.items() if k[0] in (OPTION_IS, OPTION_IS_NOT, "option")}


def _names_option(part: object) -> bool:
    if isinstance(part, t.Name):
        return part.name == "option"
    if isinstance(part, tuple):
        return any(map(_names_option, part))
    names = getattr(part, "__dataclass_fields__", {}) if isinstance(part, t.Node) else {}
    return any(_names_option(getattr(part, name)) for name in names if name != "at")


def _ways(ck: Checker) -> dict[tuple[str, str], list[Conditions]]:
    if ck.gates is None:
        ck.gates = {}
        game = ck.game
        blocks = [a.block for a in game.actions.values()] + [r.block for r in game.routines.values()]
        rules = [rule.do for rule in game.whenever.values()]
        for part in (game.setup, game.play, game.finish, *blocks, *rules):
            for key, conditions in _leads(ck, part, ()):
                ck.gates.setdefault(key, []).append(conditions)
    return ck.gates


def _leads(ck: Checker, what: object, known: Conditions) -> Iterator[tuple[tuple[str, str], Conditions]]:
    """The actions and routines to which a part of the model leads, with the conditions on the way."""
    if isinstance(what, tuple):
        for part in what:
            yield from _leads(ck, part, known)
    elif isinstance(what, m.Step | m.Alternative):
        yield from _leads(ck, what.what, known)
    elif isinstance(what, m.Cases):
        yield from _leads(ck, (*(part for _, _, part in what.cases), what.otherwise), known)
    elif isinstance(what, t.Offer):
        here = known if what.condition is None else (*known, what.condition)
        for name in ck.symbols.groups.get(what.name.name, [what.name.name]):
            yield ("action", name), here
    elif isinstance(what, t.Sentence) and isinstance(what.core, t.Run):
        yield ("routine", what.core.name.name), known if what.condition is None else (*known, what.condition)
    elif isinstance(what, m.Block):
        inside = (*known, what.if_.value) if isinstance(what.if_, t.Line) else known
        answer = what.or_.block if what.or_ is not None else None
        yield from _leads(ck, (what.choose, what.meanwhile, answer, what.do), inside)
        yield from _leads(ck, what.else_, known)

"""What a sentence may refuse, and what excludes it: conditions, needs, earlier sentences, an `up to`.

Inside an action a refusal makes a choice illegal, which is what it is for. Where nobody can be refused it is a
finding: `not-total` in `whenever` and triggers, `may-fail` and `may-be-stuck` in flow and behind a horizon. There only
what is not excluded *and* was not touched by an earlier sentence is reported: a warning that cries wolf is not read.
"""

from rulewright.check import bounds, types
from rulewright.check.checked import (
    Assign,
    Core,
    Expr,
    Extreme,
    FieldPlace,
    LetBe,
    Move,
    NumberT,
    PerformAction,
    PerformEffect,
    PickRandom,
    PickStmt,
    Reveal,
    RollInto,
    RunRoutine,
    Shuffle,
    Span_,
    Type,
    Var,
    ZonePlace,
)
from rulewright.check.core import Checker
from rulewright.check.domains import never_empty_domain
from rulewright.check.paths import Key, at_least_key, every_key, holds_key, key_of, read_key, size_key, some_key
from rulewright.check.scope import Env
from rulewright.check.visibility import hidden
from rulewright.check.writes import root_word
from rulewright.expr import tree as t


def refusal(ck: Checker, core: Core, env: Env) -> str | None:
    """Why a sentence may be refused, in words; None if it cannot be."""
    if isinstance(core, Move):
        return _move(ck, core, env)
    if isinstance(core, RollInto):
        return _room(ck, core.zone, core.number, env)
    if isinstance(core, Assign):
        return _assign(ck, core, env)
    if isinstance(core, LetBe):
        return "the value may be none" if core.refuses_none and types.may_be_none(core.value.type) else None
    if isinstance(core, PickStmt):
        return empty_pick(ck, core.pick.var, core.pick.domain, core.pick.where, core.pick.number, env)
    if isinstance(core, PickRandom):
        return empty_pick(ck, core.bind.var, core.bind.domain, core.bind.where, None, env)
    if isinstance(core, RunRoutine):
        event = ck.events.get(f"routine {core.name}")
        return None if event is None or event.uses.refuses is None else f"in `{core.name}` {event.uses.refuses}"
    if isinstance(core, PerformAction | PerformEffect):
        return "what is performed may refuse"
    return None


def empty_pick(ck: Checker, var: Var, domain: Expr, where: Expr | None, number: Expr | None, env: Env) -> str | None:
    """Why there may be nothing to pick."""
    if where is None and number is None:
        if isinstance(domain, Span_):
            return None  # a range that may be empty is rarely meant to be
        if never_empty_domain(ck, domain):
            return None
        key = _size_of(domain)
        if key is not None and bounds.at_least(_known(key, env), 1):
            return None
    if number is None and some_key(var, domain, where) in env.facts.known:
        return None
    return "there may be nothing to pick"


def _size_of(domain: Expr) -> Key | None:
    inner = key_of(domain)
    return None if inner is None else size_key(inner)


def _known(key: Key, env: Env) -> Type:
    known = env.facts.known
    return known.get(key) or known.get(every_key(("special", "me"), key), types.UNKNOWN)


# ---------- moving ----------


def _move(ck: Checker, core: Move, env: Env) -> str | None:
    amount = core.amount
    places = [p for p in (core.source, core.target) if p is not None]
    if any(ck.symbols.cells[p.zone].type == types.UNKNOWN for p in places):
        return None
    if amount.what is not None and amount.what.type == types.UNKNOWN:
        return None
    number, what = amount.number, amount.what
    if number is not None and not bounds.at_least(number.type, 0):
        return "the amount may be negative"
    if what is not None and types.may_be_none(what.type):
        return "what is moved may be none"
    for place in places:
        if any(types.may_be_none(k.type) for k in place.keys):
            return f"`{place.zone}` is asked for with a key that may be none"
    if amount.form in ("pieces", "count", "bag") and core.source is not None:
        short = _short(core.source, number, what, env)
        if short is not None:
            return short
    if core.target is None or amount.form == "up to":
        return None
    return _room(ck, core.target, number if amount.form in ("pieces", "count") else None, env)


def _short(source: ZonePlace, number: Expr | None, what: Expr | None, env: Env) -> str | None:
    zone = read_key(source.zone, source.keys)
    few = f"`{source.zone}` may hold too few"
    if zone is None:
        return few
    if what is not None:
        item = key_of(what)
        single = number is None or bounds.at_most(number.type, 1)
        if item is not None and single and holds_key(zone, item) in env.facts.known:
            return None
        if item is not None and number is not None and _not_more(number, ("number", item, zone), env):
            return None
        return few
    assert number is not None
    return None if _not_more(number, size_key(zone), env) else few


def _not_more(number: Expr, key: Key, env: Env) -> bool:
    """Whether a number is proven to be no more than what a path gives."""
    if bounds.at_most(number.type, 0):
        return True
    own = key_of(number)
    if own is not None and (own == key or at_least_key(key, own) in env.facts.known):
        return True
    if isinstance(number, Extreme) and number.kind == "min" and any(_not_more(a, key, env) for a in number.args):
        return True
    high = number.type.high if isinstance(number.type, NumberT) else None
    return high is not None and bounds.at_least(_known(key, env), high)


def _room(ck: Checker, target: ZonePlace, number: Expr | None, env: Env) -> str | None:
    zone = ck.game.zones[target.zone]
    full = f"`{target.zone}` may be full"
    if zone.shape == "slot":
        key = read_key(target.zone, target.keys)
        free = key is not None and env.facts.known.get(key) == types.NONE
        return None if free and number is not None and bounds.at_most(number.type, 1) else full
    if zone.at_most is None:
        return None
    key = read_key(target.zone, target.keys)
    if key is None or number is None or not bounds.at_most(_known(size_key(key), env), 0):
        return full
    line = zone.at_most
    if not isinstance(line, t.Line):
        return full
    same = isinstance(line.value, t.Name) and key_of(number) == ("define", line.value.name)
    room = line.value.value if isinstance(line.value, t.Literal_) else None
    fits = isinstance(room, int) and bounds.at_most(number.type, room)
    return None if same or fits else full


# ---------- writing ----------


def _assign(ck: Checker, core: Assign, env: Env) -> str | None:
    place = core.place
    name = place.zone if isinstance(place, FieldPlace) else place.variable
    if any(types.may_be_none(k.type) for k in place.keys):
        return f"`{name}` is asked for with a key that may be none"
    if isinstance(place, FieldPlace):
        key = read_key(place.zone, place.keys)
        known = env.facts.known.get(key) if key is not None else None
        if known is None or types.may_be_none(known):
            return f"`{name}` may hold nothing there"
        return None
    cell = ck.symbols.cells.get(place.variable)
    of = types.strip(cell.type) if cell is not None else types.UNKNOWN
    if core.verb in ("pay", "pay up to"):
        if not bounds.at_least(core.value.type, 0):
            return "the amount may be negative"
        key = read_key(place.variable, place.keys)
        paid = core.verb == "pay up to" or (key is not None and _not_more(core.value, key, env))
        return None if paid else f"`{name}` may hold too little"
    if isinstance(of, NumberT) and (of.low, of.high) != (None, None):
        if core.verb == "set" and _inside(core.value.type, of):
            return None
        return f"`{name}` may leave its range"
    return None


def _inside(found: Type, wanted: NumberT) -> bool:
    low = wanted.low is None or bounds.at_least(found, wanted.low)
    return low and (wanted.high is None or bounds.at_most(found, wanted.high))


# ---------- where nobody can be refused ----------


def report(ck: Checker, node: t.Sentence, core: Core, env: Env) -> None:
    """Reports a sentence that may refuse where nobody can be refused; called before it is done."""
    why = refusal(ck, core, env)
    if why is None:
        return
    if ck.uses.refuses is None:
        ck.uses.refuses = why
    sit = env.sit
    if sit.foreign or sit.together:
        return
    if not sit.asks and isinstance(core, PickStmt):
        return  # that nothing is asked here is told
    if not sit.asks:
        ck.error("not-total", f"{why}, and nobody can be refused here", node.core,
                 "write `up to`, or an `if` that excludes it")  # fmt: skip
        return
    performs = isinstance(core, PerformAction | PerformEffect)
    where = unrefused(env)
    if where is not None and not performs and not _roots(node.core) & env.touched:
        stuck = isinstance(core, PickStmt | PickRandom)
        ck.doubt("may-be-stuck" if stuck else "may-fail", f"{why}, and nobody can be refused {where}", node.core,
                   "write `up to`, or an `if` that excludes it")  # fmt: skip


def unrefused(env: Env) -> str | None:
    """Where it is that nobody can be refused, in words; None where a refusal makes a choice illegal.

    It is so behind a horizon, and in flow where no decision stands before in the step. A setup is played out under all
    options instead.
    """
    if env.behind and env.sit.root != "setup":
        return "behind a horizon"
    flow = not env.sit.sinks and env.sit.root in ("play", "finish") and not env.decided
    return "here" if flow else None


def _roots(core: t.Core) -> set[str]:
    """The cells that the refusal of a sentence hangs on."""
    found: set[str | None] = set()
    for name in ("source", "place", "zone"):
        part = getattr(core, name, None)
        if isinstance(part, t.Expr):
            found.add(root_word(part))
    target = getattr(core, "target", None)
    if isinstance(target, t.Target):
        found.add(root_word(target.place))
    choice = getattr(core, "choice", None) or getattr(core, "binding", None)
    if choice is not None:
        found.add(root_word(choice.domain))
    return {f for f in found if f is not None}


def is_horizon(ck: Checker, core: Core, env: Env) -> bool:
    """Whether a sentence is certainly a horizon: chance, or something hidden that is shown or drawn; `env` is from
    before it."""
    if isinstance(core, Shuffle | RollInto | PickRandom):
        return True
    if isinstance(core, Reveal):
        return env.sit.me and hidden(ck, core.zone, env) == "surely"
    if isinstance(core, Move) and core.draw and core.source is not None:
        seen = ck.game.zones[core.source.zone].seen_by
        secret = isinstance(seen, t.Line) and isinstance(seen.value, t.Name) and seen.value.name == "nobody"
        return secret and core.amount.number is not None and bounds.at_least(core.amount.number.type, 1)
    return False


def after(core: Core) -> dict[Key, Type]:
    """What a sentence teaches of sizes: a zone that gave all is empty."""
    if isinstance(core, Move) and core.amount.form == "all" and core.amount.what is None and core.source is not None:
        key = read_key(core.source.zone, core.source.keys)
        if key is not None:
            return {size_key(key): NumberT(0, 0)}
    return {}


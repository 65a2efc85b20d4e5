"""Sentences: what each verb wants, what it binds, and what it writes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.check import types
from rulewright.check.checked import (
    Assign,
    AttrOf,
    Bind,
    Core,
    EffectT,
    End,
    EnumT,
    Expr,
    FieldPlace,
    LetBe,
    Nothing,
    PerformAction,
    PerformEffect,
    Pick,
    PickRandom,
    PickStmt,
    PiecesT,
    Reveal,
    RunRoutine,
    Say,
    Sentence,
    Type,
    UnknownT,
    VarPlace,
)
from rulewright.check.core import Checker
from rulewright.check.defines import arguments
from rulewright.check.domains import bind, learn_held, var_expr
from rulewright.check.moving import move, roll, shuffle
from rulewright.check.paths import Key, read_key, replaced, roots
from rulewright.check.places import variable_place, zone_place
from rulewright.check.refusals import after, is_horizon, report
from rulewright.check.scope import Env
from rulewright.check.texts import text
from rulewright.check.visibility import check_condition, check_pick, check_shown
from rulewright.expr import tree as t
from rulewright.text import Span, did_you_mean


def sentence(ck: Checker, node: t.Sentence, path: str, env: Env) -> Sentence | None:
    """A sentence; names that it binds and what its writes teach are added to the env. None after a finding."""
    at = node.at.span
    rules = ck.cite(node.rules)
    inner = env
    condition = None
    if node.condition is not None:
        condition = ck.condition(node.condition, env)
        check_condition(ck, condition, env, condition.at)
        inner = env.knowing(ck.implied(condition))
    each: tuple[Bind, ...] = ()
    if node.each:
        inner = inner.child()
        each = tuple(bind(ck, b, inner) for b in node.each)
    written = ck.writes(node)
    if node.each:
        _forget_in_rounds(ck, node, written, inner)
    plain = condition is None and not each
    before = set(inner.names)
    before_env = inner.child()
    before_env.behind = env.behind
    learnt: dict[Key, Type] = {}
    core = _CORES[type(node.core)](ck, node.core, node, path, inner, learnt)
    reason = text(ck, node.reason, f"{path}.else", inner)
    if core is not None:
        report(ck, node, core, before_env)
        learnt |= after(core)
        env.behind = env.behind or (plain and is_horizon(ck, core, before_env))
        env.decided = env.decided or isinstance(core, PickStmt)
    env.touched |= written
    if condition is None:
        env.shown |= inner.shown
    env.forget(written | ck.ambient, ck.export_of)
    if plain:
        env.learn(learnt)
    else:
        for name in inner.names.keys() - before:
            env.unbound[name] = at
    ck.uses.writes |= written
    return None if core is None else Sentence(path, core, each, condition, reason, rules, at=at)


def _forget_in_rounds(ck: Checker, node: t.Sentence, written: frozenset[str], env: Env) -> None:
    """Ends the facts that an earlier round of `for each` may have made untrue.

    A round that writes the cell of its own loop values leaves alone what is known of the cells of the others.
    """
    place = getattr(node.core, "place", None)
    own: Key | None = None
    if isinstance(node.core, t.Assign) and isinstance(place, t.Index) and isinstance(place.base, t.Name):
        named = {a.name for a in place.args if isinstance(a, t.Name)}
        if {b.name.name for b in node.each} <= named and place.base.name in ck.symbols.cells:
            quiet = _silent(ck)
            own = read_key(place.base.name, [quiet.expr(a, env) for a in place.args])
    known = env.facts.known
    kept = {}
    for key, of in known.items():
        rest = replaced(key, {own: ("const", 0)}) if own is not None else key
        if not roots(rest, ck.export_of) & written and "*" not in written:
            kept[key] = of
    env.facts = type(env.facts)(kept)


def _silent(ck: Checker) -> Checker:
    """A checker whose findings are dropped: for reading something that is read again."""
    return replace(ck, findings=type(ck.findings)(), said=set(), no_such_words={})


# ---------- variables and names ----------


def _assign(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    found = variable_place(ck, core.place, env)
    if found is None:
        ck.expr(core.value, env)
        return None
    place, of = found
    value = _assigned(ck, core, of, env)
    if isinstance(place, VarPlace):
        check_shown(ck, place.variable, value, env, core.value)
    if core.verb == "set":
        key = _place_key(place)
        if key is not None and not isinstance(value.type, UnknownT):
            learnt[key] = ck.symbols.widened(value.type)
        return Assign("set", value, place)
    now = ck.expr(core.place, env) if not isinstance(place, FieldPlace) else None
    held = now.type if now is not None else of
    if not types.fits(types.strip(of), types.NUMBER):
        ck.error("type", f"only numbers are added to, this is {types.called(of)}", core.place)
        return None
    if types.may_be_none(of) and types.may_be_none(held):
        ck.may_be_none(core.place, "what stands there")
        return None
    return Assign(core.verb, value, place)


def _assigned(ck: Checker, core: t.Assign, of: Type, env: Env) -> Expr:
    if core.verb == "set":
        return ck.value(core.value, env, of, "what it is set to")
    return ck.number(core.value, env, "this amount")


def _place_key(place: Any) -> Key | None:
    if isinstance(place, FieldPlace):
        base = read_key(place.zone, place.keys)
        return None if base is None else ("field", place.field, base)
    return read_key(place.variable, place.keys)


def _let(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    value = ck.expr(core.value, env)
    refuses = node.reason is not None
    of = ck.symbols.widened(types.strip(value.type) if refuses else value.type)
    var = ck.bind(core.name, of, env)
    return LetBe(var, value, refuses)


def needs_me(ck: Checker, at: t.Node | Span, env: Env, what: str = "a decision") -> bool:
    """Reports a decision where nothing is asked, or where nobody is there to take it."""
    if not env.sit.asks:
        ck.error("not-total", f"{what} cannot stand here: what happens here happens by itself", at)
        return False
    if not env.sit.me:
        ck.error("no-me", f"{what} stands here, and there is no `me` to take it", at, "let a player decide with `by:`")
        return False
    ck.uses.use_me()
    ck.uses.asks = True
    return True


def choice(ck: Checker, node: t.Choice, env: Env) -> Pick:
    """One choice of a pick; its name is bound, and what its `where` says is known."""
    domain = ck.domain(node.domain, env)
    check_pick(ck, domain, env, node.domain)
    of = types.element(domain.type) or types.UNKNOWN
    number: Expr | None = None
    if node.number is not None:
        if isinstance(node.number, t.RangeExpr):
            number = ck.expr(node.number, env)
        else:
            number = ck.number(node.number, env, "this amount")
        if not isinstance(domain.type, PiecesT | UnknownT):
            ck.error("type", f"several are picked of a zone or bag, this is {types.called(domain.type)}", node.domain)
        of = PiecesT(of, "bag")
    var = ck.bind(node.name, of, env)
    if number is None:
        learn_held(ck, var_expr(ck, node, env), domain, env)
    where = None
    if node.where is not None:
        where = ck.condition(node.where, env, "what stands after `where`")
        check_condition(ck, where, env, where.at)
        env.learn(ck.implied(where))
    return Pick(var, domain, where, number, node.different, node.secretly, at=node.at.span)


def _pick(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    needs_me(ck, core, env)
    return PickStmt(choice(ck, core.choice, env))


def _pick_random(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    return PickRandom(bind(ck, core.binding, env), core.secretly)


# ---------- running, showing, ending ----------


def _run(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    name = core.name.name
    if name not in ck.game.routines:
        if name in ck.game.define or name in ck.builtins or name in ck.symbols.tables:
            ck.error("type", f"`{name}` has a value, and does nothing", core.name, "a sentence begins with a verb")
        elif name in ck.game.actions:
            ck.error("type", f"`{name}` is an action: it is chosen, or done by `perform {name}`", core.name)
        else:
            help = did_you_mean(name, ck.game.routines)
            ck.no_such("unknown-name", name, f"there is no routine `{name}`", core.name, help)
        return None
    ck.use(name)
    event = ck.event("routine", name, core)
    if event is None:
        return None
    args = arguments(ck, name, core.args, event.params, core, env)
    _takes(ck, event.uses, name, core, env)
    return None if args is None else RunRoutine(name, args)


def _takes(ck: Checker, uses: Any, name: str, at: t.Node, env: Env) -> None:
    if uses.asks and not env.sit.asks:
        ck.error("not-total", f"`{name}` asks, and nobody can be asked here", at)
    elif uses.me is not None and not env.sit.me:
        chain = " uses ".join(f"`{n}`" for n in (name, *uses.me, "me"))
        ck.error("no-me", f"there is no `me` here, and {chain}", at, "let a player decide with `by:`")
    else:
        ck.uses.take(uses, name)
    ck.uses.runs.add(name)


def _perform(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    action = ck.symbols.enum_type("action")
    what = ck.expr(core.what, env, action)
    of = types.strip(what.type)
    if isinstance(of, UnknownT):
        return None
    if not env.sit.me:
        ck.error("no-me", "what is performed is done by `me`, and there is no `me` here", core)
        return None
    ck.uses.use_me()
    ck.uses.runs.add("*")
    if isinstance(of, EffectT) and isinstance(what, AttrOf):
        return PerformEffect(what.base, what.name, what.args)
    if isinstance(of, EnumT) and types.fits(of, action):
        if not env.sit.asks:
            ck.error("not-total", "an action cannot be performed here: what happens here happens by itself", core)
        ck.uses.asks = True
        return PerformAction(what)
    ck.error("type", f"an action or an effect is performed, this is {types.called(of)}", core.what)
    return None


def _reveal(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    zone = zone_place(ck, core.zone, env)
    if core.verb == "look" and not env.sit.me:
        ck.error("no-me", "`look at` shows something to `me`, and there is no `me` here", core)
        return None
    if core.verb == "look":
        ck.uses.use_me()
    if zone is not None and core.verb == "look":
        env.looked |= {zone.zone}
    elif zone is not None:
        env.shown |= {zone.zone}
    return None if zone is None else Reveal(core.verb, zone)


def _say(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    words = text(ck, core.text, f"{path}.say", env)
    return None if words is None else Say(words)


def _end(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    sit = env.sit
    if core.what == "play" and sit.root in ("setup", "finish"):
        ck.error("type", f"`end play` stands in `{sit.root}`, which is not in play", core)
        return None
    if core.what != "play" and sit.root in ("setup", "play", "finish") and not sit.inside_turns:
        ck.error("type", "there is no turn to end here", core, "it can end below a `turns:`")
        return None
    return End(core.what)


def _nothing(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    return Nothing()


_Reader = Callable[[Checker, Any, t.Sentence, str, Env, "dict[Key, Type]"], "Core | None"]
_CORES: dict[type[t.Core], _Reader] = {
    t.Move: move,
    t.Draw: move,
    t.Put: move,
    t.Remove: move,
    t.Shuffle: shuffle,
    t.Roll: roll,
    t.Assign: _assign,
    t.Let: _let,
    t.Pick: _pick,
    t.PickRandom: _pick_random,
    t.Run: _run,
    t.Perform: _perform,
    t.Reveal: _reveal,
    t.Say: _say,
    t.End: _end,
    t.Nothing: _nothing,
}

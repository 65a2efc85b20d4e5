"""What steps set off: state rules after a step, event rules and triggers of powers after an action or routine."""

import ast
from collections.abc import Callable
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion.rest import DONE
from rulewright.program.expressions import places
from rulewright.program.expressions.core import Env
from rulewright.program.flow.cells import goto
from rulewright.program.flow.core import Context, Flow
from rulewright.program.flow.jumps import Goto
from rulewright.program.pyast import Code

# ---------- state rules ----------


def rules_after(flow: Flow, s: c.Stmt, ctx: Context) -> Code:
    """Calls the state rules after a step that writes what one of them reads."""
    if not ctx.in_play or ctx.whole:
        return []
    rules = _state_rules(flow)
    if not rules or (isinstance(s, c.Block) and s.turns is not None):
        return []
    written = flow.analysis.writes(s)
    # A rule makes its own condition false (or it is the finding `rule-repeats`), so only writes can set it off;
    # the first step of play may find it true since setup.
    if flow.rules is not None and not any(flow.analysis.reads(w.condition) & written for w in rules):
        return []
    return _call_rules(flow, Env({}), ctx)


def _state_rules(flow: Flow) -> list[c.Whenever]:
    return [w for w in flow.game.whenever if not w.after]


def _call_rules(flow: Flow, env: Env, ctx: Context) -> Code:
    if flow.rules is None:
        flow.rules = flow.unit.fresh("rules")
        _write_rules(flow, flow.rules, ctx)
    called = py.call(flow.rules, py.name(env.state))
    written = frozenset[str]().union(*(flow.analysis.writes(w.body) for w in _state_rules(flow)))
    ends = [
        (number, label)
        for what, number in _NUMBERS.items()
        if "e:" + what in written and (label := ctx.end_of(what)) is not None
    ]
    if not ends:
        return [py.do(called)]
    ended = flow.unit.fresh("x")
    out: Code = [py.assign(ended, called)]
    for number, label in ends:
        out += py.if_(py.compare("==", py.name(ended), py.const(number)), [goto(label)])
    return out


# What rules may end, and the number that their function gives then.
_NUMBERS = {"turn": 1, "turns": 2, "play": 3}


def _numbered(ctx: Context) -> Context:
    """The context in which the labels of what may end are these numbers."""
    return replace(ctx, turn_end=_NUMBERS["turn"], turns_end=_NUMBERS["turns"], play_end=_NUMBERS["play"])


class _Returned(ast.NodeTransformer):
    """Gives a value back where code would go on elsewhere."""

    def __init__(self, value: Callable[[int], ast.expr]) -> None:
        self.value = value

    def visit_Goto(self, node: Goto) -> ast.stmt:
        return py.return_(self.value(node.label))


def _write_rules(flow: Flow, function: str, ctx: Context) -> None:
    """The function `(S)` that tries the rules in their order, from the first again after one that did something.

    It returns the number of what one has ended (`_NUMBERS`).
    """
    env = Env({})
    rules = _state_rules(flow)
    counters = [flow.unit.fresh("n") for _ in rules]
    inside = _numbered(replace(ctx, action=None, in_play=False))
    numbered = _Returned(py.const)
    tries: Code = []
    for rule, counter in zip(rules, counters, strict=True):
        done = py.name(counter)
        most = py.const(1) if rule.repeats is None else flow.x.make(rule.repeats, env)
        code, _ = flow.inline_body(rule.body, env, inside)
        fires = py.all_of([py.compare("<", done, most), flow.x.test_asked(rule.condition, env)])
        fired = [py.assign(counter, py.arith("+", done, py.const(1))), *map(numbered.visit, code), ast.Continue()]
        tries += py.if_(fires, fired)
    body: Code = [py.assign(counter, py.const(0)) for counter in counters]
    body.append(ast.While(py.const(True), [*tries, ast.Break()], []))
    flow.unit.define(function, ["S"], body, rules[0].at)


# ---------- event rules and triggers ----------


def after_event(flow: Flow, name: str, env: Env, ctx: Context) -> Code:
    """Event rules, then triggers of powers, after an action or routine."""
    return [*(_event_rules(flow, name, env, ctx) if ctx.in_play else []), *_triggers(flow, name, env, ctx)]


def _event_rules(flow: Flow, name: str, env: Env, ctx: Context) -> Code:
    out: Code = []
    inner = replace(env, vars={})
    for rule in flow.game.whenever:
        if name in rule.after:
            code, _ = flow.inline_body(rule.body, inner, replace(ctx, action=None))
            out += py.if_(flow.x.test_asked(rule.condition, inner), code)
    return out


def _triggers(flow: Flow, name: str, env: Env, ctx: Context) -> Code:
    """Powers that answer to an event: seat by seat from the active player on, card by card."""
    lines = flow.x.setting.triggers.get(name, ())
    if not lines:
        return []
    owner, card = flow.unit.fresh("o"), flow.unit.fresh("x")
    inner = replace(env, me=py.name(owner), this=py.name(card))
    out: Code = []
    for zone in flow.game.zones.values():
        if not zone.powers_of:
            continue
        steps: Code = []
        for i, line in lines:
            code, _ = flow.inline(line.sentence, inner, replace(ctx, action=None), flow.completion.bind)
            tests = [py.compare("==", py.name(card), py.const(i))]
            if not line.by_anyone:
                tests.append(py.compare("==", py.name(owner), env.me_or_none))
            steps += py.if_(py.all_of([*tests, flow.x.test_asked(line.where, inner)]), code)
        nobody = c.UnknownT()
        active = c.Special("active", type=nobody, at=zone.at)
        seats = flow.x.make(c.Builtin("seats_from", (active,), type=nobody, at=zone.at), env)
        place = c.ZonePlace(zone.name, (c.Special("me", type=nobody, at=zone.at),), at=zone.at)
        out.append(py.for_(owner, seats, [py.for_(card, places.contents(flow.x, place, inner), steps)]))
    return out


# ---------- for trials ----------


def connect_trials(quiet: Flow) -> None:
    """Lets trials run state rules, event rules and triggers; `quiet` writes no log. One that ends the turn or play ends
    the trial: what would follow is not done."""
    ctx = _numbered(Context(None, DONE, in_play=True))
    succeeds = _Returned(lambda label: py.const(True))

    def run_rules(env: Env) -> Code:
        return [succeeds.visit(node) for node in _call_rules(quiet, env, ctx)]

    def run_events(name: str, env: Env) -> Code:
        return [succeeds.visit(node) for node in after_event(quiet, name, env, ctx)]

    quiet.completion.run_rules, quiet.completion.run_events = run_rules, run_events

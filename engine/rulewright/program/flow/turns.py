"""Turns: the players take them in order, until a reason to end has come and the turns still due are over."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion.rest import DONE
from rulewright.program.expressions.core import Env
from rulewright.program.flow.cells import goto, load_cell, set_me, spend_round, store_cell
from rulewright.program.flow.core import Context, Flow
from rulewright.program.layout import ACTIVE, LEFT, REASON
from rulewright.program.pyast import Code
from rulewright.program.starts import start_value


def turns(flow: Flow, b: c.Block, first: c.Expr, env: Env, ctx: Context) -> None:
    """Writes a block of turns, `first` taking the first. Only the outermost turns of a game have an official end."""
    outermost = flow.turns_depth == 0
    flow.turns_depth += 1
    saved = None if outermost else flow.keep_value("active", load_cell(ACTIVE))
    left = LEFT if outermost else flow.keep_value("left", py.const(None))
    if outermost:
        flow.add(store_cell(LEFT, py.const(None)))
    count = flow.keep_value("turns", py.const(0))
    flow.add(*set_me(flow.x.make(first, env)), store_cell(ACTIVE, py.name("me")))
    inner = replace(env, me=py.name("me"))
    end, after = flow.label(), flow.label()
    head = flow.jump_to_new(b.at)
    if not any(map(_surely_pauses, b.body)):  # a decision charges for itself
        flow.add(*spend_round())
    if outermost:
        _reset(flow)
    flow.add(*flow.sentences.note(inner, b.path, "turn"))
    _body(flow, b, inner, replace(ctx, turn_end=end, turns_end=after, rest=DONE, action=None), outermost)
    flow.jump(end)
    flow.begin(end, b.at)
    flow.add(*set_me(load_cell(ACTIVE)))
    if b.until:
        _count_down(flow, b, inner, left, after)
    else:
        _count_up(flow, count, after)
    flow.add(*set_me(_next_player(flow, b, env)), store_cell(ACTIVE, py.name("me")))
    flow.jump(head)
    flow.begin(after)
    flow.add(store_cell(ACTIVE, py.const(None) if saved is None else load_cell(saved)), *set_me(load_cell(ACTIVE)))
    flow.turns_depth -= 1


def _surely_pauses(s: c.Stmt) -> bool:
    """Whether a step comes to a decision in any case, if only to one that nobody can take."""
    if not isinstance(s, c.Block) or s.condition or s.loops or s.repeat or s.turns or s.is_loop or s.lets or s.needs:
        return False
    return bool(s.picks or s.choose)


def _body(flow: Flow, b: c.Block, env: Env, ctx: Context, outermost: bool) -> None:
    for s in b.body:
        if outermost and flow.turn_entry is None and flow.analysis.pauses(s):
            flow.turn_entry = flow.jump_to_new(s.at)
        env = flow.step(s, env, ctx)


def _reset(flow: Flow) -> None:
    """Variables that begin anew with each turn."""
    for variable in flow.game.variables.values():
        if variable.resets_turn:
            cells = flow.layout.variables[variable.name]
            start = start_value(flow.x.setting, variable)
            if cells.count == 1:
                flow.add(store_cell(cells.base, py.const(start)))
            else:
                low, high = py.const(cells.base), py.const(cells.base + cells.count)
                flow.add(py.store_part("S", low, high, flow.unit.constant((start,) * cells.count)))


def _next_player(flow: Flow, b: c.Block, env: Env) -> ast.expr:
    active = c.Special("active", type=c.UnknownT(), at=b.at)
    return flow.x.make(c.Builtin("next", (active,), type=c.UnknownT(), at=b.at), env)


def _count_up(flow: Flow, count: int, after: int) -> None:
    """Turns without an `until`: one for each player."""
    flow.add(store_cell(count, py.arith("+", load_cell(count), py.const(1))))
    done = py.compare(">=", load_cell(count), py.const(len(flow.x.setting.players)))
    flow.add(*py.if_(done, [goto(after)]))


def _count_down(flow: Flow, b: c.Block, env: Env, left: int, after: int) -> None:
    """Looks for a reason to end until there is one; from then on counts the turns that are still due."""
    more = py.const(0) if b.more is None else flow.x.make(b.more, env)
    over: Code = [goto(after)] if py.is_const(more, 0) else []  # no turn is due any more
    found: Code = []
    for reason in reversed(b.until):
        start = [store_cell(left, more)]
        if left == LEFT:
            start.append(store_cell(REASON, py.const(reason.name)))
        start += flow.sentences.note(env, b.path, "ending", py.const(reason.name))
        found = py.if_(flow.x.asked(reason.value, env), [*start, *over], found)
    if over:
        flow.add(*found)
        return
    running = [store_cell(left, py.arith("-", load_cell(left), py.const(1)))]
    flow.add(*py.if_(py.is_none(load_cell(left)), found, running))
    none_left = py.all_of([py.is_none(load_cell(left), negated=True), py.compare("<=", load_cell(left), py.const(0))])
    flow.add(*py.if_(none_left, [goto(after)]))

"""Decisions of all players on the same state: nobody sees an answer before all have given theirs."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion import heads
from rulewright.program.completion.rest import DONE
from rulewright.program.expressions.core import Env
from rulewright.program.flow import answers
from rulewright.program.flow.cells import goto, load_cell, set_me, store_cell
from rulewright.program.flow.core import Context, Flow
from rulewright.program.layout import ME
from rulewright.program.pauses import pick_path

Waiting = list[tuple[c.Pick, tuple[int, ...]]]  # each pick with the cells where the players' answers wait


def all_at_once(flow: Flow, b: c.Block, env: Env, ctx: Context) -> None:
    """Writes such a decision: first all are asked, player by player, then the body runs for each in turn."""
    players = flow.x.setting.players
    saved = flow.keep_value("me", load_cell(ME))
    waiting = [(pick, tuple(flow.keep_value(pick.var.name, py.const(None)) for _ in players)) for pick in b.picks]
    done = flow.label()
    flow.add(*set_me(py.const(players[0])))
    ask = flow.jump_to_new(b.at)
    for i in range(len(b.picks)):
        _pick(flow, b, i, waiting, replace(env, me=py.name("me")), ctx)
    for player, cell in zip(players, waiting[-1][1], strict=True):
        flow.add(*py.if_(py.is_none(load_cell(cell)), [*set_me(py.const(player)), goto(ask)]))
    flow.jump(done)
    flow.begin(done)
    for place, player in enumerate(players):
        here = replace(env, me=py.const(player))
        flow.add(*set_me(py.const(player)))
        for pick, cells in waiting:
            answer = load_cell(cells[place])
            here = here.bind(pick.var, answer)
            flow.add(*flow.sentences.note(here, pick_path(b, pick), "picked", answer, py.const(pick.secretly)))
            flow.add(*flow.sentences.ran(pick))
        code, _ = flow.inline_body(b.body, here, replace(ctx, action=None))
        flow.add(*code)
    flow.add(*set_me(load_cell(saved)))


def _pick(flow: Flow, b: c.Block, i: int, waiting: Waiting, env: Env, ctx: Context) -> None:
    """Writes the i-th pick of whoever is asked; those before have been answered by the same player."""
    pick, cells = waiting[i]
    for earlier, answered in waiting[:i]:
        env = env.bind(earlier.var, _own_cell(flow, answered, env))
    (kept, iterable, tests), inner = heads.candidates(flow.completion, pick, env)
    ready = [flow.x.asked(need.value, inner) for need in heads.needs_at(b, i + 1)]
    rest_of = replace(b, needs=())
    whole = flow.completion.test(lambda e: heads.head(flow.completion, rest_of, i + 1, e, DONE), inner, pick.at)
    listed = py.listing(py.name(kept), [(kept, iterable, [py.all_of([*tests, *ready, whole])])])
    lone = cells if len(b.picks) == 1 else ()
    answers.pause(flow, b, "pick", [py.return_(listed)], ctx, None, pick.at, pick=pick, simultaneous=lone)
    for player, cell in zip(flow.x.setting.players, cells, strict=True):
        flow.add(*py.if_(py.compare("==", py.name("me"), py.const(player)), [store_cell(cell, py.name("a"))]))
    flow.add(*flow.sentences.note(env, b.path, "answered"))


def _own_cell(flow: Flow, cells: tuple[int, ...], env: Env) -> ast.expr:
    table = flow.unit.constant(dict(zip(flow.x.setting.players, cells, strict=True)))
    return py.item(py.name(env.state), py.item(table, env.me_or_none))

"""Moves `in chosen order`: `me` names the pieces one by one."""

from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions.core import Env
from rulewright.program.flow import answers, picks
from rulewright.program.flow.cells import goto, load_cell, store_cell
from rulewright.program.flow.core import Context, Flow
from rulewright.program.sentences import cores, storage


def chosen_order(flow: Flow, s: c.Sentence, m: c.Move, env: Env, ctx: Context) -> None:
    """Writes such a move: the pieces still to be named wait in a cell."""
    assert m.source is not None and m.target is not None
    if m.amount.form == "bag" and m.amount.what is not None:
        pieces = flow.x.make(m.amount.what, env)
    else:
        pieces = storage.from_open_end(flow.x, m.source, env)
    left = flow.keep_value("left", py.call("tuple", pieces))
    after = flow.label()
    head = flow.jump_to_new(s.at)
    flow.add(*py.if_(py.not_(load_cell(left)), [goto(after)]))
    piece = c.Var("piece", flow.game.zones[m.source.zone].piece)
    domain = c.Read(place=m.source, type=c.PiecesT(piece.type, "bag"), at=s.at)
    pick = c.Pick(piece, domain, None, None, False, False, at=s.at)
    legal = [py.return_(py.listing(py.name("x"), [("x", py.call("distinct", load_cell(left)), [])]))]
    answers.pause(flow, picks.sole_pick(s, pick), "pick", legal, ctx, after, s.at, pick=pick)
    flow.add(store_cell(left, py.call("without", load_cell(left), py.name("a"))))
    one = replace(m, amount=c.Amount("pieces", None, c.Local(piece, type=piece.type, at=s.at)), order=None)
    code, _ = cores.effect(flow.sentences, one, env.bind(piece, py.name("a")), s.path, flow.completion.bind)
    flow.add(*code)
    flow.jump(head)
    flow.begin(after)

"""A decision while it is written: its pause, the list of its legal answers, and the `or` answer."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.completion.rest import Rest
from rulewright.program.expressions.core import Env
from rulewright.program.flow.cells import goto, load_cell, with_me
from rulewright.program.flow.core import Context, Flow
from rulewright.program.flow.jumps import Piece
from rulewright.program.pauses import Pause, Why, pick_path
from rulewright.program.pyast import Code
from rulewright.text import Span


@dataclass(frozen=True)
class Loop:
    """A loop with a decision in it."""

    rounds: int  # the cell that counts finished rounds
    low: ast.expr
    high: ast.expr | None
    counts: dict[str, tuple[int, ast.expr]]  # alternative -> (cell, bound) of `each_at_most`


@dataclass(frozen=True)
class Asking:
    """A block that asks. What remains after the block is its context's rest; `rest` is what remains after a round."""

    b: c.Block
    ctx: Context
    loop: Loop | None
    rest: Rest
    after: int  # the label of what follows the block


# ---------- the pause ----------


def pause(
    flow: Flow, b: c.Block, kind: Literal["choose", "pick"], legal: Code, ctx: Context, empty: int | None, at: Span, *,
    pick: c.Pick | None = None, alternatives: tuple[c.Alternative, ...] = (), stop: str | None = None,
    meanwhile: tuple[c.Alternative, ...] = (), simultaneous: tuple[int, ...] = (), why: Why | None = None,
) -> int:  # fmt: skip
    """Ends the piece with a new pause and goes on with what its answer (`a`) sets going."""
    number = len(flow.pauses.all)
    flow.pauses.whys.append(why or (lambda completion, answer: []))
    if pick is not None:
        flow.pauses.picks[pick_path(b, pick)] = pick
    names = flow.unit.fresh("legal"), flow.unit.fresh("apply")
    flow.pauses.all.append(
        Pause(
            number, kind, b.path, pick.var.name if pick else b.name, alternatives, stop, b.or_, meanwhile,
            any(a.action is not None for a in alternatives), b.ask_always, ctx.action, pick, simultaneous, empty,
            *names, at,
        )
    )  # fmt: skip
    flow.jump(number)
    flow.unit.define(names[0], ["S"], with_me(legal), at)
    flow.open = Piece(names[1], ["S", "a"], at)
    return number


def legal_list(listed: ast.expr, more: Iterable[tuple[ast.expr, int | None]]) -> Code:
    """Returns a list of answers, and after it those of `more` whose tests hold."""
    out: Code = [py.assign("L", listed)]
    for test, answer in more:
        out += py.if_(test, [py.do(py.method(py.name("L"), "append", py.const(answer)))])
    return [*out, py.return_(py.name("L"))]


def is_promised(flow: Flow, q: Asking, stop: str | None) -> bool:
    """Whether the answer before has been tried with all that follows, so that something can be answered here.

    Then an only candidate need not be tried again. A program for matches does so all the same: it may have been begun
    here, on a table laid by hand.
    """
    return q.ctx.tried and q.loop is None and stop is None and not q.ctx.meanwhile and not flow.sentences.traced


def lone(candidates: ast.expr) -> Code:
    """Lists the candidates of a promised answer; a single one is the answer."""
    single = py.compare("==", py.call("len", py.name("L")), py.const(1))
    return [py.assign("L", candidates), *py.if_(single, [py.return_(py.name("L"))])]


# ---------- the `or` answer ----------


def stop(flow: Flow, q: Asking, env: Env) -> tuple[str | None, ast.expr]:
    """The `or` answer's name, and when it is legal."""
    b, loop, leave = q.b, q.loop, q.ctx.rest
    if b.or_ is None and (loop is None or b.times is None):
        return None, py.const(False)
    enough = py.const(True)
    if loop is not None and not py.is_const(loop.low, 0):
        enough = py.compare(">=", load_cell(loop.rounds), loop.low)
    if b.or_ is not None:
        block = b.or_.block
        finished = flow.completion.test(lambda e: flow.completion.step(block, e, leave), env, b.or_.at)
        return b.or_.name, py.all_of([enough, finished])
    finished = py.const(True) if q.ctx.action is None else flow.completion.test(leave.code, env, b.at)
    return "stop", py.all_of([enough, finished])


def on_stop(flow: Flow, q: Asking, env: Env) -> None:
    """What the `or` answer sets going."""
    b, stopped = q.b, py.is_none(py.name("a"))
    name = "stop" if b.or_ is None else b.or_.name
    noting = replace(env, me=env.me or py.name("me"))
    noted = flow.sentences.note(noting, b.path, "stopped", py.const(name))
    flow.add(*py.if_(stopped, [*noted, *flow.sentences.ran(b.or_)]))
    if b.or_ is None or (not b.or_.block.body and not b.or_.block.lets):
        flow.add(*py.if_(stopped, [goto(q.after)]))
        return
    label = flow.label()
    flow.add(*py.if_(stopped, [goto(label)]))
    with flow.aside():
        flow.begin(label, b.or_.at)
        flow.only(b.or_.block, env, q.ctx)
        flow.jump(q.after)

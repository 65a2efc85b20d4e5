"""Decisions: for each place where a player must answer, the list of legal answers and what an answer sets going.

An answer is the value of a pick, the number of an alternative, None for the `or` answer (the stop of a loop), or
-1, -2, .. for the actions offered `meanwhile`. `legal(S)` lists them in the order of the file; `apply(S, a)` goes on.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.completion import DONE, Code, Completion, Rest
from rulewright.program.expressions import Env
from rulewright.program.moves import Refusal
from rulewright.text import Span

Answer = Any

if TYPE_CHECKING:
    from rulewright.program.flow import Context, Flow


@dataclass(frozen=True)
class Pause:
    """A decision of the program, as the outside sees it."""

    number: int
    kind: Literal["choose", "pick"]
    path: str
    name: str  # of the pick, or of the block that chooses
    alternatives: tuple[c.Alternative, ...]
    stop: str | None  # the name of the `or` answer
    or_: c.Alternative | None
    meanwhile: tuple[c.Alternative, ...]
    named: bool  # a `choose` of named actions: always asked while one is legal
    ask_always: bool
    action: str | None  # the named action that is running
    pick: c.Pick | None
    simultaneous: tuple[int, ...]  # all at once: the cells of the players' answers, in their order
    empty: int | None  # where the program goes on if nothing is legal
    legal: str
    apply: str
    at: Span


@dataclass(frozen=True)
class _Loop:
    """A loop with a decision in it."""

    rounds: int  # the cell that counts finished rounds
    low: ast.expr
    high: ast.expr | None
    counts: dict[str, tuple[int, ast.expr]]  # alternative -> (cell, bound) of `each_at_most`


Why = Callable[[Completion, Answer], Code]  # the trial of one answer (a picked value is `a`), noting what fails


class Pauses:
    """Writes decisions into a flow."""

    def __init__(self, flow: "Flow") -> None:
        self.flow = flow
        self.all: list[Pause] = []
        self.picks: dict[str, c.Pick] = {}  # by the path in log events
        self.whys: list[Why] = []  # for each pause

    # ---------- blocks that ask ----------

    def asked(self, b: c.Block, env: Env, ctx: "Context") -> Env:
        """Writes the part of a block that is put again in a loop: let, pick, needs, choose, or, do."""
        from rulewright.program.flow import goto, load_cell, store_cell

        flow = self.flow
        if not b.is_loop:
            after = flow.label()
            env = self._once(b, env, ctx, None, ctx.rest, after)
            flow.jump(after)
            flow.begin(after)
            return env
        low, high = flow.completion.bounds(b, env)
        low, high = self._kept(low), None if high is None else self._kept(high)
        rounds = flow.keep_value("rounds", py.const(0))
        flow.x.rounds_cell[b.path] = rounds
        counts = {}
        for name, bound in b.each_at_most:
            counts[name] = (flow.keep_value("taken", py.const(0)), self._kept(flow.x.make(bound, env)))
        loop = _Loop(rounds, low, high, counts)
        after = flow.label()
        head = flow.jump_to_new(b.at)
        for reason in b.until:
            flow.code += py.if_(flow.x.make(reason.value, env), [goto(after)])
        if high is not None:
            flow.code += py.if_(py.compare(">=", load_cell(rounds), high), [goto(after)])
        rest = DONE
        if ctx.action is not None:
            rest = flow.completion.after_round(b, env, ctx.rest, load_cell(rounds), low, high)
        self._once(b, env, ctx, loop, rest, after)
        flow.code.append(store_cell(rounds, py.arith("+", load_cell(rounds), py.const(1))))
        flow.jump(head)
        flow.begin(after)
        return env

    def _kept(self, value: ast.expr) -> ast.expr:
        """A bound that is read once: a literal, or a cell."""
        from rulewright.program.flow import load_cell

        return value if isinstance(value, ast.Constant) else load_cell(self.flow.keep_value("bound", value))

    def _once(self, b: c.Block, env: Env, ctx: "Context", loop: _Loop | None, rest: Rest, after: int) -> Env:
        from rulewright.program.flow import goto

        flow = self.flow
        free = ctx.action is None  # in flow nobody can be refused: a need that fails ends the block
        for let in b.lets:
            code, env = flow.keep(let.var, flow.x.make(let.value, env), env)
            flow.code += code
            if let.refuses_none and (free or ctx.behind_horizon):
                flow.code += py.if_(py.is_none(env.vars[let.var]), [goto(after)])
        if free or ctx.behind_horizon:
            for need in flow.completion.needs_at(b, 0):
                flow.code += py.if_(py.not_(flow.x.make(need.value, env)), [goto(after)])
        head = replace(b, or_=None)
        for i in range(len(b.picks)):
            env = self._pick(b, head, i, env, ctx, loop, rest, after)
            ctx = replace(ctx, behind_horizon=False)
        after_choice = flow.completion.then(b.body, 0, rest) if ctx.action else DONE
        inner = replace(ctx, rest=after_choice)
        if b.choose is not None:
            self._choose(b, env, inner, ctx, loop, after)
            ctx = replace(ctx, behind_horizon=False)
        elif not b.picks and b.or_ is not None:
            self._only_or(b, env, inner, loop, rest, after)
        return flow.run(b.body, env, replace(ctx, rest=rest))

    # ---------- one decision ----------

    def _pause(
        self, b: c.Block, kind: Literal["choose", "pick"], legal: Code, ctx: "Context", empty: int | None, at: Span, *,
        pick: c.Pick | None = None, alternatives: tuple[c.Alternative, ...] = (), stop: str | None = None,
        meanwhile: tuple[c.Alternative, ...] = (), simultaneous: tuple[int, ...] = (), why: Why | None = None,
    ) -> int:  # fmt: skip
        """Ends the piece with a new pause and goes on with what its answer (`a`) sets going."""
        from rulewright.program.flow import with_me

        flow = self.flow
        number = len(self.all)
        self.whys.append(why or (lambda completion, answer: []))
        if pick is not None:
            self.picks[pick_path(b, pick)] = pick
        names = flow.unit.fresh("legal"), flow.unit.fresh("apply")
        self.all.append(
            Pause(
                number, kind, b.path, pick.var.name if pick else b.name, alternatives, stop, b.or_, meanwhile,
                any(a.action is not None for a in alternatives), b.ask_always, ctx.action, pick, simultaneous, empty,
                *names, at,
            )
        )  # fmt: skip
        flow.jump(number)
        flow.unit.define(names[0], ["S"], with_me(legal), at)
        flow.open_piece(names[1], ["S", "a"], at)
        return number

    def _stop(self, b: c.Block, env: Env, ctx: "Context", loop: _Loop | None) -> tuple[str | None, ast.expr]:
        """The `or` answer's name, and when it is legal."""
        from rulewright.program.flow import load_cell

        flow = self.flow
        tests: list[ast.expr] = []
        leave = ctx.rest
        if loop is not None:
            if b.or_ is None and b.times is None:
                return None, py.const(False)
            tests.append(py.const(True) if py.is_const(loop.low, 0) else py.compare(">=", load_cell(loop.rounds), loop.low))
        elif b.or_ is None:
            return None, py.const(False)
        if b.or_ is None:
            if ctx.action is not None:
                tests.append(flow.completion.test(leave.code, env, b.at))
            return "stop", py.all_of(tests)
        block = b.or_.block
        tests.append(flow.completion.test(lambda e: flow.completion.block(block, e, leave), env, b.or_.at))
        return b.or_.name, py.all_of(tests)

    def _on_stop(self, b: c.Block, env: Env, ctx: "Context", after: int) -> None:
        """What the `or` answer sets going."""
        from rulewright.program.flow import goto

        flow = self.flow
        stopped = py.is_none(py.name("a"))
        name = "stop" if b.or_ is None else b.or_.name
        flow.code += py.if_(stopped, flow.sentences.note(replace(env, me=env.me or py.name("me")), b.path, "stopped", py.const(name)))
        if b.or_ is None or (not b.or_.block.body and not b.or_.block.lets):
            flow.code += py.if_(stopped, [goto(after)])
            return
        label = flow.label()
        flow.code += py.if_(stopped, [goto(label)])
        code, finish = flow.code, flow._finish
        flow.begin(label, b.or_.at)
        flow.block(b.or_.block, env, ctx)
        flow.jump(after)
        flow.code, flow._finish = code, finish

    def _pick(
        self, b: c.Block, head: c.Block, i: int, env: Env, ctx: "Context", loop: _Loop | None, rest: Rest, after: int
    ) -> Env:
        from rulewright.program.flow import store_cell

        flow = self.flow
        pick = b.picks[i]
        kept, iterable, tests, inner = flow.completion.candidates(pick, env)
        rest_here = rest if ctx.action is not None else DONE
        whole = flow.completion.test(lambda e: flow.completion.head(head, i + 1, e, rest_here), inner, pick.at)
        found = py.listing(py.name(kept), [(kept, iterable, [py.all_of([*tests, whole])])])
        if i == 0 and loop is not None:
            first = py.all_of(flow.x.make(need.value, env) for need in flow.completion.needs_at(b, 0))
            found = py.if_expr(first, found, ast.List([], py.LOAD))
        stop, free = (None, py.const(False)) if i else self._stop(b, env, ctx, loop)
        legal: Code = [py.assign("L", found)]
        legal += py.if_(free, [py.do(py.method(py.name("L"), "append", py.const(None)))])
        legal.append(py.return_(py.name("L")))
        leaves = stop is not None or loop is not None
        why = self._why_pick(b, head, i, env, ctx, loop, rest_here)
        self._pause(b, "pick", legal, ctx, after if leaves else None, pick.at, pick=pick, stop=stop, why=why)
        if stop is not None:
            self._on_stop(b, env, ctx, after)
        cell = flow.layout.local(pick.var.name)
        flow.code.append(store_cell(cell, py.name("a")))
        flow.code += flow.sentences.note(env, pick_path(b, pick), "picked", py.name("a"), py.const(pick.secretly))
        return env.bind(pick.var, flow.x.cell(env, cell))

    def _choose(
        self, b: c.Block, env: Env, ctx: "Context", outer: "Context", loop: _Loop | None, after: int
    ) -> None:
        """`ctx` is for the alternatives (what remains of the round after them), `outer` for leaving the block."""
        from rulewright.program.flow import goto, load_cell, store_cell

        flow = self.flow
        assert b.choose is not None
        meanwhile = tuple(m for m in ctx.meanwhile if m.action not in {a.action for a in b.choose})
        legal: Code = [py.assign("L", ast.List([], py.LOAD))]
        for n, a in enumerate(b.choose):
            test = self._alternative_test(a, env, ctx)
            if loop is not None and a.name in loop.counts:
                cell, bound = loop.counts[a.name]
                test = py.all_of([py.compare("<", load_cell(cell), bound), test])
            legal += py.if_(test, [py.do(py.method(py.name("L"), "append", py.const(n)))])
        stop, free = self._stop(b, env, outer, loop) if not b.picks else (None, py.const(False))
        legal += py.if_(free, [py.do(py.method(py.name("L"), "append", py.const(None)))])
        for n, a in enumerate(meanwhile):
            test = self._alternative_test(a, env, replace(ctx, rest=DONE))
            legal += py.if_(test, [py.do(py.method(py.name("L"), "append", py.const(-1 - n)))])
        legal.append(py.return_(py.name("L")))
        why = self._why_choose(b, env, ctx, outer, loop, meanwhile)
        pause = self._pause(
            b, "choose", legal, ctx, after, b.at, alternatives=b.choose, stop=stop, meanwhile=meanwhile, why=why
        )
        ctx = replace(ctx, behind_horizon=False)
        if stop is not None:
            self._on_stop(b, env, outer, after)
        joined = flow.label()
        for n, a in enumerate(b.choose):
            code, finish = self._others(n)
            if loop is not None and a.name in loop.counts:
                cell = loop.counts[a.name][0]
                flow.code.append(store_cell(cell, py.arith("+", load_cell(cell), py.const(1))))
            flow.code += flow.sentences.note(env, b.path, "chose", py.const(a.name))
            self._take(a, env, ctx)
            flow.jump(joined)
            flow.code, flow._finish = code, finish
        for n, a in enumerate(meanwhile):
            label = flow.label()
            flow.code += py.if_(py.compare("==", py.name("a"), py.const(-1 - n)), [goto(label)])
            code, finish = flow.code, flow._finish
            flow.begin(label, b.at)
            self._take(a, env, replace(ctx, rest=DONE, meanwhile=()))
            flow.jump(pause)
            flow.code, flow._finish = code, finish
        flow.jump(after)  # not reached: every answer is one of the above
        flow.begin(joined)

    def _others(self, n: int) -> tuple[Code, Callable[[Code], None]]:
        """Leaves the current piece to answer n; all other answers go to a new function, which is given back unfinished."""
        flow = self.flow
        function = flow.unit.fresh("b")
        others = py.return_(py.call(function, py.name("S"), py.name("a")))
        flow.code += py.if_(py.compare("!=", py.name("a"), py.const(n)), [others])
        current = flow.code, flow._finish
        flow.open_piece(function, ["S", "a"], None)
        beside = flow.code, flow._finish
        flow.code, flow._finish = current
        return beside

    def _alternative_test(self, a: c.Alternative, env: Env, ctx: "Context") -> ast.expr:
        flow = self.flow
        rest = ctx.rest if ctx.action is not None else DONE
        return flow.completion.test(lambda e: flow.completion.alternative(a, e, rest), env, a.at)

    def _take(self, a: c.Alternative, env: Env, ctx: "Context") -> None:
        if a.action is not None:
            self.flow.action(a.action, replace(env, vars={}), self.flow._back(env, ctx))
        else:
            self.flow.block(a.block, env, ctx)

    # ---------- why an answer is not legal ----------

    def _why_pick(
        self, b: c.Block, head: c.Block, i: int, env: Env, ctx: "Context", loop: _Loop | None, rest: Rest
    ) -> Why:
        pick = b.picks[i]

        def why(completion: Completion, answer: Answer) -> Code:
            if answer is None:
                return self._why_stop(b, env, ctx, loop, completion)
            inner = replace(env.bind(pick.var, py.name("a")), owned=False)
            code = completion.head(head, i + 1, inner, rest)
            if pick.where is not None:
                fits = Refusal(self.flow.x.make(pick.where, inner), "")
                code = completion._failing([fits], None, b.rules, pick.where.at, code, inner)
            _, iterable, _, _ = completion.candidates(replace(pick, where=None), env)
            among = py.compare("in", py.name("a"), py.call("tuple", iterable))
            refusal = Refusal(among, "{} is not among what may be picked here", (py.name("a"),), (pick.var.type,))
            code = completion._failing([refusal], None, b.rules, pick.at, code, inner)
            if i == 0 and loop is not None:
                for need in completion.needs_at(b, 0):
                    holds = Refusal(self.flow.x.make(need.value, env), "")
                    code = completion._failing([holds], need.reason, need.rules or b.rules, need.at, code, env)
            return code

        return why

    def _why_choose(
        self, b: c.Block, env: Env, ctx: "Context", outer: "Context", loop: _Loop | None,
        meanwhile: tuple[c.Alternative, ...],
    ) -> Why:  # fmt: skip
        from rulewright.program.flow import load_cell

        def why(completion: Completion, answer: Answer) -> Code:
            if answer is None:
                return self._why_stop(b, env, outer, loop, completion)
            assert b.choose is not None
            a = b.choose[answer] if answer >= 0 else meanwhile[-1 - answer]
            rest = ctx.rest if ctx.action is not None and answer >= 0 else DONE
            code = completion.alternative(a, replace(env, owned=False), rest)
            if loop is not None and a.name in loop.counts:
                cell, bound = loop.counts[a.name]
                few = Refusal(py.compare("<", load_cell(cell), bound), "this may be done at most {} times", (bound,))
                code = completion._failing([few], None, b.rules, b.at, code, env)
            return code

        return why

    def _why_stop(self, b: c.Block, env: Env, ctx: "Context", loop: _Loop | None, completion: Completion) -> Code:
        from rulewright.program.flow import load_cell

        code = ctx.rest.code(replace(env, owned=False))
        if b.or_ is not None:
            code = completion.block(b.or_.block, replace(env, owned=False), ctx.rest)
        if loop is not None:
            enough = Refusal(py.compare(">=", load_cell(loop.rounds), loop.low), "at least {} rounds are due", (loop.low,))
            code = completion._failing([enough], None, b.rules, b.at, code, env)
        return code

    def _only_or(self, b: c.Block, env: Env, ctx: "Context", loop: _Loop | None, rest: Rest, after: int) -> None:
        """A block without pick or choose, but with `or`: do it, or not."""
        flow = self.flow
        stop, free = self._stop(b, env, replace(ctx, rest=rest), loop)
        does = flow.completion.test(ctx.rest.code, env, b.at) if ctx.action is not None else py.const(True)
        legal: Code = [py.assign("L", ast.List([], py.LOAD))]
        legal += py.if_(does, [py.do(py.method(py.name("L"), "append", py.const(0)))])
        legal += py.if_(free, [py.do(py.method(py.name("L"), "append", py.const(None)))])
        legal.append(py.return_(py.name("L")))
        itself = c.Alternative(b.name, None, None, replace(b, body=(), or_=None), None, at=b.at)
        self._pause(b, "choose", legal, ctx, after, b.at, alternatives=(itself,), stop=stop)
        self._on_stop(b, env, ctx, after)

    # ---------- picks as sentences, orders ----------

    def lone_pick(self, s: c.Sentence, pick: c.Pick, env: Env, ctx: "Context") -> Env:
        """Writes `pick x in D` as a step."""
        block = c.Block(path=s.path, name=s.path.rsplit(".", 1)[-1], rules=s.rules, label=None, picks=(pick,), at=s.at)
        return self._pick(block, block, 0, env, ctx, None, ctx.rest, 0)

    def chosen_order(self, s: c.Sentence, m: c.Move, env: Env, ctx: "Context") -> None:
        """Writes a move `in chosen order`: `me` names the pieces one by one."""
        from rulewright.program.flow import goto, load_cell, store_cell

        flow = self.flow
        assert m.source is not None and m.target is not None
        pieces = flow.x.make(m.amount.what, env) if m.amount.form == "bag" and m.amount.what is not None else None
        if pieces is None:
            pieces = flow.sentences.moves._from_open_end(m.source, env)
        left = flow.keep_value("left", py.call("tuple", pieces))
        after = flow.label()
        head = flow.jump_to_new(s.at)
        flow.code += py.if_(py.not_(load_cell(left)), [goto(after)])
        piece = c.Var("piece", flow.game.zones[m.source.zone].piece)
        pick = c.Pick(piece, c.Read(place=m.source, type=c.PiecesT(piece.type, "bag"), at=s.at), None, None, False, False, at=s.at)
        block = c.Block(path=s.path, name=s.path.rsplit(".", 1)[-1], rules=s.rules, label=None, picks=(pick,), at=s.at)
        legal: Code = [
            py.return_(py.listing(py.name("x"), [("x", py.call("distinct", load_cell(left)), [])]))
        ]
        self._pause(block, "pick", legal, ctx, after, s.at, pick=pick)
        one = replace(m, amount=c.Amount("pieces", None, c.Local(piece, type=piece.type, at=s.at)), order=None)
        inner = env.bind(piece, py.name("a"))
        flow.code.append(store_cell(left, py.call("without", load_cell(left), py.name("a"))))
        flow.code += flow.sentences.moves.effect(one, inner, s.path)
        flow.jump(head)
        flow.begin(after)

    # ---------- all at once ----------

    def all_at_once(self, b: c.Block, env: Env, ctx: "Context") -> None:
        """Writes a decision of all players on the same state; each pick's answers wait in a cell for each player."""
        from rulewright.program.flow import goto, load_cell, set_me, store_cell

        flow = self.flow
        players = flow.x.setting.players
        saved = flow.keep_value("me", load_cell(layout.ME))
        answers: list[tuple[int, ...]] = []
        for pick in b.picks:
            cells = tuple(flow.layout.local(pick.var.name) for _ in players)
            flow.code += [store_cell(cell, py.const(None)) for cell in cells]
            answers.append(cells)
        done = flow.label()
        flow.code += set_me(py.const(players[0]))
        inner = replace(env, me=py.name("me"))
        ask = flow.jump_to_new(b.at)
        for i, pick in enumerate(b.picks):
            here = inner
            for earlier, cells in zip(b.picks[:i], answers[:i], strict=True):
                here = here.bind(earlier.var, self._own_cell(cells, here))
            kept, iterable, tests, bound = flow.completion.candidates(pick, here)
            ready = [flow.x.make(n.value, bound) for n in flow.completion.needs_at(b, i + 1)]
            whole = flow.completion.test(lambda e: flow.completion.head(replace(b, needs=()), i + 1, e, DONE), bound, pick.at)  # noqa: B023
            legal: Code = [
                py.return_(py.listing(py.name(kept), [(kept, iterable, [py.all_of([*tests, *ready, whole])])]))
            ]
            lone = answers[0] if len(b.picks) == 1 else ()
            self._pause(b, "pick", legal, ctx, None, pick.at, pick=pick, simultaneous=lone)
            for player, cell in zip(players, answers[i], strict=True):
                flow.code += py.if_(py.compare("==", py.name("me"), py.const(player)), [store_cell(cell, py.name("a"))])
            flow.code += flow.sentences.note(inner, b.path, "answered")
        for player, cell in zip(players, answers[-1], strict=True):
            flow.code += py.if_(py.is_none(load_cell(cell)), [*set_me(py.const(player)), goto(ask)])
        flow.jump(done)
        flow.begin(done)
        for place, player in enumerate(players):
            here = replace(env, me=py.const(player))
            for pick, cells in zip(b.picks, answers, strict=True):
                here = here.bind(pick.var, load_cell(cells[place]))
            flow.code += set_me(py.const(player))
            for pick, cells in zip(b.picks, answers, strict=True):
                flow.code += flow.sentences.note(here, pick_path(b, pick), "picked", load_cell(cells[place]), py.const(pick.secretly))
            code, _ = flow._inline_body(b.body, here, replace(ctx, action=None))
            flow.code += code
        flow.code += set_me(load_cell(saved))

    def _own_cell(self, cells: tuple[int, ...], env: Env) -> ast.expr:
        players = self.flow.x.setting.players
        table = self.flow.unit.constant(dict(zip(players, cells, strict=True)))
        return py.item(py.name(env.state), py.item(table, env.me or py.const(None)))


def pick_path(b: c.Block, pick: c.Pick) -> str:
    """The path that overlays reach a pick by."""
    return f"{b.path}.pick.{pick.var.name}"

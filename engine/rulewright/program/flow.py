"""The program itself: bodies and blocks to pieces of code between two decisions.

Every piece is a function `(S) -> next`. What comes next is a number: from 0 on a *pause* (a decision, see `pauses.py`),
below 0 the next piece. Routines and performed actions are written out at each place that runs them (there is no
recursion), so a paused game is one number and the flat state; names that outlive a decision have cells of their own.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.analysis import Analysis
from rulewright.program.completion import DONE, Code, Completion, Rest
from rulewright.program.expressions import Env, Expressions
from rulewright.program.pauses import Pauses
from rulewright.program.sentences import Sentences
from rulewright.program.setting import UNKNOWN
from rulewright.text import Span

TURN_COST = 500  # of the work budget: turns and rounds in which nobody is asked come to an end
MOST_CODE = 60_000  # statements of a program; routines are written out, so a small file could ask for endless code


@dataclass(frozen=True)
class Context:
    """Where a piece of flow stands."""

    action: str | None  # the named action that is running
    rest: Rest  # what remains of it, for trials
    in_play: bool = False
    turn_end: int | None = None  # labels that `end turn`, `end turns` and `end play` go to
    turns_end: int | None = None
    play_end: int | None = None
    meanwhile: tuple[c.Alternative, ...] = ()
    whole: bool = False  # inside a routine that state rules do not interrupt
    behind_horizon: bool = False


class Flow:
    """Writes the pieces of a program."""

    def __init__(
        self, expressions: Expressions, sentences: Sentences, completion: Completion, analysis: Analysis
    ) -> None:
        self.x, self.sentences, self.completion, self.analysis = expressions, sentences, completion, analysis
        self.game, self.unit, self.layout = expressions.game, expressions.unit, expressions.layout
        self.pieces: dict[int, str] = {}  # label -> function
        self.step_labels: dict[str, int] = {}  # path of a pausing step -> the label where it starts
        self.turn_entry: int | None = None
        self.pauses = Pauses(self)
        self.code: Code = []
        self._labels = 0
        self._turns_depth = 0
        self._written = 0
        self._finish: Callable[[Code], None] = lambda code: None
        self._rules: str | None = None

    # ---------- pieces ----------

    def label(self) -> int:
        """A new label, to be begun later."""
        self._labels += 1
        return -self._labels

    def begin(self, label: int, at: Span | None = None) -> None:
        """Goes on at a label; the piece before must have ended with a jump."""
        function = self.unit.fresh("b")
        self.pieces[label] = function
        self.open_piece(function, ["S"], at)

    def open_piece(self, function: str, parameters: list[str], at: Span | None) -> None:
        """Starts a function; `close_piece` gives it its code."""
        self.code = []

        def finish(code: Code) -> None:
            self._written += sum(1 for s in code for _ in ast.walk(s)) // 8
            if self._written > MOST_CODE:
                raise TooLarge
            self.unit.define(function, parameters, with_me(code), at)

        self._finish = finish

    def close_piece(self) -> None:
        """Ends the piece that is being written."""
        self._finish(self.code)
        self.code = []
        self._finish = _nothing_open

    def jump(self, label: int) -> None:
        """Ends the piece with a jump."""
        self.code.append(goto(label))
        self.close_piece()

    def jump_to_new(self, at: Span | None = None) -> int:
        """Ends the piece and goes on in a new one, which others may jump to as well."""
        label = self.label()
        self.jump(label)
        self.begin(label, at)
        return label

    # ---------- names ----------

    def keep(self, var: c.Var, value: ast.expr, env: Env) -> tuple[Code, Env]:
        """Binds a name to a cell of the state, where it outlives decisions."""
        if isinstance(value, ast.Constant):
            return [], env.bind(var, value)
        cell = self.layout.local(var.name)
        return [store_cell(cell, value)], env.bind(var, self.x.cell(env, cell))

    def keep_value(self, name: str, value: ast.expr) -> int:
        """A new cell that holds a value from here on."""
        cell = self.layout.local(name)
        self.code.append(store_cell(cell, value))
        return cell

    # ---------- bodies ----------

    def run(self, body: tuple[c.Stmt, ...], env: Env, ctx: Context) -> Env:
        """Writes a body; code goes on after it."""
        for i, s in enumerate(body):
            inner = replace(ctx, rest=self.completion.then(body, i + 1, ctx.rest) if ctx.action else DONE)
            env = self.step(s, env, inner)
            if self.analysis.crosses(s):
                ctx = replace(ctx, behind_horizon=True)
        return env

    def step(self, s: c.Stmt, env: Env, ctx: Context) -> Env:
        """Writes one step, and the state rules that it may set off."""
        if not self.analysis.pauses(s):
            code, env = self.inline(s, env, ctx, self.keep)
            self.code += code
        else:
            if ctx.action is None:
                self.step_labels.setdefault(s.path, self.jump_to_new(s.at))
            match s:
                case c.Sentence():
                    env = self._pausing_sentence(s, env, ctx)
                case c.Block():
                    env = self.block(s, env, ctx)
                case c.CaseBody():
                    self._pausing_cases(s, env, ctx)
        self._state_rules(s, ctx)
        return env

    # ---------- steps without decisions ----------

    def inline(
        self, s: c.Stmt, env: Env, ctx: Context, bind: Callable[[c.Var, ast.expr, Env], tuple[Code, Env]]
    ) -> tuple[Code, Env]:
        """The code of a step that cannot pause."""
        match s:
            case c.Sentence():
                return self._inline_sentence(s, env, ctx, bind)
            case c.CaseBody():
                return self._inline_cases(s, env, ctx), env
            case c.Block():
                return self._inline_block(s, env, ctx, bind)

    def _inline_body(self, body: tuple[c.Stmt, ...], env: Env, ctx: Context) -> tuple[Code, Env]:
        out: Code = []
        for s in body:
            code, env = self.inline(s, env, ctx, self.completion.bind)
            out += code
            if len(body) > 1:
                out += self._rules_after(s, ctx)
        return out, env

    def _inline_cases(self, s: c.CaseBody, env: Env, ctx: Context) -> Code:
        static = self.x.setting.static(s.by)
        value = self.x.make(s.by, env)
        out, _ = self._inline_body(s.otherwise, env, ctx)
        for fits, body in reversed(s.cases):
            code, _ = self._inline_body(body, env, ctx)
            if static is not UNKNOWN:
                out = code if any(static == v and type(static) is type(v) for v in fits) else out
            else:
                out = py.if_(self.x.fits(value, fits), code, out)
        return out

    def _inline_sentence(
        self, s: c.Sentence, env: Env, ctx: Context, bind: Callable[[c.Var, ast.expr, Env], tuple[Code, Env]]
    ) -> tuple[Code, Env]:
        condition = self.x.test(s.condition, env)
        if py.is_const(condition, False):
            return [], env
        if s.each:
            code = self._each(s, env, ctx)
        else:
            code, env = self._inline_core(s, env, ctx, bind)
        return py.if_(condition, code), env

    def _each(self, s: c.Sentence, env: Env, ctx: Context) -> Code:
        names, values, inner = self._fixed_domain(s.each, None, env)
        code, _ = self._inline_core(s, inner, ctx, self.completion.bind)
        return unpacking_loop(self.unit.fresh("x"), names, values, code)

    def _fixed_domain(self, binds: tuple[c.Bind, ...], order: c.Expr | None, env: Env) -> tuple[list[str], ast.expr, Env]:
        """A loop's domain, read before its first round; the variables of a round, and the scope inside."""
        values = self.completion.loop_values(binds, order, env)
        names: list[str] = []
        inner = env
        for b in binds:
            names.append(self.unit.fresh("x"))
            inner = inner.bind(b.var, py.name(names[-1]))
        return names, values, inner

    def _inline_core(
        self, s: c.Sentence, env: Env, ctx: Context, bind: Callable[[c.Var, ast.expr, Env], tuple[Code, Env]]
    ) -> tuple[Code, Env]:
        core = s.core
        match core:
            case c.RunRoutine():
                return self._inline_routine(core, env, ctx), env
            case c.PerformEffect():
                return self._inline_effect(core, env, ctx), env
            case c.End():
                return self._end(s, core, ctx), env
            case _:
                out = self._checks(s, core, env, ctx)
                code, env = self.sentences.effect(core, env, s.path, bind)
                return out + code, env

    def _checks(self, s: c.Sentence, core: c.Core, env: Env, ctx: Context) -> Code:
        """Refusals where nobody can be refused are faults; inside an action the trial has excluded them."""
        if ctx.action is not None and not ctx.behind_horizon:
            return []
        out: Code = []
        for refusal in self.sentences.refusals(core, env):
            out += py.if_(py.not_(refusal.ok), [py.do(py.call("fault", py.const("this cannot be done: " + refusal.words)))])
        for node in out:
            py.stamp(node, s.at)
        return out

    def _inline_routine(self, core: c.RunRoutine, env: Env, ctx: Context) -> Code:
        routine = self.game.routines[core.name]
        out, inner = self._parameters(routine, core, env, self.completion.bind)
        code, inner = self._inline_block(routine.block, inner, replace(ctx, whole=ctx.whole or routine.whole), self.completion.bind)
        return out + code + self._events(core.name, inner, ctx)

    def _parameters(
        self, routine: c.Routine, core: c.RunRoutine, env: Env, bind: Callable[[c.Var, ast.expr, Env], tuple[Code, Env]]
    ) -> tuple[Code, Env]:
        out: Code = []
        inner = replace(env, vars={})
        for parameter, arg in zip(routine.params, core.args, strict=True):
            value = self.x.make(arg, env)
            if isinstance(value, ast.Constant):
                inner = inner.bind(parameter, value)
            else:
                code, inner = bind(parameter, value, inner)
                out += code
        return out, inner

    def _inline_effect(self, core: c.PerformEffect, env: Env, ctx: Context) -> Code:
        kept = self.unit.fresh("x")
        out: Code = [py.assign(kept, self.x.make(core.base, env))]
        for i, value in self.game.attributes[core.name].values.items():
            if isinstance(value, c.EffectCode):
                code, _ = self._inline_body(value.body, self._effect_env(core, value, kept, env), ctx)
                out += py.if_(py.compare("==", py.name(kept), py.const(i)), code)
        return out

    def _effect_env(self, core: c.PerformEffect, value: c.EffectCode, kept: str, env: Env) -> Env:
        inner = replace(env, this=py.name(kept))
        for parameter, arg in zip(value.params, core.args, strict=True):
            inner = inner.bind(parameter, self.x.make(arg, env))
        return inner

    def _end(self, s: c.Sentence, core: c.End, ctx: Context) -> Code:
        target = {"turn": ctx.turn_end, "turns": ctx.turns_end, "play": ctx.play_end}[core.what]
        if target is None:
            return []
        reason: Code = []
        if core.what == "play":
            reason = [store_cell(layout.REASON, py.const(s.path.rsplit(".", 1)[-1]))]
        return [*reason, goto(target)]

    def _inline_block(
        self, b: c.Block, env: Env, ctx: Context, bind: Callable[[c.Var, ast.expr, Env], tuple[Code, Env]]
    ) -> tuple[Code, Env]:
        condition = self.x.test(b.condition, env)
        otherwise: Code = []
        other = env
        if not py.is_const(condition, True):
            otherwise, other = self._inline_body(b.otherwise, env, ctx)
        if py.is_const(condition, False):
            more, env = self._lives_on(other, env, bind)
            return otherwise + more, env
        me = env.me
        inner = env
        code: Code = []
        names: list[str] = []
        values: ast.expr | None = None
        if b.loops:
            names, values, inner = self._fixed_domain(b.loops, b.loop_order, env)
        if b.decider is not None:
            kept = self.unit.fresh("me")
            code += [py.assign(kept, self.x.make(b.decider, inner))]
            inner = replace(inner, me=py.name(kept))
        once, after = self._inline_once(b, inner, ctx)
        code += once
        if b.repeat is not None:
            code = self._inline_repeat(b, inner, code)
        if values is not None:
            code = unpacking_loop(self.unit.fresh("x"), names, values, code)
        elif b.otherwise and py.is_const(condition, True):
            more, env = self._lives_on(replace(after, me=me), env, bind)
            return code + more, env
        elif b.otherwise:  # names that both ways bind
            more = []
            for var in [v for v in after.vars if v in other.vars and v not in env.vars]:
                kept = self.unit.fresh("x")
                code.append(py.assign(kept, after.vars[var]))
                otherwise.append(py.assign(kept, other.vars[var]))
                stored, env = bind(var, py.name(kept), env)
                more += stored
            return [*py.if_(condition, code, otherwise), *more], env
        else:
            env = replace(after, me=me)
        return py.if_(condition, code, otherwise), env

    def _lives_on(
        self, inner: Env, env: Env, bind: Callable[[c.Var, ast.expr, Env], tuple[Code, Env]]
    ) -> tuple[Code, Env]:
        """Binds the names of a way of an `if` that is taken in any case, so that they outlive the block."""
        out: Code = []
        for var, value in inner.vars.items():
            if var not in env.vars:
                stored, env = bind(var, value, env)
                out += stored
        return out, replace(env, finished=inner.finished)

    def _inline_repeat(self, b: c.Block, env: Env, code: Code) -> Code:
        assert b.repeat is not None
        if b.until:
            over = py.any_of(self.x.make(reason.value, env) for reason in b.until)
            code = [*py.if_(over, [ast.Break()]), *code]
        rounds = py.call("span", py.name(env.state), py.const(1), self.x.make(b.repeat, env))
        return [py.for_(self.unit.fresh("i"), rounds, code)]

    def _inline_once(self, b: c.Block, env: Env, ctx: Context) -> tuple[Code, Env]:
        out: Code = []
        for let in b.lets:
            code, env = self.completion.bind(let.var, self.x.make(let.value, env), env)
            out += code
            if let.refuses_none and ctx.action is None:
                out += py.if_(py.is_none(env.vars[let.var]), [py.do(py.call("fault", py.const("there is none")))])
        for need in b.needs:
            if ctx.action is None or ctx.behind_horizon:
                out += py.if_(py.not_(self.x.make(need.value, env)), [py.do(py.call("fault", py.const("a need does not hold")))])
        code, env = self._inline_body(b.body, env, ctx)
        return out + code, env

    # ---------- steps with decisions ----------

    def _branch(self, condition: ast.expr, then: Callable[[], object], otherwise: Callable[[], object]) -> None:
        """An `if` whose branches may pause."""
        other, after = self.label(), self.label()
        self.code += py.if_(py.not_(condition), [goto(other)])
        then()
        self.jump(after)
        self.begin(other)
        otherwise()
        self.jump(after)
        self.begin(after)

    def _pausing_sentence(self, s: c.Sentence, env: Env, ctx: Context) -> Env:
        condition = self.x.test(s.condition, env)
        if py.is_const(condition, False):
            return env
        if not py.is_const(condition, True):
            self._branch(condition, lambda: self._pausing_each(s, env, ctx), lambda: None)
            return env
        if s.each:
            self._pausing_each(s, env, ctx)
            return env
        return self._pausing_core(s, env, ctx)

    def _pausing_each(self, s: c.Sentence, env: Env, ctx: Context) -> None:
        if not s.each:
            self._pausing_core(s, env, ctx)
            return
        self.loop(
            s.each, None, env, ctx, self.analysis.reads(s),
            lambda inner, rest: self.completion.core(s, inner, rest),
            lambda inner, inside: self._pausing_core(s, inner, inside),
            s.at,
        )  # fmt: skip

    def loop(
        self, binds: tuple[c.Bind, ...], order: c.Expr | None, env: Env, ctx: Context, reads: frozenset[str],
        trial: Callable[[Env, Rest], Code], once: Callable[[Env, Context], object], at: Span,
    ) -> None:  # fmt: skip
        """A loop over a fixed domain with decisions inside."""
        values = self.keep_value("values", self.completion.loop_values(binds, order, env))
        place = self.keep_value("place", py.const(0))
        cells = [self.layout.local(b.var.name) for b in binds]
        after = self.label()
        head = self.jump_to_new(at)
        there = py.compare(">=", load_cell(place), py.call("len", load_cell(values)))
        self.code += py.if_(there, [goto(after)])
        element = py.item(load_cell(values), load_cell(place))
        inner = env
        for n, (b, cell) in enumerate(zip(binds, cells, strict=True)):
            self.code.append(store_cell(cell, element if len(binds) == 1 else py.item(element, py.const(n))))
            inner = inner.bind(b.var, load_cell(cell))
        self.code.append(store_cell(place, py.arith("+", load_cell(place), py.const(1))))
        rest = DONE
        if ctx.action is not None:
            function = self.completion.loop_function(binds, env, ctx.rest, reads, trial)
            call = lambda e: self.completion._call(function, replace(env, state=e.state), load_cell(values), load_cell(place))  # noqa: E731
            rest = Rest(call, reads | ctx.rest.reads, False)
        once(inner, replace(ctx, rest=rest))
        self.jump(head)
        self.begin(after)

    def _pausing_core(self, s: c.Sentence, env: Env, ctx: Context) -> Env:
        core = s.core
        match core:
            case c.RunRoutine():
                return self._pausing_routine(core, env, ctx)
            case c.PerformAction():
                self._pausing_perform(core, env, ctx)
            case c.PerformEffect():
                self._pausing_effect(core, env, ctx)
            case c.PickStmt():
                return self.pauses.lone_pick(s, core.pick, env, ctx)
            case c.Move():
                self.pauses.chosen_order(s, core, env, ctx)
            case _:
                raise AssertionError(core)
        return env

    def _back(self, env: Env, ctx: Context) -> Context:
        return replace(ctx, rest=self.completion._back(env, ctx.rest))

    def _pausing_routine(self, core: c.RunRoutine, env: Env, ctx: Context) -> Env:
        routine = self.game.routines[core.name]
        out, inner = self._parameters(routine, core, env, self.keep)
        self.code += out
        inside = replace(self._back(env, ctx), whole=ctx.whole or routine.whole)
        inner = self.block(routine.block, inner, inside)
        self.code += self._events(core.name, inner, ctx)
        return env

    def _pausing_perform(self, core: c.PerformAction, env: Env, ctx: Context) -> None:
        cell = self.keep_value("performed", self.x.make(core.what, env))
        after = self.label()
        for name in self.x.setting.possible_actions(core.what):
            action = self.game.actions[name]
            other = self.label()
            self.code += py.if_(py.compare("!=", load_cell(cell), py.const(action.id)), [goto(other)])
            self.action(name, replace(env, vars={}), self._back(env, ctx))
            self.jump(after)
            self.begin(other)
        self.jump(after)
        self.begin(after)

    def _pausing_effect(self, core: c.PerformEffect, env: Env, ctx: Context) -> None:
        cell = self.keep_value("performed", self.x.make(core.base, env))
        after = self.label()
        for i, value in self.game.attributes[core.name].values.items():
            if not isinstance(value, c.EffectCode):
                continue
            other = self.label()
            self.code += py.if_(py.compare("!=", load_cell(cell), py.const(i)), [goto(other)])
            inner = replace(env, this=load_cell(cell))
            for parameter, arg in zip(value.params, core.args, strict=True):
                code, inner = self.keep(parameter, self.x.make(arg, env), inner)
                self.code += code
            self.run(value.body, inner, self._back(env, ctx))
            self.jump(after)
            self.begin(other)
        self.jump(after)
        self.begin(after)

    def _pausing_cases(self, s: c.CaseBody, env: Env, ctx: Context) -> None:
        static = self.x.setting.static(s.by)
        if static is not UNKNOWN:
            chosen = s.otherwise
            for fits, body in s.cases:
                if any(static == v and type(static) is type(v) for v in fits):
                    chosen = body
                    break
            self.run(chosen, env, ctx)
            return
        after = self.label()
        cell = self.keep_value("by", self.x.make(s.by, env))
        for fits, body in s.cases:
            other = self.label()
            self.code += py.if_(py.not_(self.x.fits(load_cell(cell), fits)), [goto(other)])
            self.run(body, env, ctx)
            self.jump(after)
            self.begin(other)
        self.run(s.otherwise, env, ctx)
        self.jump(after)
        self.begin(after)

    def action(self, name: str, env: Env, ctx: Context) -> None:
        """Writes a named action, and what its end sets off."""
        action = self.game.actions[name]
        inner = ctx if ctx.action is not None else replace(ctx, action=name, rest=DONE, behind_horizon=False)
        env = self.block(action.block, env, inner)
        self.code += self._events(name, env, ctx)
        self._state_rules(action.block, ctx)
        if ctx.action is None:
            self.code += self.sentences.note(env, action.block.path, "commit")

    # ---------- blocks ----------

    def block(self, b: c.Block, env: Env, ctx: Context) -> Env:
        """Writes a block."""
        if not self.analysis.pauses(b):
            code, env = self.inline(b, env, ctx, self.keep)
            self.code += code
            return env
        condition = self.x.test(b.condition, env)
        if py.is_const(condition, False):
            return self.run(b.otherwise, env, ctx)
        if not py.is_const(condition, True):
            self._branch(condition, lambda: self._loops_of(b, env, ctx), lambda: self.run(b.otherwise, env, ctx))
            return env
        return self._loops_of(b, env, ctx)

    def _loops_of(self, b: c.Block, env: Env, ctx: Context) -> Env:
        ctx = replace(ctx, meanwhile=(*ctx.meanwhile, *b.meanwhile))
        if b.turns is not None:
            self._turns(b, env, ctx)
        elif b.all_at_once is not None:
            self.pauses.all_at_once(b, env, ctx)
        elif b.loops:
            trial = lambda inner, rest: self.completion._decided(b, inner, rest)  # noqa: E731
            self.loop(b.loops, b.loop_order, env, ctx, self.analysis.reads(b), trial, lambda e, k: self._decided(b, e, k), b.at)
        elif b.repeat is not None:
            self._repeat(b, env, ctx)
        else:
            return self._decided(b, env, ctx)
        return env

    def _repeat(self, b: c.Block, env: Env, ctx: Context) -> None:
        assert b.repeat is not None
        left = self.keep_value("left", self.x.make(b.repeat, env))
        after = self.label()
        head = self.jump_to_new(b.at)
        self._spend()
        self.code += py.if_(py.compare("<=", load_cell(left), py.const(0)), [goto(after)])
        for reason in b.until:
            self.code += py.if_(self.x.make(reason.value, env), [goto(after)])
        self.code.append(store_cell(left, py.arith("-", load_cell(left), py.const(1))))
        self._decided(b, env, replace(ctx, rest=DONE))
        self.jump(head)
        self.begin(after)

    def _spend(self) -> None:
        """Charges a round to the work budget, so that rounds in which nobody is asked come to an end."""
        self.code.append(store_cell(layout.BUDGET, py.arith("-", load_cell(layout.BUDGET), py.const(TURN_COST))))
        spent = py.compare("<", load_cell(layout.BUDGET), py.const(0))
        self.code += py.if_(spent, [py.do(py.call("fault", py.const("the game goes on without a decision")))])

    def _decided(self, b: c.Block, env: Env, ctx: Context) -> Env:
        if b.decider is None:
            return self.pauses.asked(b, env, ctx)
        saved = self.keep_value("me", load_cell(layout.ME))
        self.code += set_me(self.x.make(b.decider, env))
        own = isinstance(b.decider, c.Special) and b.decider.name == "me"
        inside = ctx
        if ctx.action is not None and not own:  # the action of who was asked before must still come to its end
            outer = replace(env, me=load_cell(saved))
            rest = replace(ctx.rest, code=lambda e: ctx.rest.code(replace(outer, state=e.state, owned=e.owned)))
            inside = replace(ctx, rest=rest, behind_horizon=True)
        self.pauses.asked(b, replace(env, me=py.name("me")), inside)
        self.code += set_me(load_cell(saved))
        return env

    # ---------- turns ----------

    def _turns(self, b: c.Block, env: Env, ctx: Context) -> None:
        outermost = self._turns_depth == 0
        self._turns_depth += 1
        saved = None if outermost else self.keep_value("active", load_cell(layout.ACTIVE))
        left = layout.LEFT if outermost else self.keep_value("left", py.const(None))
        count = self.keep_value("turns", py.const(0))
        assert b.turns is not None
        first = self.x.make(b.turns, env)
        self.code += [*set_me(first), store_cell(layout.ACTIVE, py.name("me"))]
        inner = replace(env, me=py.name("me"))
        end, after = self.label(), self.label()
        head = self.jump_to_new(b.at)
        self._spend()
        if outermost:
            self._reset_turn(inner)
        self.code += self.sentences.note(inner, b.path, "turn")
        inside = replace(ctx, turn_end=end, turns_end=after, rest=DONE, action=None)
        self._turn_body(b, inner, inside, outermost)
        self.jump(end)
        self.begin(end, b.at)
        self.code += set_me(load_cell(layout.ACTIVE))
        if b.until:
            self._count_down(b, inner, left, after)
        else:
            self.code.append(store_cell(count, py.arith("+", load_cell(count), py.const(1))))
            done = py.compare(">=", load_cell(count), py.const(len(self.x.setting.players)))
            self.code += py.if_(done, [goto(after)])
        follower = self.x.make(
            c.Builtin("next", (c.Special("active", type=c.UnknownT(), at=b.at),), type=c.UnknownT(), at=b.at), env
        )
        self.code += [*set_me(follower), store_cell(layout.ACTIVE, py.name("me"))]
        self.jump(head)
        self.begin(after)
        self.code.append(store_cell(layout.ACTIVE, py.const(None) if saved is None else load_cell(saved)))
        self.code += set_me(load_cell(layout.ACTIVE))
        self._turns_depth -= 1

    def _turn_body(self, b: c.Block, env: Env, ctx: Context, outermost: bool) -> None:
        for i, s in enumerate(b.body):
            if outermost and self.turn_entry is None and self.analysis.pauses(s):
                self.turn_entry = self.jump_to_new(s.at)
            env = self.step(s, env, ctx)
            del i

    def _reset_turn(self, env: Env) -> None:
        for variable in self.game.variables.values():
            if variable.resets_turn:
                cells = self.layout.variables[variable.name]
                start = start_value(self.x, variable)
                if cells.count == 1:
                    self.code.append(store_cell(cells.base, py.const(start)))
                else:
                    target = ast.Subscript(py.name("S"), ast.Slice(py.const(cells.base), py.const(cells.base + cells.count)), py.STORE)
                    self.code.append(ast.Assign([target], self.unit.constant((start,) * cells.count)))

    def _count_down(self, b: c.Block, env: Env, left: int, after: int) -> None:
        more = py.const(0) if b.more is None else self.x.make(b.more, env)
        found: Code = []
        for reason in reversed(b.until):
            start: Code = [store_cell(left, more)]
            if left == layout.LEFT:
                start.append(store_cell(layout.REASON, py.const(reason.name)))
            start += self.sentences.note(env, b.path, "ending", py.const(reason.name))
            found = py.if_(self.x.make(reason.value, env), start, found)
        running = [store_cell(left, py.arith("-", load_cell(left), py.const(1)))]
        self.code += py.if_(py.is_none(load_cell(left)), found, running)
        over = py.all_of([py.is_none(load_cell(left), negated=True), py.compare("<=", load_cell(left), py.const(0))])
        self.code += py.if_(over, [goto(after)])

    # ---------- whenever, triggers ----------

    def _state_rules(self, s: c.Stmt, ctx: Context) -> None:
        self.code += self._rules_after(s, ctx)

    def _rules_after(self, s: c.Stmt, ctx: Context) -> Code:
        """Calls the state rules after a step that writes what one of them reads."""
        if not ctx.in_play or ctx.whole:
            return []
        rules = [w for w in self.game.whenever if not w.after]
        if not rules or (isinstance(s, c.Block) and s.turns is not None):
            return []
        written = self.analysis.writes(s)
        # A rule makes its own condition false (or it is the finding `rule-repeats`), so only writes can set it off;
        # the first step of play may find it true since setup.
        if self._rules is not None and not any(self.analysis.reads(w.condition) & written for w in rules):
            return []
        return [py.do(py.call(self._rules_function(rules, ctx), py.name("S")))]

    def _rules_function(self, rules: list[c.Whenever], ctx: Context) -> str:
        if self._rules is None:
            self._rules = self.unit.fresh("rules")
            env = Env({})
            body: Code = []
            fired = [self.unit.fresh("n") for _ in rules]
            body += [py.assign(n, py.const(0)) for n in fired]
            tries: Code = []
            for rule, n in zip(rules, fired, strict=True):
                most = py.const(1) if rule.repeats is None else self.x.make(rule.repeats, env)
                code, _ = self._inline_body(rule.body, env, replace(ctx, action=None, in_play=False))
                fires = py.all_of([py.compare("<", py.name(n), most), self.x.test(rule.condition, env)])
                tries += py.if_(fires, [py.assign(n, py.arith("+", py.name(n), py.const(1))), *code, ast.Continue()])
            tries.append(ast.Break())
            body.append(ast.While(py.const(True), tries, []))
            self.unit.define(self._rules, ["S"], body, rules[0].at)
        return self._rules

    def _events(self, name: str, env: Env, ctx: Context) -> Code:
        """Event rules, then triggers of powers, after an action or routine."""
        out: Code = []
        if ctx.in_play:
            for rule in self.game.whenever:
                if name in rule.after:
                    code, _ = self._inline_body(rule.body, replace(env, vars={}), replace(ctx, action=None))
                    out += py.if_(self.x.test(rule.condition, replace(env, vars={})), code)
        return out + self._triggers(name, env, ctx)

    def _triggers(self, name: str, env: Env, ctx: Context) -> Code:
        lines = [
            (i, line)
            for attribute in self.game.attributes.values()
            for i, value in attribute.values.items()
            if isinstance(value, c.PowerSet)
            for line in value.lines
            if isinstance(line, c.TriggerPower) and line.event == name
        ]
        if not lines:
            return []
        doer, owner, card = env.me or py.const(None), self.unit.fresh("o"), self.unit.fresh("x")
        out: Code = []
        for zone in self.game.zones.values():
            if not zone.powers_of:
                continue
            place = c.ZonePlace(zone.name, (c.Special("me", type=c.UnknownT(), at=zone.at),), at=zone.at)
            inner = replace(env, me=py.name(owner), this=py.name(card))
            steps: Code = []
            for i, line in lines:
                code, _ = self.inline(line.sentence, inner, replace(ctx, action=None), self.completion.bind)
                tests = [py.compare("==", py.name(card), py.const(i))]
                if not line.by_anyone:
                    tests.append(py.compare("==", py.name(owner), doer))
                tests.append(self.x.test(line.where, inner))
                steps += py.if_(py.all_of(tests), code)
            seats = self.x.make(
                c.Builtin("seats_from", (c.Special("active", type=c.UnknownT(), at=zone.at),), type=c.UnknownT(), at=zone.at), env
            )
            out.append(py.for_(owner, seats, [py.for_(card, self.x.contents(place, inner), steps)]))
        return out


def trial_hooks(quiet: Flow) -> None:
    """Lets trials run state rules, event rules and triggers; `quiet` writes no log."""
    game, completion = quiet.game, quiet.completion
    rules = [w for w in game.whenever if not w.after]
    ctx = Context(None, DONE, in_play=True)
    completion.run_rules = lambda env: [py.do(py.call(quiet._rules_function(rules, ctx), py.name(env.state)))]
    completion.run_events = lambda name, env: quiet._events(name, env, ctx)


class TooLarge(Exception):
    """A program has grown past MOST_CODE."""


def start_value(x: Expressions, variable: c.Variable) -> int | bool | str | tuple[object, ...] | None:
    """The first value of a variable's cells: its `start`, or its type's default."""
    if variable.start is not None:
        value = x.setting.static(variable.start)
        assert value is not UNKNOWN, f"the start of {variable.name} is constant"
        return value  # type: ignore[return-value]
    match variable.type:
        case c.NumberT(low, _):
            return 0 if low is None or low <= 0 else low
        case c.TruthT():
            return False
        case c.SetT():
            return ()
        case _:
            return None


def goto(label: int) -> ast.stmt:
    """Goes on at a pause or piece."""
    return py.return_(py.const(label))


def load_cell(index: int) -> ast.expr:
    """`S[index]`."""
    return py.item(py.name("S"), py.const(index))


def store_cell(index: int, value: ast.expr) -> ast.stmt:
    """`S[index] = value`."""
    return py.store("S", py.const(index), value)


def set_me(value: ast.expr) -> Code:
    """Another player decides from here on."""
    return [py.assign("me", value), store_cell(layout.ME, py.name("me"))]


def unpacking_loop(each: str, names: list[str], values: ast.expr, code: Code) -> Code:
    """A loop over fixed values, or tuples of several names' values."""
    if not code:
        return []
    if len(names) == 1:
        return [py.for_(names[0], values, code)]
    unpacked: Code = [py.assign(n, py.item(py.name(each), py.const(i))) for i, n in enumerate(names)]
    return [py.for_(each, values, [*unpacked, *code])]


def with_me(code: Code) -> Code:
    """A piece's code, with `me` read from the state if it is used."""
    used = any(isinstance(n, ast.Name) and n.id == "me" for s in code for n in ast.walk(s))
    return [py.assign("me", load_cell(layout.ME)), *code] if used else code


def _nothing_open(code: Code) -> None:
    assert not code, "code after a jump"

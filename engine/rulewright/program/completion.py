"""Completion: which answers can be carried through (reference, section 7). The rest of a program as a yes-or-no test.

A trial is generated from the same blocks as the program itself, with two cuts. It ends, successfully, at the first
*horizon* (chance, news, another player's decision). And an effect is left out unless something later in the trial reads
what it writes: most trials then change nothing and become a plain condition over the present state, which the lists of
legal answers test in place; the others work on a copy.

Code here is written so that success returns True and failure falls through to the next statement.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.analysis import NO_ROOTS, Analysis, Roots, children
from rulewright.program.expressions import Env, Expressions
from rulewright.program.moves import Refusal
from rulewright.program.sentences import Sentences
from rulewright.program.setting import UNKNOWN
from rulewright.text import Span

Code = list[ast.stmt]


@dataclass(frozen=True)
class Rest:
    """What remains of a trial: its code for a scope, the roots it reads, and whether it can only succeed."""

    code: Callable[[Env], Code]
    reads: Roots
    trivial: bool


def _yes(env: Env) -> Code:
    return [py.return_(py.const(True))]


DONE = Rest(_yes, NO_ROOTS, True)


@dataclass(frozen=True)
class Failure:
    """Where a trial may fail: in the words of the rules (`text`), or of the sentence's own refusal (`words`); "" where
    the condition itself, as it stands at `at`, says it. `types` are those of the values that fill the words."""

    text: c.Text | None
    words: str
    rules: tuple[str, ...]
    at: Span
    types: tuple[c.Type | None, ...]


class Completion:
    """Makes trials. With `reasons`, failures are noted as ("why", number, values) events, numbers into that list."""

    def __init__(
        self, expressions: Expressions, sentences: Sentences, analysis: Analysis, reasons: list[Failure] | None = None
    ) -> None:
        self.x, self.sentences, self.analysis, self.reasons = expressions, sentences, analysis, reasons
        self.game, self.unit = expressions.game, expressions.unit
        self._loops: dict[tuple[int, int], str] = {}
        # Set by the flow, which knows how rules and triggers are done: what a trial may have to do after a step or event.
        self.run_rules: Callable[[Env], Code] = lambda env: []
        self.run_events: Callable[[str, Env], Code] = lambda name, env: []

    # ---------- facts ----------

    def surely(self, s: c.Stmt) -> bool:
        """Whether a step neither refuses nor asks, whatever the state."""
        if self.analysis.pauses(s):
            return False
        match s:
            case c.Sentence(core=c.RunRoutine() as run):
                return self.surely(self.game.routines[run.name].block)
            case c.Sentence(core=c.PerformEffect()):
                return False
            case c.Sentence():
                return self.sentences.never_refuses(s.core)
            case c.CaseBody():
                return all(self.surely(x) for _, body in s.cases for x in body) and all(map(self.surely, s.otherwise))
            case c.Block():
                calm = not s.needs and not any(let.refuses_none for let in s.lets)
                return calm and all(map(self.surely, s.body)) and all(map(self.surely, s.otherwise))

    def always_horizon(self, s: c.Stmt) -> bool:
        """Whether a step always ends the trial (if it does not refuse)."""
        if not isinstance(s, c.Sentence) or s.condition is not None or s.each:
            return False
        match s.core:
            case c.RollVariable() | c.PickRandom() | c.End() | c.RollInto():
                return True
            case c.Reveal():
                return not self.sentences.is_seen(s.core.zone)
            case c.Move(draw=True, source=c.ZonePlace() as source, amount=amount) if amount.form == "count":
                number = None if amount.number is None else self.x.setting.static(amount.number)
                return isinstance(number, int) and number > 0 and not self.sentences.is_seen(source)
            case _:
                return False

    def droppable(self, s: c.Stmt, later: Roots) -> bool:
        """Whether a trial may skip a step: it cannot fail, ask or end, and nothing later reads what it writes."""
        if isinstance(s, c.Sentence) and isinstance(s.core, (c.LetBe, c.PickRandom)):
            return False
        writes = self.analysis.writes(s)
        return self.surely(s) and not self.always_horizon(s) and not (writes & (later | self.rule_reads(writes, later)))

    def rule_reads(self, writes: Roots, later: Roots) -> Roots:
        """What the state rules read that a step which writes this may set off, if they change anything read later."""
        found = NO_ROOTS
        for rule in self.game.whenever:
            if not rule.after and self.analysis.reads(rule.condition) & writes and self.analysis.writes(rule.body) & later:
                found |= self.analysis.reads(rule.condition) | self.analysis.reads(rule.body)
        return found

    def after_event(self, name: str, env: Env, rest: Rest) -> Rest:
        """The rest after an action or routine: with its event rules and triggers, where they change what is read later."""
        writes = NO_ROOTS
        reads = rest.reads
        for rule in self.game.whenever:
            if name in rule.after:
                writes |= self.analysis.writes(rule.body)
                reads |= self.analysis.reads(rule.body) | self.analysis.reads(rule.condition)
        for line in self.analysis.powers:
            if isinstance(line, c.TriggerPower) and line.event == name:
                writes |= self.analysis.writes(line.sentence)
                reads |= self.analysis.reads(line.sentence) | self.analysis.reads(line.where)
        if rest.trivial or not writes & rest.reads:
            return rest

        def code(e: Env) -> Code:
            copied, own = self.own(e)
            return [*copied, *self.run_events(name, own), *rest.code(own)]

        return Rest(code, reads, False)

    def then(self, body: tuple[c.Stmt, ...], i: int, rest: Rest) -> Rest:
        """What remains when a body is at its i-th step."""
        if i == len(body):
            return rest
        later, trivial = rest.reads, rest.trivial
        for s in reversed(body[i:]):
            if self.always_horizon(s):
                later, trivial = NO_ROOTS, True
                if not self.surely(s):
                    later, trivial = self.analysis.reads(s), False
            elif self.droppable(s, later):
                pass
            else:
                trivial = trivial and self.surely(s)
                later = later | self.analysis.reads(s)
        return Rest(lambda env: self.body(body, env, rest, i), NO_ROOTS if trivial else later, trivial)

    # ---------- bodies ----------

    def body(self, body: tuple[c.Stmt, ...], env: Env, rest: Rest, i: int = 0) -> Code:
        """The trial of a body from its i-th step on."""
        after = self.then(body, i + 1, rest) if i < len(body) else rest
        while i < len(body) and self.droppable(body[i], after.reads):
            i += 1
            after = self.then(body, i + 1, rest) if i < len(body) else rest
        if i >= len(body):
            return rest.code(env)
        s = body[i]
        if self.surely(s) and after.trivial and not (isinstance(s, c.Sentence) and isinstance(s.core, c.LetBe)):
            return _yes(env)
        match s:
            case c.Sentence():
                return self.sentence(s, env, after)
            case c.Block():
                return self.block(s, env, after)
            case c.CaseBody():
                return self._cases(s, env, after)

    def _cases(self, s: c.CaseBody, env: Env, rest: Rest) -> Code:
        static = self.x.setting.static(s.by)
        if static is not UNKNOWN:
            for fits, body in s.cases:
                if any(static == v and type(static) is type(v) for v in fits):
                    return self.body(body, env, rest)
            return self.body(s.otherwise, env, rest)
        rest = self.shared(rest, env)
        value = self.x.make(s.by, env)
        out = self.body(s.otherwise, env, rest)
        for fits, body in reversed(s.cases):
            out = py.if_(self.x.fits(value, fits), self.body(body, env, rest), out)
        return out

    def sentence(self, s: c.Sentence, env: Env, rest: Rest) -> Code:
        """The trial of a sentence with its suffixes."""
        if s.condition is not None:
            static = self.x.setting.static(s.condition)
            if static is False:
                return rest.code(env)
            if static is UNKNOWN:
                rest = self.shared(rest, env)
                condition = self.x.make(s.condition, env)
                return py.if_(condition, self._each(s, env, rest), rest.code(env))
        return self._each(s, env, rest)

    def _each(self, s: c.Sentence, env: Env, rest: Rest) -> Code:
        if not s.each:
            return self.core(s, env, rest)
        return self._over(s.each, None, env, rest, self.analysis.reads(s), lambda inner, again: self.core(s, inner, again))

    def _over(
        self, binds: Sequence[c.Bind], order: c.Expr | None, env: Env, rest: Rest, reads: Roots,
        once: Callable[[Env, Rest], Code],
    ) -> Code:  # fmt: skip
        """A loop over a domain that is fixed first: a function that does one round and calls itself for the next."""
        values = self.unit.fresh("w")
        make = self.loop_values(binds, order, env)
        function = self.loop_function(binds, env, rest, reads, once)
        return [py.assign(values, make), *self._call(function, env, py.name(values), py.const(0))]

    def loop_values(self, binds: Sequence[c.Bind], order: c.Expr | None, env: Env) -> ast.expr:
        """The domain of a loop, read once: a tuple of values, or of tuples of several names' values."""
        clauses = []
        inner = env
        for bind in binds:
            clause, inner = self.x.loop(bind, inner)
            clauses.append(clause)
        names = [py.name(kept) for kept, _, _ in clauses]
        value = names[0] if len(names) == 1 else py.tuple_(names)
        if order is None:
            return py.call("tuple", py.generator(value, clauses))
        keyed = py.generator(py.tuple_([self.x.make(order, inner), value]), clauses)
        return py.call("by_order", keyed)

    def loop_function(
        self, binds: Sequence[c.Bind], env: Env, rest: Rest, reads: Roots, once: Callable[[Env, Rest], Code]
    ) -> str:
        """The function `(S, me, values, i, ..) -> whether the rounds from the i-th on, and the rest, succeed`."""
        function = self.unit.fresh("ok")
        values, place = self.unit.fresh("w"), self.unit.fresh("i")
        inner = self._inside(env)
        there = py.compare("==", py.name(place), py.call("len", py.name(values)))
        out: Code = [ast.If(there, [*rest.code(inner), py.return_(py.const(False))], [])]
        element = py.item(py.name(values), py.name(place))
        for kept in (values, place):  # so that functions made inside are handed them
            inner = inner.bind(c.Var(kept, c.UnknownT()), py.name(kept))
        for n, bind in enumerate(binds):
            kept = self.unit.fresh("x")
            out.append(py.assign(kept, element if len(binds) == 1 else py.item(element, py.const(n))))
            inner = inner.bind(bind.var, py.name(kept))
        again = Rest(
            lambda e: self._call(
                function, replace(env, state=e.state), py.name(values), py.arith("+", py.name(place), py.const(1))
            ),
            reads | rest.reads,
            False,
        )  # fmt: skip
        out += once(inner, again)
        self._define(function, [values, place], env, out, binds[0].at)
        return function

    def core(self, s: c.Sentence, env: Env, rest: Rest) -> Code:
        """The trial of a sentence's core."""
        core = s.core
        match core:
            case c.RunRoutine():
                return self._routine(core, env, rest)
            case c.PerformAction():
                return self._perform(core, env, rest)
            case c.PerformEffect():
                return self._effect(core, env, rest)
            case c.PickStmt():
                return self._pick(core.pick, env, rest.code)
            case c.End():
                return _yes(env)
            case _:
                return self._simple(s, core, env, rest)

    def _simple(self, s: c.Sentence, core: c.Core, env: Env, rest: Rest) -> Code:
        refusals = self.sentences.refusals(core, env)
        horizon = self.sentences.horizon(core, env)
        if py.is_const(horizon, True):
            return self.guard(refusals, s, _yes(env), env)
        out: Code = []
        after = env
        writes = self.analysis.writes(core)
        rules = self.rule_reads(writes, rest.reads)
        if isinstance(core, c.LetBe) or writes & (rest.reads | rules):
            if not isinstance(core, c.LetBe):
                copied, after = self.own(env)
                out += copied
            done, after = self.sentences.effect(core, after, s.path, self.bind)
            out += done
            if rules:
                out += self.run_rules(after)
        out += rest.code(after)
        if not py.is_const(horizon, False):
            out = py.if_(horizon, _yes(env), out)
        return self.guard(refusals, s, out, env)

    def bind(self, var: c.Var, value: ast.expr, env: Env) -> tuple[Code, Env]:
        """Binds a name to a Python variable."""
        kept = self.unit.fresh("x")
        return [py.assign(kept, value)], env.bind(var, py.name(kept))

    def own(self, env: Env) -> tuple[Code, Env]:
        """A copy of the state to change, unless it is one already."""
        if env.owned:
            return [], env
        copied = self.unit.fresh("S")
        return [py.assign(copied, py.part(py.name(env.state), None, None))], replace(env, state=copied, owned=True)

    def _routine(self, run: c.RunRoutine, env: Env, rest: Rest) -> Code:
        routine = self.game.routines[run.name]
        out: Code = []
        inner = env
        for parameter, arg in zip(routine.params, run.args, strict=True):
            value = self.x.make(arg, env)
            if isinstance(value, ast.Constant):
                inner = inner.bind(parameter, value)
            else:
                done, inner = self.bind(parameter, value, inner)
                out += done
        return out + self.block(routine.block, inner, self.after_event(run.name, inner, self._back(env, rest)))

    def _back(self, env: Env, rest: Rest) -> Rest:
        """The rest in the scope of a caller: only the state and finished loops come back."""
        return replace(rest, code=lambda e: rest.code(replace(env, state=e.state, owned=e.owned, finished={**env.finished, **e.finished})))

    def _perform(self, core: c.PerformAction, env: Env, rest: Rest) -> Code:
        rest = self.shared(rest, env)
        what = self.x.make(core.what, env)
        kept = self.unit.fresh("x")
        out: Code = [py.assign(kept, what)]
        for action in self.x.setting.possible_actions(core.what):
            block = self.game.actions[action].block
            inner = replace(env, owned=False)
            taken = self.block(block, inner, self.after_event(action, inner, self._back(env, rest)))
            out += py.if_(py.compare("==", py.name(kept), py.const(self.game.actions[action].id)), taken)
        return out + py.if_(py.is_none(py.name(kept)), rest.code(env))

    def _effect(self, core: c.PerformEffect, env: Env, rest: Rest) -> Code:
        rest = self.shared(rest, env)
        kept = self.unit.fresh("x")
        out: Code = [py.assign(kept, self.x.make(core.base, env))]
        done: list[ast.expr] = []
        for i, value in self.game.attributes[core.name].values.items():
            if not isinstance(value, c.EffectCode):
                continue
            inner = replace(env, owned=False, this=py.name(kept))
            for parameter, arg in zip(value.params, core.args, strict=True):
                inner = inner.bind(parameter, self.x.make(arg, env))
            fits = py.compare("==", py.name(kept), py.const(i))
            done.append(fits)
            out += py.if_(fits, self.body(value.body, inner, self._back(env, rest)))
        return out + py.if_(py.not_(py.any_of(done)), rest.code(env))

    # ---------- blocks ----------

    def block(self, b: c.Block, env: Env, rest: Rest) -> Code:
        """The trial of a block."""
        if b.condition is not None:
            static = self.x.setting.static(b.condition)
            if static is False:
                return self.body(b.otherwise, env, rest)
            if static is UNKNOWN:
                rest = self.shared(rest, env)
                return py.if_(self.x.make(b.condition, env), self._loops_of(b, env, rest), self.body(b.otherwise, env, rest))
        return self._loops_of(b, env, rest)

    def _loops_of(self, b: c.Block, env: Env, rest: Rest) -> Code:
        if b.all_at_once is not None or b.turns is not None:
            return _yes(env)
        reads = self.analysis.reads(b)
        if b.loops:
            return self._over(b.loops, b.loop_order, env, rest, reads, lambda inner, again: self._decided(b, inner, again))
        if b.repeat is not None:
            rounds = c.Span_(c.Const(1, type=c.NumberT(), at=b.at), b.repeat, type=c.SetT(c.NumberT()), at=b.at)
            counter = c.Bind(c.Var("round", c.NumberT()), rounds, None, at=b.at)
            return self._over([counter], None, env, rest, reads, lambda inner, again: self._round(b, inner, again))
        return self._decided(b, env, rest)

    def _round(self, b: c.Block, env: Env, rest: Rest) -> Code:
        if not b.until:
            return self._decided(b, env, rest)
        rest = self.shared(rest, env)
        over = py.any_of(self.x.make(reason.value, env) for reason in b.until)
        return py.if_(over, rest.code(env), self._decided(b, env, rest))

    def _decided(self, b: c.Block, env: Env, rest: Rest) -> Code:
        if b.decider is not None:
            if self.analysis.pauses(b) and not (isinstance(b.decider, c.Special) and b.decider.name == "me"):
                return _yes(env)  # another player's decision is a horizon
            kept = self.unit.fresh("x")
            out: Code = [py.assign(kept, self.x.make(b.decider, env))]
            return out + self._asked(b, replace(env, me=py.name(kept)), self._back(env, rest))
        return self._asked(b, env, rest)

    def _asked(self, b: c.Block, env: Env, rest: Rest) -> Code:
        if b.is_loop:
            low, high = self.bounds(b, env)
            out: Code = []
            for bound in (low, high):
                if bound is not None and not isinstance(bound, ast.Constant):
                    raise NotImplementedError("a trial of a loop whose bounds are read in the trial")
            return out + self.rounds(b, env, rest, py.const(0), low, high).code(env)
        return self.lets(b, env, rest)

    def bounds(self, b: c.Block, env: Env) -> tuple[ast.expr, ast.expr | None]:
        """The least and greatest number of rounds of a loop."""
        if b.times is None:
            return py.const(0), None
        low, high = b.times
        return self.x.make(low, env), None if high is None else self.x.make(high, env)

    def rounds(
        self, b: c.Block, env: Env, rest: Rest, done: ast.expr, low: ast.expr, high: ast.expr | None
    ) -> Rest:
        """What remains of a loop before another round, `done` rounds having been made."""
        rest = self.shared(rest, env)
        function: list[str] = []

        def call(e: Env, count: ast.expr) -> Code:
            if not function:
                function.append(self.unit.fresh("ok"))
                self._rounds_function(function[0], b, env, rest, low, high, call)
            return self._call(function[0], replace(env, state=e.state), count)

        return Rest(lambda e: call(e, done), self.analysis.reads(b) | rest.reads, False)

    def after_round(
        self, b: c.Block, env: Env, rest: Rest, done: ast.expr, low: ast.expr, high: ast.expr | None
    ) -> Rest:
        """What remains of a loop after the round now running; it is nothing where the player may then stop freely."""
        free = b.or_ is None or (not b.or_.block.needs and all(map(self.surely, b.or_.block.body)))
        enough = isinstance(low, ast.Constant) and low.value <= 1  # type: ignore[operator]
        has_stop = b.times is not None or b.or_ is not None
        if rest.trivial and free and enough and has_stop:
            return DONE
        return self.rounds(b, env, rest, py.arith("+", done, py.const(1)), low, high)

    def _rounds_function(
        self, name: str, b: c.Block, env: Env, rest: Rest, low: ast.expr, high: ast.expr | None,
        call: Callable[[Env, ast.expr], Code],
    ) -> None:  # fmt: skip
        counter = self.unit.fresh("n")
        count = py.name(counter)
        inner = self._inside(env)
        inner = replace(inner, finished={**inner.finished, b.path: count})
        leave = rest.code(inner)
        out: Code = []
        if b.until:
            over = py.any_of(self.x.make(reason.value, inner) for reason in b.until)
            out += py.if_(over, [*leave, py.return_(py.const(False))])
        if high is not None:
            out += py.if_(py.compare(">=", count, high), [*leave, py.return_(py.const(False))])
        if b.or_ is not None or b.times is not None:
            stop = leave if b.or_ is None else self.block(b.or_.block, replace(inner, owned=False), self._back(inner, rest))
            out += py.if_(py.compare(">=", count, low), stop)
        again = Rest(lambda e: call(e, py.arith("+", count, py.const(1))), self.analysis.reads(b) | rest.reads, False)
        out += self.lets(replace(b, or_=None), replace(inner, owned=False), again)
        self._define(name, [counter], env, out, b.at)

    # ---------- heads: let, pick, needs, choose, or ----------

    def lets(self, b: c.Block, env: Env, rest: Rest) -> Code:
        """The trial of a block's head and body, from its first `let` on."""
        return self._let(b, 0, env, rest)

    def _let(self, b: c.Block, i: int, env: Env, rest: Rest) -> Code:
        if i == len(b.lets):
            return self.head(b, 0, env, rest)
        let = b.lets[i]
        kept = self.unit.fresh("x")
        inner = env.bind(let.var, py.name(kept))
        out = self._let(b, i + 1, inner, rest)
        if let.refuses_none:
            refusal = Refusal(py.is_none(py.name(kept), negated=True), "there is none")
            out = self._failing([refusal], let.reason, let.rules or b.rules, let.at, out, env)
        return [py.assign(kept, self.x.make(let.value, env)), *out]

    def needs_at(self, b: c.Block, i: int) -> list[c.Need]:
        """The needs whose names are bound once the first i picks are."""
        found = []
        for need in b.needs:
            used = free_vars(need.value)
            ready = max((n + 1 for n, pick in enumerate(b.picks) if pick.var in used), default=0)
            if ready == i:
                found.append(need)
        return found

    def head(self, b: c.Block, i: int, env: Env, rest: Rest) -> Code:
        """The trial from a block's i-th pick on (with the needs that are ready then)."""
        if i < len(b.picks):
            out = self._pick(b.picks[i], env, lambda inner: self.head(b, i + 1, inner, rest))
        else:
            out = self.choice(b, env, rest)
        for need in reversed(self.needs_at(b, i)):
            refusal = Refusal(self.x.make(need.value, env), "")
            out = self._failing([refusal], need.reason, need.rules or b.rules, need.at, out, env)
        if i == 0 and b.or_ is not None and not b.is_loop:
            out = out + self.block(b.or_.block, replace(env, owned=False), self._back(env, rest))
        return out

    def _pick(self, pick: c.Pick, env: Env, then: Callable[[Env], Code]) -> Code:
        kept, iterable, tests, inner = self.candidates(pick, env)
        body = then(replace(inner, owned=False))
        return [py.for_(kept, iterable, py.if_(py.all_of(tests), body))]

    def candidates(self, pick: c.Pick, env: Env) -> tuple[str, ast.expr, list[ast.expr], Env]:
        """A pick's candidates: a variable, what it runs through, the tests of `where`, and the scope inside."""
        if pick.number is None:
            bind = c.Bind(pick.var, pick.domain, pick.where, at=pick.at)
            (kept, iterable, tests), inner = self.x.loop(bind, env)
            return kept, iterable, tests, inner
        if isinstance(pick.number, c.Span_):
            low, high = self.x.make(pick.number.low, env), self.x.make(pick.number.high, env)
        else:
            low = high = self.x.make(pick.number, env)
        pieces = self.x.make(pick.domain, env)
        kept = self.unit.fresh("x")
        inner = env.bind(pick.var, py.name(kept))
        tests = [] if pick.where is None else [self.x.make(pick.where, inner)]
        bags = py.call("bags_of", py.call("tuple", pieces), low, high, py.const(pick.different))
        return kept, bags, tests, inner

    def choice(self, b: c.Block, env: Env, rest: Rest) -> Code:
        """The trial of a block's alternatives, if it has any, and its body."""
        after = self.then(b.body, 0, rest)
        if b.choose is None:
            return after.code(env)
        after = self.shared(after, env)
        out: Code = []
        for alternative in b.choose:
            out += self.alternative(alternative, replace(env, owned=False), self._back(env, after))
        return out

    def alternative(self, a: c.Alternative, env: Env, rest: Rest) -> Code:
        """The trial of one alternative."""
        if a.action is not None and not self.x.setting.has_action(a.action):
            return []
        inner = replace(env, vars={}) if a.action is not None else env
        out = self.block(a.block, inner, self._back(env, rest) if a.action is not None else rest)
        if a.condition is None:
            return out
        return py.if_(self.x.make(a.condition, env), out)

    # ---------- functions ----------

    def test(self, make: Callable[[Env], Code], env: Env, at: object) -> ast.expr:
        """A trial as a condition: in place if it is one, else a call of a function of its own."""
        code = make(replace(env, owned=False))
        condition = as_condition(code) if self.reasons is None else None
        if condition is not None:
            return condition
        function = self.unit.fresh("ok")
        inner = self._inside(env)
        code = make(inner)
        self._define(function, [], env, code, at)
        return py.call(function, *self._arguments(env))

    def shared(self, rest: Rest, env: Env) -> Rest:
        """The same rest as a function, so that several ways may lead to it."""
        if rest.trivial:
            return rest
        function: list[str] = []

        def code(e: Env) -> Code:
            here = replace(env, state=e.state, finished={**env.finished, **e.finished})
            if not function:
                function.append(self.unit.fresh("ok"))
                self._define(function[0], [], here, rest.code(self._inside(here)), None)
            return self._call(function[0], here)

        return Rest(code, rest.reads, False)

    def _inside(self, env: Env) -> Env:
        return replace(env, state="S", me=py.name("me"), owned=False)

    def _locals(self, env: Env) -> list[str]:
        found = [n.id for n in env.vars.values() if isinstance(n, ast.Name)]
        found += [n.id for n in env.finished.values() if isinstance(n, ast.Name)]
        if isinstance(env.this, ast.Name):
            found.append(env.this.id)
        return list(dict.fromkeys(found))

    def _arguments(self, env: Env) -> list[ast.expr]:
        return [py.name(env.state), env.me or py.const(None), *(py.name(n) for n in self._locals(env))]

    def _call(self, function: str, env: Env, *more: ast.expr) -> Code:
        state, me, *others = self._arguments(env)
        return [ast.If(py.call(function, state, me, *more, *others), [py.return_(py.const(True))], [])]

    def _define(self, function: str, more: list[str], env: Env, code: Code, at: object) -> None:
        span = at if hasattr(at, "begin") else None
        self.unit.define(function, ["S", "me", *more, *self._locals(env)], [*code, py.return_(py.const(False))], span)  # type: ignore[arg-type]

    # ---------- guards ----------

    def guard(self, refusals: list[Refusal], s: c.Sentence, then: Code, env: Env) -> Code:
        """`then`, if the sentence refuses nothing."""
        return self._failing(refusals, s.reason, s.rules, s.at, then, env)

    def _failing(
        self, refusals: list[Refusal], text: c.Text | None, rules: tuple[str, ...], at: Span, then: Code, env: Env
    ) -> Code:
        """`then` if nothing refuses; with `reasons`, each refusal notes why."""
        if self.reasons is None:
            return py.if_(py.all_of(r.ok for r in refusals), then)
        for refusal in reversed(refusals):
            number = len(self.reasons)
            values, types = list(refusal.values), refusal.types or (None,) * len(refusal.values)
            if text is not None:
                parts = [p for p in text.parts if isinstance(p, c.Expr)]
                values, types = [self.x.make(p, env) for p in parts], tuple(p.type for p in parts)
            self.reasons.append(Failure(text, refusal.words, rules, at, types))
            event = py.tuple_([py.const("why"), py.const(number), py.tuple_(values)])
            then = py.if_(refusal.ok, then, [py.do(py.call("note", py.name("S"), event))])
        return then


def free_vars(node: object) -> set[c.Var]:
    """The names that an expression reads (bound outside it or inside)."""
    found: set[c.Var] = set()
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, c.Local):
            found.add(current.var)
        pending.extend(children(current))
    return found


def as_condition(code: Code) -> ast.expr | None:
    """Code that is nothing but nested conditions, as one condition; None otherwise."""
    if not code:
        return py.const(False)
    if len(code) != 1:
        return None
    node = code[0]
    if _returns_true(code):
        return py.const(True)
    if isinstance(node, ast.If) and not node.orelse:
        inner = as_condition(node.body)
        return None if inner is None else py.all_of([node.test, inner])
    return None


def _returns_true(code: Code) -> bool:
    return len(code) == 1 and isinstance(code[0], ast.Return) and code[0].value is not None and py.is_const(code[0].value, True)

"""The maker of trials: bodies step by step, events and failures on the way, a whole trial as a condition."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.analysis import ENDS, NO_ROOTS, Analysis, Roots
from rulewright.program.completion import functions
from rulewright.program.completion.facts import Facts
from rulewright.program.completion.reads import conditions
from rulewright.program.completion.rest import Failure, Rest, succeed
from rulewright.program.counting import REFUSAL
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.expressions.functions import inside
from rulewright.program.pyast import Code
from rulewright.program.sentences.core import Refusal, Sentences
from rulewright.text import Span

# The trial of one kind of step, which the second parameter is, and of the rest after it.
Step = Callable[["Completion", Any, Env, Rest], Code]


class Completion:
    """Makes trials. One that is made while `noting` notes its failures as ("why", number, values) events, numbers into
    the list of `reasons`."""

    def __init__(
        self, x: Expressions, sentences: Sentences, analysis: Analysis, steps: Mapping[type[c.Stmt], Step]
    ) -> None:
        self.x, self.sentences, self.analysis = x, sentences, analysis
        self.noting = False
        self.reasons: list[Failure] = []
        self.game, self.unit = x.game, x.unit
        self.facts = Facts(x, analysis)
        self._steps = steps
        self.copied_again: set[tuple[int, Roots]] = set()  # effects after which the state is copied in any case
        self.needless: dict[tuple[int, Roots], bool] = {}  # effects that the code of a rest could not tell
        # What a trial has to do after a step or event; set by the flow, which knows how rules and triggers are done.
        self.run_rules: Callable[[Env], Code] = lambda env: []
        self.run_events: Callable[[str, Env], Code] = lambda name, env: []

    # ---------- steps ----------

    def step(self, s: c.Stmt, env: Env, rest: Rest) -> Code:
        """The trial of a step, then the rest."""
        return self._steps[type(s)](self, s, env, rest)

    def body(self, body: tuple[c.Stmt, ...], env: Env, rest: Rest, i: int = 0) -> Code:
        """The trial of a body from its i-th step on, then the rest."""
        while i < len(body):
            s, after = body[i], self.then(body, i + 1, rest)
            if not self.facts.droppable(s, after.reads):
                binds = isinstance(s, c.Sentence) and isinstance(s.core, c.LetBe)
                if self.facts.surely(s) and after.trivial and not binds:
                    return succeed(env)
                return self.step(s, env, after)
            i += 1
        return rest.code(env)

    def then(self, body: tuple[c.Stmt, ...], i: int, rest: Rest) -> Rest:
        """What remains when a body is at its i-th step."""
        if i == len(body):
            return rest
        later, trivial = rest.reads, rest.trivial
        for s in reversed(body[i:]):
            if self.facts.ends_trial(s):
                trivial = self.facts.surely(s)
                later = NO_ROOTS if trivial else self.analysis.reads(s)
            elif not self.facts.droppable(s, later):
                trivial = trivial and self.facts.surely(s)
                later = later | self.analysis.reads(s)
        ways = tuple(self.then(body, i, way) for way in rest.ways)
        return Rest(lambda env: self.body(body, env, rest, i), NO_ROOTS if trivial else later, trivial, ways)

    def after_event(self, name: str, rest: Rest) -> Rest:
        """The rest after an action or routine, with what it sets off where that changes what is read later."""
        writes, reads = self.facts.event_roots(name)
        if rest.trivial or not writes & (rest.reads | ENDS):
            return rest

        def code(env: Env) -> Code:
            copied, own = self.own(env)
            return [*copied, *self.run_events(name, own.unknowing), *rest.code(own.unknowing)]

        return Rest(code, rest.reads | reads, False, tuple(self.after_event(name, way) for way in rest.ways))

    # ---------- names and the state ----------

    def bind(self, var: c.Var, value: ast.expr, env: Env) -> tuple[Code, Env]:
        """Binds a name to a Python variable."""
        kept = self.unit.fresh("x")
        return [py.assign(kept, value)], env.bind(var, py.name(kept))

    def own(self, env: Env) -> tuple[Code, Env]:
        """A copy of the state to change, unless it is one already."""
        if env.owned:
            return [], env
        copied = self.unit.fresh("S")
        own = replace(env, state=copied, owned=True, base=env.state, changed=NO_ROOTS)
        return [py.assign(copied, py.part(py.name(env.state), None, None))], own

    # ---------- whole trials ----------

    def test(self, make: Callable[[Env], Code], env: Env, at: Span) -> ast.expr:
        """A trial as a condition: in place if it is one, else a call of a function of its own."""
        code = make(replace(env, owned=False))
        condition = None if self.noting else functions.as_condition(code)
        if condition is not None:
            return condition
        function = self.unit.fresh("ok")
        if not functions.is_inside(env):  # in a function the state and `me` have the names they have in every function
            code = make(inside(env))
        functions.define(self.unit, function, [], env, code, at)
        return functions.call_of(function, env)

    def condition(self, makes: list[Callable[[Env], Code]], env: Env) -> ast.expr | None:
        """Trials of which one must succeed, as a condition over the present state; None if they are more than that."""
        conditions = [functions.as_condition(make(replace(env, owned=False))) for make in makes]
        known = [condition for condition in conditions if condition is not None]
        return py.any_of(known) if len(known) == len(conditions) else None

    def shared(self, rest: Rest, env: Env) -> Rest:
        """The same rest as a function, so that several ways may lead to it."""
        return functions.shared(self.unit, rest, env, lambda: self.noting)

    # ---------- failures ----------

    def unless_refused(
        self, refusals: list[Refusal], text: c.Text | None, rules: tuple[str, ...], at: Span, then: Code, env: Env,
        clause: object = None,
    ) -> Code:  # fmt: skip
        """`then` if nothing refuses; while `noting`, each refusal notes why. `clause` is what refuses, if it counts."""
        if not self.noting:
            ok = py.all_of(r.ok for r in refusals)
            return py.if_(self.x.counting.value(clause, ok, REFUSAL), then)
        for refusal in reversed(refusals):
            number = len(self.reasons)
            values, types = list(refusal.values), refusal.types or (None,) * len(refusal.values)
            if text is not None:
                parts = [p for p in text.parts if isinstance(p, c.Expr)]
                values, types = self.x.keys(parts, env), tuple(p.type for p in parts)
            known = self.x.knowledge.of
            hidden = tuple(known(p) == "nobody" for p in (parts if text is not None else ()))
            reads = [seen for seen in refusal.reads() if seen.of is None or known(seen.of) != "nobody"]
            told = tuple((seen.words, seen.type) for seen in reads)
            self.reasons.append(Failure(text, refusal.words, rules, refusal.at or at, types, told, hidden))
            read = py.tuple_(seen.value for seen in reads)
            event = py.tuple_([py.const("why"), py.const(number), py.tuple_(values), read])
            then = py.if_(refusal.ok, then, [py.do(py.call("note", py.name("S"), event))])
        return then

    def needed(self, need: c.Need, rules: tuple[str, ...], then: Code, env: Env) -> Code:
        """`then` if a need holds; `rules` are those of its block."""
        whole = [Refusal(self.x.asked(need.value, env), "")]
        refusals = conditions(self.x, need.value, env) if self.noting else whole
        return self.unless_refused(refusals, need.reason, need.rules or rules, need.at, then, env)

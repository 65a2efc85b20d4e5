"""A checked game, for given players and options, to a program: flat state, legal answers, transitions."""

import ast
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.analysis import Analysis
from rulewright.program.chance import seeded
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import DONE, Failure
from rulewright.program.completion.steps import STEPS
from rulewright.program.counting import NOT_COUNTED, Counting
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.expressions.makers import MAKERS
from rulewright.program.flow import events
from rulewright.program.flow.cells import store_cell, with_me
from rulewright.program.flow.core import Context, Flow
from rulewright.program.flow.straight import straightened
from rulewright.program.flow.writers import WRITERS
from rulewright.program.hoist import hoist
from rulewright.program.memo import Memo
from rulewright.program.outcomes import Outcomes, count_points
from rulewright.program.pauses import Answer
from rulewright.program.pyast import Code
from rulewright.program.running import Machine
from rulewright.program.runtime import HELPERS, WORK, Fault, State
from rulewright.program.sentences.core import Sentences
from rulewright.program.setting import Setting
from rulewright.program.starts import first_contents, first_state, unset
from rulewright.program.unit import Unit
from rulewright.program.work import Work
from rulewright.text import Span


class Program(Machine):
    """Compiled rules for one setting. Immutable once made; shared by all matches with these players and options.

    A *traced* program also notes events (`layout.EVENTS`) and obeys scripted chance; the plain one is for playouts.
    A *counted* one is traced, and also notes which clauses of the rules it comes to (`counting.py`).
    `helpers` replaces functions of `runtime.HELPERS` (tests put their own chance there). Raises TooLarge.
    """

    def __init__(
        self, setting: Setting, *, traced: bool = False, helpers: Mapping[str, Callable[..., Any]] | None = None,
        counting: Counting = NOT_COUNTED,
    ) -> None:  # fmt: skip
        self.setting, self.game, self.traced = setting, setting.game, traced
        work = Work(setting)
        work.check()
        self.analysis = Analysis(setting)
        self.unit = Unit({**HELPERS, **(helpers or {}), **counting.helpers})
        self.layout = layout.Layout(setting)
        self.memo = Memo(self.unit, self.layout, used=not traced)
        x = self.expressions = Expressions(
            setting, self.layout, self.unit, self.analysis, work, self.memo, MAKERS, counting
        )
        self.sentences = Sentences(x, traced=traced)
        self._quiet = Sentences(x, traced=False)  # trials leave no trace
        self.completion = Completion(x, self._quiet, self.analysis, STEPS)
        x.can = self._can
        self.flow = Flow(x, self.sentences, self.completion, self.analysis, WRITERS)
        events.connect_trials(Flow(x, self._quiet, self.completion, self.analysis, WRITERS))
        self.entry = self._write()
        self._outcomes = Outcomes(x)
        self.winners, self.broken = self._outcomes.winners, self._outcomes.broken
        self.standing = self._outcomes.standing
        functions = self._close_pieces()
        self.memo.close()
        pieces = [functions.get(label, "never") for label in range(-self.flow.labels, 0)]
        super().__init__(self.unit.finish(), self.flow.pauses.all, pieces)
        self.template = first_state(self.layout, self.sentences.opened)
        self.pick_domains = {path: pick.domain for path, pick in self.flow.pauses.picks.items()}
        self.pick_types = {path: pick.var.type for path, pick in self.flow.pauses.picks.items()}
        self.texts, self.randoms = self.sentences.texts, self.sentences.randoms
        self.sources = self.unit.sources
        self.foreign: dict[tuple[str, str, bool], Any] = {}  # lines of scenarios and tools, compiled once
        self._whys: dict[tuple[int, Answer], Callable[[State, Answer], object]] = {}

    # ---------- writing ----------

    def _write(self) -> int:
        """Writes setup, play, finish and the count of points; gives the label of the beginning."""
        flow = self.flow
        self.unit.define("never", ["S"], [py.do(py.call("fault", py.const("a piece that nothing leads to")))], None)
        entry, play_end = flow.label(), flow.label()
        flow.begin(entry)
        flow.run(self.game.setup, Env({}), Context(None, DONE))
        flow.add(*unset(self.expressions))
        self._play_entry = flow.jump_to_new()
        flow.add(*self.sentences.note(Env({}), "play", "play"))
        flow.run(self.game.play, Env({}), Context(None, DONE, in_play=True, play_end=play_end))
        flow.jump(play_end)
        flow.begin(play_end)
        flow.add(store_cell(layout.ACTIVE, py.const(None)), store_cell(layout.ME, py.const(None)))
        flow.add(*self.sentences.note(Env({}), "finish", "finish", py.part(py.name("S"), None, None)))
        self._finish_entry = flow.jump_to_new()
        flow.run(self.game.finish, Env({}), Context(None, DONE))
        flow.add(*count_points(self.expressions))
        flow.jump(len(flow.pauses.all))  # the number after the last pause: over
        return entry

    def _close_pieces(self) -> dict[int, str]:
        """Writes the pieces as functions, by label: those that something outside begins, or an answer, or a jump."""
        flow = self.flow
        begun = [self.entry, self._play_entry, self._finish_entry, flow.turn_entry, *flow.step_labels.values()]
        after = [pause.empty for pause in flow.pauses.all]
        return flow.jumps.close([label for label in (*begun, *after) if label is not None], straightened)

    def _can(self, action: str, env: Env) -> ast.expr:
        """Whether an action can be carried through, as a call of its trial."""
        if not self.setting.has_action(action):
            return py.const(False)
        block = self.game.actions[action].block

        def write(function: str) -> None:
            code = self.completion.step(block, Env({}, me=py.name("me"), owned=False), DONE)
            self.unit.define(function, ["S", "me"], [*hoist(code), py.return_(py.const(False))], block.at)

        function = self.unit.once(("can", action), "can", write)
        reads = self.analysis.trial_reads(block)
        function = self.memo.function(("can", action), function, reads, by_player=True)
        return py.call(function, py.name(env.state), env.me_or_none)

    # ---------- beginnings ----------

    def start(self, seed: int) -> State:
        """The state at the beginning of a match."""
        S = self._beginning[:]
        S[layout.RNG] = seeded(seed)
        for cell in self.memo.cells:
            S[cell] = {}
        return S

    def bare(self, seed: int) -> State:
        """A state with empty zones and variables at their start, from which nothing runs yet."""
        S = self.template[:]
        S[layout.RNG] = seeded(seed)
        for cell in self.memo.cells:
            S[cell] = {}
        S[layout.FIRST] = self.setting.players[0]
        S[layout.PC] = self.over
        return S

    @cached_property
    def _beginning(self) -> State:
        """The state at the beginning of a match, but for its chance and what it remembers."""
        S = self.bare(0)
        self._function("fill", ["S"], first_contents(self.expressions))(S)
        S[layout.FIRST] = None  # until setup says who it is
        S[layout.PC] = self.entry
        return S

    def place(self, path: str) -> int | None:
        """The label where a step with decisions begins; `play` and `finish` too."""
        return {"play": self._play_entry, "finish": self._finish_entry, **self.flow.step_labels}.get(path)

    # ---------- questions ----------

    def pick_type(self, pick: c.Pick) -> c.Type:
        """The type of a pick's answers."""
        return pick.var.type

    def why(self, S: State, a: Answer) -> list[tuple[Failure, tuple[Any, ...], tuple[Any, ...]]]:
        """What fails in the trial of an answer at the present decision, with the values that its words name, and those
        that it has read."""
        number = S[layout.PC]
        key = number, a if self.pauses[number].kind == "choose" or a is None else "pick"
        if key not in self._whys:
            self.completion.noting = True
            try:
                code = [*with_me(self.flow.pauses.whys[number](self.completion, a)), py.return_(py.const(False))]
            finally:
                self.completion.noting = False
            self._whys[key] = self._function("why", ["S", "a"], code, self.pauses[number].at)
        function, failures = self._whys[key], self.completion.reasons
        trial = S[:]
        trial[layout.EVENTS] = []
        trial[layout.BUDGET] = WORK
        with suppress(Fault):  # what failed before is worth telling
            function(trial, a)
        return [(failures[n], values, read) for _, n, values, read in trial[layout.EVENTS]]

    def function(self, e: c.Expr) -> Callable[[State, int | None], Any]:
        """A foreign expression as a function of a state and `me`."""
        return self._function("e", ["S", "me"], [py.return_(self.expressions.make(e, Env({}, me=py.name("me"))))])

    def sentence(self, s: c.Sentence) -> Callable[[State], Any]:
        """A foreign sentence (a scenario's `given`) as a function that changes a state."""
        code, _ = self.flow.inline(s, Env({}, me=py.name("me")), Context(None, DONE), self.completion.bind)
        found = self._function("s", ["S", "me"], code)
        return lambda S: found(S, S[layout.ME])

    def _function(
        self, prefix: str, parameters: list[str], code: Code, at: Span | None = None
    ) -> Callable[..., Any]:
        """Compiles one function more."""
        name = self.unit.fresh(prefix)
        self.unit.define(name, parameters, code, at)
        found: Callable[..., Any] = self.unit.finish()[name]
        return found

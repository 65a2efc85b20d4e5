"""The walk through bodies: each step is written with or without decisions, then the state rules that it may set off."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulewright.check import checked as c
from rulewright.program.analysis import Analysis
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import DONE, Rest, back
from rulewright.program.expressions.core import Env, Expressions
from rulewright.program.flow.cells import store_cell
from rulewright.program.flow.pieces import Pieces
from rulewright.program.knowledge import parts_of
from rulewright.program.pauses import Pauses
from rulewright.program.pyast import Code
from rulewright.program.sentences.core import Bind, Sentences


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
    unanswered: int | None = None  # the label where the program goes on if the pick that comes next has no answer

    def end_of(self, what: str) -> int | None:
        """The label that `end turn`, `end turns` or `end play` goes to."""
        return {"turn": self.turn_end, "turns": self.turns_end, "play": self.play_end}[what]

    @property
    def tried(self) -> bool:
        """Whether a trial has excluded that the next step refuses: inside an action, up to the first horizon."""
        return self.action is not None and not self.behind_horizon


# In both, the second parameter is the kind of step that the table looks up.
Inline = Callable[["Flow", Any, Env, Context, Bind], tuple[Code, Env]]
Pausing = Callable[["Flow", Any, Env, Context], Env]


@dataclass(frozen=True)
class Writers:
    """Who writes a step: one that cannot pause, one that may; and the state rules that it sets off."""

    inline: Mapping[type[c.Stmt], Inline]
    pausing: Mapping[type[c.Stmt], Pausing]
    rules_after: Callable[["Flow", c.Stmt, Context], Code]


class Flow(Pieces):
    """Writes the pieces of a program."""

    def __init__(
        self, x: Expressions, sentences: Sentences, completion: Completion, analysis: Analysis, writers: Writers
    ) -> None:
        super().__init__(x.unit, x.layout)
        self.x, self.sentences, self.completion, self.analysis = x, sentences, completion, analysis
        self.game = x.game
        self.pauses = Pauses()
        self.step_labels: dict[str, int] = {}  # path of a pausing step -> the label where it starts
        self.turn_entry: int | None = None  # where the first turn first asks
        self.turns_depth = 0
        # Whether somebody may look at a zone: then single answers may be asked for.
        self.looks = any(isinstance(part, c.Reveal) for part in parts_of(x.game))
        self.rules: str | None = None  # the function of the state rules, once it is written
        self._writers = writers

    def run(self, body: tuple[c.Stmt, ...], env: Env, ctx: Context) -> Env:
        """Writes a body; code goes on after it."""
        for i, s in enumerate(body):
            rest = self.completion.then(body, i + 1, ctx.rest) if ctx.action else DONE
            env = self.step(s, env, replace(ctx, rest=rest))
            ctx = self.behind(s, ctx)
        return env

    def step(self, s: c.Stmt, env: Env, ctx: Context) -> Env:
        """Writes one step, and the state rules that it may set off."""
        if self.analysis.pauses(s) and ctx.action is None:
            self.step_labels.setdefault(s.path, self.jump_to_new(s.at))
        env = self.only(s, env, ctx)
        self.add(*self._writers.rules_after(self, s, ctx))
        return env

    def only(self, s: c.Stmt, env: Env, ctx: Context) -> Env:
        """Writes one step alone."""
        if self.analysis.pauses(s):
            return self._writers.pausing[type(s)](self, s, env, ctx)
        code, env = self.inline(s, env, ctx, self.keep)
        if self.open is not None and self.open.at is None:
            self.open.at = s.at  # so that its faults have a place
        self.add(*code)
        return env

    def inline(self, s: c.Stmt, env: Env, ctx: Context, bind: Bind) -> tuple[Code, Env]:
        """The code of a step that cannot pause; `bind` gives the names that it makes a place."""
        return self._writers.inline[type(s)](self, s, env, ctx, bind)

    def inline_body(self, body: tuple[c.Stmt, ...], env: Env, ctx: Context) -> tuple[Code, Env]:
        """The code of a body that cannot pause."""
        out: Code = []
        for s in body:
            code, env = self.inline(s, env, ctx, self.completion.bind)
            out += code
            if len(body) > 1:
                out += self._writers.rules_after(self, s, ctx)
            ctx = self.behind(s, ctx)
        return out, env

    def behind(self, s: c.Stmt, ctx: Context) -> Context:
        """The context behind a step: no trial has looked past a horizon."""
        return replace(ctx, behind_horizon=True) if self.analysis.crosses(s) else ctx

    def keep(self, var: c.Var, value: ast.expr, env: Env) -> tuple[Code, Env]:
        """Binds a name to a cell of the state, where it outlives decisions."""
        if isinstance(value, ast.Constant):
            return [], env.bind(var, value)
        cell = self.layout.local(var.name)
        return [store_cell(cell, value)], env.bind(var, self.x.cell(env, cell))

    def called(self, env: Env, ctx: Context) -> Context:
        """The context inside something called from here: the rest goes on in the scope of here."""
        return replace(ctx, rest=back(env, ctx.rest))

"""Loops without an upper bound in a trial: either the player stops, or there is another round; searched, not run.

Stopping is tried with all that a round may pick before a further round is looked at: most loops can be left at once.
Where they cannot, `runtime.search` tries few rounds first, and no state twice from which as many have failed.
"""

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce

from rulewright.check import checked as c
from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.completion import functions, heads, stops
from rulewright.program.completion.core import Completion
from rulewright.program.completion.rest import Rest
from rulewright.program.expressions.core import Env
from rulewright.program.expressions.functions import inside, names_in
from rulewright.program.pyast import Code


class OpenLoop:
    """One such loop; `low` is the least number of its rounds."""

    def __init__(self, t: Completion, b: c.Block, env: Env, rest: Rest, low: ast.expr) -> None:
        self.t, self.b, self.env, self.rest, self.low = t, b, env, rest, low
        self._once = replace(b, or_=None)
        self._reads = t.analysis.reads(b) | rest.reads
        self._reads_at_stop = t.analysis.reads(b.or_ or ()) | rest.reads
        for reason in b.until:
            self._reads_at_stop |= t.analysis.reads(reason.value)
        self._written: dict[tuple[str, bool], str] = {}  # the functions, once they are

    def before(self, done: ast.expr) -> Rest:
        """What remains when so many rounds have been made."""
        return self._either(done, lambda e: self._search(e, done))

    def _either(self, done: ast.expr, further: Callable[[Env], Code]) -> Rest:
        stop = Rest(lambda e: self._stop(e, done), self._reads_at_stop, False)
        more = Rest(further, self._reads, False)
        return Rest(lambda e: [*stop.code(replace(e, owned=False)), *more.code(e)], self._reads, False, (stop, more))

    def _stop(self, e: Env, done: ast.expr) -> Code:
        """The loop ends here."""
        now = self.env.with_state_of(e).after_rounds(self.b.path, done)
        by_player = stops.stopped(self.t, self.b, now, self.rest, done, self.low)
        if not self.b.until:
            return by_player
        return py.if_(self.t.x.until(self.b, now), self.rest.code(replace(now, owned=False)), by_player)

    def _search(self, e: Env, done: ast.expr) -> Code:
        """There is a last round; or some rounds, which are searched."""
        here, depth = replace(self.env, state=e.state), self.t.unit.fresh("depth")
        last = functions.call(self._function("last", self._write_last), here, done)
        attempt = functions.call_of(self._function("more", self._write_more), here, done, py.name(depth))
        search = py.call("search", py.name(e.state), py.function_of([depth], attempt))
        return [*last, ast.If(search, [py.return_(py.const(True))], [])]

    # ---------- functions ----------

    def _function(self, kind: str, write: Callable[[str], None]) -> str:
        key = kind, self.t.noting
        if key not in self._written:
            self._written[key] = self.t.unit.fresh("ok")
            write(self._written[key])
        return self._written[key]

    def _inner(self, count: ast.expr) -> tuple[Code, Env]:
        """What stands before a round after `count` others, and the scope in it."""
        inner = inside(self.env).after_rounds(self.b.path, count)
        return py.if_(self.t.x.until(self.b, inner), [py.return_(py.const(False))]), inner

    def _write_last(self, name: str) -> None:
        """The function `(S, me, n, ..) -> whether, after n rounds, one more and the end of the loop succeed`."""
        counter = self.t.unit.fresh("n")
        count = py.name(counter)
        out, inner = self._inner(count)
        stop, _ = self._either(py.arith("+", count, py.const(1)), lambda e: []).ways
        out += heads.lets(self.t, self._once, inner, stop)
        functions.define(self.t.unit, name, [counter], self.env, out, self.b.at)

    def _write_more(self, name: str) -> None:
        """The function `(S, me, n, depth, ..) -> whether, after n rounds, some more and the end succeed`.

        That one more is enough has been tried; at most `depth` more are tried before the last.
        """
        counter, left = self.t.unit.fresh("n"), self.t.unit.fresh("depth")
        count, depth = py.name(counter), py.name(left)
        out, inner = self._inner(count)
        inner = inner.bind(c.Var(left, c.UnknownT()), depth)  # handed to functions made inside
        names = py.tuple_([py.const(name), py.name("me"), count, *map(py.name, names_in(self.env))])
        untried = py.call("untried", py.name("S"), depth, names, self._changing_cells())
        following, less = py.arith("+", count, py.const(1)), py.arith("-", depth, py.const(1))

        def further(e: Env) -> Code:
            here = replace(self.env, state=e.state)
            more = [py.call("deeper", py.name("S"), depth), functions.call_of(name, here, following, less)]
            last = functions.call(self._function("last", self._write_last), here, following)
            return [*last, ast.If(py.all_of(more), [py.return_(py.const(True))], [])]

        rounds = heads.lets(self.t, self._once, inner, Rest(further, self._reads, False))
        out += py.if_(notes.costly(untried), rounds)
        functions.define(self.t.unit, name, [counter, left], self.env, out, self.b.at)

    def _changing_cells(self) -> ast.expr:
        """The cells that a round may change, with all that it may set off."""
        written = self.t.analysis.writes(self._once).union(*(writes for writes, _ in self.t.analysis.set_off))
        parts: list[tuple[int, int]] = []
        for cells in (*self.t.x.layout.variables.values(), *self.t.x.layout.zones.values()):
            if cells.root in written:
                low, high = cells.base, cells.base + cells.count * max(1, cells.width)
                if parts and parts[-1][1] == low:
                    low = parts.pop()[0]
                parts.append((low, high))
        slices = [py.part(py.name("S"), py.const(low), py.const(high)) for low, high in parts]
        return reduce(partial(py.arith, "+"), slices) if slices else ast.List([], py.LOAD)

"""A checked game, for given players and options, to a program: flat state, legal answers, transitions."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.analysis import Analysis
from rulewright.program.chance import seeded
from rulewright.program.completion import DONE, Completion, Failure
from rulewright.program.expressions import Env, Expressions
from rulewright.program.flow import Context, Flow, load_cell, start_value, store_cell, trial_hooks, with_me
from rulewright.program.moves import Moves
from rulewright.program.pauses import Pause
from rulewright.program.runtime import HELPERS, WORK, Fault, State
from rulewright.program.sentences import Sentences
from rulewright.program.setting import Setting
from rulewright.program.unit import Unit

Answer = Any  # see pauses.py


class Program:
    """Compiled rules for one setting. Immutable once made; shared by all matches with these players and options.

    A *traced* program also notes events (`layout.EVENTS`) and obeys scripted chance; the plain one is for playouts.
    `helpers` replaces functions of `runtime.HELPERS` (tests put their own chance there).
    """

    def __init__(
        self, setting: Setting, *, traced: bool = False, helpers: Mapping[str, Callable[..., Any]] | None = None
    ) -> None:
        self.setting, self.game, self.traced = setting, setting.game, traced
        self.analysis = Analysis(self.game)
        self.unit = Unit({**HELPERS, **(helpers or {})})
        self.layout = layout.Layout(setting)
        self.expressions = Expressions(setting, self.layout, self.unit, self.analysis)
        self.sentences = Sentences(self.expressions, self.analysis, traced=traced)
        self._quiet = Sentences(self.expressions, self.analysis, traced=False)
        self._whys: dict[Any, tuple[Callable[..., Any], list[Failure]]] = {}
        self.completion = Completion(self.expressions, self._quiet, self.analysis)
        self.expressions.can = self._can
        self._can_functions: dict[str, str] = {}
        self.flow = Flow(self.expressions, self.sentences, self.completion, self.analysis)
        trial_hooks(Flow(self.expressions, self._quiet, self.completion, self.analysis))
        self.entry = self._write()
        self._extras()
        self.unit.globals["winners_now"] = self.winners_now
        names = self.unit.finish()
        self.pauses: tuple[Pause, ...] = tuple(self.flow.pauses.all)
        self.over = len(self.pauses)
        self._legal: list[Callable[[State], list[Answer]]] = [names[p.legal] for p in self.pauses]
        self._apply: list[Callable[[State, Answer], int]] = [names[p.apply] for p in self.pauses]
        # Pieces have negative numbers: piece -1 is the last of the list, and so on.
        self._run: list[Callable[[State], int]] = [
            names[self.flow.pieces.get(label, "never")] for label in range(-self.flow._labels, 0)
        ]
        self._asks = [2 if p.ask_always else 1 if p.named else 0 for p in self.pauses]
        self._empty = [p.empty for p in self.pauses]
        self.template = self._first_state()
        self.pick_domains = {path: pick.domain for path, pick in self.flow.pauses.picks.items()}
        self.pick_types = {path: pick.var.type for path, pick in self.flow.pauses.picks.items()}
        self.texts = self.sentences.texts
        self.sources = self.unit.sources

    # ---------- writing ----------

    def _write(self) -> int:
        """Writes setup, play, finish and the count of points; gives the label of the beginning."""
        flow = self.flow
        self.unit.define("never", ["S"], [py.do(py.call("fault", py.const("a piece that nothing leads to")))], None)
        entry, play_end = flow.label(), flow.label()
        flow.begin(entry)
        flow.run(self.game.setup, Env({}), Context(None, DONE))
        self.play_entry = flow.jump_to_new()
        flow.code += self.sentences.note(Env({}), "play", "play")
        playing = Context(None, DONE, in_play=True, play_end=play_end)
        flow.run(self.game.play, Env({}), playing)
        flow.jump(play_end)
        flow.begin(play_end)
        flow.code += [store_cell(layout.ACTIVE, py.const(None)), store_cell(layout.ME, py.const(None))]
        flow.code += self.sentences.note(Env({}), "finish", "finish")
        self.finish_entry = flow.jump_to_new()
        flow.run(self.game.finish, Env({}), Context(None, DONE))
        self._count_points()
        over = len(flow.pauses.all)
        flow.jump(over)
        return entry

    def _count_points(self) -> None:
        flow = self.flow
        sheet = self.expressions.sheet()
        points = [py.call(sheet, py.name("S"), py.const(p)) for p in self.setting.players]
        flow.code.append(store_cell(layout.SHEET, py.tuple_(points)))
        for variable in self.game.variables.values():
            if variable.is_score:
                cells = self.layout.variables[variable.name]
                for place, player in enumerate(self.setting.players):
                    cell = cells.index((player,))
                    total = py.call("sum", py.item(load_cell(layout.SHEET), py.const(place)))
                    flow.code.append(store_cell(cell, py.arith("+", load_cell(cell), total)))

    def _can(self, action: str, env: Env) -> ast.expr:
        if not self.setting.has_action(action):
            return py.const(False)
        if action not in self._can_functions:
            name = self._can_functions[action] = self.unit.fresh("can")
            inner = Env({}, me=py.name("me"), owned=False)
            block = self.game.actions[action].block
            code = self.completion.block(block, inner, DONE)
            self.unit.define(name, ["S", "me"], [*code, py.return_(py.const(False))], block.at)
        return py.call(self._can_functions[action], py.name(env.state), env.me or py.const(None))

    def _extras(self) -> None:
        """Functions that matches ask for: the winner's lines, the invariants, who sees a zone."""
        x = self.expressions
        self._winner: list[str] = []
        for line in self.game.winner:
            name = self.unit.fresh("winner")
            self._winner.append(name)
            env = Env({}, me=py.name("me"), total=py.call("sum", py.item(load_cell(layout.SHEET), py.name("place"))))
            self.unit.define(name, ["S", "me", "place"], [py.return_(x.make(line.value, env))], line.at)
        self._always: list[str] = []
        for rule in self.game.always:
            name = self.unit.fresh("always")
            self._always.append(name)
            x.before = lambda e, env: x.make(e.args[0], replace(env, state="B"))
            self.unit.define(name, ["S", "B", "me"], [py.return_(x.make(rule.value, Env({}, me=py.name("me"))))], rule.at)

    def _first_state(self) -> State:
        S: State = [None] * self.layout.size
        S[layout.BUDGET] = WORK
        for variable in self.game.variables.values():
            cells = self.layout.variables[variable.name]
            S[cells.base : cells.base + cells.count] = [start_value(self.expressions, variable)] * cells.count
        for zone in self.layout.zones.values():
            self._empty_zone(S, zone)
        for first in self.sentences.opened.values():
            S[first] = False
        return S

    def _empty_zone(self, S: State, zone: layout.ZoneCells) -> None:
        for n in range(zone.count):
            at = zone.base + n * zone.width
            if zone.counted is not None:
                S[at : at + zone.width] = [0] * zone.width
            elif zone.shape == "slot":
                S[at] = None
            else:
                S[at] = (None,) * zone.slots[n] if zone.slots is not None else ()

    def _fill(self, S: State) -> None:
        """Lays the first contents (`holds`)."""
        moves = Moves(self.expressions, traced=False)
        x = self.expressions
        code: list[ast.stmt] = []
        for zone in self.game.zones.values():
            for content in zone.holds:
                for keys in _products([self.setting.key_values(k) for k in zone.keys]):
                    place = c.ZonePlace(zone.name, tuple(c.Const(k, type=c.UnknownT(), at=zone.at) for k in keys), at=zone.at)
                    env = Env({d.var: py.const(k) for d, k in zip(zone.keys, keys, strict=True)})
                    (kept, iterable, tests), inner = x.loop(content.bind, env)
                    number = x.make(content.number, inner)
                    put = moves.put(place, py.name(kept), None, inner)
                    several = [py.for_("n", py.call("range", number), put)]
                    code.append(py.for_(kept, iterable, py.if_(py.all_of(tests), several)))
        name = self.unit.fresh("fill")
        self.unit.define(name, ["S"], code, None)
        self.unit.finish()[name](S)

    # ---------- running ----------

    def start(self, seed: int) -> State:
        """The state at the first decision of a match."""
        S = self.bare(seed)
        self._fill_once(S)
        S[layout.PC] = self.entry
        return S

    def _fill_once(self, S: State) -> None:
        if not hasattr(self, "_filled"):
            filled = self.template[:]
            self._fill(filled)
            self._filled = [(i, v) for i, (v, w) in enumerate(zip(filled, self.template, strict=True)) if v != w]
        for i, value in self._filled:
            S[i] = value

    def bare(self, seed: int) -> State:
        """A state with empty zones and variables at their start, from which nothing runs yet."""
        S = self.template[:]
        S[layout.RNG] = seeded(seed)
        S[layout.FIRST] = self.setting.players[0]
        S[layout.PC] = self.over
        return S

    def advance(self, S: State) -> list[Answer]:
        """Runs to the next decision that is to be asked; gives its legal answers, or none when the game is over."""
        pc = S[layout.PC]
        run, legal, asks = self._run, self._legal, self._asks
        while True:
            while pc < 0:
                pc = run[pc](S)
            if pc == self.over:
                S[layout.PC] = pc
                return []
            answers = legal[pc](S)
            if answers:
                ask = asks[pc]
                first = answers[0]
                if len(answers) > 1 or ask == 2 or (ask and first is not None) or S[layout.LOOKED] is not None:
                    S[layout.PC] = pc
                    return answers
                pc = self._apply[pc](S, first)
            else:
                empty = self._empty[pc]
                if empty is None:
                    raise Fault("a decision has no answer")
                pc = empty

    def to_pause(self, S: State) -> list[Answer] | None:
        """Runs to the next decision, asked or not; gives its legal answers, None when the game is over."""
        pc = S[layout.PC]
        while pc < 0:
            pc = self._run[pc](S)
        S[layout.PC] = pc
        return None if pc == self.over else self._legal[pc](S)

    def is_asked(self, S: State, answers: list[Answer]) -> bool:
        """Whether a decision with these legal answers is put to the player, or taken by itself."""
        asks = self._asks[S[layout.PC]]
        return len(answers) > 1 or (
            len(answers) == 1 and (asks == 2 or (asks == 1 and answers[0] is not None) or S[layout.LOOKED] is not None)
        )

    def take_only(self, S: State, answers: list[Answer]) -> None:
        """Takes the only answer by itself, or leaves a decision that has none."""
        pc = S[layout.PC]
        if answers:
            S[layout.PC] = self._apply[pc](S, answers[0])
            return
        empty = self._empty[pc]
        if empty is None:
            raise Fault("a decision has no answer")
        S[layout.PC] = empty

    def legal_for(self, S: State, me: int) -> list[Answer]:
        """The legal answers of another of the players who choose at the same time."""
        asked = S[:]
        asked[layout.ME] = me
        return self._legal[S[layout.PC]](asked)

    def place(self, path: str) -> int | None:
        """The label where a step with decisions begins; `play` and `finish` too."""
        known = {"play": self.play_entry, "finish": self.finish_entry, **self.flow.step_labels}
        return known.get(path)

    def pick_type(self, pick: c.Pick) -> c.Type:
        """The type of a pick's answers."""
        return pick.var.type

    def why(self, S: State, a: Answer) -> list[tuple[Failure, tuple[Any, ...]]]:
        """What fails in the trial of an answer at the present decision, with the values that its words name."""
        number = S[layout.PC]
        pause = self.pauses[number]
        key = (number, a if pause.kind == "choose" or a is None else "pick")
        if key not in self._whys:
            failures: list[Failure] = []
            completion = Completion(self.expressions, self._quiet, self.analysis, failures)
            name = self.unit.fresh("why")
            code = self.flow.pauses.whys[number](completion, a)
            self.unit.define(name, ["S", "a"], [*with_me(code), py.return_(py.const(False))], pause.at)
            self._whys[key] = self.unit.finish()[name], failures
        function, failures = self._whys[key]
        trial = S[:]
        trial[layout.EVENTS] = []
        trial[layout.BUDGET] = WORK
        function(trial, a)
        return [(failures[n], values) for _, n, values in trial[layout.EVENTS]]

    def answer(self, S: State, a: Answer) -> None:
        """Carries out a legal answer, up to the next piece; `advance` goes on. The state is changed in place."""
        S[layout.BUDGET] = WORK
        S[layout.LOOKED] = None
        S[layout.PC] = self._apply[S[layout.PC]](S, a)

    def is_over(self, S: State) -> bool:
        """Whether the game is over."""
        return bool(S[layout.PC] == self.over)

    def pause(self, S: State) -> Pause | None:
        """The decision at which a state stands."""
        return None if S[layout.PC] == self.over else self.pauses[S[layout.PC]]

    def winners(self, S: State) -> list[tuple[str, list[tuple[int, Any]]]]:
        """Each criterion with the values of the players that were still tied, in order; the last leaves the winners."""
        functions = self.unit.globals
        left = list(enumerate(self.setting.players))
        lines: list[tuple[str, list[tuple[int, Any]]]] = []
        for line, name in zip(self.game.winner, self._winner, strict=True):
            values = [(place, p, functions[name](S, p, place)) for place, p in left]
            lines.append((line.name, [(p, v) for _, p, v in values]))
            top = (max if line.most else min)(v for _, _, v in values)
            left = [(place, p) for place, p, v in values if v == top]
        if len(left) > 1 and self.game.tie is not None and self.setting.static(self.game.tie) == "later_seat":
            order = self.setting.players.index(S[layout.FIRST])
            n = len(self.setting.players)
            left = [max(left, key=lambda item: (item[0] - order) % n)]
        lines.append(("", [(p, None) for _, p in left]))
        return lines

    def winners_now(self, S: State) -> tuple[int, ...]:
        """Who has won, or would if play ended now (for scenarios that stand on a laid table)."""
        if S[layout.SHEET] is None:
            S = S[:]
            S[layout.SHEET] = tuple(self.unit.globals[self.expressions.sheet()](S, p) for p in self.setting.players)
            for variable in self.game.variables.values():
                if variable.is_score:
                    cells = self.layout.variables[variable.name]
                    for place, p in enumerate(self.setting.players):
                        S[cells.index((p,))] += sum(S[layout.SHEET][place])
        return tuple(p for p, _ in self.winners(S)[-1][1])

    def broken(self, S: State, before: State, *, at_turn: bool = False) -> list[str]:
        """The names of the invariants (`always`) that do not hold."""
        functions = self.unit.globals
        return [
            rule.name
            for rule, name in zip(self.game.always, self._always, strict=True)
            if rule.at_turn is at_turn and not functions[name](S, before, S[layout.ACTIVE])
        ]

    def function(self, e: c.Expr) -> Callable[[State, int | None], Any]:
        """A foreign expression as a function of a state and `me`."""
        name = self.unit.fresh("e")
        self.unit.define(name, ["S", "me"], [py.return_(self.expressions.make(e, Env({}, me=py.name("me"))))], None)
        found: Callable[[State, int | None], Any] = self.unit.finish()[name]
        return found

    def sentence(self, s: c.Sentence) -> Callable[[State], Any]:
        """A foreign sentence (a scenario's `given`) as a function that changes a state."""
        name = self.unit.fresh("s")
        code, _ = self.flow.inline(s, Env({}, me=py.name("me")), Context(None, DONE), self.completion.bind)
        self.unit.define(name, ["S", "me"], code, None)
        found: Callable[..., Any] = self.unit.finish()[name]
        return lambda S: found(S, S[layout.ME])


def _products(values: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    result: list[tuple[int, ...]] = [()]
    for options in values:
        result = [(*r, o) for r in result for o in options]
    return result

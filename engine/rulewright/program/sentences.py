"""Single sentences: what they refuse, what they do, and whether they end a trial (a *horizon*)."""

import ast
from collections.abc import Callable

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program import pyast as py
from rulewright.program.analysis import Analysis
from rulewright.program.expressions import Env, Expressions, may_be_none
from rulewright.program.moves import Moves, Refusal
from rulewright.program.setting import UNKNOWN

Bind = Callable[[c.Var, ast.expr, Env], tuple[list[ast.stmt], Env]]


class Sentences:
    """Makes the simple cores of sentences. Routines, `perform` and picks are control flow: see `flow.py`."""

    def __init__(self, expressions: Expressions, analysis: Analysis, *, traced: bool) -> None:
        self.x, self.analysis, self.traced = expressions, analysis, traced
        self.moves = Moves(expressions, traced=traced)
        self.texts: dict[str, c.Text] = {}  # of `say`, by path
        self.opened: dict[str, int] = {}  # zone -> first of the cells that say whether it lies open

    # ---------- refusals ----------

    def refusals(self, core: c.Core, env: Env) -> list[Refusal]:
        """What must hold for a simple core to be possible."""
        match core:
            case c.Move():
                return self.moves.refusals(core, env)
            case c.Assign():
                return self._assign_refusals(core, env)
            case c.LetBe(refuses_none=True):
                return [Refusal(py.is_none(self.x.make(core.value, env), negated=True), "there is none")]
            case c.PickRandom():
                (kept, iterable, tests), _ = self.x.loop(core.bind, env)
                some = py.call("any", py.generator(py.const(True), [(kept, iterable, tests)]))
                return [Refusal(some, "there is nothing to pick from")]
            case c.RollInto():
                return self._roll_refusals(core, env)
            case _:
                return []

    def _assign_refusals(self, a: c.Assign, env: Env) -> list[Refusal]:
        found: list[Refusal] = []
        nodes = self.x.keys(a.place.keys, env)
        missing = self.x.missing(a.place.keys, nodes)
        if not py.is_const(missing, False):
            found.append(Refusal(py.not_(missing), "there is nothing to write to"))
        if isinstance(a.place, c.FieldPlace):
            record = self.x.raw(c.ZonePlace(a.place.zone, a.place.keys, at=a.place.at), env)
            found.append(Refusal(py.is_none(record, negated=True), "there is no piece"))
            return found
        value = self.x.make(a.value, env)
        if a.place.variable == "first_player":
            return found
        variable = self.x.game.variables[a.place.variable]
        now = py.item(py.name(env.state), self.x.cell_index(self.x.layout.variables[variable.name], nodes))
        if a.verb in ("pay", "pay up to") and not (isinstance(value, ast.Constant) and value.value >= 0):  # type: ignore[operator]
            found.append(Refusal(py.compare(">=", value, py.const(0)), "the amount {} is negative", (value,)))
        if a.verb == "pay":
            found.append(Refusal(py.compare(">=", now, value), "there are only {}, not {}", (now, value)))
        type_ = variable.type.of if isinstance(variable.type, c.OptT) else variable.type
        if isinstance(type_, c.NumberT) and a.verb != "pay up to":
            found += self._range_refusals(a, type_, now, value)
        return found

    def _range_refusals(self, a: c.Assign, range_: c.NumberT, now: ast.expr, value: ast.expr) -> list[Refusal]:
        """A variable of a range refuses values outside; what the value's own type excludes is not asked."""
        fits = a.value.type.of if isinstance(a.value.type, c.OptT) else a.value.type
        inside = isinstance(fits, c.NumberT) and a.verb == "set"
        new = {"set": value, "add": py.arith("+", now, value)}.get(a.verb, py.arith("-", now, value))
        found = []
        none = py.is_none(value) if may_be_none(a.value.type) else py.const(False)
        if range_.low is not None and not (
            inside and isinstance(fits, c.NumberT) and fits.low is not None and fits.low >= range_.low
        ):
            ok = py.any_of([none, py.compare(">=", new, py.const(range_.low))])
            found.append(Refusal(ok, "{} is below {}", (new, py.const(range_.low))))
        if range_.high is not None and not (
            inside and isinstance(fits, c.NumberT) and fits.high is not None and fits.high <= range_.high
        ):
            ok = py.any_of([none, py.compare("<=", new, py.const(range_.high))])
            found.append(Refusal(ok, "{} is above {}", (new, py.const(range_.high))))
        return found

    def _roll_refusals(self, r: c.RollInto, env: Env) -> list[Refusal]:
        room = self.moves.room(r.zone, env)
        if room is None:
            return []
        return [Refusal(py.compare("<=", self.x.make(r.number, env), room), "there is no room")]

    # ---------- effects ----------

    def effect(self, core: c.Core, env: Env, path: str, bind: Bind) -> tuple[list[ast.stmt], Env]:
        """What a simple core does, and the scope after it."""
        match core:
            case c.Move():
                return self.moves.effect(core, env, path), env
            case c.Shuffle():
                note = self.note(env, path, "shuffle", py.const(core.zone.zone))
                return self.moves.shuffle(core, env) + note, env
            case c.Assign():
                return self._assign(core, env, path), env
            case c.RollVariable():
                return self._roll(core, env, path), env
            case c.RollInto():
                return self._roll_into(core, env, path), env
            case c.LetBe():
                return bind(core.var, self.x.make(core.value, env), env)
            case c.PickRandom():
                return self._pick_random(core, env, path, bind)
            case c.Reveal():
                return self._reveal(core, env, path), env
            case c.Say():
                self.texts[path] = core.text
                return self.note(env, path, "say", self.x.text(core.text, env)), env
            case _:
                return [], env

    def note(self, env: Env, path: str, kind: str, *values: ast.expr) -> list[ast.stmt]:
        """A log event, where the program keeps a log."""
        if not self.traced:
            return []
        event = py.tuple_([py.const(kind), py.const(path), env.me or py.const(None), *values])
        return [py.do(py.call("note", py.name(env.state), event))]

    def _assign(self, a: c.Assign, env: Env, path: str) -> list[ast.stmt]:
        value = self.x.make(a.value, env)
        if isinstance(a.place, c.FieldPlace):
            return self._set_field(a, a.place, value, env, path)
        if a.place.variable == "first_player":
            store = py.store(env.state, py.const(layout.FIRST), value)
            return [store, *self.note(env, path, "first_player", value)]
        variable = self.x.game.variables[a.place.variable]
        nodes = self.x.keys(a.place.keys, env)
        index = self.x.cell_index(self.x.layout.variables[variable.name], nodes)
        now = py.item(py.name(env.state), index)
        if a.verb == "set":
            new = value
        elif a.verb == "pay up to":
            new = py.arith("-", now, py.call("max", py.const(0), py.call("min", value, now)))
        else:
            new = py.arith("+" if a.verb == "add" else "-", now, value)
        type_ = variable.type.of if isinstance(variable.type, c.OptT) else variable.type
        open_ended = isinstance(type_, c.NumberT) and (type_.low is None or type_.high is None)
        if open_ended and not isinstance(value, ast.Constant) and not may_be_none(a.value.type):
            new = py.call("bounded", new)
        cell = py.tuple_([py.const(variable.name), *nodes])
        return [py.store(env.state, index, new), *self.note(env, path, "assign", py.const(a.verb), cell, now)]

    def _set_field(self, a: c.Assign, place: c.FieldPlace, value: ast.expr, env: Env, path: str) -> list[ast.stmt]:
        component = self.x.game.zones[place.zone].component
        assert component is not None
        fields = list(self.x.game.components[component].fields)
        zone = c.ZonePlace(place.zone, place.keys, at=place.at)
        nodes = self.x.keys(place.keys, env)
        index = self.x.cell_index(self.x.layout.zones[place.zone], nodes)
        kept = self.x.unit.fresh("r")
        old = py.item(py.name(kept), py.const(fields.index(place.field)))
        new = {"set": value, "add": py.arith("+", old, value)}.get(a.verb, py.arith("-", old, value))
        record = py.tuple_(new if f == place.field else py.item(py.name(kept), py.const(i)) for i, f in enumerate(fields))
        event = self.note(env, path, "field", py.tuple_([py.const(place.zone), *nodes]), py.const(place.field), new)
        return [py.assign(kept, self.x.raw(zone, env)), *event, py.store(env.state, index, record)]

    def _roll(self, r: c.RollVariable, env: Env, path: str) -> list[ast.stmt]:
        nodes = self.x.keys(r.place.keys, env)
        index = self.x.cell_index(self.x.layout.variables[r.place.variable], nodes)
        rolled = py.call("roll", py.name(env.state), self.x.make(r.low, env), self.x.make(r.high, env))
        cell = py.tuple_([py.const(r.place.variable), *nodes])
        now = py.item(py.name(env.state), index)
        return [py.store(env.state, index, rolled), *self.note(env, path, "roll", cell, now)]

    def _roll_into(self, r: c.RollInto, env: Env, path: str) -> list[ast.stmt]:
        kept = self.x.unit.fresh("x")
        rolled = py.assign(kept, py.call("roll", py.name(env.state), self.x.make(r.low, env), self.x.make(r.high, env)))
        zone = py.tuple_([py.const(r.zone.zone), *self.x.keys(r.zone.keys, env)])
        body = [rolled, *self.moves.put(r.zone, py.name(kept), None, env), *self.note(env, path, "rolled_into", zone, py.name(kept))]
        return [py.for_(self.x.unit.fresh("i"), py.call("range", self.x.make(r.number, env)), body)]

    def _pick_random(self, p: c.PickRandom, env: Env, path: str, bind: Bind) -> tuple[list[ast.stmt], Env]:
        domain = p.bind.domain
        inside, doubles = self.x.domain(domain, env)
        if doubles or (isinstance(domain, c.Read) and isinstance(domain.place, c.ZonePlace)):
            inside = self.x.make(domain, env)  # of a bag by its counts
        candidates = py.call("tuple", inside)
        if p.bind.where is not None:
            kept = self.x.unit.fresh("x")
            test = self.x.make(p.bind.where, env.bind(p.bind.var, py.name(kept)))
            candidates = py.call("tuple", py.generator(py.name(kept), [(kept, inside, [test])]))
        out, inner = bind(p.bind.var, py.call("choose_from", py.name(env.state), candidates), env)
        shown = [] if p.secretly else self.note(inner, path, "random", inner.vars[p.bind.var])
        return out + shown, inner

    def _reveal(self, r: c.Reveal, env: Env, path: str) -> list[ast.stmt]:
        place = py.tuple_([py.const(r.zone.zone), *self.x.keys(r.zone.keys, env)])
        cells = self.x.layout.zones[r.zone.zone]
        index = self.x.cell_index(cells, self.x.keys(r.zone.keys, env))
        out: list[ast.stmt] = []
        if r.verb == "look":
            out.append(py.store(env.state, py.const(layout.LOOKED), py.tuple_([env.me or py.const(None), index])))
        if r.verb == "open":
            flag = py.arith("+", py.arith("div", py.arith("-", index, py.const(cells.base)), py.const(cells.width)), py.const(self.open_cell(r.zone.zone)))
            out.append(py.store(env.state, flag, py.const(True)))
        contents = self.x.contents(r.zone, env)
        return out + self.note(env, path, r.verb, place, contents)

    def open_cell(self, zone: str) -> int:
        """The first of the cells that say whether a zone's cells lie open for good."""
        if zone not in self.opened:
            cells = self.x.layout.zones[zone]
            first = self.x.layout.local("open " + zone)
            for _ in range(cells.count - 1):
                self.x.layout.local("open " + zone)
            self.opened[zone] = first
        return self.opened[zone]

    # ---------- horizons ----------

    def horizon(self, core: c.Core, env: Env) -> ast.expr:
        """When a core ends a trial: chance, or news for `me`; a false literal: never."""
        match core:
            case c.Shuffle():
                size = self.x.size(c.Read(place=core.zone, type=c.UnknownT(), at=core.zone.at), env)
                return py.compare(">", size, py.const(1))
            case c.RollVariable() | c.RollInto() | c.PickRandom():
                return py.const(True)
            case c.Reveal():
                return py.const(not self.is_seen(core.zone))
            case c.Move(order="random"):
                return py.const(True)
            case c.Move(draw=True):
                return self._draw_horizon(core, env)
            case _:
                return py.const(False)

    def _draw_horizon(self, m: c.Move, env: Env) -> ast.expr:
        assert m.source is not None and m.amount.number is not None
        zone = self.x.game.zones[m.source.zone]
        number = self.x.make(m.amount.number, env)
        available = self.moves.available(m.source, env)
        drawn = py.call("min", number, available) if m.amount.form == "up to" else number
        some = py.const(True) if isinstance(drawn, ast.Constant) and drawn.value else py.compare(">", drawn, py.const(0))
        if not self.is_seen(m.source):
            return some
        if zone.shape == "bag":
            kinds = py.call("len", py.call("distinct", self.x.contents(m.source, env)))
            return py.all_of([some, py.compare(">", kinds, py.const(1))])
        if zone.recycle_from is not None:
            size = self.x.size(c.Read(place=m.source, type=c.UnknownT(), at=m.source.at), env)
            return py.all_of([some, py.compare(">=", drawn, size), py.compare(">", available, size)])
        return py.const(False)

    def is_seen(self, place: c.ZonePlace) -> bool:
        """Whether `me` certainly sees a zone."""
        zone = self.x.game.zones[place.zone]
        if zone.seen_by is None:
            return True
        rule = self.x.setting.static(zone.seen_by)
        if rule == "everyone":
            return True
        if rule == "owner":
            owners = [
                k for d, k in zip(zone.keys, place.keys, strict=True) if isinstance(d.type, c.EnumT) and d.type.name == "player"
            ]
            return any(isinstance(k, c.Special) and k.name == "me" for k in owners)
        return False

    def never_refuses(self, core: c.Core) -> bool:
        """Whether a simple core refuses nothing, whatever the state (known without making its code)."""
        match core:
            case c.Say() | c.Nothing() | c.End() | c.Reveal() | c.Shuffle() | c.RollVariable():
                return True
            case c.LetBe():
                return not core.refuses_none
            case c.Assign(place=c.VarPlace() as place):
                if any(may_be_none(k.type) for k in place.keys):
                    return False
                if place.variable == "first_player":
                    return True
                type_ = self.x.game.variables[place.variable].type
                type_ = type_.of if isinstance(type_, c.OptT) else type_
                bounded = isinstance(type_, c.NumberT) and (type_.low is not None or type_.high is not None)
                if core.verb == "set" and bounded:
                    value = core.value.type.of if isinstance(core.value.type, c.OptT) else core.value.type
                    assert isinstance(type_, c.NumberT)
                    return isinstance(value, c.NumberT) and _within(value, type_)
                return core.verb in ("set", "add", "subtract") and not bounded
            case c.Move(source=None, target=c.ZonePlace() as target):
                zone = self.x.game.zones[target.zone]
                return zone.shape != "slot" and zone.at_most is None and _static_amount(self.x, core)
            case c.Move(source=c.ZonePlace(), target=t) if core.amount.form in ("all", "up to"):
                roomy = t is None or core.amount.form == "up to" or (
                    self.x.game.zones[t.zone].shape != "slot" and self.x.game.zones[t.zone].at_most is None
                )
                return roomy and _static_amount(self.x, core)
            case _:
                return False


def _within(value: c.NumberT, range_: c.NumberT) -> bool:
    low = range_.low is None or (value.low is not None and value.low >= range_.low)
    return low and (range_.high is None or (value.high is not None and value.high <= range_.high))


def _static_amount(x: Expressions, move: c.Move) -> bool:
    if move.amount.number is None:
        return True
    number = x.setting.static(move.amount.number)
    return number is not UNKNOWN and isinstance(number, int) and number >= 0

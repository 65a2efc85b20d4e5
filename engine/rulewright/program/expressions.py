"""Checked expressions to Python `ast`: one method per kind of expression, constants folded on the way."""

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from rulewright.check import checked as c
from rulewright.program import boards, layout
from rulewright.program import pyast as py
from rulewright.program.analysis import Analysis
from rulewright.program.setting import UNKNOWN, Setting, chosen_case, table_value
from rulewright.program.unit import Unit

UNROLLED = 48  # a comprehension over fixed domains of at most this many rounds is written out


@dataclass(frozen=True)
class Env:
    """What names mean at a point of the generated code. `state` is the variable that holds the state."""

    vars: dict[c.Var, ast.expr]
    state: str = "S"
    me: ast.expr | None = None
    it: ast.expr | None = None
    this: ast.expr | None = None
    total: ast.expr | None = None
    rounds: int = 1  # how often the code made here is written out already
    finished: dict[str, ast.expr] = field(default_factory=dict)  # rounds of loops run in a trial
    owned: bool = True  # whether `state` is this code's own copy, free to be changed
    no_walrus: bool = False  # Python forbids `:=` inside the iterable of a comprehension

    def bind(self, var: c.Var, value: ast.expr) -> "Env":
        """The same with one name more."""
        return replace(self, vars={**self.vars, var: value})


LoopClause = tuple[str, ast.expr, list[ast.expr]]


class Expressions:
    """Makes expressions for one setting; functions for defines are added to the unit when first called."""

    def __init__(self, setting: Setting, places: layout.Layout, unit: Unit, analysis: Analysis) -> None:
        self.setting, self.layout, self.unit, self.analysis = setting, places, unit, analysis
        self.game = setting.game
        self._defines: dict[str, str] = {}
        self._sheet: str | None = None
        self._codes: dict[tuple[str, int], str] = {}
        self._tables: dict[str, ast.expr] = {}
        self.can: Callable[[str, Env], ast.expr] = self._no_can
        self.rounds_cell: dict[str, int] = {}
        self.before: Callable[[c.Builtin, Env], ast.expr] = self._no_before

    # ---------- entrance ----------

    def make(self, e: c.Expr, env: Env) -> ast.expr:
        """The code of an expression, stamped with its place."""
        value = self.setting.static(e) if not isinstance(e, c.Const) else e.value
        if value is not UNKNOWN and (value is None or isinstance(value, (bool, int, str))):
            node = py.const(value)
        else:
            maker = getattr(self, "_" + type(e).__name__.rstrip("_").lower())
            node = maker(e, env)
        py.stamp(node, e.at)
        return node

    def test(self, e: c.Expr | None, env: Env) -> ast.expr:
        """The code of a condition; true if there is none."""
        return py.const(True) if e is None else self.make(e, env)

    # ---------- leaves ----------

    def _const(self, e: c.Const, env: Env) -> ast.expr:
        return py.const(e.value)

    def _local(self, e: c.Local, env: Env) -> ast.expr:
        return env.vars[e.var]

    def _special(self, e: c.Special, env: Env) -> ast.expr:
        if e.name in ("me", "it", "this", "total"):
            value = getattr(env, e.name)
            assert isinstance(value, ast.expr), f"`{e.name}` is not there"
            return value
        cell = {"active": layout.ACTIVE, "first_player": layout.FIRST, "turns_left": layout.LEFT}[e.name]
        return self.cell(env, cell)

    def cell(self, env: Env, index: int) -> ast.expr:
        """A cell of the state."""
        return py.item(py.name(env.state), py.const(index))

    def _optionvalue(self, e: c.OptionValue, env: Env) -> ast.expr:
        return py.const(self.setting.options[e.name])

    def _roundsof(self, e: c.RoundsOf, env: Env) -> ast.expr:
        return env.finished[e.path] if e.path in env.finished else self.cell(env, self.rounds_cell[e.path])

    # ---------- places ----------

    def key_offset(self, values: tuple[int, ...], key: ast.expr) -> ast.expr:
        """The place of a key among its values."""
        if values and values == tuple(range(values[0], values[0] + len(values))):
            return py.arith("-", key, py.const(values[0]))
        table = {v: i for i, v in enumerate(values)}
        if isinstance(key, ast.Constant):
            return py.const(table[key.value])  # type: ignore[index]
        return py.item(self.unit.constant(table), key)

    def cell_index(self, cells: layout.Cells, keys: Sequence[ast.expr]) -> ast.expr:
        """The index of the first cell for keys: the constant parts are added up here."""
        fixed, moving = cells.base, None
        for values, key, stride in zip(cells.keys, keys, cells.strides, strict=True):
            offset = py.arith("*", self.key_offset(values, key), py.const(stride))
            if isinstance(offset, ast.BinOp) and isinstance(offset.op, ast.Sub) and py.is_const(offset.right):
                fixed -= py.number(offset.right)
                offset = offset.left
            if isinstance(offset, ast.Constant):
                fixed += py.number(offset)
            else:
                moving = offset if moving is None else py.arith("+", moving, offset)
        return py.const(fixed) if moving is None else py.arith("+", moving, py.const(fixed))

    def keys(self, keys: Iterable[c.Expr], env: Env) -> list[ast.expr]:
        """The code of keys."""
        return [self.make(k, env) for k in keys]

    def missing(self, keys: Sequence[c.Expr], nodes: Sequence[ast.expr]) -> ast.expr:
        """Whether a key is none."""
        return py.any_of(py.is_none(n) for k, n in zip(keys, nodes, strict=True) if may_be_none(k.type))

    def _read(self, e: c.Read, env: Env) -> ast.expr:
        place = e.place
        nodes = self.keys(place.keys, env)
        if isinstance(place, c.VarPlace):
            cells: layout.Cells = self.layout.variables[place.variable]
            value = py.item(py.name(env.state), self.cell_index(cells, nodes))
        else:
            value = self.contents(place, env, nodes)
        return py.if_expr(self.missing(place.keys, nodes), py.const(None), value)

    def contents(self, place: c.ZonePlace, env: Env, nodes: list[ast.expr] | None = None) -> ast.expr:
        """A zone's pieces as a tuple (a slot's piece): counted bags are spelt out, free slots left out."""
        zone = self.layout.zones[place.zone]
        keys = self.keys(place.keys, env) if nodes is None else nodes
        if zone.counted is not None:
            return py.call("expanded", self.unit.constant(zone.counted), self.counts(place, env, keys))
        raw = self.raw(place, env, keys)
        return py.call("pieces_in", raw) if zone.slots is not None else raw

    def raw(self, place: c.ZonePlace, env: Env, nodes: list[ast.expr] | None = None) -> ast.expr:
        """The one cell of a zone that is not counted."""
        keys = self.keys(place.keys, env) if nodes is None else nodes
        return py.item(py.name(env.state), self.cell_index(self.layout.zones[place.zone], keys))

    def counts(self, place: c.ZonePlace, env: Env, nodes: list[ast.expr] | None = None) -> ast.expr:
        """The cells of a counted bag as a slice."""
        zone = self.layout.zones[place.zone]
        index = self.cell_index(zone, self.keys(place.keys, env) if nodes is None else nodes)
        return py.part(py.name(env.state), index, py.arith("+", _copy(index), py.const(zone.width)))

    def count_cell(self, place: c.ZonePlace, piece: ast.expr, env: Env) -> ast.expr:
        """The index of the cell that counts one piece in a counted bag."""
        zone = self.layout.zones[place.zone]
        assert zone.counted is not None
        index = self.cell_index(zone, self.keys(place.keys, env))
        offset = self.key_offset(zone.counted, piece)
        return _sum(index, offset)

    # ---------- pieces, fields, attributes ----------

    def _fieldof(self, e: c.FieldOf, env: Env) -> ast.expr:
        record = self.make(e.record, env)
        place = list(self.game.components[e.component].fields).index(e.field)
        return self._if_there(e.record, record, lambda r: py.item(r, py.const(place)), env)

    def _if_there(
        self, e: c.Expr, node: ast.expr, value: Callable[[ast.expr], ast.expr], env: Env
    ) -> ast.expr:
        """`value(node)`, or none where node is none."""
        if not may_be_none(e.type):
            return value(node)
        if _is_cheap(node) or env.no_walrus:
            return py.if_expr(py.is_none(node), py.const(None), value(_copy(node)))
        kept = self.unit.fresh("t")
        test = py.is_none(ast.NamedExpr(ast.Name(kept, ast.Store()), node))
        return py.if_expr(test, py.const(None), value(py.name(kept)))

    def _attrof(self, e: c.AttrOf, env: Env) -> ast.expr:
        base = self.make(e.base, env)
        if e.args or any(isinstance(v, c.Code) for v in self._attribute_of(e)):
            return self._computed(e, base, env)
        if isinstance(base, ast.Constant) and isinstance(base.value, int):
            value = self._attribute_value(self.game.attributes[e.name].values.get(base.value))
            if value is None or isinstance(value, (bool, int, str)):
                return py.const(value)
        if may_be_none(e.base.type):
            return py.method(self._attribute_table(e.name), "get", base)
        return py.item(self._attribute_table(e.name), base)

    def _attribute_of(self, e: c.AttrOf) -> list[object]:
        values = self.game.attributes[e.name].values
        base = e.base.type.of if isinstance(e.base.type, c.OptT) else e.base.type
        ids = base.ids if isinstance(base, c.EnumT) else frozenset(values)
        return [values[i] for i in ids if i in values]

    def _attribute_table(self, name: str) -> ast.expr:
        if name not in self._tables:
            values = self.game.attributes[name].values
            self._tables[name] = self.unit.constant(
                {i: self._attribute_value(v) for i, v in values.items() if v is None or isinstance(v, c.Expr)}
            )
        return self._tables[name]

    def _attribute_value(self, value: object) -> object:
        """A data attribute's value: a plain value, a tuple for a set, a dict for a map."""
        if isinstance(value, c.MapConst):
            return {(k[0] if len(k) == 1 else k): self._attribute_value(v) for k, v in value.items}
        if isinstance(value, c.SetConst):
            return tuple(self._attribute_value(v) for v in value.items)
        if isinstance(value, c.Expr):
            static = self.setting.static(value)
            assert static is not UNKNOWN, "an attribute is constant once options are known"
            return static
        return None

    def _computed(self, e: c.AttrOf, base: ast.expr, env: Env) -> ast.expr:
        """An attribute that is an expression of each row: one function, which finds the row's own."""
        functions: dict[int, str] = {}
        for i, value in self.game.attributes[e.name].values.items():
            if isinstance(value, c.Code):
                functions[i] = self._code(e.name, i, value)
        args = self.keys(e.args, env)
        me = env.me if env.me is not None else py.const(None)
        owner = self.unit.fresh("a")
        rows = [(i, f) for i, f in functions.items()]
        body: list[ast.stmt] = []
        for i, f in rows:
            parameters = [py.name("S"), py.name("me"), py.name("x"), *(py.name(f"p{k}") for k in range(len(args)))]
            body += py.if_(py.compare("==", py.name("x"), py.const(i)), [py.return_(py.call(f, *parameters))])
        default = py.const(0 if isinstance(e.type, c.NumberT) else False if isinstance(e.type, c.TruthT) else None)
        body.append(py.return_(default))
        self.unit.define(owner, ["S", "me", "x", *(f"p{k}" for k in range(len(args)))], body, e.at)
        return py.call(owner, py.name(env.state), me, base, *args)

    def _code(self, name: str, i: int, code: c.Code) -> str:
        known = self._codes.get((name, i))
        if known is None:
            known = self._codes[name, i] = self.unit.fresh("c")
            names = [f"v{k}" for k in range(len(code.params))]
            inner = Env(
                {p: py.name(n) for p, n in zip(code.params, names, strict=True)}, me=py.name("me"), this=py.name("this")
            )
            body = [py.return_(self.make(code.value, inner))]
            self.unit.define(known, ["S", "me", "this", *names], body, code.value.at)
        return known

    def _lookup(self, e: c.Lookup, env: Env) -> ast.expr:
        table = self.make(e.map, env)
        nodes = self.keys(e.keys, env)
        key = nodes[0] if len(nodes) == 1 else py.tuple_(nodes)
        value_type = e.type
        default: ast.expr | None = None
        if isinstance(value_type, c.NumberT):
            default = py.const(0)
        elif isinstance(value_type, c.SetT):
            default = py.const(())
        read = lambda t: py.method(t, "get", key, *([default] if default is not None else []))  # noqa: E731
        return self._if_there(e.map, table, read, env)

    def _mapconst(self, e: c.MapConst, env: Env) -> ast.expr:
        return self.unit.constant(self._attribute_value(e))

    def _makerecord(self, e: c.MakeRecord, env: Env) -> ast.expr:
        return py.tuple_(self.keys(e.args, env))

    # ---------- defines, tables ----------

    def _calldefine(self, e: c.CallDefine, env: Env) -> ast.expr:
        define = self.game.defines[e.name]
        function = self._define_function(define)
        args = self.keys(e.args, env)
        me = [env.me if env.me is not None else py.const(None)] if self._needs_me(define) else []
        return py.call(function, py.name(env.state), *me, *args)

    def _needs_me(self, define: c.Define) -> bool:
        return define.uses_me or define.name in self.setting.modified

    def _define_function(self, define: c.Define) -> str:
        known = self._defines.get(define.name)
        if known is not None:
            return known
        known = self._defines[define.name] = self.unit.fresh("d")
        names = [f"v{k}" for k in range(len(define.params))]
        parameters = ["S", *(["me"] if self._needs_me(define) else []), *names]
        env = Env({p: py.name(n) for p, n in zip(define.params, names, strict=True)})
        if self._needs_me(define):
            env = replace(env, me=py.name("me"))
        if define.name in self.setting.modified:
            body = self._modified_body(define, env, names)
        else:
            body = self.returning(define.value, env)
        self.unit.define(known, parameters, body, define.at)
        return known

    def returning(self, e: c.Expr, env: Env) -> list[ast.stmt]:
        """Statements that return an expression's value; conditionals become ifs."""
        if isinstance(e, c.Conditional):
            condition = self.make(e.condition, env)
            return [*py.if_(condition, self.returning(e.then, env)), *self.returning(e.otherwise, env)]
        return [py.return_(self.make(e, env))]

    def _modified_body(self, define: c.Define, env: Env, names: list[str]) -> list[ast.stmt]:
        """The base value, then each power in force for `me`, in the order of zones and rows."""
        body: list[ast.stmt] = [py.assign("it", self.make(define.value, env))]
        inner = replace(env, it=py.name("it"), this=py.name("x"))
        for zone in self.game.zones.values():
            if not zone.powers_of:
                continue
            place = c.ZonePlace(zone.name, (c.Special("me", type=c.UnknownT(), at=zone.at),), at=zone.at)
            steps: list[ast.stmt] = []
            for attribute in self.game.attributes.values():
                for i, value in attribute.values.items():
                    if not isinstance(value, c.PowerSet):
                        continue
                    for line in value.lines:
                        if isinstance(line, c.ModifierPower) and line.name == define.name:
                            own = replace(inner, vars={**inner.vars, **{p: py.name(n) for p, n in zip(line.params, names, strict=True)}})
                            change = [py.assign("it", self.make(line.value, own))]
                            steps += py.if_(py.compare("==", py.name("x"), py.const(i)), change)
            there = [py.for_("x", self.contents(place, env), steps)]
            body += py.if_(py.compare("is not", py.name("me"), py.const(None)), there)
        body.append(py.return_(py.name("it")))
        return body

    def _calltable(self, e: c.CallTable, env: Env) -> ast.expr:
        table = self.game.tables[e.name]
        keys = sorted(table.rows)
        filled = {k: table_value(table, k) for k in range(keys[0], keys[-1] + 1) if k in table.rows or table.lower_between}
        arg = self.make(e.arg, env)
        if table.last_beyond:
            arg = py.call("min", arg, py.const(keys[-1]))
        return py.item(self.unit.constant(filled), arg)

    # ---------- logic and arithmetic ----------

    def _not(self, e: c.Not, env: Env) -> ast.expr:
        return py.not_(self.make(e.operand, env))

    def _negate(self, e: c.Negate, env: Env) -> ast.expr:
        return py.negative(self.make(e.operand, env))

    def _logic(self, e: c.Logic, env: Env) -> ast.expr:
        return (py.all_of if e.op == "and" else py.any_of)(self.make(p, env) for p in e.parts)

    def _compare(self, e: c.Compare, env: Env) -> ast.expr:
        left, right = self.make(e.left, env), self.make(e.right, env)
        if e.op in ("is", "is not"):
            for a, b in ((left, right), (right, left)):
                if py.is_const(b, None):
                    return py.is_none(a, negated=e.op == "is not")
                if py.is_const(b, e.op == "is") and isinstance(e.left.type, c.TruthT) and isinstance(e.right.type, c.TruthT):
                    return a
            return py.compare("==" if e.op == "is" else "!=", left, right)
        return py.compare(e.op, left, right)

    def _arith(self, e: c.Arith, env: Env) -> ast.expr:
        return py.arith(e.op, self.make(e.left, env), self.make(e.right, env))

    def _bagarith(self, e: c.BagArith, env: Env) -> ast.expr:
        bag, other = self.make(e.bag, env), self.make(e.other, env)
        if isinstance(e.other.type, c.PiecesT):
            if e.op == "+":
                return py.call("tuple", py.call("sorted", py.arith("+", bag, other)))
            raise NotImplementedError("a bag less a bag")
        return py.call("with_piece" if e.op == "+" else "without", bag, other)

    def _conditional(self, e: c.Conditional, env: Env) -> ast.expr:
        return py.if_expr(self.make(e.condition, env), self.make(e.then, env), self.make(e.otherwise, env))

    def _caseexpr(self, e: c.CaseExpr, env: Env) -> ast.expr:
        by = self.setting.static(e.by)
        if by is not UNKNOWN:
            chosen = chosen_case(e, by)
            assert chosen is not None, "cases are exhaustive"
            return self.make(chosen, env)
        value = self.make(e.by, env)
        result = py.const(None) if e.otherwise is None else self.make(e.otherwise, env)
        for fits, line in reversed(e.cases):
            result = py.if_expr(self.fits(value, fits), self.make(line, env), result)
        return result

    def fits(self, value: ast.expr, case: tuple[int | bool | str, ...] | range) -> ast.expr:
        """Whether a value is one of a case's."""
        if isinstance(case, range):
            return py.all_of([
                py.compare(">=", _copy(value), py.const(case.start)), py.compare("<=", _copy(value), py.const(case.stop - 1))
            ])  # fmt: skip
        if len(case) == 1:
            return py.compare("==", _copy(value), py.const(case[0]))
        return py.compare("in", _copy(value), py.const(tuple(case)))

    def _orelse(self, e: c.OrElse, env: Env) -> ast.expr:
        value, default = self.make(e.value, env), self.make(e.default, env)
        if not may_be_none(e.value.type):
            return value
        if _is_cheap(value) or env.no_walrus:
            return py.if_expr(py.is_none(value, negated=True), _copy(value), default)
        kept = self.unit.fresh("t")
        test = py.is_none(ast.NamedExpr(ast.Name(kept, ast.Store()), value), negated=True)
        return py.if_expr(test, py.name(kept), default)

    def _castto(self, e: c.CastTo, env: Env) -> ast.expr:
        value = self.make(e.value, env)
        inside = self._is_one(value, e.to)
        if _is_cheap(value) or env.no_walrus:
            return py.if_expr(inside, _copy(value), py.const(None))
        kept = self.unit.fresh("t")
        named: ast.expr = ast.NamedExpr(ast.Name(kept, ast.Store()), value)
        return py.if_expr(self._is_one(named, e.to), py.name(kept), py.const(None))

    def _is_one(self, value: ast.expr, type_: c.Type) -> ast.expr:
        values = self.setting.values(type_)
        assert values is not None, type_
        return py.compare("in", value, self.unit.constant(values if len(values) < 6 else frozenset(values)))

    # ---------- zones ----------

    def _isempty(self, e: c.IsEmpty, env: Env) -> ast.expr:
        what = e.what
        if isinstance(what, c.Occupied):
            filled = py.compare("!=", self.size(what, env), py.const(0))
        elif isinstance(what, c.Read) and isinstance(what.place, c.ZonePlace):
            zone = self.layout.zones[what.place.zone]
            if zone.counted is not None:
                filled = py.call("any", self.counts(what.place, env))
            elif zone.slots is not None:
                filled = py.compare("!=", self.size(what, env), py.const(0))
            else:
                raw = self.raw(what.place, env)
                return raw if e.negated else py.not_(raw)
        else:
            value = self.make(what, env)
            return value if e.negated else py.not_(value)
        return filled if e.negated else py.not_(filled)

    def size(self, e: c.Expr, env: Env) -> ast.expr:
        """How many pieces a zone or bag holds, or things a set."""
        if isinstance(e, c.Read) and isinstance(e.place, c.ZonePlace):
            zone = self.layout.zones[e.place.zone]
            if zone.counted is not None:
                return py.call("sum", self.counts(e.place, env))
            raw = self.raw(e.place, env)
            if zone.shape == "slot":
                return py.if_expr(py.is_none(raw), py.const(0), py.const(1))
            return py.call("in_slots" if zone.slots is not None else "len", raw)
        return py.call("len", py.call("tuple", self.domain(e, env)[0]))

    def _numberof(self, e: c.NumberOf, env: Env) -> ast.expr:
        what = self.make(e.what, env)
        if isinstance(e.zone, c.Read) and isinstance(e.zone.place, c.ZonePlace):
            zone = self.layout.zones[e.zone.place.zone]
            if zone.counted is not None:
                return py.item(py.name(env.state), self.count_cell(e.zone.place, what, env))
            if zone.shape == "slot":
                return py.if_expr(py.compare("==", self.raw(e.zone.place, env), what), py.const(1), py.const(0))
            return self._count_in(self.raw(e.zone.place, env), what)
        return self._count_in(self.make(e.zone, env), what)

    def _count_in(self, pieces: ast.expr, what: ast.expr) -> ast.expr:
        kept = self.unit.fresh("x")
        return py.call("sum", py.generator(py.const(1), [(kept, pieces, [py.compare("==", py.name(kept), what)])]))

    def _in(self, e: c.In, env: Env) -> ast.expr:
        item = self.make(e.item, env)
        inside = self._inside(e, item, env)
        return py.not_(inside) if e.negated else inside

    def _inside(self, e: c.In, item: ast.expr, env: Env) -> ast.expr:
        where = e.container
        if isinstance(where, c.AllOf):
            values = self.setting.domain(where.enum)
            return py.compare("in", item, self.unit.constant(values if len(values) < 6 else frozenset(values)))
        if isinstance(where, c.SetConst):
            parts = self.keys(where.items, env)
            return py.compare("in", item, py.tuple_(parts))
        if isinstance(where, c.Span_):
            low, high = self.make(where.low, env), self.make(where.high, env)
            inside = py.all_of([py.compare(">=", item, low), py.compare("<=", _copy(item), high)])
            there = py.is_none(_copy(item), negated=True)
            return py.all_of([there, inside]) if may_be_none(e.item.type) else inside
        if isinstance(where, c.Occupied):
            cells = self.layout.zones[where.zone]
            return py.is_none(py.item(py.name(env.state), self.cell_index(cells, [item])), negated=True)
        if isinstance(where, c.Read) and isinstance(where.place, c.ZonePlace):
            zone = self.layout.zones[where.place.zone]
            if zone.counted is not None:
                count = py.item(py.name(env.state), self.count_cell(where.place, item, env))
                there = py.compare(">", count, py.const(0))
                return py.all_of([py.is_none(item, negated=True), there]) if may_be_none(e.item.type) else there
            if zone.shape == "slot":
                return py.compare("==", self.raw(where.place, env), item)
            raw = self.raw(where.place, env)
            return py.all_of([py.is_none(_copy(item), True), py.compare("in", item, raw)]) if may_be_none(e.item.type) else py.compare("in", item, raw)
        if isinstance(where, c.TableKeys):
            return py.compare("in", item, self.unit.constant(tuple(self.game.tables[where.name].rows)))
        if isinstance(where, c.KeysOf):
            return py.compare("in", item, self.make(where.map, env))
        return py.compare("in", item, self.domain(where, env)[0])

    # ---------- domains ----------

    def fixed_domain(self, e: c.Expr) -> tuple[int, ...] | None:
        """A domain's values where they are known now."""
        if isinstance(e, c.AllOf):
            return self.setting.domain(e.enum)
        if isinstance(e, c.TableKeys):
            return tuple(sorted(self.game.tables[e.name].rows))
        if isinstance(e, c.Span_):
            low, high = self.setting.static(e.low), self.setting.static(e.high)
            if isinstance(low, int) and isinstance(high, int) and high - low < 1000:
                return tuple(range(low, high + 1))
        if isinstance(e, c.SetConst):
            values = [self.setting.static(i) for i in e.items]
            if all(type(v) is int for v in values):
                return tuple(dict.fromkeys(values))  # type: ignore[arg-type]
        return None

    def domain(self, e: c.Expr, env: Env) -> tuple[ast.expr, bool]:
        """An iterable of a domain's values in their order, and whether it may hold doubles."""
        env = replace(env, no_walrus=True)
        fixed = self.fixed_domain(e)
        if fixed is not None:
            return self.unit.constant(fixed), False
        match e:
            case c.Span_():
                return py.call("span", py.name(env.state), self.make(e.low, env), self.make(e.high, env)), False
            case c.SetConst():
                return py.call("distinct", py.tuple_(self.keys(e.items, env))), False
            case c.Occupied():
                return self._occupied(e, env), False
            case c.KeysOf():
                return self._keys_of(e, env), False
            case c.Read(place=c.ZonePlace() as place):
                return self._zone_domain(place, env)
            case _:
                value = self.make(e, env)
                if may_be_none(e.type):
                    value = py.if_expr(py.is_none(value), py.const(()), _copy(value))
                return value, isinstance(e.type, c.PiecesT)

    def _occupied(self, e: c.Occupied, env: Env) -> ast.expr:
        cells = self.layout.zones[e.zone]
        values = self.unit.constant(cells.keys[0])
        state = py.part(py.name(env.state), py.const(cells.base), py.const(cells.base + cells.count))
        if not isinstance(self.game.zones[e.zone].piece, c.RecordT):
            kept = self.unit.fresh("x")
            state = py.generator(py.is_none(py.name(kept), True), [(kept, state, [])])
        return py.call("compress", values, state)

    def _keys_of(self, e: c.KeysOf, env: Env) -> ast.expr:
        if isinstance(e.map, c.AttrOf) and not may_be_none(e.map.base.type):
            order = {i: n for n, i in enumerate(k for enum in self.game.enums for k in self.game.enums[enum].ids)}
            values = self.game.attributes[e.map.name].values
            keys = {
                i: tuple(sorted((k[0] for k, _ in v.items), key=lambda k: order.get(k, k)))
                for i, v in values.items()
                if isinstance(v, c.MapConst)
            }
            return py.item(self.unit.constant(keys), self.make(e.map.base, env))
        return self.make(e.map, env)

    def _zone_domain(self, place: c.ZonePlace, env: Env) -> tuple[ast.expr, bool]:
        zone = self.layout.zones[place.zone]
        if zone.counted is not None:
            return py.call("compress", self.unit.constant(zone.counted), self.counts(place, env)), False
        raw = self.raw(place, env)
        if zone.shape == "slot":
            return py.if_expr(py.is_none(raw), py.const(()), py.tuple_([_copy(raw)])), False
        if zone.shape == "stack":
            raw = py.reversed_(raw)
        if zone.slots is not None:
            raw = py.call("pieces_in", raw)
        return raw, not self._all_different(place.zone)

    def _all_different(self, name: str) -> bool:
        """Whether a zone's pieces are single cards of which there is one each."""
        zone = self.game.zones[name]
        if not self.layout.is_single_cards(zone):
            return False
        return all(
            self.setting.static(content.number) == 1
            for z in self.game.zones.values()
            if z.component == zone.component
            for content in z.holds
        )

    def loop(self, bind: c.Bind, env: Env) -> tuple[LoopClause, Env]:
        """The clause of a comprehension or `for`, and the scope inside it."""
        iterable, doubles = self.domain(bind.domain, env)
        if doubles:
            iterable = py.call("distinct", iterable)
        kept = self.unit.fresh("x")
        inner = replace(env.bind(bind.var, py.name(kept)))
        tests = [] if bind.where is None else [self.make(bind.where, inner)]
        return (kept, iterable, tests), inner

    def written_out(self, bind: c.Bind, env: Env) -> list[tuple[ast.expr, Env]] | None:
        """The rounds of a short loop over a fixed domain: (test, scope) each; None if it is to be a loop."""
        fixed = self.fixed_domain(bind.domain)
        if fixed is None or not fixed or env.rounds * len(fixed) > UNROLLED:
            return None
        rounds = []
        for value in fixed:
            inner = replace(env.bind(bind.var, py.const(value)), rounds=env.rounds * len(fixed))
            test = self.test(bind.where, inner)
            if not py.is_const(test, False):
                rounds.append((test, inner))
        return rounds

    # ---------- comprehensions ----------

    def _over(self, e: c.Over, env: Env) -> ast.expr:
        rounds = self.written_out(e.bind, env) if e.kind != "first" else None
        if rounds is not None:
            tests = [test for test, _ in rounds]
            if e.kind == "any":
                return py.any_of(tests)
            return _sum_all(py.const(1) if py.is_const(t, True) else py.if_expr(t, py.const(1), py.const(0)) for t in tests)
        (kept, iterable, tests), _ = self.loop(e.bind, env)
        if e.kind == "any":
            if not tests:
                return py.call("any", py.generator(py.const(True), [(kept, iterable, [])]))
            return py.call("any", py.generator(py.all_of(tests), [(kept, iterable, [])]))
        if e.kind == "count":
            return py.call("sum", py.generator(py.const(1), [(kept, iterable, tests)]))
        return py.call("next", py.generator(py.name(kept), [(kept, iterable, tests)]), py.const(None))

    def _best(self, e: c.Best, env: Env) -> ast.expr:
        (kept, iterable, tests), inner = self.loop(e.bind, env)
        pairs = py.generator(py.tuple_([self.make(e.by, inner), py.name(kept)]), [(kept, iterable, tests)])
        return py.call("best", pairs, py.const(1 if e.kind == "highest" else -1))

    def _aggregate(self, e: c.Aggregate, env: Env) -> ast.expr:
        if e.kind in ("sum", "all"):
            parts = self._written_parts(e, 0, env, [])
            if parts is not None:
                return _sum_all(parts) if e.kind == "sum" else py.all_of(parts)
        clauses: list[LoopClause] = []
        inner = env
        for bind in e.binds:
            clause, inner = self.loop(bind, inner)
            clauses.append(clause)
        values = py.generator(self.make(e.value, inner), clauses)
        if e.kind in ("sum", "all"):
            return py.call(e.kind, values)
        return ast.Call(py.name(e.kind), [values], [ast.keyword("default", py.const(None))])

    def _written_parts(self, e: c.Aggregate, depth: int, env: Env, tests: list[ast.expr]) -> list[ast.expr] | None:
        if depth == len(e.binds):
            value = self.make(e.value, env)
            if not tests:
                return [value]
            absent = py.const(0) if e.kind == "sum" else py.const(True)
            return [py.if_expr(py.all_of(tests), value, absent)]
        rounds = self.written_out(e.binds[depth], env)
        if rounds is None:
            if depth == 0:
                return None
            rest = replace(e, binds=e.binds[depth:])
            value = self._aggregate(rest, env)
            absent = py.const(0) if e.kind == "sum" else py.const(True)
            return [py.if_expr(py.all_of(tests), value, absent) if tests else value]
        parts: list[ast.expr] = []
        for test, inner in rounds:
            found = self._written_parts(e, depth + 1, inner, [*tests, *([] if py.is_const(test, True) else [test])])
            if found is None:
                return None
            parts += found
        return parts

    def _extreme(self, e: c.Extreme, env: Env) -> ast.expr:
        return py.call(e.kind, *self.keys(e.args, env))

    def _reachfrom(self, e: c.ReachFrom, env: Env) -> ast.expr:
        start = self.make(e.start, env)
        source = self.unit.fresh("x")
        (kept, iterable, tests), _ = self.loop(e.step, env.bind(e.source, py.name(source)))
        near = ast.Lambda(
            ast.arguments([], [ast.arg(source)], None, [], [], None, []),
            py.listing(py.name(kept), [(kept, iterable, tests)]),
        )
        return py.call("reach", start, near)

    def _allof(self, e: c.AllOf, env: Env) -> ast.expr:
        return self.unit.constant(self.setting.domain(e.enum))

    def _span(self, e: c.Span_, env: Env) -> ast.expr:
        return self.domain(e, env)[0]

    def _setconst(self, e: c.SetConst, env: Env) -> ast.expr:
        return self.domain(e, env)[0]

    def _occupied_value(self, e: c.Occupied, env: Env) -> ast.expr:
        return self._occupied(e, env)

    def _keysof(self, e: c.KeysOf, env: Env) -> ast.expr:
        return self.domain(e, env)[0]

    def _tablekeys(self, e: c.TableKeys, env: Env) -> ast.expr:
        return self.domain(e, env)[0]

    # ---------- built-ins ----------

    def _builtin(self, e: c.Builtin, env: Env) -> ast.expr:
        if e.name == "can":
            return self._can_take(e, env)
        if e.name == "before":
            return self.before(e, env)
        if e.name == "points_of":
            return self._points_of(e, env)
        if e.name == "winners":
            return py.call("winners_now", py.name(env.state))
        if e.name in ("size", "only", "top"):
            return self._zone_builtin(e, env)
        args = self.keys(e.args, env)
        if e.name == "abs":
            return py.call("abs", *args)
        if e.name in ("next", "turn_order", "others", "seats_from"):
            return self._player_builtin(e, args, env)
        if e.name == "position":
            return self._if_there(e.args[0], args[0], lambda x: self._position(e.args[0].type, x), env)
        return self._board_builtin(e, args, env)

    def _can_take(self, e: c.Builtin, env: Env) -> ast.expr:
        """`can(action or group)`, or of an action that an expression gives."""
        if not e.args:
            return py.any_of(self.can(action, env) for action in e.actions)
        which = self.make(e.args[0], env)
        return py.any_of(
            py.all_of([py.compare("==", _copy(which), py.const(self.game.actions[action].id)), self.can(action, env)])
            for action in self.setting.possible_actions(e.args[0])
        )

    def _zone_builtin(self, e: c.Builtin, env: Env) -> ast.expr:
        zone = e.args[0]
        if e.name == "size":
            return self.size(zone, env)
        pieces = self.make(zone, env)
        if e.name == "only":
            return py.call("only_piece", pieces)
        return py.if_expr(_copy(pieces), py.item(pieces, py.const(-1)), py.const(None))

    def _player_builtin(self, e: c.Builtin, args: list[ast.expr], env: Env) -> ast.expr:
        players = self.setting.players
        n = len(players)
        if e.name == "turn_order":
            places = {(f, p): (players.index(p) - players.index(f)) % n + 1 for f in players for p in players}
            return py.item(self.unit.constant(places), py.tuple_([self.cell(env, layout.FIRST), args[0]]))
        table: dict[int, object] = {}
        for i, p in enumerate(players):
            around = players[i:] + players[:i]
            table[p] = {"next": around[1 % n], "others": around[1:], "seats_from": around}[e.name]
        known = self.unit.constant(table)
        return self._if_there(e.args[0], args[0], lambda x: py.item(known, x), env)

    def _position(self, type_: c.Type, value: ast.expr) -> ast.expr:
        if isinstance(type_, c.OptT):
            type_ = type_.of
        if isinstance(type_, c.NumberT):
            return py.arith("-", value, py.const((type_.low or 0) - 1))
        values = self.setting.values(type_)
        assert values is not None
        return py.item(self.unit.constant({v: i + 1 for i, v in enumerate(values)}), value)

    def _board_builtin(self, e: c.Builtin, args: list[ast.expr], env: Env) -> ast.expr:
        assert e.board is not None
        board = self.game.boards[e.board]
        spaces = tuple(s for s in board.spaces if s in frozenset(self.setting.domain(e.board)))
        if e.name == "square":
            first = min(spaces)
            cells = {board.cell[s][1:]: s for s in spaces}
            rows, columns = board.size
            regular = all(cells.get((r, k)) == first + (r - 1) * columns + k - 1 for r in range(1, rows + 1) for k in range(1, columns + 1))
            if regular and isinstance(args[0], ast.Constant) and isinstance(args[1], ast.Constant):
                return py.const(cells.get((args[0].value, args[1].value)))  # type: ignore[arg-type]
            return py.method(self.unit.constant(cells), "get", py.tuple_(args))
        if e.name == "after":
            order = self.unit.constant(spaces)
            place = self._if_there(e.args[0], args[0], lambda x: py.item(order, py.arith(
                "mod", py.arith("+", self.key_offset(spaces, x), args[1]), py.const(len(spaces)))), env)  # fmt: skip
            return place
        if e.name in ("between", "distance"):
            pairs = self.unit.constant(boards.pair_table(board, spaces, e.name))
            default = [py.const(())] if e.name == "between" else []
            return py.method(pairs, "get", py.tuple_(args), *default)
        table = self.unit.constant(boards.space_table(board, spaces, e.name))
        if may_be_none(e.args[0].type):
            return py.method(table, "get", args[0], *([] if e.name in ("row", "column") else [py.const(())]))
        return py.item(table, args[0])

    # ---------- the score sheet ----------

    def sheet(self) -> str:
        """The function `(S, me) -> points of each line`, each line seeing the sum of those above as `total`."""
        if self._sheet is None:
            self._sheet = self.unit.fresh("sheet")
            env = Env({}, me=py.name("me"), total=py.name("total"))
            body: list[ast.stmt] = [py.assign("total", py.const(0))]
            names = []
            for line in self.game.scoring:
                names.append(self.unit.fresh("y"))
                body.append(py.assign(names[-1], self.make(line.value, env)))
                body.append(py.assign("total", py.arith("+", py.name("total"), py.name(names[-1]))))
            body.append(py.return_(py.tuple_(py.name(n) for n in names)))
            self.unit.define(self._sheet, ["S", "me"], body, self.game.scoring[0].at if self.game.scoring else None)
        return self._sheet

    def _points_of(self, e: c.Builtin, env: Env) -> ast.expr:
        """Before the end what a line would give now; after it what it gave, for the score itself has grown since."""
        place = py.const([line.name for line in self.game.scoring].index(e.line or ""))
        player, kept = self.make(e.args[0], env), self.cell(env, layout.SHEET)
        seat = py.item(self.unit.constant({p: n for n, p in enumerate(self.setting.players)}), player)
        now = py.item(py.call(self.sheet(), py.name(env.state), player), place)
        return py.if_expr(kept, py.item(py.item(_copy(kept), seat), place), now)

    def text(self, text: c.Text, env: Env) -> ast.expr:
        """The values that a text fills in, as a tuple."""
        return py.tuple_(self.make(p, env) for p in text.parts if isinstance(p, c.Expr))

    def _no_can(self, action: str, env: Env) -> ast.expr:
        raise AssertionError("`can` is not connected")

    def _no_before(self, e: c.Builtin, env: Env) -> ast.expr:
        raise AssertionError("`before` stands in `always` only")


def may_be_none(type_: c.Type) -> bool:
    """Whether a value of a type may be none."""
    return isinstance(type_, (c.OptT, c.NoneT))


def _is_cheap(node: ast.expr) -> bool:
    """Whether a value may be computed twice instead of kept: a name, a literal, a cell."""
    if isinstance(node, (ast.Name, ast.Constant)):
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return _is_simple_sum(node.slice)
    return False


def _is_simple_sum(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_simple_sum(node.left) and _is_simple_sum(node.right)
    return isinstance(node, (ast.Name, ast.Constant))


def _copy(node: ast.expr) -> ast.expr:
    """The same code once more (nodes may be shared: nobody changes them)."""
    return node


def _sum(a: ast.expr, b: ast.expr) -> ast.expr:
    """`a + b` with constants brought together at the end."""
    moving: list[ast.expr] = []
    fixed = 0
    for node in (a, b):
        sign_constant = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)) and py.is_const(node.right)
        if isinstance(node, ast.Constant):
            fixed += py.number(node)
        elif sign_constant and isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant):
            fixed += py.number(node.right) * (1 if isinstance(node.op, ast.Add) else -1)
            moving.append(node.left)
        else:
            moving.append(node)
    if not moving:
        return py.const(fixed)
    result = moving[0]
    for node in moving[1:]:
        result = py.arith("+", result, node)
    return py.arith("+", result, py.const(fixed))


def _sum_all(parts: Iterable[ast.expr]) -> ast.expr:
    result = py.const(0)
    for node in parts:
        result = py.arith("+", result, node)
    return result

"""What rows and records say of themselves: fields, attributes (plain or computed), maps."""

import ast

from rulewright.check import checked as c
from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.expressions.core import Env, Expressions, Maker, may_be_none, without_none
from rulewright.program.setting import UNKNOWN

# ---------- records ----------


def field(x: Expressions, e: c.FieldOf, env: Env) -> ast.expr:
    """`card.value`, of a record: a tuple of its fields."""
    record = x.make(e.record, env)
    place = list(x.game.components[e.component].fields).index(e.field)
    return x.if_there(e.record, record, lambda r: py.item(r, py.const(place)), env)


def make_record(x: Expressions, e: c.MakeRecord, env: Env) -> ast.expr:
    """A record of given fields."""
    return py.tuple_(x.keys(e.args, env))


# ---------- attributes ----------


def attribute(x: Expressions, e: c.AttrOf, env: Env) -> ast.expr:
    """`card.cost`: a plain one by a constant table, a computed one by a function."""
    base = x.make(e.base, env)
    if e.args or _may_be_computed(x, e):
        return _computed(x, e, base, env)
    if isinstance(base, ast.Constant) and isinstance(base.value, int):
        value = _plain_value(x, x.game.attributes[e.name].values.get(base.value))
        if value is None or isinstance(value, (bool, int, str)):
            return py.const(value)
    if may_be_none(e.base.type):
        return py.method(x.unit.constant(_table(x, e.name)), "get", base)
    return x.unit.looked_up(_table(x, e.name), base)


def _may_be_computed(x: Expressions, e: c.AttrOf) -> bool:
    """Whether a row that the base may be has a line instead of a value."""
    rows = x.setting.computed[e.name]
    base = without_none(e.base.type)
    return any(i in base.ids for i in rows) if isinstance(base, c.EnumT) else bool(rows)


def _table(x: Expressions, name: str) -> dict[int, object]:
    if name not in x.attributes:
        values = x.game.attributes[name].values
        x.attributes[name] = {i: _plain_value(x, v) for i, v in values.items() if v is None or isinstance(v, c.Expr)}
    return x.attributes[name]


def _plain_value(x: Expressions, value: object) -> object:
    """A data attribute's value: a plain value, a tuple for a set, a dict for a map."""
    match value:
        case c.MapConst():
            return {(k[0] if len(k) == 1 else k): _plain_value(x, v) for k, v in value.items}
        case c.SetConst():
            return tuple(_plain_value(x, v) for v in value.items)
        case c.Expr():
            static = x.setting.static(value)
            assert static is not UNKNOWN, "an attribute is constant once options are known"
            return static
        case _:
            return None


def _computed(x: Expressions, e: c.AttrOf, base: ast.expr, env: Env) -> ast.expr:
    """An attribute that is an expression of each row: one function, which finds the row's own."""
    rows = {i: _row_function(x, e.name, i, code) for i, code in x.setting.computed[e.name].items()}
    args = x.keys(e.args, env)
    function = x.unit.fresh("a")
    parameters = ["S", "me", "x", *(f"p{k}" for k in range(len(args)))]
    body: list[ast.stmt] = []
    for i, row in rows.items():
        value = py.call(row, *map(py.name, parameters))
        body += py.if_(py.compare("==", py.name("x"), py.const(i)), [py.return_(value)])
    default = py.const(0 if isinstance(e.type, c.NumberT) else False if isinstance(e.type, c.TruthT) else None)
    body.append(py.return_(default))
    x.unit.define(function, parameters, body, e.at)
    value = py.call(function, py.name(env.state), env.me_or_none, base, *args)
    return notes.reading(value, x.analysis.reads(e))


def _row_function(x: Expressions, name: str, i: int, code: c.Code) -> str:
    """The function `(S, me, this, ..) -> value` of one row."""

    def write(function: str) -> None:
        names = [f"v{k}" for k in range(len(code.params))]
        bound: dict[c.Var, ast.expr] = {p: py.name(n) for p, n in zip(code.params, names, strict=True)}
        value = x.asked(code.value, Env(bound, me=py.name("me"), this=py.name("this")))
        x.unit.define(function, ["S", "me", "this", *names], [py.return_(value)], code.value.at)

    return x.unit.once(("attribute", name, i), "c", write)


# ---------- maps ----------


def lookup(x: Expressions, e: c.Lookup, env: Env) -> ast.expr:
    """A map's value for keys; a key that it does not name has none, or no things."""
    table = x.make(e.map, env)
    nodes = x.keys(e.keys, env)
    args = [nodes[0] if len(nodes) == 1 else py.tuple_(nodes)]
    if isinstance(e.type, c.NumberT):
        args.append(py.const(0))
    elif isinstance(e.type, c.SetT):
        args.append(py.const(()))
    return x.if_there(e.map, table, lambda t: py.method(t, "get", *args), env)


def map_constant(x: Expressions, e: c.MapConst, env: Env) -> ast.expr:
    """A map written in the rules."""
    return x.unit.constant(_plain_value(x, e))


MAKERS: dict[type[c.Expr], Maker] = {
    c.FieldOf: field, c.MakeRecord: make_record, c.AttrOf: attribute, c.Lookup: lookup, c.MapConst: map_constant,
}  # fmt: skip

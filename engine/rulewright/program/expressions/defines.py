"""Named expressions (with the powers that modify them) and tables: one function, one constant each."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.expressions import places
from rulewright.program.expressions.core import Env, Expressions, Maker
from rulewright.program.setting import table_value


def call_define(x: Expressions, e: c.CallDefine, env: Env) -> ast.expr:
    """A call of a define; `me` is handed over where it is asked for."""
    define = x.game.defines[e.name]
    function = _function(x, define)
    args = x.keys(e.args, env)
    me = [env.me_or_none] if _needs_me(x, define) else []
    return py.call(function, py.name(env.state), *me, *args)


def _needs_me(x: Expressions, define: c.Define) -> bool:
    return define.uses_me or define.name in x.setting.modified


def _function(x: Expressions, define: c.Define) -> str:
    def write(function: str) -> None:
        names = [f"v{k}" for k in range(len(define.params))]
        env = Env({p: py.name(n) for p, n in zip(define.params, names, strict=True)})
        parameters = ["S", *names]
        if _needs_me(x, define):
            env, parameters = replace(env, me=py.name("me")), ["S", "me", *names]
        modified = define.name in x.setting.modified
        body = _modified_body(x, define, env, names) if modified else _returning(x, define.value, env)
        x.unit.define(function, parameters, body, define.at)

    return x.unit.once(("define", define.name), "d", write)


def _returning(x: Expressions, e: c.Expr, env: Env) -> list[ast.stmt]:
    """Statements that return an expression's value; conditionals become ifs."""
    if isinstance(e, c.Conditional):
        condition = x.make(e.condition, env)
        return [*py.if_(condition, _returning(x, e.then, env)), *_returning(x, e.otherwise, env)]
    return [py.return_(x.make(e, env))]


def _modified_body(x: Expressions, define: c.Define, env: Env, names: list[str]) -> list[ast.stmt]:
    """The base value, then each power in force for `me`, in the order of zones and rows."""
    body: list[ast.stmt] = [py.assign("it", x.make(define.value, env))]
    inner = replace(env, it=py.name("it"), this=py.name("x"))
    somebody = py.is_none(py.name("me"), negated=True)
    for zone in x.game.zones.values():
        if zone.powers_of:
            place = c.ZonePlace(zone.name, (c.Special("me", type=c.UnknownT(), at=zone.at),), at=zone.at)
            changes: list[ast.stmt] = []
            for i, line in _modifiers(x, define.name):
                bound = {p: py.name(n) for p, n in zip(line.params, names, strict=True)}
                change = py.assign("it", x.make(line.value, replace(inner, vars={**inner.vars, **bound})))
                changes += py.if_(py.compare("==", py.name("x"), py.const(i)), [change])
            body += py.if_(somebody, [py.for_("x", places.contents(x, place, env), changes)])
    return [*body, py.return_(py.name("it"))]


def _modifiers(x: Expressions, name: str) -> list[tuple[int, c.ModifierPower]]:
    """The powers that modify a define, each with the row whose power it is."""
    return [
        (i, line)
        for attribute in x.game.attributes.values()
        for i, value in attribute.values.items()
        if isinstance(value, c.PowerSet)
        for line in value.lines
        if isinstance(line, c.ModifierPower) and line.name == name
    ]


def call_table(x: Expressions, e: c.CallTable, env: Env) -> ast.expr:
    """A table's value; gaps are filled here, only `and more` is left to running code."""
    table = x.game.tables[e.name]
    keys = sorted(table.rows)
    filled = {k: table_value(table, k) for k in range(keys[0], keys[-1] + 1) if k in table.rows or table.lower_between}
    arg = x.make(e.arg, env)
    if table.last_beyond:
        arg = py.call("min", arg, py.const(keys[-1]))
    return py.item(x.unit.constant(filled), arg)


MAKERS: dict[type[c.Expr], Maker] = {c.CallDefine: call_define, c.CallTable: call_table}

"""Named expressions (with the powers that modify them) and tables: one function, one constant each."""

import ast
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program import notes
from rulewright.program import pyast as py
from rulewright.program.analysis import children
from rulewright.program.expressions import functions, places, tabled
from rulewright.program.expressions.core import Env, Expressions, Maker, is_steady
from rulewright.program.setting import UNKNOWN, chosen_case, table_value

SHORT = 40  # a define of at most so many parts is written out where it is called
LONGER = 80  # where parts of what is written out are shared
_LONG = 10**6
_LOOPS = (c.Over, c.Best, c.Aggregate, c.ReachFrom)


def call_define(x: Expressions, e: c.CallDefine, env: Env) -> ast.expr:
    """A call of a define: looked up where it is known for all arguments, written out where it is short."""
    define = x.game.defines[e.name]
    args = x.keys(e.args, env)
    if define.name not in x.setting.modified and not x.counting.active:
        known = tabled.call(x, define, args, lambda: _function(x, define))
        if known is not None:
            return known
        if all(map(is_steady, args)) and _length(x, define) <= (LONGER if env.shared else SHORT):
            scope: dict[c.Var, ast.expr] = dict(zip(define.params, args, strict=True))
            me = env.me_or_none if define.uses_me else None
            inner = replace(env, vars=scope, me=me, it=None, this=None, total=None, inlined=define.name)
            return x.make(define.value, inner)
    function, reads, by_player = _function(x, define), x.analysis.reads(e), _needs_me(x, define)
    if not args and define.name not in x.setting.modified and isinstance(e.type, (c.TruthT, c.NumberT)):
        function = x.memo.function(("define", define.name), function, reads, by_player=by_player)
    handed = [env.me_or_none, *args] if by_player else args
    called = notes.reading(py.call(function, py.name(env.state), *handed), reads)
    return notes.harmless(called) if define.is_number and not args else called


def _length(x: Expressions, define: c.Define) -> int:
    """How many parts a define has with those that it calls written out; many if its value is worth remembering."""
    known = x.lengths.get(define.name)
    if known is None:
        x.lengths[define.name] = _LONG  # a guard: it does not call itself
        remembered = not define.params and _has_loop(x, define.value)
        known = x.lengths[define.name] = _LONG if remembered else length_of(x, define.value)
    return known


def _has_loop(x: Expressions, node: object) -> bool:
    if isinstance(node, c.Expr) and x.setting.static(node) is not UNKNOWN:
        return False
    if isinstance(node, c.CallDefine) and _has_loop(x, x.game.defines[node.name].value):
        return True
    return isinstance(node, _LOOPS) or any(_has_loop(x, child) for child in children(node))


def length_of(x: Expressions, node: object) -> int:
    """How many parts an expression has, with the defines that are written out in it."""
    if isinstance(node, _LOOPS):
        return 1  # it becomes a function of its own
    if isinstance(node, c.Expr) and x.setting.static(node) is not UNKNOWN:
        return 1
    if isinstance(node, c.CaseExpr) and (by := x.setting.static(node.by)) is not UNKNOWN:
        return length_of(x, chosen_case(node, by))
    own = 1
    if isinstance(node, c.CallDefine):
        called = _length(x, x.game.defines[node.name])
        own += called if called <= SHORT else 0  # a long one stays a call
    return min(_LONG, own + sum(length_of(x, child) for child in children(node)))


def _needs_me(x: Expressions, define: c.Define) -> bool:
    return define.uses_me or define.name in x.setting.modified


def _function(x: Expressions, define: c.Define) -> str:
    def write(function: str) -> None:
        handed = functions.parameters(x, define.params)
        names = list(handed.values())
        env = Env({var: py.name(name) for var, name in handed.items()})
        parameters = ["S", *names]
        if _needs_me(x, define):
            env, parameters = replace(env, me=py.name("me")), ["S", "me", *names]
        modified = define.name in x.setting.modified
        body = _modified_body(x, define, env, names) if modified else _returning(x, define.value, env)
        x.unit.define(function, parameters, body, define.at)

    return x.unit.once(("define", define.name), "d", write)


def _returning(x: Expressions, e: c.Expr, env: Env) -> list[ast.stmt]:
    """Statements that return an expression's value; conditionals become ifs."""
    if isinstance(e, c.Conditional) and not x.counting.active:
        condition = x.make(e.condition, env)
        return [*py.if_(condition, _returning(x, e.then, env)), *_returning(x, e.otherwise, env)]
    return [py.return_(x.asked(e, env))]


def _modified_body(x: Expressions, define: c.Define, env: Env, names: list[str]) -> list[ast.stmt]:
    """The base value, then each power in force for `me`, in the order of zones and rows."""
    body: list[ast.stmt] = [py.assign("it", x.asked(define.value, env))]
    inner = replace(env, it=py.name("it"), this=py.name("x"))
    somebody = py.is_none(py.name("me"), negated=True)
    for zone in x.game.zones.values():
        if zone.powers_of:
            place = c.ZonePlace(zone.name, (c.Special("me", type=c.UnknownT(), at=zone.at),), at=zone.at)
            changes: list[ast.stmt] = []
            for i, line in _modifiers(x, define.name):
                bound = {p: py.name(n) for p, n in zip(line.params, names, strict=True)}
                change = py.assign("it", x.asked(line.value, replace(inner, vars={**inner.vars, **bound})))
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
    return x.unit.looked_up(filled, arg)


MAKERS: dict[type[c.Expr], Maker] = {c.CallDefine: call_define, c.CallTable: call_table}

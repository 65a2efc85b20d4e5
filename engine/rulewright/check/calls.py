"""Calls: built-in functions, defines, tables, makers of records."""

from typing import Any

from rulewright.check import types
from rulewright.check.builtins import ROWS, reader
from rulewright.check.checked import (
    CallTable,
    Expr,
    Local,
    MakeRecord,
    NumberT,
    RecordT,
    Type,
)
from rulewright.check.core import Checker, Handler
from rulewright.check.defines import call_define, fit_all
from rulewright.check.paths import key_of, table_key
from rulewright.check.scope import Env
from rulewright.expr import tree as t
from rulewright.model.definition import TableDef
from rulewright.text import Span, did_you_mean

# Functions that authors bring along, and what is written here.
_FAMILIAR = {
    "len": "`size(Z)`", "length": "`size(Z)`", "count_of": "`size(Z)`",
    "exists": "`any(x in D where C)`", "forall": "`all(C for x in D)`", "every": "`all(C for x in D)`",
    "random": "the sentence `pick x at random in D`", "rand": "the sentence `pick x at random in D`",
    "contains": "`x in Z`", "has": "`x in Z`", "filter": "`x in D where C`",
}  # fmt: skip

# ---------- other calls ----------


def call(ck: Checker, node: t.Call, env: Env, hint: Type | None) -> Expr:
    """`name(args)`."""
    word = node.name
    if word in ck.builtins:
        return ck.builtins[word](ck, node, env)
    if word in ck.game.define or word in ck.game.numbers:
        return call_define(ck, word, None, node, env)
    if word in ck.symbols.tables:
        return _table(ck, node, env)
    if word in ck.symbols.fields:
        return _record(ck, node, env)
    if any(b.space_type == word and b.shape == "grid" for b in ck.symbols.boards.values()):
        return reader(ROWS["square"])(ck, node, env)
    if word in ck.game.routines:
        ck.error("type", f"the routine `{word}` does something and has no value", node, "it is a sentence of its own")
        return ck.hole(node)
    if word in ck.symbols.cells:
        ck.error("type", f"`{word}` is read with brackets: `{word}[..]`", node)
        return ck.hole(node)
    known = [*ck.game.define, *ck.symbols.tables, *ck.builtins, *ck.symbols.fields]
    message = f"there is no function `{word}`"
    help = f"write {_FAMILIAR[word]}" if word in _FAMILIAR else did_you_mean(word, known)
    return ck.no_such("unknown-name", word, message, _head(node), help)


def _head(node: t.Call) -> Any:
    where = node.at
    return where.origin(where.start, where.start + len(node.name))


def _table(ck: Checker, node: t.Call, env: Env) -> Expr:
    ck.use(node.name)
    if len(node.args) != 1:
        ck.error("arity", f"the table `{node.name}` needs 1 argument, not {len(node.args)}", node)
        return ck.hole(node)
    arg = ck.number(node.args[0], env)
    table = ck.game.tables[node.name]
    values = [value for value, _ in table.rows.values()]
    at = node.at.span
    made = CallTable(node.name, arg, type=NumberT(min(values), max(values)) if values else types.NUMBER, at=at)
    if not isinstance(arg.type, NumberT) or not table.rows or _is_key(arg, node.name, env):
        return made
    gap = table_gap(table, arg.type)
    if gap is None:
        return made
    if isinstance(arg, Local) and arg.var in ck.params:
        ck.table_args.append((arg.var, node.name))  # each call must give a number that has a row
        return made
    report_gap(ck, node.name, gap, node.args[0])
    return ck.hole(node)


def report_gap(ck: Checker, table: str, gap: str, at: t.Node | Span) -> None:
    """Reports a number that a table has no row for."""
    ck.error("table-gap", f"the table `{table}` has no row for {gap}", at, "add the row, or bound the number before")


def _is_key(arg: Expr, table: str, env: Env) -> bool:
    """Whether a number was taken from the table's own keys."""
    key = key_of(arg)
    return key is not None and table_key(table, key) in env.facts.known


def table_gap(table: TableDef, of: NumberT) -> str | None:
    """A number of the given bounds that a table does not cover, in words; None if there is none."""
    keys = sorted(table.rows)
    between, beyond = table.between is not None, table.beyond is not None
    if of.low is None or of.low < keys[0]:
        return f"numbers below {keys[0]}"
    if not beyond and (of.high is None or of.high > keys[-1]):
        return f"numbers above {keys[-1]}"
    if not between:
        high = min(keys[-1], of.high if of.high is not None else keys[-1])
        due = of.low
        for key in keys:  # a table may have very large numbers: what lies between them is not gone through
            if key < due:
                continue
            if key > due or due > high:
                break
            due += 1
        if due <= high:
            return str(due)
    return None


def _record(ck: Checker, node: t.Call, env: Env) -> Expr:
    fields = ck.symbols.fields[node.name]
    ck.use(node.name)
    if len(node.args) != len(fields):
        ck.error("arity", f"a `{node.name}` needs {len(fields)} values, not {len(node.args)}", node,
                 "its fields: " + ", ".join(fields))  # fmt: skip
        return ck.hole(node)
    signature = f"its fields: `{node.name}({', '.join(fields)})`"
    args = fit_all(ck, node.args, list(fields.values()), env, signature)
    return MakeRecord(node.name, args, type=RecordT(node.name), at=node.at.span)


HANDLERS: dict[type[t.Node], Handler] = {t.Call: call}

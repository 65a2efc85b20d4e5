"""What can only be said when the whole game has been read: what nothing uses, what never stops, what is never set."""

from collections.abc import Iterable
from typing import Any

from rulewright.check import types
from rulewright.check.calls import report_gap, table_gap
from rulewright.check.checked import (
    Arith,
    CheckedGame,
    Expr,
    Extreme,
    Local,
    Logic,
    ModifierPower,
    NumberT,
    PowerSet,
    Special,
)
from rulewright.check.core import Checker
from rulewright.check.endless import check_performed
from rulewright.check.writes import writes
from rulewright.text import Related, Span, nearest


def check_whole(ck: Checker, game: CheckedGame, known_rules: Iterable[str] | None) -> None:
    """All of it."""
    check_tables(ck)
    check_order(ck)
    check_cycles(ck)
    check_performed(ck, game)
    check_repeats(ck)
    check_modifiers(ck, game)
    check_unset(ck)
    if known_rules is not None:
        check_citations(ck, known_rules)
    ck.report_no_such()
    if ck.findings.has_errors:
        return
    for doubt in ck.doubts:
        ck.findings.add(doubt)


def check_tables(ck: Checker) -> None:
    """Numbers handed over as parameters that must be keys of a table."""
    waiting, seen = list(ck.table_args), set(ck.table_args)
    while waiting:
        var, table = waiting.pop()
        for param, value, at in ck.passed:
            if param is not var:
                continue
            if isinstance(value, Local) and value.var in ck.params:
                further = (value.var, table)
                if further not in seen:
                    seen.add(further)
                    waiting.append(further)
            elif isinstance(value.type, NumberT):
                gap = table_gap(ck.game.tables[table], value.type)
                if gap is not None:
                    report_gap(ck, table, gap, at)


def check_order(ck: Checker) -> None:
    """Bags of unlike pieces that go into a row or stack without an order."""
    for zone, at in ck.no_order:
        if not zone or zone in ck.many_in or ck.game.zones[zone].holds is not None:
            what = f"`{zone}`" if zone else "this"
            ck.error("no-order", f"{what} is a bag, and its pieces have no order to arrive in", at,
                     "add `in random order` or `in chosen order`, or make it a row")  # fmt: skip


def check_citations(ck: Checker, known: Iterable[str]) -> None:
    """Rule ids that the ledger does not explain."""
    ids = set(known)
    strangers: dict[Span, list[str]] = {}  # by the place where they stand first: a range cites many at one
    for rule, spans in ck.rules.items():
        if rule not in ids:
            strangers.setdefault(spans[0], []).append(rule)
    for at, rules in strangers.items():
        related = tuple(Related(s, "and here") for rule in rules for s in ck.rules[rule][1:])
        if len(rules) > 1:
            message, near = f"the ledger has no rules `{rules[0]}` to `{rules[-1]}`", None
        else:
            message, near = f"the ledger has no rule `{rules[0]}`", nearest(rules[0], ids)
        ck.error("citation-unknown", message, at, f"did you mean `{near}`?" if near else None, related)


def check_unset(ck: Checker) -> None:
    """Variables without a first value, which `setup` must set."""
    written = writes(ck, ck.game.setup)
    if "*" in written:
        return
    for variable in ck.game.variables.values():
        if ck.symbols.kinds_of_name.get(variable.name, ("", None))[1] != variable.at:
            continue  # another thing has its name, which is told
        of = ck.symbols.cells[variable.name].type
        if variable.start is None and not types.has_default(of) and variable.name not in written:
            ck.error("unset-variable", f"`{variable.name}` has no first value", variable.at,
                     "give it a `start:`, set it in `setup`, or let it be `.. or none`")  # fmt: skip
    if "first_player" in ck.used and "first_player" not in written:
        at = ck.first_player_at or ck.game.at
        ck.error("unset-variable", "`first_player` is read, and `setup` does not set it", at,
                 "`set first_player to ..` stands in `setup`")  # fmt: skip


# ---------- rules that run by themselves ----------


def check_cycles(ck: Checker) -> None:
    """Triggers and event rules that cause one another."""
    edges: dict[str, set[str]] = {}
    places: dict[tuple[str, str], Span] = {}
    for event, uses, at in ck.trigger_uses:
        for run in uses.runs:
            edges.setdefault(event, set()).add(run)
            places.setdefault((event, run), at)
    for start in edges:
        path = _way_back(edges, start)
        if path is not None and min(path) == start:
            chain = "` causes `".join([*path, start])
            ck.error("cycle", f"`{chain}`, so it would never end", places[path[0], path[1] if path[1:] else start],
                     "what follows on something may not cause it again")  # fmt: skip


def _way_back(edges: dict[str, set[str]], start: str) -> list[str] | None:
    waiting: list[list[str]] = [[start]]
    seen: set[str] = set()
    while waiting:
        path = waiting.pop(0)
        for step in sorted(edges.get(path[-1], ())):
            if step == start:
                return path
            if step not in seen:
                seen.add(step)
                waiting.append([*path, step])
    return None


def check_repeats(ck: Checker) -> None:
    """State rules that leave what they test as it was."""
    for name, reads, written, at in ck.state_rules:
        if "*" not in written and not reads & written:
            ck.error("rule-repeats", f"`{name}` changes nothing that its `if` reads, so it is done again and again", at,
                     "write what makes its `if` false")  # fmt: skip


def check_modifiers(ck: Checker, game: CheckedGame) -> None:
    """Power lines on one name whose order matters."""
    by_name: dict[str, list[tuple[str, ModifierPower]]] = {}
    for attribute in game.attributes.values():
        for value in attribute.values.values():
            for line in value.lines if isinstance(value, PowerSet) else ():
                if isinstance(line, ModifierPower):
                    by_name.setdefault(line.name, []).append((_way(line.value), line))
    for name, lines in by_name.items():
        ways = {way for way, _ in lines}
        if len(lines) > 1 and (len(ways) > 1 or ways & {"sets", "other"}):
            first, other = lines[0][1], lines[1][1]
            ck.warning("becomes-order", f"two powers change `{name}`, and which comes first matters", other.value.at,
                       "their order is that of the zones, then of the rows",
                       (Related(first.value.at, "the other"),))  # fmt: skip


def _way(value: Expr) -> str:
    """How a power changes a value: changes of one way commute, except "sets" and "other"."""
    if not _reads_it(value):
        return "sets"
    if isinstance(value, Arith) and value.op in ("+", "-") and _is_it(value.left) and not _reads_it(value.right):
        return "adds"
    if isinstance(value, Arith) and value.op == "*" and _is_it(value.left) and not _reads_it(value.right):
        return "multiplies"
    if isinstance(value, Logic) and _is_it(value.parts[0]) and not any(map(_reads_it, value.parts[1:])):
        return value.op
    if isinstance(value, Extreme) and sum(map(_is_it, value.args)) == 1:
        return value.kind
    return "other"


def _is_it(expr: Expr) -> bool:
    return isinstance(expr, Special) and expr.name == "it"


def _reads_it(expr: Any) -> bool:
    if isinstance(expr, Expr):
        return _is_it(expr) or any(_reads_it(getattr(expr, n)) for n in expr.__dataclass_fields__ if n != "at")
    return isinstance(expr, tuple) and any(map(_reads_it, expr))

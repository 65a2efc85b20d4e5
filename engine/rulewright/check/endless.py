"""Finds actions that would perform themselves: what `perform` may run is written out where it stands, without an end.

Actions, routines and effects are the nodes of a graph; an edge leads from each to what its sentences and choices run,
and to what follows on it by event rules and powers.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.check import types
from rulewright.check.checked import (
    AttrOf,
    Block,
    CaseBody,
    CheckedGame,
    Code,
    EffectCode,
    EnumT,
    Expr,
    PerformAction,
    PerformEffect,
    PowerSet,
    RunRoutine,
    Sentence,
    Stmt,
    TriggerPower,
    Type,
)
from rulewright.check.core import Checker
from rulewright.text import Span

Node = tuple[str, str]  # what it is, its name


@dataclass(frozen=True)
class Edge:
    """What runs, and the place of the `perform` that runs it, if it is one."""

    target: Node
    performs: Span | None  # what is performed stands here


def check_performed(ck: Checker, game: CheckedGame) -> None:
    """Reports each circle with a `perform` in it, at the `perform` and with the chain."""
    graph = graph_of(game)
    told: set[Span | frozenset[Node]] = set()
    for node, edges in graph.items():
        for edge in edges:
            way = _way(graph, edge.target, node) if edge.performs is not None else None
            if edge.performs is None or way is None or told & {edge.performs, frozenset(way)}:
                continue
            told |= {edge.performs, frozenset(way)}
            _report(ck, node, way, edge.performs)


def _report(ck: Checker, node: Node, way: list[Node], at: Span) -> None:
    first, *rest = (f"`{name}`" for _, name in (node, *way))
    runs = "".join(f", which runs {name}" for name in rest[1:])
    ck.error("cycle", f"{first} may perform {rest[0]}{runs}, so it would never end", at,
             "narrow it before, `.. in {NAME, NAME}`, or perform an attribute that names other actions")  # fmt: skip


def _way(graph: dict[Node, list[Edge]], start: Node, goal: Node) -> list[Node] | None:
    """The shortest way from a node to another, both included."""
    waiting = deque([[start]])
    seen = {start}
    while waiting:
        path = waiting.popleft()
        if path[-1] == goal:
            return path
        for edge in graph.get(path[-1], ()):
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append([*path, edge.target])
    return None


def graph_of(game: CheckedGame) -> dict[Node, list[Edge]]:
    """What each body, action, routine, effect and rule runs."""
    graph: dict[Node, list[Edge]] = {}
    for name in ("setup", "play", "finish"):
        graph[("body", name)] = [e for s in getattr(game, name) for e in _runs(game, s)]
    for action in game.actions.values():
        graph[("action", action.name)] = list(_runs(game, action.block))
    for routine in game.routines.values():
        graph[("routine", routine.name)] = list(_runs(game, routine.block))
    for name, attribute in game.attributes.items():
        for value in attribute.values.values():
            if isinstance(value, EffectCode):
                graph.setdefault(("effect", name), []).extend(e for s in value.body for e in _runs(game, s))
            for line in value.lines if isinstance(value, PowerSet) else ():
                if isinstance(line, TriggerPower):
                    _follows(game, graph, line.event, (line.sentence,))
    for rule in game.whenever:
        if not rule.after:
            graph[("rule", rule.name)] = [e for s in rule.body for e in _runs(game, s)]
        for event in rule.after:
            _follows(game, graph, event, rule.body)
    return graph


def _follows(game: CheckedGame, graph: dict[Node, list[Edge]], event: str, body: tuple[Stmt, ...]) -> None:
    node = ("action" if event in game.actions else "routine", event)
    graph.setdefault(node, []).extend(e for s in body for e in _runs(game, s))


def _runs(game: CheckedGame, stmt: Stmt) -> Iterator[Edge]:
    """What a sentence, a block or cases may run."""
    if isinstance(stmt, Block):
        for alternative in (*(stmt.choose or ()), *stmt.meanwhile, *([stmt.or_] if stmt.or_ is not None else ())):
            if alternative.action is not None:
                yield Edge(("action", alternative.action), None)
            else:
                yield from _runs(game, alternative.block)
        for inner in (*stmt.body, *stmt.otherwise):
            yield from _runs(game, inner)
    elif isinstance(stmt, CaseBody):
        for body in (*(b for _, b in stmt.cases), stmt.otherwise):
            for inner in body:
                yield from _runs(game, inner)
    elif isinstance(stmt, Sentence):
        core = stmt.core
        if isinstance(core, RunRoutine):
            yield Edge(("routine", core.name), None)
        elif isinstance(core, PerformAction):
            for name in _possible(game, core.what):
                yield Edge(("action", name), core.what.at)
        elif isinstance(core, PerformEffect):
            yield Edge(("effect", core.name), core.base.at)


def _possible(game: CheckedGame, what: Expr) -> list[str]:
    """The actions that an expression may give: the values of an attribute, or of the expression's type."""
    ids: set[int] = set()
    for of in _types_of(game, what):
        inner = types.strip(of)
        if isinstance(inner, EnumT):
            ids |= inner.ids
    return [a.name for a in game.actions.values() if a.id in ids]


def _types_of(game: CheckedGame, what: Expr) -> Iterator[Type]:
    attribute = game.attributes.get(what.name) if isinstance(what, AttrOf) else None
    if attribute is None:
        yield what.type
        return
    for value in attribute.values.values():
        if isinstance(value, Expr):
            yield value.type
        elif isinstance(value, Code):
            yield value.value.type

"""Actions that nobody can ever take."""

from collections.abc import Iterable

from rulewright.check.checked import CheckedGame
from rulewright.check.core import Checker
from rulewright.check.endless import Edge, Node, graph_of
from rulewright.check.lints.survey import Survey


def never_offered(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`never-offered`. Of actions that only one of them would offer, that one alone."""
    graph = graph_of(game)
    reached = _reached(graph, [node for node in graph if node[0] not in ("action", "routine")])
    left = [("action", name) for name in game.actions if ("action", name) not in reached]
    offered_by_others = {edge.target for node in left for edge in graph[node] if edge.target != node}
    for node in sorted(left, key=lambda n: n in offered_by_others):  # those that lead to the others first
        if node not in reached:
            reached |= _reached(graph, [node])
            ck.warning("never-offered", f"no `choose` offers the action `{node[1]}`", ck.game.actions[node[1]].at,
                       "name it in the `choose:` of a turn, or perform it")  # fmt: skip


def _reached(graph: dict[Node, list[Edge]], starts: Iterable[Node]) -> set[Node]:
    waiting, reached = list(starts), set[Node]()
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.add(node)
            waiting += [edge.target for edge in graph.get(node, ())]
    return reached

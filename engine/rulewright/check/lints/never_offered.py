"""Actions that nobody can ever take."""

from collections.abc import Iterable

from rulewright.check.checked import CheckedGame
from rulewright.check.core import Checker
from rulewright.check.endless import Edge, Node, graph_of
from rulewright.check.lints.survey import Survey
from rulewright.text import nearest


def never_offered(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`never-offered`. Of actions that only one of them would offer, that one alone."""
    graph = graph_of(game)
    reached = _reached(graph, [node for node in graph if node[0] not in ("action", "routine")])
    left = [("action", name) for name in game.actions if ("action", name) not in reached]
    offered_by_others = {edge.target for node in left for edge in graph[node] if edge.target != node}
    told = set[str]()
    for node in sorted(left, key=lambda n: n in offered_by_others):  # those that lead to the others first
        if node in reached:
            continue
        reached |= _reached(graph, [node])
        action = ck.game.actions[node[1]]
        if action.group is None:
            message = f"no `choose` offers the action `{action.name}`"
            ck.warning("never-offered", message, action.at, "name it in the `choose:` of a turn, or perform it")
        elif (group := action.group.name) not in told:
            told.add(group)
            others = [g for g in ck.symbols.groups if g in ck.used]
            near = nearest(group, others)
            help = f"did you mean `{near}`?" if near else "name it in the `choose:` of a turn, or perform its actions"
            ck.warning("never-offered", _of_a_group(ck, group), action.group, help)


def _of_a_group(ck: Checker, group: str) -> str:
    actions = ck.symbols.groups[group]
    what = f"is `{actions[0]}`" if len(actions) == 1 else "are " + ", ".join(f"`{name}`" for name in actions)
    return f"no `choose` offers the group `{group}`, in which {what}"


def _reached(graph: dict[Node, list[Edge]], starts: Iterable[Node]) -> set[Node]:
    waiting, reached = list(starts), set[Node]()
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.add(node)
            waiting += [edge.target for edge in graph.get(node, ())]
    return reached

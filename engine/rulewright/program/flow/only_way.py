"""A `choose` with one way, which begins with a pick and which nobody is asked about, is that pick.

The way can be gone exactly if something can be picked, and it would be taken by itself; so the list of the pick says
both. Programs for matches pause at the `choose` all the same: their log and their saves name it.
"""

from rulewright.check import checked as c
from rulewright.program.flow.answers import Asking
from rulewright.program.flow.core import Flow


def only_way(flow: Flow, q: Asking, ways: tuple[c.Alternative, ...]) -> c.Alternative | None:
    """The only way of such a `choose`; None of any other."""
    b, asked_less = q.b, flow.sentences.traced or flow.looks
    if asked_less or q.loop is not None or b.or_ is not None or b.ask_always or q.ctx.meanwhile or len(ways) != 1:
        return None
    way = ways[0]
    block = way.block
    begins = block.picks and not (block.lets or block.needs or block.or_ or block.is_loop or block.loops)
    other = block.condition or block.repeat or block.all_at_once or block.turns or block.decider or block.meanwhile
    return way if begins and not other and way.action is None and way.condition is None else None

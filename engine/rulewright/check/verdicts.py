"""What can only be said of a block as a whole, when all its keys have been read."""

from rulewright.check.checked import Block, Expr, Read, Special
from rulewright.check.core import Checker
from rulewright.check.scope import Uses
from rulewright.check.unordered import why_not
from rulewright.model import definition as m


def judge(ck: Checker, node: m.Block, block: Block, uses: Uses, written: frozenset[str]) -> None:
    """Reports loops that need not end, rounds whose order matters, and picks that get into each other's way.

    `uses` is what the block does, `written` what it writes.
    """
    endless = node.until is not None and node.times is None and node.repeat is None
    if endless and not uses.asks and "*" not in uses.runs:
        ck.error("loop-without-bound", "this loop has neither a bound nor a decision in it",
                 node.key_spans.get("until", node.at), "say how often at most: `repeat: N`")  # fmt: skip
    if node.all_at_once is not None and uses.refuses is not None:
        for pick, tree in zip(block.picks, node.pick, strict=True):
            if isinstance(pick.domain, Read) and not any(_is_me(k) for k in pick.domain.place.keys):
                ck.doubt("may-collide", f"two may pick the same here, and then {uses.refuses}", tree,
                         "let each pick from a zone of their own")  # fmt: skip
    if node.unordered:
        problem = why_not(ck, block, written)
        if problem is not None:
            ck.doubt("unordered-differs", f"the order of the rounds may matter: {problem}",
                     node.key_spans.get("unordered", node.at))  # fmt: skip


def _is_me(expr: Expr) -> bool:
    return isinstance(expr, Special) and expr.name == "me"

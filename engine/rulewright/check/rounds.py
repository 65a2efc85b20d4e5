"""What the rounds of a block leave of what was known before them, and what is known of who decides."""

from rulewright.check.checked import Expr
from rulewright.check.core import Checker
from rulewright.check.facts import Facts
from rulewright.check.paths import Key, key_of, reads_with, replaced, roots
from rulewright.check.scope import Env
from rulewright.check.writes import own_cells_only
from rulewright.expr import tree as t
from rulewright.model import definition as m


def forget_in_rounds(ck: Checker, node: m.Block, loop: t.Loop, env: Env) -> None:
    """Ends what an earlier round of `for` may have made untrue. Rounds that write the cells of their own loop values
    only leave alone what is known of the cells of the others."""
    written = ck.writes(node)
    names = {b.name.name for b in loop.bindings}
    decider = node.by.value if node.by is not None else None
    mine = {"me"} if isinstance(decider, t.Name) and decider.name in names else set()
    own = {r for r in written if own_cells_only(node, r, names, mine)}
    variables = {("local", env.names[n]) for n in names}
    kept = {
        key: of for key, of in env.facts.known.items()
        if "*" not in written and all(
            root in own and variables <= set(reads_with(key, root)) for root in roots(key, ck.export_of) & written
        )
    }  # fmt: skip
    env.facts = Facts(kept)


def picks_once(node: m.Block) -> bool:
    """Whether all pick at once and no round comes before: then nothing that the body writes is written before."""
    rounds = (node.for_, node.repeat, node.turns, node.times, node.until)
    return node.all_at_once is not None and all(key is None for key in rounds)


def forget_after_picks(ck: Checker, before: Facts, written: frozenset[str], env: Env) -> None:
    """Ends what the body of another seat may have made untrue: what was known before all picked at once, and what a
    pick has taught of cells that are not `me`'s own."""
    outlive = before.less(written, ck.export_of).known

    def stays(key: Key) -> bool:
        if before.known.get(key) is known[key]:
            return key in outlive
        return all(("special", "me") in reads_with(key, root) for root in roots(key, ck.export_of) & written)

    known = env.facts.known
    env.facts = Facts({k: of for k, of in known.items() if k in outlive or stays(k)})


def know_of_me(decider: Expr, env: Env) -> None:
    """What is known of the player who decides is known of `me`."""
    key = key_of(decider)
    if key is not None:
        known = env.facts.known
        same = {replaced(k, {key: ("special", "me")}): of for k, of in known.items()}
        env.learn({k: of for k, of in same.items() if k not in known})

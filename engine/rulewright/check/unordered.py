"""Proves that the rounds of an `unordered` loop may be done in any order, or says what speaks against it.

Rounds commute if each only adds, subtracts and moves pieces between bags, by amounts that no round changes, and if
what a round may do hangs on sizes only, which are the same in every order.
"""

from collections.abc import Iterator

from rulewright.check.checked import (
    Alternative,
    Assign,
    Block,
    Const,
    Expr,
    FieldPlace,
    LetBe,
    Move,
    Nothing,
    Pick,
    PickStmt,
    Say,
    Sentence,
    Stmt,
    ZonePlace,
)
from rulewright.check.core import Checker
from rulewright.check.visibility import content_reads


def why_not(ck: Checker, block: Block, written: frozenset[str]) -> str | None:
    """What may make the order matter; None if it cannot."""
    for problem in _problems(ck, block, written):
        return problem
    return None


def _problems(ck: Checker, block: Block, written: frozenset[str]) -> Iterator[str]:
    for pick in block.picks:
        yield from _pick(ck, pick, written)
    for let in block.lets:
        yield from _reads(ck, let.value, written)
    for need in block.needs:
        yield from _reads(ck, need.value, written)
    if block.condition is not None:
        yield from _reads(ck, block.condition, written)
    for alternative in block.choose or ():
        yield from _alternative(ck, alternative, written)
    for stmt in block.body:
        yield from _stmt(ck, stmt, written)


def _alternative(ck: Checker, alternative: Alternative, written: frozenset[str]) -> Iterator[str]:
    if alternative.action is not None:
        yield f"the action `{alternative.name}` may be chosen in it"
    else:
        yield from _problems(ck, alternative.block, written)


def _pick(ck: Checker, pick: Pick, written: frozenset[str]) -> Iterator[str]:
    if pick.number is not None:
        yield "several pieces are picked at once"
    if pick.where is not None:
        yield from _reads(ck, pick.where, written)


def _reads(ck: Checker, expr: Expr, written: frozenset[str]) -> Iterator[str]:
    for place in content_reads(ck, expr):
        name = place.zone if isinstance(place, ZonePlace) else place.variable
        if name in written:
            yield f"a round reads `{name}`, which rounds change"


def _stmt(ck: Checker, stmt: Stmt, written: frozenset[str]) -> Iterator[str]:
    if isinstance(stmt, Block):
        if stmt.is_loop or stmt.loops or stmt.repeat is not None:
            yield f"the loop `{stmt.name}` stands in it"
        yield from _problems(ck, stmt, written)
    elif isinstance(stmt, Sentence):
        yield from _sentence(ck, stmt, written)
    else:
        yield "its steps go by cases"


def _sentence(ck: Checker, stmt: Sentence, written: frozenset[str]) -> Iterator[str]:
    core = stmt.core
    if stmt.condition is not None:
        yield from _reads(ck, stmt.condition, written)
    if isinstance(core, Move):
        yield from _move(ck, core, written)
    elif isinstance(core, Assign):
        yield from _assign(ck, core, written)
    elif isinstance(core, PickStmt):
        yield from _pick(ck, core.pick, written)
    elif isinstance(core, LetBe):
        yield from _reads(ck, core.value, written)
    elif not isinstance(core, Nothing | Say):
        yield f"`{stmt.path.rsplit('.', 1)[-1]}` does more than add, subtract and move"


def _move(ck: Checker, core: Move, written: frozenset[str]) -> Iterator[str]:
    if core.draw:
        yield "a round draws"
    for place in (core.source, core.target):
        if place is None:
            continue
        if ck.game.zones[place.zone].shape != "bag":
            yield f"`{place.zone}` has an order"
        for key in place.keys:
            yield from _reads(ck, key, written)
    for part in (core.amount.number, core.amount.what):
        if part is not None:
            yield from _reads(ck, part, written)


def _assign(ck: Checker, core: Assign, written: frozenset[str]) -> Iterator[str]:
    place = core.place
    name = place.zone if isinstance(place, FieldPlace) else place.variable
    yield from _reads(ck, core.value, written)
    if core.verb == "set" and not isinstance(core.value, Const):
        yield f"`{name}` is set to what hangs on the round"
    if core.verb in ("pay", "pay up to"):
        yield f"`{name}` is paid from, and may be short in one order only"


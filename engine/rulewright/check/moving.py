"""The verbs that move pieces, shuffle and roll."""

from typing import Any

from rulewright.check import bounds, types
from rulewright.check.amounts import count_of
from rulewright.check.checked import (
    Amount,
    Core,
    EnumT,
    Expr,
    FieldPlace,
    Move,
    NumberT,
    PiecesT,
    RollInto,
    RollVariable,
    Shuffle,
    Type,
    UnknownT,
    ZonePlace,
)
from rulewright.check.core import Checker
from rulewright.check.facts import HELD
from rulewright.check.paths import Key, read_key
from rulewright.check.places import number_const, variable_place, zone_place
from rulewright.check.scope import Env
from rulewright.check.types import UNKNOWN
from rulewright.expr import tree as t

# ---------- moving ----------


def move(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    """`move`, `draw`, `put`, `remove`."""
    draw = isinstance(core, t.Draw)
    source = zone_place(ck, core.source, env) if not isinstance(core, t.Put) else None
    target_node: t.Target | None = getattr(core, "target", None)
    target = zone_place(ck, target_node.place, env) if target_node is not None else None
    if (source is None and not isinstance(core, t.Put)) or (target_node is not None and target is None):
        return None
    main = source if source is not None else target
    assert main is not None
    cell = ck.symbols.cells[main.zone]
    if source is not None and target is not None and not _same_pieces(ck, source, target, core):
        return None
    amount = _amount(ck, core.amount, cell.type, env, draw, source)
    end = target_node.end if target_node is not None else None
    shape = ck.symbols.cells[target.zone].shape if target is not None else ""
    if end is not None and shape not in ("stack", "row"):
        assert target is not None
        ck.error("type", f"`{target.zone}` is a {shape}, which has no {end}", core.target)
        return None
    if amount is None:
        return None
    order = getattr(core, "order", None)
    if target is not None:
        _order(ck, amount, source, target, order, draw, node)
        if several(amount):
            ck.many_in.add(target.zone)
        if shape == "slot":
            key = read_key(target.zone, target.keys)
            if key is not None and amount.form in ("pieces", "count"):
                learnt[key] = HELD
    return Move(amount, source, target, draw, end, order)


def _same_pieces(ck: Checker, source: ZonePlace, target: ZonePlace, core: Any) -> bool:
    one, other = ck.symbols.cells[source.zone], ck.symbols.cells[target.zone]
    if UNKNOWN in (one.type, other.type) or other.takes_from(one):
        return True
    message = f"`{source.zone}` holds {one.holds}, `{target.zone}` holds {other.holds}"
    ck.error("wrong-component", message, core.target)
    return False


def several(amount: Amount) -> bool:
    """Whether an amount may be more than one piece."""
    if amount.form in ("all", "bag") or amount.number is None:
        return True
    return not bounds.at_most(amount.number.type, 1)


def _order(
    ck: Checker, amount: Amount, source: ZonePlace | None, target: ZonePlace, order: str | None, draw: bool,
    node: t.Sentence,
) -> None:  # fmt: skip
    """Notes a bag of unlike pieces that goes where there is an order, without saying which."""
    if order is not None or draw or ck.symbols.cells[target.zone].shape not in ("row", "stack"):
        return
    if amount.form == "bag":
        ck.no_order.append(("", node.core.at.span))
    elif source is not None and ck.symbols.cells[source.zone].shape == "bag" and amount.what is None:
        ck.no_order.append((source.zone, node.core.at.span))


def _amount(
    ck: Checker, node: t.Amount, piece: Type, env: Env, draw: bool, source: ZonePlace | None
) -> Amount | None:
    number = count_of(ck, node.number, env) if node.number is not None else None
    form = node.form
    from_box = source is None
    if form in ("all", "all of") and from_box:
        ck.error("type", "the box is unlimited: `all` of it cannot be put anywhere", node, "say how many: `2 of KIND`")
        return None
    if form == "all":
        return Amount("all", None, None)
    if form == "up to" and from_box:
        ck.error("type", "of the box a kind must be named: `up to N of KIND`", node)
        return None
    if form == "up to":
        return Amount("up to", number, None)
    assert node.what is not None
    if form == "one" and draw:
        return Amount("count", count_of(ck, node.what, env), None)
    what = ck.expr(node.what, env, piece)
    if isinstance(what.type, UnknownT):
        return Amount("pieces", number_const(1, node), what)
    if form == "one" and isinstance(what.type, PiecesT):
        if not types.fits(what.type.of, piece):
            ck.error("type", f"these are {types.called(what.type.of)}, not {types.called(piece)}", node.what)
            return None
        return Amount("bag", None, what)
    if form == "one" and isinstance(what.type, NumberT) and not isinstance(piece, NumberT) and source is not None:
        if ck.symbols.cells[source.zone].shape == "bag" and not _all_alike(piece):
            ck.error("type", f"`{source.zone}` is a bag: which of its pieces go is not said", node,
                     "`draw N` takes any, `N of KIND` so many of a kind, `all` takes all")  # fmt: skip
            return None
        return Amount("count", what, None)
    what = ck.fit(what, types.opt(piece), node.what, "what is moved")
    if from_box or form in ("all of", "up to of"):  # one that must be there is sought first
        what = ck.proven(what, piece, node.what, "what is moved")
    if form == "all of":
        return Amount("all", None, what)
    return Amount("up to" if form == "up to of" else "pieces", number or number_const(1, node), what)


def _all_alike(piece: Type) -> bool:
    return isinstance(piece, EnumT) and len(piece.ids) == 1


def shuffle(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    """`shuffle Z`."""
    zone = zone_place(ck, core.zone, env)
    if zone is None:
        return None
    shape = ck.symbols.cells[zone.zone].shape
    if shape not in ("stack", "row"):
        ck.error("type", f"`{zone.zone}` is a {shape}, which has no order to shuffle", core.zone)
        return None
    return Shuffle(zone)


def roll(ck: Checker, core: Any, node: t.Sentence, path: str, env: Env, learnt: dict[Key, Type]) -> Core | None:
    """`roll V`, `roll N into Z`."""
    if core.number is not None:
        number = count_of(ck, core.number, env)
        zone = zone_place(ck, core.place, env)
        if zone is None:
            return None
        ends = _ends(ck, ck.symbols.cells[zone.zone].type, core.place, "the zone holds")
        ck.many_in.add(zone.zone)
        return None if ends is None else RollInto(number, zone, *ends)
    found = variable_place(ck, core.place, env)
    if found is None:
        return None
    place, of = found
    ends = _ends(ck, types.strip(of), core.place, "the variable is")
    if ends is None or isinstance(place, FieldPlace):
        return None
    key = read_key(place.variable, place.keys)
    if key is not None:
        learnt[key] = HELD
    return RollVariable(place, *ends)


def _ends(ck: Checker, of: Type, at: t.Expr, what: str) -> tuple[Expr, Expr] | None:
    if isinstance(of, NumberT) and of.low is not None and of.high is not None:
        return number_const(of.low, at), number_const(of.high, at)
    ck.error("type", f"what is rolled needs a range, {what} {types.called(of)}", at, "such as `1..6`")
    return None

"""Zones and variables: first content, room, visibility, refilling, first values."""

from rulewright.check import types
from rulewright.check.amounts import count_of, not_below_zero
from rulewright.check.checked import (
    AllOf,
    Bind,
    Const,
    Content,
    EnumT,
    Expr,
    Local,
    NumberT,
    SetT,
    Span_,
    Type,
    UnknownT,
    Var,
    Variable,
    Zone,
    ZonePlace,
)
from rulewright.check.constant import constant
from rulewright.check.core import Checker
from rulewright.check.lines import read_line
from rulewright.check.places import number_const, zone_place
from rulewright.check.scope import Env, Situation
from rulewright.check.symbols import CellInfo
from rulewright.check.visibility import parts_of
from rulewright.expr import tree as t
from rulewright.model import definition as m

_SEEING = ("player", "seat", "me", "active", "first_player")  # words for players, which say nothing here


def _env(cell: CellInfo) -> Env:
    """The keys of a cell, by their names."""
    env = Env(Situation())
    for key in cell.keys:
        env.bind(key.var)
    return env


def zones(ck: Checker) -> dict[str, Zone]:
    """All zones."""
    made = {}
    for zone in ck.game.zones.values():
        cell = ck.symbols.cells[zone.name]
        env = _env(cell)
        rules = ck.cite(zone.notes.rules)
        at_most = None
        if zone.at_most is not None:
            at_most = read_line(ck, zone.at_most, env, types.NUMBER, "the room")[0]
            not_below_zero(ck, at_most, at_most.at, "the room")
        refill = _zone_line(ck, zone.refill, zone, env)
        made[zone.name] = Zone(
            zone.name, zone.shape, cell.component, cell.type, cell.keys, at_most,
            _holds(ck, zone, cell, env), _seen(ck, zone.name, zone.seen_by, cell, env), _others_see(ck, zone, cell),
            _powers_of(ck, zone, cell), refill, _zone_line(ck, zone.recycle_from, zone, env), _when(ck, zone, env),
            rules, at=zone.at,
        )  # fmt: skip
    return made


def _zone_line(ck: Checker, line: t.Line | None, zone: m.ZoneDef, env: Env) -> ZonePlace | None:
    if line is None:
        return None
    ck.cite(line.rules)
    place = zone_place(ck, line.value, env)
    if place is None:
        return None
    here, there = ck.symbols.cells[zone.name], ck.symbols.cells[place.zone]
    if not here.takes_from(there) and types.UNKNOWN not in (here.type, there.type):
        message = f"`{place.zone}` holds {there.holds}, `{zone.name}` holds {here.holds}"
        ck.error("wrong-component", message, line.value)
    return place


def _seen(ck: Checker, name: str, line: "m.LineOrCases | None", cell: CellInfo, env: Env) -> Expr | None:
    if line is None:
        return None
    of = EnumT("seen_by", frozenset())
    word = line.value if isinstance(line, t.Line) else None
    if isinstance(word, t.Name) and word.name in (*_SEEING, *env.names):
        message = f"`{word.name}` does not say who sees it"
        ck.error("unknown-value", message, word, "one of `everyone`, `nobody`, and `owner`: the player among the keys")
        return None
    seen = read_line(ck, line, env, of, "who sees it")[0]
    if any(c.value == "owner" for c in _constants(seen)) and not _has_player(cell):
        at = line.value if isinstance(line, t.Line) else line.at
        ck.error("type", "`owner` is the player among the keys, and there is none", at)
    if isinstance(seen, Const) and seen.value == "everyone":
        return None
    if not isinstance(seen.type, UnknownT):
        ck.seen_by[name] = seen
    return seen


def _constants(expr: Expr) -> list[Const]:
    if isinstance(expr, Const):
        return [expr]
    found = []
    for name in expr.__dataclass_fields__:
        part = getattr(expr, name)
        parts = part if isinstance(part, tuple) else (part,)
        for inner in parts:
            if isinstance(inner, tuple):
                inner = inner[-1]
            if isinstance(inner, Expr):
                found += _constants(inner)
    return found


def _has_player(cell: CellInfo) -> bool:
    return any(isinstance(k.type, EnumT) and k.type.name == "player" for k in cell.keys)


def _others_see(ck: Checker, zone: m.ZoneDef, cell: CellInfo) -> str | None:
    if zone.others_see is None:
        return None
    name = zone.others_see.name
    known = ck.symbols.attrs_of(cell.type)
    if name not in known:
        ck.unknown_name(f"attribute of {types.called(cell.type)} called", name, zone.others_see, known)
        return None
    ck.use("." + name)
    return name


def _powers_of(ck: Checker, zone: m.ZoneDef, cell: CellInfo) -> bool:
    line = zone.powers_of
    if line is None:
        return False
    if not isinstance(line.value, t.Name) or line.value.name != "owner":
        ck.error("type", "`powers_of` is `owner`", line.value)
    elif not _has_player(cell):
        ck.error("type", "`owner` is the player among the keys, and there is none", line.value)
    return True


def _when(ck: Checker, zone: m.ZoneDef, env: Env) -> Expr | None:
    if zone.recycle_when is None:
        return None
    return read_line(ck, zone.recycle_when, env, EnumT("when", frozenset()), "when it is refilled")[0]


def _holds(ck: Checker, zone: m.ZoneDef, cell: CellInfo, env: Env) -> tuple[Content, ...]:
    node = zone.holds
    if node is None:
        return ()
    of = cell.type
    domain: Expr
    if isinstance(of, EnumT) and of.ids:
        domain = AllOf(of.name, type=SetT(of), at=node.at.span)
    elif isinstance(of, NumberT) and of.low is not None and of.high is not None:
        domain = Span_(number_const(of.low, node), number_const(of.high, node), type=SetT(of), at=node.at.span)
    else:
        if of != types.UNKNOWN:
            ck.error("type", f"`each` counts through a kind or rows, `{zone.name}` holds {types.called(of)}", node)
        return ()
    inner = env.child()
    var = ck.bind(node.name, of, inner) if node.name is not None else Var("each", of)
    where = ck.condition(node.where, inner, "what stands after `where`") if node.where is not None else None
    number: Expr = number_const(1, node)
    if node.number is not None:
        number = count_of(ck, node.number, inner)
    return (Content(number, Bind(var, domain, where, at=node.at.span)),)


def variables(ck: Checker) -> dict[str, Variable]:
    """All variables."""
    made = {}
    for variable in ck.game.variables.values():
        cell = ck.symbols.cells[variable.name]
        env = _env(cell)
        rules = ck.cite(variable.notes.rules)
        start = None
        if variable.start is not None:
            start = _first_value(ck, variable.start, cell, env)
        if variable.is_score:
            ck.use(variable.name)
        if variable.is_score and not _is_score(cell.type, cell):
            ck.error("type", "a score is a number per player", variable.at, "`{is: number, per: player, score: true}`")
        made[variable.name] = Variable(
            variable.name, cell.type, cell.keys, start, _seen(ck, variable.name, variable.seen_by, cell, env),
            variable.resets_turn, variable.is_score, rules, at=variable.at,
        )  # fmt: skip
    return made


def _first_value(ck: Checker, line: "m.LineOrCases", cell: CellInfo, env: Env) -> Expr | None:
    before = len(ck.findings)
    value = read_line(ck, line, env, cell.type, "the first value")[0]
    if isinstance(value.type, UnknownT) or len(ck.findings) > before:
        return value
    made = constant(ck, value)
    if made is None:
        at = line.value if isinstance(line, t.Line) else line.at
        if _reads_key(value):
            ck.error("type", "all cells begin with the same value, so it cannot read a key", at,
                     "set them in `setup`, with `for each`")  # fmt: skip
        else:
            ck.error("type", "a first value must be known before the game begins, and this is not", at,
                     "options, numbers, `number_of_players` and attributes are; set others in `setup`")  # fmt: skip
    return made


def _reads_key(expr: Expr) -> bool:
    return isinstance(expr, Local) or any(map(_reads_key, parts_of(expr)))


def _is_score(of: Type, cell: CellInfo) -> bool:
    return isinstance(of, NumberT) and len(cell.keys) == 1 and _has_player(cell)

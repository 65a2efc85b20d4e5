"""Checked games built by code, so that the oracle can be tested without the stages before it."""

from typing import Any

import rulewright.check.checked as c
from rulewright.text import SourceText

AT = SourceText("built", "").span(0, 0)
NUMBER, TRUTH = c.NumberT(), c.TruthT()
SEATS = c.EnumT("seat", frozenset({0, 1}))
PLAYERS = c.EnumT("player", frozenset({0, 1}))
COLOURS = c.EnumT("colour", frozenset({2, 3, 4}))
BAG = c.PiecesT(COLOURS, "bag")


def num(n: int) -> c.Const:
    return c.Const(type=NUMBER, at=AT, value=n)


def colour(i: int) -> c.Const:
    """Colour 2 is red, 3 green, 4 blue."""
    return c.Const(type=COLOURS, at=AT, value=i)


def me() -> c.Special:
    return c.Special(type=PLAYERS, at=AT, name="me")


def special(name: Any) -> c.Special:
    return c.Special(type=NUMBER, at=AT, name=name)


def all_of(enum: str) -> c.AllOf:
    return c.AllOf(type=c.SetT(PLAYERS if enum == "player" else COLOURS), at=AT, enum=enum)


def span(low: int, high: int) -> c.Span_:
    return c.Span_(type=c.SetT(NUMBER), at=AT, low=num(low), high=num(high))


def var(name: str, *keys: c.Expr) -> c.VarPlace:
    return c.VarPlace(name, keys, at=AT)


def zone(name: str, *keys: c.Expr) -> c.ZonePlace:
    return c.ZonePlace(name, keys, at=AT)


def read(place: c.VarPlace | c.ZonePlace, type_: c.Type = NUMBER) -> c.Read:
    return c.Read(type=type_, at=AT, place=place)


def local(v: c.Var) -> c.Local:
    return c.Local(type=v.type, at=AT, var=v)


def compare(left: c.Expr, op: Any, right: c.Expr) -> c.Compare:
    return c.Compare(type=TRUTH, at=AT, op=op, left=left, right=right)


def do(core: c.Core, name: str = "step", condition: c.Expr | None = None, each: tuple[c.Bind, ...] = ()) -> c.Sentence:
    return c.Sentence(name, core, each, condition, None, (), AT)


def assign(verb: Any, value: c.Expr, place: c.VarPlace) -> c.Sentence:
    return do(c.Assign(verb, value, place))


def first_player(player: int) -> c.Sentence:
    return assign("set", c.Const(type=PLAYERS, at=AT, value=player), var("first_player"))


def move(what: c.Expr, source: Any, target: Any, number: int = 1) -> c.Sentence:
    return do(c.Move(c.Amount("pieces", num(number), what), source, target))


def draw(number: int, source: c.ZonePlace, target: c.ZonePlace, form: Any = "count") -> c.Sentence:
    return do(c.Move(c.Amount(form, num(number), None), source, target, draw=True))


def pick(v: c.Var, domain: c.Expr, where: c.Expr | None = None, number: c.Expr | None = None) -> c.Pick:
    return c.Pick(v, domain, where, number, False, False, AT)


def block(path: str, *body: c.Stmt, **heads: Any) -> c.Block:
    return c.Block(path, path.rsplit(".", 1)[-1], (), None, body=body, at=AT, **heads)


def need(value: c.Expr) -> c.Need:
    return c.Need("need", value, None, (), AT)


def written(name: str, *body: c.Stmt, **heads: Any) -> c.Alternative:
    return c.Alternative(name, None, None, block(name, *body, **heads), None, AT)


def named(action: c.Action) -> c.Alternative:
    return c.Alternative(action.name, action.name, None, action.block, None, AT)


def action(name: str, *body: c.Stmt, **heads: Any) -> c.Action:
    return c.Action(name, ACTION_IDS[name], None, block(f"actions.{name}", *body, **heads), None)


ACTION_IDS = {name: 100 + i for i, name in enumerate(("spend", "take", "work", "wait", "raise"))}


def per_player() -> tuple[c.KeyDef, ...]:
    return (c.KeyDef(c.Var("owner", PLAYERS), PLAYERS),)


def seen(text: str) -> c.Const:
    return c.Const(type=c.TextT(), at=AT, value=text)


def holds(number: int) -> c.Content:
    return c.Content(num(number), c.Bind(c.Var("each", COLOURS), all_of("colour"), None, AT))


def a_zone(name: str, shape: Any, **more: Any) -> c.Zone:
    given: dict[str, Any] = {
        "component": "token", "piece": COLOURS, "keys": (), "at_most": None, "holds": (), "seen_by": None,
        "others_see": None, "powers_of": False, "refill": None, "recycle_from": None, "recycle_when": None,
    }  # fmt: skip
    return c.Zone(name=name, shape=shape, rules=(), at=AT, **(given | more))


def a_variable(name: str, start: int = 0, *, own: bool = True, resets: bool = False, score: bool = False) -> c.Variable:
    keys = per_player() if own else ()
    return c.Variable(name, c.NumberT(), keys, num(start), None, resets, score, (), AT)


def turns(*body: c.Stmt, until: c.Expr, more: c.Expr | None = None) -> c.Block:
    return block("play.game", *body, turns=special("first_player"), until=(c.EndReason("until", until, AT),), more=more)


def a_game(**parts: Any) -> c.CheckedGame:
    """Two seats, three colours, variables `coins` (5 each) and `score`, and what is given."""
    names = {0: "north", 1: "south", 2: "red", 3: "green", 4: "blue"} | {i: n for n, i in ACTION_IDS.items()}
    enums = {
        "seat": c.Enum("seat", (0, 1), {}), "player": c.Enum("player", (0, 1), {}),
        "colour": c.Enum("colour", (2, 3, 4), {}),
    }  # fmt: skip
    standard = (a_variable("coins", 5), a_variable("score", score=True))
    variables = {v.name: v for v in (*standard, *parts.pop("variables", ()))}
    given: dict[str, Any] = {
        "id": "built", "version": 1, "digest": "", "title": "Built", "language": "en", "player_counts": range(2, 3),
        "names": tuple(names.get(i, "") for i in range(110)), "enums": enums, "attributes": {}, "options": {},
        "defines": {}, "tables": {}, "boards": {}, "components": {"token": c.Component("token", COLOURS, {})},
        "zones": {z.name: z for z in parts.pop("zones", ())}, "variables": variables,
        "needs": (), "actions": {a.name: a for a in parts.pop("actions", ())},
        "routines": {}, "whenever": (), "setup": (first_player(0),), "play": (), "finish": (), "scoring": (),
        "winner": (), "tie": None, "always": (), "follows": {}, "rules": {}, "heads": {}, "labels": {}, "shown": {},
    }  # fmt: skip
    return c.CheckedGame(**(given | parts))

"""The entrance of the stage: from the nodes of a document to the parsed game."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from rulewright.document.nodes import Entry, Mapping, Node, Scalar
from rulewright.expr import parse
from rulewright.expr.tree import Ident, Tie, Verdict
from rulewright.model import declarations as declared
from rulewright.model.bodies import BodyReader
from rulewright.model.definition import (
    ActionDef,
    AlwaysDef,
    Body,
    Cases,
    FollowDef,
    GameDef,
    LineOrCases,
    Notes,
    RoutineDef,
    WheneverDef,
    WinnerDef,
    Words,
)
from rulewright.model.reader import NOTE_KEYS, Reader
from rulewright.text import Findings, Span

T = TypeVar("T")
_CITED = re.compile(r"\s*\(([A-Z]{2,5}-[^()]*)\)\s*\Z")
_PLAYERS = re.compile(r"\s*([0-9]{1,9})(?:\s*\.\.\s*([0-9]{1,9}))?\s*", re.ASCII)


def model_from_nodes(root: Mapping, findings: Findings, cited: Iterable[Node] = ()) -> GameDef:
    """The game that a document describes. The document's shape has been checked; what does not parse is left out.

    `cited` are lists of rule ids that stand elsewhere: in the heads of variants that were merged in.
    Goes on after a finding and never raises: with errors among the findings the game is not complete.
    """
    reader = BodyReader(findings)
    heads = tuple(rule for node in cited for rule in reader.rule_ids(node))

    def section(name: str, read: Callable[[BodyReader, Entry, str], T | None]) -> dict[str, T]:
        found: dict[str, T] = {}
        for entry in reader.mapping(root.get(name)):
            value = read(reader, entry, f"{name}.{entry.key.text}")
            if value is not None:
                found[getattr(value, "name", entry.key.text)] = value
        return found

    def body(name: str) -> Body:
        return reader.body(root.get(name), name) or ()

    game = reader.word(root.get("game")) or ""
    return GameDef(
        at=root.span,
        game=game,
        version=_number(reader, root.get("version"), 1),
        language=_number(reader, root.get("language"), 1),
        title=reader.words(root.get("title"), "title") or Words(game, root.span, "title"),
        speaks=reader.word(root.get("speaks")) or "en",
        ledger=_ledger(reader, root.get("ledger")),
        notes=reader.notes(root, "game"),
        seats=_seats(reader, root.get("seats")),
        players=_players(reader, root.get("players")),
        players_at=players.span if (players := root.get("players")) is not None else None,
        options=section("options", declared.option),
        needs=reader.needs(root.get("needs"), "needs"),
        numbers=section("numbers", declared.number),
        tables=section("tables", declared.table),
        kinds=section("kinds", declared.kind),
        boards=section("boards", declared.board),
        components=section("components", declared.component),
        zones=section("zones", declared.zone),
        variables=section("variables", declared.variable),
        define=section("define", declared.define),
        setup=body("setup"),
        play=body("play"),
        finish=body("finish"),
        actions=section("actions", _action),
        routines=section("routines", _routine),
        whenever=section("whenever", _whenever),
        scoring=section("scoring", _scoring),
        winner=_winner(reader, root.get("winner")),
        always=section("always", _always),
        follows=section("follows", _follow),
        texts=reader.texts,
        other_rules=tuple(reader.other_rules),
        heads=heads,
    )


# ---------- identity ----------


def _number(reader: Reader, node: Node | None, default: int) -> int:
    scalar = reader.scalar(node, "a number")
    if scalar is None:
        return default
    if scalar.kind != "int":
        reader.wrong(scalar, "a number")
        return default
    return int(scalar.text)


def _ledger(reader: Reader, node: Node | None) -> tuple[str, Span] | None:
    scalar = reader.scalar(node, "a file")
    return None if scalar is None else (scalar.text, scalar.span)


def _seats(reader: Reader, node: Node | None) -> tuple[tuple[str, Span], ...]:
    scalars = [reader.scalar(item, "a seat's name") for item in declared.items_of(node)]
    return tuple((reader.name(s), s.span) for s in reader.different("seat", scalars))


def _players(reader: Reader, node: Node | None) -> range:
    scalar = reader.scalar(node, "a number or a range")
    if scalar is None:
        return range(1, 1)
    text, rules = _with_rules(reader, scalar)
    reader.other_rules += rules
    found = _PLAYERS.fullmatch(text)
    if found is None:
        reader.wrong(scalar, "a number or a range such as `2..4`")
        return range(1, 1)
    return range(int(found[1]), int(found[2] or found[1]) + 1)


# ---------- what is done ----------


def _action(reader: BodyReader, entry: Entry, path: str) -> ActionDef | None:
    name = reader.name(entry.key)
    node = entry.value
    block = reader.whole_block(node, path, entry.key, ("group",))
    group = reader.name_node(node.get("group")) if isinstance(node, Mapping) else None
    return None if block is None else ActionDef(name, entry.key.span, block, group)


def _routine(reader: BodyReader, entry: Entry, path: str) -> RoutineDef | None:
    named = declared.signature(reader, entry.key)
    name, params = named or (entry.key.text, ())
    node = entry.value
    block = reader.whole_block(node, f"routines.{name}", entry.key, ("whole",))
    whole = reader.truth(node.get("whole")) if isinstance(node, Mapping) else False
    return None if block is None or named is None else RoutineDef(name, entry.key.span, params, block, whole)


def _whenever(reader: BodyReader, entry: Entry, path: str) -> WheneverDef | None:
    name, node = entry.key.text, entry.value
    reader.check_name(entry.key, reserved=False)
    if not isinstance(node, Mapping) or node.get("do") is None:
        reader.wrong(node, "a mapping with `do`, and `if` or `after`")
        return None
    after = [reader.name_node(item) for item in declared.items_of(node.get("after"))]
    return WheneverDef(
        name, entry.key.span, tuple(a for a in after if a is not None),
        reader.line_or_cases(node.get("if")),
        reader.body(node.get("do"), f"{path}.do") or (),
        reader.line(node.get("repeats")),
        reader.notes(node, path),
    )  # fmt: skip


# ---------- the end ----------


def _scoring(reader: BodyReader, entry: Entry, path: str) -> tuple[Span, LineOrCases, Notes] | None:
    reader.check_name(entry.key, reserved=False)
    value, notes = declared.value_and_notes(reader, entry.value, path)
    return None if value is None else (entry.key.span, value, notes)


def _winner(reader: BodyReader, node: Node | None) -> WinnerDef | None:
    if node is None:
        return None
    if not isinstance(node, Mapping):
        reader.wrong(node, "a mapping of lines", "`{score: most score[me], else: shared}`")
        return None

    lines: dict[str, tuple[Span, Verdict | Cases[Verdict]]] = {}
    tie: Tie | Cases[Tie] | None = None
    for entry in node:
        key, value = entry.key.text, entry.value
        if key == "else":
            tie = (
                reader.cases(value, lambda n: reader.parse(parse.parse_tie, n))
                if isinstance(value, Mapping)
                else reader.parse(parse.parse_tie, value)
            )
        elif key not in NOTE_KEYS:
            found = (
                reader.cases(value, lambda n: reader.parse(parse.parse_verdict, n))
                if isinstance(value, Mapping)
                else reader.parse(parse.parse_verdict, value)
            )
            if found is not None:
                lines[key] = (entry.key.span, found)
    return WinnerDef(lines, tie, reader.notes(node, "winner"))


def _always(reader: BodyReader, entry: Entry, path: str) -> AlwaysDef | None:
    name, at, node = entry.key.text, entry.key.span, entry.value
    reader.check_name(entry.key, reserved=False)
    if isinstance(node, Mapping) and "hold" in node.entries:
        hold = reader.line_or_cases(node.get("hold"))
        at_turn = reader.word(node.get("at"), ["turn"]) is not None
        return None if hold is None else AlwaysDef(name, at, hold, at_turn, reader.notes(node, path))
    value, notes = declared.value_and_notes(reader, node, path)
    return None if value is None else AlwaysDef(name, at, value, at_turn=False, notes=notes)


def _follow(reader: BodyReader, entry: Entry, path: str) -> FollowDef | None:
    reader.check_name(entry.key, reserved=False)
    scalar = reader.scalar(entry.value, "a text")
    if scalar is None:
        return None
    text, rules = _with_rules(reader, scalar)
    return FollowDef(entry.key.text, entry.key.span, text, rules)


def _with_rules(reader: Reader, scalar: Scalar) -> tuple[str, tuple[Ident, ...]]:
    """A text without the citation at its end, and the rule ids that it cites."""
    cited = _CITED.search(scalar.text)
    if cited is None:
        return scalar.text, ()
    found = parse.parse_rule_ids(
        cited[1], lambda start, end: scalar.span_of(cited.start(1) + start, cited.start(1) + end), reader.findings
    )
    return scalar.text[: cited.start()], () if found is None else found.ids


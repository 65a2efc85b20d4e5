"""The sections that declare: options, numbers, tables, kinds, boards, components, zones, variables, definitions."""

import re
from typing import Literal

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.expr import parse
from rulewright.expr.tree import Ident, Key, Param, TypeExpr
from rulewright.model.bodies import BodyReader
from rulewright.model.definition import (
    AttrDef,
    BoardDef,
    ComponentDef,
    DefineDef,
    KindDef,
    LineOrCases,
    Notes,
    NumberDef,
    OptionDef,
    Row,
    TableDef,
    VariableDef,
    ZoneDef,
)
from rulewright.model.values import row
from rulewright.text import Span

_RANGE = re.compile(r"(-?[0-9]{1,15})\.\.(-?[0-9]{1,15})", re.ASCII)
_SHAPES: tuple[Literal["bag", "row", "stack", "slot"], ...] = ("bag", "row", "stack", "slot")


def items_of(node: Node | None) -> tuple[Node, ...]:
    """The items of a list; a lone value is a list of one."""
    if node is None:
        return ()
    return node.items if isinstance(node, Sequence) else (node,)


def whole_range(text: str) -> range | None:
    """`2..5` as a range with both ends."""
    match = _RANGE.fullmatch(text)
    return range(int(match[1]), int(match[2]) + 1) if match else None


def signature(reader: BodyReader, key: Scalar) -> tuple[str, tuple[Param, ...]] | None:
    """A key that may have parameters."""
    found = parse.parse_signature(key.text, key.span_of, reader.findings)
    return None if found is None else (found.name.name, found.params)


def option(reader: BodyReader, entry: Entry, path: str) -> OptionDef | None:
    """`name: {default, values, why, rule}`."""
    name = reader.name(entry.key)
    node = entry.value
    if not isinstance(node, Mapping):
        reader.wrong(node, "a mapping with `default` and `values`")
        return None
    default = reader.scalar(node.get("default"), "the default")
    values = node.get("values")
    if default is None or values is None:
        if node.get("default") is None or values is None:
            reader.wrong(node, "a mapping with `default` and `values`")
        return None
    known: range | tuple[tuple[str | int | bool, Span], ...]
    if isinstance(values, Scalar):
        found = whole_range(values.text)
        if found is None:
            reader.wrong(values, "a list of values, a mapping with a label for each, or a range such as `0..100`")
            return None
        known = found
    elif isinstance(values, Mapping):
        for value in values:
            if value.key.kind == "text":
                reader.check_name(value.key)
            reader.words(value.value, f"{path}.values.{value.key.text}")
        known = tuple((_option_value(e.key), e.key.span) for e in values)
    else:
        scalars = [reader.scalar(v, "a value") for v in items_of(values)]
        for scalar in scalars:
            if scalar is not None and scalar.kind == "text":
                reader.check_name(scalar)
        known = tuple((_option_value(s), s.span) for s in scalars if s is not None)
    return OptionDef(name, entry.key.span, _option_value(default), default.span, known, reader.notes(node, path))


def _option_value(scalar: Scalar) -> str | int | bool:
    value = scalar.value
    return scalar.text if value is None else value


def value_and_notes(reader: BodyReader, node: Node, path: str) -> tuple[LineOrCases | None, Notes]:
    """A line or cases; the notes of the cases' mapping."""
    return reader.line_or_cases(node), reader.notes(node, path) if isinstance(node, Mapping) else Notes()


def number(reader: BodyReader, entry: Entry, path: str) -> NumberDef | None:
    """`name: line`."""
    name = reader.name(entry.key)
    value, notes = value_and_notes(reader, entry.value, path)
    return None if value is None else NumberDef(name, entry.key.span, value, notes)


def table(reader: BodyReader, entry: Entry, path: str) -> TableDef | None:
    """`name: {rows, between: lower, beyond: last}`."""
    name = reader.name(entry.key)
    node = entry.value
    if not isinstance(node, Mapping):
        reader.wrong(node, "a mapping with `rows`")
        return None
    rows: dict[int, tuple[int, Span]] = {}
    for line in reader.mapping(node.get("rows")):
        key, value = line.key, line.value
        if key.kind != "int":
            reader.wrong(key, "a number")
        elif not isinstance(value, Scalar) or value.kind != "int":
            reader.wrong(value, "a number")
        else:
            rows[int(key.text)] = (int(value.text), key.span)
    return TableDef(
        name, entry.key.span, rows,
        "lower" if reader.word(node.get("between"), ["lower"]) else None,
        "last" if reader.word(node.get("beyond"), ["last"]) else None,
        reader.notes(node, path),
    )  # fmt: skip


def kind(reader: BodyReader, entry: Entry, path: str) -> KindDef:
    """`name: [words]`, or `name: {word: {attributes}}`."""
    name = reader.name(entry.key)
    node = entry.value
    notes = reader.notes(node, path) if isinstance(node, Mapping) else Notes()
    return KindDef(name, entry.key.span, _listed(reader, node, path), notes)


def _listed(reader: BodyReader, node: Node | None, path: str) -> dict[str, Row]:
    """The rows of a list of words, or of a mapping of words to attributes."""
    if isinstance(node, Sequence):
        words = reader.different("word", [reader.scalar(item, "a word") for item in node.items])
        return {w.text: Row(reader.name(w), w.span, {}, {}, Notes()) for w in words}
    return {e.key.text: row(reader, e.key, e.value, f"{path}.{e.key.text}") for e in reader.mapping(node)}


def board(reader: BodyReader, entry: Entry, path: str) -> BoardDef | None:
    """A board of one of the four shapes."""
    name, at, node = reader.name(entry.key), entry.key.span, entry.value
    if not isinstance(node, Mapping):
        reader.wrong(node, "a mapping with `ring`, `grid`, `letters` and `drawn`, or `graph`")
        return None
    notes = reader.notes(node, path)
    if "ring" in node.entries:
        ring = node.get("ring")
        return BoardDef(
            name, at, "ring", notes, spaces=_listed(reader, ring, f"{path}.ring"), own_spaces=isinstance(ring, Mapping)
        )
    if "grid" in node.entries:
        size = [i for i in items_of(node.get("grid")) if isinstance(i, Scalar) and i.kind == "int"]
        if len(size) != 2:
            reader.wrong(node.get("grid") or node, "a list of two numbers, rows and columns,")
            return None
        return BoardDef(
            name, at, "grid", notes, size=(int(size[0].text), int(size[1].text)),
            space_type=reader.name_node(node.get("spaces")),
        )  # fmt: skip
    if "drawn" in node.entries:
        return _drawn(reader, node, name, at, notes)
    if "graph" in node.entries:
        graph = node.get("graph")
        between = reader.mapping(node.get("between"))
        return BoardDef(
            name, at, "graph", notes,
            spaces=_listed(reader, graph, f"{path}.graph"), own_spaces=isinstance(graph, Mapping),
            edges=reader.name_node(node.get("edges")),
            between={e.key.text: row(reader, e.key, e.value, f"{path}.between.{e.key.text}") for e in between},
        )  # fmt: skip
    reader.wrong(node, "a mapping with `ring`, `grid`, `letters` and `drawn`, or `graph`")
    return None


def _drawn(reader: BodyReader, node: Mapping, name: str, at: Span, notes: Notes) -> BoardDef:
    letters: dict[str, Ident] = {}
    for entry in reader.mapping(node.get("letters")):
        if len(entry.key.text) != 1 or not entry.key.text.isalpha():
            reader.wrong(entry.key, "a single letter")
        space = reader.name_node(entry.value)
        if space is not None:
            letters[entry.key.text] = space
    drawn: dict[str, tuple[tuple[str, ...], Span]] = {}
    for entry in reader.mapping(node.get("drawn")):
        lines = [reader.scalar(item, "a row of letters") for item in items_of(entry.value)]
        for line in lines:
            for place, letter in enumerate(line.text if line else ""):
                if line is not None and letter != "." and letter not in letters:
                    reader.findings.error(
                        "unknown-name", f"the letter `{letter}` is not among `letters`", line.span_of(place, place + 1),
                        help="each letter stands for a type of space, `.` for none",
                    )  # fmt: skip
        drawn[reader.name(entry.key)] = (tuple(line.text for line in lines if line is not None), entry.key.span)
    return BoardDef(name, at, "drawn", notes, letters=letters, drawn=drawn)


def component(reader: BodyReader, entry: Entry, path: str) -> ComponentDef | None:
    """`{is: TYPE}`, `{fields: {..}}`, or `{has: {..}, rows: {..}}`."""
    name, at, node = reader.name(entry.key), entry.key.span, entry.value
    if not isinstance(node, Mapping):
        reader.wrong(node, "a mapping with `is`, `fields`, or `has` and `rows`")
        return None
    notes = reader.notes(node, path)
    if "is" in node.entries:
        is_ = reader.parse(parse.parse_type, node.get("is"), "a type")
        return None if is_ is None else ComponentDef(name, at, notes, is_=is_)
    if "fields" in node.entries:
        fields: dict[str, tuple[Span, TypeExpr]] = {}
        for field in reader.mapping(node.get("fields")):
            type_ = reader.parse(parse.parse_type, field.value, "a type")
            if type_ is not None:
                fields[reader.name(field.key)] = (field.key.span, type_)
        return ComponentDef(name, at, notes, fields=fields)
    shorthand = reader.name_node(node.get("shorthand"))
    short = None if shorthand is None else shorthand.name
    rows: dict[str, Row] = {}
    given = node.get("rows")
    if isinstance(given, Scalar) and given.kind == "text":
        reader.wrong(given, "a mapping of rows", "the data file is read by the loader, before the game is")
    else:
        rows = {
            e.key.text: row(reader, e.key, e.value, f"{path}.rows.{e.key.text}", short) for e in reader.mapping(given)
        }
    return ComponentDef(name, at, notes, has=_has(reader, node.get("has")), shorthand=shorthand, rows=rows)


def _has(reader: BodyReader, node: Node | None) -> dict[str, AttrDef]:
    found: dict[str, AttrDef] = {}
    for entry in reader.mapping(node):
        named = signature(reader, entry.key)
        type_ = reader.parse(parse.parse_type, entry.value, "a type")
        if named is not None and type_ is not None:
            found[named[0]] = AttrDef(named[0], entry.key.span, named[1], type_)
    return found


def _keys(reader: BodyReader, node: Node | None) -> tuple[Key, ...]:
    found = [reader.parse(parse.parse_key, item, "a type or a range") for item in items_of(node)]
    return tuple(k for k in found if k is not None)


def zone(reader: BodyReader, entry: Entry, path: str) -> ZoneDef | None:
    """`name: {bag|row|stack|slot: COMPONENT, ..}`."""
    name, at, node = reader.name(entry.key), entry.key.span, entry.value
    shapes = [s for s in _SHAPES if isinstance(node, Mapping) and s in node.entries]
    if not isinstance(node, Mapping) or len(shapes) != 1:
        reader.wrong(node, "a mapping with one of `bag`, `row`, `stack`, `slot`")
        return None
    holds_type = reader.parse(parse.parse_type, node.get(shapes[0]), "a component")
    if holds_type is None:
        return None
    recycle = node.get("recycle")
    if recycle is not None and not isinstance(recycle, Mapping):
        reader.wrong(recycle, "a mapping with `from` and `when`")
        recycle = None
    return ZoneDef(
        name, at, shapes[0], holds_type, reader.notes(node, path),
        per=_keys(reader, node.get("per")),
        at_most=reader.line_or_cases(node.get("at_most")),
        holds=reader.parse(parse.parse_holds, node.get("holds")),
        seen_by=reader.line_or_cases(node.get("seen_by")),
        others_see=reader.name_node(node.get("others_see")),
        powers_of=reader.line(node.get("powers_of")),
        refill=reader.line(node.get("refill")),
        recycle_from=reader.line(recycle.get("from")) if recycle else None,
        recycle_when=reader.line_or_cases(recycle.get("when")) if recycle else None,
    )  # fmt: skip


def variable(reader: BodyReader, entry: Entry, path: str) -> VariableDef | None:
    """`name: {is: TYPE, per, start, seen_by, resets: turn, score: true}`."""
    name, at, node = reader.name(entry.key), entry.key.span, entry.value
    if not isinstance(node, Mapping):
        reader.wrong(node, "a mapping with `is`", "`{is: number, per: player}`")
        return None
    if node.get("is") is None:
        reader.wrong(node, "a mapping with `is`", "`{is: number, per: player}`")
        return None
    type_ = reader.parse(parse.parse_type, node.get("is"), "a type")
    if type_ is None:
        return None
    return VariableDef(
        name, at, type_, reader.notes(node, path),
        per=_keys(reader, node.get("per")),
        start=reader.line_or_cases(node.get("start")),
        seen_by=reader.line_or_cases(node.get("seen_by")),
        resets_turn=reader.word(node.get("resets"), ["turn"]) is not None,
        is_score=reader.truth(node.get("score")),
    )  # fmt: skip


def define(reader: BodyReader, entry: Entry, path: str) -> DefineDef | None:
    """`name: line`, `name(type x): line`, or cases."""
    named = signature(reader, entry.key)
    if named is None:
        reader.line_or_cases(entry.value)
        return None
    name, params = named
    value, notes = value_and_notes(reader, entry.value, f"{path.rpartition('.')[0]}.{name}")
    return None if value is None else DefineDef(name, entry.key.span, params, value, notes)



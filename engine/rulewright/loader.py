"""From a text to a checked game: the stages in order, each adding to the findings, none begun after errors."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from rulewright.check.checked import CheckedGame
from rulewright.check.from_model import check_model
from rulewright.check.lints import lint
from rulewright.companions import Companions, with_data_files
from rulewright.document.dialect import check_width
from rulewright.document.nodes import Entry, Mapping, Node, Scalar
from rulewright.document.nodes import Sequence as ListNode
from rulewright.document.overlay import blame_removed, merge_all
from rulewright.document.read_yaml import read_yaml
from rulewright.document.shape import check_shape
from rulewright.errors import InvalidGame, UnknownGame
from rulewright.library import (
    find_base,
    find_game,
    find_variant,
    identify,
    read_source,
    schema,
    shown_name,
    unsaved,
)
from rulewright.model.from_nodes import model_from_nodes
from rulewright.play.game import Game
from rulewright.text import Findings, SourceText
from rulewright.text.allow import sift

Overlay = SourceText | Mapping  # a variant's text, or nodes that were read already (an overlay inside a scenario)

# What a base game declares and a variant no longer needs is no fault of the variant; nor are words for what it removed.
_OF_THE_BASE = (
    "unused-name", "unread-option", "unreachable", "unknown-text", "never-read", "never-written", "never-offered",
    "constant-condition", "no-difference", "untranslated",
)  # fmt: skip

_WORDS = ("rule", "label", "why", "provenance", "title", "ledger", "speaks")  # they change nothing in play


def load(game: str | Path, *, variants: Sequence[str | Path] = (), overlays: Sequence[Overlay] = ()) -> Game:
    """A game, ready to play: a bundled game's id or a path, with variants by name or path, merged in order.

    Raises UnknownGame (there is no such game or variant), InvalidGame (it has errors; `.findings` holds all of them),
    OSError (a file that cannot be read).
    """
    findings = Findings()
    place = find_game(game)
    source = source_at(place, findings)
    entry = identify(source.text)
    if entry is not None and entry.of is not None:
        raise UnknownGame(f"`{game}` is a variant of `{entry.of}`: load `{entry.of}` with it as a variant")
    places = [find_variant(entry.id if entry else "", v, place) for v in variants]
    twice = next((v for n, v in enumerate(variants) if places[n] in places[:n]), None)
    if twice is not None:
        raise UnknownGame(f"variant `{twice}` is named twice")
    patches = [source_at(p, findings) for p in places]
    if findings.has_errors:
        raise InvalidGame(findings)
    return Game(load_document(source, [*patches, *overlays], place=place), [str(v) for v in variants])


def load_document(
    source: SourceText, overlays: Sequence[Overlay] = (), *, place: Traversable | None = None
) -> CheckedGame:
    """A text, with overlays merged in order, as a checked game. Ledger and words files are sought from `place`.

    Raises InvalidGame.
    """
    findings = Findings()
    checked = check_document(source, overlays, findings, place=place)
    if checked is None or findings.has_errors:
        raise InvalidGame(findings)
    return checked


def check_file(place: Traversable) -> Findings:
    """All findings of one file: a game, or a variant merged into its game.

    Raises UnknownGame for a variant of a game that is not here, OSError for a file that cannot be read.
    """
    findings = Findings()
    source = source_at(place, findings)
    return findings if findings.has_errors else check_source(source, place)


def check_source(source: SourceText, place: Traversable | None = None) -> Findings:
    """All findings of one text that may not have been saved: a game, or a variant, merged into its game.

    What belongs to it (the game of a variant, ledger, words, data files) is sought from `place`, where the text is to
    lie. Raises UnknownGame for a variant of a game that is not here, OSError for a file that cannot be read.
    """
    findings = Findings()
    entry = identify(source.text)
    if entry is not None and entry.of is not None:
        base = find_base(entry.of, place) if place is not None else find_game(entry.of)
        game = source_at(base, findings)
        if not findings.has_errors:
            check_document(game, [source], findings, place=base, lints=True)
    else:
        check_document(source, [], findings, place=place, lints=True)
    return findings


def check_words(source: SourceText, place: Traversable, game: str) -> Findings:
    """All findings of a text that translates a game, and lies or is to lie at a place; of a game with errors, those.

    Raises UnknownGame where the game is not here, OSError for a file that cannot be read.
    """
    with unsaved({place: source.text} if isinstance(place, Path) else {}):
        found = check_file(find_base(game, place))
    if found.has_errors:
        return found
    mine = Findings()
    for finding in found:
        if finding.span.source.name == source.name:
            mine.add(finding)
    return mine


def check_document(
    source: SourceText,
    overlays: Sequence[Overlay],
    findings: Findings,
    *,
    place: Traversable | None = None,
    lints: bool = False,
) -> CheckedGame | None:
    """The story of a rules file. What is wrong goes to the findings; None where a stage could not be reached.

    `lints`: what nobody needs to know for playing is asked too, and allowances that allow nothing are told.
    """
    found = Findings()
    checked = _story(source, overlays, found, place, lints)
    texts = [o for o in overlays if isinstance(o, SourceText)]
    whole = lints and checked is not None and not found.has_errors
    sifted = sift(found, texts or [source], whole=whole, aside=[source] if overlays else [])
    findings.take(sifted)
    return checked


def _story(
    source: SourceText, overlays: Sequence[Overlay], findings: Findings, place: Traversable | None, lints: bool
) -> CheckedGame | None:
    base = _read(source, "game", findings)
    patches = [_read(o, "variant", findings) if isinstance(o, SourceText) else o for o in overlays]
    for text in overlays or (source,):  # of a variant's game nothing is said that is no fault of the variant
        if isinstance(text, SourceText):
            check_width(text, findings)
    base = with_data_files(base, place, findings) if base is not None else None
    if base is None or findings.has_errors:
        return None
    merged = merge_all(base, [p for p in patches if p is not None], findings)
    root = with_data_files(merged.root, place, findings)  # what a variant brings may name files too
    if findings.has_errors:
        return None
    variants = {p.span.source.name for p in patches if p is not None}
    later = Findings()  # what the merged rules say wrong is told differently where a variant has removed something
    checked = check_nodes(root, later, place, lints=lints)
    for finding in blame_removed(later, merged.removed):
        if not patches or finding.code not in _OF_THE_BASE or finding.span.source.name in variants:
            findings.add(finding)
    return checked


def check_nodes(
    root: Mapping, findings: Findings, place: Traversable | None, *, lints: bool = False
) -> CheckedGame | None:
    """Merged nodes as a checked game; None where a stage could not be reached. `lints`: doubts are told too."""
    check_shape(root, schema("game"), findings)
    if findings.has_errors:
        return None
    model = model_from_nodes(root, findings)
    if findings.has_errors:
        return None
    beside = Companions.of(model, place, findings)
    checked = check_model(model, findings, digest=_digest(root), known_rules=beside.rules, words=beside.words)
    if lints and not findings.has_errors:
        lint(checked)
    return checked


def _read(source: SourceText, kind: str, findings: Findings) -> Mapping | None:
    """A text as nodes of the right shape."""
    mine = Findings()  # one file's mistakes do not hide another's
    root = read_yaml(source, mine)
    if root is not None and not mine.has_errors:
        check_shape(root, schema(kind), mine)
    for finding in mine:
        findings.add(finding)
    return root if isinstance(root, Mapping) and not mine.has_errors else None


def source_at(place: Traversable, findings: Findings) -> SourceText:
    """The text at a place; one that is not UTF-8 is a finding where it stops being that. Raises OSError."""
    try:
        return read_source(place)
    except UnicodeDecodeError:
        return decoded(place.read_bytes(), shown_name(place), findings)


def decoded(raw: bytes, name: str, findings: Findings) -> SourceText:
    """Bytes as a text of that name; where they stop being UTF-8 is a finding."""
    try:
        return SourceText(name, raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        source = SourceText(name, raw.decode("utf-8", "replace"))
        at = len(raw[: error.start].decode("utf-8", "replace"))
        findings.error("yaml", "this file is not UTF-8 text", source.span(at, at + 1), help="save it as UTF-8")
        return source


def _digest(root: Mapping) -> str:
    """Tells rules apart: equal for files that differ in comments, lay-out and words for people only."""
    text = json.dumps(_plain(_without_value_labels(root)), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]


def _without_value_labels(root: Mapping) -> Mapping:
    """The options' values as lists: their labels are words for people."""
    options = root.get("options")
    if not isinstance(options, Mapping):
        return root

    def plain(option: Node) -> Node:
        values = option.get("values") if isinstance(option, Mapping) else None
        if not isinstance(option, Mapping) or not isinstance(values, Mapping):
            return option
        listed = ListNode(values.span, tuple(e.key for e in values))
        return replace(option, entries=option.entries | {"values": Entry(option.entries["values"].key, listed)})

    shorn = replace(options, entries={k: Entry(e.key, plain(e.value)) for k, e in options.entries.items()})
    return replace(root, entries=root.entries | {"options": Entry(root.entries["options"].key, shorn)})


def _plain(node: Node) -> Any:
    # Pairs, not objects: the order of entries is part of the rules.
    match node:
        case Mapping():
            return [[e.key.text, _plain(e.value)] for e in node if e.key.text not in _WORDS]
        case ListNode():
            return [_plain(item) for item in node.items]
        case Scalar():
            return f"{node.kind} {' '.join(node.text.split())}"
        case _:
            raise AssertionError(node)

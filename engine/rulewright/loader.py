"""From a text to a checked game: the stages in order, each adding to the findings, none begun after errors."""

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from rulewright.check.checked import CheckedGame
from rulewright.check.from_model import check_model
from rulewright.companions import Companions
from rulewright.document.nodes import Mapping
from rulewright.document.overlay import blame_removed, merge_all
from rulewright.document.read_yaml import read_yaml
from rulewright.document.shape import check_shape
from rulewright.errors import InvalidGame
from rulewright.library import find_base, find_game, find_variant, identify, read_source, schema
from rulewright.model.from_nodes import model_from_nodes
from rulewright.play.game import Game
from rulewright.text import Findings, SourceText

Overlay = SourceText | Mapping  # a variant's text, or nodes that were read already (an overlay inside a scenario)


def load(game: str | Path, *, variants: Sequence[str | Path] = (), overlays: Sequence[Overlay] = ()) -> Game:
    """A game, ready to play: a bundled game's id or a path, with variants by name or path, merged in order.

    Raises UnknownGame (there is no such game or variant), InvalidGame (it has errors; `.findings` holds all of them).
    """
    place = find_game(game)
    return Game(load_document(read_source(place), [*_variants(place, variants), *overlays], place=place))


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


def check_document(
    source: SourceText, overlays: Sequence[Overlay], findings: Findings, *, place: Traversable | None = None
) -> CheckedGame | None:
    """The story of a rules file. What is wrong goes to the findings; None where a stage could not be reached."""
    base = _read(source, "game", findings)
    patches = [_read(o, "variant", findings) if isinstance(o, SourceText) else o for o in overlays]
    if base is None or findings.has_errors:
        return None
    merged = merge_all(base, [p for p in patches if p is not None], findings)
    if findings.has_errors:
        return None
    later = Findings()  # what the merged rules say wrong is told differently where a variant has removed something
    checked = _check(merged.root, later, place)
    for finding in blame_removed(later, merged.removed):
        findings.add(finding)
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


def _check(root: Mapping, findings: Findings, place: Traversable | None) -> CheckedGame | None:
    """Merged nodes as a checked game."""
    check_shape(root, schema("game"), findings)
    if findings.has_errors:
        return None
    model = model_from_nodes(root, findings)
    if findings.has_errors:
        return None
    companions = Companions.of(model, place, findings)
    return check_model(model, findings, known_rules=companions.rules, words=companions.words)


def check_file(place: Traversable) -> Findings:
    """All findings of one file: a game, a variant merged into its game, or a file of scenarios."""
    source = read_source(place)
    findings = Findings()
    entry = identify(source.text)
    if entry is not None and entry.of is not None:
        base = find_base(entry.of, place)
        check_document(read_source(base), [source], findings, place=base)
    else:
        check_document(source, [], findings, place=place)
    return findings


def _variants(place: Traversable, variants: Sequence[str | Path]) -> list[SourceText]:
    entry = identify(read_source(place).text)
    return [read_source(find_variant(entry.id if entry else "", v, place)) for v in variants]

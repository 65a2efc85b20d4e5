"""From a text to a checked game: the stages in order, each adding to the findings, none begun after errors.

Nothing here plays: whoever only checks files need not load what plays them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from rulewright.check.checked import CheckedGame
from rulewright.check.from_model import check_model
from rulewright.check.lints import lint
from rulewright.companions import Companions
from rulewright.data_files import with_data_files, with_rows_of_files
from rulewright.document.dialect import check_width
from rulewright.document.digest import digest
from rulewright.document.nodes import Mapping, Node, Scalar
from rulewright.document.overlay import Merged, blame_changed, blame_removed, blame_unread, merge_all
from rulewright.document.shape import check_shape
from rulewright.errors import InvalidGame, UnknownGame
from rulewright.library import (
    find_base,
    find_game,
    find_variant,
    games,
    identify,
    read_source,
    schema,
    shown_name,
    unsaved,
)
from rulewright.model.from_nodes import model_from_nodes
from rulewright.text import Findings, SourceText, did_you_mean
from rulewright.text.allow import sift
from rulewright.variants import Overlay, Patch, gathered, read_nodes

# What a base game declares and a variant no longer needs is no fault of the variant; nor are words for what it removed.
_OF_THE_BASE = (
    "unused-name", "unread-option", "unreachable", "unknown-text", "never-read", "never-written", "never-offered",
    "constant-condition", "no-difference", "untranslated",
)  # fmt: skip


@dataclass(frozen=True)
class Document:
    """A game's file with its variants merged in and its data files read, before the rules are checked."""

    base: Mapping
    merged: Merged
    place: Traversable | None = None
    files: frozenset[str] = frozenset()  # the names of the files of its variants
    cited: tuple[Node, ...] = ()  # what stands behind `rule:` in the heads of its variants
    shaped: bool = False  # nothing was merged in: it has the shape that was checked when it was read


def load_document(
    source: SourceText | Mapping, overlays: Sequence[Overlay] = (), *, place: Traversable | None = None
) -> CheckedGame:
    """A text (or its nodes), with overlays merged in order, as a checked game.

    Ledger and words files are sought from `place`. Raises InvalidGame.
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
    lie. Raises OSError for a file that cannot be read.
    """
    findings = Findings()
    check_text_of(source, place, findings)
    return findings


def check_text_of(
    source: SourceText, place: Traversable | None, findings: Findings, variants: Sequence[str | Path] = ()
) -> CheckedGame | None:
    """As `check_source`; and the checked game as far as it could be read, even with errors, for tools that show it.

    `variants`, by name or path, are merged in too, before a text that is a variant itself. Raises UnknownGame for one
    that is not there.
    """
    entry = identify(source.text)
    if entry is None or entry.of is None:
        patches = variant_patches(entry.id if entry else "", variants, place, findings)
        return None if findings.has_errors else check_document(source, patches, findings, place=place, lints=True)
    try:
        base = find_base(entry.of, place) if place is not None else find_game(entry.of)
    except UnknownGame:
        root = read_nodes(source, "variant", findings)
        of = root.get("of") if root is not None else None
        if isinstance(of, Scalar):
            help = did_you_mean(of.text, games())
            findings.error("unknown-name", f"there is no game `{of.text}`", of.span, help=help)
        return None
    game = source_at(base, findings)
    others = [p for p in variant_patches(entry.of, variants, base, findings) if p.source.name != source.name]
    if findings.has_errors:
        return None
    return check_document(game, [*others, Patch(source, place)], findings, place=base, lints=True)


def variant_patches(
    game: str, variants: Sequence[str | Path], beside: Traversable | None, findings: Findings
) -> list[Patch]:
    """The texts of variants of a game that lies at `beside`, each found by name or path.

    Raises UnknownGame for one that is not there or is named twice, OSError; a file that is no text is a finding.
    """
    places = [find_variant(game, v, beside) for v in variants]
    twice = next((v for n, v in enumerate(variants) if places[n] in places[:n]), None)
    if twice is not None:
        raise UnknownGame(f"variant `{twice}` is named twice")
    return [Patch(source_at(place, findings), place) for place in places]


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
    source: SourceText | Mapping,
    overlays: Sequence[Overlay],
    findings: Findings,
    *,
    place: Traversable | None = None,
    lints: bool = False,
) -> CheckedGame | None:
    """The story of a rules file. What is wrong goes to the findings; None where a stage could not be reached.

    `source` is its text, or its nodes where a tool has read and changed them (`read_rules`).
    `lints`: what nobody needs to know for playing is asked too, and allowances that allow nothing are told.
    """
    found = Findings()
    document = merge_document(source, overlays, found, place)
    checked = _checked(document, found, lints) if document is not None else None
    texts = _texts(overlays)
    whole = lints and checked is not None and not found.has_errors
    text = source.span.source if isinstance(source, Mapping) else source
    findings.take(sift(found, texts or [text], whole=whole, aside=[text] if overlays else []))
    return checked


def _texts(overlays: Sequence[Overlay]) -> list[SourceText]:
    texts = [o.source if isinstance(o, Patch) else o for o in overlays]
    return [t for t in texts if isinstance(t, SourceText)]


def read_rules(source: SourceText, place: Traversable | None, findings: Findings) -> Mapping | None:
    """A game's text as nodes, its data files among them, for tools that change them before they are checked."""
    base = read_nodes(source, "game", findings)
    return with_data_files(base, place, findings) if base is not None else None


def merge_document(
    source: SourceText | Mapping, overlays: Sequence[Overlay], findings: Findings, place: Traversable | None
) -> Document | None:
    """Read and merged, not yet checked as a whole; what is wrong goes to the findings, and None where that stops it."""
    read = not isinstance(source, Mapping)
    base = first = source if isinstance(source, Mapping) else read_nodes(source, "game", findings)
    game = base.get("game") if base is not None else None
    found = gathered(overlays, game.text if isinstance(game, Scalar) else "", place, findings)
    own = [source] if isinstance(source, SourceText) else []
    for text in _texts(overlays) if overlays else own:  # of its game is said what is the variant's fault
        check_width(text, findings)
    base = with_data_files(base, place, findings) if base is not None else None
    if base is None or findings.has_errors:
        return None

    def filled(root: Mapping) -> Mapping:  # what a variant brings may name files too
        return with_data_files(root, place, findings, found.places)

    patches = [with_rows_of_files(o, found.places, findings) for o in found.overlays]
    merged = merge_all(base, patches, findings, filled)
    files = frozenset(o.span.source.name for o in found.overlays)
    cited = tuple(rule for o in found.overlays if (rule := o.get("rule")) is not None)
    return None if findings.has_errors else Document(base, merged, place, files, cited, read and merged.root is first)


def _checked(document: Document, findings: Findings, lints: bool) -> CheckedGame | None:
    later = Findings()  # what the merged rules say wrong is told differently where a variant has removed something
    root, place, cited = document.merged.root, document.place, document.cited
    checked = check_nodes(root, later, place, lints=lints, cited=cited, shaped=document.shaped)
    for blamed in blame_removed(later, document.merged):
        finding = blame_changed(blamed, document.merged) if document.files else blamed
        if finding.code == "unread-option" and finding.span.source.name not in document.files:
            told = blame_unread(finding, document.merged.changes) if document.files else finding
            if told is not None:
                findings.add(told)
        elif not document.files or finding.code not in _OF_THE_BASE or finding.span.source.name in document.files:
            findings.add(finding)
    return checked


_OF_ITS_TEXTS = ("unknown-text", "untranslated")


def check_nodes(
    root: Mapping,
    findings: Findings,
    place: Traversable | None,
    *,
    lints: bool = False,
    cited: Sequence[Node] = (),
    shaped: bool = False,
) -> CheckedGame | None:
    """Merged nodes as a checked game; None where a stage could not be reached.

    `lints`: doubts are told too. `cited`: rule ids that stand outside of the rules. `shaped`: the shape was checked
    already.
    """
    if not shaped:
        check_shape(root, schema("game"), findings)
    if findings.has_errors:
        return None
    model = model_from_nodes(root, findings, cited)
    if findings.has_errors:
        return None
    words = Findings()
    beside = Companions.of(model, place, words)
    checked = check_model(model, findings, digest=digest(root), known_rules=beside.rules, words=beside.words)
    findings.fold()
    for finding in words:  # which texts a game has is not known before it is right
        if finding.code not in _OF_ITS_TEXTS or not findings.has_errors:
            findings.add(finding)
    if lints and not findings.has_errors:
        lint(checked)
    return checked


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

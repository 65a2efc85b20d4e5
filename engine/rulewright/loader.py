"""From the name of a game to a game that can be played: its files found, merged and checked (`checking.py`)."""

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from rulewright.checking import Document, check_document, load_document, merge_document, source_at
from rulewright.errors import InvalidGame, UnknownGame
from rulewright.library import find_game, find_variant, identify
from rulewright.play.game import Game
from rulewright.text import Findings, SourceText
from rulewright.variants import Overlay, Patch


def load(game: str | Path, *, variants: Sequence[str | Path] = (), overlays: Sequence[Overlay] = ()) -> Game:
    """A game, ready to play: a bundled game's id or a path, with variants by name or path, merged in order.

    Raises UnknownGame (there is no such game or variant), InvalidGame (it has errors; `.findings` holds all of them),
    OSError (a file that cannot be read).
    """
    source, patches, place = _found(game, variants)
    return Game(load_document(source, [*patches, *overlays], place=place), [str(v) for v in variants])


def open_document(
    game: str | Path, *, variants: Sequence[str | Path] = (), overlays: Sequence[Overlay] = ()
) -> Document:
    """A game's file with variants merged in, not yet checked as a whole. Raises what `load` raises."""
    source, patches, place = _found(game, variants)
    findings = Findings()
    document = merge_document(source, [*patches, *overlays], findings, place)
    if document is None or findings.has_errors:
        raise InvalidGame(findings)
    return document


def check_game(game: str | Path, variants: Sequence[str | Path]) -> Findings:
    """All findings of a game with variants merged in. Raises UnknownGame, OSError."""
    findings = Findings()
    try:
        source, patches, place = _found(game, variants)
    except InvalidGame as error:  # a file that is no text
        for finding in error.findings:
            findings.add(finding)
        return findings
    check_document(source, patches, findings, place=place, lints=True)
    return findings


def _found(game: str | Path, variants: Sequence[str | Path]) -> tuple[SourceText, list[Patch], Traversable]:
    """The texts of a game and of variants, and where the game lies."""
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
    patches = [Patch(source_at(p, findings), p) for p in places]
    if findings.has_errors:
        raise InvalidGame(findings)
    return source, patches, place


def load_text(text: str, *, name: str = "<text>", variants: Sequence[str] = ()) -> Game:
    """A game from the text of its rules file, with the texts of variants merged in order. `name` stands in messages.

    It has no ledger and no words files: those lie beside a file. Raises InvalidGame.
    """
    patches = [SourceText(f"{name} variant {n}", variant) for n, variant in enumerate(variants, 1)]
    return Game(load_document(SourceText(name, text), patches), [patch.name for patch in patches])

"""From the name of a game to a game that can be played: its files found, merged and checked (`checking.py`)."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

from rulewright.checking import Document, load_document, merge_document, source_at, variant_patches
from rulewright.errors import InvalidGame, UnknownGame
from rulewright.library import find_game, identify
from rulewright.play.game import Game
from rulewright.play.values import shown
from rulewright.text import Findings, SourceText
from rulewright.variants import Overlay, Patch, as_default


def load(game: str | Path, *, variants: Sequence[str | Path] = (), overlays: Sequence[Overlay] = ()) -> Game:
    """A game, ready to play: a bundled game's id or a path, with variants by name or path, merged in order.

    Raises UnknownGame (there is no such game or variant), InvalidGame (it has errors; `.findings` holds all of them),
    OSError (a file that cannot be read).
    """
    source, patches, place = find_texts(game, variants)
    return Game(load_document(source, [*patches, *overlays], place=place), [str(v) for v in variants])


def open_document(
    game: str | Path,
    *,
    variants: Sequence[str | Path] = (),
    defaults: Mapping[str, int | bool | str] = MappingProxyType({}),
) -> Document:
    """A game's file with variants merged in, not yet checked as a whole; `defaults` are other values for its options.

    Raises what `load` raises.
    """
    source, patches, place = find_texts(game, variants)
    findings = Findings()
    overlays = [as_default(name, value) for name, value in defaults.items()]
    document = merge_document(source, [*patches, *overlays], findings, place)
    if document is None or findings.has_errors:
        raise InvalidGame(findings)
    return document


def find_texts(game: str | Path, variants: Sequence[str | Path]) -> tuple[SourceText, list[Patch], Traversable]:
    """The texts of a game and of variants, and where the game lies. Raises what `load` raises."""
    findings = Findings()
    if not isinstance(game, (str, Path)):
        raise UnknownGame(f"a game is named by its id or path, not by {shown(game)}")
    listed = isinstance(variants, Iterable) and not isinstance(variants, (str, Path))
    if not listed or not all(isinstance(v, (str, Path)) for v in variants):
        raise UnknownGame(f"variants are a list of ids or paths, not {shown(variants)}")
    place = find_game(game)
    source = source_at(place, findings)
    entry = identify(source.text)
    if entry is not None and entry.of is not None:
        raise UnknownGame(f"`{game}` is a variant of `{entry.of}`: load `{entry.of}` with it as a variant")
    patches = variant_patches(entry.id if entry else "", variants, place, findings)
    if findings.has_errors:
        raise InvalidGame(findings)
    return source, patches, place


def load_text(text: str, *, name: str = "<text>", variants: Sequence[str] = ()) -> Game:
    """A game from the text of its rules file, with the texts of variants merged in order. `name` stands in messages.

    It has no ledger and no words files: those lie beside a file. Raises InvalidGame.
    """
    patches = [SourceText(f"{name} variant {n}", variant) for n, variant in enumerate(variants, 1)]
    return Game(load_document(SourceText(name, text), patches), [patch.name for patch in patches])

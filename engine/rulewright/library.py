"""Finds the games, variants and schema that come with the package: in an installed wheel, in a zip, in a checkout.

A place is a `Traversable`, so nothing here needs real files. A game is a YAML file with a top-level `game:` key, a
variant one with `variant:`, wherever in the folder they lie.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulewright.errors import UnknownGame
from rulewright.text import Code, SourceText, did_you_mean, nearest

_readers: ContextVar[tuple[set[Path], ...]] = ContextVar("readers", default=())
_unsaved: ContextVar[Mapping[Path, str]] = ContextVar("unsaved", default=MappingProxyType({}))
_ID = re.compile(r"^(game|variant|of):[ \t]+([^\s#]+)", re.MULTILINE)
SCENARIO_SECTIONS = frozenset({"scenarios", "fixtures", "equivalent", "unreached"})


@dataclass(frozen=True)
class Entry:
    """A game or variant file: its id, its place, and for a variant the id of its game."""

    id: str
    place: Traversable
    of: str | None = None


def data_folder() -> Traversable:
    """The folder that holds `games`, `schema` and the pages of `docs`."""
    # An editable install copies the data into site-packages too, where `files` does not look; edits in the checkout
    # must show at once anyway, so the checkout is the second step, not a copy.
    inside = files("rulewright") / "data"
    return inside if inside.is_dir() else Path(__file__).resolve().parents[2]


@cache
def schema(kind: str) -> dict[str, Any]:
    """The JSON schema of a kind of file: "game", "variant", "scenarios". Always the same object, for caches."""
    text = (data_folder() / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def finding_page(code: Code) -> str:
    """The page that explains a code of findings, in Markdown."""
    return (data_folder() / "docs" / "findings" / f"{code}.md").read_text(encoding="utf-8")


def games() -> dict[str, Entry]:
    """The bundled games by id, sorted."""
    found = [e for e in _entries(data_folder() / "games") if e.of is None]
    return {e.id: e for e in sorted(found, key=lambda e: e.id)}


def variants(game: str) -> dict[str, Entry]:
    """The bundled variants of a game by id, sorted."""
    found = [e for e in _entries(data_folder() / "games") if e.of == game]
    return {e.id: e for e in sorted(found, key=lambda e: e.id)}


def find_game(game: str | Path) -> Traversable:
    """The place of a game: a bundled game's id, or a path.

    Raises UnknownGame, whose message lists the bundled games.
    """
    if isinstance(game, Path) or is_path(game):
        path = Path(game)
        if path.is_file():
            return path
        raise UnknownGame(f"there is no file `{game}`; the bundled games are {_listed(games())}")
    known = games()
    if game in known:
        return known[game].place
    raise UnknownGame(f"there is no game `{game[:80]}`; the bundled games are {_listed(known)}")


def find_variant(game: str, variant: str | Path, beside: Traversable | None = None) -> Traversable:
    """The place of a variant of a game: the id of one in `variants` beside the game's file or bundled, or a path.

    Raises UnknownGame, whose message lists the variants there are.
    """
    if isinstance(variant, Path) or is_path(variant):
        path = Path(variant)
        if path.is_file():
            return path
        raise UnknownGame(f"there is no file `{variant}`", str(variant))
    known = known_variants(game, beside)
    if variant in known:
        return known[variant].place
    there = f"there are {_listed(known)}" if known else "there is none"
    near = nearest(variant, known)
    meant = f"; did you mean `{near}`?" if near is not None else ""
    if Path(f"{variant}.yaml").is_file():
        meant = f"; to name the file here write `{variant}.yaml`"
    raise UnknownGame(f"`{game}` has no variant `{variant}`; {there}{meant}", variant)


def known_variants(game: str, beside: Traversable | None = None, near: Traversable | None = None) -> dict[str, Entry]:
    """The variants of a game by id, sorted: the bundled ones, those in `variants` beside the game's file, and those in
    the folder of the file `near`. What is nearer hides what is farther.
    """
    known = variants(game)
    folder = parent_of(beside) if beside is not None else None
    if folder is not None and (folder / "variants").is_dir():
        known |= {e.id: e for e in _entries(folder / "variants") if e.of == game}
    folder = parent_of(near) if near is not None else None
    if folder is not None:
        known |= {e.id: e for e in variants_in(folder, game)}
    return dict(sorted(known.items()))


def variants_in(folder: Traversable, game: str | None = None) -> Iterator[Entry]:
    """The variants (of a game) that lie in a folder itself, in the order of their files."""
    for child in sorted(folder.iterdir(), key=lambda c: c.name):
        entry = _entry_of(child) if child.name.endswith((".yaml", ".yml")) else None
        if entry is not None and entry.of is not None and game in (None, entry.of):
            yield entry


def find_base(game: str, variant: Traversable) -> Traversable:
    """The place of the game that a variant file is for: near the variant, or bundled. Raises UnknownGame.

    Near is its folder and the two above it: a variant may lie in `variants/GAME` beside the game. Of several files of
    the game in a folder the one that is called like it counts.
    """
    folder = parent_of(variant)
    for _ in range(3):
        if folder is None:
            break
        for child in sorted(folder.iterdir(), key=lambda c: (c.name.rsplit(".", 1)[0] != game, c.name)):
            if child.is_file() and child.name.endswith((".yaml", ".yml")):
                entry = _entry_of(child)
                if entry is not None and entry.of is None and entry.id == game:
                    return child
        folder = parent_of(folder)
    return find_game(game)


def entries_in(folder: Traversable) -> Iterator[Entry]:
    """All games and variants in a folder and below, in the order of their paths."""
    yield from _entries(folder)


def identify(text: str) -> Entry | None:
    """What a text says it is: a game or a variant (with an empty place), or None."""
    return _identify(text, Path())


def read_source(place: Traversable, name: str | None = None) -> SourceText:
    """The text at a place, under the name that people see (default: the place's own, from where they stand).

    Raises OSError, or UnicodeDecodeError for a text that is not UTF-8.
    """
    for noted in _readers.get():
        if isinstance(place, Path):
            noted.add(place)
    unsaved = _unsaved.get().get(place.resolve()) if isinstance(place, Path) else None
    if unsaved is not None:
        return SourceText(name or shown_name(place), unsaved)
    # Not read_text: it would turn `\r\n` into `\n`, and offsets must be those of the file.
    text = place.read_bytes().decode("utf-8-sig")
    return SourceText(name or shown_name(place), text)


@contextmanager
def noting_reads() -> Iterator[set[Path]]:
    """While it lasts, the files that `read_source` reads are added to the set that it gives."""
    noted: set[Path] = set()
    token = _readers.set((*_readers.get(), noted))
    try:
        yield noted
    finally:
        _readers.reset(token)


@contextmanager
def unsaved(texts: Mapping[Path, str]) -> Iterator[None]:
    """While it lasts, `read_source` reads these texts instead of the files of these paths."""
    token = _unsaved.set({**_unsaved.get(), **{path.resolve(): text for path, text in texts.items()}})
    try:
        yield
    finally:
        _unsaved.reset(token)


def shown_name(place: Traversable) -> str:
    """A place as people see it: relative to the working folder where that is shorter."""
    if isinstance(place, Path):
        try:
            return str(place.resolve().relative_to(Path.cwd()))
        except ValueError:
            return str(place)
    return str(place)


def parent_of(place: Traversable) -> Traversable | None:
    """The folder that a place lies in, or None at the top (zip paths have parents too, though not by protocol)."""
    parent = getattr(place, "parent", None)
    if isinstance(place, Path) and place.parent == place:
        return None
    return parent if parent is not None and hasattr(parent, "joinpath") and parent is not place else None


def seek_upward(place: Traversable, relative: str, levels: int = 12) -> Traversable | None:
    """The file of a relative path, sought from the folder of a place upward; None if no folder has it.

    A rules file may come from a stranger: a path that climbs by itself, or starts at the top, finds nothing.
    """
    if relative.startswith(("/", "\\")) or ".." in re.split(r"[/\\]", relative) or ":" in relative:
        return None
    folder = parent_of(place.resolve() if isinstance(place, Path) else place)
    for _ in range(levels):
        if folder is None:
            return None
        found = folder.joinpath(*relative.split("/"))
        if found.is_file():
            return found
        folder = parent_of(folder)
    return None


def _entries(folder: Traversable) -> Iterator[Entry]:
    for child in sorted(folder.iterdir(), key=lambda c: c.name):
        if child.is_dir():
            yield from _entries(child)
        elif child.name.endswith((".yaml", ".yml")):
            entry = _entry_of(child)
            if entry is not None:
                yield entry


def _entry_of(place: Traversable) -> Entry | None:
    """What a file says it is; None for one that has no name, by which it could be called."""
    try:
        entry = _identify(place.read_text(encoding="utf-8"), place)
    except (OSError, UnicodeDecodeError):
        return None
    return entry if entry is not None and entry.id else None


def _identify(text: str, place: Traversable) -> Entry | None:
    found = {m.group(1): m.group(2).strip("\"'") for m in reversed(list(_ID.finditer(text)))}
    if "variant" in found or ("of" in found and "game" not in found):  # without its name it is one all the same
        return Entry(found.get("variant", ""), place, found.get("of", ""))
    return Entry(found["game"], place) if "game" in found and not holds_scenarios(text) else None


def holds_scenarios(text: str) -> bool:
    """Whether a text has a section that stands in scenario files only."""
    return bool(SCENARIO_SECTIONS & set(re.findall(r"^([A-Za-z_]+):", text, re.MULTILINE)))


def is_path(name: str) -> bool:
    """Whether a word for a game or variant is a file's path, and no id."""
    return "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))


def _listed(known: dict[str, Entry]) -> str:
    return ", ".join(f"`{name}`" for name in known) or "none"


def suggest_game(name: str) -> str:
    """A help text for a game's name that is not known."""
    return did_you_mean(name, games())

"""What variants say of themselves, without being merged into anything."""

from dataclasses import asdict, dataclass
from importlib.resources.abc import Traversable
from typing import Any

from rulewright.document import Mapping, Scalar, read_yaml
from rulewright.document.overlay_order import scalars_at
from rulewright.library import known_variants, read_source, shown_name
from rulewright.text import Findings


@dataclass(frozen=True)
class Head:
    """A variant: its id, its file, and what its head says."""

    id: str
    path: str
    title: str = ""
    why: str = ""
    rules: tuple[str, ...] = ()
    extends: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def heads(game: str, place: Traversable) -> list[Head]:
    """The variants of a game whose file lies at a place, by id. Of one that cannot be read only the id is known."""
    return [_head(name, entry.place) for name, entry in known_variants(game, place).items()]


def _head(name: str, place: Traversable) -> Head:
    path = shown_name(place)
    try:
        root = read_yaml(read_source(place), Findings())
    except (OSError, UnicodeDecodeError):
        return Head(name, path)
    if not isinstance(root, Mapping):
        return Head(name, path)
    options = root.get("options")

    def text(key: str) -> str:
        value = root.get(key)
        return " ".join(value.text.split()) if isinstance(value, Scalar) else ""

    def names(key: str) -> tuple[str, ...]:
        return tuple(s.text for s in scalars_at(root, key))

    return Head(
        name, path, text("title"), text("why"), tuple(text("rule").split()),
        names("extends"), names("after"), names("conflicts"),
        tuple(options.entries) if isinstance(options, Mapping) else (),
    )  # fmt: skip

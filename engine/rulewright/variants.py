"""Variant files, and those that they extend, read as nodes: what is merged onto a game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable

from rulewright.document import nodes
from rulewright.document.overlay_order import name_of, name_span, scalars_at
from rulewright.document.read_yaml import read_yaml
from rulewright.document.shape import check_shape
from rulewright.library import games, known_variants, read_source, schema, variants
from rulewright.text import Findings, Related, SourceText, did_you_mean, spelt


@dataclass(frozen=True)
class Patch:
    """A variant's text, and the place where it lies: what it names is sought there first."""

    source: SourceText
    place: Traversable | None = None


Overlay = SourceText | Patch | nodes.Mapping  # a text, or nodes that were read already (an overlay inside a scenario)


@dataclass
class Gathered:
    """Overlays in the given order, each after those that it extends. `places` says where a source's file lies."""

    overlays: list[nodes.Mapping] = field(default_factory=list)
    places: dict[str, Traversable] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of the variants among them."""
        return tuple(name_of(o) for o in self.overlays if o.get("variant") is not None)


def gathered(overlays: Sequence[Overlay], game: str, beside: Traversable | None, findings: Findings) -> Gathered:
    """Reads overlays of a game whose file lies at `beside`, and the variants that they extend.

    A variant that is extended and also given stands once. Adds findings for what cannot be read, for names of variants
    that do not exist, and for variants that extend each other in a ring.
    """
    gatherer = _Gatherer(game, beside, findings)
    patches = [o if isinstance(o, nodes.Mapping) else gatherer.read(o) for o in overlays]
    given = [o for o in patches if o is not None]
    gatherer.given = {name_of(o) for o in given if o.get("variant") is not None}
    for overlay in given:
        gatherer.take(overlay, ())
    return gatherer.found


def read_nodes(source: SourceText, kind: str, findings: Findings) -> nodes.Mapping | None:
    """A text as nodes of the right shape: "game" or "variant". None, with findings, if it is not."""
    mine = Findings()  # one file's mistakes do not hide another's
    root = read_yaml(source, mine)
    if root is not None and not mine.has_errors:
        check_shape(root, schema(kind), mine)
    for finding in mine:
        findings.add(finding)
    return root if isinstance(root, nodes.Mapping) and not mine.has_errors else None


class _Gatherer:
    def __init__(self, game: str, beside: Traversable | None, findings: Findings) -> None:
        self.game = game
        self.beside = beside
        self.findings = findings
        self.found = Gathered()
        self.given: set[str] = set()

    def read(self, overlay: SourceText | Patch) -> nodes.Mapping | None:
        patch = overlay if isinstance(overlay, Patch) else Patch(overlay)
        if patch.place is not None:
            self.found.places[patch.source.name] = patch.place
        return read_nodes(patch.source, "variant", self.findings)

    def take(self, overlay: nodes.Mapping, chain: tuple[nodes.Mapping, ...]) -> None:
        """Puts an overlay behind those that it extends. `chain`: what led to it."""
        place = self.found.places.get(overlay.span.source.name)
        known = known_variants(self.game, self.beside, place)
        for scalar in scalars_at(overlay, "extends"):
            if any(name_of(o) == scalar.text for o in (*chain, overlay)):
                self._ring(scalar, chain, overlay)
            elif scalar.text in self.given or scalar.text in self.found.names:
                continue
            elif scalar.text not in known:
                others = [name for name in known if name != name_of(overlay)]
                name = scalar.text.removesuffix(".yaml")
                owner = next((game for game in games() if name in variants(game)), None)
                help = did_you_mean(name, others) if owner is None else f"it is a variant of `{owner}`"
                message = f"`{self.game}` has no variant `{scalar.text}` to extend"
                self.findings.error("unknown-variant", message, scalar.span, help=help)
            else:
                found = self.read(_patch(known[scalar.text].place))
                if found is not None:
                    self.take(found, (*chain, overlay))
        for key in ("after", "conflicts"):
            self._check_names(overlay, key, known)
        self.found.overlays.append(overlay)

    def _ring(self, scalar: nodes.Scalar, chain: tuple[nodes.Mapping, ...], overlay: nodes.Mapping) -> None:
        members = (*chain, overlay)
        first = next(n for n, o in enumerate(members) if name_of(o) == scalar.text)
        ring = members[first:]
        related = tuple(
            Related(s.span, f"`{name_of(o)}` extends this") for o in ring[:-1] for s in scalars_at(o, "extends")
        ) or (Related(name_span(overlay), "its own name"),)
        way = " extends ".join(f"`{name}`" for name in (*map(name_of, ring), scalar.text))
        help = "no variant can be built on itself: drop one `extends`"
        self.findings.error("overlay-cycle", way, scalar.span, help=help, related=related)

    def _check_names(self, overlay: nodes.Mapping, key: str, known: Mapping[str, object]) -> None:
        names = sorted({*known, *self.given, *self.found.names})
        for scalar in scalars_at(overlay, key):
            if scalar.text not in names:
                message = f"`{self.game}` has no variant `{scalar.text}` here, so this `{key}` does nothing"
                help = did_you_mean(scalar.text, names)
                self.findings.warning("unknown-variant", message, scalar.span, help=help)
            elif scalar.text == name_of(overlay):
                message, help = f"`{scalar.text}` names itself", f"drop it from `{key}`"
                related = (Related(name_span(overlay), "its own name"),)
                self.findings.error("overlay-cycle", message, scalar.span, help=help, related=related)


def _patch(place: Traversable) -> Patch:
    return Patch(read_source(place), place)


def as_default(option: str, value: int | bool | str) -> nodes.Mapping:
    """What `--set OPTION=VALUE` says, as an overlay: the default of the option. Its places are in the setting."""
    words = spelt(value)
    source = SourceText("--set", f"{option}={words}")
    whole, at = source.span(0, len(source.text)), source.span(len(option) + 1, len(source.text))

    def text(what: str) -> nodes.Scalar:
        return nodes.Scalar(whole, what, "plain", "text")

    def holding(key: str, node: nodes.Node) -> dict[str, nodes.Entry]:
        return {key: nodes.Entry(text(key), node)}

    path = holding(f"options.{option}.default", nodes.Scalar(at, words, "plain", nodes.plain_kind(words)))
    title = holding("title", text(f"--set {source.text}"))
    return nodes.Mapping(whole, {**title, **holding("change", nodes.Mapping(whole, path))})


def names_of(overlays: Iterable[nodes.Mapping]) -> tuple[str, ...]:
    """The names of the files that overlays were written in."""
    return tuple(dict.fromkeys(o.span.source.name for o in overlays))

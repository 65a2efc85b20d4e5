"""All mutants of a game: changed lines (in their trees), changed structure (in its nodes), each with a lasting id."""

import hashlib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from rulewright.check.checked import CheckedGame, Expr, Type
from rulewright.document.nodes import Mapping, Node, Piece, Scalar, Sequence, weave
from rulewright.expr import parse
from rulewright.expr import tree as t
from rulewright.expr.format import format_node
from rulewright.harness.mutation.rewrites import Facts, rewrites
from rulewright.harness.mutation.structure import Change, Others, Path, changed, node_at, structural
from rulewright.model.definition import AttrValue, Block, GameDef
from rulewright.model.from_nodes import model_from_nodes
from rulewright.model.reader import NOTE_KEYS
from rulewright.text import Findings, Span

UNTOUCHED = ("always", "follows", "title")  # what tests hold, and what is said to people
_CITED = re.compile(r"\(([A-Z]{2,5}-[^()]*)\)\s*\Z")


@dataclass(frozen=True)
class Mutant:
    """A change of the rules in one place.

    `id` is made of what is changed, where (`path`) and into what; it lasts while these stay, whatever else is edited.
    `rules`: the ledger ids that are in force there.
    """

    id: str
    change: Change
    rules: tuple[str, ...]

    @property
    def operator(self) -> str:
        """What kind of change it is: a key of `OPERATORS`."""
        return self.change.operator

    @property
    def path(self) -> str:
        """The place in the rules, as `rulewright where` takes it."""
        return ".".join(map(str, self.change.path))

    @property
    def section(self) -> str:
        """The part of the file."""
        return str(self.change.path[0])

    @property
    def at(self) -> Span:
        """Where the change is."""
        return self.change.at

    @property
    def words(self) -> str:
        """The change in the words of the rules file."""
        was, became = _short(self.change.was), _short(self.change.became)
        if not became:
            return f'"{was}" left out'
        return f'"{was}" done twice' if became == "done twice" else f'"{was}" became "{became}"'

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "id": self.id,
            "path": self.at.source.name,
            "line": self.at.begin.line,
            "column": self.at.begin.column,
            "place": self.path,
            "operator": self.operator,
            "was": self.change.was,
            "became": self.change.became,
            "rules": list(self.rules),
        }

    def is_at(self, path: str) -> bool:
        """Whether it stands in a part of the rules."""
        return self.path == path or self.path.startswith((f"{path}.", f"{path}("))

    def applied(self, root: Mapping) -> Mapping:
        """The rules with the change."""
        found = changed(root, self.change.path, self.change.node)
        assert isinstance(found, Mapping)
        return found


OPERATORS: dict[str, str] = {
    "number": "a number is one more or one less",
    "truth": "true is false",
    "comparison": "`<` is `<=`, `is` is `is not`, `in` is `not in`",
    "connective": "`and` is `or`",
    "part": "one side of `and` or `or` is left out",
    "negation": "a condition is its opposite",
    "condition": "a need, `where`, `if`, `until` or limit is left out, or holds always or never",
    "quantifier": "`any` is `all`",
    "branch": "`if .. then .. else` is always one of the two",
    "case": "a case has the value of the next case",
    "arithmetic": "`+` is `-`, `*` is `+`, `add` is `subtract`",
    "extreme": "`max` is `min`, `highest` is `lowest`, `most` is `least`, a tie is broken otherwise",
    "direction": "top is bottom, row is column, the next player is this one, an order is left out",
    "kind": "a value of a kind is another value of it",
    "owner": "me is another player, another player is me",
    "effect": "a step, a scoring line or a first content is left out",
    "repeat": "a step is done twice",
    "answer": "an answer is not offered",
    "trigger": "what happens by itself does not happen",
    "option": "an option has another default",
    "sight": "more or fewer people see something",
    "row": "a value of a row is left out or is another",
}


def mutants_of(root: Mapping, game: CheckedGame) -> tuple[Mutant, ...]:
    """All mutants of a game that has no errors: its nodes, and what the checker made of them. In the file's order."""
    model = model_from_nodes(root, Findings())
    others = _others(model)
    seen: set[tuple[Path, str]] = set()
    counted: Counter[str] = Counter()
    found: list[Mutant] = []
    for change in (*_of_lines(root, model, game, others), *structural(root, others)):
        if change.path[0] in UNTOUCHED or any(key in NOTE_KEYS for key in change.path):
            continue
        result = (change.path, _told(change.node))
        if result in seen or result[1] == _told(node_at(root, change.path)):
            continue
        seen.add(result)
        name = "|".join([change.operator, *map(str, change.path), change.was, change.became])
        counted[name] += 1
        code = hashlib.sha256(f"{name}|{counted[name]}".encode()).hexdigest()[:8]
        found.append(Mutant(f"m{code}", change, _rules(root, change.path)))
    return tuple(sorted(found, key=lambda m: (m.at.source.name, m.at.start, m.at.end)))


# ---------- lines ----------


def _of_lines(root: Mapping, model: GameDef, game: CheckedGame, others: Others) -> Iterator[Change]:
    scalars = _Scalars(root)
    types = dict(_types(game))
    for line in _lines(model):
        place = scalars.at(line.at.span)
        if place is None:
            continue
        path, scalar = place
        facts = Facts(types, others, _key(path))
        for rewrite in rewrites(line, facts):
            text = format_node(rewrite.node)
            yield Change(path, _rewritten(scalar, text), rewrite.operator, rewrite.at, rewrite.was, rewrite.became)


def _rewritten(scalar: Scalar, text: str) -> Scalar:
    """A scalar with another text; what the two have in common keeps its places."""
    start = _common(scalar.text, text)
    room = min(len(scalar.text), len(text)) - start
    end = min(room, _common(scalar.text[::-1], text[::-1]))
    return weave(
        [
            Piece(text[:start], scalar),
            Piece(text[start : len(text) - end], scalar, made=True),
            Piece(text[len(text) - end :], scalar, len(scalar.text) - end),
        ],
        scalar.span,
    )


def _common(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


class _Scalars:
    """The scalars of a document by their places."""

    def __init__(self, root: Mapping) -> None:
        found = [(s.span.source.name, s.span.start, path, s) for path, s in _scalars(root, ())]
        self.found = sorted(found, key=lambda f: f[:2])
        self.starts = [f[:2] for f in self.found]

    def at(self, span: Span) -> tuple[Path, Scalar] | None:
        """The path and the scalar in which a stretch lies."""
        n = bisect_right(self.starts, (span.source.name, span.start)) - 1
        if n < 0:
            return None
        name, _, path, scalar = self.found[n]
        inside = name == span.source.name and span.end <= scalar.span.end
        return (path, scalar) if inside else None


def _scalars(node: Node, path: Path) -> Iterator[tuple[Path, Scalar]]:
    if isinstance(node, Scalar):
        yield path, node
    elif isinstance(node, Mapping):
        for entry in node:
            yield from _scalars(entry.value, (*path, entry.key.text))
    elif isinstance(node, Sequence):
        for n, item in enumerate(node.items):
            yield from _scalars(item, (*path, n))


def _lines(part: Any) -> Iterator[t.Node]:
    """The trees of a model, each once, lines of rows read in every way that fits."""
    if isinstance(part, t.Ident | t.TypeExpr | t.Key | t.Param | t.Template | t.Let):
        return
    if isinstance(part, t.Node):
        yield part
    elif isinstance(part, AttrValue):
        for read in (part.line, part.sentence, part.power, part.block):
            yield from _lines(read()) if read is not None else ()
        yield from _lines(part.mapping)
        yield from _lines(part.items)
    elif isinstance(part, Block) and part.pick:
        yield t.Picks(part.pick, at=part.pick[0].at)
        yield from _inside(part, ("pick",))
    elif isinstance(part, dict):
        for value in part.values():
            yield from _lines(value)
    elif isinstance(part, tuple):
        for value in part:
            yield from _lines(value)
    elif is_dataclass(part) and not isinstance(part, Span):
        yield from _inside(part, ("texts", "notes", "always", "follows"))


def _inside(part: Any, without: tuple[str, ...]) -> Iterator[t.Node]:
    for inner in fields(part):
        if inner.name not in without and inner.name != "notes":
            yield from _lines(getattr(part, inner.name))


def _key(path: Path) -> str:
    """The key that a line stands under; the end reasons of `until` stand under that."""
    words = [str(key) for key in path[-3:]]
    return next((word for word in reversed(words) if word in ("if", "until", "more", "when")), words[-1])


def _types(game: CheckedGame) -> Iterator[tuple[tuple[str, int, int], Type]]:
    """The types of all expressions of a checked game, by their places."""
    seen: set[int] = set()
    waiting: list[Any] = [game]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Expr):
            yield (node.at.source.name, node.at.start, node.at.end), node.type
        if isinstance(node, dict):
            waiting += node.values()
        elif isinstance(node, tuple):
            waiting += node
        elif is_dataclass(node) and not isinstance(node, Span | Type) and id(node) not in seen:
            seen.add(id(node))
            waiting += [getattr(node, part.name) for part in fields(node)]


# ---------- words ----------


def _others(model: GameDef) -> Others:
    """For each value of a kind, each space of a ring and each seat the next one."""
    found: dict[str, list[str]] = {}
    lists = [list(kind.values) for kind in model.kinds.values()]
    lists += [list(board.spaces) for board in model.boards.values()] + [[name for name, _ in model.seats]]
    for names in lists:
        for n, name in enumerate(names if len(names) > 1 else ()):
            found.setdefault(name, []).append(names[(n + 1) % len(names)])
    return {name: tuple(dict.fromkeys(next_)) for name, next_ in found.items()}


def _rules(root: Mapping, path: Path) -> tuple[str, ...]:
    """The rule ids that a line cites, or else those of the nearest part around it that has some."""
    around: list[Node] = [root]
    for key in path:
        around.append(node_at(around[-1], (key,)))
    for node in reversed(around):
        scalar = node.get("rule") if isinstance(node, Mapping) else node
        if not isinstance(scalar, Scalar):
            continue
        cited = _CITED.search(scalar.text) if scalar is node else None
        text = scalar.text if scalar is not node else cited[1] if cited else ""
        ids = parse.parse_rule_ids(text, scalar.span_of, Findings()) if text else None
        if ids is not None:
            return tuple(i.name for i in ids.ids)
    return ()


def _told(node: Node | None) -> str:
    match node:
        case None:
            return ""
        case Scalar():
            return f"{node.kind} {' '.join(node.text.split())}"
        case Mapping():
            return "{" + ", ".join(f"{e.key.text}: {_told(e.value)}" for e in node) + "}"
        case Sequence():
            return "[" + ", ".join(map(_told, node.items)) + "]"
        case _:
            raise AssertionError(node)


def _short(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:60]} .. {text[-25:]}"

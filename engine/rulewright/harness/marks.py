"""What scenario files say of clauses and mutants that no scenario can reach, with a reason for each.

```yaml
unreached:                        # for coverage
  - at: actions.sell.do.paid      # a clause's path, or its text in the rules file
    is: false                     # only this side of a condition; left out: the whole clause
    why: the need before it holds already
equivalent:                       # for mutation
  - at: actions.sell.do.paid      # the part of the rules
    mutant: m5c1e9ab2 m00d1f7c4   # ids, as `rulewright mutate` tells them
    why: it changes nothing that anybody can see
```
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rulewright.document.nodes import Mapping, Scalar, Sequence
from rulewright.document.read_yaml import read_yaml
from rulewright.harness.scenarios import Phrase
from rulewright.text import Findings, SourceText, did_you_mean

_Kind = Literal["unreached", "equivalent"]
_KEYS: dict[_Kind, tuple[str, ...]] = {"unreached": ("at", "is", "why"), "equivalent": ("at", "mutant", "why")}
KINDS = tuple(_KEYS)


@dataclass(frozen=True)
class Mark:
    """One exception. `game` is the one that the file names; `side` is that of a condition, None: all of it.

    `mutant` are ids with spaces between them, None among those of the kind "unreached".
    """

    kind: _Kind
    game: str
    at: Phrase
    why: str
    side: bool | None = None
    mutant: str | None = None


def read_marks(source: SourceText, findings: Findings) -> tuple[Mark, ...]:
    """The marks of a scenario file; mistakes become findings."""
    if not any(f"{kind}:" in source.text for kind in KINDS):
        return ()
    root = read_yaml(source, Findings())  # its mistakes are told where scenarios are read
    if not isinstance(root, Mapping) or not any(kind in root.entries for kind in KINDS):
        return ()
    game = root.get("game")
    if not isinstance(game, Scalar):
        findings.error("required", "a file with `unreached` or `equivalent` says its `game` at the top", root.span)
        return ()
    return tuple(mark for kind in KINDS for mark in _marks(kind, game.text, root, findings))


def _marks(kind: _Kind, game: str, root: Mapping, findings: Findings) -> Iterator[Mark]:
    value = root.get(kind)
    if value is None:
        return
    if not isinstance(value, Sequence):
        findings.error("type", f"`{kind}` is a list of entries with `at` and `why`", value.span)
        return
    for item in value.items:
        if not isinstance(item, Mapping):
            findings.error("type", f"an entry of `{kind}` is a mapping with `at` and `why`", item.span)
            continue
        mark = _mark(kind, game, item, findings)
        if mark is not None:
            yield mark


def _mark(kind: _Kind, game: str, item: Mapping, findings: Findings) -> Mark | None:
    known = _KEYS[kind]
    for entry in item:
        if entry.key.text not in known:
            message = f"an entry of `{kind}` has no key `{entry.key.text}`"
            findings.error("unknown-key", message, entry.key.span, help=did_you_mean(entry.key.text, known))
            return None
    texts = {key: value for key in known if isinstance(value := item.get(key), Scalar)}
    for key in ("at", "why", *(("mutant",) if kind == "equivalent" else ())):
        if key not in texts or not texts[key].text.strip():
            findings.error("required", f"an entry of `{kind}` needs `{key}`, one line", item.span)
            return None
    side = item.get("is")
    if side is not None and not (isinstance(side, Scalar) and side.kind == "bool"):
        findings.error("type", "`is` must be true or false", side.span)
        return None
    at, mutant = texts["at"], texts.get("mutant")
    return Mark(
        kind, game, Phrase(at.text, at.span), " ".join(texts["why"].text.split()),
        None if side is None else bool(side.value), mutant.text if mutant is not None else None,
    )  # fmt: skip

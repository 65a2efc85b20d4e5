"""The files that stand beside a game: its ledger (which rule ids exist, and what they say), and its words files.

They are sought from the game's own folder upward, so they are found in a checkout, in a wheel, and in a folder of one's
own. A game without ledger and words is a whole game: its citations are not checked, and it speaks its own language.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable

from rulewright.document.nodes import Mapping as MappingNode
from rulewright.document.nodes import Node, Scalar
from rulewright.document.read_yaml import read_yaml
from rulewright.library import parent_of, read_source, seek_upward
from rulewright.model.definition import GameDef
from rulewright.text import Findings, Span, did_you_mean, nearest

_ID = r"[A-Z][A-Z0-9]*-[A-Z]{0,2}[0-9]+[a-z]?"
_DEFINED = re.compile(rf"^(?:#+ .*?|[-*] +)?(?:\*\*)?({_ID})\b", re.MULTILINE)
_AFTERWARDS = re.compile(r"\s[*_]*(?:Test|Source)[*_]*:|\s[-*] \*\*|\s\|")  # what stands below a rule, or the next rule
_BRACES = re.compile(r"\{([^}]*)\}")
_BOLD = re.compile(rf"\*\*({_ID})\b")
_WORDS_FILE = re.compile(r"^(?P<game>.+)\.(?P<language>[a-z]{2,3}(-[A-Za-z]+)?)\.ya?ml$")


@dataclass(frozen=True)
class Word:
    """One translated text, and where it stands."""

    text: str
    span_of: Callable[[int, int], Span] = field(compare=False, repr=False)


@dataclass(frozen=True)
class Companions:
    """What was found. `rules` maps a rule id to the ledger's words about it; None where there is no ledger to ask."""

    rules: Mapping[str, str] | None = None
    words: Mapping[str, Mapping[str, Word]] = field(default_factory=dict)  # language -> path -> word

    @classmethod
    def of(cls, model: GameDef, place: Traversable | None, findings: Findings) -> "Companions":
        """Seeks and reads the companions of a game whose file lies at `place`."""
        return cls(_rules(model, place, findings), _words(model, place, findings))


def ledger_rules(text: str) -> dict[str, str]:
    """The rules that a ledger defines (an id in bold, or in a heading), each with the first paragraph about it."""
    found: dict[str, str] = {}
    for match in sorted([*_BOLD.finditer(text), *_heading_ids(text)], key=lambda m: m.start()):
        found.setdefault(match.group(1), _paragraph(text, match.end(1)))
    return found


def ledger_beside(place: Traversable) -> dict[str, str]:
    """The rules of the ledger that a game's file names, by id; empty without one. For explanations and coverage."""
    try:
        named = re.search(r"^ledger:[ \t]+([^\s#]+)", read_source(place).text, re.MULTILINE)
        found = seek_upward(place, named.group(1)) if named is not None else None
        return ledger_rules(read_source(found).text) if found is not None else {}
    except (OSError, UnicodeDecodeError):
        return {}


def _heading_ids(text: str) -> Iterator[re.Match[str]]:
    for match in _DEFINED.finditer(text):
        if match.group(0).startswith("#"):
            yield match


def _paragraph(text: str, start: int) -> str:
    end = text.find("\n\n", start)
    words = " ".join(line.strip() for line in text[start : end if end >= 0 else len(text)].splitlines())
    words = _AFTERWARDS.split(words)[0]
    words = re.sub(r"^[*:\s]+|\*\*", "", words).strip()
    return re.sub(r"^\[[^\]]*\]\s*", "", words)  # the tag that names the source


def _rules(model: GameDef, place: Traversable | None, findings: Findings) -> Mapping[str, str] | None:
    if model.ledger is None:
        return None
    name, at = model.ledger
    found = seek_upward(place, name) if place is not None else None
    if found is None:
        findings.note("no-ledger", f"the ledger `{name}` is not here, so rule ids are not checked", at)
        return None
    try:
        return ledger_rules(read_source(found).text)
    except (OSError, UnicodeDecodeError):
        findings.note("no-ledger", f"the ledger `{name}` cannot be read, so rule ids are not checked", at)
        return None


def _words(model: GameDef, place: Traversable | None, findings: Findings) -> dict[str, dict[str, Word]]:
    languages: dict[str, dict[str, Word]] = {}
    for language, file in _words_files(model.game, place):
        mine = Findings()
        try:
            root = read_yaml(read_source(file), mine)
        except (OSError, UnicodeDecodeError):
            continue
        words = dict(_flat(root, "", mine)) if root is not None else {}
        meant = {nearest(path, model.texts) for path in words if path not in model.texts}  # told as misspelt
        if isinstance(root, MappingNode):
            _strangers(root, "", model.texts, _parents(model.texts), mine)
        for path, word in words.items():
            if path in model.texts:
                _check_places(word, model.places_of(path), mine)
        for finding in mine:
            findings.add(finding)
        if mine.has_errors:
            continue
        missing = [p for p in model.texts if p not in words and p not in meant and not p.endswith(".why")]
        if missing and isinstance(root, MappingNode) and root.entries:
            shown = ", ".join(f"`{path}`" for path in missing[:4]) + (" .." if len(missing) > 4 else "")
            message = f"{len(missing)} {'texts' if missing[1:] else 'text'} of the game without words here: {shown}"
            findings.warning("untranslated", message, next(iter(root)).key.span, help="they are shown untranslated")
        languages[language] = words
    return languages


def translated_game(place: Traversable) -> str | None:
    """The id of the game whose texts a file translates, if it lies and is called as a words file does."""
    folder, named = parent_of(place), _WORDS_FILE.match(place.name)
    return named["game"] if named is not None and folder is not None and folder.name == "words" else None


def _words_files(game: str, place: Traversable | None) -> list[tuple[str, Traversable]]:
    folder = parent_of(place) if place is not None else None
    for _ in range(3):  # a game in a subfolder may share the words folder of its parent
        if folder is None:
            return []
        words = folder / "words"
        if words.is_dir():
            named = [(_WORDS_FILE.match(f.name), f) for f in sorted(words.iterdir(), key=lambda f: f.name)]
            return [(m["language"], f) for m, f in named if m is not None and m["game"] == game]
        folder = parent_of(folder)
    return []


def _parents(texts: Iterable[str]) -> frozenset[str]:
    """All paths that have a text below them."""
    names = (text.split(".") for text in texts)
    return frozenset(".".join(parts[:n]) for parts in names for n in range(1, len(parts)))


def _strangers(
    node: MappingNode, path: str, texts: Collection[str], parents: Collection[str], findings: Findings
) -> None:
    """Tells of words that no text of the game asks for; where a whole part is unknown, once at its key."""
    for entry in node:
        here = f"{path}.{entry.key.text}" if path else entry.key.text
        if isinstance(entry.value, MappingNode) and here in parents:
            _strangers(entry.value, here, texts, parents, findings)
        elif isinstance(entry.value, MappingNode):
            parent = here.rpartition(".")[0]
            beside = sorted(part for part in {*parents, *texts} if part.rpartition(".")[0] == parent)
            known = nearest(here, beside) is not None or not parent
            help = did_you_mean(here, beside) if known else "delete these words, or give that part of the game its text"
            findings.warning("unknown-text", f"the game has no text below `{here}`", entry.key.span, help=help)
        elif here not in texts:
            help = did_you_mean(here, texts)
            findings.warning("unknown-text", f"the game has no text `{here}`", entry.value.span, help=help)


def _check_places(word: Word, places: Sequence[Span], findings: Findings) -> None:
    """Tells of braces that hold nothing which the game's own text has in braces: they would be shown as they stand."""
    known = [at.words for at in places]
    for braces in _BRACES.finditer(word.text):
        if braces[1].strip() in known:
            continue
        message = f"the game's own text has no `{braces[0]}`, so this is shown as it stands"
        help = f"the braces of a text hold the same in all languages: {', '.join(f'`{{{k}}}`' for k in known)}"
        help = help if known else "this text is always the same: say it without braces"
        findings.warning("unknown-text", message, word.span_of(*braces.span()), help=help)


def _flat(node: Node, path: str, findings: Findings) -> Iterator[tuple[str, Word]]:
    """Every text under its path; keys may be nested or written with dots."""
    if isinstance(node, MappingNode):
        for entry in node:
            yield from _flat(entry.value, f"{path}.{entry.key.text}" if path else entry.key.text, findings)
    elif isinstance(node, Scalar):
        yield path, Word(node.text, node.span_of)
    else:
        findings.error("type", f"`{path}` must be one text", node.span)

"""Reads the values of a scenario file's keys, with places: one that does not fit is a finding."""

from collections.abc import Callable
from typing import Any

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.harness.scenarios import Phrase
from rulewright.text import Code, Findings, Span, did_you_mean


class Keys:
    """Reads values, and notes in `failed` whether one did not fit since it was last set to False."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.failed = False

    def error(self, code: Code, message: str, at: Span, help: str | None = None) -> None:
        """A mistake: what is being read is not to be used."""
        self.failed = True
        self.findings.error(code, message, at, help=help)

    def known_keys(self, node: Mapping, known: tuple[str, ...], what: str) -> None:
        """Reports keys that are not known."""
        for entry in node:
            if entry.key.text not in known:
                self.error(
                    "unknown-key",
                    f"{what} has no key `{entry.key.text}`",
                    entry.key.span,
                    did_you_mean(entry.key.text, known),
                )

    def mapping_at(self, node: Mapping, key: str) -> tuple[Entry, ...]:
        """The entries of a mapping; none if there is none."""
        value = self.only_mapping(node, key)
        return tuple(value) if value is not None else ()

    def only_mapping(self, node: Mapping, key: str) -> Mapping | None:
        """A mapping, if there is one."""
        value = node.get(key)
        if value is None or isinstance(value, Mapping):
            return value
        self.error("type", f"`{key}` must be a mapping", value.span)
        return None

    def list_at(self, node: Mapping, key: str) -> tuple[Node, ...]:
        """The items of a list, or the one thing that stands there."""
        value = node.get(key)
        return self.items(value) if value is not None else ()

    def items(self, node: Node) -> tuple[Node, ...]:
        """The items of a list, or the one thing that is none."""
        return node.items if isinstance(node, Sequence) else (node,)

    def phrases(self, node: Node, comma: bool = False) -> tuple[Phrase, ...]:
        """A line, or the lines of a list; with `comma` their parts between commas."""
        found: list[Phrase] = []
        for item in self.items(node):
            if not isinstance(item, Scalar):
                help = "each line of a list begins with a dash and a space: `- ..`"
                self.error("type", "this must be one line, or a list of lines", item.span, help)
            elif comma:
                found += split_at_commas(item)
            else:
                found.append(Phrase(item.text, item.span, item.span_of))
        return tuple(found)

    def phrases_at(self, node: Mapping, key: str, comma: bool = False) -> tuple[Phrase, ...]:
        """The lines at a key, as `phrases`."""
        value = node.get(key)
        return self.phrases(value, comma) if value is not None else ()

    def phrase_at(self, node: Mapping, key: str) -> Phrase | None:
        """A word or line, if there is one."""
        value = node.get(key)
        if value is None:
            return None
        if not isinstance(value, Scalar):
            self.error("type", f"`{key}` must be one word or line", value.span)
            return None
        return Phrase(value.text, value.span)

    def text_at(self, node: Mapping, key: str) -> str | None:
        """The text of a word or line, if there is one."""
        phrase = self.phrase_at(node, key)
        return phrase.text if phrase is not None else None

    def number_at(self, node: Mapping, key: str) -> int | None:
        """A number, if there is one."""
        value = node.get(key)
        if value is None:
            return None
        if not (isinstance(value, Scalar) and value.kind == "int"):
            self.error("type", f"`{key}` must be a number", value.span)
            return None
        return int(value.text)

    def truth_at(self, node: Mapping, key: str) -> bool | None:
        """True or false, if it is said."""
        value = node.get(key)
        if value is None:
            return None
        if not (isinstance(value, Scalar) and value.kind == "bool"):
            self.error("type", f"`{key}` must be true or false", value.span)
            return None
        return value.text == "true"

    def first(self, chain: list[Mapping], key: str, read: Callable[[Mapping, str], Any]) -> Any:
        """What the first mapping that has a key says there."""
        for part in chain:
            if part.get(key) is not None:
                return read(part, key)
        return None


def split_at_commas(node: Scalar) -> tuple[Phrase, ...]:
    """A line at its commas outside brackets and quotes, each part with its place."""
    text, parts, start, depth, quoted = node.text, [], 0, 0, False
    for i, c in enumerate(text + ","):
        if c == '"':
            quoted = not quoted
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and ((depth <= 0 and not quoted) or i == len(text)):
            parts.append((start, i))
            start = i + 1
    found = []
    for begin, end in parts:
        piece = text[begin:end]
        lead = len(piece) - len(piece.lstrip())
        if piece.strip():
            found.append(Phrase(piece.strip(), node.span_of(begin + lead, begin + lead + len(piece.strip()))))
    return tuple(found)

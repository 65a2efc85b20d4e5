"""What every part of the model reads alike: lines, cases, notes, texts for people, names."""

import re
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from rulewright.document.nodes import Entry, Mapping, Node, Scalar
from rulewright.expr import parse
from rulewright.expr.grammar import reserved_words
from rulewright.expr.tree import Ident, Line, RuleIds, Sentence, Template, Where
from rulewright.model.definition import Cases, LineOrCases, Notes, Words
from rulewright.text import Findings, Related, Span, did_you_mean

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

NOTE_KEYS = ("rule", "label", "why", "provenance", "was", "only", "shown")
_NAME = re.compile(r"[a-z_][a-z0-9_]*", re.ASCII)
_BRACES = re.compile(r"\{[^{}]*\}?|\}")
_CASE = re.compile(r"[a-z_][a-z0-9_]*|-?[0-9]+(?:\.\.-?[0-9]+)?", re.ASCII)


class Parser(Protocol[T_co]):
    """One of the functions of expr/parse.py."""

    def __call__(self, text: str, origin: Callable[[int, int], Span], findings: Findings, /) -> T_co | None:
        """The node, or None after a finding."""


class Reader:
    """Reads single values out of nodes. Goes on after a finding, never raises.

    `texts` collects every text for people by its path, `other_rules` the rule ids of mappings without own notes.
    """

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.texts: dict[str, Words | Template] = {}
        self.other_rules: list[Ident] = []

    no_notes = Notes()

    # ---------- shape ----------

    def wrong(self, node: Node, expected: str, help: str | None = None) -> None:
        """A finding: something else stands where `expected` should."""
        self.findings.error("type", f"{expected} is expected here", node.span, help=help)

    def mapping(self, node: Node | None) -> Iterable[Entry]:
        """The entries of a section or another mapping that has no notes of its own: its notes are kept aside."""
        if node is None or (isinstance(node, Scalar) and node.kind == "null"):
            return ()
        if not isinstance(node, Mapping):
            self.wrong(node, "a mapping")
            return ()
        self.other_rules += self.notes(node, "").rules
        return [e for e in node if e.key.text not in NOTE_KEYS or e.key.text == "shown"]  # only rows have hints

    def scalar(self, node: Node | None, expected: str = "one line") -> Scalar | None:
        """The scalar with a content that a node should be."""
        if node is None:
            return None
        if not isinstance(node, Scalar):
            self.wrong(node, expected)
            return None
        if node.kind == "null":
            self.findings.error("syntax", f"{expected} is expected here, and nothing stands here", node.span)
            return None
        return node

    def word(self, node: Node | None, known: Iterable[str] = ()) -> str | None:
        """A single word; with `known` one of these."""
        scalar = self.scalar(node, "a word")
        if scalar is None:
            return None
        allowed = list(known)
        if allowed and scalar.text not in allowed:
            help = did_you_mean(scalar.text, allowed)
            self.findings.error("unknown-value", f"`{scalar.text}` does not fit here", scalar.span, help=help)
            return None
        return scalar.text

    def truth(self, node: Node | None) -> bool:
        """A plain `true` or `false`; an absent one is false."""
        if node is None:
            return False
        if not isinstance(node, Scalar) or node.kind != "bool":
            self.wrong(node, "`true` or `false`")
            return False
        return node.text == "true"

    # ---------- names ----------

    def ident(self, scalar: Scalar) -> Ident:
        """A scalar as a name, at its place."""
        return Ident(scalar.text, at=Where(scalar.span_of, 0, len(scalar.text)))

    def name(self, key: Scalar) -> str:
        """The name that a key declares; a finding if no line could ever say it."""
        self.check_name(key)
        return key.text

    def check_name(self, key: Scalar, *, reserved: bool = True) -> None:
        """A finding if a text is no name, or (`reserved`) a word of the grammar."""
        text = key.text
        if not _NAME.fullmatch(text):
            better = re.sub(r"\W+", "_", text.lower(), flags=re.ASCII).strip("_")
            help = f"names are small letters, digits and `_`: `{better}`" if _NAME.fullmatch(better) else None
            self.findings.error(
                "syntax", f"`{text}` is no name", key.span, help=help or "names are small letters, digits and `_`"
            )
        elif reserved and text in reserved_words():
            self.findings.error(
                "syntax", f"`{text}` is a word of the language and cannot be a name", key.span,
                help=f"choose another word, such as `{text}_`",
            )  # fmt: skip

    def different(self, what: str, scalars: Iterable[Scalar | None]) -> tuple[Scalar, ...]:
        """The names of a list, each once; a finding for one that stands twice."""
        found: dict[str, Scalar] = {}
        for scalar in scalars:
            if scalar is None:
                continue
            first = found.setdefault(scalar.text, scalar)
            if first is not scalar:
                self.findings.error(
                    "name-taken", f"the {what} `{scalar.text}` stands twice", scalar.span,
                    related=(Related(first.span, "first here"),),
                )  # fmt: skip
        return tuple(found.values())

    def name_node(self, node: Node | None) -> Ident | None:
        """A value that is a name."""
        scalar = self.scalar(node, "a name")
        if scalar is None:
            return None
        self.check_name(scalar)
        return self.ident(scalar)

    # ---------- lines ----------

    def parse(self, parser: Parser[T], node: Node | None, expected: str = "one line") -> T | None:
        """A scalar, parsed; None if the node is absent, or after a finding."""
        scalar = self.scalar(node, expected)
        return None if scalar is None else parser(scalar.text, scalar.span_of, self.findings)

    def line(self, node: Node | None) -> Line | None:
        """An expression line."""
        return self.parse(parse.parse_line, node)

    def line_or_cases(self, node: Node | None) -> LineOrCases | None:
        """An expression line, or cases of them."""
        return self.cases(node, self.line) if isinstance(node, Mapping) else self.line(node)

    def sentence(self, node: Node, path: str) -> Sentence | None:
        """A sentence; its texts are kept under its path."""
        sentence = self.parse(parse.parse_sentence, node, "a sentence")
        if sentence is not None:
            self.keep(f"{path}.else", sentence.reason)
            self.keep(f"{path}.say", getattr(sentence.core, "text", None))
        return sentence

    def cases(self, node: Mapping, read: Callable[[Node], T | None]) -> Cases[T] | None:
        """`{by: E, VALUE: .., otherwise: ..}`; None if `by` is missing or does not parse."""
        by = node.get("by")
        if by is None:
            self.findings.error(
                "missing-key", "a value by cases needs the key `by`", node.span,
                help="`{by: option.pace, fast: 2, slow: 1}`, or one line",
            )  # fmt: skip
            return None
        question = self.line(by)
        cases: list[tuple[str, Span, T]] = []
        otherwise: T | None = None
        for entry in node:
            key = entry.key.text
            if key == "by" or key in NOTE_KEYS:
                continue
            value = read(entry.value)
            if key == "otherwise":
                otherwise = value
            elif not _CASE.fullmatch(key):
                self.findings.error(
                    "syntax", f"`{key}` is no case", entry.key.span,
                    help="a case is a word, a number, or a range such as `2..3`",
                )  # fmt: skip
            elif value is not None:
                cases.append((key, entry.key.span, value))
        notes = self.notes(node, "")
        return None if question is None else Cases(question, tuple(cases), otherwise, node.span, notes)

    # ---------- notes and texts ----------

    def keep(self, path: str, text: "Words | Template | None") -> None:
        """Keeps a text for people under its path."""
        if text is not None:
            self.texts[path] = text

    def words(self, node: Node | None, path: str) -> Words | None:
        """A text for people, the same whatever happens; kept under its path."""
        scalar = self.scalar(node, "a text")
        if scalar is None:
            return None
        words = Words(scalar.text, scalar.span, path)
        if path.startswith("."):
            return words  # the notes of a part without a path are read for their rule ids only
        self.keep(path, words)
        if (braces := _BRACES.search(scalar.text)) is not None:
            message = f"`{braces[0]}` is not filled in here: this text is always the same"
            help = "only the words of `else` and `say` hold values; here say it without"
            self.findings.error("bad-value", message, scalar.span_of(*braces.span()), help=help)
        return words

    def rule_ids(self, node: Node | None) -> tuple[Ident, ...]:
        """The value of `rule:`."""
        ids: RuleIds | None = self.parse(parse.parse_rule_ids, node, "a rule id")
        return ids.ids if ids is not None else ()

    def notes(self, node: Mapping, path: str) -> Notes:
        """What any mapping may carry besides its own keys; texts are kept if there is a path."""
        if not any(key in node.entries for key in NOTE_KEYS):
            return Notes()
        shown = node.get("shown")
        return Notes(
            rules=self.rule_ids(node.get("rule")),
            label=self.words(node.get("label"), f"{path}.label") if path else None,
            why=self.words(node.get("why"), f"{path}.why") if path else None,
            provenance=self.word(node.get("provenance"), ["reconstructed"]),
            was=self.word(node.get("was")),
            only=self.line(node.get("only")),
            shown={
                e.key.text: e.value.text for e in (shown if isinstance(shown, Mapping) else ())
                if isinstance(e.value, Scalar)
            },
        )  # fmt: skip

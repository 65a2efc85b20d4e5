"""Reads the strict dialect of YAML that rules files are written in: text in, nodes with exact places out.

Structure and plain text only: no tags, anchors, aliases, merge keys or second documents; a key stands once; a plain
scalar is read by the YAML 1.2 core schema, without floats. Nothing is ever constructed from the text. The stream of
YAML events is read, not PyYAML's nodes: so depth and size are bounded while reading, nothing recurses, and at a syntax
error it is still known in which bracket it happened.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from rulewright.document.characters import check_characters
from rulewright.document.dialect import check_plain, check_words
from rulewright.document.flow_split import check_flow
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence, plain_kind
from rulewright.document.yaml_errors import explain_error
from rulewright.document.yaml_trouble import Open
from rulewright.text import Edit, Findings, Related, SourceText, Span

MAX_BYTES = 2_000_000
MAX_DEPTH = 64
MAX_NODES = 200_000

_STYLES = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_BLANK = " \t\r\n\x85\u2028\u2029"  # white space to YAML; a no-break space is none
_WORD = re.compile(r"\S*")
_PROPERTY = re.compile(r"[!&]\S*\s*")


class _Stop(Exception):
    """Reading cannot go on; the finding has been added."""


@dataclass
class _Frame:
    """A mapping or list that is being read."""

    start: int
    flow: bool
    is_mapping: bool
    entries: dict[str, Entry] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)
    key: Node | None = None
    bare_keys: set[str] = field(default_factory=set)


def read_yaml(source: SourceText, findings: Findings) -> Node | None:
    """The root node of a text, or None if it cannot be read at all. Adds findings; never raises, whatever the text."""
    if not _fits(source, findings):
        return None
    reader = _Reader(source, findings)
    try:
        return reader.read()
    except _Stop:
        return None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        # ValueError: the pure loader's chr() of an escape beyond Unicode.
        explain_error(error, source, reader.shift, reader.open(), reader.last, findings)
        return None


def _fits(source: SourceText, findings: Findings) -> bool:
    text = source.text
    if len(text) > MAX_BYTES or (len(text) * 4 > MAX_BYTES and len(text.encode("utf-8", "replace")) > MAX_BYTES):
        findings.error("yaml", f"the file is larger than {MAX_BYTES:,} bytes", source.span(0, 0), help="split off data")
        return False
    return check_characters(source, findings)


class _Reader:
    """Builds nodes from events. `shift` is what a byte order mark adds to the parser's offsets."""

    def __init__(self, source: SourceText, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.shift = 1 if source.text.startswith("\ufeff") else 0
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.documents = 0
        self.nodes = 0
        self.last: Scalar | None = None
        # Checks of what was read last. They run when the next event is there: where the parser fails first, the node
        # is only half of what its author wrote, and one mistake gives one finding.
        self.checks: list[Callable[[], None]] = []

    def open(self) -> tuple[Open, ...]:
        """The brackets that are open at this moment, outermost first."""
        return tuple(Open(frame.start, frame.is_mapping) for frame in self.stack if frame.flow)

    def read(self) -> Node | None:
        for event in _events(self.source.text[self.shift :]):
            for check in self.checks:
                check()
            self.checks.clear()
            self._take(event)
        if not self.documents:
            self.findings.error("yaml", "the file is empty", self.source.span(0, 0), help="a rules file is a mapping")
        return self.root

    # `Any`: the marks and fields of PyYAML's events are untyped.
    def _take(self, event: Any) -> None:
        match event:
            case yaml.ScalarEvent():
                self._scalar(event)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._begin(event, isinstance(event, yaml.MappingStartEvent))
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._end(event)
            case yaml.AliasEvent():
                self._alias(event)
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    message = "a second document begins here, but a file holds one"
                    self.findings.error("yaml", message, self._span(event), help="put it in a file of its own")
                    raise _Stop

    def _span(self, event: Any) -> Span:
        return self.source.span(event.start_mark.index + self.shift, event.end_mark.index + self.shift)

    def _scalar(self, event: Any) -> None:
        span = self._span(event)
        style = _STYLES.get(event.style or "", "plain")
        if style in ("literal", "folded"):
            # The parser lets a block scalar end where the next token starts.
            raw = span.text
            span = self.source.span(span.start, span.start + len(raw.rstrip(_BLANK)))
        self._properties(event, span)
        text: str = event.value
        scalar = Scalar(span, text, style, plain_kind(text) if style == "plain" else "text")
        self.last = scalar
        if style == "plain":
            if not self._is_key():
                self.checks.append(lambda: check_plain(scalar, self.findings))
        elif style in ("literal", "folded") and not text.strip(_BLANK):
            sign = self.source.text[span.start]
            message = f"`{sign}` begins a block of text here, and it is empty"
            help = f"an expression cannot begin with `{sign}`: something is missing before it"
            self.findings.error("yaml-block", message, span, help=help)
        self._place(scalar)

    def _begin(self, event: Any, is_mapping: bool) -> None:
        span = self._span(event)
        self._properties(event, span)
        if len(self.stack) >= MAX_DEPTH:
            self.findings.error("yaml", f"more than {MAX_DEPTH} levels inside each other", span)
            raise _Stop
        self.stack.append(_Frame(self._content_start(span.start), bool(event.flow_style), is_mapping))

    def _end(self, event: Any) -> None:
        frame = self.stack.pop()
        end = event.end_mark.index + self.shift
        if not frame.flow:
            # A block ends where its last entry does; the parser says where the next token starts.
            last = list(frame.entries.values())[-1].value if frame.entries else None
            last = frame.items[-1] if frame.items else last
            end = max(frame.start, last.span.end) if last is not None else frame.start
        span = self.source.span(frame.start, end)
        node: Node
        if frame.is_mapping:
            node = Mapping(span, frame.entries, frame.flow)
            check_words(node, self.findings)
        else:
            node = Sequence(span, tuple(frame.items), frame.flow)
            if not self.stack or not self.stack[-1].is_mapping:  # else the mapping looks at its lists too
                check_words(node, self.findings)
        if frame.flow:
            self.checks.append(lambda: check_flow(node, frame.bare_keys, self.findings))
        self._place(node)

    def _alias(self, event: Any) -> None:
        message = f"`*{event.anchor}` is a YAML alias, and a rules file has none"
        help = "write the value out, or name it under `define`; a text that begins so goes in quotes"
        self.findings.error("yaml-anchor", message, self._span(event), help=help)
        self._place(Scalar(self._span(event), "", "plain", "null"))

    def _properties(self, event: Any, span: Span) -> None:
        """Tags and anchors are refused; they are what becomes of an expression that begins with `!` or `&`."""
        sign = self.source.text[span.start : span.start + 1]
        if sign == "!" or (sign == "&" and event.anchor is None):
            word = self.source.text[span.start : self._word_end(span.start)]
            rest = word.lstrip("!")
            at = self.source.span(span.start, span.start + len(word))
            help, fix = "write `not` and what must not hold", ""
            if word.startswith("!!"):
                help, fix = "leave it out", ""
                at = self.source.span(span.start, self._content_start(span.start))
            elif rest:
                help, fix = f"write `not {rest}`", f"not {rest}"
            message = f"`{word}` is a YAML tag, and a rules file has none"
            help += "; a text that begins so goes in quotes"
            fixes = (Edit(at, fix),) if fix or word.startswith("!!") else ()
            place = self.source.span(span.start, span.start + len(word))
            self.findings.error("yaml-tag", message, place, help=help, fix=fixes)
        elif event.anchor is not None:
            message = f"`&{event.anchor}` is a YAML anchor, and a rules file has none"
            place = self.source.span(span.start, span.start + len(event.anchor) + 1)
            help = "for a condition write `and`; else write the value out"
            self.findings.error("yaml-anchor", message, place, help=help)

    def _word_end(self, start: int) -> int:
        found = _WORD.match(self.source.text, start)
        return found.end() if found is not None else start

    def _content_start(self, start: int) -> int:
        """Where a collection itself begins, behind its tag or anchor."""
        while (skipped := _PROPERTY.match(self.source.text, start)) is not None:
            start = skipped.end()
        return start

    def _is_key(self) -> bool:
        return bool(self.stack) and self.stack[-1].is_mapping and self.stack[-1].key is None

    def _place(self, node: Node) -> None:
        """Puts a finished node where it belongs."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.findings.error("yaml", f"more than {MAX_NODES:,} values", node.span, help="split off data")
            raise _Stop
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        if not frame.is_mapping:
            frame.items.append(node)
        elif frame.key is None:
            frame.key = node
        else:
            key, frame.key = frame.key, None
            self._entry(frame, key, node)

    def _entry(self, frame: _Frame, key: Node, value: Node) -> None:
        if not isinstance(key, Scalar):
            message = "a key must be a word or a line of text, not a list or a mapping"
            help = "an expression that begins with a bracket needs quotes"
            self.findings.error("yaml-bracket", message, key.span, help=help)
            return
        if key.text == "<<":
            message = "`<<` is a YAML merge key, and a rules file has none"
            self.findings.error("yaml-anchor", message, key.span, help="write the entries out")
            return
        first = frame.entries.get(key.text)
        if first is not None:
            related = (Related(first.key.span, "first defined here"),)
            message = f"`{key.text}` is defined twice"
            self.findings.error("duplicate-key", message, key.span, help="rename or delete one", related=related)
            return
        if frame.flow and value.span.start == value.span.end:
            between = self.source.text[key.span.end : value.span.start + 1]
            if ":" not in between:
                frame.bare_keys.add(key.text)
        frame.entries[key.text] = Entry(key, value)


def _events(text: str) -> Iterator[Any]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # only its parser runs, no constructor
    return iter(yaml.parse(text, Loader=loader))

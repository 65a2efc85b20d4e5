"""A syntax error of YAML in our own words, with a cure.

The two parsers word their errors differently, and neither knows what an author of rules wanted. So an error is told
apart by the few words that both parsers share, and by the text at its place.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import yaml

from rulewright.document.dialect import block_help
from rulewright.text import Code, Findings, SourceText, Span

STOPS = "YAML stops at its first error, there may be more behind it"


@dataclass(frozen=True)
class Open:
    """A bracket that is open where the error happened."""

    start: int
    is_mapping: bool


@dataclass(frozen=True)
class _Trouble:
    """What is known of the error: where the parser stopped, where the construct began, what the text there is."""

    source: SourceText
    at: int
    context: int | None
    open: tuple[Open, ...]
    last_plain: Span | None

    @property
    def char(self) -> str:
        return self.source.text[self.at : self.at + 1]

    @property
    def after_plain(self) -> bool:
        """Whether the parser stopped right behind a plain scalar, at most spaces between."""
        if self.last_plain is None:
            return False
        return not self.source.text[self.last_plain.end : self.at].strip(" \t")


@dataclass(frozen=True)
class _Told:
    """A message for people, with its place and cure."""

    message: str
    help: str
    start: int
    end: int
    code: Code = "yaml"


def explain_error(
    error: Exception,
    source: SourceText,
    shift: int,
    open_brackets: tuple[Open, ...],
    last_plain: Span | None,
    findings: Findings,
) -> None:
    """Adds one finding for an exception of the YAML parser."""
    problem, at, context = "", len(source.text), None
    if isinstance(error, yaml.MarkedYAMLError):
        problem = error.problem or ""
        if error.problem_mark is not None:
            at = error.problem_mark.index + shift
        if error.context_mark is not None:
            context = error.context_mark.index + shift
        if error.context is not None and "quoted scalar" in error.context:
            problem = f"quoted: {problem}"
        if error.context is not None and "block collection" in error.context:
            problem = f"list: {problem}"
    trouble = _Trouble(source, min(at, len(source.text)), context, open_brackets, last_plain)
    told = _tell(problem, trouble)
    start = min(told.start, len(source.text))
    end = min(max(told.end, start), len(source.text))
    findings.error(told.code, told.message, source.span(start, end), help=f"{told.help}\nnote: {STOPS}")


def _tell(problem: str, trouble: _Trouble) -> _Told:
    for pattern, tell in _TELLERS:
        if pattern.search(problem):
            told = tell(trouble)
            if told is not None:
                return told
    return _Told("YAML cannot read on here", "compare the indentation with the line above", trouble.at, trouble.at + 1)


def _flow(trouble: _Trouble) -> _Told | None:
    """Stopped inside brackets: mostly an expression with an index or a set in it."""
    if not trouble.open:
        return None
    inner = trouble.open[-1]
    text = trouble.source.text
    closing = "}" if inner.is_mapping else "]"
    if trouble.char in "[{" and trouble.char and trouble.after_plain:
        place = trouble.last_plain
        assert place is not None
        message = f"`{trouble.char}` ends the line here: in braces and brackets a line holds no bracket"
        return _Told(message, block_help(text, inner.start), place.start, trouble.at + 1, "flow-split")
    if trouble.at < len(text) and not re.search(r"[\n]", text[inner.start : trouble.at]) and trouble.char not in "]}":
        message = f"this cannot follow here: a `,` or the closing `{closing}` is missing before it"
        help = "an expression cannot begin with a bracket or a quote inside brackets; " + block_help(text, inner.start)
        code: Code = "flow-split" if text[trouble.at - 1 : trouble.at].strip() == "" else "yaml"
        return _Told(message, help, trouble.at, trouble.at + 1, code)
    opening = text[inner.start : inner.start + 1]
    message = f"`{opening}` is never closed"
    return _Told(message, f"write `{closing}` where it ends", inner.start, inner.start + 1)


def _after_value(trouble: _Trouble) -> _Told | None:
    """Stopped in block style where a new key should begin."""
    text, at = trouble.source.text, trouble.at
    line = text.rfind("\n", 0, at) + 1
    before = text[line:at]
    if before.strip():
        last = before.rstrip()[-1]
        if last in "]}":
            message = "a value that begins with a bracket ends with that bracket"
            return _Told(message, "put an expression that begins with a bracket in quotes", at, at + 1)
        if last in "'\"":
            message = "a value that begins with a quote ends with that quote"
            return _Told(message, "write a text wholly in quotes; in an expression a word needs none", at, at + 1)
        return None
    above = text[:line].rstrip().rsplit("\n", 1)[-1]
    if " #" in above:
        comment = line - len(text[:line]) + text[:line].rstrip().rfind(" #") + 1
        message = "a comment begins here and cuts this line off, for the line below goes on"
        return _Told(message, "put the comment on a line of its own, above", comment, comment + 1)
    indent = len(before)
    message = f"this line is indented by {indent}, and no line above it that it could belong to is"
    return _Told(message, "keys of one mapping stand exactly below each other", at, at + 1)


def _colon(trouble: _Trouble) -> _Told:
    text, at, last = trouble.source.text, trouble.at, trouble.last_plain
    line = text.rfind("\n", 0, at) + 1
    if last is not None and last.start < line and ":" not in text[line:at]:
        if not text[text.rfind("\n", 0, last.start) + 1 : last.start].strip(" -"):
            return _no_pair(trouble, last.start)
        key = text[line:at].strip()
        message = f"`{key}` cannot be a key here: the line above has its value already"
        start = at - len(text[line:at].lstrip())
        return _Told(message, "a value is one line or a mapping below it, not both", start, at)
    message = "a colon and a space cannot stand inside a line"
    return _Told(message, "put the line in quotes; a signature is written `name(type x)`", at, at + 1)


def _start(trouble: _Trouble) -> _Told:
    char, at = trouble.char, trouble.at
    if char == "\t":
        return _Told("a tab cannot indent a line", "indent with spaces", at, at + 1)
    name = "a backtick" if char == "`" else f"`{char}`"
    return _Told(f"a line cannot begin with {name}", "put a text that begins so in quotes", at, at + 1)


def _header(trouble: _Trouble) -> _Told:
    start = trouble.context if trouble.context is not None else trouble.at
    sign = trouble.source.text[start : start + 1]
    message = f"`{sign}` begins a block of text here, and nothing may follow it"
    return _Told(message, f"an expression cannot begin with `{sign}`", start, trouble.at + 1)


def _quote(trouble: _Trouble) -> _Told:
    start = trouble.context if trouble.context is not None else trouble.at
    sign = trouble.source.text[start : start + 1]
    return _Told(f"this `{sign}` is never closed", f"write `{sign}` where the text ends", start, start + 1)


def _escape(trouble: _Trouble) -> _Told:
    at = trouble.at if trouble.char == "\\" else trouble.at - 1
    word = trouble.source.text[at : at + 2]
    return _Told(f"`{word}` means nothing in double quotes", r"write `\\` for a backslash", at, at + 2)


def _key(trouble: _Trouble) -> _Told:
    return _no_pair(trouble, trouble.context if trouble.context is not None else trouble.at)


def _no_pair(trouble: _Trouble, start: int) -> _Told:
    end = trouble.source.text.find("\n", start)
    end = len(trouble.source.text) if end < 0 else end
    if trouble.source.text[start : start + 1] == "-":
        return _Told("a space follows the dash of a list", "write `- ` and the entry", start, start + 1)
    return _Told("this line is no `key: value`", "a colon and a space follow a key", start, end)


def _property(trouble: _Trouble) -> _Told:
    start = trouble.context if trouble.context is not None else trouble.at
    sign = trouble.source.text[start : start + 1]
    help = {"!": "write `not` and what must not hold", "&": "for a condition write `and`"}.get(sign, "write it out")
    return _Told(f"a line cannot begin with `{sign}`", help, start, start + 1)


def _fixed(message: str, help: str) -> Callable[[_Trouble], _Told]:
    return lambda trouble: _Told(message, help, trouble.at, trouble.at + 1)


# Words in the problems of libyaml and of the pure parser, in the order in which they are tried.
_TELLERS: tuple[tuple[re.Pattern[str], Callable[[_Trouble], _Told | None]], ...] = tuple(
    (re.compile(pattern), tell)
    for pattern, tell in (
        (r"quoted: .*(end of stream|document separator)", _quote),
        (r"escape character|quoted: .*(hexa|escape|Unicode)", _escape),
        (r"expected ',' or", _flow),
        (r"mapping values are not allowed", _colon),
        (r"cannot start any token", _start),
        (r"comment or (a )?line break|indentation indicator", _header),
        (r"sequence entries are not allowed", _fixed("a dash and a space begin a list", "write `-3`, or `0 - 3`")),
        (r"mapping keys are not allowed", _fixed("a line cannot begin with `? `", "write `if a then b else c`")),
        (r"could not find expected ':'", _key),
        (r"^list:", _fixed("this is no entry of the list above", "begin it with `- `, or indent it less")),
        (r"expected key|<block end>", _after_value),
        (r"node content", _start),
        (r"alphabetic or numeric|whitespace or line break|expected ' '|tag", _property),
        (r"depth", _fixed("too many levels inside each other", "a rules file needs no more than a dozen")),
        (r"YAML document|directive", _fixed("a rules file has no directives", "delete the line")),
    )
)

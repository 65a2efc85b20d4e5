"""A syntax error of YAML in our own words, with a cure.

The two parsers word their errors differently, and neither knows what an author of rules wanted. So an error is told
apart by the few words that both parsers share, and by the text at its place (`yaml_trouble.py`).
"""

import re
from collections.abc import Callable

import yaml

from rulewright.document.flow_split import block_help, whole_in_quotes
from rulewright.document.nodes import Scalar
from rulewright.document.yaml_trouble import (
    Open,
    Told,
    Trouble,
    colon,
    indented,
    is_named,
    list_among_names,
    no_pair,
)
from rulewright.text import Code, Findings, SourceText

STOPS = "YAML stops at its first error, there may be more behind it"


def explain_error(
    error: Exception,
    source: SourceText,
    shift: int,
    open_brackets: tuple[Open, ...],
    last: Scalar | None,
    findings: Findings,
) -> None:
    """Adds one finding for an exception of the YAML parser; `last` is the scalar that was read last."""
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
    trouble = Trouble(source, min(at, len(source.text)), context, open_brackets, last)
    told = _tell(problem, trouble)
    start = min(told.start, len(source.text))
    end = min(max(told.end, start), len(source.text))
    help = f"{told.help}\nnote: {STOPS}"
    findings.error(told.code, told.message, source.span(start, end), help=help, related=told.related, fix=told.fix)


def _tell(problem: str, trouble: Trouble) -> Told:
    for see in (_tab, _open_quote, _early_end):
        told = see(trouble)
        if told is not None:
            return told
    for pattern, tell in _TELLERS:
        if pattern.search(problem):
            told = tell(trouble)
            if told is not None:
                return told
    return Told(
        "YAML cannot read on here", "compare the indentation with the line above", trouble.at, trouble.at + 1
    )


# ---------- whatever the parser says ----------


def _tab(trouble: Trouble) -> Told | None:
    """A tab before the place at which the parser stopped: it does not count as indentation."""
    tab = trouble.before.find("\t") if not trouble.before.strip() else -1
    if trouble.char == "\t" and not trouble.before.strip():
        tab = len(trouble.before)
    if tab < 0:
        return None
    at = trouble.line_start + tab
    return Told("a tab cannot indent a line", "indent with spaces", at, at + 1, "yaml-indent")


def _open_quote(trouble: Trouble) -> Told | None:
    """Stopped right behind a text in quotes that ran on over several lines: it was not closed on its own."""
    last, text = trouble.last, trouble.source.text
    if last is None or last.style not in ("single", "double"):
        return None
    if "\n" not in text[last.span.start : last.span.end] or "\n" in text[last.span.end : trouble.at]:
        return None
    sign, start = text[last.span.start], last.span.start
    related = trouble.related(last.span.end - 1, last.span.end, f"the next `{sign}` stands here")
    message = f"this `{sign}` is not closed on its line"
    return Told(message, f"write `{sign}` where the text ends", start, start + 1, "yaml-quote", related)


def _early_end(trouble: Trouble) -> Told | None:
    """A line of three dots ends a YAML document."""
    text = trouble.source.text
    dots = re.search(r"^\.\.\.(?=[ \t]*$)", text[: trouble.at], re.MULTILINE)
    if dots is None:
        return None
    return Told("`...` ends the file here, but more follows", "delete it", dots.start(), dots.end())


# ---------- by what the parser says ----------


def _flow(trouble: Trouble) -> Told | None:
    """Stopped inside brackets: mostly an expression with an index or a set in it."""
    if not trouble.open:
        return None
    inner = trouble.open[-1]
    text, at, char = trouble.source.text, trouble.at, trouble.char
    opening, closing = ("{", "}") if inner.is_mapping else ("[", "]")
    unclosed = Told(
        f"`{opening}` is never closed", f"write `{closing}` where it ends", inner.start, inner.start + 1, "yaml-bracket"
    )
    if not char or trouble.is_outdented(inner.start):
        return unclosed
    if char in "[{" and trouble.after("plain"):
        assert trouble.last is not None
        message = f"`{char}` ends the line here: in braces and brackets a line holds no bracket"
        fix = whole_in_quotes(trouble.last)
        help = "put the whole line in quotes" if fix else block_help(text, inner.start)
        return Told(message, help, trouble.last.span.start, at + 1, "flow-split", fix=fix)
    if char in "]}" and char != closing:
        related = trouble.related(inner.start, inner.start + 1, "opened here")
        return Told(f"`{opening}` cannot be closed by `{char}`", f"write `{closing}`", at, at + 1, "yaml-bracket",
                    related, trouble.edit(at, at + 1, closing))  # fmt: skip
    if char == ":":
        return colon(trouble)
    if trouble.after("single", "double"):
        return _behind_quote(trouble)
    message = f"this cannot follow here: a `,` or the closing `{closing}` is missing before it"
    help = "an expression cannot begin with a bracket or a quote inside brackets; " + block_help(text, inner.start)
    code: Code = "flow-split" if text[at - 1 : at].strip() == "" else "yaml-bracket"
    return Told(message, help, at, at + 1, code)


def _behind_quote(trouble: Trouble) -> Told:
    assert trouble.last is not None
    at = trouble.at
    sign = trouble.source.text[trouble.last.span.start]
    if trouble.source.text[at - 1 : at] == sign:
        message = f"the text in `{sign}` ends before this"
        other = "double" if sign == "'" else "single"
        help = f"put a text that holds `{sign}` in {other} quotes"
        return Told(message, help, at, at + 1, "yaml-quote")
    message = "a value that begins with a quote ends with that quote"
    help = "write a text wholly in quotes; in an expression a word needs none"
    return Told(message, help, at, at + 1, "yaml-quote")


def _after_value(trouble: Trouble) -> Told | None:
    """Stopped in block style where a new key should begin."""
    at, before = trouble.at, trouble.before
    if before.strip():
        if trouble.after("single", "double"):
            return _behind_quote(trouble)
        if before.rstrip()[-1] in "]}":
            message = "a value that begins with a bracket ends with that bracket"
            help = "put an expression that begins with a bracket in quotes, or turn it round"
            return Told(message, help, at, at + 1, "yaml-bracket")
        return None
    comment = trouble.comment_within()
    if comment is not None:
        message = "a comment cannot stand inside a value of several lines: it ends the value"
        help = "put the comment above the name to which the value belongs"
        return Told(message, help, comment, comment + 1, "yaml-comment")
    last = trouble.last
    if last is not None and last.style == "plain" and trouble.line_at(last.span.start).strip() == last.text:
        return no_pair(trouble, last.span.start)  # it was taken for a value of many lines, and a comment ended it
    return indented(trouble)


def _start(trouble: Trouble) -> Told:
    char, at = trouble.char, trouble.at
    name = "a backtick" if char == "`" else f"`{char}`"
    help = "leave it out; a text that begins so goes in quotes"
    return Told(f"a line cannot begin with {name}", help, at, at + 1, "yaml-sign")


def _header(trouble: Trouble) -> Told:
    start = trouble.context if trouble.context is not None else trouble.at
    sign = trouble.source.text[start : start + 1]
    message = f"`{sign}` begins a block of text here, and nothing may follow it"
    help = f"an expression cannot begin with `{sign}`: something is missing before it"
    return Told(message, help, start, trouble.at + 1, "yaml-block")


def _quote(trouble: Trouble) -> Told:
    start = trouble.context if trouble.context is not None else trouble.at
    sign = trouble.source.text[start : start + 1]
    message, help = f"this `{sign}` is never closed", f"write `{sign}` where the text ends"
    return Told(message, help, start, start + 1, "yaml-quote")


def _escape(trouble: Trouble) -> Told:
    at = trouble.at if trouble.char == "\\" else trouble.at - 1
    word = trouble.source.text[at : at + 2]
    message = f"`{word}` means nothing in double quotes"
    return Told(message, r"write `\\` for a backslash", at, at + 2, "yaml-quote")


def _dash(trouble: Trouble) -> Told:
    at, text = trouble.at, trouble.source.text
    word = re.match(r"-[ \t]+([\w.]+)", text[at : at + 80])
    if word is None:
        return Told("a dash and a space begin a list", "a list begins on the next line", at, at + 1, "yaml-dash")
    help = f"for a minus write `-{word.group(1)}`, without the space; a list begins on the next line"
    fix = trouble.edit(at, at + word.start(1), "-")
    return Told("a dash and a space begin a list", help, at, at + 1, "yaml-dash", fix=fix)


def _property(trouble: Trouble) -> Told:
    start = trouble.context if trouble.context is not None else trouble.at
    sign = trouble.source.text[start : start + 1]
    help = {"!": "write `not` and what must not hold", "&": "for a condition write `and`"}.get(sign)
    text = "a text that begins so goes in quotes"
    code: Code = "yaml-tag" if sign == "!" else "yaml-anchor"
    return Told(f"a line cannot begin with `{sign}`", f"{help}; {text}" if help else text, start, start + 1, code)


def _directive(trouble: Trouble) -> Told | None:
    sign = re.search(r"^%", trouble.source.text[: trouble.at + 1], re.MULTILINE)
    if sign is None:
        return None
    return Told("a rules file has no directives", "delete the line", sign.start(), sign.end())


def _key(trouble: Trouble) -> Told:
    return no_pair(trouble, trouble.context if trouble.context is not None else trouble.at)


def _no_entry(trouble: Trouble) -> Told:
    """Stopped below a list, at the place of its dashes: a dash is missing here, or the only one above is too many."""
    at = trouble.at
    dashes = trouble.dashes_above()
    if len(dashes) == 1 and is_named(trouble.source.text, at):
        return list_among_names("below", dashes[0])
    return Told("this is no entry of the list above", "begin it with `- `, or indent it less", at, at + 1,
                "yaml-indent")  # fmt: skip


def _fixed(code: Code, message: str, help: str) -> Callable[[Trouble], Told]:
    return lambda trouble: Told(message, help, trouble.at, trouble.at + 1, code)


# Words in the problems of libyaml and of the pure parser, in the order in which they are tried.
_TELLERS: tuple[tuple[re.Pattern[str], Callable[[Trouble], Told | None]], ...] = tuple(
    (re.compile(pattern), tell)
    for pattern, tell in (
        (r"quoted: .*(end of stream|document separator)", _quote),
        (r"escape character|quoted: .*(hexa|escape|Unicode)", _escape),
        (r"expected ',' or", _flow),
        (r"mapping values are not allowed", colon),
        (r"cannot start any token", _start),
        (r"comment or (a )?line break|indentation indicator", _header),
        (r"sequence entries are not allowed", _dash),
        (r"mapping keys are not allowed",
         _fixed("yaml-sign", "a line cannot begin with `? `", "a choice is `if a then b else c`")),
        (r"could not find expected ':'", _key),
        (r"^list:", _no_entry),
        (r"expected key|<block end>", _after_value),
        (r"node content", _start),
        (r"alphabetic or numeric|whitespace or line break|expected ' '|tag", _property),
        (r"depth", _fixed("yaml", "too many levels inside each other", "a rules file needs no more than a dozen")),
        (r"document start|YAML document|directive", _directive),
    )
)  # fmt: skip

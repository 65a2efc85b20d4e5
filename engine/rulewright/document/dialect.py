"""What YAML reads without complaint but otherwise than its author meant: words, numbers, comments, split lines."""

import re
from typing import TypeGuard

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.text import Edit, Findings, Related, SourceText

MAX_INTEGER = 2**53
TEXT_KEYS = ("title", "label", "why")  # keys whose values are texts for people, in which a "no" is a "no"
MANY_WIDE = 20  # long lines; of more than these the first is told, with their number
MAX_WIDTH = 200  # characters of a line that people can read without scrolling

# Other readers of YAML take these for truths; here they are words, which is what a list of words means by them.
_TRUTHS = {"yes": "true", "on": "true", "true": "true", "no": "false", "off": "false", "false": "false"}

# Scalars that YAML 1.1 or 1.2 reads as numbers or dates and this dialect does not: pattern, what it is, the cure.
_NUMBERS = (
    (re.compile(r"[-+]?0[0-9]+"), "a number with a leading zero", "write `{plain}`"),
    (re.compile(r"[-+]?[0-9][0-9]*(_[0-9]+)+"), "a number with underscores", "write `{plain}`"),
    (re.compile(r"[-+]?0[xob][0-9a-fA-F]+"), "no decimal number", "write it in decimal digits"),
    (re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?"), "no whole number", "numbers are whole here"),
    (re.compile(r"[-+]?[0-9]+[eE][-+]?[0-9]+"), "no whole number", "write it in decimal digits"),
    (re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"), "no whole number", "numbers are whole here"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"), "a date to YAML", "write a text in quotes"),
    (re.compile(r"[-+]?[0-9]+(:[0-9]+)+"), "a number in base sixty to YAML", "write a range as `1..6`, text in quotes"),
)
_LONG = re.compile(r"[-+]?[1-9][0-9]{15,}")
_DIGIT_FIRST = re.compile(r"[-+.0-9]")

# A line that ends so goes on; where a comment follows, the comment has eaten the rest.
_UNFINISHED = re.compile(
    r"(?:^|[\s)\]}])(?:[-+*<>(,=]|<=|>=|\.\.|and|or|not|is|in|if|then|else|where|for|each|from|to|into|of|by|div|mod|as|otherwise)$"
)
_WIDE = re.compile(rf"^[^\r\n]{{{MAX_WIDTH}}}([^\r\n]+)", re.MULTILINE)


def check_width(source: SourceText, findings: Findings) -> None:
    """Warns of lines of a file that are too long to be read; of very many once."""
    wide = [source.span(line.start(1), line.end(1)) for line in _WIDE.finditer(source.text)]
    message = f"this line is longer than {MAX_WIDTH} characters"
    if len(wide) > MANY_WIDE:
        message += f", and so are {len(wide) - 1} more"
        wide = wide[:1]
    for span in wide:
        findings.warning("long-line", message, span,
                         help="a line goes on in the next one, further to the right; or name a part of it")  # fmt: skip


def goes_on(text: str) -> bool:
    """Whether a line cannot end so: it ends with an operator or a connecting word, or a bracket is open."""
    return _UNFINISHED.search(text) is not None or text.count("(") > text.count(")")


def check_plain(scalar: Scalar, findings: Findings) -> None:
    """Checks a plain scalar that is not a key."""
    text = scalar.text
    if _LONG.fullmatch(text) and (len(text) > 18 or abs(int(text)) > MAX_INTEGER):
        message = f"`{text[:20]}` is beyond 2^53, the largest number that all front ends can hold"
        findings.error("yaml-number", message, scalar.span, help="write a smaller number")
    elif _DIGIT_FIRST.match(text):
        for pattern, what, cure in _NUMBERS:
            if pattern.fullmatch(text):
                plain = _decimal(text)
                fixed = "{plain}" in cure or (plain is not None and "." in text)
                fix = (Edit(scalar.span, plain),) if fixed and plain is not None else ()
                help = cure.format(plain=plain) if not fix or "{plain}" in cure else f"{cure}: write `{plain}`"
                findings.error("yaml-number", f"`{text}` is {what}", scalar.span, help=help, fix=fix)
                break
        else:
            _check_dashes(scalar, findings)
    _check_comment(scalar, findings)


def _decimal(text: str) -> str | None:
    """A number as it is written here; None if it has a true fraction, or is no decimal number."""
    whole, _, rest = text.partition(".")
    digits = whole.lstrip("+-").replace("_", "")
    if rest.strip("0") or not digits.isdigit():
        return None
    return ("-" if text.startswith("-") else "") + (digits.lstrip("0") or "0")


def _check_dashes(scalar: Scalar, findings: Findings) -> None:
    """Finds a list whose dashes lack their space: YAML reads its lines as one."""
    source = scalar.span.source
    dashes = [m.start(1) for m in re.finditer(r"^[ \t]*(-)(?=[^\s\-])", _whole_lines(scalar), re.MULTILINE)]
    if len(dashes) > 1:
        start = source.text.rfind("\n", 0, scalar.span.start) + 1
        fix = tuple(Edit(source.span(start + at, start + at + 1), "- ") for at in dashes)
        span = source.span(start + dashes[0], start + dashes[0] + 1)
        message, help = "a space follows the dash of a list", "write `- ` and the entry"
        findings.error("yaml-dash", message, span, help=help, fix=fix)


def _whole_lines(scalar: Scalar) -> str:
    text = scalar.span.source.text
    return text[text.rfind("\n", 0, scalar.span.start) + 1 : scalar.span.end]


def _check_comment(scalar: Scalar, findings: Findings) -> None:
    """Finds a comment that has eaten a part of the line: the rest cannot end there, or nothing is left of it."""
    text, source, end = scalar.text, scalar.span.source, scalar.span.end
    if source.text[end : end + 1] not in (" ", "\t"):
        return
    rest = source.text[end : end + 200].lstrip(" \t")
    if not rest.startswith("#"):
        return
    at = end + len(source.text[end : end + 200]) - len(rest)
    span = source.span(at, at + 1)
    if text.count('"') % 2:
        help = "a `#` behind a space begins a comment, even here: leave it out, or put the whole line in quotes: `'..'`"
        findings.error("yaml-comment", "a comment begins here, within a text in quotes", span, help=help)
    elif goes_on(text):
        help = "put the comment on a line of its own, above"
        findings.error("yaml-comment", "a comment begins here and cuts this line off", span, help=help)
    elif not text and scalar.span.start == end:
        help = "a `#` behind a space begins a comment; write the value before it"
        findings.error("yaml-comment", "the value is missing: a comment begins here", span, help=help)


def check_words(node: Mapping | Sequence, findings: Findings) -> None:
    """Finds `yes`, `off` and the like where YAML of old reads a truth, and this dialect a word: one finding for all
    that stand in a mapping and its lists. In a list beside other words they are words beyond doubt.
    """
    lists = [node.items] if isinstance(node, Sequence) else [_listed(entry) for entry in node]
    clear: set[str] = set()
    doubtful: list[Scalar] = []
    for words in ([s for s in items if _is_word(s)] for items in lists):
        if any(w.text.lower() not in _TRUTHS for w in words):
            clear |= {w.text for w in words}
        else:
            doubtful += words
    if isinstance(node, Mapping):
        doubtful += [e.value for e in node if _is_word(e.value) and e.key.text not in TEXT_KEYS]
    doubtful = [w for w in doubtful if w.text.lower() in _TRUTHS and w.text not in clear]
    if not doubtful:
        return
    first, *others = sorted(doubtful, key=lambda w: w.span.start)
    fix = tuple(Edit(w.span, _TRUTHS[w.text.lower()]) for w in (first, *others))
    help = f'write `{fix[0].text}` for a truth, `"{first.text}"` for the word'
    related = tuple(Related(w.span, "and here") for w in others)
    message = f"`{first.text}` is a word here, not a truth"
    findings.error("yaml-word", message, first.span, help=help, related=related, fix=fix)


def _listed(entry: Entry) -> tuple[Node, ...]:
    """The words of a list; of the values of an option, with or without labels."""
    if isinstance(entry.value, Mapping):
        return tuple(e.key for e in entry.value) if entry.key.text == "values" else ()
    return entry.value.items if isinstance(entry.value, Sequence) else ()


def _is_word(node: Node) -> TypeGuard[Scalar]:
    return isinstance(node, Scalar) and node.style == "plain" and node.kind == "text"

"""What YAML reads without complaint but otherwise than its author meant: words, numbers, comments, split lines."""

import re
from collections.abc import Iterable

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.text import Edit, Findings, SourceText

MAX_INTEGER = 2**53
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
    (re.compile(r"[-+]?[0-9]+(:[0-9]+)+"), "a number in base sixty to YAML", "write a range `1..6`, a text in quotes"),
)
_LONG = re.compile(r"[-+]?[1-9][0-9]{15,}")
_DIGIT_FIRST = re.compile(r"[-+.0-9]")

# A line that ends so goes on; where a comment follows, the comment has eaten the rest.
_UNFINISHED = re.compile(
    r"(?:^|[\s)\]}])(?:[-+*<>(,=]|<=|>=|\.\.|and|or|not|is|in|if|then|else|where|for|each|from|to|into|of|by|div|mod|as|otherwise)$"
)
_WIDE = re.compile(rf"^[^\r\n]{{{MAX_WIDTH}}}([^\r\n]+)", re.MULTILINE)
_QUOTED = re.compile(r'"[^"\n]*"')


def check_width(source: SourceText, findings: Findings) -> None:
    """Warns of lines of a file that are too long to be read."""
    for line in _WIDE.finditer(source.text):
        message = f"this line is longer than {MAX_WIDTH} characters"
        findings.warning("long-line", message, source.span(line.start(1), line.end(1)),
                         help="a line goes on in the next one, further to the right; or name a part of it")  # fmt: skip


def check_plain(scalar: Scalar, findings: Findings) -> None:
    """Checks a plain scalar that is not a key."""
    text = scalar.text
    if _LONG.fullmatch(text) and (len(text) > 18 or abs(int(text)) > MAX_INTEGER):
        message = f"`{text[:20]}` is beyond 2^53, the largest number that all front ends can hold"
        findings.error("yaml-number", message, scalar.span, help="write a smaller number")
    elif _DIGIT_FIRST.match(text):
        for pattern, what, cure in _NUMBERS:
            if pattern.fullmatch(text):
                sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text.lstrip("+"))
                plain = sign + (digits.replace("_", "").lstrip("0") or "0")
                fixed = "{plain}" in cure
                fix = (Edit(scalar.span, plain),) if fixed else ()
                help = cure.format(plain=plain)
                findings.error("yaml-number", f"`{text}` is {what}", scalar.span, help=help, fix=fix)
                break
    source, end = scalar.span.source.text, scalar.span.end
    if source[end : end + 1] in (" ", "\t"):
        rest = source[end : end + 200].lstrip(" \t")
        if rest.startswith("#") and (_UNFINISHED.search(text) or text.count("(") > text.count(")")):
            at = end + len(source[end : end + 200]) - len(rest)
            message = "a comment begins here and cuts this line off"
            span = scalar.span.source.span(at, at + 1)
            findings.error("yaml", message, span, help="put the comment on a line of its own, above")


def check_words(values: Iterable[Node], findings: Findings) -> None:
    """Warns of `yes`, `off` and the like, unless they stand in a list beside other words."""
    plain = [node for node in values if isinstance(node, Scalar) and node.style == "plain" and node.kind != "null"]
    if any(node.kind == "text" and node.text.lower() not in _TRUTHS for node in plain):
        return
    for node in plain:
        truth = _TRUTHS.get(node.text.lower())
        if truth is not None and node.kind == "text":
            message = f"`{node.text}` is a word here, not a truth"
            help = f'write `{truth}` for a truth, `"{node.text}"` for the word'
            findings.warning("yaml-word", message, node.span, help=help, fix=(Edit(node.span, truth),))


def check_flow(node: Node, bare_keys: set[str], findings: Findings) -> None:
    """Finds a line in braces or brackets that YAML split at a comma: an unpaired bracket, or a key without value."""
    parts: list[Scalar] = []
    if isinstance(node, Mapping):
        for entry in node:
            parts.append(entry.key)
            if isinstance(entry.value, Scalar):
                parts.append(entry.value)
    elif isinstance(node, Sequence):
        parts.extend(item for item in node.items if isinstance(item, Scalar))
    torn = [p for p in parts if p.style == "plain" and _is_torn(p.text)]
    bare = [p for p in parts if p.text in bare_keys]
    if not bare and len(torn) < 2:  # one odd bracket alone is no split: a split leaves one on each side
        return
    wrecks = sorted((*torn, *bare), key=lambda part: part.span.start)
    first, last = wrecks[0].span, wrecks[-1].span
    message = "YAML split a line at a comma: in braces and brackets a line holds no comma"
    if not torn and len(bare) == 1:
        message = f"`{bare[0].text}` has no value: in braces a comma ends a line, and each key has a value"
    source = node.span.source
    span = source.span(first.start, last.end)
    findings.error("flow-split", message, span, help=block_help(source.text, node.span.start))


def _is_torn(text: str) -> bool:
    bare = _QUOTED.sub("", text)
    return bare.count("(") != bare.count(")") or '"' in bare


def block_help(text: str, start: int) -> str:
    """A help text: what stands in braces or brackets from `start` on, in block style."""
    dash = "- " if text[start] == "[" else ""
    lines = [f"  {dash}{part}" for part in _parts(text, start)]
    return "write it in block style:\n" + "\n".join(lines[:12])


def _parts(text: str, start: int) -> list[str]:
    """The parts between the commas that stand in no inner bracket and no quotes."""
    parts: list[str] = []
    closing: list[str] = []
    begin = at = start + 1
    quote = ""
    pairs = {"(": ")", "[": "]", "{": "}"}
    end = min(len(text), start + 2000)
    while at < end:
        char = text[at]
        if quote:
            quote = "" if char in (quote, "\n") else quote
        elif char == '"':
            quote = char
        elif char in pairs:
            closing.append(pairs[char])
        elif closing and char == closing[-1]:
            closing.pop()
        elif not closing and char in ",]}":
            parts.append(" ".join(text[begin:at].split()))
            begin = at + 1
            if char != ",":
                break
        at += 1
    return [part for part in parts if part]

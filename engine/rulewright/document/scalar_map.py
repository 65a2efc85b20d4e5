"""From an offset in a decoded scalar back to the offset in its file, for all five styles of YAML.

YAML changes a scalar's text in few ways: it folds line breaks, drops indentation and trailing white space, decodes
escapes in double quotes and doubled single quotes. The raw text is decoded once more here, each character with its
place; if the outcome is not the scalar's text (a bug, or a corner of YAML nobody thought of) there is no alignment and
findings point at the whole node, never at a wrong column.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.text import Span

if TYPE_CHECKING:  # nodes.py calls this module
    from rulewright.document.nodes import Scalar

_BREAKS = "\n\r\x85\u2028\u2029"  # what YAML 1.1 takes for line breaks; editors know the first two only
_WHITE = " \t" + _BREAKS
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_ESCAPES = {
    "0": "\0",
    "a": "\x07",
    "b": "\x08",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\x0b",
    "f": "\x0c",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "\\": "\\",
    "/": "/",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_CODED = {"x": 2, "u": 4, "U": 8}
_PROPERTY = re.compile(r"[!&]\S*\s*")

Places = tuple[list[int], list[int]]  # where each character of the text begins and ends in the file
_Decoded = Iterator[tuple[str, int, int]]  # a character of the text, where it begins and ends


def span_of(scalar: "Scalar", start: int, end: int) -> Span:
    """The place in the file of `scalar.text[start:end]`; the whole node's span if the two cannot be aligned."""
    start = max(0, min(start, len(scalar.text)))
    end = max(start, min(end, len(scalar.text)))
    source, first, last = scalar.span.source, scalar.span.start, scalar.span.end
    quote = 1 if scalar.style in ("single", "double") else 0
    if scalar.style not in ("literal", "folded") and last - first == len(scalar.text) + 2 * quote:
        # Nothing was folded away or decoded: every character stands for itself.
        return Span(source, first + quote + start, first + quote + end)
    places = _places(scalar)
    if places is None or not scalar.text:
        return scalar.span
    begins, ends = places
    if start < end:
        return Span(source, begins[start], ends[end - 1])
    at = begins[start] if start < len(begins) else ends[-1]
    return Span(source, at, at)


def _places(scalar: "Scalar") -> Places | None:
    # A scalar is frozen and its text never changes, so the alignment is kept with it.
    kept: dict[str, Places | None] = scalar.__dict__
    if "_places" not in kept:
        kept["_places"] = _align(scalar)
    return kept["_places"]


def _align(scalar: "Scalar") -> Places | None:
    text, start, end = scalar.span.source.text, scalar.span.start, scalar.span.end
    while (skipped := _PROPERTY.match(text, start, end)) is not None:  # a tag or an anchor stands before the value
        start = skipped.end()
    match scalar.style:
        case "double":
            decoded = _flow(text, start + 1, end - 1, escapes=True)
        case "single":
            decoded = _flow(text, start + 1, end - 1, doubled=True)
        case "plain":
            decoded = _flow(text, start, end)
        case _:
            return _align_block(scalar.text, text, start, end)
    begins: list[int] = []
    ends: list[int] = []
    for wanted, (char, begin, after) in zip(scalar.text, decoded, strict=False):
        if wanted != char:
            return None
        begins.append(begin)
        ends.append(after)
    return (begins, ends) if len(begins) == len(scalar.text) else None


def _flow(text: str, at: int, end: int, *, escapes: bool = False, doubled: bool = False) -> _Decoded:
    """Decodes a plain or quoted scalar's raw text."""
    while at < end:
        char = text[at]
        if escapes and char == "\\":
            broken = _BREAK.match(text, at + 1)
            if broken is None:
                decoded, after = _escape(text, at)
                yield decoded, at, after
                at = after
                continue
            # An escaped line break is nothing, white space after it neither; further line breaks stay.
            at = broken.end()
            while at < end and text[at] in _WHITE:
                again = _BREAK.match(text, at)
                if again is not None:
                    yield "\n", at, again.end()
                at = again.end() if again is not None else at + 1
        elif char in _WHITE:
            after = at
            while after < end and text[after] in _WHITE:
                after += 1
            yield from _fold(text, at, after)
            at = after
        elif doubled and char == "'":
            yield "'", at, at + 2
            at += 2
        else:
            yield char, at, at + 1
            at += 1


def _fold(text: str, at: int, end: int) -> _Decoded:
    """White space in a plain or quoted scalar: kept within a line; one line break is a space, further ones stay."""
    breaks = list(_BREAK.finditer(text, at, end))
    if not breaks:
        for place in range(at, end):
            yield text[place], place, place + 1
        return
    first, *others = breaks
    if first.group() in "\u2028\u2029":
        yield first.group(), first.start(), first.end()
    elif not others:
        yield " ", first.start(), first.end()
    for one in others:
        yield (one.group() if one.group() in "\u2028\u2029" else "\n"), one.start(), one.end()


def _escape(text: str, at: int) -> tuple[str, int]:
    """What the escape at this place decodes to, and where it ends."""
    char = text[at + 1]
    if char in _CODED:
        after = at + 2 + _CODED[char]
        return chr(int(text[at + 2 : after], 16)), after
    return _ESCAPES.get(char, ""), at + 2


def _align_block(value: str, text: str, at: int, end: int) -> Places | None:
    """Literal and folded scalars have no escapes: all but white space stands in the file as it is, in order."""
    header = _BREAK.search(text, at)
    at = header.end() if header is not None else end
    begins: list[int] = []
    ends: list[int] = []
    for char in value:
        if char in _WHITE:
            run = at
            while run < end and text[run] in _WHITE and text[run] != char:
                run += 1
            # A folded break has no space of its own where the next line is not indented: then it is the break.
            if run < end and text[run] == char:
                at = run
            place = min(at, end)
            at = min(place + 1, end) if place < end and text[place] in _WHITE else place
            begins.append(place)
            ends.append(at)
            continue
        while at < end and text[at] in _WHITE:
            at += 1
        if at >= end or text[at] != char:
            return None
        begins.append(at)
        at += 1
        ends.append(at)
    return begins, ends

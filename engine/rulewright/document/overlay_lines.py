"""Changes inside one line: a number by so much, an expression wrapped in another, one pick of a `pick` line.

The outcome is woven of pieces of both lines, so that every character still knows the file it was written in.
"""

import re
from collections.abc import Sequence as Many
from dataclasses import dataclass

from rulewright.document.nodes import Node, Piece, Scalar, Woven, alike, weave
from rulewright.text import Span

# The end of a line that is no part of its expression: a reason, then the rules it cites.
_CITE = re.compile(r"\s*\((?:[A-Z]{2,5}-[A-Z]?[0-9]+[a-z]?(?:\.\.[0-9]+)? ?)+\)\s*$")
_REASON = re.compile(r'\s+else\s+"[^"\n]*"\s*$')
_HEAD = re.compile(r"(?:most|least)\s+")
_IT = re.compile(r'"[^"\n]*"|(?<![\w.])it(?!\w)')
_NUMBER = re.compile(r"([-+]?[0-9]+)(\s*\(.*\))?\s*", re.DOTALL)
_NAME = re.compile(r"\s*([a-z_][a-z0-9_]*)\s+in\s+")


@dataclass(frozen=True)
class _Parts:
    """Where a line's expression begins and ends, and its reason."""

    begin: int
    end: int
    reason_end: int


def shifted(number: Scalar, amount: int, span: Span, by: Scalar) -> Woven | None:
    """A number, perhaps with citations behind it, increased by an amount; None if the line is no number."""
    found = _NUMBER.fullmatch(number.text)
    if found is None:
        return None
    made = Piece(str(int(found.group(1)) + amount), by, made=True)
    return weave((made, _cut(number, found.end(1), len(number.text))), span)


def wrapped(old: Scalar, wrap: Scalar) -> Woven | None:
    """The new line, with the old one's expression in brackets wherever it says `it`; None if it never does.

    Citations of both stay; the reason (`else ".."`) is the new one, or else the old one.
    """
    inner, outer = _parts(old.text), _parts(wrap.text)
    pieces = [_cut(old, 0, inner.begin)]
    done, uses = 0, 0
    for found in _IT.finditer(wrap.text, 0, outer.end):
        if found.group() != "it":
            continue
        uses += 1
        at = found.start()
        pieces += [_cut(wrap, done, at), Piece("(", wrap, at), _cut(old, inner.begin, inner.end), Piece(")", wrap, at)]
        done = found.end()
    if not uses:
        return None
    pieces.append(_cut(wrap, done, outer.end))
    reasoned = wrap if outer.reason_end > outer.end else old
    reason = outer if reasoned is wrap else inner
    pieces.append(_cut(reasoned, reason.end, reason.reason_end))
    pieces += _citations(old, inner.reason_end, wrap, outer.reason_end)
    return weave(pieces, wrap.span)


def says_again(new: Node, old: Node) -> bool:
    """Whether a value says what stands there already; that it leaves a citation out is no difference."""
    if alike(new, old):
        return True
    if not isinstance(new, Scalar) or not isinstance(old, Scalar):
        return False
    return new.text.split() == _CITE.sub("", old.text).split()


def _parts(text: str) -> _Parts:
    head = _HEAD.match(text)
    cite = _CITE.search(text)
    reason_end = cite.start() if cite is not None else len(text.rstrip())
    reason = _REASON.search(text, 0, reason_end)
    return _Parts(head.end() if head else 0, reason.start() if reason else reason_end, reason_end)


def _citations(old: Scalar, old_at: int, new: Scalar, new_at: int) -> list[Piece]:
    first = _cut(old, old_at, len(old.text.rstrip()))
    second = _cut(new, new_at, len(new.text.rstrip()))
    if not first.text or not second.text:
        return [first, second]
    # One citation token ends a line: the closing bracket of the first and the opening one of the second fall away.
    opening = second.text.index("(") + 1
    return [
        Piece(first.text[:-1], old, old_at),
        Piece(" ", new, new_at + opening - 1),
        Piece(second.text[opening:], new, new_at + opening),
    ]


def _cut(line: Scalar, start: int, end: int) -> Piece:
    return Piece(line.text[start:end], line, start)


@dataclass(frozen=True)
class Pick:
    """One choice of a `pick` line: its name, and its whole text in pieces, the name first."""

    name: str
    pieces: tuple[Piece, ...]

    @property
    def scalar(self) -> Scalar:
        """The choice alone, as a line."""
        return weave(self.pieces, self.pieces[-1].origin.span)


def picks_of(line: Scalar) -> tuple[Pick, ...] | None:
    """The choices of a `pick` line in order, or None if it does not read as one."""
    picks: list[Pick] = []
    for start, end in _split(line.text):
        name = _NAME.match(line.text, start, end)
        if name is None:
            return None
        while line.text[start].isspace():
            start += 1
        picks.append(Pick(name.group(1), (Piece(line.text[start:end].rstrip(), line, start),)))
    return tuple(picks)


def new_pick(name: str, named: Scalar, at: int, domain: Scalar) -> Pick:
    """A choice over the domain that an overlay gives; its name stands at `at` in the scalar `named`."""
    glue = Piece(" in ", domain, made=True)
    return Pick(name, (Piece(name, named, at), glue, Piece(domain.text, domain)))


def pick_line(picks: Many[Pick], span: Span) -> Woven:
    """The line of these choices."""
    pieces: list[Piece] = []
    for pick in picks:
        if pieces:
            pieces.append(Piece(", ", pick.pieces[0].origin, made=True))
        pieces += pick.pieces
    return weave(pieces, span)


def _split(text: str) -> list[tuple[int, int]]:
    """The stretches between the commas that stand in no bracket and no quotes."""
    stretches: list[tuple[int, int]] = []
    begin, depth, quoted = 0, 0, False
    for at, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            stretches.append((begin, at))
            begin = at + 1
    stretches.append((begin, len(text)))
    return stretches

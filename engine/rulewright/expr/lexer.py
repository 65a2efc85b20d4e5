"""Cuts one line into tokens. Total: what belongs to no token becomes a token of type `FOREIGN`, one a piece.

Soft words (verbs and a few others) are words of the grammar only where one can stand; this module decides that from
the token before and the word after, so the grammar needs no list of words that may also be names.
"""

import re
from collections.abc import Callable, Mapping

from lark import Token

FOREIGN = "FOREIGN"

_PATTERN = re.compile(
    r"""
    (?P<SPACE>\s+)
  | (?P<CITE>\((?:[A-Z]{2,5}-[A-Z]?[0-9]+[a-z]?(?:\.\.[0-9]+)?\s*)+\))
  | (?P<STRING>"[^"\n]*")
  | (?P<FOREIGN>
        [A-Za-z_0-9]*[A-Z][A-Za-z_0-9]*(?:-[A-Z]?[0-9]+)?   # capitals
      | [0-9]+[A-Za-z_][A-Za-z_0-9]*                         # a name that begins with a digit
      | [0-9]+\.[0-9]+                                       # a fraction
      | 0[0-9]+                                              # a number with a leading zero
      | \.\.\.+                                             # three dots
      | "[^"\n]* | '[^'\n]*'?                                # an open text, a text in single quotes
      | ===? | [:+\-*/]= | != | <> | => | =< | && | \|\| | \*\* | -> | ===
    )
  | (?P<WORD>[a-z_][a-z0-9_]*)
  | (?P<INT>[0-9]+)
  | (?P<SIGN>\.\. | <= | >= | [()\[\]{},.+\-*<>])
  | (?P<OTHER>.)
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)

# the verbs that are not reserved anyway (as let, pick, set, end are)
_VERBS = frozenset([
    "move", "draw", "put", "remove", "shuffle", "roll", "add", "subtract", "pay", "perform", "show", "open", "look",
    "say", "nothing",
])  # fmt: skip
_OPENERS: dict[str, frozenset[str]] = {
    "sentence": _VERBS,
    "power": frozenset(["after"]),
    "verdict": frozenset(["most", "least"]),
    "tie": frozenset(["shared", "later_seat"]),
}
_TAKES_UP_TO = frozenset(["MOVE", "DRAW", "PUT", "REMOVE", "PAY"])
_ENDS_VALUE = frozenset(["NAME", "INT", "STRING", "RPAR", "RSQB", "RBRACE", "NONE", "TRUE", "FALSE", "EMPTY"])

# soft word -> whether it is a word of the grammar, by the type of the token before and the word after
_SOFT: dict[str, Callable[[str, str], bool]] = {
    "turn": lambda before, after: before == "END",
    "turns": lambda before, after: before == "END",
    "play": lambda before, after: before == "END",
    "by": lambda before, after: before in _ENDS_VALUE,
    "anyone": lambda before, after: before == "BY",
    "top": lambda before, after: before in ("TO", "INTO") and after == "of",
    "bottom": lambda before, after: before in ("TO", "INTO") and after == "of",
    "up": lambda before, after: before in _TAKES_UP_TO and after == "to",
    "random": lambda before, after: (before == "AT" and after == "in") or (before == "IN" and after == "order"),
    "chosen": lambda before, after: before == "IN" and after == "order",
    "order": lambda before, after: before in ("RANDOM", "CHOSEN"),
}
SOFT_WORDS = frozenset(_SOFT) | frozenset().union(*_OPENERS.values())


def tokens_of(text: str, start: str, words: Mapping[str, str], signs: Mapping[str, str]) -> list[Token]:
    """The tokens of a line.

    `start` is the grammar's start symbol; `words` and `signs` give the token types of the grammar's quoted words and
    signs. Offsets are in `start_pos` and `end_pos`.
    """
    pieces = [m for m in _PATTERN.finditer(text) if m.lastgroup != "SPACE"]
    tokens: list[Token] = []
    before = ""
    depth = 0
    for place, piece in enumerate(pieces):
        kind = piece.lastgroup or FOREIGN
        word = piece.group()
        if kind == "WORD":
            kind = words.get(word, "NAME")
            if word in SOFT_WORDS:
                after = pieces[place + 1].group() if place + 1 < len(pieces) else ""
                kind = kind if _is_grammar(word, start, before, after, depth) else "NAME"
        elif kind == "SIGN":
            kind = signs[word]
            depth += (word in "([{") - (word in ")]}")
        elif kind == "OTHER":
            kind = FOREIGN
        tokens.append(Token(kind, word, piece.start(), 1, piece.start() + 1, 1, piece.end() + 1, piece.end()))
        before = kind
    return tokens


def _is_grammar(word: str, start: str, before: str, after: str, depth: int) -> bool:
    """Whether a soft word is a word of the grammar where it stands."""
    if not before:
        return word in _OPENERS.get(start, ())
    if start == "power" and before == "COMMA" and depth == 0 and word in _VERBS:
        return True  # what a trigger does
    if word not in _SOFT or start == "signature" or (word == "anyone" and (start != "power" or depth)):
        return False
    return _SOFT[word](before, after)

"""The Lark parser of expr.lark, built once per process when the first line is parsed."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer, PatternStr

from rulewright.expr.lexer import SOFT_WORDS, tokens_of

STARTS = (
    "sentence", "line", "expression", "need", "bounds", "picks", "loop", "offer", "power", "verdict", "tie", "holds",
    "key", "type", "signature", "answers",
)  # fmt: skip

ParseTree = Tree[Token]
_REMEMBERED_LINES = 2048


class Stuck(Exception):
    """A line that does not parse: its tokens, and which one does not fit (their number: the end)."""

    def __init__(self, tokens: list[Token], place: int, start: str) -> None:
        super().__init__(place)
        self.tokens, self.place, self._start = tokens, place, start

    def fitting(self) -> frozenset[str]:
        """The token types that would fit, asked of a fresh parser: a token that does not fit may change a parser."""
        parser: Any = grammar().parser.parse_interactive(start=self._start)
        for token in self.tokens[: self.place]:
            parser.feed_token(token)
        return frozenset(parser.accepts())


@dataclass(frozen=True)
class Grammar:
    """The parser, and the token types of the quoted words and signs of the grammar."""

    parser: Lark
    words: dict[str, str]
    signs: dict[str, str]


class _NoLexer(Lexer):
    """Lark wants a lexer; the tokens are fed by hand."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """Never called."""
        raise NotImplementedError


def _table_file() -> str | None:
    """Where Lark keeps the parse table, which takes 0.2 s to make: beside the byte code, which Python keeps so too.

    Lark makes it anew when the grammar, its own version or Python's is another one. None where nothing can be kept.
    """
    here = Path(__file__)
    folder = Path(cache_from_source(str(here))).parent
    if sys.dont_write_bytecode or not here.is_file() or not os.access(folder, os.W_OK):
        return None
    return str(folder / f"expr.lark.{sys.implementation.cache_tag}")


@cache
def grammar() -> Grammar:
    """The grammar, built at the first call."""
    parser = Lark(
        (files("rulewright.expr") / "expr.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer=_NoLexer,
        start=list(STARTS),
        maybe_placeholders=True,
        propagate_positions=True,
        strict=True,
        cache=_table_file() or False,
    )
    fixed = {t.pattern.value: t.name for t in parser.terminals if isinstance(t.pattern, PatternStr)}
    words = {text: name for text, name in fixed.items() if text.isidentifier()}
    return Grammar(parser, words, {text: name for text, name in fixed.items() if text not in words})


def lex(text: str, start: str) -> list[Token]:
    """The tokens of a line that is read from the given start symbol."""
    known = grammar()
    return tokens_of(text, start, known.words, known.signs)


@lru_cache(maxsize=_REMEMBERED_LINES)
def parse_tree(text: str, start: str) -> ParseTree:
    """The parse tree of a line; the same line is parsed once. Raises Stuck."""
    tokens = lex(text, start)
    parser: Any = grammar().parser.parse_interactive(start=start)  # Lark's feeding interface is not typed
    place = 0
    try:
        for place, token in enumerate(tokens):  # noqa: B007 - the place is read when a token does not fit
            parser.feed_token(token)
        place = len(tokens)
        tree: ParseTree = parser.feed_eof()
    except UnexpectedToken:
        raise Stuck(tokens, place, start) from None
    return tree


@cache
def reserved_words() -> frozenset[str]:
    """The words of the grammar that are never names."""
    return frozenset(grammar().words) - SOFT_WORDS

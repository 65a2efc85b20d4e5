"""Where a line got stuck, and what is told about it."""

import re
from dataclasses import dataclass

from lark import Token

from rulewright.expr import phrases
from rulewright.expr.grammar import Stuck

RULE_ID = re.compile(r"[A-Z]{2,5}-[A-Z]?[0-9]+[a-z]?")
SHORT_FORMS = frozenset(phrases.FORMS) - {"sentence", "line", "expression", "need", "answers"}


@dataclass(frozen=True)
class Told:
    """One finding: the message, what would be right, the offsets, and a text that would cure it if put there."""

    message: str
    help: str | None
    start: int
    end: int
    cure: str | None = None


class Case:
    """The line, and where it got stuck."""

    def __init__(self, text: str, start: str, stuck: Stuck) -> None:
        self.text, self.start = text, start
        self.tokens, self.place, self.fitting = stuck.tokens, stuck.place, stuck.fitting()
        self.at_end = self.place >= len(self.tokens)
        self.token = None if self.at_end else self.tokens[self.place]
        self.before = self.tokens[self.place - 1] if self.place else None
        self.verb = str(self.tokens[0]) if self.tokens and start == "sentence" else ""

    @property
    def kind(self) -> str:
        """The type of the token that does not fit."""
        return "$END" if self.token is None else self.token.type

    @property
    def form(self) -> str:
        """How a line like this is written."""
        return phrases.VERBS.get(self.verb) or phrases.FORMS[self.start]

    def here(self, message: str, help: str | None, cure: str | None = None) -> Told:
        """A finding at the token that does not fit, or at the end."""
        if self.token is None:
            end = len(self.text.rstrip())
            return Told(message, help, end, end, cure)
        return Told(message, help, *place_of(self.token), cure)


def place_of(token: Token) -> tuple[int, int]:
    """The offsets of a token."""
    return token.start_pos or 0, token.end_pos or 0

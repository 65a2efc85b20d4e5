"""What a caller may have to catch. A mistake in a rules file is a finding, never one of these; a bug in the engine is
an `AssertionError` and is not caught anywhere.

    RulewrightError
      InvalidGame (.findings)             the rules have errors
      UnknownGame, also a LookupError     no such game; the message lists what there is
      InvalidSetup, also a ValueError     this match cannot begin: players, options, scripted chance
      ActionError, also a ValueError      an answer that was not carried out; the state is unchanged
        InvalidAction                     it cannot be read, or names no answer of this question
        AmbiguousAction (.candidates)     it could mean several answers
        IllegalAction (.reason)           it can be read, but the rules refuse it here
      UnknownSeat, also a ValueError      a seat that does not play
      UnknownLanguage, also a ValueError  a language that the game does not speak
      InvalidSave, also a ValueError      a saved match that does not fit
      RuleFault (.span)                   a rule that could not be carried out while playing
"""

from collections.abc import Iterable
from typing import Any

from rulewright.text import Finding, Span


class RulewrightError(Exception):
    """The base of all errors that the engine raises for its callers."""


class InvalidGame(RulewrightError):
    """The rules have errors: `findings` holds all of them, sorted, warnings included."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings: tuple[Finding, ...] = tuple(findings)
        errors = [f for f in self.findings if f.severity == "error"]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        super().__init__(f"{errors[0]}{more}" if errors else "the rules are not valid")


class UnknownGame(RulewrightError, LookupError):
    """There is no such game, or no such variant of it: `variant` then; the message lists what there is."""

    def __init__(self, message: str, variant: str | None = None) -> None:
        self.variant = variant
        super().__init__(message)


class InvalidSetup(RulewrightError, ValueError):
    """A match that cannot begin so: a number of players, a seat, an option, or a script of chance that does not fit.

    `about` says which part does not: "players" (their number), "player SEAT", "option NAME" (there is none), "value
    NAME" (of that option), "turn", "at"; None where it is no single one.
    """

    def __init__(self, message: str, about: str | None = None) -> None:
        self.about = about
        super().__init__(message)


class UnknownSeat(RulewrightError, ValueError):
    """A seat that does not play; the message lists those that do."""


class UnknownLanguage(RulewrightError, ValueError):
    """A language that the game does not speak; the message lists those that it does."""


class ActionError(RulewrightError, ValueError):
    """An answer that was not carried out. Nothing has changed."""


class InvalidAction(ActionError):
    """An answer that cannot be read, or that names no answer of the question that is asked."""


class AmbiguousAction(InvalidAction):
    """A text that could mean several answers: `candidates`, as text."""

    def __init__(self, message: str, candidates: Iterable[str] = ()) -> None:
        self.candidates: tuple[str, ...] = tuple(candidates)
        super().__init__(message)


class IllegalAction(ActionError):
    """An answer that the rules refuse here; `reason` says why (what `why_not` gives), or is None where nothing can be
    said.
    """

    def __init__(self, message: str, reason: Any = None) -> None:
        self.reason = reason
        super().__init__(message)


class InvalidSave(RulewrightError, ValueError):
    """A saved match that cannot be read, or that belongs to other rules."""


class RuleFault(RulewrightError):
    """A rule that could not be carried out in play: `span` is its line. The state stays at the last commit."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        self.span = span
        super().__init__(f"{span}: {message}" if span is not None else message)

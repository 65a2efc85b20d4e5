"""rulewright: board games as rules files.

>>> import rulewright
>>> match = rulewright.load("tic_tac_toe").start(players=2, seed=7)
>>> match.apply("place")
>>> match.apply("square(2, 2)")
>>> match.actors
('crosses',)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.checking import check_file, load_document
    from rulewright.editing import Typed, check_text, type_at
    from rulewright.errors import (
        ActionError,
        AmbiguousAction,
        IllegalAction,
        InvalidAction,
        InvalidGame,
        InvalidSave,
        InvalidSetup,
        RuleFault,
        RulewrightError,
        UnknownGame,
        UnknownLanguage,
        UnknownSeat,
    )
    from rulewright.loader import load, load_text
    from rulewright.play.action import Action, Question
    from rulewright.play.decision import Decision
    from rulewright.play.events import Event, Events
    from rulewright.play.game import Game
    from rulewright.play.match import Match
    from rulewright.play.numbering import ActionIds
    from rulewright.play.outcome import Outcome, ScoreLine, TieBreak
    from rulewright.play.reasons import FailedNeed, Reason
    from rulewright.play.replay import Difference, Replay
    from rulewright.play.undoing import UndoLimit
    from rulewright.text import Finding, Findings, SourceText

# Each is loaded when it is first asked for: who only checks a file need not wait for what plays one.
_HOME = {
    "Action": "play.action",
    "ActionError": "errors",
    "ActionIds": "play.numbering",
    "AmbiguousAction": "errors",
    "Decision": "play.decision",
    "Difference": "play.replay",
    "Event": "play.events",
    "Events": "play.events",
    "FailedNeed": "play.reasons",
    "Finding": "text",
    "Findings": "text",
    "Game": "play.game",
    "IllegalAction": "errors",
    "InvalidAction": "errors",
    "InvalidGame": "errors",
    "InvalidSave": "errors",
    "InvalidSetup": "errors",
    "Match": "play.match",
    "Outcome": "play.outcome",
    "Question": "play.action",
    "Reason": "play.reasons",
    "Replay": "play.replay",
    "RuleFault": "errors",
    "RulewrightError": "errors",
    "ScoreLine": "play.outcome",
    "SourceText": "text",
    "TieBreak": "play.outcome",
    "Typed": "editing",
    "UndoLimit": "play.undoing",
    "UnknownGame": "errors",
    "UnknownLanguage": "errors",
    "UnknownSeat": "errors",
    "check_file": "checking",
    "check_text": "editing",
    "load": "loader",
    "load_document": "checking",
    "load_text": "loader",
    "type_at": "editing",
}

__all__ = [
    "Action",
    "ActionError",
    "ActionIds",
    "AmbiguousAction",
    "Decision",
    "Difference",
    "Event",
    "Events",
    "FailedNeed",
    "Finding",
    "Findings",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "InvalidGame",
    "InvalidSave",
    "InvalidSetup",
    "Match",
    "Outcome",
    "Question",
    "Reason",
    "Replay",
    "RuleFault",
    "RulewrightError",
    "ScoreLine",
    "SourceText",
    "TieBreak",
    "Typed",
    "UndoLimit",
    "UnknownGame",
    "UnknownLanguage",
    "UnknownSeat",
    "check_file",
    "check_text",
    "load",
    "load_document",
    "load_text",
    "type_at",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'rulewright' has no attribute '{name}'")
    value = globals()[name] = getattr(import_module(f"rulewright.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""rulewright: board games as rules files.

>>> import rulewright
>>> match = rulewright.load("tic_tac_toe").start(players=2, seed=7)
>>> match.apply("place")
>>> match.apply("square(2, 2)")
>>> match.actors
('crosses',)
"""

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
)
from rulewright.loader import check_file, load, load_document, load_text
from rulewright.play.action import Action, Question
from rulewright.play.decision import Decision
from rulewright.play.events import Event, Events
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.outcome import Outcome, ScoreLine, TieBreak
from rulewright.play.reasons import FailedNeed, Reason
from rulewright.play.replay import Difference, Replay
from rulewright.play.undoing import UndoLimit
from rulewright.text import Finding, Findings, SourceText

__all__ = [
    "Action",
    "ActionError",
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
    "UndoLimit",
    "UnknownGame",
    "check_file",
    "load",
    "load_document",
    "load_text",
]

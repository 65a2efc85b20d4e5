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
from rulewright.loader import check_file, load, load_document
from rulewright.play.action import Action, Question
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.reasons import Reason
from rulewright.text import Finding, Findings, SourceText

__all__ = [
    "Action",
    "ActionError",
    "AmbiguousAction",
    "Finding",
    "Findings",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "InvalidGame",
    "InvalidSave",
    "InvalidSetup",
    "Match",
    "Question",
    "Reason",
    "RuleFault",
    "RulewrightError",
    "SourceText",
    "UnknownGame",
    "check_file",
    "load",
    "load_document",
]

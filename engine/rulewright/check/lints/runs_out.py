"""Stacks that are drawn from until nothing is left, and no line of the game knows."""

from rulewright.check.checked import CheckedGame, Move, Sentence
from rulewright.check.core import Checker
from rulewright.check.lints.survey import Survey


def runs_out(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`runs-out`: at the first sentence that would find too little."""
    for zone in game.zones.values():
        silent = zone.name not in survey.reads and zone.recycle_from is None
        if zone.shape != "stack" or not silent or any(map(_in_play, survey.fills.get(zone.name, ()))):
            continue
        for sentence in survey.empties.get(zone.name, ()):
            if _in_play(sentence) and _needs_enough(sentence):
                ck.warning("runs-out", f"`{zone.name}` can run out, and no line says what happens then", sentence.at,
                         "`recycle:`, `draw up to`, an `else \"..\"`, or an end of the game")  # fmt: skip
                break


def _in_play(sentence: Sentence) -> bool:
    return not sentence.path.startswith("setup")


def _needs_enough(sentence: Sentence) -> bool:
    core = sentence.core
    exact = isinstance(core, Move) and core.amount.form in ("count", "pieces")
    return exact and sentence.reason is None and sentence.condition is None

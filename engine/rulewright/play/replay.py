"""Replays: the answers of a save given again, under the same rules or others, up to what goes another way."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.errors import ActionError, InvalidSave, InvalidSetup, RuleFault
from rulewright.play import save
from rulewright.play.decision import Chance, Decision

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.match import Match


@dataclass(frozen=True)
class Difference:
    """What goes another way than it was saved: at which decision (1 is the first; 0: before it), whose, and how."""

    decision: int
    player: str | None
    question: str | None
    text: str

    def __str__(self) -> str:
        if self.decision == 0:
            return f"before the first decision: {self.text}"
        return f"decision {self.decision} ({self.player}, {self.question}): {self.text}"

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {"decision": self.decision, "player": self.player, "question": self.question, "text": self.text}


@dataclass(frozen=True)
class Replay:
    """A match played again: as far as it went, how many answers were given, and what went another way (None: nothing).

    `same_rules` says whether the save was made under exactly these rules.
    """

    match: "Match | None"
    decisions: int
    same_rules: bool
    difference: Difference | None

    def to_json(self) -> dict[str, Any]:
        """As JSON, without the match."""
        difference = self.difference.to_json() if self.difference is not None else None
        return {"decisions": self.decisions, "same_rules": self.same_rules, "difference": difference}


def replay(game: "Game", saved: dict[str, Any], changed: Mapping[str, int | bool | str]) -> Replay:
    """Plays a save again, some options changed.

    Raises InvalidSave for one that is damaged, of another game, or not made by answers alone.
    """
    save.check(saved)
    if saved["game"] != game.id:
        raise InvalidSave(f"this is a match of `{saved['game']}`, not of `{game.id}`")
    if saved["laid"]:
        raise InvalidSave("this match was laid out by hand: its seed and answers do not lead to it")
    same_rules = saved["digest"] == game.digest and changed.items() <= saved["options"].items()
    try:
        given = [Decision.from_json(data) for data in saved["history"]]
        opening: tuple[Chance, ...] = tuple(tuple(outcome) for outcome in saved["opening"])
        kept = saved["options"] if same_rules else {k: v for k, v in saved["options"].items() if k in game.options}
        options = {**kept, **changed}
        match = game.start(saved["players"], seed=saved["seed"], options=options, chance=saved["script"] or None)
    except (InvalidSetup, RuleFault) as error:
        return Replay(None, 0, same_rules, Difference(0, None, None, f"the match cannot begin: {error}"))
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidSave(f"the saved match is damaged: {error}") from None
    if (text := _other_chance(opening, match.opening)) is not None:
        return Replay(match, 0, same_rules, Difference(0, None, None, text))
    for number, decision in enumerate(given, 1):
        text = _again(match, decision)
        if text is not None:
            found = Difference(number, decision.player, decision.question, text)
            return Replay(match, number - 1, same_rules, found)
    if same_rules and match.to_json()["state"] != saved["state"]:
        player, question = (given[-1].player, given[-1].question) if given else (None, None)
        text = "every answer went as before, and yet the state after it is another"
        return Replay(match, len(given), same_rules, Difference(len(given), player, question, text))
    return Replay(match, len(given), same_rules, None)


def _again(match: "Match", decision: Decision) -> str | None:
    """Gives an answer again; says what goes another way."""
    question = match.question
    if question is None:
        return f"the match is over; `{decision.answer}` was answered here"
    if decision.player not in match.actors:
        return f"{' and '.join(match.actors)} must answer here, not {decision.player} (`{question.path}`)"
    if question.path != decision.question:
        return f"`{question.path}` is asked here"
    legal = match.legal(decision.player)
    try:
        match.apply(decision.answer, decision.player)
    except (ActionError, RuleFault) as error:
        return f"`{decision.answer}` is refused: {error}"
    if len(legal) != decision.of:
        return f"there are {len(legal)} legal answers, there were {decision.of}"
    again = match.history[-1]
    if again.forced != decision.forced:
        return f"then {_listed(again.forced)} is taken by itself; it was {_listed(decision.forced)}"
    return _other_chance(decision.chance, again.chance)


def _other_chance(was: tuple[Chance, ...], now: tuple[Chance, ...]) -> str | None:
    """What chance decided otherwise, in words."""
    if was == now:
        return None
    n = next((n for n, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    before, after = (_outcome(found[n]) if n < len(found) else "nothing" for found in (was, now))
    return f"chance went another way: {after} where it was {before}"


def _outcome(outcome: Chance) -> str:
    what, *values = outcome
    if what == "choose":
        return f"place {values[0] + 1} of {values[1]}"
    return f"a roll of {values[0]}" if what == "roll" else f"a shuffle of {len(values)}"


def _listed(answers: tuple[str, ...]) -> str:
    return ", ".join(f"`{a}`" for a in answers) or "nothing"

"""Checks the lines of scenarios without playing them: each mistake is a finding at its exact place."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Literal

from rulewright.check import types
from rulewright.check.checked import CheckedGame, Expr
from rulewright.check.foreign import foreign_line
from rulewright.errors import InvalidGame, UnknownGame
from rulewright.harness.scenarios import Expect, LogTest, Phrase, Play, Scenario, ViewTest
from rulewright.harness.words import known_words, unknown_words
from rulewright.play.game import Game
from rulewright.text import Findings, did_you_mean


def check_lines(scenarios: Iterable[Scenario], load: Callable[[Scenario], Game], findings: Findings) -> None:
    """Reads the sentences, expressions and answers of scenarios against the games that they play."""
    words: dict[int, frozenset[str]] = {}
    for scenario in scenarios:
        if scenario.fails is not None:
            continue  # what it plays shall not even begin
        try:
            game = load(scenario).checked
        except UnknownGame as error:
            findings.error("unknown-name", str(error), scenario.at)
            continue
        except InvalidGame as error:
            for finding in error.findings:
                findings.add(finding)
            continue
        for phrase in scenario.whatever:
            if phrase.text not in game.options:
                _check_variant(scenario, phrase, load, findings)
        if id(game) not in words:
            words[id(game)] = known_words(game)
        _check(scenario, game, words[id(game)], findings)


def _check_variant(scenario: Scenario, phrase: Phrase, load: Callable[[Scenario], Game], findings: Findings) -> None:
    try:
        load(replace(scenario, variants=(*scenario.variants, phrase.text)))
    except UnknownGame as error:
        findings.error("unknown-name", f"this is no option, and {error}", phrase.at)
    except InvalidGame as error:
        for finding in error.findings:
            findings.add(finding)


def _check(scenario: Scenario, game: CheckedGame, words: frozenset[str], findings: Findings) -> None:
    # A sentence is done where the match stands: at somebody's question, unless the table is bare.
    asked = scenario.turn is not None or scenario.place is not None or not scenario.bare
    for phrase in scenario.given:
        _read(game, phrase, "sentence", findings, me=asked)
    turn = scenario.turn is not None
    for phrase in _truths(scenario):
        found = _read(game, phrase, "expression", findings, me=turn)
        if isinstance(found, Expr) and not types.fits(found.type, types.TRUTH):
            findings.error("type", f"what is expected is a truth, this is {types.called(found.type)}", phrase.at)
    for phrase in scenario.differs:
        _read(game, phrase, "expression", findings, me=turn)
    seats = [game.names[i] for i in game.enums["seat"].ids]
    for step in scenario.steps:
        if isinstance(step, (Play, ViewTest, LogTest)):
            _check_seat(step, seats, findings)
        for answer in step.answers if isinstance(step, Play) else ():
            for word in unknown_words(answer.text, words)[:1]:
                help = did_you_mean(word, words)
                findings.error("unknown-name", f"the game has no word `{word}`", answer.at, help=help)


def _check_seat(step: Play | ViewTest | LogTest, seats: Collection[str], findings: Findings) -> None:
    who = step.player if isinstance(step, Play) else step.seat
    if who not in seats:
        source = step.at.source
        at = max(source.text.rfind(who, step.at.start, step.at.end), step.at.start)
        message, help = f"the game has no seat `{who}`", did_you_mean(who, seats)
        findings.error("unknown-name", message, source.span(at, at + len(who)), help=help)


def _truths(scenario: Scenario) -> Iterator[Phrase]:
    for part in (*scenario.steps, *scenario.expect):
        if isinstance(part, Expect):
            yield part.what
    yield from (*scenario.throughout, *scenario.at_end)


def _read(
    game: CheckedGame, phrase: Phrase, kind: Literal["sentence", "expression"], findings: Findings, *, me: bool
) -> object:
    if kind == "sentence":
        return foreign_line(game, phrase.text, "sentence", phrase.span_of, findings, me=me)
    return foreign_line(game, phrase.text, "expression", phrase.span_of, findings, me=me)

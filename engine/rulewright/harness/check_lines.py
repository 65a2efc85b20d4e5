"""Checks the lines of scenarios without playing them: each mistake is a finding at its exact place."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from rulewright.check import types
from rulewright.check.checked import Block, CheckedGame, Expr
from rulewright.check.foreign import foreign_line
from rulewright.errors import InvalidGame, InvalidSetup, UnknownGame
from rulewright.harness.parts import bodies, parts
from rulewright.harness.scenarios import Expect, LogTest, Phrase, Play, Scenario, ScriptChance, Seen, ViewTest
from rulewright.harness.words import KnownWords, known_words, unknown_words
from rulewright.play.bench import no_player
from rulewright.play.game import Game
from rulewright.text import Edit, Findings, did_you_mean, nearest


def check_lines(scenarios: Iterable[Scenario], load: Callable[[Scenario], Game], findings: Findings) -> None:
    """Reads the sentences, expressions and answers of scenarios against the games that they play."""
    words: dict[int, KnownWords] = {}
    for scenario in scenarios:
        if scenario.fails is not None:
            continue  # what it plays shall not even begin
        try:
            loaded = load(scenario)
        except UnknownGame as error:
            findings.error("unknown-name", str(error), scenario.place_of(f"variant {error.variant}"))
            continue
        except InvalidGame as error:
            for finding in error.findings:
                findings.add(finding)
            continue
        game = loaded.checked
        players = _check_beginning(scenario, loaded, findings)
        for phrase in scenario.whatever:
            if phrase.text not in game.options:
                _check_variant(scenario, phrase, game, load, findings)
        if id(game) not in words:
            words[id(game)] = known_words(game)
        _check(scenario, game, players, words[id(game)], findings)


def _check_beginning(scenario: Scenario, game: Game, findings: Findings) -> list[str]:
    """Players, options, whose turn it is and the step at which it begins. Gives the seats that play."""
    players = scenario.players if scenario.players is not None else game.player_counts.start
    try:
        setting = game.setting(players, scenario.options)
    except InvalidSetup as error:
        findings.error("bad-value", str(error), scenario.place_of(error.about))
        return list(game.seats)
    seats = [game.checked.names[i] for i in setting.players]
    if scenario.turn is not None and scenario.turn not in seats:
        findings.error("unknown-name", no_player(scenario.turn, seats), scenario.place_of("turn"))
    blocks = ["play", "finish", *(part.path for part in parts(*bodies(game.checked)) if isinstance(part, Block))]
    if scenario.place is not None and scenario.place not in blocks:
        help = did_you_mean(scenario.place, blocks)
        findings.error("unknown-name", f"there is no block `{scenario.place}`", scenario.place_of("at"), help=help)
    return seats


def _check_variant(
    scenario: Scenario, phrase: Phrase, game: CheckedGame, load: Callable[[Scenario], Game], findings: Findings
) -> None:
    try:
        load(replace(scenario, variants=(*scenario.variants, phrase.text)))
    except UnknownGame as error:
        near = nearest(phrase.text, game.options)
        help = f"did you mean the option `{near}`?" if near is not None else None
        findings.error("unknown-name", f"this is no option, and {error}", phrase.at, help=help)
    except InvalidGame as error:
        for finding in error.findings:
            findings.add(finding)


def _check(scenario: Scenario, game: CheckedGame, players: list[str], words: KnownWords, findings: Findings) -> None:
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
    for chance in (scenario.chance, *scenario.steps):
        for phrase in chance.words if isinstance(chance, ScriptChance) else ():
            _check_words(phrase, words, findings)
    for step in scenario.steps:
        if isinstance(step, (Play, ViewTest, LogTest)) and not _check_seat(step, seats, players, findings):
            continue
        for answer in step.answers if isinstance(step, Play) else ():
            _check_answer(answer, words, findings)
        for line in step.lines if isinstance(step, ViewTest) else ():
            _check_seen(line, game, words, findings)


def _check_seat(
    step: Play | ViewTest | LogTest, seats: Collection[str], players: Sequence[str], findings: Findings
) -> bool:
    """Whether a line of `play` begins with a seat, and not with another word for such a line, misspelt."""
    who = step.player if isinstance(step, Play) else step.seat
    source = step.at.source
    at = max(source.text.rfind(who, step.at.start, step.at.end), step.at.start)
    span = source.span(at, at + len(who))
    if who in players or (who in seats and isinstance(step, Play) and step.verb == "refuse"):
        return True
    if who in seats:
        findings.error("unknown-name", no_player(who, players), span)
        return True
    meant = nearest(who, ("expect", "chance")) if isinstance(step, Play) and step.verb == "play" else None
    if meant is not None:
        message, fix = f"`{who}` is no line of `play`", (Edit(span, meant),)
        findings.error("unknown-key", message, span, help=f"did you mean `{meant}`?", fix=fix)
        return False
    findings.error("unknown-name", f"the game has no seat `{who}`", span, help=did_you_mean(who, seats))
    return True


def _check_seen(line: Seen, game: CheckedGame, words: KnownWords, findings: Findings) -> None:
    """The cell of a line of a view, and the names that it says are seen."""
    cells = game.zones if line.kind == "zone" else game.variables
    name = line.cell.text.split("[", 1)[0].strip()
    if name not in cells:
        help = did_you_mean(name, cells)
        findings.error("unknown-name", f"there is no {line.kind} `{name}`", line.cell.at, help=help)
        return
    for phrase in (line.cell, *line.words):
        _check_words(phrase, words, findings)


def _check_answer(answer: Phrase, words: KnownWords, findings: Findings) -> None:
    first, *more = answer.text.split(maxsplit=1)
    if more and first in words.answers:
        help = f"a comma stands between two answers: `{first}, {more[0]}`"
        findings.error("syntax", f"`{first}` is an answer of its own", answer.at, help=help)
        return
    _check_words(answer, words, findings)


def _check_words(phrase: Phrase, words: KnownWords, findings: Findings) -> None:
    for word in unknown_words(phrase.text, words.all)[:1]:
        help = did_you_mean(word, sorted(words.all))
        findings.error("unknown-name", f"the game has no word `{word}`", phrase.at, help=help)


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

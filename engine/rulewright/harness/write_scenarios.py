"""Scenarios as the text of a file: of a match, of a failed property, of a position that was found."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.document.write_yaml import quoted
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.text import spelt

WIDTH = 100  # of a line of answers


@dataclass(frozen=True)
class Draft:
    """A scenario to be written. `play` are answers with their players, in order; `given` begins on a bare table."""

    name: str
    players: int | tuple[str, ...]
    options: Mapping[str, int | bool | str] = field(default_factory=dict)
    why: str = ""
    seed: int = 0
    chance: tuple[int | str, ...] = ()
    given: tuple[str, ...] = ()
    turn: str | None = None
    play: tuple[tuple[str, str], ...] = ()
    expect: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()  # besides those of the whole file
    unfilled: bool = False

def draft_of(
    match: Match, name: str, *, why: str = "", expect: Sequence[str] = (), more: Sequence[tuple[str, str]] = ()
) -> Draft:
    """A match from its beginning: the seats, options and seed, all answers so far, and more of them."""
    return Draft(
        name,
        seats_of(match),
        changed_options(match.game, match.options),
        why,
        match.seed,
        match.script,
        play=(*answers_of(match), *more),
        expect=tuple(expect),
    )


def name_from(words: str) -> str:
    """A name for a scenario, made of words: small letters and digits with `_` between them."""
    return re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")


def seats_of(match: Match) -> int | tuple[str, ...]:
    """The players as a scenario names them: their number, where they are the first seats of the box."""
    count = len(match.players)
    return count if match.players == match.game.seats[:count] else match.players


def changed_options(game: Game, options: Mapping[str, int | bool | str]) -> dict[str, int | bool | str]:
    """The options that differ from their default."""
    return {name: value for name, value in options.items() if value != game.options[name].default}


def answers_of(match: Match, start: int = 0) -> tuple[tuple[str, str], ...]:
    """The answers of a match from a decision on, each with its player.

    An answer that was taken by itself is left out, unless the next one would be read as that one.
    """
    found: list[tuple[str, str]] = []
    forced: tuple[str, ...] = ()
    for decision in match.history[start:]:
        if decision.answer in forced:
            last = len(forced) - forced[::-1].index(decision.answer)
            found += [(decision.player, text) for text in forced[:last]]
        found.append((decision.player, decision.answer))
        forced = decision.forced
    return tuple(found)


def file_text(game: str, drafts: Iterable[Draft], variants: Sequence[str] = ()) -> str:
    """A whole file. `game` and `variants` are names, or paths from the folder where the file will lie."""
    head = [f"game: {quoted(game)}"]
    if variants:
        head.append(f"variants: {_words(variants)}")
    return "\n".join([*head, "scenarios:", *(line for d in drafts for line in lines_of(d))]) + "\n"


def lines_of(draft: Draft) -> Iterator[str]:
    """The lines of a scenario, as they stand below `scenarios:`."""
    yield f"  {quoted(draft.name)}:"
    if draft.unfilled:
        yield "    unfilled: true"
    if draft.variants:
        yield f"    variants: [{', '.join(draft.variants)}]"
    if draft.why:
        yield f"    why: {quoted(draft.why)}"
    players = draft.players
    yield f"    players: {players if isinstance(players, int) else ', '.join(players)}"
    if draft.options:
        pairs = ", ".join(f"{name}: {spelt(value)}" for name, value in draft.options.items())
        yield f"    options: {{{pairs}}}"
    if draft.seed and not draft.given:
        yield f"    seed: {draft.seed}"
    if draft.turn:
        yield f"    turn: {draft.turn}"
    if draft.chance:
        yield f"    chance: {quoted(', '.join(map(str, draft.chance)))}"
    yield from _list("given", draft.given)
    if draft.play:
        yield "    play:"
        yield from (f"      - {player}: {quoted(answers)}" for player, answers in _grouped(draft.play))
    yield from _list("expect", draft.expect)


def _list(key: str, lines: Sequence[str]) -> Iterator[str]:
    if len(lines) == 1:
        yield f"    {key}: {quoted(lines[0])}"
    elif lines:
        yield f"    {key}:"
        yield from (f"      - {quoted(line)}" for line in lines)


def _grouped(play: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Answers of one player in a row, as lines that are not too long."""
    who, line = "", ""
    for player, answer in play:
        if player == who and len(line) + len(answer) < WIDTH:
            line += f", {answer}"
            continue
        if line:
            yield who, line
        who, line = player, answer
    if line:
        yield who, line


def _words(names: Sequence[str]) -> str:
    return quoted(names[0]) if len(names) == 1 else f"[{', '.join(quoted(name, in_flow=True) for name in names)}]"

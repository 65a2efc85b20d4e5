"""Scenarios from play: the last answers of a match, the state before them, and the facts that came of them."""

import os
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from rulewright.document.nodes import Mapping, Scalar, Sequence
from rulewright.document.read_yaml import read_yaml
from rulewright.errors import RulewrightError
from rulewright.harness.conformance import run_scenario
from rulewright.harness.suite import Games, read_sources
from rulewright.harness.values import shown
from rulewright.harness.views import Cell, cells
from rulewright.harness.write_scenarios import (
    Draft,
    answers_of,
    changed_options,
    draft_of,
    file_text,
    lines_of,
    seats_of,
)
from rulewright.library import is_path, variants_in
from rulewright.play.decision import Decision
from rulewright.play.match import Match
from rulewright.play.values import text_of
from rulewright.play.view import cells_of
from rulewright.program import layout
from rulewright.text import Findings, SourceText

MOST_FACTS = 40  # offered at once


def moment(match: Match, count: int) -> Match:
    """A match as it was after so many of its answers. Raises what `Game.start` and `Match.apply` raise."""
    found = match.game.start(match.players, seed=match.seed, options=match.options, chance=match.script or None)
    for decision in match.history[:count]:
        found.apply(decision.answer, decision.player)
    return found


def facts(before: Match, after: Match, seat: str | None) -> list[str]:
    """What has changed, as expressions that hold now and did not hold before. Only what a seat may know is named."""
    old = {cell.address: cell for cell in cells(before.view(seat))}
    offered = [text for cell in cells(after.view(seat)) for text in _facts_of(after, cell, old[cell.address])]
    if after.is_over:
        offered.insert(0, f"winners is {shown(list(after.winners))}")
    return [text for text in dict.fromkeys(offered) if holds(after, text) and not holds(before, text)][:MOST_FACTS]


def holds(match: Match, text: str) -> bool:
    """Whether an expression is one of this game, and true."""
    try:
        return match.evaluate(text) is True
    except RulewrightError:
        return False


def _facts_of(match: Match, cell: Cell, old: Cell) -> Iterator[str]:
    if cell == old:
        return
    if cell.kind == "variable":
        if not cell.hidden and not isinstance(cell.value, dict):
            yield f"{cell.address} is {shown(cell.value)}"
        return
    zone = match.game.checked.zones[cell.name]
    if zone.shape == "slot" and cell.pieces is not None:
        yield f"{cell.address} is {shown(cell.pieces[0] if cell.pieces else None)}"
        return
    if cell.size != old.size:
        yield f"size({cell.address}) is {cell.size}"
    if cell.pieces is not None and old.pieces is not None:
        if zone.shape != "bag" and cell.pieces and all(isinstance(p, str) for p in cell.pieces):
            yield f"top({cell.address}) is {cell.pieces[0 if zone.shape == 'stack' else -1]}"
        kinds = dict.fromkeys(p for p in (*cell.pieces, *old.pieces) if isinstance(p, str | int))
        for kind in kinds:
            if cell.pieces.count(kind) != old.pieces.count(kind):
                yield f"number of {kind} in {cell.address} is {cell.pieces.count(kind)}"


# ---------- the state before ----------


def laid_draft(match: Match, start: int, name: str, expect: tuple[str, ...]) -> Draft | None:
    """The last answers from a laid table: the state before them as sentences. None if sentences do not come to it."""
    before = moment(match, start)
    outcomes = _rolls(match.history[start:])
    if before.is_over or len(before.actors) != 1 or outcomes is None:
        return None
    turn = before.actors[0]
    try:
        table = match.game.bench_match(match.players, options=match.options, start="bare", turn=turn)
        given = tuple(_sentences(before, table))
        for sentence in given:
            table.run_sentence(sentence)
        if not _same(before, table):
            return None
    except (RulewrightError, _Unsaid):
        return None
    options = changed_options(match.game, match.options)
    play = answers_of(match, start)
    return Draft(name, seats_of(match), options, chance=outcomes, given=given, turn=turn, play=play, expect=expect)


class _Unsaid(Exception):
    """No sentence says this."""


def _rolls(history: list[Decision]) -> tuple[int | str, ...] | None:
    """What dice showed; None if chance has decided anything else, which cannot be said beforehand."""
    chance = [outcome for decision in history for outcome in decision.chance]
    return tuple(o[1] for o in chance) if all(o[0] == "roll" for o in chance) else None


def _sentences(match: Match, bare: Match) -> Iterator[str]:
    game = match.game.checked
    for zone in game.zones.values():
        begun = dict(cells_of(match.visibility, zone.name, bare._state))
        for keys, pieces in cells_of(match.visibility, zone.name, match._state):
            if pieces == begun[keys]:
                continue
            if begun[keys] or None in pieces:
                raise _Unsaid
            target = f"bottom of {zone.name}" if zone.shape == "stack" else zone.name
            yield from _puts([text_of(p, zone.piece, game) for p in pieces], target + _address(zone, keys, match))
    for variable in game.variables.values():
        place = match.program.layout.variables[variable.name]
        for keys in product(*place.keys):
            value = match._state[place.index(keys)]
            if value != bare._state[place.index(keys)]:
                words = "empty" if value == () else text_of(value, variable.type, game)
                yield f"set {variable.name}{_address(variable, keys, match)} to {words}"
    first = match._state[layout.FIRST]
    if first is not None and first != bare._state[layout.FIRST]:
        yield f"set first_player to {game.names[first]}"


def _puts(pieces: list[str], target: str) -> Iterator[str]:
    """`put 3 of gold into purse[ann]`: equal pieces in a row together."""
    n = 0
    while n < len(pieces):
        count = next((k for k in range(n, len(pieces)) if pieces[k] != pieces[n]), len(pieces)) - n
        many = f"{count} of " if count > 1 or pieces[n].isdecimal() else ""
        yield f"put {many}{pieces[n]} into {target}"
        n += count


def _address(declared: Any, keys: tuple[int, ...], match: Match) -> str:
    names = [text_of(k, d.type, match.game.checked) for k, d in zip(keys, declared.keys, strict=True)]
    return f"[{', '.join(names)}]" if names else ""


def _same(match: Match, table: Match) -> bool:
    """Whether a laid table stands as the match did: cells, whose turn it is, what is asked and may be answered."""
    question, other = match.question, table.question
    if question is None or other is None or question.path != other.path or table.decisions:
        return False
    low, high = len(layout.HEAD), match.program.layout.declared
    heads = (layout.ACTIVE, layout.FIRST)
    return (
        match._state[low:high] == table._state[low:high]
        and all(match._state[h] == table._state[h] for h in heads)
        and [str(a) for a in match.legal_actions] == [str(a) for a in table.legal_actions]
    )


# ---------- the file ----------


class CannotMark(Exception):
    """The scenario cannot be written there; the text says why."""


def scenario_file(
    match: Match, start: int, name: str, expect: tuple[str, ...], file: Path, game: str, variants: tuple[str, ...]
) -> str:
    """The whole text of a scenario file, new or with what is there already, that holds the answers of a match from
    `start` on.

    The state before them is laid by sentences where that comes to the same and is not much longer than the answers
    that led to it. `game` and `variants` are as they were given to `load`. Raises CannotMark, OSError.
    """
    head = reference(game, file), tuple(reference(v, file) for v in variants)
    laid = laid_draft(match, start, name, expect)
    drafts = [d for d in (laid, draft_of(match, name, expect=expect)) if d is not None]
    there = read_there(file, *head)
    for draft in sorted(drafts, key=lambda d: len(list(lines_of(d))) / (2 if d.given else 1)):
        longer = "\n".join([there.rstrip(), *lines_of(draft)]) + "\n"
        text = longer if there else file_text(head[0], [draft], head[1])
        if _plays(text, file, name):
            return text
    raise CannotMark("these answers do not lead to the same facts when they are played again")


def read_there(file: Path, game: str, variants: tuple[str, ...]) -> str:
    """The text of a file to which a scenario can be added; empty if there is none. Raises CannotMark, OSError."""
    if not file.exists():
        return ""
    text = file.read_bytes().decode("utf-8", "replace")
    root = read_yaml(SourceText(str(file), text), Findings())
    scenarios = root.get("scenarios") if isinstance(root, Mapping) else None
    if not isinstance(root, Mapping) or not isinstance(scenarios, Mapping):
        raise CannotMark(f"{file} is there and holds no scenarios; it is left as it is")
    if _texts(root, "game") != [game] or _meant(_texts(root, "variants"), file) != _meant(variants, file):
        raise CannotMark(f"{file} is there and is about another game, or other variants; it is left as it is")
    if list(root.entries)[-1] != "scenarios" or scenarios.flow:
        raise CannotMark(f"{file} does not end with its `scenarios:`, so nothing can be added; it is left as it is")
    return text


def _texts(root: Mapping, key: str) -> list[str]:
    """What stands behind a key: one word, some with commas between, or a list."""
    value = root.get(key)
    items = value.items if isinstance(value, Sequence) else [value]
    return [word.strip() for item in items if isinstance(item, Scalar) for word in item.text.split(",")]


def _meant(variants: Iterable[str], file: Path) -> list[str]:
    """Variants as a file names them; one that lies beside it may be named by its name or as a file."""
    beside = {(file.parent / e.place.name).resolve(): e.id for e in variants_in(file.parent)}
    return [beside.get((file.parent / v).resolve(), v) for v in variants]


def names_in(text: str) -> list[str]:
    """The names of the scenarios of a file."""
    root = read_yaml(SourceText("", text), Findings()) if text else None
    scenarios = root.get("scenarios") if isinstance(root, Mapping) else None
    return list(scenarios.entries) if isinstance(scenarios, Mapping) else []


def reference(name: str, file: Path) -> str:
    """A game or variant as a file names it: a name, or the way from the file's folder."""
    if not is_path(name):
        return name
    return Path(os.path.relpath(Path(name).resolve(), file.resolve().parent)).as_posix()


def _plays(text: str, file: Path, name: str) -> bool:
    """Whether a text is read without findings, and its scenario of that name holds."""
    suite = read_sources([(SourceText(str(file), text), file)])
    found = [s for s in suite.scenarios if s.name == name]
    return not len(suite.findings) and bool(found) and run_scenario(found[0], Games()).passed

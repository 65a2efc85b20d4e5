"""Golden playthroughs: whole random games, with every list of legal answers, the log and the score sheet.

A change of rules, order, chance or wording shows here. `pytest tests/playthroughs --update-golden` writes them anew.
"""

import random
from pathlib import Path

import pytest

import rulewright
from rulewright.library import games

HERE = Path(__file__).parent
MOST = 250  # answers of a game that are written out
SEATINGS = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in games()
    for players in {rulewright.load(name).player_counts.start, rulewright.load(name).player_counts.stop - 1}
]


def transcript(name, players, seed=11):
    match = rulewright.load(name).start(players, seed=seed)
    chooser = random.Random(seed)
    lines = [f"{name}, {players} players, seed {seed}", ""]
    while not match.is_over and match.decisions < MOST:
        legal = match.legal_actions
        action = legal[int(chooser.random() * len(legal))]
        lines.append(f"{action.player} {match.question.name}: {' | '.join(map(str, legal))}")
        match.apply(action)
        lines.append(f"  -> {action}" + "".join(f" (then {a})" for a in match.forced))
    watcher = match.players[0]
    lines += ["", f"log of {watcher}:", *match.log(watcher), "", f"scores: {match.scores}"]
    if match.is_over:
        lines += [f"{row.line}: {row.points}" for row in match.outcome.score_sheet]
        lines += [f"end: {match.end_reason}, winners: {', '.join(match.winners)}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_a_playthrough_is_as_recorded(name, players, update_golden):
    golden = HERE / f"{name}-{players}.txt"
    text = transcript(name, players)
    if update_golden:
        golden.write_text(text, encoding="utf-8")
    assert golden.exists(), f"there is no playthrough of {name} with {players} players yet: use --update-golden"
    assert text == golden.read_text(encoding="utf-8")

"""Random games of the oracle, and games read from a file."""

import random
from pathlib import Path
from typing import Any

import rulewright.check.checked as c
from oracle.oracle import Oracle
from oracle.requests import Chance
from rulewright.check.from_model import check_model
from rulewright.document.read_yaml import read_yaml
from rulewright.model.from_nodes import model_from_nodes
from rulewright.text import Findings, SourceText


def random_chance(rng: random.Random) -> Any:
    """Outcomes from a generator."""

    def outcome(request: Chance) -> Any:
        match request.kind:
            case "roll":
                return rng.randint(*request.numbers)
            case "choose":
                return rng.randrange(request.numbers[0])
        return rng.sample(range(request.numbers[0]), request.numbers[0])

    return outcome


def play_randomly(
    game: c.CheckedGame, players: int, seed: int, options: dict[str, Any] | None = None, cap: int = 10_000
) -> Oracle:
    """A game by random answers, to its end or until `cap` answers were given."""
    rng = random.Random(seed)
    oracle = Oracle(game, players, options or {}, random_chance(rng))
    for _ in range(cap):
        if oracle.question is None:
            break
        oracle.answer(rng.choice(oracle.question.answers))
    return oracle


def read_game(path: Path) -> c.CheckedGame:
    """A rules file through the stages up to the check; findings of severity error fail."""
    findings = Findings()
    nodes = read_yaml(SourceText(path.name, path.read_text(encoding="utf-8")), findings)
    assert nodes is not None, list(map(str, findings))
    model = model_from_nodes(nodes, findings)
    assert model is not None, list(map(str, findings))
    checked = check_model(model, findings, digest="")
    assert not findings.has_errors, [str(f) for f in findings if f.severity == "error"]
    return checked

"""Every numbered rule of a game's ledger is cited by a scenario, or by a test that carries its id."""

import re
from pathlib import Path

import pytest

from rulewright.companions import ledger_rules
from rulewright.harness.suite import read_suite, scenario_files

HERE = Path(__file__).parent
LEDGERS = HERE.parent / "docs" / "rules"
GAMES = {
    "cinque_terre": ("CT", 235), "garden_dice": ("GD", 261), "murano": ("MU", 327),
    "connect_four": ("CF", 10), "reversi": ("RV", 12), "leduc_poker": ("LP", 18),
}  # fmt: skip
CITED = re.compile(r"\b([A-Z]{2})-([A-Z]?)(\d+)(?:\.\.(\d+))?")


def spelt_out(text):
    """The ids in a text, ranges spelt out, with numbers as numbers (CT-01 is CT-1)."""
    for prefix, series, first, last in CITED.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{prefix}-{series}{number}"


def cited(game):
    suite = read_suite(scenario_files(HERE / "conformance" / game))
    found = {i for scenario in suite.scenarios for rule in scenario.rules for i in spelt_out(rule.text)}
    for path in (HERE / "games").glob(f"test_{game}.py"):
        for decorator in re.findall(r"@rules\(([^)]*)\)", path.read_text(encoding="utf-8")):
            found |= set(spelt_out(decorator))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_and_clarification_is_cited(game):
    prefix, count = GAMES[game]
    ledger = ledger_rules((LEDGERS / f"{game}.md").read_text(encoding="utf-8"))
    wanted = {i for rule in ledger for i in spelt_out(rule) if re.fullmatch(rf"{prefix}-C?\d+", i)}
    numbered = {f"{prefix}-{n}" for n in range(1, count + 1)}
    assert numbered <= wanted, "the ledger has lost rules"
    assert sorted(wanted - cited(game)) == []

from pathlib import Path

import pytest

from rulewright.companions import Companions, ledger_beside, ledger_rules
from rulewright.document.nodes import Mapping
from rulewright.document.read_yaml import read_yaml
from rulewright.model.from_nodes import model_from_nodes
from rulewright.text import Findings, SourceText

LEDGER = """# Rules
**XX-01** [A] Every player has *one* cart.
*Test:* look at XX-99.

- **XX-I1** A sum of all.
- **XX-I2** Another one.

### XX-G1 The order of spaces
Nobody knows it.
| table | XX-77 |
"""


def companions(folder: Path, game: str = "game: x\nledger: docs/x.md\ntitle: An X\n"):
    place = folder / "games" / "x.yaml"
    place.parent.mkdir(exist_ok=True)
    place.write_text(game, encoding="utf-8")
    findings = Findings()
    root = read_yaml(SourceText("x.yaml", game), findings)
    assert isinstance(root, Mapping)
    return Companions.of(model_from_nodes(root, findings), place, findings), findings.sorted()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_ledger_defines_the_ids_in_bold_and_in_headings_only():
    assert set(ledger_rules(LEDGER)) == {"XX-01", "XX-I1", "XX-I2", "XX-G1"}


def test_each_rule_of_a_ledger_comes_with_its_words():
    rules = ledger_rules(LEDGER)
    assert rules["XX-01"] == "Every player has *one* cart."
    assert rules["XX-I1"] == "A sum of all."
    assert rules["XX-G1"].startswith("The order of spaces")


def test_the_ledger_is_sought_upward_from_the_game(tmp_path):
    write(tmp_path / "docs" / "x.md", LEDGER)
    found, findings = companions(tmp_path)
    assert found.rules is not None and "XX-01" in found.rules
    assert findings == ()
    assert "XX-01" in ledger_beside(tmp_path / "games" / "x.yaml")


def test_without_its_ledger_a_game_gets_one_note_and_no_ids_are_checked(tmp_path):
    found, findings = companions(tmp_path)
    assert found.rules is None
    assert [(f.code, f.severity) for f in findings] == [("no-ledger", "note")]


def test_words_files_are_read_by_language_with_nested_or_dotted_keys(tmp_path):
    write(tmp_path / "games" / "words" / "x.el.yaml", "title: Ένα Χ\n")
    write(tmp_path / "games" / "words" / "y.el.yaml", "title: of another game\n")
    found, _ = companions(tmp_path)
    assert {lang: {p: w.text for p, w in words.items()} for lang, words in found.words.items()} == {
        "el": {"title": "Ένα Χ"}
    }


def test_a_word_that_the_game_does_not_have_is_a_warning_at_its_place(tmp_path):
    write(tmp_path / "games" / "words" / "x.es.yaml", "title: Una X\ntitel: Una X\n")
    _, findings = companions(tmp_path)
    (finding,) = [f for f in findings if f.code == "unknown-text"]
    assert finding.severity == "warning" and finding.span.begin.line == 2
    assert finding.help == "did you mean `title`?"


@pytest.mark.parametrize("game", ["cinque_terre", "garden_dice", "murano"])
def test_the_ledgers_of_the_bundled_games_are_understood(game):
    text = (Path(__file__).resolve().parents[2] / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    rules = ledger_rules(text)
    assert len(rules) > 300
    assert all(words for words in rules.values()), [r for r, words in rules.items() if not words]

"""What comes of checking a marked example as `rulewright validate` would: with its files around it."""

from pathlib import Path

from examples import GAMES, Example, base_of, joined, nodes, placed
from rulewright.check.checked import CheckedGame
from rulewright.checking import check_document, check_file, check_nodes
from rulewright.data_files import with_data_files
from rulewright.document.dialect import check_width
from rulewright.errors import InvalidGame
from rulewright.harness.check_lines import check_lines
from rulewright.harness.suite import Games, read_suite
from rulewright.play.game import Game
from rulewright.text import Findings, SourceText
from rulewright.text.allow import sift

LEDGER = "\n\n".join(f"**FM-{n}** A rule of the market." for n in range(1, 10))


def findings_of(example: Example, folder: Path) -> Findings:
    """All findings of an example; `folder` is empty, and becomes that of its game."""
    of = next((example.parts[k] for k in (*_WAYS, "in") if k in example.parts), None)
    if of is None:
        place = folder / f"{example.game}.yaml"
        place.write_text(example.text, encoding="utf-8")
        return check_file(place)
    place = folder / f"{of}.yaml"
    place.write_text(GAMES[of].text, encoding="utf-8")
    (folder / f"{of}.md").write_text(LEDGER, encoding="utf-8")
    way = next((k for k in _WAYS if k in example.parts), None)
    return _WAYS[way](example, place) if way is not None else _fragment(example, place)


def _fragment(example: Example, place: Path) -> Findings:
    findings = Findings()
    text = placed(example)
    fragment = nodes(text, str(example), findings)
    source = SourceText(str(example), text)
    check_width(source, findings)
    if fragment is None:
        return findings
    root = joined(base_of(example.parts["in"]), fragment)
    checked = check_nodes(with_data_files(root, place, findings), findings, place, lints=True)
    if checked is not None and not findings.has_errors and "compiled" in example.parts:
        for finding in _compiled(checked):
            findings.add(finding)
    return sift(findings, [source], whole=checked is not None and not findings.has_errors)


def _compiled(checked: CheckedGame):
    try:
        Game(checked).start(players=checked.player_counts[0])
    except InvalidGame as error:
        return error.findings
    return ()


def _variants(example: Example, place: Path) -> Findings:
    findings = Findings()
    texts = [SourceText(f"{example}", text) for text in example.text.split("---\n")]
    check_document(SourceText(place.name, GAMES[place.stem].text), texts, findings, place=place, lints=True)
    return findings


def _scenarios(example: Example, place: Path) -> Findings:
    file = place.with_name("scenarios.yaml")
    file.write_text(example.text, encoding="utf-8")
    suite = read_suite([file], {place.stem: place})
    check_lines(suite.scenarios, Games(), suite.findings)
    return suite.findings


def _words(example: Example, place: Path) -> Findings:
    file = place.parent / "words" / f"{place.stem}.es.yaml"
    file.parent.mkdir()
    file.write_text(example.text, encoding="utf-8")
    return check_file(place)


TICKETS = """
components:
  ticket: {has: {price: number, wants: set of fruit}, rows: tickets.csv}
"""


def _csv(example: Example, place: Path) -> Findings:
    findings = Findings()
    place.with_name("tickets.csv").write_text(example.text, encoding="utf-8")
    fragment = nodes(TICKETS, "tickets", findings)
    root = with_data_files(joined(base_of("market"), fragment), place, findings)
    if not findings.has_errors:
        check_nodes(root, findings, place)
    for finding in list(findings):  # nothing in the market looks at tickets
        assert finding.code != "unused-name" or "ticket" in finding.message
    return findings


_WAYS = {
    "variant of": _variants, "variants of": _variants, "scenarios of": _scenarios, "words of": _words, "csv of": _csv,
}  # fmt: skip

"""Every example of docs/language.md is checked, and played where it is a game; the page names all there is."""

import random
import re
from functools import cache

import pytest
import yaml

from examples import GAMES, LANGUAGE, OTHERS, ROOT, Example, base_of, examples_of, joined, nodes, placed, told
from rulewright.check.builtins import BUILTINS
from rulewright.check.checked import CheckedGame
from rulewright.check.from_model import check_model
from rulewright.check.symbols import SPECIAL_WORDS
from rulewright.document.nodes import Entry, Mapping, Scalar, Sequence
from rulewright.document.overlay import blame_removed, merge_all
from rulewright.document.shape import check_shape
from rulewright.expr.grammar import reserved_words
from rulewright.expr.lexer import SOFT_WORDS
from rulewright.harness.conformance import run_scenario
from rulewright.harness.read_scenarios import read_scenarios
from rulewright.harness.scenarios import Scenario
from rulewright.library import schema
from rulewright.model.bodies import BLOCK_KEYS
from rulewright.model.definition import GameDef
from rulewright.model.from_nodes import model_from_nodes
from rulewright.model.reader import NOTE_KEYS
from rulewright.play.game import Game
from rulewright.program.from_checked import Program
from rulewright.program.setting import Setting
from rulewright.text import Findings, SourceText

PAGE = LANGUAGE
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = examples_of(PAGE)
IDLE = {"unused-name", "unread-option"}  # a fragment declares what only the rest of a game would use
MOST_ANSWERS = 3000


def of(*parts: str):
    return [pytest.param(e, id=str(e)) for e in EXAMPLES if any(part in e.parts for part in parts)]


# ---------- from a text to a checked game ----------


def checked(root: Mapping | None, findings: Findings) -> CheckedGame | None:
    if root is None or findings.has_errors:
        return None
    check_shape(root, schema("game"), findings)
    if findings.has_errors:
        return None
    model = model_from_nodes(root, findings)
    return None if findings.has_errors else check_model(model, findings)


@cache
def model_of(name: str) -> GameDef:
    return model_from_nodes(base_of(name), Findings())


def merged(example: Example, findings: Findings, *, offered: bool = False) -> CheckedGame | None:
    """The game that a fragment or variant makes of its game. `offered`: players may choose the fragment's actions."""
    if "variant of" in example.parts:
        overlay = nodes(example.text, str(example), findings)
        if overlay is not None:
            check_shape(overlay, schema("variant"), findings)
        if overlay is None or findings.has_errors:
            return None
        result = merge_all(base_of(example.parts["variant of"]), (overlay,), findings)
        later = Findings()
        game = None if findings.has_errors else checked(result.root, later)
        for finding in blame_removed(later, result):
            findings.add(finding)
        return game
    fragment = nodes(placed(example), str(example), findings)
    if fragment is None:
        return None
    base = base_of(example.parts["in"])
    return checked(joined(with_actions_offered(base, fragment) if offered else base, fragment), findings)


def codes(findings: Findings, idle: set[str]) -> set[str]:
    return {f.code for f in findings if f.code not in idle}


# ---------- the examples ----------


def test_every_example_is_a_game_or_says_what_it_is_a_piece_of():
    bare = [str(e) for e in EXAMPLES if e.game is None and not {"in", *OTHERS} & e.parts.keys()]
    assert bare == []
    assert len(EXAMPLES) == TEXT.count("\n```yaml\n")
    assert {e.parts[key] for e in EXAMPLES for key in ("in", *OTHERS) if key in e.parts} <= GAMES.keys()


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_without_findings(name):
    findings = Findings()
    assert checked(base_of(name), findings) is not None, told(findings)
    expected = {"bids": {"may-be-stuck"}}.get(name, set())  # the page speaks about this one
    assert codes(findings, set()) == expected, told(findings)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_ends_whatever_is_answered(name):
    game = checked(base_of(name), Findings())
    for players in game.player_counts:
        for seed in range(5):
            program, state = play(game, players, seed)
            assert program.is_over(state), f"{players} players, seed {seed}: no end after {MOST_ANSWERS} answers"
            assert program.winners(state)[-1][1], "nobody has won"


def play(game: CheckedGame, players: int, seed: int):
    options = {name: option.default for name, option in game.options.items()}
    program = Program(Setting(game, game.enums["seat"].ids[:players], options))
    rng, state = random.Random(seed), program.start(seed)
    for _ in range(MOST_ANSWERS):
        answers = program.advance(state)
        if not answers:
            break
        program.answer(state, rng.choice(answers))
    return program, state


@pytest.mark.parametrize("example", of("in", "variant of"))
def test_a_piece_of_a_game_gives_the_findings_that_the_page_names(example):
    findings = Findings()
    game = merged(example, findings)
    # A wrong piece may leave more behind: what it breaks is not used any more.
    assert codes(findings, IDLE) == example.expected, told(findings)
    assert findings.has_errors == ("wrong" in example.parts), told(findings)
    assert (game is not None and not findings.has_errors) or "wrong" in example.parts


@pytest.mark.parametrize("example", [p for p in of("in", "variant of") if "wrong" not in p.values[0].parts])
def test_a_game_with_the_piece_added_can_be_played(example):
    game = merged(example, Findings(), offered=True)
    for players in {game.player_counts[0], game.player_counts[-1]}:
        program, state = play(game, players, 1)
        assert program.is_over(state) or program.pause(state) is not None


def with_actions_offered(base: Mapping, fragment: Mapping) -> Mapping:
    """The base with the actions of a fragment added to the list from which a turn's action is chosen."""
    actions = fragment.get("actions")
    known = base.get("actions")
    new = [e.key for e in actions if known is None or e.key.text not in known.entries] if actions else []

    def more(node, key: str):
        if isinstance(node, Mapping):
            return Mapping(node.span, {k: Entry(e.key, more(e.value, k)) for k, e in node.entries.items()})
        if isinstance(node, Sequence) and key == "choose":
            return Sequence(node.span, (*node.items, *new))
        return node

    return Mapping(base.span, {**base.entries, "play": Entry(base.entries["play"].key, more(base.get("play"), "play"))})


@pytest.mark.parametrize("example", of("scenarios of"))
def test_the_scenarios_hold(example):
    findings = Findings()
    scenarios = read_scenarios(SourceText(str(example), example.text), findings)
    assert codes(findings, set()) == set(), told(findings)
    assert len(scenarios) == len(yaml.safe_load(example.text)["scenarios"])

    def load(scenario: Scenario) -> Game:
        root = base_of(scenario.game.text)
        if scenario.overlay is not None:
            root = merge_all(root, (scenario.overlay,), Findings()).root
        game = checked(root, Findings())
        assert game is not None
        return Game(game)

    failed = [f"{r.name}: {r.message}" for r in (run_scenario(s, load) for s in scenarios) if not r.passed]
    assert failed == []


@pytest.mark.parametrize("example", of("words of"))
def test_words_translate_texts_that_the_game_has(example):
    root = nodes(example.text, str(example), Findings())
    assert root is not None
    assert set(_paths(root, "")) <= model_of(example.parts["words of"]).texts.keys()


def _paths(node, path: str):
    if isinstance(node, Scalar):
        yield path
        return
    for entry in node:
        yield from _paths(entry.value, f"{path}.{entry.key.text}" if path else entry.key.text)


def test_the_first_game_is_the_bundled_one():
    def bare(text: str) -> list[str]:
        return [line for line in (re.sub(r"(^| +)#.*", "", raw).rstrip() for raw in text.splitlines()) if line]

    bundled = ROOT / "games" / "classics" / "tic_tac_toe.yaml"
    assert bare(GAMES["tic_tac_toe"].text) == bare(bundled.read_text(encoding="utf-8"))


# ---------- completeness ----------


def section(title: str) -> str:
    found = re.search(rf"^## \d+\. {re.escape(title)}$(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def code_words(text: str) -> set[str]:
    """The words inside backticks."""
    return {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"[a-z_][a-z0-9_-]*", code)}


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("The file", set(schema("game")["properties"]) | set(NOTE_KEYS)),
        ("Expressions", set(BUILTINS) - {"points_of"} | set(SPECIAL_WORDS)),
        ("Bodies and blocks", set(BLOCK_KEYS) | {"group", "whole"}),
        ("Zones and variables", set(schema("game")["definitions"]["zone"]["properties"]) - set(NOTE_KEYS)),
        ("Zones and variables", set(schema("game")["definitions"]["variable"]["properties"]) - set(NOTE_KEYS)),
        ("Grammar", set(reserved_words()) | set(SOFT_WORDS) | set(SPECIAL_WORDS)),
        ("Variants", set(schema("variant")["properties"])),
    ],
)
def test_a_section_names_all_that_there_is(title, words):
    assert words - code_words(section(title)) == set()


def test_the_sentences_are_all_told():
    grammar = (ROOT / "engine" / "rulewright" / "expr" / "expr.lark").read_text(encoding="utf-8")
    core = re.search(r"^\?core:(.*?)^\?amount", grammar, re.MULTILINE | re.DOTALL)
    verbs = set(re.findall(r'[:|] "([a-z]+)"', ":" + core[1]))
    assert len(verbs) > 15
    assert verbs - code_words(section("Sentences")) == set()


def test_the_links_of_the_page_lead_somewhere():
    titles = re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]*)\)", TEXT)) <= anchors

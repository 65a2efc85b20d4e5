"""Imports point one way, and no game stands in the engine."""

import ast
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "engine" / "rulewright"

# What each stage may import from the package; what is not named here, it may not.
MAY_IMPORT = {
    "text": set(),
    "errors": {"text"},
    "document": {"text", "library"},
    "expr": {"text"},
    "model": {"text", "document", "expr"},
    "check": {"text", "expr", "model"},
    "program": {"text", "expr", "model", "check", "errors"},
    "play": {"text", "expr", "model", "check", "program", "errors"},
    "library": {"text", "errors"},
    "companions": {"text", "document", "model", "library"},
    "data_files": {"text", "document", "library"},
    "variants": {"text", "document", "library"},
    "checking": {"text", "document", "model", "check", "errors", "library", "companions", "data_files", "variants"},
    "loader": {"text", "play", "errors", "library", "variants", "checking"},
    "harness": {
        "text", "document", "expr", "model", "check", "program", "play", "errors", "library", "companions", "checking",
        "loader",
    },
    "adapters": {"play", "errors", "loader"},
    "testing": {"text", "check", "program", "play", "harness", "errors", "library", "loader"},
    "editing": {"text", "check", "library", "checking", "harness"},
    "cli": {"text", "check", "play", "harness", "errors", "library", "companions", "checking", "loader"},
    "pytest_plugin": {"text", "harness"},
    "__init__": {"text", "check", "play", "harness", "errors", "library", "checking", "loader", "editing"},
    "__main__": {"cli"},
}

MODULES = sorted(PACKAGE.rglob("*.py"))


def stage_of(module: Path) -> str:
    parts = module.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else parts[0].removesuffix(".py")


def imports_of(module: Path):
    """The stages that a module imports, each with its line."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: imports are absolute"
            names = [f"rulewright.{a.name}" for a in node.names] if node.module == "rulewright" else [node.module or ""]
        for name in names:
            if name.startswith("rulewright."):
                yield name.split(".")[1], node.lineno


def test_every_module_belongs_to_a_stage_of_the_table():
    assert {stage_of(m) for m in MODULES} <= set(MAY_IMPORT)


@pytest.mark.parametrize("stage", sorted(MAY_IMPORT))
def test_imports_point_one_way(stage):
    wrong = [
        f"{module.relative_to(ROOT)}:{line}: {stage} may not import {imported}"
        for module in MODULES
        if stage_of(module) == stage
        for imported, line in imports_of(module)
        if imported != stage and imported not in MAY_IMPORT[stage]
    ]
    assert wrong == []


def test_the_table_has_no_cycle():
    done: set[str] = set()
    while len(done) < len(MAY_IMPORT):
        free = {stage for stage, allowed in MAY_IMPORT.items() if stage not in done and allowed <= done}
        assert free, f"a cycle among {sorted(set(MAY_IMPORT) - done)}"
        done |= free


def test_yaml_is_read_and_code_is_compiled_in_one_place_each():
    texts = {m: m.read_text(encoding="utf-8") for m in MODULES}
    importers = {stage_of(m) for m, text in texts.items() if re.search(r"^(import|from) yaml\b", text, re.MULTILINE)}
    assert importers <= {"document"}
    calls = [(m, node.func) for m, t in texts.items() for node in ast.walk(ast.parse(t)) if isinstance(node, ast.Call)]
    compilers = {m for m, f in calls if isinstance(f, ast.Name) and f.id in ("compile", "exec", "eval")}
    assert len(compilers) <= 1, compilers


def words_of_games() -> set[str]:
    """Every name that a bundled game declares."""
    words: set[str] = set()

    def keys(value, depth):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key in ("rule", "label", "why", "only", "provenance", "shown"):
                    continue
                words.add(str(key))
                if depth:
                    keys(inner, depth - 1)

    for path in (ROOT / "games").glob("*.yaml"):
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        words.add(str(data.get("game")))
        words |= {str(seat) for seat in data.get("seats", ())}
        for section in ("kinds", "components", "zones", "variables", "actions"):
            keys(data.get(section) or {}, 1 if section == "kinds" else 0)
    return words


# Words that games and the engine both have a right to.
_COMMON = """
    action bent black blue brown build built buy canal card cards cart character characters claimed colour crop deck
    die discards display draw drawn face field first flip green grey group hand island kept kind kinds last looking
    lots markers market move moves orange order orders pass piece pile pink place plot pool purple red remove rounds
    row sail score scored seed sell shop size sort special stack stall start store street take tile used value water
    way white yellow
"""
COMMON = set(_COMMON.split())


def words_of(module: Path):
    """The words of a module outside docstrings and comments, each with its line; names split at underscores too."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    for node in ast.walk(tree):
        texts = [getattr(node, field, None) for field in ("id", "attr", "arg", "name")]
        if isinstance(node, ast.Constant) and id(node) not in docs:
            texts.append(node.value)
        for text in texts:
            if isinstance(text, str):
                for word in re.findall(r"[a-z][a-z0-9_]*", text):
                    yield from ((part, getattr(node, "lineno", 0)) for part in (word, *word.split("_")))


def test_no_word_of_a_game_stands_in_the_engine():
    telling = {w for w in words_of_games() if w not in COMMON and len(w) > 3}
    assert telling, "no game was found to take words from"
    found = {
        f"{module.relative_to(ROOT)}:{line}: {word}"
        for module in MODULES
        for word, line in words_of(module)
        if word in telling
    }
    assert sorted(found) == []

"""The wheel as people install it: built, put into a new environment, run from somewhere else."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("venv")
    run(sys.executable, "-m", "venv", folder, cwd=folder)
    run(folder / "bin" / "pip", "install", "--quiet", wheel, cwd=folder)
    return folder / "bin"


def test_the_wheel_holds_games_ledgers_schema_grammar_and_types(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"rulewright/py.typed", "rulewright/expr/expr.lark", "rulewright/data/schema/game.schema.json"} <= names
    for game in (ROOT / "games").rglob("*.yaml"):
        assert f"rulewright/data/games/{game.relative_to(ROOT / 'games').as_posix()}" in names
    for ledger in (ROOT / "docs" / "rules").glob("*.md"):
        assert f"rulewright/data/docs/rules/{ledger.name}" in names
    for page in (ROOT / "docs" / "findings").glob("*.md"):
        assert f"rulewright/data/docs/findings/{page.name}" in names
    assert not [n for n in names if n.startswith(("games/", "tests/", "docs/"))]


def test_an_installed_wheel_validates_and_plays_every_game_from_anywhere(installed, tmp_path):
    code = "import rulewright.library as l; print(*l.games())"
    games = run(installed / "python", "-c", code, cwd=tmp_path).split()
    assert "tic_tac_toe" in games
    for game in games:
        run(installed / "rulewright", "validate", game, cwd=tmp_path)
        run(installed / "rulewright", "simulate", game, "--games", "1", cwd=tmp_path)

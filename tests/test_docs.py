"""Every example in README and docs is run: sessions, Python, rules files."""

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.checking import check_file
from rulewright.document.read_yaml import read_yaml
from rulewright.library import identify
from rulewright.text import Findings, SourceText

ROOT = Path(__file__).resolve().parents[1]
# The ledgers hold no examples; those of the language page and of the findings are marked, and run elsewhere.
_OF_THEIR_OWN = {"rules", "findings", "language.md", "house-rules.md", "testing.md"}
_OTHERS = [p for p in sorted((ROOT / "docs").rglob("*.md")) if not _OF_THEIR_OWN & set(p.relative_to(ROOT).parts)]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *_OTHERS]
CHECKER = doctest.OutputChecker()


@dataclass(frozen=True)
class Example:
    page: Path
    line: int
    language: str
    text: str


def examples():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"^```([a-z]+)[^\n]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            yield Example(page, text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2))


def of(*languages: str):
    return [pytest.param(e, id=f"{e.page.relative_to(ROOT)}:{e.line}") for e in examples() if e.language in languages]


def run(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    env = os.environ | {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("example", of("console"))
def test_a_session_prints_what_the_page_says(example):
    """`$ command` and what it prints; a line `...` stands for any lines."""
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", example.text, re.MULTILINE):
        got = run(command, ROOT)
        assert CHECKER.check_output(expected, got, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), (
            f"{command}\n--- the page says\n{expected}\n--- it prints\n{got}"
        )


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_the_python_of_a_page_runs_from_top_to_bottom(page, monkeypatch):
    """What one piece defines, the next may use, as somebody would type it."""
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    report: list[str] = []
    for example in examples():
        if example.page != page or example.language != "python":
            continue
        if ">>>" in example.text:
            parsed = doctest.DocTestParser().get_doctest(example.text, names, page.name, None, example.line)
            doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed, out=report.append, clear_globs=False)
            names = parsed.globs
        else:
            exec(compile(example.text, f"{page}:{example.line}", "exec"), names)
    assert "".join(report) == ""


@pytest.mark.parametrize("example", of("yaml"))
def test_a_rules_file_has_no_errors(example, tmp_path):
    """A whole game or variant is validated; a passage has at least to be YAML of the strict dialect."""
    findings = Findings()
    if identify(example.text) is not None:
        path = tmp_path / "example.yaml"
        path.write_text(example.text, encoding="utf-8")
        findings = check_file(path)
    else:
        read_yaml(SourceText(str(example.page), example.text), findings)
    assert [str(f) for f in findings if f.severity == "error"] == []


def test_the_commands_of_the_readme_do_all_the_setting_up():
    """`.ci/run` runs the second one as it stands, so it has to be found there."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python3 -m venv \.venv && .*$", text, re.MULTILINE)
    assert len(commands) == 2
    assert "rulewright validate" in commands[0] and "rulewright play" in commands[0]
    assert commands[1].endswith("pytest")
    assert "pytest' README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")

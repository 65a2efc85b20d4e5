import pytest
from click.testing import CliRunner

from rulewright.cli import main
from rulewright.library import find_game


class Ran:
    def __init__(self, result):
        self.code = result.exit_code
        self.out = result.stdout
        self.err = result.stderr
        self.exception = result.exception if not isinstance(result.exception, SystemExit) else None


@pytest.fixture
def rulewright():
    """Runs the command line in this process: `rulewright("play", "tic_tac_toe", input="quit\\n")`."""

    def run(*arguments, input: str | None = None) -> Ran:
        ran = Ran(CliRunner().invoke(main, [str(a) for a in arguments], input=input))
        assert ran.exception is None, f"{arguments}: {ran.exception!r}"
        return ran

    return run


@pytest.fixture
def changed(tmp_path):
    """A copy of the smallest game, with one text in it replaced."""

    def write(old: str = "", new: str = "", name: str = "mine.yaml"):
        text = find_game("tic_tac_toe").read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / name
        path.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
        return path

    return write

"""docs/house-rules.md from top to bottom, in an empty folder, as somebody would do it who has read nothing else."""

import doctest
import re
from pathlib import Path

from test_docs import CHECKER, run

PAGE = Path(__file__).resolve().parents[1] / "docs" / "house-rules.md"
FENCE = re.compile(
    r"^(?:<!-- file: (?P<file>\S+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


def test_every_step_of_the_page_does_what_it_says(tmp_path):
    done = 0
    for fence in FENCE.finditer(PAGE.read_text(encoding="utf-8")):
        if fence["file"]:
            (tmp_path / fence["file"]).write_text(fence["text"], encoding="utf-8")
            continue
        assert fence["kind"] == "console"
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", fence["text"], re.MULTILINE):
            got = run(command, tmp_path)
            assert CHECKER.check_output(expected, got, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE), (
                f"{command}\n--- the page says\n{expected}\n--- it prints\n{got}"
            )
            done += 1
    assert done == 16

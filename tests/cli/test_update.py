"""`rulewright test --update`: expectations are put right only where somebody says yes."""

import pytest

TEXT = """\
# My scenarios.
game: tic_tac_toe
scenarios:
  one:
    play:
      - noughts: place, square(2, 2)   # the middle
      - expect: count(s in on) is 1 + 2
    expect:
      - "on[square(2, 2)] is crosses and score[noughts] is 0"
      - 3 is count(s in on)
  two:
    play:
      - noughts: place, square(1, 1)
    expect: count(s in on) is 1
"""
RIGHT = (
    TEXT.replace("is 1 + 2", "is 1").replace("is crosses and", "is noughts and").replace("3 is count", "1 is count")
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.scenarios.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_without_a_yes_the_difference_is_shown_and_nothing_is_changed(rulewright, file):
    ran = rulewright("test", file, "--update")
    assert ran.code == 1 and file.read_text() == TEXT
    assert "a.scenarios.yaml:7\n  - - expect: count(s in on) is 1 + 2\n  + - expect: count(s in on) is 1\n" in ran.out
    assert "1 failed" in ran.out and "--yes" in ran.err


def test_with_a_yes_the_values_change_and_all_else_stays(rulewright, file):
    ran = rulewright("test", file, "--update", "--yes")
    assert ran.code == 0 and "3 expectations changed; 2 hold, 0 failed" in ran.out, ran.out
    assert file.read_text() == RIGHT
    assert rulewright("test", file).code == 0
    assert "0 expectations changed" in rulewright("test", file, "--update", "--yes").out


def test_other_line_ends_stay(rulewright, file):
    file.write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert rulewright("test", file, "--update", "--yes").code == 0
    assert file.read_bytes() == RIGHT.replace("\n", "\r\n").encode()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("expect: count(s in on) is 1\n", "expect: count(s in on) > 1\n"),
        ("expect: count(s in on) is 1\n", "expect: not (count(s in on) is 1)\n"),
        ("    expect: count(s in on) is 1\n", "      - refuse crosses: place\n"),
        ("    expect: count(s in on) is 1\n", "      - log crosses: {has: purple}\n"),
        ("    expect: count(s in on) is 1\n", "    seeds: 2\n    expect: count(s in on) is 5\n"),
    ],
)
def test_what_cannot_be_put_right_is_told(rulewright, file, old, new):
    changed = RIGHT.replace(old, new) if new not in RIGHT else RIGHT
    file.write_text(changed)
    ran = rulewright("test", file, "--update", "--yes")
    assert ran.code == 1 and "cannot be put right here: " in ran.out and file.read_text() == changed


def test_yes_alone_and_other_forms_are_wrong_use(rulewright, file):
    assert rulewright("test", file, "--yes").code == 2
    assert rulewright("test", file, "--update", "--format", "json").code == 2

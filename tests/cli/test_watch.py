import os

from rulewright.cli.watch import watch
from rulewright.library import read_source


def watched(path, changes):
    """What each check has read, while one change after the other is made."""
    seen = []
    todo = iter(changes)

    def look_again() -> bool:
        change = next(todo, None)
        if change is None:
            return False
        change()
        return True

    watch(lambda: seen.append(read_source(path).text if path.exists() else None), lambda: [path], look_again)
    return seen


def test_a_change_is_checked_again_and_nothing_else(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("one")
    assert watched(path, [lambda: None, lambda: path.write_text("three"), lambda: None]) == ["one", "three"]


def test_a_change_of_a_file_that_was_only_read_counts_too(tmp_path):
    path, ledger = tmp_path / "a.yaml", tmp_path / "ledger.md"
    ledger.write_text("x")
    path.write_text("one")
    seen = []
    steps = iter([lambda: None, lambda: ledger.write_text("xy")])

    def look_again() -> bool:
        step = next(steps, None)
        if step is not None:
            step()
        return step is not None

    watch(lambda: seen.append(read_source(ledger).text), lambda: [path], look_again)
    assert seen == ["x", "xy"]


def test_a_file_that_is_gone_for_a_moment_is_checked_when_it_is_back(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("one")
    assert watched(path, [lambda: os.remove(path), lambda: path.write_text("two")]) == ["one", None, "two"]

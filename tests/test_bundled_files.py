"""The bundled games, their variants and words are without findings, warnings included."""

import pytest

from examples import ROOT
from rulewright.harness.any_file import check_any_file, rules_files


@pytest.mark.parametrize("path", rules_files(ROOT / "games"), ids=lambda p: p.stem)
def test_a_bundled_file_is_clean_under_strict_and_nothing_is_muted(path):
    findings = check_any_file(path)
    assert [f"{f} [{f.help}]" for f in findings] == []
    assert findings.allowed == {}

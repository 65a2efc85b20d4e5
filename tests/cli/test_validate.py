import json


def test_a_game_without_mistakes_ends_with_zero(rulewright):
    ran = rulewright("validate", "tic_tac_toe")
    assert ran.code == 0 and "no findings" in ran.out


def test_a_mistake_ends_with_one_and_shows_the_line(rulewright, changed):
    ran = rulewright("validate", changed("three(active)", "thre(active)"))
    assert ran.code == 1
    assert "until: thre(active)" in ran.out and "^^^^" in ran.out and "1 error" in ran.out
    assert "did you mean `three`" in ran.out


def test_all_files_are_checked_at_once(rulewright, changed):
    one = changed("three(active)", "thre(active)", "one.yaml")
    two = changed("first_player to noughts", "first_player to nought", "two.yaml")
    ran = rulewright("validate", one, two)
    assert ran.code == 1 and "one.yaml" in ran.out and "two.yaml" in ran.out


def test_json_is_a_list_with_the_same_keys_for_every_finding(rulewright, changed):
    ran = rulewright("validate", changed("three(active)", "thre(active)"), "--format", "json")
    (finding,) = json.loads(ran.out)
    keys = "path line column end_line end_column severity code message help related fix"
    assert ran.code == 1 and list(finding) == keys.split()
    assert finding["code"] == "unknown-name" and finding["path"].endswith("mine.yaml")
    assert finding["end_column"] - finding["column"] in (4, len("thre(active)"))


def test_json_of_a_good_file_is_an_empty_list(rulewright):
    ran = rulewright("validate", "tic_tac_toe", "--format", "json")
    assert ran.code == 0 and json.loads(ran.out) == []


def test_a_file_that_is_not_there_is_wrong_use(rulewright):
    ran = rulewright("validate", "nowhere.yaml")
    assert ran.code == 2 and "nowhere.yaml" in ran.err and "tic_tac_toe" in ran.err


def test_no_file_is_wrong_use(rulewright):
    assert rulewright("validate").code == 2


def test_a_file_that_is_not_text_is_a_finding_or_wrong_use_but_never_a_traceback(rulewright, tmp_path):
    path = tmp_path / "bytes.yaml"
    path.write_bytes(b"game: \xff\xfe\n")
    ran = rulewright("validate", path)
    assert ran.code in (1, 2) and "UTF-8" in ran.out + ran.err


def test_an_empty_folder_is_wrong_use(rulewright, tmp_path):
    ran = rulewright("validate", tmp_path)
    assert ran.code == 2 and "no rules file" in ran.err


def test_a_variant_is_checked_merged_into_its_game(rulewright, tmp_path, changed):
    changed(name="tic_tac_toe.yaml")
    good = tmp_path / "good.yaml"
    good.write_text("variant: odd\nof: tic_tac_toe\ntitle: Odd\nreplace:\n  actions.place.do: put me into on[spot]\n")
    bad = tmp_path / "bad.yaml"
    bad.write_text("variant: odd\nof: tic_tac_toe\ntitle: Odd\nreplace:\n  actions.place.do: put me into off[spot]\n")
    assert rulewright("validate", good).code == 0
    ran = rulewright("validate", bad)
    assert ran.code == 1 and "bad.yaml:5" in ran.out


def test_a_variant_of_an_unknown_game_is_wrong_use(rulewright, tmp_path):
    path = tmp_path / "v.yaml"
    path.write_text("variant: odd\nof: nothing_known\ntitle: Odd\n")
    ran = rulewright("validate", path)
    assert ran.code == 2 and "nothing_known" in ran.err


def test_a_scenario_file_is_checked_too(rulewright, tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text("game: tic_tac_toe\nscenarios:\n  one: {expct: x is 1}\n")
    ran = rulewright("validate", path)
    assert ran.code == 1 and "expct" in ran.out

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
    good.write_text("variant: odd\nof: tic_tac_toe\nreplace:\n  actions.place.do: put next(me) into on[spot]\n")
    bad = tmp_path / "bad.yaml"
    bad.write_text("variant: odd\nof: tic_tac_toe\ntitle: Odd\nreplace:\n  actions.place.do: put me into off[spot]\n")
    assert rulewright("validate", good).code == 0
    ran = rulewright("validate", bad)
    assert ran.code == 1 and "bad.yaml:5" in ran.out


def test_a_variant_of_an_unknown_game_is_a_finding_at_its_name(rulewright, tmp_path):
    path = tmp_path / "v.yaml"
    path.write_text("variant: odd\nof: nothing_known\ntitle: Odd\n")
    ran = rulewright("validate", path)
    assert ran.code == 1 and "v.yaml:2:5" in ran.out and "there is no game `nothing_known`" in ran.out


def test_a_scenario_file_is_checked_too(rulewright, tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text("game: tic_tac_toe\nscenarios:\n  one: {expct: x is 1}\n")
    ran = rulewright("validate", path)
    assert ran.code == 1 and "expct" in ran.out


def test_a_warning_counts_under_strict_only(rulewright, changed):
    path = changed("define:\n", "numbers: {spare: 1}\ndefine:\n")
    assert rulewright("validate", path).code == 0
    ran = rulewright("validate", path, "--strict")
    assert ran.code == 1 and "warning[unused-name]" in ran.out


def test_a_warning_that_a_comment_allows_does_not_count(rulewright, changed):
    comment = "# rulewright: allow unused-name because a variant reads it"
    path = changed("define:\n", f"numbers:\n  spare: 1 {comment}\ndefine:\n")
    ran = rulewright("validate", path, "--strict")
    assert ran.code == 0 and ran.out == "1 file, no findings (1 allowed)\n"


def test_a_text_is_read_from_the_standard_input(rulewright, changed):
    text = changed("three(active)", "thre(active)").read_text(encoding="utf-8")
    ran = rulewright("validate", "-", input=text)
    assert ran.code == 1 and "--> <stdin>:" in ran.out and "`thre`" in ran.out


def test_what_belongs_to_a_text_from_the_standard_input_is_sought_where_it_is_to_lie(rulewright):
    text = "variant: x\nof: tic_tac_toe\nremove: [define.thre]\n"
    ran = rulewright("validate", "-", "--stdin-name", "games/variants/x.yaml", input=text)
    assert ran.code == 1 and "games/variants/x.yaml:3:" in ran.out and "did you mean `three`?" in ran.out


def test_a_standard_input_that_is_no_text_is_a_finding(rulewright):
    ran = rulewright("validate", "-", input=b"game: \xff\n")
    assert ran.code == 1 and "not UTF-8" in ran.out


def test_a_folder_is_checked_with_its_games_variants_scenarios_and_nothing_else(rulewright, changed, tmp_path):
    changed(name="good.yaml")
    (tmp_path / "rows.yaml").write_text("ace: {worth: 11}\n", encoding="utf-8")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "v.yaml").write_text("variant: v\nof: tic_tac_toe\nremove: [define.thre]\n", encoding="utf-8")
    (tmp_path / "below" / "s.yaml").write_text("scenarios:\n  s: {game: tic_tac_toe}\n", encoding="utf-8")
    (tmp_path / "nearly.yml").write_text("gmae: x\nplayers: 2\nseats: [a, b]\n", encoding="utf-8")
    ran = rulewright("validate", tmp_path, "--format", "concise")
    assert ran.code == 1
    files = [line.split(":")[0].rsplit("/", 1)[-1] for line in ran.out.splitlines()]
    assert list(dict.fromkeys(files)) == ["s.yaml", "v.yaml", "nearly.yml"]


def test_a_words_file_is_checked_with_its_game(rulewright, changed, tmp_path):
    game = changed()
    words = game.parent / "words" / "tic_tac_toe.es.yaml"
    words.parent.mkdir()
    words.write_text("titel: Tres en raya\nactions.place.label: Poner\n", encoding="utf-8")
    ran = rulewright("validate", words, "--format", "concise")
    assert ran.code == 0 and "tic_tac_toe.es.yaml:1:" in ran.out and "unknown-text" in ran.out
    assert ran.out.count("\n") == 1


def test_watching_the_standard_input_is_wrong_use(rulewright):
    assert rulewright("validate", "-", "--watch", input="").code == 2

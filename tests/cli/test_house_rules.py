"""The commands about house rules: what there is, the merged file, who wrote a part, and what a variant changes."""

import json
from dataclasses import replace

import pytest

import rulewright.cli.diff as cli_diff
from rulewright.checking import load_document
from rulewright.document import merge_all, read_yaml
from rulewright.document.digest import digest
from rulewright.harness import difference
from rulewright.harness.rendering import rendered
from rulewright.harness.suite import Games, read_suite, scenario_files, scenario_folder
from rulewright.library import find_game, games, read_source, variants
from rulewright.loader import load, open_document
from rulewright.text import Findings, SourceText

RULES = """
options:
  quick: {default: false, label: Quick, why: Some hurry., values: {true: One line wins, false: Two lines win}}
needs:
  calm: not option.quick or number_of_players is 2 else "Only two can hurry."
numbers:
  lines: if option.quick then 1 else 2 (XX-1)
actions:"""
VARIANT = """variant: slow
of: mine
title: Slow game
why: Four lines win.
rule: XX-2
options:
  late: {default: 0, values: 0..3}
change:
  numbers.lines: {wrap: it * 2 + option.late}
insert:
  actions.place.do:
    after it:
      told: say "Well."
"""


@pytest.fixture
def table(tmp_path):
    text = find_game("tic_tac_toe").read_text(encoding="utf-8")
    text = text.replace("\nactions:", RULES, 1).replace("game: tic_tac_toe", "game: mine", 1)
    text = text.replace("any(r in 1..3", "lines > 0 and (any(r in 1..3", 1)
    place = tmp_path / "mine.yaml"
    place.write_text(closed(text), encoding="utf-8")
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "slow.yaml").write_text(VARIANT, encoding="utf-8")
    return place


def closed(text: str) -> str:
    """The bracket that the change above has opened, closed at the end of the definition."""
    begin = text.index("lines > 0 and (")
    lines = text[begin:].split("\n")
    last = next(n for n, line in enumerate(lines[1:], 1) if not line.startswith("    ")) - 1
    lines[last] += ")"
    return text[:begin] + "\n".join(lines)


# ---------- variants ----------


def test_variants_lists_what_there_is_with_its_words(rulewright, table):
    ran = rulewright("variants", table)
    assert ran.code == 0
    for words in ("1 variant (--variant NAME)", "slow: Slow game (XX-2)", "Four lines win.", "brings the option late"):
        assert words in ran.out
    for words in ("1 option (--set NAME=VALUE)", "quick: Quick", "Some hurry.", "quick=false  Two lines win (default)"):
        assert words in ran.out
    assert "not together: Only two can hurry." in ran.out


def test_variants_lists_the_options_that_a_variant_brings(rulewright, table):
    found = json.loads(rulewright("variants", table, "--variant", "slow", "--format", "json").out)
    assert [v["id"] for v in found["variants"]] == ["slow"]
    assert [(o["name"], o["range"]) for o in found["options"]] == [("quick", None), ("late", [0, 3])]


def test_variants_of_an_unknown_game_is_wrong_use(rulewright):
    ran = rulewright("variants", "chest")
    assert ran.code == 2 and "there is no game `chest`" in ran.err


# ---------- validate ----------


def test_validate_checks_a_game_with_variants_and_options(rulewright, table):
    assert rulewright("validate", table, "--variant", "slow", "--set", "late=3").code == 0
    ran = rulewright("validate", table, "--variant", "slow", "--set", "late=4")
    assert ran.code == 2 and "option `late` cannot be `4`" in ran.err
    bad = table.parent / "bad.yaml"
    bad.write_text("variant: bad\nof: mine\nafter: slow\nchange:\n  numbers.lines: lots\n")
    ran = rulewright("validate", table, "--variant", "slow", "--variant", bad, "--format", "concise")
    assert ran.code == 1 and "bad.yaml:5:18: error[unknown-name]" in ran.out
    ran = rulewright("validate", table, "--variant", "slo")
    assert ran.code == 2 and "did you mean `slow`?" in ran.err


def test_a_variant_is_checked_together_with_others_and_scenarios_against_the_game_that_they_make(rulewright, table):
    more = table.parent / "more.yaml"
    more.write_text("variant: more\nof: mine\nafter: slow\nchange:\n  numbers.lines: {wrap: it + option.late}\n")
    assert "unknown-name" in rulewright("validate", more, "--format", "concise").out
    assert rulewright("validate", more, "--variant", "slow").code == 0
    assert rulewright("validate", more, "--variant", "slow", "--variant", more).code == 0
    assert rulewright("validate", "-", "--stdin-name", more, "--variant", "slow", input=more.read_text()).code == 0
    ran = rulewright("validate", more, "--variant", "slow", "--set", "late=7")
    assert ran.code == 2 and "option `late` cannot be `7`" in ran.err
    lines = table.parent / "some.scenarios.yaml"
    lines.write_text(
        f"game: {table.name}\nscenarios:\n  a:\n    players: 2\n    expect: option.late is 0\n"
        "  b:\n    players: 2\n    expect: option.late is 0\n"
    )
    ran = rulewright("validate", lines, "--format", "concise")
    assert ran.code == 1 and ran.out.count("unknown-name") == 2
    assert rulewright("validate", lines, "--variant", "slow", "--set", "late=2").code == 0
    ran = rulewright("validate", lines, "--variant", "slo")
    assert ran.code == 2 and ran.err.count("did you mean `slow`?") == 1


# ---------- options, on every command ----------


@pytest.mark.parametrize("command", ["validate", "variants", "diff", "render", "where", "play", "simulate", "profile"])
def test_every_command_that_takes_a_game_takes_options_and_tells_those_that_do_not_fit(rulewright, table, command):
    arguments = (command, table, *(["numbers"] if command == "where" else []))
    for setting, words in (
        ("quik=true", "did you mean `quick`?"),
        ("quick", "option `quick` needs a value"),
        ("quick=2", "option `quick` cannot be `2`"),
        ("quick=", "option `quick` cannot be ``"),
    ):
        ran = rulewright(*arguments, "--set", setting)
        assert ran.code == 2 and words in ran.err, (setting, ran.err)
    ran = rulewright(*arguments, "--set", "quick=true", "--set", "quick=false")
    assert ran.code == 2 and "option `quick` is set twice" in ran.err


def test_a_file_rendered_with_options_has_them_as_defaults(rulewright, table):
    ran = rulewright("render", table, "--variant", "slow", "--set", "late=2", "--set", "quick=false")
    assert ran.code == 0 and ran.out.startswith("# With the variant slow. By default late=2, quick=false.\n")
    options = load_document(SourceText("rendered.yaml", ran.out)).options
    assert (options["late"].default, options["quick"].default) == (2, False)


def test_where_tells_of_an_option_that_is_set(rulewright, table):
    ran = rulewright("where", table, "options.quick.default", "--set", "quick=true")
    value, written, changed = ran.out.splitlines()
    assert (value, written) == ("options.quick.default: true", "written at --set:1:7")
    assert changed.startswith("--set quick=true (change options.quick.default, --set:1:7); before: false, ")


def test_variants_marks_the_values_that_are_set(rulewright, table):
    out = rulewright("variants", table, "--variant", "slow", "--set", "quick=true", "--set", "late=3").out
    assert "quick=true  One line wins (set)" in out and "late=0..3  (default 0, set to 3)" in out
    found = json.loads(rulewright("variants", table, "--set", "quick=true", "--format", "json").out)
    assert [o["chosen"] for o in found["options"]] == [True]


def test_a_saved_match_is_replayed_under_another_option(rulewright, table):
    match = load(table).start(2, seed=1)
    for spot in ("square(1, 1)", "square(2, 1)", "square(1, 2)", "square(2, 2)", "square(1, 3)"):
        match.apply("place")
        match.apply(spot)
    saved = table.parent / "saved.json"
    match.save(saved)
    assert rulewright("replay", saved, "--game", table, "--set", "quick=false").code == 0
    ran = rulewright("replay", saved, "--game", table, "--set", "quick=true")
    assert (ran.code, "under rules that have changed" in ran.out) == (0, True)
    ran = rulewright("replay", saved, "--game", table, "--set", "quick=maybe")
    assert ran.code == 2 and "option `quick` cannot be `maybe`" in ran.err
    ran = rulewright("play", table, "--resume", saved, "--set", "quick=true")
    assert ran.code == 2 and "a saved match has its players and options already" in ran.err


# ---------- render ----------


@pytest.mark.parametrize("game", games())
def test_every_variant_is_rendered_as_a_file_of_the_same_rules(game):
    plain = open_document(game)
    for entry in [None, *variants(game).values()]:
        findings = Findings()
        overlays = [read_yaml(read_source(entry.place), findings)] if entry is not None else []
        merged = merge_all(plain.base, overlays, findings)
        root = read_yaml(SourceText("rendered.yaml", rendered(replace(plain, merged=merged))), findings)
        assert list(findings) == [], entry
        assert digest(root) == digest(merged.root), entry
        assert entry is None or digest(root) != digest(plain.base), entry


def test_a_rendered_file_loads_to_the_digest_of_the_game_with_its_variant(rulewright, table):
    ran = rulewright("render", table, "--variant", "slow")
    assert ran.code == 0 and ran.out.startswith("# With the variant slow.\n")
    checked = load_document(SourceText("rendered.yaml", ran.out))
    assert checked.digest == load(table, variants=["slow"]).digest != load(table).digest
    assert max(map(len, ran.out.splitlines())) <= 120


def test_what_is_wrong_in_the_merged_game_is_shown_where_it_was_written(rulewright, table):
    bad = table.parent / "bad.yaml"
    bad.write_text("variant: bad\nof: mine\nremove: [numbers.lines]\n")
    ran = rulewright("render", table, "--variant", bad)
    assert ran.code == 1 and "names-removed" in ran.out and "bad.yaml:3:10" in ran.out


# ---------- where ----------


def test_where_shows_the_value_its_place_and_what_it_replaced(rulewright, table):
    ran = rulewright("where", table, "numbers.lines", "--variant", "slow")
    assert ran.code == 0
    value, written, changed = ran.out.splitlines()
    assert value == "numbers.lines: (if option.quick then 1 else 2) * 2 + option.late (XX-1)"
    assert written.endswith("slow.yaml:9:25")
    assert changed.startswith("slow (change numbers.lines, ")
    assert "; before: if option.quick then 1 else 2 (XX-1), " in changed and "mine.yaml:" in changed


def test_where_of_a_long_part_lists_its_parts_and_shows_all_of_it_on_demand(rulewright):
    ran = rulewright("where", "murano", "numbers")
    assert "more lines: --all)\n" in ran.out and "\nits parts: " in ran.out
    short, whole = ran.out.splitlines(), rulewright("where", "murano", "numbers", "--all").out.splitlines()
    assert len(whole) > len(short) and "its parts" not in "\n".join(whole)
    assert json.loads(rulewright("where", "tic_tac_toe", "title", "--format", "json").out)["parts"] == []


def test_where_without_a_variant_shows_the_line_of_the_game(rulewright, table):
    found = json.loads(rulewright("where", table, "seats", "--format", "json").out)
    assert found["value"] == "[noughts, crosses]" and found["changes"] == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("numbers.line", "there is no `line` in `numbers`; did you mean `lines`?"),
        ("lines", "there is no `lines` at the top of the file; did you mean `numbers.lines`?"),
        ("number", "there is no `number` at the top of the file; did you mean `numbers`?"),
        ("numbers.lines.low", "there is no `low` in `numbers.lines`; nothing would fit here"),
    ],
)
def test_where_of_a_path_that_leads_nowhere_says_what_would_be_right(rulewright, table, path, words):
    ran = rulewright("where", table, path)
    assert ran.code == 2 and words in ran.err


def test_where_of_what_a_variant_removed_says_which(rulewright, table):
    gone = table.parent / "gone.yaml"
    gone.write_text("variant: gone\nof: mine\nremove: [needs.calm]\n")
    ran = rulewright("where", table, "needs.calm", "--variant", gone)
    assert ran.code == 2 and "`gone` removes it" in ran.err and "gone.yaml:3:10" in ran.err


# ---------- diff ----------


def test_diff_tells_changes_in_words_and_by_rule(rulewright, table):
    ran = rulewright("diff", table, "--variant", "slow", "--set", "quick=true")
    assert ran.code == 0
    for words in (
        "Noughts and crosses with slow, quick=true",
        "option late is new: {default: 0, values: 0..3}",
        "number lines becomes (if option.quick then 1 else 2) * 2 + option.late (was: if option.quick then 1 else 2)",
        'action place ("Place a mark"), do.told is new: say "Well."',
        "option quick (Quick) becomes One line wins (was: Two lines win)",
        "Rules concerned\n  XX-1\n",
        "There are no scenarios of this game here.",
    ):
        assert words in ran.out, ran.out


def test_diff_shows_which_scenarios_give_another_result(rulewright, tmp_path):
    big = tmp_path / "start_second.yaml"
    big.write_text(
        "variant: rows_only\nof: tic_tac_toe\nreplace:\n  define.three(player p): count(s in on where on[s] is p) > 4\n"
    )
    found = json.loads(rulewright("diff", "tic_tac_toe", "--variant", big, "--format", "json").out)
    turned = found["scenarios"]["turned"]
    assert found["scenarios"]["played"] > len(turned) > 0
    assert all(one["held"] and not one["holds"] and one["message"] for one in turned)


def test_scenarios_are_compared_by_several_processes_with_the_same_result(monkeypatch, tmp_path):
    big = tmp_path / "rows_only.yaml"
    big.write_text(
        "variant: rows_only\nof: tic_tac_toe\nreplace:\n  define.three(player p): count(s in on where on[s] is p) > 4\n"
    )
    scenarios = read_suite(scenario_files(scenario_folder("tic_tac_toe"))).scenarios
    monkeypatch.setattr(difference, "WORTH_A_WORKER", 1)
    monkeypatch.setattr(difference, "AT_ONCE", 1)
    once, twice = (
        [t.to_json() for t in difference.turned(scenarios, Games(), Games(variants=[big]), {}, workers=workers)]
        for workers in (1, 2)
    )
    assert once == twice and len(scenarios) > len(once) > 1


def test_diff_tells_what_it_knows_before_it_plays(rulewright, monkeypatch, table):
    said = []
    monkeypatch.setattr(cli_diff, "_measured", lambda *_: said.append(len(said)) or [])
    monkeypatch.setattr(cli_diff, "_turned", lambda *_: said.append("scenarios") or ["scenarios"])
    echo = cli_diff.click.echo
    monkeypatch.setattr(
        cli_diff.click, "echo", lambda text, **more: said.append(text.split("\n")[0]) or echo(text, **more)
    )
    rulewright("diff", table, "--variant", "slow", "--simulate", 2)
    assert said[:2] == ["Noughts and crosses with slow", "scenarios"]


def test_diff_measures_random_games_with_intervals_and_sizes(rulewright, table):
    arguments = ("--set", "quick=true", "--simulate", 30, "--no-scenarios", "--seed", 5)
    found = json.loads(rulewright("diff", table, *arguments, "--format", "json").out)["simulation"]
    assert (found["games"], found["players"], found["seed"]) == (30, 2, 5)
    named = {shift["name"]: shift for shift in found["shifts"]}
    assert {"legal answers a decision", "decisions a game", "score of a seat", "games won by noughts"} <= named.keys()
    for one in named.values():
        assert one["interval"][0] <= one["difference"] <= one["interval"][1] and one["games"] == 30
    text = rulewright("diff", table, *arguments).out
    assert "30 random games of each, 2 players" in text and "n = 30" in text


def test_diff_of_nothing_and_of_what_does_not_stand_together_is_wrong_use(rulewright, table):
    assert "say what is to be compared" in rulewright("diff", table).err
    lonely = table.parent / "lonely.yaml"
    lonely.write_text('variant: lonely\nof: mine\nadd:\n  needs.no: not option.quick else "Never quick."\n')
    ran = rulewright("diff", table, "--variant", lonely, "--set", "quick=true")
    assert ran.code == 2 and "Never quick." in ran.err
    ran = rulewright("diff", table, "--set", "quik=true")
    assert ran.code == 2 and "did you mean `quick`?" in ran.err

"""Rule coverage of a tiny game, where every number can be counted by hand."""

import json

import pytest

from rulewright import load
from rulewright.harness.coverage.html import page
from rulewright.harness.coverage.measure import Measuring
from rulewright.harness.coverage.report import as_text
from rulewright.harness.coverage.search import search, skeletons
from rulewright.harness.suite import Games, read_suite

GAME = """game: heap
version: 1
language: 1
title: Heap
seats: [one, two]
players: 2..2

options:
  pace: {default: slow, values: [slow, fast], why: how many stones one may take}

numbers:
  most: if option.pace is fast then 3 else 2

variables:
  stones: {is: 0..9, start: 5}
  score: {is: number, per: player, score: true}
  skipped: {is: truth}

setup:
  first: set first_player to one

actions:
  take:
    pick: n in 1..most where n <= stones
    do:
      gone: subtract n from stones
      noted: add 1 to score[me] if stones is 0
  skip:
    needs:
      once: not skipped
    do: set skipped to true

play:
  game:
    turns: first_player
    until: {empty: stones is 0}
    do:
      act: {choose: [take, skip]}

winner:
  score: most score[me]
  else: shared
"""
TAKE = """game: heap.yaml
scenarios:
  takes:
    players: 2
    play:
      - one: take, 2
    expect: stones is 3
"""
SKIP = """
  skips:
    players: 2
    play:
      - one: skip
      - refuse two: skip
    expect: skipped
"""
LAST = """
  the_last_stone:
    players: 2
    options: {pace: fast}
    play:
      - one: take, 3
      - two: take, 2
    expect: score[two] is 1
"""


@pytest.fixture
def measured(tmp_path):
    (tmp_path / "heap.yaml").write_text(GAME, encoding="utf-8")

    def measure(text: str) -> tuple[Measuring, object]:
        path = tmp_path / "scenarios.yaml"
        path.write_text(text, encoding="utf-8")
        suite = read_suite([path])
        assert not suite.findings.has_errors, list(suite.findings)
        measuring = Measuring(suite.scenarios, suite.marks, Games())
        assert [r.message for r in measuring.results() if not r.passed] == []
        (report,) = measuring.reports()
        return measuring, report

    return measure


def gaps(report):
    return [(gap.clause.kind, gap.clause.path, gap.words) for gap in report.gaps]


def test_one_scenario_leaves_what_it_does_not_come_to(measured):
    _, report = measured(TAKE)
    assert gaps(report) == [
        ("option", "options.pace", "never used"),
        ("if", "numbers.most.if", "never true"),
        ("where", "actions.take.pick.n.where", "never false"),
        ("sentence", "actions.take.do.noted", "never run"),
        ("if", "actions.take.do.noted.if", "never true"),
        ("action", "actions.skip", "never taken"),
        ("need", "actions.skip.needs.once", "never false"),
        ("sentence", "actions.skip.do", "never run"),
        ("end", "play.game.until.empty", "never reached"),
        ("alternative", "play.game.do.act.choose.skip", "never chosen"),
        ("winner", "winner.score", "never evaluated"),
    ]


def test_the_sides_are_counted(measured):
    # One side: two options, a number, setup, a pick, an effect with a condition and one without, two actions, the
    # effect of the second, two alternatives, the winner's line: 13. Two sides: the number's `if`, the pick's `where`,
    # the effect's `if`, the need, the end: 5.
    _, report = measured(TAKE)
    ((reached, sides),) = report.sides.values()
    assert sides == 13 + 2 * 5
    assert sides - reached == 11
    assert report.percent == 52.1


def test_scenarios_together_come_to_everything(measured):
    _, report = measured(TAKE + SKIP + LAST)
    assert gaps(report) == [] and report.percent == 100.0


def test_what_is_only_tried_is_evaluated_and_not_run(measured):
    _, report = measured(SKIP.join((TAKE.split("  takes", maxsplit=1)[0], "")))
    found = {gap.clause.path: gap.words for gap in report.gaps}
    assert found["actions.take.do.gone"] == "never run" and found["actions.take"] == "never taken"
    assert "actions.skip.needs.once" not in found


def test_a_line_knows_the_scenarios_that_reach_it(measured):
    measuring, _report = measured(TAKE + SKIP + LAST)
    (coverage,) = measuring.recorder.coverage.values()
    at = {clause.path: clause.at for clause in coverage.clauses.values()}
    assert coverage.reaching(at["actions.skip.do"]) == ["skips"]
    assert coverage.reaching(at["actions.take.do.noted"]) == ["the_last_stone"]
    tried = {"takes", "skips", "the_last_stone"}  # whether stones can be taken is asked wherever one may take
    assert set(coverage.reaching(at["actions.take.do.gone"])) == tried
    assert coverage.reaching(at["winner.score"]) == ["the_last_stone"]
    title = at["winner.score"].source.span(0, 4)
    assert set(coverage.reaching(title)) == {"takes", "skips", "the_last_stone"}


def test_a_scenario_that_fails_covers_nothing(tmp_path):
    (tmp_path / "heap.yaml").write_text(GAME, encoding="utf-8")
    path = tmp_path / "scenarios.yaml"
    path.write_text(TAKE.replace("stones is 3", "stones is 4"), encoding="utf-8")
    measuring = Measuring(read_suite([path]).scenarios, (), Games())
    assert [r.passed for r in measuring.results()] == [False]
    (report,) = measuring.reports()
    assert all(reached == 0 for reached, _ in report.sides.values())


def test_random_games_alone_cover_nothing(measured):
    _, report = measured("game: heap.yaml\nscenarios:\n  plays: {players: 2, random: {games: 3}}\n")
    ((reached, _),) = report.sides.values()
    assert reached == 0


def test_an_exception_closes_a_gap_and_one_that_says_nothing_is_told(measured):
    marks = """
unreached:
  - {at: actions.take.pick.n.where, is: false, why: nobody holds so few}
  - {at: actions.take, why: it is taken}
  - {at: actions.tak, why: misspelt}
"""
    _, report = measured(TAKE + marks)
    assert [gap.clause.path for gap in report.gaps if gap.why is not None] == ["actions.take.pick.n.where"]
    assert len(report.open) == 10
    ((reached, sides),) = report.sides.values()
    assert sides - reached == 10
    text = "\n".join(as_text(report))
    assert "never false - excepted: nobody holds so few" in text
    assert "scenarios.yaml:11:10: this exception says nothing: `actions.take` is reached" in text
    assert "there is no clause `actions.tak`; did you mean `actions.take`?" in text


def test_exceptions_are_read_strictly(tmp_path):
    (tmp_path / "heap.yaml").write_text(GAME, encoding="utf-8")
    path = tmp_path / "scenarios.yaml"
    for text, message in {
        "unreached: none\n": "`unreached` is a list of entries",
        "unreached: [{at: x}]\n": "an entry of `unreached` needs `why`",
        "unreached: [{at: x, why: y, if: true}]\n": "an entry of `unreached` has no key `if`",
        "unreached: [{at: x, why: y, is: 1}]\n": "`is` must be true or false",
        "unreached: [x]\n": "an entry of `unreached` is a mapping",
    }.items():
        path.write_text(TAKE + text, encoding="utf-8")
        found = [f for f in read_suite([path]).findings if f.severity == "error"]
        assert len(found) == 1 and message in found[0].message and found[0].span.source.name.endswith("scenarios.yaml")


def test_json_and_page_say_the_same(measured):
    _, report = measured(TAKE)
    found = json.loads(json.dumps(report.to_json()))
    assert found["percent"] == 52.1 and len(found["gaps"]) == 11
    taken = next(k for k in found["clauses"] if k["path"] == "actions.take")
    assert taken["scenarios"] == ["takes"] and taken["line"] == GAME[: GAME.index("pick: n")].count("\n") + 1
    text = "\n".join(page([report]))
    assert "subtract n from stones" in text and "1 scenario</summary>takes" in text
    assert "actions.skip.needs.once: never false" in text
    assert "http" not in text and "src=" not in text


# ---------- the search for gaps ----------


def find(report, tmp_path, seed=1, attempts=40):
    return list(search([load(tmp_path / "heap.yaml")], report.open, attempts=attempts, seed=seed))


def test_random_play_finds_what_no_scenario_comes_to(measured, tmp_path):
    _, report = measured(TAKE)
    found = find(report, tmp_path)
    assert {(one.gap.clause.path, one.gap.words) for one in found} == {(path, words) for _, path, words in gaps(report)}


def test_the_same_seed_finds_the_same(measured, tmp_path):
    _, report = measured(TAKE)
    one, again, other = (find(report, tmp_path, seed) for seed in (1, 1, 2))
    assert [f.draft for f in one] == [f.draft for f in again] != [f.draft for f in other]


def test_a_skeleton_is_refused_until_it_is_filled_in(measured, tmp_path):
    _, report = measured(TAKE)
    found = find(report, tmp_path)
    path = tmp_path / "found.yaml"
    path.write_text(skeletons("heap.yaml", found), encoding="utf-8")
    suite = read_suite([path])
    errors = [f.message for f in suite.findings if f.severity == "error"]
    assert len(errors) == len(found) and all("is a skeleton that nobody has filled in" in e for e in errors)
    text = path.read_text(encoding="utf-8").replace("    unfilled: true\n", "    expect: stones in 0..5\n")
    path.write_text(text, encoding="utf-8")
    suite = read_suite([path])
    assert not suite.findings.has_errors
    measuring = Measuring(suite.scenarios, (), Games())
    assert [r.message for r in measuring.results() if not r.passed] == []


def test_a_filled_skeleton_comes_to_its_clause(measured, tmp_path):
    _, report = measured(TAKE)
    last = next(one for one in find(report, tmp_path) if one.gap.clause.path == "play.game.until.empty")
    text = skeletons("heap.yaml", [last]).replace("    unfilled: true\n", "    expect: stones is 0\n")
    _, after = measured(text)
    assert ("end", "play.game.until.empty", "never reached") not in gaps(after)


VARIANT = """variant: hasty
of: heap
version: 1
title: Hasty
why: Whoever skips throws a stone away.
rule: HP-3
replace:
  actions.skip.do: subtract 1 from stones if stones > 1
"""


def test_the_ids_in_the_head_of_a_variant_stand_for_all_that_it_says(measured, tmp_path):
    game = GAME.replace("title: Heap\n", "title: Heap\nledger: ledger.md\nrule: HP-1\n")
    (tmp_path / "heap.yaml").write_text(game, encoding="utf-8")
    (tmp_path / "ledger.md").write_text("**HP-1** One.\n\n**HP-2** Two.\n\n**HP-3** Three.\n", encoding="utf-8")
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "hasty.yaml").write_text(VARIANT, encoding="utf-8")
    _, report = measured(TAKE)
    of_variant = [c for c in report.coverage.clauses.values() if c.at.source.name.endswith("hasty.yaml")]
    assert of_variant and {c.rules for c in of_variant} == {("HP-3",)}
    assert report.ledger.without_clause == ("HP-2",)
    assert not any(c.at.source.name.endswith("hasty.yaml") for c in report.ledger.clauses_without_id)

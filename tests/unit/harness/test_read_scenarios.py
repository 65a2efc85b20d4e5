from rulewright.harness.read_scenarios import read_scenarios
from rulewright.harness.scenarios import Expect, LogTest, Play, ScriptChance, ViewTest
from rulewright.text import Findings, SourceText

HEAD = "game: g\nscenarios:\n"


def read(text: str, shared: str | None = None):
    findings = Findings()
    more = SourceText("fixtures.yaml", shared) if shared is not None else None
    return read_scenarios(SourceText("s.yaml", text), findings, more), findings.sorted()


def one(body: str, head: str = HEAD):
    text = head + "  a_name:\n" + "\n".join("    " + line for line in body.strip("\n").splitlines()) + "\n"
    scenarios, findings = read(text)
    assert not findings, [str(f) for f in findings]
    return scenarios[0]


def refused(body: str) -> list[str]:
    text = HEAD + "  a_name:\n" + "\n".join("    " + line for line in body.strip("\n").splitlines()) + "\n"
    scenarios, findings = read(text)
    assert scenarios == () and findings
    return [f"{f.span.begin.line}:{f.span.begin.column} {f.code} {f.message}" for f in findings]


def test_a_line_of_play_is_split_at_commas_outside_brackets():
    scenario = one("play:\n  - pink: place, square(1, 3), {a, b}, 2")
    (step,) = scenario.steps
    assert isinstance(step, Play) and step.player == "pink" and step.verb == "play"
    assert [a.text for a in step.answers] == ["place", "square(1, 3)", "{a, b}", "2"]


def test_every_answer_knows_its_own_place():
    scenario = one("play:\n  - pink: place, square(1, 3)")
    assert [str(a.at) for a in scenario.steps[0].answers] == ["s.yaml:5:15", "s.yaml:5:22"]


def test_all_kinds_of_lines_are_read():
    scenario = one(
        """
play:
  - refuse pink: sell
    because: [Your row is full, CT-117]
  - offer blue: move, 1
  - expect: [x is 1, y is 2]
  - chance: 6, 5, lemon
  - view blue: [{zone: pile, size: 4}, {variable: lire, shows: 3}]
  - log green: {has: lemon, lacks: grape}
"""
    )
    refuse, offer, first, second, chance, view, log = scenario.steps
    assert isinstance(refuse, Play) and [b.text for b in refuse.because] == ["Your row is full", "CT-117"]
    assert isinstance(offer, Play) and offer.verb == "offer"
    assert isinstance(first, Expect) and isinstance(second, Expect) and second.what.text == "y is 2"
    assert isinstance(chance, ScriptChance) and chance.outcomes == (6, 5, "lemon")
    assert isinstance(view, ViewTest) and view.lines[0].size == 4 and view.lines[1].shows == 3
    assert isinstance(log, LogTest) and log.lacks[0].text == "grape"


def test_cells_of_lay_become_sentences_before_given():
    scenario = one("lay:\n  die: {monterosso: {olive: 4}}\n  rounds: 2\ngiven: [put olive into cart]\nexpect: x is 1")
    assert [p.text for p in scenario.given] == [
        "set die[monterosso, olive] to 4",
        "set rounds to 2",
        "put olive into cart",
    ]
    assert scenario.bare and not scenario.always


def test_a_scenario_without_a_laid_table_starts_from_the_setup_with_its_invariants():
    scenario = one("expect: x is 1")
    assert not scenario.bare and scenario.always


def test_shared_fixtures_are_laid_first_in_the_order_they_are_named():
    text = HEAD + "  s:\n    table: one, two\n    given: three\n    expect: x is 1\n    players: 4\n"
    fixtures = "fixtures:\n  one: {players: 3, given: first}\n  two: {turn: pink, given: second}\n"
    (scenario,), findings = read(text, fixtures)
    assert not findings
    assert [p.text for p in scenario.given] == ["first", "second", "three"]
    assert scenario.players == 4 and scenario.turn == "pink"


def test_ranges_of_rule_ids_are_spelt_out():
    assert [r.text for r in one("rule: CT-09..11 CT-A3\nexpect: x is 1").rules] == ["CT-09", "CT-10", "CT-11", "CT-A3"]


def test_an_unknown_key_is_a_finding_that_names_the_right_one():
    (message,) = refused("expct: x is 1\nexpect: x is 1")
    assert message == "4:5 unknown-key a scenario has no key `expct`"


def test_an_unknown_fixture_is_a_finding():
    assert "unknown-name" in refused("table: nowhere\nexpect: x is 1")[0]


def test_a_scenario_that_tests_nothing_is_a_finding():
    assert refused("players: 3") == ["3:3 required scenario `a_name` tests nothing"]


def test_a_line_of_play_holds_one_thing():
    assert refused("play:\n  - {pink: a, blue: b}")[0].endswith("`blue` begins a line of its own")
    assert "is no line of `play`" in refused("play:\n  - refuse the pink: a")[0]


def test_because_stands_beside_refuse_only():
    assert "`because` stands beside" in refused("play:\n  - pink: a\n    because: b")[0]


def test_differs_needs_seeds_and_throughout_needs_random_games():
    assert "`differs` needs `seeds: N`" in refused("differs: x")[0]
    assert "need `random: {games: N}`" in refused("throughout: x\nexpect: y")[0]


def test_what_others_see_of_hidden_pieces_is_one_or_several_things_and_of_zones_only():
    view = one("play:\n  - view blue: [{zone: pile, others_see: lemon}, {zone: cart, others_see: [1, 1]}]").steps[0]
    assert isinstance(view, ViewTest)
    assert [line.others_see for line in view.lines] == [("lemon",), (1, 1)]
    found = refused("play:\n  - view blue: [{variable: lire, others_see: 3}]")
    assert len(found) == 1 and "only of a zone's pieces do others see something" in found[0]


def test_a_fixture_defined_twice_names_both_places():
    _, findings = read("game: g\nfixtures:\n  one: {given: a}\n", "game: g\nfixtures:\n  one: {given: b}\n")
    assert [(f.code, f.span.source.name) for f in findings] == [("duplicate-key", "s.yaml")]
    assert findings[0].related[0].span.source.name == "fixtures.yaml"

"""Mutants of a game so small that all of them can be told, and what becomes of them."""

import json
import os
import time
from pathlib import Path

import pytest

from rulewright.harness.mutation import bench as benches
from rulewright.harness.mutation import workers as pools
from rulewright.harness.mutation.bench import Bench, TimeIsUp, Verdict
from rulewright.harness.mutation.campaign import Campaign, ScenarioFails, chosen
from rulewright.harness.mutation.results import Results
from rulewright.harness.mutation.score import Report
from rulewright.harness.mutation.workers import Source, Workers

GAME = """game: heap
version: 1
language: 1
title: The heap
speaks: en
seats: [one, two]
players: 2
variables:
  left: {is: number, start: 3}
  score: {is: number, per: player, score: true}
setup:
  first: set first_player to one
actions:
  take:
    pick: n in 1..2 where n <= left
    do: subtract n from left (HP-1)
play:
  game:
    turns: first_player
    until: left is 0
    do:
      act: {choose: [take]}
scoring:
  last: if me is active then 1 else 0
winner:
  score: most score[me]
  else: shared
"""
SCENARIOS = """game: heap
scenarios:
  all_is_taken:
    play:
      - one: take, 1
      - two: take, 2
    expect: left is 0
"""
OF_THE_TURN = {  # every mutant of the lines from `actions` to `play`, and what the one scenario makes of it
    '15:16: "1" became "2"': "killed",
    '15:16: "1" became "0"': "survived",
    '15:19: "2" became "3"': "survived",
    '15:19: "2" became "1"': "killed",
    '15:27: "where n <= left" left out': "survived",
    '15:29: "<=" became "<"': "killed",
    '16:9: "subtract" became "add"': "killed",
    '16:9: "subtract n from left (HP-1)" became "nothing"': "killed",
    '19:5: "the block `game`" became "nothing"': "killed",
    '19:12: "first_player" became "me"': "refused",
    '20:12: "left is 0" became "true"': "killed",
    '20:12: "left is 0" became "false"': "killed",
    '20:17: "is" became "is not"': "killed",
    '20:20: "0" became "1"': "killed",
    '22:12: "the block `act`" became "nothing"': "refused",
}


@pytest.fixture
def heap(tmp_path):
    """Writes the game and its scenarios; gives what reads them."""

    def write(game: str = GAME, scenarios: str = SCENARIOS) -> Source:
        rules, said = tmp_path / "heap.yaml", tmp_path / "said.yaml"
        rules.write_text(game, encoding="utf-8")
        said.write_text(scenarios, encoding="utf-8")
        return Source(rules, (said,), {"heap": rules})

    return write


def told(mutant) -> str:
    begin = mutant.at.begin
    return f"{begin.line}:{begin.column}: {mutant.words}"


def run(source: Source, out: Path | None = None, **how):
    bench = source.bench()
    results = Results(out, bench)
    mutants = chosen(tuple(bench.mutants.values()), at=how.pop("at", ()))
    try:
        return Campaign(bench, source, mutants, results, **how).run()
    finally:
        results.close()


def test_the_mutants_of_a_turn_are_these_and_each_is_killed_survives_or_is_refused(heap):
    found = run(heap(), at=["13..22"])
    assert {told(m): found.verdicts[m.id].outcome for m in found.chosen} == OF_THE_TURN


def test_a_killed_mutant_names_the_scenario_and_what_failed(heap):
    found = run(heap(), at=["16"])
    by = {told(m): found.verdicts[m.id] for m in found.chosen}
    more = by['16:9: "subtract" became "add"']
    assert (more.by, more.how) == ("all_is_taken", "`left is 0` does not hold: `left` is 6")


def test_refused_and_marked_mutants_are_not_in_the_score(heap):
    found = run(heap(), at=["13..22"])
    none_marked = Report(found, {})
    survivors = none_marked.all("survived")
    assert (none_marked.score().killed, none_marked.score().survived) == (10, 3)
    marked = Report(found, {survivors[0].id: object(), found.chosen[0].id: object()})  # a mark on a killed one is none
    assert (marked.score().killed, marked.score().survived) == (10, 2)
    assert marked.counts["equivalent"] == 1 and marked.counts["refused"] == 2


def test_a_scenario_that_speaks_of_a_name_that_is_gone_has_noticed_nothing(heap):
    """`or: rest` left out takes the word `rest` with it: who answers it cannot be understood any more."""
    game = GAME.replace("{choose: [take]}", "{choose: [take], or: rest}")
    said = SCENARIOS.replace("- two: take, 2", "- two: rest\n      - one: take, 2")
    bench = heap(game, said).bench()
    assert bench.baseline("all_is_taken")[0].passed
    mutant = next(m for m in bench.mutants.values() if m.operator == "answer")
    verdict = bench.judge(mutant, ["all_is_taken"], {})
    assert (verdict.outcome, verdict.by) == ("refused", "all_is_taken")
    assert verdict.how == "the game has no word `rest`"


def test_an_id_survives_edits_elsewhere_and_changes_with_its_own_line(heap):
    before = {m.id: m.words for m in heap().bench().mutants.values()}
    longer = GAME.replace("variables:\n", "variables:\n  more: {is: number, resets: turn}  # a line more\n")
    after = {m.id: m.words for m in heap(longer).bench().mutants.values()}
    assert before.items() <= after.items()
    other = {m.id for m in heap(GAME.replace("where n <= left", "where n < left + 1")).bench().mutants.values()}
    gone = {before[name] for name in before.keys() - other}
    assert gone == {'"where n <= left" left out', '"<=" became "<"'}


def test_mutants_keep_the_lines_of_the_file_for_what_is_told_about_them(heap):
    bench = heap().bench()
    mutant = next(m for m in bench.mutants.values() if m.words == '"first_player" became "me"')
    verdict = bench.judge(mutant, [], {})
    assert "heap.yaml:19:12" in verdict.how


def test_what_is_known_is_not_judged_again(heap, tmp_path):
    out = tmp_path / "out.jsonl"
    first = run(heap(), out, at=["13..22"])
    assert (first.known, len(first.verdicts)) == (0, 15)
    again = run(heap(), out, at=["13..22"])
    assert again.known == 15
    assert again.verdicts == first.verdicts


def test_a_further_scenario_asks_survivors_again_and_leaves_the_killed_alone(heap, tmp_path):
    out = tmp_path / "out.jsonl"
    run(heap(), out, at=["13..22"])
    more = SCENARIOS + "  three_are_too_many:\n    play: [{refuse one: 'take, 3'}, {refuse one: 'take, 0'}]\n"
    again = run(heap(scenarios=more), out, at=["13..22"])
    assert again.known == 10
    assert sum(v.outcome == "survived" for v in again.verdicts.values()) == 1


def test_changed_rules_are_judged_anew(heap, tmp_path):
    out = tmp_path / "out.jsonl"
    run(heap(), out, at=["16"])
    assert run(heap(GAME.replace("then 1 else 0", "then 2 else 0")), out, at=["16"]).known == 0


def test_a_file_that_was_cut_off_is_read_up_to_there(heap, tmp_path):
    out = tmp_path / "out.jsonl"
    run(heap(), out, at=["16"])
    whole = out.read_text(encoding="utf-8")
    out.write_text(whole[:-10], encoding="utf-8")
    assert run(heap(), out, at=["16"]).known == 1
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    out.write_text("no result\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1 of"):
        run(heap(), out, at=["16"])


def test_a_scenario_that_fails_without_a_change_ends_the_run(heap):
    with pytest.raises(ScenarioFails, match="all_is_taken"):
        run(heap(scenarios=SCENARIOS.replace("left is 0", "left is 1")), at=["16"])


def test_several_workers_find_the_same(heap):
    def outcomes(workers):
        return {k: (v.outcome, v.by) for k, v in run(heap(), at=["13..22"], workers=workers).verdicts.items()}

    assert outcomes(2) == outcomes(1)


def test_no_mutant_is_begun_when_time_is_over(heap):
    found = run(heap(), seconds=0.0)
    assert found.verdicts == {} and not found.complete
    assert Report(found, {}).counts["left"] == len(found.chosen)


def test_a_sample_is_the_same_for_the_same_seed_and_stands_in_order(heap):
    mutants = tuple(heap().bench().mutants.values())
    one = chosen(mutants, sample=7, seed=3)
    assert one == chosen(mutants, sample=7, seed=3) != chosen(mutants, sample=7, seed=4)
    assert list(one) == sorted(one, key=lambda m: (m.at.start, m.at.end)) and len(one) == 7


def test_mutants_are_chosen_by_line_part_id_and_operator(heap):
    mutants = tuple(heap().bench().mutants.values())
    assert {m.at.begin.line for m in chosen(mutants, at=["15"])} == {15}
    assert {m.path for m in chosen(mutants, at=["actions.take"])} == {"actions.take.pick", "actions.take.do"}
    assert [m.words for m in chosen(mutants, operators=["arithmetic"])] == ['"subtract" became "add"']
    assert chosen(mutants, at=[mutants[3].id]) == (mutants[3],)


AT_REST = """  nobody_takes_anything:
    expect: left is 3
"""


def test_scenarios_that_come_to_the_place_are_played_first_and_named(heap):
    source = heap(scenarios=SCENARIOS + AT_REST)
    bench = source.bench()
    mutant = next(m for m in bench.mutants.values() if m.operator == "arithmetic")
    campaign = Campaign(bench, source, [mutant], Results(None, bench))
    campaign.run()
    assert campaign.reaching(mutant) == ["all_is_taken"]
    assert campaign.order(mutant) == ["all_is_taken", "nobody_takes_anything"]


def test_with_reached_only_no_other_scenario_is_played(heap):
    start = "7..9"
    source = heap(scenarios=AT_REST.replace("  nobody", "game: heap\nscenarios:\n  nobody", 1))
    both = run(source, at=["15..16"]), run(source, at=["15..16"], reached_only=True)
    assert {v.outcome for v in both[0].verdicts.values()} == {"survived"}
    assert {v.outcome for v in both[1].verdicts.values()} == {"survived"}
    assert {v.played for v in both[0].verdicts.values()} == {1}
    assert {v.played for v in both[1].verdicts.values()} != {1}
    assert {v.outcome for v in run(source, at=[start], reached_only=True).verdicts.values()} >= {"killed"}


# ---------- what hangs and dies ----------


def test_a_scenario_that_uses_up_its_time_is_stopped():
    with pytest.raises(TimeIsUp), benches._limited(0.05):
        while True:
            pass


def test_a_mutant_under_which_a_scenario_does_not_end_is_killed_by_it(heap, monkeypatch):
    bench = heap().bench()
    monkeypatch.setattr(benches, "LIMIT_TIMES", 0)
    monkeypatch.setattr(benches, "LIMIT_MORE", 0.2)

    def endless(scenario, rules):
        while True:
            pass

    monkeypatch.setattr(benches, "run_scenario", endless)
    mutant = next(iter(bench.mutants.values()))
    verdict = bench.judge(mutant, ["all_is_taken"], {})
    assert (verdict.outcome, verdict.by, verdict.how) == ("killed", "all_is_taken", "it does not come to an end")


def test_an_error_of_the_engine_is_no_kill(heap, monkeypatch):
    bench = heap().bench()

    def fails(scenario, rules):
        raise KeyError("cell")

    monkeypatch.setattr(benches, "run_scenario", fails)
    verdict = bench.judge(next(iter(bench.mutants.values())), ["all_is_taken"], {})
    assert (verdict.outcome, verdict.how) == ("broken", "KeyError: 'cell'")


class _Wild(Bench):
    """Some mutants end the process, or do not react to anything."""

    def judge(self, mutant, order, seconds, told=lambda name: None):
        told(order[0])
        if mutant.operator == "arithmetic":
            os._exit(3)
        if mutant.operator == "effect":
            time.sleep(1000)
        return Verdict(mutant.id, "survived")


def test_a_worker_that_dies_or_hangs_loses_its_mutant_and_nothing_else(heap, monkeypatch):
    monkeypatch.setattr(pools, "SLOW", 0.1)
    source = heap()
    bench = _Wild(source.game, source.files, source.games)
    mutants = chosen(tuple(bench.mutants.values()), at=["15..16"])
    jobs = (("judge", (m.id, ["all_is_taken"], {})) for m in mutants)
    with Workers(bench, source, 2) as workers:
        found = {job[1][0]: what for job, what in workers.run(jobs, {"all_is_taken": 0.0}, lambda: False)}
    by_operator = {m.operator: found[m.id] for m in mutants}
    assert by_operator["arithmetic"] == ("all_is_taken", "the process died")
    assert by_operator["effect"] == ("all_is_taken", "it does not come to an end")
    assert by_operator["number"].outcome == "survived" and len(found) == len(mutants) == 8

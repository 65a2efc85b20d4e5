import json
import signal

import pytest

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer of CPU time")

CHEAP, DEAR = "where on[spot] is none", "where on[spot] is none and sum(n mod 7 for n in 1..position(spot) * 200) > 0"


def test_the_line_that_does_the_work_is_found(rulewright, changed):
    path = changed(CHEAP, DEAR)
    ran = rulewright("profile", path, "--seconds", 0.5, "--format", "json")
    assert ran.code == 0
    found = json.loads(ran.out)
    assert {"game", "players", "games", "decisions", "seconds", "looks", "phases", "lines"} == found.keys()
    first = found["lines"][0]
    assert first["text"].startswith("pick: spot in square") and first["file"].endswith("mine.yaml")
    assert first["alone"] > 0.5 and first["alone"] <= first["in_all"] <= 1
    assert max(found["phases"], key=found["phases"].get) == "listing the answers"
    assert sum(line["alone"] for line in found["lines"]) <= 1.001 and found["seconds"] >= 0.5


def test_the_text_has_places_and_shares(rulewright, changed):
    ran = rulewright("profile", changed(CHEAP, DEAR), "--seconds", 0.2, "--top", 1)
    assert ran.code == 0
    *_, last = ran.out.splitlines()
    assert "%" in last and "mine.yaml:3" in last and "pick: spot in square" in last


def test_the_timer_is_put_back(rulewright):
    before = signal.getsignal(signal.SIGPROF)
    assert rulewright("profile", "tic_tac_toe", "--seconds", 0.05).code == 0
    assert signal.getsignal(signal.SIGPROF) == before and signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_wrong_use_says_what_fits(rulewright):
    assert rulewright("profile", "nothing_known").code == 2
    ran = rulewright("profile", "tic_tac_toe", "--players", 3)
    assert ran.code == 2 and "is for 2 players" in ran.err
    assert rulewright("profile", "tic_tac_toe", "--seconds", 0).code == 2

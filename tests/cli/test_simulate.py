import json

KEYS = "game players games seconds decisions decisions_per_second end_reasons winners_by_seat scores cap_hits"


def simulate(rulewright, *more):
    ran = rulewright("simulate", "tic_tac_toe", "--games", 20, "--format", "json", *more)
    assert ran.code == 0
    return json.loads(ran.out)


def test_the_json_has_the_promised_keys(rulewright):
    found = simulate(rulewright, "--players", 2, "--seed", 3)
    assert list(found) == KEYS.split()
    assert found["games"] == 20 and found["players"] == 2 and found["cap_hits"] == 0
    assert 2 * 5 * 20 <= found["decisions"] <= 2 * 9 * 20  # each turn: place, and where
    assert sum(found["end_reasons"].values()) == 20
    assert set(found["winners_by_seat"]) == {"noughts", "crosses"}
    assert set(found["scores"]) == {"mean", "sd", "min", "max"}


def test_the_same_seed_gives_the_same_games_and_another_one_others(rulewright):
    def without_time(found):
        return {k: v for k, v in found.items() if k not in ("seconds", "decisions_per_second")}

    first, again, other = (without_time(simulate(rulewright, "--seed", s)) for s in (1, 1, 2))
    assert first == again != other


def test_the_cap_gives_games_up_and_reports_them(rulewright):
    found = simulate(rulewright, "--cap", 3)
    assert found["cap_hits"] == 20 and found["end_reasons"] == {} and found["scores"] is None
    assert found["decisions"] == 60


def test_text_tells_the_same_for_people(rulewright):
    ran = rulewright("simulate", "tic_tac_toe", "--games", 5)
    assert ran.code == 0
    assert "5 random games with 2 players" in ran.out and "noughts" in ran.out and "scores: mean" in ran.out


def test_wrong_use_ends_with_two_and_says_what_fits(rulewright):
    ran = rulewright("simulate", "tic_tac_toe", "--players", 3)
    assert ran.code == 2 and "is for 2 players" in ran.err
    ran = rulewright("simulate", "nothing_known")
    assert ran.code == 2 and "tic_tac_toe" in ran.err
    ran = rulewright("simulate", "tic_tac_toe", "--set", "speed=3")
    assert ran.code == 2 and "no option `speed`" in ran.err
    ran = rulewright("simulate", "tic_tac_toe", "--games", 0)
    assert ran.code == 2
    ran = rulewright("simulate", "tic_tac_toe", "--seed", "x")
    assert ran.code == 2


def test_an_option_that_does_not_fit_lists_its_values(rulewright):
    ran = rulewright("simulate", "cinque_terre", "--set", "start_lire=7")
    assert ran.code == 2 and "0, 100" in ran.err

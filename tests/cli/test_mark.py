"""`mark` in play: the last answers as a scenario that is checked and holds at once."""

import pytest

from rulewright.library import find_game

BEGIN = "place, square(1, 1)\nplace, square(2, 2)\n"


def play(rulewright, file, answers, begin=BEGIN, *more):
    return rulewright("play", "tic_tac_toe", *more, input=f"{begin}mark {file}\n{answers}quit\n")


def holds(rulewright, file, count=1):
    ran = rulewright("test", file)
    assert ran.code == 0 and f"{count} passed" in ran.out, ran.out
    assert rulewright("validate", file).code == 0


def test_the_last_answers_and_a_fact_by_number_become_a_scenario(rulewright, tmp_path):
    file = tmp_path / "a.scenarios.yaml"
    ran = play(rulewright, file, "\n1\n\n\n")
    assert "1  on[square(2, 2)] is crosses" in ran.out and "Scenario `crosses_place`" in ran.out
    assert "expect: on[square(2, 2)] is crosses" in file.read_text()
    holds(rulewright, file)
    file.write_text(file.read_text().replace("is crosses", "is noughts"))
    assert rulewright("test", file).code == 1


def test_a_fact_in_own_words_is_checked_before_it_is_taken(rulewright, tmp_path):
    file = tmp_path / "a.scenarios.yaml"
    ran = play(rulewright, file, "1\ncount(s in on) is 3\nnonsense(\n7\ncount(s in on) is 2\n\nmine\n")
    for words in ("`count(s in on)` is 2", "`(` is not closed", "There is no fact 7"):
        assert words in ran.out
    assert "  mine:\n" in file.read_text() and "count(s in on) is 2" in file.read_text()
    holds(rulewright, file)


def test_the_state_before_is_laid_by_sentences(rulewright, tmp_path):
    file = tmp_path / "a.scenarios.yaml"
    begin = "".join(f"place, square({r}, {c})\n" for r, c in [(1, 1), (2, 2), (1, 2), (1, 3), (3, 1), (2, 1), (2, 3)])
    play(rulewright, file, "\n1\n\n\n", begin)
    text = file.read_text()
    assert "- put crosses into on[square(2, 2)]" in text and "turn: noughts" in text and text.count("place,") == 1
    holds(rulewright, file)


def test_one_more_is_added_after_a_yes_and_nothing_is_overwritten(rulewright, tmp_path):
    file = tmp_path / "a.scenarios.yaml"
    play(rulewright, file, "\n1\n\n\n")
    first = file.read_text() + "\n# the end\n"
    file.write_text(first)
    assert "Nothing is written" in play(rulewright, file, "1\n1\n\n\nn\n").out
    assert file.read_text() == first
    ran = play(rulewright, file, "1\n1\n\ncrosses_place\nother\ny\n")
    assert "There is a scenario `crosses_place`" in ran.out and file.read_text().startswith(first.rstrip())
    holds(rulewright, file, 2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("precious", "holds no scenarios"),
        ("game: murano\nscenarios:\n  a: {expect: 'true'}\n", "about another game"),
        ("game: tic_tac_toe\nscenarios: {a: {expect: 'true'}}\n", "so nothing can be added"),
    ],
)
def test_a_file_of_another_kind_is_left_alone(rulewright, tmp_path, text, words):
    file = tmp_path / "a.scenarios.yaml"
    file.write_text(text)
    assert words in play(rulewright, file, "").out
    assert file.read_text() == text


def test_nothing_is_written_when_the_input_ends_or_nobody_has_answered(rulewright, tmp_path):
    file = tmp_path / "a.scenarios.yaml"
    assert "left unfinished" in rulewright("play", "tic_tac_toe", input=f"{BEGIN}mark {file}\n1\n1\n").out
    assert "nobody has answered" in play(rulewright, file, "", "").out
    assert "Write: mark FILE" in rulewright("play", "tic_tac_toe", input="mark\nquit\n").out
    assert "Cannot write" in play(rulewright, tmp_path / "no" / "a.yaml", "\n1\n\n\n").out
    assert list(tmp_path.iterdir()) == []


def test_a_game_and_a_variant_of_ones_own_are_named_from_the_files_folder(rulewright, tmp_path):
    game = tmp_path / "mine.yaml"
    game.write_text(find_game("tic_tac_toe").read_text(encoding="utf-8"))
    (tmp_path / "tests").mkdir()
    file = tmp_path / "tests" / "a.scenarios.yaml"
    rulewright("play", game, input=f"{BEGIN}mark {file}\n\n1\n\n\nquit\n")
    assert "game: ../mine.yaml" in file.read_text()
    holds(rulewright, file)


def test_only_facts_that_the_player_may_know_are_offered(rulewright, tmp_path):
    file = tmp_path / "a.scenarios.yaml"
    answers = f"1\nmove\n1\ndraw\nblind\nstop\nmark {file}\n1\n\n\nquit\n"
    ran = rulewright("play", "cinque_terre", "--seed", 7, "--bot", "pink:random", input=answers)
    told = ran.out.partition("What has changed:")[2].partition("What must hold")[0]
    if told:
        assert "hand[pink] is" not in told and "in hand[pink]" not in told
    assert "What has changed" in ran.out
    holds(rulewright, file)


def test_a_variant_beside_the_file_is_the_same_by_name_and_as_a_file(rulewright, tmp_path):
    (tmp_path / "wide.yaml").write_text(
        "variant: wide\nof: tic_tac_toe\ntitle: Wide\nreplace:\n"
        "  define.three(player p): count(s in on where on[s] is p) > 3\n"
    )
    file = tmp_path / "a.scenarios.yaml"
    begun = "game: tic_tac_toe\nvariants: wide\nscenarios:\n  a:\n    expect: count(s in on) is 0\n"
    file.write_text(begun)
    input = f"{BEGIN}mark {file}\n\n1\n\n\ny\nquit\n"
    rulewright("play", "tic_tac_toe", "--variant", tmp_path / "wide.yaml", input=input)
    assert file.read_text().startswith(begun + "  crosses_place:\n")
    holds(rulewright, file, 2)

import json
import os
import pty
import re
import subprocess
import sys

from rulewright import load
from rulewright.library import games

GAME = ("play", "tic_tac_toe")


def test_a_piped_game_is_played_to_its_end_with_a_score_sheet(rulewright):
    answers = (
        "place, square(1, 1)\nplace, square(2, 1)\nplace\nsquare(1, 2)\nplace, square(2, 2)\nplace, square(1, 3)\n"
    )
    ran = rulewright(*GAME, input=answers)
    assert ran.code == 0
    assert "Final score" in ran.out and "Winner" in ran.out
    assert "\x1b" not in ran.out


def test_answers_may_be_typed_as_numbers(rulewright):
    ran = rulewright(*GAME, input="1\n" * 18)
    assert ran.code == 0 and "Winner" in ran.out


def test_the_end_of_the_input_ends_politely(rulewright):
    ran = rulewright(*GAME, input="1\n")
    assert ran.code == 0 and "left unfinished" in ran.out


def test_quit_leaves_the_match(rulewright):
    ran = rulewright(*GAME, input="quit\n1\n")
    assert ran.code == 0 and "left unfinished" in ran.out


def test_bots_play_every_seat_that_they_are_given(rulewright):
    ran = rulewright(*GAME, "--bot", "noughts:random", "--bot", "crosses:random", "--seed", 4)
    assert ran.code == 0 and "Winner" in ran.out
    again = rulewright(*GAME, "--bot", "noughts:random", "--bot", "crosses:random", "--seed", 4)
    assert ran.out == again.out


def test_the_board_is_drawn_as_a_picture(rulewright):
    ran = rulewright(*GAME, input="place, square(2, 3)\nquit\n")
    rows = [line for line in ran.out.splitlines() if re.match(r"^\s*2 \|", line)]
    assert rows and rows[-1].count("|") == 4 and rows[-1].rstrip("|").split("|")[-1].strip()


def test_a_wrong_answer_is_explained_and_asked_again(rulewright):
    ran = rulewright(*GAME, input="place, square(2, 2)\nplace\nsquare(2, 2)\nbanana\n99\nquit\n")
    assert ran.code == 0 and "Not possible" in ran.out and "There is no answer 99" in ran.out


def test_a_question_mark_explains(rulewright):
    ran = rulewright(*GAME, input="?\n? place\n1\n? square(1, 1)\n? 1\nquit\n")
    assert "The question is" in ran.out and "possible" in ran.out


def test_undo_takes_back_as_far_as_it_may(rulewright):
    ran = rulewright(*GAME, input="undo\nquit\n")
    assert "nothing to take back" in ran.out


def test_a_match_is_saved_whole_and_goes_on(rulewright, tmp_path):
    path = tmp_path / "match.json"
    ran = rulewright(*GAME, input=f"place, square(2, 2)\nsave {path}\nquit\n")
    assert f"Saved to {path}" in ran.out
    assert json.loads(path.read_text())
    assert [p.name for p in tmp_path.iterdir()] == ["match.json"]
    more = rulewright(*GAME, "--resume", path, input="place, square(2, 2)\nquit\n")
    assert "Not possible" in more.out


def test_saving_where_nothing_can_be_written_is_told(rulewright, tmp_path):
    ran = rulewright(*GAME, input=f"save {tmp_path}/no/where.json\nquit\n")
    assert ran.code == 0 and "Cannot save" in ran.out


def test_a_file_that_is_no_match_is_wrong_use(rulewright, tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{}")
    ran = rulewright(*GAME, "--resume", path)
    assert ran.code == 2 and "no saved match" in ran.err


def test_wrong_use_ends_with_two_and_says_what_fits(rulewright):
    for more, words in (
        (("--lang", "xx"), "its languages: en"),
        (("--bot", "purple:random"), "its seats: noughts, crosses"),
        (("--bot", "noughts:clever"), "noughts:random"),
        (("--players", 5), "is for 2 players"),
        (("--set", "a=b"), "no option `a`"),
        (("--variant", "nowhere"), "no variant `nowhere`"),
    ):
        ran = rulewright(*GAME, *more)
        assert ran.code == 2 and words in ran.err, (more, ran.err)
    ran = rulewright("play", "nothing_known")
    assert ran.code == 2 and "tic_tac_toe" in ran.err


def test_a_game_with_errors_shows_them(rulewright, changed):
    ran = rulewright("play", changed("three(active)", "thre(active)"))
    assert ran.code == 1 and "unknown-name" in ran.out


def test_the_manual_names_every_command(rulewright):
    ran = rulewright("--help")
    assert ran.code == 0
    for command in ("validate", "play", "simulate", "test"):
        assert command in ran.out
        assert rulewright(command, "--help").code == 0


def test_every_bundled_game_is_played_by_bots_to_the_end(rulewright):
    for id in games():
        game = load(id)
        seats = game.start(game.player_counts.start).players
        bots = [word for seat in seats for word in ("--bot", f"{seat}:random")]
        ran = rulewright("play", id, *bots, "--seed", 2, "--lang", game.languages[-1])
        assert ran.code == 0 and "Winner" in ran.out, id


def test_what_is_hidden_is_handed_over_between_people(rulewright):
    hidden = rulewright("play", "cinque_terre", input="1\n2\nquit\n")
    assert "Pink, it is your turn" in hidden.out and "Blue, it is your turn" in hidden.out
    assert "it is your turn" not in rulewright(*GAME, input="place, square(1, 1)\nquit\n").out
    alone = rulewright("play", "cinque_terre", "--bot", "blue:random", input="1\nquit\n")
    assert "it is your turn" not in alone.out


def test_only_the_own_hand_is_drawn(rulewright):
    ran = rulewright("play", "cinque_terre", "--seed", 7, input="quit\n")
    own, _, other = ran.out.partition("== Blue")
    assert "Produce hand: 4 (hidden)" in other and "Produce hand: 4 (hidden)" not in own


def test_cards_are_described_where_they_may_be_seen(rulewright):
    ran = rulewright("play", "cinque_terre", "--seed", 7, input="? monterosso\nquit\n")
    assert re.search(r"o\d\d: value \d+; wants \w+: \w+", ran.out)
    assert "monterosso: dice 4" in ran.out


def session(*arguments, typed: str, **env) -> str:
    """A real terminal: what appears on it."""
    lead, follow = pty.openpty()
    command = [sys.executable, "-m", "rulewright", *arguments]
    process = subprocess.Popen(
        command, stdin=follow, stdout=follow, stderr=follow, env=os.environ | {"TERM": "xterm"} | env, close_fds=True
    )
    os.close(follow)
    os.write(lead, typed.encode())
    shown = b""
    while True:
        try:
            piece = os.read(lead, 65536)
        except OSError:  # the other end is closed: how Linux tells the end
            break
        if not piece:
            break
        shown += piece
    os.close(lead)
    assert process.wait(timeout=20) == 0, shown.decode()
    return shown.decode()


def test_on_a_terminal_the_screen_is_cleared_before_another_person_looks():
    shown = session("play", "cinque_terre", "--seed", "7", typed="\n1\n\n2\nquit\n")
    after = shown.partition("Blue, it is your turn")
    assert "\x1b[2J" in after[0] and "\x1b[2J" in after[2]
    assert "Hand over the keyboard" in after[2]


def test_no_colour_is_respected_on_a_terminal():
    assert "\x1b[1m" in session("play", "tic_tac_toe", typed="quit\n")
    assert "\x1b[1m" not in session("play", "tic_tac_toe", typed="quit\n", NO_COLOR="1")


def test_a_terminal_without_the_letters_shows_question_marks():
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "play", "cinque_terre", "--lang", "el"],
        input=b"quit\n",
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0 and b"???" in done.stdout, done.stderr


def test_a_long_number_is_no_answer_and_no_end_of_the_match(rulewright):
    ran = rulewright("play", "tic_tac_toe", input="1" * 5000 + "\nquit\n")
    assert ran.code == 0 and "left unfinished" in ran.out


def test_a_save_does_not_overwrite_what_is_no_save(rulewright, tmp_path):
    precious = tmp_path / "p.txt"
    precious.write_text("precious")
    rulewright("play", "tic_tac_toe", input=f"save {precious}\nquit\n")
    assert precious.read_text() == "precious"


def test_a_variant_is_no_game(rulewright):
    ran = rulewright("play", "games/variants/garden_dice/family.yaml")
    assert ran.code == 2 and "is a variant of `garden_dice`" in ran.err


def test_a_variant_named_twice_is_wrong_use(rulewright):
    ran = rulewright("play", "garden_dice", "--variant", "family", "--variant", "family")
    assert ran.code == 2 and "named twice" in ran.err

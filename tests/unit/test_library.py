import subprocess
import sys
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest

import rulewright
from rulewright import library
from rulewright.errors import UnknownGame

ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_games_in_subfolders_count():
    assert "tic_tac_toe" in library.games()


def test_an_unknown_game_lists_what_there_is():
    with pytest.raises(UnknownGame, match="tic_tac_toe"):
        library.find_game("tick_tock")


def test_a_path_may_stand_for_a_game(tmp_path):
    path = write(tmp_path, "mine.yaml", "game: mine\n")
    assert library.find_game(path) == path
    assert library.find_game(str(path)) == path
    with pytest.raises(UnknownGame, match="no file"):
        library.find_game(str(tmp_path / "other.yaml"))


def test_a_file_is_known_by_what_it_says():
    assert library.identify("# a comment\ngame: one # me\n").id == "one"
    variant = library.identify("variant: small\nof: one\n")
    assert (variant.id, variant.of) == ("small", "one")
    assert library.identify("game: one\nscenarios: {}\n") is None
    assert library.identify("rows: 3\n") is None


def test_variants_beside_a_game_are_found_by_name(tmp_path):
    game = write(tmp_path, "mine.yaml", "game: mine\n")
    small = write(tmp_path, "variants/mine.small.yaml", "variant: small\nof: mine\n")
    write(tmp_path, "variants/other.big.yaml", "variant: big\nof: other\n")
    assert library.find_variant("mine", "small", game) == small
    with pytest.raises(UnknownGame, match="there are `small`"):
        library.find_variant("mine", "big", game)


def test_a_file_is_sought_from_the_folder_upward(tmp_path):
    ledger = write(tmp_path, "docs/rules/x.md", "")
    game = write(tmp_path, "games/deep/x.yaml", "game: x\n")
    assert library.seek_upward(game, "docs/rules/x.md") == ledger
    assert library.seek_upward(game, "docs/rules/y.md") is None


def test_a_path_that_climbs_by_itself_finds_nothing(tmp_path):
    write(tmp_path, "secret.md", "")
    game = write(tmp_path, "games/x.yaml", "game: x\n")
    assert library.seek_upward(game, "secret.md") is not None
    assert library.seek_upward(game, "../secret.md") is None
    assert library.seek_upward(game, str(tmp_path / "secret.md")) is None


def test_line_breaks_of_a_file_are_kept_so_that_offsets_are_those_of_the_file(tmp_path):
    path = tmp_path / "crlf.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert library.read_source(path).text == "a: 1\r\nb: 2\r\n"


def test_places_inside_a_zip_are_read_and_sought_upward(tmp_path):
    with ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("data/games/x.yaml", "game: x\n")
        archive.writestr("data/docs/x.md", "words")
    root = ZipPath(tmp_path / "all.zip")
    (entry,) = library.entries_in(root)
    assert entry.id == "x"
    found = library.seek_upward(entry.place, "docs/x.md")
    assert found is not None and library.read_source(found).text == "words"


def test_every_public_name_is_found_where_the_package_says_and_nothing_else_is():
    assert set(rulewright._HOME) == set(rulewright.__all__) <= set(dir(rulewright))
    for name in rulewright.__all__:
        assert getattr(rulewright, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'laod'"):
        rulewright.laod  # noqa: B018


def test_checking_a_game_does_not_load_what_plays_it():
    code = (
        "import sys; from pathlib import Path; from rulewright.harness.any_file import check_any_file;"
        "from rulewright.library import find_game; assert not check_any_file(find_game('tic_tac_toe'));"
        "print([m for m in sys.modules if m.startswith(('rulewright.play', 'rulewright.program'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_variant_in_a_folder_of_its_game_is_for_the_game_that_lies_beside_that_folder(tmp_path):
    game = tmp_path / "tic_tac_toe.yaml"
    game.write_text(library.find_game("tic_tac_toe").read_text(encoding="utf-8"), encoding="utf-8")
    variant = tmp_path / "variants" / "tic_tac_toe" / "two_lines.yaml"
    variant.parent.mkdir(parents=True)
    variant.write_text("variant: two_lines\nof: tic_tac_toe\ntitle: Two lines win\n", encoding="utf-8")
    assert library.find_base("tic_tac_toe", variant) == game

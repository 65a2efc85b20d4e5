from rulewright.cli.terminal import in_columns, table, wrap
from rulewright.text.render import width


def test_few_answers_stand_one_below_the_other():
    assert in_columns(["1  a", "2  b"], 80) == ["1  a", "2  b"]


def test_many_answers_stand_in_columns_read_downwards():
    lines = in_columns([f"{i:>2}  word" for i in range(1, 31)], 40)
    assert lines[0].split()[0] == "1" and lines[1].split()[0] == "2"
    assert len(lines) < 30 and all(width(line) <= 40 for line in lines)


def test_a_table_keeps_to_its_width_and_clips_the_first_column():
    lines = table([["a very long label that does not fit", "1", "22"], ["b", "333", "4"]], 24)
    assert all(width(line) <= 24 for line in lines)
    assert lines[0].endswith(" 1  22") and lines[1].endswith("333   4")


def test_wide_characters_keep_a_table_aligned():
    first, second = table([["名", "1"], ["ab", "1"]], 30)
    assert width(first) == width(second)


def test_an_empty_text_is_one_empty_line():
    assert wrap("", 40) == [""]

from rulewright.harness.scenarios import Phrase
from rulewright.harness.values import explain_failure, shown
from rulewright.text import SourceText

AT = SourceText("s.yaml", "x").span(0, 1)


def explained(text: str, **values) -> str:
    known = {key.replace("_is_", " is ").replace("_", " "): value for key, value in values.items()}
    return explain_failure(Phrase(text, AT), lambda part: known[part])


def test_a_failed_comparison_names_the_values_on_both_sides():
    assert explained("a is b", a=3, b=[]) == "`a is b` does not hold: `a` is 3 and `b` is empty"


def test_a_literal_needs_no_value():
    assert explained("a is 4", a=3) == "`a is 4` does not hold: `a` is 3"


def test_of_several_conditions_the_first_false_one_is_named():
    text = explained(
        "a is 1 and b is 2 and c is 3", a_is_1=True, b_is_2=False, c_is_3=False, b=7, **{"a_is_1 and b_is_2": False}
    )
    assert text == "`b is 2` does not hold: `b` is 7"


def test_what_is_no_truth_is_said_to_be_none():
    assert explained("a", a=3) == "`a` is 3, not a truth"
    assert explained("a", a=False) == "`a` does not hold"


def test_values_are_shown_as_the_language_spells_them():
    assert [shown(v) for v in (None, True, [], ["x", 1], {"k": None})] == [
        "none",
        "true",
        "empty",
        "{x, 1}",
        "{k: none}",
    ]

def test_a_code_is_explained_with_a_wrong_and_a_right_example(rulewright):
    ran = rulewright("explain", "unknown-name")
    assert ran.code == 0
    assert ran.out.startswith("unknown-name: nothing is called so\n\nSeverity: error. Group: names.\n")
    assert "    define:\n      cheap(fruit f): f.price <= hand_sizes\n      #                          ^^^" in ran.out
    assert "```" not in ran.out and "<!--" not in ran.out and "##" not in ran.out


def test_a_code_in_its_brackets_is_understood(rulewright):
    assert rulewright("explain", "[table-gap]").out == rulewright("explain", "table-gap").out


def test_an_unknown_code_is_wrong_use_and_names_the_nearest(rulewright):
    ran = rulewright("explain", "unknwon-name")
    assert ran.code == 2 and "did you mean `unknown-name`?" in ran.err


def test_without_a_code_all_are_listed_by_groups(rulewright):
    ran = rulewright("explain")
    assert ran.code == 0
    assert ran.out.index("Names\n") < ran.out.index("  unknown-name ") < ran.out.index("Types and values\n")

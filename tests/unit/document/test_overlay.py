"""Variants: each verb does what it says at exactly one place, or says why not; every text keeps its own place."""

import pytest

from rulewright.document import Mapping, Merged, Node, Scalar, Sequence, Woven, blame_removed, merge, merge_all
from rulewright.text import Finding, Findings
from unit.document.reading import DRAFTS, Reading, marked, read_draft

BASE = """
game: shop
version: 2
numbers:
  wage: 5 (SH-1)
  bonus: 2 * wage (SH-2)
  seats: {by: number_of_players, 2: 5, 3: 7}
define:
  price(good g): g.value
  rich: coins[me] > 9 else "You are poor." (SH-3)
kinds:
  good: {silk: {value: 3}, salt: {value: 1, was: spice}}
actions:
  buy:
    pick: g in market where g.value > min(1, 2), n in 1..3
    needs:
      money: coins[me] >= price(g)
      room: size(hand[me]) < 5
    do:
      paid: pay price(g) from coins[me]
      taken: move g from market to hand[me]
  sell:
    do: nothing
play:
  act: {choose: [buy, sell if rich], meanwhile: [buy]}
whenever:
  busy: {after: [buy], do: nothing}
winner:
  coins: most coins[me] (SH-4)
"""


def base() -> Mapping:
    reading = Reading(BASE, "base.yaml")
    assert list(reading.findings) == []
    return reading.mapping


def merged(overlay: str) -> tuple[Mapping, Findings]:
    findings = Findings()
    return merge(base(), Reading(overlay, "variant.yaml").mapping, findings), findings


def good(overlay: str) -> Mapping:
    root, findings = merged(overlay)
    assert list(findings) == []
    return root


def refused(overlay: str) -> Finding:
    root, findings = merged(overlay)
    (finding,) = findings
    assert plain(root) == plain(base())
    return finding


def at(root: Node, path: str) -> Node:
    node: Node | None = root
    for part in path.split("/"):
        assert isinstance(node, Mapping)
        node = node.get(part)
    assert node is not None
    return node


def text_at(root: Node, path: str) -> str:
    node = at(root, path)
    assert isinstance(node, Scalar)
    return node.text


def keys_at(root: Node, path: str) -> list[str]:
    node = at(root, path)
    assert isinstance(node, Mapping)
    return list(node.entries)


def plain(node: Node) -> object:
    match node:
        case Mapping():
            return {key: plain(entry.value) for key, entry in node.entries.items()}
        case Sequence():
            return [plain(item) for item in node.items]
        case Scalar():
            return node.value
    raise AssertionError(node)


def place(node: Node, word: str) -> str:
    """Where a word of a line was written: the file, and that it is this word there."""
    assert isinstance(node, Scalar)
    start = node.text.index(word)
    span = node.span_of(start, start + len(word))
    assert span.source.text[span.start : span.end] == word
    return span.source.name


# ---------- the verbs ----------


def test_remove_takes_out_what_a_path_names() -> None:
    root = good("remove: [actions.buy.needs.money, numbers.bonus]")
    assert keys_at(root, "actions/buy/needs") == ["room"]
    assert keys_at(root, "numbers") == ["wage", "seats"]


def test_a_signature_counts_by_its_bare_name_and_a_renamed_thing_by_its_old_one() -> None:
    assert keys_at(good("remove: [define.price]"), "define") == ["rich"]
    assert keys_at(good("remove: [kinds.good.spice]"), "kinds/good") == ["silk"]


def test_a_removed_action_leaves_lists_silently() -> None:
    root = good("remove: [actions.buy]")
    assert plain(at(root, "play/act")) == {"choose": ["sell if rich"], "meanwhile": []}


def test_the_lists_that_a_removed_action_leaves_are_changes_too() -> None:
    findings = Findings()
    merged = merge_all(base(), [Reading("variant: a\nremove: [actions.buy]").mapping], findings)
    (removed, *left) = merged.changes
    assert removed.verb == "remove"
    assert [(c.verb, c.place, c.variant, c.span) for c in left] == [
        ("leave", place, "a", removed.span) for place in ("play.act.choose", "play.act.meanwhile")
    ]


def test_a_removed_action_stays_where_nothing_else_would_be_left_so_that_it_can_be_told() -> None:
    root = good("remove: [actions.buy]")
    assert plain(at(root, "whenever/busy/after")) == ["buy"]


def test_an_action_that_another_variant_brings_back_stays_in_lists() -> None:
    first, second = "variant: a\nremove: [actions.buy]", "variant: b\nafter: a\nadd: {actions.buy: {do: nothing}}"
    findings = Findings()
    root = merge_all(base(), [Reading(first).mapping, Reading(second).mapping], findings).root
    assert list(findings) == []
    assert plain(at(root, "play/act/meanwhile")) == ["buy"]


def test_replace_gives_a_whole_new_value_that_knows_its_file() -> None:
    root = good("replace: {actions.sell.do: end turn, define.rich: coins > 3}")
    assert text_at(root, "actions/sell/do") == "end turn"
    assert place(at(root, "actions/sell/do"), "turn") == "variant.yaml"
    assert place(at(root, "numbers/wage"), "5") == "base.yaml"


def test_change_goes_deep_and_touches_nothing_else() -> None:
    root = good("change: {kinds: {good: {silk.value: 4}}, numbers.seats.2: 6}")
    assert plain(at(root, "kinds/good")) == {"silk": {"value": 4}, "salt": {"value": 1, "was": "spice"}}
    assert plain(at(root, "numbers/seats")) == {"by": "number_of_players", "2": 6, "3": 7}


def test_by_counts_from_the_old_number_and_keeps_its_citation() -> None:
    root = good("change: {numbers.wage: {by: -2}, kinds.good.silk.value: {by: 1}}")
    wage, value = at(root, "numbers/wage"), at(root, "kinds/good/silk/value")
    assert isinstance(wage, Woven) and isinstance(value, Woven)
    assert (wage.text, value.value) == ("3 (SH-1)", 4)
    assert place(wage, "SH-1") == "base.yaml"
    assert wage.span_of(0, 1) == wage.span
    assert marked_span(wage) == ("variant.yaml", "-2")


def marked_span(node: Node) -> tuple[str, str]:
    return node.span.source.name, node.span.source.text[node.span.start : node.span.end]


def test_wrap_puts_the_old_expression_where_it_stands() -> None:
    root = good('change:\n  numbers.bonus:\n    wrap: max(it, 1) + it (SH-9)\n  define.rich: {wrap: "not it"}\n')
    bonus, rich = at(root, "numbers/bonus"), at(root, "define/rich")
    assert isinstance(bonus, Scalar) and bonus.text == "max((2 * wage), 1) + (2 * wage) (SH-2 SH-9)"
    assert isinstance(rich, Scalar) and rich.text == 'not (coins[me] > 9) else "You are poor." (SH-3)'
    files = {word: place(bonus, word) for word in ("max", "2 * wage", ", 1) +", "SH-2", "SH-9")}
    assert files == {
        "max": "variant.yaml",
        "2 * wage": "base.yaml",
        ", 1) +": "variant.yaml",
        "SH-2": "base.yaml",
        "SH-9": "variant.yaml",
    }
    assert bonus.span_of(0, 20) == bonus.span, "a stretch over both files is where the variant asks for it"


def test_wrap_keeps_the_verdict_in_front_and_may_bring_a_reason_of_its_own() -> None:
    root = good('change:\n  winner.coins: {wrap: it + 1}\n  define.rich: {wrap: it or lucky else "Not now."}\n')
    assert text_at(root, "winner/coins") == "most (coins[me]) + 1 (SH-4)"
    assert text_at(root, "define/rich") == '(coins[me] > 9) or lucky else "Not now." (SH-3)'


def test_wrapping_twice_keeps_every_place() -> None:
    findings = Findings()
    root = base()
    for name in ("one", "two"):
        root = merge(root, Reading(f"change: {{numbers.bonus: {{wrap: it + {name}}}}}", name).mapping, findings)
    bonus = at(root, "numbers/bonus")
    assert list(findings) == []
    assert text_at(root, "numbers/bonus") == "((2 * wage) + one) + two (SH-2)"
    assert [place(bonus, word) for word in ("wage", "one", "two")] == ["base.yaml", "one", "two"]


def test_add_puts_one_new_key_at_the_end() -> None:
    root = good(
        "add: {define.cost(good g): g.value + 1, actions.buy.needs.late: turns_left > 0, tables.t: {rows: {1: 2}}}"
    )
    assert keys_at(root, "define") == ["price(good g)", "rich", "cost(good g)"]
    assert keys_at(root, "actions/buy/needs") == ["money", "room", "late"]
    assert plain(at(root, "tables")) == {"t": {"rows": {"1": 2}}}, "a section that the game lacks counts as empty"


def test_options_of_a_variant_are_added() -> None:
    root = good("options: {calm: {default: true, values: [true, false]}}")
    assert keys_at(root, "options") == ["calm"]


def test_append_and_prepend_lengthen_lists() -> None:
    root = good("append: {whenever.busy.after: [sell]}\nprepend: {play.act.choose: [wait, rest]}")
    assert plain(at(root, "whenever/busy/after")) == ["buy", "sell"]
    assert plain(at(root, "play/act/choose")) == ["wait", "rest", "buy", "sell if rich"]


def test_insert_puts_steps_before_and_after_a_step() -> None:
    root = good(
        "insert:\n  actions.buy.do:\n    after paid: {one: nothing, two: nothing}\n    before paid: {zero: nothing}\n"
        "  play.act.choose:\n    after buy: wait\n"
    )
    assert keys_at(root, "actions/buy/do") == ["zero", "paid", "one", "two", "taken"]
    assert plain(at(root, "play/act/choose")) == ["buy", "wait", "sell if rich"]


def test_an_entry_of_a_list_is_reached_by_its_first_word() -> None:
    root = good("replace: {play.act.choose.sell: sell}")
    assert plain(at(root, "play/act/choose")) == ["buy", "sell"]


def test_verbs_work_in_their_own_order_whatever_the_order_in_the_file() -> None:
    root = good("add: {actions.sell.do: end turn}\nremove: [actions.sell.do]")
    assert text_at(root, "actions/sell/do") == "end turn"


# ---------- one choice of a `pick` line ----------


def test_a_choice_is_replaced_by_name_and_its_neighbours_keep_their_places() -> None:
    root = good("replace: {actions.buy.pick.g: stall}")
    pick = at(root, "actions/buy/pick")
    assert isinstance(pick, Scalar) and pick.text == "g in stall, n in 1..3"
    assert [place(pick, word) for word in ("g", "stall", "n in 1..3")] == ["base.yaml", "variant.yaml", "base.yaml"]


def test_choices_are_removed_added_and_inserted() -> None:
    assert text_at(good("remove: [actions.buy.pick.g]"), "actions/buy/pick") == "n in 1..3"
    added = text_at(good("add: {actions.buy.pick.m: hand}"), "actions/buy/pick")
    assert added == "g in market where g.value > min(1, 2), n in 1..3, m in hand"
    inserted = at(good("insert: {actions.buy.pick: {before n: {m: hand}}}"), "actions/buy/pick")
    assert isinstance(inserted, Scalar)
    assert inserted.text == "g in market where g.value > min(1, 2), m in hand, n in 1..3"
    assert place(inserted, "hand") == "variant.yaml"


def test_a_pick_line_without_choices_is_gone() -> None:
    root = good("remove: [actions.buy.pick.g, actions.buy.pick.n]")
    assert keys_at(root, "actions/buy") == ["needs", "do"]


# ---------- what does not fit ----------

REFUSALS = [
    ("remove: [actions.bye]", "path-unknown", "bye", "there is no `bye` in `actions`", "did you mean `buy`?"),
    ("remove: [acts.buy]", "path-unknown", "acts", "at the top of the file", "did you mean `actions`?"),
    ("replace: {actions.buy.do.paied: nothing}", "path-unknown", "paied", "in `actions.buy.do`", "`paid`"),
    ("change: {kinds: {good: {silk: {worth: 4}}}}", "path-unknown", "worth", "in `kinds.good.silk`", "one of `value`"),
    ("remove: [actions.sell.do.paid]", "path-unknown", "paid", "`actions.sell.do` is one line", "`actions.sell.do`"),
    ("replace: {actions.buy.pick.gg: D}", "path-unknown", "gg", "in `actions.buy.pick`", "did you mean `g`?"),
    ("append: {whenever.bussy.after: [x]}", "path-unknown", "bussy", "in `whenever`", "did you mean `busy`?"),
    ("insert: {actions.buy.do: {after pad: {x: nothing}}}", "path-unknown", "pad", "no `pad`", "did you mean `paid`?"),
    ("add: {actions.buy.more.deep: x}", "path-unknown", "more", "in `actions.buy`", "`actions.buy.needs.money`?"),
    ("add: {actions.buy.nothing_like_it.deep: x}", "path-unknown", "nothing_like_it", "in `actions.buy`", "one of"),
    ("add: {define.price(seat s): 1}", "path-taken", "price(seat s)", "`define.price` exists already", "`change`"),
    ("add: {actions.buy.pick.n: D}", "path-taken", "n", "`actions.buy.pick.n` exists already", "another name"),
    ("insert: {actions.buy.do: {after paid: {taken: x}}}", "path-taken", "taken", "exists already", "another name"),
    ("change: {numbers.bonus: {by: 1}}", "overlay-value", "1", "no plain number", "`wrap: it + 1`"),
    ("change: {numbers.wage: {by: x}}", "overlay-value", "x", "a whole number", "`-1`"),
    ("change: {numbers.seats: {by: 1}}", "overlay-value", "by", "goes by cases", "`numbers.seats.2`"),
    ("change: {numbers.wage: {wrap: 3}}", "overlay-value", "3", "is not in this line", "`it`"),
    ("change: {kinds.good.silk: 3}", "overlay-value", "3", "not of one shape", "`replace`"),
    ("change: {actions.buy.pick.g: {wrap: it}}", "overlay-value", "wrap", "cannot be wrapped", "`in`"),
    ("add: {actions.sell.do.x: nothing}", "overlay-value", "x", "no keys of its own", "`replace`"),
    ("append: {actions.buy.do: [x]}", "overlay-value", "[x]", "is no list", "`insert`"),
    ("insert: {actions.buy.do: {paid: {x: nothing}}}", "overlay-value", "paid", "a place is due", "`after STEP:`"),
    ("insert: {actions.buy.do: {after paid: nothing}}", "overlay-value", "nothing", "needs a name", "`name: ...`"),
    ("remove: actions.buy", "overlay-value", "actions.buy", "a list of paths", "`[path, path]`"),
    ("change: numbers", "overlay-value", "numbers", "paths and values", "`path: value`"),
    ("{of: game_of_oca, remove: [numbers.wage]}", "overlay-game", "game_of_oca", "not of `shop`", "its own game"),
    ("{deletes: [x], options: {}}", "unknown-key", "deletes", "no part of a variant", "`remove`"),
]


@pytest.mark.parametrize(("overlay", "code", "place", "message", "help"), REFUSALS, ids=lambda value: repr(value)[:50])
def test_what_does_not_fit_is_a_finding_at_its_word_and_changes_nothing(
    overlay: str, code: str, place: str, message: str, help: str
) -> None:
    finding = refused(overlay)
    assert (finding.code, marked(finding)) == (code, place)
    assert finding.span.source.name == "variant.yaml"
    assert message in finding.message
    assert help in (finding.help or "")


def test_a_taken_path_names_the_place_where_it_exists() -> None:
    (related,) = refused("add: {define.rich: true}").related
    assert (related.span.source.name, str(related.span)) == ("base.yaml", "base.yaml:10:3")


def test_a_path_that_leads_to_two_things_names_both() -> None:
    text = "define:\n  worth(good g): 1\n  worth(seat s): 2\n"
    findings = Findings()
    merge(Reading(text).mapping, Reading("remove: [define.worth]").mapping, findings)
    (finding,) = findings
    assert finding.code == "path-unknown"
    assert [str(r.span) for r in finding.related] == ["file.yaml:2:3", "file.yaml:3:3"]


@pytest.mark.parametrize(
    ("version", "cure"),
    [("1", "1..2"), ("3", "2..3"), ("5..7", "2..7"), ("3..", "2.."), ("one", "2.."), ("4..3", "3..4")],
)
def test_another_version_of_the_rules_is_refused_with_both_places(version: str, cure: str) -> None:
    _, findings = merged(f"variant: v\nof: shop\nversion: {version}\nremove: [numbers.wage]")
    (finding,) = findings
    assert (finding.code, finding.severity, marked(finding)) == ("overlay-version", "error", version)
    assert f"`{cure}`" in (finding.help or "") or f"`version: {cure}`" in (finding.help or "") or cure in finding.help
    if version not in ("one", "4..3"):
        assert [str(r.span) for r in finding.related] == ["base.yaml:3:10"]


@pytest.mark.parametrize("version", ["2", "1..2", "1..", "2..", "2..9"])
def test_a_variant_may_fit_a_range_of_versions(version: str) -> None:
    good(f"variant: v\nof: shop\nversion: {version}\nremove: [numbers.wage]")


def test_a_variant_that_changes_nothing_is_refused() -> None:
    _, findings = merged("variant: v\nof: shop\ntitle: Nothing new")
    (finding,) = findings
    assert (finding.code, finding.message) == ("overlay-idle", "`v` changes nothing")


IDLE = [
    ("replace: {numbers.wage: 5 (SH-1)}", "numbers.wage", "base.yaml:5:3"),
    ("replace: {actions.sell.do: nothing}", "actions.sell.do", "base.yaml:23:5"),
    ("change: {kinds.good.silk.value: 3}", "kinds.good.silk.value", "base.yaml:12:17"),
    ("change: {kinds: {good: {silk: {value: 3}}}}", "kinds.good.silk.value", "base.yaml:12:17"),
    ("change: {numbers.wage: {by: 0}}", "numbers.wage", "base.yaml:5:3"),
    ("change: {numbers.bonus: {wrap: it}}", "numbers.bonus", "base.yaml:6:3"),
    ("change: {actions.buy.pick.n: 1..3}", "actions.buy.pick.n", "base.yaml:15:11"),
    ("append: {play.act.choose: []}", "play.act.choose", "base.yaml:25:9"),
    ("insert: {actions.buy.do: {after paid: {}}}", "actions.buy.do", "base.yaml:19:5"),
]


@pytest.mark.parametrize(("overlay", "path", "place"), IDLE, ids=lambda value: repr(value)[:50])
def test_a_change_that_leaves_everything_as_it_is_names_both_places(overlay: str, path: str, place: str) -> None:
    finding = refused(overlay)
    assert finding.code == "overlay-idle" and f"`{path}`" in finding.message
    assert finding.span.source.name == "variant.yaml"
    assert [str(r.span) for r in finding.related] == [place]


def test_what_a_list_has_already_is_not_appended_again() -> None:
    finding = refused("append: {play.act.meanwhile: [sell, buy]}")
    assert (finding.code, marked(finding)) == ("path-taken", "buy")
    assert [str(r.span) for r in finding.related] == ["base.yaml:25:50"]


def test_a_path_that_an_earlier_verb_took_away_names_both() -> None:
    _, findings = merged("remove: [actions.buy]\nchange: {actions.buy.do.paid: nothing}")
    (finding,) = findings
    assert finding.code == "path-unknown"
    assert [r.message for r in finding.related] == ["`actions` is here", "`the overlay` removes it here"]


def test_an_unknown_name_says_where_the_others_are() -> None:
    finding = refused("replace: {actions.buy.need.money: true}")
    assert (finding.help, [r.message for r in finding.related]) == ("did you mean `needs`?", ["`actions.buy` is here"])


def test_steps_go_beside_the_one_line_of_a_body_without_names() -> None:
    root = good("insert: {actions.sell.do: {before it: {fee: pay 1 from coins}, after it: {told: end turn}}}")
    assert plain(at(root, "actions/sell/do")) == {"fee": "pay 1 from coins", "it": "nothing", "told": "end turn"}


def test_the_record_tells_what_was_changed_where_and_from_what() -> None:
    findings = Findings()
    text = "variant: v\nremove: [define.rich]\nchange: {numbers.wage: {by: 1}}\nadd: {numbers.x: 1}\n"
    outcome = merge_all(base(), [Reading(text, "variant.yaml").mapping], findings)
    told = [
        (c.verb, c.place, *(n.text if isinstance(n, Scalar) else None for n in (c.old, c.new))) for c in outcome.changes
    ]
    assert told == [
        ("remove", "define.rich", 'coins[me] > 9 else "You are poor." (SH-3)', None),
        ("change", "numbers.wage", "5 (SH-1)", "6 (SH-1)"),
        ("add", "numbers.x", None, "1"),
    ]
    assert {c.variant for c in outcome.changes} == {"v"}
    assert [c.span.source.name for c in outcome.changes] == ["variant.yaml"] * 3


# ---------- several variants ----------


def together(*texts: str) -> tuple[Merged, list[Finding]]:
    findings = Findings()
    overlays = [Reading(text, f"variant{i}.yaml").mapping for i, text in enumerate(texts, 1)]
    return merge_all(base(), overlays, findings), list(findings)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("remove: [actions.buy]", "replace: {actions.buy.do.paid: nothing}"),
        ("replace: {actions.buy.do: nothing}", "insert: {actions.buy.do: {after paid: {x: nothing}}}"),
        ("replace: {define.rich: true}", "replace: {define.rich: false}"),
        ("change: {numbers.wage: 3}", "change: {numbers: {wage: {by: 1}}}"),
        ("append: {whenever.busy.after: [x]}", "remove: [whenever.busy]"),
    ],
)
def test_two_variants_conflict_when_one_takes_what_the_other_names(one: str, two: str) -> None:
    _, (finding,) = together(f"variant: one\n{one}", f"variant: two\n{two}")
    assert finding.code == "overlay-conflict"
    assert "`two` and `one` both want to change" in finding.message
    assert [finding.span.source.name, finding.related[0].span.source.name] == ["variant2.yaml", "variant1.yaml"]


def test_after_settles_a_conflict_and_the_order() -> None:
    one, two = "variant: one\nreplace: {define.rich: true}", "variant: two\nafter: one\nreplace: {define.rich: false}"
    for texts in ((one, two), (two, one)):
        outcome, findings = together(*texts)
        assert findings == []
        assert text_at(outcome.root, "define/rich") == "false"


def test_variants_that_come_after_each_other_are_a_conflict() -> None:
    _, (finding,) = together(
        "variant: one\nafter: two\nremove: [numbers.wage]", "variant: two\nafter: [one]\nremove: [define.rich]"
    )
    assert finding.code == "overlay-cycle"
    assert [finding.span.source.name, finding.related[0].span.source.name] == ["variant1.yaml", "variant2.yaml"]


def test_changes_side_by_side_are_no_conflict() -> None:
    outcome, findings = together(
        "change: {numbers.wage: {by: 1}}\nappend: {whenever.busy.after: [x]}",
        "change: {numbers.wage: {by: 2}}\nappend: {whenever.busy.after: [y]}",
    )
    assert findings == []
    assert text_at(outcome.root, "numbers/wage") == "8 (SH-1)"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("change: {numbers.bonus: {wrap: it + 1}}", "change: {numbers.bonus: {wrap: it * 2}}"),
        ("change: {numbers.wage: {wrap: it + 1}}", "change: {numbers.wage: {by: 1}}"),
        (
            "insert: {actions.buy.do: {after paid: {x: nothing}}}",
            "insert: {actions.buy.do: {after paid: {y: nothing}}}",
        ),
    ],
)
def test_where_the_order_counts_and_none_is_said_two_variants_conflict(one: str, two: str) -> None:
    _, (finding,) = together(f"variant: one\n{one}", f"variant: two\n{two}")
    assert finding.code == "overlay-conflict"
    _, findings = together(f"variant: one\n{one}", f"variant: two\nafter: one\n{two}")
    assert [f for f in findings if f.code == "overlay-conflict"] == []


def test_an_order_by_way_of_a_third_variant_is_an_order() -> None:
    one, two = "variant: one\nreplace: {define.rich: true}", "variant: two\nafter: one\nadd: {numbers.x: 1}"
    three = "variant: three\nextends: two\nreplace: {define.rich: false}"
    outcome, findings = together(three, one, two)
    assert findings == [] and text_at(outcome.root, "define/rich") == "false"


def test_two_variants_of_one_name_are_refused() -> None:
    _, (finding,) = together("variant: one\nadd: {numbers.x: 1}", "variant: one\nadd: {numbers.y: 1}")
    assert (finding.code, finding.message) == ("overlay-conflict", "two variants are called `one`")


def test_an_overlay_without_a_name_has_the_last_word() -> None:
    outcome, findings = together("variant: one\nreplace: {define.rich: true}", "replace: {define.rich: false}")
    assert findings == []
    assert text_at(outcome.root, "define/rich") == "false"


def test_a_variant_may_say_that_it_cannot_stand_beside_another() -> None:
    _, (finding,) = together("variant: one\nadd: {numbers.x: 1}", "variant: two\nconflicts: [one]\nadd: {numbers.y: 1}")
    assert (finding.code, finding.span.source.name) == ("overlay-conflict", "variant2.yaml")


def test_an_unknown_name_that_a_variant_removed_is_told_with_both_places() -> None:
    outcome, findings = together("variant: one\nremove: [define.price]")
    assert findings == []
    later = Findings()
    user = at(outcome.root, "actions/buy/do/paid")
    assert isinstance(user, Scalar)
    later.error("unknown-name", "there is nothing called `price`", user.span_of(4, 9))
    later.error("unknown-name", "there is nothing called `prize`", user.span_of(0, 3))
    told = {finding.code: finding for finding in blame_removed(later, outcome)}
    assert set(told) == {"names-removed", "unknown-name"}
    assert marked(told["names-removed"]) == "price"
    assert [r.span.source.name for r in told["names-removed"].related] == ["variant1.yaml"]


@pytest.mark.parametrize("path", sorted(DRAFTS.glob("variants/*.yaml")), ids=lambda path: path.name)
def test_the_drafted_variants_merge_clean(path) -> None:  # type: ignore[no-untyped-def]
    findings = Findings()
    variant = read_draft(f"variants/{path.name}")
    root = merge(read_draft(f"{path.name.split('.')[0]}.yaml"), variant, findings)
    assert list(findings) == []
    assert plain(root) != plain(read_draft(f"{path.name.split('.')[0]}.yaml"))


@pytest.mark.parametrize(("value", "idle"), [("7", True), ("7 (SH-9)", False), ("5", False), ("5 (SH-1)", False)])
def test_what_a_variant_says_again_is_told_with_the_variant_that_said_it_first(value: str, idle: bool) -> None:
    one = "variant: one\nof: shop\nversion: 2\nreplace: {numbers.wage: 7}\n"
    two = f"variant: two\nof: shop\nversion: 2\nafter: one\nreplace: {{numbers.wage: {value}}}\n"
    findings = Findings()
    merge_all(base(), [Reading(one, "one.yaml").mapping, Reading(two, "two.yaml").mapping], findings)
    assert [f.code for f in findings] == ["overlay-idle"] * idle
    for finding in findings:
        assert marked(finding) == "7" and [r.span.source.name for r in finding.related] == ["one.yaml"]
        assert [r.span.text for r in finding.related] == ["7"]


def test_a_path_names_the_parameters_as_they_are_or_not_at_all() -> None:
    good("replace: {'define.price( good g )': 3}")
    finding = refused("replace: {'define.price(seat s)': 3}")
    assert finding.code == "path-unknown" and marked(finding) == "price(seat s)"
    assert finding.message == "`define.price` is declared as `price(good g)`" and finding.help == "write `price`"
    assert [r.span.text for r in finding.related] == ["price(good g)"]

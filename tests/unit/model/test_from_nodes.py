"""From nodes to the parsed game: what each section becomes."""

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lines import short
from rulewright.document import Entry, Mapping, Node, Scalar, Sequence, read_yaml
from rulewright.expr.tree import Ident, Sentence, Template
from rulewright.model.definition import AttrValue, Block, Cases, GameDef, Words
from rulewright.model.from_nodes import model_from_nodes
from rulewright.text import Finding, Findings, SourceText, Span

DRAFTS = Path(__file__).parents[2] / "drafts"
GAMES = ["cinque_terre", "garden_dice", "murano", "tic_tac_toe"]


def mapping(text: str, name: str = "game.yaml") -> Mapping:
    findings = Findings()
    root = read_yaml(SourceText(name, text), findings)
    assert not list(findings)
    assert isinstance(root, Mapping)
    return root


def model(text: str) -> tuple[GameDef, list[Finding]]:
    findings = Findings()
    game = model_from_nodes(mapping(dedent(text)), findings)
    return game, list(findings)


def good(text: str) -> GameDef:
    game, findings = model(text)
    assert not findings, [str(f) for f in findings]
    return game


def covered(span: Span) -> str:
    return span.source.text[span.start : span.end]


def draft(name: str) -> tuple[GameDef, Findings]:
    findings = Findings()
    return model_from_nodes(mapping((DRAFTS / f"{name}.yaml").read_text(encoding="utf-8"), name), findings), findings


# ---------- whole files ----------


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_read_without_findings(name: str) -> None:
    game, findings = draft(name)
    assert not list(findings)
    assert game.game == name
    assert game.actions
    assert game.play


@pytest.mark.parametrize("name", GAMES)
def test_every_attribute_of_a_card_can_be_read_by_its_declared_type(name: str) -> None:
    game, findings = draft(name)
    for component in game.components.values():
        for row in (component.rows or {}).values():
            for key, value in row.attributes.items():
                assert read_by_type(value, str(component.has[key].type.base)), (row.name, key)
    assert not list(findings)


def read_by_type(value: AttrValue, of: str) -> bool:
    if of == "powers":
        return value.power is not None and value.power() is not None
    if of == "effect" and value.block is not None:
        return value.block() is not None
    if of == "effect":
        return value.sentence is not None and value.sentence() is not None
    if value.mapping is not None and value.line is None:
        return all(read_by_type(inner, of) for inner in value.mapping.values())
    if value.items is not None:
        return all(read_by_type(item, of) for item in value.items)
    return value.line is not None and value.line() is not None


def test_the_sketches_are_read_without_findings() -> None:
    sketches = mapping((DRAFTS / "sketches.yaml").read_text(encoding="utf-8")).get("sketches")
    assert isinstance(sketches, Mapping)
    for sketch in sketches:
        findings = Findings()
        assert isinstance(sketch.value, Mapping)
        game = model_from_nodes(sketch.value, findings)
        assert not list(findings), sketch.key.text
        assert game.play or game.actions, sketch.key.text


# ---------- identity and declarations ----------


def test_the_head_of_a_file() -> None:
    game = good("""
        game: harbour
        version: 3
        language: 1
        title: The harbour
        speaks: en
        ledger: docs/rules/harbour.md
        seats: [pink, blue]
        players: 2..5
        rule: AB-01..03
    """)
    assert (game.game, game.version, game.title.text, game.speaks) == ("harbour", 3, "The harbour", "en")
    assert game.ledger is not None and covered(game.ledger[1]) == "docs/rules/harbour.md"
    assert [name for name, _ in game.seats] == ["pink", "blue"]
    assert game.players == range(2, 6)
    assert [str(rule) for rule in game.notes.rules] == ["AB-01", "AB-02", "AB-03"]
    assert isinstance(game.texts["title"], Words)


@pytest.mark.parametrize(
    ("text", "players", "rules"),
    [
        ("3", range(3, 4), []),
        ("2..4", range(2, 5), []),
        ("2 .. 4 (AB-1 AB-3..4)", range(2, 5), ["AB-1", "AB-3", "AB-4"]),
        ("3 (AB-1)", range(3, 4), ["AB-1"]),
    ],
)
def test_the_number_of_players_may_cite_its_rule(text: str, players: range, rules: list[str]) -> None:
    game = good(f"players: {text}")
    assert game.players == players and [i.name for i in game.other_rules] == rules
    assert game.players_at is not None and covered(game.players_at) == text


@pytest.mark.parametrize(
    "text",
    ["seats: [red, blue, red]", "kinds: {k: [red, blue, red]}", "boards: {b: {ring: [red, blue, red]}}"],
)
def test_a_word_that_stands_twice_in_a_list_is_found_at_the_second_place(text: str) -> None:
    _, (finding,) = model(text)
    assert finding.code == "name-taken" and "`red` stands twice" in finding.message
    assert finding.span.start == text.rindex("red")
    assert [r.span.start for r in finding.related] == [text.index("red")]


def test_options_have_words_truths_numbers_or_a_range() -> None:
    options = good("""
        options:
          pace: {default: slow, values: [slow, fast], why: The rulebook is silent., rule: AB-A1}
          strict: {default: false, values: [false, true]}
          start: {default: 0, values: [0, 100]}
          guard: {default: 0, values: 0..100}
    """).options
    assert options["pace"].default == "slow"
    assert options["pace"].notes.why is not None
    assert [value for value, _ in options["strict"].values] == [False, True]
    assert [value for value, _ in options["start"].values] == [0, 100]
    assert options["guard"].values == range(0, 101)


def test_numbers_may_be_lines_or_cases() -> None:
    numbers = good("""
        numbers:
          cubes: 11 + number_of_players (AB-06)
          open: false
          seeds: {by: number_of_players, 2..3: 5, 4: 10, otherwise: 1, rule: AB-7}
    """).numbers
    assert short(numbers["cubes"].value) == "(Line (Binary '+' 11 number_of_players) [AB-06])"
    assert short(numbers["open"].value) == "(Line false [])"
    seeds = numbers["seeds"].value
    assert isinstance(seeds, Cases)
    assert [(key, short(line)) for key, _, line in seeds.cases] == [("2..3", "(Line 5 [])"), ("4", "(Line 10 [])")]
    assert seeds.otherwise is not None
    assert numbers["seeds"].notes.rules == seeds.notes.rules != ()


def test_a_table() -> None:
    table = good("tables: {bonus: {rows: {0: 0, 3: 10}, between: lower, beyond: last, rule: AB-1}}").tables["bonus"]
    assert {key: value for key, (value, _) in table.rows.items()} == {0: 0, 3: 10}
    assert (table.between, table.beyond) == ("lower", "last")


def test_a_kind_is_a_list_or_has_attributes() -> None:
    kinds = good("""
        kinds:
          gem: [ruby, opal]
          port:
            north: {label: The north, dice: 3, shown: {colour: red}}
            south: {dice: {by: number_of_players, 2: 3, otherwise: 4}, only: number_of_players > 2}
            west:
    """).kinds
    assert list(kinds["gem"].values) == ["ruby", "opal"]
    north, south, west = kinds["port"].values.values()
    assert north.notes.shown == {"colour": "red"}
    assert list(north.attributes) == ["dice"]
    assert covered(north.attribute_spans["dice"]) == "dice"
    assert south.notes.only is not None
    read = south.attributes["dice"].line
    assert read is not None and isinstance(read(), Cases)
    assert west.attributes == {}


def test_the_four_shapes_of_boards() -> None:
    boards = good("""
        boards:
          route: {ring: [north, south]}
          canal: {ring: {dock: {action: build}, office: {}}}
          garden: {grid: [6, 5], spaces: square}
          land: {letters: {S: paving, B: plot}, drawn: {north: [.BS, SSB]}}
          city: {graph: [athens, corinth], edges: way, between: {isthmus: {ends: [athens, corinth], length: 3}}}
    """).boards
    assert [board.shape for board in boards.values()] == ["ring", "ring", "grid", "drawn", "graph"]
    assert [board.own_spaces for board in boards.values()][:2] == [False, True]
    assert boards["garden"].size == (6, 5)
    assert str(boards["garden"].space_type) == "square"
    assert {key: str(space) for key, space in boards["land"].letters.items()} == {"S": "paving", "B": "plot"}
    assert boards["land"].drawn["north"][0] == (".BS", "SSB")
    assert list(boards["city"].spaces) == ["athens", "corinth"]
    assert list(boards["city"].between["isthmus"].attributes) == ["ends", "length"]


def test_the_three_shapes_of_components() -> None:
    components = good("""
        components:
          cube: {is: gem}
          die: {is: 1..6}
          tile: {fields: {face: face, owner: player or none}}
          card:
            has:
              points(island here): number
              power: powers
              at_once: effect
              pair: set of gem
            shorthand: power
            rows:
              bank: gain becomes it + 2 (AB-245)
              yard: {power: [sells becomes 5, costs becomes 1], rule: AB-1}
              hall:
                at_once: add 5 to vp[me]
              dock: {at_once: {pick: x in y, do: nothing}, pair: red}
    """).components
    assert short(components["die"].is_) == "(TypeExpr (RangeExpr 1 6) false [] false)"
    assert {key: short(type_) for key, (_, type_) in (components["tile"].fields or {}).items()} == {
        "face": "(TypeExpr face false [] false)",
        "owner": "(TypeExpr player false [] true)",
    }
    card = components["card"]
    assert [str(param.name) for param in card.has["points"].params] == ["here"]
    bank, yard, hall, dock = (card.rows or {}).values()
    assert bank.attributes["power"].power is not None and yard.attributes["power"].power is not None
    assert len(bank.attributes["power"].power().lines) == 1  # type: ignore[union-attr]
    assert len(yard.attributes["power"].power().lines) == 2  # type: ignore[union-attr]
    assert hall.attributes["at_once"].sentence is not None and hall.attributes["at_once"].sentence() is not None
    block = dock.attributes["at_once"].block
    assert block is not None
    assert len(block().pick) == 1  # type: ignore[union-attr]
    assert block() is block()


def test_zones_and_variables() -> None:
    game = good("""
        zones:
          pile:
            stack: card
            holds: 10 of each
            seen_by: nobody
            recycle: {from: discards, when: {by: option.eager, true: emptied, false: needed}}
          display: {row: card, at_most: display_size, refill: pile}
          line: {bag: tile, per: [player, r in 1..5], at_most: r, others_see: sort, powers_of: owner}
          plot: {slot: tile, per: square}
        variables:
          die: {is: 1..6 or none, per: [village, produce]}
          moves: {is: number, resets: turn}
          score: {is: number, start: 5, per: player, score: true}
    """)
    pile, display, line, plot = game.zones.values()
    assert [zone.shape for zone in game.zones.values()] == ["stack", "row", "bag", "slot"]
    assert short(pile.holds) == "(Holds 10 - -)"
    assert short(pile.recycle_from) == "(Line discards [])"
    assert isinstance(pile.recycle_when, Cases)
    assert [key for key, _, _ in pile.recycle_when.cases] == ["true", "false"]
    assert short(display.refill) == "(Line pile [])"
    assert [short(key) for key in line.per] == ["(Key - player)", "(Key r (RangeExpr 1 5))"]
    assert str(line.others_see) == "sort"
    assert plot.at_most is None
    die, moves, score = game.variables.values()
    assert len(die.per) == 2
    assert (moves.resets_turn, moves.is_score) == (True, False)
    assert (score.resets_turn, score.is_score, short(score.start)) == (False, True, "(Line 5 [])")


def test_definitions_have_parameters_and_cases_with_citations() -> None:
    define = good("""
        define:
          price(village v, number n): die[v, n] otherwise 1 (AB-107)
          penalty(order o):
            by: option.mode
            rule: AB-1
            value: v(o) (AB-192)
            nothing: 0
    """).define
    assert [(str(p.type), str(p.name)) for p in define["price"].params] == [("village", "v"), ("number", "n")]
    penalty = define["penalty"].value
    assert isinstance(penalty, Cases)
    assert [key for key, _, _ in penalty.cases] == ["value", "nothing"]
    assert [str(rule) for rule in define["penalty"].notes.rules] == ["AB-1"]


# ---------- bodies and blocks ----------


def test_a_body_is_one_sentence_or_named_steps() -> None:
    game = good("""
        setup: shuffle pile
        finish:
          mixed: shuffle pile (AB-1)
          again:
            if: a
            do: shuffle pile
            else:
              other: nothing
    """)
    (only,) = game.setup
    assert only.name == "" and isinstance(only.what, Sentence)
    mixed, again = game.finish
    assert covered(mixed.at) == "mixed"
    assert isinstance(again.what, Block)
    assert again.what.path == "finish.again"
    assert [step.name for step in again.what.do or ()] == [""]
    assert [step.name for step in again.what.else_ or ()] == ["other"]
    assert covered(again.what.key_spans["else"]) == "else"


def test_every_key_of_a_block() -> None:
    game = good("""
        actions:
          whole:
            group: spending
            label: Do it
            rule: AB-1 AB-2
            only: number_of_players > 2
            if: a
            for: p in player where b by c[p]
            repeat: {by: option.x, low: 1, high: 2}
            all_at_once: player
            turns: first_player
            by: p
            times: 1..3 (AB-4)
            until: {done: a is empty, gone: b > 1}
            more: number_of_players - 1
            each_at_most: {one: 1, two: 2}
            unordered: true
            let:
              here: spot[me] as village else "Not in {here}."
            pick: x in y, z in w
            needs: {full: a else "No." (AB-3), free: b}
            choose: {one: nothing, two: {do: nothing}}
            or: {stop: {needs: {may: c else "You may not."}, label: Stop}}
            meanwhile: [sun if option.sun, moon]
            ask: always
            do: nothing
            else: nothing
    """)
    action = game.actions["whole"]
    block = action.block
    assert str(action.group) == "spending"
    assert block.notes.label is not None and block.notes.only is not None
    assert isinstance(block.repeat, Cases)
    assert isinstance(block.until, dict) and list(block.until) == ["done", "gone"]
    assert isinstance(block.each_at_most, dict) and list(block.each_at_most) == ["one", "two"]
    assert block.unordered and block.ask_always
    ((let, need),) = block.let.values()
    assert short(let) == "(Let here (Cast (Index spot [me]) village))"
    assert need.reason is not None and covered(let.at.span) == "here"
    assert [str(choice.name) for choice in block.pick] == ["x", "z"]
    assert list(block.needs) == ["full", "free"]
    assert [(alternative.name, type(alternative.what)) for alternative in block.choose or ()] == [  # type: ignore[union-attr]
        ("one", Sentence),
        ("two", Block),
    ]
    assert block.or_ is not None and block.or_.name == "stop" and list(block.or_.block.needs) == ["may"]
    assert [short(offer) for offer in block.meanwhile] == ["(Offer sun (Attribute option sun))", "(Offer moon -)"]
    assert set(block.key_spans) >= {"if", "turns", "do", "else", "group"}
    for name in ("for_", "all_at_once", "turns", "by", "times", "more", "do", "else_"):
        assert getattr(block, name) is not None, name


@pytest.mark.parametrize("written", ["or: stop", "or: {stop: }", "or: {stop: {label: Enough}}", "or: {stop: nothing}"])
def test_an_answer_that_ends_a_block_may_be_short(written: str) -> None:
    game = good(f"""
        play:
          round:
            times: 0..
            choose: [a]
            {written}
    """)
    block = game.play[0].what
    assert isinstance(block, Block) and block.or_ is not None
    assert (block.or_.name, block.or_.block.path) == ("stop", "play.round.or.stop")


def test_a_step_by_cases_is_told_from_a_block_with_by() -> None:
    game = good("""
        play:
          cases: {by: option.x, low: nothing, high: end play}
          block: {by: p, do: nothing}
    """)
    assert [type(step.what) for step in game.play] == [Cases, Block]


def test_routines_have_parameters_and_may_be_one_sentence() -> None:
    routines = good("""
        routines:
          earn(number n): add n to coins[me]
          all_of_it():
            whole: true
            do: nothing
    """).routines
    assert [str(p.name) for p in routines["earn"].params] == ["n"]
    assert routines["earn"].block.do is not None
    assert (routines["earn"].whole, routines["all_of_it"].whole) == (False, True)


def test_rules_that_hold_at_any_moment() -> None:
    rules = good("""
        whenever:
          ended: {if: a > 1, do: set b to c (AB-1), repeats: 3}
          progress: {after: [draw, sell], do: {idle: set idle to 0}, rule: AB-2}
    """).whenever
    assert rules["ended"].after == () and rules["ended"].if_ is not None and rules["ended"].repeats is not None
    assert [str(name) for name in rules["progress"].after] == ["draw", "sell"]
    assert [step.name for step in rules["progress"].do] == ["idle"]


def test_the_end_of_a_game() -> None:
    game = good("""
        scoring:
          sets: 15 * n (AB-1)
          floor: {by: option.floor, zero: 0, free: 1}
        winner:
          rule: AB-9
          score: most score[me] (AB-2)
          few: {by: option.few, yes_please: least size(hand), otherwise: most a}
          else: {by: option.last, shared: shared (AB-3), later: later_seat}
        always:
          rising: all(score[p] >= before(score[p]) for p in player)
          pass: {at: turn, hold: can(pass) (AB-74)}
        follows: {worthless: "Cubes (in the cart) score nothing. (AB-121 AB-199..200)"}
    """)
    assert list(game.scoring) == ["sets", "floor"]
    assert game.winner is not None
    assert list(game.winner.lines) == ["score", "few"]
    assert [str(rule) for rule in game.winner.notes.rules] == ["AB-9"]
    assert isinstance(game.winner.tie, Cases)
    assert [(rule.at_turn, rule.name) for rule in game.always.values()] == [(False, "rising"), (True, "pass")]
    follow = game.follows["worthless"]
    assert follow.text == "Cubes (in the cart) score nothing."
    assert [(str(rule), covered(rule.at.span)) for rule in follow.rules] == [
        ("AB-121", "AB-121"),
        ("AB-199", "AB-199..200"),
        ("AB-200", "AB-199..200"),
    ]


# ---------- texts, notes, places ----------


def test_every_text_for_people_is_kept_under_its_path() -> None:
    game = good("""
        title: The harbour
        kinds: {port: {north: {label: The north}}}
        options: {pace: {default: a, values: [a, b], why: The rulebook is silent.}}
        actions:
          sell:
            label: Sell
            let:
                here: x else "Not {x}."
            needs: {full: a else "It is full."}
            do:
              said: say "Sold." else "Nobody listens."
              chosen: {choose: {one: nothing}, or: {stop: {label: Enough}}}
    """)
    assert {path: type(text) for path, text in game.texts.items()} == {
        "title": Words,
        "kinds.port.north.label": Words,
        "options.pace.why": Words,
        "actions.sell.label": Words,
        "actions.sell.let.here.else": Template,
        "actions.sell.needs.full.else": Template,
        "actions.sell.do.said.say": Template,
        "actions.sell.do.said.else": Template,
        "actions.sell.do.chosen.or.stop.label": Words,
    }


def test_rule_ids_of_mappings_without_notes_of_their_own_are_kept_too() -> None:
    game = good("""
        zones: {rule: AB-1}
        setup: {rule: AB-2, mixed: shuffle pile}
        actions: {sell: {needs: {rule: AB-3, full: a}, do: nothing}}
    """)
    assert sorted(map(str, game.other_rules)) == ["AB-1", "AB-2", "AB-3"]
    assert [step.name for step in game.setup] == ["mixed"]


def test_a_place_in_a_folded_line_is_exact() -> None:
    _, findings = model("""
        define:
          long(square s):
            any(t in plot where a is b
            or c == d)
    """)
    (found,) = findings
    assert (covered(found.span), found.span.begin.line) == ("==", 5)


# ---------- mistakes ----------


@pytest.mark.parametrize(
    ("text", "code", "where", "words"),
    [
        ("setup: [shuffle a, shuffle b]", "syntax", "[shuffle a, shuffle b]", "steps have names"),
        ("setup: {pick: x in y}", "group-needs-do", "pick", "cannot name a step"),
        ("setup: {one: {two: nothing}}", "group-needs-do", "one", "needs `do:`"),
        ("setup: {one: {chose: [a]}}", "key-misspelt", "chose", "no key of a block"),
        ("setup: {one: {do: nothing, neds: {a: b}}}", "key-misspelt", "neds", "no key of a block"),
        ("setup: {one: {do: nothing, sentence: nothing}}", "unknown-key", "sentence", "no key of a block"),
        ("setup: {one: {do: nothing, group: x}}", "unknown-key", "group", "no key of a block"),
        ("zones: {Hand: {bag: card}}", "syntax", "Hand", "is no name"),
        ("zones: {my hand: {bag: card}}", "syntax", "my hand", "is no name"),
        ("zones: {each: {bag: card}}", "syntax", "each", "word of the language"),
        ("kinds: {gem: [first, ruby]}", "syntax", "first", "word of the language"),
        ("kinds: {gem: {ruby: {lable: Ruby}}}", "key-misspelt", "lable", "words for people are none"),
        ("numbers: {a: {low: 1, high: 2}}", "missing-key", "{low: 1, high: 2}", "needs the key `by`"),
        ("numbers: {a: {by: b, 1-3: 1}}", "syntax", "1-3", "is no case"),
        ("numbers: {a: }", "syntax", "", "nothing stands here"),
        ("numbers: {a: [1, 2]}", "type", "[1, 2]", "one line is expected"),
        ("zones: {a: {row: b, stack: c}}", "type", "{row: b, stack: c}", "one of `bag`"),
        ("variables: {a: {per: b}}", "type", "{per: b}", "a mapping with `is`"),
        ("variables: {a: {is: number, resets: round}}", "unknown-value", "round", "does not fit"),
        ("components: {a: {has: {b: number}, rows: cards.yaml}}", "type", "cards.yaml", "a mapping of rows"),
        ("components: {a: {has: {b: number}, rows: {c: 3}}}", "type", "3", "a mapping of attributes"),
        ("boards: {a: {letters: {S: b}, drawn: {c: [SX]}}}", "unknown-name", "X", "not among `letters`"),
        ("rule: AB-1 ab-2", "syntax", "ab-2", "no rule id"),
        ("follows: {a: No reason. (AB-3..1)}", "syntax", "AB-3..1", "no range of rule ids"),
        ("players: some", "type", "some", "a number or a range"),
        ("actions: {a: {or: [b], do: nothing}}", "type", "[b]", "a mapping is expected"),
        ("define: {a(b): 1}", "syntax", "b", "has no type"),
    ],
)  # fmt: skip
def test_a_mistake_is_found_at_its_place(text: str, code: str, where: str, words: str) -> None:
    _, findings = model(text)
    found = findings[0]
    assert (found.code, covered(found.span)) == (code, where)
    assert words in found.message


def test_reading_goes_on_after_a_finding() -> None:
    game, findings = model("""
        numbers: {a: 1 +, b: 2}
        setup:
          one: mvoe x
          two: shuffle pile
        actions:
          sell: {needs: {x: "=", y: a}, do: nothing}
    """)
    assert [f.code for f in findings] == ["syntax"] * 3
    assert list(game.numbers) == ["b"]
    assert [step.name for step in game.setup] == ["two"]
    assert list(game.actions["sell"].block.needs) == ["y"]


def test_an_attribute_is_judged_only_when_it_is_read() -> None:
    findings = Findings()
    game = model_from_nodes(mapping("kinds: {gem: {ruby: {cost: '1 +'}}}"), findings)
    value = game.kinds["gem"].values["ruby"].attributes["cost"]
    assert not list(findings)
    assert value.line is not None and value.line() is None and value.line() is None
    assert [f.code for f in findings] == ["syntax"]


def test_an_action_a_routine_and_an_answer_may_be_one_sentence() -> None:
    game = good("""
        actions:
          rest: add 1 to coins[me]
          sell:
            pick: x in hand[me]
            or: {keep: nothing}
            do: nothing
        routines:
          tax(player p): pay up to 1 from coins[p]
    """)
    rest, answer = game.actions["rest"].block, game.actions["sell"].block.or_
    assert answer is not None
    for block, path in (
        (rest, "actions.rest"), (answer.block, "actions.sell.or.keep"), (game.routines["tax"].block, "routines.tax"),
    ):  # fmt: skip
        assert block.path == path and block.do is not None
        (step,) = block.do
        assert isinstance(step.what, Sentence)


# ---------- never a crash ----------


def _spoilt(node: Node, draw: st.DataObject, others: list[Node]) -> Node:
    """The node with some of what is under it replaced by something else."""
    if draw.draw(st.integers(0, 12)) == 0:
        return draw.draw(st.sampled_from(others))
    if isinstance(node, Mapping):
        kept = [e for e in node if draw.draw(st.integers(0, 20))]
        return Mapping(node.span, {e.key.text: Entry(e.key, _spoilt(e.value, draw, others)) for e in kept}, node.flow)
    if isinstance(node, Sequence):
        return Sequence(node.span, tuple(_spoilt(item, draw, others) for item in node.items), node.flow)
    return node


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data())
def test_a_spoilt_file_is_findings_and_never_a_crash(data: st.DataObject) -> None:
    root = mapping((DRAFTS / "tic_tac_toe.yaml").read_text(encoding="utf-8"))
    extra = mapping("x: {by: a, do: {b: nothing}, or: c, rows: {1: 2}}\ny: [a, [b], {c: }]\nz: '1 +'\nw: {}\nv: ")
    others: list[Node] = [extra, *(entry.value for entry in extra), *(entry.key for entry in extra)]
    spoilt = _spoilt(root, data, others)
    if isinstance(spoilt, Mapping):
        findings = Findings()
        assert isinstance(model_from_nodes(spoilt, findings), GameDef)
        for found in findings:
            assert found.message


def test_names_keep_their_places() -> None:
    scalar = mapping("actions: {sell: {group: spending, do: nothing}}")
    game = model_from_nodes(scalar, Findings())
    assert isinstance(game.actions["sell"].group, Ident)
    assert covered(game.actions["sell"].group.at.span) == "spending"
    assert isinstance(next(iter(scalar)).key, Scalar)

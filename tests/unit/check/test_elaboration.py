"""What a right program becomes: ids, types, names and places."""

import re
from functools import cache

from rulewright.check import checked as c
from unit.check.checking import HERE, check, check_sections


@cache
def draft(name: str) -> c.CheckedGame:
    text = (HERE.parents[1] / "drafts" / f"{name}.yaml").read_text(encoding="utf-8")
    game, findings = check(text, name, known_rules=None)
    assert not len(findings)
    return game


def small(sections: str = "") -> c.CheckedGame:
    game, findings = check_sections(sections)
    assert not findings.has_errors, [str(f) for f in findings]
    return game


def names(game: c.CheckedGame, enum: str) -> list[str]:
    return [game.names[i] for i in game.enums[enum].ids]


def first(body: tuple[c.Stmt, ...]) -> c.Core:
    sentence = body[0]
    assert isinstance(sentence, c.Sentence)
    return sentence.core


# ---------- ids ----------


def test_a_seat_has_its_place_in_seats_as_id_and_players_are_seats() -> None:
    game = draft("murano")
    assert game.enums["seat"].ids == (0, 1, 2, 3) == game.enums["player"].ids
    assert names(game, "player") == ["white", "brown", "orange", "grey"]


def test_a_ring_of_kind_values_has_their_ids() -> None:
    game = draft("cinque_terre")
    assert set(game.enums["route"].ids) == {*game.enums["village"].ids, *game.enums["terrace"].ids}
    assert names(game, "route")[:3] == ["monterosso", "terrace_1", "terrace_2"]


def test_drawn_spaces_are_named_by_picture_letter_and_number_and_know_their_picture() -> None:
    game = draft("murano")
    paving = names(game, "paving")
    assert paving[:3] == ["san_donato_s1", "san_donato_s2", "san_donato_s3"]
    land = game.boards["land"]
    assert land.shape == "drawn" and land.cell[game.enums["paving"].ids[0]] == (0, 1, 3)
    island = game.attributes["island"].values[game.enums["paving"].ids[0]]
    assert isinstance(island, c.Const) and game.names[int(str(island.value))] == "san_donato"


def test_spaces_of_a_grid_are_named_by_row_and_column() -> None:
    game = draft("tic_tac_toe")
    assert names(game, "square")[3] == "square(2, 1)"
    assert game.boards["field"].cell[game.enums["square"].ids[3]] == (0, 2, 1)


def test_what_goes_with_a_value_that_is_out_is_out_by_the_same_condition() -> None:
    game = draft("murano")
    serenella = next(i for i in game.enums["island"].ids if game.names[i] == "sacca_serenella")
    assert serenella in game.enums["island"].only
    plots = [i for i in game.enums["plot"].ids if game.names[i].startswith("sacca_serenella")]
    assert plots and all(i in game.enums["plot"].only and i in game.enums["land"].only for i in plots)


def test_every_id_has_its_own_name_in_its_type() -> None:
    for game in map(draft, ("cinque_terre", "garden_dice", "murano")):
        for enum in game.enums.values():
            assert len({game.names[i] for i in enum.ids}) == len(enum.ids)


# ---------- attributes ----------


def test_what_a_row_leaves_out_is_the_default_of_its_type() -> None:
    game = small()
    values = game.attributes
    apple, pear, _ = game.enums["fruit"].ids
    assert isinstance(values["sweet"].values[pear], c.Const) and values["sweet"].values[pear].value is False  # type: ignore[union-attr]
    c3 = game.enums["card"].ids[2]
    value, wants = values["value"].values[c3], values["wants"].values[c3]
    assert isinstance(value, c.Const) and value.value == 0
    assert isinstance(wants, c.Const) and wants.value is None
    assert values["trick"].values[c3] is None
    assert isinstance(values["price"].values[apple], c.Const)


def test_a_map_is_pairs_of_ids_and_values() -> None:
    game = draft("cinque_terre")
    wants = game.attributes["wants"].values[game.enums["order"].ids[0]]
    assert isinstance(wants, c.MapConst)
    shown = [(game.names[k[0]], game.names[v.value]) for k, v in wants.items if isinstance(v, c.Const)]  # type: ignore[index]
    assert shown == [("monterosso", "olive"), ("vernazza", "grape"), ("corniglia", "orange")]


def test_a_row_of_one_line_is_its_shorthand_and_code_has_the_declared_parameters() -> None:
    game = draft("murano")
    points = game.attributes["points"].values[game.enums["character"].ids[13]]
    assert isinstance(points, c.Code) and [p.name for p in points.params] == ["here"]
    assert isinstance(points.value, c.CallDefine) and points.value.name == "crests"


def test_words_of_several_kinds_are_told_apart_by_the_attribute_that_they_give() -> None:
    game = draft("murano")
    colour = game.attributes["colour"].values
    red_shop = next(i for i in game.enums["building"].ids if game.names[i] == "red_shop")
    value = colour[red_shop]
    assert isinstance(value, c.Const) and value.value in game.enums["colour"].ids


def test_a_sentence_on_a_card_is_an_effect_and_lines_are_powers() -> None:
    game = small()
    trick = game.attributes["trick"].values[game.enums["card"].ids[1]]
    assert isinstance(trick, c.EffectCode) and isinstance(first(trick.body), c.Assign)
    might = game.attributes["might"].values[game.enums["card"].ids[2]]
    assert isinstance(might, c.PowerSet)
    line = might.lines[0]
    assert isinstance(line, c.ModifierPower) and line.name == "fee"


def test_a_modifier_names_the_parameters_of_its_define_and_a_trigger_the_names_of_its_event() -> None:
    game = draft("murano")
    studio = next(i for i in game.enums["special_card"].ids if game.names[i] == "studio_red_green")
    power = game.attributes["power"].values[studio]
    assert isinstance(power, c.PowerSet) and isinstance(power.lines[0], c.ModifierPower)
    assert power.lines[0].params is game.defines["counts_as"].params
    hall = next(i for i in game.enums["special_card"].ids if game.names[i] == "guild_hall")
    after = game.attributes["power"].values[hall]
    assert isinstance(after, c.PowerSet) and isinstance(after.lines[0], c.TriggerPower)
    where = after.lines[0].where
    assert isinstance(where, c.Compare) and isinstance(where.left, c.Local)
    assert where.left.var is game.actions["production"].block.picks[0].var


# ---------- words ----------


def test_a_word_is_a_local_before_a_value_before_a_declaration() -> None:
    game = draft("cinque_terre")
    paid = game.actions["draw"].block.choose[0].block.body  # type: ignore[index]
    core = first(paid)
    assert isinstance(core, c.Move) and isinstance(core.amount.what, c.Local)
    fulfils = game.defines["fulfils"].value
    assert isinstance(fulfils, c.Compare) and isinstance(fulfils.left, c.CallDefine)


def test_the_value_of_an_option_is_a_word_of_its_own_type() -> None:
    game = small()
    walk = first(game.actions["walk"].block.body)
    assert isinstance(walk, c.Assign) and isinstance(walk.value, c.Builtin)
    steps = walk.value.args[1]
    assert isinstance(steps, c.Conditional) and isinstance(steps.condition, c.Compare)
    word = steps.condition.right
    assert isinstance(word, c.Const) and word.value == "slow" and word.type == c.EnumT("option.pace", frozenset())


def test_groups_are_spelt_out_and_an_alternative_is_the_block_of_its_action() -> None:
    game = small()
    turns = game.play[0]
    assert isinstance(turns, c.Block)
    acts = turns.body[0]
    assert isinstance(acts, c.Block) and acts.choose is not None
    assert [a.name for a in acts.choose] == ["trade", "walk", "draw_card"]
    assert all(a.block is game.actions[a.name].block for a in acts.choose)


def test_a_name_that_both_ways_of_an_if_bind_is_one_variable_after_it() -> None:
    game = draft("murano")
    red = game.setup[1]
    painted = first(game.setup[2:3])
    assert isinstance(red, c.Block) and isinstance(painted, c.Move) and painted.source is not None
    bound, other = first(red.body), first(red.otherwise)
    key = painted.source.keys[0]
    assert isinstance(bound, c.LetBe) and isinstance(other, c.PickRandom) and isinstance(key, c.Local)
    assert bound.var is other.bind.var is key.var and isinstance(key.type, c.OptT)


# ---------- amounts ----------


def amount_of(line: str, zones: str = "") -> c.Amount:
    game = small(f"finish:\n  last: {line}\n{zones}")
    core = first(game.finish)
    assert isinstance(core, c.Move)
    return core.amount


def test_a_verb_moves_pieces_counts_all_and_bags() -> None:
    one = amount_of("move apple from supply to store[first_player]")
    assert one.form == "pieces" and isinstance(one.number, c.Const) and one.number.value == 1
    two = amount_of("move 2 of apple from supply to store[first_player]")
    assert two.form == "pieces" and isinstance(two.number, c.Const) and two.number.value == 2
    count = amount_of("draw 2 from supply to store[first_player]")
    assert count.form == "count" and count.what is None
    assert amount_of("move all from supply to store[first_player]").form == "all"
    assert amount_of("move all of pear from supply to store[first_player]").what is not None
    assert amount_of("draw up to 2 from supply to store[first_player]").form == "up to"
    assert amount_of("move up to 2 of plum from supply to store[first_player]").what is not None


def test_a_number_is_a_piece_where_the_zone_holds_a_range() -> None:
    game = draft("garden_dice")
    spent = first(game.actions["buy"].block.body)
    assert isinstance(spent, c.Move) and spent.amount.form == "pieces" and spent.target is None


# ---------- numbers, rules, labels ----------


def test_bounds_of_numbers_are_proven_through_arithmetic() -> None:
    game = small("numbers:\n  room: 5\n  fee: 2\nalways:\n  a: number_of_players * 2 + room - 1 > 0\n")
    line = game.always[0].value
    assert isinstance(line, c.Compare) and line.left.type == c.NumberT(8, 10)


def test_a_number_that_a_power_changes_has_no_bounds() -> None:
    game = small()
    price = game.defines["price_of"].value
    assert isinstance(price, c.Arith) and price.right.type == c.NumberT()
    assert game.defines["fee"].value.type == c.NumberT(2, 2)


def test_every_citation_of_the_file_is_gathered_with_its_places() -> None:
    game = draft("cinque_terre")
    text = (HERE.parents[1] / "drafts" / "cinque_terre.yaml").read_text(encoding="utf-8")
    for rule in ("CT-40", "CT-G4" if "rule: CT-G4" in text else "CT-228", "CT-209", "CT-121", "CT-107"):
        assert game.rules[rule], rule
    assert all(span.source.name == "cinque_terre" for spans in game.rules.values() for span in spans)
    assert len(game.rules) >= len(set(re.findall(r"rule: (CT-[0-9]+)$", text, re.MULTILINE)))


def test_labels_are_kept_by_path_and_language() -> None:
    game = draft("cinque_terre")
    assert game.labels["title"] == {"en": "Cinque Terre"}
    assert game.labels["kinds.produce.olive.label"] == {"en": "Olives"}
    olive = next(i for i in game.enums["produce"].ids if game.names[i] == "olive")
    assert game.shown[olive] == {"colour": "black"}

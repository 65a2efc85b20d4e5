"""The oracle and the compiler, on small games built by code: forced answers, completion, horizons, turns, powers."""

import pytest

import rulewright.check.checked as c
from oracle import Chance, Fault, Oracle
from oracle.build import (
    AT,
    BAG,
    COLOURS,
    NUMBER,
    PLAYERS,
    a_game,
    a_variable,
    a_zone,
    action,
    all_of,
    assign,
    block,
    colour,
    compare,
    do,
    draw,
    first_player,
    holds,
    local,
    me,
    move,
    named,
    need,
    num,
    per_player,
    pick,
    read,
    seen,
    span,
    special,
    turns,
    var,
    written,
    zone,
)  # fmt: skip
from oracle.compiled import Compiled

RED, GREEN, BLUE = 2, 3, 4
COINS = var("coins", me())


def scripted(*outcomes):
    left = list(outcomes)

    def chance(request: Chance):
        kind, numbers, outcome = left.pop(0)
        assert (request.kind, request.numbers) == (kind, numbers)
        return outcome

    return chance


def no_chance(request: Chance):
    raise AssertionError(f"no chance was expected: {request}")


def play_of(*body, **more):
    """A game whose play is one turn each with this body."""
    return a_game(play=(block("play.game", *body, turns=special("first_player")),), **more)


@pytest.fixture(autouse=True, params=[Oracle, Compiled], ids=["oracle", "compiled"])
def engine(request, monkeypatch):
    monkeypatch.setitem(globals(), "ENGINE", request.param)


ENGINE = Oracle


def start(game, chance=no_chance):
    return ENGINE(game, 2, {}, chance)


def coins(oracle, seat=0):
    return oracle.snapshot()["coins"][(seat,)]


def pay(n):
    return assign("pay", num(n), COINS)


def test_a_refusal_deep_in_an_action_makes_the_first_answer_illegal():
    spend = action("spend", pay(3), block("spend.more", pay(3)))
    take = action("take", assign("add", num(1), COINS))
    oracle = start(play_of(block("act", choose=(named(spend), named(take))), actions=(spend, take)))
    assert oracle.question.answers == ("take",)
    assert coins(oracle) == 5


def test_a_choose_of_named_actions_is_asked_and_its_end_passes_the_turn():
    take = action("take", assign("add", num(1), COINS))
    oracle = start(play_of(block("act", choose=(named(take),)), actions=(take,)))
    assert (oracle.question.player, oracle.question.kind) == (0, "choose")
    oracle.answer("take")
    assert oracle.question.player == 1 and coins(oracle) == 6
    oracle.answer("take")
    assert oracle.question is None


def test_a_choose_in_flow_ends_when_nothing_is_legal():
    spend = action("spend", pay(9))
    oracle = start(play_of(block("act", choose=(named(spend),)), actions=(spend,)))
    assert oracle.question is None


def test_the_only_pick_is_taken_by_itself_unless_the_block_always_asks():
    x = c.Var("x", NUMBER)
    for always in (False, True):
        asked = block("act", assign("pay", local(x), COINS), picks=(pick(x, span(5, 9)),), ask_always=always)
        oracle = start(play_of(asked))
        assert coins(oracle) == (5 if always else 0)
        assert (oracle.question.answers if oracle.question else None) == ((5,) if always else None)


def test_a_pick_offers_only_what_the_rest_of_the_step_can_pay():
    x = c.Var("x", NUMBER)
    oracle = start(play_of(block("act", assign("pay", local(x), COINS), picks=(pick(x, span(3, 9)),))))
    assert oracle.question.answers == (3, 4, 5)


def test_a_need_is_tested_as_soon_as_its_pick_is_bound():
    x, y = c.Var("x", NUMBER), c.Var("y", NUMBER)
    odd = compare(c.Arith(type=NUMBER, at=AT, op="mod", left=local(x), right=num(2)), "is", num(1))
    asked = block("act", picks=(pick(x, span(1, 4)), pick(y, span(1, 2))), needs=(need(odd),))
    oracle = start(play_of(asked))
    assert oracle.question.answers == (1, 3)
    oracle.answer(3)
    assert oracle.question.answers == (1, 2)


def test_a_times_loop_calls_its_way_out_stop_and_offers_it_from_the_lower_bound_on():
    take = action("take", block("take.loop", pay(1), times=(num(1), num(3)), choose=(written("on"),)))
    oracle = start(play_of(block("act", choose=(named(take),)), actions=(take,)))
    oracle.answer("take")  # the first round has one answer and is taken by itself
    assert oracle.question.answers == ("on", "stop") and coins(oracle) == 4
    oracle.answer("on")
    oracle.answer("on")  # the upper bound ends it
    assert oracle.question.player == 1 and coins(oracle) == 2


def test_a_loop_short_of_its_lower_bound_refuses_the_action_but_ends_in_flow():
    loop = {"times": (num(3), num(3)), "choose": (written("on", pay(2)),)}
    take, wait = action("take", block("take.loop", **loop)), action("wait")
    oracle = start(play_of(block("act", choose=(named(take), named(wait))), actions=(take, wait)))
    assert oracle.question.answers == ("wait",)
    flow = start(play_of(block("act", **loop)))
    assert flow.question is None and coins(flow) == 1


def test_a_loop_in_an_action_may_not_be_entered_where_it_cannot_be_left():
    # two rounds of 2 are owed, and then a fee of 1: an even start leaves a way, the fee makes 5 just enough
    take = action(
        "take",
        block("take.loop", times=(num(2), num(2)), choose=(written("cheap", pay(2)), written("dear", pay(3)))),
        pay(1),
    )
    oracle = start(play_of(block("act", choose=(named(take),)), actions=(take,)))
    oracle.answer("take")
    assert coins(oracle, 0) == 0  # cheap, cheap and the fee were all forced
    assert oracle.question.player == 1


def test_each_at_most_bounds_single_alternatives_of_one_run():
    loop = block(
        "act", times=(num(0), num(3)), each_at_most=(("a", num(1)), ("b", num(1))), choose=(written("a"), written("b"))
    )
    oracle = start(play_of(loop))
    assert oracle.question.answers == ("a", "b", "stop")
    oracle.answer("b")
    assert oracle.question.answers == ("a", "stop")


def test_an_or_answer_needs_its_needs_and_ends_the_block():
    or_ = written("enough", needs=(need(compare(read(COINS), "<", num(5))),))
    until = (c.EndReason("until", compare(read(COINS), "is", num(0)), AT),)
    loop = block("act", pay(1), until=until, choose=(written("on"), written("on_too")), or_=or_)
    oracle = start(play_of(loop))
    assert oracle.question.answers == ("on", "on_too")
    oracle.answer("on")
    assert oracle.question.answers == ("on", "on_too", "enough")
    oracle.answer("enough")
    assert oracle.question.player == 1


def test_an_action_is_tried_no_further_than_a_draw_from_a_hidden_stack():
    pile = a_zone("pile", "stack", holds=(holds(1),), seen_by=seen("nobody"))
    hand = a_zone("hand", "bag", keys=per_player())
    take = action("take", draw(1, zone("pile"), zone("hand", me())), pay(9))
    spend = action("spend", pay(9), draw(1, zone("pile"), zone("hand", me())))
    flow = block("act", choose=(named(take), named(spend)))
    oracle = start(play_of(flow, actions=(take, spend), zones=(pile, hand)))
    assert oracle.question.answers == ("take",)


def test_behind_a_horizon_a_choose_with_nothing_legal_just_ends():
    pile = a_zone("pile", "stack", holds=(holds(1),), seen_by=seen("nobody"))
    hand = a_zone("hand", "bag", keys=per_player())
    dear = block("take.dear", choose=(written("a", pay(9)),))
    take = action("take", draw(1, zone("pile"), zone("hand", me())), dear)
    early = action("spend", dear, draw(1, zone("pile"), zone("hand", me())))
    oracle = start(play_of(block("act", choose=(named(take), named(early))), actions=(take, early), zones=(pile, hand)))
    assert oracle.question.answers == ("take",)
    oracle.answer("take")
    assert oracle.question.player == 1 and coins(oracle) == 5
    assert oracle.snapshot()["hand"][(0,)] == (BLUE,)  # the piece that was put last lies on top


def test_a_draw_from_a_bag_asks_chance_among_pieces_in_order_and_not_when_they_are_alike():
    bag, hand = a_zone("bag", "bag", holds=(holds(1),)), a_zone("hand", "bag")
    oracle = start(
        a_game(setup=(draw(2, zone("bag"), zone("hand")), draw(1, zone("bag"), zone("hand"))), zones=(bag, hand)),
        scripted(("choose", (3,), 1), ("choose", (2,), 1)),
    )
    assert oracle.snapshot()["hand"][()] == (RED, GREEN, BLUE)


def test_an_emptied_stack_is_filled_from_its_discards_and_a_short_row_from_the_stack():
    pile = a_zone(
        "pile", "stack", holds=(holds(1),), seen_by=seen("nobody"), recycle_from=zone("discards"),
        recycle_when=seen("emptied"),
    )  # fmt: skip
    display = a_zone("display", "row", at_most=num(2), refill=zone("pile"))
    discards = a_zone("discards", "bag")
    game = a_game(
        zones=(pile, display, discards),
        setup=(
            first_player(0),
            draw(2, zone("pile"), zone("display")),
            do(c.Move(c.Amount("pieces", num(2), colour(GREEN)), None, zone("discards"))),
            do(c.Move(c.Amount("pieces", num(1), colour(BLUE)), zone("display"), None)),
        ),
    )
    oracle = start(game, scripted(("shuffle", (2,), [1, 0])))
    assert oracle.snapshot()["display"][()] == (RED, GREEN)
    assert oracle.snapshot()["pile"][()] == (GREEN, GREEN) and oracle.snapshot()["discards"][()] == ()


def test_more_turns_follow_once_until_is_true():
    take = action("take", assign("add", num(1), COINS))
    richest = c.Aggregate(
        type=NUMBER, at=AT, kind="max", value=read(COINS),
        binds=(c.Bind(c.Var("p", PLAYERS), all_of("player"), None, AT),),
    )  # fmt: skip
    body = block("act", choose=(named(take),))
    oracle = start(a_game(actions=(take,), play=(turns(body, until=compare(richest, ">=", num(7)), more=num(2)),)))
    asked = []
    while oracle.question:
        asked.append(oracle.question.player)
        oracle.answer("take")
    assert asked == [0, 1, 0, 1, 0] and oracle.end_reason == "until"


def test_state_rules_fire_after_each_step_and_event_rules_after_the_action_with_its_me():
    poor = compare(read(var("coins", special("active"))), "<", num(3))
    rescue = c.Whenever("rescue", (), poor, (assign("add", num(10), var("coins", special("active"))),), None, (), AT)
    tick = c.Whenever("tick", ("spend",), None, (assign("add", num(100), COINS),), None, (), AT)
    spend = action("spend", pay(3), pay(9))
    oracle = start(
        play_of(block("act", choose=(named(spend),)), actions=(spend,), whenever=(rescue, tick)),
    )
    oracle.answer("spend")
    assert coins(oracle) == 5 - 3 + 10 - 9 + 100


def test_a_power_changes_a_number_for_its_owner_only_and_a_trigger_follows_the_action():
    price = c.Define("price", (), num(4), False, True, (), AT)
    it = c.Special(type=NUMBER, at=AT, name="it")
    cheaper = c.ModifierPower("price", (), c.Arith(type=NUMBER, at=AT, op="-", left=it, right=num(1)), ())
    bonus = c.TriggerPower("spend", False, None, assign("add", num(50), COINS))
    powers = c.Attr("power", {RED: c.PowerSet((cheaper, bonus))})
    spend = action("spend", assign("pay", c.CallDefine(type=NUMBER, at=AT, name="price"), COINS))
    cards = a_zone("cards", "bag", keys=per_player(), powers_of=True)
    north = c.Const(type=PLAYERS, at=AT, value=0)
    game = play_of(
        block("act", choose=(named(spend),)), actions=(spend,), zones=(cards,), attributes={"power": powers},
        defines={"price": price}, setup=(first_player(0), move(colour(RED), None, zone("cards", north), 2)),
    )  # fmt: skip
    oracle = start(game)
    oracle.answer("spend")
    oracle.answer("spend")
    assert coins(oracle, 0) == 5 - 2 + 100 and coins(oracle, 1) == 5 - 4


def test_all_decide_on_one_state_before_anything_is_done():
    x = c.Var("x", COLOURS)
    mine = a_zone("mine", "bag", keys=per_player())
    pot = a_zone("pot", "bag", holds=(holds(2),))
    taken = block("act", move(local(x), zone("pot"), zone("mine", me())), picks=(pick(x, read(zone("pot"), BAG)),),
                  all_at_once=all_of("player"))  # fmt: skip
    oracle = start(a_game(zones=(mine, pot), play=(taken,)))
    oracle.answer(RED)
    assert oracle.question.player == 1 and len(oracle.snapshot()["pot"][()]) == 6
    oracle.answer(RED)
    assert oracle.snapshot()["mine"] == {(0,): (RED,), (1,): (RED,)}


def test_meanwhile_is_offered_beside_a_choose_inside_the_action_and_the_question_returns():
    work = action("work", block("work.way", choose=(written("a"), written("b"))))
    wait = action("wait", assign("add", num(1), COINS), needs=(need(compare(read(COINS), "<", num(6))),))
    act = block("act", choose=(named(work),), meanwhile=(named(wait),))
    oracle = start(play_of(act, actions=(work, wait)))
    assert oracle.question.answers == ("work", "wait")
    oracle.answer("work")
    assert oracle.question.answers == ("a", "b", "wait")
    oracle.answer("wait")
    assert oracle.question.answers == ("a", "b") and coins(oracle) == 6


def test_after_a_look_the_only_answer_is_asked():
    x = c.Var("x", COLOURS)
    pile = a_zone("pile", "stack", seen_by=seen("nobody"))
    seen_pile = c.PiecesT(COLOURS, "stack")
    take = action("take", do(c.Reveal("look", zone("pile"))), do(c.PickStmt(pick(x, read(zone("pile"), seen_pile)))))
    wait = action("wait")
    game = play_of(
        block("act", choose=(named(take), named(wait))), actions=(take, wait), zones=(pile,),
        setup=(first_player(0), move(colour(RED), None, zone("pile"))),
    )  # fmt: skip
    oracle = start(game)
    oracle.answer("take")
    assert (oracle.question.kind, oracle.question.answers) == ("pick", (RED,))


def test_several_pieces_are_one_answer_in_canonical_order():
    x = c.Var("x", BAG)
    bag = a_zone("bag", "bag", holds=(holds(2),))
    asked = block("act", picks=(pick(x, read(zone("bag"), BAG), number=num(2)),))
    oracle = start(play_of(asked, zones=(bag,)))
    pairs = ((RED, RED), (RED, GREEN), (RED, BLUE), (GREEN, GREEN), (GREEN, BLUE), (BLUE, BLUE))
    assert oracle.question.answers == pairs


def test_resets_belong_to_the_turn_and_scores_are_added_at_the_end():
    counted = a_variable("moves", own=False, resets=True)
    score = c.ScoreLine("sum", read(COINS), (), None, AT)
    win = c.WinnerLine("score", True, read(var("score", me())), (), AT)
    body = (assign("add", num(1), var("moves")), assign("add", read(var("moves")), COINS))
    oracle = start(play_of(*body, variables=(counted,), scoring=(score,), winner=(win,)))
    assert oracle.scores() == {0: 6, 1: 6} and oracle.winners() == [0, 1]


def test_an_answer_that_is_not_legal_is_rejected():
    take = action("take")
    oracle = start(play_of(block("act", choose=(named(take),)), actions=(take,)))
    with pytest.raises(ValueError):
        oracle.answer("spend")


NORTH, SOUTH = (c.Const(type=PLAYERS, at=AT, value=i) for i in (0, 1))


def can(*names):
    return c.Builtin(type=c.TruthT(), at=AT, name="can", actions=names)


def test_a_decision_of_another_player_is_a_horizon():
    dear = written("dear", assign("pay", num(9), var("coins", SOUTH)))
    rival = block("take.rival", choose=(dear, written("yes"), written("no")), decider=SOUTH)
    take, spend = action("take", rival), action("spend", pay(9), rival)
    asked = block("act", choose=(named(take), named(spend)), condition=compare(me(), "is", NORTH))
    oracle = start(play_of(asked, actions=(take, spend)))
    assert oracle.question.answers == ("take",)
    oracle.answer("take")
    assert (oracle.question.player, oracle.question.answers) == (1, ("yes", "no"))


def test_what_refuses_behind_a_horizon_with_no_way_around_it_is_a_fault():
    rival = block("take.rival", choose=(written("yes"), written("no")), decider=SOUTH)
    take = action("take", rival, pay(9))
    oracle = start(play_of(block("act", choose=(named(take),)), actions=(take,)))
    with pytest.raises(Fault, match="cannot"):
        oracle.answer("take")


def test_can_tries_an_action_from_the_present_state_without_changing_it():
    spend, wait = action("spend", pay(3)), action("wait")
    idle = written("pass", needs=(need(c.Not(type=c.TruthT(), at=AT, operand=can("spend"))),))
    oracle = start(play_of(block("act", choose=(named(spend),), or_=idle, times=(num(0), None)), actions=(spend, wait)))
    assert oracle.question.answers == ("spend",)
    oracle.answer("spend")  # two coins are left: the lone way out is taken by itself
    assert oracle.question.player == 1 and coins(oracle) == 2


def test_a_row_with_room_keeps_its_gaps_and_an_open_row_closes_up():
    slots, line = a_zone("slots", "row", at_most=num(3)), a_zone("line", "row")
    steps = [move(colour(i), None, zone(n)) for n in ("slots", "line") for i in (RED, GREEN, BLUE)]
    steps += [move(colour(RED), zone(n), None) for n in ("slots", "line")]
    oracle = start(a_game(setup=tuple(steps), zones=(slots, line)))
    assert oracle.snapshot()["slots"][()] == (None, GREEN, BLUE) and oracle.snapshot()["line"][()] == (GREEN, BLUE)


def test_the_last_piece_lies_outermost_at_either_end_of_a_stack():
    line, pile = a_zone("line", "row", holds=(holds(1),)), a_zone("pile", "stack")

    def moved(end):
        return start(
            a_game(
                setup=(
                    move(colour(RED), None, zone("pile")),
                    do(c.Move(c.Amount("all", None, None), zone("line"), zone("pile"), end=end)),
                ),
                zones=(line, pile),
            )
        ).snapshot()["pile"][()]

    assert moved(None) == (BLUE, GREEN, RED, RED)
    assert moved("bottom") == (RED, RED, GREEN, BLUE)


def test_chosen_order_asks_piece_by_piece_and_the_last_is_forced():
    line, pile = a_zone("line", "row", holds=(holds(1),)), a_zone("pile", "stack")
    back = do(c.Move(c.Amount("all", None, None), zone("line"), zone("pile"), end="bottom", order="chosen"), "back")
    oracle = start(play_of(back, zones=(line, pile)))
    assert oracle.question.answers == (RED, GREEN, BLUE) and oracle.question.kind == "pick"
    oracle.answer(GREEN)
    assert oracle.question.answers == (RED, BLUE)
    oracle.answer(BLUE)
    assert oracle.question is None and oracle.snapshot()["pile"][()] == (GREEN, BLUE, RED)


def test_end_turn_goes_on_to_the_test_of_until_and_end_play_names_its_step():
    ends = do(c.End("turn"), condition=compare(me(), "is", NORTH))
    until = compare(read(var("coins", SOUTH)), "is", num(0))
    oracle = start(a_game(play=(turns(ends, pay(5), until=until),)))
    assert (coins(oracle, 0), coins(oracle, 1), oracle.end_reason) == (5, 0, "until")
    over = do(c.End("play"), "play.game.do.stalled")
    oracle = start(a_game(play=(turns(over, pay(5), until=until),)))
    assert (coins(oracle, 1), oracle.end_reason) == (5, "stalled")


def test_a_second_run_of_turns_goes_on_until_its_own_end():
    take = action("take", assign("add", num(1), COINS))
    first, second = (
        turns(block("act", choose=(named(take),)), until=compare(read(var("coins", SOUTH)), "is", num(n)))
        for n in (6, 8)
    )
    oracle = start(a_game(actions=(take,), play=(first, second)))
    asked = 0
    while oracle.question:
        asked += 1
        oracle.answer("take")
    assert (asked, coins(oracle, 0), coins(oracle, 1)) == (6, 8, 8)


def test_end_turns_leaves_the_inner_turns_only():
    inner = block("play.inner", pay(1), do(c.End("turns")), turns=special("active"))
    oracle = start(play_of(inner, pay(1)))
    assert (coins(oracle, 0), coins(oracle, 1)) == (3, 3)


def test_a_sentence_for_each_fixes_its_domain_first_and_reads_the_present_state_each_round():
    x = c.Var("x", COLOURS)
    bag = a_zone("bag", "bag", holds=(holds(1),))
    each = (c.Bind(x, read(zone("bag"), BAG), None, AT),)
    size = c.Builtin(type=NUMBER, at=AT, name="size", args=(read(zone("bag"), BAG),))
    put = do(c.Move(c.Amount("pieces", size, local(x)), None, zone("bag")), each=each)
    oracle = start(a_game(setup=(put,), zones=(bag,)))
    assert [oracle.snapshot()["bag"][()].count(x) for x in (RED, GREEN, BLUE)] == [4, 7, 13]


def test_a_performed_action_counts_as_an_event_and_none_does_nothing():
    spend = action("spend", pay(1))
    tick = c.Whenever("tick", ("spend",), None, (assign("add", num(100), COINS),), None, (), AT)
    which = c.Const(type=NUMBER, at=AT, value=spend.id)
    nothing = c.Const(type=c.NoneT(), at=AT, value=None)
    steps = (do(c.PerformAction(which)), do(c.PerformAction(nothing)))
    oracle = start(play_of(*steps, actions=(spend,), whenever=(tick,)))
    assert coins(oracle) == 104


def test_a_state_rule_fires_once_per_step_unless_it_repeats():
    rich = compare(read(var("coins", NORTH)), ">", num(0))
    less = assign("subtract", num(1), var("coins", NORTH))

    def left(repeats):
        rule = c.Whenever("less", (), rich, (less,), repeats, (), AT)
        return coins(start(a_game(play=(do(c.Nothing()),), whenever=(rule,))))

    assert left(None) == 4 and left(num(3)) == 2


def test_in_a_whole_routine_state_rules_wait_for_its_end():
    zero = compare(read(var("coins", NORTH)), "is", num(0))
    seen_zero = c.Whenever("zero", (), zero, (assign("set", num(77), var("coins", NORTH)),), None, (), AT)
    dip = (assign("set", num(0), var("coins", NORTH)), assign("add", num(2), var("coins", NORTH)))

    def after(whole):
        routine = c.Routine("dip", (), block("routines.dip", *dip), whole)
        run = do(c.RunRoutine("dip", ()))
        return coins(start(a_game(play=(run,), routines={"dip": routine}, whenever=(seen_zero,))))

    assert after(True) == 2 and after(False) == 79


def test_a_loop_in_flow_withholds_its_way_out_below_the_lower_bound():
    oracle = start(play_of(block("act", times=(num(1), num(2)), choose=(written("a"), written("b")))))
    assert oracle.question.answers == ("a", "b")
    oracle.answer("a")
    assert oracle.question.answers == ("a", "b", "stop")


def test_for_goes_by_its_order_and_a_lone_or_answer_is_taken_for_one_round_only():
    p = c.Var("p", PLAYERS)
    order = c.Negate(type=NUMBER, at=AT, operand=local(p))
    spend = action("spend", pay(5))
    rounds = block(
        "play.rounds", choose=(named(spend),), or_=written("no"), decider=local(p), loop_order=order,
        loops=(c.Bind(p, all_of("player"), None, AT),),
    )  # fmt: skip
    oracle = start(a_game(actions=(spend,), play=(rounds,)))
    assert (oracle.question.player, oracle.question.answers) == (1, ("spend", "no"))
    oracle.answer("no")
    assert oracle.question.player == 0
    oracle.answer("spend")
    assert oracle.question is None and coins(oracle, 0) == 0


def test_rounds_of_counts_the_finished_rounds_of_the_last_run():
    loop = block("take.loop", times=(num(0), num(3)), choose=(written("on"),))
    paid = assign("pay", c.RoundsOf(type=NUMBER, at=AT, path="take.loop"), COINS)
    take = action("take", loop, paid)
    oracle = start(play_of(block("act", choose=(named(take),)), actions=(take,)))
    for answer in ("take", "on", "on", "stop"):
        oracle.answer(answer)
    assert coins(oracle) == 3


def test_a_state_that_always_forbids_is_noted_at_the_next_pause():
    take = action("take", pay(1))
    lucky = c.Invariant("lucky", compare(read(var("coins", NORTH)), "is not", num(4)), False, (), AT)
    before = c.Builtin(type=NUMBER, at=AT, name="before", args=(read(var("coins", SOUTH)),))
    falls = c.Invariant("rises", compare(read(var("coins", SOUTH)), ">=", before), False, (), AT)
    oracle = start(play_of(block("act", choose=(named(take),)), actions=(take,), always=(lucky, falls)))
    assert oracle.violations == []
    oracle.answer("take")
    assert oracle.violations == ["lucky"]
    oracle.answer("take")
    assert oracle.violations == ["lucky", "lucky", "rises"]

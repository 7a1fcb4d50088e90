"""The options of the 2004 edition: R04-OPT, R04-WID-5, D-X01 and D-X08 to D-X17."""

import pytest
from tables import (
    amounts,
    assert_legal,
    assert_refused,
    captured,
    card,
    cards,
    cited_rules,
    deal_hands,
    legal_cards,
    play,
    position,
    scores,
)

import mam
from mam.games.match import Match
from mam.games.registry import find_rules
from mam.rules.cards import NoTrump
from mam.rules.moves import Misdeal

GAME = "make-a-million-2004"
FEW = "N R1 Y1 G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4"
NEST = "B1 B2 B3"


def fresh(hands: str = FEW, dealer: str = "W", nest: str = NEST, options: tuple[str, ...] = ()) -> mam.TrickRound:
    return deal_hands(GAME, hands, dealer=dealer, nest=nest, options=options)


def table(hands: str, option: str = "", bidder: str = "N", trump: str = "B", **facts: object) -> mam.TrickRound:
    options = [option] if option else []
    return position(GAME, hands, bidder=bidder, trump=trump, options=options, **facts)  # type: ignore[arg-type]


def test_R04_OPT_0_an_option_is_off_until_it_is_agreed() -> None:
    rules = find_rules(GAME)
    assert rules.chosen == () and rules.no_trumps == () and not rules.tricks.trump_break
    assert rules.auction.max_misdeal_money is None and "vote" not in rules.phases
    with pytest.raises(ValueError, match="has no option 'kitty'"):
        find_rules(GAME, ["kitty"])


# A new deal for a poor hand

POOR = "N R5 Y10 G1 | E R2 Y2 G2 | S B5 Y15 G3 | W R4 Y4 G4"


def test_R04_OPT_1_fifteen_or_less_may_ask_for_a_new_deal() -> None:  # B59
    round = fresh(POOR, options=("misdeal",))
    shown = assert_legal(round, "misdeal", "R04-OPT-1", words="the same dealer deals again")  # 15
    assert shown.is_over and shown.result is not None and shown.result.is_misdeal
    assert scores(shown) == {"N-S": 0, "E-W": 0} and shown.result.note == "misdeal"
    assert_legal(play(round, "pass"), "misdeal", "R04-OPT-1")  # 0
    assert_refused(
        play(round, "pass, pass"),
        "misdeal",
        "R04-OPT-1",
        "You can't call for a new deal: you hold $20,000, and the maximum is $15,000.",
    )  # 20


def test_R04_OPT_1_not_without_the_option() -> None:
    refusal = assert_refused(fresh(POOR), "misdeal", "R04-OPT-0", "You can do that only with the option misdeal.")
    assert [ruling.id for ruling in refusal.further_rulings] == ["R04-OPT-1"]


def test_D_X08_before_the_own_first_call_and_shown_and_dealt_anew() -> None:
    round = play(fresh(POOR, options=("misdeal",)), "open, pass, pass, raise")
    assert_refused(round, "misdeal", "D-X08", "You can't call for a new deal after your first call of the auction.")
    shown = play(fresh(POOR, options=("misdeal",)), "open, misdeal")  # East had not spoken
    for person in "NSW":
        assert mam.view(shown, person).round.deal["E"] == cards("R2 Y2 G2")
    hidden = {seat for seat in "NSW" if set(mam.view(shown, "E").round.deal[seat]) == {mam.UNSEEN}}
    assert hidden == {"N", "S", "W"}


def test_D_X08_the_widow_does_not_count() -> None:
    hands = "N R5 Y10 G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4"
    assert_legal(fresh(hands, nest="B40 B30 B15", options=("misdeal",)), "misdeal", "R04-OPT-1")


def test_D_X08_and_D_G33_the_same_dealer_deals_again() -> None:
    matches = (mam.start_match(GAME, seed, options=["misdeal"]) for seed in range(400))
    match = next(match for match in matches if Misdeal() in match.legal_moves)
    dealer, first = match.round.deal.dealer, match.round.deal
    match = match.play(Misdeal())
    assert match.round.deal.dealer == dealer and match.round.deal != first and len(match.finished) == 1
    assert match.totals == {"N-S": 0, "E-W": 0} and not match.is_over and "misdeal" in mam.make_sheet(match).text()


def test_D_X08_a_redeal_ends_no_match() -> None:
    round = play(fresh(POOR, options=("misdeal",)), "misdeal")
    assert Match(round.rules, 0, round, (round,), {"N-S": 1000, "E-W": 0}).result is None


def test_D_X09_whoever_is_bound_to_bid_may_ask_first() -> None:
    round = play(fresh(FEW, options=("misdeal",)), "pass, pass, pass")
    assert_refused(round, "pass", "D-X01")
    assert_legal(round, "misdeal", "R04-OPT-1")


# Passed out


def test_D_X01_all_may_pass_by_the_option() -> None:
    round = play(fresh(options=("redeal-if-all-pass",)), "pass, pass, pass")
    assert cited_rules(round, "pass")["D-X01"] == "Nobody has bid, so the hand is not played."
    out = assert_legal(round, "pass", "D-X01")
    assert out.is_over and out.result is not None and not out.result.is_misdeal and scores(out) == {"N-S": 0, "E-W": 0}
    assert out.bidder is None and out.result.note == "passed out" and out.next_dealer == "N"
    assert_legal(round, "open", "R04-BID-2")
    match = mam.start_match(GAME, 1, dealer="W", options=["redeal-if-all-pass"])
    for _ in range(4):
        match = match.play(mam.Pass())
    assert match.round.deal.dealer == "N" and len(match.finished) == 1


# No trump


@pytest.mark.parametrize("name", ["NT+", "NT-"])
def test_R04_OPT_2_and_D_X10_the_bidder_may_name_no_trump_and_what_the_tiger_is(name: str) -> None:
    round = play(fresh(options=("no-trump",)), f"open, pass, pass, pass, discard {NEST}")
    assert legal_cards(round) == "trump R trump Y trump B trump G trump NT+ trump NT-"
    after = assert_legal(round, f"trump {name}", "R04-OPT-2")
    assert isinstance(after.trump, NoTrump) and after.trump.value == name and after.turn == "N"
    assert_refused(round, "trump NC", "R04-OPT-2")
    without = play(fresh(), f"open, pass, pass, pass, discard {NEST}")
    assert_refused(
        without,
        f"trump {name}",
        "R04-OPT-0",
        "You can't play without trump: you must name a color. You can do that only with the option no-trump.",
    )


def test_R04_OPT_2_the_highest_card_takes() -> None:
    round = table("N R1 Y9 | E B40 Y2 | S R30 Y3 | W G40 Y4", "no-trump", trump="NT+", played="R1, B40, R30, G40")
    assert round.tricks[0].winner == "S" and captured(round) == {"N-S": 110, "E-W": 0}


def test_D_X11_the_tiger_highest() -> None:
    hands = "N R40 Y9 | E TIGER R2 | S R30 Y3 | W G40 Y4"
    round = table(hands, "no-trump", trump="NT+", played="R40")
    assert_refused(
        round, "TIGER", "R04-PLAY-3", "You must follow Red: you still hold "
    )  # it has no color and does not follow
    free = table(hands.replace("E TIGER R2", "E TIGER B2"), "no-trump", trump="NT+", played="R40")
    assert legal_cards(free) == "B2 TIGER"
    ended = play(free, "TIGER, R30, Y4")
    assert ended.tricks[0].winner == "E" and ended.tricks[0].value == 70
    last = play(free, "TIGER, R30")
    assert cited_rules(last, "Y4")["D-X11"] == "East's Tiger is the highest card and takes the trick."


def test_D_X11_the_tiger_lowest() -> None:
    hands = "N R1 Y9 | E TIGER B2 | S R30 Y3 | W G40 Y4"
    ended = table(hands, "no-trump", trump="NT-", played="R1, TIGER, R30, G40")
    assert ended.tricks[0].winner == "S"
    led = table("N R1 Y9 | E TIGER B2 | S Y30 Y3 | W G40 Y4", "no-trump", trump="NT-", played="R1, TIGER, Y30, G40")
    assert led.tricks[0].winner == "N"  # even the One of the color led is higher
    alone = table("N R40 TIGER | E R2 BULL | S R30 BEAR | W R1 Y4", "no-trump", trump="NT-", played="R40, R2, R30, R1")
    assert play(alone, "TIGER, BULL, BEAR, Y4").tricks[1].winner == "W"  # Yellow was set and is higher


def test_D_X11_led_it_has_no_color_and_the_next_card_sets_one() -> None:
    for trump in ("NT+", "NT-"):
        round = table("N TIGER Y9 | E R2 Y2 | S R30 Y3 | W G40 R4", "no-trump", trump=trump)
        assert_legal(round, "TIGER", "D-X11", words="has no color")
        round = play(round, "TIGER")
        assert legal_cards(round) == "R2 Y2"
        round = assert_legal(round, "R2", "D-X11")  # no Bull or Bear was led
        assert legal_cards(round) == "R30"
        ended = play(round, "R30, R4")
        assert ended.tricks[0].winner == ("N" if trump == "NT+" else "S")


def test_D_X11_the_reason_to_follow_names_the_color_and_not_the_tiger() -> None:
    hands = "N TIGER R1 | E Y3 G3 | S R7 G4 | W Y40 G7"
    round = table(hands, "no-trump", trump="NT+", played="TIGER, Y3, R7")
    assert_refused(round, "G7", "R04-PLAY-3", "so you must follow Yellow: you still hold Y")
    assert cited_rules(round, "Y40")["R04-PLAY-3"] == "Yellow is the color to follow, and West follows with Yellow 40."
    trumps = table(hands.replace("Y3", "B3"), trump="B", played="TIGER")
    assert_refused(
        trumps, "G3", "R04-PLAY-3", "The Tiger was led, so you must follow Black, the trump: you still hold "
    )


def test_R04_OPT_2_only_its_own_ways_of_no_trump_may_be_named() -> None:
    round = play(fresh(options=("no-trump",)), f"open, pass, pass, pass, discard {NEST}")
    assert_refused(
        round,
        "trump NC",
        "R04-OPT-2",
        "You can't name “No Color” in this game: name a color, no trump with the Tiger highest or no trump with the Tiger lowest.",
    )
    without = play(fresh(), f"open, pass, pass, pass, discard {NEST}")
    assert_refused(
        without,
        "trump NT+",
        "R04-OPT-0",
        "You can't play without trump: you must name a color. You can do that only with the option no-trump.",
    )


def test_D_X11_after_an_animal_lead_the_tiger_sets_nothing_without_trumps() -> None:
    hands = "N BULL BEAR | E TIGER R3 | S B5 Y40 | W Y1 R9"
    round = table(hands, "no-trump", trump="NT+", played="BULL, TIGER")
    assert legal_cards(round) == "Y40 B5"


def test_D_X12_no_trump_does_not_change_the_bid() -> None:
    round = table(FEW, "no-trump", trump="NT+", bid=200)
    assert round.bid == 200
    ended = play(round, "R1, R2, R3, R4, Y4, Y1, Y2, Y3, G4, G1, G2, G3")
    assert scores(ended) == {"N-S": -200, "E-W": 0}


# Trumps not led until one was played

BREAK = "N B40 R1 | E R2 Y2 | S R30 Y3 | W Y4 B3"


def test_R04_OPT_3_trump_waits_until_one_was_played() -> None:
    round = table(BREAK, "trump-break")
    assert_refused(
        round, "B40", "R04-OPT-3", "You can lead a trump only after one has been played to an earlier trick."
    )
    assert legal_cards(round) == "R1" and legal_cards(table(BREAK)) == "R1 B40"


def test_D_X13_an_earlier_trick_opens_it() -> None:
    hands = "N R40 Y1 B2 | E R2 Y2 Y7 | S R30 Y3 G1 | W B4 Y4 B3"
    round = table(hands, "trump-break", played="R40, R2, R30, B3")
    assert round.is_trump_broken and round.turn == "W" and legal_cards(round) == "Y4 B4"
    unbroken = table(hands, "trump-break", played="R40, R2, R30, Y4")
    assert not unbroken.is_trump_broken and unbroken.turn == "N" and legal_cards(unbroken) == "Y1"
    assert_refused(unbroken, "B2", "R04-OPT-3")


def test_D_X14_a_hand_of_trumps_may_lead_one() -> None:
    only = table("N B40 TIGER | E R2 Y2 | S R30 Y3 | W Y4 B3", "trump-break")
    assert legal_cards(only) == "B40 TIGER"
    animals = table("N B40 BULL | E R2 Y2 | S R30 Y3 | W Y4 B3", "trump-break")
    assert legal_cards(animals) == "B40"  # the Bull needs an empty hand
    tiger = table("N TIGER R1 | E R2 Y2 | S R30 Y3 | W Y4 B3", "trump-break")
    assert_refused(tiger, "TIGER", "R04-OPT-3")
    thrown = table(
        "N R40 R1 B2 | E R2 Y2 G2 | S R30 Y3 G3 | W TIGER Y4 G4", "trump-break", played="R40, R2, R30, TIGER"
    )
    assert thrown.is_trump_broken
    thrown = table("N R40 R1 B2 | E R2 Y2 G2 | S R30 Y3 G3 | W B1 Y4 G4", "trump-break", played="R40, R2, R30, B1")
    assert thrown.is_trump_broken and thrown.tricks[0].winner == "W"


@pytest.mark.parametrize("hand", ["B40 B2", "TIGER B2", "B40 TIGER"])
def test_D_X14_with_only_trumps_left_every_one_may_be_led(hand: str) -> None:
    round = table(f"N {hand} | E R2 Y2 | S R30 Y3 | W Y4 B3", "trump-break")
    assert not round.is_trump_broken and {*legal_cards(round).split()} == {*hand.split()}
    for code in hand.split():
        assert_legal(round, code)


@pytest.mark.parametrize("animals", ["BULL", "BEAR", "BULL BEAR"])
def test_D_X14_beside_bull_and_bear_a_trump_is_the_only_lead(animals: str) -> None:
    other_hands = {1: "E R2 Y2 | S R30 Y3 | W Y4 B3", 2: "E R2 Y2 Y5 | S R30 Y3 Y7 | W Y4 B3 R8"}[len(animals.split())]
    round = table(f"N B40 {animals} | {other_hands}", "trump-break")
    assert not round.is_trump_broken and legal_cards(round) == "B40"


@pytest.mark.parametrize("hand", ["B40 TIGER R1", "B40 BULL R1", "B40 BEAR R1", "TIGER B2 R1"])
def test_R04_OPT_3_one_card_of_another_color_is_led_first(hand: str) -> None:
    round = table(f"N {hand} | E R2 Y2 Y5 | S R30 Y3 Y7 | W Y4 B3 R8", "trump-break")
    assert legal_cards(round) == "R1"
    for code in {*hand.split()} & {"B40", "TIGER", "B2"}:
        assert_refused(round, code, "R04-OPT-3")


def test_D_X14_nobody_can_say_of_a_hidden_hand_that_it_holds_more_than_trumps() -> None:
    round = table("N B40 R1 | E R2 Y2 | S R30 Y3 | W Y4 B3", "trump-break")
    view_round = mam.view(round, "E").round  # North may hold nothing but trumps, for all that East knows
    assert {"B40", "B3", "R1"} <= {*legal_cards(view_round).split()} and not {"R2", "Y2"} & {
        *legal_cards(view_round).split()
    }


def test_D_X15_no_trump_knows_no_such_ban() -> None:
    round = position(
        GAME, "N B40 TIGER R1 | E R2 Y2 G2 | S R30 Y3 G3 | W Y4 B3 G4", bidder="N", trump="NT+",
        options=["trump-break", "no-trump"],
    )  # fmt: skip
    assert legal_cards(round) == "R1 B40 TIGER"


# The vote on the widow


def voting(nest: str = NEST, hands: str = FEW) -> mam.TrickRound:
    return play(fresh(hands, nest=nest, options=("open-widow",)), "open, pass, pass, pass")


def test_D_X17_the_vote_comes_before_the_widow_is_taken() -> None:
    round = voting()
    assert (round.phase, round.turn, legal_cards(round)) == ("vote", "N", "vote yes vote no")
    assert_refused(round, f"discard {NEST}", "D-G27", "You can't discard now: you must vote on the widow first.")
    assert_refused(round, "vote yes", "R04-WID-5", "It is North's turn, not yours.", seat="S")
    assert round.hands["N"] == cards("R1 Y1 G1") and round.nest == cards("B3 B2 B1")
    order = []
    while round.phase == "vote":
        order.append(round.turn)
        round = assert_legal(round, "vote yes", "R04-WID-5")
    assert order == ["N", "E", "S", "W"] and round.phase == "nest" and round.turn == "N"


def test_R04_WID_5_all_must_agree_to_open_it() -> None:
    agreed = play(voting(), "vote yes, vote yes, vote yes")
    assert cited_rules(agreed, "vote yes")["R04-WID-5"] == "Everyone has voted yes: everybody sees the widow."
    agreed = play(agreed, "vote yes")
    for person in "NESW":
        assert mam.view(agreed, person).round.deal.nest == cards("B3 B2 B1")
    against = assert_legal(
        play(voting(), "vote yes, vote yes"), "vote no", "R04-WID-5", words="only the bidder sees the widow"
    )
    assert against.phase == "nest"  # one is enough
    assert mam.view(against, "E").round.deal.nest == (mam.UNSEEN,) * 3
    assert mam.view(against, "N").round.deal.nest == cards("B3 B2 B1")


@pytest.mark.parametrize("yes", range(4))
def test_R04_WID_5_one_refusal_closes_it_for_all_but_the_bidder(yes: int) -> None:
    round = play(voting(), ", ".join([*["vote yes"] * yes, "vote no"]))
    assert round.phase == "nest"
    for person in "ESW":
        assert mam.view(round, person).round.deal.nest == (mam.UNSEEN,) * 3
    assert mam.view(round, "N").round.deal.nest == cards("B3 B2 B1")


def test_R04_WID_5_an_open_widow_before_the_last_vote_is_closed() -> None:
    halfway = play(voting(), "vote yes, vote yes")
    for person in "NESW":
        assert mam.view(halfway, person).round.deal.nest == (mam.UNSEEN,) * 3


def test_D_X17_what_the_others_know_after_a_hidden_discard() -> None:
    nest = "Y40 TIGER B1"
    round = play(voting(nest), "vote yes, vote yes, vote yes, vote yes")
    assert mam.view(round, "E").round.hands["N"].count(mam.UNSEEN) == 3
    after = play(round, "discard R1 Y1 B1")
    view_round = mam.view(after, "E").round
    assert view_round.history[-1] == mam.Discard(cards("?? ?? ??"))
    assert card("TIGER") in view_round.hands["N"]  # it can never go out
    assert card("Y40") in view_round.hands["N"]  # nor money, where nothing is shown
    assert card("B1") not in view_round.hands["N"] and len(view_round.hands["N"]) == 3


def test_D_X16_what_was_captured_is_counted_at_the_end_of_the_hand() -> None:
    ended = table(FEW, played="R1, R2, R3, R4, Y4, Y1, Y2, Y3, G4, G1, G2, G3")
    assert ended.is_over and len(ended.tricks) == 3 and amounts(ended) == []


@pytest.mark.parametrize("dealer", "NESW")
def test_D_X08_the_same_dealer_is_named_after_a_misdeal(dealer: str) -> None:
    match = mam.start_match(GAME, 8, dealer=dealer, options=["misdeal"])
    while mam.Misdeal() not in match.legal_moves:
        passing = mam.Pass() if mam.Pass() in match.legal_moves else match.legal_moves[0]
        match = (
            match.play(passing)
            if match.phase == "auction"
            else mam.start_match(GAME, match.seed + 1, dealer=dealer, options=["misdeal"])
        )
    assert match.next_dealer == match.round.next_dealer != dealer
    thrown = match.round.play(mam.Misdeal())
    assert thrown.is_over and thrown.next_dealer == dealer
    redealt = match.play(mam.Misdeal())
    assert redealt.round.deal.dealer == dealer == redealt.finished[-1].next_dealer and redealt.next_dealer != dealer

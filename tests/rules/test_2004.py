"""The 2004 edition for four: R04, D-X, situations B51 to B61. Its options are in test_2004_options.py.

The article's seats A Z B Y are North, East, South and West here.
"""

import re
from dataclasses import replace

import pytest
from bids import opening
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
from mam.rules.tricks import TrickRules, find_strength

GAME = "make-a-million-2004"
FEW = "N R1 Y1 G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4"
NEST = "B1 B2 B3"
PRINTED = "open, bid 190, pass, bid 200, bid 210, pass, bid 220, pass"
SEATS = "NESW"


def left_of(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % 4]


def fresh(hands: str = FEW, dealer: str = "W", nest: str = NEST, **facts: object) -> mam.TrickRound:
    return deal_hands(GAME, hands, dealer=dealer, nest=nest, **facts)  # type: ignore[arg-type]


def table(hands: str, bidder: str = "N", trump: str = "B", **facts: object) -> mam.TrickRound:
    return position(GAME, hands, bidder=bidder, trump=trump, **facts)  # type: ignore[arg-type]


# Pack and deal


def test_R04_PACK_1_the_pack_of_1935() -> None:  # B51
    rules = find_rules(GAME)
    assert rules.pack == mam.PACK and len(rules.pack) == 55 and not any(card.rank == 6 for card in rules.pack)
    order = [card.rank for card in rules.pack if card.color == mam.Color.RED]
    assert order == [40, 30, 15, 11, 10, 9, 8, 7, 5, 4, 3, 2, 1]
    assert find_strength(card("R11"), mam.Color.RED, None) > find_strength(card("R10"), mam.Color.RED, None)


@pytest.mark.parametrize("dealer", SEATS)
def test_R04_DEAL_1_the_deal_moves_left(dealer: str) -> None:
    assert fresh(dealer=dealer).next_dealer == left_of(dealer)
    match = mam.start_match(GAME, seed=2, dealer=dealer)
    while not match.finished:
        moves = match.legal_moves
        match = match.play(mam.Pass() if mam.Pass() in moves else moves[0])
    assert match.round.deal.dealer == left_of(dealer)


def test_R04_DEAL_2_all_is_dealt_but_three_cards() -> None:
    round = mam.start(GAME, seed=3)
    assert [len(hand) for hand in round.deal.hands] == [13] * 4 and len(round.deal.nest) == 3
    assert sorted(map(str, round.deal.cards)) == sorted(map(str, mam.PACK))
    widows = {mam.start(GAME, seed).deal.nest for seed in range(20)}
    assert len(widows) > 15  # any three


def test_D_X19_chance_picks_the_first_dealer() -> None:
    assert {mam.start(GAME, seed).deal.dealer for seed in range(40)} == set(SEATS)


def test_D_X18_four_with_one_pack_only() -> None:
    for players in (5, 6, 7, 8):
        with pytest.raises(ValueError, match="is for 4 players"):
            find_rules(GAME, players=players)


def test_D_X20_not_for_three() -> None:
    with pytest.raises(ValueError, match="is for 4 players, not 3"):
        find_rules(GAME, players=3)


# The auction


@pytest.mark.parametrize("dealer", SEATS)
def test_R04_BID_1_left_of_the_dealer_begins(dealer: str) -> None:
    round = fresh(dealer=dealer)
    assert round.turn == left_of(dealer)
    assert_refused(round, "open", "R04-BID-1", "turn, not yours", seat=dealer)


def test_R04_BID_2_and_D_X03_the_first_bid_is_175_to_200() -> None:
    round = fresh()
    assert amounts(round) == [175, 180, 185, 190, 195, 200]
    assert_refused(
        round, "bid 170", "R04-BID-2", "You can't open with $170,000: the opening bid must be $175,000 to $200,000."
    )
    assert_refused(round, "bid 205", "R04-BID-2")
    assert_legal(round, "bid 175", "R04-BID-2")
    assert_legal(round, "bid 200", "R04-BID-2")
    later = play(round, "pass, pass")  # the limits hold for whoever bids first
    assert amounts(later) == amounts(round)
    assert_refused(later, "bid 205", "R04-BID-2")
    assert max(amounts(play(round, "open"))) == 520


def test_R04_BID_3_everybody_bids_or_passes_and_nobody_is_bound_to_open() -> None:
    round = fresh()
    assert_legal(round, "pass", "D-X04")
    order = []
    for text in ("pass", "open", "pass", "raise"):
        order.append(round.turn)
        round = play(round, text)
    assert order == ["N", "E", "S", "W"] and round.turn == "E"


def test_R04_BID_4_ten_more_than_the_last() -> None:  # B52
    low = opening(GAME)
    round = play(fresh(), "open")
    assert_refused(round, f"bid {low + 5}", "R04-BID-4", f"at least ${low + 10},000")
    assert_refused(round, "open", "R04-BID-4")
    assert_legal(round, f"bid {low + 10}", "R04-BID-4", words=f"raises by $10,000 to ${low + 10},000")
    for amount in (low + 15, low + 25, low + 35, low + 50, low + 60):
        round = assert_legal(round, f"bid {amount}", "R04-BID-4")


def test_D_X02_multiples_of_five_are_kept() -> None:
    assert_refused(fresh(), "bid 176", "D-X02", "You can't bid $176,000: every bid must be a multiple of $5,000.")
    assert_refused(play(fresh(), "open"), "bid 186", "D-X02")


def test_R04_WID_4_no_color_is_said_with_a_bid() -> None:
    assert_refused(
        fresh(), "bid 200 B", "R04-WID-4", "Bid $200,000 without a color: trump is named after the auction."
    )  # trump is named after the discard


def test_R04_BID_5_all_but_one_have_passed() -> None:  # B53
    round = play(fresh(), PRINTED.removesuffix(", pass"))
    assert round.phase == "auction" and round.turn == "N"
    assert cited_rules(round, "pass")["R04-BID-5"] == "All the others have passed: West is the bidder at $220,000."
    round = play(round, "pass")
    assert (round.bidder, round.bid, round.phase) == ("W", 220, "nest")
    assert play(fresh(), "pass, pass, open").phase == "auction"  # West may still raise
    assert play(fresh(), "pass, pass, open, pass").bidder == "S"


def test_D_X04_a_pass_is_final() -> None:
    round = play(fresh(), "pass, open, raise, pass")
    assert round.turn == "E"  # North is not asked again
    assert cited_rules(fresh(), "pass")["D-X04"] == "North passes and is out of this auction."
    assert_refused(round, "bid 200", "D-X04", "you passed", seat="N")


def test_D_X01_the_fourth_player_has_the_bid() -> None:
    round = play(fresh(), "pass, pass, pass")
    assert round.turn == "W"
    assert_refused(
        round,
        "pass",
        "D-X01",
        f"You can't pass: all the others have passed, so you must bid ${opening(GAME)},000.",
        "You can do that only with the option redeal-if-all-pass.",
    )
    low = opening(GAME)
    assert legal_cards(round) == f"bid {low}"
    assert_refused(round, f"bid {low + 5}", "D-X01")
    assert amounts(play(fresh(), "pass, pass")) == list(range(low, 205, 5))  # South is free
    won_auction = assert_legal(round, "open", "D-X01", "R04-BID-2", "R04-BID-5")
    assert (won_auction.bidder, won_auction.bid) == ("W", low)


def test_D_G06_the_highest_bid() -> None:
    round = play(fresh(), "open")
    assert_refused(round, "bid 525", "D-G06", "$520,000")
    assert play(fresh(options=["unlimited-bids"]), "open, bid 525").calls[-1][1] == mam.Bid(525)


# The widow


def taken(hands: str = FEW, nest: str = NEST, **facts: object) -> mam.TrickRound:
    return play(fresh(hands, nest=nest, **facts), "open, pass, pass, pass")


def test_R04_WID_1_the_bidder_takes_it_and_puts_three_out() -> None:
    before = play(fresh(), "open, pass, pass")
    assert cited_rules(before, "pass")["R04-WID-1"] == "North picks up the widow: B3 B2 B1."
    round = taken()
    assert round.hands["N"] == cards("R1 Y1 B3 B2 B1 G1") and round.phase == "nest"
    assert_refused(round, "discard R1 Y1", "R04-WID-1", "exactly 3 cards, not 2")
    assert_refused(round, "discard R1 Y1 G1 B1", "R04-WID-1")
    assert_refused(round, "discard R1 R1 Y1", "R04-WID-1", "You named Red 1 twice but hold it once.")
    assert_refused(round, "discard R2 R1 Y1", "D-G27")
    assert len(round.legal_moves) == 20
    after = assert_legal(round, "discard R1 Y1 B1", "R04-WID-1")
    assert after.hands["N"] == cards("B3 B2 G1") and after.nest == cards("R1 Y1 B1")


def test_R04_WID_2_money_only_when_nothing_else_can_go() -> None:
    round = taken("N R40 Y40 G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4")
    assert_refused(
        round,
        "discard R40 B1 B2",
        "R04-WID-2",
        "You can't discard Red 40, a money card: you hold 4 number cards to discard instead.",
    )
    three = taken("N R40 Y40 G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4", "B5 B1 B2")
    assert_refused(
        three,
        "discard R40 B1 B2",
        "R04-WID-2",
        "You can't discard Red 40, a money card: you hold 3 number cards to discard instead.",
    )
    assert legal_cards(three) == "discard B2 B1 G1"
    forced = taken("N R40 Y40 G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4", "B5 B10 B2")
    assert_refused(
        forced,
        "discard R40 Y40 G1",
        "R04-WID-2",
        "You may discard money only when you have no other card to discard: discard B2 first.",
    )
    after = assert_legal(forced, "discard G1 B2 B5", "R04-WID-2", words="The money discarded is shown: B5.")
    assert (after.discarded, after.nested) == (cards("B5 B2 G1"), 5)
    none = taken("N R40 Y40 G40 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4", "B5 B10 B15")
    assert_legal(none, "discard R40 Y40 G40", "R04-WID-2")
    assert_legal(none, "discard B5 B10 B15", "R04-WID-2")
    assert len(none.legal_moves) == 20


def test_R04_WID_2_and_D_X06_only_the_money_is_shown() -> None:
    round = play(taken("N R40 Y40 G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4", "B5 B10 B2"), "discard G1 B2 B5")
    for person in "ESW":
        assert mam.view(round, person).round.history[-1] == mam.Discard(cards("B5 ?? ??"))
    assert mam.view(round, "N").round.history[-1] == mam.Discard(cards("B5 B2 G1"))
    plain = play(taken(), "discard B1 B2 B3")
    assert mam.view(plain, "E").round.history[-1] == mam.Discard(cards("?? ?? ??"))
    cited = cited_rules(taken(), "discard B1 B2 B3")
    assert "R04-WID-1" in cited and "shown" not in " ".join(cited.values())


def test_D_X05_an_animal_is_no_reason_to_keep_money() -> None:
    hands = "N R40 Y40 TIGER BULL | E R2 Y2 G2 G7 | S R3 Y3 G3 G8 | W R4 Y4 G4 G9"
    round = taken(hands, "B5 BEAR B2")
    assert len(round.legal_moves) == 3  # B2 and two of three money cards
    assert_legal(round, "discard B2 B5 R40", "R04-WID-2")
    assert_refused(round, "discard B2 B5 TIGER", "R04-WID-3", "You may never discard the Tiger.")


def test_R04_WID_3_animals_never_go_out() -> None:
    round = taken("N TIGER BULL BEAR | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4", "B5 B10 B15")
    for animal in ("TIGER", "BULL", "BEAR"):
        assert_refused(round, f"discard {animal} B5 B10", "R04-WID-3", animal.capitalize())
    assert legal_cards(round) == "discard B15 B10 B5"


def test_R04_WID_4_trump_after_the_discard() -> None:
    assert_refused(taken(), "trump B", "D-G27", "You can't name trump now: you must discard three cards first.")
    round = play(taken(), "discard B1 B2 B3")
    assert (round.phase, round.turn) == ("trump", "N") and legal_cards(round) == "trump R trump Y trump B trump G"
    assert_legal(round, "trump G", "R04-WID-4", words="names Green")
    assert_refused(
        round, "trump S", "R04-WID-4", "There is no color Spades in this game: name Red, Yellow, Black or Green."
    )
    assert_refused(round, "R1", "D-G27", "You can't play a card now: you must name trump first.")


def test_R04_WID_5_only_the_bidder_sees_the_widow() -> None:
    round = taken()
    assert mam.view(round, "N").round.deal.nest == cards("B3 B2 B1")
    for person in "ESW":
        assert mam.view(round, person).round.deal.nest == cards("?? ?? ??")


# Play

SIMPLE = "N R1 Y9 B1 | E R40 Y2 G2 | S B4 BULL Y3 | W R4 Y4 BEAR"


@pytest.mark.parametrize("bidder", SEATS)
def test_R04_PLAY_1_the_bidder_leads_any_card(bidder: str) -> None:  # B35
    round = table(FEW, bidder=bidder)
    assert round.turn == round.bidder == bidder and len(round.legal_moves) == 3
    next_seat = left_of(bidder)
    assert_refused(round, str(round.hands[next_seat][0]), "R04-PLAY-1", "turn, not", seat=next_seat)
    assert "R04-PLAY-1" in cited_rules(round, str(round.hands[bidder][0]))
    chosen = play(taken(), "discard B1 B2 B3")
    assert cited_rules(chosen, "trump B")["R04-PLAY-1"] == "North is the bidder and leads first."


def test_R04_PLAY_2_clockwise_and_the_highest_takes() -> None:
    round = table("N R9 Y9 | E R10 Y2 | S R11 Y3 | W B1 Y4", trump="G")
    order = []
    for text in ("R9", "R10", "R11", "B1"):
        order.append(round.turn)
        round = play(round, text)
    assert order == list(SEATS) and round.tricks[0].winner == "S"
    assert_refused(play(table(FEW), "R1"), "R3", "R04-PLAY-2", "It is East's turn, not yours.", seat="S")
    trumped = table("N R40 Y9 | E R10 Y2 | S B2 Y3 | W B1 Y4", played="R40, R10, B2")
    assert cited_rules(trumped, "B1")["R04-PLAY-2"] == "South takes the trick: Black 2 is the highest trump."
    assert play(trumped, "B1").tricks[0].winner == "S"


def test_R04_PLAY_3_follow_or_anything() -> None:
    round = table(SIMPLE, played="R1")
    assert_refused(round, "Y2", "R04-PLAY-3", "You must follow Red: you still hold ")
    assert_legal(round, "R40", "R04-PLAY-3")
    round = play(round, "R40")
    assert legal_cards(round) == "Y3 B4 BULL"
    assert_legal(round, "B4", "R04-PLAY-3", words="Black 4, a trump.")
    assert_legal(round, "Y3", "R04-PLAY-3")


def test_R04_PLAY_4_tricks_are_counted_by_side() -> None:
    round = table("N R1 Y9 | E R40 Y2 | S R3 Y3 | W R30 Y40", played="R1, R40, R3, R30")
    assert captured(round) == {"N-S": 0, "E-W": 70}
    assert captured(play(round, "Y2, Y3, Y40, Y9")) == {"N-S": 0, "E-W": 110}


def test_R04_PLAY_5_bull_and_bear_tricks_are_told_apart() -> None:
    round = table(SIMPLE, played="R1, R40, BULL, R4, Y2, Y3, BEAR, Y9".replace("BEAR", "Y4"))
    assert [trick.tag for trick in round.tricks] == ["Bull ×2", ""]


def test_R04_PLAY_7_whoever_takes_it_leads_next() -> None:
    round = table(SIMPLE, played="R1, R40, Y3, R4")
    assert round.turn == "E" and legal_cards(round) == "Y2 G2"
    assert_refused(round, "B4", "R04-PLAY-7", "It is East's turn, not yours.", seat="S")


def test_R04_PLAY_8_bull_or_bear_is_led_only_with_nothing_else() -> None:
    round = table("N BULL BEAR R1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4")
    assert_refused(
        round, "BULL", "R04-PLAY-8", "You can lead the Bull only when you have nothing but Bulls and Bears left."
    )
    assert_refused(round, "BEAR", "R04-PLAY-8")
    assert legal_cards(round) == "R1"
    tiger = table("N BULL TIGER | E R2 Y2 | S R3 Y3 | W R4 Y4")
    refusal = assert_refused(
        tiger, "BULL", "R04-PLAY-8", "You can lead the Bull only when you have no other card left."
    )
    assert [ruling.id for ruling in refusal.further_rulings] == ["D-G21"]
    last = table("N BULL R40 | E R2 Y2 | S R3 Y3 | W R4 Y4", played="R40, R2, R3, R4")
    assert_legal(last, "BULL", "R04-PLAY-8")
    animals_only = table("N BULL BEAR | E R2 Y2 | S R3 Y3 | W R4 Y4")
    assert legal_cards(animals_only) == "BULL BEAR"
    assert_legal(animals_only, "BEAR", "D-G17")


def test_R04_BULL_1_and_R04_BEAR_1_only_when_unable_to_follow_or_as_the_last_card() -> None:
    hands = "N R1 Y1 | E R40 BULL | S R3 BEAR | W R4 Y4"
    round = table(hands, played="R1")
    assert_refused(
        round,
        "BULL",
        "R04-BULL-1",
        "You must follow Red: you still hold R40. You can play the Bull only when you are out of Red.",
    )
    assert_refused(
        play(round, "R40"),
        "BEAR",
        "R04-BEAR-1",
        "You must follow Red: you still hold R3. You can play the Bear only when you are out of Red.",
    )
    last = play(round, "R40, R3, R4")
    assert last.turn == "E" and legal_cards(last) == "BULL"
    assert_legal(last, "BULL", "R04-PLAY-8")
    free = table("N Y1 R1 | E R40 BULL | S R3 BEAR | W R4 Y4", played="Y1")
    assert legal_cards(free) == "R40 BULL"
    assert_legal(free, "BULL", "R04-BULL-1")
    assert_legal(play(free, "BULL"), "BEAR", "R04-BEAR-1")


def test_R04_BULL_2_doubles() -> None:  # B55
    hands = "N R2 G1 | E R40 G2 | S R3 G3 | W BULL G4"
    round = table(hands, played="R2, R40, R3")
    assert cited_rules(round, "BULL")["R04-BULL-2"] == "The Bull doubles $40,000 to $80,000."
    assert captured(play(round, "BULL")) == {"N-S": 0, "E-W": 80}


def test_R04_BEAR_2_cancels() -> None:
    round = table("N R2 G1 | E R40 G2 | S R3 G3 | W BEAR G4", played="R2, R40, R3")
    assert cited_rules(round, "BEAR")["R04-BEAR-2"] == "The Bear makes the $40,000 in the trick worth nothing."
    assert captured(play(round, "BEAR")) == {"N-S": 0, "E-W": 0}


@pytest.mark.parametrize(("first", "second", "worth"), [("BEAR", "BULL", 80), ("BULL", "BEAR", 0)])
def test_R04_BB_1_the_last_played_counts(first: str, second: str, worth: int) -> None:
    round = table(f"N R2 G1 | E R40 G2 | S {first} G3 | W {second} G4", played=f"R2, R40, {first}")
    assert "R04-BB-1" in cited_rules(round, second)
    assert captured(play(round, second)) == {"N-S": 0, "E-W": worth}


def test_R04_BB_2_a_number_or_money_card_or_the_tiger_sets_the_color() -> None:  # B60
    round = table("N BULL | E TIGER | S Y40 | W B1", played="BULL")
    assert_legal(round, "TIGER", "R04-BB-2", words="Black is the color to follow")
    ended = play(round, "TIGER, Y40, B1")
    assert ended.tricks[0].winner == "E" and captured(ended) == {"N-S": 0, "E-W": 80}
    hands = "N BULL BEAR | E TIGER R3 | S B5 Y40 | W Y1 R9"
    sets = table(hands, played="BULL, TIGER")
    assert legal_cards(sets) == "B5"  # Black is called for
    assert_refused(sets, "Y40", "R04-PLAY-3", "so you must follow Black, the trump: you still hold ")
    number = table(hands, played="BULL, R3")
    assert legal_cards(number) == "Y40 B5"
    money = table("N BEAR BULL | E R40 Y1 | S R2 Y2 | W Y3 R9", played="BEAR, R40")
    assert legal_cards(money) == "R2"


def test_D_G19_the_tiger_sets_no_color_by_the_option() -> None:
    hands = "N BULL BEAR | E TIGER R3 | S B5 Y40 | W Y1 R9"
    none = table(hands, played="BULL, TIGER", options=["tiger-sets-no-color"])
    assert legal_cards(none) == "Y40 B5"
    assert legal_cards(play(none, "Y40")) == "Y1"


def test_D_X07_bull_and_bear_never_capture() -> None:
    rules = TrickRules(tiger_sets_color=True)
    for animal in ("BULL", "BEAR"):
        for led in (None, *mam.Color):
            assert find_strength(card(animal), led, mam.Color.BLACK) == 0
    ended = table("N BULL | E R1 | S BEAR | W Y40", played="BULL, R1, BEAR, Y40")
    assert ended.tricks[0].winner == "E" and ended.tricks[0].value == 0
    assert find_rules(GAME).tricks == rules


def test_R04_TIG_1_the_highest_trump() -> None:
    round = table("N B40 G1 | E TIGER G2 | S B30 G3 | W B1 G4", played="B40, TIGER, B30")
    assert cited_rules(round, "B1")["R04-TIG-1"] == "East's Tiger is the highest trump and takes the trick."
    assert play(round, "B1").tricks[0].winner == "E"
    choice = table("N B40 G1 | E TIGER B2 | S B30 G3 | W B1 G4", played="B40")
    assert legal_cards(choice) == "B2 TIGER"
    assert_legal(choice, "TIGER", "R04-TIG-1", words="may play any trump")
    other_color = table("N R40 G1 | E TIGER G2 | S R30 G3 | W R1 G4", played="R40")
    assert legal_cards(other_color) == "G2 TIGER"


def test_R04_TIG_2_led_it_calls_for_trumps() -> None:
    round = table("N TIGER G1 | E B1 G2 | S R30 G3 | W R1 B4")
    assert_legal(round, "TIGER", "R04-TIG-2", words="so everyone must follow with trumps")
    assert_refused(
        play(round, "TIGER"),
        "G2",
        "R04-PLAY-3",
        "The Tiger was led, so you must follow Black, the trump: you still hold ",
    )


def test_R04_TIG_3_forced_without_another_trump() -> None:  # B61
    round = table("N B1 Y1 Y2 | E TIGER R40 G1 | S B2 R2 Y3 | W B3 R3 Y4", played="B1")
    assert_refused(round, "R40", "R04-TIG-3", "Trumps were led. The Tiger is your only trump, so you must play it.")
    assert legal_cards(round) == "TIGER"
    assert_legal(round, "TIGER", "R04-TIG-3")


# The score

# East takes 200 in plain tricks and 30 in the Bull's: Yellow is trump.
EARNED = "N R1 G1 R4 B1 | E R40 G40 R30 B40 | S R2 G2 BULL B2 | W R10 G30 R3 B30"
COUNT = "R40, R2, R10, R1, G40, G2, G30, G1, R30, BULL, R3, R4, B40, B2, B30, B1"


def test_R04_SCORE_1_counted_when_all_is_played() -> None:
    round = table(EARNED, bidder="E", trump="Y", bid=240, played=COUNT.removesuffix(", B2, B30, B1"))
    assert round.result is None and not round.is_over
    ended = play(round, "B2, B30, B1")
    assert ended.is_over and captured(ended) == {"N-S": 0, "E-W": 50 + 70 + 60 + 70}


def test_R04_SCORE_2_made_only_with_the_bull() -> None:  # B54, B56
    hands = EARNED.replace("R10", "R15").replace("B30", "B5").replace("G30", "G15")
    count = COUNT.replace("R10", "R15").replace("B30", "B5").replace("G30", "G15")
    ended = table(hands, bidder="E", trump="Y", bid=215, played=count)
    assert captured(ended) == {"N-S": 0, "E-W": 55 + 55 + 60 + 45} and scores(ended) == {"N-S": 0, "E-W": 215}
    assert scores(table(EARNED, bidder="E", trump="Y", bid=240, played=COUNT)) == {"N-S": 0, "E-W": 250}
    assert scores(table(EARNED, bidder="E", trump="Y", bid=250, played=COUNT)) == {"N-S": 0, "E-W": 250}


def test_R04_SCORE_3_missed() -> None:  # B57
    ended = table(EARNED, bidder="E", trump="Y", bid=255, played=COUNT)
    assert scores(ended) == {"N-S": 0, "E-W": -255}
    last = table(EARNED, bidder="E", trump="Y", bid=255, played=COUNT.removesuffix(", B1"))
    assert cited_rules(last, "B1")["R04-SCORE-3"].endswith(
        "East-West captured $250,000, $5,000 short of the bid, so they are set back $255,000."
    )
    bid_reached = table(EARNED, bidder="E", trump="Y", bid=250, played=COUNT.removesuffix(", B1"))
    assert "R04-SCORE-2" in cited_rules(bid_reached, "B1") and "R04-SCORE-3" not in cited_rules(bid_reached, "B1")


def test_R04_SCORE_4_the_others_score_what_they_made() -> None:
    hands = "N R40 Y1 | E R1 Y40 | S R30 Y2 | W R2 Y30"
    line = "R40, R1, R30, R2, Y1, Y40, Y2, Y30"
    assert scores(table(hands, played=line, bid=190)) == {"N-S": -190, "E-W": 70}
    last = table(hands, played=line.removesuffix(", Y30"), bid=190)
    assert cited_rules(last, "Y30")["R04-SCORE-4"] == "East-West score the $70,000 they captured."


def ended(**carried: int) -> Match:
    """A match when East-West have just made 250 and North-South nothing."""
    round = table(EARNED, bidder="E", trump="Y", bid=240, played=COUNT)
    return Match(round.rules, 0, round, (round,), {name.replace("_", "-"): total for name, total in carried.items()})


def test_R04_WIN_1_first_to_a_million_or_the_higher_of_two() -> None:  # B58
    assert ended(E_W=749).result is None
    assert ended(E_W=750).result == ("E-W",) and [ruling.id for ruling in ended(E_W=750).why_ended()] == ["R04-WIN-1"]
    both_past_million = ended(E_W=770, N_S=1005)
    assert both_past_million.totals == {"N-S": 1005, "E-W": 1020} and both_past_million.result == ("E-W",)
    assert [ruling.id for ruling in both_past_million.why_ended()] == ["R04-WIN-1"]


def test_D_G24_level_past_a_million() -> None:
    level = ended(E_W=750, N_S=1000)
    assert level.result is None and [ruling.id for ruling in level.why_ended()] == ["D-G24"]
    drawn = replace(level, rules=find_rules(GAME, ["draw-at-a-tie"]))
    assert drawn.result == ("N-S", "E-W")


@pytest.mark.parametrize(
    ("edition", "players", "words"),
    [
        (GAME, 6, "make-a-million-2004 is for 4 players, not 6: start six or silent-six for 6"),
        (GAME, 8, "make-a-million-2004 is for 4 players, not 8: start eight or silent-eight for 8"),
        ("six", 4, "six is for 6 players, not 4: start make-a-million-2004 for 4"),
        ("six", 8, "six is for 6 players, not 8: start eight or silent-eight for 8"),
        (
            "make-a-million-1935",
            3,
            "make-a-million-1935 is for 4 players, not 3: start make-a-million-1935-three for 3",
        ),
        ("manhattan", 2, "manhattan is for 4 players, not 2: start make-a-million-1935-two for 2"),
        ("make-a-million-1935", 6, "make-a-million-1935 is for 4 players, not 6: start six or silent-six for 6"),
        ("sweven", 9, "sweven is for 2 to 6 players, not 9"),
    ],
)
def test_another_number_of_players_names_the_edition_that_fits(edition: str, players: int, words: str) -> None:
    for begin in (mam.start, mam.start_match):
        with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
            begin(edition, 1, players=players)


@pytest.mark.parametrize("players", [5, 7])
@pytest.mark.parametrize("edition", [GAME, "six", "eight"])
def test_D_X18_five_and_seven_cannot_play(edition: str, players: int) -> None:
    with pytest.raises(ValueError, match=rf"players, not {players}\. .* six or eight with two\. .* \(D-X18, "):
        mam.start(edition, 1, players=players)


@pytest.mark.parametrize("edition", ["silent-six", "silent-eight"])
def test_D_S18_silent_partners_are_for_six_or_eight(edition: str) -> None:
    with pytest.raises(ValueError, match=r"players, not 5\. .*Silent Partner is for six or eight .* \(D-S18, "):
        mam.start(edition, 1, players=5)

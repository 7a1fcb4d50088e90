"""Manhattan Million: RMM, D-M, situations B43 to B46."""

from collections import Counter
from random import Random

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
    move,
    play,
    position,
    scores,
)

import mam
from mam.games.match import Match
from mam.games.registry import find_rules
from mam.rules.cards import NoTrump
from mam.rules.moves import Exchange

GAME = "manhattan"
FEW = "N R1 Y1 G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4"
NEST = "B1 B2 B3"


def fresh(hands: str = FEW, dealer: str = "S", nest: str = NEST, **facts: object) -> mam.TrickRound:
    return deal_hands(GAME, hands, dealer=dealer, nest=nest, blind_draw=0, **facts)  # type: ignore[arg-type]


def table(hands: str = FEW, bidder: str = "S", trump: str = "R", **facts: object) -> mam.TrickRound:
    facts.setdefault("blind_draw", 0)
    return position(GAME, hands, bidder=bidder, trump=trump, **facts)  # type: ignore[arg-type]


# The auction


def test_RMM_1_other_rules_stay_the_same() -> None:
    rules, four = find_rules(GAME), find_rules("make-a-million-1935")
    assert rules.pack == four.pack and rules.sides == four.sides and rules.scoring == four.scoring
    assert rules.tricks == four.tricks and rules.nest == four.nest and rules.hand_size == 13
    round = table("N R1 BULL | E R40 Y5 | S R3 Y3 | W R4 Y4", trump="G", played="R4")
    assert_refused(round, "BULL", "R35-BULL-1")
    doubled = table("N Y40 BULL | E R2 Y5 | S R3 Y3 | W R4 Y4", trump="R", played="R4, Y40, R2, R3")
    assert captured(play(doubled, "Y4, BULL, Y5, Y3")) == {"N-S": 0, "E-W": 50}


def test_RMM_2_each_bid_names_its_color() -> None:
    round, low = fresh(), opening("manhattan")
    assert_refused(round, "open", "RMM-2", f"Name a color with the bid, as in “bid {low} R”.")
    for color in ("R", "Y", "B", "G", "NC"):
        assert_legal(round, f"open {color}", "RMM-2")
    assert [str(move) for move in round.legal_moves[:6]] == [
        *(f"bid {low} {part}" for part in "R Y B G NC".split()),
        f"bid {low + 5} R",
    ]
    assert cited_rules(round, "bid 120 G")["RMM-2"] == "South names the color with the bid: Green."
    assert_refused(
        round,
        "open NT+",
        "RMM-2",
        "You can't bid on no trump with the Tiger highest: name Red, Yellow, Black, Green or No Color.",
    )
    assert_refused(play(round, "open R"), "raise", "RMM-2")


def test_RMM_3_the_first_bid_is_100_to_200() -> None:  # B43
    round = fresh()
    assert amounts(round) == list(range(100, 205, 5)) and len(amounts(round)) == 21
    assert_refused(
        round, "bid 95 R", "RMM-3", "You can't open with $95,000: the opening bid must be $100,000 to $200,000."
    )
    assert_refused(round, "bid 205 R", "RMM-3")
    assert_legal(round, "bid 100 R", "RMM-3")
    assert_legal(round, "bid 200 NC", "RMM-3")
    assert_refused(round, "bid 101 R", "R35-BID-6")
    assert_legal(play(round, "bid 200 R"), "bid 210 R")


def test_D_M01_the_dealer_opens() -> None:
    for dealer in "NESW":
        round = fresh(dealer=dealer)
        assert round.turn == dealer
        assert_refused(round, "pass", "R35-BID-1", "must open")


def test_RMM_4_the_color_may_change_on_a_later_bid() -> None:
    round = play(fresh(), "open R, raise G, pass, pass")
    cited = cited_rules(round, "bid 130 B")
    assert cited["RMM-4"] == "South changes to Black, which a later bid may do." and "RMM-2" not in cited
    same = cited_rules(round, "bid 130 R")
    assert "RMM-4" not in same and same["RMM-2"] == "South names the color with the bid: Red."
    won = play(round, "bid 130 B, pass, pass, pass")
    assert (won.bidder, won.bid, won.trump) == ("S", 130, mam.Color.BLACK)


def test_RMM_5_whoever_passed_may_come_back() -> None:  # B44
    round = play(fresh(), "open R")
    assert cited_rules(round, "pass")["RMM-5"] == "West passes and may bid again later."
    round = play(fresh(), "open R, bid 120 G, pass, pass, bid 130 B, pass")
    assert round.turn == "N"
    round = assert_legal(round, "bid 140 R", "RMM-2", "R35-BID-5")
    won_auction = play(round, "pass, pass, pass")
    assert (won_auction.bidder, won_auction.bid, won_auction.trump, won_auction.phase) == (
        "N",
        140,
        mam.Color.RED,
        "nest",
    )


def test_D_M02_three_passes_after_a_bid_end_it() -> None:
    round = play(fresh(), "open R, pass, pass")
    assert round.phase == "auction"
    assert (
        cited_rules(round, "pass")["D-M02"]
        == f"All the others have passed: South is the bidder at ${opening('manhattan')},000."
    )
    assert play(round, "pass").bidder == "S"
    second_round = play(round, "raise Y, pass, pass")
    assert second_round.phase == "auction" and second_round.turn == "N"  # North passed before and is asked again
    assert play(second_round, "pass").bidder == "E"


def test_D_M03_only_in_turn_and_while_the_bidding_lasts() -> None:
    round = play(fresh(), "open R, pass")
    assert_refused(round, "bid 120 G", "R35-BID-3", "It is North's turn, not yours.", seat="W")
    won_auction = play(round, "pass, pass")
    assert_refused(won_auction, "bid 120 G", "D-M02", "the auction is over")


def test_D_M06_no_color_needs_ten_more_like_any_bid() -> None:
    round, low = play(fresh(), "open R"), opening("manhattan")
    assert_refused(round, "open NC", "R35-BID-5", f"at least ${low + 10},000")
    assert_refused(round, f"bid {low + 5} NC", "R35-BID-5")
    assert_legal(round, f"bid {low + 10} NC", "RMM-2")
    above = play(round, "raise NC")
    assert_refused(above, f"bid {low + 15} R", "R35-BID-5")
    assert_legal(above, f"bid {low + 20} R")


def test_D_M15_nobody_raises_their_own_bid() -> None:
    round = play(fresh(), "open R, pass, pass, pass")
    assert round.phase == "nest"
    assert_refused(round, "bid 110 B", "D-M02", "the auction is over")


def test_D_M16_four_players_only() -> None:
    for players in (2, 3, 5):
        with pytest.raises(ValueError, match="manhattan is for 4 players"):
            find_rules(GAME, players=players)


# Trump


def test_D_M04_the_bidder_is_bound_to_the_color_of_the_bid() -> None:
    round = play(fresh(), "open G, pass, pass, pass")
    discarded = play(round, f"discard {NEST}")
    assert (discarded.phase, discarded.turn, discarded.trump) == ("play", "W", mam.Color.GREEN)
    assert_refused(discarded, "trump R", "D-M04", "only with the option free-trump")
    assert_refused(round, "trump R", "D-M04", "the winning bid named Green", "only with the option free-trump")
    for bid in ("NC", "R"):
        fixed = play(fresh(), f"open {bid}, pass, pass, pass")
        sentence = assert_refused(fixed, "trump Y", "D-M04", "the winning bid named").reason
        assert ("free-trump" in sentence) == (bid == "R")  # No Color must stay as it was bid
    cited = cited_rules(round, f"discard {NEST}")
    assert "R35-PLAY-1" in cited


def test_D_M04_free_trump_by_the_option() -> None:
    round = play(fresh(options=["free-trump"]), f"open G, pass, pass, pass, discard {NEST}")
    assert (round.phase, round.turn) == ("trump", "S") and legal_cards(round) == "trump R trump Y trump B trump G"
    assert_refused(
        round, "trump NC", "RMM-6", "You can't name No Color: it must be bid, and the winning bid named a color."
    )
    assert "The option free-trump chooses the other reading: The bidder could choose" in str(
        round.why(move("trump R"))[0]
    )
    assert_legal(round, "trump R", "D-M04")
    assert play(round, "trump R").trump == mam.Color.RED
    bound = play(fresh(options=["free-trump"]), f"open NC, pass, pass, pass, discard {NEST}")
    assert bound.trump == NoTrump.NO_COLOR and bound.phase != "trump"  # No Color stays


def test_RMM_6_no_color_has_no_trumps() -> None:
    hands = "N G1 B40 | E Y2 B2 | S R3 Y30 | W R4 Y40"
    round = table(hands, trump="NC", played="R4, B40, Y2, R3")
    assert round.trump == NoTrump.NO_COLOR
    assert round.tricks[0].winner == "W"  # B40 and Y2 are of other colors
    assert "trump" not in cited_rules(table(hands, trump="NC", played="R4"), "B40")["R35-PLAY-6"]
    assert table(hands, trump="B", played="R4, B40, Y2, R3").tricks[0].winner == "N"


def test_D_M05_no_color_is_scored_like_any_hand() -> None:
    hands = "N R1 BULL | E R5 Y5 | S R40 Y40 | W R4 Y4"
    line = "R4, R1, R5, R40, Y40, Y4, BULL, Y5"
    round = table(hands, trump="NC", bid=130, played=line)
    assert captured(round) == {"N-S": 45 + 90, "E-W": 0} and scores(round) == {"N-S": 135, "E-W": 0}
    short = table(hands, trump="NC", bid=140, played=line)
    assert scores(short) == {"N-S": -140, "E-W": 0}


# The Tiger in a No Color hand

TIGERS = "N R1 Y1 G1 | E R2 TIGER G2 | S R3 Y3 G3 | W R4 Y4 G4"


@pytest.mark.parametrize(("blind_draw", "drawn"), [(0, "B3"), (1, "B2"), (2, "B1")])
def test_RMM_7_the_tiger_is_exchanged_for_a_card_drawn_blind(blind_draw: int, drawn: str) -> None:  # B45
    round = deal_hands(GAME, TIGERS, dealer="S", nest=NEST, blind_draw=blind_draw)
    round = play(round, f"open NC, pass, pass, pass, discard {NEST}")
    assert (round.phase, round.turn, legal_cards(round)) == ("exchange", "S", "exchange")
    after = assert_legal(
        round, "exchange", "RMM-7", words=f"East gives up the Tiger and draws Black {drawn[1:]} from the nest unseen."
    )
    assert after.hands["E"] == tuple(sorted(cards(f"R2 {drawn} G2"), key=mam.PACK.index)) and len(after.hands["E"]) == 3
    assert card("TIGER") in after.nest and len(after.nest) == 3
    assert set(after.nest) == {*cards(NEST), card("TIGER")} - {card(drawn)}
    assert (after.phase, after.turn) == ("play", "W")
    assert all(card("TIGER") not in hand for hand in after.hands.values())


def test_RMM_7_a_result_that_differs_from_the_draw_is_refused() -> None:
    round = play(fresh(TIGERS), f"open NC, pass, pass, pass, discard {NEST}")
    wrong = round.why_not(Exchange("E", card("B1")))
    assert wrong is not None and wrong.id == "RMM-7" and "blind" in wrong.reason
    nobody = round.why_not(Exchange("N", card("B3")))
    assert nobody is not None and nobody.id == "RMM-7" and "North doesn't hold the Tiger." in nobody.reason
    assert round.why_not(Exchange("E", card("B3"))) is None
    assert_refused(round, "R4", "D-G27", "You can't play a card now: you must ask for the Tiger first.")


def test_RMM_7_the_draw_from_unseen_discards_may_bring_any_card() -> None:
    for nest in ("?? ?? ??", "B2 B3 ??"):  # the draw is known, but not all of the discards
        hands = "N ?? ?? ?? | E ?? TIGER ?? | S ?? ?? ?? | W R4 Y4 G4"
        round = play(fresh(hands, nest=nest), f"open NC, pass, pass, pass, discard {nest}")
        assert round.why_not(Exchange("E", card("B1"))) is None
        after = play(round, "exchange")
        assert after.exchanged == ("E", mam.UNSEEN) and card("TIGER") in after.nest


def test_D_M07_after_the_discards_and_before_the_lead() -> None:
    round = play(fresh(TIGERS), "open NC, pass, pass, pass")
    assert_refused(round, "exchange", "D-G27", "You can't exchange the Tiger now: you must discard three cards first.")
    after = play(round, f"discard {NEST}, exchange")
    assert_refused(
        after,
        "exchange",
        "D-G27",
        "You can't exchange the Tiger anymore: the Tiger has been exchanged. You must play a card.",
    )
    assert after.tricks == () and after.trick is not None and after.trick.cards == ()
    assert "R35-PLAY-1" in cited_rules(play(round, f"discard {NEST}"), "exchange")
    drawn = after.hands["E"]
    assert legal_cards(play(after, "R4, R1")) == "R2" and len(drawn) == 3


def test_D_M08_the_bidders_own_tiger() -> None:
    bidders_tiger = TIGERS.replace("R2 TIGER G2", "R2 Y2 G2").replace("S R3 Y3 G3", "S R3 TIGER G3")
    round = play(fresh(bidders_tiger), "open NC, pass, pass, pass")
    assert_refused(round, "discard TIGER B1 B2", "R35-NEST-3", "You may never discard the Tiger.")
    after = play(round, f"discard {NEST}, exchange")
    assert after.hands["S"] == cards("R3 B3 G3") and card("TIGER") in after.nest
    position = play(fresh(nest="B1 B2 TIGER"), "open NC, pass, pass, pass")
    assert_refused(position, "discard TIGER B1 B2", "R35-NEST-3")
    after = play(position, "discard B1 B2 R3, exchange")
    assert after.hands["S"] == cards("R3 Y3 G3") and card("TIGER") in after.nest  # Red 3 was drawn


def test_D_M09_money_may_come_back_from_the_nest() -> None:
    hands = "N R1 Y1 G1 | E R2 TIGER G2 | S R40 Y40 G40 | W R4 Y4 G4"
    round = deal_hands(GAME, hands, dealer="S", nest="B40 B30 B1", blind_draw=0)
    round = play(round, "open NC, pass, pass, pass, discard B40 B30 B1")
    assert round.nested == 70
    after = play(round, "exchange")
    assert after.hands["E"] == cards("R2 B40 G2") and after.nested == 30
    line = "R4, R1, R2, R40, Y40, Y4, Y1, B40, G40, G4, G1, G2"
    ended = play(after, line)
    assert captured(ended) == {"N-S": 160, "E-W": 0} and ended.result is not None and ended.result.nested == 30


def test_D_M09_a_shown_nest_is_shuffled_before_the_draw() -> None:
    draws: Counter[int | None] = Counter(mam.start(GAME, seed).deal.blind_draw for seed in range(600))
    assert set(draws) == {0, 1, 2} and min(draws.values()) > 150


def test_D_M13_no_exchange_in_a_color() -> None:
    round = play(fresh(TIGERS), f"open R, pass, pass, pass, discard {NEST}")
    assert round.phase == "play" and card("TIGER") in round.hands["E"]
    assert legal_cards(play(round, "R4, R1")) == "R2 TIGER"


def test_RMM_7_what_each_seat_sees_of_the_exchange() -> None:
    round = play(fresh(TIGERS), f"open NC, pass, pass, pass, discard {NEST}, exchange")
    second, bidder, third = (mam.view(round, seat).round for seat in "ESN")
    assert second.history[-1] == Exchange("E", card("B3")) and card("B3") in second.hands["E"]
    assert bidder.history[-1] == third.history[-1] == Exchange("E", mam.UNSEEN)
    assert set(third.hands["E"]) == {mam.UNSEEN} and card("TIGER") in third.nest
    assert card("B3") not in third.deal.cards


def test_RMM_7_and_RMM_8_a_drawn_card_lies_open_with_the_partners_hand() -> None:
    hands = "N R1 TIGER G1 | E R2 Y2 G2 | S R3 Y3 G3 | W R4 Y4 G4"
    round = play(fresh(hands), f"open NC, pass, pass, pass, discard {NEST}, exchange, R4")
    assert round.hands["N"] == cards("R1 B3 G1")
    for person in "NESW":
        assert mam.view(round, person).round.hands["N"] == cards("R1 B3 G1")
    assert mam.view(round, "S").legal_moves == round.legal_moves == (move("R1"),)


def test_D_M14_an_animal_led_in_no_color() -> None:
    hands = "N Y1 R9 | E R2 R7 | S R3 Y3 | W BULL BEAR"
    round = table(hands, trump="NC", nest="B1 B2 TIGER", discards="B1 B2 Y3", played="")
    assert round.turn == "W"
    round = assert_legal(round, "BULL", "D-G17")
    assert legal_cards(round) == "R9 Y1"
    round = assert_legal(round, "Y1", "R35-BB-3", words="Yellow is the color to follow")
    assert legal_cards(round) == "R7 R2"  # East has no Yellow
    assert legal_cards(play(round, "R2")) == "Y3"


# The partner's open hand


def test_RMM_8_the_partner_lies_open_after_the_first_lead() -> None:
    round = table(trump="R")
    for person in "ESW":
        assert mam.view(round, person).round.hands["N"] == (mam.UNSEEN,) * 3
    assert cited_rules(round, "R4")["RMM-8"] == "North's hand is now face up; South plays it."
    after = play(round, "R4")
    for person in "NESW":
        assert mam.view(after, person).round.hands["N"] == cards("R1 Y1 G1")
    assert (after.turn, after.actor) == ("N", "S")
    assert mam.view(after, "S").legal_moves == after.legal_moves and mam.view(after, "N").legal_moves == ()
    won = play(after, "R1, R2, R3")
    assert won.turn == "W"


@pytest.mark.parametrize("bidder", "NESW")
def test_RMM_8_in_every_hand_and_every_seat(bidder: str) -> None:
    for trump in ("R", "NC"):
        facts = (
            {"nest": "B1 B2 TIGER", "discards": f"B1 B2 {'RYG'[0]}{'NESW'.index(bidder) + 1}"} if trump == "NC" else {}
        )
        round = table(bidder=bidder, trump=trump, **facts)
        partner = "NESW"[("NESW".index(bidder) + 2) % 4]
        assert round.dummy is None and round.turn == "NESW"[("NESW".index(bidder) + 1) % 4]
        after = round.play(round.legal_moves[0])
        assert (after.dummy, after.turn, after.actor) == (partner, partner, bidder)


def test_D_M12_only_the_bidder_decides_for_the_open_hand() -> None:
    round = table(trump="R", played="R4")
    assert mam.view(round, "N").to_move is False
    assert_refused(round, "Y1", "R35-PLAY-5", "North must follow Red: North still holds R1.")


@pytest.mark.parametrize("text", ["R1", "Y1", "R2", "pass"])
def test_RMM_8_the_partner_may_not_play_the_open_hand(text: str) -> None:
    round = table(trump="R", played="R4")
    ruling = mam.view(round, "N").why_not(move(text))
    assert ruling is not None and (ruling.id, ruling.instead) == ("RMM-8", ())
    assert ruling.reason == "North's hand is face up, and South plays it."
    assert mam.view(round, "S").why_not(move("R1")) is None  # the bidder may, and is told what else is legal
    assert mam.view(round, "S").why_not(move("Y1")).instead == (move("R1"),)


def test_RMM_8_until_the_first_lead_the_partner_plays_like_anybody() -> None:
    round = table(bidder="E", trump="R", dealer="E")  # South leads; the open hand is West's
    assert mam.view(round, "S").why_not(move("R3")) is None
    after = play(round, "R3")
    assert mam.view(after, "W").why_not(move("R4")).id == "RMM-8"
    assert mam.view(play(after, "R4"), "N").why_not(move("R1")) is None


def test_D_M11_left_of_the_bidder_leads() -> None:
    round = table()
    assert round.turn == "W"
    assert_refused(round, "R3", "R35-PLAY-1", "It is West's turn, not yours.", seat="S")


# Without the Tiger


def test_RMM_9_and_D_M10_without_the_tiger() -> None:  # B46
    rules = find_rules(GAME, ["without-tiger"])
    assert len(rules.pack) == 54 and card("TIGER") not in rules.pack and rules.hand_size == 13 and rules.nest.size == 2
    round = mam.start(GAME, seed=2, options=["without-tiger"])
    assert (
        [len(hand) for hand in round.deal.hands] == [13] * 4
        and len(round.deal.nest) == 2
        and round.deal.blind_draw is None
    )
    few = deal_hands(GAME, FEW, dealer="S", nest="B1 B2", options=["without-tiger"])
    few = play(few, "open NC, pass, pass, pass")
    assert_refused(few, "discard B1 B2 R3", "D-M10", "exactly 2 cards, not 3")
    discarded = assert_legal(few, "discard B1 B2", "D-M10")
    assert (discarded.phase, discarded.turn) == ("play", "W")  # no exchange is needed
    top = position(GAME, "N R1 B40 | E Y2 B30 | S B3 Y30 | W R4 B15", bidder="S", trump="B", options=["without-tiger"])
    assert play(top, "R4, R1, B30, B3").tricks[0].winner == "E"
    assert play(top, "B15, B40, B30, B3").tricks[0].winner == "N"


def test_RMM_9_a_whole_round_without_the_tiger() -> None:
    for seed in range(10):
        round, rng = mam.start(GAME, seed, options=["without-tiger"]), Random(seed)
        while not round.is_over:
            moves = round.legal_moves
            passes = mam.Pass() in moves and rng.random() < 0.8
            round = round.play(mam.Pass() if passes else moves[int(rng.random() * len(moves))])
        assert len(round.tricks) == 13
        result = round.result
        assert sum(result.captured.values()) + result.nested - result.bull_gain + result.bear_loss == 400


def test_RMM_1_the_options_of_the_main_game() -> None:
    hands, line = "N R1 Y1 | E R5 Y5 | S R40 Y40 | W R4 Y4", "R4, R1, R5, R40, Y40, Y4, Y1, Y5"
    ended = table(hands, trump="B", bid=140, played=line)
    assert scores(ended) == {"N-S": -140, "E-W": 0}
    short = find_rules(GAME, ["short-game"])
    assert Match(short, 0, ended, (ended,), {"N-S": 0, "E-W": 500}).is_over
    assert not Match(ended.rules, 0, ended, (ended,), {"N-S": 0, "E-W": 500}).is_over
    assert_refused(play(fresh(), "bid 200 R"), "bid 525 R", "D-G06")
    assert play(fresh(options=["unlimited-bids"]), "bid 200 R, bid 525 R").calls[-1][1] == mam.Bid(525, mam.Color.RED)

"""Three players with Dummy: R35-3P, D-T, situations B37 to B39."""

from dataclasses import replace

import pytest
from bids import opening
from tables import (
    amounts,
    assert_legal,
    assert_refused,
    captured,
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

GAME = "make-a-million-1935-three"
# Whose turn it is in the first trick, for each bidder: by the text's change of seats, and with the circle kept (D-T01).
TURNS = {"A": "CDBA", "B": "CDAB", "C": "BDAC"}
CIRCLE = {"A": "BDCA", "B": "CDAB", "C": "ADBC"}
FEW = "A R1 Y1 G1 | B R2 Y2 G2 | C R3 Y3 G3 | D R4 Y4 G4"
# Bidder B plays with Dummy: 220 (Bull) and 30 to them, 125 and 25 to A and C.
BID_HANDS = "A Y40 G4 Y30 B15 | B BULL G3 B40 B10 | C R30 G2 G40 B1 | D R40 G30 Y15 B2"
FAILED = "A Y40 G4 Y30 B30 | B BULL G3 B40 B10 | C R30 G2 G40 B1 | D R40 G15 Y15 B2"
LINE = "R30, R40, Y40, BULL, {}, G4, G3, G2, Y15, Y30, B40, G40, {}, B10, B1, B2"


def table(hands: str = FEW, bidder: str = "B", trump: str = "R", **facts: object) -> mam.TrickRound:
    return position(GAME, hands, bidder=bidder, trump=trump, **facts)  # type: ignore[arg-type]


def order(round: mam.TrickRound) -> str:
    """The seats in the order in which they play to the trick."""
    assert round.trick is not None
    return "".join(round.trick.seats)


def made_bid_round(bid: int = 240, **facts: object) -> mam.TrickRound:
    return table(BID_HANDS, bid=bid, played=LINE.format("G30", "B15"), **facts)


def failed(**facts: object) -> mam.TrickRound:
    return table(FAILED, bid=240, played=LINE.format("G15", "B30"), **facts)


def test_R35_3P_1_dealt_as_for_four_and_dummy_neither_bids_nor_deals() -> None:
    round, low = mam.start(GAME, seed=5, dealer="C"), opening(GAME)
    assert round.deal.seats == ("A", "B", "C", "D") and len(round.deal.nest) == 3
    assert [len(hand) for hand in round.deal.hands] == [13] * 4 and sorted(
        card.code for card in round.deal.cards
    ) == sorted(card.code for card in mam.PACK)
    assert_refused(
        round, "pass", "R35-BID-1", f"You can't pass: the dealer must open the auction, with ${low},000 to $200,000."
    )
    assert_refused(round, "bid 205", "R35-BID-2", f"${low},000 to $200,000")
    assert amounts(round) == list(range(low, 205, 5))
    round = assert_legal(round, "open", "R35-BID-1", "R35-BID-2")
    assert round.turn == "A"  # D has no turn
    assert_refused(round, f"bid {low + 5}", "R35-BID-5", f"at least ${low + 10},000")
    round = play(round, "raise")
    assert round.turn == "B"
    assert play(round, "pass").turn == "C"


def test_D_T02_dummy_takes_no_turn_and_deals_no_cards() -> None:
    for dealer in "ABC":
        round = mam.start(GAME, seed=5, dealer=dealer)
        sentences = []
        while round.phase == "auction":
            sentences.append(round.turn)
            round = play(round, "pass" if len(sentences) > 1 else "open")
        assert "".join(map(str, sentences)) == {"A": "ABC", "B": "BCA", "C": "CAB"}[dealer]
    with pytest.raises(ValueError, match="no seat 'D' to deal"):
        mam.start(GAME, seed=5, dealer="D")
    assert_refused(deal_hands(GAME, FEW, dealer="A", nest="B1 B2 B3"), "open", "D-G27", "Dummy can't bid", seat="D")


@pytest.mark.parametrize("bidder", TURNS)
def test_R35_3P_2_and_R35_3P_3_the_bidder_sits_opposite_dummy(bidder: str) -> None:
    round = table(bidder=bidder)
    ring = round.turn_order
    assert ring[(ring.index(bidder) + 2) % 4] == "D"
    opponents = "".join(seat for seat in "ABC" if seat != bidder)
    with_dummy = "".join(sorted(f"{bidder}D"))
    assert {frozenset(members) for members in round.sides.values()} == {frozenset(with_dummy), frozenset(opponents)}
    assert round.side_of(bidder) == round.side_of("D") != round.side_of(opponents[0]) == round.side_of(opponents[1])


@pytest.mark.parametrize("bidder", TURNS)
def test_D_T01_the_bidder_changes_places_with_whoever_faces_dummy(bidder: str) -> None:
    dealer_first = deal_hands(GAME, FEW, dealer=bidder, nest="B1 B2 B3")
    before = play(dealer_first, "open, pass")
    cited = cited_rules(before, "pass")
    if bidder == "B":  # sits there already
        assert "R35-3P-2" not in cited
    else:
        assert cited["R35-3P-2"] == f"{bidder} sits opposite Dummy in this round."
    round = table(bidder=bidder)
    assert order(round) == TURNS[bidder]
    assert order(table(bidder=bidder, options=["circle-kept"])) == CIRCLE[bidder]
    assert find_rules(GAME).persons == ("A", "B", "C")


def test_R35_3P_4_left_of_the_bidder_leads_any_card() -> None:
    round = table("A R1 R2 | B R3 R4 | C Y1 G40 | D B1 B2", bidder="A", trump="B")
    assert round.turn == "C" and legal_cards(round) == "Y1 G40"
    cited = cited_rules(table(FEW, bidder="A", nest="B1 B2 B3", trump="B"), "R3")
    assert "R35-PLAY-2" in cited
    before = deal_hands(GAME, FEW, dealer="A", nest="B1 B2 B3")
    before = play(before, "open, pass, pass, discard B1 B2 B3")
    assert cited_rules(before, "trump B")["R35-3P-4"] == "C sits at the bidder's left and leads first."
    assert_refused(round, "R1", "R35-3P-4", "It is C's turn, not yours.", seat="A")


def test_R35_3P_5_and_D_T04_dummy_lies_open_only_after_the_lead() -> None:
    round = table(bidder="A", trump="B")
    for person in "ABC":
        assert mam.view(round, person).round.hands["D"] == (mam.UNSEEN,) * 3
    assert cited_rules(round, "R3")["R35-3P-5"] == "Dummy's hand is now face up; A plays it."
    after = play(round, "R3")
    for person in "ABC":
        assert mam.view(after, person).round.hands["D"] == cards("R4 Y4 G4")
        hidden = [seat for seat in "ABC" if seat != person]
        assert all(set(mam.view(after, person).round.hands[seat]) == {mam.UNSEEN} for seat in hidden)
    assert "R35-3P-5" not in cited_rules(after, "R4")


@pytest.mark.parametrize("phase", ["auction", "nest", "trump"])
def test_D_T04_the_bidder_does_not_see_dummy_before(phase: str) -> None:
    round = deal_hands(GAME, FEW, dealer="A", nest="B1 B2 B3")
    round = play(round, {"auction": "", "nest": "open, pass, pass"}.get(phase, "open, pass, pass, discard B1 B2 B3"))
    assert round.phase == phase
    assert mam.view(round, "A").round.hands["D"] == (mam.UNSEEN,) * 3


def test_R35_3P_5_dummys_cards_are_sorted_by_color() -> None:
    hands = "A R1 R2 R3 R4 R5 | B Y1 Y2 Y3 Y4 Y5 | C G1 G2 G3 G4 G5 | D BULL B1 R40 G40 TIGER"
    round = table(hands, bidder="A", played="G1")
    assert mam.view(round, "B").round.hands["D"] == cards("R40 B1 G40 TIGER BULL")


def test_R35_3P_6_the_bidder_plays_both_hands_and_dummy_answers_the_lead() -> None:
    round = table(bidder="A", trump="B")
    assert (round.turn, round.actor) == ("C", "C")
    round = play(round, "R3")
    assert (round.turn, round.actor) == ("D", "A") and mam.view(round, "A").to_move
    assert not mam.view(round, "B").to_move and not mam.view(round, "C").legal_moves
    assert mam.view(round, "A").legal_moves == tuple(map(move, ["R4"]))
    round = play(round, "R4")
    assert (round.turn, round.actor) == ("B", "B")
    round = play(round, "R2")
    assert (round.turn, round.actor) == ("A", "A")


def test_R35_3P_7_a_trick_taken_by_dummys_card_is_led_to_from_dummy() -> None:
    round = table(bidder="A", trump="B", played="R3, R4, R2, R1")
    assert (round.tricks[0].winner, round.turn, round.actor) == ("D", "D", "A")
    assert_refused(round, "Y1", "R35-3P-7", "It is Dummy's turn, not yours.", seat="A")
    assert legal_cards(round) == "Y4 G4" and order(round) == "DBAC"
    own_trick = table("A R40 Y1 | B R2 Y2 | C R3 Y3 | D R4 Y4", bidder="A", trump="B", played="R3, R4, R2, R40")
    assert (own_trick.turn, own_trick.actor) == ("A", "A")
    assert_refused(own_trick, "Y2", "R35-PLAY-8", "It is A's turn, not yours.", seat="B")  # a person's own trick


def test_R35_3P_8_and_R35_3P_11_three_totals_and_none_for_dummy() -> None:
    assert list(scores(made_bid_round())) == ["A", "B", "C"]
    match = mam.start_match(GAME, seed=3)
    assert match.totals == {"A": 0, "B": 0, "C": 0}
    assert "D" not in mam.make_sheet(match).text().splitlines()[1].split()


def test_R35_3P_9_each_of_a_side_scores_all_of_it() -> None:  # B38
    round = made_bid_round()
    assert captured(round) == {"B-D": 250, "A-C": 150}
    assert scores(round) == {"A": 150, "B": 250, "C": 150}
    last = play(table(BID_HANDS, bid=240), LINE.format("G30", "B15").removesuffix(", B2"))
    cited = cited_rules(last, "B2")
    assert "R35-3P-9" in cited and "R35-3P-10" not in cited


def test_R35_3P_9_a_bid_made_to_the_dollar() -> None:
    assert scores(made_bid_round(bid=250)) == {"A": 150, "B": 250, "C": 150}
    assert scores(made_bid_round(bid=255)) == {"A": 150, "B": -255, "C": 150}


def test_R35_3P_10_and_D_T06_the_bidder_alone_is_set_back() -> None:  # B39
    round = failed()
    assert captured(round) == {"B-D": 235, "A-C": 165}
    assert scores(round) == {"A": 165, "B": -240, "C": 165}
    last = play(table(FAILED, bid=240), LINE.format("G15", "B30").removesuffix(", B2"))
    assert cited_rules(last, "B2")["R35-3P-10"].endswith(
        "B and Dummy captured $235,000, $5,000 short of the bid, so B alone is set back $240,000."
    )


def test_R35_3P_12_dummy_goes_to_whoever_wins_the_bidding() -> None:
    assert [sorted(table(bidder=bidder).sides) for bidder in "ABC"] == [["A-D", "B-C"], ["A-C", "B-D"], ["A-B", "C-D"]]
    match = mam.start_match(GAME, seed=1, dealer="A")
    bidders = set()
    for _ in range(3):
        number = len(match.finished)
        while len(match.finished) == number:
            moves = match.legal_moves
            match = match.play(mam.Pass() if mam.Pass() in moves else moves[0])
        bidders.add(match.finished[-1].bidder)  # type: ignore[attr-defined]
        assert match.round.sides == {seat: (seat,) for seat in "ABCD"}  # type: ignore[attr-defined]
    assert bidders == {"A", "B", "C"}  # each dealer in turn, when all others pass


def after(round: mam.TrickRound, **carried: int) -> Match:
    """The match when this round has just been scored."""
    return Match(round.rules, 0, round, (round,), carried)


def test_R35_3P_13_the_first_person_to_a_million_wins() -> None:
    assert after(made_bid_round(), A=0, B=749, C=0).result is None
    match = after(made_bid_round(), A=0, B=750, C=0)
    assert match.result == ("B",) and [ruling.id for ruling in match.why_ended()] == ["R35-3P-13"]
    assert after(made_bid_round(), A=850, B=0, C=0).result == ("A",)


def test_D_T07_two_persons_past_a_million() -> None:
    higher = after(made_bid_round(), A=860, B=0, C=900)
    assert higher.result == ("C",) and [ruling.id for ruling in higher.why_ended()] == ["D-T07"]
    level = after(made_bid_round(), A=880, B=0, C=880)
    assert level.result == ("A", "C") and [ruling.id for ruling in level.why_ended()] == ["D-T07"]
    assert level.why_ended()[0].reason == "A and C are tied at $1,030,000: they win together."
    on = after(made_bid_round(options=["play-on-at-a-tie"]), A=880, B=0, C=880)
    assert on.result is None and not on.is_over and [ruling.id for ruling in on.why_ended()] == ["D-T07"]
    assert after(made_bid_round(options=["play-on-at-a-tie"]), A=880, B=0, C=885).result == ("C",)


def test_D_T10_a_million_for_dummy_counts_for_nobody() -> None:
    assert after(made_bid_round(), A=0, B=0, C=0).result is None
    with pytest.raises(ValueError, match="no side D"):
        mam.start_match(GAME, seed=1, carried={"D": 990})


@pytest.mark.parametrize("bidder", TURNS)
def test_D_T03_the_next_dealer_sits_left_in_the_first_circle(bidder: str) -> None:
    for dealer, following in zip("ABC", "BCA", strict=True):
        calls = {0: "open, pass, pass", 1: "open, raise, pass, pass", 2: "open, pass, raise, pass"}
        ahead = ("ABC".index(bidder) - "ABC".index(dealer)) % 3
        round = play(deal_hands(GAME, FEW, dealer=dealer, nest="B1 B2 B3"), calls[ahead])
        assert (round.bidder, round.next_dealer) == (bidder, following)


def test_D_T05_discards_come_from_the_bidders_own_cards() -> None:
    round = deal_hands(GAME, FEW, dealer="A", nest="B1 B2 B3")
    round = play(round, "open, pass, pass")
    assert_refused(round, "discard R4 B1 B2", "D-G27", "You don't hold Red 4.")
    assert round.hands["A"] == cards("R1 Y1 B3 B2 B1 G1")
    after_it = assert_legal(round, "discard R1 Y1 B1", "R35-NEST-2")
    assert after_it.hands["A"] == cards("B3 B2 G1") and after_it.hands["D"] == cards("R4 Y4 G4")


@pytest.mark.parametrize("option", ["short-game", "unlimited-bids", "tiger-sets-color"])
def test_R35_3P_1_the_options_of_the_game_for_four(option: str) -> None:
    rules = find_rules(GAME, [option])
    assert rules != replace(find_rules(GAME), chosen=rules.chosen)


def test_R35_WIN_3_and_D_G06_and_D_G19_with_three() -> None:
    assert after(made_bid_round(options=["short-game"]), A=0, B=250, C=0).result == ("B",)
    assert after(made_bid_round(options=["short-game"]), A=0, B=249, C=0).result is None
    few = deal_hands(GAME, FEW, dealer="A", nest="B1 B2 B3")
    assert_refused(play(few, "open"), "bid 525", "D-G06")
    free = deal_hands(GAME, FEW, dealer="A", nest="B1 B2 B3", options=["unlimited-bids"])
    assert play(free, "open, bid 525").calls[-1] == ("B", mam.Bid(525))
    hands = "A Y1 R9 | B B5 Y40 | C BULL BEAR | D TIGER R3"
    assert legal_cards(table(hands, bidder="B", trump="B", played="BULL, TIGER")) == "R9 Y1"
    sets = table(
        "A Y1 B9 | B B5 Y40 | C BULL BEAR | D TIGER R3", trump="B", played="BULL, TIGER", options=["tiger-sets-color"]
    )
    assert legal_cards(sets) == "B9"

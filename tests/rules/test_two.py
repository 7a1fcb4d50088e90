"""Two players with half-hidden dummy partners: R2H, D-H, situations B40 to B42."""

from random import Random

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
    play,
    position,
    scores,
)

import mam
from mam.games.match import Match
from mam.games.registry import find_rules
from mam.rules.cards import format_cards
from mam.rules.dealing import shuffle

GAME = "make-a-million-1935-two"
ONES = "without-ones"
# South is North's dummy and West East's; an open card stands before the one that lies face down under it.
FEW = "N R1 Y1 G1 R7 G7 | E R2 Y2 G2 Y7 G8 | S R3/B3 Y3/B4 G3 | W R4/B7 R8/B8 G4"


def table(hands: str = FEW, bidder: str = "N", trump: str = "R", **facts: object) -> mam.TrickRound:
    return position(GAME, hands, bidder=bidder, trump=trump, **facts)  # type: ignore[arg-type]


def fresh(hands: str = FEW, dealer: str = "N", **facts: object) -> mam.TrickRound:
    return deal_hands(GAME, hands, dealer=dealer, nest="B1 B2 B9", **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize("dealer", "NE")
def test_R2H_1_and_D_H01_the_sides_play_by_turns(dealer: str) -> None:
    rules = find_rules(GAME)
    assert rules.persons == ("N", "E") and rules.dummies == ("S", "W")
    assert rules.seats == ("N", "E", "S", "W")
    round = table(bidder=dealer)
    sides = [round.side_of(seat) for seat in round.turn_order]
    assert sides[0] == sides[2] != sides[1] == sides[3]
    assert round.sides == {"N-S": ("N", "S"), "E-W": ("E", "W")}


def test_R2H_2_and_R2H_4_four_hands_of_thirteen_and_a_nest() -> None:  # B40
    round = mam.start(GAME, seed=2)
    assert [len(hand) for hand in round.deal.hands] == [13] * 4 and len(round.deal.nest) == 3
    for dummy in "SW":
        assert len(round.playable(dummy)) == 7
        assert sum(upper in round.deal[dummy] for upper, _ in round.deal.covers) == 6
    for player in "NE":
        assert len(round.playable(player)) == 13
        opponent = "E" if player == "N" else "N"
        view_hands = mam.view(round, player).round.hands
        assert mam.UNSEEN not in view_hands[player] and set(view_hands[opponent]) == {mam.UNSEEN}
        for dummy in "SW":
            assert view_hands[dummy].count(mam.UNSEEN) == 6 and len(view_hands[dummy]) == 13


@pytest.mark.parametrize("dealer", "NE")
def test_R2H_3_the_first_six_cards_are_hidden(dealer: str) -> None:
    pile = shuffle(mam.PACK, Random(8))
    round = mam.start(GAME, seed=8, dealer=dealer)
    first = {"N": "E", "E": "S"}[dealer]  # the hand at the dealer's left is dealt to first
    order = ("NESW" * 2)["NESW".index(first) :][:4]
    for place, seat in enumerate(order):
        got = pile[place:52:4]
        assert set(round.deal[seat]) == set(got)
        if seat in "SW":
            assert set(round.playable(seat)) == set(got[6:])


def test_R2H_5_and_R2H_6_each_open_card_on_a_hidden_one_before_anybody_looks() -> None:
    round = mam.start(GAME, seed=8)
    assert round.history == ()
    for dummy in "SW":
        pairs = [pair for pair in round.deal.covers if pair[0] in round.deal[dummy]]
        upper, below = zip(*pairs, strict=True)
        assert len(set(upper)) == len(set(below)) == 6 and not set(upper) & set(below)
        alone = set(round.deal[dummy]) - {*upper, *below}
        assert len(alone) == 1 and alone <= set(round.playable(dummy))


def test_D_H06_the_pairs_follow_the_order_of_the_deal() -> None:
    pile = shuffle(mam.PACK, Random(8))
    round = mam.start(GAME, seed=8, dealer="N")
    got = {seat: pile[place:52:4] for place, seat in enumerate("ESWN")}
    for dummy in "SW":
        pairs = {pair for pair in round.deal.covers if pair[0] in round.deal[dummy]}
        assert pairs == set(zip(got[dummy][6:12], got[dummy][:6], strict=True))


def test_R2H_5_a_deal_with_another_number_of_covered_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="1 card of its own face down under others, not 2"):
        fresh(FEW.replace("Y3/B4", "Y3 B4"))


def test_R2H_7_the_dealer_opens_at_175_or_more() -> None:  # B41
    round = fresh()
    assert round.turn == "N"
    assert_refused(round, "pass", "R2H-7", "You can't pass: the dealer must open the auction, with $175,000 or more.")
    assert_refused(round, "bid 170", "R2H-7", "$175,000 or more")
    assert_legal(round, "bid 175", "R2H-7")
    assert_legal(round, "bid 205", "R2H-7")
    assert amounts(round)[0] == 175 and amounts(round)[-1] == 520
    assert_refused(round, "bid 200 B", "R35-BID-7", "Bid $200,000 without a color: trump is named after the auction.")


def test_D_H04_the_limit_of_200_is_an_option() -> None:
    assert max(amounts(fresh())) == 520
    capped = fresh(options=["opening-cap"])
    assert amounts(capped) == list(range(opening(GAME), 205, 5))
    refusal = assert_refused(capped, "bid 205", "D-H04", "to $200,000")
    assert "The option opening-cap chooses the other reading: The limit" in str(refusal)
    assert_legal(play(capped, "bid 200"), "bid 300")  # only the opening has it


def test_D_H05_steps_as_in_the_game_for_four() -> None:
    round, low = play(fresh(), "open"), opening(GAME)
    assert_refused(round, f"bid {low + 5}", "R35-BID-5", f"at least ${low + 10},000")
    assert_refused(round, "bid 197", "R35-BID-6", "multiple of $5,000")
    assert_refused(round, "bid 525", "D-G06")
    assert_legal(round, "raise", "R35-BID-5")
    assert_refused(fresh(), "bid 183", "R35-BID-6")


def test_R2H_8_the_two_bid_by_turns_until_one_passes() -> None:
    round = fresh(dealer="E")
    sentences = []
    for call in ("open", "raise", "bid 200", "bid 210"):
        sentences.append(round.turn)
        round = play(round, call)
    assert sentences == ["E", "N", "E", "N"]
    assert_refused(round, "bid 220", "D-G27", "North's dummy can't bid", seat="S")
    cited = cited_rules(round, "pass")
    assert cited["R2H-8"] == "The other player has passed: North is the bidder at $210,000."
    assert (play(round, "pass").bidder, play(round, "pass").bid) == ("N", 210)


def test_R2H_9_nest_discard_trump() -> None:
    round = play(fresh(), "open")
    assert "R2H-9" in cited_rules(round, "pass")
    round = play(round, "pass")
    assert (round.phase, round.turn, round.hands["N"]) == ("nest", "N", cards("R7 R1 Y1 B9 B2 B1 G7 G1"))
    assert_refused(round, "discard R1 B1", "R35-NEST-2")
    round = assert_legal(round, "discard R1 Y1 B9", "R35-NEST-2", "R35-NEST-3")
    assert (round.phase, round.turn) == ("trump", "N")
    assert_legal(round, "trump G", "R35-NEST-8")


def test_R2H_10_and_D_H02_the_hand_at_the_bidders_left_leads() -> None:
    north = table(bidder="N")
    assert (north.turn, north.actor) == ("E", "E") and legal_cards(north) == "R2 Y7 Y2 G8 G2"
    assert_refused(north, "R3", "R2H-10", "It is East's turn, not North's dummy's", seat="S")
    east = table(bidder="E")
    assert (east.turn, east.actor) == ("S", "N") and legal_cards(
        east
    ) == "R3 Y3 G3"  # its open cards, by North's choice
    assert_refused(east, "R1", "R2H-10", "It is North's dummy's turn, not yours.", seat="N")
    before = play(fresh(dealer="E"), "open, pass, discard B1 B2 B9")
    assert cited_rules(before, "trump R")["R2H-10"] == "North's dummy sits at the bidder's left and leads first."


def test_R2H_11_each_plays_for_the_own_dummy() -> None:
    round = table(bidder="N")
    decided = []
    for text in ("R2", "R3", "R4", "R1"):
        decided.append((round.turn, round.actor))
        assert mam.view(round, round.actor).legal_moves == round.legal_moves
        round = play(round, text)
    assert decided == [("E", "E"), ("S", "N"), ("W", "E"), ("N", "N")]
    for person in "SW":
        with pytest.raises(ValueError, match="nobody sits"):
            mam.view(round, person)


def test_R2H_12_only_open_cards_can_be_played() -> None:
    round = table(bidder="E")
    assert_refused(
        round, "B3", "R2H-12", "North's dummy can play only its face-up cards, and Black 3 isn't one of them."
    )
    # What lies face down is not revealed: the same is said of a card that is in another hand.
    assert_refused(round, "R1", "R2H-12", "North's dummy can play only its face-up cards, and Red 1 isn't one of them.")
    assert_legal(round, "R3")


def test_R2H_13_an_uncovered_card_is_turned_up_for_later_plays() -> None:
    round = table(bidder="E")
    assert cited_rules(round, "R3")["R2H-13"] == "Black 3 lay under it and is now face up, for later tricks."
    assert "R2H-13" not in cited_rules(round, "G3")  # nothing lay under it
    view_round = mam.view(round, "E").round
    assert mam.Play(cards("B3")[0]) not in view_round.legal_moves and cards("B3")[0] not in view_round.hands["S"]
    round = play(round, "R3, R4, R1, R2")
    assert (
        format_cards(mam.view(round, "E").round.hands["S"]).count("??") == 1
        and cards("B3")[0] in mam.view(round, "E").round.hands["S"]
    )
    round = play(round, "R8, R7, Y2")
    assert round.turn == "S" and legal_cards(round) == "Y3 B3 G3"


def test_D_H11_not_in_the_same_trick() -> None:
    round = table(bidder="E", played="R3")
    assert round.turn == "W"
    assert_refused(round, "B3", "R35-PLAY-3", seat="S")


def test_R2H_14_otherwise_as_with_four() -> None:
    round = table("N R1 Y1 | E R40 Y2 | S R3/B3 | W Y4/B7", bidder="N", played="R40")
    assert legal_cards(round) == "R3"
    assert legal_cards(play(round, "R3")) == "Y4"
    round = table("N B1 BULL | E B40 Y2 | S B3/R3 | W Y4/G7", bidder="N", trump="R", played="B40, B3, Y4")
    assert_refused(round, "BULL", "R35-BULL-1")


def test_R2H_15_a_player_counts_with_the_dummy() -> None:
    round = table("N R1 Y1 | E R5 Y5 | S R40/Y40 | W Y4/B7", bidder="N", trump="R", bid=200, played="R5, R40, Y4, R1")
    assert round.tricks[0].winner == "S" and captured(round) == {"N-S": 45, "E-W": 0}
    round = play(round, "Y40, B7, Y1, Y5")
    assert captured(round) == {"N-S": 90, "E-W": 0} and scores(round) == {"N-S": -200, "E-W": 0}
    assert round.rules.accounts == {"N-S": "North", "E-W": "East"}


def test_R2H_16_and_D_H15_without_the_ones() -> None:  # B42
    rules = find_rules(GAME, [ONES])
    assert len(rules.pack) == 51 and not any(card.rank == 1 for card in rules.pack)
    assert sum(card.is_number_card for card in rules.pack) == 28 and mam.money_in(rules.pack) == 400
    round = mam.start(GAME, seed=3, options=[ONES])
    assert [len(hand) for hand in round.deal.hands] == [12] * 4 and len(round.deal.nest) == 3
    assert [len(round.playable(dummy)) for dummy in "SW"] == [6, 6]
    assert amounts(round)[0] == opening(GAME) and amounts(round)[-1] == 520
    while not round.is_over:
        moves = round.legal_moves
        round = round.play(mam.Pass() if mam.Pass() in moves else moves[0])
    assert len(round.tricks) == 12
    with pytest.raises(ValueError, match="13 cards, not 12"):
        mam.start(GAME, options=[ONES], deal=mam.start(GAME, seed=3).deal)


def test_D_H03_the_first_dealer_has_the_other_at_the_left_for_the_whole_match() -> None:
    for seed in range(12):
        assert mam.start(GAME, seed).deal.dealer == "N" == mam.start_match(GAME, seed).round.deal.dealer
    rules = find_rules(GAME)
    assert rules.seats[(rules.seats.index("N") + 1) % 4] == "E"


def test_D_H14_the_deal_goes_from_one_to_the_other() -> None:
    match = mam.start_match(GAME, seed=4)
    dealers = []
    while len(match.finished) < 4:
        if not match.round.history:
            dealers.append(match.round.deal.dealer)
        moves = match.legal_moves
        match = match.play(mam.Pass() if mam.Pass() in moves else moves[0])
    assert dealers == ["N", "E", "N", "E"]
    with pytest.raises(ValueError, match="no seat 'S' to deal"):
        mam.start(GAME, 1, dealer="S")


# What an open hand has to follow


def test_D_H07_a_hidden_card_of_the_color_does_not_bind() -> None:
    round = table("N R1 Y1 | E B40 Y2 | S R3/B3 | W Y4/B7", bidder="N", played="B40")
    assert legal_cards(round) == "R3"
    assert_legal(round, "R3", "R35-PLAY-6")


def test_D_H09_an_open_animal_may_be_played_whatever_lies_hidden() -> None:
    hands = "N R1 Y1 Y3 Y2 | E B40 Y4 G2 G3 | S BULL/B3 R3/R4 | W Y9/B7 BEAR/B9"
    round = table(hands, bidder="N", trump="G", played="B40")
    assert legal_cards(round) == "R3 BULL"
    round = assert_legal(round, "BULL", "R35-BULL-1")
    assert legal_cards(round) == "Y9 BEAR"
    assert_legal(round, "BEAR", "R35-BEAR-1")
    follows = table(hands.replace("R3/R4", "B4/R4"), bidder="N", trump="G", played="B40")
    assert_refused(
        follows,
        "BULL",
        "R35-BULL-1",
        "North's dummy must follow Black: North's dummy still holds B4. North's dummy can play the Bull only when it has no Black face up.",
    )


def test_D_H10_an_open_tiger_that_is_the_only_open_trump_is_forced() -> None:
    hands = "N R1 Y1 G1 G2 | E B40 Y2 G3 G4 | S TIGER/B3 R3/R4 | W Y4/B7 R8/R9"
    round = table(hands, bidder="N", trump="B", played="B40")
    assert_refused(
        round,
        "R3",
        "R35-TIG-4",
        "Trumps were led. The Tiger is North's dummy's only trump face up, so North's dummy must play it.",
    )
    assert legal_cards(round) == "TIGER"
    choice = table(hands.replace("B3 R3/R4", "R3 B3/R4"), bidder="N", trump="B", played="B40")
    assert legal_cards(choice) == "B3 TIGER"


def test_D_H08_only_an_animal_open_on_lead() -> None:
    # South takes the first trick with its lone open card; the Bull is all that lies open then.
    hands = "N R1 Y1 Y3 | E R2 Y2 Y4 | S R40 BULL/B3 | W R4 Y9/B7"
    round = table(hands, bidder="E", trump="G", played="R40, R4, R1, R2")
    assert (round.turn, legal_cards(round)) == ("S", "BULL")
    sentence = "North's dummy may lead the Bull: it is the only card face up, and hidden cards can't be played."
    assert cited_rules(round, "BULL")["D-H08"] == sentence
    assert_refused(round, "Y4", "R35-PLAY-8", "It is North's dummy's turn", seat="E")  # it took the trick
    after = assert_legal(round, "BULL")
    assert after.playable("S") == cards("B3")  # turned up for later
    assert_refused(round, "B3", "R2H-12")


def test_D_H08_two_animals_open_either_may_be_led() -> None:
    hands = "N R1 Y1 Y3 Y8 Y7 | E R2 Y2 Y4 G1 G2 | S R40 BULL/B3 BEAR/B4 | W R4 Y9/B7 R7/R8"
    round = table(hands, bidder="E", trump="G", played="R40, R4, R1, R2")
    assert legal_cards(round) == "BULL BEAR"
    assert_legal(round, "BEAR", "D-H08", words="only the Bull and the Bear are face up")


def test_D_H08_not_while_another_card_lies_open() -> None:
    hands = "N R1 Y1 Y3 Y8 Y7 | E R2 Y2 Y4 G1 G2 | S R40 BULL/B3 G4/B4 | W R4 Y9/B7 R7/R8"
    round = table(hands, bidder="E", trump="G", played="R40, R4, R1, R2")
    assert_refused(round, "BULL", "R35-BB-2")
    assert legal_cards(round) == "G4"


def test_D_H12_after_such_a_lead_the_first_real_card_sets_the_color() -> None:
    hands = "N R1 Y1 Y3 | E R2 Y2 B4 | S R40 BULL/B3 | W R4 Y9/B7"
    round = table(hands, bidder="E", trump="G", played="R40, R4, R1, R2, BULL")
    assert (round.turn, legal_cards(round)) == ("W", "Y9")
    assert_legal(round, "Y9", "R35-BB-3", words="Yellow is the color to follow")
    round = play(round, "Y9")
    assert legal_cards(round) == "Y3 Y1"
    assert legal_cards(play(round, "Y1")) == "Y2"
    assert_refused(play(round, "Y1"), "B4", "R35-PLAY-5")
    free = table(hands.replace("W R4 Y9/B7", "W R4 BEAR/B7"), bidder="E", trump="G", played="R40, R4, R1, R2, BULL")
    round = assert_legal(free, "BEAR", "D-G18")
    assert legal_cards(round) == "Y3 Y1"  # North sets it now
    assert_legal(round, "Y1", "R35-BB-3")


def test_D_H13_no_exchange_with_the_dummy_and_no_look_below() -> None:
    round = play(fresh(), "open, pass")
    assert_refused(round, "discard B1 B2 R3", "D-G27", "You don't hold Red 3.")
    assert_refused(round, "discard B1 B2 B3", "D-G27")
    hidden = set(cards("B3 B4 B7 B8"))
    for person in "NE":
        view_round = mam.view(round, person).round
        assert not hidden & {card for hand in view_round.hands.values() for card in hand}
        assert not hidden & set(view_round.deal.cards)


def test_D_H16_a_dummy_has_an_open_card_as_long_as_it_has_any() -> None:
    for seed in range(20):
        round, rng = mam.start(GAME, seed), Random(seed)
        while not round.is_over:
            moves = round.legal_moves
            round = round.play(mam.Pass() if mam.Pass() in moves else moves[int(rng.random() * len(moves))])
            for dummy in "SW":
                hand_size, open_ = len(round.hands[dummy]), len(round.playable(dummy))
                covered = hand_size - open_
                assert open_ or not hand_size
                assert 0 <= covered <= 6


def test_R2H_14_the_options_of_the_game_for_four() -> None:
    ended = table(
        "N R1 Y1 | E R5 Y5 | S R40/Y40 | W Y4/B7", bidder="N", trump="R", played="R5, R40, Y4, R1, Y40, B7, Y1, Y5"
    )
    short = find_rules(GAME, ["short-game"])
    assert Match(short, 0, ended, (ended,), {"N-S": 0, "E-W": 500}).result == ("E-W",)
    assert Match(ended.rules, 0, ended, (ended,), {"N-S": 0, "E-W": 500}).result is None
    level = {"N-S": 1000 + opening(GAME), "E-W": 1000}
    assert Match(find_rules(GAME, ["draw-at-a-tie"]), 0, ended, (ended,), level).result == ("N-S", "E-W")
    assert Match(ended.rules, 0, ended, (ended,), level).result is None
    assert play(fresh(options=["unlimited-bids"]), "open, bid 900").calls[-1] == ("E", mam.Bid(900))
    assert_refused(play(fresh(), "open"), "bid 900", "D-G06")

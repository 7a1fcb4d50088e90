"""`mam.text.positions`: rounds of a few named cards in every edition, begun with the first lead or reached by real moves."""

import pickle
from typing import Any

import pytest

import mam
from mam.games.registry import make_round
from mam.games.trick_round import TrickRound
from mam.rules.cards import format_cards
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Exchange
from mam.rules.scoring import Carry
from mam.text import positions
from mam.text.positions import make_letter_position, make_position, play_tricks

FOUR = "make-a-million-1935"
HANDS = "N R40 G1 | E R1 G2 | S R2 G3 | W R3 G4"
SIX = "A R40 | X R1 | B R2 | Y R3 | C R4 | Z R7"
EIGHT = "A R40 | W R1 | B R2 | X R3 | C R4 | Y R7 | D R8 | Z R9"

# For each edition: hands, trump, who leads, who then has the bid.
EVERY: dict[str, tuple[str, str, str, str | None]] = {
    FOUR: (HANDS, "B", "N", "W"),
    "make-a-million-1935-three": ("A R40 | B R1 | C R2 | D R3", "B", "C", "B"),
    "make-a-million-1935-two": (HANDS, "B", "E", "N"),
    "manhattan": (HANDS, "B", "N", "W"),
    "make-a-million-2004": (HANDS, "B", "N", "N"),
    "six": (SIX, "G", "A", "A"),
    "eight": (EIGHT, "G", "B", "B"),
    "silent-six": (SIX, "G", "C", "C"),
    "silent-eight": (EIGHT, "G", "Z", "Z"),
    "exact-tricks": ("A R40 | B R1 | C R2 | D R3", "G", "B", None),
    "sweven": ("A SA | B S10 | C HK | D DQ", "C", "D", "D"),
}


def same(round: TrickRound) -> bool:
    """Whether the round is what its deal and its moves lead to, also after a journey to another process."""
    rebuilt = make_round(round.rules, round.deal, round.history, round.carry, position=round.position)
    return rebuilt == round and rebuilt.turn == round.turn and pickle.loads(pickle.dumps(round)) == round


@pytest.mark.parametrize("edition", EVERY)
def test_a_position_of_every_edition(edition: str) -> None:
    hands, trump, lead, bidder = EVERY[edition]
    rules = mam.get_edition(edition)
    assert isinstance(rules, TrickGameRules)
    bid = rules.auction.min_opening if bidder else None
    round = make_position(edition, hands, trump, lead, bid=bid)
    assert (round.phase, round.turn, round.bidder) == ("play", lead, bidder)
    assert round.trump is not None and round.trump.value == trump
    hands_given = {part.split()[0]: part.split()[1:] for part in hands.split("|")}
    assert {seat: format_cards(hand).split() for seat, hand in round.hands.items()} == hands_given
    assert round.rules.id == edition and same(round)
    first = round.legal_moves[0]
    assert round.play(first).why_not is not None and same(round.play(first))


def test_the_hands_may_be_a_table_of_texts() -> None:
    parts = {"N": "R40 G1", "E": "R1 G2", "S": "R2 G3", "W": "R3 G4"}
    assert make_position(FOUR, parts, "B", "N") == make_position(FOUR, HANDS, "B", "N")


def test_cards_that_follow_the_first_lead() -> None:
    round = make_position(FOUR, HANDS, "B", "N", played="R40, R1 R2 R3 G1")
    assert round.captured == {"N-S": 40, "E-W": 0} and round.turn == "E"
    with pytest.raises(mam.IllegalMove, match="You must follow Red"):
        make_position(FOUR, HANDS, "B", "N", played="R40 G2")


# Auction


@pytest.mark.parametrize("bid", [195, 200, 205, 260, 520])
def test_the_bidder_has_the_bid_that_was_named(bid: int) -> None:
    round = make_position(FOUR, HANDS, "B", "N", bid=bid)
    assert (round.bidder, round.bid, round.deal.dealer) == ("W", bid, "W")


@pytest.mark.parametrize(
    ("bid", "words"), [(183, "multiple of"), (170, "175,000"), (525, "nobody could make that bid")]
)
def test_a_bid_against_the_rules_is_refused_by_them(bid: int, words: str) -> None:
    with pytest.raises(mam.IllegalMove, match=words):
        make_position(FOUR, HANDS, "B", "N", bid=bid)


def test_the_bidder_may_be_named_in_place_of_the_lead() -> None:
    assert make_position(FOUR, HANDS, "B", bidder="S").turn == "W"
    assert make_position("make-a-million-2004", HANDS, "B", bidder="S").turn == "S"
    assert make_position("make-a-million-1935-two", HANDS, "B", bidder="E", bid=200).turn == "S"
    with pytest.raises(ValueError, match="name the seat on lead, or the bidder"):
        make_position(FOUR, HANDS, "B")
    with pytest.raises(ValueError, match="'N' cannot lead first here: choose one of E"):
        make_position(FOUR, HANDS, "B", "N", bidder="N", bid=200)
    with pytest.raises(ValueError, match="no person 'S' to bid"):
        make_position("make-a-million-1935-two", HANDS, "B", bidder="S")


def test_three_players_rather_stay_where_they_sit() -> None:
    hands = "A R40 | B R1 | C R2 | D R3"
    round = make_position("make-a-million-1935-three", hands, "B", "C")
    assert round.bidder == "B" and round.turn_order == ("A", "B", "C", "D")
    moved = make_position("make-a-million-1935-three", hands, "B", "C", bidder="A")
    assert moved.turn == "C" and moved.turn_order == ("B", "A", "C", "D")
    with pytest.raises(ValueError, match="'D' cannot lead first here: choose one of B C"):
        make_position("make-a-million-1935-three", hands, "B", "D")


def test_manhattan_bids_on_the_trump_and_the_tiger_goes() -> None:
    hands = "N R40 R2 | E G2 TIGER | S Y3 G5 | W B1 Y9"
    round = make_position("manhattan", hands, "NC", "N", bid=150, nest="R7 Y4 G8", blind_draw=2)
    assert format_cards(round.hands["E"]) == "G8 G2" and format_cards(round.nest) == "R7 Y4 TIGER" and same(round)
    assert round.history[-1] == Exchange("E", mam.parse_card("G8"))
    with pytest.raises(ValueError, match="bids name a color"):
        make_position("manhattan", hands, "", "N")


def test_sweven_carries_an_account_and_a_bar() -> None:
    hands = "A SA | B S10 | C HK | D DQ"
    round = make_position("sweven", hands, "S", "A", bid=4, carry=Carry("A", 3), played="SA S10 HK DQ")
    assert round.result is not None and round.result.scores == {"A": 0, "B": 4, "C": 4, "D": 4}
    with pytest.raises(mam.IllegalMove, match="may only pass"):
        make_position("sweven", hands, "S", bidder="B", carry=Carry(barred="B"))


@pytest.mark.parametrize(("players", "letters"), [(2, "AB"), (3, "ABC"), (5, "ABCDE"), (6, "ABCDEF")])
def test_the_number_of_hands_is_the_number_of_players(players: int, letters: str) -> None:
    hands = dict(zip(letters, "SA SK SQ HA HK HQ".split(), strict=False))
    assert make_position("sweven", hands, "D", "B").rules.seats == tuple(letters)
    plain = dict(zip(letters, "R1 R2 R3 R4 R7 R8".split(), strict=False))
    assert len(make_position("exact-tricks", plain, "G", "A", options=["hands-of-5"]).rules.seats) == players


# Nest, partners called, dummies, sealed bids


def test_the_nest_is_put_back_unless_other_cards_go_out() -> None:
    round = make_position(FOUR, HANDS, "B", "N", nest="Y4 Y3 Y2")
    assert format_cards(round.nest) == "Y4 Y3 Y2" and format_cards(round.hands["W"]) == "R3 G4"
    taken = make_position(FOUR, HANDS, "B", "N", nest="Y40 Y3 Y2", discards="G4 Y3 Y2")
    assert format_cards(taken.hands["W"]) == "R3 Y40" and taken.nested == 0
    with pytest.raises(mam.IllegalMove, match="money card"):
        make_position(FOUR, HANDS, "B", "N", nest="Y40 Y3 Y2")


def test_stopping_at_an_earlier_phase() -> None:
    for phase in ("auction", "nest", "trump"):
        assert make_position(FOUR, HANDS, "B", "N", until=phase).phase == phase
    assert make_position(FOUR, HANDS, "", "N", until="nest").phase == "nest"  # trump need not be known yet
    with pytest.raises(ValueError, match="never reaches the phase 'exchange'"):
        make_position(FOUR, HANDS, "B", "N", until="exchange")
    with pytest.raises(ValueError, match="name the trump"):
        make_position(FOUR, HANDS, "", "N")


def test_options_are_passed_on() -> None:
    round = make_position("make-a-million-2004", HANDS, "NT+", "N", bid=200, options=["no-trump", "open-widow"])
    assert round.trump == mam.NoTrump.TIGER_HIGH and round.votes == (("N", False),)
    assert len(make_position("manhattan", HANDS, "B", "N", options=["without-tiger"]).nest) == 2


def test_silent_partners_are_called() -> None:
    hands = "A R40 G40 | X R40 Y1 | B G40 B1 | Y R2 R3 | C G2 G3 | Z B2 B3"
    with pytest.raises(ValueError, match="not in the pack of silent-six: Y1"):
        make_position("silent-six", hands, "G", "A")
    hands = hands.replace("Y1", "Y2")
    round = make_position("silent-six", hands, "G", "A", called_cards="R40 G40", played="R40 R40")
    assert round.partners == ("X",) and format_cards(round.called or ()) == "R40 G40"
    assert make_position("silent-six", hands, "G", "A").called is not None


def test_a_half_hidden_dummy_as_written_or_as_it_comes() -> None:
    written = make_position("make-a-million-1935-two", "N R40 R3 | E B4 G1 | S R2/TIGER | W B40/G4", "G", "E")
    assert dict(written.deal.covers) == {
        mam.parse_card("R2"): mam.parse_card("TIGER"),
        mam.parse_card("B40"): mam.parse_card("G4"),
    }
    assert make_position("make-a-million-1935-two", "N R40 R3 | E B4 G1 | S R2 TIGER | W B40 G4", "G", "E") == written
    three = make_position("make-a-million-1935-two", "N R1 R3 Y1 | E B1 B2 B3 | S Y4 G2 Y2 | W R2 R4 R7", "G", "E")
    assert len(three.deal.covers) == 2  # one pair in each dummy, the middle card alone
    with pytest.raises(mam.NotationError, match="'R40/R3' is not a card"):
        make_position("make-a-million-1935-two", "N R40/R3 | E B4 G1 | S R2/TIGER | W B40/G4", "G", "E")


def test_the_exact_game_turns_its_trump_and_seals_its_bids() -> None:
    hands = "A R40 R1 | B R2 R3 | C Y1 Y2 | D B1 B2"
    round = make_position("exact-tricks", hands, "", "A", stock="BULL G8", tricks_bid={"A": 2, "C": 1})
    assert round.trump == mam.Color.GREEN and dict(round.sealed) == {"A": 2, "B": 0, "C": 1, "D": 0}
    assert make_position("exact-tricks", hands, "", "A", stock="BULL").trump == mam.NoTrump.TIGER_HIGH
    with pytest.raises(ValueError, match="no seat 'Q' to bid"):
        make_position("exact-tricks", hands, "G", "A", tricks_bid={"Q": 1})


# What cannot be set up


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": "N R40 | E R1 | S R2"}, "the hands are those of N E S W, not of N E S"),
        ({"hands": "N R40 | E R1 | S R2 | W R3 | N R4"}, "seat N has two hands"),
        ({"hands": "N R40 R4 | E R1 | S R2 | W R3"}, "the same number of cards"),
        ({"hands": "N | E | S | W"}, "at least one"),
        ({"hands": "N R40 | E R40 | S R2 | W R3"}, "R40 is named twice; the pack has 1"),
        ({"hands": "N R6 | E R1 | S R2 | W R3"}, "'R6' is not a card"),
        ({"hands": "N HJ | E R1 | S R2 | W R3"}, "not in the pack of make-a-million-1935: HJ"),
        ({"trump": "blue"}, "'blue' is not a color"),
        ({"trump": "NT+"}, r"^name the trump, one of R Y B G, not NT\+$"),
        ({"trump": "NT+", "bid": 200}, "you must name a color"),
        ({"edition": "tarot"}, "no edition 'tarot'"),
        ({"edition": "anagrams"}, "anagrams is not played in tricks: use make_letter_position"),
        ({"options": ["nothing"]}, "has no option"),
    ],
)
def test_what_does_not_fit_is_named(change: dict[str, Any], words: str) -> None:
    facts: dict[str, Any] = {"edition": FOUR, "hands": "N R40 | E R1 | S R2 | W R3", "trump": "B", "lead": "N"} | change
    with pytest.raises(ValueError, match=words):
        make_position(**facts)


@pytest.mark.parametrize(("trump", "turned_up"), [("R", "G"), ("NT-", "G"), ("NC", "G"), (mam.Color.RED, "G")])
def test_trump_that_is_turned_up_is_not_another(trump: str | mam.Color, turned_up: str) -> None:
    hands = "A R40 | B R30"
    with pytest.raises(ValueError, match=rf"^the stock turns up {turned_up} as trump, not \S+: change the stock$"):
        make_position("exact-tricks", hands, trump, "A", stock="G1")
    assert make_position("exact-tricks", hands, turned_up, "A", stock="G1").trump == mam.Color.GREEN
    for no_trump in ("NT-", "NC"):
        with pytest.raises(ValueError, match=r"turns up NT\+ as trump, not N"):
            make_position("exact-tricks", hands, no_trump, "A")
    assert make_position("exact-tricks", hands, "NT+", "A").trump == mam.NoTrump.TIGER_HIGH


def test_a_whole_pack_leaves_no_plain_card_for_an_unnamed_nest() -> None:
    hands = {"N": "R", "E": "Y", "S": "B", "W": "G"}
    ranks = "40 30 15 11 10 9 8 7 5 4 3 2 1".split()
    whole = {seat: " ".join(color + rank for rank in ranks) for seat, color in hands.items()}
    with pytest.raises(ValueError, match="name its 3 cards"):
        make_position(FOUR, whole, "R", "N", bid=200)


# Tricks and letters


def test_a_round_made_of_tricks() -> None:
    round = play_tricks(FOUR, "Y1 Y40 Y2 Y30 / R40 R5 R3 R1", "B", "N", bid=200)
    assert round.is_over and round.captured == {"N-S": 0, "E-W": 115} and same(round)
    assert [trick.winner for trick in round.tricks] == ["E", "E"]
    assert play_tricks(FOUR, "Y1 Y40 Y2 Y30 / R40 R5 R3 R1", "B", "N", cards=5).turn == "S"
    three = play_tricks("sweven", "H9 HA H10 / SA S9 SK", "D", "C", bid=4)
    assert three.result is not None and three.result.scores == {"A": 4, "B": 4, "C": 0}
    nobody = play_tricks("exact-tricks", "R1 R2 / BEAR BULL", "", "A", stock="TIGER")
    assert [trick.winner for trick in nobody.tricks] == ["B", None]


def test_tricks_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match="a trick has 4 cards, not 3"):
        play_tricks(FOUR, "Y1 Y40 Y2 Y30 / R40 R5 R3", "B", "N")
    with pytest.raises(ValueError, match="no seat 'Q' to lead"):
        play_tricks(FOUR, "Y1 Y40 Y2 Y30", "B", "Q")
    with pytest.raises(mam.IllegalMove):
        play_tricks(FOUR, "Y1 G40 Y2 Y30 / Y3 Y4 Y7 Y8", "B", "N")


def test_letters_in_every_hand() -> None:
    words = make_letter_position("anagrams", "A AX | B NX | C YX", "B")
    assert words.turn == "B" and len(words.rules.seats) == 3
    word = make_letter_position("millionaire", "A MILL | B IONA | C IREX", "A", stock="Z")
    assert word.play(mam.parse_move("M")).legal_moves == (mam.parse_move("I"), mam.parse_move("stop"))
    with pytest.raises(ValueError, match="use make_position"):
        make_letter_position(FOUR, "N A | E B | S C | W D")
    with pytest.raises(ValueError, match="the hands are those of A B C, not of A B D"):
        make_letter_position("anagrams", "A AX | B NX | D YX")


def test_a_bidder_who_fits_is_the_last_whose_auction_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    auctions, play_auction = [], positions._play_auction
    monkeypatch.setattr(positions, "_play_auction", lambda *plan: auctions.append(plan) or play_auction(*plan))
    for lead, tried in (("E", 1), ("N", 4)):
        auctions.clear()
        round = make_position("make-a-million-1935", "N R40 | E G2 | S BULL | W R1", "R", lead, bid=200)
        assert round.turn == lead and len(auctions) == tried

"""The auction: R35-BID, D-G03 to D-G09, situations B06 to B10 and B32."""

from random import Random

import pytest
from all_tables import TABLES
from bids import opening
from cases import check_each
from positions import EDITION, SEATS, left_of, specimen
from tables import assert_legal, assert_refused, legal_cards, play

import mam
from mam.games.trick_round import TrickRound
from mam.rules.auction import find_bid_range
from mam.rules.dealing import list_seats_from
from mam.scenes import make_scene
from mam.text.notation import NotationError, parse_amount

OPENING = opening("make-a-million-1935")
RAISE = OPENING + 10
EXAMPLE = "open, 190, pass, 200, 210, pass, 220, pass"  # leaflet, page 4
PRINTED = "open, 200, 210, pass, 220, 230, 240, pass, 250, 260, pass"  # Supplement, page 5


@pytest.mark.parametrize("dealer", SEATS)
def test_R35_BID_1_the_dealer_must_open(dealer: str) -> None:
    round = specimen(dealer)
    assert round.turn == round.actor == dealer and round.phase == "auction"
    assert_refused(round, "pass", "R35-BID-1", "You can't pass: the dealer must open")
    for seat in SEATS:
        if seat != dealer:
            assert_refused(round, "open", "R35-BID-1", f"It is {round.name}'s turn, not yours.", seat=seat)
    assert_legal(round, "open", "R35-BID-1", "R35-BID-2")


@check_each("amount", [175, 180, 185, 190, 195, 200])
def test_R35_BID_2_opening_bids_from_175_to_200(amount: int) -> None:  # B06
    assert assert_legal(specimen(), f"bid {amount}", "R35-BID-2").turn == "W"


@check_each("amount", [0, 5, 165, 170, 205, 210, 520])
def test_R35_BID_2_no_opening_bids_below_175_or_above_200(amount: int) -> None:
    assert_refused(
        specimen(), f"bid {amount}", "R35-BID-2", "$175,000 to $200,000", f"${amount},000" if amount else "$0"
    )


def test_D_G04_the_opening_keeps_the_step() -> None:
    rules = specimen().rules.auction
    assert rules.max_opening is not None
    amounts = range(rules.min_opening, rules.max_opening + 1, 5)
    assert legal_cards(specimen()) == " ".join(f"bid {amount}" for amount in amounts)
    for amount in (OPENING + 1, OPENING + 8, 199):
        assert_refused(specimen(), f"bid {amount}", "R35-BID-6", "multiple of $5,000")


@pytest.mark.parametrize("dealer", SEATS)
def test_R35_BID_3_bidding_goes_left(dealer: str) -> None:
    round = specimen(dealer)
    for number, seat in enumerate(list_seats_from(SEATS, dealer)):
        assert round.turn == seat
        round = play(round, f"bid {200 + 10 * number}")
    assert round.turn == dealer


def test_R35_BID_4_raise_or_pass() -> None:
    round = play(specimen(), "200")
    assert round.legal_moves[0] == mam.Pass() and all(isinstance(move, mam.Bid) for move in round.legal_moves[1:])
    assert_refused(round, "R40", "D-G27", "You can't play a card now: you must bid or pass first.")
    assert_refused(round, "trump B", "D-G27")
    assert_refused(round, "discard R1 B5 B3", "D-G27")


@pytest.mark.parametrize("amount", [190, 200, 210, 225, 235])
def test_R35_BID_5_raises_of_the_leaflet(amount: int) -> None:  # B07
    assert_legal(play(specimen(), "open"), f"bid {amount}", "R35-BID-5")


def test_R35_BID_5_ten_more_at_least() -> None:  # B08, B09
    round = play(specimen(), "open")
    assert_refused(
        round,
        "open",
        "R35-BID-5",
        f"You can't bid ${OPENING},000: the high bid is ${OPENING},000, so you must bid at least ${RAISE},000.",
        f"at least ${RAISE},000",
    )
    assert_refused(
        round,
        f"bid {OPENING + 5}",
        "R35-BID-5",
        f"You can't bid ${OPENING + 5},000: the high bid is ${OPENING},000, so you must bid at least ${RAISE},000.",
    )
    assert_refused(round, "bid 0", "R35-BID-5")
    assert_legal(round, f"bid {RAISE}", "R35-BID-5")
    assert round.legal_moves[1] == mam.Bid(RAISE)
    round = play(specimen(), "open, 190, 200, 210, 225, 235")
    assert_refused(round, "bid 240", "R35-BID-5", "at least $245,000")
    assert assert_legal(round, "bid 245").calls[-1] == ("N", mam.Bid(245))


def test_R35_BID_6_multiples_of_five() -> None:  # B09
    round = play(specimen(), "open")
    for amount in (184, 186, 187, 188, 189):
        assert_refused(
            round, f"bid {amount}", "R35-BID-6", f"You can't bid ${amount},000: every bid must be a multiple of $5,000."
        )
    assert all(move.amount % 5 == 0 for move in round.legal_moves if isinstance(move, mam.Bid))
    assert [move.amount for move in round.legal_moves if isinstance(move, mam.Bid)] == list(range(RAISE, 525, 5))


def test_D_G03_five_thousand_not_five_dollars() -> None:
    assert_refused(play(specimen(), "open"), mam.Bid(parse_amount("$192,000")), "R35-BID-6")
    with pytest.raises(NotationError, match="whole thousands"):
        parse_amount("$185,005")


def test_R35_BID_7_only_the_amount_is_said() -> None:
    assert_refused(
        specimen(),
        mam.Bid(OPENING, mam.Color.RED),
        "R35-BID-7",
        f"Bid ${OPENING},000 without a color: trump is named after the auction.",
    )
    assert all(move.color is None for move in specimen().legal_moves)


def test_R35_BID_8_a_pass_is_final() -> None:
    round = assert_legal(play(specimen(), "open"), "pass", "R35-BID-8")
    round = play(round, "raise, pass, raise")
    assert round.turn == "N"  # West and East are out
    assert_refused(
        round, "bid 215", "R35-BID-8", "You can't bid again: you passed, so you are out of this auction.", seat="W"
    )
    assert_refused(round, "pass", "R35-BID-8", "You can't pass again", seat="E")
    assert_refused(round, "bid 215", "R35-BID-3", "It is North's turn, not yours.", seat="S")
    assert play(round, "215").turn == "S"


def test_R35_BID_9_raise_again_until_you_pass() -> None:
    round = play(specimen(), "open, raise, pass, pass")
    for seat in "SWSW":
        assert round.turn == seat
        round = assert_legal(round, "raise")


def test_R35_BID_10_over_the_partner() -> None:
    round = play(specimen(), "open, pass")
    assert round.turn == "N" and round.rules.side_of("N") == round.rules.side_of("S")
    assert assert_legal(round, "raise", "R35-BID-5").calls[-1] == ("N", mam.Bid(RAISE))


@pytest.mark.parametrize("dealer", SEATS)
def test_R35_BID_11_all_but_one_have_passed(dealer: str) -> None:
    round = play(specimen(dealer), "200, pass, pass")
    assert round.phase == "auction" and round.bidder is None and round.bid is None
    after = assert_legal(round, "pass", "R35-BID-11", "R35-NEST-1", "R35-BID-8")
    assert (after.phase, after.bidder, after.bid, after.turn) == ("nest", dealer, 200, dealer)


def test_R35_BID_11_the_last_speaker_still_has_a_turn() -> None:
    round = play(specimen(), "open, pass, pass")
    assert round.turn == "E"  # only South has bid, but East has not spoken
    round = play(round, "raise, raise")
    assert round.turn == "E" and play(round, "pass").bidder == "S"


def test_R35_BID_11_the_example_of_page_4() -> None:  # B10
    round = specimen()
    for seat, call in zip("SWNESWES", EXAMPLE.split(", "), strict=True):
        assert round.phase == "auction" and round.turn == seat
        round = play(round, call)
    assert (round.phase, round.bidder, round.bid, round.turn) == ("nest", "E", 220, "E")


def test_R35_BID_11_the_specimen_hand() -> None:  # B32, B33
    round = specimen()
    for seat, call in zip("SWNESWNSWNW", PRINTED.split(", "), strict=True):
        assert round.phase == "auction" and round.turn == seat
        round = play(round, call)
    assert (round.phase, round.bidder, round.bid) == ("nest", "N", 260)


def test_R35_BID_12_no_cap_after_the_opening() -> None:
    round = play(specimen(), "open")
    assert assert_legal(round, "bid 520", "R35-BID-5").turn == "N"
    assert assert_legal(round, "bid 265").turn == "N"


def test_R35_BID_13_both_partners_earn_the_bid() -> None:
    assert mam.get_edition(EDITION).side_of("N") == "N-S" == mam.get_edition(EDITION).side_of("S")


def test_D_G05_the_cap_binds_the_opening_only() -> None:
    assert_legal(play(specimen(), "open"), "bid 205")  # another player's first bid
    assert_legal(play(specimen(), "open, raise, pass, pass"), "bid 205")  # the dealer's second


def test_D_G06_nothing_above_520() -> None:
    round = play(specimen(), "open")
    for amount in (525, 700, 5000):
        assert_refused(round, f"bid {amount}", "D-G06", "$520,000")
    assert max(move.amount for move in round.legal_moves if isinstance(move, mam.Bid)) == 520
    assert legal_cards(play(round, "bid 510")) == "pass bid 520"
    for high_bid in (515, 520):
        after = play(round, f"bid {high_bid}")
        assert legal_cards(after) == "pass"
        assert_refused(after, "bid 520", "R35-BID-5")
        assert_refused(after, "bid 535", "D-G06")


def test_D_G06_unlimited_bids_are_an_option() -> None:
    round = play(specimen(options=("unlimited-bids",)), "open")
    assert legal_cards(round).endswith("bid 515 bid 520")
    for amount in (525, 1000):
        assert round.why_not(mam.Bid(amount)) is None
    after = play(round, "bid 1000")
    assert legal_cards(after).startswith("pass bid 1010 bid 1015") and after.legal_moves[-1] == mam.Bid(1110)
    assert_refused(round, "bid 526", "R35-BID-6")
    assert_refused(specimen(options=("unlimited-bids",)), "bid 205", "R35-BID-2")


@pytest.mark.parametrize("dealer", SEATS)
def test_D_G07_the_opening_bid_wins_if_nobody_raises(dealer: str) -> None:
    round = play(specimen(dealer), "195, pass, pass, pass")
    assert (round.bidder, round.bid) == (dealer, 195) and len(round.hands[dealer]) == 16


@pytest.mark.parametrize("dealer", SEATS)
def test_D_G08_all_four_cannot_pass(dealer: str) -> None:
    assert mam.Pass() not in specimen(dealer).legal_moves
    assert mam.Pass() in play(specimen(dealer), "open").legal_moves


def test_D_G09_no_raise_of_ones_own_bid() -> None:
    round = play(specimen(), "open, pass, pass, pass")
    assert_refused(round, f"bid {RAISE}", "R35-BID-11", f"the auction is over, and you won it at ${OPENING},000.")
    for seat in ("N", "W", "E"):
        assert_refused(
            round, f"bid {RAISE}", "R35-BID-11", f"the auction is over, and South won it at ${OPENING},000.", seat=seat
        )
    assert_refused(round, "pass", "D-G27", "You can't pass anymore: the auction is over. You must discard three cards.")
    trump = play(round, "discard R7 R2 B9")
    assert_refused(trump, f"bid {RAISE}", "R35-BID-11")
    assert_refused(play(trump, "trump G"), f"bid {RAISE}", "R35-BID-11", "South won it")


def test_R35_BID_3_calls_out_of_turn() -> None:
    round = play(specimen(), "open")
    for seat in ("N", "E", "S"):
        assert_refused(round, f"bid {RAISE}", "R35-BID-3", "It is West's turn", seat=seat)
        assert_refused(round, "pass", "R35-BID-3", seat=seat)
    assert round.why_not(mam.Bid(RAISE), "W") is None
    assert round.play(mam.Bid(RAISE), "W").turn == left_of("W")


# The limits, wherever they are shown


def text_after(edition: str, options: tuple[str, ...], calls: str) -> str:
    round = mam.start(edition, seed=3, options=options)
    for call in calls.split():
        round = round.play(mam.parse_move(call))
    return " ".join(mam.describe_table(round).split())


@pytest.mark.parametrize(
    ("edition", "options", "calls", "words"),
    [
        ("make-a-million-1935", (), "", f"Bid ${OPENING},000 to $200,000 in steps of $5,000."),
        ("make-a-million-1935", (), "200", "Pass, or bid $210,000 to $520,000 in steps of $5,000."),
        ("make-a-million-1935", (), "200 510", "Pass, or bid $520,000."),
        ("make-a-million-1935", ("unlimited-bids",), "", f"Bid ${OPENING},000 to $200,000 in steps of $5,000."),
        (
            "make-a-million-1935",
            ("unlimited-bids",),
            str(OPENING),
            f"Pass, or bid ${RAISE},000 or more in steps of $5,000.",
        ),
        ("make-a-million-2004", (), "pass pass pass", f"Bid ${opening('make-a-million-2004')},000."),
        ("six", (), "", f"Pass, or bid ${opening('six')},000 to $400,000 in steps of $5,000."),
        ("eight", (), "", f"Pass, or bid ${opening('eight')},000 to $400,000 in steps of $5,000."),
        ("sweven", (), "", f"Pass, or bid {opening('sweven')} to 17 points."),
        ("sweven", (), "16", "Pass, or bid 17 points."),
    ],
)
def test_R35_BID_2_the_limits_shown_are_those_that_hold(
    edition: str, options: tuple[str, ...], calls: str, words: str
) -> None:
    assert f"to call. {words} " in text_after(edition, options, calls)


@pytest.mark.parametrize(
    "table", [name for name in TABLES if "auction" in getattr(mam.get_edition(name), "phases", ())]
)
@pytest.mark.sample(12, 28)
def test_every_range_shown_is_that_of_the_legal_bids(table: str) -> None:
    round, rng = mam.start(table, seed=8), Random(table)
    while round.phase == "auction":
        assert isinstance(round, TrickRound)
        persons, rules = len(round.rules.persons), round.rules.auction
        scene = make_scene(mam.view(round, round.turn))["calls"]
        amounts = sorted({bid.amount for bid in round.legal_moves if isinstance(bid, mam.Bid)})
        limits = find_bid_range(round.calls, rules, persons)
        assert (scene["min_bid"], scene["max_bid"], scene["step"]) == tuple(limits)
        if amounts and limits.maximum is not None:
            assert amounts == list(limits.up_to(limits.maximum)) and all(amount in limits for amount in amounts)
        elif limits.maximum is not None:
            assert limits.maximum < limits.minimum or round.carry.barred == round.turn
        bids = [move for move in round.legal_moves if isinstance(move, mam.Bid)]
        quiet = mam.Pass() in round.legal_moves and (rng.random() < 0.4 or not bids)
        round = round.play(mam.Pass() if quiet else bids[int(rng.random() ** 3 * len(bids))])

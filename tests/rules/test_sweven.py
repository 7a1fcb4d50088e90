"""Sweven: RSW, D-W, situations B74 to B80."""

from random import Random

import pytest
from bids import opening
from tables import (
    NOTHING,
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
from mam.rules.cards import Suit, make_suit_pack
from mam.rules.dealing import draw_for_deal, find_next_seat, shuffle
from mam.rules.scoring import Carry, ScoringRules, find_leaders, score_account

GAME = "sweven"
SEATS = "ABCDEF"
SIZES = {2: 24, 3: 24, 4: 32, 5: 40, 6: 48}
FOUR = "A SA H7 | B SK H8 | C SQ H9 | D SJ H10"
SKIP_OPTION = "passed-out-is-skipped"


def fresh(hands: str = FOUR, dealer: str = "D", **facts: object) -> mam.TrickRound:
    return deal_hands(GAME, hands, dealer=dealer, **facts)  # type: ignore[arg-type]


def table(hands: str = FOUR, bidder: str = "A", trump: str = "C", **facts: object) -> mam.TrickRound:
    return position(GAME, hands, bidder=bidder, trump=trump, **facts)  # type: ignore[arg-type]


# Players, pack and deal


@pytest.mark.parametrize(("players", "size"), SIZES.items())
def test_RSW_1_and_RSW_2_more_players_more_cards(players: int, size: int) -> None:  # B74
    rules = find_rules(GAME, players=players)
    assert len(rules.seats) == players and len(rules.pack) == size and rules.sides == {}  # type: ignore[attr-defined]
    lowest = {2: "9", 3: "9", 4: "7", 5: "5", 6: "3"}[players]
    ranks = "A K Q J 10 9 8 7 6 5 4 3".split()
    ranks = ranks[: ranks.index(lowest) + 1]
    assert [str(card) for card in rules.pack] == [f"{suit}{rank}" for suit in "SHDC" for rank in ranks]
    assert list(rules.accounts) == list(rules.seats)


def test_RSW_1_no_other_numbers() -> None:
    for players in (1, 7):
        with pytest.raises(ValueError, match="sweven is for 2 to 6 players"):
            find_rules(GAME, players=players)


def test_RSW_3_and_D_W01_the_highest_card_drawn_deals() -> None:
    redraws = 0
    for seed in range(60):
        dealer, drawn = draw_for_deal(make_suit_pack(7), "ABCD", Random(seed))
        rivals = list("ABCD")
        while len(rivals) > 1:  # all who are tied for the highest card draw again
            draws, drawn = drawn[: len(rivals)], drawn[len(rivals) :]
            assert [seat for seat, _ in draws] == rivals
            best = max(card.rank for _, card in draws)
            rivals = [seat for seat, card in draws if card.rank == best]
            redraws += len(rivals) > 1
        assert rivals == [dealer] and drawn == ()
    assert redraws
    dealers = {mam.start(GAME, seed).deal.dealer for seed in range(30)}
    assert dealers == set("ABCD")


@pytest.mark.parametrize("dealer", "ABCD")
def test_RSW_4_the_deal_moves_left(dealer: str) -> None:
    match = mam.start_match(GAME, 2, dealer=dealer)
    for text in ("pass", "pass", "pass", "pass"):
        match = match.play(move(text))
    assert match.round.deal.dealer == find_next_seat("ABCD", dealer) and len(match.finished) == 1


@pytest.mark.parametrize("players", SIZES)
def test_RSW_5_and_RSW_6_eight_cards_each_and_a_stock_only_with_two(players: int) -> None:
    round = mam.start(GAME, 9, dealer="B", players=players)
    assert [len(hand) for hand in round.deal.hands] == [8] * players
    assert len(round.deal.stock) == (8 if players == 2 else 0)
    pile = shuffle(round.rules.pack, Random(9))
    first = find_next_seat(SEATS[:players], "B")
    assert set(round.deal[first]) == set(pile[: 8 * players : players])  # one at a time from the dealer's left
    assert mam.view(round, "A").round.deal.stock == (mam.UNSEEN,) * len(round.deal.stock)


# The auction


def test_RSW_7_one_call_each_from_the_dealers_left() -> None:
    round = fresh(dealer="B")
    order = []
    for text in ("pass", "open", "pass", "raise"):
        order.append(round.turn)
        assert_refused(round, "bid 9", "RSW-7", seat="ABCD"[("ABCD".index(str(round.turn)) + 1) % 4])
        round = assert_legal(round, text)
    assert order == ["C", "D", "A", "B"]
    assert (round.phase, round.bidder, round.bid) == ("trump", "B", opening("sweven") + 1)
    assert "RSW-7" in cited_rules(play(fresh(), "open, pass, pass"), "pass")


def test_D_W10_the_dealer_calls_once_and_last() -> None:
    round = play(fresh(dealer="D"), "open, pass, pass")
    assert round.turn == "D"
    assert_refused(round, "open", "RSW-9")
    assert (play(round, "pass").bidder, play(round, "raise").bidder) == ("A", "D")


def test_RSW_8_and_RSW_9_and_RSW_10_the_amounts() -> None:  # B76
    round = fresh()
    assert amounts(round) == list(range(3, 18))
    assert_refused(round, "bid 2", "RSW-8", "You can't open with 2 points: the opening bid must be 3 points or more.")
    assert_legal(round, "bid 3", "RSW-8")
    assert_legal(round, "bid 17", "RSW-8")
    assert_refused(round, "bid 18", "RSW-10", "17 points")
    opened = play(round, "open")
    assert_refused(opened, "open", "RSW-9", "at least 4 points")
    assert_legal(opened, "bid 4", "RSW-9")
    assert_refused(opened, "bid 18", "RSW-10")
    assert legal_cards(play(fresh(), "bid 17")) == "pass"
    assert "A raises by 1 point to 4 points." in [
        ruling.reason for ruling in play(fresh(dealer="C"), "open").why(mam.Bid(4))
    ]


def test_D_W05_two_players_may_bid_seventeen_too() -> None:
    assert max(amounts(fresh("A SA H9 | B SK H10", dealer="B", stock="SQ SJ", players=2))) == 17


def test_RSW_11_and_D_W09_trump_is_named_after_the_auction_and_before_the_lead() -> None:
    assert_refused(fresh(), "bid 9 S", "D-W09", "Bid 9 points without a suit: trump is named after the auction.")
    round = play(fresh(), "open, pass, pass, pass")
    assert (round.phase, round.turn, legal_cards(round)) == ("trump", "A", "trump S trump H trump D trump C")
    assert_refused(round, "SA", "D-W11", "You can't play a card now: you must name trump first.")
    after = assert_legal(round, "trump D", "RSW-11", "RSW-14")
    assert (after.trump, after.phase) == (Suit.DIAMONDS, "play")
    assert_refused(
        round, "trump R", "RSW-11", "There is no suit Red in this game: name Spades, Hearts, Diamonds or Clubs."
    )


def test_D_W14_no_playing_without_a_trump_suit() -> None:
    round = play(fresh(), "open, pass, pass, pass")
    for name in ("NT+", "NT-", "NC"):
        assert_refused(round, f"trump {name}", "D-W14")


def test_RSW_12_nobody_bids() -> None:
    round = play(fresh(), "pass, pass, pass")
    out = assert_legal(round, "pass", "RSW-12", words="Nobody has bid, so the hand is not played.")
    assert out.is_over and out.tricks == () and scores(out) == dict.fromkeys("ABCD", 0)
    assert out.result is not None and not out.result.is_misdeal and out.next_dealer == "A"


# Play


def test_RSW_13_and_D_W08_points() -> None:  # B75
    for players in SIZES:
        assert mam.money_in(find_rules(GAME, players=players).pack) == 17
    points = {str(card): card.money for card in make_suit_pack(3)}
    assert points["HJ"] == 2
    assert {points[f"{suit}{rank}"] for suit in "SHDC" for rank in "AKQJ" if (suit, rank) != ("H", "J")} == {1}
    assert not any(points[f"{suit}{rank}"] for suit in "SHDC" for rank in "10 9 8 7 6 5 4 3".split())
    round = table("A H7 SA | B HJ S7 | C HA S8 | D H8 S9", bid=3, played="H7, HJ, HA, H8")
    assert captured(round) == {"A": 0, "B": 0, "C": 3, "D": 0}  # to whoever takes the trick


def test_RSW_14_the_bidder_leads_any_card() -> None:
    for bidder in "ABCD":
        round = table(bidder=bidder)
        assert round.turn == bidder and len(round.legal_moves) == 2
        assert "RSW-14" in cited_rules(round, str(round.hands[bidder][0]))
    assert_refused(table(), "SK", "RSW-14", "It is A's turn, not yours.", seat="B")


def test_RSW_15_and_D_W11_follow_suit_or_play_anything() -> None:
    round = table("A SA H7 | B SK H8 | C D9 CJ | D SJ H10", played="SA")
    assert_refused(round, "H8", "RSW-15", "You must follow Spades: you still hold ")
    round = assert_legal(round, "SK", "RSW-15")
    assert legal_cards(round) == "D9 CJ"
    assert_legal(round, "D9", "RSW-15")
    assert_legal(round, "CJ", "RSW-15", words=", a trump.")
    assert_refused(round, "HA", "D-W11", "You don't hold")
    assert_refused(round, "SJ", "RSW-15", seat="D")


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("S7 SA SK SQ", "C", "B"),
        ("SA HA DA CA", "C", "D"),
        ("SA HA DA CA", "S", "A"),
        ("S10 HA S9 DA", "C", "A"),
        ("S10 C7 C8 SA", "C", "C"),
        ("SJ SQ S10 SK", "H", "D"),
    ],
)
def test_RSW_16_who_takes_the_trick(trick: str, trump: str, winner: str) -> None:
    played = trick.split()
    line = ", ".join(played)
    hands = " | ".join(f"{seat} {code}" for seat, code in zip("ABCD", played, strict=True))
    before = table(hands, trump=trump, played=line.rpartition(", ")[0])
    assert cited_rules(before, played[-1])["RSW-16"].startswith(f"{winner} takes the trick")
    assert play(before, played[-1]).tricks[0].winner == winner


def test_RSW_16_the_winner_leads_next() -> None:
    round = table("A S7 H7 | B SK H8 | C S9 H9 | D SJ H10", played="S7, SK, S9, SJ")
    assert round.turn == "B"
    assert_refused(round, "H7", "RSW-16", "It is B's turn, not yours.", seat="A")


def test_RSW_17_hands_are_hidden_until_the_end() -> None:
    round = table()
    assert set(mam.view(round, "A").round.hands["B"]) == {mam.UNSEEN}


# Scores


def bid_made(bid: int, carry: Carry = NOTHING, **facts: object) -> mam.TrickRound:
    """A hand in which A bids and takes twelve points."""
    hands = "A SA SK CA | B SQ SJ CJ | C HA H7 HK | D HQ DJ HJ"
    line = "SA, SQ, HA, HQ, SK, SJ, H7, HJ, CA, CJ, HK, DJ"
    return table(hands, trump="S", bid=bid, played=line, carry=carry, **facts)


def set_back(bid: int, carry: Carry = NOTHING, **facts: object) -> mam.TrickRound:
    """A hand in which A bids and takes no point; B takes seven."""
    hands = "A S7 S8 C8 | B SQ SA CA | C HA H7 HK | D DQ DJ D7"
    return table(
        hands, trump="H", bid=bid, played="S7, SQ, H7, D7, HA, DQ, S8, CA, HK, DJ, C8, SA", carry=carry, **facts
    )


def end(round: mam.TrickRound) -> tuple[dict[str, int], Carry]:
    assert round.result is not None
    return dict(round.result.scores), round.result.carry


def test_RSW_18_made() -> None:
    round = bid_made(5)
    assert captured(round)["A"] == 12 and scores(round) == {"A": 5, "B": 0, "C": 0, "D": 0}
    assert scores(bid_made(12)) == {"A": 12, "B": 0, "C": 0, "D": 0}
    assert scores(bid_made(13)) == {"A": 0, "B": 13, "C": 13, "D": 13}


def test_RSW_19_missed() -> None:  # B78
    round = set_back(8)
    assert captured(round)["A"] == 0 and scores(round) == {"A": 0, "B": 8, "C": 8, "D": 8}
    assert score_account(8, "P", {"P": 7, "Q": 5, "R": 3, "S": 2}, Carry())[0] == {"P": 0, "Q": 8, "R": 8, "S": 8}


def test_RSW_20_points_over_the_bid_wait() -> None:
    assert end(bid_made(9)) == ({"A": 9, "B": 0, "C": 0, "D": 0}, Carry("A", 3))
    assert end(bid_made(12))[1] == Carry()


def test_RSW_21_and_RSW_23_paid_with_the_next_bid_made() -> None:  # B77
    assert score_account(4, "P", {"P": 7, "Q": 10}, Carry()) == ({"P": 4, "Q": 0}, Carry("P", 3))
    assert score_account(10, "P", {"P": 12, "Q": 5}, Carry("P", 3)) == ({"P": 13, "Q": 0}, Carry("P", 2))
    assert end(bid_made(10, Carry("A", 3))) == ({"A": 13, "B": 0, "C": 0, "D": 0}, Carry("A", 2))


def test_D_W12_thirteen_is_ten_and_three() -> None:
    assert 4 + score_account(10, "P", {"P": 12, "Q": 5}, Carry("P", 3))[0]["P"] == 17


def test_D_W07_a_bid_made_exactly_pays_too() -> None:
    assert end(bid_made(12, Carry("A", 3))) == ({"A": 15, "B": 0, "C": 0, "D": 0}, Carry())


def test_RSW_22_lost_when_not_the_bidder_or_not_made() -> None:
    assert end(bid_made(10, Carry("B", 3))) == ({"A": 10, "B": 0, "C": 0, "D": 0}, Carry("A", 2))
    assert end(set_back(8, Carry("A", 3))) == ({"A": 0, "B": 8, "C": 8, "D": 8}, Carry(barred="A"))
    assert end(set_back(8, Carry("B", 3)))[1] == Carry(barred="A")


def test_RSW_18_and_RSW_19_and_RSW_22_the_rulings() -> None:
    def ruling_texts(round: mam.TrickRound) -> dict[str, str]:
        before = mam.TrickRound(round.rules, round.deal, round.history[:-1], round.carry)
        return cited_rules(before, str(round.history[-1]).removeprefix("play "))

    assert {"RSW-18", "RSW-20", "RSW-21"} <= set(ruling_texts(bid_made(10, Carry("A", 3))))
    assert ruling_texts(bid_made(10, Carry("A", 3)))["RSW-21"] == "A also scores the 3 points that were waiting."
    assert {"RSW-18", "RSW-22"} <= set(ruling_texts(bid_made(12, Carry("B", 3)))) and "RSW-20" not in ruling_texts(
        bid_made(12)
    )
    assert {"RSW-19", "RSW-24", "RSW-22"} <= set(ruling_texts(set_back(8, Carry("B", 3))))
    assert "RSW-22" not in ruling_texts(set_back(8))
    assert "RSW-21" not in ruling_texts(bid_made(10)) and "RSW-22" not in ruling_texts(bid_made(10))


def test_RSW_24_who_missed_may_not_bid_in_the_next_hand() -> None:  # B80
    round = fresh(carry=Carry(barred="A"))
    assert_refused(
        round, "open", "RSW-24", "You may only pass in this hand: you failed to make your bid in the last one."
    )
    assert legal_cards(round) == "pass"
    after = assert_legal(round, "pass")
    assert len(after.legal_moves) > 1  # B is free
    assert end(set_back(8))[1].barred == "A"


def match_after(*rounds: mam.TrickRound, **carried: int) -> Match:
    return Match(rounds[-1].rules, 0, rounds[-1], rounds, carried)


def through(match: Match, *calls: str) -> Match:
    for text in calls:
        match = match.play(move(text))
    return match


def test_RSW_24_and_D_W03_the_bar_is_served_by_one_hand() -> None:
    match = mam.start_match(GAME, 5, dealer="D")
    match = Match(match.rules, 5, mam.TrickRound(match.rules, match.round.deal, carry=Carry(barred="B")))
    match = through(match, "pass")
    assert match.legal_moves == (mam.Pass(),)
    match = through(match, "pass", "pass", "pass")
    assert len(match.finished) == 1 and match.round.carry == Carry()  # passed out: served
    waits = find_rules(GAME, [SKIP_OPTION])
    skipped = Match(waits, 5, mam.TrickRound(waits, match.finished[0].deal, carry=Carry(barred="B")))
    assert through(skipped, *["pass"] * 4).round.carry == Carry(barred="B")


def test_D_W02_a_passed_out_deal_is_the_next_hand() -> None:
    def after_four_passes(*options: str) -> Carry:
        round = fresh(carry=Carry("A", 3), options=options)
        result = play(round, "pass, pass, pass, pass").result
        assert result is not None
        return result.carry

    assert after_four_passes() == Carry()
    assert after_four_passes(SKIP_OPTION) == Carry("A", 3)


def test_D_W02_the_last_pass_says_what_happens_to_waiting_points() -> None:
    before = play(fresh(carry=Carry("A", 3)), "pass, pass, pass")
    rule_ids = cited_rules(before, "pass")
    assert list(rule_ids)[-3:] == ["RSW-12", "RSW-22", "D-W02"]
    assert (
        rule_ids["RSW-22"] == "The 3 points that were waiting for A are lost."
        and "A hand in which nobody bids still counts as the next hand." in rule_ids["D-W02"]
    )
    waits = play(fresh(carry=Carry("A", 1), options=[SKIP_OPTION]), "pass, pass, pass")
    assert (
        cited_rules(waits, "pass")["D-W02"]
        == "The 1 point that was waiting for A still waits: a hand in which nobody bids is skipped."
    )
    assert "The option passed-out-is-skipped chooses the other reading" in str(waits.why(mam.Pass())[-1])
    nothing = play(fresh(carry=Carry(barred="B")), "pass, pass, pass")
    assert "D-W02" not in cited_rules(nothing, "pass")


def test_RSW_8_one_point_is_singular() -> None:
    assert_refused(fresh(), "bid 1", "RSW-8", "You can't open with 1 point: the opening bid must be 3 points or more.")


def test_D_W04_two_players_with_a_bar() -> None:
    two = fresh("A SA H9 | B SK H10", dealer="B", stock="SQ SJ", players=2, carry=Carry(barred="A"))
    assert legal_cards(two) == "pass"
    passed = play(two, "pass")
    assert_legal(passed, "open", "RSW-8")
    out = assert_legal(passed, "pass", "RSW-12")
    assert out.is_over and out.result is not None and out.result.carry == Carry()


@pytest.mark.parametrize(
    ("edition", "carry", "words"),
    [
        ("sweven", Carry("Z", 3, "B"), "^no seat 'Z': the seats are A B C D$"),
        ("sweven", Carry("A", 3, "Y"), "^no seat 'Y': the seats are A B C D$"),
        ("sweven", Carry(barred=""), "^no seat '': the seats are A B C D$"),
        (
            "make-a-million-1935",
            Carry(barred="N"),
            "^in make-a-million-1935 nothing is carried from hand to hand: leave",
        ),
        ("anagrams", Carry("A", 3), "^in anagrams nothing is carried from hand to hand: leave “account A 3” out$"),
    ],
)
def test_RSW_20_only_what_a_hand_can_leave_is_carried(edition: str, carry: Carry, words: str) -> None:
    round = mam.start(edition, 3)
    with pytest.raises(ValueError, match=words):
        type(round)(round.rules, round.deal, carry=carry)


def test_RSW_20_what_is_carried_is_a_carry_and_reads_back() -> None:
    round = fresh()
    with pytest.raises(TypeError, match=r"^what is carried is a Carry, like Carry\('A', 3\), not 'x'$"):
        mam.TrickRound(round.rules, round.deal, carry="x")
    start = mam.start("sweven", 3)
    for carry in (Carry("A", 1), Carry("D", 9999, "A"), Carry(barred="B")):
        restarted = mam.TrickRound(start.rules, start.deal, carry=carry)
        assert mam.parse_round(repr(restarted)) == restarted


def test_RSW_20_a_match_carries_the_account() -> None:
    played = mam.start_match(GAME, 11, dealer="D")
    rng = Random(1)
    carries = []
    while not played.is_over and len(played.finished) < 12:
        number = len(played.finished)
        moves = played.legal_moves
        played = played.play(moves[int(rng.random() * min(3, len(moves)))])
        if len(played.finished) > number and not played.is_over:
            ended = played.finished[-1].result
            assert ended is not None and played.round.carry == ended.carry
            carries.append(ended.carry)
    assert any(carry.points for carry in carries) and any(carry.barred for carry in carries)


# The game


def test_RSW_25_and_D_W13_first_to_35() -> None:
    assert match_after(bid_made(9), A=25, B=0, C=0, D=0).result is None
    ended = match_after(bid_made(9), A=26, B=0, C=0, D=0)
    assert ended.result == ("A",) and [ruling.id for ruling in ended.why_ended()] == ["RSW-25"]


def test_D_W06_waiting_points_do_not_count() -> None:
    round = bid_made(9)
    assert end(round)[1] == Carry("A", 3)
    assert match_after(round, A=25, B=0, C=0, D=0).result is None  # 34 and 3 waiting


def test_RSW_26_the_highest_of_several() -> None:  # B79
    ended = match_after(set_back(5), A=20, B=33, C=32, D=15)
    assert ended.totals == {"A": 20, "B": 38, "C": 37, "D": 20} and ended.result == ("B",)
    assert [ruling.id for ruling in ended.why_ended()] == ["RSW-26"]


def test_RSW_27_all_tied_for_first_win() -> None:  # B79
    ended = match_after(set_back(3), A=20, B=33, C=33, D=15)
    assert ended.result == ("B", "C") and [ruling.id for ruling in ended.why_ended()] == ["RSW-27"]
    rules = find_rules(GAME).scoring
    assert isinstance(rules, ScoringRules)
    assert find_leaders({"P": 36, "Q": 36, "R": 20}, rules) == ("P", "Q")


def test_RSW_2_the_ace_is_high() -> None:
    assert [card.rank for card in cards("SA SK SQ SJ S10")] == [14, 13, 12, 11, 10]
    assert card("SA").words == "Ace of Spades"

"""Exact tricks, the variation of the 2004 article: REX, D-V, situations B71 to B73."""

from random import Random

import pytest
from tables import (
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
from mam.rules.editions import TrickGameRules
from mam.rules.moves import BidTricks

GAME = "exact-tricks"
FOUR = "A R1 Y1 G1 | B R2 Y2 G2 | C R3 Y3 G3 | D R4 Y4 G4"


def fresh(hands: str = FOUR, dealer: str = "D", stock: str = "B8 R40", **facts: object) -> mam.TrickRound:
    return deal_hands(GAME, hands, dealer=dealer, stock=stock, **facts)  # type: ignore[arg-type]


def table(hands: str = FOUR, dealer: str = "D", stock: str = "B8 R40", **facts: object) -> mam.TrickRound:
    return position(GAME, hands, dealer=dealer, stock=stock, **facts)  # type: ignore[arg-type]


def two(hands: str, dealer: str = "B", **facts: object) -> mam.TrickRound:
    return table(hands, dealer=dealer, players=2, **facts)


# The deal


@pytest.mark.parametrize("players", range(2, 11))
def test_REX_1_and_REX_2_equal_hands_and_a_rest(players: int) -> None:
    round = mam.start(GAME, seed=1, players=players)
    sizes = {len(hand) for hand in round.deal.hands}
    assert len(round.rules.seats) == players and len(sizes) == 1
    assert len(round.deal.stock) >= 4 and round.deal.nest == ()
    assert sorted(map(str, round.deal.cards)) == sorted(map(str, mam.PACK))


def test_D_V02_two_to_ten_players() -> None:
    for players in (1, 11, 54):
        with pytest.raises(ValueError, match="2 to 10 players"):
            find_rules(GAME, players=players)


def test_D_V01_the_first_hands_are_as_large_as_four_undealt_cards_allow() -> None:
    sizes = {players: len(mam.start(GAME, 1, players=players).deal.hands[0]) for players in range(2, 11)}
    assert sizes == {2: 25, 3: 17, 4: 12, 5: 10, 6: 8, 7: 7, 8: 6, 9: 5, 10: 5}
    assert len(mam.start(GAME, 1, options=["hands-of-5"]).deal.hands[0]) == 5
    with pytest.raises(ValueError, match="8 players get at most 6 cards each, not 11"):
        mam.start(GAME, 1, options=["8-players", "hands-of-11"])


def test_D_V01_the_order_of_the_options_does_not_matter() -> None:
    first, second = (find_rules(GAME, names) for names in (["6-players", "hands-of-5"], ["hands-of-5", "6-players"]))
    assert first.hand_size == 5
    assert first == second


def test_REX_3_the_top_card_of_the_rest_makes_trump() -> None:
    assert fresh(stock="G8 R40").trump == mam.Color.GREEN
    assert fresh(stock="R40 G8").trump == mam.Color.RED


def test_REX_3_and_D_V08_animals_are_turned_over_and_stay_out() -> None:  # B73
    round = fresh(stock="BULL TIGER G8 R40")
    assert round.trump == mam.Color.GREEN
    for person in "ABCD":
        assert mam.view(round, person).round.deal.stock == cards("BULL TIGER G8 ??")
        assert mam.view(round, person).round.trump == mam.Color.GREEN
    assert not {card("BULL"), card("TIGER")} & set(mam.view(round, "A").round.unaccounted)


def test_D_V03_nothing_but_animals_to_turn() -> None:
    round = table("A R1 Y1 | B R40 TIGER | C R3 Y3 | D R4 Y4", stock="BULL BEAR")
    assert round.trump == NoTrump.TIGER_HIGH
    ended = play(round, "R1, R40, R3, R4, TIGER")
    assert legal_cards(ended) == "Y3"  # the Tiger has no color: the next card sets one
    last = play(ended, "Y3, Y4")
    assert cited_rules(last, "Y1")["D-V03"] == "B's Tiger is the highest card and takes the trick."
    assert play(last, "Y1").tricks[1].winner == "B"
    void_in_red = table("A R1 Y1 | B R40 TIGER | C R3 Y3 | D R4 Y4", stock="BULL BEAR", played="R1")
    assert_refused(void_in_red, "TIGER", "R04-PLAY-3")


# The bids


def test_REX_4_all_bid_at_once_so_nobody_sees_a_bid_before_all_are_in() -> None:
    round = fresh()
    assert (round.phase, round.turn) == ("sealed", "A")
    sentences = []
    for number, seat in enumerate("ABCD"):
        assert round.turn == seat
        round = assert_legal(round, f"tricks {number}", "REX-4")
        sentences.append(number)
        for person in "ABCD":
            view_round = mam.view(round, person).round
            visible_bids = [view_round.sealed[place][1] for place in range(number + 1)]
            all_in = number == 3
            assert visible_bids == [
                bid if all_in or "ABCD"[place] == person else None for place, bid in enumerate(sentences)
            ]
    assert round.phase == "play"
    assert_refused(fresh(), "tricks 1", "REX-4", "It is A's turn, not yours.", seat="C")
    assert_refused(fresh(), "R1", "D-G27", "You can't play a card now: you must bid a number of tricks first.")
    assert_refused(fresh(), "bid 175", "D-G27")


def test_D_V06_from_none_to_all() -> None:
    round = fresh()
    assert [move.count for move in round.legal_moves if isinstance(move, BidTricks)] == [0, 1, 2, 3]
    assert_refused(round, "tricks 4", "D-V06", "You can't bid 4: you hold 3 cards, so bid 0 to 3 tricks.")
    assert_refused(round, "tricks -1", "D-V06")
    assert_refused(
        fresh("A R1 | B R2 | C R3 | D R4"),
        "tricks 2",
        "D-V06",
        "You can't bid 2: you hold 1 card, so bid 0 to 1 trick.",
    )
    assert round.why_not(BidTricks(None)) is not None and round.why_not(BidTricks(None)).id == "D-V06"
    assert_legal(round, "tricks 0")
    assert_legal(round, "tricks 3")


def test_D_V13_the_bids_may_come_out_even() -> None:
    round = play(fresh(), "tricks 1, tricks 1, tricks 1")
    assert_legal(round, "tricks 0", "REX-4", words="Everybody has bid: A 1, B 1, C 1, D 0.")
    assert_legal(round, "tricks 3", "REX-4")


def test_D_V09_no_widow_and_no_bidder() -> None:
    round = table()
    assert (round.bidder, round.bid, round.nest, round.deal.nest, round.discarded) == (None, None, (), (), None)
    rules = find_rules(GAME)
    assert isinstance(rules, TrickGameRules) and rules.phases == ("sealed", "play")


# Play


def test_REX_6_left_of_the_dealer_leads() -> None:
    for dealer, leader in zip("ABCD", "BCDA", strict=True):
        round = table(dealer=dealer)
        assert round.turn == leader
        assert cited_rules(play(fresh(dealer=dealer), "tricks 0, tricks 0, tricks 0"), "tricks 0")["REX-6"].startswith(
            leader
        )
    assert_refused(table(), "R3", "REX-6", "It is A's turn, not yours.", seat="C")


def test_REX_5_cards_and_play_as_in_the_main_game() -> None:
    round = table("A R1 BULL | B R40 Y2 | C B3 Y3 | D R4 B9", played="R1")
    assert_refused(round, "Y2", "R04-PLAY-3", "You must follow Red: you still hold ")
    round = play(round, "R40")
    assert_legal(round, "B3", "R04-PLAY-3", words="Black 3, a trump.")
    assert play(round, "B3, R4").tricks[0].winner == "C"
    assert table("A R10 Y1 | B R11 Y2 | C R9 Y3 | D R4 B9", played="R10, R11, R9, R4").tricks[0].winner == "B"
    forced = table("A B1 Y1 | B TIGER Y2 | C R9 Y3 | D R4 B9", played="B1")
    assert_refused(forced, "Y2", "R04-TIG-3")
    called = table("A TIGER Y1 | B B1 Y2 | C R9 Y3 | D R4 B9")
    assert_legal(called, "TIGER", "R04-TIG-2")
    assert play(called, "TIGER, B1, R9, B9").tricks[0].winner == "A"


def test_REX_5_the_tiger_sets_the_color_after_a_bull_or_bear_lead() -> None:
    hands = "A BULL BEAR | B TIGER R3 | C B5 Y40 | D Y1 R9"
    tiger = table(hands, played="BULL, TIGER")
    assert legal_cards(tiger) == "B5"
    number = table(hands, played="BULL, R3")
    assert legal_cards(number) == "Y40 B5" and legal_cards(play(number, "Y40")) == "R9"


def test_D_V05_bull_and_bear_only_lose() -> None:
    round = table("A R1 BULL | B R40 Y2 | C Y30 Y3 | D R4 BEAR", played="R1, R40, Y3, R4")
    assert captured(round) == {"A": 0, "B": 1, "C": 0, "D": 0}
    assert_refused(table("A R1 BULL | B R40 Y2 | C Y30 Y3 | D R4 BEAR"), "BULL", "R04-PLAY-8")
    assert_refused(table("A R1 BULL | B R40 Y2 | C Y30 Y3 | D R4 BEAR", played="R1, R40, Y30"), "BEAR", "R04-BEAR-1")
    ended = play(round, "Y2, Y30, BEAR")
    last = cited_rules(ended, "BULL")
    assert not {"R04-BULL-2", "R04-BEAR-2", "R04-BB-1", "D-G23"} & set(last)
    ended = play(ended, "BULL")
    assert captured(ended) == {"A": 0, "B": 1, "C": 1, "D": 0}  # each trick is one trick
    assert ended.result is not None and (ended.result.bull_gain, ended.result.bear_loss) == (0, 0)


def test_D_V04_bull_against_bear_is_nobodys_trick() -> None:
    round = two("A BULL | B BEAR", played="BULL")
    assert cited_rules(round, "BEAR")["D-V04"].startswith(
        "No card in the trick can take it, so nobody gets it, and the same player leads again."
    )
    ended = play(round, "BEAR")
    assert ended.tricks[0].winner is None and captured(ended) == {"A": 0, "B": 0}
    assert scores(ended) == {"A": 5, "B": 5}
    # A has the Tiger and must lead it; then the Bull against the Bear is the last trick.
    tiger = two("A BULL TIGER | B BEAR R2", played="TIGER, R2")
    assert legal_cards(tiger) == "BULL"
    assert [trick.winner for trick in play(tiger, "BULL, BEAR").tricks] == ["A", None]


def test_D_V04_the_same_player_leads_again() -> None:
    # One pack knows it only as the last trick of a hand; two of each animal show who would go on.
    round = two("A BULL BULL R9 | B BEAR BEAR R40", dealer="A", played="R40, R9, BEAR, BULL")
    assert round.tricks[1].winner is None and round.turn == "B"
    ended = play(round, "BEAR, BULL")
    assert [trick.winner for trick in ended.tricks] == ["B", None, None] and captured(ended) == {"A": 0, "B": 1}


# The score


def test_REX_8_and_REX_9_exact_or_one_a_trick() -> None:  # B71
    line = "R1, R2, R3, R4, Y4, Y1, Y2, Y3, G4, G1, G2, G3"  # D takes all three
    exact = table(tricks="0 1 2 3", played=line)
    assert captured(exact) == {"A": 0, "B": 0, "C": 0, "D": 3}
    assert scores(exact) == {"A": 5, "B": 0, "C": 0, "D": 8}
    assert scores(table(tricks="3 0 0 2", played=line)) == {"A": 0, "B": 5, "C": 5, "D": 3}
    last = table(tricks="0 1 2 3", played=line.removesuffix(", G3"))
    cited = cited_rules(last, "G3")
    assert cited["REX-9"] in ("C bid 2 and took 0: 0 points.", "C bid 2 and took 0: 0 points.")
    assert {"REX-8", "REX-9"} <= set(cited)


@pytest.mark.parametrize(("bid", "took", "points"), [(3, 3, 8), (3, 2, 2), (3, 5, 5), (0, 0, 5)])
def test_REX_8_and_REX_9_the_figures(bid: int, took: int, points: int) -> None:  # B71
    money_cards = ["R40", "Y40", "G40", "R30", "Y30", "G30"]
    mine = [*money_cards[:took], *["R1", "R2", "Y1", "Y2", "G1", "G2"][: 6 - took]]
    hand = ["R3", "Y3", "G3", "R4", "Y4", "G4"]
    opponent_hand = [*hand[:took], *["R15", "Y15", "G15", "R10", "Y10", "G10"][: 6 - took]]
    round = two(f"A {' '.join(mine)} | B {' '.join(opponent_hand)}", tricks=f"{bid} 0", stock="B8 B9")
    round = _taking(round, took)
    assert captured(round)["A"] == took and scores(round)["A"] == points


def _taking(round: mam.TrickRound, took: int) -> mam.TrickRound:
    """The first line of play found in which A takes just so many tricks."""
    if round.is_over:
        return round
    for choice in round.legal_moves:
        ended = _taking(round.play(choice), took)
        if ended.captured["A"] == took:
            return ended
    return ended


def test_D_V07_an_exact_zero_is_worth_five() -> None:
    line = "R1, R2, R3, R4, Y4, Y1, Y2, Y3, G4, G1, G2, G3"
    assert scores(table(tricks="0 0 0 0", played=line)) == {"A": 5, "B": 5, "C": 5, "D": 3}


# The match


def played_match(match: Match, seed: int = 1) -> Match:
    rng = Random(seed)
    while not match.is_over:
        moves = match.legal_moves
        match = match.play(moves[int(rng.random() * len(moves))])
    return match


def test_REX_7_one_card_fewer_each_deal() -> None:  # B72
    match = played_match(mam.start_match(GAME, 3, options=["hands-of-4"]))
    assert [len(round.deal.hands[0]) for round in match.finished] == [4, 3, 2, 1]
    assert [round.is_final for round in match.finished] == [False, False, False, True]
    assert len(played_match(mam.start_match(GAME, 3, players=10)).finished) == 5


def test_D_V11_the_deal_moves_left() -> None:
    match = played_match(mam.start_match(GAME, 3, dealer="C", options=["hands-of-4"]))
    assert [round.deal.dealer for round in match.finished] == ["C", "D", "A", "B"]


def last_deal(*tricks: int, **carried: int) -> Match:
    """A match when its last deal, in which D took the trick, has been scored."""
    round = table("A R1 | B R2 | C R3 | D R4", tricks=" ".join(map(str, tricks)), played="R1, R2, R3, R4")
    return Match(round.rules, 0, round, (round,), carried)


def test_REX_10_most_points_after_the_last_deal_win() -> None:
    match = last_deal(0, 0, 0, 1, A=20, B=10, C=0, D=18)
    assert match.totals == {"A": 25, "B": 15, "C": 5, "D": 24} and match.result == ("A",)
    assert [ruling.id for ruling in match.why_ended()] == ["REX-10"]
    unfinished = table(FOUR, tricks="0 0 0 3", played="R1, R2, R3, R4, Y4, Y1, Y2, Y3, G4, G1, G2, G3")
    assert Match(unfinished.rules, 0, unfinished, (unfinished,), {"A": 500}).result is None


def test_D_V10_joint_winners() -> None:
    match = last_deal(0, 0, 0, 1, A=20, B=10, C=20, D=0)
    assert match.result == ("A", "C") and [ruling.id for ruling in match.why_ended()] == ["D-V10"]


def test_REX_8_a_round_of_one_card() -> None:
    round = deal_hands(GAME, "A R1 | B R2 | C R3 | D R4", dealer="D", stock="B8 R40")
    assert [str(move) for move in round.legal_moves] == ["tricks 0", "tricks 1"]
    ended = play(round, "tricks 0, tricks 0, tricks 1, tricks 1, R1, R2, R3, R4")
    assert scores(ended) == {"A": 5, "B": 5, "C": 0, "D": 6} and ended.result is not None
    assert ended.result.note == "bids 0 0 1 1" and move("tricks 0") not in ended.legal_moves


def test_D_V12_of_two_equal_cards_the_later_takes() -> None:
    duplicates = table("A R40 Y1 | B R40 Y2 | C R3 Y3 | D R4 Y4", played="R40, R40, R3, R4")
    assert duplicates.tricks[0].winner == "B"

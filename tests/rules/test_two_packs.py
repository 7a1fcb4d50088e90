"""Six and eight players with two packs: R68, D-P, situations B62 to B68."""

from collections import Counter
from itertools import permutations

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
from mam.rules.cards import BEAR, BULL
from mam.rules.tricks import TrickRules, find_multiplier

SIX = {"six": "A X B Y C Z", "eight": "A W B X C Y D Z"}
PLAIN = "R2 R3 R4 R7 R8 R9 R11 Y11".split()


def hands(edition: str, *hand_texts: str) -> str:
    return " | ".join(f"{seat} {hand_text}" for seat, hand_text in zip(SIX[edition].split(), hand_texts, strict=True))


def table(edition: str, *hand_texts: str, bidder: str = "A", trump: str = "G", **facts: object) -> mam.TrickRound:
    facts.setdefault("nest", "G1 G2 G3")
    return position(edition, hands(edition, *hand_texts), bidder=bidder, trump=trump, **facts)  # type: ignore[arg-type]


def fresh(edition: str, dealer: str = "Z", **facts: object) -> mam.TrickRound:
    hand_texts = PLAIN[: len(SIX[edition].split())]
    return deal_hands(edition, hands(edition, *hand_texts), dealer=dealer, nest="G1 G2 G3", **facts)  # type: ignore[arg-type]


def trick(edition: str, cards_played: str, trump: str = "G") -> mam.TrickRound:
    """A round of this one trick, led by A."""
    trick_cards = cards_played.split()
    return table(edition, *trick_cards, trump=trump, played=", ".join(trick_cards))


# Packs, deals and seats


@pytest.mark.parametrize(
    ("edition", "out", "left", "size"), [("eight", "R1 Y1 G1", 107, 13), ("six", "R1 G1 B1 Y1 Y1", 105, 17)]
)
def test_R68_3_and_R68_4_and_R68_5_packs_and_hands(edition: str, out: str, left: int, size: int) -> None:  # B62, B63
    rules = find_rules(edition)
    assert len(rules.pack) == left
    two_packs = Counter(dict.fromkeys(mam.PACK, 2))
    two_packs.subtract(cards(out))
    assert Counter(rules.pack) == Counter({card: count for card, count in two_packs.items() if count})
    round = mam.start(edition, seed=4)
    assert [len(hand) for hand in round.deal.hands] == [size] * len(rules.seats) and len(round.deal.nest) == 3
    assert Counter(round.deal.cards) == Counter(rules.pack)


def test_D_P10_and_D_P11_the_ones_that_are_left() -> None:
    six, eight = Counter(find_rules("six").pack), Counter(find_rules("eight").pack)
    assert [six[card(f"{color}1")] for color in "RYBG"] == [1, 0, 1, 1]
    assert [eight[card(f"{color}1")] for color in "RYBG"] == [1, 1, 2, 1]
    low = [card.rank for card in six if card.color == mam.Color.YELLOW and card.is_number_card and card.rank < 7]
    assert sorted(set(low)) == [2, 3, 4]


def test_D_P01_a_widow_of_three() -> None:
    for edition, seats in SIX.items():
        rules = find_rules(edition)
        assert rules.nest.size == 3 == len(rules.pack) - rules.hand_size * len(seats.split())


def test_R68_1_otherwise_the_rules_for_four() -> None:
    single_pack, double_pack = find_rules("make-a-million-2004"), find_rules("six")
    assert (double_pack.tricks, double_pack.first_lead, double_pack.nest, double_pack.phases) == (
        single_pack.tricks,
        single_pack.first_lead,
        single_pack.nest,
        single_pack.phases,
    )
    assert double_pack.scoring == single_pack.scoring
    round = fresh("six")
    assert round.turn == "A"  # left of the dealer
    assert_refused(
        play(round, "pass, pass, pass, pass, pass"),
        "pass",
        "D-X01",
        f"You can't pass: all the others have passed, so you must bid ${opening('six')},000.",
        "You can do that only with the option redeal-if-all-pass.",
    )
    lead = table("six", *PLAIN[:6])
    assert lead.turn == "A"
    assert_refused(lead, "R3", "R04-PLAY-1", seat="X")
    follows = table("six", "R2 Y7", "R3 BULL", "R4 Y2", "R7 Y3", "R8 Y4", "R9 Y8", played="R2")
    assert_refused(follows, "BULL", "R04-BULL-1")
    assert legal_cards(follows) == "R3"


def test_R68_2_totals_and_bids_double() -> None:  # B64
    for edition in SIX:
        assert mam.money_in(find_rules(edition).pack) == 800
        round = fresh(edition)
        assert amounts(round) == [350, 355, 360, 365, 370, 375, 380, 385, 390, 395, 400]
        assert_refused(round, "bid 345", "R68-2", "$350,000 to $400,000")
        assert_refused(round, "bid 405", "R68-2")
        assert_refused(round, "bid 175", "R68-2")
        assert_legal(round, "bid 350", "R68-2")
        assert_legal(play(round, "bid 400"), "bid 480", "R04-BID-4")


def test_D_P02_steps_stay_ten_and_fives() -> None:
    round, low = play(fresh("eight"), "open"), opening("eight")
    assert_refused(round, f"bid {low + 5}", "R04-BID-4", f"at least ${low + 10},000")
    assert_refused(round, f"bid {low + 11}", "D-X02")
    assert_legal(round, f"bid {low + 10}", "R04-BID-4")
    assert_legal(round, f"bid {low + 15}", "R04-BID-4")


@pytest.mark.parametrize(("edition", "max_bid"), [("six", 1280), ("eight", 1520)])
def test_D_G06_the_highest_bid_is_the_most_a_round_can_yield(edition: str, max_bid: int) -> None:
    round = play(fresh(edition), "bid 400")
    assert max(amounts(round)) == max_bid
    assert_refused(round, f"bid {max_bid + 5}", "D-G06")
    assert fresh(edition, options=["unlimited-bids"]).play(move("bid 400")).why_not(move(f"bid {max_bid + 5}")) is None


@pytest.mark.parametrize(("edition", "sides"), [("six", ["ABC", "XYZ"]), ("eight", ["ABCD", "WXYZ"])])
def test_R68_7_and_D_P12_two_teams_in_alternate_seats(edition: str, sides: list[str]) -> None:
    rules = find_rules(edition)
    assert " ".join(rules.seats) == SIX[edition]
    assert [set(members) for members in rules.sides.values()] == [set(side) for side in sides]
    for seat, following in zip(rules.seats, (*rules.seats[1:], rules.seats[0]), strict=True):
        assert rules.side_of(seat) != rules.side_of(following)
    assert list(scores(trick(edition, " ".join(PLAIN[: len(rules.seats)])))) == list(rules.sides)


def test_R68_1_six_or_eight_only() -> None:
    for players in (4, 5, 7):
        with pytest.raises(ValueError, match="six is for 6 players"):
            find_rules("six", players=players)


# Duplicates


def test_R68_6_the_later_of_two_equal_winners() -> None:  # B65
    round = trick("six", "Y40 Y10 Y2 Y40 Y3 Y30")
    assert round.tricks[0].winner == "Y" and captured(round) == {"A-B-C": 0, "X-Y-Z": 120}
    before = table("six", *"Y40 Y10 Y2 Y40 Y3 Y30".split(), played="Y40, Y10, Y2, Y40, Y3")
    assert cited_rules(before, "Y30")["R68-6"] == "Of the two Yellow 40s, the later one wins."


@pytest.mark.parametrize(
    ("played", "trump", "winner"),
    [
        ("R40 R40 R1 R2 R3 R4", "G", "X"),
        ("R2 R4 R4 R3 R3 R2", "G", "B"),
        ("R40 G2 R40 G2 R3 R4", "G", "Y"),  # trumps
        ("R40 R30 G2 G3 G3 R4", "G", "C"),
        ("R5 R5 Y40 Y40 B40 B40", "G", "X"),  # of the color led only
        ("R40 R40 TIGER R1 R2 R3", "G", "B"),
    ],
)
def test_R68_6_in_every_color(played: str, trump: str, winner: str) -> None:
    trick_cards = [part.replace("R1", "R7") for part in played.split()]
    round = table("six", *trick_cards, trump=trump, nest="B1 B2 B3", played=", ".join(trick_cards))
    assert round.tricks[0].winner == winner


def test_D_P07_the_later_tiger() -> None:
    round = table(
        "six", "R40", "TIGER", "G40", "TIGER", "R30", "R3", played="R40, TIGER, G40, TIGER, R30, R3", nest="B1 B2 B3"
    )
    assert round.tricks[0].winner == "Y" and captured(round) == {"A-B-C": 0, "X-Y-Z": 110}
    led = table(
        "six", "TIGER", "TIGER", "G40", "G30", "G15", "G3", played="TIGER, TIGER, G40, G30, G15, G3", nest="B1 B2 B3"
    )
    assert led.tricks[0].winner == "X"


def test_D_P08_duplicates_that_do_not_win_change_nothing() -> None:
    assert trick("six", "R30 R40 R30 R15 R15 R2").tricks[0].winner == "X"
    before = table("six", *"R30 R40 R30 R15 R15 R2".split(), played="R30, R40, R30, R15, R15")
    assert "R68-6" not in cited_rules(before, "R2")


def test_R04_PLAY_3_both_duplicates_of_a_hand_are_one_choice() -> None:
    round = table("six", "R40 R40 Y2", "R2 Y3 B7", "R3 Y4 B8", "R4 Y7 B9", "R7 Y8 B11", "R8 Y9 B4", nest="B1 B2 B3")
    assert legal_cards(round) == "R40 Y2"
    assert play(round, "R40").hands["A"] == cards("R40 Y2")


# Bulls and Bears


def test_R68_8_two_bulls_count_four_times() -> None:  # B67, B68
    round = trick("six", "R40 BULL R2 BULL R3 R4")
    assert captured(round) == {"A-B-C": 160, "X-Y-Z": 0}
    before = table("six", *"R40 BULL R2 BULL R3 R4".split(), played="R40, BULL, R2, BULL, R3")
    assert cited_rules(before, "R4")["R68-8"] == "Two Bulls quadruple $40,000 to $160,000."
    assert captured(trick("six", "R40 BULL BULL BEAR R2 R3")) == {"A-B-C": 0, "X-Y-Z": 0}
    assert captured(trick("six", "R40 BULL R15 R7 R2 R3")) == {"A-B-C": 110, "X-Y-Z": 0}  # one Bull


def test_R04_BB_1_the_later_of_bull_and_bear_decides_with_two_packs_too() -> None:
    for played, words in (
        ("R40 BEAR BULL R2 R3 R4", "The Bull was played after the Bear, so the Bull counts."),
        ("R40 BEAR BULL BULL R3 R4", "The Bull was played after the Bear, so the Bull counts."),
        ("R40 BULL BULL BEAR R3 R4", "The Bear was played after the Bull, so the Bear counts."),
        ("R40 BULL BEAR BULL BEAR R4", "The Bear was played after the Bull, so the Bear counts."),
    ):
        *before, last = played.split()
        cited = cited_rules(table("six", *before, last, played=", ".join(before)), last)
        assert cited["R04-BB-1"] == words and "R68-9" not in cited
    revived = cited_rules(
        table("six", *"R40 BEAR BULL BEAR BULL R4".split(), played="R40, BEAR, BULL, BEAR, BULL"), "R4"
    )
    assert "R68-9" in revived and "R04-BB-1" not in revived


def test_R04_TIG_3_of_two_tigers_one_must_be_played() -> None:
    round = table("six", "G7 Y2", "TIGER TIGER", "R3 Y4", "R4 Y7", "R7 Y8", "R8 Y9", nest="B1 B2 B3", played="G7")
    assert cited_rules(round, "TIGER")["R04-TIG-3"].endswith(
        "Trumps were led. The two Tigers are X's only trumps, so X must play one of them."
    )
    mixed = table("six", "G7 Y2", "TIGER R40", "R3 Y4", "R4 Y7", "R7 Y8", "R8 Y9", nest="B1 B2 B3", played="G7")
    assert_refused(mixed, "R40", "R04-TIG-3", "Trumps were led. The Tiger is your only trump, so you must play it.")
    three = ["G7 Y2 Y3", "TIGER TIGER R40", "R3 Y4 R2", "R4 Y7 R5", "R7 Y8 R9", "R8 Y9 R10"]
    assert_refused(
        table("six", *three, nest="B1 B2 B3", played="G7"),
        "R40",
        "R04-TIG-3",
        "Trumps were led. The two Tigers are your only trumps, so you must play one of them.",
    )


def test_R68_9_bull_bear_bull_revives_the_trick() -> None:  # B66
    played = "B40 B2 BULL BEAR B3 B30 BULL B4"
    round = trick("eight", played)
    assert round.tricks[0].winner == "A" and captured(round) == {"A-B-C-D": 280, "W-X-Y-Z": 0}
    before = table("eight", *played.split(), played=", ".join(played.split()[:7]))
    cited = cited_rules(before, "B4")
    assert (
        cited["R68-8"].endswith("$280,000.")
        and "The second Bull was played after the Bear, so the trick counts again." in cited["R68-9"]
    )
    assert "R04-BB-1" not in cited
    assert captured(trick("eight", "B40 B2 BULL BEAR B3 B30 BEAR BULL")) == {"A-B-C-D": 280, "W-X-Y-Z": 0}
    assert captured(trick("eight", "B40 BULL BULL BEAR B3 B30 BEAR B4")) == {"A-B-C-D": 0, "W-X-Y-Z": 0}


# The table of D-P05, printed there: U is a Bull, E a Bear, in order of play.
ORDERS = {
    "": 1, "U": 2, "E": 0, "UU": 4, "UE": 0, "EU": 2, "EE": 0, "UUE": 0, "UEU": 4, "EUU": 4, "EUE": 0, "EEU": 2,
    "UEE": 0, "UUEE": 0, "UEUE": 0, "EUUE": 0, "UEEU": 4, "EUEU": 4, "EEUU": 4,
}  # fmt: skip


@pytest.mark.parametrize("order", ORDERS)
def test_D_P05_every_order_of_bulls_and_bears(order: str) -> None:
    animals = ["BULL" if seat == "U" else "BEAR" for seat in order]
    assert find_multiplier(cards(" ".join(animals)), TrickRules()) == ORDERS[order]
    other_cards = ["R2", "R3", "R4", "R7", "R8"][: 5 - len(animals)]
    assert captured(trick("six", " ".join(["R40", *animals, *other_cards])))["A-B-C"] == 40 * ORDERS[order]
    assert set(ORDERS) == {
        "".join(permutation) for count in range(5) for permutation in permutations("UUEE", count)
    }  # no order is left out


def test_R68_8_no_bull_gain_without_money() -> None:
    round = trick("six", "R2 BULL R3 BULL R4 R7")
    assert captured(round) == {"A-B-C": 0, "X-Y-Z": 0}
    before = table("six", *"R2 BULL R3 BULL R4 R7".split(), played="R2, BULL, R3, BULL, R4")
    assert "D-G23" in cited_rules(before, "R7") and "R68-8" not in cited_rules(before, "R7")


def test_D_P06_without_trumps_two_tigers_and_four_animals() -> None:
    played = "TIGER TIGER BULL BULL BEAR BEAR"
    for trump, winner in (("NT-", "X"), ("NT+", "X")):
        round = table("six", *played.split(), trump=trump, options=["no-trump"], played=", ".join(played.split()))
        assert round.tricks[0].winner == winner
    spread = "BULL TIGER BEAR BULL TIGER BEAR"
    round = table("six", *spread.split(), trump="NT-", options=["no-trump"], played=", ".join(spread.split()))
    assert round.tricks[0].winner == "C"


def test_D_P09_a_lead_from_bulls_and_bears_only() -> None:
    hand_texts = ["BULL BULL BEAR BEAR", "R2 R3 R4 R7", "R8 R9 R11 R5", "Y2 Y3 Y4 Y7", "Y8 Y9 Y11 Y5", "B2 B3 B4 B7"]
    round = table("six", *hand_texts)
    assert legal_cards(round) == "BULL BEAR"
    after = assert_legal(round, "BEAR", "D-P09")
    assert after.hands["A"] == (BULL, BULL, BEAR)
    without_bulls = table("six", *[hand_texts[0].replace("BULL BULL", "BULL R15"), *hand_texts[1:]])
    assert legal_cards(without_bulls) == "R15"
    assert_refused(without_bulls, "BEAR", "R04-PLAY-8")


def test_R04_BB_2_the_first_real_card_after_several_animals() -> None:
    hand_texts = ["BULL BULL", "BEAR Y40", "BEAR G40", "R3 Y2", "Y3 R4", "R7 Y4"]
    round = table("six", *hand_texts, trump="B", played="BULL")
    assert legal_cards(round) == "Y40 BEAR"
    round = play(round, "BEAR, BEAR")
    assert_legal(round, "R3", "R04-BB-2")
    assert legal_cards(play(round, "R3")) == "R4"


# Options


def test_D_P03_a_million_or_two() -> None:
    ended = trick("six", "R40 BULL R2 BULL R3 R4")  # bid 350, took 160: -350
    lost = {"A-B-C": 1350, "X-Y-Z": 0}
    assert Match(ended.rules, 0, ended, (ended,), lost).result == ("A-B-C",)
    double = find_rules("six", ["double-target"])
    assert Match(double, 0, ended, (ended,), lost).result is None
    assert Match(double, 0, ended, (ended,), {"A-B-C": 2350, "X-Y-Z": 0}).result == ("A-B-C",)


def test_D_P04_the_misdeal_limit() -> None:
    hand_texts = ["R30 Y2", "R15 B2", "R10 R5", "R15 Y5", "B3 B4", "B7 B8"]

    def asked(seat: int, *options: str) -> str:
        round = deal_hands("six", hands("six", *hand_texts), dealer="Z", nest="G1 G2 G3", options=options)
        verdict = play(round, ", ".join(["pass"] * seat)).why_not(move("misdeal"))
        return verdict.id if verdict else ""

    assert [asked(seat, "misdeal") for seat in range(5)] == ["R04-OPT-1", "", "", "R04-OPT-1", ""]
    assert [asked(seat, "double-misdeal") for seat in range(5)] == [""] * 5
    assert asked(0) == "R04-OPT-0"
    with pytest.raises(ValueError, match="exclude each other"):
        find_rules("six", ["misdeal", "double-misdeal"])


def test_R04_OPT_3_with_two_packs() -> None:
    hand_texts = ["G40 R2", "R3 Y2", "R4 Y3", "R7 Y4", "R8 Y7", "R9 Y8"]
    round = table("six", *hand_texts, options=["trump-break"], nest="B1 B2 B3")
    assert_refused(round, "G40", "R04-OPT-3")
    assert_legal(table("six", *hand_texts, nest="B1 B2 B3"), "G40")


def test_R04_SCORE_2_and_R04_SCORE_3_sides_of_three() -> None:
    trick_round = trick("six", "R40 BULL Y40 BULL R40 R30")  # C takes it
    assert trick_round.tricks[0].winner == "C" and scores(trick_round) == {"A-B-C": 600, "X-Y-Z": 0}
    lost = trick("six", "R40 BULL R2 BULL R3 R40")
    assert scores(lost) == {"A-B-C": -350, "X-Y-Z": 320}

"""The small words of the clauses: how amounts are spelled, what is carried on, what a result says of itself."""

import pickle
from collections.abc import Iterable

import pytest

import mam
from mam.rules.auction import AuctionRules
from mam.rules.cards import BEAR, BULL, PACK, TIGER, UNSEEN
from mam.rules.nest import NestRules
from mam.rules.rulings import Reason
from mam.rules.scoring import (
    Carry,
    Fixed,
    Outcome,
    Result,
    ScoringRules,
    find_leaders,
    score,
    score_persons,
    why_account,
    why_exact,
    why_scored,
)
from mam.rules.tricks import Trick, TrickRules, find_multiplier, why_captured, why_play


@pytest.mark.parametrize(
    ("amount", "money", "points", "tricks"),
    [
        (0, "$0", "0 points", "0 tricks"),
        (1, "$1,000", "1 point", "1 trick"),
        (2, "$2,000", "2 points", "2 tricks"),
        (260, "$260,000", "260 points", "260 tricks"),
    ],
)
def test_amounts_are_spelled(amount: int, money: str, points: str, tricks: str) -> None:
    assert (
        ScoringRules().format_amount(amount)
        == AuctionRules().format_amount(amount)
        == TrickRules().format_amount(amount)
        == money
    )
    assert (
        ScoringRules(money=False).format_amount(amount) == TrickRules(counts="points").format_amount(amount) == points
    )
    assert TrickRules(counts="tricks").format_amount(amount) == tricks
    assert AuctionRules(money=False).format_amount(amount) == points


def test_what_is_carried_is_said() -> None:
    assert str(Carry()) == ""
    assert str(Carry("A", 3)) == "account A 3"
    assert str(Carry(barred="B")) == "barred B"
    assert str(Carry("A", 1, "B")) == "account A 1, barred B"


def test_an_entered_score_does_not_change() -> None:
    entered = Fixed({"A": 3})
    with pytest.raises(TypeError, match=r"^a score can't be changed after it is entered$"):
        entered["A"] = 4
    unpickled = pickle.loads(pickle.dumps(entered))
    assert unpickled == entered and type(unpickled) is Fixed


def test_an_outcome_keeps_what_it_was_given() -> None:
    outcome = Outcome(scores={"A": 1})
    assert (type(outcome.scores), outcome.carry, outcome.note, outcome.is_misdeal) == (Fixed, Carry(), "", False)
    result = Result(scores={"A": 1}, captured={"A": 2})
    assert type(result.captured) is Fixed and type(result.sides) is dict
    assert (result.bidder, result.side, result.bid, result.trump) == (None, None, None, None)
    assert (result.nested, result.bull_gain, result.bear_loss, result.is_bid_made) == (0, 0, 0, False)


def contract(took: int, bid: int = 200) -> Result:
    captured = {"a": took, "b": 100}
    return Result(scores=score(bid, "a", captured), captured=captured, bidder="A", side="a", bid=bid)


def said(reasons: Iterable[Reason]) -> tuple[tuple[str, str], ...]:
    """The topics and sentences, without the further rules."""
    return tuple((reason.topic, reason.sentence) for reason in reasons)


@pytest.mark.parametrize(("took", "is_made"), [(195, False), (200, True), (205, True)])
def test_R35_SCORE_3_made_means_reached(took: int, is_made: bool) -> None:
    assert contract(took).is_bid_made == is_made
    assert not Result(scores={}, captured={"a": took}, side="a").is_bid_made


def test_what_is_said_of_a_contract() -> None:
    names = {"a": "North-South", "b": "East-West"}
    assert said(why_scored(contract(210), names)) == (
        ("made", "North-South captured $210,000, made the bid of $200,000, and score it all."),
        ("others-score", "East-West score the $100,000 they captured."),
    )
    assert said(why_scored(contract(150), names)) == (
        ("set-back", "North-South captured $150,000, $50,000 short of the bid, so they are set back $200,000."),
        ("others-score", "East-West score the $100,000 they captured."),
    )


def test_the_figures_of_an_edition_stand_in_its_file_alone() -> None:
    auction = AuctionRules()
    assert (auction.min_opening, auction.max_opening, auction.max_bid) == (0, None, None)
    assert (auction.min_raise, auction.step) == (1, 1) and auction.colors == ()
    assert NestRules().size == 0 and ScoringRules().target is None
    leaflet = mam.get_edition("make-a-million-1935")
    assert leaflet.nest_size == 3 and leaflet.scoring.target == 1000


def test_a_set_back_side_of_persons() -> None:
    sides = {"A-D": ("A", "D"), "B-C": ("B", "C")}
    alone, all_ = ScoringRules(setback="bidder"), ScoringRules()
    short, reached = {"A-D": 235, "B-C": 165}, {"A-D": 240, "B-C": 160}
    assert score_persons(240, "D", short, sides, alone) == {"A": 0, "D": -240, "B": 165, "C": 165}
    assert score_persons(240, "D", short, sides, all_) == {"A": -240, "D": -240, "B": 165, "C": 165}
    for rules in (alone, all_):
        assert score_persons(240, "D", reached, sides, rules) == {"A": 240, "D": 240, "B": 160, "C": 160}


def hand(took: int, bid: int) -> Result:
    return Result(scores={}, captured={"A": took, "B": 17 - took}, bidder="A", side="A", bid=bid)


def test_what_is_said_of_a_hand_of_sweven() -> None:
    names = {"A": "Ann", "B": "Bob"}
    made_bid = ("made", "Ann took 7 points, made the bid, and scores 4. Bob scores nothing.")
    overtricks = (
        "account",
        "Ann took 3 points more than the bid. Winning the next auction and making that bid scores them, too.",
    )
    assert said(why_account(hand(7, 4), names, Carry())) == (made_bid, overtricks)
    assert said(why_account(hand(7, 4), names, Carry("A", 1))) == (
        made_bid,
        ("account-paid", "Ann also scores the 1 point that was waiting."),
        overtricks,
    )
    lost = ("account-lost", "The 2 points that were waiting are lost.")
    assert said(why_account(hand(7, 4), names, Carry("B", 2))) == (made_bid, overtricks, lost)
    exactly = ("made", "Ann took 4 points, made the bid, and scores 4. Bob scores nothing.")
    assert said(why_account(hand(4, 4), names, Carry())) == (exactly,)
    missed = (
        ("set-back", "Ann took 3 of the 4 points bid and scores nothing. Bob scores 4."),
        ("bar", "Ann can only pass in the next hand."),
    )
    assert said(why_account(hand(3, 4), names, Carry())) == missed
    assert said(why_account(hand(3, 4), names, Carry("A", 2))) == (*missed, lost)


def test_what_is_said_of_exact_bids() -> None:
    result = Result(scores={"A": 8, "B": 2}, captured={"A": 3, "B": 2})
    assert said(why_exact(result, {"A": 3, "B": 3}, {"A": "Ann", "B": "Bob"})) == (
        ("exact", "Ann bid 3 and took 3: 8 points."),
        ("not-exact", "Bob bid 3 and took 2: 2 points."),
    )


@pytest.mark.parametrize(
    ("totals", "tie", "final", "winners"),
    [
        ((995, 990), "play on", False, ""),
        ((1000, 990), "play on", False, "a"),
        ((1005, 1005), "play on", False, ""),
        ((1005, 1005), "draw", False, "ab"),
        ((1005, 1005), "joint", False, "ab"),
        ((1005, 1010), "joint", False, "b"),
        ((3, 2), "play on", True, "a"),
        ((3, 3), "play on", True, "ab"),
    ],
)
def test_who_has_won(totals: tuple[int, int], tie: str, final: bool, winners: str) -> None:
    rules = ScoringRules(target=1000, tie=tie)
    assert find_leaders(dict(zip("ab", totals, strict=True)), rules, final=final) == tuple(winners)
    endless = ScoringRules(target=None, tie=tie)
    assert find_leaders(dict(zip("ab", totals, strict=True)), endless, final=final) == (tuple(winners) if final else ())


def test_a_trick_says_what_changes_its_money() -> None:
    def lying(*cards: mam.Card) -> Trick:
        return Trick(("N", "E", "S", "W"), cards)

    red, yellow = PACK[0], PACK[13]
    assert (lying(red, BULL, yellow).effect, lying(red, BULL, yellow).tag) == ("×2", "Bull ×2")
    assert (lying(red, BULL, BEAR).effect, lying(red, BULL, BEAR).tag) == ("×0", "Bear ×0")
    assert (lying(red, BULL, BEAR, BULL).effect, lying(BULL, BULL).tag) == ("×4", "Bull ×4")
    assert (lying(red, TIGER).effect, lying(red, TIGER).tag, lying().tag) == ("", "", "")
    assert lying(red).plays == (("N", red),) and not lying(red).complete
    assert lying(red, TIGER, BULL, yellow).complete and lying().leader == "N"
    assert UNSEEN.named == "an unseen card" and TIGER.named == "the Tiger" and red.named == "Red 40"


def test_R04_BB_2_the_tiger_after_an_animal_lead_calls_for_trumps() -> None:
    hand = (TIGER, PACK[0])
    sets = TrickRules(tiger_sets_color=True)
    reasons = why_play(TIGER, hand, [BULL], mam.Color.BLACK, sets, "East")
    assert reasons[:2] == ("tiger-sets-color", "The Tiger counts as a trump, so Black is the color to follow.")
    reasons = why_play(PACK[0], hand, [BULL], mam.Color.BLACK, sets, "East")
    assert reasons[:2] == (
        "color-after-animal",
        "Red 40 is the first number or money card, so Red is the color to follow.",
    )
    reasons = why_play(TIGER, hand, [BULL], mam.Color.BLACK, TrickRules(), "East")
    assert reasons[:2] == ("no-color-yet", "No color is set yet, so East may play any card: the Tiger.")


def test_R68_8_each_bull_doubles_again() -> None:
    assert [find_multiplier([BULL] * count, TrickRules()) for count in (0, 1, 2, 3)] == [1, 2, 4, 8]


def test_R35_TIG_5_whether_the_tiger_was_forced_is_not_for_everybody_to_know() -> None:
    trumps = [PACK[0]]
    unproven = why_play(TIGER, (TIGER, UNSEEN), trumps, mam.Color.RED, TrickRules(), "East")
    assert (unproven.topic, unproven.sentence) == (
        "tiger-choice",
        "Trumps were led, and East plays a trump: the Tiger.",
    )
    forced = why_play(TIGER, (TIGER, PACK[13]), trumps, mam.Color.RED, TrickRules(), "East")
    assert forced.topic == "tiger-forced"


def test_D_X11_the_lowest_tiger_takes_a_trick_in_which_nothing_else_can() -> None:
    names = dict(zip("NESW", ("North", "East", "South", "West"), strict=True))
    alone = Trick(("N", "E", "S", "W"), (TIGER, BULL, BEAR, BULL))
    sentence = why_captured(alone, mam.NoTrump.TIGER_LOW, TrickRules(), names)[0]
    assert sentence.sentence == "North's Tiger is the only card that can win the trick and takes it."
    high = why_captured(alone, mam.NoTrump.TIGER_HIGH, TrickRules(), names)[0]
    assert high.sentence == "North's Tiger is the highest card and takes the trick."

"""Counting a round: R35-SCORE, R35-OBJ-1, R35-BID-13, situations B16 to B19."""

import pytest
from positions import EDITION, round_of_tricks, specimen
from tables import assert_legal, cited_rules, play
from test_auction import PRINTED

import mam
from mam.rules.scoring import Result, ScoringRules, find_leaders, score

# North bids; North-South take 200 and a trick of 30 with the Bull in it (leaflet, page 7).
LEAFLET = "Y1 Y40 Y2 Y30 / R40 R1 R30 R2 / G40 G1 G15 G5 / B30 BULL B1 B2"
# North-South take 200, East-West 140.
BOTH_SIDES_CAPTURE = "Y1 Y40 Y2 Y30 / R40 R1 R30 R15 / G15 G1 G30 G2 / B1 B40 B2 B30 / G40 B5 B15 B10"


def finished(tricks: str, bid: int, trump: str = "R") -> Result:
    result = round_of_tricks(tricks, trump=trump, lead="E", bid=bid).result
    assert result is not None and result.bidder == "N" and result.side == "N-S" and result.bid == bid
    return result


def test_R35_SCORE_1_each_side_counts_what_it_captured() -> None:
    result = finished(BOTH_SIDES_CAPTURE, 200, "Y")
    assert result.captured == {"N-S": 200, "E-W": 140}
    assert result.bull_gain == result.bear_loss == result.nested == 0


def test_R35_OBJ_1_only_money_counts() -> None:
    assert finished("Y1 Y11 Y2 Y3 / R9 R1 R4 R2", 200).captured == {"N-S": 0, "E-W": 0}
    assert finished("Y1 Y5 Y2 Y3 / R9 R1 R4 R2", 200).captured == {"N-S": 5, "E-W": 0}


def test_R35_SCORE_2_bull_and_bear_count_before_the_bid() -> None:  # B16
    result = finished(LEAFLET, 210)
    assert result.captured == {"N-S": 260, "E-W": 0} and result.bull_gain == 30
    assert result.scores == {"N-S": 260, "E-W": 0} and result.is_bid_made
    bear = finished(LEAFLET.replace("BULL", "BEAR"), 200)
    assert bear.captured == {"N-S": 200, "E-W": 0} and (bear.bull_gain, bear.bear_loss) == (0, 30)


@pytest.mark.parametrize(("bid", "scores"), [(210, 260), (255, 260), (260, 260), (265, -265), (520, -520)])
def test_R35_SCORE_3_and_4_the_bid_decides(bid: int, scores: int) -> None:  # B16, B17, B18
    result = finished(LEAFLET, bid)
    assert result.is_bid_made == (scores > 0) and result.scores == {"N-S": scores, "E-W": 0}


@pytest.mark.parametrize(
    ("bid", "took", "scores"),
    [
        (210, 260, 260),
        (210, 205, -210),
        (210, 210, 210),
        (210, 215, 215),
        (210, 0, -210),
        (190, 185, -190),
        (400, 520, 520),
    ],
)
def test_R35_SCORE_3_and_4_in_figures(bid: int, took: int, scores: int) -> None:
    assert score(bid, "E-W", {"N-S": 95, "E-W": took}) == {"N-S": 95, "E-W": scores}
    assert score(bid, "N-S", {"N-S": took, "E-W": 95}) == {"N-S": scores, "E-W": 95}


def test_R35_SCORE_3_cited_when_made() -> None:
    round = round_of_tricks(LEAFLET, trump="R", lead="E", bid=260, until=15)
    assert_legal(round, "B2", "R35-SCORE-3", "R35-SCORE-5", "R35-BULL-2")
    because = cited_rules(round, "B2")
    assert because["R35-SCORE-3"] == "North-South captured $260,000, made the bid of $260,000, and score it all."
    assert "R35-SCORE-4" not in because


def test_R35_SCORE_4_cited_when_set_back() -> None:
    round = round_of_tricks(LEAFLET, trump="R", lead="E", bid=265, until=15)
    because = cited_rules(round, "B2")
    assert (
        because["R35-SCORE-4"]
        == "North-South captured $260,000, $5,000 short of the bid, so they are set back $265,000."
    )
    assert "R35-SCORE-3" not in because


@pytest.mark.parametrize(("bid", "scores"), [(200, 200), (205, -205)])
def test_R35_SCORE_5_the_others_score_theirs_anyway(bid: int, scores: int) -> None:
    result = finished(BOTH_SIDES_CAPTURE, bid, "Y")
    assert result.scores == {"N-S": scores, "E-W": 140}
    round = round_of_tricks(BOTH_SIDES_CAPTURE, trump="Y", lead="E", bid=bid, until=19)
    assert cited_rules(round, "B10")["R35-SCORE-5"] == "East-West score the $140,000 they captured."


def test_R35_SCORE_5_for_the_side_of_the_bidder_only() -> None:
    round = round_of_tricks("Y1 Y40 Y2 Y30 / R40 R1 R30 R2", trump="B", lead="S", bid=200)  # East bids
    assert round.bidder == "E" and round.result is not None
    assert round.result.captured == {"N-S": 0, "E-W": 140} and round.result.scores == {"N-S": 0, "E-W": -200}


def test_R35_SCORE_6_scores_may_be_negative() -> None:
    assert finished(BOTH_SIDES_CAPTURE, 205, "Y").scores["N-S"] == -205


def test_R35_SCORE_7_the_most_that_one_round_yields() -> None:  # B19
    result = finished("R40 Y40 BULL B40 / G1 G2 G3 G4", 200, "Y")
    assert result.captured == {"N-S": 240, "E-W": 0} and result.bull_gain == 120
    max_bid = mam.get_edition(EDITION).auction.max_bid
    assert max_bid == sum(card.money for card in mam.PACK) + result.bull_gain == 520


def test_R35_BID_13_the_partners_tricks_count_for_the_bid() -> None:
    result = finished("Y1 Y40 Y2 Y30 / R40 R1 R30 R15 / G10 G1 G9 G2 / B15 B1 B10 B2", 195, "B")
    assert result.captured["N-S"] == 190 and not result.is_bid_made  # all of it taken by South, North's partner
    assert finished("Y1 Y40 Y2 Y30 / R40 R1 R30 R15 / G15 G1 G5 G2 / B15 B1 B10 B2", 195, "B").is_bid_made


def test_the_result_accounts_for_every_card() -> None:
    round = play(specimen(), f"{PRINTED}, discard G8 Y4 R4, trump B")
    while not round.is_over:
        round = round.play(round.legal_moves[-1])
    result = round.result
    assert (
        result is not None
        and result.trump == mam.Color.BLACK
        and (result.bidder, result.side, result.bid) == ("N", "N-S", 260)
    )
    assert sum(result.captured.values()) + result.nested - result.bull_gain + result.bear_loss == 400
    assert (
        result.captured
        == round.captured
        == {
            side: sum(trick.value for trick in round.tricks if trick.winner in seats)
            for side, seats in round.rules.sides.items()
        }
    )


@pytest.mark.parametrize(
    ("totals", "won"),
    [
        ((1000, 800), "N-S"),  # B20
        ((995, 800), None),
        ((800, 1000), "E-W"),
        ((1060, 1080), "E-W"),  # B21
        ((1020, 1005), "N-S"),
        ((999, 999), None),
        ((-500, 1000), "E-W"),
        ((1000, 1000), None),
    ],
)
def test_R35_WIN_1_and_2_totals_that_win(totals: tuple[int, int], won: str | None) -> None:
    side_totals = dict(zip(("N-S", "E-W"), totals, strict=True))
    assert find_leaders(side_totals, ScoringRules(target=1000)) == (() if won is None else (won,))
    draw = find_leaders(side_totals, ScoringRules(target=1000, tie="draw"))
    assert draw == (("N-S", "E-W") if totals == (1000, 1000) else () if won is None else (won,))


@pytest.mark.parametrize(
    ("totals", "won"), [((500, 490), ("N-S",)), ((495, 490), ()), ((500, 505), ("E-W",)), ((500, 500), ())]
)
def test_R35_WIN_3_half_a_million(totals: tuple[int, int], won: tuple[str, ...]) -> None:  # B22
    rules = mam.get_edition(EDITION, ["short-game"]).scoring
    assert rules.target == 500 and mam.get_edition(EDITION).scoring.target == 1000
    assert find_leaders(dict(zip(("N-S", "E-W"), totals, strict=True)), rules) == won

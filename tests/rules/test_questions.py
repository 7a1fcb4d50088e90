"""The five questions of the Supplement, pages 2 and 3 (R35-QA-1 to R35-QA-5, situations B25 to B29), and R35-REM-3."""

from positions import position
from tables import assert_legal, assert_refused, cited_rules, legal_cards, play

from mam.text.notation import parse_amount


def test_R35_QA_1_tiger_and_other_trumps() -> None:  # B25
    hands = "N B2 R1 R2 R3 | E TIGER B9 B3 R40 | S B1 Y1 Y2 Y3 | W B4 G1 G2 G3"
    round = position(hands, trump="B", lead="N", played="B2")
    assert legal_cards(round) == "B9 B3 TIGER"
    for card in ("B9", "B3", "TIGER"):
        assert_legal(round, card)
    assert_refused(round, "R40", "R35-PLAY-5", "You must follow Black: you still hold ")


def test_R35_QA_2_the_lowest_trump_takes_doubled_money() -> None:  # B26
    hands = "N G40 G9 | E G2 G3 | S BULL Y1 | W R1 Y2"
    round = position(hands, trump="R", lead="N", played="G40, G2, BULL")
    because = cited_rules(round, "R1")
    assert because["R35-BULL-2"] == "The Bull doubles $40,000 to $80,000."
    assert because["R35-PLAY-4"] == "West takes the trick: Red 1 is the highest trump."
    after = play(round, "R1")
    assert after.tricks[0].winner == "W" and after.captured == {"N-S": 0, "E-W": 80}
    assert play(round, "Y2").captured == {"N-S": 80, "E-W": 0}


def test_R35_QA_3_eleven_over_ten() -> None:  # B27
    hands = "N Y3 R1 | E Y9 R2 | S B10 R3 | W B11 R4"
    round = position(hands, trump="B", lead="N", played="Y3, Y9, B10")
    after = play(round, "B11")
    assert after.tricks[0].winner == "W" and after.captured == {"N-S": 0, "E-W": 10}
    assert "Black 11 is the highest trump" in cited_rules(round, "B11")["R35-PLAY-4"]


def test_R35_QA_4_bear_then_bull_and_the_tiger() -> None:  # B28
    hands = "N B30 R1 | E TIGER R2 | S BEAR R3 | W BULL R4"
    round = position(hands, trump="B", lead="N", played="B30, TIGER, BEAR")
    because = cited_rules(round, "BULL")
    assert because["R35-BB-1"] == "The Bull was played after the Bear, so the Bull counts."
    assert because["R35-TIG-1"].startswith("East's Tiger")
    after = play(round, "BULL")
    assert after.tricks[0].winner == "E" and after.captured == {"N-S": 0, "E-W": 60}


def test_R35_QA_5_the_bear_leads_the_last_trick() -> None:  # B29
    hands = "N Y5 | E B15 | S BEAR | W BULL"
    round = position(hands, trump="G", lead="S")
    round = assert_legal(round, "BEAR", "R35-BB-2")
    round = assert_legal(round, "BULL", "R35-BULL-1")
    round = assert_legal(round, "Y5", "R35-BB-3")
    because = cited_rules(round, "B15")
    assert because["R35-PLAY-4"] == "North takes the trick: Yellow 5 is the highest Yellow, and nobody played a trump."
    assert because["R35-BULL-2"] == "The Bull doubles $20,000 to $40,000."
    after = play(round, "B15")
    assert after.is_over and after.tricks[0].winner == "N" and after.captured == {"N-S": 40, "E-W": 0}


def test_R35_REM_3_the_thousands_left_out() -> None:
    assert parse_amount("400") == parse_amount("$400,000") == parse_amount("400000") == parse_amount("400,000") == 400

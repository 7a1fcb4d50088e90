"""When a wrong card is found, what it costs, and how it is corrected: R35-MIS, D-R01 to D-R13, situations B47 to B50."""

import pytest
from misplay_tables import (
    FOUR,
    MANHATTAN,
    THREE,
    TWO,
    fault,
    four,
    ids,
    lay,
    legal_cards,
    play_out,
    revoke,
    roles,
    ruling_texts,
    same_as_strict,
    table,
)
from tables import card, position

import mam
from mam.misplay import Table, replay_table
from mam.misplay.accounts import find_payers

NOTHING = {"N-S": 0, "E-W": 0}


# Nobody is told


def test_R35_MIS_1_a_wrong_card_lies_until_somebody_notices() -> None:
    moment, _ = roles(FOUR, "W", "E")
    moment = lay(moment, "R40")
    wrong = mam.Play(card("G1"))
    verdict = moment.verdict(wrong)
    assert verdict is not None and verdict.id == "R35-PLAY-5" and moment.round.why_not(wrong) == verdict
    assert moment.why_not(wrong) is None and wrong in moment.legal_moves and len(moment.legal_moves) == 5
    moment = moment.lay(card("G1"))
    assert moment.rulings == () and moment.adjustments == NOTHING and moment.turn == "S"
    (misplay,) = moment.misplays
    assert (misplay.kind, misplay.seat, misplay.trick, misplay.place, misplay.move, misplay.end) == (
        "revoke",
        "E",
        1,
        2,
        wrong,
        "",
    )
    assert misplay.verdict == verdict and misplay.window == 1 and misplay.step == len(moment.round.history) - 1
    moment = lay(moment, "R9 R3")
    assert moment.round.tricks[0].winner == moment.turn == "N" and moment.round.captured == {"N-S": 40, "E-W": 0}


def test_R35_MIS_1_following_and_playing_freely_are_no_misplay() -> None:
    moment, _ = roles(FOUR, "W", "E")
    moment = lay(moment, "R40 R5 R9 R3 R30 R4 R8 R2 R15 G1 R7 R1 R11 G2 Y1 Y3 R10 G3 Y2 Y4")
    assert moment.misplays == () and moment.phase == "count"


def test_the_captor_is_decided_by_the_cards_as_they_lie() -> None:
    moment = four("N R1 R2 | E B1 R40 | S R3 R4 | W R7 R8", "R1 B1 R3 R7")
    assert fault(moment).seat == "E" and moment.round.tricks[0].winner == moment.turn == "E"


@pytest.mark.parametrize(
    ("edition", "bidder", "offender"), [(FOUR, "W", "E"), (THREE, "B", "D"), (TWO, "N", "S"), (MANHATTAN, "W", "E")]
)
def test_D_R01_misplay_in_every_game_of_1935(edition: str, bidder: str, offender: str) -> None:
    table = revoke(2, edition, bidder, offender)
    assert fault(table).seat == offender and "R35-MIS-1" in ids(table.claim(1))


@pytest.mark.parametrize(
    ("edition", "rule_id"),
    [
        ("make-a-million-2004", "D-R19"),
        ("six", "D-R19"),
        ("eight", "D-R19"),
        ("exact-tricks", "D-R19"),
        ("silent-six", "D-S15"),
        ("sweven", "D-W11"),
        ("millionaire", "D-G27"),
    ],
)
def test_D_R19_other_games_have_no_misplay(edition: str, rule_id: str) -> None:
    round = mam.start(edition, seed=1)
    with pytest.raises(mam.IllegalMove) as caught:
        Table(round)  # type: ignore[arg-type]
    assert caught.value.ruling.id == rule_id
    because = f"In this game ({round.rules.name}) a wrong card is refused, so there is no misplay to settle."
    assert caught.value.ruling.reason == because


# The first window


@pytest.mark.parametrize("count", [2, 3, 4])
def test_R35_MIS_2_put_right_before_the_next_lead(count: int) -> None:  # B47
    table = revoke(count).claim(1)
    assert ruling_texts(table) == [
        ("R35-MIS-1", "East played Green 1 to trick 1 but held Red, the color to follow."),
        ("R35-MIS-2", "It was found before the next lead, so East corrects it and nothing is paid."),
        ("D-R05", "Green 1 and all cards played after it are taken back, and East plays again."),
    ]
    assert table.adjustments == NOTHING and table.charges == () and table.settle({"E-W": 30}) == {"N-S": 0, "E-W": 30}
    assert table.turn == "E" and table.round.trick is not None and table.round.trick.cards == (card("R40"),)
    assert fault(table).end == "corrected" and fault(table).window == 1 and table.set_aside == ()
    assert [len(table.round.hands[seat]) for seat in "NESW"] == [4, 5, 5, 5]


def test_R35_MIS_2_a_wrong_card_is_put_right_by_a_right_one() -> None:
    table = revoke(4).claim(1)
    assert legal_cards(table) == "R5 R4"
    with pytest.raises(mam.IllegalMove) as caught:
        lay(table, "G2")
    assert caught.value.ruling.id == "R35-PLAY-5" and caught.value.ruling == table.verdict(mam.Play(card("G2")))
    table = lay(table, "R4")
    assert table.rulings == () and len(table.legal_moves) == 5  # the others play again freely, and may go wrong
    table = lay(table, "Y1")
    assert [misplay.seat for misplay in table.misplays if not misplay.end] == ["S"]


def test_D_R05_everybody_after_the_wrong_card_plays_again_freely() -> None:
    table = lay(revoke(4).claim(1), "R5 R7 R1")
    assert same_as_strict(table).tricks[0].cards == tuple(map(card, "R40 R5 R7 R1".split()))
    assert table.turn == "N" and table.round.captured == {"N-S": 45, "E-W": 0}


def test_D_R05_wrong_cards_after_it_go_back_unpaid() -> None:
    table = lay(four("N R40 R30 | E G1 R5 | S G2 R1 | W R8 R9"), "R40 G1 G2")
    assert [misplay.seat for misplay in table.misplays] == ["E", "S"]
    table = table.claim(1)
    assert [(misplay.seat, misplay.end) for misplay in table.misplays] == [("E", "corrected")] and table.turn == "E"
    later = lay(table, "R5 R1 R8")
    assert same_as_strict(later) and later.claim(1).adjustments == NOTHING


def test_D_R05_wrong_cards_before_it_stay() -> None:
    table = lay(four("N R40 R30 | E G1 R5 | S G2 R1 | W R8 R9"), "R40 G1 G2").claim(1, "S")
    assert [(misplay.seat, misplay.end) for misplay in table.misplays] == [
        ("E", ""),
        ("S", "corrected"),
    ] and table.turn == "S"
    table = lay(table, "R1 R8").claim(1)
    assert table.turn == "E" and [misplay.end for misplay in table.misplays] == ["corrected", "corrected"]


# The second window


@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_R35_MIS_3_from_the_next_lead_it_costs_fifty(count: int) -> None:
    table = revoke(count)
    assert fault(table).window == 2
    table = table.claim(1)
    assert ruling_texts(table) == [
        ("R35-MIS-1", "East played Green 1 to trick 1 but held Red, the color to follow."),
        ("D-R05", "Green 1 and all cards played after it are taken back, and East plays again."),
        ("D-R02", "Trick 2 has been started, but not trick 3."),
        ("R35-MIS-3", "The misplay is corrected and costs East-West $50,000."),
        ("R35-MIS-4", "The $50,000 comes off the running total, not off the captures of this round."),
    ]
    assert table.charges == (("E-W", -50),) and table.adjustments == {"N-S": 0, "E-W": -50}
    assert table.turn == "E" and fault(table).end == "corrected" and len(table.set_aside) == count - 4


def test_R35_MIS_4_the_total_pays_even_below_zero() -> None:  # B48
    moment = revoke(6).claim(1)
    assert moment.settle({"N-S": 300, "E-W": -20}) == {"N-S": 300, "E-W": -70}
    moment = play_out(lay(moment, "R4 R9 R3"))
    strict = same_as_strict(moment)
    assert moment.result is not None and strict.result is not None
    assert moment.result.scores == strict.result.scores == {"N-S": 100, "E-W": -200}  # the round is not touched
    assert moment.result.adjustments == {"N-S": 0, "E-W": -50} and not moment.result.stopped
    assert moment.result.captured == {"N-S": 100, "E-W": 0} and moment.result.note == "W 200 set"
    assert moment.settle({"N-S": 300, "E-W": -20}) == {"N-S": 400, "E-W": -270}


@pytest.mark.parametrize(("count", "window"), [(4, 1), (5, 2), (8, 2), (9, 3), (12, 3), (13, 3), (17, 3), (20, 3)])
def test_D_R02_the_windows_begin_and_end_with_a_lead(count: int, window: int) -> None:
    table = revoke(count)
    assert fault(table).window == window
    settled = table.claim(1)
    assert settled.phase == ("choice" if window == 3 else "play") and table.misplays == (fault(table),)
    assert settled.adjustments["E-W"] == {1: 0, 2: -50, 3: 0}[window]
    assert fault(settled).window == window


def test_D_R02_taking_cards_back_gives_nobody_another_chance() -> None:
    hands = "N R40 R30 R15 R11 R10 | E G1 R5 R4 G2 G3 | S R9 R8 R7 Y1 Y2 | W R3 Y3 R2 R1 Y4"
    table = lay(four(hands), "R40 G1 R9 R3 R30 R5 R8 Y3 R15")
    assert [(misplay.seat, misplay.trick, misplay.window) for misplay in table.misplays] == [("E", 1, 3), ("W", 2, 2)]
    table = table.claim(2)
    assert table.turn == "W" and len(table.round.tricks) == 1 and table.adjustments["E-W"] == -50
    assert table.claim(1).phase == "choice"
    table = lay(table, "R2")
    assert [misplay.window for misplay in table.misplays] == [3, 2] and table.claim(1).phase == "choice"


def test_D_R02_what_was_found_stays_as_old_as_it_was() -> None:
    table = lay(revoke(4).claim(1), "R5 R9 R3 R30 R4 R8 R2")
    assert fault(table).window == 1


def test_D_R05_a_trick_begun_since_stays_with_the_same_leader() -> None:
    table = revoke(8).claim(1)
    assert [str(misplay.move) for misplay in table.set_aside] == ["play R30", "play R5", "play R8", "play R2"]
    assert [misplay.seat for misplay in table.set_aside] == ["N", "E", "S", "W"]
    table = lay(table, "R4 R9")
    assert len(table.round.tricks) == 0 and len(table.set_aside) == 4
    table = lay(table, "R3")
    assert ruling_texts(table) == [("D-R05", "North leads as before, so the next trick stays.")]
    assert table.set_aside == () and table.turn == "N" and len(table.round.tricks) == 2
    assert [trick.cards for trick in same_as_strict(table).tricks] == [
        tuple(map(card, "R40 R4 R9 R3".split())),
        tuple(map(card, "R30 R5 R8 R2".split())),
    ]


def test_D_R05_half_a_trick_stays_too() -> None:
    table = lay(revoke(6).claim(1), "R4 R7 R1")
    assert table.turn == "S" and same_as_strict(table).trick is not None and len(table.round.history) == 4 + 3 - 1 + 6
    assert ids(table) == ["D-R05"]


def test_D_R05_a_trick_begun_since_is_taken_up_when_another_hand_leads() -> None:
    hands = "N R11 R10 Y1 | E G1 R40 R5 | S R9 R8 R7 | W R3 R2 R1"
    table = lay(four(hands), "R11 G1 R9 R3 R10 R5").claim(1)
    table = lay(table, "R40 R9 R3")
    assert ruling_texts(table) == [("D-R05", "Now East leads, so the cards of the next trick go back into the hands.")]
    assert table.set_aside == () and table.turn == "E" and same_as_strict(table).trick is not None
    assert table.round.trick is not None and table.round.trick.cards == () and legal_cards(table) == "R5 G1"
    assert card("R10") in table.round.hands["N"]


def test_D_R05_a_card_used_before_is_missing_in_the_trick_begun() -> None:
    table = lay(revoke(8).claim(1), "R5 R9 R3")
    assert ruling_texts(table) == [
        ("D-R05", "East's card would be wrong now, so it and the cards after it go back into the hands.")
    ]
    assert table.turn == "E" and table.round.trick is not None and table.round.trick.cards == (card("R30"),)
    assert table.set_aside == () and same_as_strict(table).turn == "E"


HELD_BACK = "N R40 Y40 Y30 | E G1 R5 Y5 | S Y1 G9 G8 | W R8 Y8 Y7"


def test_D_R05_a_card_made_wrong_by_the_new_play_is_taken_up() -> None:
    table = lay(four(HELD_BACK), "R40 G1 Y1 R8 Y40 Y5 G9 Y8").claim(1)
    assert [misplay.seat for misplay in table.misplays] == ["E"]
    table = lay(table, "R5 G8 R8")  # S keeps the Yellow it had thrown away, so G9 does not follow any more
    assert ruling_texts(table) == [
        ("D-R05", "South's card would be wrong now, so it and the cards after it go back into the hands.")
    ]
    assert table.turn == "S" and same_as_strict(table).turn == "S"


def test_D_R05_a_wrong_card_of_the_trick_begun_stays_unnoticed() -> None:
    hands = "N R40 Y40 Y30 Y15 | E G1 R5 Y5 R4 | S R9 G9 Y1 G8 | W R8 Y8 Y7 Y4"
    table = lay(four(hands), "R40 G1 R9 R8 Y40 Y5 G9 Y8")
    assert [(misplay.seat, misplay.trick) for misplay in table.misplays] == [("E", 1), ("S", 2)]
    table = table.claim(1)
    assert [misplay.seat for misplay in table.misplays] == ["E"]
    table = lay(table, "R5 R9 R8")
    assert ids(table) == ["D-R05"] and table.round.tricks[1].winner == table.turn == "N"
    assert [(misplay.seat, misplay.window, misplay.end) for misplay in table.misplays] == [
        ("E", 2, "corrected"),
        ("S", 1, ""),
    ]
    table = lay(table, "Y30")
    assert fault(table, 1).window == 2 and table.claim(2).adjustments == {"N-S": -50, "E-W": -50}


def test_D_R05_a_wrong_card_of_an_earlier_trick_stays_as_old_as_it_was() -> None:
    hands = "N R40 R30 Y40 R15 | E R1 G1 Y5 R4 | S Y3 R9 G9 G8 | W R8 R7 Y8 Y4"
    table = lay(four(hands), "R40 R1 Y3 R8 R30 G1 R9 R7 Y40")
    assert [(misplay.seat, misplay.trick, misplay.window) for misplay in table.misplays] == [("S", 1, 3), ("E", 2, 2)]
    table = lay(table.claim(2), "R4")
    assert [misplay.window for misplay in table.misplays] == [3, 2]


def test_D_R05_a_wrong_card_of_the_trick_begun_may_be_used_before() -> None:
    hands = "N R40 Y40 Y30 | E G1 R5 Y5 | S G9 G8 Y1 | W R8 Y8 Y7"
    table = lay(four(hands), "R40 G1 G8 R8 Y40 Y5 G9 Y8")
    assert [misplay.seat for misplay in table.misplays] == ["E", "S"]
    table = lay(table.claim(1), "R5 G9 R8")
    assert ruling_texts(table) == [
        ("D-R05", "South's card would be wrong now, so it and the cards after it go back into the hands.")
    ]
    assert table.turn == "S" and legal_cards(table) == "Y1 G8" and [misplay.seat for misplay in table.misplays] == ["E"]


def test_D_R05_a_wrong_card_can_become_right() -> None:
    hands = "N R40 Y40 Y30 | E G1 R5 Y5 | S G9 Y1 G8 | W R8 Y8 Y7"
    table = lay(four(hands), "R40 G1 G9 R8 Y40 Y5 G8 Y8")
    assert [misplay.seat for misplay in table.misplays] == ["E", "S"]
    table = lay(table.claim(1), "R5 Y1 R8")  # S throws its only Yellow away before Yellow is led
    assert [misplay.seat for misplay in table.misplays] == ["E"] and same_as_strict(table).turn == "N"


def test_D_R05_two_wrong_cards_of_a_trick_found_one_after_the_other() -> None:
    hands = "N R40 Y40 Y30 | E G1 R5 Y5 | S G9 R1 Y1 | W R8 Y8 Y7"
    table = lay(four(hands), "R40 G1 G9 R8 Y40 Y5").claim(1, "S")
    assert table.turn == "S" and len(table.set_aside) == 2
    table = table.claim(1, "E")
    assert table.turn == "E" and [str(misplay.move) for misplay in table.set_aside] == ["play Y40", "play Y5"]
    assert table.adjustments == {"N-S": -50, "E-W": -50}
    table = lay(table, "R5 R1 R8")
    assert table.turn == "S" and same_as_strict(table).trick is not None


# The end of the round


def test_D_R03_the_last_trick_but_one_until_the_score_is_taken() -> None:
    table = lay(four("N R40 R30 | E G1 R5 | S R1 R2 | W R8 R9"), "R40 G1 R1 R8 R30 R5 R2 R9")
    assert (
        table.phase == "count"
        and table.turn is None
        and table.actor is None
        and table.legal_moves == ()
        and not table.is_over
    )
    settled = table.claim(1)
    assert settled.adjustments == {"N-S": 0, "E-W": -50} and settled.turn == "E" and legal_cards(settled) == "R5"
    assert ruling_texts(settled)[-1] == ("D-R03", "All cards have been played, but the round has not been scored.")
    end = play_out(lay(settled, "R5 R1 R8"))
    assert end.result is not None and end.result.scores == {"N-S": 75, "E-W": -200}
    same_as_strict(end)


def test_D_R03_in_the_last_trick_nobody_can_misplay() -> None:
    moment = four("N R40 R30 | E R5 G1 | S R1 BULL | W R8 TIGER", "R40 R5 R1 R8 R30 G1 BULL TIGER")
    assert moment.misplays == () and moment.phase == "count"
    moment = moment.claim(2)
    assert ruling_texts(moment) == [
        ("R35-MIS-1", "Every card in trick 2 was right. There is nothing to correct and nothing to pay.")
    ]


def test_D_R03_a_trick_earlier_the_choice_lasts_until_the_score() -> None:
    played = "R40 G1 R1 R8 R30 R5 R2 R9 R15 G2 R3 R7"
    table = four("N R40 R30 R15 | E G1 R5 G2 | S R1 R2 R3 | W R8 R9 R7", played).claim(1)
    assert table.phase == "choice" and table.turn is None and table.actor == "S"
    with pytest.raises(mam.IllegalMove, match=r"^You can't do “score” now: the innocent side must choose"):
        table.score()
    stopped = table.choose("stop")
    assert stopped.result is not None and stopped.result.scores == {"N-S": 190, "E-W": 0}
    on = table.choose("play on")
    assert on.phase == "count" and on.adjustments == {"N-S": 100, "E-W": 0}
    assert ruling_texts(on)[-1] == ("D-R06", "East holds no card to play in its place, so trick 1 stays as it is.")
    end = on.score()
    assert end.result is not None and end.result.scores == {"N-S": 90, "E-W": -200}


def test_D_R04_no_remedy_after_the_score() -> None:
    played = "R40 G1 R1 R8 R30 R5 R2 R9"
    table = four("N R40 R30 | E G1 R5 | S R1 R2 | W R8 R9", played).score()
    assert (
        table.is_over
        and table.phase == "over"
        and table.turn is None
        and table.actor is None
        and table.legal_moves == ()
    )
    assert ruling_texts(table) == [
        ("R35-SCORE-4", "East-West captured $0, $200,000 short of the bid, so they are set back $200,000."),
        ("R35-SCORE-5", "North-South score the $75,000 they captured."),
    ]
    late = table.claim(1, by="N")
    assert ruling_texts(late) == [
        ("D-R17", "North points it out. Anyone may, the offender included."),
        ("D-R04", "The round has been scored. Its score stands, and nothing is paid."),
    ]
    assert late.result == table.result and late.adjustments == NOTHING and late.is_over and fault(late).end == ""
    assert ids(table.claim("nest")) == ids(table.claim(9)) == ["D-R04"]
    with pytest.raises(mam.IllegalMove, match=r"^You can't do “score” now: the round has been scored\."):
        table.score()


# Whose word counts


@pytest.mark.parametrize("by", ["N", "E", "S", "W"])
def test_D_R17_anybody_may_point_it_out(by: str) -> None:
    for count in (4, 5, 9):
        table = revoke(count).claim(1, by=by)
        name = table.rules.seat_names[by]
        assert ruling_texts(table)[0] == ("D-R17", f"{name} points it out. Anyone may, the offender included.")
        assert table.rulings[1:] == revoke(count).claim(1).rulings and table.events[-1] == f"claim trick 1 by {by}"
        assert table.charges == revoke(count).claim(1).charges and table.round == revoke(count).claim(1).round


def test_D_R17_a_fault_can_be_named_by_itself() -> None:
    table = revoke(5)
    assert (
        table.notice(fault(table), "S") == table.claim(1, "E", "S")
        and table.notice(fault(table)).events[-1] == "claim trick 1 E"
    )


def test_a_claim_where_no_misplay_is() -> None:
    table = revoke(6)
    for claimed in (table.claim(2), table.claim(1, "N"), table.claim(1, "W", "E"), table.claim("nest")):
        assert claimed.round == table.round and claimed.charges == () and claimed.misplays == table.misplays
    assert ruling_texts(table.claim(2)) == [
        ("R35-MIS-1", "Every card in trick 2 was right. There is nothing to correct and nothing to pay.")
    ]
    assert ruling_texts(table.claim(1, "N")) == [
        ("R35-MIS-1", "North's card in trick 1 was right. There is nothing to correct and nothing to pay.")
    ]
    assert ruling_texts(table.claim(2, "W")) == [("R35-MIS-1", "West has not played to trick 2 yet.")]
    assert ruling_texts(table.claim("nest")) == [("R35-MIS-8", "The discards are right. Nothing is paid.")]


def test_a_claim_that_cannot_be_made() -> None:
    table = revoke(6)
    for trick in (0, 3, -1):
        with pytest.raises(mam.IllegalMove) as caught:
            table.claim(trick)
        assert caught.value.ruling.id == "D-G27"
        assert caught.value.ruling.reason == (
            f"You can't claim a misplay in trick {trick}: only tricks 1 to 2 have been started."
        )
    with pytest.raises(mam.IllegalMove, match=r"^You can't claim a misplay in trick 1: no card has been led yet"):
        roles(FOUR, "W", "E")[0].claim(1)
    for odd in ("1", 1.0, True, None):
        with pytest.raises(ValueError, match=r'^claim the number of a trick, or "nest", not '):
            table.claim(odd)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^nobody sits at 'Q': the persons are N E S W$"):
        table.claim(1, by="Q")
    with pytest.raises(ValueError, match="no seat 'Q'"):
        table.claim(1, "Q")
    with pytest.raises(ValueError, match=r"^nobody sits at 'D': the persons are A B C$"):
        revoke(5, THREE, "B", "D").claim(1, by="D")


# Two wrong cards in one trick

BOTH_REVOKE = "N R40 R30 R15 Y9 | E G1 R5 R7 Y8 | S G4 R1 R3 Y7 | W R8 R9 R10 Y5"
PAID = {"N-S": -50, "E-W": -50}


@pytest.mark.parametrize("claims", ["E S", "S E", "E S E", "S E S"])
@pytest.mark.parametrize("between", ["", "R5 R1 R8", "R5 R1 R8 R7 R3 R9 Y9"])
def test_D_R11_both_pay_whichever_is_claimed_first(claims: str, between: str) -> None:
    moment = four(BOTH_REVOKE, "R40 G1 G4 R8 R30")
    assert [(misplay.seat, misplay.window) for misplay in moment.misplays] == [("E", 2), ("S", 2)]
    first, second, *later_claims = claims.split()
    moment = moment.claim(1, first)
    assert sum(moment.adjustments.values()) == -50
    if first == "E":  # the cards after it go back and are played again
        moment = lay(moment, between)
    moment = moment.claim(1, second)
    assert moment.adjustments == PAID and {(misplay.seat, misplay.end) for misplay in moment.misplays} == {
        ("E", "corrected"),
        ("S", "corrected"),
    }
    for seat in later_claims:
        moment = moment.claim(1, seat)
        assert moment.adjustments == PAID and "already been corrected" in moment.rulings[-1].reason
    replayed = replay_table(moment.rules, moment.round.deal, moment.events)
    assert replayed == moment and replayed.misplays == moment.misplays and replayed.adjustments == PAID


def test_D_R11_a_wrong_card_that_went_back_is_told_of_as_such() -> None:
    table = four(BOTH_REVOKE, "R40 G1 G4 R8 R30").claim(1, "E").claim(1, "S")
    assert ruling_texts(table) == [
        ("R35-MIS-1", "South played Green 4 to trick 1 but held Red, the color to follow."),
        ("D-R11", "It is settled by itself, apart from other misplays of this round."),
        ("D-R05", "Green 4 was taken back already, with the wrong card played before it in that trick."),
        ("D-R02", "Trick 2 had been started when it was taken back."),
        ("R35-MIS-3", "The misplay is corrected and costs North-South $50,000."),
        ("R35-MIS-4", "The $50,000 comes off the running total, not off the captures of this round."),
    ]
    assert table.turn == "E" and same_as_strict(lay(table, "R5 R1 R8")).tricks[0].winner == "N"


def test_D_R11_both_of_a_side_pay_and_a_free_one_stays_free() -> None:
    moment = four("N R40 R30 R15 | E G1 R5 R7 | S R1 R2 R3 | W G4 R9 R10", "R40 G1 R1 G4 R30")
    assert moment.claim(1, "E").claim(1, "W").adjustments == {"N-S": 0, "E-W": -100}
    assert moment.claim(1, "W").claim(1, "E").adjustments == {"N-S": 0, "E-W": -100}
    early = four(BOTH_REVOKE, "R40 G1 G4 R8")
    assert early.claim(1, "E").adjustments == early.claim(1, "S").claim(1, "E").adjustments == NOTHING


@pytest.mark.parametrize(("edition", "bidder"), [(THREE, "A"), (THREE, "B"), (MANHATTAN, "W"), (MANHATTAN, "N")])
def test_D_R11_both_pay_in_other_games_too(edition: str, bidder: str) -> None:
    seats = mam.get_edition(edition).seats
    few = " | ".join(f"{seat} {card}" for seat, card in zip(seats, "R1 R2 R3 R4".split(), strict=True))
    opening = position(edition, few, bidder=bidder, trump="B").trick
    assert opening is not None
    hands = dict(zip(opening.seats, (part[2:] for part in BOTH_REVOKE.split(" | ")), strict=True))
    moment = table(edition, " | ".join(f"{seat} {hands[seat]}" for seat in seats), bidder, played="R40 G1 G4 R8 R30")
    guilty = [misplay.seat for misplay in moment.misplays]
    assert len(guilty) == 2
    adjustments, swapped_adjustments = (
        moment.claim(1, first).claim(1, second).adjustments for first, second in (guilty, guilty[::-1])
    )
    assert adjustments == swapped_adjustments and sum(adjustments.values()) == -50 * sum(
        len(find_payers(moment.round, seat)) for seat in guilty
    )

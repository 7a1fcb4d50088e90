"""A wrong card found late, several of them, and animals: R35-MIS-5 to R35-MIS-7, D-R06 to D-R13, situations B49 and B50."""

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
    ruling_texts,
)
from tables import card

import mam
from mam.rules.cards import UNSEEN

NOTHING = {"N-S": 0, "E-W": 0}


# The third window


def test_R35_MIS_5_the_innocent_side_chooses() -> None:
    table = revoke(9).claim(1)
    assert ruling_texts(table)[1:] == [
        ("D-R02", "Trick 3 has been started since."),
        ("R35-MIS-5", "South and North may stop the round, or have the misplay corrected and play on."),
    ]
    assert table.phase == "choice" and table.choosers == ("S", "N") and table.turn is None and table.actor == "S"
    assert table.legal_moves == () and table.adjustments == NOTHING and fault(table).end == ""
    assert_refused = table.why_not(mam.Play(card("R5")))
    assert assert_refused is not None and assert_refused.id == "D-G27" and assert_refused.instead == ()
    assert assert_refused.reason == (
        "You can't do “play R5” now: the innocent side must choose to stop or to play on first."
    )
    with pytest.raises(mam.IllegalMove) as caught:
        table.choose("stop", "E")
    assert caught.value.ruling.id == "R35-MIS-5"
    assert caught.value.ruling.reason == "You have no say in this: South and North may choose."
    for seat in ("N", "S"):
        assert table.choose("stop", seat).is_over
    with pytest.raises(
        mam.IllegalMove, match=r"You can't do “claim trick 1 E by N” now: the innocent side must choose"
    ):
        table.claim(1, "E", "N")
    with pytest.raises(ValueError, match=r'^choose "stop" or "play on", not \'go\'$'):
        table.choose("go")
    with pytest.raises(ValueError, match="no seat 'Q'"):
        table.choose("stop", "Q")


def test_R35_MIS_5_there_is_no_choice_before() -> None:
    for moment in (revoke(8), revoke(5).claim(1)):
        for choice in ("stop", "play on"):
            with pytest.raises(mam.IllegalMove) as caught:
                moment.choose(choice)
            assert caught.value.ruling.id == "D-G27"
            assert caught.value.ruling.reason == f"You can't do “{choice}” now: no misplay leaves a choice."


STOPPED = "N R40 R15 R11 R10 | E G1 R1 R2 G2 | S R30 R5 R3 R4 | W Y40 Y1 Y2 Y3"


def test_R35_MIS_6_the_round_stops() -> None:  # B49
    table = four(STOPPED, "R40 G1 R30 Y40 R15 R1 R5 Y1 R11").claim(1).choose("stop")
    assert table.round.captured["N-S"] == 130 and table.result is not None
    assert table.result.scores == {"N-S": 230, "E-W": 0} and table.result.adjustments == NOTHING
    assert (
        table.result.stopped
        and table.result.captured == {"N-S": 130, "E-W": 0}
        and table.result.note == "W 200 stopped"
    )
    assert ruling_texts(table) == [
        ("R35-MIS-6", "North-South score $230,000: $130,000 captured and $100,000 more. East-West score nothing."),
        ("D-R09", "Finished tricks count as usual, and trick 1 stays with the side that took it."),
        ("D-R08", "The bid of $200,000 is neither made nor set back: the bidder's side scores 0."),
    ]
    assert (
        table.is_over
        and table.phase == "over"
        and table.turn is None
        and table.actor is None
        and fault(table).end == "stopped"
    )
    assert table.settle({"N-S": 5, "E-W": 10}) == {"N-S": 235, "E-W": 10}


def test_D_R07_an_innocent_bidder_is_not_set_back() -> None:
    hands = "N R30 R10 Y1 Y2 | E R1 R3 Y3 Y4 | S R40 R15 R11 Y7 | W G1 R5 R4 Y8"
    table = four(hands, "R1 R40 G1 R30 R15 R5 R10 R3 R11", bidder="N", bid=240).claim(1)
    assert table.round.captured == {"N-S": 100, "E-W": 0} and table.choosers == ("N", "S")
    table = table.choose("stop")
    assert table.result is not None and table.result.scores == {"N-S": 200, "E-W": 0}
    assert ruling_texts(table) == [
        ("R35-MIS-6", "North-South score $200,000: $100,000 captured and $100,000 more. East-West score nothing."),
        ("D-R09", "Finished tricks count as usual, and trick 1 stays with the side that took it."),
        ("D-R07", "The bid of $240,000 is not tested."),
    ]


def test_D_R08_a_guilty_bidder_is_not_set_back_when_stopped_but_when_played_on() -> None:
    table = revoke(9).claim(1)
    stopped, on = table.choose("stop"), play_out(table.choose("play on"))
    assert stopped.result is not None and stopped.result.scores == {"N-S": 175, "E-W": 0}
    assert "D-R08" in ids(stopped)
    assert on.result is not None and on.result.scores == {"N-S": 100, "E-W": -200}
    assert on.result.adjustments == {"N-S": 100, "E-W": 0}


def test_D_R09_bull_and_bear_count_in_a_stopped_round() -> None:
    for animal, taken in (("BULL", 80), ("BEAR", 0)):
        hands = f"N R40 R30 R15 R11 | E G1 R5 R4 G2 | S R1 R2 R3 R7 | W {animal} Y1 Y2 Y3"
        table = four(hands, f"R40 G1 R1 {animal} R30 R5 R2 Y1 R15").claim(1).choose("stop")
        assert table.result is not None and table.result.scores == {"N-S": taken + 35 + 100, "E-W": 0}


def test_D_R09_the_trick_of_the_misplay_stays_with_its_captor() -> None:
    hands = "N R1 R3 R8 Y1 | E B1 R40 Y2 Y3 | S R4 R7 Y4 Y7 | W R5 R9 Y8 Y9"
    table = lay(four(hands), "R1 B1 R4 R5 Y2 Y7 Y8 Y1 Y9").claim(1).choose("stop")
    assert table.result is not None and table.result.captured == {"N-S": 0, "E-W": 5}
    assert table.result.scores == {"N-S": 100, "E-W": 0}


def test_R35_MIS_7_the_round_goes_on() -> None:  # B50
    hands = "N Y30 R30 R10 G5 | E Y1 R15 R1 R9 | S Y40 R40 R11 G30 | W G1 Y3 G2 Y2"
    table = four(hands, "Y1 Y40 G1 Y30 R40 Y3 R30 R15 R11", bidder="N", bid=240).claim(1).choose("play on")
    assert ruling_texts(table) == [
        ("R35-MIS-7", "Play goes on, and $100,000 is added to the running total of North-South."),
        ("D-R10", "The $100,000 does not help to make the bid of $240,000."),
        (
            "D-R06",
            "West takes back Green 1 and plays Yellow 2 instead. Trick 1 stays with South, and later tricks stay.",
        ),
    ]
    assert table.charges == (("N-S", 100),) and table.adjustments == {"N-S": 100, "E-W": 0} and not table.is_over
    assert (
        table.phase == "play"
        and table.turn == "W"
        and legal_cards(table) == "G2 G1"
        and fault(table).end == "played on"
    )
    table = lay(table, "G2 R10 R1 G30 G1 G5 R9").score()
    assert table.round.captured == {"N-S": 200, "E-W": 0} and table.result is not None
    assert table.result.scores == {"N-S": -240, "E-W": 0} and table.result.adjustments == {"N-S": 100, "E-W": 0}
    assert table.settle({}) == {"N-S": -140, "E-W": 0}


TAKES_OVER = "N R11 R10 R9 Y1 G40 | E G1 R40 R8 Y2 Y3 | S R4 R7 R3 Y4 Y7 | W R5 R2 R1 Y8 Y9"


def test_D_R06_the_trick_is_decided_anew_and_later_ones_stay() -> None:
    before = lay(four(TAKES_OVER), "R11 G1 R4 R5 R10 R8 R7 R2 R9")
    assert before.round.captured == {"N-S": 15, "E-W": 0}
    table = before.claim(1).choose("play on")
    assert ruling_texts(table)[-1] == (
        "D-R06",
        "East takes back Green 1 and plays Red 40 instead. Trick 1 goes from North to East, and later tricks stay.",
    )
    first, second = table.round.tricks
    assert first.winner == "E" and first.value == 45 and first.cards == tuple(map(card, "R11 R40 R4 R5".split()))
    assert second.leader == second.winner == "N" and second.value == 10
    assert table.round.captured == {"N-S": 10, "E-W": 45}
    assert (
        table.turn == "E"
        and legal_cards(table) == "Y3 Y2 G1"
        and table.round.trick is not None
        and table.round.trick.leader == "N"
    )
    end = lay(table, "G1 R3 R1 Y1 Y2 Y7 Y9 Y8 G40 Y3 Y4")
    assert end.phase == "count" and end.round.tricks[3].winner == "W" and len(end.round.tricks) == 5
    assert len(set(end.round.played)) == 20


def test_D_R06_an_exchange_lasts_when_later_cards_are_taken_back() -> None:
    hands = "N R11 R10 R9 Y1 | E G1 R40 R8 Y2 | S R4 R7 Y4 R3 | W R5 R2 R1 Y8"
    table = lay(four(hands), "R11 G1 R4 R5 R10 R8 R7 R2 R9").claim(1).choose("play on")
    table = lay(table, "G1 Y4 R1")
    assert [(misplay.seat, misplay.trick) for misplay in table.misplays if not misplay.end] == [("S", 3)]
    table = table.claim(3)
    assert table.turn == "S" and table.round.tricks[0].winner == "E" and table.round.tricks[1].leader == "N"
    assert (
        table.round.trick is not None
        and table.round.trick.leader == "N"
        and table.adjustments == {"N-S": 100, "E-W": 0}
    )
    table = lay(table, "R3 R1 Y1 Y2 Y4 Y8")
    assert table.phase == "count" and table.round.captured == {"N-S": 10, "E-W": 45}


def test_D_R06_the_trick_after_an_exchange_keeps_its_leader_when_its_lead_goes_back() -> None:
    hands = "N R11 BULL R9 Y1 | E G1 R40 R8 Y2 | S R4 R7 Y4 R3 | W R5 R2 R1 Y8"
    table = lay(four(hands), "R11 G1 R4 R5 BULL R8 R7 R2 Y2")
    assert [(misplay.kind, misplay.trick, misplay.window) for misplay in table.misplays] == [
        ("revoke", 1, 3),
        ("early lead", 2, 2),
    ]
    table = table.claim(1).choose("play on").claim(2)
    assert table.round.tricks[0].winner == "E" and table.turn == "N"
    assert table.round.trick is not None and table.round.trick.seats == ("N", "E", "S", "W")


def test_D_R06_the_offender_chooses_among_cards_of_the_color() -> None:
    hands = "N R11 R10 G9 Y1 Y3 | E G1 R40 R8 G2 R7 | S R4 G3 G4 Y4 Y7 | W R5 G5 G7 Y8 Y9"
    table = lay(four(hands), "R11 G1 R4 R5 G9 G2 G3 G5 Y1")
    assert lay(table, "R7").misplays == table.misplays  # E has no Yellow: the turn asks for nothing
    table = table.claim(1).choose("play on")
    assert ids(table) == ["R35-MIS-7", "D-R10"] and table.phase == "amends" and table.turn == table.actor == "E"
    assert legal_cards(table) == "R40 R8 R7" and table.choosers == () and table.adjustments == {"N-S": 100, "E-W": 0}
    for wrong, seat in (("G2", None), ("G1", None), ("R40", "S")):
        verdict = table.why_not(mam.Play(card(wrong)), seat)
        assert verdict is not None and verdict.id == "D-G27"
        assert verdict.instead == (table.legal_moves if seat is None else ())
        said_so = f"You can't do “play {wrong}” now: the offender must play a card in place of the wrong one first."
        assert verdict.reason == said_so == table.verdict(mam.Play(card(wrong)), seat).reason  # type: ignore[union-attr]
    with pytest.raises(mam.IllegalMove, match=r"the offender must play a card"):
        table.claim(1)
    with pytest.raises(mam.IllegalMove, match=r"You can't do “stop” now: the offender must play a card"):
        table.choose("stop")
    with pytest.raises(mam.IllegalMove, match=r"You can't do “score” now: the offender must play a card"):
        table.score()
    low, high = table.lay(card("R8"), "E"), table.lay(card("R40"))
    assert low.round.tricks[0].winner == "N" and high.round.tricks[0].winner == "E"
    assert ids(low) == ids(high) == ["D-R06"] and low.phase == "play" and low.turn == "E"
    assert low.events[-3:] == ("claim trick 1", "play on", "play R8") and low.misplays == table.misplays


def test_D_R06_nothing_is_exchanged_when_none_of_the_color_is_left() -> None:
    hands = "N R40 R30 Y15 Y1 | E G1 R5 Y2 G2 | S R1 R2 Y3 Y4 | W R8 R9 Y7 Y8"
    table = lay(four(hands), "R40 G1 R1 R8 R30 R5 R2 R9 Y15").claim(1).choose("play on")
    assert ruling_texts(table) == [
        ("R35-MIS-7", "Play goes on, and $100,000 is added to the running total of North-South."),
        ("D-R10", "The $100,000 does not help to make the bid of $200,000."),
        ("D-R06", "East holds no card to play in its place, so trick 1 stays as it is."),
    ]
    assert table.phase == "play" and table.round.tricks[0].cards[1] == card("G1") and table.adjustments["N-S"] == 100


def test_D_R06_the_tiger_can_take_the_place_of_a_wrong_card_on_trumps() -> None:
    hands = "N B30 R30 R11 R10 | E R5 TIGER R4 R7 | S B1 R1 R2 R3 | W B4 R8 R9 Y1"
    table = lay(four(hands), "B30 R5 B1 B4 R30 R4 R1 R8 R11").claim(1).choose("play on")
    assert (
        ruling_texts(table)[-1][1]
        == "East takes back Red 5 and plays the Tiger instead. Trick 1 goes from North to East, and later tricks stay."
    )
    assert table.round.captured == {"N-S": 30, "E-W": 30}


def test_D_R06_the_color_is_that_of_the_trick_up_to_the_wrong_card() -> None:
    hands = "N BULL BEAR | E Y1 R1 | S R2 Y2 | W R3 Y3"
    moment = four(hands, "BULL Y1 R2 R3")
    assert [misplay.seat for misplay in moment.misplays] == ["S", "W"]
    hands = "N R40 R30 R15 R11 | E R5 R4 R7 R8 | S G1 R9 G2 Y9 | W Y1 R1 Y2 R2"
    moment = lay(four(hands), "R40 R5 G1 Y1 R30 R4 R9 R1 R15 R7 G2").claim(1, "W").choose("play on")
    assert (
        ruling_texts(moment)[-1][1]
        == "West takes back Yellow 1 and plays Red 2 instead. Trick 1 stays with North, and later tricks stay."
    )


@pytest.mark.parametrize("bid", [200, 205])
def test_D_R10_the_premium_does_not_make_a_bid_and_its_trick_can(bid: int) -> None:
    hands = "N Y30 R30 R10 G5 | E Y1 R15 R1 R9 | S Y40 R40 R11 G30 | W G1 Y3 G2 Y5"
    table = four(hands, "Y1 Y40 G1 Y30 R40 Y3 R30 R15 R11", bidder="N", bid=bid).claim(1).choose("play on")
    table = lay(table, "G2 R10 R1 G30 G1 G5 R9").score()
    assert table.result is not None and table.result.captured["N-S"] == 205  # the exchanged Yellow 5 counts
    assert table.result.scores == {"N-S": 205, "E-W": 0} and table.settle({})["N-S"] == 305


# Several misplays


def test_D_R11_each_misplay_is_settled_by_itself() -> None:
    hands = "N R40 R30 Y15 Y1 | E G1 R5 G2 Y2 | S R1 R2 G3 Y4 | W R8 R9 Y7 Y8"
    table = lay(four(hands), "R40 G1 R1 R8 R30 R5 R2 R9 Y15 G2 G3")
    assert [(misplay.seat, misplay.window) for misplay in table.misplays] == [("E", 3), ("E", 1), ("S", 1)]
    settled = table.claim(1).choose("play on")
    assert "D-R11" not in ids(settled)
    both_laid = lay(settled, "Y8 Y1")
    settled_late = both_laid.claim(3, "S")
    assert ("D-R11", "It is settled by itself, apart from other misplays of this round.") in ruling_texts(settled_late)
    assert (
        settled_late.adjustments == {"N-S": 50, "E-W": 0} and settled_late.phase == "play" and settled_late.turn == "S"
    )
    second_claim = settled_late.claim(3, "E")
    assert second_claim.adjustments == {"N-S": 50, "E-W": -50} and second_claim.turn == "E"
    assert second_claim.charges == (("N-S", 100), ("N-S", -50), ("E-W", -50))


def test_D_R11_a_misplay_is_settled_once() -> None:
    late = revoke(9).claim(1).choose("play on")
    for moment, word in ((revoke(5).claim(1), "corrected"), (late, "settled")):
        second_claim = moment.claim(1)
        assert ruling_texts(second_claim) == [("D-R11", f"East's misplay with Green 1 has already been {word}.")]
        assert (
            second_claim.charges == moment.charges
            and second_claim.round == moment.round
            and second_claim.phase == moment.phase
        )


def test_D_R11_both_sides_in_the_order_of_finding() -> None:
    hands = "N R40 R30 Y15 Y1 | E G1 R5 Y2 G2 | S G3 R2 Y3 R1 | W R8 R9 Y7 Y8"
    table = lay(four(hands), "R40 G1 G3 R8 R30 R5 R2 R9 Y15")
    first = table.claim(1, "S").choose("play on")
    assert first.adjustments == {"N-S": 0, "E-W": 100}
    end = first.claim(1, "E").choose("stop")
    assert end.result is not None and end.result.scores == {"N-S": 175, "E-W": 0}
    assert end.result.adjustments == {"N-S": 0, "E-W": 100} and end.settle({}) == {"N-S": 175, "E-W": 100}
    stopped = table.claim(1, "E").choose("stop")
    assert stopped.settle({}) == {"N-S": 175, "E-W": 0}
    assert [misplay.seat for misplay in table.claim(1).misplays] == ["E", "S"] and "East" in ruling_texts(
        table.claim(1)
    )[0][1]


# Animals


def test_D_R12_a_lone_tiger_kept_back_on_trumps() -> None:
    table = four("N B30 R30 | E R5 TIGER | S B1 R1 | W B4 R8", "B30 R5 B1 B4 R30").claim(1)
    assert ruling_texts(table)[:2] == [
        (
            "R35-MIS-1",
            "East played Red 5 to trick 1 but kept back the Tiger, the only trump in hand.",
        ),
        ("D-R12", "Keeping back the Tiger, or playing the Bull or Bear too soon, is a revoke."),
    ]
    assert table.adjustments["E-W"] == -50 and legal_cards(table) == "TIGER"


@pytest.mark.parametrize("animal", ["BULL", "BEAR"])
def test_D_R12_bull_or_bear_with_the_color_in_hand(animal: str) -> None:
    hands = f"N R40 R30 R15 | E {animal} R5 R4 | S R1 R2 R3 | W R8 R9 R7"
    table = lay(four(hands), f"R40 {animal} R1 R8 R30 R5 R2 R9 R15")
    assert fault(table).kind == "revoke" and fault(table).involves_animal
    table = table.claim(1)
    assert ids(table) == ["R35-MIS-1", "D-R12", "D-R02", "R35-MIS-5"]
    on = table.choose("play on")
    assert on.round.captured == {"N-S": 40 + 35, "E-W": 0} and on.adjustments["N-S"] == 100


def test_D_R12_a_tiger_among_trumps_or_a_plain_revoke_is_of_no_animal() -> None:
    moment = four("N B30 R30 R1 | E R5 TIGER B2 | S B1 R2 R3 | W B4 R8 R9", "B30 R5")
    assert fault(moment).kind == "revoke" and not fault(moment).involves_animal
    assert not fault(revoke(2)).involves_animal and "D-R12" not in ids(revoke(2).claim(1))


EARLY = "N BULL R30 R15 Y1 | E R40 R5 Y2 Y3 | S R1 R2 R3 Y4 | W R8 R9 R7 Y7"


@pytest.mark.parametrize(("played", "count"), [("BULL R5", 1), ("BULL R5 R1 R8", 3), ("BULL R5 R1 R8 R9 R30 R40", 3)])
def test_D_R13_an_early_bull_is_taken_back(played: str, count: int) -> None:
    moment = four(EARLY, played)
    assert (fault(moment).kind, fault(moment).seat, fault(moment).place) == ("early lead", "N", 1)
    moment = moment.claim(1)
    assert ruling_texts(moment) == [
        ("D-R13", "North led the Bull with other cards in hand; it is taken back, and nothing is paid."),
        ("D-R05", "The Bull and all cards played after it are taken back, and North plays again."),
    ]
    assert (
        moment.charges == ()
        and moment.turn == "N"
        and legal_cards(moment) == "R30 R15 Y1"
        and fault(moment).end == "corrected"
    )
    assert len(moment.set_aside) == len(played.split()[4:])


def test_D_R13_later_it_stays() -> None:
    table = four(EARLY, "BULL R5 R1 R8 R9 R30 R40 R2 Y2 Y4").claim(1)
    assert ruling_texts(table) == [
        (
            "D-R13",
            "North led the Bull with other cards in hand; it stays, because later tricks have been played, and nothing is paid.",
        )
    ]
    assert (
        table.charges == () and table.phase == "play" and len(table.round.tricks) == 2 and fault(table).end == "stands"
    )
    assert ruling_texts(table.claim(1)) == [("D-R11", "North's misplay with the Bull has already been let stand.")]


def test_D_R13_bull_and_bear_alone_may_be_led() -> None:
    moment = four("N BULL BEAR | E R1 R2 | S R3 R4 | W R7 R8", "BEAR")
    assert moment.misplays == ()


@pytest.mark.parametrize("edition", [FOUR, THREE, TWO, MANHATTAN])
def test_R35_NEST_7_the_discard_is_open_to_all_after_a_stop(edition: str) -> None:
    seats = {FOUR: "W E", THREE: "B A", TWO: "N S", MANHATTAN: "W E"}[edition].split()
    table = revoke(9, edition, *seats).claim(1)
    persons = [seat for seat in table.rules.persons if seat != table.round.bidder]
    assert all(UNSEEN in (table.seen_by(person).discarded or ()) for person in persons)
    stopped = table.choose("stop")
    for person in table.rules.persons:
        assert stopped.seen_by(person).discarded == stopped.round.discarded
        if person != table.round.bidder:
            assert UNSEEN in stopped.seen_by(person).hands[table.round.bidder or ""]  # hands stay hidden

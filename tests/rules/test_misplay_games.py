"""Who pays for a misplay in each game of 1935, and wrong discards: the matrix, R35-MIS-8, D-R14 to D-R18, D-T08, D-T09, B24."""

from typing import NamedTuple

import pytest
from bids import opening
from misplay_tables import (
    FOUR,
    MANHATTAN,
    THREE,
    TWO,
    fault,
    ids,
    lay,
    legal_cards,
    lenient,
    play_out,
    revoke,
    ruling_texts,
    table,
)
from tables import card, cards, position

import mam
from mam.misplay import Table, replay_table

SHARED = ("offender-pays",)


class Row(NamedTuple):
    """Who errs, and what that brings: after a penalty, a stop, and playing on. The leader's side has taken 75 by then."""

    edition: str
    bidder: str
    offender: str
    late: dict[str, int]
    stop: dict[str, int]
    on: dict[str, int]
    choosers: tuple[str, ...]
    options: tuple[str, ...] = ()


def sides(n_s: int, e_w: int) -> dict[str, int]:
    return {"N-S": n_s, "E-W": e_w}


def per_person(a: int, b: int, c: int) -> dict[str, int]:
    return {"A": a, "B": b, "C": c}


MATRIX = [
    # four: either side, as bidder (W, N) and against the bidder
    Row(FOUR, "W", "E", sides(0, -50), sides(175, 0), sides(100, 0), ("S", "N")),
    Row(FOUR, "W", "W", sides(0, -50), sides(175, 0), sides(100, 0), ("N", "S")),
    Row(FOUR, "W", "S", sides(-50, 0), sides(0, 100), sides(0, 100), ("W", "E")),
    Row(FOUR, "N", "N", sides(-50, 0), sides(0, 175), sides(0, 100), ("E", "W")),
    Row(FOUR, "N", "W", sides(0, -50), sides(100, 0), sides(100, 0), ("N", "S")),
    # Manhattan: the bidder's own hand, the open one, and a defender; the bidder chooses for both hands
    Row(MANHATTAN, "W", "W", sides(0, -50), sides(175, 0), sides(100, 0), ("N", "S")),
    Row(MANHATTAN, "W", "E", sides(0, -50), sides(175, 0), sides(100, 0), ("S", "N")),
    Row(MANHATTAN, "W", "S", sides(-50, 0), sides(0, 100), sides(0, 100), ("W",)),
    # three: the bidder's own hand, Dummy, and a defender (A and C play against B, C leads)
    Row(THREE, "B", "B", per_person(0, -50, 0), per_person(175, 0, 175), per_person(100, 0, 100), ("C", "A")),
    Row(THREE, "B", "D", per_person(0, -50, 0), per_person(175, 0, 175), per_person(100, 0, 100), ("A", "C")),
    Row(THREE, "B", "A", per_person(-50, 0, -50), per_person(0, 100, 0), per_person(0, 100, 0), ("B",)),
    Row(THREE, "A", "B", per_person(0, -50, -50), per_person(100, 0, 0), per_person(100, 0, 0), ("A",)),
    Row(THREE, "B", "A", per_person(-50, 0, 0), per_person(0, 100, 0), per_person(0, 100, 0), ("B",), SHARED),
    Row(THREE, "B", "D", per_person(0, -50, 0), per_person(175, 0, 175), per_person(100, 0, 100), ("A", "C"), SHARED),
    Row(THREE, "B", "B", per_person(0, -50, 0), per_person(175, 0, 175), per_person(100, 0, 100), ("C", "A"), SHARED),
    # two: a player's own hand and the own dummy's, of the bidder and of the other
    Row(TWO, "N", "N", sides(-50, 0), sides(0, 175), sides(0, 100), ("E",)),
    Row(TWO, "N", "S", sides(-50, 0), sides(0, 175), sides(0, 100), ("E",)),
    Row(TWO, "N", "W", sides(0, -50), sides(100, 0), sides(100, 0), ("N",)),
    Row(TWO, "E", "E", sides(0, -50), sides(175, 0), sides(100, 0), ("N",)),
    Row(TWO, "E", "W", sides(0, -50), sides(175, 0), sides(100, 0), ("N",)),
    Row(TWO, "E", "N", sides(-50, 0), sides(0, 100), sides(0, 100), ("E",)),
]


def at_row(row: Row, count: int) -> Table:
    return revoke(count, row.edition, row.bidder, row.offender, options=row.options)


@pytest.mark.parametrize("row", MATRIX, ids=lambda row: "-".join([row.edition, row.bidder, row.offender, *row.options]))
class TestMatrix:
    """The table at the end of the readings on misplay, cell by cell."""

    def test_matrix_found_at_once(self, row: Row) -> None:
        nothing = dict.fromkeys(row.late, 0)
        for count in (2, 3, 4):
            if fault_of(row, count):
                table = at_row(row, count).claim(1)
                assert table.adjustments == nothing and table.turn == row.offender and table.round.bidder == row.bidder

    def test_matrix_found_in_the_next_trick(self, row: Row) -> None:
        for count in (5, 8):
            table = at_row(row, count).claim(1)
            assert table.adjustments == row.late and table.turn == row.offender
            assert table.settle(dict.fromkeys(row.late, 10)) == {name: 10 + row.late[name] for name in row.late}

    def test_matrix_found_later_and_stopped(self, row: Row) -> None:
        table = at_row(row, 9).claim(1)
        assert table.choosers == row.choosers and table.actor == row.choosers[0]
        for chooser in row.choosers:
            end = table.choose("stop", chooser)
            assert end.result is not None and end.result.scores == row.stop
            assert end.result.adjustments == dict.fromkeys(row.late, 0)
        with pytest.raises(mam.IllegalMove):
            table.choose("stop", next(seat for seat in table.round.turn_order if seat not in row.choosers))

    def test_matrix_found_later_and_played_on(self, row: Row) -> None:
        table = at_row(row, 9).claim(1).choose("play on")
        assert table.adjustments == row.on
        end = play_out(table)
        assert end.result is not None and end.result.adjustments == row.on
        leader = end.round.tricks[0].leader
        bidding = end.round.side_of(row.bidder)
        took = {side: 100 if leader in seats else 0 for side, seats in end.round.sides.items()}
        assert end.round.captured == took
        bid = end.round.bid or 0
        for name, entered in end.result.scores.items():
            side = name if name in took else end.round.side_of(name)
            assert entered == (-bid if side == bidding else took[side])


def fault_of(row: Row, count: int) -> bool:
    """Whether so many cards reach the offender's: the others of the trick may come first."""
    return bool(at_row(row, count).misplays)


def test_D_T08_each_of_two_opponents_pays_in_full() -> None:
    table = revoke(5, THREE, "B", "A").claim(1)
    assert table.charges == (("A", -50), ("C", -50))
    assert ruling_texts(table)[-3:] == [
        ("R35-MIS-3", "The misplay is corrected and costs A and C $50,000."),
        ("R35-MIS-4", "The $50,000 comes off the running total, not off the captures of this round."),
        ("D-T08", "A and C keep separate scores: each of them pays the full amount."),
    ]
    late = revoke(9, THREE, "B", "D").claim(1)
    alone = ("D-T08", "A and C keep separate scores: each of them gets the full amount.")
    assert alone in ruling_texts(late.choose("stop")) and alone in ruling_texts(late.choose("play on"))
    assert "D-T08" not in ids(revoke(9, THREE, "B", "A").claim(1).choose("stop"))


def test_D_T08_the_offender_alone_pays_by_the_option() -> None:
    table = revoke(5, THREE, "B", "A", options=SHARED).claim(1)
    assert table.charges == (("A", -50),)
    assert ruling_texts(table)[-3] == ("R35-MIS-3", "The misplay is corrected and costs A $50,000.")
    assert ruling_texts(table)[-1] == ("D-T08", "A and C keep separate scores: only the offender pays the full amount.")
    assert "The option offender-pays chooses the other reading: Only the player" in str(table.rulings[-1])
    assert "D-T08" not in ids(revoke(5, THREE, "B", "B").claim(1))
    assert mam.get_edition(THREE).options["offender-pays"].rule_id == "D-T08"


def test_D_T09_and_D_R17_the_bidder_answers_for_the_open_hand() -> None:
    dummy = revoke(5, THREE, "B", "D").claim(1)
    assert ruling_texts(dummy)[1] == ("D-T09", "B plays the exposed hand and answers for it.") and dummy.actor == "B"
    partner = revoke(5, MANHATTAN, "W", "E").claim(1)
    assert (
        ruling_texts(partner)[1] == ("D-R17", "West plays the exposed hand and answers for it.")
        and partner.actor == "W"
    )
    for moment in (revoke(5, THREE, "B", "B"), revoke(5, MANHATTAN, "W", "W"), revoke(5, FOUR, "W", "E")):
        assert not {"D-T09", "D-R17"} & {*ids(moment.claim(1))}


def test_every_ruling_of_misplay_exists() -> None:
    for edition in (FOUR, THREE, TWO, MANHATTAN):
        terms = mam.get_edition(edition).misplay  # type: ignore[attr-defined]
        assert (terms.penalty, terms.premium, terms.nest, terms.payers) == (50, 100, 100, "side")
        for rule_id in terms.cites.values():
            assert mam.ruling(rule_id).id == rule_id


# Two players


def test_D_H07_and_D_R18_a_color_face_down_is_no_misplay() -> None:
    # South's dummy has Red under Green 1: it cannot follow yet.
    hands = "N Y1 Y2 Y3 Y4 | E R40 R30 R15 R11 | S G1/R5 G2/R4 | W R1/G3 R2/G4"
    moment = table(TWO, hands, "N", played="R40 G1")
    assert moment.misplays == () and moment.verdict(mam.Play(card("R1"))) is None
    claimed = moment.claim(1, "S")
    assert ruling_texts(claimed) == [
        ("R35-MIS-1", "North's dummy's card in trick 1 was right. There is nothing to correct and nothing to pay."),
        ("D-R18", "North's dummy had no Red face up, and only face-up cards count."),
    ]
    moment = lay(moment, "R1 Y1 R30 R5 G3 Y2")  # the Red has turned up, and so has West's Green
    assert moment.misplays != () and [misplay.seat for misplay in moment.misplays] == ["W"]
    settled = moment.claim(1)
    assert [line for line in ruling_texts(settled) if line[0] == "D-R18"] == [
        ("D-R18", "North's dummy had no Red face up, and only face-up cards count.")
    ]
    assert ids(moment.claim(1, "W")) == ids(moment.claim(1, "N")) == ["R35-MIS-1"]


def test_D_R18_is_for_half_hidden_hands_that_do_not_follow() -> None:
    moment = table(THREE, "A R1 Y1 | B R2 Y2 | C R40 R30 | D G1 G2", "B", played="R40 G1 R1 R2")
    assert ids(moment.claim(1)) == ["R35-MIS-1"]
    led = table(TWO, "N R1 R2 | E R4 R3 | S R40/R5 | W R30/R15", "E", played="R40 R30 R1 R4")
    assert led.round.tricks[0].leader == "S" and ids(led.claim(1)) == ["R35-MIS-1"]


def test_D_R18_an_open_card_kept_back_is_a_misplay() -> None:
    hands = "N Y1 Y2 Y3 Y4 | E R40 R30 R15 R11 | S G1/Y9 R5/R4 | W R1/G3 R2/G4"
    moment = table(TWO, hands, "N", played="R40 G1")
    assert [(misplay.seat, misplay.hidden) for misplay in moment.misplays] == [("S", cards("R4 Y9"))]
    moment = moment.claim(1)
    assert moment.turn == "S" and moment.actor == "N" and legal_cards(moment) == "R5"


def test_D_R18_a_card_that_lay_face_down_cannot_take_the_place_of_a_wrong_one() -> None:
    hands = "N Y1 Y2 Y3 Y4 | E R40 R30 R15 R11 | S G1/R4 R5/Y9 | W R1/G3 R2/G4"
    moment = table(TWO, hands, "N", played="R40 G1 R1 Y1 R30 R5 R2 Y2 R15").claim(1).choose("play on")
    assert ruling_texts(moment)[-1] == (
        "D-R06",
        "North's dummy holds no card to play in its place, so trick 1 stays as it is.",
    )
    assert legal_cards(moment) == "R4 Y9"


def test_two_handed_a_wrong_card_goes_back_on_the_one_it_covered() -> None:
    hands = "N Y1 Y2 Y3 Y4 Y5 | E R40 R30 R15 R11 B1 | S G1/G2 R5/R4 R7 | W R1/G3 R2/G4 R3"
    moment = table(TWO, hands, "N", played="R40 G1 R1 Y1 R30 R5 R2 Y2 R15").claim(1)
    assert legal_cards(moment.choose("play on")) == "R4 G1" and moment.choose("play on").turn == "S"
    assert ruling_texts(moment.choose("play on"))[-1][1].startswith(
        "North's dummy takes back Green 1 and plays Red 7 instead. Trick 1 stays with East, and later tricks stay."
    )
    assert moment.choose("play on").round.hands["S"] == cards("R4 G2 G1")


def test_two_handed_the_card_it_covered_may_have_been_played() -> None:
    hands = "N Y1 Y2 Y3 Y4 Y7 | E R40 R30 G11 R11 B1 | S G1/G2 R5/Y9 R4 | W R1/G3 R2/G4 R3"
    moment = table(TWO, hands, "N", played="R40 G1 R1 Y1 R30 R5 R2 Y2 G11 G2 G3 Y3 R11")
    moment = moment.claim(1).choose("play on")
    assert moment.turn == "S" and legal_cards(moment) == "Y9 G1" and moment.round.hands["S"] == cards("Y9 G1")
    for person in ("N", "E"):
        view_round = moment.seen_by(person)
        assert view_round.hands["S"] == cards("Y9 G1") and [str(move) for move in view_round.legal_moves] == [
            "play Y9",
            "play G1",
        ]


# The nest


NEST = "N R40 R30 | E R5 R4 | S R1 R2 | W TIGER Y5"
NEST_CARDS = {"nest": "Y1 Y2 Y3"}


def nest_table(edition: str, hands: str, bidder: str, **facts: object) -> Table:
    """A table at which the bidder has taken the nest up."""
    round = position(edition, hands, bidder=bidder, **facts)  # type: ignore[arg-type]
    calls = [str(move) for move in round.history]
    until = next(place for place, text in enumerate(calls) if text.startswith("discard"))
    return replay_table(round.rules, round.deal, calls[:until])


def put_out(edition: str, hands: str, bidder: str, wrong: str, **facts: object) -> Table:
    return nest_table(edition, hands, bidder, trump="B", **facts).discard(cards(wrong))


def test_R35_MIS_8_a_five_put_out_with_plain_cards_in_hand() -> None:  # B24
    moment = nest_table(FOUR, NEST, "W", trump="B", **NEST_CARDS)
    assert moment.phase == "nest" and len(moment.legal_moves) == 10 and len(moment.round.legal_moves) == 1
    wrong = mam.Discard(cards("Y5 Y1 Y2"))
    verdict = moment.verdict(wrong)
    assert verdict is not None and verdict.id == "R35-NEST-3" and moment.why_not(wrong) is None
    moment = moment.play(wrong, "W")
    assert moment.rulings == () and moment.phase == "trump" and moment.round.hands["W"] == cards("Y3 TIGER")
    assert (fault(moment).kind, fault(moment).seat, fault(moment).trick, fault(moment).place) == ("nest", "W", 0, 0)
    moment = moment.claim("nest", by="E")
    assert ruling_texts(moment) == [
        ("D-R17", "East points it out. Anyone may, the offender included."),
        (
            "R35-MIS-8",
            "West discarded Yellow 5, Yellow 2 and Yellow 1. "
            "West can't discard Yellow 5, a money card: West holds 3 number cards to discard instead.",
        ),
        ("D-R14", "It costs East-West $100,000 once, off the running total."),
        ("D-R15", "The $100,000 is paid in any case; West discards again."),
    ]
    assert moment.charges == (("E-W", -100),) and moment.settle({"E-W": 60}) == {"N-S": 0, "E-W": -40}
    assert (
        moment.phase == "nest"
        and moment.turn == "W"
        and moment.round.discarded is None
        and fault(moment).end == "corrected"
    )
    assert moment.round.hands["W"] == cards("Y5 Y3 Y2 Y1 TIGER") and legal_cards(moment) == "discard Y3 Y2 Y1"


def test_R35_MIS_8_a_right_discard_costs_nothing() -> None:
    table = put_out(FOUR, NEST, "W", "Y1 Y2 Y3", **NEST_CARDS)
    assert table.misplays == () and ids(table.claim("nest")) == ["R35-MIS-8"] and table.claim("nest").charges == ()


def test_D_R14_once_for_a_nest_however_many_cards() -> None:
    table = put_out(FOUR, NEST, "W", "Y5 TIGER Y1", **NEST_CARDS).claim("nest")
    assert table.charges == (("E-W", -100),)
    table = table.discard(cards("Y1 Y2 Y3"))
    second_claim = table.claim("nest")
    assert ruling_texts(second_claim) == [
        ("D-R11", "West's misplay with Yellow 5, Yellow 1 and the Tiger has already been corrected.")
    ]
    assert second_claim.charges == table.charges and second_claim.phase == "trump"


@pytest.mark.parametrize(
    ("edition", "bidder", "changed"),
    [
        (FOUR, "W", sides(0, -100)),
        (FOUR, "N", sides(-100, 0)),
        (MANHATTAN, "W", sides(0, -100)),
        (THREE, "B", per_person(0, -100, 0)),
        (TWO, "E", sides(0, -100)),
        (TWO, "N", sides(-100, 0)),
    ],
)
@pytest.mark.parametrize("options", [(), SHARED])
def test_D_R14_off_the_bidders_total_alone(
    edition: str, bidder: str, changed: dict[str, int], options: tuple[str, ...]
) -> None:
    if options and edition != THREE:
        return
    hand_texts = dict(
        zip(
            [bidder, *(seat for seat in mam.get_edition(edition).seats if seat != bidder)],
            ["Y5 Y4", "R1 R2", "R3 R4", "R7 R8"],
            strict=True,
        )
    )
    hands = " | ".join(
        f"{seat} {text.replace(' ', '/') if edition == TWO and seat in 'SW' else text}"
        for seat, text in hand_texts.items()
    )
    table = put_out(edition, hands, bidder, "Y5 Y1 Y2", nest="Y1 Y2 Y3", options=options)
    assert table.claim("nest").adjustments == changed
    while table.phase != "play":
        table = table.play(table.legal_moves[0])
    later = lay(table, legal_cards(table).split()[0]).claim("nest")
    assert later.adjustments == changed and fault(later).end == "paid"


def test_D_R15_put_right_before_the_first_lead() -> None:
    moment = put_out(FOUR, NEST, "W", "Y5 Y1 Y2", **NEST_CARDS).play(mam.NameTrump(mam.Color.BLACK))
    assert moment.phase == "play" and moment.turn == "N"
    moment = moment.notice(fault(moment))
    assert moment.events[-1] == "claim nest W" and moment.phase == "nest" and moment.round.trump is None
    with pytest.raises(mam.IllegalMove, match="R35-NEST-3"):
        moment.discard(cards("Y5 Y1 Y2"))
    with pytest.raises(mam.IllegalMove) as caught:
        moment.claim("nest")
    assert caught.value.ruling.reason == "You can't claim a wrong discard: nobody has discarded yet."
    assert caught.value.ruling.id == "D-G27"
    moment = moment.discard(cards("Y1 Y2 Y3"), "W")
    assert ruling_texts(moment) == [("D-R15", "The discards are correct now, and Black stays trump.")]
    assert (
        moment.phase == "play"
        and moment.turn == "N"
        and moment.round.trump == mam.Color.BLACK
        and moment.set_aside == ()
    )
    assert moment.round == mam.games.trick_round.TrickRound(moment.rules, moment.round.deal, moment.round.history)
    assert moment.events[-2:] == ("claim nest W", "discard Y3 Y2 Y1")


def test_D_R15_after_the_first_lead_the_cards_stay() -> None:
    low = opening(FOUR)
    table = put_out(FOUR, NEST, "W", "Y5 Y1 Y2", **NEST_CARDS).play(mam.NameTrump(mam.Color.BLACK))
    table = lay(table, "R40")
    settled = table.claim("nest")
    assert ruling_texts(settled)[-1] == (
        "D-R15",
        "The $100,000 is paid in any case; the cards stay, because play has begun.",
    )
    assert settled.round == table.round and settled.adjustments == sides(0, -100) and fault(settled).end == "paid"
    assert ruling_texts(settled.claim("nest")) == [
        ("D-R11", "West's misplay with Yellow 5, Yellow 2 and Yellow 1 has already been paid for.")
    ]
    end = lay(table, "R5 R1 TIGER Y3 R30 R4 R2")
    assert end.phase == "count" and end.claim("nest").adjustments == sides(0, -100)
    scored = end.claim("nest").score()
    assert scored.result is not None and scored.result.scores == sides(0, -low)
    assert ("D-G16", "Money in the nest counts for nobody.") in ruling_texts(scored)
    assert end.score().claim("nest").adjustments == sides(0, 0)


def test_D_R15_a_lead_taken_back_does_not_open_the_nest_again() -> None:
    hands = "N BULL R30 | E R5 R4 | S R1 R2 | W TIGER Y5"
    table = put_out(FOUR, hands, "W", "Y5 Y1 Y2", **NEST_CARDS).play(mam.NameTrump(mam.Color.BLACK))
    table = lay(table, "BULL").claim(1)
    assert table.round.trick is not None and table.round.trick.cards == ()
    assert fault(table.claim("nest")).end == "paid" and table.claim("nest").phase == "play"


def test_D_R16_an_animal_where_money_was_due() -> None:
    table = put_out(FOUR, "N R40 R30 | E R5 R4 | S R1 R2 | W TIGER Y40", "W", "TIGER Y30 Y15", nest="Y30 Y15 Y10")
    table = table.claim("nest")
    assert ruling_texts(table)[:2] == [
        ("R35-MIS-8", "West discarded Yellow 30, Yellow 15 and the Tiger. West may never discard the Tiger."),
        ("D-R16", "West had no number card, but must then discard money, never an animal."),
    ]
    assert table.adjustments == sides(0, -100)
    hands, facts = "N R40 R30 | E R5 R4 | S R1 R2 | W TIGER Y4", {"nest": "Y30 Y15 Y10", "discards": "Y4 Y30 Y15"}
    few = put_out(FOUR, hands, "W", "TIGER Y30 Y15", **facts)
    assert "D-R16" not in ids(few.claim("nest"))
    every = put_out(FOUR, hands, "W", "TIGER Y30 Y4", **facts)
    assert "D-R16" in ids(every.claim("nest"))


def test_the_tiger_asked_for_in_no_color_shows_a_wrong_nest() -> None:
    table = nest_table(MANHATTAN, NEST, "W", trump="NC", blind_draw=0, **NEST_CARDS).discard(cards("TIGER Y1 Y2"))
    assert table.phase == "exchange" and table.turn == "W" and table.verdict(mam.rules.moves.Exchange()) is None
    table = table.play(mam.rules.moves.Exchange())
    assert ids(table) == ["R35-MIS-8", "D-R14", "D-R15"] and table.adjustments == sides(0, -100)
    assert table.phase == "nest" and table.events[-1] == "exchange"
    table = table.discard(cards("Y1 Y2 Y3")).play(mam.rules.moves.Exchange())
    assert table.events[-1] == "exchange W Y3" and table.phase == "play" and table.round.hands["W"] == cards("Y5 Y3")


def test_a_draw_that_the_deal_does_not_know_is_named() -> None:
    moment = nest_table(MANHATTAN, NEST, "W", trump="NC", **NEST_CARDS)
    moment = replay_table(moment.rules, moment.round.deal, moment.events).discard(cards("Y1 Y2 Y3"))
    assert moment.round.deal.blind_draw is None
    for move in (mam.rules.moves.Exchange(), mam.rules.moves.Exchange("W", mam.UNSEEN)):
        verdict = moment.why_not(move)
        assert verdict is not None and verdict.id == "RMM-7"
        assert verdict.reason == "Name the card drawn: the deal does not say which card the blind draw brings."
    assert moment.play(mam.rules.moves.Exchange("W", card("Y2"))).events[-1] == "exchange W Y2"
    known_draw = nest_table(MANHATTAN, NEST, "W", trump="NC", blind_draw=1, **NEST_CARDS).discard(cards("Y1 Y2 Y3"))
    assert known_draw.why_not(mam.rules.moves.Exchange()) is None
    assert known_draw.why_not(mam.rules.moves.Exchange("W", mam.UNSEEN)) is not None
    assert lenient(known_draw.round).round == known_draw.round


def test_a_wrong_nest_shows_whether_or_not_the_draw_is_known() -> None:
    table = nest_table(MANHATTAN, NEST, "W", trump="NC", **NEST_CARDS).discard(cards("TIGER Y1 Y2"))
    assert table.round.deal.blind_draw is None and table.why_not(mam.rules.moves.Exchange()) is None
    assert ids(table.play(mam.rules.moves.Exchange())) == ["R35-MIS-8", "D-R14", "D-R15"]


def test_an_exchange_in_the_wrong_moment_is_refused_as_such() -> None:
    moment = table(MANHATTAN, "N R40 R30 | E R5 R4 | S R1 R2 | W Y4 TIGER", "W")
    verdict = moment.why_not(mam.rules.moves.Exchange())
    assert moment.round.deal.blind_draw is None and verdict is not None and verdict.id == "RMM-7"


def test_trump_may_be_named_freely_and_stays_in_manhattan_too() -> None:
    table = put_out(MANHATTAN, NEST, "W", "Y5 Y1 Y2", options=("free-trump",), **NEST_CARDS)
    assert table.phase == "trump"
    table = table.play(mam.NameTrump(mam.Color.GREEN)).claim("nest")
    assert table.phase == "nest"
    table = table.discard(cards("Y1 Y2 Y3"))
    assert table.phase == "play" and table.round.trump == mam.Color.GREEN

"""Rounds that begin in the middle: what is given holds, and nothing else is invented."""

import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mam
from mam.games.position import Position
from mam.games.sampling import worlds
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Color
from mam.text.notation import NotationError, parse_position
from mam.text.positions import make_position

FOUR = "make-a-million-1935"
HANDS = "N R40 ?? | E ?? ?? | S BULL G2 | W ?? ??"
INVENTED = ("bid", "Bid", "set back", "needs", "short of", "dealt", "Calls", "captured", " of 2")


def play(round: TrickRound, *moves: str) -> TrickRound:
    for move in moves:
        round = round.play(mam.parse_move(f"play {move}"))
    return round


def test_nothing_is_said_that_is_not_given() -> None:
    round = make_position(FOUR, HANDS, "B", "N")
    assert (round.bidder, round.bid, round.calls, round.nest, round.deal.dealer, round.history) == (
        None,
        None,
        (),
        (),
        "",
        (),
    )
    for moves in (
        (),
        ("R40",),
        ("R40", "R5", "BULL"),
        ("R40", "R5", "BULL", "R8"),
        ("R40", "R5", "BULL", "R8", "TIGER", "B1", "G2", "B2"),
    ):
        for person in (None, "S", "E"):
            text = mam.describe_table(mam.view(play(round, *moves), person))
            assert not [
                word
                for word in INVENTED
                if word in text.replace("North-South captured", "").replace("you captured", "")
            ], text


def test_what_is_given_is_said() -> None:
    round = make_position(FOUR, HANDS, "B", "N", bidder="S", bid=220, captured={"N-S": 200, "E-W": 90})
    text = mam.describe_table(round)
    assert "Bid $220,000 · South" in text and "North-South have $200,000 and need $20,000 more" in text
    assert "South has bid $220,000" in text and "bidder, 220" in text


def test_a_bidder_whose_bid_nobody_knows() -> None:
    round = make_position(FOUR, HANDS, "B", "N", bidder="S")
    assert (round.bidder, round.bid, round.high_bid) == ("S", None, None)
    assert "bidder" in mam.describe_table(round) and "None" not in mam.describe_table(round)


def test_any_seat_may_lead_with_any_bidder() -> None:
    for lead in "NESW":
        for bidder in "NESW":
            round = make_position(FOUR, HANDS, "B", lead, bidder=bidder, bid=200)
            assert (round.turn, round.bidder, round.bid) == (lead, bidder, 200)


@pytest.mark.parametrize(
    ("captured", "scores"),
    [
        (None, None),
        ({"N-S": 180, "E-W": 90}, {"N-S": 260, "E-W": 90}),
        ({"N-S": 100, "E-W": 90}, {"N-S": -220, "E-W": 90}),
    ],
)
def test_a_score_needs_the_bid_and_what_was_captured_before(
    captured: dict[str, int] | None, scores: dict[str, int] | None
) -> None:
    hands = "N R40 | E R2 | S BULL | W R1"
    round = play(
        make_position(FOUR, hands, "B", "N", bidder="S", bid=220, captured=captured or {"N-S": 0}),
        "R40",
        "R2",
        "BULL",
        "R1",
    )
    if captured is None:
        open_round = make_position(FOUR, hands.replace("R1", "??"), "B", "N", bidder="S", bid=220)
        round = play(open_round, "R40", "R2", "BULL", "R1")
        assert round.is_over and round.result is None
        return
    assert round.result is not None and round.result.scores == scores


def test_an_unknown_card_may_be_any_that_was_not_seen() -> None:
    round = make_position(FOUR, HANDS, "B", "N", played="R40")
    assert round.turn == "E" and {move.card for move in round.legal_moves} == {*mam.PACK} - {
        mam.parse_card(code) for code in ("R40", "BULL", "G2")
    }
    after = play(round, "G5")  # East has no Red, then: nobody knows the other card
    assert after.hands["E"] == (UNSEEN,)
    refused = round.why_not(mam.parse_move("play BULL"))
    assert refused is not None and refused.reason == "You don't hold the Bull."


def test_a_view_of_a_position_hides_the_other_hands() -> None:
    round = make_position(FOUR, "N R40 G1 | E R1 ?? | S BULL G2 | W ?? ??", "B", "N", played="R40")
    seen = mam.view(round, "S").round
    assert seen.hands["E"] == (UNSEEN, UNSEEN) and seen.hands["N"] == (UNSEEN,) and seen.position == round.position
    for world in (next(iter(worlds(mam.view(round, "S"), Random(seed)))) for seed in range(5)):
        assert world.hands["S"] == round.hands["S"] and not any(UNSEEN in hand for hand in world.hands.values())
        assert world.position == round.position and (world.bidder, world.bid) == (None, None)


def test_the_solver_counts_the_side_that_leads_first() -> None:
    hands = "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3"
    values = {lead: mam.solve(make_position(FOUR, hands, "B", lead)) for lead in "NE"}
    with_bidder = {lead: mam.solve(make_position(FOUR, hands, "B", lead, bidder="N")) for lead in "NE"}
    assert values["N"].value == with_bidder["N"].value and values["N"].side == "N-S"
    assert values["E"].side == "E-W" and values["E"].value + with_bidder["E"].value == 115


cards = st.lists(st.sampled_from([card.code for card in mam.PACK]), min_size=8, max_size=8, unique=True)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    codes=cards,
    unknown=st.sets(st.integers(0, 7)),
    trump=st.sampled_from("RYBG"),
    lead=st.sampled_from("NESW"),
    bid=st.sampled_from([None, 175, 260]),
    captured=st.sampled_from([None, {}, {"N-S": 95}, {"N-S": 0, "E-W": 210}]),
    steps=st.integers(0, 8),
)
def test_a_position_replays_from_its_text_its_pickle_and_its_moves(
    codes, unknown, trump, lead, bid, captured, steps
) -> None:  # type: ignore[no-untyped-def]
    texts = [UNSEEN.code if place in unknown else code for place, code in enumerate(codes)]
    hands = {seat: " ".join(texts[2 * place : 2 * place + 2]) for place, seat in enumerate("NESW")}
    round = make_position(
        FOUR,
        hands,
        trump,
        lead,
        bidder="E" if bid else "",
        bid=bid,
        captured=captured if captured is not None else None if unknown else {},
    )
    for _ in range(steps):
        round = round.play(round.legal_moves[0])
    assert mam.parse_round(repr(round)) == round == pickle.loads(pickle.dumps(round))
    assert round.at(0).history == () and round.at(0).position == round.position
    again = round.at(0)
    for move in round.history:
        again = again.play(move)
    assert again == round and again.hands == round.hands


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lead": "Q"}, r"^no seat 'Q' to lead: choose one of N E S W$"),
        ({"bidder": "Q"}, r"^no person 'Q' to bid: choose one of N E S W$"),
        ({"trump": ""}, r"^name the trump, one of R Y B G$"),
        ({"captured": {"us": 5}}, r"^no side 'us': the sides are N-S E-W$"),
        ({"hands": "N ?? | E ?? | S R40 R1 | W ??"}, "the same number of cards, at least one, not N 1, E 1, S 2, W 1"),
        ({"hands": "N ?? | E R40 | S R40 | W ??"}, "R40 is named twice; the pack has 1"),
        ({"hands": dict.fromkeys("NESW", "?? " * 14)}, r"a hand has at most 13 cards, not 14"),
        ({"lead": "", "bidder": ""}, "name the seat on lead, or the bidder"),
    ],
)
def test_what_does_not_fit_is_named(changes: dict[str, object], words: str) -> None:
    facts: dict[str, object] = {"edition": FOUR, "hands": HANDS, "trump": "B", "lead": "N"} | changes
    with pytest.raises(ValueError, match=words):
        make_position(**facts)  # type: ignore[arg-type]


def test_an_edition_in_which_the_bidder_makes_the_sides_must_know_the_bidder() -> None:
    with pytest.raises(ValueError, match="in manhattan the bidder decides who plays with whom: name the bidder"):
        make_position("manhattan", HANDS.replace("R40", "Y30"), "B", "N")
    round = make_position("manhattan", "N Y30 ?? | E Y2 ?? | S BULL G2 | W ?? ??", "B", "N", bidder="W", played="Y30")
    assert round.dummy == "E" and "bidder" in mam.describe_table(round)


@pytest.mark.parametrize(
    "text",
    [
        "position leads N, trumps B",
        "position leads N, bid N many",
        "position leads N, captured N-S -5",
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="position"):
        parse_position(text)


def test_captured_nothing_is_not_the_same_as_captured_unknown() -> None:
    unknown, none = Position("N", Color.RED), Position("N", Color.RED, captured=())
    assert unknown != none and parse_position(repr(none)) == none and parse_position(repr(unknown)) == unknown

"""`mam.text.open_positions`: a position shows what its text says, and nothing else."""

import pickle
import re

import pytest

import mam
from mam.games.position import Position
from mam.rules.cards import UNSEEN
from mam.text.notation import parse_round
from mam.text.open_positions import lay_position

FOUR = "make-a-million-1935"

POSITIONS = {
    "a trick begun": ("S BULL Y30 R1", "B", {"tricks": ["W: G2 G40 G10"]}),
    "earlier tricks": ("S R9 Y5 | W R4", "B", {"tricks": ["W: G4 G3 G11 G30", "S:"]}),
    "a lead and a bid": ("", "B", {"bid": "E 220"}),
    "hands at the first card": (
        "N G40 ? | E G2 ? | S BULL ? | W R1 ?",
        "R",
        {"tricks": ["N: G40 G2 BULL"], "hands_at_lead": True},
    ),
    "a nest to pick up": ("S R9 R4 Y8 Y3 B9", "", {"bid": "S 200", "nest": "G8 G4 B2"}),
    "trump to name": ("S R9 R4 Y8 Y3 B9", "", {"bid": "S 200", "nest": "G8 G4 B2", "discarded": "R4 Y3 G4"}),
    "an auction": ("S R40 R9 | W G2", "", {"calls": ["E 200", "S pass"]}),
    "a nest after the auction": (
        "S R9 R4 Y8 Y3 B9",
        "",
        {"calls": ["E 200", "S 210", "W pass", "N pass", "E pass"], "nest": "G8 G4 B2", "discarded": "R4 Y3 G4"},
    ),
    "after the last trick": ("", "", {"bid": "N 210", "captured": {"N-S": 210, "E-W": 190}}),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_replays_from_its_repr_and_from_a_pickle(name: str) -> None:
    hands, trump, facts = POSITIONS[name]
    round = lay_position(FOUR, hands, trump, **facts)
    for same in (parse_round(repr(round)), pickle.loads(pickle.dumps(round))):
        assert same == round and repr(same) == repr(round)
        assert (same.phase, same.turn, same.hands) == (round.phase, round.turn, round.hands)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_can_be_described_and_seen_by_everyone(name: str) -> None:
    hands, trump, facts = POSITIONS[name]
    round = lay_position(FOUR, hands, trump, **facts)
    for person in (None, *round.rules.persons):
        text = mam.describe_table(mam.view(round, person))
        assert ("bid" in text.lower()) is bool(facts.get("bid") or facts.get("calls")) or person is None


def test_no_bid_call_or_card_is_invented() -> None:
    round = lay_position(FOUR, "S BULL Y30 R1", "B", tricks=["W: G2 G40 G10"])
    assert round.bidder is None and round.high_bid is None and round.calls == () and round.deal.nest == ()
    named = {card.code for hand in round.deal.hands for card in hand if card != UNSEEN}
    assert named == {"BULL", "Y30", "R1", "G2", "G40", "G10"}
    over = round.play(mam.Play(mam.parse_card("R1"))).at(1)
    assert over.result is None


def test_an_unknown_hand_may_hold_any_card_that_was_not_shown() -> None:
    round = lay_position(FOUR, "S BULL", "B", tricks=["W: G2 G40 G10"], bid="W 200")
    assert round.play(mam.Play(mam.parse_card("BULL"))).tricks[-1].value == 100
    before = lay_position(FOUR, "S BULL R1", "B", tricks=["W: G2"])
    assert before.turn == "N" and mam.Play(mam.parse_card("R40")) in before.legal_moves
    assert mam.Play(mam.parse_card("R1")) not in before.legal_moves


def test_the_nest_is_picked_up_and_the_auction_is_not_made_up() -> None:
    round = lay_position(FOUR, "S R9 R4 Y8 Y3 B9", bid="S 200", nest="G8 G4 B2")
    assert (round.phase, round.turn, len(round.hands["S"]), len(round.hands["N"]), round.calls) == (
        "nest",
        "S",
        8,
        5,
        (),
    )
    named = round.play(mam.parse_move("discard R4 Y3 G4")).play(mam.parse_move("trump B"))
    assert (named.turn, named.trump, len(named.hands["S"])) == ("W", mam.Color.BLACK, 5)


def test_a_position_after_the_last_trick_is_scored() -> None:
    facts = {"captured": {"N-S": 215, "E-W": 185}}
    assert lay_position(FOUR, bid="S 220", **facts).result.scores == {"N-S": -220, "E-W": 185}
    assert lay_position(FOUR, bid="S 215", **facts).result.scores == {"N-S": 215, "E-W": 185}


def test_the_dealer_follows_from_the_first_call() -> None:
    assert lay_position(FOUR, calls=["E 200"]).deal.dealer == "E"
    assert lay_position("sweven", calls=["A pass"]).turn == "B"


@pytest.mark.parametrize(
    ("hands", "facts", "fault"),
    [
        ("S R40 | W R40", {"tricks": ["S:"]}, "R40 is named twice; the pack has 1"),
        ("S R6", {"tricks": ["S:"]}, "R6"),
        ("Q R40", {"tricks": ["S:"]}, "no seat 'Q': the seats are N E S W"),
        ("S R40 R9 | S B1", {"tricks": ["S:"]}, "South has two hands"),
        ("S R40", {}, "say who leads"),
        ("S R40", {"tricks": ["R2 R3"]}, "must name the leader and the cards in order"),
        ("S R40", {"tricks": ["W: G1 G2 G3 G4 G5"]}, "a trick has 4 cards, not 5"),
        ("S R40", {"tricks": ["W: G1 G2 G3 G40", "W:"]}, "W can't lead this trick: it is South's lead"),
        ("S R40", {"bid": "S two"}, "write who is to make what, like N 220"),
        ("S R40", {"bid": "S 200", "nest": "R4 R5"}, "picks up 3, not 2"),
        ("S R40", {"nest": "R4 R5 R7"}, "whose is the nest"),
        ("S R40", {"calls": ["E 200", "W pass"]}, "it is South's turn to call, not 'W'"),
        ("", {"bid": "S 200", "captured": {"we": 200}}, "no side 'we': the sides are N-S E-W"),
        (
            "N G40 R1 | E G2 ?",
            {"tricks": ["N: G30 G2"], "hands_at_lead": True},
            "North plays G30, which its hand does not have",
        ),
        ("S " + "?? " * 14, {"tricks": ["S:"]}, "a hand has at most 13 cards, not 14"),
    ],
)
def test_what_does_not_fit_is_named(hands: str, facts: dict, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)):
        lay_position(FOUR, hands, "B", **facts)


def test_a_card_of_the_story_may_be_one_that_nobody_named_in_the_hand() -> None:
    tricks = ["N: G30 G2"]
    assert lay_position(FOUR, "N G40 ? | E G2 ?", "B", tricks=tricks, hands_at_lead=True).turn == "S"


def test_a_position_with_a_nest_names_no_leader_and_no_trump() -> None:
    round = lay_position(FOUR, "S R9 R4", bid="S 200", nest="G8 G4 B2")
    for position in (Position("N", None, "S", 200), Position("", mam.Color.RED, "S", 200)):
        with pytest.raises(ValueError, match="leave both out"):
            mam.TrickRound(round.rules, round.deal, position=position)

"""One verdict: `legal_moves` is what `why_not` lets through of everything conceivable, and `play` raises for the rest."""

from itertools import combinations
from random import Random
from unittest import mock

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import SEATS, deal_to, specimen
from strategies import rounds, walk
from tables import play
from test_nest import FOUR, NONE, ONE_NUMBER_CARD, THREE, TWO

import mam
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Color
from mam.rules.moves import Bid, Discard, Move, NameTrump, Pass, Play
from mam.rules.rulings import all_rulings

TURNS = {
    "auction": {"R35-BID-3"},
    "nest": {"R35-NEST-1"},
    "trump": {"R35-NEST-8"},
    "play": {"R35-PLAY-1", "R35-PLAY-3", "R35-PLAY-8"},
}
CALLS: list[Move] = [Pass(), *map(Bid, range(701))]
CARDS: list[Move] = [*map(Play, mam.PACK), Play(UNSEEN)]
TRUMPS: list[Move] = [*map(NameTrump, Color)]


def conceivable(round: TrickRound) -> list[Move]:
    if round.phase == "nest" and round.turn:
        return [*map(Discard, combinations(round.hands[round.turn], 3))]
    return {"auction": CALLS, "trump": TRUMPS, "play": CARDS, "over": []}[round.phase]


def check(round: TrickRound, moves: list[Move]) -> None:
    with mock.patch.object(TrickRound, "legal_moves", ()):  # not to be listed again for every refusal
        legal = [move for move in moves if round.why_not(move) is None]
    assert set(legal) == set(round.legal_moves) and len(legal) == len(round.legal_moves)


@settings(max_examples=40)
@given(rounds("any", "small"))
def test_moves_is_what_why_not_lets_through(round: TrickRound) -> None:
    if round.phase != "nest":
        check(round, conceivable(round))


@pytest.mark.parametrize("sixteen", [FOUR, THREE, TWO, ONE_NUMBER_CARD, NONE])
def test_all_560_discards(sixteen: tuple[str, str]) -> None:
    round = play(deal_to("S", *sixteen), "open, pass, pass, pass")
    everything = conceivable(round)
    assert len(everything) == 560
    check(round, everything)
    assert {
        frozenset(card.code for card in move.cards) for move in round.legal_moves if isinstance(move, Discard)
    } == set(oracle.discards([card.code for card in round.hands["S"]]))


@settings(max_examples=5)
@given(st.integers(0, 2**32))
def test_all_560_discards_of_any_deal(seed: int) -> None:
    round = walk(seed, "any", "E", 0.0)
    round = play(round, "200, pass, pass, pass")
    check(round, conceivable(round))


@given(st.integers(0, 2**32), st.sampled_from(["any", "rich"]))
def test_a_card_barred_from_the_nest_is_in_no_legal_discard(seed: int, kind: str) -> None:
    round = play(walk(seed, kind, "E", 0.0), "200, pass, pass, pass")
    usable = {card for move in round.legal_moves if isinstance(move, Discard) for card in move.cards}
    for card in round.hands["E"]:
        verdict = round.why_not_discard_card(card)
        assert (verdict is None) == (card in usable)
        assert verdict is None or (verdict.id == "R35-NEST-3" and card.words in verdict.reason)


@given(rounds(), st.integers(0, 2**32))
def test_play_raises_exactly_when_why_not_says_so(round: TrickRound, seed: int) -> None:
    rng = Random(seed)
    hand = round.hands[round.turn] if round.turn else mam.PACK[:5]
    sampled = [
        *rng.sample(CALLS, 4),
        *rng.sample(CARDS, 6),
        *map(Play, hand),
        *TRUMPS[:1],
        Discard(rng.sample(list(hand), min(3, len(hand)))),
    ]
    for move in sampled:
        verdict = round.why_not(move)
        assert (verdict is None) == (move in round.legal_moves)
        if verdict is None:
            assert round.play(move).history == (*round.history, move)
            continue
        assert verdict.reason and verdict.instead == round.legal_moves and verdict.id in all_rulings()
        with pytest.raises(mam.IllegalMove) as caught:
            round.play(move)
        assert caught.value.ruling == verdict
        with pytest.raises(mam.IllegalMove):
            round.why(move)


@given(rounds())
def test_wrong_phase_is_refused_as_D_G27_and_wrong_seat_by_the_rule_of_turns(round: TrickRound) -> None:
    of_phase = {"auction": Pass(), "nest": Discard(mam.PACK[:3]), "trump": TRUMPS[0], "play": Play(mam.PACK[0])}
    for phase, move in of_phase.items():
        if phase != round.phase:
            verdict = round.why_not(move)
            named = (
                phase == "trump" and round.trump is not None and not round.is_over
            )  # trump that was named stays (D-G29)
            assert verdict is not None and verdict.id == ("D-G29" if named else "D-G27")
            assert verdict.reason.startswith("You can't ")
    for move in round.legal_moves[:4]:
        assert round.why_not(move, round.turn) is None
        for seat in SEATS:
            if seat != round.turn:
                wrong = round.why_not(move, seat)
                assert wrong is not None
                if round.phase == "auction" and (seat, Pass()) in round.calls:
                    assert wrong.id == "R35-BID-8" and "you passed" in wrong.reason
                    continue
                first = round.phase == "auction" and not round.calls
                assert wrong.id in ({"R35-BID-1"} if first else TURNS[round.phase])
                assert f"It is {round.name}'s turn" in wrong.reason


@given(rounds("any", "rich"), st.sampled_from(SEATS))
def test_one_verdict_where_cards_are_unseen(round: TrickRound, person: str) -> None:
    view_round = mam.view(round, person).round
    if view_round.phase == "play":
        check(view_round, CARDS)
    assert person != round.turn or view_round.legal_moves == round.legal_moves


def test_no_call_for_a_round_that_is_over() -> None:
    finished = walk(3, "any", "S", 1.0)
    assert finished.is_over and finished.legal_moves == ()
    for move in (Pass(), Bid(200), Play(mam.PACK[0]), NameTrump(Color.RED), Discard(mam.PACK[:3])):
        assert finished.why_not(move) is not None
        ruling = mam.view(finished, None).why_not(move)
        assert ruling is not None and ruling.instead == () and "the round is over" in ruling.reason
    assert specimen().legal_moves

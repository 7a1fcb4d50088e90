"""Views hold what their person may know, nothing more and nothing less."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from positions import SEATS, specimen
from strategies import rounds

import mam
from mam.cards import UNSEEN, Card
from mam.moves import Discard, Move
from mam.round import Round

people = st.sampled_from(SEATS)


def known(round: Round, person: str) -> set[Card]:
    """The cards this person has seen, told from the leaflet and not from the view."""
    seen = {*round.deal[person], *(card for trick in (*round.tricks, round.trick) if trick for card in trick.cards)}
    if round.bidder == person:
        seen |= set(round.deal.nest)
    elif round.discarded and (round.over or any(card.money for card in round.discarded)):
        seen |= set(round.discarded)
    return seen


@given(rounds(), people)
def test_a_view_holds_exactly_the_cards_seen(round: Round, person: str) -> None:
    seen = mam.view(round, person)
    text = repr(seen).replace(",", " ").split()
    assert {word for word in text if word in {card.code for card in mam.PACK}} == {
        card.code for card in known(round, person)
    }
    assert seen.hand == round.hands[person] and seen.person == person
    inside = (seen.round.deal.cards, seen.round.discarded or (), *seen.round.hands.values())
    assert {card for cards in inside for card in cards} - {UNSEEN} <= known(round, person)
    assert set(seen.round.unaccounted) == set(round.rules.pack) - known(round, person)


@given(rounds(), people)
def test_a_view_knows_all_that_is_open(round: Round, person: str) -> None:
    seen = mam.view(round, person).round
    for name in (
        "rules",
        "phase",
        "turn",
        "actor",
        "calls",
        "bidder",
        "bid",
        "trump",
        "tricks",
        "trick",
        "captured",
        "over",
    ):
        assert getattr(seen, name) == getattr(round, name), name
    assert seen.deal.dealer == round.deal.dealer
    assert {seat: len(hand) for seat, hand in seen.hands.items()} == {
        seat: len(hand) for seat, hand in round.hands.items()
    }
    if round.result:
        assert seen.result == round.result


@given(rounds(), people)
def test_a_view_judges_its_persons_moves_like_the_round(round: Round, person: str) -> None:
    seen = mam.view(round, person)
    assert seen.to_move == (round.turn == person)
    assert seen.moves() == (round.moves() if round.turn == person else ())
    for move in round.moves()[:5]:
        verdict = seen.why_not(move)
        assert (verdict is None) == (round.turn == person)
        assert verdict is None or f"It is {round.name}'s turn" in verdict.because


def exchanged(round: Round, one: Card, other: Card) -> Round | None:
    """The round with two cards exchanged wherever they lie; None when it could not have been played like that."""
    to = {one: other, other: one}

    def move_of(move: Move) -> Move:
        return Discard(to.get(card, card) for card in move.cards) if isinstance(move, Discard) else move

    hands = tuple(tuple(to.get(card, card) for card in hand) for hand in round.deal.hands)
    deal = replace(round.deal, hands=hands, nest=tuple(to.get(card, card) for card in round.deal.nest))
    try:
        return Round(round.rules, deal, tuple(map(move_of, round.history)))
    except mam.IllegalMove:
        return None


@given(rounds(), people, st.integers(0, 2**32))
def test_what_a_person_may_not_know_leaves_the_view_alone(round: Round, person: str, seed: int) -> None:
    hidden = sorted(set(round.rules.pack) - known(round, person), key=mam.PACK.index)
    assume(len(hidden) > 1)
    rng, other = Random(seed), round
    for _ in range(6):
        one, two = rng.sample(hidden, 2)
        after = exchanged(other, one, two)
        if after is not None and known(after, person) == known(round, person):
            other = after
    assert mam.view(other, person) == mam.view(round, person)


@given(rounds(), people, people)
def test_a_view_of_a_view_tells_no_more(round: Round, person: str, other: str) -> None:
    seen = mam.view(round, person)
    assert mam.view(seen.round, person) == seen
    assert set(mam.view(seen.round, other).round.deal.cards) - {UNSEEN} <= known(round, person)


@given(rounds())
def test_nobody_in_particular_sees_all(round: Round) -> None:
    seen = mam.view(round, None)
    assert seen.round == round and seen.person is None and seen.hand == () and seen.moves() == round.moves()


def test_a_view_needs_a_seat_that_exists() -> None:
    with pytest.raises(ValueError, match="no seat 'X'"):
        mam.view(specimen(), "X")


def test_views_of_different_people_differ() -> None:
    views = [mam.view(specimen(), person) for person in (*SEATS, None)]
    assert len(set(views)) == 5

"""Views hold what their person may know, nothing more and nothing less."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import few_cards
import pytest
import walks
from hypothesis import assume, given
from hypothesis import strategies as st
from positions import SEATS, specimen
from strategies import rounds

import mam
from mam.games.trick_round import TrickRound
from mam.rules.cards import ANIMALS, UNSEEN, Card, sort_hand
from mam.rules.dealing import Deal, find_next_seat, list_seats_from
from mam.rules.moves import BidTricks, Discard, Exchange, Misdeal, Move, Pass, Vote

people = st.sampled_from(SEATS)


def known_cards(round: TrickRound, person: str) -> set[Card]:
    """Return the cards this person has seen, by the leaflet and not by the view."""
    seen_cards = {
        *round.deal[person],
        *(card for trick in (*round.tricks, round.trick) if trick for card in trick.cards),
    }
    if round.bidder == person:
        seen_cards |= set(round.deal.nest)
    elif round.discarded and (round.is_over or any(card.money for card in round.discarded)):
        seen_cards |= set(round.discarded)
    return seen_cards


@given(rounds(), people)
def test_a_view_holds_exactly_the_cards_seen(round: TrickRound, person: str) -> None:
    view = mam.view(round, person)
    text = repr(view).replace(",", " ").split()
    assert {word for word in text if word in {card.code for card in mam.PACK}} == {
        card.code for card in known_cards(round, person)
    }
    assert view.hand == round.hands[person] and view.person == person
    inside = (view.round.deal.cards, view.round.discarded or (), *view.round.hands.values())
    assert {card for cards in inside for card in cards} - {UNSEEN} <= known_cards(round, person)
    assert set(view.round.unaccounted) == set(round.rules.pack) - known_cards(round, person)


@given(rounds(), people)
def test_a_view_shows_everything_public(round: TrickRound, person: str) -> None:
    view_round = mam.view(round, person).round
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
        "is_over",
    ):
        assert getattr(view_round, name) == getattr(round, name), name
    assert view_round.deal.dealer == round.deal.dealer
    assert {seat: len(hand) for seat, hand in view_round.hands.items()} == {
        seat: len(hand) for seat, hand in round.hands.items()
    }
    if round.result:
        assert view_round.result == round.result


@given(rounds(), people)
def test_a_view_judges_its_persons_moves_like_the_round(round: TrickRound, person: str) -> None:
    view = mam.view(round, person)
    assert view.to_move == (round.turn == person)
    assert view.legal_moves == (round.legal_moves if round.turn == person else ())
    for move in round.legal_moves[:5]:
        verdict = view.why_not(move)
        assert (verdict is None) == (round.turn == person)
        if verdict and round.phase == "auction" and (person, Pass()) in round.calls:
            assert "you passed, so you are out of this auction" in verdict.reason
        else:
            assert verdict is None or f"It is {round.name}'s turn" in verdict.reason


def exchanged(round: TrickRound, hidden_card: Card, exchanged_card: Card) -> TrickRound | None:
    """Return the round with two cards exchanged wherever they lie, or None if it could not have been played like that."""
    to = {hidden_card: exchanged_card, exchanged_card: hidden_card}

    def move_of(move: Move) -> Move:
        return Discard(to.get(card, card) for card in move.cards) if isinstance(move, Discard) else move

    hands = tuple(tuple(to.get(card, card) for card in hand) for hand in round.deal.hands)
    deal = replace(round.deal, hands=hands, nest=tuple(to.get(card, card) for card in round.deal.nest))
    try:
        return TrickRound(round.rules, deal, tuple(map(move_of, round.history)))
    except mam.IllegalMove:
        return None


@given(rounds(), people, st.integers(0, 2**32))
def test_hidden_cards_do_not_change_the_view(round: TrickRound, person: str, seed: int) -> None:
    hidden = sorted(set(round.rules.pack) - known_cards(round, person), key=mam.PACK.index)
    assume(len(hidden) > 1)
    rng, exchanged_round = Random(seed), round
    for _ in range(6):
        first, second = rng.sample(hidden, 2)
        after = exchanged(exchanged_round, first, second)
        if after is not None and known_cards(after, person) == known_cards(round, person):
            exchanged_round = after
    assert mam.view(exchanged_round, person) == mam.view(round, person)


@given(rounds(), people, people)
def test_a_view_of_a_view_shows_no_more(round: TrickRound, person: str, second_person: str) -> None:
    view = mam.view(round, person)
    assert mam.view(view.round, person) == view
    assert set(mam.view(view.round, second_person).round.deal.cards) - {UNSEEN} <= known_cards(round, person)


@given(rounds())
def test_a_view_without_a_person_shows_everything(round: TrickRound) -> None:
    view = mam.view(round, None)
    assert view.round == round and view.person is None and view.hand == () and view.legal_moves == round.legal_moves


def test_a_view_needs_a_seat_that_exists() -> None:
    with pytest.raises(ValueError, match="no seat 'X'"):
        mam.view(specimen(), "X")


def test_views_of_different_people_differ() -> None:
    views = [mam.view(specimen(), person) for person in (*SEATS, None)]
    assert len(set(views)) == 5


# Every trick game: a view shows exactly what a person has witnessed by the rules


def witnessed(round: TrickRound, person: str) -> tuple[object, ...]:
    """Return all that this person has seen and heard, by the rules and not by the view."""
    deal, bidder = round.deal, round.bidder
    facts: list[object] = [deal.dealer, deal[person], round.carry, *list_known_moves(round, person)]
    if any(isinstance(move, Misdeal) for move in round.history):
        facts.append((round.misdealt, deal[round.misdealt or ""]))
    if open_seat := find_open_hand(round):
        facts.append(sort_hand((*round.hands[open_seat], *played_by(round, open_seat))))
    votes = [move.yes for move in round.history if isinstance(move, Vote)]
    taken = round.discarded is not None or round.phase == "nest"
    if (bidder == person and taken) or (len(votes) == len(round.rules.persons) and all(votes)):
        facts.append(deal.nest)
    if round.rules.half_hidden:
        down = {below for _, below in deal.covers}
        facts += [[card for card in deal[seat] if card not in down] for seat in round.rules.dummies]
        facts += [(upper, below) if upper in round.played else upper for upper, below in deal.covers]
    if round.rules.id == "exact-tricks":
        turned = next((place + 1 for place, card in enumerate(deal.stock) if card not in ANIMALS), len(deal.stock))
        facts.append(deal.stock[:turned])
    return tuple(facts)


def list_known_moves(round: TrickRound, person: str) -> Iterator[object]:
    """Yield what this person learned of each move."""
    rules = round.rules
    all_out = rules.id.startswith("make-a-million-1935") or rules.id == "manhattan"  # elsewhere only the money is shown
    bids = list_seats_from(rules.seats, find_next_seat(rules.seats, round.deal.dealer))
    for number, move in enumerate(round.history):
        if isinstance(move, Discard) and person != round.bidder and not round.is_over:
            money = [card for card in move.cards if card.money]
            yield ("discarded", move.cards if money and all_out else tuple(money))
        elif isinstance(move, BidTricks) and len(round.history) < len(rules.seats) and bids[number] != person:
            yield "a number"
        elif isinstance(move, Exchange) and not round.is_over and move.seat not in (person, find_open_hand(round)):
            yield ("drew", move.seat)
        else:
            yield move


def find_open_hand(round: TrickRound) -> str | None:
    """Return whose hand everybody sees since the first card was led: Dummy's, or the bidder's partner's."""
    if not round.played or round.bidder is None:
        return None
    partner = dict(zip("NESW", "SWNE", strict=True)).get(round.bidder)
    return {"make-a-million-1935-three": "D", "manhattan": partner}.get(round.rules.id)


def played_by(round: TrickRound, seat: str) -> list[Card]:
    return [card for trick in (*round.tricks, round.trick) if trick for player, card in trick.plays if player == seat]


def altered(round: TrickRound, rng: Random) -> TrickRound | None:
    """Return the round with two dealt cards exchanged and the hidden moves redone, or None if that is impossible."""
    deal = round.deal
    cards = list(deal.cards)
    first, second = (int(rng.random() * len(cards)) for _ in "12")
    to = {cards[first]: cards[second], cards[second]: cards[first]}
    cards[first], cards[second] = cards[second], cards[first]
    undealt = iter(cards)
    hands = tuple(tuple(next(undealt) for _ in hand) for hand in deal.hands)
    nest = tuple(next(undealt) for _ in deal.nest)
    covers = tuple((to.get(upper, upper), to.get(below, below)) for upper, below in deal.covers)
    blind_draw = deal.blind_draw if deal.blind_draw is None or rng.random() < 0.5 else int(rng.random() * len(nest))
    try:
        state = TrickRound(
            round.rules, Deal(deal.seats, deal.dealer, hands, nest, covers, tuple(undealt), blind_draw), (), round.carry
        )
        for move in round.history:
            state = state.play(redo_hidden_move(state, move, to, rng))
    except ValueError:  # no such deal, or an illegal move
        return None
    return state


def redo_hidden_move(state: TrickRound, move: Move, to: dict[Card, Card], rng: Random) -> Move:
    """Return a move that others may not be able to tell from this one."""
    if isinstance(move, Discard) and rng.random() < 0.7:
        place = int(rng.random() * len(move.cards))
        changed = (
            to.get(move.cards[place])
            or state.hands[state.turn or ""][int(rng.random() * len(state.hands[state.turn or ""]))]
        )
        return Discard((*move.cards[:place], changed, *move.cards[place + 1 :]))
    if isinstance(move, BidTricks) and rng.random() < 0.5:
        return BidTricks(int(rng.random() * (len(state.deal.hands[0]) + 1)))
    return Exchange() if isinstance(move, Exchange) else move


def check_views_show_what_was_witnessed(round: TrickRound, rng: Random, tries: int) -> tuple[int, int]:
    """Check that two rounds look the same to a person if and only if the person has witnessed the same in both."""
    alike = unlike = 0
    views = {person: mam.view(round, person) for person in round.rules.persons}
    facts = {person: witnessed(round, person) for person in views}
    changed = round
    for _ in range(tries):
        changed = altered(changed if rng.random() < 0.5 else round, rng) or changed
        for person in views:
            same = witnessed(changed, person) == facts[person]
            assert (mam.view(changed, person) == views[person]) == same, (person, round, changed)
            alike, unlike = alike + same, unlike + (not same)
    return alike, unlike


def sample_positions(round: TrickRound, seed: int, number: int) -> list[TrickRound]:
    """Return some positions of the round played on at random, including the last."""
    rng, walk = Random(seed), list(few_cards.walk(round, seed))
    return [*(walk[int(rng.random() * len(walk))] for _ in range(number - 1)), walk[-1]]


@pytest.mark.parametrize("combo", few_cards.GAMES, ids=walks.name_of)
@pytest.mark.sample(8, 57)
def test_a_view_shows_what_was_witnessed(combo: walks.Combo) -> None:
    alike = unlike = 0
    for seed in range(1, 4):
        for round in sample_positions(few_cards.small_round(combo, seed, seed), seed, 3):
            same, different = check_views_show_what_was_witnessed(round, Random(seed), 8)
            alike, unlike = alike + same, unlike + different
    assert alike and unlike


@pytest.mark.long
@pytest.mark.parametrize("combo", few_cards.ALL_GAMES, ids=walks.name_of)
def test_many_views_show_what_was_witnessed(combo: walks.Combo) -> None:
    for seed in range(100, 130):
        size = 1 + seed % 4
        start = walks.start(combo, seed) if seed % 5 == 0 else few_cards.small_round(combo, seed, size)
        for round in sample_positions(start, seed, 5):
            check_views_show_what_was_witnessed(round, Random(seed), 25)

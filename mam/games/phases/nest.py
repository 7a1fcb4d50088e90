"""The nest as a phase: the bidder picks it up and discards as many cards."""

from collections.abc import Iterator

from mam.games.phases.trump import first_lead
from mam.games.state import S, State, may_hold, name_mover, with_hand
from mam.rules import nest
from mam.rules.cards import UNSEEN, format_cards, format_times, remove_cards, sort_hand
from mam.rules.moves import Discard
from mam.rules.rulings import Reason

MOVES = (Discard,)
DUTY = "discard {size} cards"


def begin(state: S) -> S:
    """Put the nest into the bidder's hand (R35-NEST-1)."""
    assert state.bidder is not None
    hand = sort_hand((*state.hands[state.bidder], *state.nest))
    return with_hand(state, state.bidder, hand, turn=state.bidder, nest=())


def why_taken(state: State) -> Reason:
    """Return the rule by which the bidder picks up the nest."""
    cards = "" if UNSEEN in state.deal.nest else f": {format_cards(state.deal.nest)}"
    name = state.rules.seat_names[state.bidder or ""]
    return Reason("take-nest", f"{name} picks up the {state.rules.nest.word}{cards}.")


def why_not(state: State, move: Discard) -> Reason | None:
    """Return why these cards may not be discarded, or None if they may."""
    assert state.turn is not None
    hand = state.hands[state.turn]
    for card in move.cards:
        if not may_hold(state, hand, card):
            return Reason("not-held", f"You don't hold {card.named}.")
        if UNSEEN in hand and card != UNSEEN and move.cards.count(card) > (*hand, *state.unaccounted).count(card):
            return Reason("not-held", f"You can't hold {card.named} {format_times(move.cards.count(card))}.")
    return nest.why_not_discard(move.cards, state.hands[state.turn], state.rules.nest, name_mover(state))


def candidates(state: State) -> Iterator[Discard]:
    """Yield the discards to check."""
    assert state.turn is not None
    yield from map(Discard, nest.list_discards(state.hands[state.turn], state.rules.nest))


def apply(state: S, move: Discard) -> S:
    """Move the discards from the hand to the nest.

    If the discards are hidden and everybody has seen the nest, its number cards may be among them: they become unseen.
    """
    assert state.turn is not None
    hand = state.hands[state.turn]
    if UNSEEN in move.cards:
        hand = tuple(UNSEEN if card.is_number_card else card for card in hand)  # discarded money is always shown
    remaining = sort_hand(remove_cards(hand, move.cards))
    return with_hand(state, state.turn, remaining, discarded=move.cards, nest=move.cards, turn=None)


def reasons(state: State, move: Discard, next_state: State) -> Iterator[Reason]:
    """Yield the rules behind the discard."""
    yield from nest.why_discard(move.cards, state.rules.nest, state.name)
    if next_state.phase == "play":
        yield first_lead(next_state)


def turn_topic(state: State) -> str:
    """Return the topic of picking up the nest."""
    return "take-nest"

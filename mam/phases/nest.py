"""The nest as a phase: the bidder takes it up and puts as many cards out."""

from collections.abc import Iterator

from mam import nest
from mam.cards import UNSEEN, show, sort_hand, without
from mam.moves import Discard
from mam.phases.trump import first_lead
from mam.rulings import Reason
from mam.state import State

MOVES = (Discard,)
AWAITED = "a discard"


def begin(state: State) -> State:
    """The nest goes into the bidder's hand (R35-NEST-1)."""
    assert state.bidder is not None
    hand = sort_hand((*state.hands[state.bidder], *state.nest))
    return state.with_hand(state.bidder, hand, turn=state.bidder, nest=())


def why_taken(state: State) -> Reason:
    """The rule by which the bidder holds the nest."""
    cards = "" if UNSEEN in state.deal.nest else f": {show(state.deal.nest)}"
    who = state.rules.seat_names[state.bidder or ""]
    return Reason("take-nest", f"{who} takes the {state.rules.nest.word} into hand{cards}.")


def why_not(state: State, move: Discard) -> Reason | None:
    """Why these cards may not be put out."""
    assert state.turn is not None
    hand = state.hands[state.turn]
    for card in move.cards:
        if not state.may_hold(hand, card):
            return Reason("not-held", f"{state.name} does not hold {card.words}.")
        if UNSEEN in hand and card != UNSEEN and move.cards.count(card) > (*hand, *state.unaccounted).count(card):
            return Reason("not-held", f"{state.name} does not hold so many of {card.words}.")
    return nest.why_not_discard(move.cards, state.hands[state.turn], state.rules.nest, state.name)


def candidates(state: State) -> Iterator[Discard]:
    """The discards worth judging."""
    assert state.turn is not None
    yield from map(Discard, nest.list_discards(state.hands[state.turn], state.rules.nest))


def apply(state: State, move: Discard) -> State:
    """The cards are out. Where they are hidden, a nest seen by all may be among them: what of it may be is unseen now."""
    assert state.turn is not None
    hand = state.hands[state.turn]
    if UNSEEN in move.cards:
        hand = tuple(UNSEEN if card.is_plain else card for card in hand)  # money that goes out is shown
    left = sort_hand(without(hand, move.cards))
    return state.with_hand(state.turn, left, discarded=move.cards, nest=move.cards, turn=None)


def reasons(state: State, move: Discard, done: State) -> Iterator[Reason]:
    """The rules of the discard."""
    yield from nest.why_discard(move.cards, state.rules.nest, state.name)
    if done.phase == "play":
        yield first_lead(done)


def turn_topic(state: State) -> str:
    """The nest is the bidder's."""
    return "take-nest"

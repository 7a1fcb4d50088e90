"""Calling silent partners: the bidder shows cards, and whoever holds their twins plays with the bidder (RSP-2 to RSP-7)."""

from collections.abc import Iterator
from itertools import combinations

from mam.cards import UNSEEN, Card, counted, sort_hand, without
from mam.moves import CallCards
from mam.rulings import Reason
from mam.state import State, replace

MOVES = (CallCards,)
AWAITED = "the cards that call for partners"


def begin(state: State) -> State:
    """The bidder calls."""
    return replace(state, turn=state.bidder)


def why_not_called(state: State, card: Card) -> Reason | None:
    """Why this single card cannot call a partner."""
    who, hand = state.name, state.hands[state.turn or ""]
    if not state.may_hold(hand, card):
        return Reason("not-held", f"{who} does not hold {card.words}.")
    if card.colour is None:
        return Reason("call-animal", f"The {card.words} cannot be called.")
    if hand.count(card) > 1:
        return Reason("call-own-twin", f"{who} holds both copies of {card.words}: nobody else could answer.")
    if card in (state.discarded or ()):
        return Reason("call-put-out", f"The other {card.words} lies in the {state.rules.nest.word}, put out by {who}.")
    if state.rules.pack.count(card) < 2:
        return Reason("call-single", f"This pack has only one {card.words}.")
    return None


def why_not(state: State, move: CallCards) -> Reason | None:
    """Why these cards cannot be called together."""
    for card in move.cards:
        if reason := why_not_called(state, card):
            return reason
    if len(set(move.cards)) != len(move.cards):
        return Reason("call-count", "A card is called once.")
    wanted = min(state.rules.called, len(_eligible(state)))
    unseen = UNSEEN in state.hands[state.turn or ""]  # who does not see the hand cannot tell how many it could show
    if len(move.cards) != wanted and not (unseen and wanted < len(move.cards) <= state.rules.called):
        return Reason("call-count", f"{state.name} shows {counted(wanted, 'card')}, not {len(move.cards)}.")
    return None


def _eligible(state: State) -> tuple[Card, ...]:
    hand = dict.fromkeys(state.hands[state.turn or ""])
    return tuple(card for card in hand if why_not_called(state, card) is None)


def candidates(state: State) -> Iterator[CallCards]:
    """Every set of cards that may be called."""
    eligible = _eligible(state)
    yield from map(CallCards, combinations(eligible, min(state.rules.called, len(eligible))))


def apply(state: State, move: CallCards) -> State:
    """The cards lie open; they stay in hand and are played like others (D-S01)."""
    assert state.turn is not None
    hand = sort_hand((*without(state.hands[state.turn], move.cards), *move.cards))
    return state.with_hand(state.turn, hand, called=move.cards, turn=None)


def reasons(state: State, move: CallCards, done: State) -> Iterator[Reason]:
    """What was called."""
    cards = ", ".join(card.words for card in move.cards) or "no card, for there is none to call with"
    yield Reason("call", f"{state.name} shows {cards}: whoever holds the other copies is a partner, silently.")


def turn_topic(state: State) -> str:
    """The bidder calls."""
    return "call"

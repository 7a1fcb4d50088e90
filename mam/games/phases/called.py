"""Calling silent partners: whoever holds the duplicates of the called cards plays with the bidder (RSP-2 to RSP-7)."""

from collections.abc import Iterator
from itertools import combinations, islice

from mam.games.phases.trump import first_lead
from mam.games.state import S, State, may_hold, replace, with_hand
from mam.rules.cards import UNSEEN, Card, format_count, join_words, remove_cards, sort_hand
from mam.rules.moves import CallCards
from mam.rules.rulings import Reason

MOVES = (CallCards,)
DUTY = "call partners"


def begin(state: S) -> S:
    """Give the turn to the bidder."""
    return replace(state, turn=state.bidder)


def why_not_called(state: State, card: Card) -> Reason | None:
    """Return why this card can't call a partner, or None if it can."""
    hand = state.hands[state.turn or ""]
    if not may_hold(state, hand, card):
        return Reason("not-held", f"You don't hold {card.named}.")
    if card.color is None:
        return Reason("call-animal", f"You can't call the {card.words}:", "only cards with a color can be called.")
    if hand.count(card) > 1:
        return Reason(
            "call-own-duplicate",
            f"You can't call {card.words}:",
            "you hold its duplicate too, so nobody else can be your partner.",
        )
    if card in (state.discarded or ()):
        return Reason("call-put-out", f"You can't call {card.words}:", "you discarded its duplicate.")
    if state.rules.copies[card] < 2:
        return Reason("call-single", f"You can't call {card.words}:", "it has no duplicate in play.")
    return None


def why_not(state: State, move: CallCards) -> Reason | None:
    """Return why these cards can't be called together, or None if they can."""
    for card in move.cards:
        if reason := why_not_called(state, card):
            return reason
    if len(set(move.cards)) != len(move.cards):
        return Reason("call-twice", "You can't call the same card twice.")
    count = len(tuple(islice(_eligible(state), state.rules.called)))
    is_hidden = UNSEEN in state.hands[state.turn or ""]  # an opponent can't tell how many cards it could call
    if len(move.cards) == count or (is_hidden and count < len(move.cards) <= state.rules.called):
        return None
    if count < state.rules.called and not is_hidden:
        count_text = f"only {format_count(count, 'card')}" if count else "no card"
        must = (
            f"You must call {format_count(count, 'card')}, not {len(move.cards)}" if count else "You can't call anybody"
        )
        return Reason("call-few", f"{must}:", f"you hold {count_text} that can be called.")
    reason = Reason("call-count", f"You must call {format_count(count, 'card')}, not {len(move.cards)}.")
    return reason.resting_on("call-fewer") if len(move.cards) < count else reason


def _eligible(state: State) -> Iterator[Card]:
    """Yield the cards of the hand that may be called."""
    hand = dict.fromkeys(state.hands[state.turn or ""])
    return (card for card in hand if why_not_called(state, card) is None)


def candidates(state: State) -> Iterator[CallCards]:
    """Yield every set of cards that may be called."""
    eligible = tuple(_eligible(state))
    yield from map(CallCards, combinations(eligible, min(state.rules.called, len(eligible))))


def apply(state: S, move: CallCards) -> S:
    """Show the called cards; they stay in the hand and are played as usual (D-S01)."""
    assert state.turn is not None
    hand = sort_hand((*remove_cards(state.hands[state.turn], move.cards), *move.cards))
    return with_hand(state, state.turn, hand, called=move.cards, turn=None)


def reasons(state: State, move: CallCards, next_state: State) -> Iterator[Reason]:
    """Yield the rule behind the call."""
    cards = join_words(card.named for card in move.cards)
    duplicates = "duplicate" if len(move.cards) == 1 else "duplicates"
    if not move.cards:
        yield Reason("call-few", f"{state.name} has no card that can be called, and plays without partners.")
    else:
        text = f"{state.name} calls {cards}: whoever holds the {duplicates} is a silent partner."
        reason = Reason("call", text).resting_on("call-duplicates")
        if len(move.cards) < state.rules.called:
            reason = reason.resting_on("call-few")
        if any(card.is_number_card for card in move.cards):
            reason = reason.resting_on("call-number-card")
        yield reason
    if next_state.phase == "play":
        yield first_lead(next_state)


def turn_topic(state: State) -> str:
    """Return the topic of the bidder's call."""
    return "call"

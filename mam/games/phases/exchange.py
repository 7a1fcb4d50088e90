"""The Tiger in a No Color hand: its holder swaps it for a card drawn blind from the nest (RMM-7, D-M07).

The bidder asks for the Tiger, because only its holder knows where it is.
"""

from collections.abc import Iterator

from mam.games.phases.trump import first_lead
from mam.games.state import S, State, may_hold, replace, with_hand
from mam.rules.cards import TIGER, UNSEEN, Card, NoTrump, remove_cards, sort_hand
from mam.rules.moves import Exchange
from mam.rules.rulings import Reason

MOVES = (Exchange,)
DUTY = "ask for the Tiger"


def begin(state: S) -> S:
    """Give the turn to the bidder if No Color was bid and the Tiger is in the pack."""
    is_needed = state.trump == NoTrump.NO_COLOR and TIGER in state.rules.pack
    return replace(state, turn=state.bidder if is_needed else None)


def why_never(state: State) -> Reason | None:
    """Return why the Tiger is not exchanged in this hand (RMM-7); None while it may be, or has been."""
    if TIGER not in state.rules.pack:
        return Reason("exchange", "You can't exchange the Tiger:", "there is none in this game.")
    if state.trump not in (None, NoTrump.NO_COLOR):
        return Reason("exchange", "You can't exchange the Tiger:", "this is done only when No Color was bid.")
    return None


def find_tiger(state: State) -> str | None:
    """Return the seat whose hand shows the Tiger."""
    return next((seat for seat, hand in state.hands.items() if TIGER in hand), None)


def find_draw(state: State) -> tuple[str | None, Card | None]:
    """Return the Tiger's seat and the card that the draw brings, each as far as it is known."""
    card = None
    if state.deal.blind_draw is not None and state.discarded and UNSEEN not in state.discarded:
        card = sort_hand(state.discarded)[state.deal.blind_draw]
    return find_tiger(state), card


def why_not(state: State, move: Exchange) -> Reason | None:
    """Return why the exchange can't have this seat and card, or None if it can."""
    if move.seat is None or move.card is None:
        return None
    state.rules.check_seat(move.seat)
    seat, card = find_draw(state)
    if seat not in (None, move.seat) or not may_hold(state, state.hands[move.seat], TIGER):
        return Reason("exchange", f"{state.rules.seat_names[move.seat]} doesn't hold the Tiger.")
    discards = state.discarded or ()
    if move.card != UNSEEN and (
        card not in (None, move.card) or (move.card not in discards and UNSEEN not in discards)
    ):
        return Reason("exchange-blind", f"The blind draw did not bring {move.card.named}.")
    return None


def candidates(state: State) -> Iterator[Exchange]:
    """Yield the only legal move."""
    yield Exchange()


def reveal(state: State, move: Exchange) -> Exchange:
    """Return the exchange with its seat and card, hidden where they are unknown."""
    seat, card = find_draw(state)
    return Exchange(move.seat or seat or state.bidder, move.card or card or UNSEEN)


def apply(state: S, move: Exchange) -> S:
    """Put the drawn card in the Tiger's place."""
    assert move.seat is not None and move.card is not None
    hand = sort_hand((*remove_cards(state.hands[move.seat], [TIGER]), move.card))
    cards = state.nest
    if move.card not in cards and UNSEEN not in cards:  # the draw may have brought any of them
        cards = (UNSEEN,) * len(cards)
    nest = sort_hand((*remove_cards(cards, [move.card]), TIGER))
    return with_hand(state, move.seat, hand, nest=nest, exchanged=(move.seat, move.card), turn=None)


def reasons(state: State, move: Exchange, next_state: State) -> Iterator[Reason]:
    """Yield who gave up the Tiger."""
    seat, card = next_state.exchanged or ("", UNSEEN)
    card_text = "a card" if card == UNSEEN else card.named
    reason = Reason(
        "exchange", f"{state.rules.seat_names[seat]} gives up the Tiger and draws {card_text} from the nest unseen."
    )
    topics = [
        topic
        for topic, applies in (("exchange-bidder", seat == state.bidder), ("exchange-money", card.money > 0))
        if applies
    ]
    yield reason.resting_on("exchange-time", *topics)
    if next_state.phase == "play":
        yield first_lead(next_state)


def turn_topic(state: State) -> str:
    """Return the topic of the bidder's request for the Tiger."""
    return "exchange"

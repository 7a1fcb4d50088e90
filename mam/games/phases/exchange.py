"""The Tiger in a No Color hand: whoever holds it exchanges it for a card drawn blind from the nest (RMM-7, D-M07).

The bidder asks for it, because nobody else may know at which seat it is before its holder says so.
"""

from collections.abc import Iterator

from mam.games.phases.trump import first_lead
from mam.games.state import S, State, may_hold, replace, with_hand
from mam.rules.cards import TIGER, UNSEEN, Card, NoTrump, sort_hand, without
from mam.rules.moves import Exchange
from mam.rules.rulings import Reason

MOVES = (Exchange,)
AWAITED = "ask for the Tiger first"


def begin(state: S) -> S:
    """Only where the bid was No Color and the Tiger is in the pack."""
    needed = state.trump == NoTrump.NO_COLOR and TIGER in state.rules.pack
    return replace(state, turn=state.bidder if needed else None)


def find_tiger(state: State) -> str | None:
    """Return the seat whose hand shows the Tiger."""
    return next((seat for seat, hand in state.hands.items() if TIGER in hand), None)


def drawn(state: State) -> tuple[str | None, Card | None]:
    """At which seat the Tiger is and which card the draw brings, as far as that is settled by what is seen."""
    card = None
    if state.deal.blind_draw is not None and state.discarded and UNSEEN not in state.discarded:
        card = sort_hand(state.discarded)[state.deal.blind_draw]
    return find_tiger(state), card


def why_not(state: State, move: Exchange) -> Reason | None:
    """Why this cannot be what the exchange brings."""
    if move.seat is None or move.card is None:
        return None
    state.rules.check_seat(move.seat)
    seat, card = drawn(state)
    if seat not in (None, move.seat) or not may_hold(state, state.hands[move.seat], TIGER):
        return Reason("exchange", f"{state.rules.seat_names[move.seat]} doesn't hold the Tiger.")
    out = state.discarded or ()
    if move.card != UNSEEN and (card not in (None, move.card) or (move.card not in out and UNSEEN not in out)):
        return Reason("exchange-blind", f"The blind draw did not bring {move.card.named}.")
    return None


def candidates(state: State) -> Iterator[Exchange]:
    """There is no choice in it."""
    yield Exchange()


def settled(state: State, move: Exchange) -> Exchange:
    """The exchange with the seat and the card it turned out to be, hidden where they cannot be known."""
    seat, card = drawn(state)
    return Exchange(move.seat or seat or state.bidder, move.card or card or UNSEEN)


def apply(state: S, move: Exchange) -> S:
    """The drawn card takes the Tiger's place."""
    assert move.seat is not None and move.card is not None
    hand = sort_hand((*without(state.hands[move.seat], [TIGER]), move.card))
    left = state.nest
    if move.card not in left and UNSEEN not in left:  # any of them may have been drawn
        left = (UNSEEN,) * len(left)
    nest = sort_hand((*without(left, [move.card]), TIGER))
    return with_hand(state, move.seat, hand, nest=nest, exchanged=(move.seat, move.card), turn=None)


def reasons(state: State, move: Exchange, done: State) -> Iterator[Reason]:
    """Who gave up the Tiger."""
    seat, card = done.exchanged or ("", UNSEEN)
    what = "a card" if card == UNSEEN else card.words
    yield Reason(
        "exchange", f"{state.rules.seat_names[seat]} gives up the Tiger and draws {what} from the nest unseen."
    )
    if done.phase == "play":
        yield first_lead(done)


def turn_topic(state: State) -> str:
    """The bidder asks for the Tiger."""
    return "exchange"

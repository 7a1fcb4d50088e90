"""Playing tricks as a phase."""

from collections.abc import Iterator, Sequence
from functools import cache

from mam.games.state import S, State, may_hold, name_mover, replace, with_hand
from mam.rules import tricks
from mam.rules.cards import UNSEEN, remove_cards
from mam.rules.dealing import find_next_seat, list_seats_from
from mam.rules.editions.ruleset import TrickGameRules
from mam.rules.moves import Play
from mam.rules.rulings import Reason, conjugate
from mam.rules.tricks import Trick
from mam.support.messages import capitalize

MOVES = (Play,)
DUTY = "play a card"


def begin(state: S) -> S:
    """Give the first lead to whoever has it by the rules."""
    leader = find_first_leader(state.rules, state.turn_order, state.bidder or "", state.deal.dealer)
    return begin_lead(state, leader)


def find_first_leader(rules: TrickGameRules, seats: Sequence[str], bidder: str, dealer: str) -> str:
    """Return who leads first: left of the bidder (R35-PLAY-1), the bidder (R04-PLAY-1) or left of the dealer (REX-6)."""
    if rules.first_lead == "bidder":
        return bidder
    return find_next_seat(seats, dealer if rules.first_lead == "left of dealer" else bidder)


def begin_lead(state: S, leader: str) -> S:
    """Give the first lead to this seat."""
    return replace(state, turn=leader, trick=Trick(list_seats_from(state.turn_order, leader), rules=state.rules.tricks))


def why_not(state: State, move: Play) -> Reason | None:
    """Return why this card may not be played, or None if it may."""
    assert state.turn is not None and state.trick is not None
    card, hand, mover = move.card, state.playable(state.turn), name_mover(state)
    if card == UNSEEN:
        return Reason("not-held", "Name the card to play:", "a card is played face up.")
    has_covered = _has_covered(state)
    if not may_hold(state, hand, card):
        if has_covered:  # don't reveal whether the card is among those face down
            return Reason(
                "covered", f"{conjugate(mover, 'can')} play only its face-up cards, and {card.named} isn't one of them."
            )
        return Reason("not-held", conjugate(mover, "don't hold") + f" {card.named}.")
    return tricks.why_not_play(
        card,
        hand,
        state.trick.cards,
        state.trump,
        state.rules.tricks,
        mover,
        trump_broken=state.is_trump_broken,
        has_covered=has_covered,
    )


def _has_covered(state: State) -> bool:
    """Return whether the hand to move has cards that lie face down under others (R2H-12)."""
    turn = state.turn or ""
    return bool(state.deal.covers) and len(state.playable(turn)) < len(state.hands[turn])


_make_play = cache(Play)  # one for each card: every position lists its moves


def candidates(state: State) -> Iterator[Play]:
    """Yield the cards of the hand; for unseen cards, any card they may be."""
    hand = state.playable(state.turn or "")
    yield from (_make_play(card) for card in dict.fromkeys(hand) if card != UNSEEN)
    if UNSEEN in hand:
        yield from (_make_play(card) for card in dict.fromkeys(state.unaccounted) if card not in hand)


def apply(state: S, move: Play) -> S:
    """Add the card to the trick; the last card of a trick decides who wins it and leads next."""
    assert state.turn is not None and state.trick is not None
    seat, hand = state.turn, remove_cards(state.hands[state.turn], [move.card])
    trick = Trick(state.trick.seats, (*state.trick.cards, move.card), rules=state.trick.rules)
    if not trick.complete:
        return with_hand(state, seat, hand, trick=trick, turn=trick.seats[len(trick.cards)])
    winner_index = tricks.find_winner(trick.cards, state.trump, state.rules.tricks)
    winner = None if winner_index is None else trick.seats[winner_index]  # nobody: D-V04
    value = tricks.trick_value(trick.cards, state.rules.tricks) if winner else 0
    complete_trick = Trick(trick.seats, trick.cards, winner, value, trick.rules)
    next_state = with_hand(state, seat, hand, tricks=(*state.tricks, complete_trick))
    if not any(next_state.hands.values()):
        return replace(next_state, trick=None, turn=None, phase="over")
    leader = winner or trick.leader
    return replace(
        next_state, turn=leader, trick=Trick(list_seats_from(state.turn_order, leader), rules=state.rules.tricks)
    )


def reasons(state: State, move: Play, next_state: State) -> Iterator[Reason]:
    """Yield the rule behind the card and, with the last card of a trick, who takes the trick."""
    assert state.trick is not None and state.turn is not None
    names = dict(state.rules.seat_names)
    yield tricks.why_play(
        move.card,
        state.playable(state.turn),
        state.trick.cards,
        state.trump,
        state.rules.tricks,
        state.name,
        lead=turn_topic(state),
        trump_broken=state.is_trump_broken,
        has_covered=_has_covered(state),
    )
    if next_state.dummy and not state.dummy and not state.played:
        yield Reason(
            "exposed", f"{names[next_state.dummy]}'s hand is now face up; {names[state.bidder or '']} plays it."
        ).resting_on("exposed-hand-played")
    if uncovered := dict(state.deal.covers).get(move.card):
        yield Reason(
            "uncovered",
            f"{capitalize(uncovered.named)} lay under it and is now face up, for later tricks.",
        )
    if move.card in (state.called or ()):
        yield _why_called_card(state)
    if len(next_state.tricks) > len(state.tricks):
        trick = next_state.tricks[-1]
        if trick.winner is None:
            yield Reason(
                "no-winner", "No card in the trick can take it, so nobody gets it, and the same player leads again."
            )
        yield from tricks.why_captured(trick, state.trump, state.rules.tricks, names)


def _why_called_card(state: State) -> Reason:
    """Return what everybody learns from a card that was called (RSP-5)."""
    if state.turn == state.bidder:
        return Reason("called-card", f"{state.name} plays the card that was called, which reveals no partner.")
    if state.turn in state.partners:
        return Reason("partner-again", f"{state.name} played another called card, so the bidder gets no new partner.")
    return Reason("partner-shown", f"{state.name} played a called card, so {state.name} is the bidder's partner.")


def turn_topic(state: State) -> str:
    """Return the topic of the first lead, the trick winner's lead (perhaps a dummy's), or the turns after it."""
    if state.trick is None or state.trick.cards:
        return "play-turn"
    if not state.tricks:
        return "first-lead"
    if state.tricks[-1].winner is None:
        return "no-winner"
    return "winner-leads-dummy" if state.turn in state.rules.dummies else "winner-leads"

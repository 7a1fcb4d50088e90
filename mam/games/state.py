"""The state of a round of tricks: the facts that the phases read and add to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from mam.games.position import Position
from mam.games.round import Round, list_unaccounted
from mam.rules import tricks
from mam.rules.auction import find_high_bid
from mam.rules.cards import BEAR, BULL, UNSEEN, Card, Trump, join_words, money_in, remove_cards
from mam.rules.dealing import find_opposite_seat
from mam.rules.editions.ruleset import TrickGameRules
from mam.rules.moves import Bid, Call
from mam.rules.rulings import YOU
from mam.rules.tricks import Trick
from mam.support.messages import quote

S = TypeVar("S", bound="State")


@dataclass(frozen=True, repr=False)
class State(Round):
    """A round of tricks in progress.

    `turn_order` goes to the left. `calls`, `bidder` and `bid` (thousands of dollars, or points) come from the auction;
    `misdealt` is the seat that called for a new deal; `votes` are the votes on opening the nest; `nest` is what is in the
    nest now; `discarded` are the discards; `called` are the cards shown to find silent partners; `exchanged` is the seat
    that gave up the Tiger, with the card it drew; `sealed` are the hidden bids of tricks; `tricks` are the complete
    tricks, `trick` the current one. A round that begins in the middle has a `position`: what is given there.
    """

    rules: TrickGameRules
    turn_order: tuple[str, ...] = field(default=(), compare=False)
    calls: tuple[tuple[str, Call], ...] = field(default=(), compare=False)
    misdealt: str | None = field(default=None, compare=False)
    votes: tuple[tuple[str, bool], ...] = field(default=(), compare=False)
    bidder: str | None = field(default=None, compare=False)
    bid: int | None = field(default=None, compare=False)
    nest: tuple[Card, ...] = field(default=(), compare=False)
    discarded: tuple[Card, ...] | None = field(default=None, compare=False)
    trump: Trump | None = field(default=None, compare=False)
    called: tuple[Card, ...] | None = field(default=None, compare=False)
    exchanged: tuple[str, Card] | None = field(default=None, compare=False)
    sealed: tuple[tuple[str, int | None], ...] = field(default=(), compare=False)
    tricks: tuple[Trick, ...] = field(default=(), compare=False)
    trick: Trick | None = field(default=None, compare=False)
    position: Position | None = field(default=None, kw_only=True)

    # Hands

    def playable(self, seat: str) -> tuple[Card, ...]:
        """Return the cards this seat may play: its hand without cards face down under an open card (R2H-12)."""
        self.rules.check_seat(seat or str(seat))  # None is no seat here
        hand = self.hands[seat]
        if not self.deal.covers:
            return hand
        return remove_cards(hand, (bottom for top, bottom in self.deal.covers if top in hand and bottom in hand))

    @property
    def played(self) -> tuple[Card, ...]:
        """Return every card played so far, in order."""
        return tuple(card for trick in (*self.tricks, self.trick) if trick for card in trick.cards)

    @cached_property
    def unaccounted(self) -> tuple[Card, ...]:
        """Return the cards of the pack that have not been seen anywhere: what an unseen card may be."""
        hand_cards = [card for hand in self.hands.values() for card in hand]
        return list_unaccounted(self.rules.pack, (*hand_cards, *self.nest, *self.deal.stock, *self.played))

    @property
    def high_bid(self) -> tuple[str, Bid] | None:
        """Return who has made the highest bid so far, and the bid; of a position what is given, of a game without an auction None."""
        if self.position:
            return None if self.bidder is None or self.bid is None else (self.bidder, Bid(self.bid))
        return find_high_bid(self.calls) if "auction" in self.rules.phases else None

    # Who plays with whom

    @property
    def dummy(self) -> str | None:
        """Return the seat of the open hand that the bidder also plays, or None before the first lead."""
        if not self.rules.exposed or self.bidder is None or not self.played:
            return None
        return find_opposite_seat(self.turn_order, self.bidder)

    @property
    def sides(self) -> Mapping[str, tuple[str, ...]]:
        """Return the sides in this round, as far as everybody knows: silent partners only at the end (D-S13)."""
        rules = self.rules
        if rules.alliance == "fixed":
            return rules.sides
        partners: tuple[str, ...] = ()
        if rules.alliance == "dummy" and self.bidder:
            partners = tuple(seat for seat in rules.seats if seat == self.bidder or seat in rules.dummies)
        if rules.alliance == "called" and self.is_over and self.bidder:
            partners = tuple(seat for seat in rules.seats if seat == self.bidder or seat in self.partners)
        if not partners:
            return {seat: (seat,) for seat in rules.seats}
        opponents = tuple(seat for seat in rules.seats if seat not in partners)
        return {"-".join(members): members for members in (partners, opponents) if members}

    @property
    def side_names(self) -> Mapping[str, str]:
        """Return the names of the sides."""
        if self.rules.side_names and self.rules.alliance == "fixed":
            return self.rules.side_names
        return {
            side: join_words(map(self.rules.seat_names.__getitem__, members)) for side, members in self.sides.items()
        }

    @property
    def partners(self) -> tuple[str, ...]:
        """Return the seats that have played a called card, and so are the bidder's partners (RSP-4, RSP-5)."""
        plays = [play for trick in (*self.tricks, self.trick) if trick for play in trick.plays]
        return tuple(dict.fromkeys(seat for seat, card in plays if card in (self.called or ()) and seat != self.bidder))

    def side_of(self, seat: str) -> str:
        """Return this seat's side in this round."""
        if (side := next((side for side, seats in self.sides.items() if seat in seats), None)) is None:
            raise KeyError(f"no seat {quote(seat)}: the seats are {' '.join(self.rules.seats)}")
        return side

    # Money

    @property
    def captured(self) -> Mapping[str, int]:
        """Return what each side has captured so far: thousands of dollars, points, or tricks."""
        sides = self.sides
        captures = dict.fromkeys(sides, 0)
        if self.position:
            captures |= self.position.captured or ()
        for trick in self.tricks:
            for side, seats in sides.items():
                if trick.winner in seats:
                    captures[side] += trick.value
        return captures

    @property
    def bull_gain(self) -> int:
        """Return what the Bull has added so far, in thousands of dollars."""
        return sum(max(0, trick.value - money_in(trick.cards)) for trick in self._animal_tricks())

    @property
    def bear_loss(self) -> int:
        """Return what the Bear has destroyed so far, in thousands of dollars."""
        return sum(max(0, money_in(trick.cards) - trick.value) for trick in self._animal_tricks())

    def _animal_tricks(self) -> tuple[Trick, ...]:
        if self.rules.tricks.counts != "money":
            return ()
        return tuple(trick for trick in self.tricks if BULL in trick.cards or BEAR in trick.cards)

    @property
    def nested(self) -> int:
        """Return the money in the nest after the discard, in thousands of dollars."""
        return 0 if self.discarded is None else money_in(self.nest)

    @cached_property
    def is_trump_broken(self) -> bool:
        """Return whether a trump was played to an earlier trick of this round (D-X13)."""
        if self.trump is None:
            return False
        return any(tricks.find_color(card, self.trump) == self.trump for trick in self.tricks for card in trick.cards)


def replace(state: S, **facts: object) -> S:
    """Return the state with these facts changed. Raises TypeError for an unknown fact.

    It is much faster than `dataclasses.replace`, because nothing is checked again.
    """
    fields = state.__dataclass_fields__
    values = state.__dict__ | facts
    if len(values) > len(fields):
        if unknown := facts.keys() - fields.keys():
            raise TypeError(f"a state has no {', '.join(sorted(unknown))}")
        values = {name: values[name] for name in fields}  # without cached values, which depend on the old facts
    result = object.__new__(type(state))
    object.__setattr__(result, "__dict__", values)
    return result


def with_hand(state: S, seat: str, hand: tuple[Card, ...], **facts: object) -> S:
    """Return the state with another hand at this seat, and with these facts."""
    return replace(state, hands=MappingProxyType({**state.hands, seat: hand}), **facts)


def may_hold(state: State, hand: tuple[Card, ...], card: Card) -> bool:
    """Return whether this card may be in this hand, as far as it is visible."""
    return card in hand or (UNSEEN in hand and card in state.unaccounted)


def find_counted_side(state: State) -> str:
    """Return the side whose captures a solver counts: the bidder's, and of a position without a bidder the first leader's."""
    seat = state.bidder or (state.position.leader if state.position else state.turn_order[0])
    return state.side_of(seat)


def name_mover(state: State) -> str:
    """Return how a refusal names the hand to move: "You" for the player's own cards, else its name."""
    plays_for_others = state.rules.exposed or state.rules.half_hidden
    return YOU if not plays_for_others or state.actor == state.turn else state.name

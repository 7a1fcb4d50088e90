"""What has happened so far in a round of tricks: the facts that the phases read and add to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from mam.games.round import Round, list_unaccounted
from mam.rules import tricks
from mam.rules.cards import BEAR, BULL, UNSEEN, Card, Trump, money_in, without
from mam.rules.dealing import opposite
from mam.rules.editions.ruleset import TrickGameRules
from mam.rules.moves import Call
from mam.rules.rulings import YOU
from mam.rules.tricks import Trick

S = TypeVar("S", bound="State")


@dataclass(frozen=True, repr=False)
class State(Round):
    """The table in the middle of a round.

    `turn_order` is the order of turns, to the left. `calls`, `bidder` and `bid` (thousands of dollars, or points) come from the
    auction; `misdealt` is who called for a new deal; `votes` are those on opening the nest; `nest` is what lies in the
    nest now, `discarded` the cards discarded; `called` the cards shown to find silent partners; `exchanged` the seat that
    gave up the Tiger and what it drew; `sealed` the numbers of tricks bid; `tricks` the complete ones and `trick` the open
    one.
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

    # Hands

    def playable(self, seat: str) -> tuple[Card, ...]:
        """The cards this seat may play from: all it holds, less what still lies face down under an open card (R2H-12)."""
        hand = self.hands[seat]
        return without(hand, (below for over, below in self.deal.covers if over in hand and below in hand))

    @property
    def played(self) -> tuple[Card, ...]:
        """Every card played so far, in order."""
        return tuple(card for trick in (*self.tricks, self.trick) if trick for card in trick.cards)

    @cached_property
    def unaccounted(self) -> tuple[Card, ...]:
        """The cards of the pack that nobody has been seen to hold: what an unseen card may be."""
        held = [card for hand in self.hands.values() for card in hand]
        return list_unaccounted(self.rules.pack, (*held, *self.nest, *self.deal.stock, *self.played))

    # Who plays with whom

    @property
    def dummy(self) -> str | None:
        """The hand that the bidder plays beside the own one, once it lies open after the first lead."""
        if not self.rules.exposed or self.bidder is None or not self.played:
            return None
        return opposite(self.turn_order, self.bidder)

    @property
    def sides(self) -> Mapping[str, tuple[str, ...]]:
        """Who scores together in this round, as far as everybody knows: silent partners only when all is played (D-S13)."""
        rules = self.rules
        if rules.alliance == "fixed":
            return rules.sides
        together: tuple[str, ...] = ()
        if rules.alliance == "dummy" and self.bidder:
            together = tuple(seat for seat in rules.seats if seat == self.bidder or seat in rules.dummies)
        if rules.alliance == "called" and self.is_over and self.bidder:
            together = tuple(seat for seat in rules.seats if seat == self.bidder or seat in self.partners)
        if not together:
            return {seat: (seat,) for seat in rules.seats}
        others = tuple(seat for seat in rules.seats if seat not in together)
        return {"-".join(members): members for members in (together, others) if members}

    @property
    def side_names(self) -> Mapping[str, str]:
        """What people call the sides."""
        if self.rules.side_names and self.rules.alliance == "fixed":
            return self.rules.side_names
        return {side: " and ".join(map(self.rules.seat_names.__getitem__, who)) for side, who in self.sides.items()}

    @property
    def partners(self) -> tuple[str, ...]:
        """Who has shown a called card's duplicate by playing it, and so is the bidder's partner (RSP-4, RSP-5)."""
        plays = [play for trick in (*self.tricks, self.trick) if trick for play in trick.plays]
        return tuple(dict.fromkeys(seat for seat, card in plays if card in (self.called or ()) and seat != self.bidder))

    def side_of(self, seat: str) -> str:
        """The side this seat scores with in this round."""
        return next(side for side, seats in self.sides.items() if seat in seats)

    # Money

    @property
    def captured(self) -> Mapping[str, int]:
        """What each side has captured so far: thousands of dollars, points, or tricks."""
        sides = self.sides
        taken = dict.fromkeys(sides, 0)
        for trick in self.tricks:
            for side, seats in sides.items():
                if trick.winner in seats:
                    taken[side] += trick.value
        return taken

    @property
    def bull_gain(self) -> int:
        """What the Bull has added so far, in thousands of dollars."""
        return sum(max(0, trick.value - money_in(trick.cards)) for trick in self._animal_tricks())

    @property
    def bear_loss(self) -> int:
        """What the Bear has destroyed so far, in thousands of dollars."""
        return sum(max(0, money_in(trick.cards) - trick.value) for trick in self._animal_tricks())

    def _animal_tricks(self) -> tuple[Trick, ...]:
        if self.rules.tricks.counts != "money":
            return ()
        return tuple(trick for trick in self.tricks if BULL in trick.cards or BEAR in trick.cards)

    @property
    def nested(self) -> int:
        """The money that lies in the nest once the bidder has put cards out, in thousands of dollars."""
        return 0 if self.discarded is None else money_in(self.nest)

    @property
    def is_trump_broken(self) -> bool:
        """Whether a trump was played to an earlier trick of this round (D-X13)."""
        if self.trump is None:
            return False
        return any(tricks.color_of(card, self.trump) == self.trump for one in self.tricks for card in one.cards)


def replace(state: S, **facts: object) -> S:
    """The state with these facts instead, as `dataclasses.replace` makes it but many times quicker: a move follows from what
    is known already, so nothing is asked or checked again. Raises TypeError for what is no fact of a state.
    """
    fields = state.__dataclass_fields__
    if strange := facts.keys() - fields.keys():
        raise TypeError(f"a state has no {', '.join(sorted(strange))}")
    known = {**state.__dict__, **facts}
    if len(known) > len(fields):  # what was worked out from the old facts stays behind
        known = {name: known[name] for name in fields}
    made = object.__new__(type(state))
    object.__setattr__(made, "__dict__", known)
    return made


def with_hand(state: S, seat: str, hand: tuple[Card, ...], **facts: object) -> S:
    """Return the state with another hand at this seat, and with these facts."""
    return replace(state, hands=MappingProxyType({**state.hands, seat: hand}), **facts)


def may_hold(state: State, hand: tuple[Card, ...], card: Card) -> bool:
    """Return whether this card may be in this hand, as far as it is seen."""
    return card in hand or (UNSEEN in hand and card in state.unaccounted)


def name_mover(state: State) -> str:
    """Return how a refusal names the hand to move: "You" to whoever plays their own cards, else its name."""
    plays_for_others = state.rules.exposed or state.rules.half_hidden
    return YOU if not plays_for_others or state.actor == state.turn else state.name

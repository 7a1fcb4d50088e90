"""A belief: a round as one person knows it, and for each hidden place the cards that may lie there.

It stands for all layouts of the unseen cards that fit, and all count alike. Everything here asks the readable rules; `search.py`
does the same with numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from types import MappingProxyType

from mam.engine import Unsupported
from mam.engine.solver.solution import check_solvable
from mam.games.sampling.clues import DISCARDS, NEST, STOCK, Clues, is_draw_hidden, list_draws
from mam.games.state import find_counted_side
from mam.games.state import replace as replace_facts
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.rules import tricks
from mam.rules.cards import UNSEEN, Card, format_cards
from mam.rules.editions import get_edition, list_editions
from mam.rules.moves import Play
from mam.support.messages import quote

Layout = Mapping[str, tuple[Card, ...]]  # the unseen cards of each hidden place


@dataclass(frozen=True)
class Belief:
    """What `you` know in `round`, which has `??` for each hidden card, and the `seats` whose cards you choose.

    Each of the `unseen` cards lies in one of the hidden places: the seats whose cards you don't see, and perhaps one place more,
    from which nothing is played (the discards). `possible` has the cards that may lie in each. Raises ValueError if they fit in no way.
    """

    round: TrickRound
    you: str
    seats: tuple[str, ...]
    unseen: frozenset[Card]
    possible: Mapping[str, frozenset[Card]]

    def __post_init__(self) -> None:
        if not self.count_layouts():
            cards = format_cards(self.list_unseen())
            raise ValueError(f"the unseen cards {cards} fit no layout of the hidden places")

    # Places

    def list_unseen(self) -> tuple[Card, ...]:
        """Return the unseen cards in the order of the pack."""
        return tuple(card for card in self.round.rules.pack if card in self.unseen)

    @cached_property
    def rooms(self) -> dict[str, int]:
        """How many of the unseen cards lie in each hidden place."""
        rooms = {seat: len(hand) for seat, hand in self.round.hands.items() if seat in self.possible}
        aside = len(self.unseen) - sum(rooms.values())
        return rooms | {place: aside for place in self.possible if place not in rooms}

    @property
    def side(self) -> str:
        """The side whose money is counted: the bidder's, or where nobody has bid that of the seat which leads first."""
        return find_counted_side(self.round)

    @property
    def is_yours(self) -> bool:
        """Whether the counted side is yours."""
        return self.you in self.round.sides[self.side]

    # Layouts

    def count_layouts(self) -> int:
        """Return how many layouts fit."""
        groups = Counter(
            tuple(place for place, cards in self.possible.items() if card in cards) for card in self.unseen
        )
        return _count_ways(tuple(groups.items()), tuple(self.rooms.items()))

    def list_layouts(self) -> Iterator[Layout]:
        """Yield all layouts that fit, in a fixed order."""
        yield from self._fill([*self.rooms], self.list_unseen())

    def _fill(self, places: list[str], cards: tuple[Card, ...]) -> Iterator[dict[str, tuple[Card, ...]]]:
        if not places:
            yield {}
            return
        place, *others = places
        for chosen in combinations([card for card in cards if card in self.possible[place]], self.rooms[place]):
            rest = tuple(card for card in cards if card not in chosen)
            if others or not rest:
                yield from ({place: chosen, **layout} for layout in self._fill(others, rest))

    def deal(self, layout: Layout) -> TrickRound:
        """Return the round with the cards of this layout in the hidden hands."""
        hands = {seat: layout.get(seat, hand) for seat, hand in self.round.hands.items()}
        return replace_facts(self.round, hands=MappingProxyType(hands))

    # Play

    @cached_property
    def cards_to_play(self) -> tuple[Card, ...]:
        """The cards that the seat to move may play: of an open hand the legal ones, of a hidden one those legal in some layout."""
        seat = self.round.turn
        if seat is None:
            return ()
        if seat not in self.possible:
            return tuple(move.card for move in self.round.legal_moves if isinstance(move, Play))
        return tuple(card for card in self.list_unseen() if card in self.possible[seat] and self._find_after(card))

    def play(self, card: Card) -> Belief:
        """Return the belief after this card. Raise ValueError if no layout allows it."""
        after = self._find_after(card) if card in self.cards_to_play else None
        if after is None:
            raise ValueError(f"{self.round.name} can't play {card} in any layout")
        return after

    def _find_after(self, card: Card) -> Belief | None:
        """Return the belief after a card, or None if no layout fits."""
        round, seat = self.round, self.round.turn or ""
        possible = {place: cards - {card} for place, cards in self.possible.items()}
        if seat in possible:
            possible[seat] = frozenset(other for other in possible[seat] if self._may_stay(card, other))
        try:
            return replace(self, round=round._apply(Play(card)), unseen=self.unseen - {card}, possible=possible)
        except ValueError:
            return None

    def _may_stay(self, card: Card, other: Card) -> bool:
        """Return whether the seat to move may hold the other card too, and yet play this one."""
        round = self.round
        cards = round.trick.cards if round.trick else ()
        broken = round.is_trump_broken
        return not tricks.why_not_play(
            card, (card, other), cards, round.trump, round.rules.tricks, "", trump_broken=broken
        )


def find_belief(view: View[TrickRound]) -> Belief:
    """Return what a view proves, as a belief: from the cards that you see, the plays that showed a void, and the rules of the discard.

    Raises TypeError for anything but a view, and what `mam.sure` raises.

    >>> import mam
    >>> round = mam.make_position("make-a-million-1935", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="N")
    >>> belief = find_belief(mam.view(round, "N"))
    >>> belief.rooms["S"], belief.seats, belief.count_layouts() > 1000
    (2, ('N',), True)
    """
    if not isinstance(view, View):
        raise TypeError(f"mam.sure takes a view, like mam.view(round, 'N'), not {quote(view)}")
    round = check_solvable(view.round)
    if view.person is None:
        raise ValueError('say who wants to be sure: mam.view(round, "N"); who sees all cards asks mam.solve')
    clues = Clues(round, _find_draw(round))
    aside = [place for place in clues.rooms if place in (DISCARDS, NEST, STOCK)]
    if len(aside) > 1:
        raise Unsupported("unseen cards lie in more than one place beside the hands")
    possible = {place: frozenset(clues.unseen) - clues.exclusions[place] for place in clues.rooms}
    for seat, hand in round.hands.items():
        if seat in possible:  # a card known to be in a hidden hand can be nowhere else
            possible[seat] |= frozenset(hand) - {UNSEEN}
    unseen = frozenset().union(*possible.values())
    return Belief(round, view.person, list_your_seats(round, view.person), unseen, possible)


def _find_draw(round: TrickRound) -> Card | None:
    """Return a card that can be the one drawn for the Tiger out of sight, or None if everybody saw it.

    One that was played since explains the draw whatever is left in the hand. Without one, some card left there was drawn, and
    sets of possible cards can't say that it is one of several.
    """
    draw = next((card for card in list_draws(round) if card is not None), None)
    if draw is None and is_draw_hidden(round):
        seat, _ = round.exchanged or ("", UNSEEN)
        name = round.rules.seat_names[seat]
        raise Unsupported(
            f"the card that {name} drew for the Tiger may still be in its hand; ask again once it was played"
        )
    return draw


def find_edition(*, has_open_partner: bool) -> str:
    """Return the edition for questions of one kind: one in which the bidder's partner lays down the hand, or the first one.

    >>> find_edition(has_open_partner=True), find_edition(has_open_partner=False)
    ('manhattan', 'make-a-million-1935')
    """
    if not has_open_partner:
        return list_editions()[0]
    return next(name for name in list_editions() if getattr(get_edition(name), "exposed", "") == "partner")


def list_your_seats(round: TrickRound, person: str) -> tuple[str, ...]:
    """Return the seats whose cards this person chooses: the bidder's the open hand's, too, and then its player's none (RMM-8)."""
    dummy = round.dummy
    return tuple(seat for seat in round.turn_order if person == (round.bidder if seat == dummy is not None else seat))


@lru_cache(maxsize=4096)
def _count_ways(groups: tuple[tuple[tuple[str, ...], int], ...], rooms: tuple[tuple[str, int], ...]) -> int:
    """Return in how many ways these numbers of cards, each with the places where they may lie, fill the rooms exactly."""
    if not groups:
        return int(not any(room for _, room in rooms))
    ((places, count), *others) = groups
    if not places:
        return 0
    place, *later_places = places
    room = dict(rooms)[place]
    if not later_places and count > room:
        return 0
    ways = 0
    for taken in range(min(count, room) + 1) if later_places else [count]:
        rest = ((tuple(later_places), count - taken), *others) if count > taken else tuple(others)
        smaller = tuple((name, size - taken if name == place else size) for name, size in rooms)
        ways += comb(count, taken) * _count_ways(rest, smaller)
    return ways

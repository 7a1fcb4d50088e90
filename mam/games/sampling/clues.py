"""What a view proves about its unseen cards: how many are in each place, and which of them may be there."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb, lcm

from mam.games.sampling.counting import ELSEWHERE, Arrangements, Kind
from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.cards import UNSEEN, Card
from mam.rules.nest import is_forced

NEST = "nest"  # the nest before the bidder picks it up
DISCARDS = "discarded"  # the discards
TIGER_DRAW = "drawn"  # the card drawn for the Tiger
STOCK = "stock"  # the undealt cards


def is_draw_hidden(round: TrickRound) -> bool:
    """Return whether a card was drawn for the Tiger out of sight."""
    return round.exchanged is not None and round.exchanged[1] == UNSEEN


def list_draws(round: TrickRound) -> Iterator[Card | None]:
    """Yield what a hidden drawn card can be: a card its seat has played since, or None for a card still in that hand."""
    if not is_draw_hidden(round):
        yield None
        return
    seat, _ = round.exchanged or ("", UNSEEN)
    if UNSEEN in round.hands[seat]:
        yield None
    yield from (card for card in list_played(round, seat) if _may_be_discarded(round, card))


def list_played(round: TrickRound, seat: str) -> list[Card]:
    """Return the cards this seat has played, in order."""
    return [card for trick in (*round.tricks, round.trick) if trick for player, card in trick.plays if player == seat]


def _may_be_discarded(round: TrickRound, card: Card) -> bool:
    """Return whether this card may be an unseen discard: a plain card, because discarded money is shown."""
    discards = round.discarded or ()
    return (
        card.is_number_card if UNSEEN in discards else card in discards
    )  # all visible: one of them was drawn out of sight


def find_impossible_cards(round: TrickRound, cards: Collection[Card]) -> dict[str, set[Card]]:
    """Return those of these unseen cards that each seat has shown it does not hold: with them, one of its plays would be illegal."""
    impossible: dict[str, set[Card]] = {seat: set() for seat in round.rules.seats}
    broken = False
    for trick in (*round.tricks, *([round.trick] if round.trick else [])):
        for index, (seat, card) in enumerate(trick.plays):
            if UNSEEN not in round.hands[seat] or seat in round.rules.half_hidden_seats:
                continue  # a half-hidden hand plays as if its open cards were its whole hand
            for unseen_card in cards:
                hand, table = (card, unseen_card), trick.cards[:index]
                if tricks.why_not_play(card, hand, table, round.trump, round.rules.tricks, "", trump_broken=broken):
                    impossible[seat].add(unseen_card)
        broken = broken or any(tricks.find_color(card, round.trump) == round.trump for card in trick.cards)
    return impossible


@dataclass(frozen=True)
class Clues:
    """What the unseen cards of a round may be; `drawn` is a case from `list_draws`."""

    round: TrickRound
    drawn: Card | None = None

    def table(self) -> Arrangements:
        """Return all ways in which the unseen cards may lie."""
        units: dict[tuple[tuple[tuple[str, ...], ...], frozenset[str], bool], list[tuple[Card, ...]]] = {}
        for card, copies in self.unseen.items():
            elsewhere = frozenset(place for place in self._list_open_places(card) if place not in self.near)
            size = copies if card in self.special else 1
            key = self._list_choices(card, size), elsewhere, self._is_counted(card)
            units.setdefault(key, []).extend([(card,) * size] * (copies // size))
        kinds = [Kind(tuple(unit_list), *key) for key, unit_list in units.items()]
        return Arrangements(kinds, self.rooms, self.near, self._find_weights())

    # Places

    @cached_property
    def rooms(self) -> dict[str, int]:
        """Return how many unseen cards are in each place."""
        round = self.round
        rooms = {seat: hand.count(UNSEEN) for seat, hand in round.hands.items()}
        rooms[NEST if round.discarded is None else DISCARDS] = round.nest.count(UNSEEN)
        rooms[STOCK] = round.deal.stock.count(UNSEEN)
        if round.exchanged and is_draw_hidden(round) and self.drawn is None:
            rooms[round.exchanged[0]] -= 1
            rooms[TIGER_DRAW] = 1
        return {place: count for place, count in rooms.items() if count or self._is_judged(place)}

    def _is_judged(self, place: str) -> bool:
        """Return whether this hand's cards weigh one possible draw against another, even if it is empty."""
        return place == self.round.bidder and is_draw_hidden(self.round)

    @cached_property
    def near(self) -> tuple[str, ...]:
        """Return the places whose exact cards matter: the bidder's hand after the discard, and the discards."""
        bidder = self.round.bidder if self.round.discarded is not None else None
        return tuple(place for place in (bidder, DISCARDS, TIGER_DRAW) if place in self.rooms)

    # Cards

    @cached_property
    def unseen(self) -> Counter[Card]:
        return Counter(self.round.unaccounted)

    def _list_open_places(self, card: Card) -> list[str]:
        """Return the places where this card may be."""
        return [place for place in self.rooms if card not in self.exclusions[place]]

    @cached_property
    def exclusions(self) -> dict[str, frozenset[Card]]:
        """The unseen cards that cannot be in each place."""
        return {
            place: frozenset(card for card in self.unseen if self._is_excluded(card, place)) for place in self.rooms
        }

    def _is_excluded(self, card: Card, place: str) -> bool:
        round = self.round
        if place in (NEST, STOCK):
            return False
        if place in (round.bidder, DISCARDS) and card in (round.called or ()):
            return True  # the bidder has no second copy of a called card
        if place in (DISCARDS, TIGER_DRAW) and not _may_be_discarded(round, card):
            return True
        if place == DISCARDS:
            return False
        if place == round.bidder and is_forced(round.discarded or ()) and card.is_number_card:
            return True  # every plain card was discarded
        return card in self._impossible_cards[(round.exchanged or ("", UNSEEN))[0] if place == TIGER_DRAW else place]

    @cached_property
    def _impossible_cards(self) -> dict[str, set[Card]]:
        """Return the cards each seat has shown it does not hold: with them, one of its plays would be illegal."""
        return find_impossible_cards(self.round, self.unseen)

    # Cards whose copies depend on each other

    def _list_choices(self, card: Card, copies: int) -> tuple[tuple[str, ...], ...]:
        """Return where these copies of a card may be together, each way repeated by its factor."""
        places = self._list_open_places(card)
        near = [place for place in self.near if place in places]
        ways = product([*near, *([ELSEWHERE] if len(near) < len(places) else [])], repeat=copies)
        return tuple(way for way in ways for _ in range(self._find_factor(card, way)))

    @cached_property
    def special(self) -> set[Card]:
        """Return the cards whose copies can't be placed separately, because `_find_factor` depends on all of them."""
        round = self.round
        if not self.near or round.bidder is None:
            return set()
        if UNSEEN not in (*round.deal[round.bidder], *round.deal.nest, *(round.discarded or ())):
            return set()  # all that the bidder has had is known
        return {card for card in self.unseen if self._has_called_few or self._known_before[card]}

    def _find_factor(self, card: Card, way: tuple[str, ...]) -> int:
        """Return how often this placement of a card's unseen copies counts."""
        if card not in self.special:
            return 1
        round = self.round
        kept_count, discard_count = way.count(round.bidder or ""), way.count(DISCARDS)
        could_call = card.color is not None and card not in (round.called or ()) and round.rules.pack.count(card) > 1
        has_single = self._hand_cards[card] + self._played_cards[card] + kept_count == 1
        if self._has_called_few and could_call and has_single and not self._discard_cards[card] + discard_count:
            return 0  # the card could have been called
        # Any copy that the bidder has had may be one known before the discard; a copy still visible in the hand is that one.
        gone_count = self._played_cards[card] + self._discard_cards[card]
        ways = gone_count + kept_count + discard_count + way.count(TIGER_DRAW)
        return comb(ways, max(0, self._known_before[card] - self._hand_cards[card]))

    @property
    def _has_called_few(self) -> bool:
        """Return whether the bidder called too few cards, so that no other card could have been called."""
        cards = self.round.called
        return cards is not None and len(cards) < self.round.rules.called

    @cached_property
    def _known_before(self) -> Counter[Card]:
        """Return the cards known to have been with the bidder before the discard, in the hand or in the nest."""
        deal = self.round.deal
        return Counter(card for card in (*deal[self.round.bidder or ""], *deal.nest) if card != UNSEEN)

    @cached_property
    def _hand_cards(self) -> Counter[Card]:
        return Counter(card for card in self.round.hands[self.round.bidder or ""] if card != UNSEEN)

    @cached_property
    def _discard_cards(self) -> Counter[Card]:
        return Counter(card for card in self.round.discarded or () if card != UNSEEN)

    @cached_property
    def _played_cards(self) -> Counter[Card]:
        return Counter(list_played(self.round, self.round.bidder or ""))

    # The probability of a hidden discard, or of the money in a forced one

    def _is_counted(self, card: Card) -> bool:
        """Return whether the number of legal discards depends on how many cards like this the bidder had."""
        if self.round.bidder not in self.near:
            return False
        return bool(card.money) if is_forced(self.round.discarded or ()) else card.is_number_card

    def _find_weights(self) -> tuple[int, ...]:
        """Return a weight for each number of counted cards in the bidder's hand: a constant over the number of legal discards.

        The constant does not depend on what was drawn out of sight, so that these cases can be compared.
        """
        round = self.round
        if round.bidder not in self.near or round.bidder is None:
            return ()
        discards = round.discarded or ()
        chosen_count = sum(bool(card.money) for card in discards) or len(discards)
        seen_cards = (self._hand_cards + self._played_cards).elements()
        known_count = chosen_count + sum(self._is_counted(card) for card in seen_cards)
        if self.drawn and round.exchanged and round.exchanged[0] == round.bidder:
            known_count -= self._is_counted(self.drawn)  # it is one of the discards
        ways = [comb(known_count + extra, chosen_count) for extra in range(self.rooms[round.bidder] + 1)]
        multiple = lcm(
            *(comb(count, chosen_count) for count in range(chosen_count, round.hand_size + len(discards) + 1))
        )
        return tuple(multiple // way_count for way_count in ways)

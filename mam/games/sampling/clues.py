"""What a view proves of its unseen cards: how many lie where, and which of them may lie there."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb, lcm

from mam.games.sampling.counting import ELSEWHERE, Kind, Table
from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.cards import UNSEEN, Card
from mam.rules.nest import is_forced

NEST = "nest"  # the nest before it is taken up
PUT_OUT = "discarded"  # what lies in the nest after that
DRAWN = "drawn"  # what was drawn for the Tiger
STOCK = "stock"  # what was not dealt


def is_draw_hidden(round: TrickRound) -> bool:
    """Whether somebody has drawn a card for the Tiger, out of sight."""
    return round.exchanged is not None and round.exchanged[1] == UNSEEN


def list_draws(round: TrickRound) -> Iterator[Card | None]:
    """What a card that was drawn out of sight can be: one that its seat has played since, or one still in that hand (None)."""
    if not is_draw_hidden(round):
        yield None
        return
    seat, _ = round.exchanged or ("", UNSEEN)
    if UNSEEN in round.hands[seat]:
        yield None
    yield from (card for card in list_played(round, seat) if _may_be_out(round, card))


def list_played(round: TrickRound, seat: str) -> list[Card]:
    """The cards this seat has played, in order."""
    return [card for trick in (*round.tricks, round.trick) if trick for who, card in trick.plays if who == seat]


def _may_be_out(round: TrickRound, card: Card) -> bool:
    """Whether this card may be an unseen one of those put out: a plain one, for money that goes out is seen."""
    put_out = round.discarded or ()
    return card.is_plain if UNSEEN in put_out else card in put_out  # all seen: one of them was drawn out of sight


@dataclass(frozen=True)
class Clues:
    """What the unseen cards of a round may be; `drawn` is what `list_draws` supposes."""

    round: TrickRound
    drawn: Card | None = None

    def table(self) -> Table:
        """All ways in which the unseen cards may lie."""
        units: dict[tuple[tuple[tuple[str, ...], ...], frozenset[str], bool], list[tuple[Card, ...]]] = {}
        for card, copies in self.unseen.items():
            elsewhere = frozenset(place for place in self._open_to(card) if place not in self.near)
            size = copies if card in self.special else 1
            key = self._choices(card, size), elsewhere, self._is_counted(card)
            units.setdefault(key, []).extend([(card,) * size] * (copies // size))
        kinds = [Kind(tuple(them), *key) for key, them in units.items()]
        return Table(kinds, self.rooms, self.near, self._weights())

    # Where

    @cached_property
    def rooms(self) -> dict[str, int]:
        """How many unseen cards lie in each place."""
        round = self.round
        rooms = {seat: hand.count(UNSEEN) for seat, hand in round.hands.items()}
        rooms[NEST if round.discarded is None else PUT_OUT] = round.nest.count(UNSEEN)
        rooms[STOCK] = round.deal.stock.count(UNSEEN)
        if round.exchanged and is_draw_hidden(round) and self.drawn is None:
            rooms[round.exchanged[0]] -= 1
            rooms[DRAWN] = 1
        return {place: count for place, count in rooms.items() if count or self._is_judged(place)}

    def _is_judged(self, place: str) -> bool:
        """Whether this is the hand whose cards weigh what was drawn against other draws, even if it is empty."""
        return place == self.round.bidder and is_draw_hidden(self.round)

    @cached_property
    def near(self) -> tuple[str, ...]:
        """The places where it matters what exactly lies there: the bidder's hand after the discard, and the discards."""
        bidder = self.round.bidder if self.round.discarded is not None else None
        return tuple(place for place in (bidder, PUT_OUT, DRAWN) if place in self.rooms)

    # Which

    @cached_property
    def unseen(self) -> Counter[Card]:
        return Counter(self.round.unaccounted)

    def _open_to(self, card: Card) -> list[str]:
        """The places where this card may lie."""
        return [place for place in self.rooms if card not in self._barred[place]]

    @cached_property
    def _barred(self) -> dict[str, frozenset[Card]]:
        return {place: frozenset(card for card in self.unseen if self._is_barred(card, place)) for place in self.rooms}

    def _is_barred(self, card: Card, place: str) -> bool:
        round = self.round
        if place in (NEST, STOCK):
            return False
        if place in (round.bidder, PUT_OUT) and card in (round.called or ()):
            return True  # a called card has no twin with the bidder
        if place in (PUT_OUT, DRAWN) and not _may_be_out(round, card):
            return True
        if place == PUT_OUT:
            return False
        if place == round.bidder and is_forced(round.discarded or ()) and card.is_plain:
            return True  # every plain card went out
        return card in self._refused[(round.exchanged or ("", UNSEEN))[0] if place == DRAWN else place]

    @cached_property
    def _refused(self) -> dict[str, set[Card]]:
        """The cards each seat has shown not to hold: with them in hand, a card it played would have been refused."""
        round = self.round
        refused: dict[str, set[Card]] = {seat: set() for seat in round.rules.seats}
        broken = False
        for trick in (*round.tricks, *([round.trick] if round.trick else [])):
            for place, (seat, card) in enumerate(trick.plays):
                if UNSEEN not in round.hands[seat] or seat in round.rules.half_hidden_seats:
                    continue  # a half-hidden hand plays as if its open cards were all it has
                for other in self.unseen:
                    hand, before = (card, other), trick.cards[:place]
                    if tricks.why_not_play(card, hand, before, round.trump, round.rules.tricks, "", broken=broken):
                        refused[seat].add(other)
            broken = broken or any(tricks.color_of(card, round.trump) == round.trump for card in trick.cards)
        return refused

    # Cards whose copies depend on one another

    def _choices(self, card: Card, copies: int) -> tuple[tuple[str, ...], ...]:
        """Where so many copies of a card may lie together, each way as often as it counts."""
        places = self._open_to(card)
        near = [place for place in self.near if place in places]
        ways = product([*near, *([ELSEWHERE] if len(near) < len(places) else [])], repeat=copies)
        return tuple(way for way in ways for _ in range(self._factor(card, way)))

    @cached_property
    def special(self) -> set[Card]:
        """The cards whose copies cannot be placed one by one: `_factor` depends on all of them."""
        round = self.round
        if not self.near or round.bidder is None or UNSEEN not in round.deal[round.bidder]:
            return set()
        return {card for card in self.unseen if self._few_called or self._from_nest[card]}

    def _factor(self, card: Card, way: tuple[str, ...]) -> int:
        """How often it counts that the unseen copies of a card lie like this."""
        if card not in self.special:
            return 1
        round = self.round
        kept, out = way.count(round.bidder or ""), way.count(PUT_OUT)
        could_call = card not in (round.called or ()) and round.rules.pack.count(card) > 1
        one_kept = self._held[card] + self._played[card] + kept == 1
        if self._few_called and could_call and one_kept and not self._put_out[card] + out:
            return 0  # it could have been called
        # Any of the copies that have been with the bidder may be the one seen in the nest; one that still lies open is it.
        gone = self._played[card] + self._put_out[card]
        return comb(gone + kept + out, max(0, self._from_nest[card] - self._held[card]))

    @property
    def _few_called(self) -> bool:
        """Whether the bidder had too few cards to call with, so that every other card was none."""
        called = self.round.called
        return called is not None and len(called) < self.round.rules.called

    @cached_property
    def _from_nest(self) -> Counter[Card]:
        """What everybody has seen in the nest as it was dealt."""
        return Counter(card for card in self.round.deal.nest if card != UNSEEN)

    @cached_property
    def _held(self) -> Counter[Card]:
        return Counter(card for card in self.round.hands[self.round.bidder or ""] if card != UNSEEN)

    @cached_property
    def _put_out(self) -> Counter[Card]:
        return Counter(card for card in self.round.discarded or () if card != UNSEEN)

    @cached_property
    def _played(self) -> Counter[Card]:
        return Counter(list_played(self.round, self.round.bidder or ""))

    # The odds of a discard that was not seen, or of the money in a forced one

    def _is_counted(self, card: Card) -> bool:
        """Whether the number of legal discards depends on how many cards like this one the bidder had."""
        if self.round.bidder not in self.near:
            return False
        return bool(card.money) if is_forced(self.round.discarded or ()) else card.is_plain

    def _weights(self) -> tuple[int, ...]:
        """For each number of counted cards in the bidder's hand: one over the number of legal discards, times a constant.

        The constant is the same whatever was drawn out of sight, so that these cases can be compared.
        """
        round = self.round
        if round.bidder not in self.near or round.bidder is None:
            return ()
        put_out = round.discarded or ()
        chosen = sum(bool(card.money) for card in put_out) or len(put_out)
        seen = (self._held + self._played).elements()
        known = chosen + sum(self._is_counted(card) for card in seen)
        if self.drawn and round.exchanged and round.exchanged[0] == round.bidder:
            known -= self._is_counted(self.drawn)  # it is one of those put out
        ways = [comb(known + more, chosen) for more in range(self.rooms[round.bidder] + 1)]
        common = lcm(*(comb(had, chosen) for had in range(chosen, round.hand_size + len(put_out) + 1)))
        return tuple(common // many for many in ways)

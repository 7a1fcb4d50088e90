"""Worlds: full deals that agree with everything a view shows.

The model: every deal of the unseen cards that agrees with the cards shown and with the voids proven by play is equally
likely, and a bidder whose discard was not seen put out any of his legal sets with equal chance. Worlds are drawn from
exactly that distribution by counting who can hold what, not by trial and error.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from math import comb, factorial, prod
from random import Random

from mam import tricks
from mam.cards import UNSEEN, Card
from mam.dealing import shuffled
from mam.moves import Discard
from mam.round import Round
from mam.views import View

_PUT_OUT = "put out"  # the place of a discard that was not seen
_NEST = "nest"


@dataclass(frozen=True)
class _Group:
    """Unseen cards that may lie in the same places, and whether they are of the kind that `_Odds` counts."""

    places: frozenset[str]
    counted: bool
    size: int


@dataclass(frozen=True)
class _Odds:
    """How likely the bidder was to put out what he did: one over the number of legal sets, which depends on how many
    plain cards he had (or, when the discard was forced and shown, how much money)."""

    bidder: str
    forced: bool
    known: int
    chosen: int

    def counts(self, card: Card) -> bool:
        return bool(card.money) if self.forced else card.is_plain

    def weight(self, more: int) -> float:
        return 1 / comb(self.known + more, self.chosen)


def worlds(view: View, rng: Random) -> Iterator[Round]:
    """Rounds in which no card is unseen any more, each drawn from the model named above; endless.

    The view of each world, by the same person, is the view given. Raises ValueError when no deal agrees with the view
    (which a view taken of a real round never meets).

    >>> import mam
    >>> from random import Random
    >>> seen = mam.view(mam.start("make-a-million-1935", seed=7), "N")
    >>> mam.view(next(mam.worlds(seen, Random(1))), "N") == seen
    True
    """
    if not isinstance(rng, Random):
        raise TypeError(f"worlds are drawn with a random.Random, like Random(1), not {rng!r}")
    return _draw(view.round, rng)


def _draw(round: Round, rng: Random) -> Iterator[Round]:
    room = _room(round)
    allowed = {place: _allowed(round, place) for place in room}
    odds = _odds(round)
    cards: dict[tuple[frozenset[str], bool], list[Card]] = {}
    for card in round.unaccounted:
        places = frozenset(place for place in room if card in allowed[place])
        cards.setdefault((places, odds is not None and odds.counts(card)), []).append(card)
    kinds = sorted(cards, key=lambda key: (key[1], len(key[0]), sorted(key[0])))
    split = _Splitter(tuple(_Group(*key, len(cards[key])) for key in kinds), tuple(room), odds)
    while True:
        held: dict[str, list[Card]] = {place: [] for place in room}
        for key, counts in zip(kinds, split.draw(tuple(room.values()), rng), strict=True):
            pile = shuffled(cards[key], rng)
            for place, count in zip(room, counts, strict=True):
                held[place] += (pile.pop() for _ in range(count))
        yield _fill(round, held, rng)


def _room(round: Round) -> dict[str, int]:
    """How many unseen cards lie in each hand, in the nest before it is taken up, and among the discards."""
    room = {seat: hand.count(UNSEEN) for seat, hand in round.hands.items()}
    if round.bidder is None:
        room[_NEST] = round.deal.nest.count(UNSEEN)
    room[_PUT_OUT] = (round.discarded or ()).count(UNSEEN)
    return {place: count for place, count in room.items() if count}


def _allowed(round: Round, place: str) -> frozenset[Card]:
    """The unseen cards that this place may hold."""
    unseen = frozenset(round.unaccounted)
    if place == _NEST:
        return unseen
    if place == _PUT_OUT:  # only a forced discard holds money, and then all of that is shown
        return frozenset(card for card in unseen if card.is_plain)
    barred = set(_barred_by_play(round, place, unseen))
    if place == round.bidder and any(card.money for card in round.discarded or ()):
        barred |= {card for card in unseen if card.is_plain}  # forced: every plain card went out
    return unseen - barred


def _barred_by_play(round: Round, seat: str, unseen: frozenset[Card]) -> Iterator[Card]:
    """The cards this seat has shown not to hold: with them in hand, a card it played would have been refused."""
    for trick in (*round.tricks, round.trick):
        if trick is None or seat not in trick.seats[: len(trick.cards)]:
            continue
        place = trick.seats.index(seat)
        card, before = trick.cards[place], trick.cards[:place]
        for other in unseen:
            if tricks.why_not_play(card, (card, other), before, round.trump, round.rules.tricks, ""):
                yield other


def _odds(round: Round) -> _Odds | None:
    """The odds of the discard, unless all of the bidder's cards are known anyway."""
    if round.bidder is None or round.discarded is None:
        return None
    held, put_out = round.hands[round.bidder], round.discarded
    if UNSEEN not in (*held, *put_out):
        return None
    forced = any(card.money for card in put_out)
    played = [
        card for trick in (*round.tricks, round.trick) if trick for seat, card in trick.plays if seat == round.bidder
    ]
    chosen = sum(bool(card.money) for card in put_out) if forced else len(put_out)
    odds = _Odds(round.bidder, forced, 0, chosen)
    return replace(odds, known=chosen + sum(odds.counts(card) for card in (*played, *held)))


class _Splitter:
    """Draws how many cards of each group lie in each place, with chances proportional to the number of deals."""

    def __init__(self, groups: tuple[_Group, ...], places: tuple[str, ...], odds: _Odds | None) -> None:
        self.groups, self.odds = groups, odds
        self.bidder = places.index(odds.bidder) if odds and odds.bidder in places else None
        self.may = [[name in group.places for name in places] for group in groups]
        # How many cards of later groups could still fill each place: what a group must leave no room beyond.
        self.later = [
            [sum(other.size for other in groups[number + 1 :] if name in other.places) for name in places]
            for number in range(len(groups))
        ]
        self.ways = cache(self._ways)

    def draw(self, room: tuple[int, ...], rng: Random) -> Iterator[tuple[int, ...]]:
        """For each group, how many of its cards go to each place."""
        counted = 0
        for number in range(len(self.groups)):
            options = list(self._options(number, room, counted))
            if not options:
                raise ValueError("no deal agrees with this view: what it shows contradicts itself")
            mark = rng.random() * sum(ways for *_, ways in options)
            marks = accumulate(ways for *_, ways in options)
            counts, room, counted, _ = next((o for o, m in zip(options, marks, strict=True) if mark < m), options[-1])
            yield counts

    def _ways(self, number: int, room: tuple[int, ...], counted: int) -> float:
        if number == len(self.groups):
            if any(room):
                return 0.0
            return self.odds.weight(counted) if self.odds else 1.0
        return sum(ways for *_, ways in self._options(number, room, counted))

    def _options(
        self, number: int, room: tuple[int, ...], counted: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int, float]]:
        group = self.groups[number]
        for counts in self._splits(number, group.size, room, ()):
            left = tuple(have - took for have, took in zip(room, counts, strict=True))
            then = counted + (counts[self.bidder] if group.counted and self.bidder is not None else 0)
            if later := self.ways(number + 1, left, then):
                yield counts, left, then, later * factorial(group.size) / prod(map(factorial, counts))

    def _splits(
        self, number: int, rest: int, room: tuple[int, ...], given: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        place = len(given)
        if place == len(room):
            if not rest:
                yield given
            return
        most = min(room[place], rest) if self.may[number][place] else 0
        least = max(0, room[place] - self.later[number][place])
        for count in range(least, most + 1):
            yield from self._splits(number, rest - count, room, (*given, count))


def _fill(round: Round, held: Mapping[str, Sequence[Card]], rng: Random) -> Round:
    """The round with every unseen card named: hands as dealt are what is left plus what was played."""
    dealt = {
        seat: [card for card in hand if card != UNSEEN]
        for seat, hand in zip(round.deal.seats, round.deal.hands, strict=True)
    }
    dealt_nest = [card for card in round.deal.nest if card != UNSEEN]
    named = set(round.deal.cards)
    put_out = [*(card for card in round.discarded or () if card != UNSEEN), *held.get(_PUT_OUT, ())]
    loose = {seat: list(held.get(seat, ())) for seat in round.deal.seats}
    for trick in (*round.tricks, round.trick):
        for seat, card in trick.plays if trick else ():
            if card not in named:
                loose[seat].append(card)
    if round.bidder is None:
        dealt_nest += held.get(_NEST, ())
    else:  # which of the bidder's cards came from the nest is anybody's guess
        own = loose[round.bidder] = shuffled([*loose[round.bidder], *(c for c in put_out if c not in named)], rng)
        missing = len(round.deal.nest) - len(dealt_nest)
        dealt_nest += own[:missing]
        loose[round.bidder] = own[missing:]
    hands = tuple((*dealt[seat], *loose[seat]) for seat in round.deal.seats)
    full = Round(round.rules, replace(round.deal, hands=hands, nest=tuple(dealt_nest)))
    for move in round.history:
        full = full.after(Discard(put_out) if isinstance(move, Discard) else move)
    return full

"""What the club player looks at before it plays a card, and what each of these features weighs.

A legal card gets a row of whole numbers, its features: what the trick is likely to bring with it, and what the card is worth in
hand. Its score is their sum, each times a weight that depends on the situation; the highest score is played. The weights were
learned from rounds that the player played against itself (`tools/train_club.py`); they lie in `data/players`, with how they were
made. `mam.engine.tables.club_kernel` computes the same numbers on masks of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any

from mam.engine import strategy
from mam.engine.club.features import LATE, LATE_HAND, LEADS, PLACES, SIDES, SITUATIONS, WINNERS
from mam.engine.club.weights import ClubWeights, Row
from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.cards import BEAR, BULL, TIGER, Card, Trump, number_cards
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Play

WHOLE = 4096  # chances are whole numbers of 4096ths, so that all processors agree
MAX_UNSEEN, MAX_HAND, MAX_COUNTED = 127, 31, 31


def choose_card(round: TrickRound, weights: ClubWeights) -> Card:
    """Return the club player's card for the seat whose turn it is, whose hand must be seen; of equals the first in number."""
    legal = [move.card for move in round.legal_moves if isinstance(move, Play)]
    if len(set(legal)) == 1:
        return legal[0]
    situation, rows = describe_cards(round, legal)
    row = weights.play[SITUATIONS.index(situation)]
    return max(rows, key=lambda card: sum(weight * value for weight, value in zip(row, rows[card], strict=True)))


def describe_cards(round: TrickRound, legal: Iterable[Card]) -> tuple[str, dict[Card, Row]]:
    """Return the situation, and the features of each of these cards in the order of FEATURES."""
    view, legal_cards = _PlayerView.of(round), set(legal)
    return view.situation, {card: view.describe(card) for card in number_cards(round.rules.pack) if card in legal_cards}


@dataclass(frozen=True)
class _PlayerView:
    """What the person to move sees, as far as the features ask for it."""

    rules: TrickGameRules
    trump: Trump | None
    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    unseen: Counter[Card]
    voids: tuple[frozenset[Any], ...]  # of those still to play, in order: the colors that each cannot hold
    allies: tuple[bool, ...]  # of those still to play: whether they are known to be on our side
    is_ours: bool  # whether an ally played the card that holds the trick
    is_bidder: bool
    is_on_bidders_side: bool

    @classmethod
    def of(cls, round: TrickRound) -> _PlayerView:
        assert round.trick is not None and round.turn is not None
        seat, rules, trump = round.turn, round.rules, round.trump
        side, bidder = strategy.find_known_side(round, seat), round.bidder or round.deal.dealer
        voids = _find_voids(round)
        seats = round.trick.seats
        waiting = seats[seats.index(seat) + 1 :]
        discards = (round.discarded or ()) if seat == bidder else ()
        played = [card for trick in (*round.tricks, round.trick) for card in trick.cards]
        winner = tricks.find_winner(round.trick.cards, trump, rules.tricks)
        return cls(
            rules=rules,
            trump=trump,
            hand=tuple(round.hands[seat]),
            table=round.trick.cards,
            unseen=Counter(rules.pack) - Counter([*round.hands[seat], *discards, *played]),
            voids=tuple(frozenset(voids[seat]) for seat in waiting),
            allies=tuple(seat in side for seat in waiting),
            is_ours=winner is not None and seats[winner] in side,
            is_bidder=seat == bidder,
            is_on_bidders_side=bidder in side,
        )

    @property
    def situation(self) -> str:
        """The situation, one of SITUATIONS."""
        return f"{LATE if len(self.hand) <= LATE_HAND else ''}{self._early_situation}"

    @property
    def _early_situation(self) -> str:
        """The situation as it is named early in a round."""
        if not self.table:
            return LEADS[0 if self.is_bidder else 1 if self.is_on_bidders_side else 2]
        led_color, hand = self._find_led(self.table), "neither"
        if led_color is not None:
            follows = any(self._color(card) == led_color for card in self.hand)
            trumps = any(self._is_trump(card) for card in self.hand)
            hand = "following" if follows else "trumping possible" if trumps else "neither"
        return ", ".join((SIDES[self.is_on_bidders_side], PLACES[not self.voids], WINNERS[self.is_ours], hand))

    def describe(self, card: Card) -> Row:
        """Return the features of a card."""
        after = (*self.table, card)
        hold, (hold_now, ally_beats) = 0, self._chances(self.table) if self.table else (0, 0)
        if tricks.find_winner(after, self.trump, self.rules.tricks) == len(self.table):
            hold, ally_beats = self._chances(after)
            side_takes = hold + (ally_beats * (WHOLE - hold) >> 13)
        elif self.is_ours:
            side_takes = hold_now + (ally_beats * (WHOLE - hold_now) >> 13)
        else:
            side_takes = ally_beats * 3 >> 2
        counts = self.rules.tricks.counts != "tricks"
        money = card.money if counts else 0
        before = sum(table_card.money for table_card in self.table) if counts else 0
        multiplier = tricks.find_multiplier(after, self.rules.tricks) if counts else 1
        swing = (2 * side_takes - WHOLE) * (before + money) * multiplier >> 12
        color = self._color(card)
        color_cards = [card for card in self.hand if color is not None and self._color(card) == color]
        unseen = self._unseen(lambda unseen_card: color is not None and self._color(unseen_card) == color)
        higher = sum(
            count for unseen_card, count in unseen.items() if self._strength(unseen_card) > self._strength(card)
        )
        is_master, is_trump, is_single = (
            int(color is not None and not higher),
            int(self._is_trump(card)),
            len(color_cards) == 1,
        )
        own_trumps = self._own_trumps
        void = [
            (ally, self.trump in colors)
            for ally, colors in zip(self.allies, self.voids, strict=True)
            if color is not None and not is_trump and (color in colors or not unseen)
        ]
        trumps_unseen = self._trumps_unseen
        return (
            swing,
            side_takes >> 6,
            hold >> 6,
            ally_beats >> 6,
            money,
            money * (WHOLE - side_takes) >> 12,
            sum(
                color is not None and self._color(kind) == color and self._strength(kind) < self._strength(card)
                for kind in self._colors
            ),
            min(higher, 8),
            is_master,
            is_master * is_trump,
            is_master * money,
            is_trump,
            is_trump * trumps_unseen,
            is_trump * own_trumps,
            len(color_cards),
            int(is_single),
            int(is_single and not is_trump and own_trumps > 0),
            sum(unseen.values()),
            sum(unseen_card.money for unseen_card in unseen) * side_takes >> 12 if not self.table and counts else 0,
            sum(held_card.money for held_card in set(color_cards) if held_card != card) if counts else 0,
            sum(not ally and not no_trumps and trumps_unseen > 0 for ally, no_trumps in void),
            sum(ally for ally, _ in void),
            len(self.hand) if hold else 0,
            int(card == TIGER),
            int(card == BULL),
            int(card == BEAR),
            before * side_takes >> 12 if card == BULL else 0,
            before * (WHOLE - side_takes) >> 12 if card == BEAR else 0,
        )

    def _chances(self, table: Sequence[Card]) -> tuple[int, int]:
        """Return the chances that no opponent still to play beats what lies here, and that an ally does, in 4096ths."""
        best = tricks.find_winner(table, self.trump, self.rules.tricks)
        led_color, hold, no_ally = self._find_led(table), WHOLE, WHOLE
        needed_strength = 0 if best is None else tricks.find_strength(table[best], led_color, self.trump)
        chance_none = list_chances_of_none(sum(self.unseen.values()), len(self.hand))
        for ally, voids in zip(self.allies, self.voids, strict=True):
            counts = Counter[tuple[bool, bool]]()
            for card, count in self.unseen.items():
                if (color := self._color(card)) is None or color not in voids:
                    beats = best is None or tricks.find_strength(card, led_color, self.trump) >= needed_strength
                    counts[led_color is None or color == led_color, beats] += count
            higher, higher_trumps = counts[True, True], counts[False, True]
            stays = chance_none[min(higher, MAX_COUNTED)] - (
                chance_none[min(higher + counts[True, False], MAX_COUNTED)]
                * (WHOLE - chance_none[min(higher_trumps, MAX_COUNTED)])
                >> 12
            )
            if ally:
                no_ally = no_ally * max(stays, 0) >> 12
            else:
                hold = hold * max(stays, 0) >> 12
        return hold, WHOLE - no_ally

    def _unseen(self, is_wanted: Callable[[Card], bool]) -> dict[Card, int]:
        return {card: count for card, count in self.unseen.items() if is_wanted(card)}

    def _find_led(self, table: Sequence[Card]) -> Any:
        return tricks.find_led_color(table, self.trump, self.rules.tricks)

    # What is the same for every card that may be played.

    @cached_property
    def _colors(self) -> dict[Card, Any]:
        """The color that each card of the pack counts as."""
        return {card: tricks.find_color(card, self.trump) for card in dict.fromkeys(self.rules.pack)}

    @cached_property
    def _own_trumps(self) -> int:
        return sum(map(self._is_trump, self.hand))

    @cached_property
    def _trumps_unseen(self) -> int:
        return sum(self._unseen(self._is_trump).values())

    def _color(self, card: Card) -> Any:
        return self._colors[card]

    def _is_trump(self, card: Card) -> bool:
        return (color := self._color(card)) is not None and color == self.trump

    def _strength(self, card: Card) -> int:
        return tricks.find_strength(card, self._color(card), self.trump)


def _find_voids(round: TrickRound) -> dict[str, set[Any]]:
    """Return the colors that each seat has shown to be out of: it did not follow them."""
    voids: dict[str, set[Any]] = {seat: set() for seat in round.rules.seats}
    for trick in (*round.tricks, round.trick):
        if trick is None:
            continue
        for index, (seat, card) in enumerate(trick.plays):
            led_color = tricks.find_led_color(trick.cards[:index], round.trump, round.rules.tricks)
            if led_color is not None and tricks.find_color(card, round.trump) != led_color:
                voids[seat].add(led_color)
    return voids


@lru_cache(maxsize=4096)
def list_chances_of_none(unseen: int, size: int) -> Row:
    """Return the chance that a hand of this size has none of 0, 1, 2 … of the unseen cards, in 4096ths.

    >>> list_chances_of_none(4, 2)[:4]
    (4096, 2048, 683, 0)
    """
    unseen, size = min(unseen, MAX_UNSEEN), min(size, MAX_HAND)
    all_hands = comb(unseen, size)
    return tuple(
        WHOLE if size == 0 or count == 0 else round_fraction(WHOLE * comb(max(unseen - count, 0), size), all_hands)
        for count in range(MAX_COUNTED + 1)
    )


def round_fraction(numerator: int, denominator: int) -> int:
    """Return a fraction rounded to the nearest whole number, halves upward; 0 if the denominator is 0."""
    return (2 * numerator + denominator) // (2 * denominator) if denominator else 0

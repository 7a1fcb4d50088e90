"""What a hidden discard may be: the bidder discarded as some policy does, or at random, and named a good trump."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import comb, inf

import numpy as np
from numpy.typing import NDArray

from mam.engine.rollouts.continuation import Rollout
from mam.engine.rollouts.playouts import find_pdep
from mam.engine.rollouts.worlds import Int64Array, Masks
from mam.engine.tables.discards_kernel import find_discards
from mam.games.sampling.clues import DISCARDS, Clues, list_played
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card, NoTrump

# The probability that a bidder discards at random and names trump carelessly; the policies share the rest equally.
_BY_CHANCE = 0.1
# By how much another trump must be better, in thousands of dollars, to make the one named less probable by a factor of e: for a policy,
# and for a random discard.
_TRUMP_TEMPERATURE, _ROUGH_TRUMP_TEMPERATURE = 10.0, 30.0


def is_discard_hidden(round: TrickRound, person: str | None) -> bool:
    """Return whether any legal discard may be hidden from this person, and trump is known."""
    discards = round.discarded or ()
    return (
        bool(discards)
        and all(card == UNSEEN for card in discards)
        and person != round.bidder
        and round.exchanged is None
        and (round.trump is not None or "trump" not in round.rules.phases)
        and not Clues(round).special
    )


class DiscardModel:
    """The ways in which a hidden discard can have been chosen: by each of some policies, or by chance.

    Worlds are `joined` where a policy discards: the bidder's place then holds the discard, too, and the nest is empty. `policies` are
    rollouts by different policies. Ways are numbers: of a policy, or `random_way`.
    """

    def __init__(self, round: TrickRound, policies: Sequence[Rollout]) -> None:
        self.round, self.clues = round, Clues(round)
        self.policies = [policy for policy in policies if policy.plan.club_hands is not None or policy is policies[0]]
        self.cards, self.number = policies[0].cards, policies[0].number
        self.seat, self.nest, self.size = (
            round.rules.seats.index(round.bidder or ""),
            len(round.rules.seats),
            len(round.discarded or ()),
        )
        self.random_way = len(self.policies)
        self.probabilities = [*[(1 - _BY_CHANCE) / self.random_way] * self.random_way, _BY_CHANCE]
        self.number_cards = self._mask(card for card in self.cards if card.is_number_card)
        # Unseen cards that the bidder's hand cannot hold any more, and those that cannot have been discarded
        self.not_kept = self._mask(self._exclude(round.bidder or ""))
        self.not_discarded = self._mask(self._exclude(DISCARDS))
        self.played = [1 << self.number[card] for card in list_played(round, round.bidder or "")]
        self.number_cards_played = sum(bit & self.number_cards > 0 for bit in self.played)

    def _mask(self, cards: Iterable[Card]) -> int:
        return sum({1 << self.number[card] for card in cards})

    def _exclude(self, place: str) -> frozenset[Card]:
        return self.clues.exclusions.get(place, frozenset(self.clues.unseen))

    @cached_property
    def _trumps(self) -> tuple[int, Int64Array]:
        """The number of the trump, and those that the bidder could have named."""
        round, trumps = self.round, self.policies[0].trumps
        trump = trumps.index(round.trump) if round.trump in trumps else 0
        is_named = "trump" in round.rules.phases and not round.rules.trump_bound
        is_color = round.trump in trumps and not isinstance(round.trump, NoTrump)
        colors = [number for number, choice in enumerate(trumps) if not isinstance(choice, NoTrump)]
        return trump, np.array(colors if is_named and is_color else [trump], np.int64)

    def join(self, masks: Masks, ways: Int64Array) -> Masks:
        """Join worlds that were drawn with hidden discards chosen by chance."""
        contents, duplicates = masks.contents.copy(), masks.duplicates.copy()
        rows = ways != self.random_way
        hand, hand_duplicates = _add(
            *(part[rows, place] for place in (self.seat, self.nest) for part in (contents, duplicates))
        )
        contents[rows, self.seat], duplicates[rows, self.seat] = hand, hand_duplicates
        contents[rows, self.nest] = duplicates[rows, self.nest] = 0
        return Masks(masks.cards, contents, duplicates)

    def measure_proposal(self, joined: Masks, ways: Int64Array) -> NDArray[np.float64]:
        """Return the logarithm of the probability with which joined worlds are drawn, but for a constant.

        A legal discard has been chosen by chance; those are left that the cards shown since then allow.
        """
        cards, card_duplicates = self._list_all(joined)
        left, left_duplicates = self._remove_played(cards, card_duplicates)
        forced = _count(left & self.not_kept, left_duplicates & self.not_kept)
        # No card of the bidder's hand is visible, so all that were not played can have been discarded.
        free = self._count_numbers(cards, card_duplicates) - self.number_cards_played - forced
        possible = _choose(free, np.maximum(self.size - forced, 0))
        log_possible = np.where(ways == self.random_way, 0.0, np.log(np.maximum(possible, 1)))
        log_probability: NDArray[np.float64] = log_possible - np.log(self._count_legal(cards, card_duplicates))
        return log_probability

    def separate(self, joined: Masks, ways: Int64Array) -> tuple[Masks, NDArray[np.float64]]:
        """Return joined worlds with each discard in the nest, and minus the logarithm of its probability.

        It is infinite where the policy discards a card that was played, or keeps one that the bidder cannot hold.
        """
        contents, duplicates = joined.contents.copy(), joined.duplicates.copy()
        surprise = np.zeros(len(joined))
        cards, card_duplicates = self._list_all(joined)
        left, left_duplicates = self._remove_played(cards, card_duplicates)
        for way, policy in enumerate(self.policies):
            rows = np.flatnonzero(ways == way)
            discard, discard_duplicates, values = self._find_discards(policy, cards[rows], card_duplicates[rows])
            hand, hand_duplicates = _subtract(cards[rows], card_duplicates[rows], discard, discard_duplicates)
            unplayed, unplayed_duplicates = left[rows], left_duplicates[rows]
            unplayed_after, _ = _subtract(unplayed, unplayed_duplicates, discard, discard_duplicates)
            is_possible = (
                (discard & ~unplayed == 0)
                & (discard_duplicates & ~unplayed_duplicates == 0)
                & (discard & self.not_discarded == 0)
                & (unplayed_after & self.not_kept == 0)
            )
            surprise[rows] = np.where(is_possible, self._measure_trump(values, _TRUMP_TEMPERATURE), inf)
            contents[rows, self.seat], duplicates[rows, self.seat] = hand, hand_duplicates
            contents[rows, self.nest], duplicates[rows, self.nest] = discard, discard_duplicates
        rows = np.flatnonzero(ways == self.random_way)
        _, _, values = self._find_discards(self.policies[0], cards[rows], card_duplicates[rows])
        surprise[rows] = self._measure_trump(values, _ROUGH_TRUMP_TEMPERATURE) + np.log(
            self._count_legal(cards[rows], card_duplicates[rows])
        )
        return Masks(joined.cards, contents, duplicates), surprise

    def _list_all(self, joined: Masks) -> tuple[Int64Array, Int64Array]:
        """Return the masks of all that the bidder has had after the nest was picked up."""
        return _add(
            *(part[:, place] for place in (self.seat, self.nest) for part in (joined.contents, joined.duplicates))
        )

    def _remove_played(self, cards: Int64Array, duplicates: Int64Array) -> tuple[Int64Array, Int64Array]:
        for bit in self.played:
            cards, duplicates = _subtract(cards, duplicates, bit, 0)
        return cards, duplicates

    def _count_numbers(self, cards: Int64Array, duplicates: Int64Array) -> Int64Array:
        return _count(cards & self.number_cards, duplicates & self.number_cards)

    def _count_legal(self, cards: Int64Array, duplicates: Int64Array) -> NDArray[np.float64]:
        """Return in how many ways a bidder with these cards could have discarded."""
        return np.maximum(_choose(self._count_numbers(cards, duplicates), np.full(len(cards), self.size)), 1)

    def _find_discards(
        self, policy: Rollout, cards: Int64Array, duplicates: Int64Array
    ) -> tuple[Int64Array, Int64Array, NDArray[np.float64]]:
        """Return what the policy discards, and what the cards are worth with each trump, in thousands of dollars."""
        discards, discard_duplicates = (np.zeros(len(cards), np.int64) for _ in range(2))
        trump, trumps = self._trumps
        values = np.zeros((len(cards), len(trumps)), np.int64)
        plan = policy.plan
        find_discards(
            plan.game,
            plan.policy,
            plan.club_hands,
            np.ascontiguousarray(cards),
            np.ascontiguousarray(duplicates),
            trump,
            trumps,
            discards,
            discard_duplicates,
            values,
            find_pdep(),
        )
        return discards, discard_duplicates, values / (64 if plan.club_hands is not None else 1)

    def _measure_trump(self, values: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
        """Return minus the logarithm of the probability that the trump was named, by what the cards are worth with each."""
        trump, trumps = self._trumps
        exponents = values / temperature
        named = exponents[:, trumps.tolist().index(trump)]
        surprise: NDArray[np.float64] = np.logaddexp.reduce(exponents, axis=1) - named
        return surprise


def _add(
    cards: Int64Array, duplicates: Int64Array, more: Int64Array, more_duplicates: Int64Array
) -> tuple[Int64Array, Int64Array]:
    """Return the masks of two collections of cards together; no card is there more than twice."""
    return cards | more, duplicates | more_duplicates | (cards & more)


def _subtract(
    cards: Int64Array, duplicates: Int64Array, fewer: Int64Array | int, fewer_duplicates: Int64Array | int
) -> tuple[Int64Array, Int64Array]:
    """Return the masks of a collection of cards without some of them."""
    return cards & ~(fewer & ~(duplicates & ~fewer_duplicates)), duplicates & ~fewer


def _count(cards: Int64Array, duplicates: Int64Array) -> Int64Array:
    counts: Int64Array = np.bitwise_count(cards).astype(np.int64) + np.bitwise_count(duplicates)
    return counts


# No discard has more than 16 cards.
_WAYS = np.array([[comb(n, k) for k in range(17)] for n in range(65)], np.float64)


def _choose(n: Int64Array, k: Int64Array) -> NDArray[np.float64]:
    ways: NDArray[np.float64] = _WAYS[np.maximum(n, 0), np.minimum(k, 16)]
    return ways

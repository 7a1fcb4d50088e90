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
from mam.engine.tables.hands import Hands
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
        self.policies = [policy for policy in policies if policy.plan.has_club_hands or policy is policies[0]]
        self.cards, self.number = policies[0].cards, policies[0].number
        self.seat, self.nest = round.rules.seats.index(round.bidder or ""), len(round.rules.seats)
        self.size = len(round.discarded or ())
        self.random_way = len(self.policies)
        self.probabilities = [*[(1 - _BY_CHANCE) / self.random_way] * self.random_way, _BY_CHANCE]
        self.number_cards = self._mask(card for card in self.cards if card.is_number_card)
        # Unseen cards that the bidder's hand cannot hold any more, and those that cannot have been discarded
        self.not_kept = self._mask(self._exclude(round.bidder or ""))
        self.not_discarded = self._mask(self._exclude(DISCARDS))
        self.played = [Hands(1 << self.number[card]) for card in list_played(round, round.bidder or "")]
        self.number_cards_played = sum(card.cards & self.number_cards > 0 for card in self.played)

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
        joined = masks.copy()
        rows = ways != self.random_way
        joined.put(rows, self.seat, self._list_all(masks)[rows])
        joined.put(rows, self.nest, Hands(0))
        return joined

    def measure_proposal(self, joined: Masks, ways: Int64Array) -> NDArray[np.float64]:
        """Return the logarithm of the probability with which joined worlds are drawn, but for a constant.

        A legal discard has been chosen by chance; those are left that the cards shown since then allow.
        """
        hands = self._list_all(joined)
        forced = (self._remove_played(hands) & self.not_kept).count()
        # No card of the bidder's hand is visible, so all that were not played can have been discarded.
        free = (hands & self.number_cards).count() - self.number_cards_played - forced
        possible = _choose(free, np.maximum(self.size - forced, 0))
        log_possible = np.where(ways == self.random_way, 0.0, np.log(np.maximum(possible, 1)))
        log_probability: NDArray[np.float64] = log_possible - np.log(self._count_legal(hands))
        return log_probability

    def separate(self, joined: Masks, ways: Int64Array) -> tuple[Masks, NDArray[np.float64]]:
        """Return joined worlds with each discard in the nest, and minus the logarithm of its probability.

        It is infinite where the policy discards a card that was played, or keeps one that the bidder cannot hold.
        """
        separated = joined.copy()
        surprise = np.zeros(len(joined))
        all_hands = self._list_all(joined)
        for way, policy in enumerate(self.policies):
            rows = np.flatnonzero(ways == way)
            hands = all_hands[rows]
            discards, values = self._find_discards(policy, hands)
            unplayed = self._remove_played(hands)
            is_possible = (
                (discards.cards & ~unplayed.cards == 0)
                & (discards.duplicates & ~unplayed.duplicates == 0)
                & (discards.cards & self.not_discarded == 0)
                & ((unplayed - discards).cards & self.not_kept == 0)
            )
            surprise[rows] = np.where(is_possible, self._measure_trump(values, _TRUMP_TEMPERATURE), inf)
            separated.put(rows, self.seat, hands - discards)
            separated.put(rows, self.nest, discards)
        rows = np.flatnonzero(ways == self.random_way)
        _, values = self._find_discards(self.policies[0], all_hands[rows])
        surprise[rows] = self._measure_trump(values, _ROUGH_TRUMP_TEMPERATURE) + np.log(
            self._count_legal(all_hands[rows])
        )
        return separated, surprise

    def _list_all(self, masks: Masks) -> Hands:
        """Return all that the bidder has had after the nest was picked up."""
        return masks.pick(self.seat) + masks.pick(self.nest)

    def _remove_played(self, hands: Hands) -> Hands:
        for card in self.played:
            hands -= card
        return hands

    def _count_legal(self, hands: Hands) -> NDArray[np.float64]:
        """Return in how many ways a bidder with these cards could have discarded."""
        return np.maximum(_choose((hands & self.number_cards).count(), np.full(len(hands), self.size)), 1)

    def _find_discards(self, policy: Rollout, hands: Hands) -> tuple[Hands, NDArray[np.float64]]:
        """Return what the policy discards, and what the cards are worth with each trump, in thousands of dollars."""
        discards = Hands(np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64))
        trump, trumps = self._trumps
        values = np.zeros((len(hands), len(trumps)), np.int64)
        plan = policy.plan
        find_discards(
            plan.game,
            plan.policy,
            plan.club_hands,
            np.ascontiguousarray(hands.cards),
            np.ascontiguousarray(hands.duplicates),
            trump,
            trumps,
            discards.cards,
            discards.duplicates,
            values,
            find_pdep(),
        )
        return discards, values / (64 if plan.has_club_hands else 1)

    def _measure_trump(self, values: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
        """Return minus the logarithm of the probability that the trump was named, by what the cards are worth with each."""
        trump, trumps = self._trumps
        exponents = values / temperature
        named = exponents[:, trumps.tolist().index(trump)]
        surprise: NDArray[np.float64] = np.logaddexp.reduce(exponents, axis=1) - named
        return surprise


# No discard has more than 16 cards.
_WAYS = np.array([[comb(n, k) for k in range(17)] for n in range(65)], np.float64)


def _choose(n: Int64Array, k: Int64Array) -> NDArray[np.float64]:
    ways: NDArray[np.float64] = _WAYS[np.maximum(n, 0), np.minimum(k, 16)]
    return ways

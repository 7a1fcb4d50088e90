"""What calls and cards say about unseen hands: worlds weighed by the probability that they give to what the others did."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import log
from random import Random

import numpy as np
from numpy.typing import NDArray

from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.club.weights import choose_policy
from mam.engine.rollouts.call_model import find_deviations
from mam.engine.rollouts.club_hand_tables import measure_club_deviations
from mam.engine.rollouts.continuation import Rollout, split_rows
from mam.engine.rollouts.worlds import Masks
from mam.engine.tables.search_tree import SURPRISE_UNIT
from mam.games.trick_round import TrickRound
from mam.support.steps import take_all

# How players deviate from the policy that the worlds are weighed by, fitted on rounds of several players
# (tools/fit_inference.py).
_CALL_TEMPERATURE = (
    5.0  # the deviation of calls that makes them less probable by a factor of e, in thousands of dollars
)
_ROUGH_CALL_TEMPERATURE, _ROUGH_CALLERS = 60.0, 0.4  # for those who call only roughly so, and how likely they are
_LONE_CALL_TEMPERATURE = 10.0  # where only the rulebook player's calls are known
_CARD_TEMPERATURE = 1400.0  # the difference in score that does so for a card of the club player
# Minus the logarithm of the probability that a rulebook player plays its card, and that it plays another.
_USUAL_CARD, _UNUSUAL_CARD = 0.15, 3.15
# How much a card's score says about those who play like neither player, or now like this and now like that.
_CLUB_PART = 0.5
_LONE_UNUSUAL_CARD = 1.0  # where only the rulebook player's cards are known
_GOLDEN = (5**0.5 - 1) / 2


def has_evidence(round: TrickRound, person: str | None) -> bool:
    """Return whether anybody else has called or played a card."""
    return any(seat != person for seat, _ in round.calls) or _have_others_played(round, person)


def _have_others_played(round: TrickRound, person: str | None) -> bool:
    return any(seat != person for trick in (*round.tricks, round.trick) if trick for seat, _ in trick.plays)


def list_policies(round: TrickRound, person: str) -> tuple[Rollout, ...]:
    """Return the policies by which cards are weighed: the rulebook player's, and the club player's where it has learned the edition."""
    policies = dict.fromkeys(("rulebook", choose_policy(round.rules.full_id)))
    return tuple(Rollout(round, person, policy=policy) for policy in policies)


def weigh_worlds(round: TrickRound, person: str, masks: Masks) -> NDArray[np.float64]:
    """Return the weight of each world, given what the others have called and played; the mean is 1.

    A world counts as much as the probability of their calls and cards in it. Nobody knows who plays: they may all be rulebook players,
    or club players, or only roughly so. Where others have shown nothing all weights are 1.
    """
    return make_weights(take_all(measure_surprise_in_steps(round, person, masks, list_policies(round, person))))


def make_weights(surprise: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weights with the mean 1, given minus their logarithms. All are 1 if nothing is possible."""
    lowest = surprise.min(initial=np.inf)
    if not np.isfinite(lowest):
        return np.ones(len(surprise))
    weights = np.exp(lowest - surprise)
    mean_one: NDArray[np.float64] = weights / weights.mean()
    return mean_one


def measure_surprise_in_steps(
    round: TrickRound, person: str, masks: Masks, policies: Sequence[Rollout]
) -> Generator[None, None, NDArray[np.float64]]:
    """Return minus the logarithm of the probability of the others' calls and cards in each world, but for a constant.

    `policies` are those of `list_policies`.
    """
    surprise = np.zeros(len(masks))
    for rows in split_rows(len(masks)):
        if rows.start:
            yield
        if any(seat != person for seat, _ in round.calls):
            surprise[rows] += _measure_surprise_by_calls(round, person, masks[rows])
            yield
        if _have_others_played(round, person):
            surprise[rows] += _measure_surprise_by_cards(round, person, masks[rows], policies, rows.start)
    return surprise


def _measure_surprise_by_cards(
    round: TrickRound, person: str, masks: Masks, policies: Sequence[Rollout], first: int
) -> NDArray[np.float64]:
    """Return minus the logarithm of the probability of the others' cards in each world, but for a constant.

    A card of the rulebook player is expected of it or not; one of the club player is the less probable the lower its score in
    comparison with the other cards that could have been played. `first` is the number of the first world.
    """
    by_rulebook, *by_club = (
        rollout.measure_surprise(masks, person, _CARD_TEMPERATURE, 1, first) for rollout in policies
    )
    if not by_club:
        return (by_rulebook * _LONE_UNUSUAL_CARD).astype(np.float64)
    played = sum(seat != person for trick in (*round.tricks, round.trick) if trick for seat, _ in trick.plays)
    return mix_card_players(by_rulebook, by_club[0] / SURPRISE_UNIT, played)


def mix_card_players(
    by_rulebook: NDArray[np.int64],
    by_club: NDArray[np.float64],
    played: int,
    usual: float = _USUAL_CARD,
    unusual: float = _UNUSUAL_CARD,
    club_part: float = _CLUB_PART,
) -> NDArray[np.float64]:
    """Return the surprise at `played` cards.

    `by_rulebook` of them the rulebook player would not have played; for the club player they are as improbable as `by_club` says.
    """
    exponents = -np.array(
        [
            (unusual - usual) * by_rulebook + usual * played,
            by_club,
            by_rulebook + club_part * by_club,
        ]
    )
    surprise: NDArray[np.float64] = -np.logaddexp.reduce(exponents, axis=0)
    return surprise


def _measure_surprise_by_calls(round: TrickRound, person: str, masks: Masks) -> NDArray[np.float64]:
    """Return minus the logarithm of the probability of the others' calls in each world, but for a constant.

    They may all bid like rulebook players, or like club players, or only roughly like these: nobody knows which.
    """
    by_rulebook = find_deviations(round, person, masks)
    weights = find_hand_weights(round.rules.full_id)
    if weights is None:
        return by_rulebook / _LONE_CALL_TEMPERATURE
    by_club = measure_club_deviations(round, weights, person, masks)
    return mix_callers(by_rulebook, by_club)


def mix_callers(
    by_rulebook: NDArray[np.int64],
    by_club: NDArray[np.float64],
    temperature: float = _CALL_TEMPERATURE,
    rough_temperature: float = _ROUGH_CALL_TEMPERATURE,
    rough: float = _ROUGH_CALLERS,
) -> NDArray[np.float64]:
    """Return the surprise at calls that deviate so far from the rulebook player's and the club player's."""
    exponents = -np.array(
        [by_rulebook / temperature, by_club / temperature, by_club / rough_temperature + log(1 / rough)]
    )
    surprise: NDArray[np.float64] = -np.logaddexp.reduce(exponents, axis=0)
    return surprise


def measure_effective_size(weights: NDArray[np.float64]) -> float:
    """Return the number of equally likely worlds that say as much as these."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def pick_rows(weights: NDArray[np.float64], count: int, seed: int, first: int = 0) -> NDArray[np.intp]:
    """Return `count` rows, each as often as it weighs, from number `first` on of a sequence.

    Any rows that follow each other in the sequence represent all of them well.
    """
    marks = np.cumsum(weights)
    fractions = (Random(seed).random() + np.arange(first, first + count) * _GOLDEN) % 1.0
    rows = np.searchsorted(marks, fractions * marks[-1], side="right")
    picked_rows: NDArray[np.intp] = np.minimum(rows, len(weights) - 1)
    return picked_rows

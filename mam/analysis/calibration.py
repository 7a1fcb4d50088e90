"""Check whether the advice is calibrated: predicted chances of making a bid beside what was observed.

Each prediction is made when a person wins the auction, from that person's cards and all calls. That is the hardest moment:
whoever bids highest has often thought too well of the hand (the winner's curse).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mam.analysis.auctions import Calls, hold_auction, make_unseen_round
from mam.analysis.numbered_rounds import run_numbers
from mam.engine.budget import check_count
from mam.engine.rollouts.call_model import estimate_bids, estimate_cards, find_bid_limits, measure_deviations
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.worlds import MaskDrawer, Masks
from mam.games.registry import find_rules
from mam.rules import auction
from mam.rules.cards import Card
from mam.rules.dealing import check_seed, derive_seed
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid
from mam.support.estimates import Estimate

BOLDNESS = (-20, 10, 30, 40, 50, 60, 80, 130)  # so that all tenths of the predicted chance come up about equally often
_CHUNK = 250  # cases that share their shuffles
_ROWS = 4096  # shuffles at a time
_MAX_SHUFFLES = 64 * _ROWS  # after these a case uses the worlds it has
_FIELD = 16  # bits for the worth of a hand under one trump
_WORTH = (1 << _FIELD) - 1
_TENTHS = 10


def calibrate(
    edition: str,
    cases: int,
    *,
    seed: int,
    worlds: int = 300,
    boldness: Sequence[int] = BOLDNESS,
    options: Sequence[str] = (),
    workers: int = 1,
    policy: str = "club",
) -> pd.DataFrame:
    """Deal rounds, let rulebook players bid, predict whether the bid is made, and play the deal as it was.

    The prediction is the proportion of `worlds` consistent with the bidder's cards and all calls in which players by this `policy`
    make the bid; the nest has not been seen yet. The observation is what they do with the real cards. Rulebook
    players make most of their bids, so auctions are held at several levels of `boldness`: everybody bids that many
    thousands of dollars above (or below) their limit, and everybody knows it.

    One row for each auction that somebody won: `boldness`, `dealer`, `bidder`, `bid`, `rival` (who made the last bid that was
    beaten, "" if that bid was forced), `predicted`, `predicted_without_calls` (the prediction that ignores the calls), `made`, and
    `worlds`. If no world fits rare calls, `predicted` is missing. A row is the same for any number of `workers`.

    Raises ValueError if nobody bids for trump, Unsupported for half-hidden hands.

    >>> table = calibrate("make-a-million-1935", 200, seed=1, worlds=50, boldness=[0])
    >>> len(table), bool(abs(table.predicted.mean() - table.made.mean()) < 0.05)
    (200, True)
    """
    rules = find_rules(edition, options)
    if not isinstance(rules, TrickGameRules) or "auction" not in rules.phases:
        raise ValueError(f"{rules.id} has no auction for trump")
    if not boldness:
        raise ValueError("boldness is a list of thousands of dollars, like [0, 40], not empty")
    study = _Study(rules, check_seed(seed), check_count("worlds", worlds, 1), tuple(boldness), policy)
    chunks = -(-check_count("cases", cases, 1) // _CHUNK)
    sizes = [min(_CHUNK, cases - _CHUNK * number) for number in range(chunks)]
    return pd.concat(run_numbers(partial(_predict, study, sizes), chunks, workers), ignore_index=True)


def tabulate(cases: pd.DataFrame, column: str = "predicted") -> pd.DataFrame:
    """Group cases by tenths of the predicted chance, as `mam.charts.calibration` needs them.

    One row for each tenth with cases in it: `low` and `high`, the mean `predicted`, the proportion `observed` with its
    `standard_error`, and `n` cases. `column` names the prediction.

    >>> tabulate(pd.DataFrame({"predicted": [0.1, 0.14, 1.0], "made": [True, False, True]})).n.tolist()
    [2, 1]
    """
    predicted_cases = cases[cases[column].notna()]
    tenth = np.minimum((predicted_cases[column] * _TENTHS + 1e-9).astype(int), _TENTHS - 1)
    groups = predicted_cases.groupby(tenth)
    table = groups.agg(predicted=(column, "mean"), observed=("made", "mean"), n=("made", "size"))
    table.insert(0, "low", table.index / _TENTHS)
    table.insert(1, "high", (table.index + 1) / _TENTHS)
    estimates = map(Estimate.of_proportion, table["observed"], table["n"])
    table.insert(4, "standard_error", [estimate.standard_error for estimate in estimates])
    return table.reset_index(drop=True)


@dataclass(frozen=True)
class _Study:
    """The study: all that a worker process needs."""

    rules: TrickGameRules
    seed: int
    worlds: int
    boldness: tuple[int, ...]
    policy: str


def _predict(study: _Study, sizes: Sequence[int], number: int) -> pd.DataFrame:
    """Predict and play the chunk with this number: one dealer, one level of boldness."""
    rules, size = study.rules, sizes[number]
    dealers = (rules.first_dealer,) if rules.first_dealer else rules.persons
    dealer = dealers[number % len(dealers)]
    boldness = study.boldness[number // len(dealers) % len(study.boldness)]
    hidden = make_unseen_round(rules, dealer)
    real = MaskDrawer(hidden, list_mask_cards(rules)).draw(size, derive_seed(study.seed, "deals", number) >> 2)
    bid_limits = find_bid_limits(hidden, real)[:, [rules.seats.index(person) for person in rules.persons]] + boldness
    calls = [hold_auction(rules, dealer, tuple(row)) for row in bid_limits.tolist()]
    ends = [auction.find_high_bid(auction_calls) for auction_calls in calls]
    shuffles = _Shuffles(derive_seed(study.seed, "worlds", number), len(rules.pack) - rules.hand_size)
    tables = []
    for bidder in rules.persons:
        rows = [row for row, end in enumerate(ends) if end and end[0] == bidder]
        if not rows:
            continue
        bids = np.array([end[1].amount for end in ends if end and end[0] == bidder])
        views = [_BidderView(rules, bidder, real[row : row + 1], calls[row], boldness) for row in rows]
        cases_by_view = [view.draw(shuffles, study.worlds) for view in views]
        without_calls = [view.draw(shuffles, study.worlds, listen=False) for view in views]
        rollout = Rollout(hidden, bidder, policy=study.policy)
        table = {
            "boldness": boldness,
            "dealer": dealer,
            "bidder": bidder,
            "bid": bids,
            "case": _CHUNK * number + np.array(rows),
        }
        table |= {"rival": [_rival(rules, calls[row]) for row in rows]}
        table |= {
            "predicted": find_proportions(rollout, cases_by_view, bids),
            "predicted_without_calls": find_proportions(rollout, without_calls, bids),
        }
        table |= {"made": find_proportions(rollout, [real[row : row + 1] for row in rows], bids) > 0.5}
        tables.append(pd.DataFrame(table | {"worlds": [len(masks) for masks in cases_by_view]}))
    return pd.concat(tables).sort_values("case").set_index("case")


def _rival(rules: TrickGameRules, calls: Calls) -> str:
    """Return who made the last bid that was beaten; "" if that bid was forced, or there was none."""
    bids = [(index, seat) for index, (seat, call) in enumerate(calls) if isinstance(call, Bid)]
    beaten = [(index, seat) for index, seat in bids if seat != bids[-1][1]]
    if not beaten or auction.must_bid(len(rules.persons), calls[: beaten[-1][0]], rules.auction):
        return ""
    return beaten[-1][1]


def find_proportions(rollout: Rollout, cases: Sequence[Masks], bids: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return for each case the proportion of its worlds in which its bid is made; missing if it has none."""
    sizes = np.array([len(masks) for masks in cases])
    singles, duplicates = (
        np.concatenate([getattr(masks, name) for masks in cases]) for name in ("contents", "duplicates")
    )
    end = rollout.run(Masks(cases[0].cards, singles, duplicates))
    is_made = end.captured >= np.repeat(bids, sizes)
    counts = np.bincount(np.repeat(np.arange(len(cases)), sizes), is_made, len(cases))
    with np.errstate(invalid="ignore"):
        proportions: NDArray[np.float64] = counts / sizes
    return proportions


class _Shuffles:
    """Random orders of the cards that a person has not seen, the same for all cases, made on first use.

    Each block has a column for each order: a card's place in the pack down the rows.
    """

    def __init__(self, seed: int, cards: int) -> None:
        self.cards, self.stream = cards, np.random.PCG64(seed)
        self.blocks: list[NDArray[np.intp]] = []

    def __getitem__(self, number: int) -> NDArray[np.intp]:
        while len(self.blocks) <= number:
            keys = self.stream.random_raw(_ROWS * self.cards).reshape(_ROWS, self.cards)
            self.blocks.append(np.ascontiguousarray(np.argsort(keys, axis=1).T))
        return self.blocks[number]


class _BidderView:
    """What the bidder knows before the nest: one hand and the calls.

    Deals consistent with that are drawn as `MaskDrawer` and `mam.engine.rollouts.call_model` would draw them, but many times
    faster, because nothing else is known.
    """

    def __init__(self, rules: TrickGameRules, bidder: str, real: Masks, calls: Calls, boldness: int) -> None:
        self.rules, self.bidder, self.calls, self.boldness = rules, bidder, calls, boldness
        self.cards, self.seat_index = real.cards, rules.seats.index(bidder)
        self.hand_masks = real.contents[0, self.seat_index], real.duplicates[0, self.seat_index]
        hand = real.unmask(0, self.seat_index)
        unseen = [*rules.pack]
        for card in hand:
            unseen.remove(card)
        self.worths = np.array([pack_worths(rules)[card] for card in unseen])
        numbers = [self.cards.index(card) for card in unseen]
        second = [card in hand or card in unseen[:index] for index, card in enumerate(unseen)]
        self.bits = np.zeros((2, len(unseen)), np.int64)  # of the first copy of each card, and of the second
        self.bits[np.array(second, int), np.arange(len(unseen))] = 1 << np.array(numbers, np.int64)

    def draw(self, shuffles: _Shuffles, count: int, *, listen: bool = True) -> Masks:
        """Draw this many worlds, or as many as there are."""
        fitting: list[NDArray[np.intp]] = []
        missing, number = count, 0
        while missing > 0 and number * _ROWS < _MAX_SHUFFLES:
            orders = shuffles[number]
            if listen:
                deviations = measure_deviations(self.rules, self.calls, self.bidder, self.bidder, self._limits(orders))
                orders = orders[:, np.flatnonzero(deviations == 0)]
            fitting.append(orders[:, :missing])
            missing -= fitting[-1].shape[1]
            number += 1
        return self._masks(np.concatenate(fitting, axis=1))

    def _limits(self, orders: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return how far each seat bids (the bidder: 0), by row and seat."""
        rivals, size = len(self.rules.seats) - 1, self.rules.hand_size
        hands = self.worths.take(orders[: rivals * size]).reshape(rivals, size, -1).sum(axis=1)
        best = hands & _WORTH
        for index in range(1, 64 // _FIELD):
            np.maximum(best, hands >> _FIELD * index & _WORTH, out=best)
        return np.insert(estimate_bids(best, self.rules) + self.boldness, self.seat_index, 0, axis=0).T

    def _masks(self, orders: NDArray[np.intp]) -> Masks:
        seats, size = self.rules.seats, self.rules.hand_size
        planes = np.zeros((2, orders.shape[1], len(seats) + 1), np.int64)
        places = [index for index in range(len(seats)) if index != self.seat_index]
        rooms = [*((place, size) for place in places), (len(seats), self.rules.nest_size)]
        first = 0
        for number, room in rooms:
            for plane, bits in zip(planes, self.bits, strict=True):
                plane[:, number] = np.bitwise_or.reduce(bits[orders[first : first + room]], axis=0)
            first += room
        singles, duplicates = planes[0] | planes[1], planes[0] & planes[1]
        singles[:, self.seat_index], duplicates[:, self.seat_index] = self.hand_masks
        return Masks(self.cards, singles, duplicates)


@lru_cache(maxsize=16)
def pack_worths(rules: TrickGameRules) -> dict[Card, int]:
    """Pack what each card is worth under each of up to four trumps into one number, so that one sum adds up all four."""
    cards = list_mask_cards(rules)
    sums = (estimate_cards(rules, cards) << _FIELD * np.arange(4)).sum(axis=1)
    return dict(zip(cards, sums.tolist(), strict=True))

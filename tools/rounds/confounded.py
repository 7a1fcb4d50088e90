"""What rulebook players capture with and without the Tiger, in auctions of their own and with the card moved.

The file keeps sums only, from which mam.chance.tables.confounded computes what is shown. Of each money in the bidder's hand, with and without
the Tiger: the number of rounds, the sum of what was captured, and the sum of its squares. Of the experiment, of each money: the number of
deals, the sums of what was captured with the Tiger and (three times) without, and of the squares of three times their difference.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import numpy as np

from mam.analysis.auctions import _chunks, _hold_auctions, make_unseen_round
from mam.engine.rollouts.call_model import find_bid_limits
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.worlds import MaskDrawer, Masks
from mam.rules.dealing import derive_seed
from mam.rules.editions import TrickGameRules, get_edition

POLICY, ROUNDS, SEED = "rulebook", 100_000, 7
DEALS, EXPERIMENT_SEED, NOISE_SEED = 60_000, 17, 4
TIGER = "TIGER"
RULES = cast(TrickGameRules, get_edition("make-a-million-1935"))
CARDS = list_mask_cards(RULES)
PLACE = [card.code for card in CARDS].index(TIGER)

Array = Any  # of numpy
Sums = dict[tuple[int, int], list[int]]


def list_chunks() -> list[tuple[str, int]]:
    """Return the dealers and numbers of rounds that are played at once; each has a seed of its own."""
    return list(_chunks(RULES, ROUNDS))


def play_chunk(number: int) -> Sums:
    """Play one chunk: by (money, Tiger) the number of rounds, the sum captured and the sum of its squares."""
    dealer, size = list_chunks()[number]
    hidden = make_unseen_round(RULES, dealer)
    masks = MaskDrawer(hidden, CARDS).draw(size, derive_seed(SEED, "auctions", number) >> 2)
    bidders, _ = _hold_auctions(hidden, masks, POLICY)
    captures = np.zeros(size, np.int64)
    for seat in RULES.persons:
        rows = bidders == RULES.seats.index(seat)
        captures[rows] = Rollout(hidden, seat, policy=POLICY).run(masks).captured[rows]
    hands = masks.contents[np.arange(size), bidders.astype(int)]
    return add_up(_count_money(hands), (hands >> PLACE) & 1, captures)


def _count_money(hands: Array) -> Array:
    return sum(card.money * ((hands >> k) & 1) for k, card in enumerate(CARDS))


def add_up(money: Array, tiger: Array, captures: Array) -> Sums:
    """Return the three sums of each class."""
    sums: Sums = {}
    for key in sorted({*zip(money.tolist(), tiger.tolist(), strict=True)}):
        values = captures[(money == key[0]) & (tiger == key[1])]
        sums[key] = [len(values), int(values.sum()), int((values**2).sum())]
    return sums


def total_sums(sums: Sums) -> list[int]:
    """Return the rounds with the Tiger, what they captured, the rounds without, and what those captured."""
    return [sum(row[k] for (_, tiger), row in sums.items() if tiger == wanted) for wanted in (1, 0) for k in (0, 1)]


@cache
def move_tiger(deals: int = DEALS) -> tuple[Array, Array]:
    """Play the same deals with the Tiger in each hand; return the money in the bidder's hand and what the bidder captures.

    The bidder is the richest hand as dealt. The Tiger goes to a seat in exchange for a random number card: column 0 is the bidder, then the
    three others in turn. A deal in which a hand has no number card to give is left out.
    """
    hidden = make_unseen_round(RULES, "S")
    masks = MaskDrawer(hidden, CARDS).draw(deals, derive_seed(EXPERIMENT_SEED, "experiment", TIGER) >> 2)
    rng = np.random.default_rng(NOISE_SEED)
    limits = find_bid_limits(hidden, masks)
    bidder = (limits + rng.random(limits.shape)).argmax(axis=1)
    good, taken = np.ones(deals, bool), np.zeros((deals, 4), np.int64)
    for step in range(4):
        contents, has_card = _put(masks.contents, (bidder + step) % 4, rng)
        good &= has_card
        moved = Masks(CARDS, np.ascontiguousarray(contents), masks.duplicates)
        for seat in RULES.persons:
            rows = np.flatnonzero(bidder == RULES.seats.index(seat))
            taken[rows, step] = Rollout(hidden, seat, policy=POLICY).run(moved[rows]).captured
    return _count_money(masks.contents[np.arange(deals), bidder])[good], taken[good]


def _put(contents: Array, where: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return the hands with the Tiger at a seat, and whether there was a number card to give for it."""
    new, rows = contents.copy(), np.arange(len(contents))
    bits = np.unpackbits(new.astype("<i8").view(np.uint8), bitorder="little").reshape(len(new), 5, 64)
    held_cards = bits[..., : len(CARDS)].astype(bool)
    holder = held_cards[:, :, PLACE].argmax(axis=1)
    has = held_cards[rows, where] & np.array([card.is_number_card for card in CARDS])
    pick = (rng.random(has.shape) * has).argmax(axis=1)
    good = has.any(axis=1)
    moved = (holder != where) & good
    both = (1 << PLACE) | (1 << pick[moved])
    new[rows[moved], holder[moved]] ^= both
    new[rows[moved], where[moved]] ^= both
    return new, good


def add_up_experiment(money: Array, captures: Array) -> list[list[int]]:
    """Return a row for each money: that, deals, the sum with the Tiger, three times that without, and the sum of squares."""
    without = captures[:, 1:].sum(axis=1)
    squares = (3 * captures[:, 0] - without) ** 2
    kinds = [(int(amount), money == amount) for amount in np.unique(money)]
    return [
        [amount, int(rows.sum()), *(int(values[rows].sum()) for values in (captures[:, 0], without, squares))]
        for amount, rows in kinds
    ]


def list_lines() -> Iterator[str]:
    """Play all the rounds, and return the text of the file."""
    chunks = [play_chunk(number) for number in range(len(list_chunks()))]
    rounds: Counter[tuple[int, int, int]] = Counter()
    for sums in chunks:
        for (money, tiger), row in sums.items():
            for k, value in enumerate(row):
                rounds[money, tiger, k] += value
    classes = sorted({(money, tiger) for money, tiger, _ in rounds})
    yield '{"rounds": [\n'
    yield ",\n".join(json.dumps([*key, *(rounds[*key, k] for k in range(3))]) for key in classes)
    yield '\n],\n"chunks": [\n'
    yield ",\n".join(json.dumps(total_sums(sums)) for sums in chunks)
    yield '\n],\n"experiment": [\n'
    yield ",\n".join(json.dumps(row) for row in add_up_experiment(*move_tiger()))
    yield "\n]}\n"

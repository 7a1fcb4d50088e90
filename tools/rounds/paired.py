"""The same deals with the Tiger in the hand of the bidder and of the opponent at the right, and classes of players in two sets of rounds.

The file keeps, of the deals: their number, the sums of what was captured with the Tiger at the one and at the other, of the squares and of the
products, and how often the bidder's Tiger brings more; 20 of them in equal steps from the smallest difference to the greatest. Of the
classes, for each skill: the sums of the means of the top and the bottom seven in both sets, and how many of them fell and rose; of each
block of classes the same without skill; and the class that is drawn.
"""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from mam.analysis.auctions import play_auctions
from mam.chance.tables.paired import DEALS, ROUNDS, SKILL, STEPS, TOP, find_bonus
from rounds.confounded import move_tiger

EDITION, POLICY, SEED = "make-a-million-1935", "club", 77
BLOCKS, CLASSES, STUDENTS, SETS = 8, 25, 28, 2  # the classes of a block are played at once

Array = Any  # of numpy


def add_up_pairs(bidder: Array, right: Array) -> list[int]:
    """Return the number of deals, five sums, and how often the bidder's Tiger brings more."""
    products = (bidder, right, bidder**2, right**2, bidder * right, bidder > right)
    return [len(bidder), *(int(values.sum()) for values in products)]


def choose_deals(bidder: Array, right: Array) -> list[list[int]]:
    """Return 20 deals in equal steps from the smallest difference to the greatest: right opponent, bidder."""
    order = np.lexsort((np.arange(len(bidder)), bidder - right))
    chosen = order[[(2 * k + 1) * len(order) // (2 * DEALS) for k in range(DEALS)]]
    return [[int(right[row]), int(bidder[row])] for row in chosen]


def play_block(number: int) -> Array:
    """Return the gain of each set, summed over its rounds: class, student, set; thousands of dollars. All play alike."""
    table = play_auctions(EDITION, CLASSES * STUDENTS * SETS * ROUNDS, seed=SEED + number, policy=POLICY)
    gains = (table["N-S"] - table["E-W"]).to_numpy(np.int64)
    order = np.random.default_rng(SEED + number).permutation(len(gains))  # each deals as often as the others
    return gains[order].reshape(CLASSES, STUDENTS, SETS, ROUNDS).sum(axis=3)


def add_skill(gains: Array, skill: int) -> Array:
    """Return the gains of classes in which half of the students gain this much more in each round, and half this much less."""
    return gains + np.array([find_bonus(student, skill) for student in range(STUDENTS)])[None, :, None]


def add_up_classes(gains: Array) -> list[int]:
    """Return what the top seven of each class gained in the first and in the second set, the same of the bottom seven, and how many of the
    top fell and of the bottom rose."""
    order = (-gains[..., 0]).argsort(axis=1, kind="stable")
    top, bottom = (np.take_along_axis(gains, rows[..., None], 1) for rows in (order[:, :TOP], order[:, -TOP:]))
    fell, rose = (top[..., 1] < top[..., 0]).sum(), (bottom[..., 1] > bottom[..., 0]).sum()
    return [int(value) for value in (*top.sum(axis=(0, 1)), *bottom.sum(axis=(0, 1)), fell, rose)]


def choose_class(gains: Array) -> Array:
    """Return the class whose top and bottom seven are nearest to those of all classes, in both sets."""
    classes = np.array([add_up_classes(gains[k : k + 1]) for k in range(len(gains))])
    scale = classes.std(axis=0)
    return gains[(((classes - classes.mean(axis=0)) / scale) ** 2).sum(axis=1).argmin()]


def list_lines() -> Iterator[str]:
    """Play all the rounds, and return the text of the file."""
    _, captures = move_tiger()
    bidder, right = captures[:, 0], captures[:, 3]
    blocks = [play_block(number) for number in range(BLOCKS)]
    gains, skills = np.concatenate(blocks), [SKILL * step for step in STEPS]
    yield f'{{"pairs": {json.dumps(add_up_pairs(bidder, right))},\n"deals": {json.dumps(choose_deals(bidder, right))},\n'
    yield f'"classes": {len(gains)},\n"class": {json.dumps(choose_class(gains).tolist())},\n"blocks": [\n'
    yield ",\n".join(json.dumps(add_up_classes(block)) for block in blocks)
    yield '\n],\n"skills": [\n'
    yield ",\n".join(json.dumps([skill, *add_up_classes(add_skill(gains, skill))]) for skill in skills)
    yield "\n]}\n"

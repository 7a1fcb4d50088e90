"""What the kernel does for players who search: a tree of their later moves, and how unlike the policy the cards played are."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mam.engine.tables.bits import index, low_bit
from mam.engine.tables.compiling import compiled

SURPRISE_UNIT = 256
_PROBES = 32  # entries of the hash table that are looked at
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class SearchTree(NamedTuple):
    """What the searching person's later moves have gained, by what that person knows at the time.

    A move is an entry of a hash table. Its key is made from the cards played since the rounds began, and the card itself: cards
    that everybody has seen, so a move is the same in all worlds that look alike to the person. `counts` is how often it was
    tried; `scored` how often its gain is known, `sums` the sum of these gains. `path[row]` gets the entries of a round (-1: none).
    The moves at the positions in the mask `positions` are searched. Other moves are considered once the policy's was tried
    `trust` times; `curiosity` is the weight of having been tried rarely.
    """

    keys: Any
    counts: Any
    scored: Any
    sums: Any
    path: Any
    positions: int
    trust: int
    curiosity: float


def make_search_tree(
    positions: int, rows: int, trust: int, curiosity: float, slots: int = 1 << 14, depth: int = 8
) -> SearchTree:
    """Return an empty tree for the moves at these positions; `rows` is how many rounds are played at once at most."""
    counts, scored = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
    return SearchTree(
        np.zeros(slots, np.int64),
        counts,
        scored,
        np.zeros(slots),
        np.full((rows, depth), -1, np.int64),
        positions,
        trust,
        curiosity,
    )


NO_TREE = make_search_tree(0, 0, 0, 0.0, 1, 1)


@compiled(nogil=True)
def measure_surprise(scores, n, played, temperature):
    """Return minus the logarithm of the probability of a card, if that grows with the score at this temperature."""
    best = np.int64(-(1 << 62))
    for place in range(n):
        best = max(best, scores[place])
    total = 0.0
    for place in range(n):
        total += np.exp((scores[place] - best) / temperature)
    return np.int64(((best - scores[played]) / temperature + np.log(total)) * SURPRISE_UNIT + 0.5)


@compiled(nogil=True)
def add_to_history(history, card):
    """Return the key of a history with one more card."""
    history = (history ^ np.uint64(card + 1)) * _MIX1
    history = (history ^ (history >> np.uint64(29))) * _MIX2
    return history ^ (history >> np.uint64(32))


@compiled(nogil=True)
def _find_entry(keys, history, card):
    """Return where a move's entry is, or the free place for it; -1 if there is no room. And its key."""
    key = np.int64(add_to_history(history, card)) | 1
    slots = keys.shape[0]
    slot = (key >> 20) & (slots - 1)
    for _ in range(_PROBES):
        if keys[index(slot)] == key or keys[index(slot)] == 0:
            return slot, key
        slot = slot + 1 if slot + 1 < slots else 0
    return np.int64(-1), key


@compiled(nogil=True)
def choose_in_tree(tree, history, legal, policy_card):
    """Return a card to try where the policy plays `policy_card`, its entry (-1: none), and whether it was tried before."""
    keys, counts, scored, sums = tree.keys, tree.counts, tree.scored, tree.sums
    slot, key = _find_entry(keys, history, policy_card)
    if slot < 0:
        return policy_card, slot, False
    card, tries = policy_card, counts[index(slot)]
    if tries >= tree.trust:
        policy_mean, total, left = sums[index(slot)] / max(scored[index(slot)], 1), 0, legal
        while left:
            entry, _ = _find_entry(keys, history, low_bit(left))
            total += counts[index(entry)] if entry >= 0 else 0
            left &= left - 1
        best, left = -np.inf, legal
        while left:
            candidate = low_bit(left)
            left &= left - 1
            entry, candidate_key = _find_entry(keys, history, candidate)
            if entry < 0:
                continue
            n = counts[index(entry)]
            value = np.inf
            if n:
                mean = sums[index(entry)] / scored[index(entry)] if scored[index(entry)] else policy_mean
                value = mean + tree.curiosity * np.sqrt(np.log(total) / n)
            if value > best:
                best, card, slot, key, tries = value, candidate, entry, candidate_key, n
    keys[index(slot)] = key
    counts[index(slot)] += 1
    return card, slot, tries > 0

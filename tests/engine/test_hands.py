"""Cards as two masks: what is joined, removed and counted is what multisets of cards give."""

from random import Random

import numpy as np
import pytest

from mam.engine.tables.hands import Hands

CARDS = 12


def draw_counts(rng: Random, limit: list[int]) -> list[int]:
    """Return how often each card is there, at most so often."""
    return [rng.randint(0, most) for most in limit]


def make_hands(hands: list[list[int]]) -> Hands:
    masks = [[sum(1 << card for card, count in enumerate(hand) if count > least) for hand in hands] for least in (0, 1)]
    return Hands(*(np.array(mask, np.int64) for mask in masks))


def list_counts(hands: Hands) -> list[list[int]]:
    pairs = zip(hands.cards.tolist(), hands.duplicates.tolist(), strict=True)
    return [[(cards >> n & 1) + (duplicates >> n & 1) for n in range(CARDS)] for cards, duplicates in pairs]


def test_hands_are_joined_removed_and_counted_as_multisets() -> None:
    rng = Random(4)
    wholes = [draw_counts(rng, [2] * CARDS) for _ in range(300)]
    parts = [draw_counts(rng, whole) for whole in wholes]
    rests = [
        [count - part for count, part in zip(whole, taken, strict=True)]
        for whole, taken in zip(wholes, parts, strict=True)
    ]
    assert any(2 in part for part in parts) and any(1 in part for part in parts)
    whole, part, rest = map(make_hands, (wholes, parts, rests))
    assert list_counts(whole - part) == rests
    assert list_counts(rest + part) == wholes
    assert whole.count().tolist() == [sum(hand) for hand in wholes]
    assert list_counts((whole & 0b111)[3:4]) == [[*wholes[3][:3], *[0] * (CARDS - 3)]]
    assert list_counts(whole - Hands(1)) == [[max(hand[0] - 1, 0), *hand[1:]] for hand in wholes]
    assert len(whole) == 300


@pytest.mark.parametrize("seed", range(3))
def test_the_compiled_functions_do_the_same(seed: int) -> None:
    bits = pytest.importorskip("mam.engine.tables.bits", reason="numba is not installed")
    rng = Random(seed)
    whole = draw_counts(rng, [2] * CARDS)
    part = draw_counts(rng, whole)
    (cards, duplicates), (fewer, fewer_duplicates) = (
        (int(hands.cards[0]), int(hands.duplicates[0])) for hands in (make_hands([whole]), make_hands([part]))
    )
    rest = bits.remove_cards(cards, duplicates, fewer, fewer_duplicates)
    removed = make_hands([whole]) - make_hands([part])
    assert rest == (removed.cards[0], removed.duplicates[0])
    assert bits.join_cards(*rest, fewer, fewer_duplicates) == (cards, duplicates)

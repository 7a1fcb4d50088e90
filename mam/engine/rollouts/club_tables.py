"""What the club player knows of the rules, as the kernel's tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from mam.engine.club.features import FEATURES, SITUATIONS
from mam.engine.club.play import MAX_HAND, MAX_UNSEEN, list_chances_of_none
from mam.engine.club.weights import ClubWeights
from mam.engine.tables.build import Lookup
from mam.engine.tables.club_kernel import ROW, ClubLookup
from mam.rules import tricks
from mam.rules.cards import BEAR, BULL, TIGER, Card, Trump

_CONTEXTS, _CARDS, _NONE = 8, 64, 63
_INDEX = {name: place for place, name in enumerate(FEATURES)}
Int32Array = NDArray[np.int32]
Int64Array = NDArray[np.int64]
Animals = tuple[int, int, int]


def prepare_chances() -> Iterator[None]:
    """Compute the chances in the tables of the club player in short steps."""
    for unseen in range(MAX_UNSEEN + 1):
        for size in range(MAX_HAND + 1):
            list_chances_of_none(unseen, size)
        yield


@lru_cache(maxsize=16)
def make_club_tables(
    pack: tuple[Card, ...], trumps: tuple[Trump, ...], tables: tuple[Lookup, ...], weights: ClubWeights
) -> ClubLookup:
    """Return what the kernel needs to play a pack of cards by these weights; `tables` has what it plays by for each trump."""
    cards, colors, count = tables[0].cards, tables[0].colors, len(trumps)
    in_pack = [number for number, card in enumerate(cards) if card in pack]
    beats = np.zeros((count, _CONTEXTS, _CARDS), np.int64)
    group, higher, rank = (np.zeros((count, _CARDS), np.int64) for _ in range(3))
    trump_cards = np.zeros(count, np.int64)
    for index, (trump, trump_tables) in enumerate(zip(trumps, tables, strict=True)):
        strengths = trump_tables.strength.tolist()
        for context, card in product(range(len(colors) + 3), in_pack):
            after = context if context < len(colors) else trump_tables.fixes[0 if context > len(colors) else 1, card]
            if strengths[after][card]:
                beating = [rival for rival in in_pack if strengths[after][rival] >= strengths[after][card]]
                beats[index, context, card] = sum(1 << rival for rival in beating)
        color_of = {number: tricks.find_color(cards[number], trump) for number in in_pack}
        trump_cards[index] = sum(
            1 << card for card in in_pack if color_of[card] is not None and color_of[card] == trump
        )
        for card in in_pack:
            if (color := color_of[card]) is None:
                continue
            strength = strengths[colors.index(color)]
            same = [rival for rival in in_pack if color_of[rival] == color]
            group[index, card] = sum(1 << rival for rival in same)
            higher[index, card] = sum(1 << rival for rival in same if strength[rival] > strength[card])
            rank[index, card] = sum(strength[rival] < strength[card] for rival in same)
    money = np.zeros(_CARDS, np.int64)
    money[: len(cards)] = tables[0].money
    tiger, bull, bear = (cards.index(card) if card in cards else _NONE for card in (TIGER, BULL, BEAR))
    animals = (tiger, bull, bear)
    rows = np.zeros((len(SITUATIONS), ROW), np.int32)
    rows[:, : len(FEATURES)] = weights.play
    card_scores, master_scores = _sum_scores(rows, group, rank, trump_cards, money, animals)
    copies = {card: pack.count(cards[card]) for card in in_pack}
    return ClubLookup(
        beats=beats.ravel(),
        group=group.ravel(),
        higher=higher.ravel(),
        rank=rank.ravel(),
        trumps=trump_cards,
        money=money,
        money_cards=sum(1 << card for card in in_pack if money[card]),
        chances_of_none=np.array(
            [[list_chances_of_none(u, m) for m in range(MAX_HAND + 1)] for u in range(MAX_UNSEEN + 1)],
            np.int16,
        ).ravel(),
        singles=sum(1 << card for card in in_pack if copies[card] == 1),
        doubles=sum(1 << card for card in in_pack if copies[card] > 1),
        animals=animals,
        weights=rows.ravel(),
        card_scores=card_scores.ravel(),
        master_scores=master_scores.ravel(),
    )


def _sum_scores(
    weights: Int32Array,
    group: Int64Array,
    rank: Int64Array,
    trump_cards: Int64Array,
    money: Int64Array,
    animals: Animals,
) -> tuple[Int32Array, Int32Array]:
    """Return the scores of `[situation, trump, card]` that depend on nothing else: of any card, and of a master."""
    is_trump = (trump_cards[:, None] >> np.arange(_CARDS) & 1).astype(np.int64)

    def weigh(name: str, values: Int64Array) -> Int64Array:
        return weights[:, _INDEX[name], None, None].astype(np.int64) * values

    card_scores = (
        weigh("rank", rank)
        + weigh("trump", is_trump)
        + weigh("money", money)
        - weigh("money kept", money * (group != 0))
    )
    for name, animal in zip(("Tiger", "Bull", "Bear"), animals, strict=True):
        card_scores[..., animal] += weights[:, None, _INDEX[name]]
    master_scores = weigh("master", np.ones_like(group)) + weigh("master trump", is_trump)
    master_scores += weigh("master's money", money)
    return card_scores.astype(np.int32), master_scores.astype(np.int32)

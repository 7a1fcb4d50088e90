"""Tables asked of the readable rules: all that the compiled kernel ever learns of a game of tricks.

Cards are numbered color by color, the weakest first, and after them the cards without a color; a set of cards is a
64-bit mask of these numbers. Of two equal cards the second is counted in a mask of its own.

Every question goes to `mam.rules.tricks` and `mam.rules.nest`, once. What tables of this shape cannot hold raises `Unsupported`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mam.engine import Unsupported
from mam.rules import nest, tricks
from mam.rules.cards import AnyColor, Card, Trump
from mam.rules.editions import TrickGameRules, get_edition
from mam.rules.tricks import TrickRules

Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]
_MOST_CARDS = 64  # kinds of cards that fit into a mask
_LEVELS = 3  # masks for one context: nothing in any edition needs more


@dataclass(frozen=True, eq=False)
class Tables:
    """The play of the cards under one trump, as numbers. C is the number of colors, K of kinds of cards.

    `cards` names the kinds; `colors` the C colors; `groups[c]` is the mask of the cards that belong to a color.
    The color to follow is 0 … C-1, or C while none is fixed. `legal[context]` lists masks: the legal cards of a hand are
    those in the first mask that it meets. Contexts: 0 … C-1 follow that color, C nothing to follow, C+1 lead, C+2 lead
    before a trump was played. `broken` is the mask of the cards after which C+1 holds for ever.
    `fixes[0]` and `fixes[1]` say which color a card fixes, as the first card of a trick and later, while none is.
    `strength[color, card]` ranks cards, 0 for those that cannot capture; of equals the later captures.
    `money` is in thousands of dollars (or points); `trick` is what a trick counts by itself. `turns[state, card]` and
    `times[state]` are the multiplier: a state for each sequence of cards that change it, beginning with 0.
    `discardable` lists masks: a discard takes from the first until it is used up, then from the next.
    """

    cards: tuple[Card, ...]
    colors: tuple[AnyColor, ...]
    groups: Masks
    legal: Masks
    broken: int
    fixes: Numbers
    strength: Numbers
    money: Numbers
    trick_points: int
    transitions: Numbers
    multipliers: Numbers
    discardable: Masks

    def number(self, card: Card) -> int:
        """The number of a card; raises Unsupported for one that is not in these tables (an unseen card)."""
        try:
            return self.cards.index(card)
        except ValueError:
            raise Unsupported(f"{card} has no number: all cards must be known") from None

    def mask(self, cards: Sequence[Card]) -> int:
        """The mask of some cards."""
        return sum(1 << self.number(card) for card in set(cards))

    def unmask(self, mask: int) -> tuple[Card, ...]:
        """The cards in a mask, in the order of their numbers."""
        return tuple(card for number, card in enumerate(self.cards) if mask >> number & 1)


def tabulate(rules: TrickGameRules, trump: Trump) -> Tables:
    """The tables of an edition under one trump.

    Raises Unsupported, saying why, where tables cannot hold what its rules say.

    >>> from mam.rules.cards import Color
    >>> from mam.rules.editions import get_edition
    >>> tables = tabulate(get_edition("make-a-million-1935"), Color.BLACK)
    >>> len(tables.cards), tables.multipliers.tolist()
    (55, [1, 2, 0, 0, 2])
    """
    return _tabulated(_whole_pack(rules), rules.tricks, rules.nest, trump)


def _whole_pack(rules: TrickGameRules) -> tuple[Card, ...]:
    """The edition's own pack where it holds all these cards: then positions of few cards share their tables."""
    whole = _pack_of(rules.full_id)
    return whole if not Counter(rules.pack) - Counter(whole) else rules.pack


@lru_cache(maxsize=64)
def _pack_of(edition: str) -> tuple[Card, ...]:
    try:
        return get_edition(edition).pack
    except ValueError:  # rules of somebody's own
        return ()


@lru_cache(maxsize=64)
def _tabulated(pack: tuple[Card, ...], rules: TrickRules, nest_rules: nest.NestRules, trump: Trump) -> Tables:
    colors = tuple(dict.fromkeys(card.color for card in pack if card.color is not None))
    cards = _numbered(pack, colors)
    if len(cards) > _MOST_CARDS:
        raise Unsupported(f"{len(cards)} kinds of cards do not fit into a mask of {_MOST_CARDS}")
    asked = _Questions(cards, colors, rules, trump)
    turns, times = asked.multiplier(max(pack.count(card) for card in cards))
    return Tables(
        cards=cards,
        colors=colors,
        groups=np.array([_mask(cards, lambda card, c=c: card.color == c) for c in colors], np.uint64),  # type: ignore[misc]
        legal=np.array(list(asked.contexts()), np.uint64),
        broken=_mask(cards, lambda card: tricks.color_of(card, trump) == trump),
        fixes=asked.fixes(),
        strength=asked.strengths(),
        money=np.array([card.money if rules.counts != "tricks" else 0 for card in cards], np.int64),
        trick_points=tricks.trick_value((), rules),
        transitions=turns,
        multipliers=times,
        discardable=np.array(_list_discardable(cards, nest_rules), np.uint64),
    )


def _numbered(pack: Sequence[Card], colors: Sequence[AnyColor]) -> tuple[Card, ...]:
    kinds = dict.fromkeys(pack)
    colored = [card for c in colors for card in sorted((k for k in kinds if k.color == c), key=lambda one: one.rank)]
    return (*colored, *(card for card in kinds if card.color is None))


def _mask(cards: Sequence[Card], wanted: Callable[[Card], bool]) -> int:
    return sum(1 << number for number, card in enumerate(cards) if wanted(card))


def _levels(cards: Sequence[Card], refused: Callable[[Card, Sequence[Card]], bool], what: str) -> list[int]:
    """Masks such that a card is allowed when the hand has none of an earlier mask; `refused(card, others)` says that a card
    is not allowed beside others.
    """
    barred = _blockers(cards, refused)
    left, found = list(cards), []
    while left:
        level = [card for card in left if not barred[card] & set(left)]
        later = [card for card in left if card not in level]
        if not level or any(barred[card] & set(left) != set(level) | (barred[card] & set(later)) for card in later):
            raise Unsupported(f"{what} is not a matter of one set of cards before another")
        found.append(_mask(cards, level.__contains__))
        left = later
    if len(found) > _LEVELS:
        raise Unsupported(f"{what} needs {len(found)} sets of cards, more than {_LEVELS}")
    return found + [0] * (_LEVELS - len(found))


def _blockers(cards: Sequence[Card], refused: Callable[[Card, Sequence[Card]], bool]) -> dict[Card, set[Card]]:
    """For each card those beside which it is not allowed. Most cards have the same: they are tried before all are asked."""
    found: dict[Card, set[Card]] = {}
    known: list[set[Card]] = [set()]
    for card in cards:
        others = [other for other in cards if other != card]
        for usual in known:
            rest = [other for other in others if other not in usual]
            if card not in usual and not refused(card, rest) and all(refused(card, [other]) for other in usual):
                found[card] = usual
                break
        else:
            found[card] = {other for other in others if refused(card, [other])}
            known.append(found[card])
    return found


def _list_discardable(cards: Sequence[Card], rules: nest.NestRules) -> list[int]:
    """Plain cards first, money when they run short; what may never go out is in neither mask."""
    if not rules.size:
        return [0, 0]
    plenty = [card for card in cards if card.is_plain][: rules.size]
    first = _mask(cards, lambda card: nest.why_not_discard_card(card, (*plenty, card), rules, "") is None)
    then = _mask(cards, lambda card: nest.why_not_discard_card(card, (card,), rules, "") is None)
    return [first, then & ~first]


@dataclass(frozen=True)
class _Questions:
    """What is asked of the clauses about the trick."""

    cards: tuple[Card, ...]
    colors: tuple[AnyColor, ...]
    rules: TrickRules
    trump: Trump

    def _led(self, *table: Card) -> int:
        color = tricks.led_color(table, self.trump, self.rules)
        return len(self.colors) if color is None else self.colors.index(color)

    def contexts(self) -> Iterator[list[int]]:
        for color in self.colors:
            table = [next(card for card in self.cards if card.color == color)]
            yield self._allowed(table, f"following {color.word}")
        yield [_mask(self.cards, lambda _: True), *[0] * (_LEVELS - 1)]
        yield self._allowed([], "leading")
        yield self._allowed([], "leading before a trump was played", broken=False)

    def _allowed(self, table: Sequence[Card], what: str, broken: bool = True) -> list[int]:
        def refused(card: Card, others: Sequence[Card]) -> bool:
            hand = (card, *others)
            return tricks.why_not_play(card, hand, table, self.trump, self.rules, "", broken=broken) is not None

        return _levels(self.cards, refused, what)

    def fixes(self) -> Numbers:
        first = [self._led(card) for card in self.cards]
        none = next((card for card, fixed in zip(self.cards, first, strict=True) if fixed == len(self.colors)), None)
        later = first if none is None else [self._led(none, card) for card in self.cards]
        for card, fixed in zip(self.cards, first, strict=True):
            if fixed < len(self.colors) and any(self._led(card, other) != fixed for other in self.cards):
                raise Unsupported(f"{card} does not settle the color to follow when it is led")
        return np.array([first, later], np.int64)

    def strengths(self) -> Numbers:
        led = (*self.colors, None)
        return np.array([[tricks.strength(card, one, self.trump) for card in self.cards] for one in led], np.int64)

    def multiplier(self, copies: int) -> tuple[Numbers, Numbers]:
        """A state for every sequence of cards that can change the multiplier in one trick."""
        if self.rules.counts == "tricks":
            return np.zeros((1, len(self.cards)), np.int64), np.ones(1, np.int64)
        changers = [card for card in self.cards if tricks.multiplier([card]) != 1]
        states: dict[tuple[Card, ...], int] = {(): 0}
        turns = []
        waiting: list[tuple[Card, ...]] = [()]
        for state in waiting:
            row = [states[state]] * len(self.cards)
            for card in changers:
                after = (*state, card)
                if after.count(card) > copies:
                    continue
                if after not in states:
                    states[after] = len(states)
                    waiting.append(after)
                row[self.cards.index(card)] = states[after]
            turns.append(row)
        return np.array(turns, np.int64), np.array([tricks.multiplier(state) for state in states], np.int64)

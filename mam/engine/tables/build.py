"""Tables made from the readable rules: all that the compiled kernel knows about a trick-taking game.

Cards are numbered color by color, the lowest first, and after them the cards without a color; a set of cards is a 64-bit
mask of these numbers. The second of two equal cards is counted in a mask of its own.

Every question is asked of `mam.rules.tricks` and `mam.rules.nest` once. Rules that tables cannot hold raise `Unsupported`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from mam.engine import Unsupported
from mam.rules import nest, tricks
from mam.rules.cards import AnyColor, Card, Trump, number_cards
from mam.rules.editions import TrickGameRules, get_edition
from mam.rules.tricks import TrickRules

Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]
_MAX_CARDS = 64  # kinds of cards that fit into a mask
_LEVELS = 3  # masks for one context: no edition needs more


@dataclass(frozen=True, eq=False)
class Lookup:
    """The play of the cards under one trump, as numbers. C is the number of colors, K of kinds of cards.

    `cards` names the kinds; `colors` the C colors; `groups[c]` is the mask of the cards that belong to a color.
    The color to follow is 0 … C-1, or C while none is fixed. `legal[context]` lists masks: the legal cards of a hand are
    those in the first mask that it meets. Contexts: 0 … C-1 follow that color, C nothing to follow, C+1 lead, C+2 lead
    before a trump was played. `broken` is the mask of the cards after which C+1 always applies.
    `fixes[0]` and `fixes[1]` say which color a card fixes, as the first card of a trick and later, while none is.
    `strength[color, card]` ranks cards, 0 for those that cannot capture; of equals the later captures.
    `money` is in thousands of dollars (or points); `trick_points` is what a trick counts by itself. `transitions[state, card]`
    and `multipliers[state]` are the multiplier: a state for each sequence of cards that change it, beginning with 0.
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

    @cached_property
    def numbers(self) -> dict[Card, int]:
        """Return the number of each card."""
        return {card: number for number, card in enumerate(self.cards)}

    def number(self, card: Card) -> int:
        """Return the number of a card. Raise Unsupported for one that is not in these tables (an unseen card)."""
        try:
            return self.numbers[card]
        except KeyError:
            raise Unsupported(f"{card} is not in the tables: all cards must be known") from None

    def mask(self, cards: Sequence[Card]) -> int:
        """Return the mask of some cards."""
        return sum(1 << self.number(card) for card in set(cards))

    def unmask(self, mask: int) -> tuple[Card, ...]:
        """Return the cards in a mask, in the order of their numbers."""
        return tuple(card for number, card in enumerate(self.cards) if mask >> number & 1)


def tabulate(rules: TrickGameRules, trump: Trump) -> Lookup:
    """Return the tables of an edition under one trump.

    Raises Unsupported, saying why, if tables cannot hold its rules.

    >>> from mam.rules.cards import Color
    >>> from mam.rules.editions import get_edition
    >>> tables = tabulate(get_edition("make-a-million-1935"), Color.BLACK)
    >>> len(tables.cards), tables.multipliers.tolist()
    (55, [1, 2, 0, 0, 2])
    """
    return _make_tables(_find_table_pack(rules.full_id, rules.pack), rules.tricks, rules.nest, trump)


def tabulate_in_steps(rules: TrickGameRules, trump: Trump) -> Iterator[None]:
    """Make the tables in short steps, so that `tabulate` then returns them at once."""
    cards = number_cards(_find_table_pack(rules.full_id, rules.pack))
    for _ in _Questions(cards, _list_colors(cards), rules.tricks, trump).contexts():
        yield
    tabulate(rules, trump)
    yield


@lru_cache(maxsize=256)
def _find_table_pack(edition: str, pack: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the edition's full pack if it holds all these cards, so that positions of few cards share their tables."""
    try:
        full_pack = get_edition(edition).pack
    except ValueError:  # custom rules
        return pack
    return full_pack if not Counter(pack) - Counter(full_pack) else pack


@lru_cache(maxsize=64)
def _make_tables(pack: tuple[Card, ...], rules: TrickRules, nest_rules: nest.NestRules, trump: Trump) -> Lookup:
    cards = number_cards(pack)
    colors = _list_colors(cards)
    if len(cards) > _MAX_CARDS:
        raise Unsupported(f"{len(cards)} kinds of cards do not fit into a mask of {_MAX_CARDS}")
    questions = _Questions(cards, colors, rules, trump)
    transitions, multipliers = questions.multiplier(max(pack.count(card) for card in cards))
    return Lookup(
        cards=cards,
        colors=colors,
        groups=np.array([_mask(cards, lambda card, c=c: card.color == c) for c in colors], np.uint64),  # type: ignore[misc]
        legal=np.array(list(questions.contexts()), np.uint64),
        broken=_mask(cards, lambda card: tricks.find_color(card, trump) == trump),
        fixes=questions.fixes(),
        strength=questions.strengths(),
        money=np.array([card.money if rules.counts != "tricks" else 0 for card in cards], np.int64),
        trick_points=tricks.trick_value((), rules),
        transitions=transitions,
        multipliers=multipliers,
        discardable=np.array(_list_discardable(cards, nest_rules), np.uint64),
    )


def _list_colors(cards: Sequence[Card]) -> tuple[AnyColor, ...]:
    return tuple(dict.fromkeys(card.color for card in cards if card.color is not None))


def _mask(cards: Sequence[Card], is_in: Callable[[Card], bool]) -> int:
    return sum(1 << number for number, card in enumerate(cards) if is_in(card))


def _sort_into_levels(
    cards: Sequence[Card], is_refused: Callable[[Card, Sequence[Card]], bool], topic: str
) -> list[int]:
    """Return masks such that a card is legal if the hand has none of an earlier mask.

    `is_refused(card, cards_beside)` says whether a card is not legal beside these in the hand.
    """
    blockers = _find_blockers(cards, is_refused)
    remaining, levels = list(cards), []
    while remaining:
        level = [card for card in remaining if not blockers[card] & set(remaining)]
        postponed = [card for card in remaining if card not in level]
        if not level or any(
            blockers[card] & set(remaining) != set(level) | (blockers[card] & set(postponed)) for card in postponed
        ):
            raise Unsupported(f"the rule on {topic} does not put one set of cards before another")
        levels.append(_mask(cards, level.__contains__))
        remaining = postponed
    if len(levels) > _LEVELS:
        raise Unsupported(f"{topic} needs {len(levels)} sets of cards, more than {_LEVELS}")
    return levels + [0] * (_LEVELS - len(levels))


def _find_blockers(cards: Sequence[Card], is_refused: Callable[[Card, Sequence[Card]], bool]) -> dict[Card, set[Card]]:
    """Return for each card those beside which it is not legal. Most cards share theirs, so earlier sets are tried first."""
    blockers: dict[Card, set[Card]] = {}
    earlier_sets: list[set[Card]] = [set()]
    for card in cards:
        cards_beside = [card_beside for card_beside in cards if card_beside != card]
        for earlier_set in earlier_sets:
            unblocked = [card_beside for card_beside in cards_beside if card_beside not in earlier_set]
            if (
                card not in earlier_set
                and not is_refused(card, unblocked)
                and all(is_refused(card, [card_beside]) for card_beside in earlier_set)
            ):
                blockers[card] = earlier_set
                break
        else:
            blockers[card] = {card_beside for card_beside in cards_beside if is_refused(card, [card_beside])}
            earlier_sets.append(blockers[card])
    return blockers


def _list_discardable(cards: Sequence[Card], rules: nest.NestRules) -> list[int]:
    """Return two masks: number cards first, money when they run short; cards that may never be discarded are in neither."""
    if not rules.size:
        return [0, 0]
    number_cards = [card for card in cards if card.is_number_card][: rules.size]
    first = _mask(cards, lambda card: nest.why_not_discard_card(card, (*number_cards, card), rules, "") is None)
    second = _mask(cards, lambda card: nest.why_not_discard_card(card, (card,), rules, "") is None)
    return [first, second & ~first]


@dataclass(frozen=True)
class _Questions:
    """The questions asked of the rules about the trick."""

    cards: tuple[Card, ...]
    colors: tuple[AnyColor, ...]
    rules: TrickRules
    trump: Trump

    def _number_led_color(self, *table: Card) -> int:
        color = tricks.find_led_color(table, self.trump, self.rules)
        return len(self.colors) if color is None else self.colors.index(color)

    def contexts(self) -> Iterator[list[int]]:
        for color in self.colors:
            table = (next(card for card in self.cards if card.color == color),)
            yield _rank_legal(self, table, f"following {color.word}")
        yield [_mask(self.cards, lambda _: True), *[0] * (_LEVELS - 1)]
        yield _rank_legal(self, (), "leading")
        yield _rank_legal(self, (), "leading before a trump was played", trump_broken=False)

    def fixes(self) -> Numbers:
        first = [self._number_led_color(card) for card in self.cards]
        colorless = next(
            (card for card, fixed in zip(self.cards, first, strict=True) if fixed == len(self.colors)), None
        )
        following = first if colorless is None else [self._number_led_color(colorless, card) for card in self.cards]
        for card, fixed in zip(self.cards, first, strict=True):
            if fixed < len(self.colors) and any(
                self._number_led_color(card, next_card) != fixed for next_card in self.cards
            ):
                raise Unsupported(f"{card} does not settle the color to follow when it is led")
        return np.array([first, following], np.int64)

    def strengths(self) -> Numbers:
        led_colors = (*self.colors, None)
        return np.array(
            [[tricks.find_strength(card, color, self.trump) for card in self.cards] for color in led_colors], np.int64
        )

    def multiplier(self, copies: int) -> tuple[Numbers, Numbers]:
        """Return a state for every sequence of cards that can change the multiplier in one trick."""
        if self.rules.counts == "tricks":
            return np.zeros((1, len(self.cards)), np.int64), np.ones(1, np.int64)
        changers = [card for card in self.cards if tricks.find_multiplier([card], self.rules) != 1]
        states: dict[tuple[Card, ...], int] = {(): 0}
        transitions = []
        waiting: list[tuple[Card, ...]] = [()]
        for state in waiting:
            row = [states[state]] * len(self.cards)
            for card in changers:
                next_state = (*state, card)
                if next_state.count(card) > copies:
                    continue
                if next_state not in states:
                    states[next_state] = len(states)
                    waiting.append(next_state)
                row[self.cards.index(card)] = states[next_state]
            transitions.append(row)
        return np.array(transitions, np.int64), np.array(
            [tricks.find_multiplier(state, self.rules) for state in states], np.int64
        )


@lru_cache(maxsize=512)
def _rank_legal(questions: _Questions, table: tuple[Card, ...], topic: str, trump_broken: bool = True) -> list[int]:
    """Return the masks of one context."""
    trump, rules = questions.trump, questions.rules

    def is_refused(card: Card, cards_beside: Sequence[Card]) -> bool:
        hand = (card, *cards_beside)
        return tricks.why_not_play(card, hand, table, trump, rules, "", trump_broken=trump_broken) is not None

    return _sort_into_levels(questions.cards, is_refused, topic)

"""Small editions, and every deal of them: what exact answers are checked against."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import mam
from mam.rules.cards import Card, sort_hand
from mam.rules.editions import TrickGameRules

Lying = dict[str, tuple[Card, ...]]  # each seat's cards, and those in the nest and the pile
Fact = Callable[[Lying], bool]


def small(edition: str, cards: str, hand: int, nest: int) -> TrickGameRules:
    """An edition with a pack of these cards only."""
    rules = mam.get_edition(edition)
    assert isinstance(rules, TrickGameRules)
    pack = sort_hand(mam.parse_card(code) for code in cards.split())
    return replace(rules, pack=pack, hand_size=hand, nest=replace(rules.nest, size=nest))


ONE_PACK = small("make-a-million-1935", "R40 R5 R3 Y30 Y2 B10 G1 TIGER BULL", 2, 1)
TWO_PACKS = small("silent-six", "R40 R40 R2 Y5 Y5 B3 TIGER BULL BULL", 1, 3)
NO_NEST = small("sweven", "SA SK HJ HQ D9 D8 C7 CA S8", 2, 0)


@cache
def all_deals(rules: TrickGameRules) -> tuple[Lying, ...]:
    """Every deal, two copies of a card being two cards."""
    places = dict.fromkeys(rules.seats, rules.hand_size) | {"nest": rules.nest_size}
    places["stock"] = len(rules.pack) - sum(places.values())

    def fill(names: tuple[str, ...], left: tuple[int, ...]) -> Iterator[Lying]:
        if not names:
            yield {}
            return
        for chosen in combinations(left, places[names[0]]):
            for filled in fill(names[1:], tuple(index for index in left if index not in chosen)):
                yield {names[0]: tuple(rules.pack[index] for index in chosen), **filled}

    return tuple(fill(tuple(places), tuple(range(len(rules.pack)))))


def proportion(rules: TrickGameRules, fact: Fact) -> Fraction:
    """The share of deals of which this is true."""
    deals = all_deals(rules)
    return Fraction(sum(map(fact, deals)), len(deals))


# Asked of every deal, in which the same few hands come again and again.
@cache
def money(cards: tuple[Card, ...]) -> int:
    return sum(card.money for card in cards)


@cache
def count(cards: tuple[Card, ...], *codes: str) -> int:
    """How many of these cards have a code that begins like this."""
    return sum(card.code.startswith(codes) for card in cards)

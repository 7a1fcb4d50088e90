"""Bayes: what a bid proves about the hand behind it, counted over all hands by the rulebook player's estimate."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

from mam.chance.tables.schema import PageTables, Stop, list_keys, make_control, write_percent

BIDS = range(175, 266, 5)  # thousands of dollars
THINGS = {"three": "three or four 40s", "two": "two 40s or more", "tiger": "the Tiger"}
HANDS = comb(55, 13)
DOTS = 1000
_RANKS = (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 15, 30, 40)
_MONEY = (5, 10, 15, 30, 40)
# The rulebook player's estimate, in thousands of dollars: a test compares it with the player's own.
_START, _SIDE, _ANIMALS = 100, {40: 25, 30: 8}, (30, 20, 10)
_DIGIT = 64  # bits, enough for the number of all sets of 52 cards


class HandKind(NamedTuple):
    """Hands alike in what the page asks about: the highest bid they are worth, their 40s, and whether they hold the Tiger."""

    limit: int
    forties: int
    tiger: int


class Share(NamedTuple):
    """Proportions at one bid: of all hands those with the thing; of these, and of the others, those worth the bid; of the hands worth
    the bid, and of the others, those with the thing."""

    before: float
    reach: float
    false_alarm: float
    after: float
    lower: float
    all_reach: float


@cache
def count_hands() -> Counter[HandKind]:
    """Count all hands of 13 by kind.

    A set of cards of one color is a digit of a large number, by its cards, 30s and 40s, so the fourth power of that number has the sets
    of four colors. Those whose best color gains exactly so much as trumps are those that gain no more, less those that gain less.
    """
    colors: Counter[int] = Counter()
    for held in product((0, 1), repeat=len(_RANKS)):
        ranks = [rank for rank, holds in zip(_RANKS, held, strict=True) if holds]
        gain = sum(12 + (rank if rank in _MONEY else 0) // 4 - _SIDE.get(rank, 0) for rank in ranks)
        colors[gain] += 1 << _find_digit(len(ranks), ranks.count(30), ranks.count(40))
    hands: Counter[HandKind] = Counter()
    color = fewer = 0
    for gain in sorted(colors):
        color += colors[gain]
        sets = color**4
        exactly, fewer = sets - fewer, sets
        for thirties, forties, *animals in product(range(5), range(5), *3 * [(0, 1)]):
            ways = exactly >> _find_digit(13 - sum(animals), thirties, forties) & (1 << _DIGIT) - 1
            worth = sum(value * held for value, held in zip(_ANIMALS, animals, strict=True))
            if ways:
                limit = _START + gain + _SIDE[30] * thirties + _SIDE[40] * forties + worth
                hands[HandKind(limit, forties, animals[0])] += ways
    return hands


def _find_digit(cards: int, thirties: int, forties: int) -> int:
    """Return the bit at which the number of sets with this many cards, 30s and 40s begins."""
    return _DIGIT * (cards + 53 * (thirties + 5 * forties))


def _has(thing: str, kind: HandKind) -> bool:
    return bool(kind.tiger) if thing == "tiger" else kind.forties >= (3 if thing == "three" else 2)


@cache
def find_share(bid: int, thing: str) -> Share:
    """Return the proportions at a bid for "three", "two" (40s) or the "tiger"."""
    hands = count_hands()
    reach = sum(ways for kind, ways in hands.items() if kind.limit >= bid)
    has = sum(ways for kind, ways in hands.items() if _has(thing, kind))
    both = sum(ways for kind, ways in hands.items() if kind.limit >= bid and _has(thing, kind))
    rest = HANDS - has
    return Share(
        has / HANDS, both / has, (reach - both) / rest, both / reach, (has - both) / (HANDS - reach), reach / HANDS
    )


def list_facts() -> dict[str, Fraction | float]:
    """Return the facts of the page."""
    three, tiger = find_share(215, "three"), find_share(215, "tiger")
    return {
        "three": three.before,
        "reach_215_if_three": three.reach,
        "three_if_215": three.after,
        "three_if_245": find_share(245, "three").after,
        "tiger": tiger.before,
        "tiger_if_215": tiger.after,
        "tiger_if_lower": tiger.lower,
        "hands_three": DOTS * three.before,
        "hands_three_215": round(DOTS * three.before * three.reach),
        # in whole hands, with the others the sum
        "hands_others_215": round(DOTS * three.all_reach) - round(DOTS * three.before * three.reach),
        "hands_215": DOTS * three.all_reach,
        "hands_others": DOTS * (1 - three.before),
    }


@cache
def draw_dots() -> list[list[int]]:
    """Return 1,000 hands in equal steps from the richest to the poorest, each as limit, 40s and Tiger; at the left of every limit as
    many with each thing as there are in 1,000, as nearly as whole hands allow."""
    by_limit: dict[int, list[tuple[HandKind, int]]] = {}
    for kind, ways in sorted(count_hands().items(), reverse=True):
        by_limit.setdefault(kind.limit, []).append((kind, ways))
    dots, passed = list[list[int]](), Counter[str]()
    owed, drawn = Counter[tuple[int, int]](), Counter[str]()
    for limit, kinds in by_limit.items():
        for kind, ways in kinds:
            owed[kind.forties, kind.tiger] += ways
            passed.update({thing: ways for thing in THINGS if _has(thing, kind)})
            passed["all"] += ways
        for left in range(round(DOTS * passed["all"] / HANDS) - len(dots), 0, -1):
            # what is due of each thing, for as many hands as are left at this limit
            due = {thing: (round(DOTS * passed[thing] / HANDS) - drawn[thing]) / left for thing in THINGS}

            def rate(pair: tuple[int, int], limit: int = limit, due: dict[str, float] = due) -> tuple[float, int]:
                kind = HandKind(limit, *pair)
                return -sum((_has(thing, kind) - part) ** 2 for thing, part in due.items()), owed[pair]

            forties, tiger = max(owed, key=rate)
            owed[forties, tiger] -= HANDS // DOTS
            drawn.update(thing for thing in THINGS if _has(thing, HandKind(limit, forties, tiger)))
            dots.append([limit, forties, tiger])
    return dots


def _find_stop(bid: str, thing: str) -> Stop:
    share = find_share(int(bid), thing)
    after = write_percent(share.after)
    bidders = [HandKind(*dot) for dot in draw_dots() if dot[0] >= int(bid)]
    drawn = f"{sum(_has(thing, kind) for kind in bidders)} of {len(bidders)}"
    return {
        "big": after,
        "finding": f"{after} of these bidders hold {THINGS[thing]}; in the picture, {drawn}.",
        "detail": f"Before: {write_percent(share.before)}. If East stops lower: {write_percent(share.lower)}.",
    }


def make_tables() -> PageTables:
    """Return the tables of the page."""
    controls = [
        make_control("bid", "East's bid", {f"{bid}": f"${bid},000" for bid in BIDS}, "215", is_range=True),
        make_control("thing", "Look for", {"three": "Three 40s", "two": "Two 40s", "tiger": "Tiger"}, "three"),
    ]
    columns = [
        "bid",
        "look for",
        "of all hands",
        "of these, worth the bid",
        "of the others, worth it",
        "if East bids",
        "if not",
    ]
    rows = [
        [f"${bid},000", THINGS[thing], *(write_percent(value, 2) for value in find_share(int(bid), thing)[:5])]
        for bid, thing in list_keys(controls)
    ]
    return {
        "picture": "dots",
        "controls": controls,
        "stops": {f"{bid}|{thing}": _find_stop(bid, thing) for bid, thing in list_keys(controls)},
        "guess": {"low": 0, "high": 100, "start": 50, "factor": 100, "before": "", "after": "%", "whole": 100},
        "drawing": {"dots": draw_dots()},
        "table": {"columns": columns, "rows": rows},
        "drawn": "1,000 hands as dots, the richest at the left. Hands to the left of the line are worth the bid. Filled dots hold what you look for.",
        "first": "Drag the line to a higher bid.",
        "source": f"Counted over all {HANDS:,} hands: East, a rulebook player, bids up to what the hand is worth by its estimate. Drawn: 1,000 hands, in equal steps from the richest to the poorest.",
    }

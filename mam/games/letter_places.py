"""Where unseen letters may be: random deals consistent with what players have shown by their moves.

The model: every way to put the unseen cards into the unseen places that is consistent with the *courses* is equally
likely. A course is what a seat shows about a letter, in order of time: a list of steps, each of them

- the name of a place: its cards join the seat's hand;
- GAINED: the letter joins the hand, face up;
- PLAYED: the seat plays the letter, so it held the letter;
- LACKS: the seat shows that it does not hold the letter.

Letters are placed one after another, each uniformly among its remaining ways; a proposal is then accepted with
probability proportional to the product of these numbers of ways. Accepted proposals thus follow the model exactly.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb
from random import Random

from mam.rules.cards import Card
from mam.rules.dealing import shuffle

GAINED, PLAYED, LACKS = "gained", "played", "lacks"
Course = Sequence[str]

# More proposals than any round in practice has needed; after that, the draw is weighted among a few proposals.
_TRIES, _SPARE = 20_000, 400


@dataclass(frozen=True)
class _Letters:
    """Cards with the same courses: copies of a letter, or several letters that the same seats are known to lack.

    The `script` joins the courses, with neighboring places taken together; `pool` are the places that may hold any number
    of these cards.
    """

    cards: tuple[Card, ...]
    script: tuple[tuple[str, tuple[str, ...]], ...]
    pool: tuple[str, ...]

    def ways(self, free: Mapping[str, int], pool: int) -> "_Ways":
        """Return the ways to put the cards into these free places, `pool` of them in the pool."""
        script = tuple((step, sum(free[place] for place in places)) for step, places in self.script)
        return _Ways(script, pool)


_PLACE, _NEXT = "taken", "next seat"


def _make_script(courses: Sequence[Course]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the steps of all courses up to the last informative step; later cards can be anything."""
    script: list[tuple[str, tuple[str, ...]]] = []
    for course in courses:
        end = max((index for index, step in enumerate(course) if step in (PLAYED, LACKS)), default=-1)
        if all(step in (GAINED, PLAYED, LACKS) for step in course[: end + 1]):
            continue  # it involves no unseen card
        places: list[str] = []
        for step in course[: end + 1]:
            if step not in (GAINED, PLAYED, LACKS):
                places.append(step)
                continue
            if places:
                script.append((_PLACE, tuple(places)))
                places = []
            script.append((step, ()))
        script.append((_NEXT, ()))
    return tuple(script)


class _Ways:
    """The number of ways to place equal cards step by step."""

    def __init__(self, script: tuple[tuple[str, int], ...], pool: int) -> None:
        self.script, self.pool = script, pool
        self.count = cache(self._count)

    def _count(self, index: int, hand_count: int, remaining: int) -> int:
        if index == len(self.script):
            return comb(self.pool, remaining)
        step, free = self.script[index]
        if step == _PLACE:
            return sum(
                self.count_with(index, hand_count, remaining, count) for count in range(min(free, remaining) + 1)
            )
        next_count = self.hand_after(index, hand_count)
        return 0 if next_count is None else self.count(index + 1, next_count, remaining)

    def count_with(self, index: int, hand_count: int, remaining: int, count: int) -> int:
        """Return the number of ways to put exactly `some` cards into the places of this step."""
        return comb(self.script[index][1], count) * self.count(index + 1, hand_count + count, remaining - count)

    def hand_after(self, index: int, hand_count: int) -> int | None:
        """Return how many cards the seat holds after this step, or None if the step is impossible."""
        step = self.script[index][0]
        if hand_count if step == LACKS else step == PLAYED and not hand_count:
            return None
        return {GAINED: hand_count + 1, PLAYED: hand_count - 1}.get(step, 0)


def draw_places(
    cards: Sequence[Card], places: Mapping[str, int], courses: Mapping[Card, Sequence[Course]], rng: Random
) -> Iterator[dict[str, list[Card]]]:
    """Yield random contents of each place (a name, with its number of cards) from the model, without end.

    There are as many cards as room. Raises ValueError if no placement is consistent with the courses.

    >>> from mam.rules.cards import LETTERS
    >>> a, b = LETTERS[:2]
    >>> next(draw_places([a, b, b], {"hand": 1, "stock": 2}, {b: [("hand", LACKS)]}, Random(1)))
    {'hand': [A], 'stock': [B, B]}
    """
    order, free_cards = _group_letters(cards, places, courses)
    max_ways = [
        kind.ways(places, _max_pool(order[:number], kind, places)).count(0, 0, len(kind.cards))
        for number, kind in enumerate(order)
    ]
    while True:
        placement = _sample(list(zip(order, max_ways, strict=True)), places, rng)
        unplaced = shuffle(free_cards, rng)
        for place, room in places.items():
            contents = placement.setdefault(place, [])
            while len(contents) < room:
                contents.append(unplaced.pop())
        yield {place: shuffle(placement[place], rng) for place in places}


def _group_letters(
    cards: Sequence[Card], places: Mapping[str, int], courses: Mapping[Card, Sequence[Course]]
) -> tuple[list[_Letters], list[Card]]:
    """Return the letters with known constraints, most constrained first, and the cards that may be anywhere."""
    kinds: dict[object, list[Card]] = {}
    scripts = {card: _make_script(courses.get(card, ())) for card in set(cards)}
    for card in cards:
        script = scripts[card]
        # Letters that the same seats are known to lack, and no more, are placed together in random order.
        is_alone = any(step in (GAINED, PLAYED) for step, _ in script)
        kinds.setdefault((script, card if is_alone else None), []).append(card)
    order, free_cards = [], []
    for group_cards in kinds.values():
        script = scripts[group_cards[0]]
        script_places = {place for _, group in script for place in group}
        if script:
            order.append(
                _Letters(tuple(group_cards), script, tuple(place for place in places if place not in script_places))
            )
        else:
            free_cards += group_cards
    total = sum(places.values())

    def share(kind: _Letters) -> float:
        pool = sum(places[place] for place in kind.pool)
        return kind.ways(places, pool).count(0, 0, len(kind.cards)) / comb(total, len(kind.cards))

    return sorted(order, key=share), free_cards


_Plan = Sequence[tuple[_Letters, int]]  # letters in order of placement, each with its largest possible number of ways
_Placement = dict[str, list[Card]]


def _sample(plan: _Plan, places: Mapping[str, int], rng: Random) -> _Placement:
    for _ in range(_TRIES):
        if (proposal := _propose(plan, places, rng, picky=True)) is not None:
            return proposal[0]
    proposals = [proposal for _ in range(_SPARE) if (proposal := _propose(plan, places, rng, picky=False)) is not None]
    if not proposals:
        raise ValueError("no deal is consistent with this view: what it shows contradicts itself")
    return proposals[_pick([weight for _, weight in proposals], rng)][0]


def _propose(plan: _Plan, places: Mapping[str, int], rng: Random, picky: bool) -> tuple[_Placement, float] | None:
    """Try to place all letters and return them with their weight; if `picky`, reject at random to make the draw uniform."""
    free = dict(places)
    placement: _Placement = {place: [] for place in places}
    weight = 1.0
    for kind, max_ways in plan:
        card_count = len(kind.cards)
        ways = kind.ways(free, sum(free[place] for place in kind.pool))
        count = ways.count(0, 0, card_count)
        if not count or (picky and rng.random() * max_ways >= count):
            return None
        weight *= count / max_ways
        unplaced = list(kind.cards)  # in fixed order, because the places come in random order
        for place in _choose(kind, ways, free, card_count, rng):
            free[place] -= 1
            placement[place].append(unplaced.pop())
    return placement, weight


def _pick(weights: Sequence[float], rng: Random) -> int:
    """Pick an index from 0 with probability proportional to the weights; never one of weight 0."""
    marks = list(accumulate(weights))
    return bisect_right(marks, rng.random() * marks[-1])  # even when rounded, the product is below the last mark


def _max_pool(earlier_kinds: Sequence[_Letters], kind: _Letters, places: Mapping[str, int]) -> int:
    """Return the most room that earlier letters can have left in this letter's pool."""
    used = 0  # a lower bound
    for earlier_kind in earlier_kinds:
        script_places = {place for _, group in earlier_kind.script for place in group}
        closed_places = script_places if _is_unplaceable(earlier_kind) else set()
        elsewhere = sum(room for place, room in places.items() if place not in kind.pool and place not in closed_places)
        used += max(0, len(earlier_kind.cards) - elsewhere)
    return sum(places[place] for place in kind.pool) - used


def _is_unplaceable(kind: _Letters) -> bool:
    """Return whether none of these cards can be in any place of their script."""
    return all(step in (_PLACE, LACKS, _NEXT) for step, _ in kind.script)


def _choose(kind: _Letters, ways: _Ways, free: Mapping[str, int], card_count: int, rng: Random) -> Iterator[str]:
    """Yield a place for each card, uniformly among the ways."""
    hand_count, remaining = 0, card_count
    for index, (step, group) in enumerate(kind.script):
        if step != _PLACE:
            next_count = ways.hand_after(index, hand_count)
            assert next_count is not None
            hand_count = next_count
            continue
        room = [place for place in group for _ in range(free[place])]
        count = _pick(
            [ways.count_with(index, hand_count, remaining, count) for count in range(min(remaining, len(room)) + 1)],
            rng,
        )
        yield from shuffle(room, rng)[:count]
        hand_count, remaining = hand_count + count, remaining - count
    yield from shuffle([place for place in kind.pool for _ in range(free[place])], rng)[:remaining]

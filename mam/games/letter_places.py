"""Where unseen letters may lie: random deals consistent with what players have shown by their moves.

The model: every way to put the unseen cards into the unseen places that fits the *courses* is equally likely. A
course is what one seat shows about one letter, in order of time: a list of steps, each of them

- the name of a place: its cards join the seat's hand;
- GAINED: the letter, seen by all, joins the hand;
- PLAYED: the seat plays the letter, so it has one;
- LACKS: the seat shows that it has none.

Letters are placed one after another, each uniformly among the ways that are left for it; a proposal is then accepted
with a chance proportional to the product of these numbers of ways. What is accepted is thus drawn from exactly the model.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb
from random import Random

from mam.rules.cards import Card
from mam.rules.dealing import shuffled

GAINED, PLAYED, LACKS = "gained", "played", "lacks"
Course = Sequence[str]

# More proposals than any round that was really played has needed; then the heaviest chance is settled among what there is.
_TRIES, _SPARE = 20_000, 400


@dataclass(frozen=True)
class _Letters:
    """Cards that the same courses speak of: one letter, or several that the same seats are known to lack.

    A `script` is what the courses say, one after another, with places that nothing separates taken together; `pool` are
    the places where these cards may lie in any number.
    """

    cards: tuple[Card, ...]
    script: tuple[tuple[str, tuple[str, ...]], ...]
    pool: tuple[str, ...]

    def ways(self, free: Mapping[str, int], pool: int) -> "_Ways":
        """The ways to put the cards into this number of free places, `pool` of them in the pool."""
        script = tuple((step, sum(free[place] for place in places)) for step, places in self.script)
        return _Ways(script, pool)


_TAKEN, _NEXT = "taken", "next seat"


def _script(courses: Sequence[Course]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The steps of all courses that tell anything: what joins a hand after the last of them may be anything."""
    script: list[tuple[str, tuple[str, ...]]] = []
    for course in courses:
        last = max((at for at, step in enumerate(course) if step in (PLAYED, LACKS)), default=-1)
        if all(step in (GAINED, PLAYED, LACKS) for step in course[: last + 1]):
            continue  # no unseen card comes into it
        waiting: list[str] = []
        for step in course[: last + 1]:
            if step not in (GAINED, PLAYED, LACKS):
                waiting.append(step)
                continue
            if waiting:
                script.append((_TAKEN, tuple(waiting)))
                waiting = []
            script.append((step, ()))
        script.append((_NEXT, ()))
    return tuple(script)


class _Ways:
    """How many ways there are to place a number of equal cards step by step."""

    def __init__(self, script: tuple[tuple[str, int], ...], pool: int) -> None:
        self.script, self.pool = script, pool
        self.count = cache(self._count)

    def _count(self, at: int, held: int, left: int) -> int:
        if at == len(self.script):
            return comb(self.pool, left)
        step, free = self.script[at]
        if step == _TAKEN:
            return sum(self.taking(at, held, left, some) for some in range(min(free, left) + 1))
        after = self.after(at, held)
        return 0 if after is None else self.count(at + 1, after, left)

    def taking(self, at: int, held: int, left: int, some: int) -> int:
        """The ways in which exactly this number of the cards lie in the places of this step."""
        return comb(self.script[at][1], some) * self.count(at + 1, held + some, left - some)

    def after(self, at: int, held: int) -> int | None:
        """How many the seat holds after this step; None when it cannot be."""
        step = self.script[at][0]
        if held if step == LACKS else step == PLAYED and not held:
            return None
        return {GAINED: held + 1, PLAYED: held - 1}.get(step, 0)


def draw_places(
    cards: Sequence[Card], places: Mapping[str, int], courses: Mapping[Card, Sequence[Course]], rng: Random
) -> Iterator[dict[str, list[Card]]]:
    """What lies in each place (a name, and for how many cards it has room), drawn again and again from the model; endless.

    There are as many cards as room. Raises ValueError when no way of placing them is found that fits the courses.

    >>> from mam.rules.cards import LETTERS
    >>> a, b = LETTERS[:2]
    >>> next(draw_places([a, b, b], {"hand": 1, "stock": 2}, {b: [("hand", LACKS)]}, Random(1)))
    {'hand': [A], 'stock': [B, B]}
    """
    order, rest = _sorted_out(cards, places, courses)
    most = [
        kind.ways(places, _pool_at_most(order[:number], kind, places)).count(0, 0, len(kind.cards))
        for number, kind in enumerate(order)
    ]
    while True:
        found = _accepted(list(zip(order, most, strict=True)), places, rng)
        loose = shuffled(rest, rng)
        for place, room in places.items():
            have = found.setdefault(place, [])
            while len(have) < room:
                have.append(loose.pop())
        yield {place: shuffled(found[place], rng) for place in places}


def _sorted_out(
    cards: Sequence[Card], places: Mapping[str, int], courses: Mapping[Card, Sequence[Course]]
) -> tuple[list[_Letters], list[Card]]:
    """The letters of which anything is known, the most restricted first, and the cards that may lie anywhere."""
    kinds: dict[object, list[Card]] = {}
    scripts = {card: _script(courses.get(card, ())) for card in set(cards)}
    for card in cards:
        script = scripts[card]
        # Letters that are merely known to be lacking by the same seats are placed together: their order is chance.
        alone = any(step in (GAINED, PLAYED) for step, _ in script)
        kinds.setdefault((script, card if alone else None), []).append(card)
    order, rest = [], []
    for members in kinds.values():
        script = scripts[members[0]]
        bound = {place for _, among in script for place in among}
        if script:
            order.append(_Letters(tuple(members), script, tuple(place for place in places if place not in bound)))
        else:
            rest += members
    total = sum(places.values())

    def share(kind: _Letters) -> float:
        pool = sum(places[place] for place in kind.pool)
        return kind.ways(places, pool).count(0, 0, len(kind.cards)) / comb(total, len(kind.cards))

    return sorted(order, key=share), rest


_Plan = Sequence[tuple[_Letters, int]]  # what is placed one after another, each with the most ways it can ever have
_Found = dict[str, list[Card]]


def _accepted(plan: _Plan, places: Mapping[str, int], rng: Random) -> _Found:
    for _ in range(_TRIES):
        if (one := _propose(plan, places, rng, picky=True)) is not None:
            return one[0]
    spare = [one for _ in range(_SPARE) if (one := _propose(plan, places, rng, picky=False)) is not None]
    if not spare:
        raise ValueError("no deal is consistent with this view: what it shows contradicts itself")
    return spare[_pick([weight for _, weight in spare], rng)][0]


def _propose(plan: _Plan, places: Mapping[str, int], rng: Random, picky: bool) -> tuple[_Found, float] | None:
    """One try to place all letters, with its weight; a picky one gives up with the chance that makes the rest uniform."""
    free = dict(places)
    found: _Found = {place: [] for place in places}
    weight = 1.0
    for kind, most in plan:
        wanted = len(kind.cards)
        ways = kind.ways(free, sum(free[place] for place in kind.pool))
        count = ways.count(0, 0, wanted)
        if not count or (picky and rng.random() * most >= count):
            return None
        weight *= count / most
        loose = list(kind.cards)  # the places come in a random order
        for place in _choose(kind, ways, free, wanted, rng):
            free[place] -= 1
            found[place].append(loose.pop())
    return found, weight


def _pick(weights: Sequence[float], rng: Random) -> int:
    """A number from 0 on, with chances proportional to the weights; never one of weight 0."""
    marks = list(accumulate(weights))
    return bisect_right(marks, rng.random() * marks[-1])  # even rounded, the product is below the last mark


def _pool_at_most(before: Sequence[_Letters], kind: _Letters, places: Mapping[str, int]) -> int:
    """The most room that letters placed before can have left in this one's pool, wherever they went."""
    used = 0  # at least
    for other in before:
        closed = {place for step, among in other.script for place in among} if _only_lacking(other) else set()
        elsewhere = sum(room for place, room in places.items() if place not in kind.pool and place not in closed)
        used += max(0, len(other.cards) - elsewhere)
    return sum(places[place] for place in kind.pool) - used


def _only_lacking(kind: _Letters) -> bool:
    """Whether none of these cards can lie in any place that their script names."""
    return all(step in (_TAKEN, LACKS, _NEXT) for step, _ in kind.script)


def _choose(kind: _Letters, ways: _Ways, free: Mapping[str, int], wanted: int, rng: Random) -> Iterator[str]:
    """A place for each card, uniformly among the ways."""
    held, left = 0, wanted
    for at, (step, among) in enumerate(kind.script):
        if step != _TAKEN:
            after = ways.after(at, held)
            assert after is not None
            held = after
            continue
        room = [place for place in among for _ in range(free[place])]
        some = _pick([ways.taking(at, held, left, some) for some in range(min(left, len(room)) + 1)], rng)
        yield from shuffled(room, rng)[:some]
        held, left = held + some, left - some
    yield from shuffled([place for place in kind.pool for _ in range(free[place])], rng)[:left]

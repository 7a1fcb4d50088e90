"""Count for all unseen cards at once in how many ways each lies in each place.

Cards of one kind have the same prospects, so one unit of each kind is enough. It is left out while all other cards are
placed, and then put into each spot in turn. To leave out every kind in turn, the kinds are halved again and again: each
half starts from the counts of the cards outside it, so that each card is placed only a few times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain
from math import prod

from mam.analysis.probability.counting import Step, Sweep, Way, Work
from mam.analysis.probability.model import Case, ContradictoryView, Model
from mam.games.sampling.counting import ELSEWHERE, Kind
from mam.rules.cards import Card

_WEIGHING = 300  # the cost of weighing one count, as `Work` measures it

Marginals = Mapping[Card, Mapping[str, int]]


def count_marginals(model: Model, work: Work | None = None) -> Marginals:
    """Count the ways, by weight, in which a copy of each unseen card lies in each spot.

    The counts of a card add up to the number of all ways, times its unseen copies. Raises NotCounted if there are too many
    cases to tell apart, ValueError if no deal is consistent with the view.
    """
    work = work or Work()
    counts: dict[Card, Counter[str]] = {card: Counter() for card in model.unseen}
    for case in model.cases:
        for kind, spots in _count_kinds(case, work):
            # Each unit of a kind has the same counts; those of a unit of several copies are of all of them together.
            for card, *_ in kind.units:
                counts[card].update(spots)
    if not all(map(any, (spots.values() for spots in counts.values()))):
        raise ContradictoryView("no deal is consistent with this view: it contradicts itself")
    return counts


def _count_kinds(case: Case, work: Work) -> Iterator[tuple[Kind, Counter[str]]]:
    """Yield for each kind of a case in how many ways the cards of one unit lie in each spot."""
    sweep = Sweep(case, (), work)
    fields = prod(room + 1 for room in sweep.grid.free.values())
    work.add(_WEIGHING * fields * sum(len({*sweep.ways[kind]}) + len(kind.elsewhere) for kind in case.kinds))
    steps = iter(sweep.steps[0])  # kind after kind, as the sweep made them
    groups = [(kind, [next(steps) for _ in kind.units]) for kind in case.kinds]
    for kind, ways in _leave_out(sweep, groups, 1) if groups else ():
        spots: Counter[str] = Counter()
        for way, times in Counter(sweep.ways[kind]).items():
            for spot, count in _count_way(sweep, kind, way, ways).items():
                spots[spot] += times * count
        yield kind, spots


def _leave_out(sweep: Sweep, groups: Sequence[tuple[Kind, list[Step]]], ways: int) -> Iterator[tuple[Kind, int]]:
    """Yield each kind with the counts after all cards but one unit of it; `ways` are those after the cards of no group."""
    if len(groups) == 1:
        ((kind, steps),) = groups
        yield kind, sweep.idle(steps[1:], ways)
        return
    half = _find_half([len(steps) * (len(sweep.ways[kind]) - 1) for kind, steps in groups])
    for group, other_groups in ((groups[:half], groups[half:]), (groups[half:], groups[:half])):
        yield from _leave_out(sweep, group, sweep.idle([*chain(*(steps for _, steps in other_groups))], ways))


def _find_half(costs: Sequence[int]) -> int:
    """Return where to cut, so that the two parts cost about the same."""
    sums = list(accumulate(costs))
    return min(range(1, len(costs)), key=lambda cut: abs(2 * sums[cut - 1] - sums[-1]))


def _count_way(sweep: Sweep, kind: Kind, way: Way, ways: int) -> Counter[str]:
    """Count the full deals in which a unit lies in this way, once for each spot in it."""
    spots: Counter[str] = Counter()
    near = [spot for spot in way if spot != ELSEWHERE]
    if near:
        total = sweep.weigh(sweep.move(ways, kind, way))
        for spot in near:
            spots[spot] += total
    if far := len(way) - len(near):
        next_ways = sweep.move(ways, kind, (*near, *[ELSEWHERE] * (far - 1)))
        for place, total in sweep.weigh_far(next_ways, kind).items():
            spots[place] += far * total
    return spots

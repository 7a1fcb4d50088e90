"""How a question is answered: by counting, and by simulation where that is asked for or counting is out of reach."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from mam.analysis.probability.answers import Chance, Distribution, OutOfReach, Sample, share, spread_of
from mam.analysis.probability.conditions import Condition, Sum, Understood, is_true, limits_of
from mam.analysis.probability.counting import Sweep, Work
from mam.analysis.probability.explanations import explain_chance, explain_distribution, list_missed
from mam.analysis.probability.goals import Goal, Ledger
from mam.analysis.probability.inclusion_exclusion import MOST_WORK, count_any
from mam.analysis.probability.model import Model, NotCounted
from mam.analysis.probability.sampling import Policy, add_up, draw_lying, needs_worlds
from mam.analysis.probability.setting import GONE, Setting, face_down, from_nest
from mam.analysis.probability.splitting import spread
from mam.rules.cards import UNSEEN
from mam.rules.dealing import check_seed

_OFFERED = 4_000  # deals drawn where a question is not counted
_OFFERED_WORLDS = 300  # the same where each is a whole world, which takes ten times as long
Value = Callable[[tuple[int, ...]], Hashable]
Ways = dict[tuple[int, ...], int | Fraction]  # how many there are for each combination of some sums


@dataclass(frozen=True, eq=False)
class Answering:
    """One setting, with what is given (`condition`) and a player's discard policy, of which questions are answered."""

    setting: Setting
    policy: Policy | None = None
    condition: Condition | None = None

    @cached_property
    def counted(self) -> Model:
        """How the unseen cards may lie."""
        return Model(self.setting)

    @property
    def model(self) -> str:
        """Which deals are counted, and how they weigh."""
        return f"{model_words(self.setting, self.policy)}{'' if self.condition is None else f', given that {self.condition}'}."

    def told_apart(self, sums: Sequence[Sum]) -> Self:
        """The same, with face-down cards told apart from open ones if one of these sums asks of them alone."""
        setting = self.setting
        for seat in setting.rules.half_hidden_seats if setting.view is None and not setting.lays_out else ():
            for one in sums:
                if one.by_spot.get(seat) != one.by_spot.get(face_down(seat)):
                    return replace(self, setting=replace(setting, lays_out=True))
        return self

    def draw(self, condition: Condition, n: int, seed: int) -> Iterator[Sample]:
        """Whether a condition is true of each of so many deals drawn at random, and the weight of that."""
        event = self.setting.understand(condition)
        sums = tuple(limit.sum for limit in limits_of(event))
        return self.told_apart(sums)._samples(sums, lambda values: is_true(event, iter(values)), n, seed)

    def answer(self, condition: Condition) -> Chance:
        """The chance of a condition. Raises OutOfReach where it is not counted."""
        question, condition = str(condition), self.setting.read(condition)
        event = self.setting.understand(condition)
        if (apart := self.told_apart([limit.sum for limit in limits_of(event)])) is not self:
            return apart.answer(condition)

        def draw(n: int, seed: int) -> Iterator[Sample]:
            return self.draw(condition, n, seed)

        work = Work()
        try:
            total = self._total(work)
            ways = self._ways_of_any(event)
            if ways is None:
                ways = sum(self._ways(Goal(_both(self._given, event)), work).values())
        except NotCounted as error:
            raise OutOfReach(str(error), share(list(draw(self._offered, 1)), True)) from None
        exact = Fraction(ways, total)
        note = "" if exact else ", ".join(list_missed(event))
        return Chance(exact, question, self.model, draw, lambda: explain_chance(self, condition, event, exact), note)

    def distribute(
        self,
        question: str,
        sums: tuple[Sum, ...],
        value: Value,
        count: Callable[[Work], Ways] | None = None,
    ) -> Distribution:
        """How some sums, or what is made of them, are distributed. Raises OutOfReach where it is not counted."""
        if (apart := self.told_apart(sums)) is not self:
            return apart.distribute(question, sums, value, count)

        def draw(n: int, seed: int) -> Iterator[Sample]:
            return self._samples(sums, value, n, seed)

        work = Work()
        try:
            total = self._total(work)
            counts = count(work) if count else self._ways(Goal(self._given, sums), work)
        except NotCounted as error:
            raise OutOfReach(str(error), spread_of(list(draw(self._offered, 1)), None)) from None
        found: dict[Hashable, int | Fraction] = {}
        for values, ways in sorted(counts.items(), reverse=True):
            key = value(values)
            found[key] = found.get(key, 0) + ways
        exact = {key: Fraction(ways, total) for key, ways in sorted(found.items(), key=_in_order)}
        return Distribution(
            exact, question, self.model, draw, lambda: explain_distribution(self, question, sums, exact)
        )

    def cases(self, goal: Goal, work: Work) -> dict[tuple[int, ...], Fraction]:
        """The chance of each case of a condition, by the sums wanted. Raises NotCounted if that is too much."""
        total = self._total(work)
        if self._given is not None and goal.condition is not None:
            goal = Goal(_both(self._given, goal.condition), goal.wanted)
        return {values: Fraction(ways, total) for values, ways in self._ways(goal, work).items()}

    @cached_property
    def _given(self) -> Understood | None:
        return None if self.condition is None else self.setting.understand(self.condition)

    @property
    def _offered(self) -> int:
        """How many deals are drawn where a question is not counted."""
        return _OFFERED_WORLDS if needs_worlds(self.setting) else _OFFERED

    def _total(self, work: Work) -> int | Fraction:
        """The ways of what is given. Raises ValueError when there are none."""
        if self.policy is not None:
            raise NotCounted("with a player's discard policy deals are only sampled")
        if self._given is None:
            if not self.counted.total:
                raise ValueError("no deal agrees with this view: what it shows contradicts itself")
            return self.counted.total
        total = sum(self._ways(Goal(self._given), work).values())
        if not total:
            raise ValueError(f"it cannot be that {self.condition}: no deal is left to ask about")
        return total

    def _ways(self, goal: Goal, work: Work) -> Ways:
        """In how many ways the sums wanted come out with what the goal's condition asks, by weight."""
        told = _is_told(goal)
        model = self.counted.with_dealt_nest if told else self.counted
        times = model.total // self.counted.total if told else 1
        ledger, found = Ledger(goal), Ways()
        for case in model.cases:
            if _is_split(goal):
                ways = spread(case, goal.wanted, work)
            else:
                sweep = Sweep(case, goal.sums, work)
                ways = {}
                for key, count in sweep.count(goal).items():
                    values = ledger.values(key)
                    ways[values] = ways.get(values, 0) + count
            for values, count in ways.items():
                found[values] = found.get(values, 0) + count
        return {values: Fraction(count, times) for values, count in found.items()} if times > 1 else found

    def _ways_of_any(self, event: Understood) -> int | Fraction | None:
        """In how many ways one of several limits holds, where this is quickly counted place after place; None elsewhere."""
        if self._given is not None or not self.counted.is_uniform:
            return None
        try:
            return count_any(self.counted.cases[0], event, Work(MOST_WORK))
        except NotCounted:
            return None

    def _samples(self, sums: tuple[Sum, ...], value: Value, n: int, seed: int) -> Iterator[Sample]:
        if not isinstance(n, int) or isinstance(n, bool) or n < 1:
            raise ValueError(f"a number of deals to draw is a whole number, 1 or more, not {n!r}")
        check_seed(seed)
        given = self._given
        asked = tuple(limit.sum for limit in limits_of(given)) if given is not None else ()
        drawn = draw_lying(self.counted, seed, self.policy, _is_told(Goal(None, (*sums, *asked))))
        for _ in range(n):
            lying, weight = next(drawn)
            if given is not None and not is_true(given, iter([add_up(one, lying) for one in asked])):
                weight = 0.0
            yield value(tuple(add_up(one, lying) for one in sums)), weight


def model_words(setting: Setting, policy: Policy | None) -> str:
    """The model in words."""
    view = setting.view
    if view is None:
        return f"every deal of the {len(setting.rules.pack)} cards is equally likely"
    round = setting.round
    text = f"every deal that agrees with what {view.person or 'anybody'} has seen, shown cards and proven voids, is equally likely"
    if round is None or round.discarded is None or UNSEEN not in (*round.hands[round.bidder or ""], *round.discarded):
        return text
    if policy is not None:
        return f"{text}; {round.bidder} put out what {getattr(policy, '__name__', 'the policy')} would"
    return f"{text}; {round.bidder} put out any of the legal discards with equal chance"


def _both(one: Understood | None, other: Understood) -> Understood:
    return other if one is None else ("and", (one, other))


def _is_told(goal: Goal) -> bool:
    """Whether a goal asks what the nest was dealt as, once the bidder has it."""
    return any(spot == from_nest(GONE) for one in goal.sums for spot, _ in one.worth)


def _is_split(goal: Goal) -> bool:
    """Whether several places are asked how many cards of one class they hold."""
    if goal.condition is not None or len(goal.wanted) < 3 or _is_told(goal):
        return False
    classes = {frozenset(card for _, card in one.worth) for one in goal.wanted if one.worth}
    return len(classes) == 1 and all(value == 1 for one in goal.wanted for value in one.worth.values())


def _in_order(entry: tuple[Any, int | Fraction]) -> Any:
    value, ways = entry
    return (0, value, 0) if isinstance(value, int) else (1, 0, -ways)

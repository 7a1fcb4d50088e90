"""Answer questions about where cards lie: by counting, or by simulation."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

from mam.analysis.probability.answers import (
    Chance,
    Distribution,
    OutOfReach,
    Sample,
    collect_in_steps,
    estimate_chance,
    estimate_distribution,
)
from mam.analysis.probability.conditions import Condition
from mam.analysis.probability.constraints import ResolvedCondition, Several, Sum, is_true, sums_of
from mam.analysis.probability.counting import Sweep, Work
from mam.analysis.probability.explanations import explain_chance_in_steps, explain_distribution, list_gaps
from mam.analysis.probability.goals import Goal, Ledger
from mam.analysis.probability.inclusion_exclusion import MAX_WORK, count_several
from mam.analysis.probability.model import ContradictoryView, Model, NotCounted
from mam.analysis.probability.sampling import Policy, add_up, draw_lying, needs_worlds
from mam.analysis.probability.setting import SHOWN_CARDS, Setting, face_down, from_nest
from mam.analysis.probability.splitting import spread
from mam.analysis.probability.steps import CountingStep, Explanation, NamePlace
from mam.rules.cards import UNSEEN
from mam.rules.dealing import check_seed
from mam.support.messages import quote
from mam.support.steps import take_all

_SIMULATED_DEALS = 4_000  # deals simulated where a question is not counted
_SIMULATED_WORLDS = 300  # the same where each is a whole world, which takes ten times as long
Value = Callable[[tuple[int, ...]], Hashable]
Ways = dict[tuple[int, ...], int | Fraction]  # the number of ways for each combination of values of some sums


@dataclass(frozen=True, eq=False)
class Calculator:
    """Counts in one setting, given a condition or nothing, and with a player's discard policy if there is one."""

    setting: Setting
    policy: Policy | None = None
    condition: Condition | None = None
    name: NamePlace = str  # how explanations call a place: a seat by its letter, or by its name

    @cached_property
    def possible_deals(self) -> Model:
        """How the unseen cards may lie."""
        return Model(self.setting)

    @property
    def model(self) -> str:
        """Which deals are counted, and how they are weighted."""
        deals = describe_model(self.setting, self.policy)
        return f"{deals}{'' if self.condition is None else f', given that {self.condition}'}."

    def explain(self, question: str, steps: list[CountingStep]) -> Explanation:
        """Return an explanation with these steps."""
        return Explanation(question, describe_model(self.setting, self.policy, self.name), self.model, steps)

    def separate_face_down(self, sums: Sequence[Sum]) -> Self:
        """Return a calculator that tells face-down cards from open ones, if one of these sums asks about them alone."""
        setting = self.setting
        for seat in setting.rules.half_hidden_seats if setting.view is None and not setting.lays_out else ():
            for term in sums:
                if term.by_spot.get(seat) != term.by_spot.get(face_down(seat)):
                    return replace(self, setting=replace(setting, lays_out=True))
        return self

    def draw(self, condition: Condition, n: int, seed: int) -> Iterator[Sample]:
        """Yield for each of `n` simulated deals whether a condition is true, and the weight of the deal."""
        event = self.setting.resolve(condition)
        sums = sums_of(event)
        return self.separate_face_down(sums)._samples(sums, lambda values: is_true(event, values), n, seed)

    def answer(self, condition: Condition) -> Chance:
        """Return the chance of a condition. Raises OutOfReach if it cannot be counted."""
        return take_all(self.answer_in_steps(condition))

    def answer_in_steps(self, condition: Condition) -> Generator[None, None, Chance]:
        """Do what `answer` does, in short steps."""
        question, condition = str(condition), self.setting.read(condition)
        event = self.setting.resolve(condition)
        if (calculator := self.separate_face_down(sums_of(event))) is not self:
            return (yield from calculator.answer_in_steps(condition))

        def draw(n: int, seed: int) -> Iterator[Sample]:
            return self.draw(condition, n, seed)

        work = Work()
        try:
            total = yield from self._total_in_steps(work)
            yield
            ways = self._ways_of_any(event)
            if ways is None:
                ways = sum((yield from self._ways_in_steps(Goal(_add_condition(self._given, event)), work)).values())
        except NotCounted as error:
            reason = str(error)
        else:
            exact = Fraction(ways, total)
            note = "" if exact else ", ".join(list_gaps(event))
            return Chance(
                exact, question, self.model, draw, lambda: explain_chance_in_steps(self, condition, event, exact), note
            )
        samples = yield from collect_in_steps(draw(self._sample_size, 1))
        raise OutOfReach(reason, estimate_chance(samples, True))

    def distribute(
        self,
        question: str,
        sums: tuple[Sum, ...],
        value: Value,
        count: Callable[[Work], Ways] | None = None,
    ) -> Distribution:
        """Return the distribution of a value made of some sums. Raises OutOfReach if it cannot be counted."""
        if (calculator := self.separate_face_down(sums)) is not self:
            return calculator.distribute(question, sums, value, count)

        def draw(n: int, seed: int) -> Iterator[Sample]:
            return self._samples(sums, value, n, seed)

        work = Work()
        try:
            total = self._total(work)
            counts = count(work) if count else self._ways(Goal(self._given, sums), work)
        except NotCounted as error:
            raise OutOfReach(str(error), estimate_distribution(list(draw(self._sample_size, 1)), None)) from None
        totals: dict[Hashable, int | Fraction] = {}
        for values, ways in sorted(counts.items(), reverse=True):
            key = value(values)
            totals[key] = totals.get(key, 0) + ways
        exact = {key: Fraction(ways, total) for key, ways in sorted(totals.items(), key=_sort_key)}
        return Distribution(exact, question, self.model, draw, explain_distribution(self, question, sums, exact))

    def cases_in_steps(self, goal: Goal, work: Work) -> Generator[None, None, dict[tuple[int, ...], Fraction]]:
        """Return the chance of each case of a condition, by the sums wanted, in short steps.

        Raises NotCounted if there are too many.
        """
        total = yield from self._total_in_steps(work)
        if self._given is not None and goal.condition is not None:
            goal = Goal(_add_condition(self._given, goal.condition), goal.targets)
        cases = yield from self._ways_in_steps(goal, work)
        yield
        return {values: Fraction(ways, total) for values, ways in cases.items()}

    @cached_property
    def _given(self) -> ResolvedCondition | None:
        return None if self.condition is None else self.setting.resolve(self.condition)

    @property
    def _sample_size(self) -> int:
        """The number of deals simulated where a question is not counted."""
        return _SIMULATED_WORLDS if needs_worlds(self.setting) else _SIMULATED_DEALS

    def _total(self, work: Work) -> int | Fraction:
        """Return the number of ways that meet the given condition. Raises ValueError when there are none."""
        return take_all(self._total_in_steps(work))

    def _total_in_steps(self, work: Work) -> Generator[None, None, int | Fraction]:
        if self.policy is not None:
            raise NotCounted("with a player's discard policy deals can only be simulated")
        if self._given is None:
            if not self.possible_deals.total:
                raise ContradictoryView("no deal is consistent with this view: it contradicts itself")
            return self.possible_deals.total
        total = sum((yield from self._ways_in_steps(Goal(self._given), work)).values())
        if not total:
            raise ValueError(f"the given condition is impossible: {self.condition}")
        return total

    def _ways(self, goal: Goal, work: Work) -> Ways:
        """Return the weighted number of ways for each value of the sums wanted under the goal's condition."""
        return take_all(self._ways_in_steps(goal, work))

    def _ways_in_steps(self, goal: Goal, work: Work) -> Generator[None, None, Ways]:
        asks_dealt_nest = _asks_dealt_nest(goal)
        model = self.possible_deals.with_dealt_nest if asks_dealt_nest else self.possible_deals
        times = model.total // self.possible_deals.total if asks_dealt_nest else 1
        ledger, totals = Ledger(goal), Ways()
        for case in model.cases:
            if _is_split(goal):
                ways = spread(case, goal.targets, work)
            else:
                sweep = Sweep(case, goal.sums, work)
                ways = {}
                for key, count in (yield from sweep.count_in_steps(goal)).items():
                    values = ledger.values(key)
                    ways[values] = ways.get(values, 0) + count
            for values, count in ways.items():
                totals[values] = totals.get(values, 0) + count
        return {values: Fraction(count, times) for values, count in totals.items()} if times > 1 else totals

    def _ways_of_any(self, event: ResolvedCondition) -> int | Fraction | None:
        """Return the number of ways in which one of several limits holds, if inclusion and exclusion is quick; else None."""
        if self._given is not None or not self.possible_deals.is_uniform:
            return None
        try:
            return count_several(self.possible_deals.cases[0], event, Work(MAX_WORK))
        except NotCounted:
            return None

    def _samples(self, sums: tuple[Sum, ...], value: Value, n: int, seed: int) -> Iterator[Sample]:
        if not isinstance(n, int) or isinstance(n, bool) or n < 1:
            raise ValueError(f"the number of deals is a whole number, 1 or more, not {quote(n)}")
        check_seed(seed)
        condition = self._given
        condition_sums = sums_of(condition) if condition is not None else ()
        samples = draw_lying(
            self.possible_deals, seed, self.policy, _asks_dealt_nest(Goal(None, (*sums, *condition_sums)))
        )
        for _ in range(n):
            lying, weight = next(samples)
            if condition is not None and not is_true(condition, [add_up(term, lying) for term in condition_sums]):
                weight = 0.0
            yield value(tuple(add_up(term, lying) for term in sums)), weight


def describe_model(setting: Setting, policy: Policy | None, name: NamePlace = str) -> str:
    """Describe the probability model in words."""
    view = setting.view
    if view is None:
        return f"every deal of the {len(setting.rules.pack)} cards is equally likely"
    round = setting.round
    bidder = (round.bidder if round else None) or ""
    person = name(view.person) if view.person else "anybody"
    text = f"every deal consistent with what {person} has seen (cards and proven voids) is equally likely"
    if round is None or round.discarded is None or UNSEEN not in (*round.hands[bidder], *round.discarded):
        return text
    if policy is not None:
        return f"{text}; {name(bidder)} discarded what {getattr(policy, '__name__', 'the policy')} would"
    return f"{text}; {name(bidder)} made any legal discard with equal chance"


def _add_condition(condition: ResolvedCondition | None, event: ResolvedCondition) -> ResolvedCondition:
    return event if condition is None else Several.all_of(condition, event)


def _asks_dealt_nest(goal: Goal) -> bool:
    """Return whether a goal asks about the nest as dealt, after the bidder took it."""
    return any(spot == from_nest(SHOWN_CARDS) for term in goal.sums for spot, _ in term.worth)


def _is_split(goal: Goal) -> bool:
    """Return whether a goal asks how the cards of one class split among several places."""
    if goal.condition is not None or len(goal.targets) < 3 or _asks_dealt_nest(goal):
        return False
    classes = {frozenset(card for _, card in term.worth) for term in goal.targets if term.worth}
    return len(classes) == 1 and all(value == 1 for term in goal.targets for value in term.worth.values())


def _sort_key(entry: tuple[Any, int | Fraction]) -> Any:
    value, ways = entry
    return (0, value, 0) if isinstance(value, int) else (1, 0, -ways)

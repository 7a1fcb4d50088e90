"""Deals to order: deals at random among those that a condition is true of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from random import Random

from mam.analysis.probability.answers import OutOfReach, Simulated, one_in
from mam.analysis.probability.conditions import All, Between, Condition, Limit, as_condition, is_true, limits_of
from mam.analysis.probability.counting import Work
from mam.analysis.probability.drawing import Drawing
from mam.analysis.probability.explanations import list_missed
from mam.analysis.probability.goals import Goal
from mam.analysis.probability.model import Model, NotCounted
from mam.analysis.probability.questions import Chances
from mam.analysis.probability.sampling import add_up
from mam.analysis.probability.setting import Setting
from mam.games.registry import find_dealer, find_rules
from mam.games.sampling.clues import NEST, STOCK
from mam.rules.cards import Card
from mam.rules.dealing import Deal, check_seed, count_covered, derive_seed, shuffled
from mam.rules.editions import RuleSet

Predicate = Callable[[Deal], bool]
Where = Condition | str | Predicate

_TRIES = 20_000  # deals in a row that a predicate may refuse
_WORK = 30_000_000  # for counting what is drawn directly


def deals(
    edition: str,
    where: Where | Iterable[Where] | None = None,
    seed: int = 0,
    *,
    dealer: str | None = None,
    options: Sequence[str] = (),
    players: int | None = None,
) -> Deals:
    """Deals at random among those of which all of `where` is true; endless. The same seed gives the same deals for ever.

    `where` is a condition in words ("N holds Bull and Bear"), one made of tallies (`held("N", "red") >= 5`), a function
    of a `Deal`, or a list of any of these. Conditions are drawn directly, functions by trying. The n-th deal depends on
    nothing but the seed and its number; the dealer is drawn as the rules say unless one is named. Raises ValueError for
    a word that means nothing, and for what is impossible, with the reason.

    >>> poor = deals("make-a-million-1935", "money N = 0 and N holds Tiger", seed=7)
    >>> poor
    1 deal in 2,650 of make-a-million-1935: money N = 0 and N holds Tiger
    >>> next(poor)["N"]
    (R11, R2, Y9, Y7, Y3, B4, B3, B1, G4, G3, G2, TIGER, BEAR)
    """
    rules = find_rules(edition, options, players)
    if dealer is not None:
        find_dealer(rules, 0, dealer)
    return Deals(rules, _listed(where), check_seed(seed), dealer)


class Deals(Iterator[Deal]):
    """An endless iterator of deals to order; `rarity` says how rare they are, `deal(n)` gives the n-th, from 0."""

    def __init__(self, rules: RuleSet, where: Sequence[Where], seed: int, dealer: str | None) -> None:
        self.rules, self.seed, self.dealer, self.number = rules, seed, dealer, 0
        self.setting = Setting(rules)
        self.conditions = tuple(self.setting.read(as_condition(one)) for one in where if not _is_predicate(one))
        self.predicates = tuple(one for one in where if _is_predicate(one))
        self.words = " and ".join(one if isinstance(one, str) else _name(one) for one in where)
        self.tried = self.kept = 0
        self.check_possible()

    def __next__(self) -> Deal:
        self.number += 1
        return self.deal(self.number - 1)

    def deal(self, number: int) -> Deal:
        """The deal with this number, from 0. Raises ValueError when what is asked by functions is (nearly) never true."""
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise ValueError(f"a deal's number is a whole number, 0 or more, not {number!r}")
        rng = Random(derive_seed(self.seed, "deal to order", number))
        dealer = find_dealer(self.rules, derive_seed(self.seed, "dealer of a deal to order", number), self.dealer)
        for _ in range(_TRIES):
            lying = self.drawing.draw(rng)
            if not all(self._agrees(one, lying) for one in self._checked):
                continue
            deal = _dealt(self.rules, lying, dealer, rng)
            self.tried += 1
            if all(one(deal) for one in self.predicates):  # type: ignore[operator]
                self.kept += 1
                return deal
        raise ValueError(
            f"none of {_TRIES:,} deals in a row is one of which all is true that was asked by functions or could only be "
            f"tried: {self.words}"
        )

    # How rare

    @cached_property
    def rarity(self) -> Fraction | Simulated:
        """The share of all deals that agree with the conditions, exact unless it is too hard to count; functions apart."""
        try:
            return self._share(self.conditions)
        except OutOfReach as refusal:
            return refusal.share

    @property
    def kept_share(self) -> Simulated | None:
        """What share of the deals tried so far the functions have accepted, with its error; None without functions."""
        if not self.predicates or not self.tried:
            return None
        share = self.kept / self.tried
        return Simulated(share, (share * (1 - share) / self.tried) ** 0.5, self.tried)

    def __str__(self) -> str:
        share = self.rarity if isinstance(self.rarity, Fraction) else Fraction(self.rarity.estimate)
        about = "" if share is self.rarity else "about "
        many = about + one_in(share).replace("1 in", "1 deal in")
        text = f"{many} of {self.rules.full_id}" if share < 1 else f"any deal of {self.rules.full_id}"
        text += f": {self.words}" if self.words else ""
        kept = self.kept_share
        return text + (f"; of these the functions accept {kept}" if kept else "")

    __repr__ = __str__

    # What is possible

    def check_possible(self) -> None:
        """Raise ValueError with the reason when no deal agrees with the conditions."""
        if not self.conditions or isinstance(self.rarity, Simulated) or self.rarity:
            return
        odds = Chances(self.setting)
        parts = [part for one in self.conditions for part in _parts(one)]
        for count in range(1, len(parts) + 1):
            for some in combinations(parts, count):
                if not self._share(some):
                    raise ValueError(_why_impossible(odds, some))

    def _share(self, conditions: Sequence[Condition]) -> Fraction:
        return Fraction(1) if not conditions else Chances(self.setting).chance(_all(conditions)).exact

    # Drawing

    @cached_property
    def drawing(self) -> Drawing:
        """What is drawn directly: all conditions, or as many of them as there is room to keep in mind."""
        return self._drawing[0]

    @property
    def _checked(self) -> Sequence[Condition]:
        """The conditions that are only checked when a deal is drawn."""
        return self._drawing[1]

    @cached_property
    def _drawing(self) -> tuple[Drawing, tuple[Condition, ...]]:
        parts = [part for one in self.conditions for part in _parts(one)]
        (case,) = Model(self.setting).cases
        try:
            return Drawing(case, self._goal(parts), Work(_WORK)), ()
        except NotCounted:
            drawing, direct, tried = Drawing(case, Goal(), Work(_WORK)), list[Condition](), list[Condition]()
        for part in parts:
            try:
                drawing = Drawing(case, self._goal([*direct, part]), Work(_WORK))
                direct.append(part)
            except NotCounted:
                tried.append(part)
        return drawing, tuple(tried)

    def _goal(self, conditions: Sequence[Condition]) -> Goal:
        return Goal(self.setting.understand(_all(conditions)) if conditions else None)

    def _agrees(self, condition: Condition, lying: Mapping[str, Sequence[Card]]) -> bool:
        event = self.setting.understand(condition)
        return is_true(event, iter([add_up(limit.sum, lying) for limit in limits_of(event)]))


def _dealt(rules: RuleSet, lying: Mapping[str, Sequence[Card]], dealer: str, rng: Random) -> Deal:
    """The deal in which cards lie like this; what else is chance in it is drawn."""
    hands = tuple(tuple(lying.get(seat, ())) for seat in rules.seats)
    covers: list[tuple[Card, Card]] = []
    for seat, hand in zip(rules.seats, hands, strict=True):
        if seat in rules.half_hidden_seats:
            order, down = shuffled(hand, rng), count_covered(len(hand))
            covers += zip(order[down:], order[:down], strict=False)
    stock = tuple(shuffled(lying.get(STOCK, ()), rng))
    blind_draw = int(rng.random() * rules.nest_size) if rules.blind_draw else None
    return Deal(rules.seats, dealer, hands, tuple(lying.get(NEST, ())), tuple(covers), stock, blind_draw)


def _listed(where: Where | Iterable[Where] | None) -> tuple[Where, ...]:
    if where is None:
        return ()
    if isinstance(where, Condition | str) or callable(where):
        return (where,)
    if isinstance(where, Iterable):
        return tuple(one for part in where for one in _listed(part))
    raise TypeError(f"deals are ordered by a condition, text, or a function of a deal, not by {where!r}")


def _is_predicate(one: object) -> bool:
    return callable(one) and not isinstance(one, Condition | str)


def _name(one: object) -> str:
    return str(one) if isinstance(one, Condition) else f"{getattr(one, '__name__', 'a function')}(deal)"


def _parts(condition: Condition) -> Sequence[Condition]:
    return condition.parts if isinstance(condition, All) else (condition,)


def _all(conditions: Sequence[Condition]) -> Condition:
    found = conditions[0]
    for one in conditions[1:]:
        found = found & one
    return found


def _why_impossible(odds: Chances, some: Sequence[Condition]) -> str:
    """What is impossible: a single condition, with what is possible, or several that exclude each other."""
    if len(some) > 1:
        return "no deal is one of which all of these are true at once: " + " and ".join(f"“{one}”" for one in some)
    (one,) = some
    event = odds.setting.understand(one)
    if missed := list_missed(event):
        return f"no deal is one of which “{one}” is true: {', '.join(missed)}"
    reach = ""
    if isinstance(event, Limit) and isinstance(one, Between) and one.tally.terms:
        values = list(odds.distribution(one.tally))
        reach = f": {one.tally} is {min(values)} to {max(values)}"
        reach += ", and never so in between" if _is_inside(event, values) else ""
    return f"no deal is one of which “{one}” is true{reach}"


def _is_inside(event: Limit, values: Sequence[int]) -> bool:
    """Whether the limits lie within what is possible, so that the amounts between are what is not."""
    low, high = min(values), max(values)
    return (event.least is None or event.least <= high) and (event.most is None or event.most >= low)

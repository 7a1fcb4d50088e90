"""Constrained deals: random deals among those that meet a condition."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from random import Random

from mam.analysis.probability.answers import OutOfReach, SimulatedChance, one_in
from mam.analysis.probability.conditions import AllOf, AnyOf, Between, Condition, CountOf, as_condition, check_names
from mam.analysis.probability.constraints import Limit, is_true, sums_of
from mam.analysis.probability.counting import Work
from mam.analysis.probability.drawing import Drawing, UnionDrawing
from mam.analysis.probability.explanations import list_gaps
from mam.analysis.probability.goals import Goal
from mam.analysis.probability.model import Case, Model, NotCounted
from mam.analysis.probability.questions import Chances
from mam.analysis.probability.sampling import add_up
from mam.analysis.probability.setting import Setting
from mam.games.registry import find_dealer, find_rules
from mam.games.sampling.clues import NEST, STOCK
from mam.rules.cards import Card
from mam.rules.dealing import Deal, check_seed, count_covered, derive_seed, shuffle
from mam.rules.editions import RuleSet
from mam.support.estimates import Estimate
from mam.support.messages import quote, shorten
from mam.support.steps import take_all

Predicate = Callable[[Deal], bool]
Where = Condition | str | Predicate
Names = Mapping[str, Condition | str]
Mix = Mapping[str, Condition | str] | Sequence[Condition | str]

_TRIES = 20_000  # deals in a row that a predicate may refuse
_WORK = 30_000_000  # for counting what is drawn directly
_RARE = 1000  # of as many deals, so few meet a condition that it is drawn case by case instead of checked
_MOST_CASES = 12


def deals(
    edition: str,
    where: Where | Iterable[Where] | None = None,
    seed: int = 0,
    *,
    dealer: str | None = None,
    options: Sequence[str] = (),
    players: int | None = None,
    names: Names | None = None,
    mix: Mix | None = None,
) -> Deals | MixedDeals:
    """Return random deals that meet all of `where`, endlessly. The same seed gives the same deals forever.

    `where` is a condition in words ("N holds Bull and Bear"), one made of tallies (`card_count("N", "red") >= 5`), a function
    of a `Deal`, or a list of any of these. Deals that meet a condition are drawn directly; functions reject deals until one
    fits. The n-th deal depends only on the seed and its number; the dealer is drawn as the rules say unless you name one.
    `names` are conditions that the others can use by name. With a `mix`, conditions or a mapping from names to them, each is met
    equally often: every deal meets exactly one of them, and each comes once in as many deals, in random order.
    Raises ValueError for an unknown word, and for what is impossible, with the reason.

    >>> poor = deals("make-a-million-1935", "money N = 0 and N holds Tiger", seed=7)
    >>> poor
    1 deal in 2,646 of make-a-million-1935: money N = 0 and N holds Tiger
    >>> next(poor)["N"]
    (R11, R2, Y9, Y7, Y3, B4, B3, B1, G4, G3, G2, TIGER, BEAR)
    >>> lessons = deals("make-a-million-1935", "S holds Tiger", mix=["S has a void", "S longest <= 4"], seed=7)
    >>> [lessons.case(number) for number in range(4)]
    ['S longest <= 4', 'S has a void', 'S has a void', 'S longest <= 4']
    """
    rules = find_rules(edition, options, players)
    if dealer is not None:
        find_dealer(rules, 0, dealer)
    wanted, seed = _list_conditions(where), check_seed(seed)
    if mix is not None:
        return MixedDeals(rules, wanted, seed, dealer, mix, names)
    return take_all(_open_in_steps(Deals(rules, wanted, seed, dealer, names)))


def deals_in_steps(
    edition: str, where: Where | Iterable[Where] | None = None, seed: int = 0, *, dealer: str | None = None
) -> Generator[None, None, Deals]:
    """Do what `deals` does in short steps, and find ahead what the first deal is drawn from."""
    opened = yield from _open_in_steps(Deals(find_rules(edition), _list_conditions(where), check_seed(seed), dealer))
    yield from opened.drawing.prepare()
    return opened


def _open_in_steps(deals: Deals) -> Generator[None, None, Deals]:
    """Count what is drawn, and return the deals. Raises ValueError with the reason when none fits."""
    if deals.conditions:
        yield from deals.prepare()
    deals.check_possible()
    yield
    return deals


class Deals(Iterator[Deal]):
    """An endless iterator of constrained deals; `rarity` says how rare they are, `deal(n)` gives the n-th, from 0."""

    def __init__(
        self, rules: RuleSet, where: Sequence[Where], seed: int, dealer: str | None, names: Names | None = None
    ) -> None:
        self.rules, self.seed, self.dealer, self.number = rules, seed, dealer, 0
        self.setting = Setting(rules, names=check_names(names))
        self.conditions = tuple(self.setting.read(as_condition(part)) for part in where if not _is_predicate(part))
        self.predicates = tuple(part for part in where if _is_predicate(part))
        self.words = " and ".join(part if isinstance(part, str) else _name(part) for part in where)
        self.candidates = self.accepted = 0

    def __next__(self) -> Deal:
        self.number += 1
        return self.deal(self.number - 1)

    def deal(self, number: int) -> Deal:
        """Return the deal with this number, from 0. Raises ValueError if the functions (nearly) never accept a deal."""
        rng = Random(derive_seed(self.seed, "deal to order", _check_number(number)))
        dealer = find_dealer(self.rules, derive_seed(self.seed, "dealer of a deal to order", number), self.dealer)
        for _ in range(_TRIES):
            lying = self.drawing.draw(rng)
            if not all(self._agrees(condition, lying) for condition in self._checked):
                continue
            deal = _make_deal(self.rules, lying, dealer, rng)
            self.candidates += 1
            if all(predicate(deal) for predicate in self.predicates):  # type: ignore[operator]
                self.accepted += 1
                return deal
        raise ValueError(f"no deal found in {_TRIES:,} attempts: {self.words}")

    # How rare

    @cached_property
    def rarity(self) -> Fraction | SimulatedChance:
        """The proportion of deals that meet the conditions (functions not counted), exact unless that is too hard to count."""
        try:
            return self._chance_of(self.conditions)
        except OutOfReach as refusal:
            return refusal.chance

    @property
    def acceptance(self) -> Estimate | None:
        """The proportion of deals that the functions have accepted so far; None without functions."""
        if not self.predicates or not self.candidates:
            return None
        return Estimate.of_proportion(self.accepted / self.candidates, self.candidates)

    def __str__(self) -> str:
        chance = self.rarity if isinstance(self.rarity, Fraction) else Fraction(self.rarity.mean)
        qualifier = "" if chance is self.rarity else "about "
        rarity = qualifier + one_in(chance, "deal")
        text = f"{rarity} of {self.rules.full_id}" if chance < 1 else f"any deal of {self.rules.full_id}"
        text += f": {self.words}" if self.words else ""
        acceptance = self.acceptance
        return text + (f"; the functions accept {acceptance} of these" if acceptance else "")

    __repr__ = __str__

    # What is possible

    def check_possible(self) -> None:
        """Raise ValueError with the reason when no deal fits the conditions."""
        if not self.conditions or (self.drawing.is_possible and not self._checked):
            return  # seen at once, without counting how rare they are
        if isinstance(self.rarity, SimulatedChance) or self.rarity:
            return
        odds = Chances(self.setting)
        parts = [part for condition in self.conditions for part in _parts(condition)]
        for count in range(1, len(parts) + 1):
            for group in combinations(parts, count):
                if not self._chance_of(group):
                    raise ValueError(_why_impossible(odds, group))

    def _chance_of(self, conditions: Sequence[Condition]) -> Fraction:
        return Fraction(1) if not conditions else Chances(self.setting).chance(_all(conditions)).exact

    # Drawing

    @cached_property
    def drawing(self) -> Drawing | UnionDrawing:
        """What is drawn directly: all conditions, or as many of them as memory allows."""
        return self._drawing[0]

    @property
    def _checked(self) -> Sequence[Condition]:
        """The conditions that are only checked when a deal is drawn."""
        return self._drawing[1]

    @cached_property
    def _drawing(self) -> tuple[Drawing | UnionDrawing, tuple[Condition, ...]]:
        return take_all(self._choose_drawing())

    def prepare(self) -> Generator[None, None, None]:
        """Count in short steps what is drawn directly."""
        if "_drawing" not in vars(self):
            self._drawing = yield from self._choose_drawing()

    def _choose_drawing(self) -> Generator[None, None, tuple[Drawing | UnionDrawing, tuple[Condition, ...]]]:
        parts = [part for condition in self.conditions for part in _parts(condition)]
        (case,) = Model(self.setting).cases
        yield
        try:
            return (yield from _count(Drawing(case, self._goal(parts), Work(_WORK)))), ()
        except NotCounted:
            drawing = yield from _count(Drawing(case, Goal(), Work(_WORK)))
        direct, checked = list[Condition](), list[Condition]()
        for part in parts:
            try:
                drawing = yield from _count(Drawing(case, self._goal([*direct, part]), Work(_WORK)))
                direct.append(part)
            except NotCounted:
                checked.append(part)
        for part in checked:
            union = yield from self._draw_cases(case, part, direct)
            if union and union.chance * _RARE <= drawing.chance:
                return union, tuple(other for other in checked if other is not part or not _has_all_above(part))
        return drawing, tuple(checked)

    def _draw_cases(
        self, case: Case, part: Condition, direct: Sequence[Condition]
    ) -> Generator[None, None, UnionDrawing | None]:
        """Return a drawing of “some player …” and the like, player by player; None for another condition, or one that can't be counted so either."""
        least, parts = _find_cases(part)
        choices = [*combinations(parts, least)]
        if not least or len(choices) > _MOST_CASES:
            return None
        drawings = list[Drawing]()
        for choice in choices:
            try:
                drawings.append((yield from _count(Drawing(case, self._goal([*direct, *choice]), Work(_WORK)))))
            except NotCounted:
                return None
        return UnionDrawing(drawings, lambda lying: sum(self._agrees(held, lying) for held in parts), least)

    def _goal(self, conditions: Sequence[Condition]) -> Goal:
        return Goal(self.setting.resolve(_all(conditions)) if conditions else None)

    def _agrees(self, condition: Condition, lying: Mapping[str, Sequence[Card]]) -> bool:
        event = self.setting.resolve(condition)
        return is_true(event, [add_up(term, lying) for term in sums_of(event)])


class MixedDeals(Iterator[Deal]):
    """An endless iterator of deals in an even mix of cases: each deal is of exactly one case, and `case(n)` names it.

    In as many deals as there are cases each of them comes once, in an order drawn from the seed.
    """

    def __init__(
        self, rules: RuleSet, where: Sequence[Where], seed: int, dealer: str | None, mix: Mix, names: Names | None
    ) -> None:
        self.rules, self.seed, self.number = rules, seed, 0
        cases = _name_cases(mix)
        self.cases = tuple(cases)
        self.deals = {
            name: self._open(
                [*where, condition, *(~other for other in cases.values() if other is not condition)],
                dealer,
                names,
                name,
            )
            for name, condition in cases.items()
        }

    def _open(self, where: Sequence[Where], dealer: str | None, names: Names | None, name: str) -> Deals:
        seed = derive_seed(self.seed, "case of a mix", self.cases.index(name))
        try:
            return take_all(_open_in_steps(Deals(self.rules, where, seed, dealer, names)))
        except ValueError as error:
            raise ValueError(
                f"no deal is of the case “{shorten(name)}” alone, without another one of the mix: {error}"
            ) from None

    def __next__(self) -> Deal:
        self.number += 1
        return self.deal(self.number - 1)

    def deal(self, number: int) -> Deal:
        """Return the deal with this number, from 0. Raises ValueError as `Deals.deal` does."""
        return self.deals[self.case(number)].deal(number // len(self.cases))

    def case(self, number: int) -> str:
        """Return which case of the mix the deal with this number is, from 0."""
        block, index = divmod(_check_number(number), len(self.cases))
        return shuffle(self.cases, Random(derive_seed(self.seed, "order of a mix", block)))[index]

    def __str__(self) -> str:
        return "\n".join(
            [f"an even mix of {len(self.cases)} cases:", *(f"{name}: {deals}" for name, deals in self.deals.items())]
        )

    __repr__ = __str__


def _name_cases(mix: Mix) -> dict[str, Condition]:
    """Return the conditions of a mix by their names: the words themselves where it has no other names."""
    if isinstance(mix, str | Condition) or not isinstance(mix, Mapping | Iterable):
        raise TypeError(f"a mix is several conditions, like ['S has a void', 'S longest <= 4'], not {quote(mix)}")
    pairs = mix.items() if isinstance(mix, Mapping) else [(str(part), part) for part in mix]
    cases = {str(name): as_condition(condition) for name, condition in pairs}
    if len(cases) < 2 or len(cases) < len(mix):
        raise ValueError(f"a mix needs two different cases or more, not {quote(mix)}")
    return cases


def _check_number(number: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise ValueError(f"a deal's number is a whole number, 0 or more, not {quote(number)}")
    return number


def _count(drawing: Drawing) -> Generator[None, None, Drawing]:
    """Count in short steps what is drawn, and return it."""
    yield
    yield from drawing.count()
    return drawing


def _make_deal(rules: RuleSet, lying: Mapping[str, Sequence[Card]], dealer: str, rng: Random) -> Deal:
    """Return the deal with the cards in these places; everything else that chance decides is drawn."""
    hands = tuple(tuple(lying.get(seat, ())) for seat in rules.seats)
    covers: list[tuple[Card, Card]] = []
    for seat, hand in zip(rules.seats, hands, strict=True):
        if seat in rules.half_hidden_seats:
            order, down = shuffle(hand, rng), count_covered(len(hand))
            covers += zip(order[down:], order[:down], strict=False)
    stock = tuple(shuffle(lying.get(STOCK, ()), rng))
    blind_draw = int(rng.random() * rules.nest_size) if rules.blind_draw else None
    return Deal(rules.seats, dealer, hands, tuple(lying.get(NEST, ())), tuple(covers), stock, blind_draw)


def _list_conditions(where: Where | Iterable[Where] | None) -> tuple[Where, ...]:
    if where is None:
        return ()
    if isinstance(where, Condition | str) or callable(where):
        return (where,)
    if isinstance(where, Iterable):
        return tuple(item for part in where for item in _list_conditions(part))
    raise TypeError(f"a constraint is a condition, text, or a function of a deal, not {quote(where)}")


def _is_predicate(part: object) -> bool:
    return callable(part) and not isinstance(part, Condition | str)


def _name(part: object) -> str:
    return str(part) if isinstance(part, Condition) else f"{getattr(part, '__name__', 'a function')}(deal)"


def _find_cases(condition: Condition) -> tuple[int, Sequence[Condition]]:
    """Return how many of which conditions hold at least; none for a condition of another kind."""
    if isinstance(condition, AnyOf):
        return 1, condition.parts
    if isinstance(condition, CountOf) and condition.minimum > 0:
        return condition.minimum, condition.parts
    return 0, ()


def _has_all_above(condition: Condition) -> bool:
    """Return whether any number of cases from the least on will do, as in “some player” but not in “exactly one player”."""
    return not isinstance(condition, CountOf) or condition.maximum == len(condition.parts)


def _parts(condition: Condition) -> Sequence[Condition]:
    return condition.parts if isinstance(condition, AllOf) else (condition,)


def _all(conditions: Sequence[Condition]) -> Condition:
    condition = conditions[0]
    for part in conditions[1:]:
        condition = condition & part
    return condition


def _why_impossible(odds: Chances, conditions: Sequence[Condition]) -> str:
    """Say what is impossible: one condition, with what is possible, or several that exclude each other."""
    if len(conditions) > 1:
        return "no deal meets all of these conditions: " + " and ".join(
            f"“{shorten(str(condition))}”" for condition in conditions
        )
    (condition,) = conditions
    event = odds.setting.resolve(condition)
    if gaps := list_gaps(event):
        return f"no deal meets “{shorten(str(condition))}”: {', '.join(gaps)}"
    limits = ""
    if isinstance(event, Limit) and isinstance(condition, Between) and condition.tally.terms:
        values = list(odds.distribution(condition.tally))
        limits = f": {condition.tally} is {min(values)} to {max(values)}"
        limits += ", but never in that range" if _is_inside(event, values) else ""
    return f"no deal meets “{shorten(str(condition))}”{limits}"


def _is_inside(event: Limit, values: Sequence[int]) -> bool:
    """Return whether the limits lie within what is possible, so that the amounts between them are not."""
    low, high = min(values), max(values)
    return (event.minimum is None or event.minimum <= high) and (event.maximum is None or event.maximum >= low)

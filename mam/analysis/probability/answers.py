"""Answers: a chance or a distribution as exact fractions, and the same by simulation with its error."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

Sample = tuple[Hashable, float]  # what one deal brought, and its weight


@dataclass(frozen=True)
class SimulatedChance:
    """How often something happened in deals drawn at random, with its standard error and the number of deals.

    `exact` is the exact chance where it is known.
    """

    estimate: float
    standard_error: float
    n: int
    exact: Fraction | None = None

    @property
    def agrees(self) -> bool:
        """Whether the exact chance lies within four standard errors."""
        if self.exact is None:
            raise ValueError("there is no exact chance to agree with")
        spread = sqrt(self.exact * (1 - self.exact) / self.n)  # of a share that came out as 0 or 1 by luck
        return abs(self.estimate - self.exact) <= 4 * max(self.standard_error, spread) + 1e-12

    def __float__(self) -> float:
        return self.estimate

    def __repr__(self) -> str:
        return f"{self.estimate:.4f} (SE {self.standard_error:.4f}, {self.n:,} deals)"


class OutOfReach(ValueError):
    """A question that is not counted exactly: the message says why and gives the `simulated` answer with its error."""

    def __init__(self, why: str, simulated: SimulatedChance | Mapping[Any, SimulatedChance]) -> None:
        told = repr(simulated) if isinstance(simulated, SimulatedChance) else "a distribution in .simulated"
        super().__init__(f"not counted exactly: {why}; by simulation: {told}")
        self.simulated = simulated

    @property
    def share(self) -> SimulatedChance:
        """The simulated answer where a chance was asked. Raises ValueError where it was a distribution."""
        if isinstance(self.simulated, SimulatedChance):
            return self.simulated
        raise ValueError("a distribution was simulated, no single chance")

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (str(self), self.simulated)


def _again(message: str, simulated: SimulatedChance | Mapping[Any, SimulatedChance]) -> OutOfReach:
    error = OutOfReach("", simulated)
    error.args = (message,)
    return error


@dataclass(frozen=True, eq=False)
class Chance:
    """How likely something is, exactly. `model` says which deals are counted, `question` what was asked.

    >>> import mam
    >>> from mam.analysis.probability import chances
    >>> odds = chances("make-a-million-1935").holds("N", "Bull")
    >>> odds.exact, float(odds) > 0.23, str(odds)
    (Fraction(13, 55), True, 'N holds Bull: 23.6 %, 1 in 4.23')
    """

    exact: Fraction
    question: str
    model: str
    _draw: Callable[[int, int], Iterator[Sample]]
    _why: Callable[[], str]
    note: str = ""  # why it can never be, where a step of what is counted says so

    def __float__(self) -> float:
        return float(self.exact)

    @property
    def percent(self) -> str:
        """As people write it.

        >>> from mam.analysis.probability import chances
        >>> chances("sweven").holds("A", "SA").percent
        '25.0 %'
        """
        return percent(self.exact)

    @property
    def odds(self) -> str:
        """One in how many."""
        return one_in(self.exact)

    def explain(self) -> str:
        """The counting argument, in a few lines.

        >>> from mam.analysis.probability import chances
        >>> print(chances("make-a-million-1935").holds("N", "Bull Bear").explain())
        How likely is it that N holds Bull and N holds Bear?
        Model: every deal of the 55 cards is equally likely.
        Bull: 13 of the 55 places that are left are N's: 13/55
        Bear: 12 of the 54 places that are left are N's: 12/54
        Together 13/55 × 12/54 = 26/495: 5.25 %, 1 in 19.
        """
        return self._why()

    def simulate(self, n: int = 10_000, seed: int = 1) -> SimulatedChance:
        """The same by drawing deals from the model: the share, its standard error and the number of deals.

        >>> from mam.analysis.probability import chances
        >>> chances("make-a-million-1935").holds("N", "Bull").simulate(1_000, seed=3).agrees
        True
        """
        return share(list(self._draw(n, seed)), True, self.exact)

    def __str__(self) -> str:
        text = f"{self.question}: {self.percent}" + (f", {self.odds}" if 0 < self.exact < 1 else "")
        return f"{text}; {self.note}" if self.note else text

    def __repr__(self) -> str:
        return f"{self} ({self.exact})" if self.exact.denominator < 10**6 else str(self)


@dataclass(frozen=True, eq=False)
class Distribution(Mapping[Any, Fraction]):
    """Every value that something can have, with its exact chance; values in order, or as they come.

    >>> from mam.analysis.probability import chances
    >>> reds = chances("make-a-million-1935").count("N", "red")
    >>> reds.mean, float(reds.at_least(5)) > 0.14
    (Fraction(169, 55), True)
    """

    chances: Mapping[Any, Fraction]
    question: str
    model: str
    _draw: Callable[[int, int], Iterator[Sample]]
    _why: Callable[[], str]

    def __getitem__(self, value: Any) -> Fraction:
        """The chance of a value: 0 for one that cannot be."""
        return self.chances.get(value, Fraction(0))

    def __contains__(self, value: object) -> bool:
        return value in self.chances

    def __iter__(self) -> Iterator[Any]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    @property
    def mean(self) -> Fraction:
        """The mean of the values. Raises ValueError where they are no numbers."""
        return sum((value * chance for value, chance in self._numbers().items()), Fraction(0))

    @property
    def standard_deviation(self) -> float:
        """How far values usually are from the mean."""
        mean = self.mean
        return sqrt(sum(((value - mean) ** 2 * chance for value, chance in self._numbers().items()), Fraction(0)))

    def _numbers(self) -> Mapping[int, Fraction]:
        if not all(isinstance(value, int) for value in self.chances):
            raise ValueError(f"there is no mean of places or splits: {self.question}")
        return self.chances

    def at_least(self, least: int) -> Chance:
        """The chance of this value or a higher one. Raises ValueError for places and splits, TypeError for no number."""
        if not isinstance(least, int):
            raise TypeError(f"a least value is a whole number, like 5, not {least!r}")
        exact = sum((chance for value, chance in self._numbers().items() if value >= least), Fraction(0))
        question = f"{self.question} >= {least}"

        def why() -> str:
            return f"{self._why()}\nAt least {least}: {percent(exact)}, {one_in(exact)}."

        def draw(n: int, seed: int) -> Iterator[Sample]:
            return ((value >= least, weight) for value, weight in self._draw(n, seed))  # type: ignore[operator]

        return Chance(exact, question, self.model, draw, why)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each value, for a table: the value, its chance as a number, and the exact fraction."""
        return [{"value": value, "chance": float(exact), "exact": exact} for value, exact in self.chances.items()]

    def explain(self) -> str:
        """The counting argument, in a few lines."""
        return self._why()

    def simulate(self, n: int = 10_000, seed: int = 1) -> SimulatedDistribution:
        """The same by drawing deals from the model."""
        return spread_of(list(self._draw(n, seed)), self.chances)

    def __str__(self) -> str:
        return "\n".join([self.question, *(f"{_spell(value)}: {percent(one)}" for value, one in self.chances.items())])

    def __repr__(self) -> str:
        likely = sorted(self.chances.items(), key=lambda pair: -pair[1])[:4]
        return (
            f"{self.question}: "
            + ", ".join(f"{_spell(value)} {percent(one)}" for value, one in likely)
            + (f" and {len(self) - 4} more" if len(self) > 4 else "")
        )


@dataclass(frozen=True, eq=False, repr=False)
class SimulatedDistribution(Mapping[Any, SimulatedChance]):
    """How often each value came in deals drawn at random."""

    shares: Mapping[Any, SimulatedChance]
    n: int

    def __getitem__(self, value: Any) -> SimulatedChance:
        return self.shares.get(value, SimulatedChance(0.0, 0.0, self.n))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.shares)

    def __len__(self) -> int:
        return len(self.shares)

    @property
    def agrees(self) -> bool:
        """Whether every value's exact chance lies within four standard errors, and nothing came that cannot."""
        return all(one.agrees for one in self.shares.values())

    def __repr__(self) -> str:
        return (
            ", ".join(f"{_spell(value)} {one.estimate:.4f}" for value, one in self.shares.items())
            + f" ({self.n:,} deals)"
        )


def share(samples: list[Sample], wanted: Hashable, exact: Fraction | None = None) -> SimulatedChance:
    """The weighted share of samples with this value, with its standard error.

    Where all samples are alike that is no proof of 0 or 1: the error then is that of one sample more which is not.
    Raises ValueError when no sample weighs anything.
    """
    weight = sum(weight for _, weight in samples)
    if not weight:
        raise ValueError(f"none of {len(samples):,} deals drawn fits what is given: it is too rare to be sampled")
    estimate = sum(weight for value, weight in samples if value == wanted) / weight
    square = sum((weight * ((value == wanted) - estimate)) ** 2 for value, weight in samples)
    return SimulatedChance(estimate, sqrt(square) / weight or 1 / len(samples), len(samples), exact)


def spread_of(samples: list[Sample], exact: Mapping[Any, Fraction] | None) -> SimulatedDistribution:
    """The shares of all values; of those with an exact chance also where none came."""
    came = dict.fromkeys(value for value, weight in samples if weight)
    values = list(exact) if exact is not None else []
    values += sorted((value for value in came if value not in values), key=str)
    know = {value: (exact.get(value, Fraction(0)) if exact is not None else None) for value in values}
    weight = sum(weight for _, weight in samples)
    if not weight:
        share(samples, None)
    first, second = dict.fromkeys(values, 0.0), dict.fromkeys(values, 0.0)
    for value, one in samples:
        if one:
            first[value] += one
            second[value] += one * one
    squares = sum(second.values())
    shares = {}
    for value in values:
        estimate = first[value] / weight
        # Σ w² (x − p)² over those that have the value and those that have not
        spread = second[value] * (1 - estimate) ** 2 + (squares - second[value]) * estimate**2
        shares[value] = SimulatedChance(estimate, sqrt(max(0.0, spread)) / weight, len(samples), know[value])
    return SimulatedDistribution(shares, len(samples))


def percent(chance: Fraction) -> str:
    """A chance in percent, with three figures.

    >>> percent(Fraction(13, 55)), percent(Fraction(1, 3000)), percent(Fraction(2999, 3000)), percent(Fraction(1))
    ('23.6 %', '0.0333 %', '99.97 %', '100 %')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    if chance > Fraction(9995, 10_000):  # as many figures as tell it from certainty
        return f"{100 - float(f'{float(100 - chance * 100):.1g}'):.15g} %"
    return f"{float(chance * 100):#.3g} %"


def one_in(chance: Fraction) -> str:
    """One in how many, with three figures.

    >>> one_in(Fraction(13, 55)), one_in(Fraction(1, 5318))
    ('1 in 4.23', '1 in 5,320')
    """
    if not chance:
        return "never"
    many = float(1 / chance)
    if many < 100:
        return f"1 in {many:.3g}"
    digits = len(str(int(many)))
    return f"1 in {round(many, 3 - digits):,.0f}" if digits < 13 else f"1 in {many:.2e}"


def _spell(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)

"""Answers: a chance or a distribution as exact fractions, and the same by simulation with its standard error."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any

from mam.analysis.probability.steps import CountingStep, Explanation
from mam.support.estimates import Estimate
from mam.support.messages import quote
from mam.support.steps import take_all

_SAMPLES = 40  # that are drawn in one short step
Sample = tuple[Hashable, float]  # the value in one deal, and the weight of that deal


@dataclass(frozen=True, repr=False)
class SimulatedChance(Estimate):
    """The proportion of `n` simulated deals in which something happened. `exact` is the exact chance where it is known."""

    exact: Fraction | None = None

    @property
    def agrees(self) -> bool:
        """Whether the exact chance lies within four standard errors."""
        if self.exact is None:
            raise ValueError("the exact chance is not known, so there is nothing to agree with")
        expected = sqrt(self.exact * (1 - self.exact) / self.n)  # where the proportion came out as 0 or 1 by luck
        return abs(self.mean - self.exact) <= 4 * max(self.standard_error, expected) + 1e-12


class OutOfReach(ValueError):
    """A question that cannot be counted exactly: the message says why, and `simulated` is the answer by simulation."""

    def __init__(self, why: str, simulated: SimulatedChance | Mapping[Any, SimulatedChance]) -> None:
        super().__init__(why, simulated)
        self.why, self.simulated = why, simulated

    def __str__(self) -> str:
        is_chance = isinstance(self.simulated, SimulatedChance)
        answer = repr(self.simulated) if is_chance else "a distribution in .simulated"
        return f"not counted exactly: {self.why}; by simulation: {answer}"

    @property
    def chance(self) -> SimulatedChance:
        """The simulated chance. Raises ValueError if the question was about a distribution."""
        if isinstance(self.simulated, SimulatedChance):
            return self.simulated
        raise ValueError("this is a simulated distribution, not a single chance")


@dataclass(frozen=True, eq=False)
class Chance:
    """An exact probability. `model` says which deals are counted, `question` what was asked.

    >>> import mam
    >>> from mam.analysis.probability import chances
    >>> odds = chances("make-a-million-1935").holds("N", "Bull")
    >>> odds.exact, float(odds) > 0.23, str(odds)
    (Fraction(13, 55), True, 'N holds Bull: 23.64%, 1 in 4.231')
    """

    exact: Fraction
    question: str
    model: str
    _draw: Callable[[int, int], Iterator[Sample]]
    _explain: Callable[[], Generator[None, None, Explanation]]
    note: str = ""  # why this is impossible, if one step of the counting shows it

    def __float__(self) -> float:
        return float(self.exact)

    @property
    def percent(self) -> str:
        """The chance in percent, as text.

        >>> from mam.analysis.probability import chances
        >>> chances("sweven").holds("A", "SA").percent
        '25.00%'
        """
        return percent(self.exact)

    @property
    def odds(self) -> str:
        """The chance as text like “1 in 4.231”."""
        return one_in(self.exact)

    def explain(self) -> str:
        """Return the counting argument, in a few lines.

        >>> from mam.analysis.probability import chances
        >>> print(chances("make-a-million-1935").holds("N", "Bull Bear").explain())
        What is the probability that N holds Bull and N holds Bear?
        Model: every deal of the 55 cards is equally likely.
        Bull: 13 of the 55 places left are N's: 13/55
        Bear: 12 of the 54 places left are N's: 12/54
        Together 13/55 × 12/54 = 26/495: 5.253%, 1 in 19.04.
        """
        return str(self.explanation)

    @property
    def explanation(self) -> Explanation:
        """The counting argument as data: each step has a label, a formula, a value and a reason.

        >>> from mam.analysis.probability import chances
        >>> step, *_ = chances("make-a-million-1935").holds("N", "Bull").explanation.steps
        >>> step.label, step.reason, step.value
        ('Bull', "13 of the 55 places left are N's", '13/55')
        """
        return take_all(self.explain_in_steps())

    def explain_in_steps(self) -> Generator[None, None, Explanation]:
        """Find the `explanation` in short steps; it is worked out once."""
        if "_explanation" not in vars(self):
            vars(self)["_explanation"] = yield from self._explain()  # frozen: only a cache is added
        explanation: Explanation = vars(self)["_explanation"]
        return explanation

    def simulate(self, n: int = 10_000, seed: int = 1) -> SimulatedChance:
        """Estimate the same chance by simulating `n` deals.

        >>> from mam.analysis.probability import chances
        >>> chances("make-a-million-1935").holds("N", "Bull").simulate(1_000, seed=3).agrees
        True
        """
        return take_all(self.simulate_in_steps(n, seed))

    def simulate_in_steps(self, n: int = 10_000, seed: int = 1) -> Generator[None, None, SimulatedChance]:
        """Do what `simulate` does, in short steps."""
        samples = yield from collect_in_steps(self._draw(n, seed))
        return estimate_chance(samples, True, self.exact)

    def __str__(self) -> str:
        text = f"{self.question}: {self.percent}" + (f", {self.odds}" if 0 < self.exact < 1 else "")
        return f"{text}; {self.note}" if self.note else text

    def __repr__(self) -> str:
        return f"{self} ({self.exact})" if self.exact.denominator < 10**6 else str(self)


@dataclass(frozen=True, eq=False)
class Distribution(Mapping[Any, Fraction]):
    """Every possible value with its exact probability; numbers in order.

    >>> from mam.analysis.probability import chances
    >>> reds = chances("make-a-million-1935").count("N", "red")
    >>> reds.mean, float(reds.at_least(5)) > 0.14
    (Fraction(169, 55), True)
    """

    chances: Mapping[Any, Fraction]
    question: str
    model: str
    _draw: Callable[[int, int], Iterator[Sample]]
    explanation: Explanation

    def __getitem__(self, value: Any) -> Fraction:
        """Return the probability of a value: 0 if it is impossible."""
        return self.chances.get(value, Fraction(0))

    def __contains__(self, value: object) -> bool:
        return value in self.chances

    def __iter__(self) -> Iterator[Any]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    @property
    def mean(self) -> Fraction:
        """The expected value. Raises ValueError if the values are not numbers."""
        return sum((value * chance for value, chance in self._numbers().items()), Fraction(0))

    @property
    def standard_deviation(self) -> float:
        """The standard deviation. Raises ValueError if the values are not numbers."""
        mean = self.mean
        return sqrt(sum(((value - mean) ** 2 * chance for value, chance in self._numbers().items()), Fraction(0)))

    def _numbers(self) -> Mapping[int, Fraction]:
        if not all(isinstance(value, int) for value in self.chances):
            raise ValueError(f"places and splits have no mean: {self.question}")
        return self.chances

    def at_least(self, minimum: int) -> Chance:
        """Return the chance of this value or a higher one. Raises ValueError for places and splits, TypeError for a non-integer."""
        if not isinstance(minimum, int):
            raise TypeError(f"a minimum is a whole number, like 5, not {quote(minimum)}")
        exact = sum((chance for value, chance in self._numbers().items() if value >= minimum), Fraction(0))
        question = f"{self.question} >= {minimum}"

        result = CountingStep(reason=f"At least {minimum}", value=f"{percent(exact)}, {one_in(exact)}", kind="sentence")

        def explain() -> Generator[None, None, Explanation]:
            yield
            return replace(self.explanation, steps=[*self.explanation.steps, result])

        def draw(n: int, seed: int) -> Iterator[Sample]:
            return ((value >= minimum, weight) for value, weight in self._draw(n, seed))  # type: ignore[operator]

        return Chance(exact, question, self.model, draw, explain)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each value: the value, its chance as a number, and the exact fraction."""
        return [{"value": value, "chance": float(exact), "exact": exact} for value, exact in self.chances.items()]

    def explain(self) -> str:
        """Return the counting argument, in a few lines."""
        return str(self.explanation)

    def simulate(self, n: int = 10_000, seed: int = 1) -> SimulatedDistribution:
        """Estimate the same distribution by simulating `n` deals."""
        return estimate_distribution(list(self._draw(n, seed)), self.chances)

    def __str__(self) -> str:
        return "\n".join(
            [self.question, *(f"{format_value(value)}: {percent(chance)}" for value, chance in self.chances.items())]
        )

    def __repr__(self) -> str:
        likely = sorted(self.chances.items(), key=lambda pair: -pair[1])[:4]
        return (
            f"{self.question}: "
            + ", ".join(f"{format_value(value)} {percent(chance)}" for value, chance in likely)
            + (f" and {len(self) - 4} more" if len(self) > 4 else "")
        )


@dataclass(frozen=True, eq=False, repr=False)
class SimulatedDistribution(Mapping[Any, SimulatedChance]):
    """How often each value came up in `n` simulated deals."""

    chances: Mapping[Any, SimulatedChance]
    n: int

    def __getitem__(self, value: Any) -> SimulatedChance:
        return self.chances.get(value, SimulatedChance(0.0, 0.0, self.n))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    @property
    def agrees(self) -> bool:
        """Whether every value fits its exact chance, and no impossible value came up."""
        return all(simulated.agrees for simulated in self.chances.values())

    def __repr__(self) -> str:
        return (
            ", ".join(f"{format_value(value)} {simulated.mean:.4f}" for value, simulated in self.chances.items())
            + f" ({self.n:,} simulated deals)"
        )


def collect_in_steps(samples: Iterable[Sample]) -> Generator[None, None, list[Sample]]:
    """Draw all samples, in short steps."""
    drawn = []
    for sample in samples:
        drawn.append(sample)
        if len(drawn) % _SAMPLES == 0:
            yield
    return drawn


def estimate_chance(samples: list[Sample], target: Hashable, exact: Fraction | None = None) -> SimulatedChance:
    """Return the weighted proportion of samples with this value.

    If all samples are alike, that does not prove 0 or 1: the standard error then counts one more sample that differs.
    Raises ValueError when the weights add up to 0.
    """
    weight = sum(weight for _, weight in samples)
    if not weight:
        raise ValueError(
            f"none of {len(samples):,} simulated deals meets the given condition: it is too rare to simulate"
        )
    proportion = sum(weight for value, weight in samples if value == target) / weight
    squares = sum((weight * ((value == target) - proportion)) ** 2 for value, weight in samples)
    return SimulatedChance(proportion, sqrt(squares) / weight or 1 / len(samples), len(samples), exact)


def estimate_distribution(samples: list[Sample], exact: Mapping[Any, Fraction] | None) -> SimulatedDistribution:
    """Return the proportion of each value, including values with an exact chance that never came up."""
    observed = dict.fromkeys(value for value, weight in samples if weight)
    values = list(exact) if exact is not None else []
    values += sorted((value for value in observed if value not in values), key=str)
    exact_chances = {value: (exact.get(value, Fraction(0)) if exact is not None else None) for value in values}
    weight = sum(weight for _, weight in samples)
    if not weight:
        estimate_chance(samples, None)  # raises ValueError
    sums, squares = dict.fromkeys(values, 0.0), dict.fromkeys(values, 0.0)
    for value, sample_weight in samples:
        if sample_weight:
            sums[value] += sample_weight
            squares[value] += sample_weight * sample_weight
    all_squares = sum(squares.values())
    chances = {}
    for value in values:
        proportion = sums[value] / weight
        # Σ w² (x − p)² over the samples that have the value and those that do not
        spread = squares[value] * (1 - proportion) ** 2 + (all_squares - squares[value]) * proportion**2
        standard_error = sqrt(max(0.0, spread)) / weight
        chances[value] = SimulatedChance(proportion, standard_error, len(samples), exact_chances[value])
    return SimulatedDistribution(chances, len(samples))


def percent(chance: Fraction) -> str:
    """Format a chance in percent, always with four significant digits.

    >>> percent(Fraction(13, 55)), percent(Fraction(69, 100)), percent(Fraction(1, 3000)), percent(Fraction(1))
    ('23.64%', '69.00%', '0.03333%', '100%')
    >>> percent(Fraction(29_999, 30_000))
    '99.997%'
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance > Fraction(99_995, 100_000):  # as many digits as set it apart from certainty
        return f"{100 - float(f'{float(100 - chance * 100):.1g}'):.15g}%"
    return f"{float(chance * 100):#.4g}%"


def one_in(chance: Fraction, noun: str = "") -> str:
    """Format a chance as “1 in …”, or as “1 deal in …” with this noun, with four significant digits, or exactly where a whole number of cases is short enough.

    >>> one_in(Fraction(13, 55)), one_in(Fraction(26, 495)), one_in(Fraction(1, 20)), one_in(Fraction(1, 53_184))
    ('1 in 4.231', '1 in 19.04', '1 in 20', '1 in 53,180')
    >>> one_in(Fraction(1, 20), "deal")
    '1 deal in 20'
    """
    if not chance:
        return "never"
    ratio, case = 1 / chance, f"1 {noun}".rstrip()
    if ratio.denominator == 1 and ratio < 10_000:
        return f"{case} in {ratio.numerator:,}"
    if ratio < Fraction(99_995, 100):
        return f"{case} in {float(ratio):#.4g}"
    digits = len(str(int(ratio)))
    return f"{case} in {round(float(ratio), 4 - digits):,.0f}" if digits < 13 else f"{case} in {float(ratio):.3e}"


def format_value(value: object) -> str:
    """Format a value of a distribution: a number, a place, or several of them.

    >>> format_value((4, 3, 3, 3)), format_value("N")
    ('4-3-3-3', 'N')
    """
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)

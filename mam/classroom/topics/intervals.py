"""Exercises on confidence intervals: margins of error, what was never seen, intervals that miss, two proportions."""

from fractions import Fraction
from math import sqrt

from mam.analysis.probability.answers import percent
from mam.classroom.distributions import list_binomial, shorten
from mam.classroom.phrases import format_chance
from mam.classroom.template import DOLLARS, Chance, Draw, SlipValues, Variant, ask_chance, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import join_words
from mam.support.estimates import MARGIN, Estimate

_LESSON = "21-simulation-and-its-error"
_RARE = (
    "had all four 40s", "had all four 30s", "had ten cards of one color", "had no money card", "was void in two colors",
    "bid $300,000", "had more than $220,000 in one hand", "had three animals and a 40",
)  # fmt: skip
# Of the t distribution, by its degrees of freedom: how far 95% reach to each side.
_T = {
    4: "2.776", 5: "2.571", 6: "2.447", 7: "2.365", 8: "2.306", 9: "2.262", 10: "2.228", 11: "2.201", 12: "2.179", 13: "2.160",
    14: "2.145", 15: "2.131", 16: "2.120", 17: "2.110",
}  # fmt: skip
# How many students there are, from and to, for each chance that an interval misses, in percent: that one misses is neither rare nor sure.
_GROUPS = {1: (30, 60), 2: (15, 60), 5: (6, 50), 10: (5, 30), 20: (5, 14)}


@exercise("Plus or minus", kind="probability", level=2, lesson=_LESSON, unit="percentage points")
def margin_of_error(draw: Draw) -> Variant:
    """Ask for the 95% margin of error of a proportion."""
    deals, made_percent = 10 * draw.between(10, 200), draw.between(15, 38)
    made = round(deals * (made_percent if draw.below(2) else 100 - made_percent) / 100)
    estimate = Estimate.of_proportion(made / deals, deals)
    p = estimate.mean
    exact = 100 * estimate.margin
    value = shorten(round(exact, 8))
    slips: SlipValues = {
        "standard-error": 100 * estimate.standard_error,
        "whole-interval": 2 * exact,
        "one-half": 100 * MARGIN / 2 / sqrt(deals),
        "proportion": exact / 100,
        "single-deal": exact * sqrt(deals),
        "divided-by-n": exact / sqrt(deals),
        "no-q": 100 * MARGIN * sqrt(p / deals),
    }
    text = f"""
        In {deals:,} simulated deals your side makes its bid **{made:,} times**. What is the **95% margin of error** of this proportion, in percentage points? Give three significant digits.

        Nudge: Take 1.96 times the standard error √(p(1 − p)/n).
        Hint: First the standard error of the proportion: each deal counts 1 or 0.
        Hint: p = {made}/{deals} = {p:.4f}. The standard error is √(p(1 − p)/n).
        Hint: The standard error is {100 * estimate.standard_error:#.4g} percentage points. A 95% interval reaches 1.96 of them to each side.
        Slip standard-error: That is one standard error: multiply it by 1.96.
        Slip whole-interval: That is the width of the whole interval; the margin of error is half of it.
        Slip one-half: That is for p = 1/2, the worst case; use the observed proportion.
        Slip proportion: The question asks for percentage points: multiply by 100.
        Slip single-deal: That is the margin of error for a single deal: divide it by √n.
        Slip divided-by-n: You divided by n: divide the standard deviation of one deal by √n.
        Slip no-q: You took √(p/n): the standard error is √(p(1 − p)/n).
        Solution: p = {made}/{deals} = {p:.4f}. The standard error is √({p:.4f} × {1 - p:.4f} / {deals}) = {estimate.standard_error:.5f}; 1.96 times that, in percentage points, is {exact:.4g}. So the proportion is {100 * p:.1f}% ± {exact:.1f}%.
    """
    return ask_number(text, value, slips, {"deals": deals, "made": made}, within=value / 100)


@exercise("Few rounds, wider margin", kind="probability", level=3, lesson="chance/intervals", unit=DOLLARS)
def margin_of_a_mean(draw: Draw) -> Variant:
    """Ask for the 95% margin of error of a mean of few rounds, by the t distribution."""
    rounds, mean, deviation = draw.between(6, 16), 5 * draw.between(30, 50), draw.between(150, 260)
    quantile = float(_T[rounds - 1])
    error = deviation / sqrt(rounds)
    value = quantile * error
    slips: SlipValues = {
        "normal": MARGIN * error,
        "wrong-row": float(_T[rounds]) * error,
        "standard-error": error,
        "single-round": quantile * deviation,
        "divided-by-n": value / sqrt(rounds),
        "whole-interval": 2 * value,
    }
    rows = join_words(f"{_T[k]} for {k}" for k in range(rounds - 2, rounds + 2))
    text = f"""
        In {rounds} rounds your side scored {format_amount(mean)} on average, with a standard deviation of {format_amount(deviation)} (estimated from these rounds). What is the **95% margin of error** of the mean, in thousands of dollars? With so few rounds take *t* from this list instead of 1.96: {rows} degrees of freedom.

        Nudge: Take t for {rounds - 1} degrees of freedom, times SD/√n.
        Hint: First the standard error of the mean, SD/√n.
        Hint: The standard error is {deviation}/√{rounds} = {error:.5g}.
        Hint: A standard deviation that is estimated from n values has n − 1 degrees of freedom, here {rounds - 1}.
        Slip normal: You took 1.96. The standard deviation is itself an estimate, so few rounds need the larger t.
        Slip wrong-row: That is t for {rounds} degrees of freedom. {rounds} rounds have {rounds - 1}.
        Slip standard-error: That is one standard error: multiply it by t.
        Slip single-round: That is for a single round: divide by √{rounds}.
        Slip divided-by-n: You divided by n: divide the standard deviation by √n.
        Slip whole-interval: That is the width of the whole interval; the margin of error is half of it.
        Solution: {rounds} rounds have {rounds - 1} degrees of freedom, so t = {quantile}. The standard error is {deviation}/√{rounds} = {error:.5g}, and {quantile} times that is {value:#.4g}. So the mean is {mean} ± {value:.0f} thousand.
    """
    given = {"rounds": rounds, "mean": mean, "standard deviation": deviation}
    return ask_number(text, shorten(value), slips, given, rounded=True)


@exercise("Never seen, but possible", kind="probability", level=4, lesson=_LESSON, form=Chance)
def never_seen(draw: Draw) -> Variant:
    """Ask for the upper end of a one-sided confidence interval for something that never happened."""
    deals, level, event = draw.between(12, 120), draw.one_of([90, 95, 99]), draw.one_of(_RARE)
    rest = 100 - level
    exact = 1 - (rest / 100) ** (1 / deals)
    value = shorten(exact)
    slips: SlipValues = {
        "rule-of-three": Fraction(3, deals) if level == 95 else None,
        "divided": Fraction(rest, 100 * deals),
        "other-end": 1 - (level / 100) ** (1 / deals),
        "no-case": 1 - exact,
        "one-case": Fraction(1, deals),
        "two-sided": 1 - (rest / 200) ** (1 / deals),
    }
    thumb = f" (The rule of thumb 3/n says {percent(Fraction(3, deals))}.)" if level == 95 else ""
    text = f"""
        In {deals} deals nobody {event}. Find the **upper end of the one-sided {level}% confidence interval** for the probability of this: the p with which {deals} deals without a case would still happen in {rest}% of all such samples.

        Nudge: What is the chance of no case in {deals} deals, if each has probability p? Solve for p.
        Hint: One deal has no case with probability 1 − p. The deals are independent.
        Hint: So {deals} deals have no case with probability (1 − p) to the power of {deals}. Set this equal to {rest / 100:g}.
        Hint: Take the root: 1 − p is {rest / 100:g} to the power of 1/{deals}.
        Slip rule-of-three: That is the rule of thumb 3/n; the exact p solves (1 − p)ⁿ = {rest / 100:g}.
        Slip divided: You divided {rest}% by {deals}: take the root instead, since probabilities of independent deals multiply.
        Slip other-end: With this p, no case in {deals} deals happens in {level}% of samples: the question asks for {rest}%.
        Slip no-case: That is 1 − p, the chance that one deal has no case.
        Slip one-case: With p = 1/{deals}, no case in {deals} deals is common: about 37% of samples.
        Slip two-sided: That is for a two-sided interval; here all {rest}% are on one side.
        Solution: (1 − p) to the power of {deals} is {rest / 100:g}, so p = 1 − {rest / 100:g} to the power of 1/{deals} = {percent(value)}.{thumb}
    """
    return ask_chance(text, value, slips, {"deals": deals, "level": level, "event": event})


@exercise("Whose interval misses?", kind="probability", level=3, lesson=_LESSON, form=Chance)
def one_interval_misses(draw: Draw) -> Variant:
    """Ask for the chance that one or more of several confidence intervals miss the truth."""
    miss = draw.one_of(list(_GROUPS))
    students, deals = draw.between(*_GROUPS[miss]), 50 * draw.between(4, 30)
    chance = Fraction(miss, 100)
    no_case, one_case, *_ = list_binomial(students, chance)
    answers = {"at least one": 1 - no_case, "exactly one": one_case, "at least two": 1 - no_case - one_case}
    question = draw.one_of(list(answers))
    value = shorten(answers[question])
    slips: SlipValues = {
        "none": no_case,
        **{
            name.replace(" ", "-"): (
                chance_of,
                f"That is the chance that {name} of the intervals {'misses' if name.endswith('one') else 'miss'}; the question asks for {question}.",
            )
            for name, chance_of in answers.items()
        },
        "added": students * chance,
        "one-student": chance,
        "first-student": one_case / students,
    }
    text = f"""
        {students} students simulate {deals:,} deals each, with seeds of their own, and each computes a **{100 - miss}% confidence interval** for the same probability. (Assume that the intervals are exact.) What is the probability that **{question}** of the {students} intervals {"misses" if question.endswith("one") else "miss"} the truth?

        Nudge: Find the chance that no interval misses first, {1 - float(chance):g} to the power of {students}.
        Hint: How often does one interval miss? The number of deals does not matter for that.
        Hint: The intervals are independent: each misses with probability {float(chance):g} and holds the truth with {1 - float(chance):g}.
        Hint: None misses: {percent(shorten(no_case))}. Exactly one: {students} × {float(chance):g} × {1 - float(chance):g} to the power of {students - 1} = {percent(shorten(one_case))}.
        Slip none: That is the chance that none of the intervals misses.
        Slip added: If you add the chances of {students} intervals, you count cases with several misses more than once.
        Slip one-student: That is the chance that the interval of one given student misses; there are {students}.
        Slip first-student: That is the chance that the first student's interval misses and no other; it may be anybody's.
        Solution: None misses: {1 - float(chance):g} to the power of {students} = {percent(shorten(no_case))}. Exactly one misses: {students} × {float(chance):g} × {1 - float(chance):g} to the power of {students - 1} = {percent(shorten(one_case))}. The answer for {question} is {format_chance(value)}.
    """
    given = {"students": students, "level": 100 - miss, "deals": deals, "asked": question}
    return ask_chance(text, value, slips, given)


@exercise("Two proportions", kind="probability", level=4, lesson="chance/intervals", unit="standard errors")
def two_proportions(draw: Draw) -> Variant:
    """Ask how many standard errors two proportions are apart."""
    bids = [draw.between(60, 400), draw.between(60, 400)]
    first = draw.between(55, 90)
    second = first + draw.one_of((-1, 1)) * draw.between(5, 20)
    second = second if 40 <= second <= 95 else 2 * first - second
    made = [round(n * rate / 100) for n, rate in zip(bids, (first, second), strict=True)]
    a, b = (Estimate.of_proportion(count / n, n) for count, n in zip(made, bids, strict=True))
    difference, error = a.mean - b.mean, sqrt(a.standard_error**2 + b.standard_error**2)
    exact = difference / error
    value = shorten(round(exact, 8))
    pool = sum(made) / sum(bids)
    slips: SlipValues = {
        "errors-added": difference / (a.standard_error + b.standard_error),
        "first-error-only": difference / a.standard_error,
        "second-error-only": difference / b.standard_error,
        "points": 100 * difference,
        "variance": difference / error**2,
        "single-bid": difference / sqrt(a.mean * (1 - a.mean) + b.mean * (1 - b.mean)),
        "sign": -exact,
        "margins": exact / MARGIN,
    }
    within = max(abs(value) / 100, Fraction(1, 100))
    values = {name: slip if abs(shorten(slip) - value) >= 2 * within else None for name, slip in slips.items()}  # type: ignore[arg-type]
    text = f"""
        Club A made **{made[0]} of {bids[0]}** bids, club B **{made[1]} of {bids[1]}**. By how many **standard errors** do their proportions differ, A minus B? Positive if A's is greater; two decimals are enough. (Use each club's own proportion for its standard error.)

        Nudge: The variance of a difference of independent proportions is the sum of both variances.
        Hint: Each proportion has the standard error √(p(1 − p)/n).
        Hint: A made {100 * a.mean:.2f}% of its bids, with a standard error of {100 * a.standard_error:.3f} percentage points; B made {100 * b.mean:.2f}%, with {100 * b.standard_error:.3f}.
        Hint: The standard error of the difference is √({100 * a.standard_error:.3f}² + {100 * b.standard_error:.3f}²) percentage points.
        Slip errors-added: Standard errors don't add up; their squares do. Take √(a² + b²).
        Slip first-error-only: You used only the standard error of A; the proportion of B has one, too.
        Slip second-error-only: You used only the standard error of B; the proportion of A has one, too.
        Slip points: That is the difference in percentage points: divide it by its standard error.
        Slip variance: You divided by the variance of the difference: take its square root first.
        Slip single-bid: Those are the standard deviations of one bid each: divide the variances by the numbers of bids.
        Slip sign: The question asks for A minus B: look at the sign.
        Slip margins: You divided by the 95% margin of error; the question asks for standard errors.
        Solution: The proportions are {100 * a.mean:.2f}% and {100 * b.mean:.2f}%, their standard errors {100 * a.standard_error:.3f} and {100 * b.standard_error:.3f} percentage points. The difference has √({100 * a.standard_error:.3f}² + {100 * b.standard_error:.3f}²) = {100 * error:.3f}. {_format(100 * difference)} / {100 * error:.3f} = {_format(exact)}. (With the pooled proportion {100 * pool:.2f}% for both it would be {_format(difference / sqrt(pool * (1 - pool) * (1 / bids[0] + 1 / bids[1])))}.)
    """
    return ask_number(text, value, values, {"A": [made[0], bids[0]], "B": [made[1], bids[1]]}, within=within)


def _format(number: float) -> str:
    return f"{number:.2f}".replace("-", "−")

"""Exercises on samples: what a count says, how exact it is, and what a claim is worth."""

from fractions import Fraction
from math import sqrt

from mam.analysis.probability import chances
from mam.classroom.phrases import format_chance
from mam.classroom.rounds import DEFAULT_EDITION
from mam.classroom.template import Draw, Variant, ask_number, exercise

_AUDIT, _ERROR = "23-the-rulebook-audited", "21-simulation-and-its-error"
_CRITICAL = 1.96  # standard errors, for a two-sided test at alpha = 0.05
_SLACK = Fraction(2, 100)

_BOTH_WITH_PARTNERS = "N-S holds Bull and N-S holds Tiger"
# Claims about any deal: in words, as a condition on North's hand or another place, and with the chance claimed.
_CLAIMS = (
    ("A hand of 13 holds the Tiger in one deal of four", "N holds Tiger", Fraction(1, 4)),
    ("In one deal of twenty the nest holds the Tiger", "nest holds Tiger", Fraction(1, 20)),
    ("Four hands in nine hold no animal", "N animals = 0", Fraction(4, 9)),
    ("A hand holds Bull and Bear together in 1 deal of 18", "N holds Bull and N holds Bear", Fraction(1, 18)),
    ("One hand in seven has five Reds or more", "N red >= 5", Fraction(1, 7)),
    ("One hand in fifty has no Yellow card", "N yellow = 0", Fraction(1, 50)),
    ("Two partners have Bull and Tiger between them in one deal of five", _BOTH_WITH_PARTNERS, Fraction(1, 5)),
    ("Three nests in four hold a money card", "nest money cards >= 1", Fraction(3, 4)),
    ("Nine hands in twenty have $100,000 or more", "money N >= 100", Fraction(9, 20)),
    ("One hand in three has no 40 at all", "N 40 = 0", Fraction(1, 3)),
    ("Three hands in four have seven number cards or more", "N plain >= 7", Fraction(3, 4)),
    ("One nest in five is nothing but number cards", "nest plain = 3", Fraction(1, 5)),
)


@exercise(
    "How far is the claim from the count?",
    kind="probability",
    level=3,
    lesson=_AUDIT,
    unit="standard errors",
    version=2,
)
def audit_a_claim(draw: Draw) -> Variant:
    """Ask how many standard errors a claim about deals is from a count."""
    words, condition, claim = draw.one_of(_CLAIMS)
    true = chances(DEFAULT_EDITION).chance(condition).exact
    deals = 50 * draw.between(8, 400)
    luck = sum(draw.below(1_000_001) for _ in range(12)) / 1_000_000 - 6  # about normal: a sum of 12 uniform numbers
    observed = round(deals * float(true) + luck * sqrt(deals * float(true * (1 - true))))
    expected, error = deals * claim, sqrt(deals * float(claim * (1 - claim)))
    exact = (observed - float(expected)) / error
    value = Fraction(round(exact * 10_000), 10_000)
    values = {
        "no-q": exact * sqrt(float(1 - claim)),
        "one-half": exact * error / sqrt(deals) * 2,
        "single-deal": exact / sqrt(deals),
        "relative": exact * error / float(expected),
        "difference": observed - float(expected),
        "true-probability": float(true - claim) / (error / deals),
    }
    # Where p is small, √(1 − p) is near 1: leave out a slip that is too near the answer.
    slips = {name: slip if abs(Fraction(slip) - value) >= 2 * _SLACK else None for name, slip in values.items()}
    verdict = (
        "That is beyond ±1.96: reject the claim at alpha = 0.05. (A claim that is right is rejected in 1 of 20 such tests.)"
        if abs(exact) > _CRITICAL
        else "That is within ±1.96: do not reject the claim at alpha = 0.05. That does not prove it: a claim that is slightly wrong would often pass too."
    )
    text = f"""
        “{words},” somebody claims. A program deals {deals:,} times (1935 rules, 55 cards) and finds this **{observed:,} times**. If the claim is right, how many **standard errors** is this count from the expected count? Positive if it is more than expected, negative if it is less; two decimals are enough. (At alpha = 0.05 the claim is rejected if the count is more than 1.96 standard errors away.)

        Nudge: Subtract the expected count from the count, and divide by √(n p(1 − p)) with the claimed p.
        Hint: What count does the claim predict for {deals:,} deals?
        Hint: A count in n deals has the standard deviation √(n p(1 − p)). You are testing the claim, so use the p that it says.
        Hint: The expected count is {float(expected):.1f}, and the standard error is {error:.2f}. How many standard errors is the difference?
        Slip no-q: You used √(n p) as the standard deviation of the count; it is √(n p(1 − p)).
        Slip one-half: You used p = 1/2 for the standard deviation; use the claimed probability.
        Slip single-deal: That is in standard deviations of a single deal; for a count of n deals the standard deviation is √n times as large.
        Slip relative: That is the difference as a proportion of the expected count; the question asks for standard errors.
        Slip difference: That is the difference in deals: divide it by the standard error of the count.
        Slip true-probability: You compared the claim with the true probability; compare it with this count.
        Solution: The claim says p = {claim}, so {float(expected):.1f} of {deals:,} deals are expected, with a standard error of √({deals} × {claim} × {1 - claim}) = {error:.2f}. The count is {observed:,}: ({observed} − {float(expected):.1f}) / {error:.2f} = {exact:.2f}. {verdict} The exact probability is {format_chance(true)}.
    """
    given = {"claimed": f"{claim}", "condition": condition, "deals": deals, "count": observed}
    return ask_number(text, value, slips, given, within=_SLACK)


@exercise("How precise is a sample?", kind="probability", level=2, lesson=_ERROR, unit="percentage points", version=2)
def error_of_a_share(draw: Draw) -> Variant:
    """Ask for the standard error of a proportion observed in a number of deals."""
    words, condition, _ = draw.one_of(_CLAIMS)
    true = float(chances(DEFAULT_EDITION).chance(condition).exact)
    deals = draw.between(3, 150) * 100 + draw.below(100)
    observed = round(deals * true * (1 + (draw.below(201) - 100) / 2000))
    share = observed / deals
    exact = 100 * sqrt(share * (1 - share) / deals)
    value = Fraction(round(exact * 100_000), 100_000)
    slips = {
        "proportion": exact / 100,
        "single-deal": 100 * sqrt(share * (1 - share)),
        "variance": 100 * share * (1 - share) / deals,
        "no-q": 100 * sqrt(share / deals),
        "one-half": 100 * 0.5 / sqrt(deals),
        "margin-of-error": 196 * sqrt(share * (1 - share) / deals),
        "two-errors": 200 * sqrt(share * (1 - share) / deals),
        "count": sqrt(deals * share * (1 - share)),
        "divided-by-n": 100 * sqrt(share * (1 - share)) / deals,
    }
    text = f"""
        “{words},” somebody claims, and a program tests it. In {deals:,} deals (1935 rules) this happens **{observed:,} times**. What is the **standard error** of the proportion {observed:,}/{deals:,}, in percentage points? Give three significant digits.

        Nudge: Use √(p(1 − p)/n), where p is the observed proportion.
        Hint: Each deal counts 1 or 0: its standard deviation follows from the observed proportion p.
        Hint: p = {observed}/{deals} = {share:.4f}. The standard error is √(p(1 − p)/n).
        Hint: √({share:.4f} × {1 - share:.4f} / {deals}), times 100 for percentage points.
        Slip proportion: That is the standard error as a proportion; the question asks for percentage points: multiply by 100.
        Slip single-deal: That is the standard deviation of a single deal; for the proportion in n deals, divide it by √n.
        Slip variance: That is the variance: its square root is the standard error.
        Slip no-q: Take the square root of p(1 − p)/n, not of p/n.
        Slip one-half: That is for p = 1/2, the worst case; this proportion is different.
        Slip margin-of-error: That is 1.96 standard errors, the 95% margin of error; the question asks for one standard error.
        Slip two-errors: That is two standard errors; the question asks for one.
        Slip count: That is the standard error of the count; divide it by n for the proportion.
        Slip divided-by-n: Divide the standard deviation by √n, not by n: luck averages out, but slowly.
        Solution: p = {observed}/{deals} = {share:.4f}. √(p(1 − p)/n) = √({share:.4f} × {1 - share:.4f} / {deals}) = {exact / 100:.6f}, which is {exact:.4g} percentage points. So the proportion is {100 * share:.2f}%, with a standard error of {exact:.2g} percentage points.
    """
    return ask_number(text, value, slips, {"deals": deals, "count": observed}, within=value / 100)

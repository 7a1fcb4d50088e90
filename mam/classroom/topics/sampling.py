"""Exercises on simulation: how many deals are needed, how often something happens, and what a count says."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, sqrt

from mam.analysis.probability import chances
from mam.classroom.phrases import describe_cards, format_chance
from mam.classroom.rounds import DEFAULT_EDITION, deal_hand
from mam.classroom.template import Chance, Draw, SlipValues, Variant, ask_chance, ask_number, exercise
from mam.rules.cards import Card, Color, format_cards

_LESSON = "21-simulation-and-its-error"
_ERRORS = "standard errors"
_CRITICAL = 1.96  # standard errors, for a two-sided test at alpha = 0.05
_SLACK = Fraction(2, 100)


@exercise("How many deals do you need?", kind="probability", level=3, lesson=_LESSON, unit="deals", version=2)
def how_many_deals(draw: Draw) -> Variant:
    """Ask for the number of deals that brings the standard error of a proportion down to a given size."""
    player_view = deal_hand(draw, "S")
    hand, odds = player_view.hand, chances(player_view)
    asks = {
        (color, minimum): odds.count("N", color.word).at_least(minimum).exact
        for color in Color
        for minimum in (3, 4, 5)
    }
    color, minimum = draw.one_of([ask for ask, chance in asks.items() if Fraction(1, 20) < chance < Fraction(19, 20)])
    chance, unseen = asks[color, minimum], _count_unseen(hand, color)
    target = Fraction(draw.between(4, 20), 10)  # percent
    error = target / 100
    variance = chance * (1 - chance)
    value = ceil(variance / error**2)
    slips: SlipValues = {
        "error-not-squared": variance / error,
        "square-root": sqrt(variance) / error,
        "p-without-q": chance / error**2,
        "worst-case": Fraction(1, 4) / error**2,
        "percent": variance / target**2,
        "two-errors": 4 * variance / error**2,
        "relative-error": (1 - chance) / chance / error**2,
    }
    text = f"""
        You are South and hold {describe_cards(hand)}. You want to know the probability that North, your partner, was dealt **at least {minimum} {color.word}** cards, and a program deals the other 42 cards (13 cards each, 3 in the nest) again and again. How many deals do you need until the **standard error** of the proportion is no more than **{float(target):g} percentage point{"" if target == 1 else "s"}** ({float(error):g})? (You can find the exact probability p, and p gives the standard deviation of a single deal.)

        Nudge: Find p first, then n from √(p(1 − p)/n) = standard error.
        Hint: Each deal counts 1 or 0. The proportion in n deals has the standard error √(p(1 − p)/n), where p is the probability.
        Hint: p: you hold {13 - unseen} of the 13 {color.word} cards, so {unseen} of the 42 unseen cards are {color.word}; add up the chances of {minimum} and more of them among 13. Or ask `mam.chances`.
        Hint: p = {float(chance):.4f}. Solve √(p(1 − p)/n) = {float(error):g} for n and round up.
        Slip error-not-squared: The standard error falls with the square root of n: divide by it twice, not once.
        Slip square-root: That is √n: with n deals the standard error is √(p(1 − p)/n), so square your result.
        Slip p-without-q: You used p/n as the square of the standard error; it is p(1 − p)/n.
        Slip worst-case: That is enough for any probability, because p = 1/2 is the worst case; this p needs fewer.
        Slip percent: The standard error is in percent and p is not: use proportions for both.
        Slip two-errors: That makes two standard errors this small; the question asks for one.
        Slip relative-error: That is for a relative error; the question asks for percentage points.
        Solution: {unseen} of the 42 unseen cards are {color.word}. North has at least {minimum} of them with p = {float(chance):.4f}. One deal has the standard deviation √(p(1 − p)) = {sqrt(variance):.4f}. Set √(p(1 − p)/n) = {float(error):g}: then n = p(1 − p)/{float(error):g}² = {value:,} deals. For half the standard error you would need four times as many.
    """
    given = {"hand": format_cards(hand), "color": color.word, "at least": minimum, "error": float(error)}
    return ask_number(text, value, slips, given, within=1 + value // 100)


def _count_unseen(hand: Sequence[Card], color: Color) -> int:
    return 13 - sum(card.color == color for card in hand)


@exercise("Never in many deals", kind="probability", level=3, lesson=_LESSON, form=Chance, version=2)
def never_in_so_many(draw: Draw) -> Variant:
    """Ask for the chance that a hand never has a property in a number of deals, or at least twice."""
    player_view = deal_hand(draw, "S")
    color, rank = draw.one_of(list(Color)), draw.one_of((40, 30))
    unseen = _count_unseen(player_view.hand, color)
    minimum, name = unseen - 2 if unseen < 8 else 6, color.word.lower()
    kind, words = draw.one_of(
        (
            (f"N {name} >= {minimum}", f"North has at least {minimum} {color.word} cards"),
            (f"N {rank} = 0", f"North has no {rank}"),
            (f"N {name} <= 1", f"North has one {color.word} card or none"),
        )
    )
    chance = chances(player_view).chance(kind).exact
    deals = max(2, min(400, round(draw.between(5, 25) / 10 / float(chance))))
    no_deal = (1 - chance) ** deals
    one_deal = deals * chance * (1 - chance) ** (deals - 1)
    at_least_once, at_least_twice = 1 - no_deal, 1 - no_deal - one_deal
    answers = {
        "never": no_deal,
        "at least once": at_least_once,
        "exactly once": one_deal,
        "at least twice": at_least_twice,
    }
    question = draw.one_of(list(answers))
    slips: SlipValues = {
        **{
            name.replace(" ", "-"): (
                answer,
                f"That is the chance {'that it never happens' if name == 'never' else f'of {name}'}; the question asks for {question}.",
            )
            for name, answer in answers.items()
        },
        "expected-number": deals * chance,
        "first-deal": chance * (1 - chance) ** (deals - 1),
        "one-deal-fewer": (1 - chance) ** (deals - 1),
        "one-deal": 1 - chance,
    }
    text = f"""
        You are South and hold {describe_cards(player_view.hand)}. A program deals the other 42 cards {deals} times, shuffling them each time, with your hand unchanged. In one such deal the probability that {words} is **{float(chance):.6g}**. What is the probability that this happens **{question}** in the {deals} deals?

        Nudge: Find the chance that all {deals} deals fail, (1 − p) to the power of {deals}.
        Hint: The deals are independent, so their probabilities multiply.
        Hint: A deal fails with probability 1 − p = {1 - float(chance):.6g}, all of them with that number to the power of {deals}.
        Hint: Never: {float(no_deal):.4g}. Exactly once: {deals} × p × (1 − p) to the power of {deals - 1} = {float(one_deal):.4g}. The rest is at least twice.
        Slip expected-number: If you add {deals} probabilities, you count series with two such hands twice: that is the expected number, not a probability.
        Slip first-deal: That is for the first deal only; it can be any of the {deals}.
        Slip one-deal-fewer: All {deals} deals must fail, not {deals - 1}.
        Slip one-deal: That is for one deal; there are more.
        Solution: p = {float(chance):.6g}. Never: (1 − p) to the power of {deals} = {float(no_deal):.4g}. Exactly once: {deals} × p × (1 − p) to the power of {deals - 1} = {float(one_deal):.4g}. At least once: {float(at_least_once):.4g}, at least twice: {float(at_least_twice):.4g}. The answer for {question} is {float(answers[question]):.4g}.
    """
    given = {"hand": format_cards(player_view.hand), "condition": kind, "deals": deals, "asked": question}
    return ask_chance(text, answers[question].limit_denominator(10**12), slips, given)


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
    lesson="build-8-your-claim",
    unit=_ERRORS,
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


@exercise("The first missed bid", kind="probability", level=2, lesson="chance/distributions", form=Chance)
def first_set_back(draw: Draw) -> Variant:
    """Ask for the chance that the first missed bid is the one in a given place: the geometric distribution."""
    made, place = Fraction(draw.between(600, 940), 1000), draw.between(3, 9)
    missed = 1 - made
    value = made ** (place - 1) * missed
    slips = {
        "one-bid": missed,
        "none-before": made ** (place - 1),
        "by-then": 1 - made**place,
        "one-made-too-many": made**place * missed,
        "exactly-one": place * value,
        "other-way-around": missed ** (place - 1) * made,
    }
    text = f"""
        A side makes its bid with a probability of **{100 * float(made):g}%**, each time independently. What is the probability that the **first bid it misses is number {place}**?

        Nudge: Multiply: {place - 1} bids are made, and then one is missed.
        Hint: What must happen to each of the first {place} bids?
        Hint: The first {place - 1} are made, number {place} is missed.
        Hint: A bid is made with probability {float(made):g} and missed with {float(missed):g}: {float(made):g} to the power of {place - 1}, times {float(missed):g}.
        Slip one-bid: That is the chance that a given bid is missed. Those before it must be made.
        Slip none-before: That is the chance that the first {place - 1} are made. Number {place} must be missed, too.
        Slip by-then: That is the chance that at least one of the first {place} is missed.
        Slip one-made-too-many: Only {place - 1} bids are made before it, not {place}.
        Slip exactly-one: That is the chance that exactly one of {place} is missed, whichever it is.
        Slip other-way-around: You swapped the chances of a made and a missed bid.
        Solution: {float(made):g} to the power of {place - 1}, times {float(missed):g}: {format_chance(value)}. (On average the first missed bid is number 1/{float(missed):g} = {float(1 / missed):.3g}.)
    """
    return ask_chance(text, value, slips, {"made": float(made), "place": place})


@exercise(
    "How precise is a sample?",
    kind="probability",
    level=2,
    lesson=_LESSON,
    unit="percentage points",
    version=2,
    former="error-of-a-share",
)
def standard_error(draw: Draw) -> Variant:
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

"""Exercises on repeated deals by a program: how many, and how often."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, sqrt

from mam.analysis.probability import chances
from mam.classroom.phrases import describe_cards
from mam.classroom.rounds import own_hand
from mam.classroom.template import Chance, Draw, SlipValues, Variant, ask_chance, ask_number, exercise
from mam.rules.cards import Card, Color, format_cards

_LESSON = "21-simulation-and-its-error"


@exercise("How many deals do you need?", kind="probability", level=3, lesson=_LESSON, unit="deals", version=2)
def how_many_deals(draw: Draw) -> Variant:
    """Ask for the number of deals that brings the standard error of a proportion down to a given size."""
    player_view = own_hand(draw, "S")
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
    player_view = own_hand(draw, "S")
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
    once, twice = 1 - no_deal, 1 - no_deal - one_deal
    answers = {"never": no_deal, "at least once": once, "exactly once": one_deal, "at least twice": twice}
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
        Solution: p = {float(chance):.6g}. Never: (1 − p) to the power of {deals} = {float(no_deal):.4g}. Exactly once: {deals} × p × (1 − p) to the power of {deals - 1} = {float(one_deal):.4g}. At least once: {float(once):.4g}, at least twice: {float(twice):.4g}. The answer for {question} is {float(answers[question]):.4g}.
    """
    given = {"hand": format_cards(player_view.hand), "condition": kind, "deals": deals, "asked": question}
    return ask_chance(text, answers[question].limit_denominator(10**12), slips, given)

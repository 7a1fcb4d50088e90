"""Exercises on repeated deals by a program: how many, and how often."""

from fractions import Fraction
from math import ceil, sqrt

from mam.analysis.probability import Chances, chances
from mam.classroom.phrases import describe_cards
from mam.classroom.quantities import Chance, Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import own_hand
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.rules.cards import PACK, Color, format_cards

_PARTNER = "13 cards each, 3 in the nest"


@exercise(
    "how-many-deals",
    "How many deals do you need?",
    kind="probability",
    level=3,
    lesson="21-simulation-and-its-error",
    form=Number,
    unit="deals",
    version=2,
)
def how_many_deals(draw: Draw) -> Variant:
    """Ask for the number of deals that brings the standard error of a proportion down to a given size."""
    player_view = own_hand(draw, "S")
    hand, odds = format_cards(player_view.hand), chances(player_view)
    asks = [(color, minimum) for color in Color for minimum in (3, 4, 5)]
    asks = [condition for condition in asks if Fraction(1, 20) < _at_least(odds, *condition) < Fraction(19, 20)]
    color, minimum = draw.one_of(asks)
    chance = _at_least(odds, color, minimum)
    target = Fraction(draw.between(4, 20), 10)  # percent
    error = target / 100
    variance = chance * (1 - chance)
    value = ceil(variance / error**2)
    slips = [
        Slip(
            "error-not-squared",
            variance / error,
            "The standard error falls with the square root of n: divide by it twice, not once.",
        ),
        Slip(
            "square-root",
            sqrt(variance) / error,
            "That is √n: with n deals the standard error is √(p(1 − p)/n), so square your result.",
        ),
        Slip("p-without-q", chance / error**2, "You used p/n as the square of the standard error; it is p(1 − p)/n."),
        Slip(
            "worst-case",
            Fraction(1, 4) / error**2,
            "That is enough for any probability, because p = 1/2 is the worst case; this p needs fewer.",
        ),
        Slip(
            "percent", variance / target**2, "The standard error is in percent and p is not: use proportions for both."
        ),
        Slip(
            "two-errors",
            4 * variance / error**2,
            "That makes two standard errors this small; the question asks for one.",
        ),
        Slip(
            "relative-error",
            (1 - chance) / chance / error**2,
            "That is for a relative error; the question asks for percentage points.",
        ),
    ]
    slack = 1 + value // 100
    facts = {"hand": hand, "color": color.word, "at least": minimum, "error": float(error)}
    return Variant(
        f"You are South and hold {_describe_hand(hand)}. You want to know the probability that North, your partner, was "
        f"dealt **at least {minimum} {color.word}** cards, and a program deals the other 42 cards ({_PARTNER}) again and again. How "
        f"many deals do you need until the **standard error** of the proportion is no more than **{float(target):g} percentage "
        f"point{'' if target == 1 else 's'}** ({float(error):g})? (You can find the exact probability p, and p gives the standard deviation of a single deal.)",
        Number(
            value,
            slips,
            "Find p first, then n from √(p(1 − p)/n) = standard error.",
            within=slack,
        ),
        (
            "Each deal counts 1 or 0. The proportion in n deals has the standard error √(p(1 − p)/n), where p is the probability.",
            f"p: you hold {13 - _count_unseen(hand, color)} of the 13 {color.word} cards, so {_count_unseen(hand, color)} of the 42 unseen cards are {color.word}; "
            f"add up the chances of {minimum} and more of them among 13. Or ask `mam.chances`.",
            f"p = {float(chance):.4f}. Solve √(p(1 − p)/n) = {float(error):g} for n and round up.",
        ),
        f"{_count_unseen(hand, color)} of the 42 unseen cards are {color.word}. North has at least {minimum} of them with p = {float(chance):.4f}. One deal has the standard deviation "
        f"√(p(1 − p)) = {sqrt(variance):.4f}. Set √(p(1 − p)/n) = {float(error):g}: then n = p(1 − p)/{float(error):g}² = {value:,} deals. For "
        f"half the standard error you would need four times as many.",
        facts,
    )


def _at_least(odds: Chances, color: Color, minimum: int) -> Fraction:
    return odds.count("N", color.word).at_least(minimum).exact


def _count_unseen(hand: str, color: Color) -> int:
    return 13 - sum(code[0] == color.value and code[1:].isdigit() for code in hand.split())


def _describe_hand(hand: str) -> str:
    return describe_cards(card for card in PACK if card.code in hand.split())


@exercise(
    "never-in-so-many",
    "Never in many deals",
    kind="probability",
    level=3,
    lesson="21-simulation-and-its-error",
    form=Chance,
    version=2,
)
def never_in_so_many(draw: Draw) -> Variant:
    """Ask for the chance that a hand never has a property in a number of deals, or at least twice."""
    player_view = own_hand(draw, "S")
    color, rank = draw.one_of(list(Color)), draw.one_of((40, 30))
    unseen_count = _count_unseen(format_cards(player_view.hand), color)
    kind = draw.one_of(
        (
            f"N {color.word.lower()} >= {unseen_count - 2 if unseen_count < 8 else 6}",
            f"N {rank} = 0",
            f"N {color.word.lower()} <= 1",
        )
    )
    words = {
        ">=": f"North has at least {kind.split()[-1]} {color.word} cards",
        "=": f"North has no {rank}",
        "<=": f"North has one {color.word} card or none",
    }[kind.split()[2]]
    chance = chances(player_view).chance(kind).exact
    deals = max(2, min(400, round(draw.between(5, 25) / 10 / float(chance))))
    no_deal = (1 - chance) ** deals
    one_deal = deals * chance * (1 - chance) ** (deals - 1)
    question, exact = draw.one_of(
        (
            ("never", no_deal),
            ("at least once", 1 - no_deal),
            ("exactly once", one_deal),
            ("at least twice", 1 - no_deal - one_deal),
        )
    )
    value = exact.limit_denominator(10**12)
    return Variant(
        f"You are South and hold {describe_cards(player_view.hand)}. A program deals the other 42 cards {deals} times, shuffling them each time, with your hand unchanged. In one such deal the "
        f"probability that {words} is **{float(chance):.6g}**. What is the probability that this happens **{question}** in the {deals} deals?",
        Chance(
            value,
            [
                Slip("never", no_deal, f"That is the chance that it never happens; the question asks for {question}."),
                Slip(
                    "at-least-once",
                    1 - no_deal,
                    f"That is the chance of at least once; the question asks for {question}.",
                ),
                Slip(
                    "exactly-once", one_deal, f"That is the chance of exactly once; the question asks for {question}."
                ),
                Slip(
                    "at-least-twice",
                    1 - no_deal - one_deal,
                    f"That is the chance of at least twice; the question asks for {question}.",
                ),
                Slip(
                    "expected-number",
                    deals * chance,
                    f"If you add {deals} probabilities, you count series with two such hands twice: that is the expected number, not a probability.",
                ),
                Slip(
                    "first-deal",
                    chance * (1 - chance) ** (deals - 1),
                    f"That is for the first deal only; it can be any of the {deals}.",
                ),
                Slip("one-deal-fewer", (1 - chance) ** (deals - 1), f"All {deals} deals must fail, not {deals - 1}."),
                Slip("one-deal", 1 - chance, "That is for one deal; there are more."),
            ],
            f"Find the chance that all {deals} deals fail, (1 − p) to the power of {deals}.",
        ),
        (
            "The deals are independent, so their probabilities multiply.",
            f"A deal fails with probability 1 − p = {1 - float(chance):.6g}, all of them with that number to the power of {deals}.",
            f"Never: {float(no_deal):.4g}. Exactly once: {deals} × p × (1 − p) to the power of {deals - 1} = {float(one_deal):.4g}. The rest is at least twice.",
        ),
        f"p = {float(chance):.6g}. Never: (1 − p) to the power of {deals} = {float(no_deal):.4g}. Exactly once: {deals} × p × (1 − p) to the power of {deals - 1} = {float(one_deal):.4g}. At least "
        f"once: {float(1 - no_deal):.4g}, at least twice: {float(1 - no_deal - one_deal):.4g}. The answer for {question} is {float(exact):.4g}.",
        {"hand": format_cards(player_view.hand), "condition": kind, "deals": deals, "asked": question},
    )

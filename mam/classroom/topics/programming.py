"""Exercises in programming with many deals: how rare they are, and counting them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, log1p

from mam.analysis.probability import chances
from mam.classroom.answers import Results
from mam.classroom.phrases import NAMES
from mam.classroom.quantities import Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.rounds import DEFAULT_EDITION
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.games.registry import start
from mam.rules.cards import Card, Color, money_in

_CASES = 8
Cards = Sequence[Card]


def _format_cases(cases: list[str]) -> str:
    """Return the cases as they are in `task.given["cases"]`."""
    return "\n".join(f"- `{case}`" for case in cases)


@exercise("rare-deals", "Rare deals", kind="programming", level=4, lesson="24-a-million-deals", form=Results)
def rare_deals(draw: Draw) -> Variant:
    """Ask how many deals make the chance of a rare one at least 99%."""
    edition = draw.one_of(("make-a-million-1935", "make-a-million-2004"))
    odds = chances(edition)
    cases: list[str] = []
    while len(cases) < _CASES:
        case = _rarity(draw)
        if case not in cases and odds.chance(case).exact:
            cases.append(case)
    confidence = Fraction(draw.between(900, 995), 1000)
    exact = [odds.chance(case).exact for case in cases]
    right = [ceil(log1p(-float(confidence)) / log1p(-float(chance))) for chance in exact]
    first, chance, deals = cases[0], exact[0], right[0]
    return Variant(
        f"How many times must a program deal so that, with a probability of **{float(100 * confidence):g}%** or more, **at least one** deal meets "
        "a condition? Write a function of a condition that returns this whole number. A condition is text that "
        f"`mam.chances` understands, about a deal of `{edition}`; some are so rare that counting them in a "
        f"sample would take all day. The {_CASES} cases:\n\n{_format_cases(cases)}",
        Results(
            tuple(map(str, right)),
            tuple(cases),
            "One deal fails with probability 1 − p; n deals all fail with (1 − p) to the power of n. Remember to round up.",
            within=1,
        ),
        (
            "The probability of at least one is 1 minus the probability of none. What is the chance that n deals all fail?",
            f'`float(mam.chances("{edition}").chance(case))` is the exact probability p of a case.',
            f"You want the smallest n with (1 − p)ⁿ ≤ {float(1 - confidence):g}. Take logarithms of both sides: `math.log1p(-p)` gives that of 1 − p and stays "
            "exact for a small p.",
        ),
        "All n deals fail with probability (1 − p)ⁿ. This must be no more than "
        f"{float(1 - confidence):g}, so n is log({float(1 - confidence):g}) / log(1 − p), rounded up (both logarithms are negative).\n\n"
        "```python\nfrom math import ceil, log1p\n\n"
        f'odds = mam.chances("{edition}")\n\n\ndef deals_wanted(case):\n'
        f"    return ceil(log1p(-{float(confidence):g}) / log1p(-float(odds.chance(case))))\n```\n\n"
        f"For `{first}` p = {float(chance):.4g}, so you need {deals:,} deals.",
        {"edition": edition, "sure": float(confidence), "cases": cases},
    )


def _rarity(draw: Draw) -> str:
    """Return a condition that few deals meet."""
    seat, color = draw.one_of("NESW"), draw.one_of(list(Color)).word.lower()
    side, animal = draw.one_of(("N-S", "E-W")), draw.one_of(("Tiger", "Bull", "Bear"))
    return draw.one_of(
        (
            f"{seat} {color} >= {draw.between(7, 10)}",
            f"{seat} {color} = 0 and {seat} holds {animal}",
            f"{seat} 40 = {draw.between(3, 4)}",
            f"{seat} {draw.one_of((30, 15, 10, 5))} = 4",
            f"money {seat} >= {5 * draw.between(42, 50)}",
            f"money {side} >= {5 * draw.between(60, 66)}",
            f"nest {color} = 3",
            f"nest money cards = 3 and {seat} holds {animal}",
            f"{seat} animals = 3",
            f"{side} {color} >= {draw.between(11, 13)}",
            f"{seat} money cards <= {draw.between(0, 1)}",
        )
    )


@exercise(
    "count-the-deals",
    "Deal and count",
    kind="programming",
    level=2,
    lesson="24-a-million-deals",
    form=Number,
    unit="deals",
)
def count_the_deals(draw: Draw) -> Variant:
    """Ask for a first simulation: count deals with known seeds."""
    first, deals = 1000 * draw.between(1, 9_999), 10 * draw.between(15, 25)
    seat, color = draw.one_of("NESW"), draw.one_of(list(Color))
    asks: tuple[tuple[str, str, Callable[[Cards], int], int], ...] = (
        (
            f"at least {{}} {color.word} cards",
            f"{color.word.lower()}",
            lambda hand: sum(card.color == color for card in hand),
            draw.between(3, 5),
        ),
        ("at least ${},000 in money", "money", money_in, 5 * draw.between(16, 26)),
        (
            "at least {} number cards (neither money nor an animal)",
            "plain",
            lambda hand: sum(card.is_number_card for card in hand),
            draw.between(7, 8),
        ),
        (
            "at least {} money cards",
            "money cards",
            lambda hand: sum(bool(card.money) for card in hand),
            draw.between(5, 6),
        ),
    )
    words, quantity, measure, minimum = draw.one_of(asks)
    rounds = [start(DEFAULT_EDITION, first + number) for number in range(deals + 1)]
    amounts = {seat: [measure(round.hands[seat]) for round in rounds] for seat in "NESW"}
    value = sum(amount >= minimum for amount in amounts[seat][:-1])
    slips = [
        Slip(
            "strictly-more",
            sum(amount > minimum for amount in amounts[seat][:-1]),
            f"That is more than {minimum}; exactly {minimum} counts too.",
        ),
        Slip(
            "exactly",
            sum(amount == minimum for amount in amounts[seat][:-1]),
            f"That is exactly {minimum}; more counts too.",
        ),
        Slip(
            "one-deal-more",
            sum(amount >= minimum for amount in amounts[seat]),
            f"That is {deals + 1} deals: the last seed is {first + deals - 1}.",
        ),
        Slip(
            "first-seed-forgotten",
            sum(amount >= minimum for amount in amounts[seat][1:-1]),
            f"You left out the first seed, {first}.",
        ),
        *(
            Slip(
                f"hand-of-{NAMES[other_seat].lower()}",
                sum(amount >= minimum for amount in amounts[other_seat][:-1]),
                f"That is the hand of {NAMES[other_seat]}; the question asks for {NAMES[seat]}'s.",
            )
            for other_seat in "NESW"
            if other_seat != seat
        ),
        Slip("opposite", deals - value, "Those are the deals that do not meet the condition."),
    ]
    condition = words.format(minimum)
    exact = (
        chances(DEFAULT_EDITION)
        .chance(f"money {seat} >= {minimum}" if quantity == "money" else f"{seat} {quantity} >= {minimum}")
        .exact
    )
    return Variant(
        f'Deal {deals} times with `mam.start("{DEFAULT_EDITION}", seed=n)`, for n = {first}, {first + 1}, … up to {first + deals - 1}. In how many of these deals does '
        f'**{NAMES[seat]}** hold **{condition}**? (The cards are `.hands["{seat}"]` of the round; a card has `.color`, `.money` and `.is_number_card`.)',
        Number(
            value,
            slips,
            f"Are the seeds {first} to {first + deals - 1}, and is the hand that of {NAMES[seat]}, as dealt?",
        ),
        (
            f"`range({first}, {first + deals})` goes through the {deals} seeds.",
            "First write a function that says whether one hand meets the condition, and test it on a hand that you have looked at.",
            "Then add up: `sum(is_met(hand) for hand in hands)` counts True as 1.",
        ),
        f'```python\nimport mam\n\nhands = [mam.start("{DEFAULT_EDITION}", seed=n).hands["{seat}"] for n in range({first}, {first + deals})]\n'
        f"sum({_CODE[quantity if quantity in _CODE else 'color'].format(color.name)} >= {minimum} for hand in hands)\n```\n\nThe condition is met in {value} of {deals} deals, {100 * value / deals:.3g}%. Over all "
        f"deals it is {100 * float(exact):.3g}%.",
        {"first seed": first, "deals": deals, "seat": seat, "asked": condition},
    )


_CODE = {
    "color": "sum(card.color == mam.Color.{} for card in hand)",
    "money": "mam.money_in(hand)",
    "plain": "sum(card.is_number_card for card in hand)",
    "money cards": "sum(card.money > 0 for card in hand)",
}

"""Exercises in programming with many deals: how rare they are, and counting them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, log1p

from mam.analysis.probability import chances
from mam.classroom.phrases import NAMES, make_list
from mam.classroom.rounds import DEFAULT_EDITION
from mam.classroom.template import Draw, Results, SlipValues, Variant, ask, ask_number, exercise
from mam.games.registry import start
from mam.rules.cards import Card, Color, money_in

_CASES = 8


@exercise("Rare deals", kind="programming", level=4, lesson="24-a-million-deals", form=Results)
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
    failing = f"{float(1 - confidence):g}"
    exact = [float(odds.chance(case).exact) for case in cases]
    right = [ceil(log1p(-float(confidence)) / log1p(-chance)) for chance in exact]
    text = f"""
        How many times must a program deal so that, with a probability of **{float(100 * confidence):g}%** or more, **at least one** deal meets a condition? Write a function of a condition that returns this whole number. A condition is text that `mam.chances` understands, about a deal of `{edition}`; some are so rare that counting them in a sample would take all day. The {_CASES} cases:

        {make_list(f"`{case}`" for case in cases)}

        Hint: The probability of at least one is 1 minus the probability of none. What is the chance that n deals all fail?
        Hint: `float(mam.chances("{edition}").chance(case))` is the exact probability p of a case.
        Hint: You want the smallest n with (1 − p)ⁿ ≤ {failing}. Take logarithms of both sides: `math.log1p(-p)` gives that of 1 − p and stays exact for a small p.
        Solution: All n deals fail with probability (1 − p)ⁿ. This must be no more than {failing}, so n is log({failing}) / log(1 − p), rounded up (both logarithms are negative).

        ```python
        from math import ceil, log1p

        odds = mam.chances("{edition}")


        def deals_wanted(case):
            return ceil(log1p(-{float(confidence):g}) / log1p(-float(odds.chance(case))))
        ```

        For `{cases[0]}` p = {exact[0]:.4g}, so you need {right[0]:,} deals.
    """
    given = {"edition": edition, "sure": float(confidence), "cases": cases}
    nudge = (
        "One deal fails with probability 1 − p; n deals all fail with (1 − p) to the power of n. Remember to round up."
    )
    return ask(text, Results(tuple(map(str, right)), tuple(cases), nudge, within=1), given)


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


@exercise("Deal and count", kind="programming", level=2, lesson="24-a-million-deals", unit="deals")
def count_the_deals(draw: Draw) -> Variant:
    """Ask for a first simulation: count deals with known seeds."""
    first, deals = 1000 * draw.between(1, 9_999), 10 * draw.between(15, 25)
    seat, color = draw.one_of("NESW"), draw.one_of(list(Color))
    asks = (
        (f"at least {{}} {color.word} cards", color.word.lower(), draw.between(3, 5)),
        ("at least ${},000 in money", "money", 5 * draw.between(16, 26)),
        ("at least {} number cards (neither money nor an animal)", "plain", draw.between(7, 8)),
        ("at least {} money cards", "money cards", draw.between(5, 6)),
    )
    words, quantity, minimum = draw.one_of(asks)
    code, measure = _MEASURES.get(quantity) or _measure_color(color)
    rounds = [start(DEFAULT_EDITION, first + number) for number in range(deals + 1)]
    amounts = {seat: [measure(round.hands[seat]) for round in rounds] for seat in "NESW"}
    own = amounts[seat]
    value = sum(amount >= minimum for amount in own[:-1])
    slips: SlipValues = {
        "strictly-more": sum(amount > minimum for amount in own[:-1]),
        "exactly": sum(amount == minimum for amount in own[:-1]),
        "one-deal-more": sum(amount >= minimum for amount in own),
        "first-seed-forgotten": sum(amount >= minimum for amount in own[1:-1]),
        **{
            f"hand-of-{NAMES[other_seat].lower()}": (
                sum(amount >= minimum for amount in amounts[other_seat][:-1]),
                f"That is the hand of {NAMES[other_seat]}; the question asks for {NAMES[seat]}'s.",
            )
            for other_seat in "NESW"
            if other_seat != seat
        },
        "opposite": deals - value,
    }
    condition, holder = words.format(minimum), f"money {seat}" if quantity == "money" else f"{seat} {quantity}"
    chance = float(chances(DEFAULT_EDITION).chance(f"{holder} >= {minimum}").exact)
    text = f"""
        Deal {deals} times with `mam.start("{DEFAULT_EDITION}", seed=n)`, for n = {first}, {first + 1}, … up to {first + deals - 1}. In how many of these deals does **{NAMES[seat]}** hold **{condition}**? (The cards are `.hands["{seat}"]` of the round; a card has `.color`, `.money` and `.is_number_card`.)

        Nudge: Are the seeds {first} to {first + deals - 1}, and is the hand that of {NAMES[seat]}, as dealt?
        Hint: `range({first}, {first + deals})` goes through the {deals} seeds.
        Hint: First write a function that says whether one hand meets the condition, and test it on a hand that you have looked at.
        Hint: Then add up: `sum(is_met(hand) for hand in hands)` counts True as 1.
        Slip strictly-more: That is more than {minimum}; exactly {minimum} counts too.
        Slip exactly: That is exactly {minimum}; more counts too.
        Slip one-deal-more: That is {deals + 1} deals: the last seed is {first + deals - 1}.
        Slip first-seed-forgotten: You left out the first seed, {first}.
        Slip opposite: Those are the deals that do not meet the condition.
        Solution: ```python
        import mam

        hands = [mam.start("{DEFAULT_EDITION}", seed=n).hands["{seat}"] for n in range({first}, {first + deals})]
        sum({code} >= {minimum} for hand in hands)
        ```

        The condition is met in {value} of {deals} deals, {100 * value / deals:.3g}%. Over all deals it is {100 * chance:.3g}%.
    """
    return ask_number(text, value, slips, {"first seed": first, "deals": deals, "seat": seat, "asked": condition})


_Measure = tuple[str, Callable[[Sequence[Card]], int]]  # in Python for the solution, and as we compute it
_MEASURES: dict[str, _Measure] = {
    "money": ("mam.money_in(hand)", money_in),
    "plain": ("sum(card.is_number_card for card in hand)", lambda hand: sum(card.is_number_card for card in hand)),
    "money cards": ("sum(card.money > 0 for card in hand)", lambda hand: sum(card.money > 0 for card in hand)),
}


def _measure_color(color: Color) -> _Measure:
    code = f"sum(card.color == mam.Color.{color.name} for card in hand)"
    return code, lambda hand: sum(card.color == color for card in hand)

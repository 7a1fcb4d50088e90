"""Exercises on deciding: what a bid is worth on average, and what hidden cards do to a plan."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mam.cards import dollars
from mam.classroom.answers import Number
from mam.classroom.exercise import Variant, exercise
from mam.classroom.variants import Draw
from mam.scoring import score

_BIDDING, _HIDDEN = "20-expectation-and-bidding", "22-deciding-with-hidden-cards"


def in_thousands(amount: Fraction | int) -> str:
    """An average of money, in thousands of dollars, as people write it.

    >>> in_thousands(Fraction(-25, 2)), in_thousands(40)
    ('−12.5', '40')
    """
    text = f"{abs(float(amount)):.4f}".rstrip("0").rstrip(".")
    return f"{'−' if amount < 0 else ''}{text}"


def drawn_rounds(draw: Draw, centre: int) -> dict[int, int]:
    """What a side captured in twenty rounds: how often each amount, from low to high."""
    amounts = sorted(draw.some_of([centre + 10 * step for step in range(-6, 7)], 5))
    counts = dict.fromkeys(amounts, 1)
    for _ in range(20 - len(amounts)):
        counts[draw.one_of([*amounts, *amounts[1:4]])] += 1
    return counts


def table_of(counts: Mapping[int, int]) -> str:
    """The amounts and how often each came, as a table in Markdown."""
    head = "| captured | " + " | ".join(map(dollars, counts)) + " |"
    return f"{head}\n|---|{'---|' * len(counts)}\n| rounds | {' | '.join(map(str, counts.values()))} |"


def mean_score(bid: int, counts: Mapping[int, int]) -> Fraction:
    """What a bidder's side enters on average, if its captures come in these shares.

    >>> mean_score(200, {190: 1, 250: 3})
    Fraction(275, 2)
    """
    entered = sum(score(bid, "own", {"own": took})["own"] * times for took, times in counts.items())
    return Fraction(entered, sum(counts.values()))


def _sum_of(bid: int, counts: Mapping[int, int]) -> str:
    """The sum behind an average score."""
    parts = [f"{times} × {in_thousands(score(bid, 'own', {'own': took})['own'])}" for took, times in counts.items()]
    return f"({' + '.join(parts)}) / {sum(counts.values())}"


@exercise("bid-or-pass", "Bid or pass?", kind="decisions", level=2, lesson=_BIDDING, form=Number)
def bid_or_pass(draw: Draw) -> Variant:
    """Twenty simulated rounds of a hand at play: what a bid gains on average beside a pass."""
    counts = drawn_rounds(draw, 10 * draw.between(20, 25))
    amounts = list(counts)
    bid = max(175, draw.one_of([amounts[1], amounts[1], amounts[2], amounts[2] - 5]))
    passed = 5 * draw.between(14, 32)
    mean, made = mean_score(bid, counts), sum(times for took, times in counts.items() if took >= bid)
    gain = mean - passed
    captured = Fraction(sum(took * times for took, times in counts.items()), 20)
    earned = Fraction(sum(took * times for took, times in counts.items() if took >= bid), 20)
    flat = Fraction(made * bid - (20 - made) * bid, 20)
    slips: list[tuple[Fraction | int, str]] = [
        (
            captured - passed,
            "That takes the average of what is captured. Below the bid nothing of it is entered (R35-SCORE-4).",
        ),
        (earned - passed, "A bid that fails does not bring nothing: it costs the bid (R35-SCORE-4)."),
        (mean, f"That is what the bid brings on average. Passing brings {passed}: compare."),
        (flat - passed, "A bid that is made brings all that was captured, not only the bid (R35-SCORE-3)."),
        (
            Fraction(made * bid, 20) - passed,
            "Chance times bid leaves out what is captured beyond it, and the set-back.",
        ),
        (
            sum(score(bid, "own", {"own": took})["own"] for took in counts) / Fraction(len(counts)) - passed,
            "The amounts did not come equally often: weigh each by its number of rounds.",
        ),
    ]
    verdict = "So bid." if gain > 0 else "So pass." if gain < 0 else "Both bring the same."
    return Variant(
        f"You ask yourself whether to bid {dollars(bid)}, which would win the bidding. You have simulated 20 rounds with your hand as the bidder; "
        f"your side captured:\n\n{table_of(counts)}\n\nIf you pass, your side enters {dollars(passed)} on average. Taking the 20 rounds as "
        "the truth: how many thousands of dollars more does your side enter on average by bidding than by passing? (Below 0 if less.)",
        Number(
            gain,
            slips,
            "Turn each amount into what is entered, then take the average.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            f"What is entered for each amount? All of it from {dollars(bid)} on, and minus {dollars(bid)} below (R35-SCORE-3, R35-SCORE-4).",
            f"{made} of the 20 rounds make the bid.",
            f"The average of what is entered is {_sum_of(bid, counts)}; take {passed} off.",
        ),
        f"{_sum_of(bid, counts)} = {in_thousands(mean)}. Beside passing that is {in_thousands(mean)} − {passed} = {in_thousands(gain)}. {verdict}",
        {"bid": bid, "captured": [[took, times] for took, times in counts.items()], "pass": passed},
    )


@exercise("highest-bid", "How high is too high?", kind="decisions", level=3, lesson=_BIDDING, form=Number)
def highest_bid(draw: Draw) -> Variant:
    """The same table, turned round: the highest bid that is still no worse than passing."""
    counts = drawn_rounds(draw, 10 * draw.between(22, 28))
    passed = 5 * draw.between(4, 26)
    steps = range(175, max(counts) + 105, 5)
    fine = [bid for bid in steps if mean_score(bid, counts) >= passed]
    if not fine or fine[-1] >= 400:
        return highest_bid(draw)
    best = fine[-1]
    captured = Fraction(sum(took * times for took, times in counts.items()), 20)
    cautious = max((bid for bid in steps if bid <= min(counts)), default=0)
    slips: list[tuple[Fraction | int, str]] = [
        (
            best + 5,
            f"At {dollars(best + 5)} the average is already {in_thousands(mean_score(best + 5, counts))}, less than passing brings.",
        ),
        (
            int(captured) // 5 * 5,
            "The average capture is no limit: what counts is what is entered, set-backs included.",
        ),
        (cautious or best, "That bid never fails, but a higher one may still bring more than passing."),
        (max(counts), "The most that was ever captured: such a bid fails nearly always."),
        (passed, "That is what passing brings. Compare it with the average of each bid."),
    ]
    rows = "\n".join(
        f"- {dollars(bid)}: {in_thousands(mean_score(bid, counts))}" for bid in steps if abs(bid - best) <= 10
    )
    return Variant(
        f"Twenty simulated rounds with your hand as the bidder; your side captured:\n\n{table_of(counts)}\n\nPassing brings your side "
        f"{dollars(passed)} on average. Taking the 20 rounds as the truth, and looking only at what your side enters on average: what is the highest bid (in steps of $5,000) that is no "
        "worse than passing? In thousands of dollars.",
        Number(
            best,
            slips,
            "Work out the average for a bid, then for one that is 5 higher.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            "A higher bid fails oftener, and costs more when it fails (R35-SCORE-4).",
            "The average falls a little with each step, and jumps down where one of the amounts no longer makes the bid.",
            f"At {dollars(best - 5)} it is {in_thousands(mean_score(best - 5, counts))}; passing brings {passed}.",
        ),
        f"Averages of what is entered:\n\n{rows}\n\nPassing brings {passed}, so {dollars(best)} is the highest.",
        {"captured": [[took, times] for took, times in counts.items()], "pass": passed},
    )


@exercise(
    "solve-and-average", "What solve-and-average promises", kind="decisions", level=4, lesson=_HIDDEN, form=Number
)
def solve_and_average(draw: Draw) -> Variant:
    """Two plans over a few worlds, one of them with a guess in it that a solver never gets wrong."""
    worlds = draw.between(4, 5)
    safe, left, right = _plans(draw, worlds)
    solved = [max(pair) for pair in zip(left, right, strict=True)]
    means = {
        name: Fraction(sum(values), worlds)
        for name, values in (("safe", safe), ("left", left), ("right", right), ("solved", solved))
    }
    best = max(means["safe"], means["left"], means["right"])
    slips: list[tuple[Fraction | int, str]] = [
        (
            means["solved"],
            "That is what solve-and-average promises for leading low: it guesses right in every world, as if you saw the cards. You choose once for all of them.",
        ),
        (means["safe"], "That is what cashing brings. One of the guesses does better."),
        (max(means["left"], means["right"]), "That is the better guess after leading low. Cashing does better."),
        (min(means["left"], means["right"]), "That is the worse of the two guesses."),
        (best * worlds, "That is a sum over the worlds. Take the average."),
        (max([*safe, *left, *right]), "That is the best that can happen. Take averages over the worlds."),
        (
            Fraction(sum(max(one) for one in zip(safe, left, right, strict=True)), worlds),
            "That picks the best plan in each world, which only somebody who sees the cards can do.",
        ),
    ]
    rows = "\n".join(
        f"| {name} | {' | '.join(map(str, values))} |"
        for name, values in (
            ("cash at once", safe),
            ("lead low, play for East", left),
            ("lead low, play for West", right),
        )
    )
    plan = (
        "cash at once"
        if best == means["safe"]
        else f"lead low and play for {'East' if best == means['left'] else 'West'}"
    )
    wrong = means["solved"] > means["safe"] and best == means["safe"]
    return Variant(
        f"You are on lead. {worlds} worlds agree with all that you have seen, and all are equally likely. The table says what your side captures in "
        f"each (thousands of dollars). If you lead low, your partner's open hand must then play for East or for West to hold the missing card, **before** anything tells the worlds apart.\n\n"
        f"| plan | {' | '.join(f'world {number}' for number in range(1, worlds + 1))} |\n|---|{'---|' * worlds}\n{rows}\n\n"
        "A solver that sees all cards is asked in each world about the two leads, and its answers are averaged. Without seeing hidden cards: how much does your "
        "best plan really bring on average, in thousands of dollars?",
        Number(
            best,
            slips,
            "There are three plans, and each has one average over all worlds.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            "You cannot play for East in one world and for West in another: you do not know which world it is.",
            f"Solve-and-average credits leading low with the better guess in each world: {', '.join(map(str, solved))}.",
            f"Cashing brings {in_thousands(means['safe'])} on average. Now the two guesses.",
        ),
        f"Cash: {_average(safe)}. Low, for East: {_average(left)}. Low, for West: {_average(right)}. The best is to {plan}: {in_thousands(best)}. "
        f"Solve-and-average promises {_average(solved)} for leading low"
        f"{', and so chooses the wrong lead' if wrong else ', which nobody can keep who does not see the cards'}.",
        {"safe": safe, "left": left, "right": right},
    )


def _plans(draw: Draw, worlds: int) -> tuple[list[int], list[int], list[int]]:
    """Captures in each world: cashing at once brings nearly the same everywhere, a guess much or little."""
    while True:
        safe = [5 * (10 + draw.below(4)) for _ in range(worlds)]
        good = [draw.below(2) for _ in range(worlds)]
        left = [5 * (draw.between(13, 20) if one else draw.between(2, 7)) for one in good]
        right = [5 * (draw.between(2, 7) if one else draw.between(13, 20)) for one in good]
        averages = [Fraction(sum(values), worlds) for values in (safe, left, right)]
        if (
            0 < sum(good) < worlds
            and len(set(averages)) == 3
            and max(averages[1:]) < averages[0] + draw.between(-1, 12)
        ):
            return safe, left, right


def _average(values: Sequence[int]) -> str:
    return f"({' + '.join(map(str, values))}) / {len(values)} = {in_thousands(Fraction(sum(values), len(values)))}"

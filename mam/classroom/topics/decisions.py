"""Exercises on deciding: what a bid is worth on average, and what hidden cards do to a plan."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mam.classroom.answers import Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.scoring import score

_BIDDING, _HIDDEN = "20-expectation-and-bidding", "22-deciding-with-hidden-cards"


def in_thousands(amount: Fraction | int) -> str:
    """An average of money, in thousands of dollars, as people write it.

    >>> in_thousands(Fraction(-25, 2)), in_thousands(40)
    ('−12.5', '40')
    """
    text = f"{abs(float(amount)):.4f}".rstrip("0").rstrip(".")
    return f"{'−' if amount < 0 else ''}{text}"


def drawn_rounds(draw: Draw, center: int) -> dict[int, int]:
    """What a side captured in twenty rounds: how often each amount, from low to high."""
    amounts = sorted(draw.some_of([center + 10 * step for step in range(-6, 7)], 5))
    counts = dict.fromkeys(amounts, 1)
    for _ in range(20 - len(amounts)):
        counts[draw.one_of([*amounts, *amounts[1:4]])] += 1
    return counts


def table_of(counts: Mapping[int, int]) -> str:
    """The amounts and how often each came, as a table in Markdown."""
    head = "| captured | " + " | ".join(map(format_amount, counts)) + " |"
    return f"{head}\n|---|{'---|' * len(counts)}\n| rounds | {' | '.join(map(str, counts.values()))} |"


def mean_score(bid: int, counts: Mapping[int, int]) -> Fraction:
    """What a bidder's side enters on average, if its captures come in these shares.

    >>> mean_score(200, {190: 1, 250: 3})
    Fraction(275, 2)
    """
    entered = sum(score(bid, "own", {"own": took})["own"] * times for took, times in counts.items())
    return Fraction(entered, sum(counts.values()))


def mean_lead(bid: int, counts: Mapping[int, int], bidder: str = "we") -> Fraction:
    """By how much our side's score beats the other side's on average, in thousands of dollars.

    `counts` says how often our side captures each amount; the other side captures the rest of the $400,000. `bidder` is "we" or "they".

    >>> mean_lead(200, {190: 1, 250: 3}), mean_lead(200, {190: 1, 250: 3}, "they")
    (Fraction(-55, 2), Fraction(665, 2))
    """
    leads = [_lead(bid, took, bidder) * times for took, times in counts.items()]
    return Fraction(sum(leads), sum(counts.values()))


def _lead(bid: int, took: int, bidder: str = "we") -> int:
    scores = score(bid, bidder, {"we": took, "they": 400 - took})
    return scores["we"] - scores["they"]


def table_of_scores(bid: int, counts: Mapping[int, int], bidder: str = "we") -> str:
    """What both sides score for each amount that ours captures, as a table in Markdown."""
    rows = []
    for took, times in counts.items():
        scores = score(bid, bidder, {"we": took, "they": 400 - took})
        cells = (scores["we"], scores["they"], scores["we"] - scores["they"])
        rows.append(f"| {format_amount(took)} | {times} | {' | '.join(map(in_thousands, cells))} |")
    head = "| your side captures | rounds | your score | their score | difference |\n|---|---|---|---|---|"
    return "\n".join([head, *rows])


REST = "The other side captures the rest of $400,000 (leave the Bull and the Bear out of it)."
DIFFERENCE = (
    "Judge by **the difference between the two sides' scores**, yours less theirs: a match is won against somebody."
)


@exercise("bid-or-pass", "Bid or pass?", kind="decisions", level=2, lesson=_BIDDING, form=Number, version=2)
def bid_or_pass(draw: Draw) -> Variant:
    """Twenty simulated rounds of a hand at play: how a bid changes the expected difference of the scores."""
    counts = drawn_rounds(draw, 10 * draw.between(20, 25))
    amounts = list(counts)
    bid = max(175, draw.one_of([amounts[1], amounts[1], amounts[2], amounts[2] - 5]))
    passed, others = 5 * draw.between(14, 32), 5 * draw.between(8, 44)
    mean, lead, made = mean_score(bid, counts), mean_lead(bid, counts), [took for took in counts if took >= bid]
    gain, without = lead - (passed - others), passed - others
    times = sum(counts[took] for took in made)

    def average(of: Mapping[int, int]) -> Fraction:
        return Fraction(sum(of[took] * counts[took] for took in counts), 20)

    captured = average({took: took for took in counts})
    slips: list[tuple[Fraction | int, str]] = [
        (
            mean - passed,
            "That compares your own scores alone. The other side scores too, and it is the difference that counts: take their score off in both cases.",
        ),
        (
            captured - passed,
            "That takes the average of what your side captures. Below the bid nothing of it is scored (R35-SCORE-4), and the other side scores too.",
        ),
        (
            2 * captured - 400 - without,
            "That takes what both sides capture. Below the bid nothing of yours is scored: your side is set back (R35-SCORE-4).",
        ),
        (
            average({took: (took if took >= bid else 0) - (400 - took) for took in counts}) - without,
            "A bid that fails does not leave your score at 0: it costs the bid (R35-SCORE-4).",
        ),
        (
            average({took: (2 * took - 400 if took >= bid else -bid) for took in counts}) - without,
            "When your side is set back, the other side still scores what it captured (R35-SCORE-5).",
        ),
        (
            average({took: (bid if took >= bid else -bid) - (400 - took) for took in counts}) - without,
            "A bid that is made scores everything your side captured, not only the bid (R35-SCORE-3).",
        ),
        (
            Fraction(sum(_lead(bid, took) for took in counts), len(counts)) - without,
            "The amounts did not come equally often: weigh each by its number of rounds.",
        ),
        (
            lead,
            f"That is the expected difference if you bid. Passing has one too: {in_thousands(without)}. Compare the two.",
        ),
        (lead - passed, f"If you pass, the other side scores {others} on average. Take that off your {passed}."),
    ]
    own = in_thousands(mean - passed)
    aside = f" Your own score alone would say {own}, and so {'bid' if mean > passed else 'pass'}: it leaves out what the others score."
    verdict = "So bid." if gain > 0 else "So pass." if gain < 0 else "Both are worth the same."
    return Variant(
        f"You can have the bid at {format_amount(bid)}. In 20 simulated rounds with you as the bidder, your side captured:\n\n{table_of(counts)}\n\n{REST} "
        f"If you pass, your side scores {format_amount(passed)} on average and the other side {format_amount(others)}. {DIFFERENCE} Taking the 20 rounds as the truth: by how many "
        "thousands of dollars is the expected difference larger if you bid than if you pass? (Below 0 if it is smaller.)",
        Number(
            gain,
            slips,
            "Write down what both sides score for each amount, then average the differences.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            f"What does each side score? Yours all of it from {format_amount(bid)} on, and minus {format_amount(bid)} below (R35-SCORE-3, R35-SCORE-4). Theirs the rest in any case (R35-SCORE-5).",
            f"{times} of the 20 rounds make the bid.",
            f"If you bid, the expected difference is {in_thousands(lead)}. If you pass, it is {passed} − {others} = {in_thousands(without)}.",
        ),
        f"{table_of_scores(bid, counts)}\n\nIf you bid, the expected difference is {in_thousands(lead)}. If you pass, it is {passed} − {others} = {in_thousands(without)}. Bidding changes it by "
        f"{in_thousands(gain)}. {verdict}{aside if (mean > passed) != (gain > 0) else ''}",
        {
            "bid": bid,
            "captured": [[took, many] for took, many in counts.items()],
            "pass": {"we": passed, "they": others},
        },
    )


@exercise("highest-bid", "How high is too high?", kind="decisions", level=3, lesson=_BIDDING, form=Number, version=2)
def highest_bid(draw: Draw) -> Variant:
    """The same table, turned round: the highest bid that is still no worse than passing."""
    counts = drawn_rounds(draw, 10 * draw.between(22, 28))
    passed, others = 5 * draw.between(4, 26), 5 * draw.between(20, 52)
    without = passed - others
    steps = range(175, max(counts) + 105, 5)
    fine = [bid for bid in steps if mean_lead(bid, counts) >= without]
    if not fine or fine[-1] >= 400:
        return highest_bid(draw)
    best = fine[-1]
    captured = Fraction(sum(took * times for took, times in counts.items()), 20)
    cautious = max((bid for bid in steps if bid <= min(counts)), default=0)
    alone = max((bid for bid in steps if mean_score(bid, counts) >= passed), default=0)
    slips: list[tuple[Fraction | int, str]] = [
        (
            alone or best,
            "That is the limit if your own score alone counted. The other side scores too: compare the differences between the two sides' scores.",
        ),
        (
            best + 5,
            f"At {format_amount(best + 5)} the expected difference is {in_thousands(mean_lead(best + 5, counts))}, less than with a pass.",
        ),
        (
            int(captured) // 5 * 5,
            "The average capture is no limit: what counts is what both sides score, set-backs included.",
        ),
        (cautious or best, "That bid never fails, but a higher one may still be better than passing."),
        (max(counts), "The most that was ever captured: such a bid fails nearly always."),
        (passed, "That is what your side scores if you pass. Compare differences between the two sides' scores."),
    ]
    rows = "\n".join(
        f"- {format_amount(bid)}: {in_thousands(mean_lead(bid, counts))}" for bid in steps if abs(bid - best) <= 10
    )
    return Variant(
        f"In 20 simulated rounds with you as the bidder, your side captured:\n\n{table_of(counts)}\n\n{REST} If you pass, your side scores {format_amount(passed)} on average and the other side "
        f"{format_amount(others)}. {DIFFERENCE} Taking the 20 rounds as the truth: what is the highest bid (in steps of $5,000) whose expected difference is no worse than that of a pass? In thousands "
        "of dollars.",
        Number(
            best,
            slips,
            "Work out the expected difference for one bid, then for a bid that is 5 higher.",
            unit="thousand dollars",
            thousands=True,
        ),
        (
            "A higher bid fails more often, and costs more when it fails (R35-SCORE-4). The other side scores what it captures either way (R35-SCORE-5).",
            "The expected difference falls a little with each step, and jumps down where one of the amounts no longer makes the bid.",
            f"At {format_amount(best - 5)} it is {in_thousands(mean_lead(best - 5, counts))}; with a pass it is {passed} − {others} = {in_thousands(without)}.",
        ),
        f"Expected differences between your side's score and theirs:\n\n{rows}\n\nWith a pass it is {passed} − {others} = {in_thousands(without)}, so {format_amount(best)} is the highest.",
        {"captured": [[took, times] for took, times in counts.items()], "pass": {"we": passed, "they": others}},
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

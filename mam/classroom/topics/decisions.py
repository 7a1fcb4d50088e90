"""Exercises on decisions: the expected value of a bid, and what hidden cards do to a plan."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mam.classroom.quantities import DOLLARS, Number
from mam.classroom.registry import Variant, exercise
from mam.classroom.slips import Slip
from mam.classroom.variants import Draw
from mam.rules.amounts import format_amount
from mam.rules.scoring import score

_BIDDING, _HIDDEN_HANDS = "20-expectation-and-bidding", "22-deciding-with-hidden-cards"


def in_thousands(amount: Fraction | int) -> str:
    """Format a mean of money, in thousands of dollars.

    >>> in_thousands(Fraction(-25, 2)), in_thousands(40)
    ('−12.5', '40')
    """
    text = f"{abs(float(amount)):.4f}".rstrip("0").rstrip(".")
    return f"{'−' if amount < 0 else ''}{text}"


def drawn_rounds(draw: Draw, center: int) -> dict[int, int]:
    """Draw what a side captured in twenty rounds: how often each amount, from low to high."""
    amounts = sorted(draw.some_of([center + 10 * step for step in range(-6, 7)], 5))
    counts = dict.fromkeys(amounts, 1)
    for _ in range(20 - len(amounts)):
        counts[draw.one_of([*amounts, *amounts[1:4]])] += 1
    return counts


def table_of(counts: Mapping[int, int]) -> str:
    """Return the amounts with their frequencies as a table in Markdown."""
    head = "| captured | " + " | ".join(map(format_amount, counts)) + " |"
    return f"{head}\n|---|{'---|' * len(counts)}\n| rounds | {' | '.join(map(str, counts.values()))} |"


def mean_score(bid: int, counts: Mapping[int, int]) -> Fraction:
    """Return the expected score of a bidder's side whose captures occur this often.

    >>> mean_score(200, {190: 1, 250: 3})
    Fraction(275, 2)
    """
    entered = sum(score(bid, "own", {"own": amount})["own"] * times for amount, times in counts.items())
    return Fraction(entered, sum(counts.values()))


def mean_lead(bid: int, counts: Mapping[int, int], bidder: str = "we") -> Fraction:
    """Return our side's expected score minus the other side's, in thousands of dollars.

    `counts` says how often our side captures each amount; the other side captures the rest of the $400,000. `bidder` is "we" or "they".

    >>> mean_lead(200, {190: 1, 250: 3}), mean_lead(200, {190: 1, 250: 3}, "they")
    (Fraction(-55, 2), Fraction(665, 2))
    """
    leads = [_lead(bid, amount, bidder) * times for amount, times in counts.items()]
    return Fraction(sum(leads), sum(counts.values()))


def _lead(bid: int, amount: int, bidder: str = "we") -> int:
    scores = score(bid, bidder, {"we": amount, "they": 400 - amount})
    return scores["we"] - scores["they"]


def table_of_scores(bid: int, counts: Mapping[int, int], bidder: str = "we") -> str:
    """Return both sides' scores for each amount that our side captures, as a table in Markdown."""
    rows = []
    for amount, times in counts.items():
        scores = score(bid, bidder, {"we": amount, "they": 400 - amount})
        cells = (scores["we"], scores["they"], scores["we"] - scores["they"])
        rows.append(f"| {format_amount(amount)} | {times} | {' | '.join(map(in_thousands, cells))} |")
    head = "| your side captures | rounds | your score | their score | difference |\n|---|---|---|---|---|"
    return "\n".join([head, *rows])


OTHER_SIDE = "The other side captures the rest of $400,000 (ignore the Bull and the Bear)."
DIFFERENCE = "Judge by **the difference between the two sides' scores**, yours minus theirs: in a match, both count."


@exercise(
    "bid-or-pass", "Bid or pass?", kind="decisions", level=2, lesson=_BIDDING, form=Number, unit=DOLLARS, version=3
)
def bid_or_pass(draw: Draw) -> Variant:
    """Ask how a bid changes the expected difference of the scores, from twenty simulated rounds."""
    counts = drawn_rounds(draw, 10 * draw.between(20, 25))
    amounts = list(counts)
    bid = max(175, draw.one_of([amounts[1], amounts[1], amounts[2], amounts[2] - 5]))
    our_pass_score, their_pass_score = 5 * draw.between(14, 32), 5 * draw.between(8, 44)
    mean, lead, making_amounts = (
        mean_score(bid, counts),
        mean_lead(bid, counts),
        [amount for amount in counts if amount >= bid],
    )
    gain, pass_lead = lead - (our_pass_score - their_pass_score), our_pass_score - their_pass_score
    times = sum(counts[amount] for amount in making_amounts)

    def average(values: Mapping[int, int]) -> Fraction:
        return Fraction(sum(values[amount] * counts[amount] for amount in counts), 20)

    mean_capture = average({amount: amount for amount in counts})
    slips = [
        Slip(
            "own-score-only",
            mean - our_pass_score,
            "That compares your own scores alone. The other side scores too, and the difference counts: subtract their score in both cases.",
        ),
        Slip(
            "own-captures",
            mean_capture - our_pass_score,
            "That is the average of what your side captures. Below the bid your side scores none of it (R35-SCORE-4), and the other side scores too.",
        ),
        Slip(
            "captures",
            2 * mean_capture - 400 - pass_lead,
            "That uses what both sides capture. Below the bid your side scores none of it: it is set back (R35-SCORE-4).",
        ),
        Slip(
            "no-set-back",
            average({amount: (amount if amount >= bid else 0) - (400 - amount) for amount in counts}) - pass_lead,
            "A failed bid does not leave your score at 0: you lose the amount of the bid (R35-SCORE-4).",
        ),
        Slip(
            "other-side-nothing",
            average({amount: (2 * amount - 400 if amount >= bid else -bid) for amount in counts}) - pass_lead,
            "When your side is set back, the other side still scores what it captured (R35-SCORE-5).",
        ),
        Slip(
            "bid-scored",
            average({amount: (bid if amount >= bid else -bid) - (400 - amount) for amount in counts}) - pass_lead,
            "If you make the bid, your side scores everything it captured, not only the bid (R35-SCORE-3).",
        ),
        Slip(
            "unweighted",
            Fraction(sum(_lead(bid, amount) for amount in counts), len(counts)) - pass_lead,
            "The amounts are not equally frequent: weight each by its number of rounds.",
        ),
        Slip(
            "bid-only",
            lead,
            f"That is the expected difference if you bid. Passing has one too: {in_thousands(pass_lead)}. Compare the two.",
        ),
        Slip(
            "pass-own-score-only",
            lead - our_pass_score,
            f"If you pass, the other side scores {their_pass_score} on average. Subtract that from your {our_pass_score}.",
        ),
    ]
    score_gain = in_thousands(mean - our_pass_score)
    remark = f" Your own score alone would say {score_gain}, and so {'bid' if mean > our_pass_score else 'pass'}: it ignores the other side's score."
    verdict = "So bid." if gain > 0 else "So pass." if gain < 0 else "Both are worth the same."
    return Variant(
        f"You can win the auction with {format_amount(bid)}. In 20 simulated rounds with you as the bidder, your side captured:\n\n{table_of(counts)}\n\n{OTHER_SIDE} "
        f"If you pass, your side scores {format_amount(our_pass_score)} on average and the other side {format_amount(their_pass_score)}. {DIFFERENCE} Treat the 20 rounds as exact: by how many "
        "thousands of dollars is the expected difference larger if you bid than if you pass? (Negative if it is smaller.) Give it exactly.",
        Number(
            gain,
            slips,
            "Write down what both sides score for each amount, then average the differences.",
        ),
        (
            f"What does each side score? Your side scores all of it from {format_amount(bid)} up, and minus {format_amount(bid)} below (R35-SCORE-3, R35-SCORE-4). Theirs always scores the rest (R35-SCORE-5).",
            f"{times} of the 20 rounds make the bid.",
            f"If you bid, the expected difference is {in_thousands(lead)}. If you pass, it is {our_pass_score} − {their_pass_score} = {in_thousands(pass_lead)}.",
        ),
        f"{table_of_scores(bid, counts)}\n\nIf you bid, the expected difference is {in_thousands(lead)}. If you pass, it is {our_pass_score} − {their_pass_score} = {in_thousands(pass_lead)}. Bidding changes it by "
        f"{in_thousands(gain)}. {verdict}{remark if (mean > our_pass_score) != (gain > 0) else ''}",
        {
            "bid": bid,
            "captured": [[amount, times] for amount, times in counts.items()],
            "pass": {"we": our_pass_score, "they": their_pass_score},
        },
    )


@exercise(
    "highest-bid",
    "How high is too high?",
    kind="decisions",
    level=3,
    lesson=_BIDDING,
    form=Number,
    unit=DOLLARS,
    version=2,
)
def highest_bid(draw: Draw) -> Variant:
    """Ask for the highest bid that is no worse than passing, from twenty simulated rounds."""
    counts = drawn_rounds(draw, 10 * draw.between(22, 28))
    our_pass_score, their_pass_score = 5 * draw.between(4, 26), 5 * draw.between(20, 52)
    pass_lead = our_pass_score - their_pass_score
    steps = range(175, max(counts) + 105, 5)
    good_bids = [bid for bid in steps if mean_lead(bid, counts) >= pass_lead]
    if not good_bids or good_bids[-1] >= 400:
        return highest_bid(draw)
    best = good_bids[-1]
    mean_capture = Fraction(sum(amount * times for amount, times in counts.items()), 20)
    cautious = max((bid for bid in steps if bid <= min(counts)), default=0)
    best_alone = max((bid for bid in steps if mean_score(bid, counts) >= our_pass_score), default=0)
    slips = [
        Slip(
            "own-score-only",
            best_alone or best,
            "That would be the limit if only your own score counted. The other side scores too: compare the differences between the two sides' scores.",
        ),
        Slip(
            "one-step-more",
            best + 5,
            f"At {format_amount(best + 5)} the expected difference is {in_thousands(mean_lead(best + 5, counts))}, less than with a pass.",
        ),
        Slip(
            "mean-capture",
            int(mean_capture) // 5 * 5,
            "The average capture is not the limit: both sides' scores count, including set-backs.",
        ),
        Slip(
            "never-fails", cautious or best, "That bid never fails, but a higher one may still be better than passing."
        ),
        Slip("best-capture", max(counts), "That is the maximum capture: such a bid nearly always fails."),
        Slip(
            "pass-score",
            our_pass_score,
            "That is what your side scores if you pass. Compare differences between the two sides' scores.",
        ),
    ]
    rows = "\n".join(
        f"- {format_amount(bid)}: {in_thousands(mean_lead(bid, counts))}" for bid in steps if abs(bid - best) <= 10
    )
    return Variant(
        f"In 20 simulated rounds with you as the bidder, your side captured:\n\n{table_of(counts)}\n\n{OTHER_SIDE} If you pass, your side scores {format_amount(our_pass_score)} on average and the other side "
        f"{format_amount(their_pass_score)}. {DIFFERENCE} Treat the 20 rounds as exact: what is the highest bid (in steps of $5,000) whose expected difference is no worse than that of a pass? In thousands "
        "of dollars.",
        Number(
            best,
            slips,
            "Work out the expected difference for one bid, then for a bid that is 5 higher.",
        ),
        (
            "A higher bid fails more often, and costs more when it fails (R35-SCORE-4). The other side scores what it captures either way (R35-SCORE-5).",
            "The expected difference falls a little with each step, and drops sharply where one of the amounts no longer makes the bid.",
            f"At {format_amount(best - 5)} it is {in_thousands(mean_lead(best - 5, counts))}; with a pass it is {our_pass_score} − {their_pass_score} = {in_thousands(pass_lead)}.",
        ),
        f"Expected differences between your side's score and theirs:\n\n{rows}\n\nWith a pass it is {our_pass_score} − {their_pass_score} = {in_thousands(pass_lead)}, so {format_amount(best)} is the highest.",
        {
            "captured": [[amount, times] for amount, times in counts.items()],
            "pass": {"we": our_pass_score, "they": their_pass_score},
        },
    )


@exercise(
    "solve-and-average",
    "What solve-and-average promises",
    kind="decisions",
    level=4,
    lesson=_HIDDEN_HANDS,
    form=Number,
    unit=DOLLARS,
    version=2,
)
def solve_and_average(draw: Draw) -> Variant:
    """Ask for the value of the best plan over a few possible deals, where a solver guesses right in each of them."""
    worlds = draw.between(4, 5)
    safe, left, right = _plans(draw, worlds)
    solver_values = [max(pair) for pair in zip(left, right, strict=True)]
    means = {
        name: Fraction(sum(values), worlds)
        for name, values in (("safe", safe), ("left", left), ("right", right), ("solved", solver_values))
    }
    best = max(means["safe"], means["left"], means["right"])
    slips = [
        Slip(
            "solver-promise",
            means["solved"],
            "That is what solve-and-average promises for leading low: it guesses right in every possible deal, as if you saw the cards. You choose once for all of them.",
        ),
        Slip("safe-plan", means["safe"], "That is what the first plan brings. One of the guesses does better."),
        Slip(
            "better-guess",
            max(means["left"], means["right"]),
            "That is the better guess after leading low. The first plan does better.",
        ),
        Slip("worse-guess", min(means["left"], means["right"]), "That is the worse of the two guesses."),
        Slip("sum", best * worlds, "That is the sum over the deals. Take the average."),
        Slip(
            "best-deal", max([*safe, *left, *right]), "That is the best that can happen. Take averages over the deals."
        ),
        Slip(
            "best-plan-each-deal",
            Fraction(sum(max(captures) for captures in zip(safe, left, right, strict=True)), worlds),
            "That picks the best plan in each deal, which only a player who sees the cards can do.",
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
        f"You are on lead. {worlds} deals are consistent with everything you have seen, and all are equally likely. The table shows what your side captures in "
        f"each (thousands of dollars). If you lead low, you must then play your partner's face-up hand as if East, or as if West, holds the missing card, **before** you can tell the deals apart.\n\n"
        f"| plan | {' | '.join(f'deal {number}' for number in range(1, worlds + 1))} |\n|---|{'---|' * worlds}\n{rows}\n\n"
        "A solver that sees all cards finds the value of both leads in each deal, and we average its answers. You don't see the hidden cards: how much does your "
        "best plan really bring on average, in thousands of dollars? Give it exactly.",
        Number(
            best,
            slips,
            "There are three plans, and each has one average over all deals.",
        ),
        (
            "You can't play for East in one deal and for West in another: you do not know which deal it is.",
            f"Solve-and-average credits leading low with the better guess in each deal: {', '.join(map(str, solver_values))}.",
            f"Cashing at once brings {in_thousands(means['safe'])} on average. Now the two guesses.",
        ),
        f"Cash: {_average(safe)}. Low, for East: {_average(left)}. Low, for West: {_average(right)}. The best is to {plan}: {in_thousands(best)}. "
        f"Solve-and-average promises {_average(solver_values)} for leading low"
        f"{', and so chooses the wrong lead' if wrong else ', a promise that nobody can keep without seeing the cards'}.",
        {"safe": safe, "left": left, "right": right},
    )


def _plans(draw: Draw, worlds: int) -> tuple[list[int], list[int], list[int]]:
    """Draw captures in each possible deal: cashing at once brings nearly the same everywhere, a guess much or little."""
    while True:
        safe = [5 * (10 + draw.below(4)) for _ in range(worlds)]
        good = [draw.below(2) for _ in range(worlds)]
        left = [5 * (draw.between(13, 20) if is_good else draw.between(2, 7)) for is_good in good]
        right = [5 * (draw.between(2, 7) if is_good else draw.between(13, 20)) for is_good in good]
        averages = [Fraction(sum(values), worlds) for values in (safe, left, right)]
        if (
            0 < sum(good) < worlds
            and len(set(averages)) == 3
            and max(averages[1:]) < averages[0] + draw.between(-1, 12)
        ):
            return safe, left, right


def _average(values: Sequence[int]) -> str:
    return f"({' + '.join(map(str, values))}) / {len(values)} = {in_thousands(Fraction(sum(values), len(values)))}"

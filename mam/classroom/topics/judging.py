"""Exercises on judging results: skill and luck, a comparison that is confounded, a line through results, and predictions beside what happened."""

from fractions import Fraction
from math import sqrt

from mam.analysis.probability.answers import percent
from mam.classroom.distributions import find_chance_below, shorten
from mam.classroom.phrases import format_thousands, make_table
from mam.classroom.template import DOLLARS, Chance, Draw, SlipValues, Variant, ask_chance, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import join_words

_LESSON = "22-deciding-with-hidden-cards"


@exercise("What comes after a good result?", kind="probability", level=4, lesson=_LESSON, unit=DOLLARS)
def next_set(draw: Draw) -> Variant:
    """Ask for the expected next result after an unusual one: regression to the mean."""
    skill, luck, rounds = 5 * draw.between(4, 10), 10 * draw.between(18, 25), draw.between(8, 40)
    mean = 5 * draw.between(12, 30)
    skill_variance, luck_variance = skill**2, Fraction(luck**2, rounds)
    proportion = skill_variance / (skill_variance + luck_variance)
    value = proportion * mean
    slips: SlipValues = {
        "all-skill": mean,
        "all-luck": 0,
        "deviations": mean * skill / (skill + sqrt(luck_variance)),
        "one-round": Fraction(mean * skill_variance, skill_variance + luck**2),
        "luck-part": mean - value,
        "half": Fraction(mean, 2),
    }
    within = max(value / 100, Fraction(1, 10))
    values = {name: slip if abs(Fraction(slip) - value) >= 2 * within else None for name, slip in slips.items()}  # type: ignore[arg-type]
    text = f"""
        In a club the players' true mean gains per round are normally distributed around 0, with a standard deviation of **{format_amount(skill)}**. Luck adds a standard deviation of **{format_amount(luck)}** to a single round; it is normal, too, and independent. Ann has gained **{format_amount(mean)}** a round on average, over {rounds} rounds. What mean gain do you **expect of her next {rounds} rounds**? (In thousands of dollars.)

        Nudge: Which proportion of the variance of such means comes from skill? Expect that proportion of {mean}.
        Hint: Some of Ann's {format_amount(mean)} is skill, and will last; some is luck, and will not.
        Hint: The mean of {rounds} rounds has the variance of skill, {skill}², plus that of luck, {luck}²/{rounds}.
        Hint: Skill has the variance {skill_variance:,}, the luck of {rounds} rounds {float(luck_variance):.6g}. Divide the first by the sum.
        Slip all-skill: That takes all of it for skill; some of it was luck, and luck does not last.
        Slip all-luck: That takes all of it for luck; some of it was skill.
        Slip deviations: You compared standard deviations: compare variances, their squares.
        Slip one-round: You used the luck of a single round: the mean of {rounds} rounds has the variance {luck}²/{rounds}.
        Slip luck-part: That is the part that was luck; the other part is skill.
        Slip half: Skill and luck are not equally large here: compare their variances.
        Solution: Skill has the variance {skill}² = {skill_variance:,}, the luck of {rounds} rounds {luck}²/{rounds} = {float(luck_variance):.6g}. Skill is {float(proportion):.4f} of the sum, so expect {float(proportion):.4f} × {mean} = {float(value):.4g}. (This is regression to the mean.)
    """
    given = {"skill": skill, "luck": luck, "rounds": rounds, "mean": mean}
    return ask_number(text, shorten(value), values, given, within=within)


@exercise("The luckiest of many", kind="probability", level=4, lesson=_LESSON, form=Chance)
def luckiest_of_many(draw: Draw) -> Variant:
    """Ask for the chance that the best of many equally good players has an unusual result."""
    students, error = draw.between(5, 60), 5 * draw.between(6, 16)
    mean = round(draw.between(10, 24) / 10 * error)
    below = find_chance_below(mean / error)
    none = below**students
    value = shorten(1 - none)
    slips = {
        "one-student": 1 - below,
        "nobody": none,
        "added": students * (1 - below),
        "one-below": below,
        "exactly-one": students * (1 - below) * below ** (students - 1),
        "one-fewer": 1 - below ** (students - 1),
    }
    text = f"""
        {students} students each play a set of rounds against the same program, and all are **equally good**: their true mean gain is 0. The mean gain in a set is normally distributed with a standard error of {format_amount(error)}. What is the probability that **the best of the {students}** shows a mean gain of **{format_amount(mean)} or more**?

        Nudge: Start with the chance that nobody shows {mean} or more.
        Hint: How many standard errors is {mean} above 0, and what is the chance that one student is below that?
        Hint: {mean}/{error} is {mean / error:.4g} standard errors, and one student is below with probability {percent(below)}.
        Hint: The chance that all {students} are below is {percent(below)} to the power of {students}.
        Slip one-student: That is the chance for one given student; the best of {students} is another matter.
        Slip nobody: That is the chance that nobody shows {mean} or more: subtract it from 1.
        Slip added: If you add the chances of {students} students, you count it twice when two show {mean} or more.
        Slip one-below: That is the chance that one given student is below {mean}.
        Slip exactly-one: That is the chance that exactly one student shows {mean} or more; several may.
        Slip one-fewer: All {students} students count, not {students - 1}.
        Solution: {mean}/{error} is {mean / error:.4g} standard errors. One student is below with probability {percent(below)}, all {students} with {percent(shorten(none))}. So the chance that the best shows {mean} or more is {percent(value)}, though all are equally good.
    """
    return ask_chance(text, value, slips, {"students": students, "standard error": error, "mean": mean})


@exercise("Compare like with like", kind="probability", level=3, lesson="chance/confounded", unit=DOLLARS)
def pooled(draw: Draw) -> Variant:
    """Ask for a difference within classes, where the difference between totals is misleading: Simpson's paradox."""
    base, gap = 5 * draw.between(44, 50), 5 * draw.between(8, 14)
    poor_gain, rich_gain = draw.between(4, 16), draw.between(4, 16)
    poor_with, rich_without = 10 * draw.between(6, 12), 10 * draw.between(6, 12)
    poor_without, rich_with = 10 * draw.between(1, 4), 10 * draw.between(1, 4)
    poor, rich = poor_with + poor_without, rich_with + rich_without
    value = Fraction(poor_gain * poor + rich_gain * rich, poor + rich)
    all_with = Fraction((base + poor_gain) * poor_with + (base + gap + rich_gain) * rich_with, poor_with + rich_with)
    all_without = Fraction(base * poor_without + (base + gap) * rich_without, poor_without + rich_without)
    slips: SlipValues = {
        "all-with-all": all_with - all_without,
        "unweighted": Fraction(poor_gain + rich_gain, 2),
        "weights-with-tiger": Fraction(poor_gain * poor_with + rich_gain * rich_with, poor_with + rich_with),
        "weights-without-tiger": Fraction(
            poor_gain * poor_without + rich_gain * rich_without, poor_without + rich_without
        ),
        "without-minus-with": -value,
        "rich-and-poor": gap,
        "other-weights": Fraction(poor_gain * rich + rich_gain * poor, poor + rich),
    }
    table = make_table(
        ["bidder's hand", "with the Tiger", "without it"],
        ["poor", f"{base + poor_gain} ({poor_with} rounds)", f"{base} ({poor_without} rounds)"],
        ["rich", f"{base + gap + rich_gain} ({rich_with} rounds)", f"{base + gap} ({rich_without} rounds)"],
    )
    text = f"""
        A club wrote down what its bidders captured on average, in thousands of dollars:

        {table}

        **Compare like with like**: how much more do bidders capture with the Tiger than without it? Take the difference within each kind of hand, and weight it by all rounds with that kind of hand.

        Nudge: First the difference within each row, then the weighted mean of the two.
        Hint: With poor hands the Tiger brings {poor_gain}. What does it bring with rich hands?
        Hint: The weights are the numbers of rounds in each row: {poor} with poor hands, {rich} with rich hands.
        Hint: Divide {poor_gain} × {poor} + {rich_gain} × {rich} by {poor + rich}.
        Slip all-with-all: You compared all rounds with the Tiger and all without it; most bidders with it had poor hands, and most without it had rich ones.
        Slip unweighted: You took the plain mean of the two differences: weight them by their rounds.
        Slip weights-with-tiger: You weighted by the rounds with the Tiger only; all rounds with such hands count.
        Slip weights-without-tiger: You weighted by the rounds without the Tiger only; all rounds with such hands count.
        Slip without-minus-with: The question asks how much more it is with the Tiger: subtract what it is without.
        Slip rich-and-poor: That is what rich hands capture more than poor ones, without the Tiger.
        Slip other-weights: You exchanged the weights: {poor} rounds had poor hands, {rich} rich ones.
        Solution: With poor hands the difference is {poor_gain} ({poor} rounds), with rich hands {rich_gain} ({rich} rounds): ({poor_gain} × {poor} + {rich_gain} × {rich}) / {poor + rich} = {float(value):.4g}. All rounds together would give {format_thousands(round(all_with - all_without, 2))}, because the Tiger and the rich hands seldom come together in this table. (This is Simpson's paradox.)
    """
    given = {
        "with": {"poor": [base + poor_gain, poor_with], "rich": [base + gap + rich_gain, rich_with]},
        "without": {"poor": [base, poor_without], "rich": [base + gap, rich_without]},
    }
    return ask_number(text, value, slips, given, rounded=True)


@exercise("A line through the rounds", kind="probability", level=3, lesson="chance/confounded", unit=DOLLARS)
def least_squares_line(draw: Draw) -> Variant:
    """Ask for what a regression line predicts."""
    dealt, dealt_deviation = draw.between(100, 130), draw.between(24, 36)
    captured, captured_deviation = draw.between(240, 280), draw.between(44, 64)
    correlation = Fraction(draw.between(25, 75), 100)
    off = draw.one_of((-1, 1)) * draw.between(15, 45)
    slope = correlation * Fraction(captured_deviation, dealt_deviation)
    value = captured + slope * off
    slips: SlipValues = {
        "mean": captured,
        "no-correlation": captured + Fraction(captured_deviation, dealt_deviation) * off,
        "correlation-as-slope": captured + correlation * off,
        "upside-down": captured + correlation * Fraction(dealt_deviation, captured_deviation) * off,
        "one-for-one": captured + off,
        "wrong-direction": captured - slope * off,
        "from-zero": slope * (dealt + off),
    }
    text = f"""
        In many rounds bidders were dealt {format_amount(dealt)} in money cards on average (SD {format_amount(dealt_deviation)}), and captured {format_amount(captured)} on average (SD {format_amount(captured_deviation)}). The **correlation** of the two is **{float(correlation):.2f}**. A bidder is dealt **{format_amount(dealt + off)}**. How much does the **least-squares line** predict that this bidder captures, in thousands of dollars?

        Nudge: The line passes through the two means, and its slope is r × (SD of what was captured) / (SD of what was dealt).
        Hint: Someone who is dealt the mean is predicted to capture the mean. How far from the mean is this bidder?
        Hint: This bidder was dealt {format_amount(abs(off))} {"more" if off > 0 else "less"} than the mean.
        Hint: The slope is {float(correlation):.2f} × {captured_deviation}/{dealt_deviation} = {float(slope):.4g}.
        Slip mean: That is the mean of all bidders. This one was dealt {"more" if off > 0 else "less"} than the mean.
        Slip no-correlation: You left out the correlation: the slope is r times the ratio of the SDs.
        Slip correlation-as-slope: The slope is the correlation times the ratio of the two SDs.
        Slip upside-down: The SD of what you predict, the money captured, belongs on top of the fraction.
        Slip one-for-one: You used the whole distance from the mean. Multiply it by the slope first.
        Slip wrong-direction: Bidders who are dealt more capture more: check the sign.
        Slip from-zero: The line passes through the two means, not through zero.
        Solution: The slope is {float(correlation):.2f} × {captured_deviation}/{dealt_deviation} = {float(slope):.4g}. The bidder is {abs(off)} {"above" if off > 0 else "below"} the mean: {captured} {"+" if off > 0 else "−"} {float(slope):.4g} × {abs(off)} = {float(value):.4g}. (This describes rounds that were played. It doesn't say that the money is the cause.)
    """
    given = {
        "dealt": [dealt, dealt_deviation],
        "captured": [captured, captured_deviation],
        "correlation": float(correlation),
        "this bidder": dealt + off,
    }
    return ask_number(text, value, slips, given, rounded=True)


@exercise("How good were your predictions?", kind="probability", level=2, lesson="build-8-your-claim")
def brier_score(draw: Draw) -> Variant:
    """Ask for the Brier score of a few predictions."""
    percents = [draw.one_of([10, 20, 30, 40, 60, 70, 80, 90, 95]) for _ in range(draw.between(4, 6))]
    n, outcomes = len(percents), [int(draw.below(100) < percentage) for percentage in percents]
    chances = [Fraction(percentage, 100) for percentage in percents]
    pairs = list(zip(chances, outcomes, strict=True))
    total = sum(((chance - outcome) ** 2 for chance, outcome in pairs), Fraction(0))
    value = total / n
    slips: SlipValues = {
        "not-squared": sum((abs(chance - outcome) for chance, outcome in pairs), Fraction(0)) / n,
        "sum": total,
        "made-and-missed-exchanged": sum((chance - 1 + outcome) ** 2 for chance, outcome in pairs) / n,
        "proportion-made": Fraction(sum(outcomes), n),
        "difference-of-means": abs(Fraction(sum(chances)) - sum(outcomes)) / n,
        "square-root": sqrt(value),
        "mean-prediction": sum(chances) / n,
    }
    rows = join_words(
        f"{percentage}% ({'made' if outcome else 'missed'})"
        for percentage, outcome in zip(percents, outcomes, strict=True)
    )
    terms = " + ".join(f"({float(chance):g} − {outcome})²" for chance, outcome in pairs)
    text = f"""
        Before each of {n} rounds you predicted the chance that the bid would be made, and then you saw what happened: {rows}. What is your **Brier score**, the mean squared difference between prediction and outcome? (Made counts 1, missed 0; lower is better.)

        Nudge: For each round take the difference of prediction and outcome, and square it; then take the mean.
        Hint: Write each prediction as a number from 0 to 1, and each outcome as 1 or 0.
        Hint: In the first round the difference is {float(chances[0]):g} − {outcomes[0]}, and its square {float((chances[0] - outcomes[0]) ** 2):g}.
        Hint: The squares add up to {float(total):g}. Take their mean.
        Slip not-squared: You took the mean of the differences: square them first.
        Slip sum: That is the sum of the squares: divide it by {n}.
        Slip made-and-missed-exchanged: You exchanged the outcomes: made counts 1, missed 0.
        Slip proportion-made: That is the proportion of bids that were made; the predictions count, too.
        Slip difference-of-means: You compared the mean prediction with the proportion made: there, misses in both directions cancel out.
        Slip square-root: You took the square root at the end: the Brier score is the mean of the squares itself.
        Slip mean-prediction: That is the mean of the predictions; compare each one with its outcome.
        Solution: {terms} = {float(total):g}, and a mean of {float(value):.4g}. Predicting 50% each time would give 0.25.
    """
    given = {"predictions": [float(chance) for chance in chances], "outcomes": outcomes}
    return ask_number(text, value, slips, given, rounded=True)

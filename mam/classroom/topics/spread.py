"""Exercises on the center and spread of scores and counts: the median, the standard deviation, and the normal limit of a total."""

from fractions import Fraction
from math import sqrt

from mam.analysis.probability.answers import percent
from mam.classroom.distributions import find_chance_below, shorten
from mam.classroom.phrases import format_thousands
from mam.classroom.template import DOLLARS, Chance, Draw, SlipValues, Variant, ask_chance, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import Color, join_words

_LEAST = Fraction(1, 10**5)  # a chance that people still give
_LESSON, _SAMPLES = "20-expectation-and-bidding", "21-simulation-and-its-error"


@exercise("The score in the middle", kind="probability", level=1, lesson="chance/spread", unit=DOLLARS)
def median_of_scores(draw: Draw) -> Variant:
    """Ask for the median of a few scores, some of them of missed bids."""
    n, bid = draw.between(6, 9), 5 * draw.between(38, 50)
    scores = [bid + 5 * draw.between(0, 24) if draw.below(3) else -bid for _ in range(n)]
    ordered_scores = sorted(scores)
    low, high = ordered_scores[(n - 1) // 2], ordered_scores[n // 2]
    value, mean = Fraction(low + high, 2), Fraction(sum(scores), n)
    made = [score for score in ordered_scores if score > 0]
    slips: SlipValues = {
        "mean": mean,
        "made-bids-only": Fraction(made[(len(made) - 1) // 2] + made[len(made) // 2], 2) if 0 < len(made) < n else None,
        "not-sorted": Fraction(scores[(n - 1) // 2] + scores[n // 2], 2),
        "middle-of-the-range": Fraction(ordered_scores[0] + ordered_scores[-1], 2),
        "lower-middle": None if low == high else low,
        "upper-middle": None if low == high else high,
        "signs-ignored": Fraction(sum(sorted(map(abs, scores))[(n - 1) // 2 : n // 2 + 1]), 2 - n % 2),
    }
    middle = "the score in the middle"
    if n % 2 == 0:
        middle = f"halfway between the two in the middle, {format_thousands(low)} and {format_thousands(high)}"
    beside = ", less than the median: missed bids pull it down" if mean < value and len(made) < n else ""
    text = f"""
        In {n} rounds a side scored {join_words(map(format_thousands, scores))} (in thousands of dollars). What is the **median** of these {n} scores?

        Nudge: Sort the scores from the lowest to the highest. The median is in the middle.
        Hint: A missed bid scores below zero, so it comes before all bids that were made.
        Hint: Sorted: {join_words(map(format_thousands, ordered_scores))}.
        Hint: As many scores lie below the median as above it. With an even number of scores it is halfway between the two in the middle.
        Slip mean: That is the mean of the scores. The median is the score in the middle.
        Slip made-bids-only: You left out the missed bids. Their scores count like any other.
        Slip not-sorted: Sort the scores first, then take the one in the middle.
        Slip middle-of-the-range: That is halfway between the lowest and the highest score. The others count, too.
        Slip lower-middle: That is the lower of the two in the middle: take the number halfway between them.
        Slip upper-middle: That is the higher of the two in the middle: take the number halfway between them.
        Slip signs-ignored: A score with a minus sign is below zero: it comes first.
        Solution: Sorted: {join_words(map(format_thousands, ordered_scores))}. The median is {middle}: {format_thousands(value)}. (The mean is {format_thousands(round(mean, 1))}{beside}.)
    """
    return ask_number(text, value, slips, {"scores": scores})


@exercise("How far apart are the scores?", kind="probability", level=2, lesson=_LESSON, unit=DOLLARS)
def spread_of_scores(draw: Draw) -> Variant:
    """Ask for the standard deviation of a few scores."""
    n, bid = draw.between(4, 6), 5 * draw.between(38, 50)
    scores = [bid + 5 * draw.between(0, 24) if draw.below(4) else -bid for _ in range(n)]
    mean = Fraction(sum(scores), n)
    squares = sum((score - mean) ** 2 for score in scores)
    value = sqrt(squares / n)
    slips: SlipValues = {
        "variance": squares / n,
        "mean-distance": sum(abs(score - mean) for score in scores) / n,
        "sample": sqrt(squares / (n - 1)),
        "root-of-the-sum": sqrt(squares),
        "range": max(scores) - min(scores),
        "half-the-range": Fraction(max(scores) - min(scores), 2),
        "mean": mean,
        "mean-not-subtracted": sqrt(sum(score**2 for score in scores) / n),
    }
    text = f"""
        In {n} rounds a side scored {join_words(map(format_thousands, scores))} (in thousands of dollars). What is the **standard deviation** of these {n} scores? (They are all there is, not a sample: divide by {n}.)

        Nudge: Take the square root of the mean squared distance from the mean.
        Hint: First the mean of the {n} scores, then the distance of each score from it.
        Hint: The mean is {float(mean):.7g}. Square the distances from it, and take their mean.
        Hint: The squared distances add up to {float(squares):.8g}. Divide by {n}, and take the square root.
        Slip variance: That is the variance: take its square root.
        Slip mean-distance: That is the mean distance. Square the distances, take the mean, then the square root.
        Slip sample: You divided by {n - 1}, as in an estimate from a sample; here divide by {n}.
        Slip root-of-the-sum: That is the square root of the sum: divide by {n} before you take the root.
        Slip range: That is the range, from the lowest score to the highest.
        Slip half-the-range: That is half the range; every score counts, not only the lowest and the highest.
        Slip mean: That is the mean of the scores. How far are they from it?
        Slip mean-not-subtracted: You squared the scores themselves: subtract the mean first.
        Solution: The mean is {float(mean):.7g}. The squared distances from it add up to {float(squares):.8g}; divided by {n} that is {float(squares / n):.8g}, the variance. Its square root is {value:#.4g}.
    """
    return ask_number(text, shorten(value), slips, {"scores": scores}, rounded=True)


@exercise("How far from the expected number?", kind="probability", level=3, lesson="18-counting-hands", unit="cards")
def spread_of_a_count(draw: Draw) -> Variant:
    """Ask for the standard deviation of the number of cards of a color in a hand."""
    size, hand, cards = draw.between(30, 55), draw.between(8, 16), draw.between(6, 13)
    color = draw.one_of(list(Color)).word
    chance = Fraction(cards, size)
    with_replacement = hand * chance * (1 - chance)
    correction = Fraction(size - hand, size - 1)
    value = sqrt(with_replacement * correction)
    slips: SlipValues = {
        "with-replacement": sqrt(with_replacement),
        "variance": with_replacement * correction,
        "mean": hand * chance,
        "one-card": sqrt(chance * (1 - chance)),
        "correction-without-root": sqrt(with_replacement) * float(correction),
        "no-q": sqrt(hand * chance * correction),
    }
    text = f"""
        {hand} cards are dealt to you from {size} cards, and {cards} of these {size} are {color}. What is the **standard deviation** of the number of {color} cards you get?

        Nudge: Without replacement, the variance is n p(1 − p) × (N − n)/(N − 1).
        Hint: Let p be the proportion of {color} cards. If each card were put back, the variance would be n p(1 − p).
        Hint: Cards are not put back, so the variance is smaller: multiply it by (N − n)/(N − 1), for n cards out of N.
        Hint: p = {chance}, n = {hand}, N = {size}: take the square root of {hand} × {chance} × {1 - chance} × {correction}.
        Slip with-replacement: That is for cards that are put back. Without replacement, the variance is smaller by the factor (N − n)/(N − 1).
        Slip variance: That is the variance: take its square root.
        Slip mean: That is the expected number of {color} cards. How far from it are the numbers?
        Slip one-card: That is the standard deviation for one card; {hand} cards are dealt.
        Slip correction-without-root: The factor (N − n)/(N − 1) belongs to the variance, so it is under the square root.
        Slip no-q: You left out the factor 1 − p of the variance.
        Solution: p = {chance}. The variance is {hand} × {chance} × {1 - chance} × {correction} = {float(with_replacement * correction):.4g}, and its square root is {value:#.4g}. (The expected number is {float(hand * chance):.3g}.)
    """
    given = {"cards": size, "hand": hand, "color": color, "number": cards}
    return ask_number(text, shorten(value), slips, given, rounded=True)


@exercise("The risk of a bid", kind="probability", level=3, lesson=_LESSON, unit=DOLLARS)
def spread_of_a_bid(draw: Draw) -> Variant:
    """Ask for the standard deviation of a score that has two values: all that was captured, or minus the bid."""
    bid, chance = 5 * draw.between(40, 60), Fraction(draw.between(55, 95), 100)
    captured = bid + 5 * draw.between(2, 16)
    distance, mean = captured + bid, chance * captured - (1 - chance) * bid
    root = sqrt(chance * (1 - chance))
    value = distance * root
    slips: SlipValues = {
        "zero-if-set-back": captured * root,
        "no-root": distance * chance * (1 - chance),
        "expected-score": mean,
        "even-chances": Fraction(distance, 2),
        "bid-if-made": 2 * bid * root,
        "difference": (captured - bid) * root,
        "distance": distance,
    }
    made = f"{100 * float(chance):g}%"
    text = f"""
        A side bids {format_amount(bid)} (1935 rules). With a probability of **{made}** it makes the bid, and then it captures {format_amount(captured)}, always the same; otherwise it is set back. What is the **standard deviation** of its score? (In thousands of dollars.)

        Nudge: The score has two values. Their distance, times √(p(1 − p)), is the standard deviation.
        Hint: What does the side score if it makes the bid (R35-SCORE-3), and what if it is set back (R35-SCORE-4)?
        Hint: The two scores are {captured} and −{bid}, so they are {distance} apart.
        Hint: A quantity that is 1 with probability p, and else 0, has the standard deviation √(p(1 − p)). This one is {distance} times as wide.
        Slip zero-if-set-back: A side that is set back does not score 0: it loses its bid. The two scores are {distance} apart.
        Slip no-root: Take the square root of p(1 − p).
        Slip expected-score: That is the expected score. How far from it are the two scores?
        Slip even-chances: That would be right for even chances; here p is {made}.
        Slip bid-if-made: A side that makes its bid scores everything it captured, {captured}, not the bid.
        Slip difference: You subtracted the bid from what is captured. A side that is set back scores −{bid}, so the scores are {distance} apart.
        Slip distance: That is how far the two scores are apart: multiply it by √(p(1 − p)).
        Solution: The score is {captured} or −{bid}, which are {distance} apart: {distance} × √({float(chance):g} × {float(1 - chance):g}) = {value:#.4g}. (The expected score is {format_thousands(mean)}.)
    """
    given = {"bid": bid, "captured": captured, "made": float(chance)}
    return ask_number(text, shorten(value), slips, given, rounded=True)


@exercise("Behind after a long match?", kind="probability", level=4, lesson=_SAMPLES, form=Chance)
def total_of_rounds(draw: Draw) -> Variant:
    """Ask for the chance that a total of many rounds is below an amount, by the normal distribution."""
    rounds, mean, deviation = draw.between(6, 24), 5 * draw.between(4, 14), 10 * draw.between(20, 25)
    total_mean, total_deviation = rounds * mean, deviation * sqrt(rounds)
    shift = draw.one_of((-1, 1)) * draw.between(3, 15) / 10
    target = 5 * round((total_mean + shift * total_deviation) / 5)
    difference = target - total_mean
    distance = difference / total_deviation
    value = find_chance_below(distance)
    values = {
        "deviations-added": find_chance_below(difference / (deviation * rounds)),
        "one-round": find_chance_below(difference / deviation),
        "above": 1 - value,
        "mean-of-one-round": find_chance_below((target - mean) / total_deviation),
        "deviation-of-the-mean": find_chance_below(difference * sqrt(rounds) / deviation),
        "mean-zero": find_chance_below(target / total_deviation),
    }
    # A slip that is nearly impossible is nobody's answer.
    slips = {name: chance if _LEAST < chance < 1 - _LEAST else None for name, chance in values.items()}
    amount = format_thousands(target)
    text = f"""
        Against another pair your side gains {format_amount(mean)} a round on average, with a standard deviation of {format_amount(deviation)}. The rounds are independent. What is the probability that after **{rounds} rounds** your total gain is **below {format_amount(target)}**? Use the normal distribution for the total.

        Nudge: Find the mean and the standard deviation of the total first, then how many standard deviations {format_amount(target)} is from the mean.
        Hint: Means add up. So do the variances of independent rounds, but not their standard deviations.
        Hint: The total of {rounds} rounds has the mean {rounds} × {mean} and the standard deviation {deviation} × √{rounds}.
        Hint: In thousands of dollars, the mean is {total_mean} and the standard deviation {total_deviation:.4g}. In Python, `statistics.NormalDist().cdf(z)` is the chance of a value below z.
        Slip deviations-added: Standard deviations don't add up, variances do: the total of {rounds} rounds has {deviation} × √{rounds}.
        Slip one-round: You used the standard deviation of one round: the total of {rounds} rounds spreads more.
        Slip above: That is the chance of a total above {format_amount(target)}: subtract it from 1.
        Slip mean-of-one-round: You used the mean of one round: the total has the mean {rounds} × {mean}.
        Slip deviation-of-the-mean: You divided by √{rounds}, as for a mean: the standard deviation of a total is multiplied by it.
        Slip mean-zero: You left out the mean: on average your side gains {format_amount(mean)} a round.
        Solution: In thousands of dollars, the total has the mean {total_mean} and the standard deviation {deviation} × √{rounds} = {total_deviation:.4g}. So {amount} is ({amount} − {total_mean}) / {total_deviation:.4g} = {format_thousands(shorten(round(distance, 3)))} standard deviations from the mean, and a normal value is below that with probability {percent(value)}.
    """
    given = {"rounds": rounds, "mean": mean, "standard deviation": deviation, "below": target}
    return ask_chance(text, value, slips, given)

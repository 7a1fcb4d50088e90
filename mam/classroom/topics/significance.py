"""Exercises on tests: how often chance alone gives such a result, what many tests find, and what a test would have noticed."""

from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist

from mam.analysis.probability.answers import percent
from mam.classroom.distributions import find_chance_below, list_binomial, shorten
from mam.classroom.phrases import format_chance, format_thousands
from mam.classroom.template import Chance, Draw, SlipValues, Variant, ask_chance, ask_number, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import join_words

_LESSON = "21-simulation-and-its-error"
_CRITICAL = 1.96  # standard errors, for a two-sided test at alpha = 0.05
_ALPHA = Fraction(1, 20)
_CRITICAL_OF_THREE = 7.81  # of chi-squared with three degrees of freedom, at this alpha
# Claims about a round of the four-player game, with the chance claimed.
_CLAIMS = (
    ("Red is trump in one round of four", Fraction(1, 4)),
    ("A hand holds the Tiger in 13 deals of 55", Fraction(13, 55)),
    ("The dealer's side wins half of the rounds", Fraction(1, 2)),
    ("The Tiger is with your partner in one deal of five", Fraction(1, 5)),
    ("The bidder is set back in one round of three", Fraction(1, 3)),
    ("The nest has no money card in two deals of five", Fraction(2, 5)),
    ("Two 40s fall on the same trick in one round of six", Fraction(1, 6)),
    ("The Bull takes part in the richest trick in three rounds of ten", Fraction(3, 10)),
    ("The dealer has to open in one round of ten", Fraction(1, 10)),
    ("The side with more 40s wins three rounds of five", Fraction(3, 5)),
)
_PLAYERS = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")


@exercise("How often does chance do as much?", kind="probability", level=3, lesson="chance/test", form=Chance)
def exact_tail(draw: Draw) -> Variant:
    """Ask for the exact one-sided p-value of a count."""
    claim, p = draw.one_of(_CLAIMS)
    rounds = draw.between(16, 110)
    expected, deviation = float(rounds * p), sqrt(rounds * p * (1 - p))
    count = round(expected + draw.between(8, 22) / 10 * deviation)
    chances = list_binomial(rounds, p)
    more = sum(chances[count + 1 :], Fraction(0))
    exactly, tail = chances[count], chances[count] + more
    value = shorten(tail)
    slips = {
        "exactly": exactly,
        "strictly-more": more,
        "fewer": 1 - tail,
        "normal-curve": 1 - find_chance_below((count - expected) / deviation),
        "both-sides": 2 * tail,
        "proportion": Fraction(count, rounds),
    }
    text = f"""
        “{claim},” somebody claims. In {rounds} rounds this happened **{count} times**. If the claim is right and the rounds are independent, what is the probability of **{count} or more**? (This is the p-value of a one-sided test. Add up exact chances.)

        Nudge: Add up the binomial chances of {count}, {count + 1} and so on, up to {rounds}.
        Hint: You are testing the claim, so calculate as if it were right: p = {p}.
        Hint: Exactly k of {rounds} rounds: `comb({rounds}, k)` × p to the power of k × (1 − p) to the power of {rounds} − k.
        Hint: The chance of exactly {count} is {percent(shorten(exactly))}. Add the chances of {count + 1} to {rounds}.
        Slip exactly: That is the chance of exactly {count}; more than {count} is evidence against the claim, too.
        Slip strictly-more: That is the chance of more than {count}: {count} itself counts, too.
        Slip fewer: That is the chance of fewer than {count}: subtract it from 1.
        Slip normal-curve: That is what the normal curve gives; with {rounds} rounds, add up the exact binomial chances.
        Slip both-sides: You counted both sides; the question asks for one side, {count} or more.
        Slip proportion: That is the observed proportion. How often does chance alone give as much or more?
        Solution: The claim says p = {p}, so {expected:.4g} of {rounds} rounds are expected. The chance of exactly {count} is {percent(shorten(exactly))}, and of {count} to {rounds} together {format_chance(value)}. {"That is below 5%: reject the claim at alpha = 0.05." if tail < _ALPHA else "That is not below 5%: do not reject the claim at alpha = 0.05."}
    """
    return ask_chance(text, value, slips, {"claimed": f"{p}", "rounds": rounds, "count": count, "claim": claim})


@exercise("Better, or lucky?", kind="probability", level=3, lesson=_LESSON, form=Chance)
def wins_of_a_match(draw: Draw) -> Variant:
    """Ask for the two-sided p-value of a sign test."""
    winner, loser = draw.some_of(_PLAYERS, 2)
    deals = draw.between(10, 48)
    ahead = deals // 2 + draw.between(2, 2 + int(sqrt(deals)))
    chances = list_binomial(deals, Fraction(1, 2))
    exactly, tail = chances[ahead], sum(chances[ahead:], Fraction(0))
    value = shorten(2 * tail)
    slips = {
        "one-direction": tail,
        "exactly-both": 2 * exactly,
        "exactly": exactly,
        "proportion": Fraction(ahead, deals),
        "less-lopsided": 1 - 2 * tail,
        "strictly-more": 2 * (tail - exactly),
    }
    text = f"""
        {winner} and {loser} play {deals} deals, each deal twice with the seats exchanged, so that the cards are fair. {winner} is ahead on **{ahead}** deals, {loser} on {deals - ahead}; none is even. If the two are **equally good**, what is the probability of a result **at least as lopsided, in either direction**? (This is the p-value of a two-sided sign test.)

        Nudge: Toss a fair coin {deals} times: what is the chance of {ahead} or more heads, or of {ahead} or more tails?
        Hint: If both are equally good, each deal is a fair coin.
        Hint: As lopsided or more means {ahead}, {ahead + 1} and so on up to {deals}, for either player.
        Hint: One direction: add up `comb({deals}, k)` for k from {ahead} to {deals}, and divide by 2 to the power of {deals}. The other direction has the same chance.
        Slip one-direction: That is one direction only: {loser} could have been ahead by as much.
        Slip exactly-both: That is exactly {ahead} in either direction; more lopsided results count, too.
        Slip exactly: That is the chance of exactly {ahead} for {winner}; more lopsided results and the other direction count, too.
        Slip proportion: That is the proportion of deals on which {winner} was ahead.
        Slip less-lopsided: That is the chance of a less lopsided result: subtract it from 1.
        Slip strictly-more: That is the chance of a more lopsided result; one that is as lopsided counts, too.
        Solution: The chance of {ahead} or more heads in {deals} tosses is {percent(shorten(tail))}, and of {ahead} or more tails the same. Together that is {format_chance(value)}. {"That is below 5%." if 2 * tail < _ALPHA else "That is not below 5%: equally good players often differ by as much."}
    """
    given = {"deals": deals, "ahead": ahead, "players": [winner, loser]}
    return ask_chance(text, value, slips, given)


@exercise("Four colors at once", kind="probability", level=3, lesson="chance/test")
def chi_squared(draw: Draw) -> Variant:
    """Ask for the chi-squared statistic of how often each color was trump."""
    rounds = 40 * draw.between(4, 25)
    expected, deviation = rounds // 4, sqrt(rounds * 3 / 16)
    counts = [expected + round(deviation * (draw.below(361) - 180) / 100) for _ in range(3)]
    counts.append(rounds - sum(counts))
    squares = [(count - expected) ** 2 for count in counts]
    value = Fraction(sum(squares), expected)
    slips: SlipValues = {
        "not-divided": sum(squares),
        "not-squared": Fraction(sum(abs(count - expected) for count in counts), expected),
        "over-observed": sum(Fraction(square, count) for square, count in zip(squares, counts, strict=True)),
        "over-rounds": Fraction(sum(squares), rounds),
        "one-color": Fraction(max(squares), expected),
        "binomial": Fraction(sum(squares), rounds) / Fraction(3, 16),
    }
    red, yellow, black, green = counts
    text = f"""
        “Each color is trump equally often,” somebody claims. In {rounds} rounds Red was trump {red} times, Yellow {yellow}, Black {black} and Green {green} times. What is the **chi-squared statistic** of these counts against the claim? (If the claim is right, it is above 7.81 in 5% of such samples.)

        Nudge: For each color, square the distance from the expected count and divide by the expected count. Add the four results.
        Hint: If the claim is right, how many of {rounds} rounds do you expect for each color?
        Hint: {expected} are expected for each. The distances are {join_words(format_thousands(count - expected) for count in counts)}.
        Hint: The squares add up to {sum(squares):,}. Divide by {expected}.
        Slip not-divided: Divide each of the squares by the expected count.
        Slip not-squared: Square each distance before you divide it.
        Slip over-observed: You divided by the observed counts: divide by the expected count.
        Slip over-rounds: You divided by all {rounds} rounds: divide by the {expected} that are expected for one color.
        Slip one-color: That is one color only: add the results of all four.
        Slip binomial: You divided by n p(1 − p), as for one color alone. In chi-squared each square is divided by the expected count, n p.
        Solution: The expected count is {expected} for each color. ({" + ".join(f"{square:,}" for square in squares)}) / {expected} = {float(value):.4g}. {"That is above 7.81: reject the claim at alpha = 0.05." if value > _CRITICAL_OF_THREE else "That is not above 7.81: do not reject the claim at alpha = 0.05."}
    """
    given = {"rounds": rounds, "counts": dict(zip("RYBG", counts, strict=True))}
    return ask_number(text, value, slips, given, rounded=True)


@exercise("Somebody will find something", kind="probability", level=3, lesson="chance/test", form=Chance)
def many_tests(draw: Draw) -> Variant:
    """Ask for the chance that at least one of several tests rejects a claim that is right."""
    percentage, most = draw.one_of([(1, 60), (2, 50), (5, 40), (10, 24)])
    claims, wrong_claims, power = draw.between(6, most), draw.between(2, 9), draw.between(50, 90)
    alpha = Fraction(percentage, 100)
    no_case, one_case, *_ = list_binomial(claims, alpha)
    value = shorten(1 - no_case)
    slips = {
        "one-claim": alpha,
        "none": no_case,
        "added": claims * alpha,
        "exactly-one": one_case,
        "all-claims": 1 - (1 - alpha) ** (claims + wrong_claims),
        "wrong-claims-too": 1 - no_case * (1 - Fraction(power, 100)) ** wrong_claims,
    }
    text = f"""
        A class tests {claims + wrong_claims} claims about the game, each on deals of its own, and rejects a claim if its p-value is below **{percentage}%**. In truth **{claims} of the claims are right** and {wrong_claims} are wrong. A right claim is rejected with a probability of {percentage}%, a wrong one with {power}%. What is the probability that **at least one right claim** is rejected?

        Nudge: Find the chance that no right claim is rejected, {1 - float(alpha):g} to the power of {claims}.
        Hint: Which claims matter here? Only the {claims} that are right.
        Hint: The tests are independent. One right claim passes with probability {1 - float(alpha):g}.
        Hint: All {claims} right claims pass with probability {percent(shorten(no_case))}. At least one is rejected otherwise.
        Slip one-claim: That is the chance for one right claim; there are {claims}.
        Slip none: That is the chance that no right claim is rejected: subtract it from 1.
        Slip added: If you add the chances of {claims} claims, you count it twice when two are rejected.
        Slip exactly-one: That is the chance that exactly one right claim is rejected; more than one counts, too.
        Slip all-claims: You counted all {claims + wrong_claims} claims: only the {claims} right ones matter here.
        Slip wrong-claims-too: That is the chance that any claim is rejected, right or wrong.
        Solution: No right claim is rejected: {1 - float(alpha):g} to the power of {claims} = {percent(shorten(no_case))}. So at least one is: {format_chance(value)}.
    """
    given = {"right claims": claims, "wrong claims": wrong_claims, "alpha": float(alpha), "power": power}
    return ask_chance(text, value, slips, given)


@exercise("Would you have noticed?", kind="probability", level=4, lesson="chance/power", form=Chance)
def power_of_a_count(draw: Draw) -> Variant:
    """Ask for the power of a test: the chance that a count is high enough to reject a wrong claim."""
    rounds, claim = draw.between(15, 75), 5 * draw.between(4, 12)
    truth = claim + 5 * draw.between(2, 6)
    if_claimed, if_true = (list_binomial(rounds, Fraction(rate, 100)) for rate in (claim, truth))
    least = next(count for count in range(rounds + 1) if sum(if_claimed[count:]) <= _ALPHA)
    alpha, power = sum(if_claimed[least:], Fraction(0)), sum(if_true[least:], Fraction(0))
    value = shorten(power)
    slips = {
        "alpha": alpha,
        "missed": 1 - power,
        "exactly": if_true[least],
        "strictly-more": power - if_true[least],
        "right-claim-passes": 1 - alpha,
        "truth": Fraction(truth, 100),
    }
    text = f"""
        You will reject the claim that a bid is made in **{claim}%** of the rounds if **{least} or more of {rounds}** bids are made; if the claim is right, this happens with a probability of {percent(shorten(alpha))}. In truth **{truth}%** are made, and rounds are independent. What is the probability that you reject the claim? (This is the power of the test.)

        Nudge: Take the same count, {least} or more of {rounds}, but with the true probability.
        Hint: The threshold of {least} comes from the claim. How often it is reached depends on the truth.
        Hint: Exactly k of {rounds}: `comb({rounds}, k)` × {truth / 100:g} to the power of k × {1 - truth / 100:g} to the power of {rounds} − k.
        Hint: Add this up for k from {least} to {rounds}. The chance of exactly {least} is {percent(shorten(if_true[least]))}.
        Slip alpha: That is how often you reject the claim if it is right.
        Slip missed: That is how often you fail to reject the claim, although it is wrong: subtract it from 1.
        Slip exactly: That is the chance of exactly {least}; with more you reject the claim, too.
        Slip strictly-more: That is the chance of more than {least}; with {least} itself you reject the claim, too.
        Slip right-claim-passes: That is how often a right claim is not rejected.
        Slip truth: That is how often a bid is made. How often are {least} or more of {rounds} made?
        Solution: With the true probability of {truth}%, the chance of {least} or more of {rounds} is {format_chance(value)}. So in {percent(shorten(1 - power))} of such studies you would not notice that the claim is wrong.
    """
    return ask_chance(text, value, slips, {"rounds": rounds, "claimed": claim, "true": truth, "least": least})


@exercise("How many rounds must you play?", kind="probability", level=4, lesson=_LESSON, unit="rounds")
def rounds_for_power(draw: Draw) -> Variant:
    """Ask for the number of rounds with which a test finds a given difference with a given power."""
    deviation, difference, power = 5 * draw.between(28, 62), 5 * draw.between(4, 24), draw.one_of([80, 90, 95])
    z = round(NormalDist().inv_cdf(power / 100), 4)
    root = (_CRITICAL + z) * deviation / difference
    value = ceil(root**2)
    slips: SlipValues = {
        "half-the-studies": (_CRITICAL * deviation / difference) ** 2,
        "not-squared": root,
        "ratio-not-squared": (_CRITICAL + z) ** 2 * deviation / difference,
        "squared-first": (_CRITICAL**2 + z**2) * (deviation / difference) ** 2,
        "half-the-difference": 4 * root**2,
        "one-standard-error": (deviation / difference) ** 2,
        "threshold-forgotten": (z * deviation / difference) ** 2,
    }
    within = max(1, round(value / 200))
    text = f"""
        The gain of one player over another has a standard deviation of **{format_amount(deviation)}** a round, and rounds are independent. How many rounds do you need to find a true difference of **{format_amount(difference)}** a round in **{power}% of such studies**? You find it if the mean is more than 1.96 standard errors above 0. Round up. ({power}% of normal values are above a point {z:g} standard deviations below the mean.)

        Nudge: The true difference must be 1.96 + {z:g} standard errors above 0.
        Hint: The mean of n rounds has the standard error s/√n. As n grows, it shrinks, and the true difference is more standard errors above 0.
        Hint: The mean is above 1.96 standard errors in {power}% of studies if its expected value is {z:g} standard errors above that threshold.
        Hint: Solve {difference} = (1.96 + {z:g}) × {deviation}/√n for n, and round up.
        Slip half-the-studies: That finds the difference in only 50% of the studies: the truth would be exactly at the threshold.
        Slip not-squared: That is √n: square it.
        Slip ratio-not-squared: The standard deviation and the difference must be squared, too.
        Slip squared-first: Add 1.96 and {z:g} first, then square the sum.
        Slip half-the-difference: That is enough to find half the difference; you need a quarter of these rounds.
        Slip one-standard-error: That makes the difference one standard error; it must be 1.96 + {z:g} standard errors.
        Slip threshold-forgotten: You left out the threshold: the mean must be more than 1.96 standard errors above 0.
        Solution: √n = (1.96 + {z:g}) × {deviation} / {difference} = {root:.5g}. Its square is {root**2:.6g}, so {value:,} rounds.
    """
    given = {"standard deviation": deviation, "difference": difference, "power": power}
    return ask_number(text, value, slips, given, within=within)

"""Exercises on evidence from calls and plays: Bayes' rule, and what a player's choice of card reveals."""

from fractions import Fraction
from math import comb

from mam.analysis.probability import chances
from mam.analysis.probability.answers import percent
from mam.classroom.phrases import NAMES, format_chance
from mam.classroom.rounds import DEFAULT_EDITION
from mam.classroom.template import Chance, Draw, SlipValues, Variant, ask_chance, exercise
from mam.rules.amounts import format_amount
from mam.rules.cards import Color

_LESSON = "19-chances-as-cards-appear"
# What a hand may hold: in words, as a condition, and whether it makes people bid high.
_HOLDINGS = (
    ("no 40", "N 40 = 0", False),
    ("two or more 40s", "N 40 >= 2", True),
    ("three or more 40s", "N 40 >= 3", True),
    ("the Tiger", "N holds Tiger", True),
    ("the Tiger and a 40", "N holds Tiger and N 40 >= 1", True),
    ("the Bull and the Bear", "N holds Bull and N holds Bear", True),
    ("seven or more money cards", "N money cards >= 7", True),
)


@exercise("What does the bid say?", kind="probability", level=3, lesson=_LESSON, form=Chance)
def rare_and_alarm(draw: Draw) -> Variant:
    """Ask what a hand holds, given a call that is common with such hands, when such hands are rare."""
    holding, condition, is_strong = draw.one_of(_HOLDINGS)
    hands = round(10_000 * chances(DEFAULT_EDITION).chance(condition).exact)
    other_hands = 10_000 - hands
    likely, unlikely = draw.between(45, 95), draw.between(4, 35)
    high, other_high = (likely, unlikely) if is_strong else (unlikely, likely)
    is_high, amount = bool(draw.below(3)), 5 * draw.between(39, 48)
    rate, other_rate = (high, other_high) if is_high else (100 - high, 100 - other_high)
    call = f"bids {format_amount(amount)} or more" if is_high else f"stops below {format_amount(amount)}"
    both, other = Fraction(hands * rate, 100), Fraction(other_hands * other_rate, 100)
    value = both / (both + other)
    slips: SlipValues = {
        "other-way-around": Fraction(rate, 100),
        "before-the-call": Fraction(hands, 10_000),
        "both-together": both / 10_000,
        "equal-weights": Fraction(rate, rate + other_rate),
        "other-hands": other / (both + other),
        "the-call": (both + other) / 10_000,
    }
    text = f"""
        On average {hands:,} of 10,000 hands of 13 cards hold **{holding}** (1935 rules). You know East's habits: East {call} with **{rate}%** of these hands, and with **{other_rate}%** of all other hands. Now East **{call}**. What is the probability that East holds {holding}?

        Nudge: Take 10,000 hands, and count those that make this call, of both kinds.
        Hint: Which of the 10,000 hands are still possible after this call?
        Hint: {hands:,} hands hold {holding}, and {other_hands:,} do not. How many of each kind make this call?
        Hint: {rate}% of {hands:,} is {float(both):g}, and {other_rate}% of {other_hands:,} is {float(other):g}.
        Slip other-way-around: That is how often hands with {holding} make this call. The question is how often hands that make this call hold {holding}.
        Slip before-the-call: That is the chance before East's call.
        Slip both-together: That is the chance of both together, the holding and the call: divide it by the chance of the call.
        Slip equal-weights: You gave both kinds of hands the same weight, but {hands:,} and {other_hands:,} hands are not equally many.
        Slip other-hands: That is the probability that East holds something else.
        Slip the-call: That is the chance of the call, whatever East holds.
        Solution: Of 10,000 hands {hands:,} × {rate}% = {float(both):g} hold {holding} and make this call; {other_hands:,} × {other_rate}% = {float(other):g} of the others make it, too. The chance is {float(both):g} / ({float(both):g} + {float(other):g}): {format_chance(value)}. Before the call it was {percent(Fraction(hands, 10_000))}.
    """
    given = {"hands": hands, "rate": rate, "other rate": other_rate, "holding": holding, "call": call}
    return ask_chance(text, value, slips, given)


@exercise("Two pieces of evidence", kind="probability", level=4, lesson=_LESSON, form=Chance)
def two_signals(draw: Draw) -> Variant:
    """Ask what a hand holds after two pieces of evidence that are independent given the hand."""
    seat = NAMES[draw.one_of("WNE")]
    prior = draw.between(10, 40)
    raises, leads = draw.between(50, 90), draw.between(50, 90)
    other_raises, other_leads = draw.between(10, 45), draw.between(10, 45)
    strong, weak = Fraction(prior * raises * leads, 10**6), Fraction((100 - prior) * other_raises * other_leads, 10**6)
    value = strong / (strong + weak)
    slips = {
        "first-only": Fraction(prior * raises, prior * raises + (100 - prior) * other_raises),
        "second-only": Fraction(prior * leads, prior * leads + (100 - prior) * other_leads),
        "no-prior": Fraction(raises * leads, raises * leads + other_raises * other_leads),
        "both-together": strong,
        "other-way-around": Fraction(raises * leads, 10_000),
        "added": Fraction(
            prior * (raises + leads), prior * (raises + leads) + (100 - prior) * (other_raises + other_leads)
        ),
        "before": Fraction(prior, 100),
    }
    text = f"""
        Before the auction, {seat} has strong trumps with a probability of **{prior}%**. {seat} raises with **{raises}%** of such hands and **{other_raises}%** of all others, and later leads trump with **{leads}%** of such hands and **{other_leads}%** of all others; for a given kind of hand, the two are independent. {seat} **raises, and leads trump**. What is the probability that {seat} has strong trumps?

        Nudge: Multiply the odds before by the ratio of each piece of evidence: {raises} to {other_raises}, and {leads} to {other_leads}.
        Hint: In how many of 100 deals is the hand strong, and does both? In how many is it not strong, and does both?
        Hint: For a given kind of hand the two are independent, so their chances multiply.
        Hint: Strong and both: {prior}% × {raises}% × {leads}%. Not strong and both: {100 - prior}% × {other_raises}% × {other_leads}%.
        Slip first-only: That is the chance after the raise alone: use it as the new starting point for the lead.
        Slip second-only: That is the chance after the lead alone: the raise counts, too.
        Slip no-prior: You left out the chance before the auction, {prior}%.
        Slip both-together: That is the chance of a strong hand that does both: divide it by the chance of both.
        Slip other-way-around: That is how often a strong hand does both. The question is the other way around.
        Slip added: You added the chances of the two pieces of evidence: multiply them.
        Slip before: That is the chance before the auction: the raise and the lead are evidence.
        Solution: Strong and both: {prior}% × {raises}% × {leads}% = {percent(strong)}. Not strong and both: {100 - prior}% × {other_raises}% × {other_leads}% = {percent(weak)}. The chance of strong trumps is the first divided by the sum of the two: {format_chance(value)}.
    """
    given = {
        "before": prior,
        "raises": raises,
        "other raises": other_raises,
        "leads": leads,
        "other leads": other_leads,
    }
    return ask_chance(text, value, slips, given)


@exercise("Three equal cards", kind="probability", level=5, lesson=_LESSON, form=Chance)
def three_equals(draw: Draw) -> Variant:
    """Ask where two cards are after an equal third was played, chosen at random among those the player had."""
    color, ranks = draw.one_of(list(Color)).word, draw.one_of(((9, 8, 7), (4, 3, 2), (3, 2, 1)))
    rank, east = draw.one_of(ranks), draw.between(4, 12)
    west = east + draw.between(-1, 2)
    ways = [comb(3, count) * comb(east + west - 3, east - count) for count in range(4)]  # by how many East has
    # East has this many of the three, the card played among them; and chooses it among them.
    with_card = {count: ways[count] * count // 3 for count in range(1, 4)}
    weights = {count: Fraction(number, count) for count, number in with_card.items()}
    value, room_only = weights[1] / sum(weights.values()), Fraction(with_card[1], sum(with_card.values()))
    slips = {
        "choice-ignored": room_only,
        "equal-cases": Fraction(1, 4),
        "one-with-east": Fraction(ways[1], sum(ways)),
        "one-third": Fraction(1, 3),
        "exactly-one-other": weights[2] / sum(weights.values()),
        "both-with-east": weights[3] / sum(weights.values()),
    }
    weight_texts = {count: f"{float(weights[count]):,.8g}" for count in weights}
    text = f"""
        The only {color} cards that you have not seen are the {ranks[0]}, {ranks[1]} and {ranks[2]}; they are equally good in this trick and later. East has {east} unseen cards and West {west}; each way to divide these {east + west} cards is equally likely. {color} is led, and East, who must follow if possible, plays the **{rank}**. If East had two or three of them, East chose one at random. What is the probability that **West has both others**?

        Nudge: For each number of the three with East: how many ways are there, and how often would East play the {rank}?
        Hint: East had one, two or all three of these cards, the {rank} among them.
        Hint: East must play the {rank} if it is the only one. With two it is played in half of the cases, with three in a third.
        Hint: East has the {rank} alone in `comb({east + west - 3}, {east - 1})` ways, with one of the two others in `2 * comb({east + west - 3}, {east - 2})`, with both in `comb({east + west - 3}, {east - 3})`.
        Slip choice-ignored: You kept all the deals in which East has the {rank}. With more of the three, East would often have played another one.
        Slip equal-cases: The four numbers of cards with East are not equally likely.
        Slip one-with-east: That is the chance, before the trick, that East has exactly one of the three.
        Slip one-third: The three numbers that are still possible are not equally likely.
        Slip exactly-one-other: That is the chance that West has exactly one of the two others.
        Slip both-with-east: That is the chance that East has both others.
        Solution: East has the {rank} alone in {with_card[1]:,} ways, with one other in {with_card[2]:,}, with both in {with_card[3]:,}. East plays the {rank} in all of the first, in half of the second, in a third of the last: {weight_texts[1]}, {weight_texts[2]} and {weight_texts[3]}. The chance of the first is {format_chance(value)}. If East always played the {rank} with it in hand, it would be {format_chance(room_only)}.
    """
    given = {"color": color, "cards": list(ranks), "played": rank, "rooms": {"E": east, "W": west}}
    return ask_chance(text, value, slips, given)


@exercise("The Bear that was not played", kind="probability", level=4, lesson=_LESSON, form=Chance)
def silence_tells(draw: Draw) -> Variant:
    """Ask where the Bear is after somebody who would often have played it did not."""
    hand_size = draw.between(6, 12)
    unseen = hand_size + draw.between(10, 24)
    rate, trick = 5 * draw.between(10, 19), draw.one_of([40, 55, 70, 80])
    color = draw.one_of(list(Color)).word
    prior = Fraction(hand_size, unseen)
    keeps = prior * Fraction(100 - rate, 100)
    value = keeps / (keeps + 1 - prior)
    slips: SlipValues = {
        "before-the-trick": prior,
        "other-way-around": Fraction(100 - rate, 100),
        "both-together": keeps,
        "impossible": 0,
        "equal-weights": Fraction(100 - rate, 200 - rate),
        "one-card-fewer": Fraction(hand_size - 1, unseen - 1),
    }
    text = f"""
        Your side was winning a trick with {format_amount(trick)} in it (1935 rules). West was void in {color}, the color led, and so could have destroyed that money with the Bear (R35-BEAR-1, R35-BEAR-2). Holding the Bear, West plays it in **{rate}%** of such cases. West had {hand_size} of the {unseen} cards that you had not seen; the Bear was equally likely to be any of them. West played **another card**. What is the probability that West has the Bear?

        Nudge: West has the Bear and keeps it, or does not have it: find the chances of both.
        Hint: The evidence is something that did not happen. In which case would you have seen the same?
        Hint: Before the trick, West had the Bear with probability {prior}. In {100 - rate}% of these cases West keeps it.
        Hint: West has it and keeps it: {prior} × {100 - rate}%. West does not have it: {1 - prior}.
        Slip before-the-trick: That is the chance before the trick; that West did not play the Bear is evidence.
        Slip other-way-around: That is how often West keeps the Bear when holding it. The question is the other way around.
        Slip both-together: That is the chance that West has the Bear and keeps it: divide it by the chance that it is not played.
        Slip impossible: West keeps the Bear in {100 - rate}% of such cases, so it is possible.
        Slip equal-weights: You gave both cases the same weight before the trick; West had {hand_size} of {unseen} unseen cards.
        Slip one-card-fewer: You only took away the card that West played; with the Bear in hand, West would often have played that.
        Solution: West has the Bear and keeps it: {prior} × {100 - rate}% = {percent(keeps)}. West does not have it: {percent(1 - prior)}. The chance that West has it is the first divided by the sum of the two: {format_chance(value)}. Before the trick it was {percent(prior)}.
    """
    given = {"held": hand_size, "unseen": unseen, "rate": rate, "trick": trick, "color": color}
    return ask_chance(text, value, slips, given)
